//! What a position of Ultima is worth.

use super::board::Kind;
use super::features::{COUNTED, SIDE_FEATURES, features};
use super::geometry::{SQUARES, squares};
use super::{Move, Ultima};
use crate::game::{
    Chances, Game, Heuristics, Outcome, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};

const FEATURES: usize = SIDE_FEATURES + 1;

/// By feature, in the order of [`features`], and the move last. Fitted by logistic
/// regression to games of the program against itself, and tried in matches.
const WEIGHTS: [Weight; FEATURES] = [
    weight("pawns", 10),
    weight("withdrawers", 108),
    weight("coordinators", 192),
    weight("immobilizers", 479),
    weight("chameleons", 144),
    weight("leapers", 196),
    weight("pawns, for each man on the board", 6),
    weight("withdrawers, for each man on the board", 13),
    weight("coordinators, for each man on the board", 22),
    weight("immobilizers, for each man on the board", 32),
    weight("chameleons, for each man on the board", 13),
    weight("leapers, for each man on the board", 20),
    weight("moves of withdrawers", 3),
    weight("moves of immobilizers", 5),
    weight("moves of chameleons", 4),
    weight("paralysed pawns", -18),
    weight("paralysed withdrawers", -141),
    weight("paralysed coordinators", -282),
    weight("paralysed immobilizers", -161),
    weight("paralysed chameleons", -79),
    weight("paralysed leapers", -223),
    weight("the king paralysed", -212),
    weight("pawns in danger", -26),
    weight("withdrawers in danger", -22),
    weight("coordinators in danger", -87),
    weight("immobilizers in danger", -156),
    weight("chameleons in danger", -33),
    weight("leapers in danger", -42),
    weight("the king in check", -110),
    weight("pieces in danger beyond one", -22),
    weight("paralysed pawns in danger", -44),
    weight("paralysed pieces in danger", -149),
    weight("free squares around the king", -4),
    weight("own pieces around the king", -6),
    weight("ranks that withdrawers are advanced", 7),
    weight("ranks that immobilizers are advanced", -21),
    weight("steps of the king from the edges", 4),
    weight("steps of immobilizers from the edges", -12),
    weight("steps of chameleons from the edges", -7),
    weight("steps of immobilizers from the enemy king", -9),
    weight("steps of immobilizers from enemy leapers", -14),
    weight("pawns side by side", -52),
    weight("pawns one behind the other", -47),
    weight("the move", 21),
];

/// Men on the board in the middle of a game.
const MIDDLE: i32 = 20;

impl Kind {
    /// What a piece is worth by itself in the middle of a game, in hundredths of a
    /// pawn; a king nothing.
    fn value(self) -> i32 {
        let by_kind = WEIGHTS.iter().zip(&WEIGHTS[COUNTED.len()..]);
        let row = COUNTED.into_iter().zip(by_kind).find(|&(kind, _)| kind == self);
        row.map_or(0, |(_, (alone, by_men))| alone.weight + MIDDLE * by_men.weight)
    }
}

impl Ultima {
    /// What is counted, the side to move's minus the other side's.
    fn features(&self) -> [i32; FEATURES] {
        let mut counts = [1; FEATURES];
        counts[..SIDE_FEATURES].copy_from_slice(&features(&self.board, self.turn));
        counts
    }
}

impl Heuristics for Ultima {
    const HISTORY_SLOTS: usize = 2 * SQUARES * SQUARES;

    const TUNING: Tuning = Tuning {
        table_cutoffs: true,
        late_move_reductions: true,
        internal_reductions: true,
        reverse_futility: Some(50),
        futility: None,
        move_count_pruning: Some(6),
        quiescence: true,
        delta_pruning: Some(120),
        compulsion: false,
        forced_extensions: false,
        singular_extensions: false,
        chances: Chances { half: 218, spread: 328 },
    };

    fn evaluate(&self) -> i32 {
        weighed(&self.features(), &WEIGHTS)
    }

    fn explain(&self) -> Vec<Term> {
        let sign = if self.turn == Seat::ONE { 1 } else { -1 };
        terms(&self.features(), &WEIGHTS, sign)
    }

    /// Mates and stalemates are left to the empty list of moves.
    fn leaf_outcome(&self) -> Option<Outcome> {
        if self.is_quiet_limit() { self.outcome() } else { None }
    }

    /// Two bare kings always have a move that is out of each other's reach.
    fn can_win(&self, _: Seat) -> bool {
        self.board.occupied() != self.board.all(Kind::King)
    }

    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        if !self.is_quiet_limit() {
            self.generate_captures(moves);
        }
    }

    fn gain(&self, mv: Move) -> i32 {
        squares(self.captured(mv)).map(|square| self.board.kind_at(square).value()).sum()
    }

    fn history_slot(&self, mv: Move) -> usize {
        (self.turn.index() * SQUARES + mv.from()) * SQUARES + mv.to()
    }

    fn tag(&self, mv: Move) -> u16 {
        (mv.from() * SQUARES + mv.to()) as u16 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::ultima::Array;

    #[test]
    fn the_start_is_worth_the_move_alone() {
        for array in [Array::Turned, Array::Chess] {
            let start = Ultima::start(array);
            assert_eq!(start.evaluate(), WEIGHTS[SIDE_FEATURES].weight);
        }
    }

    #[test]
    fn terms_are_white_minus_black() {
        // The immobilizer holds the leaper and the chameleon, which holds it. One pawn can
        // take the coordinator, another one can be taken.
        let board = "7k/p1x5/p1I5/3l4/1Pc5/8/1K1PP3/8";
        let men = 11;
        #[rustfmt::skip]
        let counts = [
            // Men, and men times all men.
            3 - 2, 0, -1, 1, -1, -1,
            men, 0, -men, men, -men, -men,
            // Moves.
            0, 0, 0,
            // Paralysed, the king last.
            0, 0, 0, 1, -1, -1, 0,
            // In danger, the king last; pieces beyond one, and what is paralysed.
            1, 0, -1, 0, 0, 0, 0,
            0, 0, 0,
            // Around the kings.
            8 - 3, 0,
            // Ranks, steps from the edges, steps of the immobilizer.
            0, 5,
            2, 4, -3,
            5, 1,
            // Pawns side by side, one behind the other.
            1, -1,
        ];
        for (side, to_move) in [("w", 1), ("b", -1)] {
            let fen = format!("{board} {side}");
            let state = Ultima::from_fen(Array::Turned, &fen).expect("a good FEN");
            let found: Vec<_> = state.explain().iter().map(|term| term.count).collect();
            assert_eq!(found, [&counts[..], &[to_move]].concat(), "{side}");
        }
    }
}
