//! Records, texts like PGN, files of settings, and matches that go on.

use super::{common::PATIENCE, match_with, ninefold, play, temporary, words};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

fn path(file: &Path) -> &str {
    file.to_str().expect("a path in UTF-8")
}

fn records(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("the record");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The tags of each game, and its moves without numbers, comments and result.
fn read_pgn(text: &str) -> Vec<(BTreeMap<String, String>, Vec<String>)> {
    let mut games = Vec::new();
    for game in text.split("\n\n[").map(|game| game.trim_start_matches('[')) {
        let (tags, moves) = game.split_once("]\n\n").expect("tags and moves");
        let tags = tags.split("]\n[").map(|tag| {
            let (name, value) = tag.split_once(' ').expect("a name and a value");
            (name.to_owned(), value.trim_matches('"').to_owned())
        });
        let mut plain = String::new();
        let mut depth = 0;
        for c in moves.chars() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            plain.extend((depth == 0 && c != '}').then_some(c));
        }
        let mut words: Vec<_> = plain
            .split_whitespace()
            .filter(|word| !word.ends_with('.'))
            .map(str::to_owned)
            .collect();
        words.pop();
        games.push((tags.collect(), words));
    }
    games
}

#[test]
fn a_text_like_pgn_has_every_game() {
    for variant in ["wari", "kolowis", "siga", "hexlasca-3", "camelot"] {
        let pgn = temporary(&format!("{variant}.pgn"));
        let args =
            ["--variant", variant, "--limit", "depth=1", "--games", "6", "--pgn", path(&pgn)];
        let (games, _) = play(&format!("{variant}-pgn"), &args);
        let read = read_pgn(&fs::read_to_string(&pgn).expect("the text"));
        assert_eq!(read.len(), games.len());
        for (game, (tags, moves)) in games.iter().zip(&read) {
            let all = [words(&game["opening"]["moves"]), words(&game["moves"])].concat();
            assert_eq!(&all, moves);
            assert_eq!(tags["Variant"], variant);
            assert_eq!(tags["Round"], (game["number"].as_u64().unwrap() + 1).to_string());
            assert_eq!(tags["White"], game["players"][0]);
            assert_eq!(tags["Termination"], game["reason"]);
            let three = variant == "hexlasca-3";
            assert_eq!(
                tags["Result"],
                match game["result"].as_str().unwrap() {
                    "draw" => "1/2-1/2",
                    "p1win" if !three => "1-0",
                    "p2win" if !three => "0-1",
                    _ => "*",
                }
            );
        }
    }
}

/// What is the same in two records of one game.
fn lasting(mut record: Value) -> Value {
    record["times"] = Value::Null;
    record["date"] = Value::Null;
    record
}

#[test]
fn a_match_that_is_killed_goes_on_without_loss() {
    let [whole, killed, pgn] = ["whole.jsonl", "killed.jsonl", "killed.pgn"].map(temporary);
    let args = ["match", "--variant", "wari", "--limit", "nodes=200", "--games", "60"];
    let args = [&args[..], &["--concurrency", "2", "--quiet", "--record"]].concat();
    assert!(ninefold(&[&args[..], &[path(&whole)]].concat()).status().unwrap().success());
    let resume = [&args[..], &[path(&killed), "--pgn", path(&pgn), "--resume"]].concat();
    let mut chance = StdRng::seed_from_u64(9);
    let mut before = String::new();
    for _ in 0..20 {
        let mut child = ninefold(&resume).stdout(Stdio::null()).spawn().expect("the program runs");
        // Some games later, and at any moment between two of them.
        let lines = || fs::read_to_string(&killed).unwrap_or_default().lines().count();
        let enough = lines() + chance.random_range(0..4);
        let deadline = Instant::now() + PATIENCE;
        while lines() < enough && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(chance.random_range(0..50)));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let now = fs::read_to_string(&killed).unwrap_or_default();
        let complete = before.rfind('\n').map_or("", |end| &before[..=end]);
        assert!(now.starts_with(complete), "what had been written is still there");
        before = now;
    }
    assert!(before.lines().count() >= 10, "{before}");
    // As if it had been killed in the middle of a line, and of a character.
    let mut torn = before.clone().into_bytes();
    torn.extend_from_slice(b"{\"number\":59,\"players\":[\"\xc3");
    fs::write(&killed, torn).unwrap();
    let output = ninefold(&resume).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let sorted = |file: &Path| {
        let mut games = records(file);
        games.sort_by_key(|game| game["number"].as_u64());
        games.into_iter().map(lasting).collect::<Vec<_>>()
    };
    assert_eq!(sorted(&whole), sorted(&killed));
    let read = read_pgn(&fs::read_to_string(&pgn).expect("the text"));
    let mut rounds: Vec<u32> =
        read.iter().map(|(tags, _)| tags["Round"].parse().unwrap()).collect();
    rounds.sort_unstable();
    assert_eq!(rounds, (1..=60).collect::<Vec<_>>());
    let conclusion = String::from_utf8_lossy(&output.stdout).into_owned();
    let row = conclusion.lines().nth(1).expect("a row");
    assert_eq!(row.split_whitespace().nth(1), Some("60"), "{conclusion}");
    // Nothing is left to be played.
    let length = fs::metadata(&killed).unwrap().len();
    assert!(ninefold(&resume).stdout(Stdio::null()).status().unwrap().success());
    assert_eq!(fs::metadata(&killed).unwrap().len(), length);
}

