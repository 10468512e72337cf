//! Records as rows of text.
//!
//! In every format a row is one line and begins with what its record repeats of the
//! line of input, its head. So whether a row is the record of a line can be told
//! without a search.

use super::record::{Complaint, Echo, Findings, Line};
use crate::{game::Outcome, search::Score};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// How records are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Format {
    /// JSON Lines: a row for each record.
    #[default]
    Json,
    /// Comma-separated values under a header: a row for each line of play.
    Csv,
    /// Cells parted by tabs, without a header: a row for each line of play.
    Text,
}

/// What rows look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Shape {
    /// The format.
    pub format: Format,
    /// Whether rows tell how long the search took.
    pub timing: bool,
    /// Whether rows in JSON tell several lines of play.
    pub many_lines: bool,
}

/// A record in JSON, after its head.
#[derive(Serialize)]
struct Tail<'a> {
    bestmove: Option<&'a str>,
    score: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<[u32; 3]>,
    pv: &'a [String],
    depth: u32,
    seldepth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<TailLine<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nps: Option<u64>,
}

#[derive(Serialize)]
struct TailLine<'a> {
    score: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<[u32; 3]>,
    pv: &'a [String],
}

#[derive(Serialize)]
struct Failure<'a> {
    error: &'a Complaint,
}

/// The columns of CSV, without those of `timing`.
const COLUMNS: &str = "line,id,variant,options,fen,moves,error,message,rank,bestmove,cp,mate,win,draw,loss,depth,seldepth,nodes,result,reason,pv";

impl Shape {
    /// The line above all rows, if there is one.
    pub fn header(self) -> Option<String> {
        let timing = if self.timing { ",time,nps" } else { "" };
        (self.format == Format::Csv).then(|| format!("{COLUMNS}{timing}\n"))
    }

    /// What every row of a record begins with.
    pub fn head(self, echo: &Echo) -> String {
        let moves = echo.moves.join(" ");
        match self.format {
            Format::Json => opened(&json(echo)),
            Format::Csv => csv_cells([
                echo.line.to_string(),
                echo.id.as_ref().map(value_cell).unwrap_or_default(),
                echo.variant.clone().unwrap_or_default(),
                echo.options.as_ref().map(options_cell).unwrap_or_default(),
                echo.fen.clone().unwrap_or_default(),
                moves,
            ]),
            Format::Text => {
                let id = echo.id.as_ref().map(value_cell);
                let fen = echo.fen.as_deref().unwrap_or_default();
                let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
                let cells = [Some(echo.line.to_string()), id, Some(format!("{fen}{moves}"))];
                text_cells(cells.into_iter().flatten())
            }
        }
    }

    /// The rows of a record.
    pub fn rows(self, echo: &Echo, found: &Result<Findings, Complaint>) -> String {
        let head = self.head(echo);
        match (self.format, found) {
            (Format::Json, Ok(found)) => joined(&head, &json(&self.tail(found))),
            (Format::Json, Err(error)) => joined(&head, &json(&Failure { error })),
            (Format::Csv, Ok(found)) => {
                let mut rows = String::new();
                for (line, rank) in found.lines.iter().zip(1..) {
                    rows.push_str(&head);
                    rows.push_str(&self.csv_row(found, line, rank));
                }
                rows
            }
            (Format::Csv, Err(Complaint { kind, message })) => {
                let empty = self.header().unwrap_or_default().matches(',').count() - 8;
                let cells = csv_cells([kind.to_string(), message.clone()]);
                format!("{head}{cells}{}\n", ",".repeat(empty))
            }
            (Format::Text, Ok(found)) => {
                let mut rows = String::new();
                for line in &found.lines {
                    rows.push_str(&head);
                    rows.push_str(&self.text_row(found, line));
                }
                rows
            }
            (Format::Text, Err(Complaint { message, .. })) => {
                format!("{head}{}\n", text_cells(["error".to_owned(), message.clone()]).trim_end())
            }
        }
    }

