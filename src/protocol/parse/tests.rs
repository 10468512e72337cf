#![allow(clippy::unwrap_used, clippy::panic)]

use super::*;
use crate::protocol::{Clock, Go};
use std::{error::Error, num::IntErrorKind};

/// Every line of a table means the command beside it.
fn check(table: &[(&str, Command<'_>)]) {
    for (line, command) in table {
        assert_eq!(parse(line).as_ref(), Ok(&Some(command.clone())), "{line:?}");
    }
}

/// Every line of a table is refused with the message beside it.
fn check_refused(table: &[(&str, &str)]) {
    for (line, message) in table {
        match parse(line) {
            Err(error) => assert_eq!(error.to_string(), *message, "{line:?}"),
            Ok(command) => panic!("{line:?} was read as {command:?}"),
        }
    }
}

fn set_option(name: &str, value: Option<&str>) -> Command<'static> {
    Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
}

fn startpos(moves: &str) -> Command<'_> {
    let start = Start::Startpos;
    Command::Position { start, moves }
}

fn fen<'a>(fen: &'a str, moves: &'a str) -> Command<'a> {
    let start = Start::Fen(fen);
    Command::Position { start, moves }
}

fn clock(time: Option<i64>, increment: Option<i64>) -> Clock {
    Clock { time, increment }
}

fn depth(depth: i64) -> Command<'static> {
    Command::Go(Go { depth: Some(depth), ..Go::default() })
}

#[test]
fn blank_lines_are_nothing() {
    for line in ["", " ", "\t", "\r", " \t \r "] {
        assert_eq!(parse(line), Ok(None), "{line:?}");
    }
}

#[test]
fn any_blanks_separate_words() {
    check(&[
        ("  isready\r", Command::IsReady),
        ("\tisready ", Command::IsReady),
        ("go\tdepth \t 7\r", depth(7)),
        ("\rgo\rdepth\r7", depth(7)),
        (
            " setoption  name\tMove   Overhead \t value  1  2 ",
            set_option("Move Overhead", Some("1 2")),
        ),
    ]);
    // No blanks of the protocol, though `char::is_whitespace` holds.
    check_refused(&[
        (
            "go\u{a0}infinite",
            "column 1: expected a command ('help' lists them), found 'go\\u{a0}infinite'",
        ),
        ("isready\n", "column 1: expected a command ('help' lists them), found 'isready\\n'"),
    ]);
}

#[test]
fn commands_without_arguments() {
    check(&[
        ("uci", Command::Uci),
        ("ugi", Command::Ugi),
        ("isready", Command::IsReady),
        ("ucinewgame", Command::NewGame),
        ("uginewgame", Command::NewGame),
        ("register", Command::Register),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("d", Command::Display),
        ("eval", Command::Eval),
        ("flip", Command::Flip),
        ("variants", Command::Variants),
        ("rules", Command::Rules),
        ("help", Command::Help),
    ]);
}

#[test]
fn what_follows_a_command_of_uci_without_arguments_is_ignored() {
    check(&[
        ("uci foo", Command::Uci),
        ("ugi 1.0", Command::Ugi),
        ("isready x", Command::IsReady),
        ("isready quit", Command::IsReady),
        ("ucinewgame now", Command::NewGame),
        ("uginewgame now", Command::NewGame),
        ("register name A B code 42", Command::Register),
        ("register later", Command::Register),
        ("stop now", Command::Stop),
        ("ponderhit e2e4", Command::PonderHit),
        ("quit please", Command::Quit),
    ]);
}

#[test]
fn what_follows_our_own_additions_is_refused() {
    check_refused(&[
        ("d x", "column 3: expected the end of the line after 'd', found 'x'"),
        ("eval 3", "column 6: expected the end of the line after 'eval', found '3'"),
        ("flip  all", "column 7: expected the end of the line after 'flip', found 'all'"),
        ("variants wari", "column 10: expected the end of the line after 'variants', found 'wari'"),
        ("rules of wari", "column 7: expected the end of the line after 'rules', found 'of'"),
        ("help go", "column 6: expected the end of the line after 'help', found 'go'"),
        ("bench 5 6", "column 9: expected the end of the line after '5', found '6'"),
    ]);
}

