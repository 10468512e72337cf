//! `ninefold tablebase build`.

use super::{megabytes, screen::Screen};
use crate::{
    cli::{
        complain,
        interrupt::{INTERRUPTED, Interrupt},
        print,
    },
    memory,
    tablebase::{
        Chunks, Endless, FileError, GameTables, Making, Subject, Table, draft_name, file_name,
        read_draft, write, write_draft,
    },
};
use std::{
    cell::Cell,
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::Arc,
    time::{Duration, Instant},
};

/// Tables to be made.
pub(super) struct Build<'a> {
    pub(super) tables: &'a dyn GameTables,
    pub(super) endless: Endless,
    /// The most material.
    pub(super) most: u8,
    pub(super) folder: &'a Path,
    pub(super) threads: usize,
    /// How often a table in the making is saved.
    pub(super) checkpoint: Duration,
}

impl Build<'_> {
    /// Makes those tables that are not in the folder yet.
    pub(super) fn run(&self) -> Result<(), String> {
        let Self { tables, endless, most, folder, .. } = *self;
        if most > tables.most() {
            return Err(format!("there are tables of at most {} {}", tables.most(), tables.unit()));
        }
        self.check_memory()?;
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let interrupt = Interrupt::listen(Arc::default());
        let subject = &tables.subject(endless);
        let (mut done, bad) = tables.read_all(folder, endless, most);
        if let Some(bad) = bad {
            complain(format_args!("{bad}; it is made anew"));
        }
        let draft = |material| Draft { folder, subject, material, tables };
        // A build that was killed after a table was finished has left its draft.
        (0..done.tables.len() as u8).for_each(|material| draft(material).remove());
        let mut screen = Screen::new(tables.unit());
        for material in done.tables.len() as u8..=most {
            let started = Instant::now();
            screen.expect(tables, material, most);
            let draft = draft(material);
            let table = self.make(&draft, &done.tables, &screen, &interrupt);
            write(folder, subject, &table).map_err(|error| {
                format!("{}: {error}", folder.join(file_name(subject, material)).display())
            })?;
            draft.remove();
            screen.say(&format!(
                "{material} {}: {} positions, {}, {:.1} s",
                tables.unit(),
                table.positions(),
                table.summary(),
                started.elapsed().as_secs_f64()
            ));
            done.tables.push(table);
        }
        screen.close();
        let (unit, folder) = (tables.unit(), folder.display());
        print(&format!("tables of {subject} up to {most} {unit} are in {folder}\n"))
    }

    /// Fails if there is not as much memory as is needed.
    fn check_memory(&self) -> Result<(), String> {
        let Self { tables, endless, most, .. } = *self;
        // While the last table is finished, it is there once more in the making, with marks.
        let last = tables.positions(most);
        let in_the_making = endless.bytes_in_the_making() * last + last / 4;
        let positions: u64 = (0..=most).map(|material| tables.positions(material)).sum();
        let bytes = endless.bytes_a_position() * positions + in_the_making;
        let free = memory::free();
        complain(format_args!(
            "{positions} positions take {} of memory, and {} are free",
            megabytes(bytes),
            megabytes(free)
        ));
        if bytes > free { Err("that does not fit".to_owned()) } else { Ok(()) }
    }

    /// Makes the next table, or ends the program when it is interrupted.
    fn make(
        &self,
        draft: &Draft<'_>,
        smaller: &[Table],
        screen: &Screen,
        interrupt: &Interrupt,
    ) -> Table {
        let saved = Cell::new(Instant::now());
        let keep = |chunks: Chunks<'_>| {
            let is_asked = interrupt.is_asked();
            if is_asked || saved.get().elapsed() >= self.checkpoint {
                draft.write(chunks, screen);
                saved.set(Instant::now());
            }
            if is_asked {
                screen.say("interrupted; the same command goes on");
                screen.close();
                process::exit(INTERRUPTED.into());
            }
        };
        let making = Making {
            threads: self.threads,
            begun: draft.read(screen),
            report: &|work| screen.tell(work),
            keep: &keep,
        };
        self.tables.build_next(smaller, self.endless, making)
    }
}

/// The file of a table in the making.
struct Draft<'a> {
    folder: &'a Path,
    subject: &'a Subject,
    material: u8,
    tables: &'a dyn GameTables,
}

impl Draft<'_> {
    fn path(&self) -> PathBuf {
        self.folder.join(draft_name(self.subject, self.material))
    }

    /// What an interrupted build has left, if it is of use.
    fn read(&self, screen: &Screen) -> Option<Vec<u8>> {
        let path = self.path();
        let positions = self.tables.positions(self.material);
        match read_draft(&path, self.subject, self.material, positions) {
            Ok(cells) => {
                screen.say(&format!("{}: the build goes on from there", path.display()));
                Some(cells)
            }
            Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                screen.say(&format!("{}: {error}; it is not used", path.display()));
                None
            }
        }
    }

    /// The build goes on without it if the system does not take it.
    fn write(&self, chunks: Chunks<'_>, screen: &Screen) {
        let positions = self.tables.positions(self.material);
        let written = write_draft(self.folder, self.subject, self.material, positions, chunks);
        if let Err(error) = written {
            screen.say(&format!("{}: {error}", self.path().display()));
        }
    }

    fn remove(&self) {
        let _ = fs::remove_file(self.path());
    }
}
