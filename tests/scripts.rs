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

/// A script, to be started. Python has its standard library only.
fn script(name: &str) -> Command {
    let path = root().join("scripts").join(name);
    let python = path.extension() == Some(OsStr::new("py"));
    let mut command = Command::new(if python { "python3" } else { "bash" });
    command.args(python.then_some("-S")).arg(path).env("NINEFOLD", NINEFOLD);
    command
}

/// A script, to be started by the Python that has what scripts need.
fn script_with_packages(name: &str) -> Command {
    let scripts = root().join("scripts");
    let mut command = Command::new(scripts.join("python"));
    // A warning would be one of our mistakes.
    command.args(["-W", "error"]).arg(scripts.join(name));
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
        // The requirements are no script.
        if path.is_file() && path.extension() != Some(OsStr::new("txt")) {
            let name = path.file_name().and_then(OsStr::to_str).expect("a plain name");
            let help = succeed(script(name).arg("--help"), "");
            assert!(help.starts_with("usage: "), "{name}: {help}");
            seen += 1;
        }
    }
    assert!(seen >= 11);
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
        heard.matches("ucinewgame\nisready\nposition startpos\n").count()
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

#[test]
fn the_client_in_python_does_what_it_says() {
    let mut command = Command::new("python3");
    command.args(["-S", "-W", "error"]).arg(root().join("tests/scripts/client.py"));
    command.env("PYTHONPATH", root().join("scripts")).env("NINEFOLD", NINEFOLD);
    let output = run(&mut command, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("Ran 13 tests"), "{output:?}");
}

#[test]
fn the_client_in_python_plays_a_game_of_each_variant() {
    let variants = succeed(Command::new(NINEFOLD).arg("variants"), "");
    let said = succeed(script("ninefold_client.py").args(["--all", "--nodes", "20"]), "");
    let first_words =
        |text: &str| text.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    let (played, variants): (Vec<_>, Vec<_>) = (first_words(&said), first_words(&variants));
    assert_eq!(played, variants);
    let ended =
        |line: &&str| ["p1win", "p2win", "p3win", "draw"].iter().any(|it| line.contains(it));
    assert_eq!(said.lines().filter(ended).count(), variants.len(), "{said}");

    let mut short = script("ninefold_client.py");
    let said = succeed(short.args(WARI).args(["--nodes", "20", "--plies", "3"]), "");
    assert_eq!(said, "wari              3 plies  unfinished -                 0 0\n");
    let said = fail(script("ninefold_client.py").args(["--engine", "true"]), 2);
    assert!(said.contains("error: the engine 'true' has ended without 'uciok'"), "{said}");
}

#[test]
fn the_python_of_the_readme_runs() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the document");
    let (_, rest) = readme.split_once("```python\nfrom ninefold_client").expect("a program");
    let (program, _) = rest.split_once("```").expect("the end of the program");
    let mut command = Command::new("python3");
    command.args(["-S", "-c", &format!("from ninefold_client{program}")]);
    command.env("PYTHONPATH", root().join("scripts")).env("NINEFOLD", NINEFOLD);
    let said = succeed(&mut command, "");
    let result = said.lines().next_back().expect("a result").split(' ').next();
    assert!(said.starts_with("cp "), "{said}");
    assert!(matches!(result, Some("p1win" | "p2win" | "draw")), "{said}");
}

#[test]
fn a_match_has_a_folder() {
    let folder = folder("match").join("new");
    let start = |games: &str| {
        let mut command = script("match");
        command.arg(&folder).args(["strong", "weak", "--engine-option", "weak:Skill Level=0"]);
        command.args(WARI).args(["--limit", "nodes=50", "--quiet", "--games", games]);
        succeed(&mut command, "")
    };
    let file = |name| fs::read_to_string(folder.join(name)).expect("a file");
    let said = start("4");
    let first = file("games.jsonl");
    assert_eq!(first.lines().count(), 4);
    assert_eq!(file("table.txt"), said);
    assert_eq!(file("games.pgn").matches("[White ").count(), 4);
    // Once more: nothing is played again, and nothing lost.
    assert_eq!(start("4"), said);
    assert_eq!(file("games.jsonl"), first);

    let usage = fail(script("match").arg(&folder).arg("alone"), 2);
    assert!(usage.starts_with("usage: scripts/match FOLDER"), "{usage}");
    let said = fail(script("match").arg(&folder).args(["a", "a"]).args(WARI), 2);
    assert!(said.contains('a') && file("games.jsonl") == first, "{said}");
}

/// The records of a match, and its conclusion.
fn record(folder: &Path, args: &[&str]) -> (PathBuf, String) {
    let record = folder.join("games.jsonl");
    let mut command = Command::new(NINEFOLD);
    command.args(["match", "--quiet", "--limit", "nodes=50"]).args(args);
    let said = succeed(command.arg("--record").arg(&record), "");
    (record, said)
}

