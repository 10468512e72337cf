//! Lines, the end of the input and of the output, and what may happen meanwhile.

use crate::{
    ENDLESS, START, answers,
    common::{Engine, PATIENCE, WARI, lines_of, ninefold, run, wait_while},
    state,
};
use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::Stdio,
    time::Instant,
};

#[test]
fn nothing_is_said_before_the_first_command() {
    let end = Engine::with_args(&[]).finish();
    assert!(end.status.success() && end.lines.is_empty(), "{end:?}");
    let mut engine = Engine::start();
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
}

#[test]
fn blanks_and_line_ends_mean_nothing() {
    for text in [
        "isready\n",
        "isready\r\n",
        "  isready  \n",
        "\tisready\t\r\n",
        "\u{feff}isready\n",
        "\n\r\n \n\t\nisready\n\n",
        "isready",
        "isready\r",
        "isready now\n",
    ] {
        let mut engine = Engine::start();
        engine.send_bytes(text.as_bytes());
        let end = engine.finish();
        assert_eq!(end.lines, ["readyok"], "{text:?}");
        assert!(end.status.success());
    }
    let lines = lines_of(
        " position \t fen  4-4-4-4-4-4-4-4-4-4-4-4-0-0-S \t 0  1   moves\tA  b \t\nquery  ply",
    );
    assert_eq!(lines, ["response 2"]);
}

#[test]
fn unknown_words_are_skipped_before_the_commands_of_others_only() {
    let lines = lines_of(
        "joho isready\nwhy on earth query ply\nplease position startpos moves A\nquery ply",
    );
    assert_eq!(lines, ["readyok", "response 0", "response 1"]);
    let mut engine = Engine::start();
    for line in ["xyzzy", "joho d", "please moves A", "ISREADY", "bestmove A", "d d", "flip it"] {
        engine.refused(line);
    }
    assert_eq!(engine.query("fen"), START);
}

#[test]
fn a_line_that_is_no_text_is_dropped_whole() {
    let long = |length: usize| {
        [b"position startpos moves A".as_slice(), &vec![b' '; length - 25]].concat()
    };
    let mut engine = Engine::start();
    engine.send("ucinewgame\nposition startpos moves C");
    let before = state(&mut engine);
    for (line, reason) in [
        (b"position startpos moves A\0".to_vec(), "NUL"),
        (b"\0".to_vec(), "NUL"),
        (b"position startpos moves A \xff".to_vec(), "UTF-8"),
        (b"\xc3\x28 quit".to_vec(), "UTF-8"),
        (long((1 << 20) + 1), "too long"),
        (long(3 << 20), "too long"),
    ] {
        engine.send_bytes(&line);
        let error = engine.refused("");
        assert!(error.contains(reason), "{error}");
        assert_eq!(state(&mut engine), before);
    }
    engine.send_bytes(&long(1 << 20));
    engine.tell("");
    assert_eq!(engine.query("fen"), "0-5-5-5-5-4-4-4-4-4-4-4-0-0-N 1 1");
}

#[test]
fn a_line_of_a_hundred_thousand_words_is_read() {
    let mut engine = Engine::start();
    engine.tell(format_args!("position startpos moves{} A", " moves".repeat(100_000)));
    assert_eq!(engine.query("ply"), "1");
    engine.refused(format_args!("position startpos moves{}", " x".repeat(300_000)));
    engine.refused("x ".repeat(400_000));
    engine.refused(format_args!("setoption name {} value 3", "Hash ".repeat(100_000)));
    assert_eq!(engine.query("ply"), "1");
}

#[test]
fn every_line_of_a_flood_is_answered() {
    let lines = lines_of(&"isready\nquery ply\nxyzzy\n".repeat(10_000));
    assert_eq!(lines.len(), 30_000);
}

