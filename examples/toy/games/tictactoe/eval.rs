//! Tic-tac-toe for the search: what a position is worth, and which moves to look at.

use super::{Aim, LINES, Square, TicTacToe, WIDTH, has_line};
use crate::game::{
    Chances, Game, Heuristics, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};

const FEATURES: usize = 2;

/// By feature, in the order of [`TicTacToe::features`].
const WEIGHTS: [Weight; FEATURES] =
    [weight("open lines with one mark", 10), weight("open lines with two marks", 30)];

const WEIGHTS_TO_AVOID: [Weight; FEATURES] =
    [weight("open lines with one mark", -10), weight("open lines with two marks", -30)];

impl TicTacToe {
    fn weights(self) -> &'static [Weight; FEATURES] {
        match self.aim {
            Aim::Make => &WEIGHTS,
            Aim::Avoid => &WEIGHTS_TO_AVOID,
        }
    }

    /// What is counted, the player to move's minus the other's.
    fn features(self) -> [i32; FEATURES] {
        let (own, enemy) = (self.own(), self.enemy());
        let mut features = [0; FEATURES];
        for line in LINES {
            match ((own & line).count_ones() as usize, (enemy & line).count_ones() as usize) {
                (marks @ 1..=FEATURES, 0) => features[marks - 1] += 1,
                (0, marks @ 1..=FEATURES) => features[marks - 1] -= 1,
                _ => {}
            }
        }
        features
    }

    fn wins(self, square: Square) -> bool {
        self.aim == Aim::Make && has_line(self.own() | square.bit())
    }
}

impl Heuristics for TicTacToe {
    const HISTORY_SLOTS: usize = 2 * (WIDTH * WIDTH) as usize;

    /// Nothing that could miss a line: the game is small enough to be searched to its
    /// end.
    const TUNING: Tuning = Tuning {
        table_cutoffs: true,
        late_move_reductions: false,
        internal_reductions: false,
        reverse_futility: None,
        futility: None,
        move_count_pruning: None,
        quiescence: true,
        delta_pruning: None,
        compulsion: false,
        forced_extensions: false,
        singular_extensions: false,
        chances: Chances { half: 100, spread: 50 },
    };

    fn evaluate(&self) -> i32 {
        weighed(&self.features(), self.weights())
    }

    fn explain(&self) -> Vec<Term> {
        let sign = if self.turn == Seat::ONE { 1 } else { -1 };
        terms(&self.features(), self.weights(), sign)
    }

    fn noisy_moves(&self, moves: &mut Vec<Square>) {
        moves.extend(self.moves().into_iter().filter(|&square| self.wins(square)));
    }

    fn gain(&self, square: Square) -> i32 {
        if self.wins(square) { 100 } else { 0 }
    }

    fn history_slot(&self, square: Square) -> usize {
        self.turn.index() * (WIDTH * WIDTH) as usize + square.0 as usize
    }

    fn tag(&self, square: Square) -> u16 {
        u16::from(square.0) + 1
    }
}
