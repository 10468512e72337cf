//! How Camelot is written and drawn.

use super::board::{RANKS, Square, Squares, name, place, turned};
use super::{CASTLE_MOVES, Camelot, Edition, Move};
use crate::game::{
    FenError, Field, Notation, OptionSpec, OptionValues, Piece, Point, Seat, Shade, Shape,
    VariantInfo, counters, fen_fields, grid, number, rank_text, ranks,
};

const LARGE: &str = "176 squares of 14x16";
const SMALL: &str = "160 squares of 12x16";

const VARIANTS: [VariantInfo; 3] = [
    VariantInfo {
        name: "camelot-1888",
        players: 2,
        board: LARGE,
        summary: "Camelot on the board of 1888: 4 knights and 16 men a side storm a castle",
        files: 14,
        ranks: RANKS,
        bench: &[
            "2/8/10/12/14/2nmmmmmmmmn2/2nmmmmmmmmn2/14/14/2NMMMMMMMMN2/2NMMMMMMMMN2/14/12/10/8/2 w 2,2 0 1",
            "2/8/4m5/5mn5/5m8/1m3mm1m1mm2/4mm1mm3n1/4mm8/14/1m3M1M6/7MM2M2/14/12/7M2/8/2 b 2,2 5 30",
            "2/8/8n1/12/1m12/14/M13/1M12/3NM9/1M12/3MMMMM6/8M1N3/7M4/10/2M5/2 b 2,2 26 50",
        ],
        bench_depth: 6,
    },
    VariantInfo {
        name: "chivalry",
        players: 2,
        board: LARGE,
        summary: "Chivalry of 1888, the older Camelot: 8 knights and 12 men a side",
        files: 14,
        ranks: RANKS,
        bench: &[
            "2/8/10/12/14/2nnmmmmmmnn2/2nnmmmmmmnn2/14/14/2NNMMMMMMNN2/2NNMMMMMMNN2/14/12/10/8/2 w 2,2 0 1",
            "2/7N/10/n11/3mm9/2n6m4/2nn1m1mm1m3/3mm9/14/m2N4M1M3/3M5N3M/3MMM1MN2N2/7M4/3M6/8/2 b 2,2 23 37",
            "2/8/6m3/12/10M2n/14/M13/14/7M6/1N4M7/14/7M6/1N2N7/M6M2/2M5/2 b 2,2 4 94",
        ],
        bench_depth: 6,
    },
    VariantInfo {
        name: "camelot",
        players: 2,
        board: SMALL,
        summary: "Camelot of 1930: leap over friends, jump over enemies, two men in the castle win",
        files: 12,
        ranks: RANKS,
        bench: &[
            "2/8/10/12/12/2nmmmmmmn2/3nmmmmn3/12/12/3NMMMMN3/2NMMMMMMN2/12/12/10/8/2 w 2,2 0 1",
            "2/8/10/12/4m1mm1n2/7mm3/5mmmn3/12/12/4MMMMN3/1N2MM1MMN2/3N5M2/12/10/8/2 w 2,2 8 9",
            "2/N7/10/12/n6m4/10n1/12/9N2/12/3m8/12/4M3M3/12/10/8/2 b 2,2 4 46",
            "2/4m3/5m4/3m2m5/12/2N9/12/10M1/3N5M2/7m1M2/12/8M3/6M3M1/10/8/2 b 2,2 1 34",
        ],
        bench_depth: 7,
    },
];

/// The field between `side` and `quiet`.
const CASTLE: Field = Field::Extra("castle");

/// A letter of a FEN.
#[derive(Clone, Copy)]
struct Letter {
    seat: Seat,
    knight: bool,
}

impl Letter {
    fn read(letter: char) -> Option<Self> {
        let seat = if letter.is_ascii_uppercase() { Seat::ONE } else { Seat::TWO };
        match letter.to_ascii_uppercase() {
            'N' => Some(Self { seat, knight: true }),
            'M' => Some(Self { seat, knight: false }),
            _ => None,
        }
    }

