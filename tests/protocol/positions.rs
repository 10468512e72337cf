//! `position`, `moves`, `flip`, `ucinewgame`: what they change, and what they leave
//! alone when something is wrong.

use crate::{
    START, answers,
    common::{Engine, Search, lines_of},
    state,
};
use serde::Deserialize;
use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

/// After `A b` from the start position.
const AFTER_A_B: &str = "0-5-5-5-5-4-4-0-5-5-5-5-0-0-S 2 2";

fn fen_after(script: &str) -> String {
    lines_of(&format!("{script}\nquery fen")).concat()
}

#[test]
fn a_position_can_be_written_in_many_ways() {
    for line in [
        "position startpos moves A b",
        "position startpos moves Ab",
        "position startpos moves A moves b",
        "position startpos moves moves A b moves",
        "position startpos\nmoves A b",
        "position startpos moves A\nmoves b",
        "position startpos moves\nmoves A\nmoves\nmoves moves b",
        "position fen startpos moves A b",
        "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves A b",
        "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 1 moves Ab",
        "position  fen\t4-4-4-4-4-4-4-4-4-4-4-4-0-0-S  0\t 1 \tmoves  A \t b",
        "position fen 0-5-5-5-5-4-4-0-5-5-5-5-0-0-S 2 2",
        "position fen 0-5-5-5-5-4-4-0-5-5-5-5-0-0-S 2 2 moves",
    ] {
        assert_eq!(fen_after(line), format!("response {AFTER_A_B}"), "{line}");
    }
}

#[test]
fn a_line_that_extends_the_last_one_plays_on() {
    for lines in [
        "position startpos moves A\nposition startpos moves A b",
        "position startpos moves A\nposition startpos moves Ab",
        "position startpos moves A b C d\nposition startpos moves A b",
        "position startpos moves A c\nposition startpos moves A b",
        "position startpos moves A\nmoves c\nposition startpos moves A b",
        "position startpos moves A\nmoves b\nposition startpos moves A b",
        "position startpos\nmoves A\nposition startpos moves A b",
        "position startpos moves A\nposition startpos moves A x\nposition startpos moves A b",
        "position startpos moves A\nposition startpos moves A b x\nposition startpos moves A b",
        "position startpos moves A b\nflip\nposition startpos moves A b",
        "position startpos moves A b\nucinewgame\nposition startpos moves A b",
        "ugi\nposition startpos moves A b x\nposition startpos moves A b",
        "ugi\nposition startpos moves A b\nmoves C x\nposition startpos moves A b",
    ] {
        let fen = fen_after(lines);
        assert!(fen.ends_with(&format!("response {AFTER_A_B}")), "{lines}: {fen}");
    }
}

#[derive(Deserialize)]
struct GameCase {
    options: BTreeMap<String, String>,
    moves: Vec<String>,
    fen: String,
    turn: u8,
    result: Option<String>,
    reason: Option<String>,
}

