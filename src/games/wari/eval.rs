//! What a position of Wari is worth.
//!
//! Each house is worth something by its place and its seeds, which says most of what
//! the houses are good for: how far a sowing reaches, what it captures, what lies open
//! to a capture, how many moves are left. What that is changes with the seeds on the
//! board, so there is a table for the full board and one for the empty board, and in
//! between their mixture counts. To it come the stores and what is there to be captured.

use super::endgames::ENDGAMES;
use super::row::{HOUSES, Row};
use super::{HALF, House, SEEDS, Wari};
use crate::game::{
    Chances, Endgames, Heuristics, Seat, Term, Tuning,
    linear::{Weight, terms, weighed, weight},
};
use std::sync::LazyLock;

/// What one seed in the store is worth.
const SEED: i32 = 100;

const FEATURES: usize = 4;

/// By feature, in the order of [`Wari::features`]. Fitted, as the tables below, by
/// logistic regression to games of the program against itself.
const WEIGHTS: [Weight; FEATURES] = [
    weight("seeds in the store", SEED),
    weight("best capture of the side to move", 57),
    weight("best capture of the other side", 40),
    weight("the move", -44),
];

/// So many numbers of seeds are told apart in a house; more count as the last.
const KINDS: usize = 16;

/// The worth of a house of one's own, by its place from left to right and its seeds: at
/// most 682, so that 48 times that fits.
type Houses = [[i16; KINDS]; HOUSES];

/// With all seeds on the board.
#[rustfmt::skip]
const FULL_BOARD: Houses = [
    [-251, -113,  -11,   78,   72,   85,   77,   27,  -52,  -72, -101,  -66,   17,   36,  104,  168],
    [-188,  -63,   11,   38,   52,    6,   -7,  -35,  -67,  -80,  -82,  -24,   53,   89,  124,  174],
    [-140,  -25,   38,   57,   31,    3,  -38,  -89,  -80,  -90,  -70,  -30,   18,   81,  186,  149],
    [-130,  -32,   17,  -25,  -23,  -24,  -53,  -64,  -70,  -42,  -13,   46,   99,  137,  138,   39],
    [-117,  -29,  -50,  -46,  -64,  -56,  -45,  -45,    0,   11,   41,   84,  132,  113,   83,  -12],
    [-116,  -98,  -22,    6,   15,    0,   11,   18,   41,   66,   91,  112,   61,   21,  -77, -129],
];

/// With next to no seeds on the board.
#[rustfmt::skip]
const EMPTY_BOARD: Houses = [
    [-200,   48,  151,  150,  127,   60,  101,   29,  116,   -7,  -97, -174, -217,  -67, -105,   86],
    [-232,   21,  132,  167,  123,   92,   89,   57,   17, -110, -199, -168, -183,  -45,   73,  167],
    [-151,   61,  110,  126,   75,  126,   46,   80,  -72, -199, -231, -153,  -27,   82,   72,   57],
    [ -19,  140,  146,  149,  123,   -4,    1, -117, -174, -293, -217, -212,  -59,   72,  232,  232],
    [ -61,   52,   78,   70,   25, -114, -191, -230, -302, -215, -124,    4,  133,  224,  461,  193],
    [-146,  -29, -128, -308, -440, -444, -487, -465, -317, -134,  126,  371,  576,  680,  680,  116],
];

/// By the seeds on the board, the mixture of the two tables, in parts of [`SEEDS`].
static MIXED: [Houses; SEEDS as usize + 1] = mixed();

const fn mixed() -> [Houses; SEEDS as usize + 1] {
    let mut mixed = [[[0; KINDS]; HOUSES]; SEEDS as usize + 1];
    let mut seeds = 0;
    while seeds <= SEEDS as usize {
        let mut house = 0;
        while house < HOUSES {
            let mut kind = 0;
            while kind < KINDS {
                let full = FULL_BOARD[house][kind] * seeds as i16;
                let empty = EMPTY_BOARD[house][kind] * (SEEDS as i16 - seeds as i16);
                mixed[seeds][house][kind] = full + empty;
                kind += 1;
            }
            house += 1;
        }
        seeds += 1;
    }
    mixed
}

/// The place of a number of seeds in a house's table.
fn kind(seeds: u8) -> usize {
    usize::from(seeds).min(KINDS - 1)
}

impl Wari {
    /// What is counted besides the houses, the side to move's minus the other side's.
    fn features(&self) -> [i32; FEATURES] {
        [
            i32::from(self.own_store) - i32::from(self.enemy_store),
            self.best_capture().into(),
            -i32::from(self.passed().best_capture()),
            1,
        ]
    }

