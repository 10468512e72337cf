//! What a position of a Tafl game is worth.

use super::lines::{Axis, Squares, places, reach};
use super::siege::Siege;
use super::{Side, Slide, Tafl};
use crate::game::{Chances, Heuristics, Seat, Term, Tuning, grid::Square};

/// A row of the table of weights.
struct Weight {
    name: &'static str,
    /// Hundredths of an attacker for one, in Tablut and in Alea Evangelii.
    weights: [i32; 2],
}

const fn weight(name: &'static str, weights: [i32; 2]) -> Weight {
    Weight { name, weights }
}

const FEATURES: usize = 17;

/// By feature, in the order of [`Tafl::features`], which counts what is good for the
/// defenders.
const WEIGHTS: [Weight; FEATURES] = [
    weight("defenders", [257, 100]),
    weight("attackers", [60, 100]),
    weight("defenders times attackers", [-11, 0]),
    weight("king sees the edge", [41, 50]),
    weight("more ways to the edge", [700, 700]),
    weight("two-move ways to the edge", [31, 20]),
    weight("no way in two moves", [78, 0]),
    weight("no way in three moves", [50, 0]),
    weight("no way at all", [23, 0]),
    weight("nor if his men were gone", [40, 0]),
    weight("attackers near the king", [13, 0]),
    weight("king's moves", [2, 5]),
    weight("defenders' moves", [4, 2]),
    weight("attackers' moves", [3, 1]),
    weight("attackers on the edge", [19, 10]),
    weight("the move", [20, 20]),
    weight("the king's side", [356, 2600]),
];

/// What capturing a man gains.
const MAN: i32 = 100;

/// What a move that decides the game gains.
const DECISION: i32 = 10_000;

impl<const SIDE: usize, const WORDS: usize> Tafl<SIDE, WORDS> {
    /// The game's column in the table of weights.
    const COLUMN: usize = if SIDE == 9 { 0 } else { 1 };

    /// Whether the steps of a siege have weights; to find them takes time.
    const COUNTS_SIEGE: bool = SIDE == 9;

    /// What is counted, from the defenders' point of view.
    fn features(&self) -> [i32; FEATURES] {
        let open = self.open();
        let [attackers, defenders] = [Side::Attackers, Side::Defenders].map(|side| self.men(side));
        let king = self.king.unwrap_or(Self::CENTRE);
        let sight = Sight::new(king, &open);
        let is_far = sight.ways + sight.second_ways == 0;
        let siege = (Self::COUNTS_SIEGE && is_far).then(|| Siege::of(king, &open, attackers));
        [
            defenders.len() as i32,
            -(attackers.len() as i32),
            (defenders.len() * attackers.len()) as i32,
            sight.ways.min(1),
            (sight.ways - 1).max(0),
            sight.second_ways,
            -i32::from(siege.is_some()),
            -i32::from(siege >= Some(Siege::Close)),
            -i32::from(siege >= Some(Siege::Shut)),
            -i32::from(siege >= Some(Siege::Surrounded)),
            -(attackers.count_near(king) as i32),
            sight.moves,
            self.army(Side::Defenders).slides(&open).len() as i32,
            -(attackers.slides(&open).len() as i32),
            attackers.intersection(&Squares::EDGE).len() as i32,
            if self.to_move == Side::Defenders { 1 } else { -1 },
            1,
        ]
    }

    /// The number of a slide among all of the board.
    const fn slide_index(mv: Slide) -> usize {
        let along_rank = mv.from.rank == mv.to.rank;
        let end = if along_rank { mv.to.file as usize } else { SIDE + mv.to.rank as usize };
        Self::index(mv.from) * 2 * SIDE + end
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
        let edge = Tafl::<SIDE, WORDS>::ENDS;
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
        // In Alea the king wins from nearly all openings, so no match has shown a gain.
        move_count_pruning: if SIDE == 9 { Some(4) } else { None },
        quiescence: true,
        delta_pruning: None,
        compulsion: false,
        forced_extensions: false,
        singular_extensions: false,
        chances: if SIDE == 9 {
            Chances { half: 44, spread: 59 }
        } else {
            Chances { half: 118, spread: 162 }
        },
    };

