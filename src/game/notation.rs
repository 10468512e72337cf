//! How positions and moves are written and shown.

use super::{FenError, Game, OptionSpec, OptionValues, Piece, Point};

/// Texts and drawings of a game, in and out.
pub trait Notation: Game {
    /// The variants of the game; the first is the default one.
    const VARIANTS: &'static [VariantInfo];

    /// The rule options of the game.
    const OPTIONS: &'static [OptionSpec];

    /// The rules of one of [`VARIANTS`](Self::VARIANTS) with the given settings of
    /// [`OPTIONS`](Self::OPTIONS).
    fn rules_from(variant: &VariantInfo, values: &OptionValues) -> Self::Rules;

    /// Reads a position.
    ///
    /// # Errors
    /// Says which field is wrong, where, and what was expected. Accepts every
    /// possible position, reachable or not, also one in which the game is over.
    fn from_fen(rules: Self::Rules, fen: &str) -> Result<Self, FenError>;

    /// The position as text; [`from_fen`](Self::from_fen) reads it back.
    fn fen(&self) -> String;

    /// The canonical text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// The legal move that `text` means, in any of the ways that the notation
    /// allows.
    fn parse_move(&self, text: &str) -> Option<Self::Move> {
        self.moves().into_iter().find(|&mv| self.move_text(mv) == text)
    }

    /// Cuts a word of a move list into single moves, for notations that write
    /// them without blanks between.
    fn split_moves(word: &str) -> Vec<&str> {
        vec![word]
    }

    /// The points of the board with places to draw them at, x to the right and y
    /// upwards, neighbours about 1 apart.
    fn points(rules: Self::Rules) -> Vec<Point>;

    /// The lines to draw between points of the board, by name.
    fn lines(rules: Self::Rules) -> Vec<[String; 2]>;

    /// Everything that stands on the board; on a point that holds several
    /// pieces, bottom first.
    fn pieces(&self) -> Vec<Piece>;

    /// Pieces in hand by seat, in games that have hands.
    fn hands(&self) -> Option<Vec<u32>> {
        None
    }

    /// The game's own score by seat, in games that keep one. `over`: the game has
    /// ended here, and whatever the end itself brings is counted.
    fn scores(&self, over: bool) -> Option<Vec<u32>> {
        let _ = over;
        None
    }

    /// The points that a legal move passes, from the first to the last.
    fn move_points(&self, mv: Self::Move) -> Vec<String>;

    /// The board drawn in ASCII with coordinates; several lines, none empty, the
    /// last without a line break.
    fn drawing(&self) -> String;

    /// The name of a player, such as `White`.
    fn seat_name(&self, seat: super::Seat) -> &'static str;

    /// The complete rules as text, with the settings in force.
    fn rules_text(rules: Self::Rules) -> String;

    /// The same position seen by the other side, where the rules are the same for
    /// both.
    fn flipped(&self) -> Option<Self> {
        None
    }
}

/// What is known of a variant without opening it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// The value of `UCI_Variant`.
    pub name: &'static str,
    /// Number of players.
    pub players: u8,
    /// The board in a few words.
    pub board: &'static str,
    /// The variant in one line.
    pub summary: &'static str,
    /// Files of the smallest rectangle around the board.
    pub files: u8,
    /// Ranks of the smallest rectangle around the board.
    pub ranks: u8,
    /// Positions of the fixed bench, as FENs.
    pub bench: &'static [&'static str],
    /// The depth of the fixed bench, in plies.
    pub bench_depth: u32,
}
