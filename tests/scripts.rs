//! The programs in `scripts`, and the Python program of the documentation, run
//! against the built engine.

#![cfg(unix)]

use serde_json::Value;
use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    io::Write as _,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

const NINEFOLD: &str = env!("CARGO_BIN_EXE_ninefold");

/// The arguments of most tests.
const WARI: [&str; 2] = ["--variant", "wari"];

/// South takes the last two seeds that it needs with F.
const WON: &str = "1-0-0-0-0-1-1-0-0-2-0-0-23-20-S";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scripts").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}

/// A script, to be started.
fn script(name: &str) -> Command {
    let path = root().join("scripts").join(name);
    let python = path.extension() == Some(OsStr::new("py"));
    let mut command = Command::new(if python { "python3" } else { "bash" });
    command.arg(path).env("NINEFOLD", NINEFOLD);
    command
}

/// Runs `command` with `input`; its output.
fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tests of scripts need python3 and bash");
    // A script that needs no input may have ended already.
    let _ = child.stdin.take().expect("the input is a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the script ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the output is UTF-8")
}

/// Runs a command that is to succeed without a warning; what it prints.
fn succeed(command: &mut Command, input: &str) -> String {
    let output = run(command, input);
    assert!(output.status.success(), "{command:?}: {output:?}");
    assert_eq!(text(&output.stderr), "", "{command:?}");
    text(&output.stdout)
}

/// Runs a command that is to fail with `status`; its complaint.
fn fail(command: &mut Command, status: i32) -> String {
    let output = run(command, "");
    assert_eq!(output.status.code(), Some(status), "{command:?}: {output:?}");
    text(&output.stderr)
}

/// Runs a Python script that is to refuse its arguments; the line that says why.
fn refuse(command: &mut Command) -> String {
    let said = fail(command, 2);
    assert_eq!(said.lines().count(), 1, "{command:?}: {said}");
    assert!(said.contains(".py: error: "), "{command:?}: {said}");
    said
}

/// Writes a program of the shell.
fn program(path: &Path, body: &str) {
    fs::write(path, format!("#!/bin/sh\n{body}\n")).expect("a file can be written");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path, mode).expect("a file can be made executable");
}

/// The settings that the arguments give for a match of Wari.
fn settings(folder: &Path, args: &[&str]) -> Value {
    let file = folder.join("match.json");
    succeed(script("cutegames_settings.py").args(WARI).args(args).arg(&file), "");
    let json = fs::read_to_string(&file).expect("the settings were written");
    serde_json::from_str(&json).expect("the settings are JSON")
}

#[test]
fn every_script_explains_itself() {
    let scripts = fs::read_dir(root().join("scripts")).expect("a folder");
    let mut seen = 0;
    for entry in scripts {
        let path = entry.expect("a readable folder").path();
        if path.is_file() {
            let name = path.file_name().and_then(OsStr::to_str).expect("a plain name");
            let help = succeed(script(name).arg("--help"), "");
            assert!(help.starts_with("usage: "), "{name}: {help}");
            seen += 1;
        }
    }
    assert!(seen >= 5);
}

#[test]
fn settings_of_a_match_between_two_ninefolds() {
    let folder = folder("two");
    let json = settings(
        &folder,
        &["--clock", "2000+20", "--games", "6", "--concurrency", "2", "--option", "Hash=8"],
    );
    assert_eq!(json["game"], "generic");
    assert_eq!(json["games"], 6);
    assert_eq!(json["concurrency"], 2);
    assert_eq!(json["protocol"]["askturn"], true);
    assert_eq!(json["timecontrol"]["type"], "clock");
    assert_eq!(json["timecontrol"]["time"], 2000);
    assert_eq!(json["timecontrol"]["increment"], 20);
    assert_eq!(json["options"]["Hash"], "8", "values of options are strings");
    let engines = json["engines"].as_array().expect("a list of engines");
    assert_eq!(engines.len(), 2);
    for engine in engines {
        assert_eq!(engine["protocol"], "UGI");
        let path = engine["path"].as_str().expect("a path");
        let parameters = engine["parameters"].as_str().expect("parameters");
        let mut command = Command::new(path);
        let said = succeed(command.args(parameters.split(' ')), "ugi\nquery variant\n");
        assert!(said.ends_with("ugiok\nresponse wari\n"), "{said}");
    }
    let openings = json["openings"]["path"].as_str().expect("a path");
    assert_eq!(fs::read_to_string(openings).expect("a file"), "startpos\n");
}