    /// The number of the line that a row tells about.
    pub fn number(row: &str) -> Option<u64> {
        let row = row.strip_prefix(r#"{"line":"#).unwrap_or(row);
        let end = row.find(|c: char| !c.is_ascii_digit())?;
        row[..end].parse().ok()
    }

    /// Whether a row, cut behind its head, tells an error.
    pub fn tells_error(self, tail: &str) -> bool {
        match self.format {
            Format::Json => tail.starts_with(r#""error":"#),
            Format::Csv => !tail.starts_with(','),
            Format::Text => tail.starts_with("error\t"),
        }
    }

    fn tail(self, found: &Findings) -> Tail<'_> {
        let lines: Vec<_> = found.lines.iter().map(TailLine::of).collect();
        let first = found.lines.first().map(TailLine::of);
        Tail {
            bestmove: found.best.as_deref(),
            score: first.as_ref().map(|first| first.score.clone()).unwrap_or_default(),
            wdl: first.as_ref().and_then(|first| first.wdl),
            pv: first.map_or(&[], |first| first.pv),
            depth: found.depth,
            seldepth: found.selective_depth,
            nodes: found.nodes,
            result: found.outcome.map(Outcome::result),
            reason: found.outcome.map(|outcome| outcome.reason),
            lines: self.many_lines.then_some(lines),
            time: self.timing.then(|| millis(found)),
            nps: self.timing.then(|| rate(found)),
        }
    }

    fn csv_row(self, found: &Findings, line: &Line, rank: u32) -> String {
        let (cp, mate) = match line.score {
            Score::Centi(value) => (Some(value), None),
            Score::Mate { moves, .. } => (None, Some(moves)),
        };
        let number = |number: Option<i32>| number.map(|it| it.to_string()).unwrap_or_default();
        let chances = line.chances;
        let [win, draw, loss] = chances.map_or([None; 3], |it| {
            [Some(it.win as i32), Some(it.draw as i32), Some(it.loss as i32)]
        });
        let mut cells = vec![
            String::new(),
            String::new(),
            rank.to_string(),
            found.best.clone().unwrap_or_default(),
            number(cp),
            number(mate),
            number(win),
            number(draw),
            number(loss),
            found.depth.to_string(),
            found.selective_depth.to_string(),
            found.nodes.to_string(),
            found.outcome.map(|it| it.result().to_owned()).unwrap_or_default(),
            found.outcome.map(|it| it.reason.to_owned()).unwrap_or_default(),
            line.moves.join(" "),
        ];
        if self.timing {
            cells.extend([millis(found).to_string(), rate(found).to_string()]);
        }
        let mut row = csv_cells(cells);
        row.pop();
        row.push('\n');
        row
    }

    fn text_row(self, found: &Findings, line: &Line) -> String {
        let best = match (&found.best, line.moves.first()) {
            // The best move of each line of play is its first.
            (Some(best), first) => first.unwrap_or(best),
            (None, _) => "(none)",
        };
        let score = match line.score {
            Score::Centi(value) => format!("cp {value}"),
            Score::Mate { moves, .. } => format!("mate {moves}"),
        };
        let mut row = format!("{best}\t{score}\t{}\t{}\t", found.depth, found.nodes);
        if self.timing {
            let _ = write!(row, "{}\t{}\t", millis(found), rate(found));
        }
        match found.outcome {
            Some(outcome) => row = row + outcome.result() + " " + outcome.reason,
            None => row += &line.moves.join(" "),
        }
        row + "\n"
    }
}

impl<'a> TailLine<'a> {
    fn of(line: &'a Line) -> Self {
        let score = match line.score {
            Score::Centi(value) => ("cp", value),
            Score::Mate { moves, .. } => ("mate", moves),
        };
        let wdl = line.chances.map(|it| [it.win, it.draw, it.loss]);
        let score = Map::from_iter([(score.0.to_owned(), score.1.into())]);
        Self { score: score.into(), wdl, pv: &line.moves }
    }
}

/// Milliseconds, with three places.
fn millis(found: &Findings) -> f64 {
    found.time.as_micros() as f64 / 1000.0
}

fn rate(found: &Findings) -> u64 {
    (u128::from(found.nodes) * 1_000_000_000 / found.time.as_nanos().max(1)) as u64
}

/// A value that is made of texts and numbers only can be written.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// An object that goes on: without its end, and with a comma.
fn opened(object: &str) -> String {
    object.strip_suffix('}').unwrap_or(object).to_owned() + ","
}

/// A row of an object that goes on and the object that it goes on with.
fn joined(head: &str, object: &str) -> String {
    format!("{head}{}\n", object.strip_prefix('{').unwrap_or(object))
}

/// A name as it stands, anything else as JSON.
fn value_cell(id: &Value) -> String {
    match id {
        Value::String(name) => name.clone(),
        other => other.to_string(),
    }
}

fn options_cell(options: &Map<String, Value>) -> String {
    json(options)
}

/// A text without what would part a row or its cells.
fn plain(cell: &str) -> String {
    cell.replace(char::is_control, " ")
}

/// Cells of CSV, each with the comma behind it.
fn csv_cells(cells: impl IntoIterator<Item = String>) -> String {
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::Any(b',')).from_writer(Vec::new());
    // Writing to memory does not fail.
    let _ = writer.write_record(cells.into_iter().map(|cell| plain(&cell)));
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// Cells of text, each with the tab behind it.
fn text_cells(cells: impl IntoIterator<Item = String>) -> String {
    cells.into_iter().map(|cell| plain(&cell) + "\t").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::record::Kind, game::Seat, search::WinDrawLoss};
    use std::time::Duration;

