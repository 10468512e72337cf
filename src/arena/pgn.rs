//! Games as text in the manner of PGN.
//!
//! The form is that of the *Portable Game Notation* (S. J. Edwards, 1994): tags, then
//! numbered moves with comments, then the result. The moves are those of the protocol.
//! `White` is seat 1, who moves first, and `Black` seat 2, whatever their men look
//! like. Numbers count rounds of as many plies as there are seats. A game for three
//! has the tags `Third` and `Points`, and `*` for its result if it is not drawn.

use super::record::GameRecord;
use std::fmt::{self, Write as _};

/// The names of the players' tags, by seat.
const SEATS: [&str; 3] = ["White", "Black", "Third"];

/// The first line of each game.
pub(super) const EVENT: &str = "[Event \"ninefold match\"]";

/// Characters of a line of moves.
const WIDTH: usize = 80;

/// A game, and what the text says about it besides.
pub(super) struct Pgn<'a> {
    pub(super) record: &'a GameRecord,
    /// The start position of the variant as a FEN.
    pub(super) start: &'a str,
}

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = self.record;
        let result = self.result();
        writeln!(f, "{EVENT}")?;
        let mut tag = |name: &str, value: &str| writeln!(f, "[{name} \"{}\"]", escaped(value));
        tag("Site", "?")?;
        let date = record.date.replace('-', ".");
        tag("Date", if date.is_empty() { "????.??.??" } else { &date })?;
        tag("Round", &(record.number + 1).to_string())?;
        for (name, player) in SEATS.iter().zip(&record.players) {
            tag(name, player)?;
        }
        tag("Result", result)?;
        tag("Variant", &record.variant)?;
        for (name, value) in &record.options {
            tag(name, value)?;
        }
        tag("SetUp", "1")?;
        tag("FEN", record.opening.fen.as_deref().unwrap_or(self.start))?;
        for (name, limit) in SEATS.iter().zip(&record.limits) {
            tag(&format!("{name}Limit"), limit)?;
        }
        tag("PlyCount", &(record.opening.moves.len() + record.moves.len()).to_string())?;
        tag("Termination", &record.reason)?;
        if record.players.len() > 2 {
            let points: Vec<_> = record.points.iter().map(|point| format!("{point:.2}")).collect();
            tag("Points", &points.join(" "))?;
        }
        writeln!(f, "\n{}\n", wrapped(&self.moves(), result))
    }
}

impl Pgn<'_> {
    fn result(&self) -> &'static str {
        match (self.record.result.as_str(), self.record.players.len()) {
            ("draw", _) => "1/2-1/2",
            ("p1win", 2) => "1-0",
            ("p2win", 2) => "0-1",
            _ => "*",
        }
    }

    /// The moves with their numbers and comments, each of which stays on one line.
    fn moves(&self) -> Vec<String> {
        let record = self.record;
        let opening = record.opening.moves.iter().map(|mv| (mv, "book".to_owned()));
        let played = record.moves.iter().enumerate().map(|(ply, mv)| (mv, self.comment(ply)));
        let seats = record.players.len().max(1);
        let mut words = Vec::new();
        for ((mv, comment), ply) in opening.chain(played).zip(0..) {
            if ply % seats == 0 {
                words.push(format!("{}.", ply / seats + 1));
            }
            words.push(mv.clone());
            words.push(format!("{{{comment}}}"));
        }
        words
    }

    /// Score in pieces, depth and time of a move that was played.
    fn comment(&self, ply: usize) -> String {
        let told = |scores: &[Option<i32>]| scores.get(ply).copied().flatten();
        let score = told(&self.record.scores)
            .map_or("?".to_owned(), |score| format!("{:+.2}", f64::from(score) / 100.0));
        let depth = self.record.depths.get(ply).copied().flatten();
        let depth = depth.map_or(String::new(), |depth| format!("/{depth}"));
        let time = self.record.times.get(ply).map_or(0.0, |&time| time as f64 / 1000.0);
        format!("{score}{depth} {time:.3}s")
    }
}

/// The value of a tag, with what would end it escaped.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ")
}

/// The words and the result, in lines.
fn wrapped(words: &[String], result: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words.iter().map(String::as_str).chain([result]) {
        let length = word.chars().count();
        if width == 0 {
            width = length;
        } else if width + 1 + length > WIDTH {
            text.push('\n');
            width = length;
        } else {
            text.push(' ');
            width += 1 + length;
        }
        let _ = write!(text, "{word}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(line: &str) -> GameRecord {
        serde_json::from_str(line).expect("a record")
    }

    #[test]
    fn a_game_is_written_with_tags_moves_and_comments() {
        let record = record(
            r#"{"number":4,"date":"2026-01-31","variant":"wari","options":[["WariGrandSlam","keep"]],
            "players":["a \"b\"","c"],"limits":["depth=3","clock=100+1"],
            "opening":{"moves":["A"]},"moves":["b","C"],"scores":[-12,null],"depths":[7,null],
            "times":[1500,3],"result":"p2win","reason":"majority","points":[0.0,1.0]}"#,
        );
        let text = Pgn { record: &record, start: "4-4 S 0 1" }.to_string();
        let expected = r#"[Event "ninefold match"]
[Site "?"]
[Date "2026.01.31"]
[Round "5"]
[White "a \"b\""]
[Black "c"]
[Result "0-1"]
[Variant "wari"]
[WariGrandSlam "keep"]
[SetUp "1"]
[FEN "4-4 S 0 1"]
[WhiteLimit "depth=3"]
[BlackLimit "clock=100+1"]
[PlyCount "3"]
[Termination "majority"]

1. A {book} b {-0.12/7 1.500s} 2. C {? 0.003s} 0-1

"#;
        assert_eq!(text, expected);
    }

    #[test]
    fn three_players_share_one_point() {
        let record = record(
            r#"{"number":0,"variant":"hexlasca-3","players":["a","b","c"],"opening":{"fen":"x"},
            "moves":["m","n","o","p"],"scores":[1,2,3,4],"times":[0,0,0,0],
            "result":"p3win","reason":"capture-all","points":[0.0,0.0,1.0]}"#,
        );
        let text = Pgn { record: &record, start: "start" }.to_string();
        assert!(text.contains("[Third \"c\"]\n[Result \"*\"]"), "{text}");
        assert!(text.contains("[FEN \"x\"]") && text.contains("[Points \"0.00 0.00 1.00\"]"));
        assert!(text.contains("1. m {+0.01 0.000s} n {+0.02 0.000s} o {+0.03 0.000s} 2. p"));
        assert!(text.ends_with("} *\n\n") && text.lines().all(|line| line.len() <= WIDTH));
    }
}