    fn evaluate(&self) -> i32 {
        let sum: i32 = self
            .features()
            .iter()
            .zip(&WEIGHTS)
            .map(|(count, row)| count * row.weights[Self::COLUMN])
            .sum();
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
            .map(|(count, row)| Term {
                name: row.name,
                count: sign * count,
                parts: 1,
                weight: row.weights[Self::COLUMN],
            })
            .collect()
    }

    /// A single attacker can neither capture nor shut in.
    fn can_win(&self, seat: Seat) -> bool {
        seat == self.seat(Side::Defenders) || self.men(Side::Attackers).len() > 1
    }

    fn wins_at_once(&self) -> bool {
        self.king_escapes()
    }

    fn parries(&self, moves: &mut Vec<Slide>) -> bool {
        self.blocking_moves(moves)
    }

    fn noisy_moves(&self, moves: &mut Vec<Slide>) {
        self.violent_moves(moves);
    }

    #[inline]
    fn gain(&self, mv: Slide) -> i32 {
        if !mv.hits {
            return 0;
        }
        let captured = self.captures(mv).len() as i32;
        let decision = if self.is_decisive(mv) { DECISION } else { 0 };
        decision + captured * MAN
    }

    fn history_slot(&self, mv: Slide) -> usize {
        let side = self.to_move as usize;
        side * SIDE * SIDE * 2 * SIDE + Self::slide_index(mv)
    }

