//! How Siga is written and drawn.

use super::board::{Set, Square, squares};
use super::{Move, Rules, Siga, Size};
use crate::game::{
    FenError, Field, Notation, OptionKind, OptionSpec, OptionValues, Piece, Point, Seat, Shade,
    Shape, VariantInfo, counters, fen_fields, grid, number, rank_text, ranks,
};

const FIVE: VariantInfo = VariantInfo {
    name: "siga",
    players: 2,
    board: "5x5 squares",
    summary: "Siga (Seega): place the men, then enclose the enemy's and move again",
    files: 5,
    ranks: 5,
    bench: &[
        "5/5/5/5/5 w 12,12 0 1",
        "W4/2WB1/3W1/2B2/W4 b 8,10 0 2",
        "BBWWB/BWBBW/WB1BB/BBWWW/WWBWW w 0,0 0 7",
        "1WWBB/W2B1/W2BB/W4/BB1B1 b 0,0 0 37",
    ],
    bench_depth: 8,
};

const SEVEN: VariantInfo = VariantInfo {
    name: "siga-7",
    board: "7x7 squares",
    summary: "Siga (Seega) with 24 men each",
    files: 7,
    ranks: 7,
    bench: &[
        "B3BWW/W1WWB1B/1W2WBB/BW2W2/B5W/BB1W3/WBWB2W b 10,12 0 7",
        "WBWBBBW/WWWB1WW/BW2WW1/7/WWBB1WW/W3BWW/WB1BWWW w 0,0 0 27",
        "W4W1/1BB4/B4W1/1B1W2B/1BW2WW/1WW1WWW/W1WWBWW b 0,0 1 44",
    ],
    bench_depth: 7,
    ..FIVE
};

const NINE: VariantInfo = VariantInfo {
    name: "siga-9",
    board: "9x9 squares",
    summary: "Siga (Seega) with forty men each",
    files: 9,
    ranks: 9,
    bench: &[
        "WWBBWBWWW/BWWBWWWBW/BWBWWBB1W/B1WBW1WBW/W1BW1BBBW/1WBWBBWBB/1BWBBBWBB/BWBW1BB1W/1W1B1WWWB w 5,6 0 18",
        "BWBBBBWWB/BWWBBWWBW/WBWWW1WBB/BBW1WWBBW/BWBBW1B1B/BW1WW2BB/WBW1WWBWW/WBWWWBWBW/WBWBBBBBB w 0,0 0 23",
        "BBW3BB1/BB2BBBBW/B3B4/W2W2W1B/BB4W1W/W1W2W1W1/BBW1WW1WW/WWB3BBW/BWBBWBB1W w 0,0 0 47",
    ],
    bench_depth: 7,
    ..FIVE
};

const LINE_CAPTURE: OptionSpec =
    OptionSpec { name: "SigaLineCapture", kind: OptionKind::Check { default: true } };

const QUIET_MOVES: OptionSpec =
    OptionSpec { name: "SigaQuietMoves", kind: OptionKind::Spin { default: 20, min: 2, max: 400 } };

/// The field of a FEN that holds the men still to be placed.
const HANDS: Field = Field::Extra("hands");

/// What stands before the square of a man that is placed.
const PLACED: &str = "P@";

impl Notation for Siga {
    const VARIANTS: &'static [VariantInfo] = &[FIVE, SEVEN, NINE];
    const OPTIONS: &'static [OptionSpec] = &[LINE_CAPTURE, QUIET_MOVES];

    fn rules_from(variant: &VariantInfo, values: &OptionValues) -> Rules {
        Rules {
            size: match variant.files {
                5 => Size::Five,
                7 => Size::Seven,
                _ => Size::Nine,
            },
            line_capture: values.flag(&LINE_CAPTURE),
            quiet_limit: values.number(&QUIET_MOVES) as u32,
        }
    }

