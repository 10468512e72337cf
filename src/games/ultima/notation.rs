//! How Ultima is written and drawn.

use super::board::{Board, Kind};
use super::geometry::{SIDE, SQUARES, squares};
use super::{Array, Move, Ultima, key};
use crate::game::grid::{self, Cell, Square};
use crate::game::{
    FenError, Field, Game, Notation, OptionSpec, OptionValues, Piece, Point, Seat, Shade, Shape,
    VariantInfo, counters, fen_fields, rank_text, ranks,
};

const TURNED: VariantInfo = VariantInfo {
    name: "ultima",
    players: 2,
    board: "8x8",
    summary: "Ultima (Baroque chess): each kind of piece captures in a way of its own",
    files: SIDE as u8,
    ranks: SIDE as u8,
    bench: &[
        "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w 0 1",
        "c1lwkx1l/p1pppp1p/2P5/LP6/I1Xi4/x3P2P/1P1PPpXP/3KW1LC w 5 17",
        "2x3i1/1L2Ckpp/1L1P2Pp/2p4P/1x5P/1p2P2P/2PK4/I1X5 w 17 68",
        "c3k2l/pp1p1p1p/2x2w2/1p1I1i2/3X4/PP2L1P1/3W2CP/4K3 b 0 1",
        "4k3/2p1w3/1x1lp3/3p4/2X1l3/1W2p1P1/5C2/I1K2i2 w 0 1",
    ],
    bench_depth: 7,
};

const CHESS: VariantInfo = VariantInfo {
    name: "ultima-chess",
    summary: "Ultima with kings and withdrawers set up as kings and queens are in chess",
    bench: &[
        "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w 0 1",
        "l3P1p1/2pp4/1k1pP1p1/5L2/P1P3PP/1iX1K1cp/LI6/3X4 b 4 84",
        "1c3x1i/p2lkpP1/1pp4p/1IW1P3/2X2L1p/1P1x4/1P2P2P/2PX1PKC w 1 38",
        "clxw1p1i/2pp2pp/3k1x2/2p1p3/P2lP2P/1pP4C/1LPPP2L/I1XWKXP1 b 39 20",
        "8/6k1/7C/1xp2p2/P1I1K3/3l4/4c3/5Pw1 w 5 161",
    ],
    ..TURNED
};

/// The board that a game begins with.
pub(super) fn start(array: Array) -> Board {
    // The upper ranks, as in a FEN, and White's rank at the bottom.
    const BLACK: &str = "clxwkxli";
    let white = match array {
        Array::Turned => "ILXKWXLC",
        Array::Chess => "ILXWKXLC",
    };
    let mut board = Board::EMPTY;
    for file in 0..SIDE {
        let letters = [(0, white), (SIDE - 1, BLACK), (1, "PPPPPPPP"), (SIDE - 2, "pppppppp")];
        for (rank, letters) in letters {
            if let Some((seat, kind)) = piece(char::from(letters.as_bytes()[file])) {
                board.toggle(seat, kind, rank * SIDE + file);
            }
        }
    }
    board
}

/// What a letter of a FEN stands for.
fn piece(letter: char) -> Option<(Seat, Kind)> {
    let seat = if letter.is_ascii_uppercase() { Seat::ONE } else { Seat::TWO };
    let upper = letter.to_ascii_uppercase();
    Kind::ALL.into_iter().find(|kind| kind.names().0 == upper).map(|kind| (seat, kind))
}

/// The letter of a piece in a FEN.
fn letter((seat, kind): (Seat, Kind)) -> char {
    let (letter, _) = kind.names();
    if seat == Seat::ONE { letter } else { letter.to_ascii_lowercase() }
}

const fn square_of(square: usize) -> Square {
    Square { file: (square % SIDE) as u8, rank: (square / SIDE) as u8 }
}

fn name(square: usize) -> String {
    square_of(square).name()
}

const fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::ONE => "White",
        _ => "Black",
    }
}

