//! Any line is understood or refused with a message that fits it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ninefold::protocol::{Command, Query, Start, parse};

fuzz_target!(|line: &str| {
    match parse(line) {
        Ok(command) => {
            for text in command.iter().flat_map(texts) {
                assert!(is_inside(line, text), "{text:?} is no part of {line:?}");
            }
        }
        Err(error) => {
            let end = line.chars().count() + 1;
            assert!((1..=end).contains(&error.column), "{error} in {line:?}");
            let message = error.to_string();
            assert!(!message.contains(char::is_control), "{message:?}");
            // Two quoted words of 40 characters, each up to `\u{10ffff}`.
            assert!(message.chars().count() < 1000, "{message:?}");
        }
    }
});

/// The slices of the line that a command holds.
fn texts<'a>(command: &Command<'a>) -> Vec<&'a str> {
    match command {
        Command::Position { start, moves } => match start {
            Start::Startpos => vec![moves],
            Start::Fen(fen) => vec![fen, moves],
        },
        Command::Moves(moves) => vec![moves],
        Command::Go(go) => go.search_moves.clone().unwrap_or_default(),
        Command::Query(Query::IsLegal(text) | Query::Other(text)) => vec![text],
        _ => Vec::new(),
    }
}

fn is_inside(line: &str, text: &str) -> bool {
    let line = line.as_bytes().as_ptr_range();
    let text = text.as_bytes().as_ptr_range();
    line.start <= text.start && text.end <= line.end
}