    fn from_fen(rules: Rules, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen_fields(fen);
        let men = read_board(rules.size, fields.next().unwrap_or_default())?;
        let turn = read_side(fields.next().unwrap_or_default())?;
        let hands = read_hands(rules.size, men, fields.next().unwrap_or_default())?;
        let (quiet, number) = counters(&fields.collect::<Vec<_>>())?;
        let in_hand = hands[0] + hands[1];
        if in_hand > 0 {
            check_placing(rules.size, men, turn, hands)?;
            if quiet > 0 {
                let expected = "0 while men are in hand";
                let found = quiet.to_string();
                return Err(FenError::new(Field::Quiet, "the whole field", expected, &found));
            }
        }
        let [white, black] = men;
        let (own, enemy) = if turn == Seat::ONE { (white, black) } else { (black, white) };
        let mut state = Self { own, enemy, key: 0, quiet, number, rules, turn, in_hand };
        state.skip_if_blocked();
        state.key = state.fresh_key();
        Ok(state)
    }

    fn fen(&self) -> String {
        let width = self.rules.size.width();
        let rank = |rank| {
            let squares = (0..width).map(|file| Square::new(file, rank));
            rank_text(squares.map(|square| self.man(square).map(String::from)), "")
        };
        let board: Vec<_> = (0..width).rev().map(rank).collect();
        let side = if self.turn == Seat::ONE { 'w' } else { 'b' };
        let [white, black] = self.men_in_hand();
        let Self { quiet, number, .. } = self;
        format!("{} {side} {white},{black} {quiet} {number}", board.join("/"))
    }

    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::Place(square) => format!("{PLACED}{}", name(square)),
            Move::Step { from, to } => name(from) + &name(to),
        }
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        let width = self.rules.size.width();
        let on_board = |named: &grid::Square| {
            let inside = named.file < width && named.rank < width;
            inside.then(|| Square::new(named.file, named.rank))
        };
        let named = grid::squares(text.strip_prefix(PLACED).unwrap_or(text))?;
        let squares = named.iter().map(on_board).collect::<Option<Vec<_>>>()?;
        let mv = match (text.starts_with(PLACED), &squares[..]) {
            (true, &[square]) => Move::Place(square),
            (false, &[from, to]) => Move::Step { from, to },
            _ => return None,
        };
        self.is_legal(mv).then_some(mv)
    }

    fn points(rules: Rules) -> Vec<Point> {
        let centre = rules.size.centre();
        squares(rules.size.board())
            .map(|square| Point {
                name: name(square),
                x: square.file().into(),
                y: square.rank().into(),
                shape: Shape::Square,
                shade: if square == centre { Shade::Throne } else { Shade::Light },
            })
            .collect()
    }

    fn lines(_: Rules) -> Vec<[String; 2]> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |square: Square| {
            self.man(square).map(|glyph| Piece {
                at: name(square),
                owner: Some(if glyph == WHITE { 1 } else { 2 }),
                kind: "man",
                glyph,
            })
        };
        squares(self.rules.size.board()).filter_map(piece).collect()
    }

    fn hands(&self) -> Option<Vec<u32>> {
        Some(self.men_in_hand().map(u32::from).into())
    }

    fn move_points(&self, mv: Move) -> Vec<String> {
        match mv {
            Move::Place(square) => vec![name(square)],
            Move::Step { from, to } => vec![name(from), name(to)],
        }
    }

    /// The empty centre is marked; below the board are the men in hand, if there are
    /// any.
    fn drawing(&self) -> String {
        let width = self.rules.size.width();
        let board = grid::draw(width, width, |named| {
            let square = Square::new(named.file, named.rank);
            match self.man(square) {
                Some(man) => grid::Cell::Piece(man),
                None if square == self.rules.size.centre() => grid::Cell::Marked('+'),
                None => grid::Cell::Empty,
            }
        });
        if self.is_placing() {
            let [white, black] = self.men_in_hand();
            format!("{board}\nIn hand: White {white}, Black {black}")
        } else {
            board
        }
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        NAMES[seat.index()]
    }

    fn rules_text(rules: Rules) -> String {
        let width = rules.size.width();
        let line = if rules.line_capture {
            "Several enemies side by side, in an unbroken line between the moved man\n\
             and another own man, are all taken. An enemy in the centre does not break\n\
             the line, but stays; when it is alone in the line, nothing is taken."
        } else {
            "Only a single enemy is taken so in each direction, never a line of several."
        };
        include_str!("rules.txt")
            .trim_end()
            .replace("{width}", &width.to_string())
            .replace("{men}", &rules.size.men().to_string())
            .replace("{centre}", &name(rules.size.centre()))
            .replace("{last}", &name(Square::new(width - 1, width - 1)))
            .replace("{line}", line)
            .replace("{limit}", &rules.quiet_limit.to_string())
    }

    /// White places first, so it is only later that the colours are alike.
    fn flipped(&self) -> Option<Self> {
        if self.is_placing() {
            return None;
        }
        let turned = |set| self.rules.size.turned(set);
        let (own, enemy) = (turned(self.own), turned(self.enemy));
        let mut flipped = Self { own, enemy, turn: self.turn.other(), ..*self };
        flipped.key = flipped.fresh_key();
        Some(flipped)
    }
}

