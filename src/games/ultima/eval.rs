//! What a position of Ultima is worth.

use super::board::{Board, Kind, around};
use super::geometry::{EAST, NORTH, SIDE, SQUARES, bit, ring, shift, squares};
use super::{Move, Ultima};
use crate::game::{Game, Heuristics, Outcome, Seat, Term, Tuning};

/// A row of the table of weights.
struct Weight {
    name: &'static str,
    /// Hundredths of a pawn for one.
    weight: i32,
}

const fn weight(name: &'static str, weight: i32) -> Weight {
    Weight { name, weight }
}

/// The features of one side, of which the other side's are subtracted.
const SIDE_FEATURES: usize = 18;

const FEATURES: usize = SIDE_FEATURES + 1;

/// By feature, in the order of [`Ultima::features`].
const WEIGHTS: [Weight; FEATURES] = [
    weight("pawns", 100),
    weight("withdrawers", 250),
    weight("coordinators", 350),
    weight("immobilizers", 800),
    weight("chameleons", 400),
    weight("leapers", 500),
    weight("moves of pawns", 3),
    weight("moves of pieces", 3),
    weight("paralysed pawns", -15),
    weight("paralysed pieces", -60),
    weight("the king paralysed", -80),
    weight("own pieces next to the king", 8),
    weight("enemy pieces near the king", -15),
    weight("ranks that the king is advanced", -5),
    weight("pawns on the own half", 6),
    weight("files with pawns", 8),
    weight("pawns side by side", 0),
    weight("pawns one behind the other", 0),
    weight("the move", 15),
];

/// What a captured piece is worth to the order of moves, by kind.
const GAINS: [i32; 7] = [100, 10_000, 250, 350, 800, 400, 500];

/// What is counted of one side.
fn side(board: &Board, seat: Seat) -> [i32; SIDE_FEATURES] {
    let own = board.side(seat);
    let of = |kind| board.of(seat, kind).count_ones();
    let pawns = board.of(seat, Kind::Pawn);
    let paralysed = board.paralysed(seat);
    let mobile = own & !paralysed;
    let king = board.king(seat);
    let near = around(ring(king));
    let enemies = board.side(seat.other()) & !board.all(Kind::Pawn) & !board.all(Kind::King);
    let (half, advanced) = if seat == Seat::ONE {
        (u64::MAX >> 32, king / SIDE)
    } else {
        (u64::MAX << 32, SIDE - 1 - king / SIDE)
    };
    let files = pawns | pawns >> 32;
    let files = files | files >> 16;
    let files = (files | files >> 8) & 0xff;
    [
        of(Kind::Pawn),
        of(Kind::Withdrawer),
        of(Kind::Coordinator),
        of(Kind::Immobilizer),
        of(Kind::Chameleon),
        of(Kind::Leaper),
        board.count_targets(seat, mobile & pawns),
        board.count_targets(seat, mobile & !pawns),
        (paralysed & pawns).count_ones(),
        (paralysed & !pawns & !bit(king)).count_ones(),
        (paralysed & bit(king)).count_ones(),
        (ring(king) & own).count_ones(),
        (near & enemies).count_ones(),
        advanced as u32,
        (pawns & half).count_ones(),
        files.count_ones(),
        (pawns & shift(pawns, EAST)).count_ones(),
        (pawns & shift(pawns, NORTH)).count_ones(),
    ]
    .map(|count| count as i32)
}

impl Ultima {
    /// What is counted, the side to move's minus the other side's.
    fn features(&self) -> [i32; FEATURES] {
        let own = side(&self.board, self.turn);
        let enemy = side(&self.board, self.turn.other());
        let mut features = [1; FEATURES];
        for ((feature, own), enemy) in features.iter_mut().zip(own).zip(enemy) {
            *feature = own - enemy;
        }
        features
    }
}

impl Heuristics for Ultima {
    const HISTORY_SLOTS: usize = 2 * SQUARES * SQUARES;

    const TUNING: Tuning = Tuning {
        table_cutoffs: true,
        late_move_reductions: true,
        internal_reductions: true,
        reverse_futility: Some(120),
        futility: Some(200),
        quiescence: true,
        win_scale: 300,
    };

    fn evaluate(&self) -> i32 {
        self.features().iter().zip(&WEIGHTS).map(|(count, row)| count * row.weight).sum()
    }

    fn explain(&self) -> Vec<Term> {
        let sign = if self.turn == Seat::ONE { 1 } else { -1 };
        self.features()
            .into_iter()
            .zip(&WEIGHTS)
            .map(|(count, row)| Term { name: row.name, count: sign * count, weight: row.weight })
            .collect()
    }

    /// Mates and stalemates are left to the empty list of moves.
    fn leaf_outcome(&self) -> Option<Outcome> {
        if self.is_quiet_limit() { self.outcome() } else { None }
    }

    /// Two bare kings always have a move that is out of each other's reach.
    fn can_win(&self, _: Seat) -> bool {
        self.board.occupied() != self.board.all(Kind::King)
    }

    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        if !self.is_quiet_limit() {
            self.generate_captures(moves);
        }
    }

    fn gain(&self, mv: Move) -> i32 {
        squares(self.captured(mv)).map(|square| GAINS[self.board.kind_at(square) as usize]).sum()
    }

    fn history_slot(&self, mv: Move) -> usize {
        (self.turn.index() * SQUARES + mv.from()) * SQUARES + mv.to()
    }

    fn tag(&self, mv: Move) -> u16 {
        (mv.from() * SQUARES + mv.to()) as u16 + 1
    }
}
