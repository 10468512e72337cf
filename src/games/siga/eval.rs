//! What a position of Siga is worth.
//!
//! While men are placed, squares count: the edge, where a man can be enclosed along
//! one line only, and those beside the centre, from where alone the first move can be
//! made. Then it is men, moves and captures, and a lead in men is worth the more, the
//! nearer the moment when they are counted.

use super::board::{SQUARES, Set, neighbours, step};
use super::{DIRECTIONS, Move, Rules, Siga};
use crate::game::{
    Heuristics, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};

/// What a man is worth.
const MAN: i32 = 100;

const FEATURES: usize = 9;

/// By feature, in the order of [`Siga::features`].
const WEIGHTS: [Weight; FEATURES] = [
    weight("men", MAN),
    weight("men, tenths of the way to the count", 10),
    weight("steps", 4),
    weight("captures of the side to move", 35),
    weight("captures of the other side", 15),
    weight("the move", 10),
    weight("placed at the edge", 8),
    weight("placed beside the centre", 12),
    weight("placed in enclosing pairs", 5),
];

impl Rules {
    /// The squares at the edge of the board.
    fn edge(self) -> Set {
        let board = self.size.board();
        board & neighbours(!board)
    }
}

impl Siga {
    /// What is counted, the side to move's minus the other side's.
    fn features(&self) -> [i32; FEATURES] {
        let difference = |count: &dyn Fn(&Self) -> u32| {
            count(self) as i32 - count(&self.with_sides_exchanged()) as i32
        };
        if self.is_placing() {
            let edge = self.rules.edge();
            let beside_centre = neighbours(self.rules.size.centre().bit());
            return [
                0,
                0,
                0,
                0,
                0,
                1,
                difference(&|state| (state.own & edge).count_ones()),
                difference(&|state| (state.own & beside_centre).count_ones()),
                difference(&|state| state.enclosed()),
            ];
        }
        let men = difference(&|state| state.own.count_ones());
        let way = (10 * self.quiet / self.rules.quiet_limit) as i32;
        [
            men,
            men * way,
            difference(&|state| state.count_steps(state.own)),
            self.count_captures() as i32,
            -(self.with_sides_exchanged().count_captures() as i32),
            1,
            0,
            0,
            0,
        ]
    }

    /// The number of moves of the side to move that take something.
    fn count_captures(&self) -> u32 {
        let targets = self.taking_squares();
        DIRECTIONS.map(|way| (step(self.own, way) & targets).count_ones()).iter().sum()
    }

    /// The number of enemies, not in the centre, that stand beside an own man and have
    /// the square opposite of it free or own: they could be taken if all could move.
    fn enclosed(&self) -> u32 {
        let open = self.own | self.empty();
        let between = |way: i8| step(self.own, way) & self.enemy & step(open, -way);
        DIRECTIONS.map(|way| between(way).count_ones()).iter().sum()
    }

    /// The same men as the other side sees them.
    fn with_sides_exchanged(&self) -> Self {
        Self { own: self.enemy, enemy: self.own, ..*self }
    }
}

impl Heuristics for Siga {
    const HISTORY_SLOTS: usize = 2 * (SQUARES + 1) * SQUARES;

    const TUNING: Tuning = Tuning {
        table_cutoffs: true,
        late_move_reductions: true,
        internal_reductions: true,
        reverse_futility: None,
        futility: None,
        move_count_pruning: None,
        quiescence: true,
        compulsion: false,
        forced_extensions: false,
        win_scale: 300,
    };

    fn evaluate(&self) -> i32 {
        weighed(&self.features(), &WEIGHTS)
    }

    fn explain(&self) -> Vec<Term> {
        let sign = if self.turn == Seat::ONE { 1 } else { -1 };
        terms(&self.features(), &WEIGHTS, sign)
    }

    /// Captures; after a capture only the greatest. Many captures can often follow each
    /// other in any order, and quiescence must not look at every one.
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        if self.is_placing() || self.is_over() {
            return;
        }
        let first = moves.len();
        self.steps_to(self.taking_squares(), moves);
        if self.quiet == 0 {
            // Of equal ones the first, whatever order `max_by_key` would choose.
            let greatest = moves[first..].iter().copied().rev().max_by_key(|&mv| self.gain(mv));
            moves.truncate(first);
            moves.extend(greatest);
        }
    }

    fn gain(&self, mv: Move) -> i32 {
        match mv {
            Move::Place(_) => 0,
            Move::Step { to, .. } => MAN * self.taken(to).count_ones() as i32,
        }
    }

    fn history_slot(&self, mv: Move) -> usize {
        self.turn.index() * (SQUARES + 1) * SQUARES + slot(mv)
    }

    fn tag(&self, mv: Move) -> u16 {
        slot(mv) as u16 + 1
    }
}

/// The place of a move among all of one side.
fn slot(mv: Move) -> usize {
    match mv {
        Move::Place(square) => SQUARES * SQUARES + square.index(),
        Move::Step { from, to } => from.index() * SQUARES + to.index(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::siga::Size;

    fn counts(fen: &str) -> Vec<i32> {
        let rules = Rules { size: Size::Five, line_capture: true, quiet_limit: 20 };
        let state = Siga::from_fen(rules, fen).expect("a good FEN");
        state.explain().iter().map(|term| term.count).collect()
    }

    #[test]
    fn terms_of_moving_are_white_minus_black() {
        // White takes b1 by a2a1, Black takes nothing.
        for (side, captures_and_move) in [("w", [1, 0, 1]), ("b", [0, 1, -1])] {
            let moving = counts(&format!("4B/5/5/W4/1BW2 {side} 0,0 10 5"));
            assert_eq!(moving[..2], [0, 0]);
            assert_eq!(moving[3..6], captures_and_move);
            assert_eq!(moving[6..], [0; 3]);
        }
        // White leads by a man half way to the count; its men have three steps each.
        assert_eq!(counts("4B/5/5/W4/2W2 w 0,0 10 5")[..3], [1, 5, 3 + 3 - 2]);
    }

    #[test]
    fn terms_of_placing_are_white_minus_black() {
        // Black's b1 can be enclosed, White's a1 in the corner cannot.
        assert_eq!(counts("5/5/5/2W2/WB2B w 10,10 0 2"), [0, 0, 0, 0, 0, 1, 1 - 2, 1, 1]);
    }
}
