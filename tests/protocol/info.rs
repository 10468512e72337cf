//! What `info` and `bestmove` lines hold.

use crate::{
    common::{Engine, Search, number, word_after},
    scored,
};

/// Positions in which much happens, and some near the end.
const POSITIONS: [&str; 6] = [
    "startpos",
    "fen 0-4-6-2-4-1-4-0-1-6-3-5-8-4-N 7 24",
    "fen 1-2-2-0-1-3-2-1-1-0-1-3-21-10-N 6 24",
    "fen 0-1-0-2-1-0-1-0-2-1-0-2-20-18-S 4 45",
    "fen 0-0-0-0-0-1-0-0-0-0-0-1-23-23-S",
    "fen 1-0-0-0-0-2-1-0-0-0-0-0-23-21-S",
];

/// Searches every position in every way with these options, and looks at all lines.
fn for_each_search(options: &[&str], mut check: impl FnMut(&str, &Search)) {
    let mut engine = Engine::start();
    for option in options {
        engine.tell(format_args!("setoption name {option}"));
    }
    for position in POSITIONS {
        for limits in [
            "depth 8",
            "depth 1",
            "nodes 3000",
            "nodes 1",
            "movetime 20",
            "mate 3",
            "wtime 50 btime 50",
        ] {
            engine.tell(format_args!("position {position}"));
            check(position, &engine.go(limits));
        }
    }
}

fn pv(line: &str) -> &str {
    line.split_once(" pv ").map_or("", |(_, pv)| pv)
}

/// Takes `name` and so many whole numbers from the front of `words`.
fn take(words: &mut &[&str], name: &str, numbers: usize) -> bool {
    let Some((_, rest)) = words.split_first().filter(|&(&first, _)| first == name) else {
        return false;
    };
    let (taken, rest) = rest.split_at(numbers.min(rest.len()));
    *words = rest;
    taken.len() == numbers && taken.iter().all(|word| word.parse::<i64>().is_ok())
}

/// Whether a line is written as `docs/protocol.md` says.
fn is_proper(line: &str) -> bool {
    let words: Vec<_> = line.split(' ').collect();
    let words = &mut words.as_slice();
    let mut proper =
        take(words, "info", 0) && take(words, "depth", 1) && take(words, "seldepth", 1);
    if take(words, "multipv", 1) {
        proper &= take(words, "score", 0) && (take(words, "cp", 1) || take(words, "mate", 1));
        let _ = take(words, "lowerbound", 0) || take(words, "upperbound", 0);
        let _ = take(words, "wdl", 3);
    }
    for name in ["nodes", "nps", "hashfull", "tbhits", "time"] {
        proper &= take(words, name, 1);
    }
    proper && (words.is_empty() || take(words, "pv", 0) && !words.is_empty())
}

#[test]
fn lines_have_their_form_and_are_no_flood() {
    for_each_search(&[], |position, search| {
        assert!(search.lines.iter().all(|line| is_proper(line)), "{position}: {search:#?}");
        assert!(!search.lines.iter().any(|line| line.contains(" wdl ")));
        assert_eq!(search.answer.split(' ').count(), 2);
        let depth = search.number("depth");
        for depth in 1..depth {
            assert!(search.lines.iter().any(|line| number(line, "depth") == depth), "{search:#?}");
        }
        let time = number(search.last(), "time");
        assert!(search.lines.len() as i64 <= 2 * depth + time / 50, "{search:#?}");
        for line in scored(search) {
            assert!(number(line, "seldepth") >= 1 && number(line, "hashfull") <= 1000);
            assert_eq!(number(line, "multipv"), 1);
        }
        let nodes: Vec<_> = search.lines.iter().map(|line| number(line, "nodes")).collect();
        assert!(nodes.is_sorted() && nodes[0] > 0, "{search:#?}");
    });
}

#[test]
fn the_answer_is_the_move_of_the_last_exact_line() {
    for options in [vec![], vec!["MultiPV value 3"], vec!["Threads value 2"]] {
        for_each_search(&options, |position, search| {
            let exact = scored(search).filter(|line| number(line, "multipv") == 1);
            let last = exact.filter(|line| !line.contains("bound ")).last();
            let last = last.unwrap_or_else(|| panic!("no exact line: {position}: {search:#?}"));
            assert_eq!(word_after(last, "pv"), Some(search.best()), "{position}: {search:#?}");
        });
    }
}

#[test]
fn every_line_of_play_is_legal_and_ends_with_the_game() {
    let mut judge = Engine::start();
    for options in
        [vec![], vec!["MultiPV value 500", "Threads value 2"], vec!["Skill Level value 3"]]
    {
        let mut seen = std::collections::BTreeSet::new();
        for_each_search(&options, |position, search| {
            for line in scored(search) {
                if seen.insert((position.to_owned(), pv(line).to_owned())) {
                    judge.tell(format_args!("position {position} moves {}", pv(line)));
                }
            }
        });
    }
}

