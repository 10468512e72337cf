//! What can be asked.

use crate::{
    FINISHED, START,
    common::{Engine, lines_of},
};
use serde::Deserialize;
use std::collections::BTreeSet;

#[test]
fn every_question_has_one_line_of_answer() {
    let mut engine = Engine::start();
    for (position, answers) in [
        (
            "startpos",
            &[
                ("gameover", "false"),
                ("p1turn", "true"),
                ("p2turn", "false"),
                ("p3turn", "false"),
                ("result", "none"),
                ("turn", "1"),
                ("players", "2"),
                ("variant", "wari"),
                ("fen", START),
                ("legalmoves", "A B C D E F"),
                ("reason", "none"),
                ("ply", "0"),
                ("score", "0 0"),
                ("islegal A", "true"),
                ("islegal a", "false"),
                ("islegal A b", "false"),
                ("islegal (none)", "false"),
                ("UCI_Variant", "wari"),
                ("Clear Hash", "none"),
            ][..],
        ),
        (
            "startpos moves A b C",
            &[("p1turn", "false"), ("p2turn", "true"), ("turn", "2"), ("ply", "3")],
        ),
        (
            "fen 0-0-0-0-0-0-1-0-0-1-1-1-22-22-S",
            &[
                ("gameover", "true"),
                ("p1turn", "true"),
                ("result", "p2win"),
                ("reason", "no-move"),
                ("legalmoves", "none"),
                ("score", "22 26"),
                ("fen", "0-0-0-0-0-0-1-0-0-1-1-1-22-22-S 0 1"),
            ],
        ),
    ] {
        engine.tell(format_args!("position {position}"));
        for (question, answer) in answers {
            assert_eq!(engine.query(question), *answer, "{question} of {position}");
        }
    }
}

#[test]
fn what_is_not_known_is_answered_and_then_complained_of() {
    let mut engine = Engine::start();
    for question in ["weather", "p4turn", "GameOver now", "Has", "islegalx"] {
        let lines = engine.say(format_args!("query {question}"));
        assert_eq!(lines.len(), 2, "{lines:#?}");
        assert_eq!(lines[0], "response unknown");
        assert!(lines[1].starts_with("info string error: "), "{lines:#?}");
    }
    for line in ["query", "query islegal"] {
        engine.refused(line);
    }
}