/// The texts of the picture in SVG that a record gives.
fn picture(record: &Path) -> String {
    let svg = record.with_extension("svg");
    succeed(script_with_packages("plot_match.py").arg(record).arg("--out").arg(&svg), "");
    let xml = fs::read_to_string(svg).expect("a picture");
    let texts = xml.split("<text").skip(1).filter_map(|part| part.split(['>', '<']).nth(1));
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_match_of_two_has_a_picture() {
    let weak =
        ["--engine", "strong_$1", "--engine", "weak", "--engine-option", "weak:Skill Level=15"];
    let (record, said) = record(
        &folder("plot"),
        &[&WARI[..], &weak, &["--games", "40", "--concurrency", "2"]].concat(),
    );
    let texts = picture(&record);
    let (_, rest) = said.split_once("Elo of strong_$1: ").expect("a difference");
    let (elo, _) = rest.split_once(", pairs").expect("its end");
    assert!(elo.contains(" ± "), "{said}");
    let ends = said.split_once("; ends: ").expect("the ends").1;
    let reason = ends.split(' ').next().expect("a reason");
    for expected in [
        "wari: strong_$1, weak; 40 games; nodes=50",
        "Score of strong_$1",
        elo,
        "weak",
        "Length of the games",
        "seat 1 wins",
        reason,
    ] {
        assert!(texts.lines().any(|line| line == expected), "{expected}: {texts}");
    }

    succeed(script_with_packages("plot_match.py").arg(&record), "");
    let png = fs::read(record.with_extension("png")).expect("a picture");
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((size(16), size(20)), (1800, 1200));

    // The same games in another order, and a line that is still being written.
    let lines = fs::read_to_string(&record).expect("the record");
    let mut turned: Vec<_> = lines.lines().collect();
    turned.reverse();
    fs::write(&record, turned.join("\n") + "\n{\"number\":").expect("a file can be written");
    assert_eq!(picture(&record), texts);
}

#[test]
fn a_match_of_three_has_a_picture() {
    let players = ["--engine", "a", "--engine", "b", "--engine", "c"];
    let levels = ["--engine-option", "b:Skill Level=5", "--engine-option", "c:Skill Level=0"];
    let variant = ["--variant", "hexlasca-3", "--games", "12", "--concurrency", "2"];
    let (record, _) = record(&folder("plot-3"), &[&variant[..], &players, &levels].concat());
    let texts = picture(&record);
    for expected in ["hexlasca-3: a, b, c; 12 games; nodes=50", "Score", "a", "b", "c"] {
        assert!(texts.lines().any(|line| line == expected), "{expected}: {texts}");
    }
    let drawn: Vec<f64> =
        texts.lines().filter_map(|line| line.split_once(" ± ")?.0.parse().ok()).collect();
    assert_eq!(drawn.len(), 3, "{texts}");
    let lines = fs::read_to_string(&record).expect("the record");
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for name in ["a", "b", "c"] {
        let seats = games.iter().flat_map(|game| (0..3).map(move |seat| (game, seat)));
        let own = seats.filter(|(game, seat)| game["players"][seat] == name);
        let score =
            own.map(|(game, seat)| game["points"][seat].as_f64().unwrap()).sum::<f64>() / 12.0;
        // Nothing for the odds of a third.
        let elo = 400.0 * (2.0 * score / (1.0 - score)).log10();
        assert!(drawn.iter().any(|drawn| (drawn - elo).abs() < 0.06), "{name}, {elo}: {texts}");
    }
}

#[test]
fn what_makes_no_picture_is_refused() {
    let folder = folder("no-plot");
    let file = |name: &str, content: &str| {
        let path = folder.join(name);
        fs::write(&path, content).expect("a file can be written");
        path.to_str().expect("a plain path").to_owned()
    };
    let game = r#"{"number":0,"variant":"wari","players":["a","b"],"opening":{},"moves":[],
        "points":[1.0,0.0],"result":"p1win","reason":"majority"}"#;
    let good = file("good", &(game.replace('\n', "") + "\n"));
    let bad = file("bad", &(game.replace('\n', "") + "\n{\"number\":1}\n"));
    for (args, complaint) in [
        (vec!["/no/such/file"], "cannot read '/no/such/file'"),
        (vec![&file("empty", "")], "there is no game in"),
        (vec![&bad], "line 2 of '"),
        (vec![&good, "--out", "picture.gif"], "'picture.gif' is to end in .png, .svg or .pdf"),
        // Plain Python does not have it.
        (vec![&good], "there is no module 'matplotlib'; 'scripts/python scripts/plot_match.py'"),
    ] {
        let said = refuse(script("plot_match.py").args(&args));
        assert!(said.contains(complaint), "{args:?}: {said}");
    }
    let mut command = script_with_packages("plot_match.py");
    let said = refuse(command.args([&good, "--out", "/no/such/folder/picture.png"]));
    assert!(said.contains("cannot write '/no/such/folder/picture.png'"), "{said}");
    succeed(script_with_packages("plot_match.py").arg(&good), "");
}

