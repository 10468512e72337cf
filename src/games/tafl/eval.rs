//! What a position of a Tafl game is worth.

use super::lines::{Axis, Squares, places, reach};
use super::{Side, Slide, Tafl};
use crate::game::{Heuristics, Seat, Term, Tuning, grid::Square};

/// A row of the table of weights.
struct Weight {
    name: &'static str,
    /// Hundredths of an attacker for one.
    weight: i32,
}

const fn weight(name: &'static str, weight: i32) -> Weight {
    Weight { name, weight }
}

const FEATURES: usize = 9;

/// By feature, in the order of [`Tafl::features`]; what is good for the defenders
/// has a positive product.
const WEIGHTS: [Weight; FEATURES] = [
    weight("defenders", 150),
    weight("attackers", 100),
    weight("a way of the king to the edge", 150),
    weight("more ways of the king to the edge", 700),
    weight("fields from which the king would see the edge", 12),
    weight("moves of the king", 6),
    weight("attackers beside the king", 30),
    weight("moves of the men", 2),
    weight("the move", 20),
];

/// What a move that decides the game gains.
const DECISION: i32 = 10_000;

/// What capturing a man gains, by [`Side`].
const MEN: [i32; 2] = [WEIGHTS[1].weight, WEIGHTS[0].weight];

impl<const SIDE: usize, const WORDS: usize> Tafl<SIDE, WORDS> {
    /// What is counted, from the defenders' point of view.
    fn features(&self) -> [i32; FEATURES] {
        let open = self.open();
        let [attackers, defenders] = [Side::Attackers, Side::Defenders].map(|side| self.men(side));
        let king = self.king.unwrap_or(Self::CENTRE);
        let sight = Sight::new(king, &open);
        let ways = sight.ways;
        [
            defenders.len() as i32,
            -(attackers.len() as i32),
            ways.min(1),
            (ways - 1).max(0),
            sight.second_ways,
            sight.moves,
            -Self::beside(king, attackers),
            defenders.count_slides(&open) as i32 - attackers.count_slides(&open) as i32,
            if self.to_move == Side::Defenders { 1 } else { -1 },
        ]
    }

    /// The number of pieces of a set beside a square.
    fn beside(square: Square, pieces: &Squares<SIDE, WORDS>) -> i32 {
        let count = |axis: Axis| {
            let (line, place) = axis.split(square);
            (pieces.line(axis, line) & (0b101 << place >> 1)).count_ones() as i32
        };
        Axis::BOTH.into_iter().map(count).sum()
    }
}

/// Where the king can go in one move and in two.
struct Sight {
    /// His moves.
    moves: i32,
    /// Those of his moves that end on the edge.
    ways: i32,
    /// Those after which another move could end there, going the other way.
    second_ways: i32,
}

impl Sight {
    fn new<const SIDE: usize, const WORDS: usize>(
        king: Square,
        open: &Squares<SIDE, WORDS>,
    ) -> Self {
        let edge = 1_u32 | 1 << (SIDE - 1);
        let mut sight = Self { moves: 0, ways: 0, second_ways: 0 };
        for (axis, across) in [(Axis::Ranks, Axis::Files), (Axis::Files, Axis::Ranks)] {
            let (line, place) = axis.split(king);
            let reached = reach(open.line(axis, line), place);
            sight.moves += reached.count_ones() as i32;
            sight.ways += (reached & edge).count_ones() as i32;
            for turn in places(reached) {
                let next = reach(open.line(across, turn), line);
                sight.second_ways += (next & edge).count_ones() as i32;
            }
        }
        sight
    }
}

impl<const SIDE: usize, const WORDS: usize> Heuristics for Tafl<SIDE, WORDS> {
    /// For each side, the square that a move leaves and its end on the two lines that
    /// cross there.
    const HISTORY_SLOTS: usize = 2 * SIDE * SIDE * 2 * SIDE;

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
        let sum: i32 =
            self.features().iter().zip(&WEIGHTS).map(|(count, row)| count * row.weight).sum();
        match self.to_move {
            Side::Defenders => sum,
            Side::Attackers => -sum,
        }
    }

    fn explain(&self) -> Vec<Term> {
        let sign = if self.seat(Side::Defenders) == Seat::ONE { 1 } else { -1 };
        self.features()
            .into_iter()
            .zip(&WEIGHTS)
            .map(|(count, row)| Term { name: row.name, count: sign * count, weight: row.weight })
            .collect()
    }

    /// A single attacker can neither capture nor shut in.
    fn can_win(&self, seat: Seat) -> bool {
        seat == self.seat(Side::Defenders) || self.men(Side::Attackers).len() > 1
    }

    fn noisy_moves(&self, moves: &mut Vec<Slide>) {
        self.violent_moves(moves);
    }

    fn gain(&self, mv: Slide) -> i32 {
        let captured = self.captures(mv).len() as i32;
        let decision = if self.is_decisive(mv) { DECISION } else { 0 };
        decision + captured * MEN[self.to_move.other() as usize]
    }

    fn history_slot(&self, mv: Slide) -> usize {
        let side = self.to_move as usize;
        side * SIDE * SIDE * 2 * SIDE + Self::slide_index(mv)
    }

    fn tag(&self, mv: Slide) -> u16 {
        Self::slide_index(mv) as u16 + 1
    }
}

impl<const SIDE: usize, const WORDS: usize> Tafl<SIDE, WORDS> {
    /// The number of a slide among all of the board.
    const fn slide_index(mv: Slide) -> usize {
        let along_rank = mv.from.rank == mv.to.rank;
        let end = if along_rank { mv.to.file as usize } else { SIDE + mv.to.rank as usize };
        Self::index(mv.from) * 2 * SIDE + end
    }
}
