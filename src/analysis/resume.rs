//! Going on where an interrupted run has stopped.
//!
//! A run may be killed while it writes, so the last line of its output may be torn,
//! and the last record may lack rows. Both are cut off. What stays must be the
//! records of the first lines of the input: each begins with the head that its line
//! has.

use super::{
    pipeline::{Job, Progress},
    query::Query,
    shape::Shape,
    source::{Item, Source},
};
use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, Seek as _, SeekFrom},
};
use thiserror::Error;

/// What an earlier run has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// How far it has got.
    pub progress: Progress,
    /// Whether the header is there, or none is needed.
    pub has_header: bool,
}

/// Why a run cannot be gone on with.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// Input or output cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// The output begins otherwise than this run would have it.
    #[error("its header is not that of this run")]
    Header,
    /// A record is not one of this input.
    #[error("its line {0} is not the record of the input that would stand there")]
    Other(u64),
}

/// The rows of a record, so far.
struct Group {
    number: Option<u64>,
    /// Where they begin in the file.
    start: u64,
    /// The first of them.
    row: String,
    /// Its place among the lines of the file.
    place: u64,
}

/// Cuts off `file`, the output of an earlier run of `job`, what may not be whole, and
/// passes over the lines of `source` whose records stay. The file is then ready to be
/// written on.
///
/// # Errors
/// If the file is that of another job, or something cannot be read. The file is then
/// left as it was.
pub fn resume(file: &mut File, job: &Job, source: &mut Source) -> Result<Resumed, ResumeError> {
    let mut progress = Progress::default();
    let mut rows = BufReader::new(&*file);
    let mut position = 0;
    let mut place = 0;
    let mut header = job.shape.header();
    let mut group: Option<Group> = None;
    let mut row = Vec::new();
    loop {
        row.clear();
        let read = rows.read_until(b'\n', &mut row)? as u64;
        if row.last() != Some(&b'\n') {
            break;
        }
        row.pop();
        let start = position;
        position += read;
        place += 1;
        let text = std::str::from_utf8(&row).map_err(|_| ResumeError::Other(place))?;
        if let Some(expected) = header.take() {
            if expected.trim_end() != text {
                return Err(ResumeError::Header);
            }
            continue;
        }
        let number = Shape::number(text);
        if group.as_ref().is_none_or(|group| group.number != number) {
            let next = Group { number, start, row: text.to_owned(), place };
            if let Some(whole) = group.replace(next) {
                pass(&whole, job, source, &mut progress)?;
            }
        }
    }
    // Of the last record nobody knows whether it is whole. What is cut off must be of this
    // run all the same.
    let expected = match &header {
        Some(header) => vec![header.clone()],
        None if group.is_none() && row.is_empty() => Vec::new(),
        None => next_heads(job, source)?,
    };
    let is_known = |rest: &[u8]| {
        rest.is_empty() || expected.iter().any(|head| begins_alike(rest, head.as_bytes()))
    };
    if let Some(other) = group.as_ref().filter(|group| !is_known(group.row.as_bytes())) {
        return Err(ResumeError::Other(other.place));
    }
    if !is_known(&row) {
        return Err(ResumeError::Other(place + 1));
    }
    let end = group.map_or(position, |group| group.start);
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    Ok(Resumed { progress, has_header: header.is_none() })
}

/// What the records of the next two lines of input begin with. The next line stays.
fn next_heads(job: &Job, source: &mut Source) -> Result<Vec<String>, ResumeError> {
    let mut items = Vec::new();
    while items.len() < 2 {
        let Some(item) = source.next_item()? else { break };
        items.push(item);
    }
    let head = |item: &Item| job.shape.head(&Query::read(item, &job.defaults).echo);
    let heads = items.iter().map(head).collect();
    items.into_iter().rev().for_each(|item| source.put_back(item));
    Ok(heads)
}

/// Whether one text is the beginning of the other.
fn begins_alike(one: &[u8], other: &[u8]) -> bool {
    one.iter().zip(other).all(|(one, other)| one == other)
}

/// Passes over the line of input that a record tells about.
fn pass(
    group: &Group,
    job: &Job,
    source: &mut Source,
    progress: &mut Progress,
) -> Result<(), ResumeError> {
    let other = ResumeError::Other(group.place);
    let Some(item) = source.next_item()? else { return Err(other) };
    let Query { echo, .. } = Query::read(&item, &job.defaults);
    let Item { end, .. } = item;
    let Some(tail) = group.row.strip_prefix(&job.shape.head(&echo)) else { return Err(other) };
    progress.records += 1;
    progress.errors += u64::from(job.shape.tells_error(tail));
    progress.bytes = end;
    Ok(())
}