    /// The worth of all houses for the side to move, in parts of [`SEEDS`].
    fn houses(&self) -> i32 {
        let table = &MIXED[usize::from(self.seeds_on_board())];
        let worth = |house: usize, row: Row| i32::from(table[house][kind(row.seeds(house))]);
        (0..HOUSES).map(|house| worth(house, self.own) - worth(house, self.enemy)).sum()
    }

    pub(super) fn seeds_on_board(&self) -> u8 {
        SEEDS - self.own_store - self.enemy_store
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

    /// The terms of the houses, South's minus North's: for each house and number of
    /// seeds one of the full and one of the empty board.
    fn explain_houses(&self) -> impl Iterator<Item = Term> {
        static NAMES: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
            let names = |place: usize| {
                let (house, kind) = (char::from(b'A' + (place / KINDS) as u8), place % KINDS);
                let more = if kind == KINDS - 1 { " or more" } else { "" };
                ["full", "empty"].map(|board| format!("{house} with {kind}{more}, {board} board"))
            };
            (0..HOUSES * KINDS).map(names).collect()
        });
        let [south, north] = self.south_first([self.own, self.enemy]);
        let seeds = i32::from(self.seeds_on_board());
        NAMES.iter().enumerate().flat_map(move |(place, [full, empty])| {
            let (house, number) = (place / KINDS, place % KINDS);
            let has = |row: Row| i32::from(kind(row.seeds(house)) == number);
            let count = has(south) - has(north);
            let term = |name, share, table: &Houses| Term {
                name,
                count: count * share,
                parts: SEEDS.into(),
                weight: table[house][number].into(),
            };
            [
                term(full.as_str(), seeds, &FULL_BOARD),
                term(empty.as_str(), i32::from(SEEDS) - seeds, &EMPTY_BOARD),
            ]
        })
    }
}

impl Heuristics for Wari {
    const HISTORY_SLOTS: usize = 2 * HOUSES;

    const TUNING: Tuning = Tuning {
        table_cutoffs: true,
        late_move_reductions: true,
        internal_reductions: true,
        reverse_futility: Some(150),
        futility: Some(200),
        move_count_pruning: None,
        quiescence: true,
        delta_pruning: None,
        compulsion: false,
        forced_extensions: false,
        singular_extensions: true,
        chances: Chances { half: 124, spread: 253 },
    };

    const ENDGAMES: Option<&'static Endgames<Self>> = Some(&ENDGAMES);

    fn evaluate(&self) -> i32 {
        (weighed(&self.features(), &WEIGHTS) * i32::from(SEEDS) + self.houses()) / i32::from(SEEDS)
    }

    fn explain(&self) -> Vec<Term> {
        let [sign, _] = self.south_first([1, -1]);
        let mut terms = terms(&self.features(), &WEIGHTS, sign);
        terms.extend(self.explain_houses());
        terms
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::wari::GrandSlam;

    #[test]
    fn terms_are_south_minus_north() {
        const BOARD: &str = "0-1-2-0-13-2-1-4-4-4-4-2-7-4";
        // E goes all around and takes three on a; e takes five on C and B.
        for (side, captures_and_move) in [("S", [3, -5, 1]), ("N", [-5, 3, -1])] {
            let fen = format!("{BOARD}-{side}");
            let state = Wari::from_fen(GrandSlam::Keep, &fen).expect("a good FEN");
            let terms = state.explain();
            let counts: Vec<_> = terms[1..FEATURES].iter().map(|term| term.count).collect();
            assert_eq!(counts, captures_and_move);
            assert_eq!((terms[0].count, terms[0].weight), (7 - 4, SEED));
            // There are 37 seeds on the board.
            for (name, count) in [
                ("A with 0, full board", 37),
                ("A with 0, empty board", 11),
                ("A with 1, full board", -37),
                ("E with 13, full board", 37),
                ("E with 4, empty board", -11),
                ("F with 2, full board", 0),
                ("B with 15 or more, full board", 0),
            ] {
                let found = terms.iter().find(|term| term.name == name).expect("the term");
                assert_eq!((found.count, found.parts), (count, 48), "{name}");
            }
        }
    }

    #[test]
    fn the_start_is_worth_the_move_alone() {
        let start = Wari::start(GrandSlam::Keep);
        assert_eq!(start.evaluate(), WEIGHTS[FEATURES - 1].weight);
    }

    #[test]
    fn tables_count_by_the_seeds_on_the_board() {
        assert_eq!(MIXED[48][2][5], 48 * FULL_BOARD[2][5]);
        assert_eq!(MIXED[0][5][14], 48 * EMPTY_BOARD[5][14]);
        assert_eq!(MIXED[12][0][0], 12 * FULL_BOARD[0][0] + 36 * EMPTY_BOARD[0][0]);
    }
}
