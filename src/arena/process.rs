//! An engine in a process of its own, and the talk with it.

use super::time_control::TimeControl;
use crate::{protocol::Dialect, text::cut};
use serde::{Deserialize, Serialize};
use std::{
    collections::VecDeque,
    io::{self, BufRead as _, BufReader, Read, Write as _},
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    thread,
    time::{Duration, Instant},
};
use thiserror::Error;

/// How an engine is started and what it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Its name in the match.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder that it runs in; `None`: the present one.
    pub folder: Option<PathBuf>,
    /// Variables of its environment, besides those that it inherits.
    pub environment: Vec<(String, String)>,
    /// The protocol that it speaks.
    pub dialect: Dialect,
    /// Options that are set after the variant.
    pub options: Vec<(String, String)>,
    /// What ends its searches.
    pub control: TimeControl,
}

/// What an engine can do wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "detail")]
pub enum Fault {
    /// It could not be started.
    #[error("it does not start: {0}")]
    NoStart(String),
    /// It refused an option.
    #[error("it refuses a setting: {0}")]
    Refusal(String),
    /// It ended.
    #[error("it has ended ({0})")]
    Crash(String),
    /// It did not answer.
    #[error("it does not answer '{0}'")]
    NoAnswer(String),
    /// It made a move that is not legal.
    #[error("its move '{0}' is not legal")]
    IllegalMove(String),
    /// It took too long.
    #[error("it took {spent} ms of {allowed} ms")]
    TimeLoss {
        /// Milliseconds that it took.
        spent: u64,
        /// Milliseconds that it had.
        allowed: u64,
    },
}

impl Fault {
    /// The fault as the reason of a game's end, in one word.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NoStart(_) => "no-start",
            Self::Refusal(_) => "refusal",
            Self::Crash(_) => "crash",
            Self::NoAnswer(_) => "no-answer",
            Self::IllegalMove(_) => "illegal-move",
            Self::TimeLoss { .. } => "time-loss",
        }
    }
}

/// Time for an answer that takes no search, and beyond the time that a search may
/// take. Loaded machines and engines that allocate a lot are slow.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time for a search without a limit of time, in which the engine has to say something
/// every [`PATIENCE`].
const LONGEST_SEARCH: Duration = Duration::from_secs(24 * 3600);
/// Time to end after `quit`.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// Lines that wait to be read; an engine that says more waits itself.
const QUEUE: usize = 4096;
/// Of a longer line, the rest is another one.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that are kept for the record of a fault, and how much of each, in characters.
const KEPT: usize = 8;
const LONGEST_KEPT: usize = 1000;
/// How much is shown of what an engine has said against a setting, in characters.
const LONGEST_COMPLAINT: usize = 200;

/// A running engine.
pub(super) struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    recent: VecDeque<String>,
    /// Refused settings, as the engine said it.
    complaint: Option<String>,
}

/// What an engine has answered to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) best: String,
    /// The last score it told, in hundredths of a piece.
    pub(super) score: Option<i32>,
    pub(super) spent: Duration,
}