    fn glyph(self) -> char {
        let letter = if self.knight { 'N' } else { 'M' };
        if self.seat == Seat::ONE { letter } else { letter.to_ascii_lowercase() }
    }

    fn kind(self) -> &'static str {
        if self.knight { "knight" } else { "man" }
    }
}

impl Notation for Camelot {
    const VARIANTS: &'static [VariantInfo] = &VARIANTS;
    const OPTIONS: &'static [OptionSpec] = &[];

    fn rules_from(variant: &VariantInfo, _: &OptionValues) -> Edition {
        match variant.name {
            "camelot-1888" => Edition::Camelot1888,
            "chivalry" => Edition::Chivalry,
            _ => Edition::Camelot,
        }
    }

    fn from_fen(edition: Edition, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen_fields(fen);
        let (pieces, knights) = read_board(edition, fields.next().unwrap_or_default())?;
        let side = fields.next().unwrap_or_default();
        let turn = match side {
            "w" => Seat::ONE,
            "b" => Seat::TWO,
            _ => {
                return Err(FenError::new(Field::Side, "the whole field", "'w' or 'b'", side));
            }
        };
        let castle_moves = read_castle_moves(fields.next().unwrap_or_default())?;
        let (quiet, number) = counters(&fields.collect::<Vec<_>>())?;
        let state = Self::new(edition, pieces, knights);
        Ok(Self { turn, castle_moves, quiet, number, ..state }.hashed())
    }

    fn fen(&self) -> String {
        let ranks = self.board().ranks().map(|squares| {
            let letters = squares.into_iter().map(|square| self.at(square));
            rank_text(letters.map(|letter| letter.map(|letter| letter.glyph().to_string())), "")
        });
        let board = ranks.collect::<Vec<_>>().join("/");
        let side = if self.turn == Seat::ONE { 'w' } else { 'b' };
        let [white, black] = self.castle_moves;
        format!("{board} {side} {white},{black} {} {}", self.quiet, self.number)
    }

    fn move_text(&self, mv: Move) -> String {
        self.move_points(mv).concat()
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        self.move_along(&grid::squares(text)?)
    }

    fn points(edition: Edition) -> Vec<Point> {
        let board = edition.board();
        let castles = board.own_castle(Seat::ONE) | board.own_castle(Seat::TWO);
        let point = |square: usize| {
            let grid::Square { file, rank } = place(square as Square);
            let shade = if castles.contains(square) {
                Shade::Throne
            } else if (file + rank) % 2 == 0 {
                Shade::Dark
            } else {
                Shade::Light
            };
            Point {
                name: name(square as Square),
                x: file.into(),
                y: rank.into(),
                shape: Shape::Square,
                shade,
            }
        };
        board.squares.iter().map(point).collect()
    }

    fn lines(_: Edition) -> Vec<[String; 2]> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<Piece> {
        let squares = self.board().squares.iter().map(|square| square as Square);
        squares
            .filter_map(|square| {
                let letter = self.at(square)?;
                Some(Piece {
                    at: name(square),
                    owner: Some(letter.seat.number()),
                    kind: letter.kind(),
                    glyph: letter.glyph(),
                })
            })
            .collect()
    }

    fn move_points(&self, mv: Move) -> Vec<String> {
        self.canonical_way(mv).into_iter().map(name).collect()
    }

