//! What can be asked.

use crate::{
    FINISHED, START,
    common::{Engine, lines_of},
};
use serde_json::Value;
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

fn names(value: &Value) -> BTreeSet<&str> {
    value.as_array().expect("a list").iter().map(|it| it.as_str().expect("a name")).collect()
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
        let board: Value = serde_json::from_str(&engine.query("board")).expect("JSON");
        let keys: BTreeSet<_> =
            board.as_object().expect("an object").keys().map(String::as_str).collect();
        let expected = [
            "variant", "players", "turn", "points", "lines", "pieces", "hands", "scores", "last",
            "legal",
        ];
        assert_eq!(keys, expected.into_iter().collect());
        assert_eq!(board["variant"], engine.query("variant"));
        assert_eq!(board["turn"].to_string(), engine.query("turn"));
        assert_eq!(
            board["players"].as_array().expect("a list").len().to_string(),
            engine.query("players")
        );

        let points = board["points"].as_array().expect("a list");
        let known: BTreeSet<_> =
            points.iter().map(|it| it["name"].as_str().expect("a name")).collect();
        assert_eq!(known.len(), points.len(), "each point once");
        let places: BTreeSet<_> =
            points.iter().map(|it| format!("{} {}", it["x"], it["y"])).collect();
        assert_eq!(places.len(), points.len(), "each point elsewhere");
        for point in points {
            let shape = point["shape"].as_str().expect("a shape");
            let shade = point["shade"].as_str().expect("a shade");
            assert!(["square", "hex", "pit", "point"].contains(&shape), "{shape}");
            assert!(
                ["light", "dark", "throne", "white", "black", "red"].contains(&shade),
                "{shade}"
            );
        }
        for piece in board["pieces"].as_array().expect("a list") {
            assert!(known.contains(piece["at"].as_str().expect("a place")), "{piece}");
            assert!(piece["kind"].is_string() && piece["glyph"].is_string(), "{piece}");
        }
        let legal = board["legal"].as_array().expect("a list");
        let moves: Vec<_> = legal.iter().map(|it| it["move"].as_str().expect("a move")).collect();
        let listed = engine.query("legalmoves");
        assert_eq!(if moves.is_empty() { "none".to_owned() } else { moves.join(" ") }, listed);
        for it in legal {
            let passed = names(&it["points"]);
            assert!(!passed.is_empty() && passed.is_subset(&known), "{it}");
        }
        let score: Vec<_> =
            board["scores"].as_array().expect("scores").iter().map(Value::to_string).collect();
        assert_eq!(score.join(" "), engine.query("score"));
    }
    engine.tell("position startpos moves A b");
    let board: Value = serde_json::from_str(&engine.query("board")).expect("JSON");
    assert_eq!(board["last"], "b");
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
    assert!(lines_of("eval").len() > 3);
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