/// A repository with the script, and a `cargo` that builds Ninefold at the level that
/// the file `level` of a tree says.
struct Repository(PathBuf);

impl Repository {
    fn new() -> Self {
        let folder = folder("sprt");
        let tree = folder.join("tree with blanks");
        fs::create_dir_all(tree.join("scripts")).expect("a folder");
        fs::copy(root().join("scripts/sprt"), tree.join("scripts/sprt")).expect("a script");
        fs::write(tree.join(".gitignore"), "target\n").expect("a file can be written");
        program(
            &folder.join("cargo"),
            &format!(
                r#"[ "$*" = "build --release --locked --manifest-path $5" ] || exit 3
                tree=$(dirname "$5")
                built=${{CARGO_TARGET_DIR:-$tree/target}}/release
                level=$(cat "$tree/level") || exit 4
                mkdir -p "$built"
                echo "$level" >>'{0}/built'
                cat >"$built/ninefold" <<PROGRAM
#!/bin/sh
[ "\$1" = match ] && exec '{NINEFOLD}' "\$@"
exec '{NINEFOLD}' --option 'Skill Level=$level' "\$@"
PROGRAM
                chmod +x "$built/ninefold""#,
                folder.display()
            ),
        );
        let it = Self(folder);
        it.git(&["init", "--quiet", "--initial-branch", "main"]);
        it
    }

    fn tree(&self) -> PathBuf {
        self.0.join("tree with blanks")
    }

    fn git(&self, args: &[&str]) -> String {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=Nobody", "-c", "user.email=nobody@localhost"]);
        succeed(command.args(args).current_dir(self.tree()), "")
    }

    fn level(&self, level: &str) {
        fs::write(self.tree().join("level"), level).expect("a file can be written");
    }

    fn commit(&self, level: &str) {
        self.level(level);
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", level]);
    }

    /// The levels that were built.
    fn built(&self) -> String {
        fs::read_to_string(self.0.join("built")).expect("something was built")
    }

    /// Runs the script, with its result: the status and what it says.
    fn sprt(&self, args: &[&str]) -> (i32, String) {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new("bash");
        command.arg(self.tree().join("scripts/sprt")).args(args).args(WARI);
        command.args(["--limit", "nodes=50", "--quiet"]).env_remove("CARGO_TARGET_DIR");
        let output = run(command.env("PATH", format!("{}:{path}", self.0.display())), "");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(self.git(&["worktree", "list"]).lines().count(), 1, "{said}");
        (output.status.code().expect("a status"), said)
    }
}

#[test]
fn the_working_tree_is_tested_against_a_revision() {
    let repository = Repository::new();
    repository.commit("0");
    repository.level("20");
    let (status, said) = repository.sprt(&["--sprt", "0,100"]);
    assert_eq!(status, 0, "{said}");
    let verdict = "Accepted: the working tree is better than main by 100 Elo rather than 0.\n";
    assert!(said.contains("\nElo of new: +") && said.ends_with(verdict), "{said}");
    assert_eq!(repository.built(), "0\n20\n");

    // The program of the revision is there by now.
    let (status, said) = repository.sprt(&["--base", "HEAD", "--games", "2"]);
    assert_eq!(status, 3, "{said}");
    assert!(said.ends_with("No verdict: more games are needed.\n"), "{said}");
    assert_eq!(repository.built(), "0\n20\n20\n");

    repository.commit("20");
    repository.level("0");
    let (status, said) = repository.sprt(&["--sprt", "0,100"]);
    assert_eq!(status, 1, "{said}");
    let verdict = "Rejected: the working tree is better than main by 0 Elo rather than 100.\n";
    assert!(said.ends_with(verdict), "{said}");
    assert_eq!(repository.built(), "0\n20\n20\n20\n0\n");

    let (status, said) = repository.sprt(&["--base", "nowhere"]);
    assert_eq!((status, &*said), (2, "scripts/sprt: there is no revision 'nowhere'\n"));
    let (status, said) = repository.sprt(&["--sprt", "5"]);
    assert_eq!(status, 2, "{said}");
    fs::remove_file(repository.tree().join("level")).expect("the file was there");
    let (status, said) = repository.sprt(&[]);
    assert!(status == 2 && said.ends_with("the working tree cannot be built\n"), "{said}");
}