const WHITE: char = 'W';
const BLACK: char = 'B';
const NAMES: [&str; 2] = ["White", "Black"];

fn name(square: Square) -> String {
    grid::Square { file: square.file(), rank: square.rank() }.name()
}

impl Siga {
    /// The letter of the man on a square.
    fn man(&self, square: Square) -> Option<char> {
        let (own, enemy) = if self.turn == Seat::ONE { (WHITE, BLACK) } else { (BLACK, WHITE) };
        if self.own & square.bit() != 0 {
            Some(own)
        } else {
            (self.enemy & square.bit() != 0).then_some(enemy)
        }
    }

    /// White's and Black's men that are still to be placed.
    fn men_in_hand(&self) -> [u8; 2] {
        let men = self.rules.size.men();
        placed(2 * men - self.in_hand).map(|placed| men - placed)
    }
}

/// The men that White and Black have placed when it is so many together: two each in
/// turn.
const fn placed(together: u8) -> [u8; 2] {
    let (rounds, rest) = (together / 4, together % 4);
    let white = if rest < 2 { rest } else { 2 };
    [2 * rounds + white, 2 * rounds + rest - white]
}

/// Reads White's and Black's men.
fn read_board(size: Size, text: &str) -> Result<[Set; 2], FenError> {
    let width = usize::from(size.width());
    let letter = |letter| [WHITE, BLACK].contains(&letter).then_some(letter);
    let ranks = ranks(text, &vec![width; width], letter)?;
    let mut men = [0; 2];
    for (rank, row) in (0..).zip(ranks.iter().rev()) {
        for (file, man) in (0..).zip(row) {
            let square = Square::new(file, rank).bit();
            match man {
                Some(WHITE) => men[0] |= square,
                Some(_) => men[1] |= square,
                None => {}
            }
        }
    }
    for (men, name) in men.into_iter().zip(NAMES) {
        if men.count_ones() > size.men().into() {
            let expected = format!("at most {} men", size.men());
            let found = men.count_ones().to_string();
            return Err(FenError::new(Field::Board, format!("{name}'s men"), expected, &found));
        }
    }
    Ok(men)
}

fn read_side(text: &str) -> Result<Seat, FenError> {
    match text {
        "w" => Ok(Seat::ONE),
        "b" => Ok(Seat::TWO),
        _ => Err(FenError::new(Field::Side, "the whole field", "'w' or 'b'", text)),
    }
}

/// Reads the men in hand, White's and Black's. While there are any, all men are on the
/// board or in hand; later there must be a man on the board.
fn read_hands(size: Size, men: [Set; 2], text: &str) -> Result<[u8; 2], FenError> {
    let Some((white, black)) = text.split_once(',') else {
        let expected = "White's and Black's men in hand, parted by ','";
        return Err(FenError::new(HANDS, "the whole field", expected, text));
    };
    let hands = [number(HANDS, "White's men", white)?, number(HANDS, "Black's men", black)?];
    if hands == [0, 0] {
        if men == [0, 0] {
            let expected = "a man at least, when no men are in hand";
            return Err(FenError::new(Field::Board, "all men", expected, "0"));
        }
        return Ok([0, 0]);
    }
    let mut read = [0; 2];
    for seat in 0..2 {
        let rest = size.men() - men[seat].count_ones() as u8;
        if hands[seat] != u32::from(rest) {
            let expected = format!("{rest}, the men that are not on the board");
            let place = format!("{}'s men", NAMES[seat]);
            return Err(FenError::new(HANDS, place, expected, &hands[seat].to_string()));
        }
        read[seat] = rest;
    }
    Ok(read)
}