#[test]
fn questions_are_answered_during_a_search() {
    for search in
        ["go infinite", ENDLESS, "go ponder wtime 1000 btime 1000", "go perft 60", "bench 60"]
    {
        let mut engine = Engine::start();
        engine.send(search);
        for (question, end) in [
            ("isready", "readyok"),
            ("query fen", "response "),
            ("d", "Legal moves: 6"),
            ("eval", "Static evaluation"),
            ("rules", "Notation."),
            ("help", "quit"),
            ("variants", "wari"),
            ("uci", "uciok"),
            ("ugi", "ugiok"),
            ("xyzzy", "info string error"),
        ] {
            let lines = engine.ask(question, end);
            assert_eq!(answers(&lines), 0, "{question} during {search}");
        }
        engine.send("quit");
        assert!(engine.wait().status.success());
    }
}

#[test]
fn the_end_of_input_lets_finite_searches_finish() {
    for (script, depths) in [
        ("go depth 9", vec![9]),
        (
            "position startpos moves C\ngo depth 8\nposition startpos moves C d\ngo depth 7\ngo depth 2",
            vec![8, 7, 2],
        ),
        ("go movetime 50\ngo depth 3", vec![1, 3]),
        ("go wtime 500 btime 500\nucinewgame\ngo mate 2", vec![1, 4]),
    ] {
        let lines = lines_of(script);
        let searches: Vec<_> = lines.split_inclusive(|line| line.starts_with("bestmove")).collect();
        assert_eq!(searches.len(), depths.len(), "{script}");
        for (search, depth) in searches.iter().zip(depths) {
            let start = format!("info depth {depth} ");
            assert!(search.iter().any(|line| line.starts_with(&start)), "{script}: {lines:#?}");
        }
    }
    assert_eq!(lines_of("go perft 6").last().map(String::as_str), Some("Nodes searched: 27332"));
    assert!(lines_of("").is_empty());
}

#[test]
fn the_end_of_input_ends_searches_that_only_the_client_could_end() {
    for (script, count) in [
        ("go", 1),
        ("go infinite", 1),
        ("go ponder", 1),
        ("go ponder depth 1", 1),
        ("go ponder wtime 1000 btime 1000", 1),
        ("go nodes 20000\ngo infinite\nposition startpos moves A\ngo ponder\ngo depth 2", 4),
        ("position fen 1-0-0-0-0-0-0-0-0-0-0-0-22-25-S\ngo infinite", 1),
    ] {
        assert_eq!(answers(&lines_of(script)), count, "{script}");
    }
}

#[test]
fn quit_ends_a_search_at_once() {
    for search in ["go infinite", ENDLESS, "go ponder depth 1", "go infinite\nisready"] {
        let end = run(WARI, &format!("{search}\nquit\nisready\ngo infinite\nxyzzy"));
        assert!(end.status.success());
        assert_eq!(answers(&end.lines), 1, "{search}: {end:?}");
        assert!(end.lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{end:?}");
    }
    for script in
        ["quit", "isready\nquit", "quit now\nisready", "go perft 60\nquit", "bench 60\nquit"]
    {
        let mut engine = Engine::start();
        engine.send(script);
        assert!(engine.wait().status.success(), "{script}");
    }
    let mut engine = Engine::start();
    engine.send(format_args!("{ENDLESS}\nposition startpos moves A\n{ENDLESS}\nquit"));
    assert_eq!(answers(&engine.wait().lines), 1, "searches that wait are not begun");
}

/// Says `before`, which is answered by `readyok`, closes the output, and says `after`
/// until the process ends: one that was being started at that moment may have kept
/// the pipe open. The input stays open all the time.
fn close_output(before: &str, after: &str) {
    let mut child = ninefold(WARI)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("the output is a pipe"));
    writeln!(stdin, "{before}").expect("the input is open");
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    assert_eq!(line, "readyok\n");
    drop(stdout);
    let status = wait_while(&mut child, || {
        // The process may have ended already.
        let _ = stdin.write_all(after.as_bytes());
    });
    assert!(status.success(), "{before}, {after}");
}

