//! The arguments of the program.

use crate::{
    START, answers,
    common::{Engine, matches, ninefold, run},
};
use std::process::{Output, Stdio};

/// Runs the program with nothing on its input.
fn output(args: &[&str]) -> Output {
    ninefold(args).stdin(Stdio::null()).output().expect("the program starts")
}

fn stdout(args: &[&str]) -> Vec<String> {
    let output = output(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn options_of_the_command_line_are_the_defaults_of_the_client() {
    let args = [
        "--variant",
        "WARI",
        "--option",
        "hash=3",
        "--option",
        "Move Overhead = 20",
        "--option",
        "WariGrandSlam=all",
        "--option",
        "UCI_ShowWDL=true",
        "--option",
        "Clear Hash=",
    ];
    let mut engine = Engine::with_args(&args);
    let lines = engine.ask("uci", "uciok");
    for expected in [
        "option name UCI_Variant type combo default wari [..]",
        "option name Hash type spin default 3 min 1 max 1048576",
        "option name Move Overhead type spin default 20 min 0 max 5000",
        "option name UCI_ShowWDL type check default true",
        "option name WariGrandSlam type combo default all var keep var illegal var all",
    ] {
        assert!(lines.iter().any(|line| matches(expected, line)), "{expected}: {lines:#?}");
    }
    engine.tell("setoption name Hash value 5");
    assert!(engine.ask("uci", "uciok").contains(&lines[2]), "defaults do not move");
    assert_eq!(engine.query("Hash"), "5");
}

#[test]
fn commands_are_run_in_order_and_then_the_program_ends() {
    let lines = stdout(&[
        "--variant",
        "wari",
        "--command",
        "position startpos moves A",
        "--command",
        "go depth 3",
        "--command",
        "query fen",
        "--command",
        "go perft 1",
    ]);
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
    assert!(lines.contains(&"response 0-5-5-5-5-4-4-4-4-4-4-4-0-0-N 1 1".to_owned()));
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 6"));
    let failed = output(&["--command", "xyzzy"]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&failed.stdout).starts_with("info string error: "));
}

#[test]
fn jobs_for_people() {
    let total =
        |args: &[&str]| stdout(args).into_iter().find(|line| line.starts_with("Nodes searched: "));
    assert_eq!(
        total(&["--variant", "wari", "perft", "4"]),
        Some("Nodes searched: 1014".to_owned())
    );
    assert_eq!(
        total(&["perft", "4", "--variant", "wari"]),
        Some("Nodes searched: 1014".to_owned())
    );
    let fen = "1-15-0-3-0-12-0-2-0-7-1-3-2-2-S";
    assert_eq!(
        total(&["--variant", "wari", "perft", "2", "--fen", fen]),
        Some("Nodes searched: 20".to_owned())
    );
    assert_eq!(total(&["bench", "3"]), total(&["--option", "Threads=2", "bench", "3"]));
    let go = stdout(&["--variant", "wari", "go", "depth", "4"]);
    assert!(go.iter().any(|line| line.starts_with("info depth 4 ")));
    assert!(go.last().is_some_and(|line| line.starts_with("bestmove ")));
    let go = stdout(&[
        "--variant",
        "wari",
        "go",
        "--fen",
        "1-0-0-0-0-0-0-0-0-0-0-0-22-25-S",
        "depth",
        "4",
    ]);
    assert_eq!(go, ["info depth 0 score mate 0", "bestmove (none)"]);
    assert!(stdout(&["variants"]).iter().any(|line| line.starts_with("wari ")));
    let all = stdout(&["rules", "--variant", "wari", "--option", "WariGrandSlam=all"]);
    assert_ne!(all, stdout(&["--variant", "wari", "rules"]));
    assert!(stdout(&["--version"])[0].starts_with("ninefold "));
    assert!(stdout(&["--help"]).iter().any(|line| line.contains("--variant")));
}

#[test]
fn shells_complete_every_command_and_manuals_explain_it() {
    let commands = ["bench", "perft", "go", "match", "tune", "variants", "rules", "completions"];
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = stdout(&["completions", shell]).join("\n");
        for word in commands.iter().chain(&["--variant", "adjudicate-win"]) {
            let word = if shell == "fish" { word.trim_start_matches("--") } else { word };
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    let page = stdout(&["man"]).join("\n");
    assert!(page.contains(".TH ninefold 1") && page.contains("ninefold\\-match"), "{page}");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    assert!(stdout(&["man", folder.to_str().expect("UTF-8")]).is_empty());
    for command in commands {
        let page = folder.join(format!("ninefold-{command}.1"));
        assert!(std::fs::read_to_string(page).expect("a page").contains(".SH SYNOPSIS"));
    }
    let refused = ninefold(&["man", "/dev/null/folder"]).output().expect("the program runs");
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.starts_with("error: /dev/null/folder: ") && said.lines().count() == 1, "{said}");
}

#[test]
fn a_search_without_limits_listens_to_its_input() {
    for (limits, line) in [
        (&[][..], "stop"),
        (&["infinite"], "quit"),
        (&["ponder", "depth", "1"], "ponderhit"),
        (&["infinite", "depth", "1"], "stop"),
        (&["searchmoves", "A"], "stop"),
    ] {
        let mut engine = Engine::with_args(&[&["--variant", "wari", "go"], limits].concat());
        engine.until("info depth 1 ");
        for _ in 0..20 {
            assert_eq!(answers(&engine.say("query fen")), 0, "{limits:?}");
        }
        engine.ask(line, "bestmove");
        assert!(engine.finish().status.success());
    }
}

#[test]
fn a_bad_command_line_is_refused() {
    for args in [
        &["--variant", "chess"][..],
        &["--variant"],
        &["--option", "Hash"],
        &["--option", "Hash=0"],
        &["--option", "Hash=1048576"],
        &["--option", "NoSuch=1"],
        &["--option", "UCI_Variant=chess"],
        &["--log-file", "/nonexistent/directory/file"],
        &["--nonsense"],
        &["nonsense"],
        &["perft"],
        &["perft", "x"],
        &["perft", "-1"],
        &["bench", "x"],
        &["perft", "3", "--fen", "x"],
        &["go", "--fen", "x", "depth", "3"],
    ] {
        let output = output(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(output.stdout.is_empty(), "{args:?}: {output:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
    for args in [&["go", "dpeth", "3"][..], &["bench", "500"]] {
        assert_eq!(output(args).status.code(), Some(1), "{args:?}");
    }
}

#[test]
fn the_game_of_a_manager_is_ignored_with_a_warning() {
    let output = output(&["--game", "ataxx", "--variant", "wari", "--command", "query variant"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "response wari\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("ataxx"));
    assert!(output.status.success());
}

#[test]
fn the_log_goes_to_standard_error() {
    let run = |args: &[&str], level: Option<&str>| {
        let mut command =
            ninefold(&[args, &["--command", "isready", "--command", "go depth 1"]].concat());
        if let Some(level) = level {
            command.env("RUST_LOG", level);
        }
        let output = command.stdin(Stdio::null()).output().expect("the program starts");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let starts = ["readyok", "info depth 1 ", "bestmove "];
        assert!(
            text.lines().count() == 3
                && text.lines().zip(starts).all(|(line, start)| line.starts_with(start)),
            "{text}"
        );
        output.stderr.len()
    };
    assert_eq!(run(&[], None), 0);
    assert_eq!(run(&["-vv"], Some("off")), 0);
    let some = run(&["-v"], None);
    assert!(some > 0 && run(&["--verbose", "-v"], None) > some);
    assert!(run(&[], Some("trace")) > some);
}

#[test]
fn the_transcript_holds_both_sides_with_times() {
    let file = std::env::temp_dir().join(format!("ninefold-{}.transcript", std::process::id()));
    let path = file.to_str().expect("a name that is UTF-8");
    let script = "isready\n  query  fen\nxyzzy\ngo perft 1";
    let end = run(&["--variant", "wari", "--log-file", path], script);
    let transcript = std::fs::read_to_string(&file).expect("the transcript");
    let _ = std::fs::remove_file(&file);
    let lines = |direction: &str| -> Vec<&str> {
        let start = format!("[..]-[..]-[..]T[..]:[..]:[..].[..]Z {direction} [..]");
        let found = transcript.lines().filter(|line| matches(&start, line));
        found
            .filter_map(|line| line.split_once(&format!("Z {direction} ")))
            .map(|(_, text)| text)
            .collect()
    };
    assert_eq!(lines(">"), script.lines().collect::<Vec<_>>());
    assert_eq!(lines("<"), end.lines);
    assert!(end.lines.contains(&format!("response {START}")));
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_told() {
    for arguments in [
        &["variants"][..],
        &["perft", "2"],
        &["go", "depth", "2"],
        &["bench", "1"],
        &["man"],
        &["--command", "isready"],
        &["--variant", "lasca", "solve", "--fen", "3,B/3/4/1,W,1/4/3/W,3 w"],
    ] {
        let device = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let output = ninefold(arguments).stdout(device).output().expect("the program runs");
        let complaint = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.contains("standard output: "), "{arguments:?}: {complaint}");
    }
}
