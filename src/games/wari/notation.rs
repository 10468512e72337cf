//! How Wari is written and drawn.
//!
//! The FEN is that of the Oware program Aualé and its engine Aalina: the twelve
//! houses in the order of sowing from South's `A`, South's and North's store and
//! the side to move, parted by `-`; then our own counters.

use super::row::{HOUSES, Row};
use super::sowing::path;
use super::{GrandSlam, House, SEEDS, Wari};
use crate::game::{
    FenError, Field, Notation, OptionKind, OptionSpec, OptionValues, Piece, Point, Seat, Shade,
    Shape, VariantInfo, counters, fen_fields, number,
};
use std::fmt::Write;

/// Houses in the order of sowing.
const LETTERS: &str = "ABCDEFabcdef";

/// The numbers of a FEN: houses, then stores.
const COUNTS: usize = 2 * HOUSES + 2;

const SOUTH: &str = "South";
const NORTH: &str = "North";

const VARIANT: VariantInfo = VariantInfo {
    name: "wari",
    players: 2,
    board: "2x6 houses",
    summary: "Wari (Oware abapa): sow seeds around the board, capture twos and threes",
    files: HOUSES as u8,
    ranks: 2,
    bench: &[
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 1",
        "5-0-5-1-6-6-6-5-4-0-5-5-0-0-N 3 2",
        "0-4-6-2-4-1-4-0-1-6-3-5-8-4-N 7 24",
        "3-10-0-3-4-0-2-3-0-2-10-9-0-2-S 0 7",
        "1-15-0-3-0-12-0-2-0-7-1-3-2-2-S 0 10",
        "1-2-2-0-1-3-2-1-1-0-1-3-21-10-N 6 24",
        "1-1-3-0-0-7-0-6-0-0-5-0-13-12-S 2 30",
        "0-1-0-2-1-0-1-0-2-1-0-2-20-18-S 4 45",
    ],
    bench_depth: 22,
};

const GRAND_SLAM: OptionSpec = OptionSpec {
    name: "WariGrandSlam",
    kind: OptionKind::Combo { default: "keep", values: &["keep", "illegal", "all"] },
};

impl Notation for Wari {
    const VARIANTS: &'static [VariantInfo] = &[VARIANT];
    const OPTIONS: &'static [OptionSpec] = &[GRAND_SLAM];

    fn rules_from(_: &VariantInfo, values: &OptionValues) -> GrandSlam {
        match values.get(&GRAND_SLAM).as_str() {
            "illegal" => GrandSlam::Illegal,
            "all" => GrandSlam::All,
            _ => GrandSlam::Keep,
        }
    }

    fn from_fen(grand_slam: GrandSlam, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen_fields(fen);
        let board = fields.next().unwrap_or_default();
        let (counts, turn) = board_and_side(board)?;
        let (quiet, number) = counters(&fields.collect::<Vec<_>>())?;
        let row = |first: usize| Row::new(std::array::from_fn(|house| counts[first + house]));
        let [own, enemy] = turned(turn, [row(0), row(HOUSES)]);
        let [.., south_store, north_store] = counts;
        let [own_store, enemy_store] = turned(turn, [south_store, north_store]);
        Ok(Self { own, enemy, own_store, enemy_store, turn, grand_slam, quiet, number })
    }

    fn fen(&self) -> String {
        let mut fen = String::new();
        let counts = self.seeds_in_order().into_iter().chain(self.stores());
        for count in counts {
            let _ = write!(fen, "{count}-");
        }
        let side = match self.turn {
            Seat::ONE => 'S',
            _ => 'N',
        };
        let _ = write!(fen, "{side} {} {}", self.quiet, self.number);
        fen
    }

    fn move_text(&self, house: House) -> String {
        self.point_name(house.index()).to_owned()
    }

    fn split_moves(word: &str) -> Vec<&str> {
        if word.chars().all(|letter| LETTERS.contains(letter)) {
            word.split_inclusive(|_| true).collect()
        } else {
            vec![word]
        }
    }

    /// South's row below, North's above it, each player's store to the right of
    /// the row as the player sees it. South's pits are light, North's dark.
    fn points(_: GrandSlam) -> Vec<Point> {
        let pit = |name: &str, x: f64, y: f64, shade| Point {
            name: name.to_owned(),
            x,
            y,
            shape: Shape::Pit,
            shade,
        };
        let columns = (0..HOUSES).map(|house| house as f64);
        let south =
            columns.clone().enumerate().map(|(house, x)| pit(letter(house), x, 0.0, Shade::Light));
        let north = columns
            .rev()
            .enumerate()
            .map(|(house, x)| pit(letter(HOUSES + house), x, 1.0, Shade::Dark));
        let stores =
            [pit(SOUTH, HOUSES as f64, 0.5, Shade::Light), pit(NORTH, -1.0, 0.5, Shade::Dark)];
        south.chain(north).chain(stores).collect()
    }

