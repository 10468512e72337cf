//! How Kolowis is written and drawn.

use super::board::{Place, ROWS, places};
use super::{Kolowis, Move, Size};
use crate::game::{
    FenError, Field, Notation, OptionSpec, OptionValues, Piece, Point, Seat, Shade, Shape,
    VariantInfo, counters, fen_fields, grid, rank_text, ranks,
};

const SMALL: VariantInfo = VariantInfo {
    name: "kolowis",
    players: 2,
    board: "25 points",
    summary: "Kolowis Awithlaknannai: chains of jumps on three rows, capturing is compulsory",
    files: 9,
    ranks: 3,
    bench: &[
        "bbbbbbbb/wwww1bbbb/wwwwwwww w 0 1",
        "bb1bbbbb/www2bbbb/wwwb1www w 0 4",
        "1bwbw1b1/8b/wb1b1bb1 w 0 13",
        "b2w4/bw1b2w1b/3w2w1 b 12 25",
    ],
    bench_depth: 19,
};

const LARGE: VariantInfo = VariantInfo {
    name: "kolowis-large",
    players: 2,
    board: "49 points",
    summary: "Kolowis Awithlaknannai on the large board, with lines along the outer rows",
    files: 17,
    ranks: 3,
    bench: &[
        "bbbbbbbbbbbbbbbb/1wwwwwww1bbbbbbb1/wwwwwwwwwwwwwwww w 0 1",
        "1b2b1bb1bbbbbbb/bwww2w1w1bbbbbb1/wwwwbwwwwbwwwwww w 0 7",
        "b7bbb2b2/4w4b7/1w4b4b4 w 0 27",
    ],
    bench_depth: 15,
};

const WHITE: char = 'w';
const BLACK: char = 'b';

impl Notation for Kolowis {
    const VARIANTS: &'static [VariantInfo] = &[SMALL, LARGE];
    const OPTIONS: &'static [OptionSpec] = &[];

    fn rules_from(variant: &VariantInfo, _: &OptionValues) -> Size {
        if variant.name == LARGE.name { Size::Large } else { Size::Small }
    }

    fn from_fen(size: Size, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen_fields(fen);
        let [white, black] = read_board(size, fields.next().unwrap_or_default())?;
        let letter = fields.next().unwrap_or_default();
        let (turn, own, enemy) = match letter {
            "w" => (Seat::ONE, white, black),
            "b" => (Seat::TWO, black, white),
            _ => {
                return Err(FenError::new(Field::Side, "the whole field", "'w' or 'b'", letter));
            }
        };
        let (quiet, number) = counters(&fields.collect::<Vec<_>>())?;
        Ok(Self { own, enemy, quiet, number, turn, size })
    }

    fn fen(&self) -> String {
        let row = |row| {
            let points = (0..self.size.widths()[row]).map(|index| Place::new(row, index));
            rank_text(points.map(|place| self.man(place).map(String::from)), "")
        };
        let board: Vec<_> = (0..ROWS).rev().map(row).collect();
        let side = match self.turn {
            Seat::ONE => WHITE,
            _ => BLACK,
        };
        format!("{} {side} {} {}", board.join("/"), self.quiet, self.number)
    }

    fn move_text(&self, mv: Move) -> String {
        self.way(mv).into_iter().map(Place::name).collect()
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        let widths = self.size.widths();
        let way: Option<Vec<Place>> = grid::squares(text)?
            .into_iter()
            .map(|name| (usize::from(name.file), usize::from(name.rank)))
            .map(|(row, index)| {
                let on_board = widths.get(row).is_some_and(|&width| index < width);
                on_board.then(|| Place::new(row, index))
            })
            .collect();
        self.move_along(&way?)
    }

    fn points(size: Size) -> Vec<Point> {
        places(size.points())
            .map(|place| {
                let (row, index) = place.row_and_index();
                let indent = if row == 1 { 0.0 } else { 0.5 };
                Point {
                    name: place.name(),
                    x: index as f64 + indent,
                    y: row as f64,
                    shape: Shape::Point,
                    shade: Shade::Light,
                }
            })
            .collect()
    }

