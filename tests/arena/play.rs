//! How games are played and when they end: pondering, adjudication, builds.

use super::{match_with, play, temporary};
use std::fs;

const NINEFOLD: &str = env!("CARGO_BIN_EXE_ninefold");

#[test]
fn engines_think_while_the_other_one_does() {
    let log = temporary("ponder.log");
    let log = log.to_str().expect("a path in UTF-8");
    let engine = format!("A='{NINEFOLD}' --log-file '{log}'");
    let args = ["--variant", "wari", "--engine", &engine, "--engine", "B", "--ponder"];
    let args = [&args[..], &["--limit", "clock=300+5", "--games", "2", "--margin", "500"]].concat();
    let (games, _) = play("ponder", &args);
    assert_eq!(games.len(), 2);
    let text = fs::read_to_string(log).unwrap();
    let said: Vec<&str> =
        text.lines().filter_map(|line| line.split_once("> ").map(|(_, said)| said)).collect();
    let count = |word: &str| said.iter().filter(|line| line.starts_with(word)).count();
    let answers = text.lines().filter(|line| line.contains("bestmove")).count();
    // Every search has one answer, and what was pondered on has come or not.
    assert!(count("go ponder w") > 5, "see {log}");
    assert!(count("ponderhit") > 0 && count("stop") > 0, "see {log}");
    // But for a last one that the end of the match found pondering.
    let open = count("go ponder") - count("ponderhit") - count("stop");
    assert!(open <= 1, "see {log}");
    assert!((count("go ") - open..=count("go ")).contains(&answers), "see {log}");
    let played: usize = games
        .iter()
        .map(|game| {
            let first = usize::from(game["players"][0] != "A");
            let moves = game["moves"].as_array().unwrap().len();
            // The opening has six plies, so seat 1 moves first.
            (moves + 1 - first) / 2
        })
        .sum();
    assert_eq!(count("go w") + count("ponderhit"), played, "see {log}");
}

#[test]
fn games_end_by_what_the_players_say_of_them() {
    for (name, rule, reason) in [
        ("resign", ["--resign", "2,300"], "resignation"),
        ("win", ["--adjudicate-win", "2,300"], "adjudication"),
        ("draw", ["--adjudicate-draw", "20,2,29000"], "adjudication"),
        ("long", ["--longest-game", "30"], "move-limit"),
    ] {
        let args = ["--variant", "wari", "--limit", "depth=3", "--games", "10"];
        let (games, conclusion) = play(name, &[&args[..], &rule].concat());
        let ended: Vec<_> = games.iter().filter(|game| game["reason"] == reason).collect();
        assert!(ended.len() >= 3, "{conclusion}");
        for game in ended {
            let scores: Vec<i64> =
                game["scores"].as_array().unwrap().iter().map(|it| it.as_i64().unwrap()).collect();
            let last = *scores.last().unwrap();
            let plies = 6 + scores.len();
            let mover = 1 + (plies + 1) % 2;
            let winner = match name {
                "win" if last >= 300 => Some(mover),
                "win" | "resign" => (last <= -300).then_some(3 - mover),
                "draw" => (plies >= 20).then_some(0),
                _ => (plies == 30).then_some(0),
            };
            let result = if winner == Some(0) {
                "draw".to_owned()
            } else {
                format!("p{}win", winner.expect("a reason to end"))
            };
            assert_eq!(game["result"], result, "{game}");
        }
    }
}

#[test]
fn two_builds_play_each_other() {
    let old = temporary("old build");
    fs::copy(NINEFOLD, &old).unwrap();
    let engine = format!("old='{}'", old.display());
    let args = ["--variant", "lasca", "--engine", "new", "--engine", &engine, "--pin"];
    let (games, conclusion) =
        play("builds", &[&args[..], &["--limit", "depth=2", "--games", "8"]].concat());
    // The same program plays the same moves, so that the games of a pair are one.
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["moves"], pair[1]["moves"]);
    }
    assert!(conclusion.contains("Elo of new: +0.0"), "{conclusion}");
}

#[test]
fn what_is_for_two_is_refused_for_three() {
    for args in [&["--ponder"][..], &["--resign", "2,300"], &["--adjudicate-draw", "0,2,10"]] {
        let args =
            [&["--variant", "hexlasca-3", "--games", "6", "--limit", "depth=1"], args].concat();
        let output = match_with(&args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?} {said}");
        assert!(said.contains("are for a game for two"), "{said}");
    }
    for args in [["--resign", "2"], ["--adjudicate-win", "0,3"], ["--adjudicate-draw", "1,2"]] {
        assert_eq!(match_with(&args).status.code(), Some(2), "{args:?}");
    }
    for args in [["--alpha", "0"], ["--beta", "0.5"], ["--patience", "0"], ["--engine", "A=x 'y"]] {
        assert_eq!(match_with(&args).status.code(), Some(2), "{args:?}");
    }
    assert_eq!(match_with(&["--resume"]).status.code(), Some(2));
}
