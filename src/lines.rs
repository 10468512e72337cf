//! Streams of bytes, cut into lines of text.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    thread,
    time::Duration,
};
use thiserror::Error;

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// Why a line was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum LineError {
    #[error("the line is too long, expected at most {LONGEST_LINE} bytes")]
    TooLong,
    #[error("byte {position} of the line: expected UTF-8, found the byte {byte:#04x}")]
    NotUtf8 { position: usize, byte: u8 },
    #[error("byte {position} of the line: expected text, found a NUL")]
    Nul { position: usize },
}

/// A stream that may be set not to block, by another process that shares it: it is
/// waited for all the same.
pub(crate) struct Patient<S>(pub(crate) S);

/// Between two tries of a stream that is not ready.
const PATIENCE: Duration = Duration::from_millis(1);

fn patiently<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PATIENCE),
            result => return result,
        }
    }
}

impl<R: Read> Read for Patient<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        patiently(|| self.0.read(buffer))
    }
}

impl<W: Write> Write for Patient<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        patiently(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        patiently(|| self.0.flush())
    }
}

/// Cuts a stream of bytes into lines that end with LF or CRLF, or with the stream.
pub(crate) struct LineReader<R> {
    input: BufReader<Patient<R>>,
    buffer: Vec<u8>,
    first: bool,
    position: u64,
}

impl<R: Read> LineReader<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input: BufReader::new(Patient(input)), buffer: Vec::new(), first: true, position: 0 }
    }

    /// How many bytes the lines so far have taken.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    /// The next line without its end, or why it cannot be read; `None` at the end
    /// of the input.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Result<String, LineError>>> {
        self.buffer.clear();
        // Room for a line of the greatest length and its CRLF.
        let most = LONGEST_LINE as u64 + 2;
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut self.buffer)? as u64;
        if read == 0 {
            return Ok(None);
        }
        self.position += read;
        if self.buffer.last() != Some(&b'\n') && read == most {
            self.position += self.input.skip_until(b'\n')? as u64;
            return Ok(Some(Err(LineError::TooLong)));
        }
        while self.buffer.pop_if(|byte| matches!(byte, b'\n' | b'\r')).is_some() {}
        if self.buffer.len() > LONGEST_LINE {
            return Ok(Some(Err(LineError::TooLong)));
        }
        let first = std::mem::take(&mut self.first);
        Ok(Some(text_of(&self.buffer).map(|text| {
            // Some shells begin what they pipe with a byte order mark.
            let text = if first { text.trim_start_matches('\u{feff}') } else { text };
            text.to_owned()
        })))
    }
}

fn text_of(bytes: &[u8]) -> Result<&str, LineError> {
    if let Some(index) = bytes.iter().position(|&byte| byte == 0) {
        return Err(LineError::Nul { position: index + 1 });
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let index = error.valid_up_to();
        let byte = bytes.get(index).copied().unwrap_or_default();
        LineError::NotUtf8 { position: index + 1, byte }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Result<String, LineError>> {
        let mut reader = LineReader::new(input);
        std::iter::from_fn(|| reader.next_line().unwrap()).collect()
    }

    #[test]
    fn lines_end_with_lf_or_crlf_or_the_stream() {
        let expected = ["a", "b", "", "c"].map(|line| Ok(line.to_owned()));
        assert_eq!(lines(b"a\nb\r\n\nc"), expected);
        assert_eq!(lines(b"\xef\xbb\xbfuci\n"), [Ok("uci".to_owned())]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn the_position_is_behind_the_last_line() {
        let long = "x".repeat(LONGEST_LINE + 9);
        let input = format!("a\r\n\n{long}\nbc");
        let mut reader = LineReader::new(input.as_bytes());
        let mut positions = Vec::new();
        while reader.next_line().unwrap().is_some() {
            positions.push(reader.position());
        }
        let after = LONGEST_LINE as u64 + 14;
        assert_eq!(positions, [3, 4, after, after + 2]);
    }

    #[test]
    fn a_bad_line_is_dropped_alone() {
        let bad = LineError::NotUtf8 { position: 3, byte: 0xff };
        assert_eq!(lines(b"ab\xff\nc\n"), [Err(bad), Ok("c".to_owned())]);
        assert_eq!(lines(b"a\0b\n"), [Err(LineError::Nul { position: 2 })]);
    }

    #[test]
    fn a_line_of_a_mebibyte_is_read_and_a_longer_one_dropped() {
        let longest = "x".repeat(LONGEST_LINE);
        let next = Ok("next".to_owned());
        for end in ["\n", "\r\n"] {
            let input = format!("{longest}{end}next\n");
            assert_eq!(lines(input.as_bytes()), [Ok(longest.clone()), next.clone()]);
        }
        for excess in ["x", "xx", "xxxx", "\r\r\r", "\r\rx"] {
            let input = format!("{longest}{excess}\nnext\n");
            assert_eq!(lines(input.as_bytes()), [Err(LineError::TooLong), next.clone()]);
            let input = format!("{longest}{excess}");
            assert_eq!(lines(input.as_bytes()), [Err(LineError::TooLong)]);
        }
    }
}