    fn lines(size: Size) -> Vec<[String; 2]> {
        let from = |one: Place| {
            places(size.neighbours(one.bit()))
                .filter(move |&other| one < other)
                .map(move |other| [one.name(), other.name()])
        };
        places(size.points()).flat_map(from).collect()
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |place: Place| {
            self.man(place).map(|glyph| Piece {
                at: place.name(),
                owner: Some(if glyph == WHITE { 1 } else { 2 }),
                kind: "man",
                glyph,
            })
        };
        places(self.size.points()).filter_map(piece).collect()
    }

    fn move_points(&self, mv: Move) -> Vec<String> {
        self.way(mv).into_iter().map(Place::name).collect()
    }

    /// The numbers of the outer rows stand above and below the board, those of the
    /// middle row in the last line.
    fn drawing(&self) -> String {
        let [outer, middle, _] = self.size.widths();
        let numbers = |letter, indent: &str, count| {
            let cells = (1..=count).map(|number| format!("{number:>4}"));
            format!("{letter}{indent}{}", cells.collect::<String>())
        };
        let outer_link = match self.size {
            Size::Small => "   ",
            Size::Large => "---",
        };
        let row = |row: usize, indent: &str, link: &str| {
            let points = (0..self.size.widths()[row]).map(|index| Place::new(row, index));
            let men = points.map(|place| self.man(place).unwrap_or('.').to_string());
            format!(" {indent}{}", men.collect::<Vec<_>>().join(link))
        };
        let slopes = |slope: &str| format!("     {}", vec![slope; outer].join(" "));
        [
            numbers('c', "  ", outer),
            row(2, "     ", outer_link),
            slopes("/ \\"),
            row(1, "   ", "---"),
            slopes("\\ /"),
            row(0, "     ", outer_link),
            numbers('a', "  ", outer),
            numbers('b', "", middle),
        ]
        .join("\n")
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::ONE => "White",
            _ => "Black",
        }
    }

    fn rules_text(size: Size) -> String {
        let text = match size {
            Size::Small => include_str!("rules_small.txt"),
            Size::Large => include_str!("rules_large.txt"),
        };
        include_str!("rules.txt").trim_end().replace("{board}", text.trim_end())
    }

    fn flipped(&self) -> Option<Self> {
        let turned = |set| self.size.turned(set);
        let (own, enemy) = (turned(self.own), turned(self.enemy));
        Some(Self { own, enemy, turn: self.turn.other(), ..*self })
    }
}

impl Kolowis {
    /// The letter of the man on a point.
    fn man(&self, place: Place) -> Option<char> {
        let (own, enemy) = match self.turn {
            Seat::ONE => (WHITE, BLACK),
            _ => (BLACK, WHITE),
        };
        if self.own & place.bit() != 0 {
            Some(own)
        } else {
            (self.enemy & place.bit() != 0).then_some(enemy)
        }
    }
}

