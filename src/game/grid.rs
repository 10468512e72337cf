//! Boards of squares: their names and their drawing.

use nom::{
    IResult, Parser,
    character::complete::{digit1, satisfy},
    combinator::{all_consuming, map_opt, verify},
    multi::many1,
};

/// A square by its file and its rank, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// From the left, `a` first.
    pub file: u8,
    /// From White's side, `1` first.
    pub rank: u8,
}

impl Square {
    /// The name, such as `e4` or `s19`.
    pub fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

/// The squares that a text names one after the other, such as `e2e4`; `None` if it
/// is anything else. The squares need not be on any board.
pub fn squares(text: &str) -> Option<Vec<Square>> {
    fn square(text: &str) -> IResult<&str, Square> {
        let rank = verify(digit1, |rank: &str| !rank.starts_with('0'));
        let name = (satisfy(|c| c.is_ascii_lowercase()), rank);
        map_opt(name, |(file, rank): (char, &str)| {
            let rank = rank.parse::<u8>().ok()?;
            Some(Square { file: file as u8 - b'a', rank: rank - 1 })
        })
        .parse(text)
    }
    all_consuming(many1(square)).parse(text).ok().map(|(_, squares)| squares)
}

/// What is drawn on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The square is not part of the board.
    Outside,
    /// Nothing stands on it.
    Empty,
    /// Nothing stands on it, and it is marked by this character.
    Marked(char),
    /// This stands on it.
    Piece(char),
}

/// A board of squares drawn in ASCII, with the names of its files and ranks.
pub fn draw(files: u8, ranks: u8, cell: impl Fn(Square) -> Cell) -> String {
    let inside = |file: i16, rank: i16| {
        let within = (0..i16::from(files)).contains(&file) && (0..i16::from(ranks)).contains(&rank);
        within && cell(Square { file: file as u8, rank: rank as u8 }) != Cell::Outside
    };
    // The line above `rank`, with a corner wherever a square touches it.
    let border = |rank: i16| {
        let mut line = String::from("   ");
        for file in 0..=i16::from(files) {
            let touches = |file| inside(file, rank) || inside(file, rank + 1);
            line.push(if touches(file - 1) || touches(file) { '+' } else { ' ' });
            if file < i16::from(files) {
                line.push_str(if touches(file) { "---" } else { "   " });
            }
        }
        line.trim_end().to_owned()
    };
    let mut lines = vec![border(i16::from(ranks) - 1)];
    for rank in (0..ranks).rev() {
        let mut line = format!("{:>2} ", rank + 1);
        for file in 0..=i16::from(files) {
            let row = i16::from(rank);
            line.push(if inside(file - 1, row) || inside(file, row) { '|' } else { ' ' });
            if file < i16::from(files) {
                let middle = match cell(Square { file: file as u8, rank }) {
                    Cell::Outside | Cell::Empty => ' ',
                    Cell::Marked(mark) | Cell::Piece(mark) => mark,
                };
                line.extend([' ', middle, ' ']);
            }
        }
        lines.push(line.trim_end().to_owned());
        lines.push(border(i16::from(rank) - 1));
    }
    let names: Vec<_> = (0..files).map(|file| char::from(b'a' + file).to_string()).collect();
    lines.push(format!("     {}", names.join("   ")));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let names = ["a1", "e4", "s19", "i10"];
        let read = squares(&names.concat()).unwrap();
        assert_eq!(read.iter().map(|square| square.name()).collect::<Vec<_>>(), names);
        for bad in ["", "a", "a0", "1a", "a1b", "A1", "a1 b2", "a999", "a01"] {
            assert_eq!(squares(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_board_with_missing_corners_is_drawn() {
        let drawing = draw(3, 2, |square| match (square.file, square.rank) {
            (0, 0) => Cell::Outside,
            (1, 1) => Cell::Piece('K'),
            (2, 0) => Cell::Marked('.'),
            _ => Cell::Empty,
        });
        let expected = "   +---+---+---+\n \
                        2 |   | K |   |\n   \
                           +---+---+---+\n \
                        1     |   | . |\n       \
                               +---+---+\n     a   b   c";
        assert_eq!(drawing, expected);
    }
}
