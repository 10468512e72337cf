//! Files of tables: one for each amount of material, a header and the cells as they are in
//! memory. A table that is not finished has a file of the same form, its *draft*. Numbers
//! are little-endian. `docs/tablebase.md` has the form.

use super::{Chunks, Endless, Subject, Table};
use std::{
    ffi::OsString,
    fmt,
    fs::{self, File},
    io::{self, BufWriter, IntoInnerError, Read as _, Seek as _, Write as _},
    iter,
    path::{Path, PathBuf},
    process,
};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"NINEFOLD";
const VERSION: u16 = 2;

/// Bytes of a header without its names.
const FIXED: usize = 34;

/// The bit of a draft, in the byte that tells what becomes of a play without end.
const DRAFT: u8 = 1 << 7;

/// Why a file is of no use.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system does not give it.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no table.
    #[error("this is no table of Ninefold")]
    Foreign,
    /// It is a table of another version.
    #[error("this is a table of version {0}, expected {VERSION}")]
    Version(u16),
    /// The header is damaged.
    #[error("the header is damaged")]
    Header,
    /// It is about something else.
    #[error("this is {found}, expected {expected}")]
    Subject {
        /// What it should be about.
        expected: String,
        /// What it is about.
        found: String,
    },
    /// It has not the size that its header tells.
    #[error("there are {found} bytes of positions, expected {expected}")]
    Size {
        /// Bytes that should be there.
        expected: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// The cells are damaged.
    #[error("the positions are damaged")]
    Checksum,
}

/// What a file tells of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the table is about.
    pub subject: Subject,
    /// Whether it is a draft.
    is_draft: bool,
    /// Its material.
    pub material: u8,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions whose lead is certain, or that are won or lost; 0 in a
    /// draft.
    pub settled: u64,
    /// The CRC-32 of the cells.
    checksum: u32,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, is_draft, material, positions, .. } = self;
        let kind = if *is_draft { "draft" } else { "table" };
        write!(f, "a {kind} of {subject}, {material} in play, {positions} positions")
    }
}

impl Header {
    fn new(subject: &Subject, is_draft: bool, material: u8, positions: u64) -> Self {
        let subject = subject.clone();
        Self { subject, is_draft, material, positions, settled: 0, checksum: 0 }
    }

    /// Bytes of the cells.
    const fn length(&self) -> u64 {
        let Self { subject: Subject { endless, .. }, is_draft, positions, .. } = self;
        let bytes =
            if *is_draft { endless.bytes_in_the_making() } else { endless.bytes_a_position() };
        bytes * *positions
    }

