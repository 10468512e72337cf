//! `setoption`, and what the options do.

use crate::{
    START, answers,
    common::{Engine, lines_of, number, word_after},
    option_name, state,
};

#[test]
fn options_are_listed_with_their_ranges() {
    let lines = lines_of("uci");
    for expected in [
        "option name Hash type spin default 16 min 1 max 1048576",
        "option name Threads type spin default 1 min 1 max 512",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 500",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_AnalyseMode type check default false",
        "option name Clear Hash type button",
        "option name ManySearch type combo default best-reply var paranoid var best-reply var maxn",
        "option name WariGrandSlam type combo default keep var keep var illegal var all",
    ] {
        assert!(lines.iter().any(|line| line == expected), "{expected}: {lines:#?}");
    }
    let of = |name: &str| {
        let start = format!("option name {name} type ");
        lines.iter().find(|line| line.starts_with(&start)).unwrap_or_else(|| panic!("{name}"))
    };
    assert!(of("Seed").starts_with("option name Seed type spin default 1 min 0 max "));
    assert!(number(of("UCI_Elo"), "min") < number(of("UCI_Elo"), "max"));
    assert!(of("UCI_Variant").len() < 290 && of("UCI_Variant").contains(" var wari"));
    let mut names: Vec<_> = lines.iter().filter_map(|line| option_name(line)).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "each option once");
}

#[test]
fn every_option_can_be_asked_for_its_value() {
    let mut engine = Engine::start();
    for line in engine.ask("uci", "uciok") {
        let Some(name) = option_name(&line) else { continue };
        let default = word_after(&line, "default").unwrap_or("none");
        for name in [name.to_owned(), name.to_uppercase(), name.to_lowercase()] {
            assert_eq!(engine.query(&name), default, "{line}");
        }
    }
}

#[test]
fn names_and_values_are_taken_in_any_case_and_with_any_blanks() {
    let mut engine = Engine::start();
    for (line, name, value) in [
        ("setoption name move   OVERHEAD value 25", "Move Overhead", "25"),
        ("  setoption\tname  Hash \t value  2 ", "Hash", "2"),
        ("setoption name UCI_SHOWWDL value TRUE", "UCI_ShowWDL", "true"),
        ("setoption name wariGRANDslam value Illegal", "WariGrandSlam", "illegal"),
        ("setoption name hash value 0004", "Hash", "4"),
        ("setoption name Hash value +8", "Hash", "8"),
        ("joho setoption name Threads value 2", "Threads", "2"),
        ("setoption name Skill Level value 7", "skill level", "7"),
    ] {
        engine.tell(line);
        assert_eq!(engine.query(name), value, "{line}");
    }
    for line in ["setoption name Clear Hash", "setoption name clear hash value"] {
        engine.tell(line);
    }
}

#[test]
fn bad_values_are_refused_with_the_range() {
    let mut engine = Engine::start();
    engine.send("position startpos moves A b");
    let before = state(&mut engine);
    for (option, words) in [
        ("", &[][..]),
        ("name", &["name of an option"]),
        ("Hash value 3", &["'name'"]),
        ("name value 3", &["name of an option"]),
        ("name Hash", &["Hash", "1 to 1048576", "''"]),
        ("name Hash value", &["Hash", "1 to 1048576", "''"]),
        ("name Hash value 0", &["1 to 1048576", "'0'"]),
        ("name Hash value 1048577", &["1 to 1048576"]),
        ("name Hash value 1048576", &["Hash", "memory"]),
        ("name Hash value -1", &["1 to 1048576"]),
        ("name Hash value 1.5", &["1 to 1048576"]),
        ("name Hash value 16 MB", &["1 to 1048576"]),
        ("name Hash value 99999999999999999999999", &["1 to 1048576"]),
        ("name Threads value 0", &["1 to 512"]),
        ("name Threads value 513", &["1 to 512"]),
        ("name MultiPV value 0", &["1 to 500"]),
        ("name MultiPV value 501", &["1 to 500"]),
        ("name Move Overhead value 5001", &["0 to 5000"]),
        ("name Skill Level value 21", &["0 to 20"]),
        ("name Ponder value", &["'true' or 'false'"]),
        ("name Ponder value maybe", &["'true' or 'false'"]),
        ("name Ponder value 1", &["'true' or 'false'"]),
        ("name UCI_Elo value 1", &["UCI_Elo"]),
        ("name UCI_Variant value", &["wari"]),
        ("name UCI_Variant value chess", &["wari", "'chess'"]),
        ("name WariGrandSlam value maybe", &["keep, illegal, all"]),
        ("name ManySearch value max-n", &["paranoid, best-reply, maxn", "'max-n'"]),
        ("name OwnBook value true", &["OwnBook"]),
        ("name Has value 3", &["'Has'"]),
        ("name Clear Hash value now", &["Clear Hash"]),
        ("name Seed value -1", &["Seed"]),
        ("name MoveOverhead value 3", &["'MoveOverhead'"]),
    ] {
        let error = engine.refused(format_args!("setoption {option}"));
        assert!(words.iter().all(|word| error.contains(word)), "{option}: {error}");
        assert_eq!(state(&mut engine), before, "{option}");
    }
    engine.refused(format_args!("setoption name Hash value {}", "9".repeat(100_000)));
    assert!(
        engine.refused(format_args!("setoption name {} value 1", "x".repeat(100_000))).len() < 200
    );
}

