//! The talk with an engine.

use super::{
    fault::{Failure, Fault},
    process::Process,
    time_control::TimeControl,
};
use crate::{protocol::Dialect, text::cut};
use std::{
    path::PathBuf,
    process::Command,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

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

/// Time for a search without a limit of time, in which the engine has to say something
/// as often as the match wants it.
const LONGEST_SEARCH: Duration = Duration::from_secs(24 * 3600);
/// How much is shown of what an engine has said against a setting, in characters.
const LONGEST_COMPLAINT: usize = 200;

/// What a match asks of each engine that it starts.
#[derive(Clone, Debug)]
pub(super) struct Surroundings {
    /// The name of the variant.
    pub(super) variant: &'static str,
    /// The rule options.
    pub(super) rules: Vec<(String, String)>,
    /// Time for an answer that takes no search, and beyond the time that a search may
    /// take.
    pub(super) patience: Duration,
    /// Whether engines are to name the replies that they would ponder on.
    pub(super) ponder: bool,
    /// Ends all waiting.
    pub(super) interrupt: Arc<AtomicBool>,
}

/// A running engine.
pub(super) struct Engine {
    process: Process,
    patience: Duration,
    /// The first refusal of a setting, as the engine said it.
    complaint: Option<String>,
    /// The `position` that it ponders on.
    pondering: Option<String>,
}

/// What an engine has answered to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) best: String,
    /// The reply that it would ponder on.
    pub(super) reply: Option<String>,
    /// The last score that it told of its best line, in hundredths of a piece.
    pub(super) score: Option<i32>,
    /// The depth of that line.
    pub(super) depth: Option<u32>,
    pub(super) spent: Duration,
}