    /// Empty castle squares are marked by stars.
    fn drawing(&self) -> String {
        let board = self.board();
        let castles = board.own_castle(Seat::ONE) | board.own_castle(Seat::TWO);
        grid::draw(board.files, RANKS, |square| {
            let Some(number) = board.number(square) else {
                return grid::Cell::Outside;
            };
            match self.at(number) {
                Some(letter) => grid::Cell::Piece(letter.glyph()),
                None if castles.contains(number.into()) => grid::Cell::Marked('*'),
                None => grid::Cell::Empty,
            }
        })
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::ONE => "White",
            _ => "Black",
        }
    }

    fn rules_text(edition: Edition) -> String {
        let [title, board, setup] = match edition {
            Edition::Camelot1888 => ["CAMELOT, 1888", LARGE_BOARD, CAMELOT_1888_SETUP],
            Edition::Chivalry => ["CHIVALRY, 1888", LARGE_BOARD, CHIVALRY_SETUP],
            Edition::Camelot => ["CAMELOT, 1930", SMALL_BOARD, CAMELOT_SETUP],
        };
        include_str!("rules.txt")
            .trim_end()
            .replace("{title}", title)
            .replace("{board}", board)
            .replace("{setup}", setup)
    }

    /// The board turned by half a circle, with the colours exchanged.
    fn flipped(&self) -> Option<Self> {
        let turn = |squares| turned(squares, self.board().files);
        let [white, black] = self.pieces;
        let [white_moves, black_moves] = self.castle_moves;
        let flipped = Self {
            pieces: [turn(black), turn(white)],
            knights: turn(self.knights),
            castle_moves: [black_moves, white_moves],
            turn: self.turn.other(),
            ..*self
        };
        Some(flipped.hashed())
    }
}

const LARGE_BOARD: &str = "\
176 squares: ranks 5 to 12 have the files a to n, ranks 4 and 13 b to m, 3 and
14 c to l, 2 and 15 d to k, 1 and 16 g and h. White's castle is g1 and h1,
Black's is g16 and h16.";

const SMALL_BOARD: &str = "\
160 squares: ranks 4 to 13 have the files a to l, ranks 3 and 14 b to k, 2 and
15 c to j, 1 and 16 f and g. White's castle is f1 and g1, Black's is f16 and
g16.";

const CAMELOT_1888_SETUP: &str = "\
White has knights on c6, l6, c7 and l7 and men from d to k on ranks 6 and 7,
16 of them.";

const CHIVALRY_SETUP: &str = "\
White has knights on c6, d6, k6, l6, c7, d7, k7 and l7 and men from e to j on
ranks 6 and 7, 12 of them.";

const CAMELOT_SETUP: &str = "\
White has knights on c6, d7, i7 and j6 and men from d to i on rank 6 and from
e to h on rank 7, 10 of them.";

impl Camelot {
    /// What stands on a square.
    fn at(&self, square: Square) -> Option<Letter> {
        let square = usize::from(square);
        let seat = [Seat::ONE, Seat::TWO]
            .into_iter()
            .find(|seat| self.pieces[seat.index()].contains(square))?;
        Some(Letter { seat, knight: self.knights.contains(square) })
    }
}

/// Reads White's and Black's pieces and the knights of both.
fn read_board(edition: Edition, text: &str) -> Result<([Squares; 2], Squares), FenError> {
    let squares: Vec<Vec<Square>> = edition.board().ranks().collect();
    let widths: Vec<usize> = squares.iter().map(Vec::len).collect();
    let letters = ranks(text, &widths, Letter::read)?;
    let mut pieces = [Squares::EMPTY; 2];
    let mut knights = Squares::EMPTY;
    for (&square, letter) in squares.iter().flatten().zip(letters.into_iter().flatten()) {
        if let Some(Letter { seat, knight }) = letter {
            pieces[seat.index()].insert(square.into());
            if knight {
                knights.insert(square.into());
            }
        }
    }
    let [most_knights, most_men] = edition.numbers();
    for (colour, own) in ["white", "black"].into_iter().zip(pieces) {
        for (kind, set, most) in
            [("knights", own & knights, most_knights), ("men", own & !knights, most_men)]
        {
            if set.len() > most {
                return Err(FenError::new(
                    Field::Board,
                    "the whole field",
                    format!("at most {most} {colour} {kind}"),
                    &set.len().to_string(),
                ));
            }
        }
    }
    Ok((pieces, knights))
}

