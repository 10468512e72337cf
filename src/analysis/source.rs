//! Where the lines come from.

use crate::lines::{LineError, LineReader};
use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The lines of several inputs, one after the other, numbered as if they were one.
pub struct Source {
    /// The inputs that have not been opened yet; `-` is the standard input.
    paths: VecDeque<PathBuf>,
    open: Option<(PathBuf, LineReader<Box<dyn Read + Send>>)>,
    number: u64,
    /// Bytes of the inputs that have been read to their ends.
    finished: u64,
    /// Lines that have been put back, the next one last.
    next: Vec<Item>,
}

/// A line of input.
#[derive(Debug)]
pub struct Item {
    /// Its number among all lines.
    pub number: u64,
    /// Bytes of input up to its end.
    pub end: u64,
    /// The line, or what is wrong with it.
    pub content: Result<String, String>,
}

impl Source {
    /// The lines of these files; `-` is the standard input. The first line has the
    /// number `first`.
    pub fn new(paths: impl IntoIterator<Item = PathBuf>, first: u64) -> Self {
        let paths = paths.into_iter().collect();
        Self { paths, open: None, number: first.saturating_sub(1), finished: 0, next: Vec::new() }
    }

    /// The next line that asks for something: empty ones, and those that begin with
    /// `#`, are passed over. `None` at the end.
    ///
    /// # Errors
    /// If an input cannot be read.
    pub fn next_item(&mut self) -> io::Result<Option<Item>> {
        if let Some(item) = self.next.pop() {
            return Ok(Some(item));
        }
        loop {
            let Some((path, reader)) = &mut self.open else {
                let Some(path) = self.paths.pop_front() else { return Ok(None) };
                let reader = LineReader::new(open(&path).map_err(|error| named(&path, &error))?);
                self.open = Some((path, reader));
                continue;
            };
            let line = reader.next_line().map_err(|error| named(path, &error))?;
            let end = self.finished + reader.position();
            let Some(line) = line else {
                self.finished = end;
                self.open = None;
                continue;
            };
            self.number += 1;
            let content = line.map_err(|error: LineError| error.to_string());
            let is_remark = |line: &String| {
                let line = line.trim();
                line.is_empty() || line.starts_with('#')
            };
            if !content.as_ref().is_ok_and(is_remark) {
                return Ok(Some(Item { number: self.number, end, content }));
            }
        }
    }

    /// Makes `item` the next one again.
    pub fn put_back(&mut self, item: Item) {
        self.next.push(item);
    }
}

fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    Ok(if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(File::open(path)?) })
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_are_read_as_one_and_remarks_passed_over() {
        let folder = std::env::temp_dir().join(format!("ninefold-source-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (one, two) = (folder.join("one"), folder.join("two"));
        fs::write(&one, "\u{feff}a\n\n # remark\nb").unwrap();
        fs::write(&two, b"\xff\r\nc\r\n").unwrap();
        let mut source = Source::new([one, two, folder.join("three")], 1);
        let mut next = || source.next_item().unwrap().unwrap();
        let mut expect = |number, end, content: &str| {
            let item = next();
            let found = item.content.unwrap_or_else(|error| error);
            assert_eq!((item.number, item.end, found.as_str()), (number, end, content));
        };
        expect(1, 5, "a");
        expect(4, 17, "b");
        expect(5, 20, "byte 1 of the line: expected UTF-8, found the byte 0xff");
        expect(6, 23, "c");
        let error = source.next_item().unwrap_err().to_string();
        assert!(error.contains("three: "), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }
}
