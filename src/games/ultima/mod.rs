//! Ultima, or Baroque chess (Robert Abbott, 1962): pieces that move alike and
//! capture each in its own way.
//!
//! A move is given by its two squares: what it captures follows from the position.
//! `docs/games/ultima.md` has the rules.

mod board;
mod captures;
mod danger;
mod eval;
mod features;
mod geometry;
mod moves;
mod notation;
#[cfg(test)]
mod tests;
mod threats;

use crate::game::{Game, Outcome, QuietRule, Seat, mix, zobrist_keys};
use board::{Board, KINDS, Kind};
use geometry::{SQUARES, squares};

/// Plies without a capture or a suicide that end a game.
const QUIET_LIMIT: u32 = 100;

/// From so many quiet plies on, the limit is near enough to matter for the value of
/// a position.
const QUIET_MATTERS: u32 = 60;

/// By seat, kind and square, in one row.
static PIECE_KEYS: [u64; 2 * KINDS * SQUARES] = zobrist_keys(0x0075_6c74_696d_6131);

/// In the key where the second player is to move.
const TURN_KEY: u64 = mix(0x0075_6c74_696d_6132);

/// A position of Ultima.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ultima {
    board: Board,
    /// The hash key of the board and the side to move.
    key: u64,
    /// Plies since the last capture or suicide.
    quiet: u32,
    /// The number of the move, from 1, two plies each.
    number: u32,
    turn: Seat,
    array: Array,
}

/// The array that a game begins from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// Black's army is White's, turned by half a turn.
    Turned,
    /// Kings and withdrawers stand as kings and queens do in chess.
    Chess,
}

/// A move: the square that a piece comes from, and the one that it goes to. They are
/// the same where the piece is taken off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    #[inline]
    const fn new(from: usize, to: usize) -> Self {
        Self { from: from as u8, to: to as u8 }
    }

    #[inline]
    const fn from(self) -> usize {
        self.from as usize
    }

    #[inline]
    const fn to(self) -> usize {
        self.to as usize
    }

    #[inline]
    const fn is_suicide(self) -> bool {
        self.from == self.to
    }
}

/// The hash key of a piece on a square.
#[inline]
fn piece_key(seat: Seat, kind: Kind, square: usize) -> u64 {
    PIECE_KEYS[(seat.index() % 2 * KINDS + kind as usize) * SQUARES + square % SQUARES]
}

/// The hash key of a position, made anew.
fn key(board: &Board, turn: Seat) -> u64 {
    let side = if turn == Seat::ONE { 0 } else { TURN_KEY };
    squares(board.occupied())
        .filter_map(|square| board.piece_at(square).map(|piece| (square, piece)))
        .fold(side, |key, (square, (seat, kind))| key ^ piece_key(seat, kind, square))
}

impl Ultima {
    /// Whether the game is over for want of captures.
    #[inline]
    const fn is_quiet_limit(&self) -> bool {
        self.quiet >= QUIET_LIMIT
    }

    /// The enemies that a move of the side to move captures.
    #[inline]
    fn captured(&self, mv: Move) -> u64 {
        self.board.captured(self.turn, self.board.kind_at(mv.from()), mv)
    }
}

impl Game for Ultima {
    type Move = Move;
    type Rules = Array;

    const SEATS: u8 = 2;
    const REPETITIONS: Option<u32> = Some(3);
    /// Each side moves a piece, and moves it back.
    const SHORTEST_CYCLE: usize = 4;
    const QUIET: QuietRule = QuietRule::Draws { limit: QUIET_LIMIT, lasting: true };

    fn start(array: Array) -> Self {
        let board = notation::start(array);
        let turn = Seat::ONE;
        Self { board, key: key(&board, turn), quiet: 0, number: 1, turn, array }
    }

    fn rules(&self) -> Array {
        self.array
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }

    fn set_quiet(&mut self, plies: u32) {
        self.quiet = plies;
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if !self.is_quiet_limit() {
            self.generate(moves);
        }
    }

    fn count_legal_moves(&self) -> u64 {
        if self.is_quiet_limit() { 0 } else { self.count().into() }
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        let kind = self.board.kind_at(mv.from());
        let captured = self.board.captured(self.turn, kind, mv);
        for square in squares(captured) {
            self.key ^= piece_key(self.turn.other(), self.board.kind_at(square), square);
        }
        self.key ^= piece_key(self.turn, kind, mv.from()) ^ TURN_KEY;
        if !mv.is_suicide() {
            self.key ^= piece_key(self.turn, kind, mv.to());
        }
        self.board.play(self.turn, kind, mv, captured);
        let irreversible = captured != 0 || mv.is_suicide();
        self.quiet = if irreversible { 0 } else { self.quiet.saturating_add(1) };
        self.number = self.number.saturating_add(u32::from(self.turn == Seat::TWO));
        self.turn = self.turn.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.count() == 0 {
            let reason = if self.board.in_check(self.turn) { "mate" } else { "stalemate" };
            Some(Outcome::win(self.turn.other(), reason))
        } else if self.is_quiet_limit() {
            Some(Outcome::draw("quiet"))
        } else {
            None
        }
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::draw("repetition")
    }

    fn key(&self) -> u64 {
        self.key
    }

    /// The quiet plies decide the value once the limit can be seen.
    fn search_key(&self) -> u64 {
        if self.quiet < QUIET_MATTERS { self.key } else { self.key ^ mix(self.quiet.into()) }
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        mv.is_suicide() || self.captured(mv) != 0
    }
}
