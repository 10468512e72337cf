//! What a position of Camelot is worth.
//!
//! The value is the dot product of a fixed list of features with a table of weights:
//! pieces, how near they are to the castle that they attack, who stands before the
//! own one, and what could be jumped at once.

use super::board::{DIRECTIONS, RANKS, Square, Squares, place, shifted};
use super::{Camelot, Edition, Move};
use crate::game::{
    Chances, Game, Heuristics, Outcome, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};

/// The features that are counted for each side, of which the other side's are
/// subtracted.
const SIDE_FEATURES: usize = 10;

const FEATURES: usize = SIDE_FEATURES + 3;

const MAN: i32 = 100;
const KNIGHT: i32 = 130;

/// The gain of a move into the enemy's castle: such moves are tried before captures.
const ENTRY: i32 = 3000;

/// By feature, in the order of [`Camelot::features`]. Near those that logistic regression
/// fits to the results of games of the program against itself, all variants together.
const WEIGHTS: [Weight; FEATURES] = [
    weight("men", MAN),
    weight("knights", KNIGHT),
    weight("pieces in the enemy's castle", 150),
    weight("steps of the nearest piece", -6),
    weight("steps of the second piece", -20),
    weight("closeness of these two", 3),
    weight("pieces near the enemy's castle", -30),
    weight("pieces near the own castle", 40),
    weight("pieces next to the own castle", 40),
    weight("pairs of neighbours", 9),
    // Who can jump must, which spoils his position more often than not, and the value is
    // also what quiescence compares his jumps with.
    weight("pieces that the side to move can jump", -150),
    weight("pieces that the other side could jump", 18),
    weight("the move", 8),
];

/// Steps from a castle within which a piece is near it.
const NEAR: u8 = 3;

/// Steps from the enemy's castle within which a piece is close to it: its closeness is
/// the square of the steps that it is nearer.
const CLOSE: u8 = 8;

/// The steps that are counted where no piece is left to go them.
const FAR: u8 = RANKS;

/// For each seat, the steps from each square to the castle that the seat attacks, were
/// nothing in the way.
type Distances = [[u8; 256]; 2];

static LARGE: Distances = [distances(14, RANKS - 1), distances(14, 0)];
static SMALL: Distances = [distances(12, RANKS - 1), distances(12, 0)];

/// The steps to a castle: the two middle files of a rank.
const fn distances(files: u8, rank: u8) -> [u8; 256] {
    let mut distances = [0; 256];
    let mut square = 0;
    while square < 256 {
        let from = place(square as Square);
        let middle = files / 2;
        let sideways = if from.file < middle { middle - 1 - from.file } else { from.file - middle };
        let upwards = from.rank.abs_diff(rank);
        distances[square] = if sideways > upwards { sideways } else { upwards };
        square += 1;
    }
    distances
}

impl Camelot {
    /// What is counted, seat 1's minus seat 2's.
    #[inline]
    fn features(&self) -> [i32; FEATURES] {
        let mut features = [0; FEATURES];
        let [white, black] = [Seat::ONE, Seat::TWO].map(|seat| self.side(seat));
        for ((feature, white), black) in features.iter_mut().zip(white).zip(black) {
            *feature = white - black;
        }
        let [.., threats, answers, to_move] = &mut features;
        *threats = self.sign() * self.exposed(self.turn.other()).len() as i32;
        *answers = -self.sign() * self.exposed(self.turn).len() as i32;
        *to_move = self.sign();
        features
    }

    /// 1 if White is to move, else -1.
    fn sign(&self) -> i32 {
        if self.turn == Seat::ONE { 1 } else { -1 }
    }

    /// The features of one side.
    #[inline]
    fn side(&self, seat: Seat) -> [i32; SIDE_FEATURES] {
        let distances = match self.edition {
            Edition::Camelot1888 | Edition::Chivalry => &LARGE,
            Edition::Camelot => &SMALL,
        };
        let [to_enemy, to_own] = [seat, seat.other()].map(|seat| &distances[seat.index()]);
        let own = self.pieces[seat.index()];
        let intruders = self.intruders(seat);
        let knights = (own & self.knights).len();
        let (mut raiders, mut guards, mut gatekeepers) = (0, 0, 0);
        let (mut nearest, mut second) = (FAR, FAR);
        for square in (own & !intruders).iter() {
            let distance = to_enemy[square];
            second = second.min(distance.max(nearest));
            nearest = nearest.min(distance);
            raiders += u32::from(distance <= NEAR);
            guards += u32::from(to_own[square] <= NEAR);
            gatekeepers += u32::from(to_own[square] == 1);
        }
        let closeness = [nearest, second]
            .map(|distance| u32::from(CLOSE.saturating_sub(distance)).pow(2))
            .into_iter()
            .sum();
        let pairs: u32 = DIRECTIONS[..4].iter().map(|&step| (shifted(own, step) & own).len()).sum();
        [
            own.len() - knights,
            knights,
            intruders.len(),
            nearest.into(),
            second.into(),
            closeness,
            raiders,
            guards,
            gatekeepers,
            pairs,
        ]
        .map(|count| count as i32)
    }

