//! The files of a match: its games as lines of JSON, and as text like PGN.

use super::{
    pgn::{EVENT, Pgn},
    record::GameRecord,
};
use std::{
    fmt::Display,
    fs::{File, TryLockError},
    io::{ErrorKind, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};
use thiserror::Error;

/// Why a file of a match cannot be used.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct LogError {
    path: PathBuf,
    reason: String,
}

impl LogError {
    fn new(path: &Path, reason: impl Display) -> Self {
        Self { path: path.to_owned(), reason: reason.to_string() }
    }
}

/// How long an engine that was just being started may hold the files of a match that
/// has been killed.
const LAST_HOLD: Duration = Duration::from_secs(2);

/// A file that games are added to.
struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    fn error(&self, reason: impl Display) -> LogError {
        LogError::new(&self.path, reason)
    }

    fn create(path: &Path) -> Result<Self, LogError> {
        let file = File::create_new(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                LogError::new(path, "it exists already; --resume goes on with it")
            }
            _ => LogError::new(path, error),
        })?;
        Self { path: path.to_owned(), file }.locked()
    }

    /// Two matches must not write to one file.
    fn locked(self) -> Result<Self, LogError> {
        let deadline = Instant::now() + LAST_HOLD;
        loop {
            match self.file.try_lock() {
                // Not every file system has locks.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(self),
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                    thread::sleep(Duration::from_millis(10));
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(self.error("another match writes to it"));
                }
            }
        }
    }

    /// A device or a pipe has no games to go on with, and perhaps no end.
    fn is_regular(&self) -> Result<(), LogError> {
        match self.file.metadata() {
            Ok(about) if about.is_file() => Ok(()),
            Ok(_) => Err(self.error("it is no regular file")),
            Err(error) => Err(self.error(error)),
        }
    }

    /// Writes `text` in one piece, so that an interruption leaves at most one part of
    /// it behind, the last.
    fn add(&mut self, text: &str) -> Result<(), LogError> {
        self.file.write_all(text.as_bytes()).map_err(|error| self.error(error))
    }
}

/// The games of a match as lines of JSON.
pub struct RecordLog(Log);

impl RecordLog {
    /// A new file.
    ///
    /// # Errors
    /// If there is one already, or it cannot be written.
    pub fn create(path: &Path) -> Result<Self, LogError> {
        Log::create(path).map(Self)
    }

    /// Goes on with a file, or begins it. The answer has the games in it; a last line
    /// that was not written to its end is removed.
    ///
    /// # Errors
    /// If it cannot be read or written, or another match writes to it, or a line in it
    /// is no game.
    pub fn resume(path: &Path) -> Result<(Self, Vec<GameRecord>), LogError> {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| LogError::new(path, error))?;
        let mut log = Log { path: path.to_owned(), file }.locked()?;
        log.is_regular()?;
        let mut text = Vec::new();
        log.file.read_to_end(&mut text).map_err(|error| log.error(error))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        // What is cut off must look like the beginning of a game.
        if !text[whole..].is_empty() && !text[whole..].starts_with(b"{") {
            return Err(log.error("its last line is no game"));
        }
        let lines = text[..whole].split_inclusive(|&byte| byte == b'\n');
        let games = lines.zip(1..).map(|(line, number)| {
            serde_json::from_slice(line)
                .map_err(|error| log.error(format!("line {number}: {error}")))
        });
        let games = games.collect::<Result<_, _>>()?;
        let cut = log.file.set_len(whole as u64);
        cut.and_then(|()| log.file.seek(SeekFrom::End(0))).map_err(|error| log.error(error))?;
        Ok((Self(log), games))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), LogError> {
        let line = serde_json::to_string(record).map_err(|error| self.0.error(error))?;
        self.0.add(&(line + "\n"))
    }
}

/// The games of a match as text like PGN.
pub struct PgnLog {
    log: Log,
    start: String,
}

impl PgnLog {
    /// A new file. `start` is the start position of the variant as a FEN.
    ///
    /// # Errors
    /// If there is one already, or it cannot be written.
    pub fn create(path: &Path, start: String) -> Result<Self, LogError> {
        Ok(Self { log: Log::create(path)?, start })
    }

    /// Writes the file anew with the `games` of the record, which is written first and
    /// so knows more.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn resume(path: &Path, start: String, games: &[GameRecord]) -> Result<Self, LogError> {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| LogError::new(path, error))?;
        let mut log = Log { path: path.to_owned(), file }.locked()?;
        log.is_regular()?;
        let mut beginning = Vec::new();
        let read = (&log.file).take(EVENT.len() as u64).read_to_end(&mut beginning);
        read.map_err(|error| log.error(error))?;
        if !EVENT.as_bytes().starts_with(&beginning) {
            return Err(log.error("it does not begin like the games of a match"));
        }
        log.file.seek(SeekFrom::Start(0)).map_err(|error| log.error(error))?;
        log.file.set_len(0).map_err(|error| log.error(error))?;
        let mut pgn = Self { log, start };
        for record in games {
            pgn.add(record)?;
        }
        Ok(pgn)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), LogError> {
        let text = Pgn { record, start: &self.start }.to_string();
        self.log.add(&text)
    }
}