#[test]
fn unknown_words_are_skipped_before_commands_of_uci_and_ugi() {
    check(&[
        ("joho debug on", Command::Debug(true)),
        ("1 2 3 uci", Command::Uci),
        ("x ugi", Command::Ugi),
        ("x isready", Command::IsReady),
        ("x setoption name N", set_option("N", None)),
        ("x register later", Command::Register),
        ("x ucinewgame", Command::NewGame),
        ("x uginewgame", Command::NewGame),
        ("x position startpos", startpos("")),
        ("x go depth 3", depth(3)),
        ("x stop", Command::Stop),
        ("x ponderhit", Command::PonderHit),
        ("x quit", Command::Quit),
        ("x query turn", Command::Query(Query::Turn)),
        ("x stop quit", Command::Stop),
        ("x bench stop", Command::Stop),
    ]);
    check_refused(&[
        ("x debug y", "column 9: expected 'on' or 'off' after 'debug', found 'y'"),
        ("go dpeth stop", "column 4: expected a limit such as 'depth' after 'go', found 'dpeth'"),
    ]);
}

#[test]
fn unknown_commands() {
    check_refused(&[
        ("xyz", "column 1: expected a command ('help' lists them), found 'xyz'"),
        ("  xyz abc", "column 3: expected a command ('help' lists them), found 'xyz'"),
        // Whole words, in lower case.
        ("UCI", "column 1: expected a command ('help' lists them), found 'UCI'"),
        ("ucinewgames", "column 1: expected a command ('help' lists them), found 'ucinewgames'"),
        // Our own additions only count at the front.
        ("x moves a1", "column 1: expected a command ('help' lists them), found 'x'"),
        (
            "x d eval bench flip variants rules help",
            "column 1: expected a command ('help' lists them), found 'x'",
        ),
    ]);
}

#[test]
fn debug_is_on_or_off() {
    check(&[("debug on", Command::Debug(true)), ("debug off", Command::Debug(false))]);
    check_refused(&[
        ("debug", "column 6: expected 'on' or 'off' after 'debug', found the end of the line"),
        ("debug On", "column 7: expected 'on' or 'off' after 'debug', found 'On'"),
        ("debug onn", "column 7: expected 'on' or 'off' after 'debug', found 'onn'"),
        ("debug on off", "column 10: expected the end of the line after 'on', found 'off'"),
    ]);
}

#[test]
fn options_have_names_and_perhaps_values_of_any_number_of_words() {
    check(&[
        ("setoption name Hash value 64", set_option("Hash", Some("64"))),
        ("setoption name Clear Hash", set_option("Clear Hash", None)),
        ("setoption name File value", set_option("File", Some(""))),
        (
            "setoption name Style value very  solid value",
            set_option("Style", Some("very solid value")),
        ),
        ("setoption name name value name", set_option("name", Some("name"))),
        ("setoption name Value Value", set_option("Value Value", None)),
        ("setoption name OwnBook value true|false", set_option("OwnBook", Some("true|false"))),
    ]);
    check_refused(&[
        ("setoption", "column 10: expected 'name' after 'setoption', found the end of the line"),
        ("setoption Hash value 64", "column 11: expected 'name' after 'setoption', found 'Hash'"),
        (
            "setoption name",
            "column 15: expected the name of an option after 'name', found the end of the line",
        ),
        (
            "setoption name value 64",
            "column 16: expected the name of an option after 'name', found 'value'",
        ),
    ]);
}