/// Reads the first field of a FEN.
fn board(text: &str) -> Result<Board, FenError> {
    let mut board = Board::EMPTY;
    for (row, cells) in ranks(text, &[SIDE; SIDE], piece)?.into_iter().enumerate() {
        for (file, cell) in cells.into_iter().enumerate() {
            if let Some((seat, kind)) = cell {
                board.toggle(seat, kind, (SIDE - 1 - row) * SIDE + file);
            }
        }
    }
    for seat in [Seat::ONE, Seat::TWO] {
        for kind in Kind::ALL {
            let count = board.of(seat, kind).count_ones();
            let most = kind.at_start();
            let least = u32::from(kind == Kind::King);
            if !(least..=most).contains(&count) {
                let place = format!("letters '{}'", letter((seat, kind)));
                let expected = match (least, most) {
                    (1, _) => "exactly 1".to_owned(),
                    _ => format!("at most {most}"),
                };
                return Err(FenError::new(Field::Board, place, expected, &count.to_string()));
            }
        }
    }
    Ok(board)
}

impl Notation for Ultima {
    const VARIANTS: &'static [VariantInfo] = &[TURNED, CHESS];
    const OPTIONS: &'static [OptionSpec] = &[];

    fn rules_from(variant: &VariantInfo, _: &OptionValues) -> Array {
        if variant.name == CHESS.name { Array::Chess } else { Array::Turned }
    }

    fn from_fen(array: Array, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen_fields(fen);
        let board = board(fields.next().unwrap_or_default())?;
        let side = fields.next().unwrap_or_default();
        let turn = match side {
            "w" => Seat::ONE,
            "b" => Seat::TWO,
            _ => return Err(FenError::new(Field::Side, "the whole field", "'w' or 'b'", side)),
        };
        let (quiet, number) = counters(&fields.collect::<Vec<_>>())?;
        let waiting = turn.other();
        if board.in_check(waiting) {
            return Err(FenError::new(
                Field::Board,
                format!("{}'s king on {}", seat_name(waiting), name(board.king(waiting))),
                format!("a king that {}, to move, cannot capture", seat_name(turn)),
                "one in check",
            ));
        }
        Ok(Self { board, key: key(&board, turn), quiet, number, turn, array })
    }

    fn fen(&self) -> String {
        let rank = |rank: usize| {
            let squares = rank * SIDE..(rank + 1) * SIDE;
            let letters = squares
                .map(|square| self.board.piece_at(square).map(|piece| letter(piece).to_string()));
            rank_text(letters, "")
        };
        let ranks: Vec<_> = (0..SIDE).rev().map(rank).collect();
        let side = if self.turn == Seat::ONE { 'w' } else { 'b' };
        format!("{} {side} {} {}", ranks.join("/"), self.quiet, self.number)
    }

    fn move_text(&self, mv: Move) -> String {
        name(mv.from()) + &name(mv.to())
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        let [from, to] = grid::squares(text)?[..] else {
            return None;
        };
        let is = |square: usize, read| square_of(square) == read;
        self.moves().into_iter().find(|mv| is(mv.from(), from) && is(mv.to(), to))
    }

    fn points(_: Array) -> Vec<Point> {
        let point = |square: usize| {
            let Square { file, rank } = square_of(square);
            let shade = if (file + rank) % 2 == 0 { Shade::Dark } else { Shade::Light };
            let (x, y) = (file.into(), rank.into());
            Point { name: name(square), x, y, shape: Shape::Square, shade }
        };
        (0..SQUARES).map(point).collect()
    }

