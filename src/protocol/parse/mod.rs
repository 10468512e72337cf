//! From a line of text to a command.
//!
//! [`words`] cuts the line, a `match` on the command's word picks the parser of
//! its arguments, and [`error`] keeps what is needed to say what is wrong where.
//!
//! How much a command forgives depends on what an error would cost:
//!
//! - Words that no command knows are skipped before a command of UCI or UGI, as
//!   UCI demands, but never before one of our own additions.
//! - Commands of UCI and UGI without arguments ignore whatever follows them: a
//!   client must never be left waiting for its `readyok` or `bestmove`.
//! - Everything else is exact. A misspelt limit must not become an endless
//!   search, nor a misspelt `moves` another position.

mod error;
mod go;
#[cfg(test)]
mod tests;
mod words;

pub use error::ParseError;

use super::{Command, Query, Start};
use crate::text::is_blank;
use error::Parsed;
use nom::{
    Finish, Parser,
    branch::alt,
    combinator::{all_consuming, cut, eof, map_res, opt, recognize, rest, value, verify},
    error::context,
    multi::{many_till, many1_count},
    sequence::preceded,
};
use words::{end_of_line, keyword, other_than, phrase, some_rest, word};

/// The questions that are one fixed word.
const QUERIES: [(&str, Query<'static>); 15] = [
    ("gameover", Query::GameOver),
    ("p1turn", Query::SeatTurn(1)),
    ("p2turn", Query::SeatTurn(2)),
    ("p3turn", Query::SeatTurn(3)),
    ("result", Query::Result),
    ("turn", Query::Turn),
    ("players", Query::Players),
    ("variant", Query::Variant),
    ("fen", Query::Fen),
    ("legalmoves", Query::LegalMoves),
    ("reason", Query::Reason),
    ("ply", Query::Ply),
    ("score", Query::Score),
    ("board", Query::Board),
    ("tablebase", Query::Tablebase),
];

/// Reads a line without its line break; `None` if it is blank.
///
/// Blanks, tabs and carriage returns separate words, any number of them. The
/// texts in the command are slices of `line`.
///
/// # Errors
/// [`ParseError`] names the column, what was expected there and what was found.
pub fn parse(line: &str) -> Result<Option<Command<'_>>, ParseError> {
    let text = line.trim_matches(is_blank);
    if text.is_empty() {
        return Ok(None);
    }
    match all_consuming(command).parse(text).finish() {
        Ok((_, command)) => Ok(Some(command)),
        Err(mismatch) => Err(mismatch.in_line(line)),
    }
}

/// A whole line.
fn command(text: &str) -> Parsed<'_, Command<'_>> {
    let skipping = many_till(word.map(drop), standard).map(|(_, command)| command);
    context("a command ('help' lists them)", alt((addition, skipping))).parse(text)
}

/// A command that UCI or UGI defines.
fn standard(text: &str) -> Parsed<'_, Command<'_>> {
    let (arguments, name) = word(text)?;
    let alone = |command| value(command, rest).parse(arguments);
    match name {
        "uci" => alone(Command::Uci),
        "ugi" => alone(Command::Ugi),
        "debug" => cut(debug).parse(arguments),
        "isready" => alone(Command::IsReady),
        "setoption" => cut(set_option).parse(arguments),
        "register" => alone(Command::Register),
        "ucinewgame" | "uginewgame" => alone(Command::NewGame),
        "position" => cut(position).parse(arguments),
        "go" => cut(go::go).parse(arguments),
        "stop" => alone(Command::Stop),
        "ponderhit" => alone(Command::PonderHit),
        "quit" => alone(Command::Quit),
        "query" => cut(query).parse(arguments),
        _ => error::unknown(text),
    }
}

/// A command that neither UCI nor UGI has.
fn addition(text: &str) -> Parsed<'_, Command<'_>> {
    let (arguments, name) = word(text)?;
    let alone = |command| cut(value(command, end_of_line)).parse(arguments);
    match name {
        "moves" => rest.map(Command::Moves).parse(arguments),
        "d" => alone(Command::Display),
        "eval" => alone(Command::Eval),
        "bench" => cut(bench).parse(arguments),
        "flip" => alone(Command::Flip),
        "variants" => alone(Command::Variants),
        "rules" => alone(Command::Rules),
        "help" => alone(Command::Help),
        _ => error::unknown(text),
    }
}

/// `on|off`
fn debug(text: &str) -> Parsed<'_, Command<'_>> {
    let switch = alt((value(true, keyword("on")), value(false, keyword("off"))));
    let (text, on) = context("'on' or 'off'", switch).parse(text)?;
    value(Command::Debug(on), end_of_line).parse(text)
}

/// `name N [value V]`
fn set_option(text: &str) -> Parsed<'_, Command<'_>> {
    let (text, _) = context("'name'", keyword("name")).parse(text)?;
    let name = verify(phrase(other_than("value")), |name: &str| !name.is_empty());
    let (text, name) = context("the name of an option", name).parse(text)?;
    let (text, value) = opt(preceded(keyword("value"), phrase(word))).parse(text)?;
    Ok((text, Command::SetOption { name, value }))
}

/// `startpos|fen F [moves ...]`
fn position(text: &str) -> Parsed<'_, Command<'_>> {
    let startpos = value(Start::Startpos, keyword("startpos"));
    let start = alt((startpos, preceded(keyword("fen"), cut(fen))));
    let (text, start) = context("'startpos' or 'fen'", start).parse(text)?;
    let moves = alt((preceded(keyword("moves"), rest), eof));
    let (text, moves) = context("'moves' or the end of the line", moves).parse(text)?;
    Ok((text, Command::Position { start, moves }))
}

/// Everything before the word `moves`, as it stands there.
fn fen(text: &str) -> Parsed<'_, Start<'_>> {
    let words = recognize(many1_count(other_than("moves")));
    let (text, fen) = context("a FEN", words).parse(text)?;
    let start = match fen.trim_end_matches(is_blank) {
        "startpos" => Start::Startpos,
        fen => Start::Fen(fen),
    };
    Ok((text, start))
}

/// `keyword`, `islegal M`, or the name of an option.
fn query(text: &str) -> Parsed<'_, Command<'_>> {
    let is_legal = preceded(keyword("islegal"), cut(context("a move", some_rest)));
    let other = some_rest.map(|asked| {
        let known = QUERIES.iter().find(|(keyword, _)| *keyword == asked);
        known.map_or(Query::Other(asked), |&(_, query)| query)
    });
    let question = alt((is_legal.map(Query::IsLegal), other));
    let (text, question) = context("a question such as 'gameover'", question).parse(text)?;
    Ok((text, Command::Query(question)))
}

/// `[depth]`
fn bench(text: &str) -> Parsed<'_, Command<'_>> {
    let depth = verify(map_res(word, str::parse), |depth: &u32| (1..=127).contains(depth));
    let depth = alt((value(None, eof), depth.map(Some)));
    let (text, depth) = context("a depth (integer from 1 to 127)", depth).parse(text)?;
    value(Command::Bench(depth), end_of_line).parse(text)
}
