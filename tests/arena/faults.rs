//! What engines do wrong, and what comes of it.

use super::{match_with, replay, temporary, words};
use ninefold::game::OptionValues;
use serde_json::Value;
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// The command of an engine that does a `deed` at its third search.
pub(crate) fn fake(deed: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arena/fake_engine.py");
    let ninefold = env!("CARGO_BIN_EXE_ninefold");
    format!("python3 '{}' '{ninefold}' {deed} --variant wari", script.display())
}

/// Four games against an engine that does a `deed`; their records, and the status.
fn games_against(deed: &str) -> (Vec<Value>, Option<i32>) {
    let record = temporary(&format!("{deed}.jsonl"));
    let output = match_with(&[
        "--variant",
        "wari",
        "--engine",
        "good",
        "--engine",
        &format!("bad={}", fake(deed)),
        "--games",
        "4",
        "--limit",
        "movetime=5",
        "--margin",
        "300",
        "--patience",
        "1500",
        "--record",
        record.to_str().expect("a path in UTF-8"),
    ]);
    let records = fs::read_to_string(record).expect("the record");
    let records = records.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (records, output.status.code())
}

#[test]
fn who_commits_a_fault_loses_the_game_and_the_match_goes_on() {
    for (deed, reason) in [
        ("crash", "crash"),
        ("crash-with-child", "crash"),
        ("hang", "no-answer"),
        ("hang-at-position", "no-answer"),
        ("illegal", "illegal-move"),
        ("wrong-game", "illegal-move"),
        ("no-move", "broken-line"),
        ("endless-line", "broken-line"),
        ("slow", "time-loss"),
        ("flood", "flood"),
        ("flood-of-errors", "flood"),
    ] {
        let (records, status) = games_against(deed);
        assert_eq!((records.len(), status), (4, Some(1)), "{deed}");
        let faults: Vec<_> = records.iter().filter(|record| record["reason"] == reason).collect();
        // It begins anew after each, so that every game ends so.
        assert!(!faults.is_empty(), "{deed}: {records:?}");
        for record in faults {
            let bad = words(&record["players"]).iter().position(|name| name == "bad").unwrap();
            assert_eq!(record["result"], format!("p{}win", 2 - bad));
            assert_eq!(record["offence"]["player"], "bad");
            assert_eq!(record["offence"]["fault"]["kind"], reason);
            assert!(!words(&record["offence"]["last_lines"]).is_empty());
            let errors = &record["offence"]["last_errors"];
            match deed {
                "crash" => assert_eq!(words(errors), ["the end is near"]),
                "flood-of-errors" => assert_eq!(words(errors).len(), 8),
                _ => assert!(errors.is_null(), "{deed}: {errors}"),
            }
            assert_eq!(replay(record, &OptionValues::default()).outcome(), None);
        }
    }
}

#[test]
fn nonsense_among_the_lines_is_passed_over() {
    let (records, status) = games_against("garbage");
    assert_eq!((records.len(), status), (4, Some(0)), "{records:?}");
    assert!(records.iter().all(|record| record["offence"].is_null()));
}

#[test]
fn an_engine_that_hangs_before_the_first_game_is_refused() {
    let started = Instant::now();
    let bad = format!("bad={}", fake("hang-at-uci"));
    let args = ["--variant", "wari", "--engine", "good", "--engine", &bad, "--patience", "500"];
    let output = match_with(&args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.trim_end(), "error: engine 'bad': it does not answer 'uci'");
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// Processes whose command line has `word` in it.
#[cfg(target_os = "linux")]
fn processes_with(word: &str) -> Vec<String> {
    let all = fs::read_dir("/proc").expect("the system's processes").flatten();
    let lines = all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(word)).collect()
}

/// A program that does not outlive the test.
#[cfg(target_os = "linux")]
struct Killed(std::process::Child);

#[cfg(target_os = "linux")]
impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_engine_is_left_behind() {
    use std::{io::Read as _, process::Stdio, thread};
    let patience = |expected: usize, mark: &str| {
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            let found = processes_with(mark);
            if found.len() == expected {
                return;
            }
            assert!(Instant::now() < deadline, "{expected} expected: {found:?}");
            thread::sleep(Duration::from_millis(20));
        }
    };
    // An interrupt ends the match while an engine hangs; the conclusion comes all the same.
    for deed in ["hang", "child", "none"] {
        let mark = format!("Seed={}{}", std::process::id() % 100_000, deed.len());
        let record = temporary(&format!("interrupt-{}-{deed}.jsonl", std::process::id()));
        let bad = format!("bad={} --option {mark}", fake(deed));
        let mut child = Killed(
            super::ninefold(&[
                "match",
                "--variant",
                "wari",
                "--engine",
                "good",
                "--engine",
                &bad,
                "--limit",
                "depth=2",
                "--games",
                "100000",
                "--record",
                record.to_str().expect("a path in UTF-8"),
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs"),
        );
        // The match itself, the fake engine, and the Ninefold behind it.
        patience(if deed == "child" { 4 } else { 3 }, &mark);
        if deed == "none" {
            let deadline = Instant::now() + Duration::from_secs(30);
            while fs::read_to_string(&record).unwrap_or_default().lines().count() < 2 {
                assert!(Instant::now() < deadline, "no game ends");
                thread::sleep(Duration::from_millis(20));
            }
        }
        let id = rustix::process::Pid::from_child(&child.0);
        rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
        let mut conclusion = String::new();
        let mut stdout = child.0.stdout.take().expect("a pipe");
        stdout.read_to_string(&mut conclusion).expect("UTF-8");
        assert_eq!(child.0.wait().expect("it ends").code(), Some(130));
        assert!(
            conclusion.starts_with("player") && conclusion.contains("faults 0"),
            "{conclusion}"
        );
        let games = fs::read_to_string(&record).expect("the record").lines().count();
        let row = conclusion.lines().nth(1).expect("a row");
        assert_eq!(row.split_whitespace().nth(1), Some(games.to_string().as_str()));
        patience(0, &mark);
    }
}