    /// The pieces of `seat` that the other side could jump.
    #[inline]
    fn exposed(&self, seat: Seat) -> Squares {
        let attackers = self.pieces[seat.other().index()] & !self.intruders(seat.other());
        let empty = self.empty();
        let mut exposed = Squares::EMPTY;
        for direction in DIRECTIONS {
            exposed |= shifted(attackers, direction) & shifted(empty, -direction);
        }
        exposed & self.pieces[seat.index()]
    }
}

impl Heuristics for Camelot {
    /// By seat, kind of piece and square of arrival.
    const HISTORY_SLOTS: usize = 2 * 2 * 256;

    const TUNING: Tuning = Tuning {
        table_cutoffs: true,
        late_move_reductions: true,
        internal_reductions: true,
        reverse_futility: Some(120),
        futility: Some(150),
        move_count_pruning: None,
        quiescence: true,
        delta_pruning: None,
        compulsion: false,
        forced_extensions: false,
        singular_extensions: false,
        chances: Chances { half: 840, spread: 306 },
    };

    fn evaluate(&self) -> i32 {
        let value: i32 = weighed(&self.features(), &WEIGHTS);
        self.sign() * value
    }

    fn explain(&self) -> Vec<Term> {
        terms(&self.features(), &WEIGHTS, 1)
    }

    /// Whether somebody is blocked shows in the move list.
    fn leaf_outcome(&self) -> Option<Outcome> {
        if self.is_over() { self.outcome() } else { None }
    }

    /// Every way to win takes two pieces: in the castle, or to be left with.
    fn can_win(&self, seat: Seat) -> bool {
        self.pieces[seat.index()].len() >= 2
    }

    /// Captures, which become fewer, and entries into a castle, of which there are two.
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        if !self.is_over() {
            self.generate_noisy(moves);
        }
    }

    fn gain(&self, mv: Move) -> i32 {
        let castle = self.board().enemy_castle(self.turn);
        let enters = castle.contains(mv.to.into()) && !castle.contains(mv.from.into());
        let captured = if mv.captured == 0 {
            0
        } else {
            let knights = (self.captured_squares(mv.captured) & self.knights).len();
            MAN * mv.captured.count_ones() as i32 + (KNIGHT - MAN) * knights as i32
        };
        captured + if enters { ENTRY } else { 0 }
    }

    fn history_slot(&self, mv: Move) -> usize {
        let knight = usize::from(self.knights.contains(mv.from.into()));
        256 * (2 * self.turn.index() + knight) + usize::from(mv.to)
    }

    fn tag(&self, mv: Move) -> u16 {
        let ends = u16::from_le_bytes([mv.from, mv.to]);
        let captured = (mv.captured ^ mv.captured >> 16) as u16;
        // The factor is odd, so what differs in 16 bits stays different.
        (ends ^ captured.wrapping_mul(0x9e37)).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    #[test]
    fn distances_are_steps_to_the_nearer_castle_square() {
        let square = |file: u8, rank: u8| usize::from(16 * (rank - 1) + (file - b'a'));
        for (file, rank, white, black) in [
            (b'f', 16, 0, 15),
            (b'g', 1, 15, 0),
            (b'h', 16, 1, 15),
            (b'a', 13, 5, 12),
            (b'l', 14, 5, 13),
            (b'c', 6, 10, 5),
        ] {
            assert_eq!(SMALL.map(|steps| steps[square(file, rank)]), [white, black]);
        }
        assert_eq!(LARGE.map(|steps| steps[square(b'n', 12)]), [6, 11]);
        assert_eq!(LARGE.map(|steps| steps[square(b'g', 16)]), [0, 15]);
    }

    #[test]
    fn terms_are_white_minus_black() {
        for (side, sign) in [("w", 1), ("b", -1)] {
            // White: f16, f13 three steps away, c6 ten. Black: c9 eight steps away, d7 six. The
            // pieces on c6 and d7 can jump each other.
            let fen = format!("M1/8/10/5N6/12/12/12/2m9/12/3n8/2M9/12/12/10/8/2 {side} 2,2");
            let state = Camelot::from_fen(Edition::Camelot, &fen).expect("a good FEN");
            let counts: Vec<_> = state.explain().iter().map(|term| term.count).collect();
            let closeness = (8 - 3) * (8 - 3) - (8 - 6) * (8 - 6);
            let race = [3 - 6, 10 - 8, closeness, 1];
            let rest = [0, 0, 0, sign, -sign, sign];
            let expected = [&[2 - 1, 1 - 1, 1], &race[..], &rest[..]].concat();
            assert_eq!(counts, expected, "{side}");
        }
    }

    #[test]
    fn guards_stand_near_their_own_castle_and_far_is_counted_where_nobody_goes() {
        let fen = "2/8/1m8/12/12/12/12/12/12/12/12/12/12/5M4/3M4/2 w 2,2";
        let state = Camelot::from_fen(Edition::Camelot, fen).expect("a good FEN");
        let counts: Vec<_> = state.explain().iter().map(|term| term.count).collect();
        let far = i32::from(FAR);
        let race = [13 - 13, 14 - far, 0, 0];
        assert_eq!(counts, [&[2 - 1, 0, 0], &race[..], &[2 - 1, 1, 1], &[0, 0, 1]].concat());
    }

    #[test]
    fn the_start_is_worth_the_move_alone() {
        for edition in [Edition::Camelot1888, Edition::Chivalry, Edition::Camelot] {
            assert_eq!(Camelot::start(edition).evaluate(), WEIGHTS[FEATURES - 1].weight);
        }
    }
}
