//! What the FENs of all games have in common.

use crate::text::{excerpt, words};
use nom::{IResult, Parser, bytes::complete::take_while1, combinator::all_consuming};
use thiserror::Error;

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}, {place}: expected {expected}, found {found}")]
pub struct FenError {
    /// The field of the FEN.
    pub field: Field,
    /// Where in the field: a rank and a column, a house, a character.
    pub place: String,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The pieces on the board.
    Board,
    /// The side to move.
    Side,
    /// What a game has beyond the common fields, by its name.
    Extra(&'static str),
    /// Plies since the last move that resets them.
    Quiet,
    /// The number of the move.
    Move,
    /// What comes after the last field.
    End,
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = match self {
            Self::Board => "board",
            Self::Side => "side",
            Self::Extra(name) => name,
            Self::Quiet => "quiet",
            Self::Move => "move",
            Self::End => return f.write_str("end of the FEN"),
        };
        write!(f, "field '{name}'")
    }
}

impl FenError {
    /// An error with all its parts; the found text is quoted, and `nothing` if empty.
    pub fn new(
        field: Field,
        place: impl Into<String>,
        expected: impl Into<String>,
        found: &str,
    ) -> Self {
        let found =
            if found.is_empty() { "nothing".to_owned() } else { format!("'{}'", excerpt(found)) };
        Self { field, place: place.into(), expected: expected.into(), found }
    }
}

/// The fields of a FEN: what stands between blanks, as in a line of the protocol.
pub fn fen_fields(fen: &str) -> impl Iterator<Item = &str> {
    words(fen)
}

/// Reads a plain decimal number without leading zeros that fits `u32`.
///
/// # Errors
/// [`FenError`] at `field`, `place`.
pub fn number(field: Field, place: &str, text: &str) -> Result<u32, FenError> {
    number_from(0, field, place, text)
}

/// Reads a [`number`] of which `least` is the least that makes sense.
fn number_from(least: u32, field: Field, place: &str, text: &str) -> Result<u32, FenError> {
    fn digits(text: &str) -> IResult<&str, &str> {
        all_consuming(take_while1(|c: char| c.is_ascii_digit())).parse(text)
    }
    let plain = |digits: &str| digits == "0" || !digits.starts_with('0');
    digits(text)
        .ok()
        .filter(|(_, digits)| plain(digits))
        .and_then(|(_, digits)| digits.parse().ok())
        .ok_or_else(|| {
            let expected = format!("a number from {least} to {} without leading zeros", u32::MAX);
            FenError::new(field, place, expected, text)
        })
}

/// Reads the two counters at the end of a FEN, `quiet` and `move`, which may be
/// left out together (0 and 1).
///
/// # Errors
/// [`FenError`] for a counter that is no number, a `move` below 1, one counter
/// without the other, or anything behind them.
pub fn counters(rest: &[&str]) -> Result<(u32, u32), FenError> {
    const WHOLE: &str = "the whole field";
    let no_move = |found: &str| FenError::new(Field::Move, WHOLE, "a number from 1", found);
    match rest {
        [] => Ok((0, 1)),
        [quiet] => {
            number(Field::Quiet, WHOLE, quiet)?;
            Err(no_move(""))
        }
        [quiet, moves] => {
            let quiet = number(Field::Quiet, WHOLE, quiet)?;
            match number_from(1, Field::Move, WHOLE, moves)? {
                0 => Err(no_move(moves)),
                moves => Ok((quiet, moves)),
            }
        }
        [_, _, extra, ..] => {
            Err(FenError::new(Field::End, "after field 'move'", "nothing more", extra))
        }
    }
}

/// Reads a board written rank by rank, the top one first, a character a piece:
/// `widths` are the numbers of points in the ranks, `piece` reads a character.
/// A number is that many empty points. Returns the ranks as they are written.
///
/// # Errors
/// [`FenError`] with the rank, counted from the bottom as on the board, and the
/// column: for a wrong number of ranks or points, an unknown character, two numbers
/// side by side, a number with a leading zero or 0.
pub fn ranks<T: Clone>(
    text: &str,
    widths: &[usize],
    piece: impl Fn(char) -> Option<T>,
) -> Result<Vec<Vec<Option<T>>>, FenError> {
    read_ranks(
        text,
        widths,
        |index| format!("rank {}", widths.len() - index),
        |rank| {
            let mut cells = Vec::new();
            let mut rest = rank;
            while let Some(first) = rest.chars().next() {
                let letters = rest.chars().take_while(char::is_ascii_digit).count();
                let cell = &rest[..letters.max(first.len_utf8())];
                rest = &rest[cell.len()..];
                cells.push(cell);
            }
            cells
        },
        |cell| {
            cell.chars()
                .next()
                .and_then(&piece)
                .ok_or_else(|| "a piece or a number of empty points".to_owned())
        },
    )
}