#[test]
fn positions_begin_at_the_start_or_at_a_fen() {
    check(&[
        ("position startpos", startpos("")),
        ("position startpos moves", startpos("")),
        ("position startpos moves a b", startpos("a b")),
        ("position startpos moves  a \t b ", startpos("a \t b")),
        ("position startpos moves a moves b", startpos("a moves b")),
        ("position startpos moves moves", startpos("moves")),
        ("position fen startpos", startpos("")),
        ("position fen startpos moves a", startpos("a")),
        ("position fen 8/8 w  - 0 1", fen("8/8 w  - 0 1", "")),
        ("position  fen  8/8 w 0 1 \t moves  a b", fen("8/8 w 0 1", "a b")),
        ("position fen startpos w", fen("startpos w", "")),
        (
            "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves AbC",
            fen("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "AbC"),
        ),
    ]);
    check_refused(&[
        (
            "position",
            "column 9: expected 'startpos' or 'fen' after 'position', found the end of the line",
        ),
        (
            "position moves a",
            "column 10: expected 'startpos' or 'fen' after 'position', found 'moves'",
        ),
        (
            "position 8/8 w 0 1",
            "column 10: expected 'startpos' or 'fen' after 'position', found '8/8'",
        ),
        ("position fen", "column 13: expected a FEN after 'fen', found the end of the line"),
        ("position fen moves a", "column 14: expected a FEN after 'fen', found 'moves'"),
        (
            "position startpos mvoes a",
            "column 19: expected 'moves' or the end of the line after 'startpos', found 'mvoes'",
        ),
        (
            "position startpos w",
            "column 19: expected 'moves' or the end of the line after 'startpos', found 'w'",
        ),
    ]);
}

#[test]
fn moves_are_the_rest_of_the_line() {
    check(&[
        ("moves", Command::Moves("")),
        ("moves  ", Command::Moves("")),
        ("moves a1b2", Command::Moves("a1b2")),
        ("moves  a1b2  b2 ", Command::Moves("a1b2  b2")),
        ("moves go", Command::Moves("go")),
    ]);
}

#[test]
fn go_takes_every_argument_in_any_order() {
    let uci = Go {
        clocks: [clock(Some(1), Some(3)), clock(Some(2), Some(4)), Clock::default()],
        moves_to_go: Some(5),
        ..Go::default()
    };
    let ugi = Go {
        clocks: [clock(Some(1), Some(4)), clock(Some(2), Some(5)), clock(Some(3), Some(6))],
        ..Go::default()
    };
    let limits = Go {
        move_time: Some(1),
        depth: Some(2),
        nodes: Some(3),
        mate: Some(4),
        infinite: true,
        ponder: true,
        ..Go::default()
    };
    let one_clock =
        Go { clocks: [Clock::default(), clock(Some(9), None), Clock::default()], ..Go::default() };
    let ponder = Go { ponder: true, ..Go::default() };
    check(&[
        ("go", Command::Go(Go::default())),
        ("go wtime 1 btime 2 winc 3 binc 4 movestogo 5", Command::Go(uci.clone())),
        ("go movestogo 5 binc 4 winc 3 btime 2 wtime 1", Command::Go(uci)),
        ("go p1time 1 p2time 2 p3time 3 p1inc 4 p2inc 5 p3inc 6", Command::Go(ugi)),
        ("go movetime 1 depth 2 nodes 3 mate 4 infinite ponder", Command::Go(limits.clone())),
        ("go ponder infinite mate 4 nodes 3 depth 2 movetime 1", Command::Go(limits)),
        ("go btime 9", Command::Go(one_clock)),
        ("go ponder", Command::Go(ponder)),
        ("go depth 1 depth 2", depth(2)),
        ("go depth 1 depth", depth(0)),
    ]);
}

#[test]
fn go_takes_moves_up_to_the_next_argument() {
    let go = |moves: &[&'static str], depth| {
        Command::Go(Go { search_moves: Some(moves.to_vec()), depth, ..Go::default() })
    };
    check(&[
        ("go searchmoves", go(&[], None)),
        ("go searchmoves a  b", go(&["a", "b"], None)),
        ("go searchmoves a b depth 3", go(&["a", "b"], Some(3))),
        ("go depth 3 searchmoves a b", go(&["a", "b"], Some(3))),
        ("go searchmoves depth 3", go(&[], Some(3))),
        ("go searchmoves a searchmoves b c", go(&["b", "c"], None)),
    ]);
}

#[test]
fn numbers_of_go_may_be_anything_that_clients_compute() {
    let table = [
        ("0", 0),
        ("007", 7),
        ("-5", -5),
        ("+5", 5),
        ("-0", 0),
        ("1000.75", 1000),
        ("-1000.75", -1000),
        ("-0.5", 0),
        (".5", 0),
        ("-.5", 0),
        ("5.", 5),
        ("9223372036854775807", i64::MAX),
        ("9223372036854775808", i64::MAX),
        ("-9223372036854775808", i64::MIN),
        ("-99999999999999999999.9", i64::MIN),
        ("", 0),
    ];
    for (text, number) in table {
        for line in [
            format!("go depth {text}"),
            format!("go depth {text} infinite"),
            format!("go infinite depth {text} nodes 1"),
        ] {
            let Ok(Some(Command::Go(go))) = parse(&line) else {
                panic!("{line:?}: {:?}", parse(&line));
            };
            assert_eq!(go.depth, Some(number), "{line:?}");
        }
    }
    for text in [
        "x", "4x", "x4", "0x10", "1e9", "1e-9", "--5", "+-5", "-", "+", ".", "-.", "1.2.3", "1,5",
        "1.5s", "1_000", "٣", "inf", "nan",
    ] {
        for before in ["go", "go infinite", "go depth 3 nodes"] {
            let line = format!("{before} depth {text} infinite");
            let error = parse(&line).unwrap_err();
            assert_eq!(error.column, before.len() + 8, "{line:?}");
            assert_eq!(error.expected, "a depth (integer) after 'depth'");
            assert_eq!(error.found, format!("'{text}'"));
        }
    }
}

#[test]
fn go_names_the_number_that_is_wrong() {
    check_refused(&[
        ("go depth x", "column 10: expected a depth (integer) after 'depth', found 'x'"),
        (
            "go wtime 5 btime 1e9",
            "column 18: expected a time in milliseconds (integer) after 'btime', found '1e9'",
        ),
        (
            "go p3inc 3s",
            "column 10: expected an increment in milliseconds (integer) after 'p3inc', found '3s'",
        ),
        (
            "go movestogo many",
            "column 14: expected a number of moves (integer) after 'movestogo', found 'many'",
        ),
        ("go mate #3", "column 9: expected a number of moves (integer) after 'mate', found '#3'"),
        (
            "go nodes 10k",
            "column 10: expected a number of nodes (integer) after 'nodes', found '10k'",
        ),
    ]);
}

#[test]
fn go_refuses_words_that_it_does_not_know() {
    check_refused(&[
        ("go dpeth 5", "column 4: expected a limit such as 'depth' after 'go', found 'dpeth'"),
        ("go Depth 5", "column 4: expected a limit such as 'depth' after 'go', found 'Depth'"),
        ("go 5", "column 4: expected a limit such as 'depth' after 'go', found '5'"),
        (
            "go infinite 5",
            "column 13: expected a limit such as 'depth' after 'infinite', found '5'",
        ),
        ("go depth 5 6", "column 12: expected a limit such as 'depth' after '5', found '6'"),
    ]);
}

#[test]
fn perft_stands_alone() {
    check(&[
        ("go perft 0", Command::Perft(0)),
        ("go perft 6", Command::Perft(6)),
        ("go perft 999", Command::Perft(999)),
    ]);
    let expected = "expected a depth (integer from 0 to 999) after 'perft'";
    for (text, found) in [
        ("", "the end of the line"),
        (" -1", "'-1'"),
        (" 1.5", "'1.5'"),
        (" x", "'x'"),
        (" depth", "'depth'"),
        (" 1000", "'1000'"),
        (" 4294967296", "'4294967296'"),
    ] {
        let error = parse(&format!("go perft{text}")).unwrap_err();
        let column = if text.is_empty() { 9 } else { 10 };
        assert_eq!(error.to_string(), format!("column {column}: {expected}, found {found}"));
    }
    check_refused(&[
        ("go perft 3 depth 4", "column 12: expected the end of the line after '3', found 'depth'"),
        (
            "go depth 4 perft 3",
            "column 12: expected a limit other than 'perft' after '4', found 'perft'",
        ),
        (
            "go searchmoves a perft 3",
            "column 18: expected a limit other than 'perft' after 'a', found 'perft'",
        ),
    ]);
}

#[test]
fn queries() {
    for (keyword, query) in QUERIES {
        let line = format!("query {keyword}");
        assert_eq!(parse(&line), Ok(Some(Command::Query(query))), "{line}");
    }
    let ask = Command::Query;
    check(&[
        ("query gameover", ask(Query::GameOver)),
        ("query p1turn", ask(Query::SeatTurn(1))),
        ("query p2turn", ask(Query::SeatTurn(2))),
        ("query p3turn", ask(Query::SeatTurn(3))),
        ("query result", ask(Query::Result)),
        ("query  legalmoves ", ask(Query::LegalMoves)),
        ("query islegal a1b2", ask(Query::IsLegal("a1b2"))),
        ("query islegal  a1 b2 ", ask(Query::IsLegal("a1 b2"))),
        ("query islegalx", ask(Query::Other("islegalx"))),
        ("query GameOver", ask(Query::Other("GameOver"))),
        ("query gameover now", ask(Query::Other("gameover now"))),
        ("query p4turn", ask(Query::Other("p4turn"))),
        ("query  Move Overhead ", ask(Query::Other("Move Overhead"))),
    ]);
    check_refused(&[
        (
            "query",
            "column 6: expected a question such as 'gameover' after 'query', found the end of the \
             line",
        ),
        ("query islegal ", "column 14: expected a move after 'islegal', found the end of the line"),
    ]);
}

#[test]
fn bench_takes_a_depth() {
    check(&[
        ("bench", Command::Bench(None)),
        ("bench 1", Command::Bench(Some(1))),
        ("bench 127", Command::Bench(Some(127))),
    ]);
    for text in ["0", "128", "-1", "x", "5.5", "99999999999"] {
        let error = parse(&format!("bench {text}")).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "column 7: expected a depth (integer from 1 to 127) after 'bench', found '{text}'"
            )
        );
    }
}