    fn echo() -> Echo {
        Echo {
            line: 12,
            id: Some(Value::from("a \"b\",\nc")),
            variant: Some("wari".to_owned()),
            options: Some(Map::from_iter([("X".to_owned(), Value::from(true))])),
            fen: Some("1-2 S".to_owned()),
            moves: vec!["A".to_owned(), "b".to_owned()],
        }
    }

    fn findings() -> Findings {
        let line = |score, moves: &[&str]| Line {
            score,
            chances: Some(WinDrawLoss { win: 500, draw: 300, loss: 200 }),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        Findings {
            best: Some("C".to_owned()),
            lines: vec![
                line(Score::Centi(-7), &["C", "d"]),
                line(Score::Mate { moves: -2, plies: -4 }, &["D"]),
            ],
            depth: 5,
            selective_depth: 9,
            nodes: 1000,
            outcome: None,
            time: Duration::from_micros(2500),
        }
    }

    fn shape(format: Format) -> Shape {
        Shape { format, timing: false, many_lines: true }
    }

    #[test]
    fn a_row_of_json_has_head_and_findings() {
        let row = Shape { timing: true, ..shape(Format::Json) }.rows(&echo(), &Ok(findings()));
        let expected = r#"{"line":12,"id":"a \"b\",\nc","variant":"wari","options":{"X":true},"fen":"1-2 S","moves":["A","b"],"bestmove":"C","score":{"cp":-7},"wdl":[500,300,200],"pv":["C","d"],"depth":5,"seldepth":9,"nodes":1000,"lines":[{"score":{"cp":-7},"wdl":[500,300,200],"pv":["C","d"]},{"score":{"mate":-2},"wdl":[500,300,200],"pv":["D"]}],"time":2.5,"nps":400000}"#;
        assert_eq!(row, expected.to_owned() + "\n");
    }

    #[test]
    fn rows_of_csv_fit_their_header() {
        let shape = Shape { timing: true, ..shape(Format::Csv) };
        let complaint = Complaint { kind: Kind::Fen, message: "bad, \"FEN\"".to_owned() };
        let rows = [Ok(findings()), Err(complaint)].map(|found| shape.rows(&echo(), &found));
        let text = shape.header().unwrap() + &rows.concat();
        assert_eq!(text.lines().count(), 4, "{text}");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let names = reader.headers().unwrap().clone();
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        let cell = |row: usize, name| &rows[row][names.iter().position(|it| it == name).unwrap()];
        assert_eq!((cell(0, "line"), cell(0, "id")), ("12", "a \"b\", c"));
        assert_eq!((cell(0, "options"), cell(0, "moves")), (r#"{"X":true}"#, "A b"));
        assert_eq!((cell(0, "cp"), cell(0, "mate"), cell(0, "pv")), ("-7", "", "C d"));
        assert_eq!((cell(1, "cp"), cell(1, "mate"), cell(1, "rank")), ("", "-2", "2"));
        assert_eq!((cell(1, "draw"), cell(1, "time"), cell(1, "nps")), ("300", "2.5", "400000"));
        assert_eq!((cell(2, "error"), cell(2, "message")), ("fen", "bad, \"FEN\""));
        assert_eq!((cell(2, "line"), cell(2, "nps")), ("12", ""));
    }

    #[test]
    fn rows_of_text_are_for_people() {
        let rows = shape(Format::Text).rows(&echo(), &Ok(findings()));
        let head = "12\ta \"b\", c\t1-2 S moves A b\t";
        assert_eq!(rows, format!("{head}C\tcp -7\t5\t1000\tC d\n{head}D\tmate -2\t5\t1000\tD\n"));
        let over = Findings {
            best: None,
            lines: vec![Line { score: Score::Centi(0), chances: None, moves: Vec::new() }],
            depth: 0,
            nodes: 0,
            outcome: Some(Outcome::win(Seat::ONE, "captured")),
            ..findings()
        };
        let row = shape(Format::Text).rows(&Echo { line: 1, ..Echo::default() }, &Ok(over));
        assert_eq!(row, "1\t\t(none)\tcp 0\t0\t0\tp1win captured\n");
    }

    #[test]
    fn every_row_begins_with_its_head_and_tells_its_number() {
        for format in [Format::Json, Format::Csv, Format::Text] {
            let shape = shape(format);
            for echo in [echo(), Echo { line: 3, ..Echo::default() }] {
                let head = shape.head(&echo);
                let complaint = Complaint { kind: Kind::Text, message: "no".to_owned() };
                for found in [Ok(findings()), Err(complaint)] {
                    for row in shape.rows(&echo, &found).lines() {
                        let tail = row.strip_prefix(&head).unwrap_or_else(|| panic!("{row}"));
                        assert_eq!(shape.tells_error(tail), found.is_err(), "{row}");
                        assert_eq!(Shape::number(row), Some(echo.line), "{row}");
                    }
                }
            }
        }
        assert_eq!(Shape::number("12"), None, "a torn number");
    }
}
