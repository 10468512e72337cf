//! What a position of Siga is worth.
//!
//! While men are placed, squares count, and what White could take at once with his first
//! move, which fills the centre. Then it is men, captures and threats, and a lead in men
//! is worth the more, the nearer the moment when they are counted. Steps are a burden
//! rather than a good: a man that has to move opens his own ranks, and whoever is
//! blocked waits for free.

use super::board::{DIRECTIONS, SQUARES, Set, Size, Square, neighbours, step};
use super::{Move, Siga};
use crate::game::{
    Chances, Heuristics, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};

/// What a man is worth.
const MAN: i32 = 100;

/// The features of the first phase, which come before those of the second.
const PLACING: usize = 6;

const MOVING: usize = 11;

const FEATURES: usize = PLACING + MOVING;

/// By feature, in the order of [`Siga::features`]. Near those that logistic regression
/// fits to the results of games of the program against itself, all boards together.
const WEIGHTS: [Weight; FEATURES] = [
    weight("placed at the edge", 9),
    weight("placed beside the centre", -16),
    weight("placed in line with the centre", 14),
    weight("enemies enclosed in placing", -14),
    weight("enemies half enclosed in placing", -7),
    weight("White's first captures", 25),
    weight("men", MAN),
    weight("men, tenths of the way to the count", 13),
    weight("steps", -10),
    weight("men with a step", 8),
    weight("the man in the centre", 45),
    weight("pairs of neighbours", -27),
    weight("threats", 17),
    weight("squares from which the side to move takes", 85),
    weight("squares from which the other side takes", 57),
    weight("the move", 16),
    weight("the other side is blocked", -53),
];

/// Squares that men are placed on with a purpose.
struct Places {
    /// The edge without the corners.
    edge: Set,
    /// The squares next to the centre.
    beside_centre: Set,
    /// The others on its file and rank.
    centre_lines: Set,
}

static PLACES: [Places; 3] = [places(Size::Five), places(Size::Seven), places(Size::Nine)];

const fn places(size: Size) -> Places {
    let (middle, last) = (size.width() / 2, size.width() - 1);
    let mut places = Places { edge: 0, beside_centre: 0, centre_lines: 0 };
    let mut rank = 0;
    while rank <= last {
        let mut file = 0;
        while file <= last {
            let square = Square::new(file, rank).bit();
            if (file == 0 || file == last) != (rank == 0 || rank == last) {
                places.edge |= square;
            }
            match (file.abs_diff(middle), rank.abs_diff(middle)) {
                (0, 0) => {}
                (0, 1) | (1, 0) => places.beside_centre |= square,
                (0, _) | (_, 0) => places.centre_lines |= square,
                _ => {}
            }
            file += 1;
        }
        rank += 1;
    }
    places
}

impl Siga {
    /// What is counted, the side to move's minus the other side's.
    fn features(&self) -> [i32; FEATURES] {
        let mut features = [0; FEATURES];
        let (placing, moving) = features.split_at_mut(PLACING);
        if self.is_placing() {
            placing.copy_from_slice(&self.placing_features());
        } else {
            moving.copy_from_slice(&self.moving_features());
        }
        features
    }

    fn placing_features(&self) -> [i32; PLACING] {
        let other = self.with_sides_exchanged();
        let [edge, beside_centre, centre_lines, enclosed, half_enclosed] =
            difference(self.placed(), other.placed());
        let first_captures =
            |white: &Self| white.taken(self.rules.size.centre()).count_ones() as i32;
        let first_captures =
            if self.turn == Seat::ONE { first_captures(self) } else { -first_captures(&other) };
        [edge, beside_centre, centre_lines, enclosed, half_enclosed, first_captures]
    }