#[test]
fn real_clients() {
    let go = |clocks| Command::Go(Go { clocks, ..Go::default() });
    check(&[
        // cutegames
        (
            "go p1time 60000 p2time 59990 p1inc 1000 p2inc 1000",
            go([clock(Some(60000), Some(1000)), clock(Some(59990), Some(1000)), Clock::default()]),
        ),
        ("position fen startpos moves", startpos("")),
        ("query p1turn", Command::Query(Query::SeatTurn(1))),
        // cutergames
        ("moves a1a2", Command::Moves("a1a2")),
        // Aualé
        (
            "go depth 2 movetime 600",
            Command::Go(Go { depth: Some(2), move_time: Some(600), ..Go::default() }),
        ),
        ("setoption name OwnBook value false", set_option("OwnBook", Some("false"))),
        // python-chess
        ("setoption name UCI_Variant value siga", set_option("UCI_Variant", Some("siga"))),
        // Clocks of clients that compute with floating point, and that are over.
        (
            "go wtime 1000.75 btime -12 winc 0 binc 0",
            go([clock(Some(1000), Some(0)), clock(Some(-12), Some(0)), Clock::default()]),
        ),
    ]);
}

#[test]
fn columns_count_characters() {
    check_refused(&[(
        "žluť go depth é",
        "column 15: expected a depth (integer) after 'depth', found 'é'",
    )]);
}

