//! What every game is made of.
//!
//! A game is a type that implements three traits: [`Game`] (the rules),
//! [`Heuristics`] (what a search wants to know) and [`Notation`] (how people and
//! programs write positions and moves). States are small values: a move is made
//! by copying the state and calling [`Game::apply`] on the copy, and there is no
//! unmake.
//!
//! Nothing here knows of a search or of a protocol.

mod bitset;
mod endgames;
mod fen;
pub mod grid;
mod hash;
mod heuristics;
mod history;
pub mod linear;
mod notation;
mod options;
mod perft;
mod quiet;
pub mod ranking;
mod seat;
mod view;

pub use bitset::{BitSet, nth_bit};
pub use endgames::{Count, Endgames, Points};
pub use fen::{FenError, Field, counters, fen_fields, number, rank_text, ranks, ranks_of_columns};
pub use hash::{mix, zobrist_keys};
pub use heuristics::{Chances, Heuristics, Term, Tuning};
pub use history::History;
pub use notation::{Notation, VariantInfo};
pub use options::{OptionError, OptionKind, OptionSpec, OptionValues};
pub use perft::{divide, perft};
pub use quiet::QuietRule;
pub use seat::{Outcome, Seat};
pub use view::{Board, LegalMove, Piece, Point, Shade, Shape};

use std::fmt::Debug;

/// The rules of a game: its positions, its moves and its ends.
///
/// A value of the type is one position, with everything in it that the rules
/// look at except the earlier positions; repetition is the business of
/// [`History`].
pub trait Game: Clone + Send + Sync + 'static {
    /// One move as it goes over the wire, chains and captures included.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The rule options in force; they go with a position for its whole life.
    type Rules: Copy + Debug + Send + Sync + 'static;

    /// Number of players.
    const SEATS: u8;

    /// The occurrence of a position that ends the game (2: the first return,
    /// 3: the second), or `None` where repetition means nothing.
    const REPETITIONS: Option<u32>;

    /// The fewest plies after which a position can come again.
    const SHORTEST_CYCLE: usize;

    /// What becomes of a game in which nothing happens for many plies.
    const QUIET: QuietRule = QuietRule::Ignored;

    /// The start position.
    fn start(rules: Self::Rules) -> Self;

    /// The rule options that this position is played under.
    fn rules(&self) -> Self::Rules;

    /// The player who moves next, or who would if the game were not over.
    fn turn(&self) -> Seat;

    /// The plies in which nothing has happened, of a game that [counts](Self::QUIET) them.
    fn quiet(&self) -> u32 {
        0
    }

    /// Sets what [`quiet`](Self::quiet) tells.
    fn set_quiet(&mut self, plies: u32) {
        let _ = plies;
    }

    /// Appends every legal move to `moves`, each result once, in an order that
    /// depends on the position alone. Appends nothing exactly when
    /// [`outcome`](Self::outcome) is `Some`.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// The number of moves that [`legal_moves`](Self::legal_moves) would append.
    fn count_legal_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// The legal move with the number that `choose` gives: it is asked for a number
    /// below that of the legal moves. Each number means a move of its own, in an order
    /// that need not be that of [`legal_moves`](Self::legal_moves). `None`, and nothing
    /// is asked, if there is no legal move.
    ///
    /// A random game needs one move and not the list. `room` is for moves that have to
    /// be listed nevertheless; what is in it before and after does not matter.
    fn choose_move(
        &self,
        room: &mut Vec<Self::Move>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Self::Move> {
        room.clear();
        self.legal_moves(room);
        if room.is_empty() { None } else { room.get(choose(room.len())).copied() }
    }

    /// Plays a legal move. The result of any other move is unspecified, but it
    /// does not panic in release builds.
    fn apply(&mut self, mv: Self::Move);

    /// How the game has ended by the position alone, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// How the game ends if this position has just been repeated often enough.
    fn repetition_outcome(&self) -> Outcome;

    /// Equal for two positions exactly when the repetition rule calls them the
    /// same (up to collisions of 64 bits).
    fn key(&self) -> u64;

    /// Like [`key`](Self::key), and different also where anything else changes
    /// the value of the position: stores, counters near their limit.
    fn search_key(&self) -> u64 {
        self.key()
    }

    /// Whether no position from before `mv` can come again after it.
    fn is_irreversible(&self, mv: Self::Move) -> bool;

    /// The legal moves in a vector of their own.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves
    }

    /// A copy of the position after `mv`.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.apply(mv);
        next
    }
}