/// Each game as managers send it, move by move, in one process.
#[test]
fn games_come_to_their_end() {
    let games = ["wari", "wari+WariGrandSlam=all", "wari+WariGrandSlam=illegal"].map(|name| {
        let path = format!("{}/tests/data/{name}.games.jsonl", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("the games")
    });
    let mut engine = Engine::start();
    let mut reasons = BTreeSet::new();
    for line in games.iter().flat_map(|games| games.lines()) {
        let game: GameCase = serde_json::from_str(line).expect("a game");
        engine.tell("setoption name WariGrandSlam value keep\nucinewgame");
        for (name, value) in &game.options {
            engine.tell(format_args!("setoption name {name} value {value}"));
        }
        for count in 1..=game.moves.len() {
            engine.send(format_args!("position startpos moves {}", game.moves[..count].join(" ")));
            let over = count == game.moves.len() && game.result.is_some();
            assert_eq!(engine.query("gameover"), over.to_string());
        }
        assert_eq!(engine.query("fen"), game.fen);
        assert_eq!(engine.query("turn"), game.turn.to_string());
        assert_eq!(engine.query("ply"), game.moves.len().to_string());
        assert_eq!(engine.query("result"), game.result.as_deref().unwrap_or("none"));
        assert_eq!(engine.query("reason"), game.reason.as_deref().unwrap_or("none"));
        // The final stores are the result.
        let score = engine.query("score");
        let stores: Vec<u32> = score.split(' ').map(|it| it.parse().expect("a number")).collect();
        let won = match stores[0].cmp(&stores[1]) {
            Ordering::Greater => "p1win",
            Ordering::Less => "p2win",
            Ordering::Equal => "draw",
        };
        assert!(game.result.is_none_or(|result| result == won), "{line}: {score}");
        reasons.extend(game.reason);
    }
    assert_eq!(reasons.into_iter().collect::<Vec<_>>(), ["majority", "no-move", "repetition"]);
}

const BAD_FENS: &[(&str, &[&str])] = &[
    ("fen", &["FEN"]),
    ("fen moves A", &["FEN"]),
    ("fen 8/8", &["board", "house A"]),
    ("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0", &["side"]),
    ("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-X", &["side", "'X'"]),
    ("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-S", &["side"]),
    ("fen 4-4-4-4-4-x-4-4-4-4-4-4-0-0-S", &["board", "house F", "'x'"]),
    ("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-1-S", &["board", "48", "'49'"]),
    ("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-S", &["board", "'S'"]),
    ("fen 04-4-4-4-4-4-4-4-4-4-4-4-0-0-S", &["board", "house A"]),
    ("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0", &["move"]),
    ("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 0", &["move", "'0'"]),
    ("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S x 1", &["quiet", "'x'"]),
    ("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 1 2", &["'2'"]),
    ("fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 99999999999999999999 1", &["quiet"]),
    ("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &["board"]),
    ("", &["'startpos' or 'fen'"]),
    ("startpos A b", &["'moves'"]),
    ("startpos mvoes A", &["'mvoes'"]),
];

const BAD_MOVES: &[(&str, &str, u32, &str)] = &[
    ("startpos moves a", "a", 1, START),
    ("startpos moves A b X", "X", 3, AFTER_A_B),
    ("startpos moves Abx", "Abx", 1, START),
    ("startpos moves AbA", "A", 3, AFTER_A_B),
    ("startpos moves A b A C", "A", 3, AFTER_A_B),
    ("startpos moves A b go", "go", 3, AFTER_A_B),
    ("startpos moves A b 0000", "0000", 3, AFTER_A_B),
    ("fen 1-0-0-0-0-0-0-0-0-0-0-0-22-25-S moves A", "A", 1, "1-0-0-0-0-0-0-0-0-0-0-0-22-25-S 0 1"),
];

#[test]
fn a_bad_position_changes_nothing_for_a_uci_client() {
    for before in [
        "startpos",
        "startpos moves A",
        "startpos moves A b",
        "fen 1-0-0-0-0-1-0-0-0-0-0-0-22-24-S",
    ] {
        let mut engine = Engine::start();
        engine.tell(format_args!("position {before}"));
        let old = state(&mut engine);
        for (position, words) in BAD_FENS {
            let error = engine.refused(format_args!("position {position}"));
            assert!(words.iter().all(|word| error.contains(word)), "{position}: {error}");
            assert_eq!(state(&mut engine), old, "{position}");
        }
        for (position, mv, number, fen) in BAD_MOVES {
            let error = engine.refused(format_args!("position {position}"));
            assert_eq!(error, illegal(mv, *number, fen), "{position} after {before}");
            assert_eq!(state(&mut engine), old, "{position}");
        }
        for moves in ["x", "A A", "A b x", "0"] {
            engine.refused(format_args!("moves {moves}"));
            assert_eq!(state(&mut engine), old, "{moves}");
        }
        let search = engine.go("depth 2");
        assert_eq!(engine.query(&format!("islegal {}", search.best())), "true");
        assert!(search.last().contains(" score "));
    }
}

fn illegal(mv: &str, number: u32, fen: &str) -> String {
    let over = fen.contains("-25-");
    let expected = if over { "no move, since the game is over in" } else { "a legal move of" };
    format!("illegal move '{mv}', number {number} of the list, expected {expected} {fen}")
}

#[test]
fn an_illegal_move_loses_the_game_of_a_ugi_client() {
    for (script, ply, result) in [
        ("position startpos moves X", 0, "p2win"),
        ("position startpos moves a", 0, "p2win"),
        ("position startpos moves A A", 1, "p1win"),
        ("position startpos moves A b 0000 C", 2, "p2win"),
        ("position startpos moves A (none)", 1, "p1win"),
        ("moves X", 0, "p2win"),
        ("moves A X", 1, "p1win"),
        ("position startpos moves A b\nposition startpos moves A b X", 2, "p2win"),
        ("position startpos moves A\nmoves X", 1, "p1win"),
    ] {
        let mut engine = Engine::start();
        engine.ask("ugi", "ugiok");
        engine.refused(script);
        for round in 0..2 {
            for (question, answer) in [
                ("gameover", "true"),
                ("result", result),
                ("reason", "illegal-move"),
                ("legalmoves", "none"),
                ("islegal C", "false"),
                ("ply", &ply.to_string()),
            ] {
                assert_eq!(engine.query(question), answer, "{question} after {script}");
            }
            let search = engine.go("depth 5");
            assert_eq!(search.lines, ["info depth 0 score mate 0"], "{script}");
            assert_eq!(search.answer, "bestmove (none)");
            assert_eq!(engine.ask("go perft 1", "Nodes"), ["", "Nodes searched: 0"]);
            // Nothing but a good position or a new game lets the game go on.
            if round == 0 {
                engine.refused("moves C");
                engine.refused("moves X");
                engine.refused("position fen 8/8");
                engine.refused("position startpos moove A");
                engine.tell("setoption name Hash value 2\nstop\nponderhit\nmoves");
            }
        }
        for again in ["position startpos", "uginewgame", "setoption name WariGrandSlam value keep"]
        {
            engine.refused("moves X");
            engine.tell(again);
            assert_eq!(engine.query("gameover"), "false", "{again}");
            assert_eq!(engine.query("fen"), START);
            assert_ne!(engine.go("depth 1").best(), "(none)");
        }
    }
}

#[test]
fn a_bad_fen_is_refused_in_ugi_too() {
    let mut engine = Engine::start();
    engine.ask("ugi", "ugiok");
    engine.tell("position startpos moves A b");
    let old = state(&mut engine);
    engine.ask("ugi", "ugiok");
    for (position, _) in BAD_FENS {
        engine.refused(format_args!("position {position}"));
    }
    assert_eq!(engine.query("gameover"), "false");
    assert_eq!(state(&mut engine), old);
}

#[test]
fn a_move_after_the_end_does_not_change_the_result() {
    for line in ["moves A", "position fen 1-0-0-0-0-0-0-0-0-0-0-0-22-25-S moves A"] {
        let mut engine = Engine::start();
        engine.ask("ugi", "ugiok");
        engine.tell("position fen 1-0-0-0-0-0-0-0-0-0-0-0-22-25-S");
        engine.refused(line);
        assert_eq!(engine.query("result"), "p2win");
        assert_eq!(engine.query("reason"), "majority");
    }
}

#[test]
fn flip_gives_each_side_what_the_other_had() {
    let mut engine = Engine::start();
    engine.tell("position fen 1-2-3-4-5-6-0-0-0-0-0-1-20-6-S 3 7\nflip");
    assert_eq!(engine.query("fen"), "0-0-0-0-0-1-1-2-3-4-5-6-6-20-N 3 7");
    engine.tell("flip");
    assert_eq!(engine.query("fen"), "1-2-3-4-5-6-0-0-0-0-0-1-20-6-S 3 7");
}

#[test]
fn a_new_game_begins_at_the_start_position() {
    for command in ["ucinewgame", "uginewgame"] {
        let mut engine = Engine::start();
        engine.tell(format_args!("position startpos moves A b\n{command}"));
        assert_eq!(engine.query("fen"), START);
        assert_eq!(engine.query("ply"), "0");
    }
}

/// So many of the positions of the test data and of what they lead to.
fn positions(count: usize) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/wari.positions.jsonl");
    let text = std::fs::read_to_string(path).expect("the positions");
    let fens = text.lines().flat_map(|line| {
        let case: PositionCase = serde_json::from_str(line).expect("a position");
        case.after.into_values().chain([case.fen])
    });
    let fens: Vec<_> = fens.take(count).collect();
    assert_eq!(fens.len(), count);
    fens
}

#[derive(Deserialize)]
struct PositionCase {
    fen: String,
    after: BTreeMap<String, String>,
}

/// All are written at once.
#[test]
fn a_pipe_of_a_thousand_positions_is_searched_in_order() {
    let fens = positions(1000);
    let script: Vec<_> =
        fens.iter().map(|fen| format!("position fen {fen}\ngo nodes 5000")).collect();
    let lines = lines_of(&script.join("\n"));
    assert_eq!(answers(&lines), fens.len());
    let mut judge = Engine::start();
    for (fen, lines) in fens.iter().zip(lines.split_inclusive(|line| line.starts_with("bestmove")))
    {
        let search = Search::new(lines.to_vec());
        judge.tell(format_args!("position fen {fen}"));
        if judge.query("gameover") == "true" {
            assert_eq!(search.answer, "bestmove (none)", "{fen}");
            continue;
        }
        let best = search.best();
        assert_eq!(judge.query(&format!("islegal {best}")), "true", "{fen}: {search:#?}");
        // The search may have come to its last ply before.
        let (nodes, depth) = (search.number("nodes"), search.number("depth"));
        assert!(nodes <= 5050 && (nodes >= 5000 || depth > 100), "{fen}: {search:#?}");
    }
}
