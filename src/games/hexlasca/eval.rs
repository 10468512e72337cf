//! What a position of Hex Lasca is worth.
//!
//! Each player's position is the dot product of a fixed list of features with a
//! table of weights; its value is that less the mean of the others'. A man in a unit
//! of the own side plays, one in an enemy's is lost unless the unit is killed. What
//! counts most is how many units play: each of them stands on its own field, whatever
//! its height.

use super::board::{Axial, FARTHEST, FIELDS, Fields, RINGS, each, only};
use super::{Colour, HexLasca, Join, Move, colour_fields};
use crate::game::{
    Chances, Endgames, Heuristics, Seat, Term, Tuning,
    linear::{Weight, weight},
};

const FEATURES: usize = 9;

/// By feature, in the order of [`HexLasca::features`].
const WEIGHTS: [Weight; FEATURES] = [
    weight("own men in own units", 30),
    weight("other men in own units", 10),
    weight("units of one man", 100),
    weight("units of two men", 185),
    weight("units of three men or more", 220),
    weight("units on white", -5),
    weight("units on red", 3),
    weight("steps of units from the centre", -5),
    weight("the move", 8),
];

/// By distance from the centre: the fields that are farther away.
const OUTSIDE: [Fields; RINGS] = {
    let mut outside = [0; RINGS];
    let mut field = 0;
    while field < FIELDS {
        let mut ring = 0;
        while ring < Axial::of(field as u8).ring() {
            outside[ring] |= only(field as u8);
            ring += 1;
        }
        field += 1;
    }
    outside
};

/// What a man who leaves the enemy's side is worth to the order of moves.
const ENEMY: i32 = 100;

/// What a man who comes home is worth to the order of moves.
const FREED: i32 = 70;

impl<const PLAYERS: usize> HexLasca<PLAYERS> {
    /// What is counted of a player, by the index of the seat.
    fn features(&self, seat: usize) -> [i32; FEATURES] {
        let owned = self.owned[seat];
        let (mut own, mut height, mut by_power) = (0, 0, [0; FARTHEST]);
        for field in each(owned) {
            let unit = self.unit(field);
            own += unit.count(seat);
            height += unit.height() as u32;
            by_power[usize::from(unit.power()) - 1] += 1;
        }
        let [ones, twos, threes] = by_power;
        let on = |colour| (owned & colour_fields(self.rules.centre, colour)).count_ones();
        let outward = OUTSIDE.iter().map(|outside| (owned & outside).count_ones()).sum();
        let to_move = u32::from(seat == self.turn.index());
        let (white, red) = (on(Colour::White), on(Colour::Red));
        [own, height - own, ones, twos, threes, white, red, outward, to_move]
            .map(|count| count as i32)
    }

    /// The worth of each player's position, the others' left out.
    fn worths(&self) -> [i32; PLAYERS] {
        std::array::from_fn(|seat| {
            let features = self.features(seat);
            features.iter().zip(&WEIGHTS).map(|(count, row)| count * row.weight).sum()
        })
    }
}

/// What `seat` has, less the mean of what the others have.
fn against_others(all: &[i32], seat: usize) -> i32 {
    let others = all.iter().sum::<i32>() - all[seat];
    all[seat] - others / (all.len() as i32 - 1)
}

impl<const PLAYERS: usize> Heuristics for HexLasca<PLAYERS> {
    const HISTORY_SLOTS: usize = PLAYERS << 12;

    const ENDGAMES: Option<&'static Endgames<Self>> =
        if PLAYERS == 2 { Some(&Self::TABLES) } else { None };

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
        chances: Chances { half: 190, spread: 142 },
    };

    fn evaluate(&self) -> i32 {
        against_others(&self.worths(), self.turn.index())
    }

    fn evaluate_seats(&self) -> [i32; 3] {
        let worths = self.worths();
        std::array::from_fn(|seat| if seat < PLAYERS { against_others(&worths, seat) } else { 0 })
    }

    /// Of three players each term counts what White has less the mean of the others',
    /// rounded.
    fn explain(&self) -> Vec<Term> {
        let features: [_; PLAYERS] = std::array::from_fn(|seat| self.features(seat));
        let term = |(index, row): (usize, &Weight)| {
            let count = against_others(&features.map(|counts| counts[index]), 0);
            Term { name: row.name, count, parts: 1, weight: row.weight }
        };
        WEIGHTS.iter().enumerate().map(term).collect()
    }

    /// Attacks.
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        if self.quiet >= Self::QUIET_LIMIT || self.winner().is_some() {
            return;
        }
        let own = self.own();
        self.targets(|from, compulsory, _| {
            moves.extend(each(compulsory & !own).map(|to| Move { from, to }));
        });
    }

    /// With compulsory joins there may be other legal moves.
    fn is_compelled(&self, noisy: &[Move]) -> bool {
        !noisy.is_empty() && self.rules.join != Join::Compulsory
    }

    fn gain(&self, mv: Move) -> i32 {
        let target = self.unit(mv.to);
        let us = self.turn.index();
        if target.is_empty() || target.owner() == us {
            return 0;
        }
        let own = target.count(us) as i32;
        FREED * own + ENEMY * (target.height() as i32 - own)
    }

    fn history_slot(&self, mv: Move) -> usize {
        self.turn.index() << 12 | usize::from(mv.from) << 6 | usize::from(mv.to)
    }

    fn tag(&self, mv: Move) -> u16 {
        (u16::from(mv.from) << 6 | u16::from(mv.to)) + 1
    }

    fn can_win(&self, seat: Seat) -> bool {
        self.owned[seat.index()] != 0
    }
}
