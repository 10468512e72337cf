//! What a position of Kolowis is worth.
//!
//! Men count, and what can be taken next; a man on a point that no jump passes over
//! cannot be taken at all, and a side that runs out of moves loses. The emptier the
//! board, the more a man counts, so that who is ahead seeks exchanges.

use super::board::PLACES;
use super::endgames::ENDGAMES;
use super::{DIRECTIONS, Kolowis, Move, Size};
use crate::game::{
    Chances, Endgames, Heuristics, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};

/// What a man is worth.
const MAN: i32 = 100;

const FEATURES: usize = 7;

/// By feature, in the order of [`Kolowis::features`].
const WEIGHTS: [Weight; FEATURES] = [
    weight("men", MAN),
    weight("men, for each quarter of the board that is empty", 16),
    weight("steps", 3),
    weight("men that nobody can take", 6),
    weight("men to take by the side to move", 45),
    weight("men to take by the other side", 15),
    weight("the move", 5),
];

/// The most results of a man with the same number of jumps that quiescence looks at.
/// Chains rarely have more; where they have thousands, the search would never end.
const QUIESCENCE_WIDTH: usize = 12;

impl Size {
    /// The points that lie in the middle of no straight line of three.
    const fn safe(self) -> u64 {
        let points = self.points();
        let mut passed = 0;
        let mut index = 0;
        while index < DIRECTIONS.len() {
            let way = DIRECTIONS[index];
            passed |= self.step(points, way) & points & self.step(points, -way);
            index += 1;
        }
        points & !passed
    }
}

impl Kolowis {
    /// What is counted, the side to move's minus the other side's.
    fn features(&self) -> [i32; FEATURES] {
        const SAFE: [u64; 2] = [Size::Small.safe(), Size::Large.safe()];
        let safe = SAFE[self.size as usize];
        let count = |set: u64| set.count_ones() as i32;
        let men = count(self.own) - count(self.enemy);
        [
            men,
            men * (4 * count(self.empty()) / count(self.size.points())),
            self.count_steps(self.own) as i32 - self.count_steps(self.enemy) as i32,
            count(self.own & safe) - count(self.enemy & safe),
            count(self.victims()),
            -count(self.passed().victims()),
            1,
        ]
    }
}

impl Heuristics for Kolowis {
    const HISTORY_SLOTS: usize = 2 * PLACES * PLACES;

    const ENDGAMES: Option<&'static Endgames<Self>> = Some(&ENDGAMES);

    const TUNING: Tuning = Tuning {
        table_cutoffs: true,
        late_move_reductions: true,
        internal_reductions: true,
        reverse_futility: Some(100),
        futility: Some(150),
        move_count_pruning: Some(6),
        quiescence: true,
        delta_pruning: None,
        compulsion: true,
        forced_extensions: true,
        singular_extensions: false,
        chances: Chances { half: 383, spread: 90 },
    };

    fn evaluate(&self) -> i32 {
        weighed(&self.features(), &WEIGHTS)
    }

    fn explain(&self) -> Vec<Term> {
        let sign = if self.turn == Seat::ONE { 1 } else { -1 };
        terms(&self.features(), &WEIGHTS, sign)
    }

    /// Captures; all of them unless they are too many.
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        if !self.is_decided() {
            self.captures(QUIESCENCE_WIDTH, moves);
        }
    }

    /// If there are so many captures, some may have been left out of `noisy`.
    fn is_compelled(&self, noisy: &[Move]) -> bool {
        (1..QUIESCENCE_WIDTH).contains(&noisy.len())
    }

    fn gain(&self, mv: Move) -> i32 {
        MAN * mv.captured.count_ones() as i32
    }

    fn history_slot(&self, mv: Move) -> usize {
        (self.turn.index() * PLACES + mv.from.index()) * PLACES + mv.to.index()
    }

    /// The ends of the way, and the sum of the numbers of the captured men.
    fn tag(&self, mv: Move) -> u16 {
        let ends = (mv.from.index() * PLACES + mv.to.index()) as u16;
        // The remainder of a division by 2^k - 1 is a sum of all parts of k bits.
        let captured = (mv.captured % 0x7fff) as u16;
        (ends ^ captured.rotate_left(3)).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    #[test]
    fn terms_are_white_minus_black() {
        // Of 25 points 22 are empty. White has 2 + 6 steps, Black 2; b5 can be jumped over, the outer rows cannot.
        for (side, the_move) in [("w", 1), ("b", -1)] {
            let fen = format!("b7/4w4/w7 {side} 0 1");
            let state = Kolowis::from_fen(Size::Small, &fen).expect("a good FEN");
            let counts: Vec<_> = state.explain().iter().map(|term| term.count).collect();
            assert_eq!(counts, [1, 3, 6, 0, 0, 0, the_move], "{fen}");
        }
    }

    #[test]
    fn victims_count_once_for_the_side_that_can_take_them() {
        // b5 can be taken from a4 and from c4, and takes nothing itself.
        for (side, threats) in [("w", [1, 0]), ("b", [0, 1])] {
            let fen = format!("3w3b/4b4/3w4 {side} 0 1");
            let state = Kolowis::from_fen(Size::Small, &fen).expect("a good FEN");
            let counts: Vec<_> = state.explain().iter().map(|term| term.count).collect();
            assert_eq!(counts[4..6], threats, "{fen}");
        }
    }

    #[test]
    fn only_men_in_the_middle_of_a_line_can_be_taken() {
        for (size, safe) in [(Size::Small, 8 + 8 + 2), (Size::Large, 2 + 2 + 2)] {
            assert_eq!(size.safe().count_ones(), safe);
        }
    }
}