impl Engine {
    /// Starts the engine and tells it the variant and its options.
    pub(super) fn start(
        spec: &EngineSpec,
        variant: &str,
        rules: &[(String, String)],
    ) -> Result<Self, Fault> {
        let failed =
            |error: io::Error| Fault::NoStart(format!("{}: {error}", spec.program.display()));
        let mut command = Command::new(&spec.program);
        command
            .args(&spec.arguments)
            .envs(spec.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn().map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::NoStart("no pipes".to_owned()));
        };
        let (sender, lines) = mpsc::sync_channel(QUEUE);
        thread::Builder::new().spawn(move || read_lines(output, &sender)).map_err(failed)?;
        let recent = VecDeque::with_capacity(KEPT);
        let mut engine = Self { child, input, lines, recent, complaint: None };
        engine.greet(spec, variant, rules)?;
        Ok(engine)
    }

    fn greet(
        &mut self,
        spec: &EngineSpec,
        variant: &str,
        rules: &[(String, String)],
    ) -> Result<(), Fault> {
        let (hello, ready) = match spec.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ugi => ("ugi", "ugiok"),
        };
        self.send(hello)?;
        self.wait_for(hello, |line| (line == ready).then_some(()))?;
        self.complaint = None;
        let own = spec.options.iter();
        self.send(&format!("setoption name UCI_Variant value {variant}"))?;
        for (name, value) in rules.iter().chain(own) {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.wait_until_ready()?;
        self.complaint.take().map_or(Ok(()), |complaint| Err(Fault::Refusal(complaint)))
    }

    /// Announces a new game.
    pub(super) fn new_game(&mut self, spec: &EngineSpec) -> Result<(), Fault> {
        self.send(match spec.dialect {
            Dialect::Uci => "ucinewgame",
            Dialect::Ugi => "uginewgame",
        })?;
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<(), Fault> {
        self.send("isready")?;
        self.wait_for("isready", |line| (line == "readyok").then_some(()))
    }

    /// Sends `position` and `go` and waits for the move: a time of grace longer than
    /// `longest`, or as long as the engine gives signs of life.
    pub(super) fn search(
        &mut self,
        position: &str,
        go: &str,
        longest: Option<Duration>,
    ) -> Result<Answer, Fault> {
        self.send(position)?;
        self.wait_until_ready()?;
        let started = Instant::now();
        self.send(go)?;
        let mut score = None;
        let (silence, whole) = match longest {
            Some(longest) => (longest + PATIENCE, longest + PATIENCE),
            None => (PATIENCE, LONGEST_SEARCH),
        };
        let best = self.wait_within(go, silence, whole, |line| {
            score = told_score(line).or(score);
            let rest = line.strip_prefix("bestmove")?;
            Some(rest.split_ascii_whitespace().next().unwrap_or_default().to_owned())
        })?;
        Ok(Answer { best, score, spent: started.elapsed() })
    }

    /// The last lines that the engine wrote, oldest first.
    pub(super) fn last_lines(&self) -> Vec<String> {
        self.recent.iter().cloned().collect()
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        let sent = self.input.write_all(format!("{line}\n").as_bytes());
        sent.and_then(|()| self.input.flush()).map_err(|_| self.crash())
    }

    /// The first value that `find` gives for a line of the engine.
    fn wait_for<T>(
        &mut self,
        question: &str,
        find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        self.wait_within(question, PATIENCE, PATIENCE, find)
    }

    /// The same, with at most `silence` between two lines and `whole` for all.
    fn wait_within<T>(
        &mut self,
        question: &str,
        silence: Duration,
        whole: Duration,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let end = Instant::now() + whole;
        loop {
            let deadline = end.min(Instant::now() + silence);
            let line = match self
                .lines
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Fault::NoAnswer(question.to_owned())),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            };
            if line.starts_with("info string error") {
                self.complaint.get_or_insert_with(|| cut(&line, LONGEST_COMPLAINT));
            }
            let found = find(&line);
            if self.recent.len() == KEPT {
                self.recent.pop_front();
            }
            self.recent.push_back(cut(&line, LONGEST_KEPT));
            if let Some(found) = found {
                return Ok(found);
            }
        }
    }

    fn crash(&mut self) -> Fault {
        // The pipe may close a moment before the process is gone.
        let status = self.wait_for_end();
        Fault::Crash(
            status.map_or_else(|| "its pipe is closed".to_owned(), |status| status.to_string()),
        )
    }

    fn wait_for_end(&mut self) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + LAST_WORDS;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.send("quit");
        if self.wait_for_end().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Hands on the lines of an engine until it closes its output or nobody listens.
fn read_lines(output: impl Read, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// The score of a decided game.
const DECIDED: i32 = 30_000;

/// The score of an `info` line, in hundredths of a piece.
fn told_score(line: &str) -> Option<i32> {
    let (_, score) = line.strip_prefix("info ")?.split_once("score ")?;
    let mut words = score.split_ascii_whitespace();
    let kind = words.next()?;
    let amount: i32 = words.next()?.parse().ok()?;
    match kind {
        "cp" => Some(amount),
        "mate" if amount > 0 => Some(DECIDED),
        "mate" => Some(-DECIDED),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_from_info_lines() {
        assert_eq!(told_score("info depth 3 score cp -12 nodes 9"), Some(-12));
        assert_eq!(told_score("info depth 3 score mate 4 nodes 9"), Some(DECIDED));
        assert_eq!(told_score("info depth 3 score mate -4"), Some(-DECIDED));
        assert_eq!(told_score("info string score of the game"), None);
        assert_eq!(told_score("bestmove A"), None);
    }

    #[test]
    fn lines_are_cut_and_made_readable() {
        let (sender, lines) = mpsc::sync_channel(9);
        let long = vec![b'x'; LONGEST_LINE as usize + 3];
        let text = [b" a\r\n\xff\n", long.as_slice()].concat();
        read_lines(text.as_slice(), &sender);
        drop(sender);
        let lines: Vec<String> = lines.iter().collect();
        assert_eq!(lines[..2], ["a", "\u{fffd}"]);
        assert_eq!((lines.len(), lines[3].as_str()), (4, "xxx"));
    }
}
