//! What a position of Wari is worth.
//!
//! The value is the dot product of a fixed list of features with a table of
//! weights. Aalina counts stores, large, empty and weak houses; to these come the
//! captures that are there to be made, and what a side can sow without giving
//! seeds to the other: late in the game it is moves that run out.

use super::row::{HOUSES, Row};
use super::{FEEDING, HALF, House, Wari};
use crate::game::{
    Chances, Heuristics, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};

/// What one seed in the store is worth.
const SEED: i32 = 100;

/// The features that only one side's houses and store go into.
const SIDE_FEATURES: usize = 7;

const FEATURES: usize = SIDE_FEATURES + 3;

/// By feature, in the order of [`Wari::features`]. Fitted by logistic regression to
/// the results of fixed-depth games of the program against itself.
const WEIGHTS: [Weight; FEATURES] = [
    weight("seeds in the store", SEED),
    weight("houses with seeds", 83),
    weight("houses that reach the enemy", -77),
    weight("houses with one seed", 8),
    weight("houses with two seeds", 20),
    weight("houses with twelve seeds or more", 109),
    weight("seeds that sowings leave at home", 29),
    weight("best capture of the side to move", 67),
    weight("best capture of the other side", 40),
    weight("the move", -27),
];

/// The features of one side, of which the other side's are subtracted.
fn side(row: Row, store: u8) -> [i32; SIDE_FEATURES] {
    [
        store,
        row.at_least(Row::filled(1)).len(),
        row.at_least(FEEDING).len(),
        row.within(1, 2).len(),
        row.within(2, 3).len(),
        row.at_least(Row::filled(12)).len(),
        row.at_most(HOME).total(),
    ]
    .map(i32::from)
}

/// The seeds that each house can sow before they reach the enemy's row.
const HOME: Row = Row::new([5, 4, 3, 2, 1, 0]);

impl Wari {
    /// What is counted, the side to move's minus the other side's.
    fn features(&self) -> [i32; FEATURES] {
        let own = side(self.own, self.own_store);
        let enemy = side(self.enemy, self.enemy_store);
        let mut features = [0; FEATURES];
        for ((feature, own), enemy) in features.iter_mut().zip(own).zip(enemy) {
            *feature = own - enemy;
        }
        let [.., threat, answer, to_move] = &mut features;
        *threat = self.best_capture().into();
        *answer = -i32::from(self.passed().best_capture());
        *to_move = 1;
        features
    }

    /// The most seeds that a move of the side to move captures.
    fn best_capture(&self) -> u8 {
        (0..HOUSES as u8).map(|house| self.captures(House(house))).fold(0, u8::max)
    }

    /// The position with the other side to move.
    fn passed(&self) -> Self {
        Self {
            own: self.enemy,
            enemy: self.own,
            own_store: self.enemy_store,
            enemy_store: self.own_store,
            turn: self.turn.other(),
            ..*self
        }
    }
}

impl Heuristics for Wari {
    const HISTORY_SLOTS: usize = 2 * HOUSES;

    const TUNING: Tuning = Tuning {
        table_cutoffs: true,
        late_move_reductions: true,
        internal_reductions: true,
        reverse_futility: Some(150),
        futility: Some(200),
        move_count_pruning: None,
        quiescence: true,
        delta_pruning: None,
        compulsion: false,
        forced_extensions: false,
        chances: Chances { half: 300, spread: 150 },
    };

    fn evaluate(&self) -> i32 {
        weighed(&self.features(), &WEIGHTS)
    }

    fn explain(&self) -> Vec<Term> {
        let [sign, _] = self.south_first([1, -1]);
        terms(&self.features(), &WEIGHTS, sign)
    }

    /// Only a store above 24 wins, and the seeds are 48: not with 24 in the other.
    fn can_win(&self, seat: Seat) -> bool {
        let other = if seat == self.turn { self.enemy_store } else { self.own_store };
        other < HALF
    }

    fn noisy_moves(&self, moves: &mut Vec<House>) {
        moves.extend(self.legal_houses().iter().filter(|&house| self.captures(house) > 0));
    }

    fn gain(&self, house: House) -> i32 {
        SEED * i32::from(self.captures(house))
    }

    fn history_slot(&self, house: House) -> usize {
        let [first, _] = self.south_first([0, HOUSES]);
        first + house.index()
    }

    fn tag(&self, house: House) -> u16 {
        self.history_slot(house) as u16 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::wari::GrandSlam;

    #[test]
    fn terms_are_south_minus_north() {
        const BOARD: &str = "0-1-2-0-13-2-1-4-4-4-4-2-7-4";
        let houses = [7 - 4, 4 - 6, 2 - 4, 1 - 1, 2 - 1, 1, (1 + 2 + 1) - (1 + 4 + 3 + 2 + 1)];
        // E goes all around and takes three on a; e takes five on C and B.
        for (side, captures_and_move) in [("S", [3, -5, 1]), ("N", [-5, 3, -1])] {
            let fen = format!("{BOARD}-{side}");
            let state = Wari::from_fen(GrandSlam::Keep, &fen).expect("a good FEN");
            let counts: Vec<_> = state.explain().iter().map(|term| term.count).collect();
            assert_eq!(counts, [&houses[..], &captures_and_move].concat());
        }
    }

    #[test]
    fn the_start_is_worth_the_move_alone() {
        let start = Wari::start(GrandSlam::Keep);
        assert_eq!(start.evaluate(), WEIGHTS[FEATURES - 1].weight);
    }
}