/// The answer to `query board`, in the form that clients are promised.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    variant: String,
    players: Vec<String>,
    turn: u8,
    points: Vec<Point>,
    lines: Vec<[String; 2]>,
    pieces: Vec<Piece>,
    hands: Option<Vec<u32>>,
    scores: Option<Vec<u32>>,
    last: Option<String>,
    legal: Vec<LegalMove>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Point {
    name: String,
    x: f64,
    y: f64,
    shape: String,
    shade: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    at: String,
    owner: Option<u8>,
    kind: String,
    glyph: char,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LegalMove {
    #[serde(rename = "move")]
    text: String,
    points: Vec<String>,
}

const SHAPES: [&str; 4] = ["square", "hex", "pit", "point"];
const SHADES: [&str; 6] = ["light", "dark", "throne", "white", "black", "red"];

fn board(engine: &mut Engine) -> Board {
    serde_json::from_str(&engine.query("board")).expect("a board")
}

#[test]
fn the_board_holds_all_that_a_drawing_needs() {
    let mut engine = Engine::start();
    let finished = FINISHED.map(|(fen, ..)| format!("fen {fen}"));
    for position in ["startpos", "startpos moves A b C", "fen 1-15-0-3-0-12-0-2-0-7-1-3-2-2-S"]
        .into_iter()
        .chain(finished.iter().map(String::as_str))
    {
        engine.tell(format_args!("position {position}"));
        let board = board(&mut engine);
        assert_eq!(board.variant, engine.query("variant"));
        assert_eq!(board.turn.to_string(), engine.query("turn"));
        assert_eq!(board.players.len().to_string(), engine.query("players"));
        assert_eq!(board.hands, None);
        let scores: Vec<_> = board.scores.iter().flatten().map(u32::to_string).collect();
        assert_eq!(scores.join(" "), engine.query("score"));

        let known: BTreeSet<_> = board.points.iter().map(|point| &point.name).collect();
        assert_eq!(known.len(), board.points.len(), "each point once");
        let places: BTreeSet<_> =
            board.points.iter().map(|point| format!("{} {}", point.x, point.y)).collect();
        assert_eq!(places.len(), board.points.len(), "each point elsewhere");
        for point in &board.points {
            assert!(SHAPES.contains(&point.shape.as_str()), "{point:?}");
            assert!(SHADES.contains(&point.shade.as_str()), "{point:?}");
        }
        assert!(board.lines.iter().flatten().all(|end| known.contains(end)));
        assert_eq!(board.pieces.len(), 48);
        for piece in &board.pieces {
            assert!(known.contains(&piece.at) && piece.owner.is_none(), "{piece:?}");
            assert!(piece.kind == "seed" && piece.glyph == 'o', "{piece:?}");
        }
        let moves: Vec<_> = board.legal.iter().map(|legal| legal.text.as_str()).collect();
        let listed = engine.query("legalmoves");
        assert_eq!(moves.join(" "), if listed == "none" { "" } else { &listed });
        for legal in &board.legal {
            assert!(legal.points.iter().all(|point| known.contains(point)), "{legal:?}");
            assert_eq!(legal.points.first(), Some(&legal.text));
        }
    }
    for (line, last) in [
        ("position startpos moves A b", Some("b")),
        ("moves C", Some("C")),
        ("position startpos", None),
        ("position startpos moves A\nflip", None),
    ] {
        engine.tell(line);
        assert_eq!(board(&mut engine).last.as_deref(), last, "{line}");
    }
}

#[test]
fn texts_for_people_say_what_they_must() {
    let drawing = lines_of("position startpos moves A\nd").join("\n");
    for part in
        ["0-5-5-5-5-4-4-4-4-4-4-4-0-0-N 1 1", "Side to move: North", "Legal moves: 6", "Key: "]
    {
        assert!(drawing.contains(part), "{drawing}");
    }
    assert!(!drawing.contains("Result"));
    for (fen, result, reason, _) in FINISHED {
        let drawing = lines_of(&format!("position fen {fen}\nd")).join("\n");
        assert!(drawing.contains(&format!("Result: {result} ({reason})")), "{drawing}");
    }
    let rules = ["keep", "illegal", "all"]
        .map(|value| lines_of(&format!("setoption name WariGrandSlam value {value}\nrules")));
    assert!(rules[0] != rules[1] && rules[1] != rules[2] && rules[0] != rules[2]);
    let help = lines_of("help").join("\n");
    for command in [
        "uci",
        "ugi",
        "isready",
        "setoption",
        "ucinewgame",
        "position",
        "moves",
        "go",
        "perft",
        "stop",
        "ponderhit",
        "query",
        "d ",
        "eval",
        "flip",
        "bench",
        "variants",
        "rules",
        "debug",
        "quit",
    ] {
        assert!(help.contains(command), "{command}");
    }
    assert!(
        lines_of("variants")
            .iter()
            .any(|line| line.starts_with("wari ") && line.contains("2 players"))
    );
    assert_eq!(lines_of("eval").len(), 1 + 4 + 1, "a symmetric position has no terms of houses");
    // Of 48 seeds 37 are on the board.
    let terms = lines_of("position fen 0-1-2-0-13-2-1-4-4-4-4-2-7-4-S\neval");
    let row = terms.iter().find(|line| line.starts_with("A with 1, full board")).expect("a row");
    assert_eq!(row.split_whitespace().nth(5), Some("-0.77"), "{row}");
}

/// The hash key names the position, not the way to it.
#[test]
fn the_key_is_that_of_the_position() {
    let key = |position: &str| {
        let lines = lines_of(&format!("position {position}\nd"));
        lines.into_iter().find(|line| line.starts_with("Key: ")).expect("a key")
    };
    let reached = key("startpos moves A b");
    assert_eq!(reached, key("fen 0-5-5-5-5-4-4-0-5-5-5-5-0-0-S 2 2"));
    assert_ne!(reached, key("startpos"));
    assert_ne!(key("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-N"), key("startpos"));
}