#[test]
fn settings_with_limits_engines_and_openings() {
    let folder = folder("limits");
    for (flag, kind, key, value) in [
        ("--movetime", "movetime", "time", 50),
        ("--depth", "depth", "ply", 7),
        ("--nodes", "nodes", "nodes", 20_000),
    ] {
        let json = settings(&folder, &[flag, &value.to_string()]);
        assert_eq!(json["timecontrol"]["type"], kind);
        assert_eq!(json["timecontrol"][key], value);
    }

    let log = folder.join("log");
    let log = log.to_str().expect("a plain path");
    let (new, old) = (format!("new={NINEFOLD}"), format!("old={NINEFOLD} --log-file {log}"));
    let args = ["--engine", &new, "--engine", &old, "--engine-option", "old:Skill Level=5"];
    let json = settings(&folder, &[&args[..], &["--fen", "startpos", "--fen", WON]].concat());
    assert_eq!(json["engines"][0]["name"], "new");
    assert_eq!(json["engines"][0]["options"], Value::Null);
    assert_eq!(json["engines"][1]["options"]["Skill Level"], "5");
    let parameters = format!("--log-file {log} --variant wari");
    assert_eq!(json["engines"][1]["parameters"], parameters.as_str());
    let openings = json["openings"]["path"].as_str().expect("a path");
    let lines = fs::read_to_string(openings).expect("a file");
    assert_eq!(lines, format!("startpos\n{WON}\n"));
    for fen in lines.lines() {
        let position = if fen == "startpos" { fen.to_owned() } else { format!("fen {fen}") };
        let said = succeed(Command::new(NINEFOLD).args(WARI), &format!("position {position}\n"));
        assert_eq!(said, "", "{fen}");
    }

    let file = folder.join("own.txt");
    fs::write(&file, "startpos\n").expect("a file can be written");
    let json = settings(&folder, &["--openings", file.to_str().expect("a plain path")]);
    assert_eq!(json["openings"]["path"], file.to_str().expect("a plain path"));
}

#[test]
fn a_match_is_of_ultima_unless_it_is_told_otherwise() {
    let file = folder("default").join("match.json");
    succeed(script("cutegames_settings.py").arg(&file), "");
    let json: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(json["engines"][0]["parameters"], "--variant ultima");
}

#[test]
fn games_of_a_match_are_written_beside_its_settings() {
    let folder = folder("pgn");
    let json = settings(&folder, &[]);
    let beside = folder.join("match.pgn");
    assert_eq!(json["pgn"]["path"], beside.to_str().expect("a plain path"));
    let json = settings(&folder, &["--pgn", "/elsewhere/games.pgn"]);
    assert_eq!(json["pgn"]["path"], "/elsewhere/games.pgn");
}

#[test]
fn random_openings_are_different_legal_positions_that_repeat_with_the_seed() {
    let folder = folder("random");
    let openings = |seed: &str| {
        let args = ["--random-openings", "20", "--plies", "3", "--seed", seed];
        let json = settings(&folder, &args);
        let file = json["openings"]["path"].as_str().expect("a path");
        fs::read_to_string(file).expect("a file")
    };
    let first = openings("1");
    let fens: BTreeSet<_> = first.lines().collect();
    assert_eq!(fens.len(), 20, "{first}");
    for fen in fens {
        let input = format!("position fen {fen}\nquery gameover\n");
        let said = succeed(Command::new(NINEFOLD).args(WARI), &input);
        assert_eq!(said, "response false\n", "{fen}");
        assert!(fen.contains("-N "), "{fen}");
    }
    assert_eq!(openings("1"), first);
    assert_ne!(openings("2"), first);
}

