//! A position as a drawing program wants it: geometry, pieces, moves.

use serde::Serialize;

/// All that a program needs to draw a position and to turn clicks into moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// The name of the variant.
    pub variant: &'static str,
    /// Names of the players, seat 1 first.
    pub players: Vec<&'static str>,
    /// The seat that moves next, from 1.
    pub turn: u8,
    /// The points of the board.
    pub points: Vec<Point>,
    /// Lines between points.
    pub lines: Vec<[String; 2]>,
    /// What stands on the points; on one point, bottom first.
    pub pieces: Vec<Piece>,
    /// Pieces in hand by seat.
    pub hands: Option<Vec<u32>>,
    /// The game's own score by seat.
    pub scores: Option<Vec<u32>>,
    /// The move that led to the position.
    pub last: Option<String>,
    /// The legal moves, in ASCII order.
    pub legal: Vec<LegalMove>,
}

/// A point of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Its name in moves.
    pub name: String,
    /// Distance to the right; neighbours are about 1 apart.
    pub x: f64,
    /// Distance upwards.
    pub y: f64,
    /// How to draw it.
    pub shape: Shape,
    /// How to colour it.
    pub shade: Shade,
}

/// The form of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A square of side 1.
    Square,
    /// A hexagon with two vertical sides, 1 wide.
    Hex,
    /// A house or store of a mancala board.
    Pit,
    /// A crossing of lines.
    Point,
}

/// The colour of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shade {
    /// A plain light point.
    Light,
    /// A plain dark point.
    Dark,
    /// A throne, castle or other marked point.
    Throne,
    /// A white field.
    White,
    /// A black field.
    Black,
    /// A red field.
    Red,
}

/// A piece on a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The name of the point.
    pub at: String,
    /// The seat that owns it, from 1; `None` for pieces that belong to nobody.
    pub owner: Option<u8>,
    /// What it is, in a word.
    pub kind: &'static str,
    /// A letter to draw it with.
    pub glyph: char,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// Its canonical text.
    #[serde(rename = "move")]
    pub text: String,
    /// The points that it passes, from the first to the last; a drop: its point.
    pub points: Vec<String>,
}