#[test]
fn messages_stay_short_and_printable() {
    let quote = |word: &str| parse(word).unwrap_err().found;
    let forty = "é".repeat(40);
    assert_eq!(quote(&forty), format!("'{forty}'"));
    assert_eq!(quote(&format!("{forty}x")), format!("'{forty}…'"));
    assert_eq!(quote("\u{1b}[31m\0\n"), r"'\u{1b}[31m\0\n'");
    // Turns the direction of what follows.
    assert_eq!(quote("\u{202e}"), r"'\u{202e}'");
    let error = parse(&format!("go depth {} x", "9".repeat(41))).unwrap_err();
    assert_eq!(error.expected, format!("a limit such as 'depth' after '{}…'", "9".repeat(40)));
}

#[test]
fn errors_keep_their_cause() {
    let cause = |line| {
        let error = parse(line).unwrap_err();
        assert_eq!(error.source().is_some(), error.cause.is_some());
        error.cause.map(|cause| *cause.kind())
    };
    let overflow = Some(IntErrorKind::PosOverflow);
    assert_eq!(cause("go perft 4294967296"), overflow);
    assert_eq!(cause("bench 4294967296"), overflow);
    assert_eq!(cause("bench x"), Some(IntErrorKind::InvalidDigit));
    assert_eq!(cause("bench 128"), None);
    assert_eq!(cause("xyz"), None);
}
