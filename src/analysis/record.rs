//! What is told of a line of input.

use crate::{
    game::Outcome,
    search::{Score, WinDrawLoss},
};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{fmt, time::Duration};

/// What a record repeats of its line.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Echo {
    /// The number of the line.
    pub line: u64,
    /// What the line calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// The variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Rule options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Map<String, Value>>,
    /// Where the moves begin: a FEN or `startpos`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves from there on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// What kind of thing is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is no text, or too long.
    Text,
    /// It is no JSON of the form that is read.
    Json,
    /// There is no such variant.
    Variant,
    /// The variant has no such option, or the option not that value.
    Option,
    /// The FEN is wrong.
    Fen,
    /// A move is not legal.
    Move,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Variant => "variant",
            Self::Option => "option",
            Self::Fen => "fen",
            Self::Move => "move",
        })
    }
}

/// Why a line has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// What kind of thing is wrong.
    pub kind: Kind,
    /// What is wrong, in words.
    pub message: String,
}

impl Complaint {
    pub(super) fn new(kind: Kind, message: impl fmt::Display) -> Self {
        Self { kind, message: message.to_string() }
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The move to play; `None` if the game is over.
    pub best: Option<String>,
    /// The lines of play, best first; never empty.
    pub lines: Vec<Line>,
    /// The plies of the last iteration that counts.
    pub depth: u32,
    /// The deepest line looked at in it.
    pub selective_depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// How the game has ended.
    pub outcome: Option<Outcome>,
    /// How long it took, setting up included.
    pub time: Duration,
}

/// A line of play with its value for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its score.
    pub score: Score,
    /// How likely each outcome is, in games of two players.
    pub chances: Option<WinDrawLoss>,
    /// Its moves; empty only if the game is over.
    pub moves: Vec<String>,
}