#[test]
fn only_the_same_match_goes_on() {
    let record = temporary("other.jsonl");
    let file = path(&record);
    let common = ["--variant", "wari", "--quiet", "--record", file];
    let first = [&common[..], &["--limit", "depth=1", "--games", "4"]].concat();
    assert!(match_with(&first).status.success());
    for (change, expected) in [
        (&["--limit", "depth=2", "--games", "4"][..], "not one of this match: their limits"),
        (&["--limit", "depth=1", "--games", "4", "--seed", "2"], "its opening"),
        (&["--limit", "depth=1", "--games", "2"], "its number"),
        (&["--limit", "depth=1", "--games", "4", "--engine", "A", "--engine", "B"], "its players"),
        (&["--limit", "depth=1", "--games", "4", "--option", "WariGrandSlam=illegal"], "its rules"),
        (&["--limit", "depth=1", "--games", "4", "--variant", "lasca"], "its variant"),
    ] {
        let output = match_with(&[&common[..], &["--resume"], change].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{change:?}: {said}");
        assert!(said.contains(expected) && said.lines().count() == 1, "{change:?}: {said}");
    }
    let options = ["--limit", "depth=1", "--games", "4", "--engine-option", "level-10:Hash=1"];
    let output = match_with(&[&common[..], &["--resume"], &options].concat());
    assert!(String::from_utf8_lossy(&output.stderr).contains("their options"), "{output:?}");
    // What is not the record of a match stays as it is.
    for precious in ["precious", "precious\nmore", "{}\nmore"] {
        fs::write(&record, precious).unwrap();
        let output = match_with(&[&first[..], &["--resume"]].concat());
        assert_eq!(output.status.code(), Some(2), "{precious}");
        assert_eq!(fs::read_to_string(&record).unwrap(), precious);
    }
    let thesis = temporary("thesis.pgn");
    fs::write(&thesis, "[Event \"another\"]\n").unwrap();
    let new = temporary("new.jsonl");
    let args = ["--variant", "wari", "--record", path(&new), "--pgn", path(&thesis), "--resume"];
    assert_eq!(match_with(&args).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&thesis).unwrap(), "[Event \"another\"]\n");
    let refused = match_with(&["--record", "/dev/null", "--resume"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("it is no regular file"));
    // A match that cannot begin leaves nothing behind.
    let unborn = temporary("unborn.jsonl");
    let args = ["--engine", "A", "--engine", "B=/no/such/engine", "--record", path(&unborn)];
    assert_eq!(match_with(&args).status.code(), Some(2));
    assert!(!unborn.exists());
    fs::write(&record, "{}\n").unwrap();
    let output = match_with(&[&first[..], &["--resume"]].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("other.jsonl: line 1: missing field"), "{said}");
}

#[test]
fn a_file_of_settings_stands_for_arguments() {
    let ninefold_binary = env!("CARGO_BIN_EXE_ninefold");
    let toml = temporary("match.toml");
    let text = format!(
        r#"
        # A match of three.
        variant = "wari"
        games = 2
        limit = "depth=1"
        format = "gauntlet"
        concurrency = 2
        ponder = false
        [option]
        WariGrandSlam = "illegal"
        [[engine]]
        name = "first"
        limit = "depth=2"
        option = {{ MultiPV = 2 }}
        [[engine]]
        name = "old one"
        command = ["{ninefold_binary}", "--variant", "lasca"]
        folder = "/"
        environment = {{ RUST_LOG = "off" }}
        [[engine]]
        name = "third"
        command = "'{ninefold_binary}' --variant kolowis"
        protocol = "ugi"
        "#
    );
    fs::write(&toml, text).unwrap();
    let json = temporary("match.json");
    let text = format!(
        r#"{{"variant": "wari", "games": 2, "limit": "depth=1", "format": "gauntlet",
        "option": {{"WariGrandSlam": "illegal"}},
        "engine": [
            {{"name": "first", "limit": "depth=2", "option": {{"MultiPV": 2}}}},
            {{"name": "old one"}},
            {{"name": "third", "command": ["{ninefold_binary}"], "protocol": "ugi"}}]}}"#
    );
    fs::write(&json, text).unwrap();
    let arguments = [
        "--variant",
        "wari",
        "--games",
        "2",
        "--limit",
        "depth=1",
        "--format",
        "gauntlet",
        "--option",
        "WariGrandSlam=illegal",
        "--engine",
        "first",
        "--engine",
        "old one",
        "--engine",
        "third",
        "--engine-limit",
        "first:depth=2",
        "--engine-option",
        "first:MultiPV=2",
    ];
    let games = |name: &str, args: &[&str]| {
        let (mut games, _) = play(name, args);
        games.sort_by_key(|game| game["number"].as_u64());
        games.into_iter().map(lasting).collect::<Vec<_>>()
    };
    let expected = games("arguments", &arguments);
    assert_eq!(expected.len(), 4);
    assert_eq!(games("toml", &["--settings", path(&toml)]), expected);
    assert_eq!(games("json", &["--settings", path(&json)]), expected);
    // What the command line says goes first.
    let games = games("more", &["--settings", path(&json), "--games", "4", "--limit", "depth=2"]);
    assert_eq!(games.len(), 8);
    assert_eq!(games[0]["limits"], serde_json::json!(["depth=2", "depth=2"]));
}