    fn tag(&self, mv: Slide) -> u16 {
        Self::slide_index(mv) as u16 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::tafl::{Alea, KingCapture, Rules, Tablut};

    const RULES: Rules =
        Rules { first: Side::Defenders, king_armed: true, king_capture: KingCapture::Blocked };
    const BLACK_FIRST: Rules = Rules { first: Side::Attackers, ..RULES };

    fn counts(rules: Rules, fen: &str) -> Vec<i32> {
        let state = Tablut::from_fen(rules, fen).expect("a good FEN");
        state.explain().iter().map(|term| term.count).collect()
    }

    #[test]
    fn terms_are_the_first_seat_minus_the_second() {
        const BOARD: &str = "9/3p5/9/9/9/3K2Pp1/9/9/3p4P";
        // He sees a4. By a turn on a4 to c4 and f4 he reaches two edges each, on e4, below
        // the closed centre, one; on d5 one and on d2, d3, d6 and d7 two.
        let two_moves = 4 * 2 + 1 + 1 + 4 * 2;
        let moves = [10 + 10 + 12, -(12 + 9 + 9)];
        for (side, to_move) in [("w", 1), ("b", -1)] {
            let fen = format!("{BOARD} {side}");
            let found = counts(RULES, &fen);
            let siege = [0; 5];
            let expected = [
                &[2, -3, 2 * 3, 1, 0, two_moves][..],
                &siege,
                &[10, moves[0], moves[1], 1, to_move, 1],
            ];
            assert_eq!(found, expected.concat());
            let other_seat: Vec<_> = found.iter().map(|count| -count).collect();
            assert_eq!(counts(BLACK_FIRST, &fen), other_seat);
        }
    }

    #[test]
    fn a_siege_counts_by_its_steps_and_by_the_men_near_the_king() {
        for (fen, siege) in [
            ("9/9/9/9/2pp5/1pK1p4/2p6/3p5/9 w", [-1, 0, 0, 0, -6]),
            ("9/9/9/9/2pp5/1pK1p4/2p2p3/3p5/9 w", [-1, -1, 0, 0, -6]),
            ("9/9/9/9/2pp5/1pK1p4/2pP5/9/9 w", [-1, -1, -1, 0, -5]),
            ("9/9/9/9/2pp5/1pK1p4/2pp5/9/9 w", [-1, -1, -1, -1, -6]),
        ] {
            assert_eq!(counts(RULES, fen)[6..11], siege, "{fen}");
        }
    }

    #[test]
    fn no_sum_of_terms_reaches_a_decision() {
        // Everything that the defenders can wish for at once.
        let tablut = "8p/1P1P1P1P1/9/1P1P1P1P1/9/3K5/9/9/9 w";
        let alea = "19/1p1p1p1p1p1p1p1p1p1/19/19/1p1p1p1p1p1p1p1p1p1/19/19/19/19/2k16/19/19/19/19/19/\
                    1p1p1p1p1p1p7/19/19/18P b";
        let tablut = Tablut::from_fen(RULES, tablut).map(|state| state.evaluate());
        let alea = Alea::from_fen(RULES, alea).map(|state| state.evaluate());
        for value in [tablut, alea] {
            assert!((3000..15_000).contains(&value.clone().expect("a good FEN")), "{value:?}");
        }
    }

    #[test]
    fn a_single_attacker_cannot_win() {
        for (attackers, can_win) in [("1p1p5", true), ("3p5", false)] {
            let fen = format!("{attackers}/9/9/9/3K5/9/9/9/9 w");
            let state = Tablut::from_fen(RULES, &fen).expect("a good FEN");
            assert!(state.can_win(Seat::ONE));
            assert_eq!(state.can_win(Seat::TWO), can_win, "{fen}");
        }
    }

    #[test]
    fn the_king_escapes_unless_his_way_is_blocked() {
        for (fen, wins, parries) in [
            ("9/9/9/9/9/2K6/p8/9/9 w", true, None),
            ("9/9/9/9/1pK6/2p6/p8/9/9 w", true, None),
            ("9/9/9/9/1pKP5/2p6/p1P6/9/9 w", true, None),
            ("2p6/9/9/9/1pKp5/2p6/p8/9/9 w", false, None),
            // One way, which can be blocked; two, of which one stays.
            ("9/9/4p4/p8/1pKp5/2p6/p8/9/9 b", false, Some("a6c6 e7c7")),
            ("9/9/4p4/9/1pK6/9/p8/9/9 b", false, Some("")),
            ("2p6/9/9/9/1pKp5/2p6/p8/9/9 b", false, None),
            // The next move draws.
            ("9/9/4p4/p8/1pKp5/2p6/p8/9/9 b 99 70", false, None),
        ] {
            let state = Tablut::from_fen(RULES, fen).expect("a good FEN");
            let mut moves = Vec::new();
            let found = state.parries(&mut moves).then(|| {
                let mut texts: Vec<_> = moves.iter().map(|&mv| state.move_text(mv)).collect();
                texts.sort_unstable();
                texts.join(" ")
            });
            assert_eq!((state.wins_at_once(), found.as_deref()), (wins, parries), "{fen}");
        }
    }

    #[test]
    fn gains_are_captures_and_decisions() {
        for (fen, text, gain) in [
            ("9/9/9/9/6K2/9/1P1pP4/9/9 w", "b3c3", 100),
            ("9/9/9/9/6K2/9/1P1pP4/9/9 w", "b3b4", 0),
            ("9/9/9/9/6K2/9/1P1pP4/9/9 w", "g5i5", DECISION),
            ("9/9/9/9/9/3pK4/4p4/8p/9 b", "i2f2", 0),
            ("9/9/9/9/9/3pK4/4p4/5p3/9 b", "f2f4", DECISION),
            ("9/9/9/9/9/3pK4/4p4/5p3/9 b", "d4d5", 0),
            ("9/9/9/4p4/4Kp3/4p4/9/9/9 b", "e6d6", 0),
        ] {
            let state = Tablut::from_fen(RULES, fen).expect("a good FEN");
            let mv = state.parse_move(text).expect("a legal move");
            assert_eq!(state.gain(mv), gain, "{fen} {text}");
        }
    }
}
