//! The arguments of `go`.

use super::{
    error::{self, Parsed},
    words::{end_of_line, keyword, word},
};
use crate::protocol::{Command, Go};
use nom::{
    Parser,
    branch::alt,
    character::complete::{char, digit0, one_of},
    combinator::{all_consuming, cut, map_res, opt, value, verify},
    error::context,
    multi::many0,
    sequence::preceded,
};

/// An argument that is a word and a number.
struct Number {
    word: &'static str,
    /// What the number is, for messages.
    expected: &'static str,
    /// Where it is kept.
    slot: for<'g> fn(&'g mut Go<'_>) -> &'g mut Option<i64>,
}

const TIME: &str = "a time in milliseconds (integer)";
const INCREMENT: &str = "an increment in milliseconds (integer)";
const MOVES: &str = "a number of moves (integer)";

/// All arguments with a number. UCI's White is the first seat, its Black the
/// second.
#[rustfmt::skip]
const NUMBERS: [Number; 15] = [
    Number { word: "wtime", expected: TIME, slot: |go| &mut go.clocks[0].time },
    Number { word: "btime", expected: TIME, slot: |go| &mut go.clocks[1].time },
    Number { word: "winc", expected: INCREMENT, slot: |go| &mut go.clocks[0].increment },
    Number { word: "binc", expected: INCREMENT, slot: |go| &mut go.clocks[1].increment },
    Number { word: "p1time", expected: TIME, slot: |go| &mut go.clocks[0].time },
    Number { word: "p2time", expected: TIME, slot: |go| &mut go.clocks[1].time },
    Number { word: "p3time", expected: TIME, slot: |go| &mut go.clocks[2].time },
    Number { word: "p1inc", expected: INCREMENT, slot: |go| &mut go.clocks[0].increment },
    Number { word: "p2inc", expected: INCREMENT, slot: |go| &mut go.clocks[1].increment },
    Number { word: "p3inc", expected: INCREMENT, slot: |go| &mut go.clocks[2].increment },
    Number { word: "movestogo", expected: MOVES, slot: |go| &mut go.moves_to_go },
    Number { word: "movetime", expected: TIME, slot: |go| &mut go.move_time },
    Number { word: "depth", expected: "a depth (integer)", slot: |go| &mut go.depth },
    Number { word: "nodes", expected: "a number of nodes (integer)", slot: |go| &mut go.nodes },
    Number { word: "mate", expected: MOVES, slot: |go| &mut go.mate },
];

/// The arguments without a number.
const OTHERS: [&str; 4] = ["infinite", "ponder", "searchmoves", "perft"];

/// `perft N`, or any of the other arguments in any order; of an argument given
/// twice the last one counts.
pub(super) fn go(text: &str) -> Parsed<'_, Command<'_>> {
    alt((preceded(keyword("perft"), cut(perft)), search)).parse(text)
}

/// Deeper than any count that ends, and not so deep that the stack does.
const DEEPEST_PERFT: u32 = 999;

fn perft(text: &str) -> Parsed<'_, Command<'_>> {
    let depth = verify(map_res(word, str::parse), |&depth| depth <= DEEPEST_PERFT);
    let (text, depth) = context("a depth (integer from 0 to 999)", depth).parse(text)?;
    value(Command::Perft(depth), end_of_line).parse(text)
}

fn search(mut text: &str) -> Parsed<'_, Command<'_>> {
    let mut go = Go::default();
    while !text.is_empty() {
        (text, ()) =
            context("a limit such as 'depth'", |text| argument(text, &mut go)).parse(text)?;
    }
    Ok((text, Command::Go(go)))
}

/// One argument, noted in `go`.
fn argument<'a>(text: &'a str, go: &mut Go<'a>) -> Parsed<'a, ()> {
    let (mut rest, name) = word(text)?;
    if let Some(number) = NUMBERS.iter().find(|number| number.word == name) {
        let slot = (number.slot)(go);
        let mut amount = context(number.expected, amount.map(|amount| *slot = Some(amount)));
        return amount.parse(rest);
    }
    match name {
        "infinite" => go.infinite = true,
        "ponder" => go.ponder = true,
        "searchmoves" => {
            let mut moves = many0(verify(word, |word: &str| !is_argument(word)));
            let (after, moves) = moves.parse(rest)?;
            go.search_moves = Some(moves);
            rest = after;
        }
        "perft" => return context("a limit other than 'perft'", error::unknown).parse(text),
        _ => return error::unknown(text),
    }
    Ok((rest, ()))
}

fn is_argument(word: &str) -> bool {
    OTHERS.contains(&word) || NUMBERS.iter().any(|number| number.word == word)
}

/// The number of an argument, 0 where it was left out. Clients that compute with
/// floating point send fractions; they are cut off.
fn amount(text: &str) -> Parsed<'_, i64> {
    match word(text) {
        Ok((rest, word)) if !is_argument(word) => {
            let (_, amount) = all_consuming(decimal).parse(word)?;
            Ok((rest, amount))
        }
        _ => Ok((text, 0)),
    }
}

/// `[+-] digits [. digits]` with a digit somewhere, cut towards zero and kept
/// within what `i64` holds.
fn decimal(text: &str) -> Parsed<'_, i64> {
    let parts = (opt(one_of("+-")), digit0, opt(preceded(char('.'), digit0)));
    let number = verify(parts, |&(_, whole, fraction): &(_, &str, Option<&str>)| {
        !(whole.is_empty() && fraction.unwrap_or_default().is_empty())
    });
    number
        .map(|(sign, whole, _)| {
            let sign = if sign == Some('-') { -1 } else { 1 };
            whole.bytes().fold(0_i64, |amount, digit| {
                let digit = sign * i64::from(digit - b'0');
                amount.saturating_mul(10).saturating_add(digit)
            })
        })
        .parse(text)
}