    fn lines(_: GrandSlam) -> Vec<[String; 2]> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<Piece> {
        let names = (0..2 * HOUSES).map(letter).chain([SOUTH, NORTH]);
        let counts = self.seeds_in_order().into_iter().chain(self.stores());
        names
            .zip(counts)
            .flat_map(|(name, count)| {
                let seed = Piece { at: name.to_owned(), owner: None, kind: "seed", glyph: 'o' };
                std::iter::repeat_n(seed, count.into())
            })
            .collect()
    }

    /// The seeds in South's and North's stores. An end other than by majority
    /// adds each side's row.
    fn scores(&self, over: bool) -> Option<Vec<u32>> {
        let stores = if over && self.majority().is_none() {
            self.south_first(self.stores_with_rows())
        } else {
            self.stores()
        };
        Some(stores.map(u32::from).into())
    }

    fn move_points(&self, house: House) -> Vec<String> {
        let seeds = self.own.seeds(house.index());
        std::iter::once(house.index())
            .chain(path(house, seeds))
            .map(|point| self.point_name(point).to_owned())
            .collect()
    }

    fn drawing(&self) -> String {
        const RULE: &str = "+----+----+----+----+----+----+";
        let [south, north] = self.south_first([self.own, self.enemy]).map(Row::houses);
        let [south_store, north_store] = self.stores();
        let cells = |counts: &mut dyn Iterator<Item = u8>| {
            counts.fold(String::new(), |cells, count| format!("{cells}| {count:2} "))
        };
        let letters = |row: &mut dyn Iterator<Item = char>| {
            row.fold(String::new(), |letters, letter| format!("{letters}    {letter}"))
        };
        let (lower, upper) = LETTERS.split_at(HOUSES);
        [
            format!("{NORTH}{}", &letters(&mut upper.chars().rev())[1..]),
            format!("+----{RULE}----+"),
            format!("|    {}|    |", cells(&mut north.into_iter().rev())),
            format!("| {north_store:2} {RULE} {south_store:2} |"),
            format!("|    {}|    |", cells(&mut south.into_iter())),
            format!("+----{RULE}----+"),
            format!("    {}  {SOUTH}", letters(&mut lower.chars())),
        ]
        .join("\n")
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::ONE => SOUTH,
            _ => NORTH,
        }
    }

    fn rules_text(grand_slam: GrandSlam) -> String {
        let rule = match grand_slam {
            GrandSlam::Keep => {
                "A move that would capture all seeds of the enemy's row stands,\n\
                 but captures nothing."
            }
            GrandSlam::Illegal => {
                "A move that would capture all seeds of the enemy's row is not\n\
                 allowed. When every move is such a one, the mover has no legal move."
            }
            GrandSlam::All => "A move may capture all seeds of the enemy's row.",
        };
        include_str!("rules.txt").trim_end().replace("{grand-slam}", rule)
    }

    fn flipped(&self) -> Option<Self> {
        Some(Self { turn: self.turn.other(), ..*self })
    }
}

impl Wari {
    /// South's and then North's of a pair that begins with the player to move.
    pub(super) fn south_first<T>(&self, pair: [T; 2]) -> [T; 2] {
        turned(self.turn, pair)
    }

    /// The seeds of the houses `A` to `F` and `a` to `f`.
    fn seeds_in_order(&self) -> Vec<u8> {
        self.south_first([self.own, self.enemy]).map(Row::houses).concat()
    }

    fn stores(&self) -> [u8; 2] {
        self.south_first([self.own_store, self.enemy_store])
    }

    /// The name of a house, counted in the order of sowing from the mover's first.
    fn point_name(&self, house: usize) -> &'static str {
        let [first, _] = self.south_first([0, HOUSES]);
        letter((first + house) % (2 * HOUSES))
    }
}

/// The mover's and the enemy's of a pair that begins with South's, or South's and
/// North's of one that begins with the mover's.
fn turned<T>(turn: Seat, [first, second]: [T; 2]) -> [T; 2] {
    match turn {
        Seat::ONE => [first, second],
        _ => [second, first],
    }
}

/// The name of a house, counted in the order of sowing from `A`.
fn letter(house: usize) -> &'static str {
    &LETTERS[house..=house]
}