    fn to_bytes(&self) -> Vec<u8> {
        let names = format!("{} {}", self.subject.variant, self.subject.rules);
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        let draft = if self.is_draft { DRAFT } else { 0 };
        bytes.extend([self.material, self.subject.endless as u8 | draft]);
        bytes.extend(self.positions.to_le_bytes());
        bytes.extend(self.settled.to_le_bytes());
        bytes.extend(self.checksum.to_le_bytes());
        bytes.extend((names.len() as u16).to_le_bytes());
        bytes.extend(names.into_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn read(file: &mut File) -> Result<Self, FileError> {
        let mut bytes = vec![0; FIXED];
        let whole = file.read_exact(&mut bytes);
        if !bytes.starts_with(&MAGIC) {
            return Err(FileError::Foreign);
        }
        whole.map_err(|_| FileError::Header)?;
        let number = |place: usize, size: usize| {
            let number = bytes[place..place + size].iter().rev();
            number.fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        let version = number(8, 2) as u16;
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let [material, endless, draft] = [bytes[10], bytes[11] & !DRAFT, bytes[11] & DRAFT];
        let (positions, settled) = (number(12, 8), number(20, 8));
        let (checksum, length) = (number(28, 4) as u32, number(32, 2) as usize);
        let mut rest = vec![0; length + 4];
        file.read_exact(&mut rest).map_err(|_| FileError::Header)?;
        let (names, own_checksum) = rest.split_at(length);
        bytes.extend(names);
        if crc32fast::hash(&bytes).to_le_bytes() != own_checksum {
            return Err(FileError::Header);
        }
        let names = std::str::from_utf8(names).ok().and_then(|names| names.split_once(' '));
        let (variant, rules) = names.ok_or(FileError::Header)?;
        let endless = match endless {
            0 => Endless::Open,
            1 => Endless::Even,
            2 => Endless::Drawn,
            _ => return Err(FileError::Header),
        };
        let subject = Subject { variant: variant.to_owned(), rules: rules.to_owned(), endless };
        let is_draft = draft != 0;
        Ok(Self { subject, is_draft, material, positions, settled, checksum })
    }
}

/// The name of the file of a table.
pub fn file_name(subject: &Subject, material: u8) -> String {
    format!("{subject}-{material:02}.table").replace(' ', "-")
}

/// The name of the file of a draft.
pub fn draft_name(subject: &Subject, material: u8) -> String {
    format!("{subject}-{material:02}.draft").replace(' ', "-")
}

/// What the file at `path` tells of its table, if it is as long as it should be.
///
/// # Errors
/// The file is not given, is no table, or has a damaged header or another size.
pub fn read_header(path: &Path) -> Result<Header, FileError> {
    let mut file = open(path)?;
    let header = Header::read(&mut file)?;
    if header.is_draft {
        let expected = "a table".to_owned();
        return Err(FileError::Subject { expected, found: header.to_string() });
    }
    let found = file.metadata()?.len().saturating_sub(header.to_bytes().len() as u64);
    let expected = header.length();
    if found == expected { Ok(header) } else { Err(FileError::Size { expected, found }) }
}

/// Opens a file that is one: others, as pipes, may have nothing to read for ever.
fn open(path: &Path) -> Result<File, FileError> {
    if fs::metadata(path)?.is_file() { Ok(File::open(path)?) } else { Err(FileError::Foreign) }
}

/// The table in the file at `path`, which must be of that subject, material and number of
/// positions.
///
/// # Errors
/// The file is not given, is of something else, or is damaged.
pub fn read(
    path: &Path,
    subject: &Subject,
    material: u8,
    positions: u64,
) -> Result<Table, FileError> {
    let expected = Header::new(subject, false, material, positions);
    let cells = read_cells(path, &expected)?;
    Ok(Table { endless: subject.endless, material, cells: cells.into_boxed_slice() })
}

/// The draft in the file at `path`: what [`Making::begun`](super::Making::begun) asks for.
///
/// # Errors
/// As those of [`read`].
pub fn read_draft(
    path: &Path,
    subject: &Subject,
    material: u8,
    positions: u64,
) -> Result<Vec<u8>, FileError> {
    read_cells(path, &Header::new(subject, true, material, positions))
}

/// The cells in a file that has this header, but for what only the cells tell.
fn read_cells(path: &Path, expected: &Header) -> Result<Vec<u8>, FileError> {
    let mut file = open(path)?;
    let header = Header::read(&mut file)?;
    let Header { settled, checksum, .. } = header;
    if header != (Header { settled, checksum, ..expected.clone() }) {
        return Err(FileError::Subject {
            expected: expected.to_string(),
            found: header.to_string(),
        });
    }
    let expected = header.length();
    let mut cells = Vec::new();
    // A file that is too short must not cost the memory of a whole one.
    let length = file.metadata()?.len().min(expected + header.to_bytes().len() as u64);
    cells.try_reserve_exact(length as usize).map_err(io::Error::from)?;
    file.take(expected + 1).read_to_end(&mut cells)?;
    let found = cells.len() as u64;
    if found != expected {
        return Err(FileError::Size { expected, found });
    }
    if crc32fast::hash(&cells) != checksum {
        return Err(FileError::Checksum);
    }
    Ok(cells)
}

/// Writes a table to its file in `folder`. The file is there whole or not at all.
///
/// # Errors
/// The system does not take it. Nothing of it is left then.
pub fn write(folder: &Path, subject: &Subject, table: &Table) -> io::Result<()> {
    let header = Header {
        settled: table.settled(),
        ..Header::new(subject, false, table.material, table.positions())
    };
    let path = folder.join(file_name(subject, table.material));
    write_cells(&path, header, iter::once(&table.cells))
}

/// Writes the draft of a table of so many positions to its file in `folder`. The file is
/// there whole or not at all.
///
/// # Errors
/// As those of [`write()`].
pub fn write_draft(
    folder: &Path,
    subject: &Subject,
    material: u8,
    positions: u64,
    chunks: Chunks<'_>,
) -> io::Result<()> {
    let path = folder.join(draft_name(subject, material));
    write_cells(&path, Header::new(subject, true, material, positions), chunks)
}

fn write_cells(
    path: &Path,
    mut header: Header,
    chunks: impl Iterator<Item = impl AsRef<[u8]>>,
) -> io::Result<()> {
    let part = part_of(path);
    let written = File::create(&part).and_then(|file| {
        let mut file = BufWriter::new(file);
        file.write_all(&header.to_bytes())?;
        let mut hasher = crc32fast::Hasher::new();
        for chunk in chunks {
            hasher.update(chunk.as_ref());
            file.write_all(chunk.as_ref())?;
        }
        // The header is complete only now.
        header.checksum = hasher.finalize();
        file.rewind()?;
        file.write_all(&header.to_bytes())?;
        file.into_inner().map_err(IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&part, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(part);
    }
    written
}

/// The name of a file while this process writes it.
fn part_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{}.part", process::id()));
    name.into()
}
