//! What engines do wrong.

use serde::{Deserialize, Serialize};
use thiserror::Error;

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
    /// It wrote a line that cannot be read.
    #[error("its line is broken: {0}")]
    BrokenLine(String),
    /// It wrote more than anybody wants to know.
    #[error("it floods its {0}")]
    Flood(String),
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
            Self::BrokenLine(_) => "broken-line",
            Self::Flood(_) => "flood",
            Self::IllegalMove(_) => "illegal-move",
            Self::TimeLoss { .. } => "time-loss",
        }
    }
}

/// Why an engine gave no answer that a game can go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// By its own fault.
    Fault(Fault),
    /// The match was interrupted meanwhile.
    Interrupted,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
