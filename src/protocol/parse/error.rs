//! What went wrong in a line, and where.

use crate::text::{excerpt, words};
use nom::{
    IResult, Offset,
    error::{ContextError, ErrorKind, FromExternalError},
};
use std::num::ParseIntError;

/// Why a line was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What should stand there, and after which word.
    pub expected: String,
    /// What stands there: a word in quotes, or that the line ends.
    pub found: String,
    /// Why a number was not taken, where that is what failed.
    #[source]
    pub cause: Option<ParseIntError>,
}

/// What a parser returns.
pub(super) type Parsed<'a, T> = IResult<&'a str, T, Mismatch<'a>>;

/// How a parser failed; the error type that nom is given.
#[derive(Debug)]
pub(super) struct Mismatch<'a> {
    /// The text from the failure to the end of the line.
    rest: &'a str,
    /// What should stand there, once a [`nom::error::context`] has said it.
    expected: Option<&'static str>,
    /// What failed.
    cause: Cause,
}

/// What failed in the end.
#[derive(Debug)]
enum Cause {
    /// A parser of nom.
    Grammar(ErrorKind),
    /// The conversion of a number.
    Number(ParseIntError),
}

/// Fails because the first word of `text` is none of those that are known.
pub(super) fn unknown<T>(text: &str) -> Parsed<'_, T> {
    Err(nom::Err::Error(nom::error::make_error(text, ErrorKind::Alt)))
}

impl Mismatch<'_> {
    /// The message for people; `line` is the line that was read.
    pub(super) fn in_line(&self, line: &str) -> ParseError {
        let before = line.get(..line.offset(self.rest)).unwrap_or_default();
        let (expected, cause) = match &self.cause {
            Cause::Grammar(kind) => (kind.description(), None),
            Cause::Number(error) => ("a number", Some(error.clone())),
        };
        let expected = self.expected.unwrap_or(expected);
        ParseError {
            column: before.chars().count() + 1,
            expected: words(before).next_back().map_or_else(
                || expected.to_owned(),
                |previous| format!("{expected} after {}", quoted(previous)),
            ),
            found: words(self.rest).next().map_or_else(|| "the end of the line".to_owned(), quoted),
            cause,
        }
    }
}

/// A word in quotes.
fn quoted(word: &str) -> String {
    format!("'{}'", excerpt(word))
}

impl<'a> nom::error::ParseError<&'a str> for Mismatch<'a> {
    fn from_error_kind(rest: &'a str, kind: ErrorKind) -> Self {
        Self { rest, expected: None, cause: Cause::Grammar(kind) }
    }

    /// The innermost parser knows best.
    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }

    /// Of two alternatives, the one that got further was probably meant.
    fn or(self, other: Self) -> Self {
        if self.rest.len() < other.rest.len() { self } else { other }
    }
}

impl<'a> ContextError<&'a str> for Mismatch<'a> {
    /// The innermost context counts. What it expects stands where it began, even if
    /// a parser failed in the middle of a word.
    fn add_context(start: &'a str, expected: &'static str, other: Self) -> Self {
        if other.expected.is_some() {
            return other;
        }
        Self { rest: start, expected: Some(expected), ..other }
    }
}

impl<'a> FromExternalError<&'a str, ParseIntError> for Mismatch<'a> {
    fn from_external_error(rest: &'a str, _: ErrorKind, error: ParseIntError) -> Self {
        Self { rest, expected: None, cause: Cause::Number(error) }
    }
}