/// Checks that a position with men in hand comes up when each side places two in turn.
fn check_placing(size: Size, men: [Set; 2], turn: Seat, hands: [u8; 2]) -> Result<(), FenError> {
    let together = 2 * size.men() - hands[0] - hands[1];
    let men_placed =
        if together == 1 { "1 man placed" } else { &*format!("{together} men placed") };
    let [white, black] = placed(together).map(|placed| size.men() - placed);
    if hands != [white, black] {
        let expected = format!("{white},{black} with {men_placed}");
        let found = format!("{},{}", hands[0], hands[1]);
        return Err(FenError::new(HANDS, "the whole field", expected, &found));
    }
    let (letter, seat) = if together % 4 < 2 { ('w', Seat::ONE) } else { ('b', Seat::TWO) };
    if turn != seat {
        let expected = format!("'{letter}' with {men_placed}");
        let found = if turn == Seat::ONE { "w" } else { "b" };
        return Err(FenError::new(Field::Side, "the whole field", expected, found));
    }
    let centre = size.centre();
    for (men, letter) in men.into_iter().zip([WHITE, BLACK]) {
        if men & centre.bit() != 0 {
            let place = format!("the centre, {}", name(centre));
            let expected = "no man while men are in hand";
            return Err(FenError::new(Field::Board, place, expected, &letter.to_string()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn rules(size: Size) -> Rules {
        Rules { size, line_capture: true, quiet_limit: 20 }
    }

    #[test]
    fn starts_and_loose_fens_are_read() {
        for (size, fen) in [
            (Size::Five, "5/5/5/5/5 w 12,12 0 1"),
            (Size::Seven, "7/7/7/7/7/7/7 w 24,24 0 1"),
            (Size::Nine, "9/9/9/9/9/9/9/9/9 w 40,40 0 1"),
        ] {
            let start = Siga::start(rules(size));
            assert_eq!(start.fen(), fen);
            for loose in [fen, fen.trim_end_matches(" 0 1"), &fen.replace(' ', "  ")] {
                assert_eq!(Siga::from_fen(rules(size), loose), Ok(start), "{loose}");
            }
        }
    }

    #[test]
    fn men_are_placed_two_at_a_time() {
        let counts: Vec<_> = (0..=8).map(placed).collect();
        let expected = [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [3, 2], [4, 2], [4, 3], [4, 4]];
        assert_eq!(counts, expected);
    }

    #[test]
    fn the_board_is_drawn_with_its_centre() {
        let state = Siga::from_fen(rules(Size::Five), "4B/5/5/1WW2/B4 w 10,10 0 2");
        let expected = [
            "   +---+---+---+---+---+",
            " 5 |   |   |   |   | B |",
            "   +---+---+---+---+---+",
            " 4 |   |   |   |   |   |",
            "   +---+---+---+---+---+",
            " 3 |   |   | + |   |   |",
            "   +---+---+---+---+---+",
            " 2 |   | W | W |   |   |",
            "   +---+---+---+---+---+",
            " 1 | B |   |   |   |   |",
            "   +---+---+---+---+---+",
            "     a   b   c   d   e",
            "In hand: White 10, Black 10",
        ];
        assert_eq!(state.expect("a good FEN").drawing(), expected.join("\n"));
    }

    #[test]
    fn the_rules_name_the_options_in_force() {
        let lines = Siga::rules_text(rules(Size::Five));
        let single = Rules { line_capture: false, quiet_limit: 60, size: Size::Nine };
        let single = Siga::rules_text(single);
        assert!(lines.contains("are all taken") && lines.contains("After 20 moves"), "{lines}");
        assert!(lines.contains("12 men each") && lines.contains("c3"), "{lines}");
        assert!(single.contains("Only a single enemy") && single.contains("After 60 moves"));
        assert!(single.contains("40 men each") && single.contains("e5"), "{single}");
        for text in [lines, single] {
            assert!(!text.contains('{'), "{text}");
            assert!(text.lines().all(|line| (1..=79).contains(&line.len())), "{text}");
        }
    }

    #[test]
    fn nothing_is_flipped_while_men_are_placed() {
        assert_eq!(Siga::start(rules(Size::Five)).flipped(), None);
        let state = Siga::from_fen(rules(Size::Five), "4B/3B1/5/5/W4 w 0,0 3 7");
        let flipped = state.expect("a good FEN").flipped().expect("a second phase");
        assert_eq!(flipped.fen(), "4B/5/5/1W3/W4 b 0,0 3 7");
    }
}
