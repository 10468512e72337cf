//! What is counted of a position.

use super::board::{Board, Kind, around};
use super::geometry::{EAST, NORTH, SIDE, bit, ring, shift, squares};
use super::threats::Threats;
use crate::game::Seat;

/// The features of one side.
pub(super) const SIDE_FEATURES: usize = 43;

/// The kinds of pieces in the order of the features; kings always are as many.
pub(super) const COUNTED: [Kind; 6] = [
    Kind::Pawn,
    Kind::Withdrawer,
    Kind::Coordinator,
    Kind::Immobilizer,
    Kind::Chameleon,
    Kind::Leaper,
];

/// The ranks whose numbers from 0 have the bits 1, 2 and 4: counts on them, times these,
/// add up to ranks advanced.
const RANKS: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];

/// The files, then the ranks, that are at least one, two and three steps from the edge.
const INSIDE: [u64; 6] = [
    0x7e7e_7e7e_7e7e_7e7e,
    0x3c3c_3c3c_3c3c_3c3c,
    0x1818_1818_1818_1818,
    0x00ff_ffff_ffff_ff00,
    0x0000_ffff_ffff_0000,
    0x0000_00ff_ff00_0000,
];

/// What the sides could do.
struct Position<'a> {
    board: &'a Board,
    /// By seat.
    threats: [Threats; 2],
    /// The men on the board.
    men: i32,
}

/// What is counted of `seat` minus what is counted of the other side.
pub(super) fn features(board: &Board, seat: Seat) -> [i32; SIDE_FEATURES] {
    let threats = [Threats::new(board, Seat::ONE), Threats::new(board, Seat::TWO)];
    let position = Position { board, threats, men: count(board.occupied()) };
    let mut features = position.side(seat);
    for (feature, enemy) in features.iter_mut().zip(position.side(seat.other())) {
        *feature -= enemy;
    }
    features
}

impl Position<'_> {
    /// What is counted of one side.
    fn side(&self, seat: Seat) -> [i32; SIDE_FEATURES] {
        let board = self.board;
        let own = board.side(seat);
        let pawns = board.of(seat, Kind::Pawn);
        let paralysed = board.paralysed(seat);
        let threatened = self.threats[seat.other().index() % 2].victims;
        let king = board.king(seat);
        let enemy_king = board.king(seat.other());
        let immobilizer = board.of(seat, Kind::Immobilizer);
        let men = |kind| count(board.of(seat, kind));
        let weighed = |kind| men(kind) * self.men;
        let moves = |kind| self.threats[seat.index() % 2].moves[kind as usize] as i32;
        let held = |kind| count(paralysed & board.of(seat, kind));
        let hanging = |kind| count(threatened & board.of(seat, kind));
        let advanced = |kind| advanced(board.of(seat, kind), seat);
        let inside = |kind| inside(board.of(seat, kind));
        [
            men(Kind::Pawn),
            men(Kind::Withdrawer),
            men(Kind::Coordinator),
            men(Kind::Immobilizer),
            men(Kind::Chameleon),
            men(Kind::Leaper),
            weighed(Kind::Pawn),
            weighed(Kind::Withdrawer),
            weighed(Kind::Coordinator),
            weighed(Kind::Immobilizer),
            weighed(Kind::Chameleon),
            weighed(Kind::Leaper),
            moves(Kind::Withdrawer),
            moves(Kind::Immobilizer),
            moves(Kind::Chameleon),
            held(Kind::Pawn),
            held(Kind::Withdrawer),
            held(Kind::Coordinator),
            held(Kind::Immobilizer),
            held(Kind::Chameleon),
            held(Kind::Leaper),
            held(Kind::King),
            hanging(Kind::Pawn),
            hanging(Kind::Withdrawer),
            hanging(Kind::Coordinator),
            hanging(Kind::Immobilizer),
            hanging(Kind::Chameleon),
            hanging(Kind::Leaper),
            hanging(Kind::King),
            (count(threatened & !pawns) - 1).max(0),
            count(threatened & paralysed & pawns),
            count(threatened & paralysed & !pawns),
            count(ring(king) & !board.occupied()),
            count(around(bit(king)) & own & !pawns),
            advanced(Kind::Withdrawer),
            advanced(Kind::Immobilizer),
            inside(Kind::King),
            inside(Kind::Immobilizer),
            inside(Kind::Chameleon),
            distances(immobilizer, bit(enemy_king)),
            distances(immobilizer, board.of(seat.other(), Kind::Leaper)),
            count(pawns & shift(pawns, EAST)),
            count(pawns & shift(pawns, NORTH)),
        ]
    }
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The ranks that the pieces of a set are from their side's first one, all together.
fn advanced(pieces: u64, seat: Seat) -> i32 {
    let pieces = if seat == Seat::ONE { pieces } else { pieces.swap_bytes() };
    RANKS.into_iter().zip([1, 2, 4]).map(|(ranks, steps)| steps * count(pieces & ranks)).sum()
}

/// The steps that the pieces of a set are from the edges, by file and by rank, all
/// together.
fn inside(set: u64) -> i32 {
    INSIDE.into_iter().map(|squares| count(set & squares)).sum()
}

/// The king's steps from the squares of one set to those of the other, all together.
fn distances(from: u64, to: u64) -> i32 {
    let steps = |one: usize, other: usize| {
        (one % SIDE).abs_diff(other % SIDE).max((one / SIDE).abs_diff(other / SIDE)) as i32
    };
    squares(from).map(|one| squares(to).map(|other| steps(one, other)).sum::<i32>()).sum()
}
