//! The protocol sentence by sentence, against the running program.

#[path = "../common/mod.rs"]
mod common;

mod command_line;
mod info;
mod options;
mod positions;
mod queries;
mod searches;
mod three;
mod transport;

use common::{Engine, Search};

/// The start position of Wari.
const START: &str = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 1";

/// A search that lasts until somebody ends it.
const ENDLESS: &str = "go movetime 600000";

/// A finished game: position, result, reason, and the score for the side to move.
const FINISHED: [(&str, &str, &str, &str); 6] = [
    ("1-0-0-0-0-0-0-0-0-0-0-0-22-25-S", "p2win", "majority", "mate 0"),
    ("1-0-0-0-0-0-0-0-0-0-0-0-22-25-N", "p2win", "majority", "cp 30000"),
    ("0-0-0-0-0-0-0-0-0-0-0-0-24-24-N", "draw", "majority", "cp 0"),
    ("0-0-0-0-0-0-1-0-0-0-0-1-24-22-S", "draw", "no-move", "cp 0"),
    ("0-0-0-0-0-0-1-0-0-0-1-1-24-21-S", "draw", "no-move", "cp 0"),
    ("0-0-0-0-0-0-1-0-0-1-1-1-22-22-S", "p2win", "no-move", "mate 0"),
];

/// How many lines answer a search.
fn answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

/// Everything that a failed command must leave alone.
fn state(engine: &mut Engine) -> Vec<String> {
    let mut lines = engine.ask("uci", "uciok");
    let names: Vec<_> =
        lines.iter().filter_map(|line| option_name(line)).map(str::to_owned).collect();
    lines.extend(names.iter().map(|name| engine.query(name)));
    lines.extend(["fen", "ply", "gameover", "legalmoves", "board"].map(|it| engine.query(it)));
    lines
}

/// The name in an `option` line.
fn option_name(line: &str) -> Option<&str> {
    let (name, _) = line.strip_prefix("option name ")?.split_once(" type ")?;
    Some(name)
}

/// The scored `info` lines of a search, in groups of one depth each.
fn scored(search: &Search) -> impl Iterator<Item = &str> {
    search.lines.iter().map(String::as_str).filter(|line| line.contains(" score "))
}
