//! What a position of Lasca is worth.
//!
//! The value is the dot product of a fixed list of features with a table of
//! weights. Men below the leader that are of his side take over when he is taken, so
//! a column is as strong as the run of its own men from the top. Prisoners need no
//! count: no man leaves the board, so they are what the other side lacks in columns
//! and in men below their leaders.

use super::board::{
    BOARD, DIRECTIONS, Direction, Fields, INNER, each, forward, only, square, step,
};
use super::{Lasca, Move};
use crate::game::{
    Chances, Heuristics, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};

/// What the capture of a man is worth to the order of moves, and what more if he is
/// an officer.
const CAPTURE: i32 = 100;
const OFFICER: i32 = 60;

/// What a promotion is worth to the order of moves.
const PROMOTION: i32 = 80;

/// The features that are counted for each side.
const SIDE_FEATURES: usize = 13;

const FEATURES: usize = SIDE_FEATURES + 1;

/// By feature, in the order of [`Lasca::side_features`], where officers fly.
const FLYING: [Weight; FEATURES] = [
    weight("columns led by soldiers", 200),
    weight("columns led by officers", 380),
    weight("columns, for each four empty fields", -26),
    weight("own men next below the leader", 57),
    weight("officers among these", 29),
    weight("columns of two own men or more", 38),
    weight("columns with prisoners next below the leader", -38),
    weight("soldiers on the second rank", 38),
    weight("soldiers two steps from promotion", 33),
    weight("soldiers one step from promotion", 40),
    weight("fields that soldiers can step to", 42),
    weight("fields that officers can step to", -9),
    weight("columns that can be jumped", -42),
    weight("the move", 7),
];

/// The same where officers step.
const STEPPING: [Weight; FEATURES] = [
    weight("columns led by soldiers", 143),
    weight("columns led by officers", 209),
    weight("columns, for each four empty fields", 0),
    weight("own men next below the leader", 98),
    weight("officers among these", 42),
    weight("columns of two own men or more", 18),
    weight("columns with prisoners next below the leader", -48),
    weight("soldiers on the second rank", 18),
    weight("soldiers two steps from promotion", 3),
    weight("soldiers one step from promotion", 22),
    weight("fields that soldiers can step to", 18),
    weight("fields that officers can step to", 13),
    weight("columns that can be jumped", -19),
    weight("the move", 8),
];

impl Lasca {
    /// What is counted of one side, by the index of its seat.
    fn side_features(&self, seat: usize) -> [i32; SIDE_FEATURES] {
        let own = self.owned[seat];
        let officers = own & self.officers;
        let soldiers = own & !self.officers;
        let (mut guards, mut guard_officers, mut guarded, mut bare) = (0, 0, 0, 0);
        for field in each(own & self.tall) {
            let makeup = self.columns[usize::from(field)].makeup();
            guards += makeup.guards;
            guard_officers += makeup.guard_officers;
            guarded += u32::from(makeup.guards != 0);
            bare += u32::from(makeup.guards == 0);
        }
        let empty = self.empty();
        let steps = |movers, directions: &[Direction]| -> u32 {
            directions.iter().map(|&way| (step(movers, way) & empty).count_ones()).sum()
        };
        let on = |rank: usize| (soldiers & RANKS[seat][rank]).count_ones();
        [
            soldiers.count_ones(),
            officers.count_ones(),
            own.count_ones() * (empty.count_ones() / 4),
            guards,
            guard_officers,
            guarded,
            bare,
            on(1),
            on(4),
            on(5),
            steps(soldiers, &forward(seat)),
            steps(officers, &DIRECTIONS),
            (own & INNER).count_ones(),
        ]
        .map(|count| count as i32)
    }

    /// The weights under the rules of the game.
    const fn weights(&self) -> &'static [Weight; FEATURES] {
        if self.rules.lasker { &STEPPING } else { &FLYING }
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

/// The fields of each rank, counted from each side's own.
const RANKS: [[Fields; 7]; 2] = {
    let mut ranks = [[0; 7]; 2];
    let mut field = 0;
    while field < super::NUMBERS {
        if BOARD & only(field as u8) != 0 {
            let rank = square(field as u8).rank as usize;
            ranks[0][rank] |= only(field as u8);
            ranks[1][6 - rank] |= only(field as u8);
        }
        field += 1;
    }
    ranks
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
        delta_pruning: None,
        compulsion: true,
        forced_extensions: true,
        singular_extensions: false,
        chances: Chances { half: 498, spread: 270 },
    };

    fn evaluate(&self) -> i32 {
        weighed(&self.features(), self.weights())
    }

    fn explain(&self) -> Vec<Term> {
        let sign = if self.turn == Seat::ONE { 1 } else { -1 };
        terms(&self.features(), self.weights(), sign)
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
