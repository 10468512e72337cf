//! Lines in and lines out.

use std::{
    fmt::Display,
    io::{self, BufRead, BufReader, Read, Write},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};
use thiserror::Error;

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// Why a line was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum LineError {
    #[error("the line is too long, expected at most {LONGEST_LINE} bytes")]
    TooLong,
    #[error("byte {position} of the line: expected UTF-8, found the byte {byte:#04x}")]
    NotUtf8 { position: usize, byte: u8 },
    #[error("byte {position} of the line: expected text, found a NUL")]
    Nul { position: usize },
}

/// A stream that may be set not to block, by another process that shares it: it is
/// waited for all the same.
struct Patient<S>(S);

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
pub(super) struct LineReader<R> {
    input: BufReader<Patient<R>>,
    buffer: Vec<u8>,
    first: bool,
}

impl<R: Read> LineReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::new(Patient(input)), buffer: Vec::new(), first: true }
    }

    /// The next line without its end, or why it cannot be read; `None` at the end
    /// of the input.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Result<String, LineError>>> {
        self.buffer.clear();
        // Room for a line of the greatest length and its CRLF.
        let most = LONGEST_LINE as u64 + 2;
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut self.buffer)? as u64;
        if read == 0 {
            return Ok(None);
        }
        if self.buffer.last() != Some(&b'\n') && read == most {
            self.input.skip_until(b'\n')?;
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

/// The client reads no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the output is closed")]
pub struct Closed;

/// A record of all that is said both ways, with time stamps.
#[derive(Clone)]
pub struct Transcript {
    file: Arc<Mutex<Box<dyn Write + Send>>>,
}

impl Transcript {
    /// A transcript that is written to `file`.
    pub fn new(file: impl Write + Send + 'static) -> Self {
        Self { file: Arc::new(Mutex::new(Box::new(file))) }
    }

    /// Notes a line from the client.
    pub(super) fn received(&self, line: &str) {
        self.write('>', line);
    }

    fn sent(&self, text: &str) {
        text.lines().for_each(|line| self.write('<', line));
    }

    fn write(&self, direction: char, line: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // In one piece, since another process may write to the same file.
        let line = format!("{:.3} {direction} {line}\n", jiff::Timestamp::now());
        let written = file.write_all(line.as_bytes()).and_then(|()| file.flush());
        if let Err(error) = written {
            log::warn!("the transcript cannot be written: {error}");
        }
    }
}

/// The one way out: whole lines, flushed at once, to a client that may have gone.
#[derive(Clone)]
pub struct Output {
    sink: Arc<Mutex<Sink>>,
}

struct Sink {
    writer: Box<dyn Write + Send>,
    /// Tells whether nobody reads any more, without writing.
    is_deserted: fn() -> bool,
    transcript: Option<Transcript>,
    closed: bool,
}

impl Output {
    /// An output to `writer`.
    pub fn new(writer: impl Write + Send + 'static, transcript: Option<Transcript>) -> Self {
        Self::with_watch(writer, || false, transcript)
    }

    /// The standard output.
    pub fn stdout(transcript: Option<Transcript>) -> Self {
        Self::with_watch(unbuffered_stdout(), stdout_is_deserted, transcript)
    }

    fn with_watch(
        writer: impl Write + Send + 'static,
        is_deserted: fn() -> bool,
        transcript: Option<Transcript>,
    ) -> Self {
        let writer = Box::new(Patient(writer));
        let sink = Sink { writer, is_deserted, transcript, closed: false };
        Self { sink: Arc::new(Mutex::new(sink)) }
    }

    /// Looks whether the output has been closed while nothing was said, as far as
    /// the system can tell.
    ///
    /// # Errors
    /// [`Closed`] if so, now and ever after.
    pub(super) fn check(&self) -> Result<(), Closed> {
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        sink.closed |= (sink.is_deserted)();
        if sink.closed { Err(Closed) } else { Ok(()) }
    }

    /// Writes `text` and a line break. The text may be several lines, none of them
    /// mixed with what another thread writes.
    ///
    /// # Errors
    /// [`Closed`], now and ever after, if it could not be written.
    pub fn say(&self, text: impl Display) -> Result<(), Closed> {
        let text = text.to_string();
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        if sink.closed {
            return Err(Closed);
        }
        text.lines().for_each(|line| log::trace!("said: {line}"));
        if let Some(transcript) = &sink.transcript {
            transcript.sent(&text);
        }
        let bytes = (text + "\n").into_bytes();
        let written = sink.writer.write_all(&bytes).and_then(|()| sink.writer.flush());
        written.map_err(|error| {
            log::info!("the output is closed: {error}");
            sink.closed = true;
            Closed
        })
    }
}

/// The standard output without the buffer of the library, which would lose count
/// of what is written if the stream does not block.
#[cfg(unix)]
fn unbuffered_stdout() -> Box<dyn Write + Send> {
    use std::os::fd::AsFd as _;
    match io::stdout().as_fd().try_clone_to_owned() {
        Ok(descriptor) => Box::new(std::fs::File::from(descriptor)),
        Err(_) => Box::new(io::stdout()),
    }
}

#[cfg(not(unix))]
fn unbuffered_stdout() -> Box<dyn Write + Send> {
    Box::new(io::stdout())
}

/// Whether the standard output is a pipe or socket whose other end is closed.
#[cfg(unix)]
fn stdout_is_deserted() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    // An error condition is told even though no event is asked for.
    let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let told = poll(&mut fds, Some(&at_once)).is_ok();
    told && fds.iter().any(|fd| fd.revents().contains(PollFlags::ERR))
}

#[cfg(not(unix))]
fn stdout_is_deserted() -> bool {
    false
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
