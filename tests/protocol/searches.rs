//! `go`, and all that ends a search.

use crate::{
    ENDLESS, FINISHED, answers,
    common::{Engine, Search, lines_of},
    scored,
};
use std::time::{Duration, Instant};

/// More than any search of these tests may take that ends by its own clock.
const SOON: Duration = Duration::from_secs(10);

/// Asserts that a search goes on although it could answer.
fn assert_held(engine: &mut Engine) {
    for _ in 0..20 {
        let lines = engine.say("query fen");
        assert_eq!(answers(&lines), 0, "{}", engine.dialogue());
    }
}

#[test]
fn a_stop_without_a_search_says_nothing_and_does_not_hit_the_next_one() {
    let mut engine = Engine::start();
    engine.tell("stop\nponderhit\nstop");
    for script in ["stop\nstop\ngo depth 6", "ponderhit\nstop\nucinewgame\nstop\ngo depth 6"] {
        assert_eq!(Search::new(engine.ask(script, "bestmove")).number("depth"), 6, "{script}");
    }
    engine.ask("go infinite\nstop", "bestmove");
    engine.tell("stop");
    assert_eq!(engine.go("depth 6").number("depth"), 6);
    engine.send("ponderhit\ngo ponder depth 1");
    engine.until("info depth 1 ");
    assert_held(&mut engine);
    engine.ask("stop", "bestmove");
}

/// The stop may find the search running, ending or ended.
#[test]
fn a_late_stop_does_not_hit_the_next_search() {
    let mut engine = Engine::start();
    for round in 0..200 {
        let first = if round % 2 == 0 { "depth 1" } else { "movetime 1" };
        if round % 4 < 2 {
            engine.go(first);
            engine.send("stop\nponderhit");
        } else {
            engine.ask(format_args!("go {first}\nstop"), "bestmove");
        }
        assert_eq!(engine.go("depth 3").number("depth"), 3, "round {round}");
    }
}

#[test]
fn stop_ends_all_searches_before_it() {
    let mut engine = Engine::start();
    engine.send(format_args!(
        "{ENDLESS}\nposition startpos moves A\n{ENDLESS}\ngo nodes 1000000000\ngo perft 60\nbench 60\nstop"
    ));
    for _ in 0..3 {
        let search = Search::new(engine.until("bestmove"));
        assert!(search.last().contains(" score "));
    }
    engine.until("Nodes searched");
    engine.until("Nodes/second");
    assert_eq!(engine.go("depth 6").number("depth"), 6);
}

#[test]
fn a_search_that_follows_stop_at_once_is_answered() {
    let mut engine = Engine::start();
    for search in ["go infinite", "go ponder", ENDLESS, "go ponder depth 1"] {
        engine.send(format_args!("{search}\nstop\nposition startpos moves A\ngo depth 6"));
        engine.until("bestmove");
        assert_eq!(Search::new(engine.until("bestmove")).number("depth"), 6, "{search}");
        engine.tell("position startpos");
    }
}

#[test]
fn whatever_changes_the_position_ends_an_endless_search_and_waits_for_a_finite_one() {
    for command in [
        "position startpos moves A",
        "moves A",
        "setoption name Hash value 2",
        "ucinewgame",
        "flip",
        "go depth 2",
        "go perft 1",
        "bench 1",
    ] {
        for search in ["go infinite", "go ponder", "go ponder depth 1", "go infinite depth 3"] {
            let lines = lines_of(&format!("{search}\n{command}\ngo depth 3"));
            assert_eq!(answers(&lines), 2 + usize::from(command == "go depth 2"), "{command}");
        }
        let lines = lines_of(&format!("go depth 7\n{command}\ngo depth 3"));
        let first: Vec<_> = lines.split_inclusive(|line| line.starts_with("bestmove")).collect();
        assert_eq!(Search::new(first[0].to_vec()).number("depth"), 7, "{command}");
    }
    let mut engine = Engine::start();
    engine.ask("go infinite\nsetoption name Hash value 3", "bestmove");
    assert_eq!(engine.query("Hash"), "3");
    engine.ask("go infinite\nposition startpos moves A", "bestmove");
    assert_eq!(engine.query("ply"), "1");
}