/// Reads the first field of a FEN.
fn board_and_side(text: &str) -> Result<([u8; COUNTS], Seat), FenError> {
    let mut parts = text.splitn(COUNTS + 1, '-');
    let mut counts = [0; COUNTS];
    for (index, count) in counts.iter_mut().enumerate() {
        *count = seeds(index, parts.next().unwrap_or_default())?;
    }
    let sum = counts.iter().copied().map(u32::from).sum::<u32>();
    if sum != u32::from(SEEDS) {
        return Err(FenError::new(
            Field::Board,
            format!("the {COUNTS} numbers together"),
            format!("{SEEDS} seeds"),
            &sum.to_string(),
        ));
    }
    let side = parts.next().unwrap_or_default();
    let turn = match side {
        "S" => Seat::ONE,
        "N" => Seat::TWO,
        _ => {
            return Err(FenError::new(Field::Side, "after North's store", "'S' or 'N'", side));
        }
    };
    Ok((counts, turn))
}

/// Reads the number at `index` of a FEN.
fn seeds(index: usize, text: &str) -> Result<u8, FenError> {
    let place = match index.checked_sub(2 * HOUSES) {
        None => format!("house {}", letter(index)),
        Some(0) => format!("{SOUTH}'s store"),
        Some(_) => format!("{NORTH}'s store"),
    };
    let place = format!("{place} (number {} of {COUNTS})", index + 1);
    number(Field::Board, &place, text)
        .ok()
        .and_then(|count| u8::try_from(count).ok())
        .filter(|&count| count <= SEEDS)
        .ok_or_else(|| {
            let expected = format!("a number of seeds from 0 to {SEEDS} without leading zeros");
            FenError::new(Field::Board, place, expected, text)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 1";

    fn read(fen: &str) -> Wari {
        Wari::from_fen(GrandSlam::Keep, fen).expect("a good FEN")
    }

    #[test]
    fn fens_come_back_as_they_went_in() {
        assert_eq!(Wari::start(GrandSlam::Keep).fen(), START);
        for loose in ["4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "  4-4-4-4-4-4-4-4-4-4-4-4-0-0-S  0\t1 "] {
            assert_eq!(read(loose).fen(), START, "{loose}");
        }
        for fen in [
            "48-0-0-0-0-0-0-0-0-0-0-0-0-0-N 3 17",
            "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S 0 1",
            "0-0-0-0-0-0-0-0-0-0-0-0-48-0-N 0 1",
            "0-1-2-3-4-5-6-7-8-9-0-1-2-0-N 4294967295 4294967295",
        ] {
            assert_eq!(read(fen).fen(), fen);
        }
    }

    #[test]
    #[rustfmt::skip]
    fn refusals_say_field_place_and_reason() {
        const SEEDS: &str = "expected a number of seeds from 0 to 48 without leading zeros";
        const QUIET: &str = "expected a number from 0 to 4294967295 without leading zeros";
        for (fen, place, reason) in [
            ("", "field 'board', house A (number 1 of 14)", &*format!("{SEEDS}, found nothing")),
            ("4-x-4-4-4-4-4-4-4-4-4-4-0-0-S", "field 'board', house B (number 2 of 14)", &format!("{SEEDS}, found 'x'")),
            ("4-4-4-4-4-4-4-4-4-4-4-04-0-0-S", "field 'board', house f (number 12 of 14)", &format!("{SEEDS}, found '04'")),
            ("4-4-4-4-4-4-4-4-4-4-4-4-49-0-S", "field 'board', South's store (number 13 of 14)", &format!("{SEEDS}, found '49'")),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-S", "field 'board', North's store (number 14 of 14)", &format!("{SEEDS}, found 'S'")),
            ("4--4-4-4-4-4-4-4-4-4-4-4-0-0-S", "field 'board', house B (number 2 of 14)", &format!("{SEEDS}, found nothing")),
            ("+4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "field 'board', house A (number 1 of 14)", &format!("{SEEDS}, found '+4'")),
            ("4-4-4-4-4-٤-4-4-4-4-4-4-0-0-S", "field 'board', house F (number 6 of 14)", &format!("{SEEDS}, found '٤'")),
            ("4-4-4-4-4-4-260-4-4-4-4-4-0-0-S", "field 'board', house a (number 7 of 14)", &format!("{SEEDS}, found '260'")),
            ("99999999999999999999-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "field 'board', house A (number 1 of 14)", &format!("{SEEDS}, found '99999999999999999999'")),
            ("4/4/4/4/4/4/4/4/4/4/4/4/0/0/S", "field 'board', house A (number 1 of 14)", &format!("{SEEDS}, found '4/4/4/4/4/4/4/4/4/4/4/4/0/0/S'")),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0S", "field 'board', North's store (number 14 of 14)", &format!("{SEEDS}, found '0S'")),
            ("4-4-4-4-4-4-4-4-4-4-4-3-0-0-S", "field 'board', the 14 numbers together", "expected 48 seeds, found '47'"),
            ("48-48-48-48-48-48-48-48-48-48-48-48-48-48-S", "field 'board', the 14 numbers together", "expected 48 seeds, found '672'"),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-1-S", "field 'board', the 14 numbers together", "expected 48 seeds, found '49'"),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0", "field 'side', after North's store", "expected 'S' or 'N', found nothing"),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-s 0 1", "field 'side', after North's store", "expected 'S' or 'N', found 's'"),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-0", "field 'side', after North's store", "expected 'S' or 'N', found 'S-0'"),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0- 0 1", "field 'side', after North's store", "expected 'S' or 'N', found nothing"),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S x 1", "field 'quiet', the whole field", &format!("{QUIET}, found 'x'")),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 4294967296 1", "field 'quiet', the whole field", &format!("{QUIET}, found '4294967296'")),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0", "field 'move', the whole field", "expected a number from 1, found nothing"),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 0", "field 'move', the whole field", "expected a number from 1, found '0'"),
            ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 1 2", "end of the FEN, after field 'move'", "expected nothing more, found '2'"),
        ] {
            let error = Wari::from_fen(GrandSlam::Keep, fen).expect_err(fen);
            assert_eq!(error.to_string(), format!("{place}: {reason}"), "{fen}");
        }
    }

    #[test]
    fn moves_are_taken_apart() {
        assert_eq!(Wari::split_moves("AbC"), ["A", "b", "C"]);
        assert_eq!(Wari::split_moves("f"), ["f"]);
        for whole in ["AxC", "A,b", "G", "ä"] {
            assert_eq!(Wari::split_moves(whole), [whole]);
        }
    }

    #[test]
    fn moves_are_in_the_case_of_the_mover() {
        let [south, north] = ["S", "N"].map(|side| read(&START.replace('S', side)));
        assert!(south.parse_move("C").is_some() && south.parse_move("c").is_none());
        assert!(north.parse_move("c").is_some() && north.parse_move("C").is_none());
        let mv = north.parse_move("e").expect("a legal move");
        assert_eq!(north.move_points(mv), ["e", "f", "A", "B", "C"]);
    }

    #[test]
    fn f_lies_opposite_a() {
        let points = Wari::points(GrandSlam::Keep);
        let place = |name| {
            let point = points.iter().find(|point| point.name == name);
            point.map(|point| (point.x, point.y))
        };
        assert_eq!(place("A"), Some((0.0, 0.0)));
        assert_eq!(place("f"), Some((0.0, 1.0)));
        assert_eq!(place("a"), Some((5.0, 1.0)));
        assert_eq!(place(SOUTH), Some((6.0, 0.5)));
        assert_eq!(place(NORTH), Some((-1.0, 0.5)));
        assert_eq!(points.len(), COUNTS);
    }

    #[test]
    fn draws_the_board_as_south_sees_it() {
        let state = read("1-2-3-4-5-0-10-0-0-0-0-1-20-2-N 0 1");
        let expected = [
            "North   f    e    d    c    b    a",
            "+----+----+----+----+----+----+----+----+",
            "|    |  1 |  0 |  0 |  0 |  0 | 10 |    |",
            "|  2 +----+----+----+----+----+----+ 20 |",
            "|    |  1 |  2 |  3 |  4 |  5 |  0 |    |",
            "+----+----+----+----+----+----+----+----+",
            "        A    B    C    D    E    F  South",
        ];
        assert_eq!(state.drawing(), expected.join("\n"));
        let seeds_at = |name| {
            let pieces = state.pieces();
            pieces.iter().filter(|piece| piece.at == name).count()
        };
        assert_eq!(["A", "a", "f", SOUTH, NORTH].map(seeds_at), [1, 10, 1, 20, 2]);
        assert_eq!(state.pieces().len(), usize::from(SEEDS));
    }

    #[test]
    fn the_rules_name_the_option_in_force() {
        let texts = [GrandSlam::Keep, GrandSlam::Illegal, GrandSlam::All].map(Wari::rules_text);
        for (text, rule) in texts.iter().zip(["captures nothing", "is not\nallowed", "may capture"])
        {
            assert!(text.contains(rule), "{text}");
            assert!(!text.contains('{'));
            assert!(text.lines().all(|line| (1..=78).contains(&line.len())));
        }
    }
}