/// Reads the castle moves that White and Black have left.
fn read_castle_moves(text: &str) -> Result<[u8; 2], FenError> {
    let Some((white, black)) = text.split_once(',') else {
        let expected = "the castle moves left for White and Black, parted by ','";
        return Err(FenError::new(CASTLE, "the whole field", expected, text));
    };
    let mut left = [0; 2];
    for ((moves, text), place) in left.iter_mut().zip([white, black]).zip(["White's", "Black's"]) {
        *moves = number(CASTLE, place, text)
            .ok()
            .and_then(|moves| u8::try_from(moves).ok())
            .filter(|&moves| moves <= CASTLE_MOVES)
            .ok_or_else(|| {
                let expected = format!("a number of castle moves from 0 to {CASTLE_MOVES}");
                FenError::new(CASTLE, format!("{place} number"), expected, text)
            })?;
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    const START: &str = "2/8/10/12/12/2nmmmmmmn2/3nmmmmn3/12/12/3NMMMMN3/2NMMMMMMN2/12/12/10/8/2";

    #[test]
    fn fens_come_back_as_they_went_in() {
        assert_eq!(Camelot::start(Edition::Camelot).fen(), format!("{START} w 2,2 0 1"));
        let loose = Camelot::from_fen(Edition::Camelot, &format!(" {START}  w\t2,2 "));
        assert_eq!(loose, Ok(Camelot::start(Edition::Camelot)));
        for fen in [
            &format!("{START} b 0,1 99 4294967295"),
            "MM/8/10/12/12/12/12/12/12/12/12/12/12/10/8/nn w 0,0 4294967295 1",
            "2/8/10/12/12/12/12/12/12/12/12/12/12/10/8/2 b 2,1 100 7",
            "2/M6m/N8n/12/12/12/12/12/12/12/12/12/12/n8N/m6M/1m w 1,0 7 7",
        ] {
            let read = Camelot::from_fen(Edition::Camelot, fen);
            assert_eq!(read.map(|state| state.fen()).as_deref(), Ok(fen));
        }
    }

    #[test]
    #[rustfmt::skip]
    fn refusals_say_field_place_and_reason() {
        let empty = "2/8/10/12/12/12/12/12/12/12/12/12/12/10/8/2";
        let castle = "expected the castle moves left for White and Black, parted by ','";
        let quiet = "expected a number from 0 to 4294967295 without leading zeros";
        for (fen, message) in [
            // The board.
            ("", "field 'board', the whole field: expected 16 ranks parted by '/', found '1'"),
            ("8/8 w 2,2 0 1", "field 'board', the whole field: expected 16 ranks parted by '/', found '2'"),
            (&format!("{empty}/2 w 2,2 0 1"), "field 'board', the whole field: expected 16 ranks parted by '/', found '17'"),
            (&empty.replacen('2', "3", 1), "field 'board', rank 16, point 1: expected a number of empty points from 1 to 2, found '3'"),
            (&empty.replacen('8', "9", 1), "field 'board', rank 15, point 1: expected a number of empty points from 1 to 8, found '9'"),
            (&empty.replacen('8', "0mmmmmmmm", 1), "field 'board', rank 15, point 1: expected a number of empty points from 1 to 8, found '0'"),
            (&empty.replacen('8', "", 1), "field 'board', rank 15, the whole rank: expected 8 points, found '0'"),
            (&empty.replacen("10", "8m", 1), "field 'board', rank 14, the whole rank: expected 10 points, found '9'"),
            (&empty.replacen("10", "010", 1), "field 'board', rank 14, point 1: expected a number of empty points from 1 to 10, found '010'"),
            (&empty.replacen("10", "99999999999999999999", 1), "field 'board', rank 14, point 1: expected a number of empty points from 1 to 10, found '99999999999999999999'"),
            (&empty.replacen("10", "8K1", 1), "field 'board', rank 14, point 9: expected a piece or a number of empty points, found 'K'"),
            (&empty.replacen("10", "8Ñ1", 1), "field 'board', rank 14, point 9: expected a piece or a number of empty points, found 'Ñ'"),
            (&empty.replacen("10", "m-9", 1), "field 'board', rank 14, point 2: expected a piece or a number of empty points, found '-'"),
            (&empty.replacen("12", "12M", 1), "field 'board', rank 13, the whole rank: expected 12 points, found '13'"),
            (&empty.replacen("12", "NNNNN7", 1), "field 'board', the whole field: expected at most 4 white knights, found '5'"),
            (&empty.replacen("12", "MMMMMMMMMMM1", 1), "field 'board', the whole field: expected at most 10 white men, found '11'"),
            (&empty.replacen("12", "nnnnn7", 1), "field 'board', the whole field: expected at most 4 black knights, found '5'"),
            (&empty.replacen("12", "mmmmmmmmmmm1", 1), "field 'board', the whole field: expected at most 10 black men, found '11'"),
            // The side to move.
            (empty, "field 'side', the whole field: expected 'w' or 'b', found nothing"),
            (&format!("{empty} W 2,2 0 1"), "field 'side', the whole field: expected 'w' or 'b', found 'W'"),
            (&format!("{empty} wb 2,2 0 1"), "field 'side', the whole field: expected 'w' or 'b', found 'wb'"),
            (&format!("{empty} 2,2 0 1"), "field 'side', the whole field: expected 'w' or 'b', found '2,2'"),
            // The castle moves.
            (&format!("{empty} w"), &format!("field 'castle', the whole field: {castle}, found nothing")),
            (&format!("{empty} w 0 1"), &format!("field 'castle', the whole field: {castle}, found '0'")),
            (&format!("{empty} w 2;2 0 1"), &format!("field 'castle', the whole field: {castle}, found '2;2'")),
            (&format!("{empty} w 3,2 0 1"), "field 'castle', White's number: expected a number of castle moves from 0 to 2, found '3'"),
            (&format!("{empty} w ,2 0 1"), "field 'castle', White's number: expected a number of castle moves from 0 to 2, found nothing"),
            (&format!("{empty} w -1,2 0 1"), "field 'castle', White's number: expected a number of castle moves from 0 to 2, found '-1'"),
            (&format!("{empty} w 258,2 0 1"), "field 'castle', White's number: expected a number of castle moves from 0 to 2, found '258'"),
            (&format!("{empty} w 2,02 0 1"), "field 'castle', Black's number: expected a number of castle moves from 0 to 2, found '02'"),
            (&format!("{empty} w 2,2,2 0 1"), "field 'castle', Black's number: expected a number of castle moves from 0 to 2, found '2,2'"),
            (&format!("{empty} w 2, 0 1"), "field 'castle', Black's number: expected a number of castle moves from 0 to 2, found nothing"),
            (&format!("{empty} w 2,x 0 1"), "field 'castle', Black's number: expected a number of castle moves from 0 to 2, found 'x'"),
            // The counters.
            (&format!("{empty} w 2,2 x 1"), &format!("field 'quiet', the whole field: {quiet}, found 'x'")),
            (&format!("{empty} w 2,2 -1 1"), &format!("field 'quiet', the whole field: {quiet}, found '-1'")),
            (&format!("{empty} w 2,2 00 1"), &format!("field 'quiet', the whole field: {quiet}, found '00'")),
            (&format!("{empty} w 2,2 4294967296 1"), &format!("field 'quiet', the whole field: {quiet}, found '4294967296'")),
            (&format!("{empty} w 2,2 0"), "field 'move', the whole field: expected a number from 1, found nothing"),
            (&format!("{empty} w 2,2 0 0"), "field 'move', the whole field: expected a number from 1, found '0'"),
            (&format!("{empty} w 2,2 0 1 9"), "end of the FEN, after field 'move': expected nothing more, found '9'"),
        ] {
            let error = Camelot::from_fen(Edition::Camelot, fen).expect_err(fen);
            assert_eq!(error.to_string(), message, "{fen}");
        }
    }

    #[test]
    fn each_edition_has_its_own_numbers_of_pieces() {
        for (edition, knights, men) in
            [(Edition::Camelot1888, 4, 16), (Edition::Chivalry, 8, 12), (Edition::Camelot, 4, 10)]
        {
            let widths: Vec<_> = edition.board().ranks().map(|rank| rank.len()).collect();
            let board = |letter: char, count: usize| {
                let mut left = count;
                let ranks = widths.iter().map(|&width| {
                    let pieces = left.min(width);
                    left -= pieces;
                    rank_text((0..width).map(|at| (at < pieces).then(|| letter.to_string())), "")
                });
                format!("{} w 2,2 0 1", ranks.collect::<Vec<_>>().join("/"))
            };
            for (letter, most) in [('N', knights), ('M', men), ('n', knights), ('m', men)] {
                assert!(Camelot::from_fen(edition, &board(letter, most)).is_ok());
                assert!(Camelot::from_fen(edition, &board(letter, most + 1)).is_err());
            }
        }
    }

    #[test]
    fn draws_the_board_as_white_sees_it() {
        let fen = "1m/8/10/12/12/12/12/12/12/12/12/M10n/12/10/8/2 w 2,2";
        let state = Camelot::from_fen(Edition::Camelot, fen).expect("a good FEN");
        let drawing = state.drawing();
        let lines: Vec<_> = drawing.lines().collect();
        assert_eq!(lines.len(), 2 * 16 + 2);
        assert_eq!(lines[0], "                       +---+---+");
        assert_eq!(lines[1], "16                     | * | m |");
        assert_eq!(lines[3], "15         |   |   |   |   |   |   |   |   |");
        assert_eq!(lines[23], " 5 | M |   |   |   |   |   |   |   |   |   |   | n |");
        assert_eq!(lines[31], " 1                     | * | * |");
        assert_eq!(lines[33], "     a   b   c   d   e   f   g   h   i   j   k   l");
        let pieces: Vec<_> = state
            .pieces()
            .into_iter()
            .map(|piece| (piece.at, piece.owner, piece.kind, piece.glyph))
            .collect();
        let expected = [
            ("a5", Some(1), "man", 'M'),
            ("l5", Some(2), "knight", 'n'),
            ("g16", Some(2), "man", 'm'),
        ];
        assert_eq!(
            pieces,
            expected.map(|(at, owner, kind, glyph)| (at.to_owned(), owner, kind, glyph))
        );
    }

    #[test]
    fn castles_are_marked_among_the_points() {
        for (edition, count, castles) in [
            (Edition::Chivalry, 176, ["g1", "h1", "g16", "h16"]),
            (Edition::Camelot, 160, ["f1", "g1", "f16", "g16"]),
        ] {
            let points = Camelot::points(edition);
            assert_eq!(points.len(), count);
            let marked = points.iter().filter(|point| point.shade == Shade::Throne);
            assert_eq!(marked.map(|point| &point.name).collect::<Vec<_>>(), castles);
            let c2 = points.iter().find(|point| point.name == "e2").expect("a square");
            assert_eq!((c2.x, c2.y), (4.0, 1.0));
        }
    }

    #[test]
    fn the_rules_are_those_of_the_edition() {
        for (edition, word) in [
            (Edition::Camelot1888, "16 of them"),
            (Edition::Chivalry, "12 of them"),
            (Edition::Camelot, "10 of them"),
        ] {
            let text = Camelot::rules_text(edition);
            assert!(text.contains(word) && !text.contains('{'), "{text}");
            assert!(text.lines().all(|line| (1..=78).contains(&line.len())), "{text}");
        }
    }
}
