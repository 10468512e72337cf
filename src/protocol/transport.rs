//! Text out, and a record of both ways.

use crate::lines::Patient;
use std::{
    fmt::Display,
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};
use thiserror::Error;

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
    /// Why something could not be written, unless nobody reads.
    failure: Option<String>,
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
        let sink = Sink { writer, is_deserted, transcript, closed: false, failure: None };
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
            if error.kind() != io::ErrorKind::BrokenPipe {
                sink.failure = Some(error.to_string());
            }
            Closed
        })
    }

    /// Why something could not be written, if it is not that nobody reads any more.
    pub fn failure(&self) -> Option<String> {
        self.sink.lock().unwrap_or_else(PoisonError::into_inner).failure.clone()
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