#[test]
fn a_closed_output_ends_the_process() {
    for (before, after) in [
        ("isready\ngo infinite", ""),
        ("isready\ngo movetime 600000", ""),
        ("isready\ngo ponder depth 1", "stop\n"),
        ("isready\ngo perft 60", "isready\n"),
        ("isready\nbench 60", "isready\n"),
        ("isready", "isready\n"),
        ("isready", "xyzzy\n"),
        ("isready", "position startpos\ngo nodes 1000000000\n"),
        ("isready\ngo movetime 600000", "go movetime 600000\ngo perft 60\nquit\n"),
    ] {
        close_output(before, after);
    }
    // More than a pipe holds: the process is in the middle of writing.
    close_output(&format!("isready\n{}", "help\n".repeat(1000)), "");
}

#[test]
fn a_closed_output_ends_a_process_that_has_nothing_to_say() {
    for job in ["go perft 60", "bench 60", "go infinite depth 1", "isready"] {
        close_output(&format!("isready\n{job}"), "");
    }
}

/// A file has no reader, and yet is no closed output.
#[test]
fn a_search_into_a_file_is_finished() {
    let file = std::env::temp_dir().join(format!("ninefold-{}.output", std::process::id()));
    let output = std::fs::File::create(&file).expect("a file");
    let mut child = ninefold(&[WARI, &["--command", "go movetime 2500"]].concat())
        .stdin(Stdio::null())
        .stdout(output)
        .spawn()
        .expect("the program starts");
    let status = wait_while(&mut child, || {});
    let lines = std::fs::read_to_string(&file).expect("the output");
    let _ = std::fs::remove_file(&file);
    assert!(status.success() && lines.contains("\nbestmove "), "{status}: {lines}");
}

/// Managers compare whole lines, and an empty one ends the reader of Aualé.
#[test]
fn lines_are_neither_empty_nor_padded() {
    let script = "uci\nugi\nisready\nsetoption name UCI_Variant value wari\nsetoption name Hash\nxyzzy\n\
                  setoption name UCI_ShowWDL value true\nsetoption name MultiPV value 3\ndebug on\n\
                  go depth 5\ngo depth 3 searchmoves A x\nbench 2\nvariants\nquery board\nquery legalmoves\n\
                  query weather\nposition fen 1\nmoves x\ngo depth 1\nquery legalmoves\nflip\n";
    for line in lines_of(script) {
        assert!(!line.is_empty() && line.trim() == line, "{line:?}");
    }
    let perft = lines_of("go perft 1");
    assert_eq!(perft.iter().filter(|line| line.is_empty()).count(), 1);
    for line in ["d", "eval", "rules", "help"].map(lines_of).concat() {
        assert_eq!(line.trim_end(), line);
    }
}

/// Words of the protocol in any order, as a client gone mad would send them.
#[test]
fn no_nonsense_breaks_the_engine() {
    const WORDS: &[&str] = &[
        "uci",
        "ugi",
        "isready",
        "debug",
        "on",
        "setoption",
        "name",
        "value",
        "Hash",
        "MultiPV",
        "Clear Hash",
        "UCI_Variant",
        "wari",
        "WariGrandSlam",
        "all",
        "Skill Level",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "depth",
        "nodes",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "mate",
        "infinite",
        "ponder",
        "searchmoves",
        "perft",
        "stop",
        "ponderhit",
        "query",
        "gameover",
        "islegal",
        "board",
        "result",
        "d",
        "eval",
        "flip",
        "ucinewgame",
        "A",
        "b",
        "Cd",
        "F",
        "e",
        "x",
        "0",
        "1",
        "-1",
        "3",
        "99999999999999999999",
        "0.5",
        "\u{0}",
        "ř",
        "\t",
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
        "1-0-0-0-0-0-0-0-0-0-0-0-22-25-S",
        "true",
        "\n",
        "\n",
        "\ngo depth 2",
        "\nposition startpos moves A",
        "\nstop\n",
        "\nsetoption name",
        "\nquery",
    ];
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut engine = Engine::start();
    let started = Instant::now();
    for _ in 0..200 {
        let mut script = String::new();
        for _ in 0..60 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            script.push_str(WORDS[(random >> 33) as usize % WORDS.len()]);
            script.push(' ');
        }
        engine.ask(format_args!("{script}\nstop\nisready"), "readyok");
    }
    assert!(started.elapsed() < 4 * PATIENCE);
    assert!(engine.finish().status.success());
}
