//! What a position of Wari is worth.
//!
//! The value is the dot product of a fixed list of features with a table of
//! weights. Aalina counts stores, large, empty and weak houses; to these come
//! mobility and the captures that are there to be made.

use super::row::{HOUSES, Row};
use super::{HALF, House, Wari};
use crate::game::{Heuristics, Seat, Term, Tuning};

/// What one seed in the store is worth.
const SEED: i32 = 100;

/// A row of the table of weights.
struct Weight {
    name: &'static str,
    /// Hundredths of a seed for one.
    weight: i32,
}

/// By feature, in the order of [`Wari::features`].
const WEIGHTS: [Weight; FEATURES] = [
    weight("seeds in the store", SEED),
    weight("seeds in the row", 6),
    weight("houses with seeds", 10),
    weight("houses that reach the enemy", 4),
    weight("houses with one seed", -8),
    weight("houses with two seeds", -14),
    weight("houses with twelve or more", 60),
    weight("best capture of the side to move", 50),
    weight("best capture of the other side", 30),
];

const FEATURES: usize = 9;

const fn weight(name: &'static str, weight: i32) -> Weight {
    Weight { name, weight }
}

impl Wari {
    /// What is counted, the side to move's minus the other side's.
    fn features(&self) -> [i32; FEATURES] {
        let own = side(self.own, self.own_store);
        let enemy = side(self.enemy, self.enemy_store);
        let [store, row, mobility, reaching, ones, twos, hoards] =
            std::array::from_fn(|index| own[index] - enemy[index]);
        let threat = i32::from(self.best_capture());
        let answer = -i32::from(self.passed().best_capture());
        [store, row, mobility, reaching, ones, twos, hoards, threat, answer]
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

/// The features of one side that the other side's row does not change.
fn side(row: Row, store: u8) -> [i32; FEATURES - 2] {
    [
        store,
        row.total(),
        row.at_least(Row::filled(1)).len(),
        row.at_least(super::FEEDING).len(),
        row.within(1, 2).len(),
        row.within(2, 3).len(),
        row.at_least(Row::filled(12)).len(),
    ]
    .map(i32::from)
}

impl Heuristics for Wari {
    const HISTORY_SLOTS: usize = 2 * HOUSES;

    const TUNING: Tuning = Tuning {
        table_cutoffs: true,
        late_move_reductions: true,
        internal_reductions: true,
        reverse_futility: Some(150),
        futility: Some(200),
        quiescence: true,
        win_scale: 300,
    };

    fn evaluate(&self) -> i32 {
        self.features().iter().zip(&WEIGHTS).map(|(count, row)| count * row.weight).sum()
    }

    fn explain(&self) -> Vec<Term> {
        let [sign, _] = self.south_first([1, -1]);
        self.features()
            .into_iter()
            .zip(&WEIGHTS)
            .map(|(count, row)| Term { name: row.name, count: sign * count, weight: row.weight })
            .collect()
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
