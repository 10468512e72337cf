//! Matches, as the command line plays them.

#[path = "../common/mod.rs"]
mod common;
mod faults;
mod files;
mod play;

use common::ninefold;
use ninefold::{
    game::OptionValues,
    session::{IllegalMove, Session, Start},
    variants,
};
use serde_json::Value;
use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

fn temporary(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arena");
    fs::create_dir_all(&folder).expect("a folder for what tests write");
    let file = folder.join(name);
    let _ = fs::remove_file(&file);
    file
}

fn match_with(args: &[&str]) -> Output {
    ninefold(&[&["match"], args].concat()).output().expect("the program runs")
}

/// Plays a match that has to go well, and returns its records and its conclusion.
fn play(name: &str, args: &[&str]) -> (Vec<Value>, String) {
    let file = temporary(name);
    let file = file.to_str().expect("a path in UTF-8");
    let output = match_with(&[args, &["--record", file]].concat());
    assert!(output.status.success(), "{output:?}");
    let records = fs::read_to_string(file).expect("the record");
    let records = records.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (records, String::from_utf8(output.stdout).expect("UTF-8"))
}

fn words(value: &Value) -> Vec<String> {
    let words = value.as_array().expect("a list").iter();
    words.map(|word| word.as_str().expect("a text").to_owned()).collect()
}

/// The game of a record, played again.
fn replay(record: &Value, values: &OptionValues) -> Box<dyn Session> {
    let variant =
        variants::GAMES.find(record["variant"].as_str().expect("a name")).expect("a variant");
    let mut session = variant.open(values);
    let opening = &record["opening"];
    let start = opening["fen"].as_str().map_or(Start::Startpos, Start::Fen);
    let moves = [words(&opening["moves"]), words(&record["moves"])].concat().join(" ");
    session.set_position(start, &moves, IllegalMove::Refused).expect("legal moves");
    session
}

#[test]
fn every_opening_is_played_from_both_seats_to_the_end() {
    let args = ["--variant", "wari", "--limit", "nodes=200", "--games", "6", "--concurrency", "2"];
    let (mut records, conclusion) = play("seats", &args);
    records.sort_by_key(|record| record["number"].as_u64());
    assert_eq!(records.len(), 6);
    let mut points = 0.0;
    for (record, number) in records.iter().zip(0..) {
        assert_eq!(record["number"], number);
        let session = replay(record, &OptionValues::default());
        let outcome = session.outcome().expect("an end");
        assert_eq!(
            (outcome.result(), outcome.reason),
            (record["result"].as_str().unwrap(), record["reason"].as_str().unwrap())
        );
        let made = words(&record["moves"]).len();
        assert_eq!(record["scores"].as_array().unwrap().len(), made);
        assert!(record["scores"].as_array().unwrap().iter().all(Value::is_i64));
        assert_eq!(record["times"].as_array().unwrap().len(), made);
        let players = words(&record["players"]);
        let seat = players.iter().position(|name| name == "ninefold").expect("the first player");
        points += match record["result"].as_str().unwrap() {
            "draw" => 0.5,
            result => f64::from(u8::from(result == format!("p{}win", seat + 1))),
        };
    }
    for pair in records.chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        assert_eq!(words(&pair[0]["opening"]["moves"]).len(), 6);
        let (first, mut second) = (words(&pair[0]["players"]), words(&pair[1]["players"]));
        second.reverse();
        assert_eq!(first, second);
    }
    assert_ne!(records[0]["opening"], records[2]["opening"]);
    let row = conclusion.lines().find(|line| line.starts_with("ninefold")).expect("a row");
    let cells: Vec<_> = row.split_whitespace().collect();
    assert_eq!((cells[1], cells[5]), ("6", format!("{points:.1}").as_str()), "{conclusion}");
    assert!(
        conclusion.contains("Elo of ninefold:") && conclusion.contains("faults 0"),
        "{conclusion}"
    );
}

#[test]
fn three_seats_rotate_and_rule_options_hold() {
    let args = [
        "--variant",
        "hexlasca-3",
        "--option",
        "hexjoin=off",
        "--engine",
        "A",
        "--engine",
        "B",
        "--engine-limit",
        "B:depth=1",
        "--limit",
        "nodes=50",
        "--games",
        "6",
        "--plies",
        "3",
    ];
    let (records, conclusion) = play("three", &args);
    let mut seatings: Vec<_> =
        records.iter().map(|record| words(&record["players"]).concat()).collect();
    seatings.sort();
    assert_eq!(seatings, ["AAB", "ABA", "ABB", "BAA", "BAB", "BBA"]);
    let variant = variants::GAMES.find("hexlasca-3").unwrap();
    let mut values = OptionValues::default();
    let spec = variant.options.iter().find(|spec| spec.name == "HexJoin").unwrap();
    values.set(spec, "off").unwrap();
    for record in &records {
        assert_eq!(record["options"], serde_json::json!([["HexJoin", "off"]]));
        let outcome = replay(record, &values).outcome().expect("an end");
        assert_eq!(outcome.result(), record["result"]);
        let points: Vec<_> =
            record["points"].as_array().unwrap().iter().map(Value::as_f64).collect();
        assert!((points.iter().flatten().sum::<f64>() - 1.0).abs() < 1e-9, "{record}");
        if let Some(winner) = outcome.winner {
            assert_eq!(points[winner.index()], Some(1.0));
        }
    }
    assert!(conclusion.contains("seat 3"), "{conclusion}");
}

