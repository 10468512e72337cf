//! Tic-tac-toe as people and programs read it.

use super::{Aim, BOARD, Set, Square, TicTacToe, WIDTH, has_line, squares};
use crate::game::{
    FenError, Field, Notation, OptionKind, OptionSpec, OptionValues, Piece, Point, Seat, Shade,
    Shape, VariantInfo, fen_fields, grid, rank_text, ranks,
};

const VARIANT: VariantInfo = VariantInfo {
    name: "tictactoe",
    players: 2,
    board: "3x3 squares",
    summary: "Tic-tac-toe: three marks in a row",
    files: WIDTH,
    ranks: WIDTH,
    bench: &["3/3/3 X", "2O/1X1/3 X", "3/OX1/3 X"],
    bench_depth: 9,
};

const MISERE: OptionSpec =
    OptionSpec { name: "TicTacToeMisere", kind: OptionKind::Check { default: false } };

/// The marks by seat, in FENs, drawings and messages.
const GLYPHS: [char; 2] = ['X', 'O'];

impl Square {
    fn name(self) -> String {
        grid::Square { file: self.0 % WIDTH, rank: self.0 / WIDTH }.name()
    }
}

impl TicTacToe {
    /// The mark on a square.
    fn glyph(self, square: Square) -> Option<char> {
        let mut marks = self.marks.into_iter().zip(GLYPHS);
        marks.find(|(marks, _)| marks & square.bit() != 0).map(|(_, glyph)| glyph)
    }
}

impl Notation for TicTacToe {
    const VARIANTS: &'static [VariantInfo] = &[VARIANT];
    const OPTIONS: &'static [OptionSpec] = &[MISERE];

    fn rules_from(_: &VariantInfo, values: &OptionValues) -> Aim {
        if values.flag(&MISERE) { Aim::Avoid } else { Aim::Make }
    }

    fn from_fen(aim: Aim, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen_fields(fen);
        let marks = read_board(fields.next().unwrap_or_default())?;
        let turn = match fields.next().unwrap_or_default() {
            "X" => Seat::ONE,
            "O" => Seat::TWO,
            found => {
                return Err(FenError::new(Field::Side, "the whole field", "'X' or 'O'", found));
            }
        };
        if let Some(found) = fields.next() {
            return Err(FenError::new(Field::End, "after field 'side'", "nothing more", found));
        }
        let state = Self { marks, turn, aim };
        if has_line(state.own()) {
            let place = "the marks of the player to move";
            return Err(FenError::new(Field::Board, place, "no three in a row", "three"));
        }
        Ok(state)
    }

    fn fen(&self) -> String {
        let rank = |rank| {
            let squares = (0..WIDTH).map(|file| Square(rank * WIDTH + file));
            rank_text(squares.map(|square| self.glyph(square).map(String::from)), "")
        };
        let board: Vec<_> = (0..WIDTH).rev().map(rank).collect();
        format!("{} {}", board.join("/"), GLYPHS[self.turn.index()])
    }

    fn move_text(&self, square: Square) -> String {
        square.name()
    }

    fn points(_: Aim) -> Vec<Point> {
        let point = |square: Square| Point {
            name: square.name(),
            x: (square.0 % WIDTH).into(),
            y: (square.0 / WIDTH).into(),
            shape: Shape::Square,
            shade: Shade::Light,
        };
        squares(BOARD).map(point).collect()
    }

    fn lines(_: Aim) -> Vec<[String; 2]> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |square: Square| {
            let glyph = self.glyph(square)?;
            let owner = Some(if glyph == GLYPHS[0] { 1 } else { 2 });
            Some(Piece { at: square.name(), owner, kind: "mark", glyph })
        };
        squares(BOARD).filter_map(piece).collect()
    }

    fn move_points(&self, square: Square) -> Vec<String> {
        vec![square.name()]
    }

    fn drawing(&self) -> String {
        grid::draw(WIDTH, WIDTH, |named| {
            let glyph = self.glyph(Square(named.rank * WIDTH + named.file));
            glyph.map_or(grid::Cell::Empty, grid::Cell::Piece)
        })
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        if seat == Seat::ONE { "Crosses" } else { "Noughts" }
    }

    fn rules_text(aim: Aim) -> String {
        let end = match aim {
            Aim::Make => "wins",
            Aim::Avoid => "loses",
        };
        include_str!("rules.txt").trim_end().replace("{end}", end)
    }

    /// Each side has what the other had.
    fn flipped(&self) -> Option<Self> {
        let [crosses, noughts] = self.marks;
        Some(Self { marks: [noughts, crosses], turn: self.turn.other(), ..*self })
    }
}

/// Reads the marks of both seats.
fn read_board(text: &str) -> Result<[Set; 2], FenError> {
    let seat = |letter| GLYPHS.iter().position(|&glyph| glyph == letter);
    let ranks = ranks(text, &[WIDTH.into(); WIDTH as usize], seat)?;
    let mut marks = [0; 2];
    for (square, mark) in squares(BOARD).zip(ranks.into_iter().rev().flatten()) {
        if let Some(seat) = mark {
            marks[seat] |= square.bit();
        }
    }
    Ok(marks)
}