    fn moving_features(&self) -> [i32; MOVING] {
        let other = self.with_sides_exchanged();
        let [targets, other_targets] = [self, &other].map(Self::taking_squares);
        let [men, steps, free, centre, pairs, threats] =
            difference(self.standing(targets), other.standing(other_targets));
        let captures = |men: Set, targets: Set| (neighbours(men) & targets).count_ones() as i32;
        [
            men,
            men * (10 * self.quiet / self.rules.quiet_limit) as i32,
            steps,
            free,
            centre,
            pairs,
            threats,
            captures(self.own, targets),
            -captures(self.enemy, other_targets),
            1,
            i32::from(self.can_move()) - i32::from(other.can_move()),
        ]
    }

    /// What is counted of the side to move while men are placed.
    fn placed(&self) -> [u32; 5] {
        let places = &PLACES[self.rules.size as usize];
        let free = self.placing_squares();
        let between =
            |way: i8, end: Set| (step(self.own, way) & self.enemy & step(end, -way)).count_ones();
        [
            (self.own & places.edge).count_ones(),
            (self.own & places.beside_centre).count_ones(),
            (self.own & places.centre_lines).count_ones(),
            between(DIRECTIONS[0], self.own) + between(DIRECTIONS[2], self.own),
            DIRECTIONS.map(|way| between(way, free)).iter().sum(),
        ]
    }

    /// What is counted of the side to move while men move, whoever has the move; it takes
    /// something from the squares of `targets`.
    fn standing(&self, targets: Set) -> [u32; 6] {
        let empty = self.empty();
        let reached = neighbours(self.own) & empty;
        let pairs = |way: i8| (step(self.own, way) & self.own).count_ones();
        [
            self.own.count_ones(),
            self.count_steps(self.own),
            (self.own & neighbours(empty)).count_ones(),
            u32::from(self.own & self.rules.size.centre().bit() != 0),
            pairs(DIRECTIONS[0]) + pairs(DIRECTIONS[2]),
            // The squares to take from that a man can come to by his second step.
            (neighbours(reached) & targets).count_ones(),
        ]
    }

    /// The same men as the other side sees them.
    fn with_sides_exchanged(&self) -> Self {
        Self { own: self.enemy, enemy: self.own, ..*self }
    }
}

fn difference<const N: usize>(own: [u32; N], other: [u32; N]) -> [i32; N] {
    std::array::from_fn(|feature| own[feature] as i32 - other[feature] as i32)
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
        delta_pruning: None,
        compulsion: false,
        forced_extensions: false,
        singular_extensions: false,
        chances: Chances { half: 0, spread: 26 },
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
    use crate::games::siga::Rules;

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
            assert_eq!(moving[..PLACING], [0; PLACING]);
            assert_eq!(moving[PLACING..][..3], [0, 0, 5 - 4]);
            assert_eq!(moving[PLACING..][7..], [&captures_and_move[..], &[0]].concat());
        }
        // White leads by a man half way to the count; its men have three steps each.
        assert_eq!(counts("4B/5/5/W4/2W2 w 0,0 10 5")[PLACING..][..3], [1, 5, 3 + 3 - 2]);
        // From a3 a man comes to a1, where it takes b1, by its second step.
        let counted = [4 - 1, 0, 3 + 3 + 3 + 2 - 2, 4 - 1, 1, 1, 1, 0, 0, 1, 0];
        assert_eq!(counts("5/5/W1WW1/5/1BW2 w 0,0 0 5")[PLACING..], counted);
        // The man in the corner is blocked.
        assert_eq!(counts("3WB/4W/5/5/5 w 0,0 0 5")[FEATURES - 1], 1);
    }

    #[test]
    fn terms_of_placing_are_white_minus_black() {
        for (fen, placed) in [
            // Black's b1 can be enclosed, White's a1 in the corner cannot.
            ("5/5/5/2W2/WB2B w 10,10 0 2", [-1, 1, 0, 0, 1, 0]),
            ("5/5/5/5/WBW1B w 10,10 0 2", [1 - 1, 0, 1, 1, -1, 0]),
            // From the centre White will take c4.
            ("W1W1W/2B2/5/5/W3B b 8,10 0 2", [1, -1, 1, 0, 0, 1]),
        ] {
            assert_eq!(counts(fen), [&placed[..], &[0; MOVING]].concat(), "{fen}");
        }
    }
}