#[test]
fn openings_come_from_a_file_and_an_sprt_ends_the_match() {
    let file = temporary("openings.txt");
    fs::write(&file, "# openings\n\nstartpos moves D b\n4-4-4-4-4-4-4-4-4-4-4-4-0-0-S 0 1\n")
        .unwrap();
    let args = [
        "--variant",
        "wari",
        "--engine",
        "strong",
        "--engine",
        "weak",
        "--engine-option",
        "weak:Skill Level=0",
        "--limit",
        "nodes=300",
        "--games",
        "1000",
        "--sprt",
        "0,200",
        "--openings",
        file.to_str().unwrap(),
    ];
    let (records, conclusion) = play("sprt", &args);
    assert!(records.len() < 200, "{}", records.len());
    assert_eq!(words(&records[0]["opening"]["moves"]), ["D", "b"]);
    assert!(records[2]["opening"]["fen"].is_string());
    assert!(conclusion.contains("SPRT: 200 Elo rather than 0"), "{conclusion}");
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line() {
    let bad_opening = temporary("bad.txt");
    fs::write(&bad_opening, "startpos\nstartpos moves D D\n").unwrap();
    let bad_opening = bad_opening.to_str().unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["--engine", "A"], "a match needs two engines or more"),
        (&["--engine", "A", "--engine", "A"], "two engines are called 'A'"),
        (&["--engine", "A=/no/such/program", "--engine", "B"], "engine 'A': it does not start"),
        (&["--engine-option", "C:Hash=3"], "no engine is called 'C'"),
        (&["--engine-option", "level-10:Hash=0"], "engine 'level-10': it refuses a setting"),
        (&["--variant", "chess"], "there is no variant 'chess'"),
        (&["--variant", "wari", "--openings", bad_opening], "opening 2: illegal move 'D'"),
        (&["--openings", "/no/such/file"], "/no/such/file: "),
        (&["--option", "Nothing=1"], "there is no option 'Nothing'"),
        (&["--option", "Threads=x"], "option 'Threads' takes"),
        (&["--option", "UCI_Variant=lasca"], "option 'UCI_Variant' changes the rules"),
        (
            &["--variant", "wari", "--engine-option", "level-10:warigrandslam=all"],
            "changes the rules",
        ),
        (&["--variant", "wari", "--plies", "5000"], "no random game lasts 5000 plies"),
        (&["--variant", "hexlasca-3", "--sprt", "0,5"], "the sequential test is for two engines"),
        (&["--record", bad_opening], "bad.txt: "),
        (&["--log-file", "log"], "--log-file and --command are for the protocol"),
    ];
    for (args, expected) in cases {
        let output = match_with(&[&["--games", "2", "--limit", "depth=1"], *args].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?} {error}");
        assert!(error.lines().count() == 1 && error.contains(expected), "{args:?} {error}");
    }
    for limit in ["depth=0", "nodes", "time=4", ""] {
        assert_eq!(match_with(&["--limit", limit]).status.code(), Some(2), "{limit}");
    }
    for args in [["--games", "0"], ["--concurrency", "0"], ["--balance", "-1"], ["--sprt", "0,1e9"]]
    {
        assert_eq!(match_with(&args).status.code(), Some(2), "{args:?}");
    }
    for args in [["--blend", "nan"], ["--blend", "2"], ["--caution", "-5"], ["--caution", "inf"]] {
        let output = ninefold(&[&["tune"], &args[..], &["file"]].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn weights_are_fitted_to_the_games_of_a_match() {
    let args = [
        "--variant",
        "lasca",
        "--engine",
        "A",
        "--engine",
        "B",
        "--limit",
        "nodes=50",
        "--games",
        "40",
    ];
    play("tune", &args);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arena").join("tune");
    let output =
        ninefold(&["--variant", "lasca", "tune", file.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let table = String::from_utf8(output.stdout).unwrap();
    let row =
        table.lines().find(|line| line.starts_with("columns led by officers")).expect("a row");
    let fitted: f64 = row.split_whitespace().nth_back(1).unwrap().parse().unwrap();
    assert!(fitted.is_finite() && fitted.abs() < 2000.0, "{table}");
    assert!(table.contains("loss on games held out"), "{table}");
    let refused =
        ninefold(&["--variant", "wari", "tune", file.to_str().unwrap()]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("there is no position of wari to learn from"), "{said}");
    fs::write(&file, "{}\n").unwrap();
    let refused = ninefold(&["tune", file.to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("line 1: missing field") && said.contains("column 2"), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_told_and_nothing_is_lost_besides() {
    let full = ["--variant", "wari", "--limit", "depth=1", "--games", "10"];
    let output = match_with(&[&full[..], &["--record", "/dev/full"]].concat());
    // The device exists, as every record that is not to be overwritten.
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let device = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = ninefold(&[&["match"], &full[..]].concat());
    let output = command.stdout(device).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("error: standard output: "), "{said}");
}

#[test]
fn a_match_ends_when_nobody_reads_its_conclusion() {
    let mut command: Command = ninefold(&["match", "--games", "2", "--limit", "depth=1"]);
    let mut child = command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
