//! What a position of Ultima is worth.

use super::board::{Board, Kind, around};
use super::geometry::{EAST, NORTH, SIDE, SQUARES, bit, ring, shift, squares};
use super::{Move, Ultima};
use crate::game::{
    Chances, Game, Heuristics, Outcome, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};

/// The features of one side, of which the other side's are subtracted.
const SIDE_FEATURES: usize = 16;

const FEATURES: usize = SIDE_FEATURES + 1;

/// By feature, in the order of [`Ultima::features`]. Fitted by logistic regression to
/// games of the program against itself, evened out, and tried in matches.
const WEIGHTS: [Weight; FEATURES] = [
    weight("pawns", 100),
    weight("withdrawers", 240),
    weight("coordinators", 430),
    weight("immobilizers", 800),
    weight("chameleons", 310),
    weight("leapers", 430),
    weight("moves of pawns", 2),
    weight("moves of pieces", 4),
    weight("paralysed pawns", -20),
    weight("paralysed pieces", -150),
    weight("the king paralysed", -220),
    weight("enemy pieces near the king", -20),
    weight("ranks that the king is advanced", -15),
    weight("pawns on the own half", -12),
    weight("pawns side by side", -25),
    weight("pawns one behind the other", -30),
    weight("the move", 10),
];

/// The kinds of pieces in the order of the first features; kings always are as many.
const COUNTED: [Kind; 6] = [
    Kind::Pawn,
    Kind::Withdrawer,
    Kind::Coordinator,
    Kind::Immobilizer,
    Kind::Chameleon,
    Kind::Leaper,
];

impl Kind {
    /// What a piece is worth by itself, in hundredths of a pawn; a king nothing.
    fn value(self) -> i32 {
        let row = COUNTED.into_iter().zip(&WEIGHTS).find(|&(kind, _)| kind == self);
        row.map_or(0, |(_, row)| row.weight)
    }
}

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
        (near & enemies).count_ones(),
        advanced as u32,
        (pawns & half).count_ones(),
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
        reverse_futility: None,
        futility: None,
        move_count_pruning: Some(6),
        quiescence: true,
        compulsion: false,
        forced_extensions: false,
        chances: Chances { half: 250, spread: 125 },
    };

    fn evaluate(&self) -> i32 {
        weighed(&self.features(), &WEIGHTS)
    }

    fn explain(&self) -> Vec<Term> {
        let sign = if self.turn == Seat::ONE { 1 } else { -1 };
        terms(&self.features(), &WEIGHTS, sign)
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
        squares(self.captured(mv)).map(|square| self.board.kind_at(square).value()).sum()
    }

    fn history_slot(&self, mv: Move) -> usize {
        (self.turn.index() * SQUARES + mv.from()) * SQUARES + mv.to()
    }

    fn tag(&self, mv: Move) -> u16 {
        (mv.from() * SQUARES + mv.to()) as u16 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::ultima::Array;

    #[test]
    fn the_start_is_worth_the_move_alone() {
        for array in [Array::Turned, Array::Chess] {
            let start = Ultima::start(array);
            assert_eq!(start.evaluate(), WEIGHTS[SIDE_FEATURES].weight);
        }
    }

    #[test]
    fn terms_are_white_minus_black() {
        // The immobilizer holds the leaper and the chameleon, which holds it.
        let board = "7k/p1x5/p1I5/3l4/2c5/8/1K1PP3/8";
        let counts = [
            // Pieces.
            2 - 2,
            0,
            -1,
            1,
            -1,
            -1,
            // Moves: d2 and e2, a7 and a6; the coordinator's.
            4 + 10 - (2 + 6),
            -(7 + 4 + 1 + 2 + 1),
            // Paralysed pawns, pieces, kings.
            0,
            1 - 2,
            0,
            // The coordinator near the king, which has left its rank.
            1,
            1,
            // Pawns at home, side by side, one behind the other.
            2 - 2,
            1,
            -1,
        ];
        for (side, to_move) in [("w", 1), ("b", -1)] {
            let fen = format!("{board} {side}");
            let state = Ultima::from_fen(Array::Turned, &fen).expect("a good FEN");
            let found: Vec<_> = state.explain().iter().map(|term| term.count).collect();
            assert_eq!(found, [&counts[..], &[to_move]].concat(), "{side}");
        }
    }
}