#[test]
fn an_engine_of_another_kind_is_not_asked_what_it_takes() {
    let folder = folder("stranger");
    let stranger = folder.join("stranger");
    program(&stranger, "read line; echo 'id name Stranger'; echo ugiok; read line");
    let (a, b) = (format!("a={}", stranger.display()), format!("b={NINEFOLD}"));
    let file = folder.join("match.json");
    let mut command = script("cutegames_settings.py");
    command.args(["--engine", &a, "--engine", &b, "--engine-option", "a:Odd=1"]).arg(&file);
    let output = run(&mut command, "");
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stderr).contains("note: engine 'a' is no Ninefold"), "{output:?}");
    let said = fail(command.args(["--engine-option", "b:Odd=1"]), 2);
    assert!(said.contains("error: engine 'b': there is no option 'Odd'"), "{said}");
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let file = folder("refused").join("match.json");
    let (here, twice) = (format!("a={NINEFOLD}"), format!("b={NINEFOLD} --variant wari"));
    for (args, complaint) in [
        (&["--engine", &here][..], "two engines"),
        (&["--engine", &here, "--engine", &here], "same name"),
        (&["--engine", &here, "--engine", "b=/no/such/program"], "no program"),
        (&["--engine-option", "C:Hash=1"], "no engine is called 'C'"),
        (&["--engine", &here, "--engine", "b=true"], "ended without 'ugiok'"),
        (&["--engine", &here, "--engine", "b='"], "No closing quotation"),
        (&["--engine", &here, "--engine", &twice], "gets '--variant' from here"),
        (&["--engine-option", "B:Hashh=3"], "engine 'B': there is no option 'Hashh'"),
        (&["--option", "Hash=0"], "option 'Hash' takes"),
        (&["--variant", "foo"], "found 'foo'"),
        (&["--fen", "junk"], "opening 'junk': bad FEN"),
        (&["--openings", "/dev/null"], "no file"),
        (&["--random-openings", "7", "--plies", "1"], "found only 6 different openings"),
        (&["--plies", "4"], "are for --random-openings"),
        (&["--clock", "0"], "TIME+INCREMENT"),
        (&["--clock", "5"], "milliseconds, TIME at least 100"),
        (&["--option", "Hash"], "NAME=VALUE"),
        (&["--openings", "/no/such/file"], "no file"),
        (&["--depth", "3", "--nodes", "5"], "not allowed with"),
    ] {
        // The last variant that is named counts.
        let said = refuse(script("cutegames_settings.py").args(WARI).args(args).arg(&file));
        assert!(said.contains(complaint), "{args:?}: {said}");
        assert!(!file.exists(), "{args:?}");
    }
    let said = refuse(script("cutegames_settings.py").arg("/no/such/folder/match.json"));
    assert!(said.contains("cannot write"), "{said}");
}

#[test]
fn positions_through_a_pipe() {
    let input = format!("# a remark\n\nstartpos\n{WON}\n");
    let said = succeed(script("analyse_pipe.py").args(WARI).args(["--depth", "6"]), &input);
    let rows: Vec<Vec<_>> = said.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 2, "{said}");
    assert_eq!(rows[0][0], "startpos");
    assert!(rows[0][2].starts_with("cp "), "{said}");
    assert_eq!(rows[0][3], "6");
    assert_eq!(rows[1], [WON, "F", "mate 1", "6"]);

    let file = folder("pipe").join("fens.txt");
    fs::write(&file, format!("{WON}\n").repeat(50)).expect("a file can be written");
    let mut command = script("analyse_pipe.py");
    command.args(WARI).args(["--nodes", "500", "--option", "MultiPV=2"]);
    let said = succeed(command.arg(&file), "");
    assert_eq!(said.lines().filter(|line| line.contains("\tF\tmate 1\t")).count(), 50);
}

#[test]
fn a_bad_position_does_not_disturb_the_others() {
    let output = run(script("analyse_pipe.py").args(WARI), &format!("1-2-3\n{WON}\n"));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("1-2-3: bad FEN: "), "{output:?}");
    assert!(text(&output.stdout).starts_with(&format!("{WON}\tF\t")), "{output:?}");
}

#[test]
fn a_pipe_that_cannot_begin_says_why_in_one_line() {
    for (args, complaint) in [
        (&["--engine", "/no/such/program"][..], "cannot start the engine '/no/such/program'"),
        (&["--engine", "true", "--variant", "wari"], "engine 'true' has ended"),
        (&["--engine", "'"], "No closing quotation"),
        (&["--variant", "foo"], "option 'UCI_Variant' takes"),
        (&["--option", "Hash=0"], "option 'Hash' takes"),
        (&["--option", "Hash"], "expected NAME=VALUE"),
        (&["--depth", "-3"], "whole number above 0, found '-3'"),
        (&["--nodes", "0"], "whole number above 0, found '0'"),
        (&["/no/such/file"], "cannot read '/no/such/file'"),
        (&["/"], "cannot read '/'"),
    ] {
        let said = refuse(script("analyse_pipe.py").args(args));
        assert!(said.contains(complaint), "{args:?}: {said}");
    }
}

