//! What the FENs of all games have in common.

use crate::text::excerpt;
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

/// Reads a plain decimal number without leading zeros that fits `u32`.
///
/// # Errors
/// [`FenError`] at `field`, `place`.
pub fn number(field: Field, place: &str, text: &str) -> Result<u32, FenError> {
    fn digits(text: &str) -> IResult<&str, &str> {
        all_consuming(take_while1(|c: char| c.is_ascii_digit())).parse(text)
    }
    let plain = |digits: &str| digits == "0" || !digits.starts_with('0');
    digits(text)
        .ok()
        .filter(|(_, digits)| plain(digits))
        .and_then(|(_, digits)| digits.parse().ok())
        .ok_or_else(|| {
            let expected = format!("a number from 0 to {} without leading zeros", u32::MAX);
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
    match rest {
        [] => Ok((0, 1)),
        [quiet] => {
            number(Field::Quiet, "the whole field", quiet)?;
            Err(FenError::new(Field::Move, "the whole field", "a number from 1", ""))
        }
        [quiet, moves] => {
            let quiet = number(Field::Quiet, "the whole field", quiet)?;
            match number(Field::Move, "the whole field", moves)? {
                0 => Err(FenError::new(Field::Move, "the whole field", "a number from 1", moves)),
                moves => Ok((quiet, moves)),
            }
        }
        [_, _, extra, ..] => {
            Err(FenError::new(Field::End, "after field 'move'", "nothing more", extra))
        }
    }
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
}
