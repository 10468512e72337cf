//! What is kept of a game.

use super::{fault::Fault, openings::Opening};
use serde::{Deserialize, Serialize};

/// A game from its opening to its end, as a line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game in the match, from 0.
    pub number: usize,
    /// The day on which it began, in universal time, as `2026-01-31`.
    #[serde(default)]
    pub date: String,
    /// The variant.
    pub variant: String,
    /// The rule options that were set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The names of the players, by seat.
    pub players: Vec<String>,
    /// What ended the searches of each seat.
    #[serde(default)]
    pub limits: Vec<String>,
    /// The options of each seat's engine, `NAME=VALUE`.
    #[serde(default)]
    pub settings: Vec<Vec<String>>,
    /// How the game began.
    pub opening: Opening,
    /// The moves that the players made after it.
    pub moves: Vec<String>,
    /// The score that the mover told with each move, in hundredths of a piece;
    /// 30000 for a game that he thinks won, -30000 for a lost one.
    pub scores: Vec<Option<i32>>,
    /// The depth that the mover told with it, in plies.
    #[serde(default)]
    pub depths: Vec<Option<u32>>,
    /// The time that each move took, in milliseconds.
    pub times: Vec<u64>,
    /// `p1win`, `p2win`, `p3win` or `draw`.
    pub result: String,
    /// Why the game ended: the word of the rules, or what a player did wrong.
    pub reason: String,
    /// What the game is worth to each seat, 1 in all: a draw is shared by those who are
    /// not out, and nothing goes to who has committed a fault.
    pub points: Vec<f64>,
    /// The players by their numbers in the match, by seat.
    #[serde(skip)]
    pub seating: Vec<usize>,
    /// What a player did wrong, if that ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offence: Option<Offence>,
}

/// A game that a player lost by what he did outside of its rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offence {
    /// The name of the player.
    pub player: String,
    /// What he did.
    pub fault: Fault,
    /// The last lines that he wrote, oldest first.
    pub last_lines: Vec<String>,
    /// The same of his standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_errors: Vec<String>,
}