#[test]
fn wrong_settings_are_refused_in_one_line() {
    for (name, text, expected) in [
        ("a.toml", "games = ", "line 1, column 9: "),
        ("a.json", "{\"games\": }", "expected value at line 1 column 11"),
        ("b.toml", "gmaes = 3", "there is no setting 'gmaes'"),
        ("c.toml", "settings = \"c.toml\"", "there is no setting 'settings'"),
        ("d.toml", "engine = 3", "expected a list of tables for 'engine', each with 'name'"),
        ("e.toml", "[[engine]]\ncommand = 'x'", "expected a list of tables for 'engine'"),
        ("f.toml", "[[engine]]\nname = 'x'\nspeed = 3", "there is no setting 'speed' of an engine"),
        ("g.toml", "[[engine]]\nname = 'x'\nprotocol = 'xboard'", "expected 'uci' or 'ugi'"),
        ("h.toml", "option = 3", "expected a table for 'option'"),
        ("i.toml", "variant = [1]", "expected a text, a number, true or false for 'variant'"),
    ] {
        let file = temporary(name);
        fs::write(&file, text).unwrap();
        let output = match_with(&["--settings", path(&file)]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.lines().count() == 1 && said.contains(name), "{said}");
        assert!(said.contains(expected), "{name}: {said}");
    }
    let file = temporary("value.toml");
    fs::write(&file, "games = 'many'").unwrap();
    let output = match_with(&["--settings", path(&file)]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("invalid value 'many' for '--games <N>'"), "{said}");
    let output = match_with(&["--settings", "/no/such/file"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/file: "));
}

#[test]
fn the_settings_of_the_documentation_can_be_played() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/match.md");
    let document = fs::read_to_string(document).expect("the document");
    let (_, example) = document.split_once("```toml\n").expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    let record = temporary("documented.jsonl");
    let mut settings = example.to_owned();
    for (documented, here) in [
        ("games = 500", "games = 2"),
        ("clock=2000+20", "depth=1"),
        ("clock=4000+20", "depth=1"),
        ("games.jsonl", path(&record)),
        ("/opt/old build/ninefold", env!("CARGO_BIN_EXE_ninefold")),
    ] {
        assert!(settings.contains(documented), "{documented}");
        settings = settings.replace(documented, here);
    }
    let file = temporary("documented.toml");
    fs::write(&file, settings).unwrap();
    let output = match_with(&["--settings", path(&file)]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(records(&record).len(), 2);
}