#[test]
fn long_values_are_not_repeated_in_full() {
    let mut engine = Engine::start();
    for name in ["Hash", "Ponder", "UCI_Variant", "Clear Hash"] {
        let error =
            engine.refused(format_args!("setoption name {name} value {}", "9".repeat(10_000)));
        assert!(error.len() < 400, "{} bytes", error.len());
    }
    let error = engine.refused("setoption name Hash value \u{1b}[2J");
    assert!(!error.contains('\u{1b}'), "{error:?}");
}

#[test]
fn setting_the_variant_begins_its_game_at_once() {
    let mut engine = Engine::start();
    for name in ["wari", "WARI"] {
        engine.tell("position startpos moves A b");
        let lines = engine.say(format_args!("setoption name UCI_Variant value {name}"));
        let expected = format!(
            "info string variant wari files 6 ranks 2 pocket 0 template fairy startpos {START}"
        );
        assert_eq!(lines, [expected]);
        assert_eq!(engine.query("fen"), START);
        assert_eq!(engine.query("ply"), "0");
        assert_eq!(engine.query("variant"), "wari");
    }
}

#[test]
fn a_rule_of_the_game_begins_it_anew_and_another_option_does_not() {
    let mut engine = Engine::start();
    for option in
        ["Hash value 2", "Threads value 2", "Clear Hash", "MultiPV value 2", "Seed value 0"]
    {
        engine.tell(format_args!("position startpos moves A b\nsetoption name {option}"));
        assert_eq!(engine.query("ply"), "2", "{option}");
    }
    engine.tell("setoption name WariGrandSlam value all");
    assert_eq!(engine.query("fen"), START);
    // South's only move would take all that North has.
    let fen = "position fen 0-0-0-0-0-1-1-0-0-0-0-0-23-23-S";
    for (value, moves, score) in
        [("keep", "F", "23 25"), ("all", "F", "25 23"), ("illegal", "none", "24 24")]
    {
        engine.tell(format_args!("setoption name WariGrandSlam value {value}\n{fen}"));
        assert_eq!(engine.query("legalmoves"), moves, "{value}");
        if moves != "none" {
            engine.tell("moves F");
        }
        assert_eq!(engine.query("score"), score, "{value}");
    }
}

#[test]
fn options_set_during_a_search_hold_for_the_next_one() {
    let lines = lines_of(
        "go nodes 50000\nsetoption name MultiPV value 2\nsetoption name Hash value 1\n\
         setoption name Threads value 3\ngo depth 3",
    );
    assert_eq!(answers(&lines), 2);
    let searches: Vec<_> = lines.split_inclusive(|line| line.starts_with("bestmove")).collect();
    assert!(searches[0].iter().all(|line| !line.contains(" multipv 2 ")));
    assert!(searches[1].iter().any(|line| line.contains(" multipv 2 ")));
}

#[test]
fn extreme_settings_search() {
    for options in [
        &["Hash value 1"][..],
        &["Threads value 512", "Hash value 1"],
        &["MultiPV value 500", "Threads value 4"],
        &["Move Overhead value 5000"],
        &["Skill Level value 0", "Seed value 0", "MultiPV value 500"],
        &["UCI_LimitStrength value true", "UCI_Elo value 1000", "UCI_AnalyseMode value true"],
    ] {
        let mut engine = Engine::start();
        for option in options {
            engine.tell(format_args!("setoption name {option}"));
        }
        for limits in ["depth 4", "wtime 100 btime 100", "nodes 2000"] {
            assert_ne!(engine.go(limits).best(), "(none)", "{options:?}");
        }
    }
}

#[test]
fn clear_hash_empties_the_table() {
    for command in
        ["setoption name Clear Hash", "ucinewgame", "setoption name WariGrandSlam value all"]
    {
        let mut engine = Engine::start();
        engine.tell("setoption name Hash value 1");
        assert!(engine.go("nodes 200000").number("hashfull") > 0);
        engine.tell(command);
        assert_eq!(engine.go("depth 1").number("hashfull"), 0, "{command}");
    }
}

/// The memory is taken before `readyok`, not in the first search.
#[cfg(target_os = "linux")]
#[test]
fn the_hash_table_is_allocated_when_it_is_set() {
    let mut engine = Engine::start();
    engine.tell("setoption name Hash value 200");
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("the status");
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).expect("the size");
    let kilobytes: u64 = size.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kilobytes > 200 << 10, "{kilobytes} kB");
}