#[test]
fn in_infinite_mode_there_is_no_answer_before_stop() {
    let finished = format!("position fen {}", FINISHED[0].0);
    for (position, search) in [
        ("position startpos", "go"),
        ("position startpos", "go infinite"),
        ("position startpos", "go infinite depth 1"),
        ("position startpos", "go infinite wtime 1 btime 1"),
        ("position startpos", "go infinite nodes 1 ponder"),
        ("position startpos", "go searchmoves A"),
        ("position fen 0-0-0-0-0-1-1-0-0-0-0-2-23-21-S", "go infinite"),
        (&finished, "go infinite"),
        (&finished, "go"),
    ] {
        let mut engine = Engine::start();
        engine.send(format_args!("{position}\n{search}"));
        engine.until("info depth ");
        assert_held(&mut engine);
        engine.send("ponderhit");
        assert_held(&mut engine);
        assert_eq!(answers(&engine.ask("stop", "bestmove")), 1);
        engine.tell("stop");
    }
}

#[test]
fn in_ponder_mode_there_is_no_answer_before_ponderhit_or_stop() {
    let finished = format!("position fen {}", FINISHED[0].0);
    for (position, limits) in [
        ("position startpos", "depth 1"),
        ("position startpos", "movetime 1"),
        ("position startpos", "nodes 1"),
        ("position startpos", "wtime 100 btime 100"),
        ("position startpos", "wtime -5 btime 0 movestogo 1"),
        ("position fen 0-0-0-0-0-1-1-0-0-0-0-2-23-21-S", "depth 9"),
        (&finished, "wtime 100 btime 100"),
    ] {
        for end in ["ponderhit", "stop"] {
            let mut engine = Engine::start();
            engine.send(format_args!("{position}\ngo ponder {limits}"));
            engine.until("info depth ");
            assert_held(&mut engine);
            engine.ask(end, "bestmove");
            engine.tell("ponderhit\nstop");
        }
    }
}

#[test]
fn ponderhit_reaches_a_search_that_waits() {
    let mut engine = Engine::start();
    engine.send("go nodes 200000\nposition startpos moves A\ngo ponder depth 3\nponderhit");
    engine.until("bestmove");
    assert_eq!(Search::new(engine.until("bestmove")).number("depth"), 3);
}

#[test]
fn pondering_without_limits_lasts_until_stop() {
    let mut engine = Engine::start();
    engine.ask("go ponder", "info depth 1 ");
    engine.send("ponderhit");
    assert_held(&mut engine);
    engine.ask("stop", "bestmove");
}

#[test]
fn a_limit_of_nothing_is_one_ply() {
    for limits in [
        "depth 0",
        "depth -3",
        "depth",
        "nodes 0",
        "nodes -1",
        "nodes",
        "movetime 0",
        "movetime -100",
        "wtime 0 btime 0",
        "wtime -1038 btime 1000 movestogo 39",
        "wtime btime 1000",
        "btime 1000",
        "wtime 0 winc 600000",
        "winc 600000",
        "movestogo 1",
        "p1time 0.5 p2time 600000",
        "p2time 600000",
        "wtime -99999999999999999999",
    ] {
        let search = Engine::start().go(limits);
        assert_eq!(search.number("depth"), 1, "{limits}: {search:#?}");
        assert_ne!(search.best(), "(none)");
    }
}

#[test]
fn each_side_has_its_own_clock() {
    for (moves, own, other) in
        [("", "wtime", "btime"), (" moves A", "btime", "wtime"), (" moves A", "p2time", "p1time")]
    {
        let mut engine = Engine::start();
        engine.tell(format_args!("position startpos{moves}"));
        let depth = |engine: &mut Engine, clocks: &str| engine.go(clocks).number("depth");
        assert_eq!(depth(&mut engine, &format!("{other} 0 {own} 600000 p3time 0 depth 5")), 5);
        assert_eq!(depth(&mut engine, &format!("{own} 0 {other} 600000 p3time 600000")), 1);
    }
}

/// There the search comes to its last ply at once.
#[test]
fn a_game_of_forced_moves_is_no_flood() {
    for fen in ["0-0-0-0-0-1-0-0-0-0-0-1-23-23-S", "1-0-0-0-0-0-0-0-0-0-0-1-23-23-S"] {
        for limits in
            ["depth 1000", "movetime 200", "wtime 2000 btime 2000", "nodes 100000000", "mate 200"]
        {
            let mut engine = Engine::start();
            engine.tell(format_args!("position fen {fen}"));
            let started = Instant::now();
            let search = engine.go(limits);
            assert!(started.elapsed() < SOON, "{limits}");
            assert!(search.lines.len() < 400, "{} lines", search.lines.len());
        }
    }
}