#[test]
fn the_engine_of_a_pipe_may_have_arguments() {
    let engine = format!("{NINEFOLD} --variant wari --option 'Skill Level=0'");
    let mut command = script("analyse_pipe.py");
    let said = succeed(command.args(["--engine", &engine]), "startpos\n");
    assert!(said.ends_with("\t1\n"), "level 0 looks one ply ahead: {said}");
}

#[test]
fn a_fresh_pipe_forgets_what_it_has_searched() {
    let engine = folder("fresh").join("engine");
    program(&engine, &format!("tee '{0}.heard' | '{NINEFOLD}'", engine.display()));
    let heard = |args: &[&str]| {
        let mut command = script("analyse_pipe.py");
        command.env("NINEFOLD", &engine).args(["--depth", "1"]).args(args);
        succeed(&mut command, "startpos\nstartpos\n");
        let heard = fs::read_to_string(engine.with_extension("heard")).expect("a file");
        heard.matches("ucinewgame\n").count()
    };
    assert_eq!(heard(&["--fresh"]), 2);
    assert_eq!(heard(&[]), 0);
}

#[test]
fn auale_is_started_with_the_engine() {
    let auale = folder("auale").join("auale");
    program(&auale, r#"for word; do echo "$word"; done"#);
    let mut command = script("auale");
    let said = succeed(command.env("AUALE", &auale).arg("game.ogn"), "");
    assert_eq!(said, format!("--engine\n{NINEFOLD} --variant wari\ngame.ogn\n"));
    let said = fail(script("auale").env("AUALE", "no-such-program"), 1);
    assert!(said.contains("there is no program 'no-such-program'"), "{said}");
    let said = fail(script("auale").env("NINEFOLD", "no-such-program"), 1);
    assert!(said.contains("there is no program 'no-such-program'"), "{said}");
}

#[test]
fn xboard_is_started_with_the_engine_behind_its_adapter() {
    let folder = folder("xboard");
    let (engine, xboard) = (folder.join("engine"), folder.join("xboard"));
    program(&engine, "echo 'ultima   2 players'; echo 'wari    2 players'");
    program(&xboard, r#"for word; do echo "$word"; done"#);
    program(&folder.join("uci2wb"), "");
    let path = std::env::var("PATH").unwrap_or_default();
    let start = |variant: &str| {
        let mut command = script("xboard");
        command.env("PATH", format!("{}:{path}", folder.display())).env("NINEFOLD", &engine);
        command.args([variant, "-mg", "2"]);
        command
    };
    let said = succeed(&mut start("ultima"), "");
    let adapter = format!("uci2wb {}", engine.display());
    let expected = [
        "-fcp",
        &adapter,
        "-scp",
        &adapter,
        "-variant",
        "ultima",
        "-testLegality",
        "false",
        "-mg",
        "2",
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), expected);
    assert!(fail(&mut start("wari"), 1).contains("XBoard cannot show 'wari'"));
    assert!(fail(&mut start("chess"), 1).contains("does not play 'chess'"));
}

#[test]
fn the_client_of_the_documentation_plays_a_game() {
    let document = fs::read_to_string(root().join("docs/protocol.md")).expect("the document");
    let (_, rest) = document.split_once("```python\n").expect("a Python program");
    let (client, _) = rest.split_once("```").expect("the end of the program");
    let mut command = Command::new("python3");
    let said = succeed(command.args(["-c", client, NINEFOLD, "--variant", "wari"]), "");
    let last = said.lines().next_back().expect("a result");
    assert!(said.starts_with("player 1: "), "{said}");
    let words: Vec<_> = last.split(' ').collect();
    assert!(matches!(words[1], "p1win" | "p2win" | "draw"), "{last}");
    assert_eq!((words[0], words[2], words[4]), ("response", "response", "response"), "{last}");
}
