//! Whole conversations made at random: whatever a client says, each line is
//! answered as it should be and nothing is lost.

mod conversation;

use conversation::converse;
use ninefold::{
    protocol::{Command, Engine, parse},
    variants::GAMES,
};
use proptest::{collection::vec, prelude::*, sample::select};

/// Lines that are quickly answered, good and bad.
const LINES: &[&str] = &[
    "uci",
    "ugi",
    "isready",
    "ucinewgame",
    "uginewgame",
    "debug on",
    "position startpos",
    "position startpos moves",
    "position startpos moves A a",
    "position startpos moves AaBbC",
    "position startpos moves A A",
    "position startpos moves A moves a B",
    "position fen 1-0-0-0-0-0-0-0-0-0-0-1-23-23-S 0 1",
    "position fen 0-0-0-0-0-0-0-0-0-0-0-0-24-24-N 0 9 moves a",
    "position fen 36-0-0-0-0-0-0-0-0-0-0-0-6-6-S",
    "position fen 36-0-0-0-0-0-0-0-0-0-0-0-6-5-S",
    "position fen",
    "moves A",
    "moves b",
    "moves zz",
    "go depth 3",
    "go nodes 300",
    "go movetime 1",
    "go mate 1",
    "go wtime 20 btime 20",
    "go infinite",
    "go ponder wtime 10 btime 10",
    "go searchmoves A c depth 2",
    "go depth x",
    "go perft 2",
    "bench 1",
    "stop",
    "ponderhit",
    "flip",
    "d",
    "eval",
    "rules",
    "variants",
    "help",
    "query gameover",
    "query result",
    "query legalmoves",
    "query board",
    "query nothing",
    "setoption name Threads value 2",
    "setoption name Hash value 1",
    "setoption name MultiPV value 3",
    "setoption name Hash value 99999999999999999999",
    "setoption name WariGrandSlam value all",
    "setoption name WariGrandSlam value none",
    "setoption name UCI_Variant value wari",
    "setoption name Skill Level value 3",
    "setoption name Clear Hash",
    "setoption name",
    "hello",
    "",
];

/// What a `position`, a `go` or a FEN may be made of, put together at random.
const WORDS: &[&str] = &[
    "position",
    "startpos",
    "fen",
    "moves",
    "A",
    "b",
    "Cc",
    "go",
    "depth",
    "nodes",
    "1",
    "0",
    "-3",
    "2.5",
    "1e3",
    "searchmoves",
    "value",
    "name",
    "setoption",
    "query",
    "islegal",
    "stop",
    "S",
    "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
    "99999999999999999999",
    "\t",
    "é",
    "\u{202e}",
    "quit!",
];

fn line() -> impl Strategy<Value = Vec<u8>> {
    let jumble = vec(select(WORDS), 0..8).prop_map(|words| words.join(" ").into_bytes());
    prop_oneof![
        12 => select(LINES).prop_map(|line| line.as_bytes().to_vec()),
        2 => jumble,
        1 => vec(any::<u8>().prop_filter("one line", |&byte| byte != b'\n'), 0..40),
    ]
}

/// Whether a line starts a search that answers with `bestmove`.
fn is_go(line: &[u8]) -> bool {
    let text = std::str::from_utf8(line).ok().filter(|text| !text.contains('\0'));
    text.is_some_and(|text| matches!(parse(text), Ok(Some(Command::Go(_)))))
}

/// Whether a line could take long or end the conversation.
fn is_left_out(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    matches!(parse(&text), Ok(Some(Command::Quit | Command::Perft(3..) | Command::Bench(None))))
        || matches!(parse(&text), Ok(Some(Command::Bench(Some(3..)))))
        || matches!(&parse(&text), Ok(Some(Command::Go(go)))
            if go.depth.is_some_and(|depth| depth > 6) || go.nodes.is_some_and(|nodes| nodes > 9999))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn every_search_is_answered_and_every_line_is_sound(lines in vec(line(), 0..30)) {
        let lines: Vec<_> = lines.into_iter().filter(|line| !is_left_out(line)).collect();
        let searches = lines.iter().filter(|line| is_go(line)).count();
        let (said, summary) = converse(Engine::new(&GAMES).unwrap(), lines.join(&b'\n'));
        prop_assert_eq!(said.matches("bestmove ").count(), searches);
        prop_assert_eq!(said.matches("info string error: ").count() as u64, summary.errors);
        let mut scored = false;
        for line in said.lines() {
            let protocol = ["info ", "bestmove", "response", "id ", "option"];
            if protocol.iter().any(|word| line.starts_with(word)) {
                prop_assert_eq!(line.trim(), line);
                prop_assert!(!line.contains(|c: char| c.is_control()), "{:?}", line);
            }
            scored |= line.contains(" score ") && !line.contains("bound");
            if line.starts_with("bestmove ") {
                prop_assert!(scored, "no score before {:?}", line);
                scored = false;
            }
        }
        prop_assert!(!scored, "a score after the last bestmove");
    }
}