    fn lines(_: Array) -> Vec<[String; 2]> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |square| {
            let (seat, kind) = self.board.piece_at(square)?;
            let (_, word) = kind.names();
            let glyph = letter((seat, kind));
            Some(Piece { at: name(square), owner: Some(seat.number()), kind: word, glyph })
        };
        (0..SQUARES).filter_map(piece).collect()
    }

    fn move_points(&self, mv: Move) -> Vec<String> {
        vec![name(mv.from()), name(mv.to())]
    }

    fn drawing(&self) -> String {
        grid::draw(SIDE as u8, SIDE as u8, |Square { file, rank }| {
            let square = usize::from(rank) * SIDE + usize::from(file);
            self.board.piece_at(square).map_or(Cell::Empty, |piece| Cell::Piece(letter(piece)))
        })
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        seat_name(seat)
    }

    fn rules_text(array: Array) -> String {
        let array = Self::start(array).drawing();
        include_str!("rules.txt").trim_end().replace("{array}", &array)
    }

    /// The colours exchanged, and the board turned by half a turn.
    fn flipped(&self) -> Option<Self> {
        let mut board = Board::EMPTY;
        for square in squares(self.board.occupied()) {
            if let Some((seat, kind)) = self.board.piece_at(square) {
                board.toggle(seat.other(), kind, SQUARES - 1 - square);
            }
        }
        let turn = self.turn.other();
        Some(Self { board, key: key(&board, turn), turn, ..*self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXKWXLC w 0 1";

    fn read(fen: &str) -> Ultima {
        Ultima::from_fen(Array::Turned, fen).expect("a good FEN")
    }

    #[test]
    fn fens_come_back_as_they_went_in() {
        assert_eq!(Ultima::start(Array::Turned).fen(), START);
        assert_eq!(Ultima::start(Array::Chess).fen(), START.replace("KW", "WK"));
        for loose in [&START[..START.len() - 4], &format!("  {}\t ", START.replace(' ', "  "))] {
            assert_eq!(read(loose).fen(), START, "{loose}");
        }
        for fen in [
            "8/8/8/8/8/i2I4/1Kk5/8 w 4294967295 4294967295",
            "1pX3k1/6x1/p6X/8/6P1/2pW1L2/1P1K2PP/4P3 b 71 130",
            "PPPPPPPP/KWCIXXLL/8/8/8/8/kwcixxll/pppppppp w 0 1",
        ] {
            assert_eq!(read(fen).fen(), fen);
        }
    }

    #[test]
    #[rustfmt::skip]
    fn refusals_say_field_place_and_reason() {
        for (fen, place, reason) in [
            ("", "field 'board', the whole field", "expected 8 ranks parted by '/', found '1'"),
            ("7k/8/8/8/8/8/8/8/7K w", "field 'board', the whole field", "expected 8 ranks parted by '/', found '9'"),
            ("7k/8/8/8/7/8/8/7K w", "field 'board', rank 4, the whole rank", "expected 8 points, found '7'"),
            ("7k/8/8/8/8p/8/8/7K w", "field 'board', rank 4, the whole rank", "expected 8 points, found '9'"),
            ("7k/8/8/3Q4/8/8/8/7K w", "field 'board', rank 5, point 4", "expected a piece or a number of empty points, found 'Q'"),
            ("7k/8/8/44/8/8/8/7K w", "field 'board', rank 5, point 1", "expected a number of empty points from 1 to 8, found '44'"),
            ("7k/8/8/08/8/8/8/7K w", "field 'board', rank 5, point 1", "expected a number of empty points from 1 to 8, found '08'"),
            ("8/8/8/8/8/8/8/7K w", "field 'board', letters 'k'", "expected exactly 1, found '0'"),
            ("7k/8/8/8/8/8/8/8 w", "field 'board', letters 'K'", "expected exactly 1, found '0'"),
            ("7k/8/8/8/8/8/8/6KK w", "field 'board', letters 'K'", "expected exactly 1, found '2'"),
            ("7k/8/8/8/P7/PPPPPPPP/8/7K w", "field 'board', letters 'P'", "expected at most 8, found '9'"),
            ("7k/8/8/8/ll6/l7/8/7K w", "field 'board', letters 'l'", "expected at most 2, found '3'"),
            ("7k/8/8/8/XX6/X7/8/7K w", "field 'board', letters 'X'", "expected at most 2, found '3'"),
            ("7k/8/8/8/WW6/8/8/7K w", "field 'board', letters 'W'", "expected at most 1, found '2'"),
            ("7k/8/8/8/cc6/8/8/7K w", "field 'board', letters 'c'", "expected at most 1, found '2'"),
            ("7k/8/8/8/II6/8/8/7K w", "field 'board', letters 'I'", "expected at most 1, found '2'"),
            ("7k/8/8/8/8/8/8/7K", "field 'side', the whole field", "expected 'w' or 'b', found nothing"),
            ("7k/8/8/8/8/8/8/7K W", "field 'side', the whole field", "expected 'w' or 'b', found 'W'"),
            ("7k/8/8/8/8/8/8/7K w 0", "field 'move', the whole field", "expected a number from 1, found nothing"),
            ("7k/8/8/8/8/8/8/7K w 0 0", "field 'move', the whole field", "expected a number from 1, found '0'"),
            ("7k/8/8/8/8/8/8/7K w 00 1", "field 'quiet', the whole field", "expected a number from 0 to 4294967295 without leading zeros, found '00'"),
            ("7k/8/8/8/8/8/8/7K w 0 1 2", "end of the FEN, after field 'move'", "expected nothing more, found '2'"),
            ("   ", "field 'board', the whole field", "expected 8 ranks parted by '/', found '1'"),
            ("w 0 1", "field 'board', the whole field", "expected 8 ranks parted by '/', found '1'"),
            ("7k/8/8/8/8/8/7K w", "field 'board', the whole field", "expected 8 ranks parted by '/', found '7'"),
            ("7k/8/8/8/8/8/8/7K/ w", "field 'board', the whole field", "expected 8 ranks parted by '/', found '9'"),
            ("7k//8/8/8/8/8/7K w", "field 'board', rank 7, the whole rank", "expected 8 points, found '0'"),
            ("7k/8/8/0/8/8/8/7K w", "field 'board', rank 5, point 1", "expected a number of empty points from 1 to 8, found '0'"),
            ("7k/8/8/9/8/8/8/7K w", "field 'board', rank 5, point 1", "expected a number of empty points from 1 to 8, found '9'"),
            ("7k/8/8/99999999999999999999/8/8/8/7K w", "field 'board', rank 5, point 1", "expected a number of empty points from 1 to 8, found '99999999999999999999'"),
            ("7k/8/8/3é4/8/8/8/7K w", "field 'board', rank 5, point 4", "expected a piece or a number of empty points, found 'é'"),
            ("7k/8/8/3٣4/8/8/8/7K w", "field 'board', rank 5, point 4", "expected a piece or a number of empty points, found '٣'"),
            ("7k/8/8/3-4/8/8/8/7K w", "field 'board', rank 5, point 4", "expected a piece or a number of empty points, found '-'"),
            ("7k/8/8/3,4/8/8/8/7K w", "field 'board', rank 5, point 4", "expected a piece or a number of empty points, found ','"),
            ("6kk/8/8/8/8/8/8/7K w", "field 'board', letters 'k'", "expected exactly 1, found '2'"),
            ("7k/8/8/8/p7/pppppppp/8/7K w", "field 'board', letters 'p'", "expected at most 8, found '9'"),
            ("7k/8/8/8/LLL5/8/8/7K w", "field 'board', letters 'L'", "expected at most 2, found '3'"),
            ("7k/8/8/8/xxx5/8/8/7K w", "field 'board', letters 'x'", "expected at most 2, found '3'"),
            ("7k/8/8/8/ww6/8/8/7K w", "field 'board', letters 'w'", "expected at most 1, found '2'"),
            ("7k/8/8/8/CC6/8/8/7K w", "field 'board', letters 'C'", "expected at most 1, found '2'"),
            ("7k/8/8/8/ii6/8/8/7K w", "field 'board', letters 'i'", "expected at most 1, found '2'"),
            ("7k/8/8/8/8/8/8/7K - 0 1", "field 'side', the whole field", "expected 'w' or 'b', found '-'"),
            ("7k/8/8/8/8/8/8/7K r 0 1", "field 'side', the whole field", "expected 'w' or 'b', found 'r'"),
            ("7k/8/8/8/8/8/8/7K white 0 1", "field 'side', the whole field", "expected 'w' or 'b', found 'white'"),
            ("7k/8/8/8/8/8/8/7K ｗ 0 1", "field 'side', the whole field", "expected 'w' or 'b', found 'ｗ'"),
            ("7k/8/8/8/8/8/8/7K w x 1", "field 'quiet', the whole field", "expected a number from 0 to 4294967295 without leading zeros, found 'x'"),
            ("7k/8/8/8/8/8/8/7K w -1 1", "field 'quiet', the whole field", "expected a number from 0 to 4294967295 without leading zeros, found '-1'"),
            ("7k/8/8/8/8/8/8/7K w +1 1", "field 'quiet', the whole field", "expected a number from 0 to 4294967295 without leading zeros, found '+1'"),
            ("7k/8/8/8/8/8/8/7K w 1.0 1", "field 'quiet', the whole field", "expected a number from 0 to 4294967295 without leading zeros, found '1.0'"),
            ("7k/8/8/8/8/8/8/7K w 00 1", "field 'quiet', the whole field", "expected a number from 0 to 4294967295 without leading zeros, found '00'"),
            ("7k/8/8/8/8/8/8/7K w 4294967296 1", "field 'quiet', the whole field", "expected a number from 0 to 4294967295 without leading zeros, found '4294967296'"),
            ("7k/8/8/8/8/8/8/7K w ٣ 1", "field 'quiet', the whole field", "expected a number from 0 to 4294967295 without leading zeros, found '٣'"),
            ("7k/8/8/8/8/8/8/7K w x", "field 'quiet', the whole field", "expected a number from 0 to 4294967295 without leading zeros, found 'x'"),
            ("7k/8/8/8/8/8/8/7K w 0 x", "field 'move', the whole field", "expected a number from 1 to 4294967295 without leading zeros, found 'x'"),
            ("7k/8/8/8/8/8/8/7K w 0 -1", "field 'move', the whole field", "expected a number from 1 to 4294967295 without leading zeros, found '-1'"),
            ("7k/8/8/8/8/8/8/7K w 0 01", "field 'move', the whole field", "expected a number from 1 to 4294967295 without leading zeros, found '01'"),
            ("7k/8/8/8/8/8/8/7K w 0 4294967296", "field 'move', the whole field", "expected a number from 1 to 4294967295 without leading zeros, found '4294967296'"),
            ("8/8/8/8/8/8/kK6/8 w", "field 'board', Black's king on a2", "expected a king that White, to move, cannot capture, found 'one in check'"),
            ("7k/8/8/8/8/2K5/2x5/8 b", "field 'board', White's king on c3", "expected a king that Black, to move, cannot capture, found 'one in check'"),
        ] {
            let error = Ultima::from_fen(Array::Turned, fen).expect_err(fen);
            assert_eq!(error.to_string(), format!("{place}: {reason}"), "{fen}");
        }
    }

    #[test]
    fn moves_are_two_squares() {
        let state = read("7k/8/8/2pIx3/8/8/P7/7K w 30 8");
        let mv = state.parse_move("a2a5").expect("a legal move");
        assert_eq!(state.move_text(mv), "a2a5");
        assert_eq!(state.move_points(mv), ["a2", "a5"]);
        let suicide = state.parse_move("d5d5").expect("a legal move");
        assert_eq!(state.move_points(suicide), ["d5", "d5"]);
        for bad in ["", "a2", "a2a9", "a2a5a6", "A2a5", "a2-a5", "a2a2", "d5d6", "h8g8", "i1i2"] {
            assert_eq!(state.parse_move(bad), None, "{bad}");
        }
    }

    #[test]
    fn a1_is_dark_and_below_on_the_left() {
        let points = Ultima::points(Array::Turned);
        let shade = |name| {
            let point = points.iter().find(|point| point.name == name);
            point.map(|point| (point.x, point.y, point.shade))
        };
        assert_eq!(shade("a1"), Some((0.0, 0.0, Shade::Dark)));
        assert_eq!(shade("h1"), Some((7.0, 0.0, Shade::Light)));
        assert_eq!(shade("h8"), Some((7.0, 7.0, Shade::Dark)));
        assert_eq!(points.len(), SQUARES);
    }

    #[test]
    fn draws_the_board_as_white_sees_it() {
        let state = Ultima::start(Array::Turned);
        let drawing = state.drawing();
        let lines: Vec<_> = drawing.lines().collect();
        assert_eq!(lines.len(), 18);
        assert_eq!(lines[1], " 8 | c | l | x | w | k | x | l | i |");
        assert_eq!(lines[15], " 1 | I | L | X | K | W | X | L | C |");
        assert_eq!(lines[17], "     a   b   c   d   e   f   g   h");
        let pieces = state.pieces();
        assert_eq!(pieces.len(), 32);
        let king = Piece { at: "e8".to_owned(), owner: Some(2), kind: "king", glyph: 'k' };
        assert!(pieces.contains(&king));
    }

    #[test]
    fn half_a_turn_exchanges_the_colours() {
        let start = Ultima::start(Array::Turned);
        let flipped = start.flipped().expect("the rules are symmetric");
        assert_eq!(flipped.fen(), START.replace(" w ", " b "));
        let flipped = read("7k/8/8/2pIx3/8/8/P7/6K1 w 30 8").flipped();
        let flipped = flipped.expect("the rules are symmetric");
        assert_eq!(flipped.fen(), "1k6/7p/8/8/3XiP2/8/8/K7 b 30 8");
    }

    #[test]
    fn the_rules_show_the_array() {
        for (array, rank) in [(Array::Turned, "X | K | W | X"), (Array::Chess, "X | W | K | X")] {
            let text = Ultima::rules_text(array);
            assert!(text.contains(rank) && !text.contains('{'), "{text}");
            assert!(text.lines().all(|line| (1..=78).contains(&line.len())), "{text}");
        }
    }
}