#[test]
fn there_are_no_more_lines_than_moves() {
    for (moves, count) in [("startpos", 6), ("fen 0-0-0-0-0-1-0-0-0-0-0-1-23-23-S", 1)] {
        let mut engine = Engine::start();
        engine.tell(format_args!("setoption name MultiPV value 500\nposition {moves}"));
        let search = engine.go("depth 5");
        for depth in 1..=5 {
            let lines: Vec<_> =
                scored(&search).filter(|line| number(line, "depth") == depth).collect();
            let ranks: Vec<_> = lines.iter().map(|line| number(line, "multipv")).collect();
            assert_eq!(ranks, (1..=count).collect::<Vec<_>>(), "{search:#?}");
            let mut firsts: Vec<_> = lines.iter().map(|line| word_after(line, "pv")).collect();
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len() as i64, count, "{search:#?}");
        }
    }
}

#[test]
fn scores_are_those_of_the_side_to_move() {
    for position in &POSITIONS[1..] {
        let scores = ["", "\nflip"].map(|flip| {
            let mut engine = Engine::start();
            engine.tell(format_args!("position {position}{flip}"));
            let search = engine.go("depth 7");
            scored(&search)
                .map(|line| line.split(" nodes ").next().expect("a text").to_owned())
                .collect::<Vec<_>>()
        });
        assert_eq!(scores[0], scores[1], "{position}");
    }
    for (fen, sign) in
        [("3-3-3-3-3-0-3-3-3-3-3-0-15-3-S", 1), ("3-3-3-3-3-0-3-3-3-3-3-0-15-3-N", -1)]
    {
        let mut engine = Engine::start();
        engine.tell(format_args!("position fen {fen}"));
        assert_eq!(number(engine.go("depth 6").last(), "cp").signum(), sign, "{fen}");
    }
}

/// South wins with its next move, after one more of each side, and after the only
/// move of North.
#[test]
fn forced_wins_are_counted_in_the_moves_of_the_winner_or_in_plies() {
    for (fen, moves, plies) in [
        ("0-0-0-0-0-1-1-0-0-0-0-2-23-21-S", 1, 1),
        ("1-0-0-0-0-2-1-0-0-0-0-0-23-21-S", 2, 3),
        ("0-0-0-0-0-2-1-0-0-0-0-0-23-22-N", -1, -2),
    ] {
        for (dialect, count) in [("uci", moves), ("ugi", plies)] {
            for limits in ["depth 9", "mate 2", "movetime 50"] {
                let mut engine = Engine::start();
                engine.ask(dialect, &format!("{dialect}ok"));
                engine.tell(format_args!("position fen {fen}"));
                let search = engine.go(limits);
                assert_eq!(number(search.last(), "mate"), count, "{dialect}, {fen}: {search:#?}");
                assert_eq!(pv(search.last()).split(' ').count() as i64, plies.abs());
            }
        }
    }
}

#[test]
fn chances_are_shown_on_demand() {
    for_each_search(&["UCI_ShowWDL value true"], |position, search| {
        for line in scored(search) {
            let words: Vec<_> = line.split(' ').collect();
            let at = words.iter().position(|&word| word == "wdl").expect("chances");
            let chances =
                words[at + 1..at + 4].iter().map(|word| word.parse::<u32>().expect("a number"));
            assert_eq!(chances.sum::<u32>(), 1000, "{position}: {line}");
            assert!(is_proper(line));
        }
    });
}

#[test]
fn the_expected_reply_is_told_on_demand() {
    let mut engine = Engine::start();
    assert_eq!(engine.go("depth 5").answer.split(' ').count(), 2);
    engine.tell("setoption name ponder value true");
    let search = engine.go("depth 5");
    let words: Vec<_> = search.answer.split(' ').collect();
    let ["bestmove", best, "ponder", reply] = words.as_slice() else { panic!("{search:#?}") };
    engine.tell(format_args!("position startpos moves {best} {reply}"));
    // No reply is known behind a move that ends the game.
    engine.tell("position fen 0-0-0-0-0-1-1-0-0-0-0-2-23-21-S");
    assert_eq!(engine.go("depth 5").answer, "bestmove F");
    engine.tell("setoption name Ponder value false\nposition startpos");
    assert_eq!(engine.go("depth 5").answer.split(' ').count(), 2);
}

#[test]
fn debug_adds_lines_for_people_only() {
    let mut engine = Engine::start();
    let plain = engine.go("depth 3").lines.len();
    engine.tell("ucinewgame\ndebug on");
    let search = engine.go("depth 3");
    let strings = search.lines.iter().filter(|line| line.starts_with("info string ")).count();
    assert!(strings > 0);
    assert_eq!(search.lines.len() - strings, plain);
    engine.tell("ucinewgame\ndebug off");
    assert_eq!(engine.go("depth 3").lines.len(), plain);
    for line in ["debug", "debug maybe", "debug on off"] {
        engine.refused(line);
    }
}
