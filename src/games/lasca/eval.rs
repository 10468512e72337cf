//! What a position of Lasca is worth.
//!
//! The value is the dot product of a fixed list of features with a table of
//! weights. A prisoner costs its side a man as long as its warder lives; men below
//! the leader that are of his side take over when he is taken, so a column is as
//! strong as the run of its own men from the top.

use super::board::{BOARD, DIRECTIONS, INNER, each, forward, only, square, step};
use super::{Lasca, Move};
use crate::game::{
    Heuristics, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};

/// What the capture of a man is worth to the order of moves, and what more if he is
/// an officer.
const CAPTURE: i32 = 100;
const OFFICER: i32 = 60;

/// What a promotion is worth to the order of moves.
const PROMOTION: i32 = 80;

/// The features that are counted for each side.
const SIDE_FEATURES: usize = 8;

const FEATURES: usize = SIDE_FEATURES + 1;

/// By feature, in the order of [`Lasca::side_features`].
const WEIGHTS: [Weight; FEATURES] = [
    weight("columns led by soldiers", 100),
    weight("columns led by officers", 190),
    weight("own men next below the leader", 55),
    weight("officers among these", 35),
    weight("prisoners", 15),
    weight("ranks that soldiers have advanced", 4),
    weight("fields to step to", 5),
    weight("columns that can be jumped", -6),
    weight("the move", 10),
];

impl Lasca {
    /// What is counted of one side, by the index of its seat.
    fn side_features(&self, seat: usize) -> [i32; SIDE_FEATURES] {
        let own = self.owned[seat];
        let officers = own & self.officers;
        let soldiers = own & !self.officers;
        let (mut guards, mut guard_officers, mut prisoners) = (0, 0, 0);
        for field in each(own & self.tall) {
            let makeup = self.columns[usize::from(field)].makeup();
            guards += makeup.guards;
            guard_officers += makeup.guard_officers;
            prisoners += makeup.prisoners;
        }
        let advanced = each(soldiers).map(|field| ADVANCE[seat][usize::from(field)]).sum::<u32>();
        let empty = self.empty();
        let steps = DIRECTIONS.into_iter().map(|direction| {
            let movers = if forward(seat).contains(&direction) { own } else { officers };
            (step(movers, direction) & empty).count_ones()
        });
        [
            soldiers.count_ones(),
            officers.count_ones(),
            guards,
            guard_officers,
            prisoners,
            advanced,
            steps.sum(),
            (own & INNER).count_ones(),
        ]
        .map(|count| count as i32)
    }

    /// What is counted, the side to move's minus the other side's.
    fn features(&self) -> [i32; FEATURES] {
        let own = self.side_features(self.turn.index());
        let enemy = self.side_features(self.turn.other().index());
        let mut features = [1; FEATURES];
        for ((feature, own), enemy) in features.iter_mut().zip(own).zip(enemy) {
            *feature = own - enemy;
        }
        features
    }
}

/// The ranks between each field and each side's first rank.
const ADVANCE: [[u32; super::NUMBERS]; 2] = {
    let mut advance = [[0; super::NUMBERS]; 2];
    let mut field = 0;
    while field < super::NUMBERS {
        if BOARD & only(field as u8) != 0 {
            let rank = square(field as u8).rank as u32;
            advance[0][field] = rank;
            advance[1][field] = 6 - rank;
        }
        field += 1;
    }
    advance
};

impl Heuristics for Lasca {
    const HISTORY_SLOTS: usize = 2 << 10;

    const TUNING: Tuning = Tuning {
        table_cutoffs: true,
        late_move_reductions: true,
        internal_reductions: true,
        reverse_futility: Some(120),
        futility: Some(150),
        move_count_pruning: None,
        quiescence: true,
        compulsion: true,
        forced_extensions: true,
        win_scale: 250,
    };

    fn evaluate(&self) -> i32 {
        weighed(&self.features(), &WEIGHTS)
    }

    fn explain(&self) -> Vec<Term> {
        let sign = if self.turn == Seat::ONE { 1 } else { -1 };
        terms(&self.features(), &WEIGHTS, sign)
    }

    /// Captures, which are compulsory, and promotions.
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        if self.is_stopped() {
            return;
        }
        let capturers = self.capturers();
        if capturers == 0 {
            let first = moves.len();
            self.quiet_moves(moves);
            let mut kept = first;
            for index in first..moves.len() {
                if self.promotes(moves[index]) {
                    moves[kept] = moves[index];
                    kept += 1;
                }
            }
            moves.truncate(kept);
        } else {
            self.captures(capturers, moves);
        }
    }

    fn is_compelled(&self, noisy: &[Move]) -> bool {
        noisy.first().is_some_and(|mv| mv.count() > 0)
    }

    fn gain(&self, mv: Move) -> i32 {
        let promotion = if self.promotes(mv) { PROMOTION } else { 0 };
        CAPTURE * mv.count() as i32 + OFFICER * mv.ranks.count_ones() as i32 + promotion
    }

    fn history_slot(&self, mv: Move) -> usize {
        self.turn.index() << 10 | usize::from(mv.from) << 5 | usize::from(mv.to)
    }

    fn tag(&self, mv: Move) -> u16 {
        let prisoners = (mv.captured.wrapping_mul(0x9e37_79b9) >> 26) as u16 ^ mv.ranks;
        u16::from(mv.from + 1) | u16::from(mv.to) << 5 | prisoners << 10
    }
}