/// Reads a board written rank by rank, the top one first, its points parted by
/// commas: `point` reads what stands on one, or says what it expects, and `name` is
/// what a rank is called, by its index from the top. Otherwise like [`ranks`].
///
/// # Errors
/// As [`ranks`], and what `point` says.
pub fn ranks_of_columns<T: Clone>(
    text: &str,
    widths: &[usize],
    name: impl Fn(usize) -> String,
    point: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<Vec<Option<T>>>, FenError> {
    read_ranks(text, widths, name, |rank| rank.split(',').collect(), point)
}

fn read_ranks<T: Clone>(
    text: &str,
    widths: &[usize],
    name: impl Fn(usize) -> String,
    split: impl Fn(&str) -> Vec<&str>,
    point: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<Vec<Option<T>>>, FenError> {
    let found: Vec<&str> = text.split('/').collect();
    if found.len() != widths.len() {
        let expected = format!("{} ranks parted by '/'", widths.len());
        let found = found.len().to_string();
        return Err(FenError::new(Field::Board, "the whole field", expected, &found));
    }
    let mut ranks = Vec::with_capacity(widths.len());
    for (index, (rank, &width)) in found.into_iter().zip(widths).enumerate() {
        let error = |place: String, expected: String, found: &str| {
            FenError::new(Field::Board, format!("{}, {place}", name(index)), expected, found)
        };
        let mut points = Vec::with_capacity(width);
        let mut after_gap = false;
        for cell in split(rank) {
            let place = || format!("point {}", points.len() + 1);
            if cell.starts_with(|c: char| c.is_ascii_digit()) {
                let gap = cell.parse::<usize>().ok().filter(|_| !cell.starts_with('0'));
                let gap = gap.filter(|&gap| !after_gap && gap <= width);
                let Some(gap) = gap else {
                    let expected = if after_gap {
                        "a piece after a number".to_owned()
                    } else {
                        format!("a number of empty points from 1 to {width}")
                    };
                    return Err(error(place(), expected, cell));
                };
                points.extend(std::iter::repeat_n(None, gap));
                after_gap = true;
            } else {
                let piece = point(cell).map_err(|expected| error(place(), expected, cell))?;
                points.push(Some(piece));
                after_gap = false;
            }
        }
        if points.len() != width {
            let (expected, found) = (format!("{width} points"), points.len().to_string());
            return Err(error("the whole rank".to_owned(), expected, &found));
        }
        ranks.push(points);
    }
    Ok(ranks)
}

/// Writes a rank of a board: what stands on each point, or `None` for an empty one,
/// with `separator` between the cells.
pub fn rank_text(points: impl IntoIterator<Item = Option<String>>, separator: &str) -> String {
    let mut cells: Vec<String> = Vec::new();
    let mut gap = 0;
    for point in points {
        if point.is_some() && gap > 0 {
            cells.push(gap.to_string());
            gap = 0;
        }
        match point {
            Some(piece) => cells.push(piece),
            None => gap += 1,
        }
    }
    if gap > 0 {
        cells.push(gap.to_string());
    }
    cells.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_both_there_or_both_left_out() {
        assert_eq!(counters(&[]), Ok((0, 1)));
        assert_eq!(counters(&["7", "12"]), Ok((7, 12)));
        for bad in
            [&["7"][..], &["7", "0"], &["07", "1"], &["-1", "1"], &["", "1"], &["1", "2", "3"]]
        {
            assert!(counters(bad).is_err(), "{bad:?}");
        }
        let error = counters(&["99999999999", "1"]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "field 'quiet', the whole field: expected a number from 0 to 4294967295 without \
             leading zeros, found '99999999999'"
        );
    }

    fn letters(text: &str) -> Result<Vec<Vec<Option<char>>>, FenError> {
        ranks(text, &[12, 3], |c| "Kk".contains(c).then_some(c))
    }

    #[test]
    fn boards_of_letters_are_read_and_written() {
        let board = letters("K10k/1k1").unwrap();
        assert_eq!(board[1], [None, Some('k'), None]);
        let write = |rank: &Vec<Option<char>>| {
            rank_text(rank.iter().map(|point| point.map(String::from)), "")
        };
        assert_eq!(board.iter().map(write).collect::<Vec<_>>(), ["K10k", "1k1"]);
    }

    #[test]
    fn bad_boards_are_refused_with_their_place() {
        for (board, message) in [
            ("12", "field 'board', the whole field: expected 2 ranks parted by '/', found '1'"),
            ("12/3/3", "field 'board', the whole field: expected 2 ranks parted by '/', found '3'"),
            ("12/2", "field 'board', rank 1, the whole rank: expected 3 points, found '2'"),
            ("12/2kk", "field 'board', rank 1, the whole rank: expected 3 points, found '4'"),
            (
                "11x/3",
                "field 'board', rank 2, point 12: expected a piece or a number of empty points, found 'x'",
            ),
            (
                "12/0kkk",
                "field 'board', rank 1, point 1: expected a number of empty points from 1 to 3, found '0'",
            ),
            (
                "012/3",
                "field 'board', rank 2, point 1: expected a number of empty points from 1 to 12, found '012'",
            ),
            (
                "99999999999999999999/3",
                "field 'board', rank 2, point 1: expected a number of empty points from 1 to 12, found '99999999999999999999'",
            ),
            ("/3", "field 'board', rank 2, the whole rank: expected 12 points, found '0'"),
            (
                "12/é",
                "field 'board', rank 1, point 1: expected a piece or a number of empty points, found 'é'",
            ),
        ] {
            assert_eq!(letters(board).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn boards_of_columns_are_read_and_written() {
        let read = |text| {
            ranks_of_columns(
                text,
                &[3],
                |index| format!("row {}", index + 1),
                |cell| {
                    let column = !cell.is_empty() && cell.chars().all(|c| "wb".contains(c));
                    column.then(|| cell.to_owned()).ok_or_else(|| "a column".to_owned())
                },
            )
        };
        let board = read("wb,1,b").unwrap();
        assert_eq!(rank_text(board[0].clone(), ","), "wb,1,b");
        for bad in ["wb,b", "wb,1,1", "wb,,b", "wb,1,b,", "wx,2"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(
            read("wb,1,2").unwrap_err().to_string(),
            "field 'board', row 1, point 3: expected a piece after a number, found '2'"
        );
    }
}