impl Engine {
    /// Starts the engine and tells it the variant and its options.
    pub(super) fn start(spec: &EngineSpec, surroundings: &Surroundings) -> Result<Self, Failure> {
        let mut command = Command::new(&spec.program);
        command
            .args(&spec.arguments)
            .envs(spec.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &spec.folder {
            if !folder.is_dir() {
                let folder = folder.display();
                return Err(Fault::NoStart(format!("there is no folder {folder}")).into());
            }
            command.current_dir(folder);
        }
        let process = Process::start(command, Arc::clone(&surroundings.interrupt))
            .map_err(|error| Fault::NoStart(format!("{}: {error}", spec.program.display())))?;
        let patience = surroundings.patience;
        let mut engine = Self { process, patience, complaint: None, pondering: None };
        engine.greet(spec, surroundings)?;
        Ok(engine)
    }

    fn greet(&mut self, spec: &EngineSpec, surroundings: &Surroundings) -> Result<(), Failure> {
        let (hello, ready) = match spec.dialect {
            Dialect::Uci => ("uci", "uciok"),
            Dialect::Ugi => ("ugi", "ugiok"),
        };
        self.process.say(hello);
        let mut ponders = false;
        self.wait_for(hello, |line| {
            ponders |= line.starts_with("option name Ponder type check");
            (line == ready).then_some(())
        })?;
        self.complaint = None;
        self.process.say(&format!("setoption name UCI_Variant value {}", surroundings.variant));
        if surroundings.ponder && ponders {
            self.process.say("setoption name Ponder value true");
        }
        for (name, value) in surroundings.rules.iter().chain(&spec.options) {
            self.process.say(&format!("setoption name {name} value {value}"));
        }
        self.wait_until_ready()?;
        self.complaint.take().map_or(Ok(()), |complaint| Err(Fault::Refusal(complaint).into()))
    }

    /// Announces a new game.
    pub(super) fn new_game(&mut self, spec: &EngineSpec) -> Result<(), Failure> {
        self.stop_pondering()?;
        self.process.say(match spec.dialect {
            Dialect::Uci => "ucinewgame",
            Dialect::Ugi => "uginewgame",
        });
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<(), Failure> {
        self.process.say("isready");
        self.wait_for("isready", |line| (line == "readyok").then_some(()))
    }

    /// Sends `position` and `go`, or `ponderhit` if that is what the engine ponders on,
    /// and waits for the move: a time of grace longer than `longest`, or as long as the
    /// engine gives signs of life.
    pub(super) fn search(
        &mut self,
        position: &str,
        go: &str,
        longest: Option<Duration>,
    ) -> Result<Answer, Failure> {
        let foreseen = self.pondering.as_deref() == Some(position);
        if foreseen {
            self.pondering = None;
        } else {
            self.stop_pondering()?;
            self.process.say(position);
            self.wait_until_ready()?;
        }
        let started = Instant::now();
        self.process.say(if foreseen { "ponderhit" } else { go });
        let (silence, whole) = match longest {
            Some(longest) => (longest + self.patience, longest + self.patience),
            None => (self.patience, LONGEST_SEARCH),
        };
        let (mut score, mut depth) = (None, None);
        let (best, reply) = self.wait_within(go, silence, whole, |line| {
            if let Some(told) = told_score(line) {
                (score, depth) = (Some(told), told_depth(line));
            }
            let mut words = line.strip_prefix("bestmove")?.split_ascii_whitespace();
            let best = words.next().unwrap_or_default().to_owned();
            let reply = words.next().filter(|&word| word == "ponder").and(words.next());
            Some((best, reply.map(str::to_owned)))
        })?;
        let spent = started.elapsed();
        if best.is_empty() {
            return Err(Fault::BrokenLine("there is no move after 'bestmove'".to_owned()).into());
        }
        Ok(Answer { best, reply, score, depth, spent })
    }

    /// Lets the engine think while another player does. `go`: what it would be told if
    /// `position` were to come.
    pub(super) fn ponder(&mut self, position: String, go: &str) {
        self.process.say(&position);
        self.process.say(&go.replacen("go", "go ponder", 1));
        self.pondering = Some(position);
    }

    fn stop_pondering(&mut self) -> Result<(), Failure> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        self.process.say("stop");
        self.wait_for("stop", |line| line.strip_prefix("bestmove").map(|_| ()))
    }

    /// The last lines that the engine wrote, oldest first, and those on its standard
    /// error.
    pub(super) fn last_words(&self) -> (Vec<String>, Vec<String>) {
        (self.process.last_lines(), self.process.last_errors())
    }

    /// The first value that `find` gives for a line of the engine.
    fn wait_for<T>(
        &mut self,
        question: &str,
        find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        self.wait_within(question, self.patience, self.patience, find)
    }

    /// The same, with at most `silence` between two lines and `whole` for all.
    fn wait_within<T>(
        &mut self,
        question: &str,
        silence: Duration,
        whole: Duration,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let end = Instant::now() + whole;
        loop {
            let deadline = end.min(Instant::now() + silence);
            let Some(line) = self.process.hear(deadline)? else {
                return Err(Fault::NoAnswer(cut(question, LONGEST_COMPLAINT)).into());
            };
            if line.starts_with("info string error") {
                self.complaint.get_or_insert_with(|| cut(&line, LONGEST_COMPLAINT));
            }
            if let Some(found) = find(&line) {
                return Ok(found);
            }
            if Instant::now() > end {
                return Err(Fault::NoAnswer(cut(question, LONGEST_COMPLAINT)).into());
            }
        }
    }
}

/// The score of a decided game.
const DECIDED: i32 = 30_000;

/// What follows `key` in an `info` line.
fn told<'a>(line: &'a str, key: &str) -> impl Iterator<Item = &'a str> {
    let words = line.strip_prefix("info ").unwrap_or_default().split_ascii_whitespace();
    // Behind these words a line says what it likes.
    let mut words = words.take_while(|&word| word != "string" && word != "pv");
    let _ = words.find(|&word| word == key);
    words
}

/// The score of an `info` line about the best line of play, in hundredths of a piece.
fn told_score(line: &str) -> Option<i32> {
    if told(line, "multipv").next().is_some_and(|rank| rank != "1") {
        return None;
    }
    let mut words = told(line, "score");
    let kind = words.next()?;
    let amount: i32 = words.next()?.parse().ok()?;
    match kind {
        "cp" => Some(amount),
        "mate" if amount > 0 => Some(DECIDED),
        "mate" => Some(-DECIDED),
        _ => None,
    }
}

fn told_depth(line: &str) -> Option<u32> {
    told(line, "depth").next()?.parse().ok()
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
        assert_eq!(told_score("info string score cp 4"), None);
        assert_eq!(told_score("info depth 3 multipv 1 score cp 9 pv A"), Some(9));
        assert_eq!(told_score("info depth 3 multipv 2 score cp 7 pv A"), None);
        assert_eq!(told_score("bestmove A"), None);
        assert_eq!(told_depth("info depth 31 seldepth 40 score cp 9 pv depth 7"), Some(31));
        assert_eq!(told_depth("info score cp 9 pv depth 7"), None);
    }
}