#[test]
fn limits_may_be_huge_and_broken() {
    for limits in [
        "depth 6 nodes 99999999999999999999 movetime 99999999999999999999",
        "depth 6 wtime 99999999999999999999 btime 1 winc 99999999999999999999",
        "depth 6.9 movestogo 99999999999999999999 wtime 600000",
        "mate 99999999999999999999 depth 6",
        "depth 99999999999999999999 nodes 20000",
        "wtime 600000.75 btime 600000 depth 6",
        "depth 6 wtime 9223372036854775807 winc 9223372036854775807 movestogo 1",
    ] {
        let search = Engine::start().go(limits);
        assert!(search.number("depth") >= 4, "{limits}: {search:#?}");
    }
}

#[test]
fn a_search_keeps_to_its_time() {
    for limits in [
        "movetime 100",
        "movetime 100 wtime 600000 btime 600000",
        "movetime 100 depth 127",
        "wtime 1000 btime 1000",
        "wtime 1000",
        "wtime 300 btime 300 movestogo 1",
        "wtime 300 btime 300 winc 600000 binc 600000",
        "p1time 1000 p2time 600000 p1inc 0 p2inc 600000",
    ] {
        let mut engine = Engine::start();
        let started = Instant::now();
        engine.go(limits);
        assert!(started.elapsed() < SOON, "{limits}");
    }
}

/// The nodes that searches with these limits say they have visited.
fn for_node_limits(mut check: impl FnMut(i64, i64)) {
    for threads in [1, 2] {
        let mut engine = Engine::start();
        engine.tell(format_args!("setoption name Threads value {threads}"));
        for nodes in [10_000, 50_000, 200_000] {
            engine.tell("ucinewgame");
            check(nodes, engine.go(&format!("nodes {nodes}")).number("nodes"));
        }
    }
}

#[test]
fn node_limits_are_kept() {
    for_node_limits(|nodes, visited| assert!(visited <= nodes + nodes / 100, "{visited}"));
}

#[test]
fn node_limits_are_used() {
    for_node_limits(|nodes, visited| assert!(visited >= nodes - nodes / 100, "{visited}"));
}

#[test]
fn one_thread_searches_the_same_tree_each_time() {
    let run = |engine: &mut Engine| {
        engine.tell("ucinewgame");
        ["", " moves A b", " moves A b C d"].map(|moves| {
            engine.tell(format_args!("position startpos{moves}"));
            let search = engine.go("depth 9");
            (search.number("nodes"), search.best().to_owned())
        })
    };
    let mut engine = Engine::start();
    let first = run(&mut engine);
    engine.go("depth 10");
    assert_eq!(run(&mut engine), first);
    assert_eq!(run(&mut Engine::start()), first);
}

#[test]
fn search_moves_are_the_only_ones_looked_at() {
    let mut engine = Engine::start();
    for (words, expected) in [("B", "B"), ("B B", "B"), ("F E", "EF"), ("FE", "EF"), ("", "ABCDEF")]
    {
        let search = engine.go(&format!("depth 5 searchmoves {words}"));
        assert!(expected.contains(search.best()), "{words}: {search:#?}");
        assert!(search.lines.iter().all(|line| line.starts_with("info depth ")), "{search:#?}");
        for line in scored(&search) {
            let first = line.split(" pv ").nth(1).and_then(|pv| pv.split(' ').next());
            assert!(first.is_some_and(|mv| expected.contains(mv)), "{words}: {line}");
        }
    }
    for (words, unknown, expected) in [
        ("x B a", "'x', 'a'", "B"),
        ("x", "'x'", "ABCDEF"),
        ("0000 e2e4", "'0000', 'e2e4'", "ABCDEF"),
    ] {
        let search = engine.go(&format!("searchmoves {words} depth 5"));
        let error = search.lines[0].strip_prefix("info string error: ").expect("an error");
        assert!(error.contains(unknown), "{error}");
        assert!(search.lines[1..].iter().all(|line| !line.contains("error")), "{search:#?}");
        assert!(expected.contains(search.best()));
    }
}

