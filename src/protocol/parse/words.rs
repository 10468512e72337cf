//! The words of a line.
//!
//! Every parser here begins at a word, or at the end of the line, and takes the
//! blanks behind what it reads, so that the next one does so too.

use super::error::{Mismatch, Parsed};
use crate::text::is_blank;
use nom::{
    Parser,
    bytes::complete::{take_while, take_while1},
    combinator::{eof, rest, verify},
    error::context,
    multi::fold_many0,
    sequence::terminated,
};

/// The next word.
pub(super) fn word(text: &str) -> Parsed<'_, &str> {
    terminated(take_while1(|c| !is_blank(c)), take_while(is_blank)).parse(text)
}

/// The next word if it is this one. `tag` would also take the front of a longer
/// word.
pub(super) fn keyword<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Mismatch<'a>> {
    verify(word, move |found: &str| found == expected)
}

/// The next word unless it is this one.
pub(super) fn other_than<'a>(
    end: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Mismatch<'a>> {
    verify(word, move |found: &str| found != end)
}

/// The words that `item` takes, perhaps none, parted by single blanks.
pub(super) fn phrase<'a>(
    item: impl Parser<&'a str, Output = &'a str, Error = Mismatch<'a>>,
) -> impl Parser<&'a str, Output = String, Error = Mismatch<'a>> {
    fold_many0(item, String::new, |mut phrase, word| {
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.push_str(word);
        phrase
    })
}

/// Everything to the end of the line, which must not be nothing.
pub(super) fn some_rest(text: &str) -> Parsed<'_, &str> {
    verify(rest, |rest: &str| !rest.is_empty()).parse(text)
}

/// Nothing more.
pub(super) fn end_of_line(text: &str) -> Parsed<'_, &str> {
    context("the end of the line", eof).parse(text)
}