/// Reads White's and Black's men.
fn read_board(size: Size, text: &str) -> Result<[u64; 2], FenError> {
    let [a, b, c] = size.widths();
    let rows =
        ranks(text, &[c, b, a], |letter| [WHITE, BLACK].contains(&letter).then_some(letter))?;
    let men_of = |side: char| {
        let row = |(row, men): (usize, &Vec<Option<char>>)| {
            let own = |(index, &man): (usize, &Option<char>)| {
                if man == Some(side) { Place::new(row, index).bit() } else { 0 }
            };
            men.iter().enumerate().map(own).sum::<u64>()
        };
        rows.iter().rev().enumerate().map(row).sum::<u64>()
    };
    let men = [WHITE, BLACK].map(men_of);
    for (men, name) in men.into_iter().zip(["White", "Black"]) {
        if men.count_ones() > size.men() {
            let expected = format!("at most {} men", size.men());
            let found = men.count_ones().to_string();
            return Err(FenError::new(Field::Board, format!("{name}'s men"), expected, &found));
        }
    }
    if men == [0, 0] {
        return Err(FenError::new(Field::Board, "all men", "a man at least", "0"));
    }
    Ok(men)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn fens_come_back_as_they_went_in() {
        let starts = [
            (Size::Small, "bbbbbbbb/wwww1bbbb/wwwwwwww w 0 1"),
            (Size::Large, "bbbbbbbbbbbbbbbb/1wwwwwww1bbbbbbb1/wwwwwwwwwwwwwwww w 0 1"),
        ];
        for (size, fen) in starts {
            assert_eq!(Kolowis::start(size).fen(), fen);
            for fen in [fen, fen.trim_end_matches(" 0 1")] {
                assert_eq!(Kolowis::from_fen(size, fen), Ok(Kolowis::start(size)));
            }
        }
        for (size, fen) in [
            (Size::Small, "7b/8w/b7 b 3 17"),
            (Size::Small, "8/w8/8 b 100 4294967295"),
            (Size::Large, "b14w/16b/w15 w 4294967295 1"),
        ] {
            assert_eq!(Kolowis::from_fen(size, fen).expect("a good FEN").fen(), fen);
        }
    }

    #[test]
    #[rustfmt::skip]
    fn refusals_say_field_place_and_reason() {
        const SMALL: Size = Size::Small;
        for (size, fen, message) in [
            (SMALL, "", "field 'board', the whole field: expected 3 ranks parted by '/', found '1'"),
            (SMALL, "8/9 w 0 1", "field 'board', the whole field: expected 3 ranks parted by '/', found '2'"),
            (SMALL, "7b/8w/9 w 0 1", "field 'board', rank 1, point 1: expected a number of empty points from 1 to 8, found '9'"),
            (SMALL, "7b/8/8 w 0 1", "field 'board', rank 2, the whole rank: expected 9 points, found '8'"),
            (SMALL, "7b/8w/wwwwwwwww w 0 1", "field 'board', rank 1, the whole rank: expected 8 points, found '9'"),
            (SMALL, "7k/9/8 w 0 1", "field 'board', rank 3, point 8: expected a piece or a number of empty points, found 'k'"),
            (SMALL, "7W/9/8 w 0 1", "field 'board', rank 3, point 8: expected a piece or a number of empty points, found 'W'"),
            (SMALL, "34b/9/8 w 0 1", "field 'board', rank 3, point 1: expected a number of empty points from 1 to 8, found '34'"),
            (SMALL, "bbbbbbbb/wwwwwbbbb/wwwwwwww w 0 1", "field 'board', White's men: expected at most 12 men, found '13'"),
            (SMALL, "bbbbbbbb/wwwbbbbbb/wwwwwwww w 0 1", "field 'board', Black's men: expected at most 12 men, found '14'"),
            (Size::Large, "bbbbbbbbbbbbbbbb/1wwwwwwwwbbbbbbb1/wwwwwwwwwwwwwwww w 0 1", "field 'board', White's men: expected at most 23 men, found '24'"),
            (SMALL, "8/9/8 w 0 1", "field 'board', all men: expected a man at least, found '0'"),
            (SMALL, "7b/9/7w", "field 'side', the whole field: expected 'w' or 'b', found nothing"),
            (SMALL, "7b/9/7w W 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'W'"),
            (SMALL, "7b/9/7w w -1 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '-1'"),
            (SMALL, "7b/9/7w w 0", "field 'move', the whole field: expected a number from 1, found nothing"),
            (SMALL, "7b/9/7w w 0 0", "field 'move', the whole field: expected a number from 1, found '0'"),
            (SMALL, "7b/9/7w w 0 1 x", "end of the FEN, after field 'move': expected nothing more, found 'x'"),
            (SMALL, "   ", "field 'board', the whole field: expected 3 ranks parted by '/', found '1'"),
            (SMALL, "7b/9/7w/8 w", "field 'board', the whole field: expected 3 ranks parted by '/', found '4'"),
            (SMALL, "7b//7w w", "field 'board', rank 2, the whole rank: expected 9 points, found '0'"),
            (SMALL, "7b/0w8/8 w", "field 'board', rank 2, point 1: expected a number of empty points from 1 to 9, found '0'"),
            (SMALL, "7b/08w/8 w", "field 'board', rank 2, point 1: expected a number of empty points from 1 to 9, found '08'"),
            (SMALL, "7b/99999999999999999999/8 w", "field 'board', rank 2, point 1: expected a number of empty points from 1 to 9, found '99999999999999999999'"),
            (SMALL, "7b/4é4/8 w", "field 'board', rank 2, point 5: expected a piece or a number of empty points, found 'é'"),
            (SMALL, "7b/4٣4/8 w", "field 'board', rank 2, point 5: expected a piece or a number of empty points, found '٣'"),
            (SMALL, "7b/4,4/8 w", "field 'board', rank 2, point 5: expected a piece or a number of empty points, found ','"),
            (SMALL, "7b/9/7w - 0 1", "field 'side', the whole field: expected 'w' or 'b', found '-'"),
            (SMALL, "7b/9/7w r 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'r'"),
            (SMALL, "7b/9/7w white 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'white'"),
            (SMALL, "7b/9/7w ｗ 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'ｗ'"),
            (SMALL, "7b/9/7w w x 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found 'x'"),
            (SMALL, "7b/9/7w w -1 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '-1'"),
            (SMALL, "7b/9/7w w +1 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '+1'"),
            (SMALL, "7b/9/7w w 1.0 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '1.0'"),
            (SMALL, "7b/9/7w w 00 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '00'"),
            (SMALL, "7b/9/7w w 4294967296 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '4294967296'"),
            (SMALL, "7b/9/7w w ٣ 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '٣'"),
            (SMALL, "7b/9/7w w x", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found 'x'"),
            (SMALL, "7b/9/7w w 0 x", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found 'x'"),
            (SMALL, "7b/9/7w w 0 -1", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found '-1'"),
            (SMALL, "7b/9/7w w 0 01", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found '01'"),
            (SMALL, "7b/9/7w w 0 4294967296", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found '4294967296'"),
            (Size::Large, "bbbbbbbb/wwww1bbbb/wwwwwwww w 0 1", "field 'board', rank 3, the whole rank: expected 16 points, found '8'"),
            (Size::Large, "15b/18/16 w", "field 'board', rank 2, point 1: expected a number of empty points from 1 to 17, found '18'"),
            (Size::Large, "bbbbbbbbbbbbbbbb/1wwwwwwwbbbbbbbb1/wwwwwwwwwwwwwwww w 0 1", "field 'board', Black's men: expected at most 23 men, found '24'"),
            (Size::Large, "16/17/16 b 0 1", "field 'board', all men: expected a man at least, found '0'"),
        ] {
            let error = Kolowis::from_fen(size, fen).expect_err(fen);
            assert_eq!(error.to_string(), message, "{fen}");
        }
    }

    #[test]
    fn both_boards_are_drawn() {
        let small = [
            "c     1   2   3   4   5   6   7   8",
            "      b   b   b   b   b   b   b   b",
            "     / \\ / \\ / \\ / \\ / \\ / \\ / \\ / \\",
            "    w---w---w---w---.---b---b---b---b",
            "     \\ / \\ / \\ / \\ / \\ / \\ / \\ / \\ /",
            "      w   w   w   w   w   w   w   w",
            "a     1   2   3   4   5   6   7   8",
            "b   1   2   3   4   5   6   7   8   9",
        ];
        assert_eq!(Kolowis::start(Size::Small).drawing(), small.join("\n"));
        let large = Kolowis::start(Size::Large).drawing();
        let lines: Vec<_> = large.lines().collect();
        assert_eq!(lines[1], format!("      b{}", "---b".repeat(15)));
        assert_eq!(lines[3], format!("    .{0}---.{1}---.", "---w".repeat(7), "---b".repeat(7)));
        assert!(lines[7].ends_with("  15  16  17"));
    }

    #[test]
    fn points_lie_as_they_are_drawn() {
        let points = Kolowis::points(Size::Large);
        assert_eq!(points.len(), 49);
        for (name, place) in [("a1", (0.5, 0.0)), ("b1", (0.0, 1.0)), ("c16", (15.5, 2.0))] {
            let point = points.iter().find(|point| point.name == name).expect("a point");
            assert_eq!((point.x, point.y), place, "{name}");
        }
        assert_eq!(Kolowis::lines(Size::Small).len(), 8 + 4 * 8);
        assert_eq!(Kolowis::lines(Size::Large).len(), 16 + 4 * 16 + 2 * 15);
    }

    #[test]
    fn the_rules_describe_the_board() {
        for (size, points) in [(Size::Small, "25 points"), (Size::Large, "49 points")] {
            let text = Kolowis::rules_text(size);
            assert!(text.contains(points) && !text.contains('{'), "{text}");
            assert!(text.lines().all(|line| (1..=79).contains(&line.len())), "{text}");
        }
    }
}