#[test]
fn a_wrong_word_does_not_start_a_search() {
    let mut engine = Engine::start();
    for limits in
        ["dpeth 5", "depth x", "depth 5 x", "movetime 1e9", "perft", "perft x", "perft -1", "5"]
    {
        engine.refused(format_args!("go {limits}"));
    }
    engine.tell("stop");
}

#[test]
fn finished_games_are_answered() {
    for (fen, result, reason, score) in FINISHED {
        for dialect in ["uci", "ugi"] {
            let mut engine = Engine::start();
            engine.ask(dialect, &format!("{dialect}ok"));
            engine.tell(format_args!("position fen {fen}"));
            assert_eq!(engine.query("gameover"), "true", "{fen}");
            assert_eq!(engine.query("result"), result, "{fen}");
            assert_eq!(engine.query("reason"), reason, "{fen}");
            for limits in
                ["depth 5", "wtime 1000 btime 1000", "mate 3", "nodes 5 searchmoves", "movetime 9"]
            {
                let search = engine.go(limits);
                assert_eq!(search.lines, [format!("info depth 0 score {score}")], "{fen}");
                assert_eq!(search.answer, "bestmove (none)");
            }
            assert_eq!(engine.ask("go perft 3", "Nodes"), ["", "Nodes searched: 0"]);
        }
    }
}

#[test]
fn perft_counts_by_moves() {
    let lines = lines_of("go perft 3");
    let (moves, total) = lines.split_at(6);
    let names: Vec<_> = moves.iter().map(|line| line.split(':').next()).collect();
    assert_eq!(names, ["A", "B", "C", "D", "E", "F"].map(Some));
    assert_eq!(total, ["", "Nodes searched: 190"]);
    let sum: i64 = moves.iter().map(|line| crate::common::number(line, &line[..2])).sum();
    assert_eq!(sum, 190);
    assert_eq!(lines_of("go perft 0"), ["", "Nodes searched: 1"]);
    assert_eq!(lines_of("go perft 1").len(), 8);
}

#[test]
fn bench_is_the_same_each_time() {
    let bench = || {
        let mut lines = lines_of(
            "setoption name Threads value 2\nsetoption name Hash value 1\ngo depth 4\nbench 4",
        );
        lines.drain(
            ..=lines.iter().position(|line| line.starts_with("bestmove")).expect("an answer"),
        );
        assert!(lines.pop().is_some_and(|line| line.starts_with("Nodes/second: ")));
        let total = lines.pop().expect("the total");
        let nodes: u64 = lines
            .iter()
            .map(|line| line.split_once(": ").and_then(|(_, nodes)| nodes.parse::<u64>().ok()))
            .sum::<Option<u64>>()
            .expect("numbers of nodes");
        assert_eq!(total, format!("Nodes searched: {nodes}"));
        nodes
    };
    let nodes = bench();
    assert!(nodes > 0);
    assert_eq!(bench(), nodes);
    let plain = lines_of("bench 4");
    assert!(
        plain.contains(&format!("Nodes searched: {nodes}")),
        "options do not matter: {plain:#?}"
    );
}

#[test]
fn a_handicap_is_repeatable() {
    let best = |level: &str, seed: u64| {
        let mut engine = Engine::start();
        engine.tell(format_args!("setoption name {level}\nsetoption name Seed value {seed}"));
        let moves = ["", " moves A", " moves A b"].map(|moves| {
            engine.tell(format_args!("position startpos{moves}"));
            engine.go("depth 6").best().to_owned()
        });
        moves.concat()
    };
    for level in ["Skill Level value 0", "Skill Level value 5"] {
        let games: Vec<_> = (1..=8).map(|seed| best(level, seed)).collect();
        assert!(games.iter().any(|game| *game != games[0]), "{level}: {games:?}");
        assert_eq!(best(level, 3), games[2]);
    }
    let limited = "UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000";
    assert_eq!(best(limited, 4), best(limited, 4));
    let full = best("Skill Level value 20", 1);
    assert_eq!(full, best("Skill Level value 20", 2));
    let analysis = "Skill Level value 0\nsetoption name UCI_AnalyseMode value true";
    assert_eq!(full, best(analysis, 3), "analysis has no handicap");
}
