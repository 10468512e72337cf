//! Games of three players.

use crate::{
    common::{Engine, Search, number, word_after},
    scored,
};
use std::{collections::BTreeSet, time::Instant};

const THREE: &[&str] = &["--variant", "hexlasca-3"];

/// The searches that there are for three players.
const SEARCHES: [&str; 3] = ["paranoid", "best-reply", "maxn"];

/// Says `check` what each of the searches does.
fn for_each_search(mut check: impl FnMut(&str, &mut Engine)) {
    for search in SEARCHES {
        let mut engine = Engine::with_args(THREE);
        engine.tell(format_args!("setoption name ManySearch value {search}"));
        check(search, &mut engine);
    }
}

/// What the questions are answered by.
fn ask(engine: &mut Engine, questions: &[&str]) -> Vec<String> {
    questions.iter().map(|question| engine.query(question)).collect()
}

#[test]
fn three_take_turns() {
    let mut engine = Engine::with_args(THREE);
    for (moves, turn) in [("", "1"), (" moves 11-18", "2"), (" moves 11-18 19-12", "3")] {
        engine.tell(format_args!("position startpos{moves}"));
        let found = ask(&mut engine, &["players", "turn", "p1turn", "p2turn", "p3turn"]);
        let own = |seat: &str| (turn == seat).to_string();
        assert_eq!(found, ["3", turn, &own("1"), &own("2"), &own("3")], "{moves}");
    }
    engine.tell("moves 26-25");
    assert_eq!(ask(&mut engine, &["turn", "result", "ply"]), ["1", "none", "3"]);
}

#[test]
fn who_is_out_is_skipped_and_the_last_one_wins() {
    for (fen, mv, turn, result) in [
        ("rb,4/6/7/8/3,bb,www,4/8/7/6/4,r w 0 1", "31-30", "3", "none"),
        ("5/6/7/8/4,w,4/8/7/6/r,3,b b 5 9", "61-56", "3", "none"),
        ("5/6/7/8/3,bb,www,4/8/7/6/5 w 0 1", "31-30", "1", "p1win"),
        ("5/6/7/8/3,w,bbb,4/8/7/6/5 b 0 1", "31-30", "2", "p2win"),
        ("5/6/7/8/3,w,rrr,4/8/7/6/5 r 0 1", "31-30", "3", "p3win"),
    ] {
        let mut engine = Engine::with_args(THREE);
        engine.tell(format_args!("position fen {fen} moves {mv}"));
        let over = (result != "none").to_string();
        let found = ask(&mut engine, &["turn", "result", "gameover"]);
        assert_eq!(found, [turn, result, &over], "{fen}");
        if result != "none" {
            assert_eq!(engine.query("reason"), "capture-all");
            let search = engine.go("depth 3");
            assert_eq!(search.lines, ["info depth 0 score cp 30000"], "{fen}");
            assert_eq!(search.answer, "bestmove (none)");
        }
    }
}

#[test]
fn who_cannot_move_is_skipped() {
    let mut engine = Engine::with_args(THREE);
    engine.tell("position fen w,b,3/b,b,4/7/8/3,bb,w,4/8/7/6/5 b 3 7");
    assert_eq!(engine.query("turn"), "2");
    engine.tell("moves 30-31");
    assert_eq!(ask(&mut engine, &["turn", "p2turn", "result"]), ["2", "true", "none"]);
    // The same player moves again: there is no reply to ponder on.
    engine.tell("setoption name Ponder value true");
    let search = engine.go("depth 3");
    assert_eq!(word_after(&search.answer, "ponder"), None, "{}", search.answer);
}

#[test]
fn a_draw_is_told_with_its_reason() {
    let mut engine = Engine::with_args(THREE);
    engine.tell("position fen 5/6/7/8/4,r,4/8/7/6/w,3,b b 149 90 moves 61-60");
    assert_eq!(ask(&mut engine, &["result", "reason", "gameover"]), ["draw", "quiet", "true"]);
    assert_eq!(engine.go("depth 2").lines, ["info depth 0 score cp 0"]);
    engine.tell("position fen 5/6/7/8/4,r,4/8/7/6/w,3,b b 3 90 moves 61-60 31-30 57-58 60-61 30-31 58-57 61-60 31-30 57-58 60-61 30-31 58-57");
    assert_eq!(ask(&mut engine, &["result", "reason"]), ["draw", "repetition"]);
}

#[test]
fn scores_are_those_of_the_player_to_move() {
    for_each_search(|search, engine| {
        let board = "w,4/6/7/8/9/8/7/6/r,bbb,bbb,bbb,1";
        for (side, sign) in [("w", -1), ("b", 1), ("r", -1)] {
            engine.tell(format_args!("position fen {board} {side} 0 1"));
            for line in scored(&engine.go("depth 3")) {
                let score = number(line, "cp");
                assert!(score * sign > 0, "{search}, {side} to move: {line}");
                assert_eq!(word_after(line, "mate"), None);
            }
        }
        // The last of the others falls.
        engine.tell("position fen 5/6/7/8/3,bb,www,4/8/7/6/5 w 0 1");
        assert_eq!(engine.go("depth 2").number("cp"), 30_000, "{search}");
    });
}

#[test]
fn lines_are_different_moves_in_the_order_of_their_scores() {
    for_each_search(|search, engine| {
        engine.tell("setoption name MultiPV value 5\nposition startpos moves 11-18 19-12");
        let found = engine.go("depth 3");
        let last: Vec<_> =
            scored(&found).filter(|line| number(line, "depth") == 3).map(str::to_owned).collect();
        let ranks: Vec<_> = last.iter().map(|line| number(line, "multipv")).collect();
        assert_eq!(ranks, [1, 2, 3, 4, 5], "{search}");
        assert!(last.is_sorted_by_key(|line| -number(line, "cp")), "{search}: {last:#?}");
        let first = |line: &String| word_after(line, "pv").map(str::to_owned);
        let moves: BTreeSet<_> = last.iter().filter_map(first).collect();
        assert_eq!(moves.len(), 5, "{search}: {last:#?}");
        assert_eq!(first(&last[0]).as_deref(), Some(found.best()), "{search}");
    });
}

#[test]
fn every_line_can_be_played() {
    for_each_search(|search, engine| {
        engine.tell("setoption name Ponder value true\nsetoption name MultiPV value 3");
        let found = engine.go("depth 4");
        let reply = word_after(&found.answer, "ponder").expect("a reply");
        engine.tell(format_args!("position startpos moves {} {reply}", found.best()));
        for line in scored(&found) {
            let (_, moves) = line.split_once(" pv ").expect("a line of moves");
            engine.tell(format_args!("position startpos moves {moves}"));
            assert!(engine.query("ply") != "0", "{search}: {line}");
        }
    });
}

#[test]
fn limits_are_kept() {
    for_each_search(|search, engine| {
        for depth in 1..=3 {
            let found = engine.go(&format!("depth {depth}"));
            assert_eq!(found.number("depth"), depth, "{search}");
        }
        for nodes in [5_000, 40_000] {
            engine.tell("ucinewgame");
            let visited = engine.go(&format!("nodes {nodes}")).number("nodes");
            assert!((visited - nodes).abs() <= nodes / 100, "{search}: {visited}");
        }
        let started = Instant::now();
        engine.go("movetime 100");
        assert!(started.elapsed().as_secs() < 5, "{search}");
        let searched: Search = engine.go("depth 3 searchmoves 11-18 10-18");
        assert!(["11-18", "10-18"].contains(&searched.best()), "{search}");
    });
}

#[test]
fn each_of_three_has_his_own_clock() {
    for_each_search(|search, engine| {
        for (moves, own) in [("", 1), (" moves 11-18", 2), (" moves 11-18 19-12", 3)] {
            engine.tell(format_args!("position startpos{moves}"));
            let clocks = |own_time: u32, own_increment: u32, others: u32| {
                let time = |seat| if seat == own { own_time } else { others };
                let increment = |seat| if seat == own { own_increment } else { others };
                let clock =
                    |seat| format!("p{seat}time {} p{seat}inc {} ", time(seat), increment(seat));
                [1, 2, 3].map(clock).concat()
            };
            let depth = |engine: &mut Engine, clocks: &str| {
                engine.go(&format!("{clocks}depth 2")).number("depth")
            };
            assert_eq!(depth(engine, &clocks(600_000, 0, 0)), 2, "{search}, seat {own}");
            assert_eq!(depth(engine, &clocks(0, 600_000, 600_000)), 1, "{search}, seat {own}");
            // The words of UCI are of the first two players.
            let others = "wtime 600000 btime 600000 p3time 600000 ";
            let spent = format!("{others}p{own}time 0 ");
            assert_eq!(depth(engine, &spent), 1, "{search}, seat {own}");
        }
    });
}

#[test]
fn an_illegal_move_of_three_is_no_win_for_anyone() {
    let mut engine = Engine::with_args(THREE);
    engine.ask("ugi", "ugiok");
    let lines = engine.say("position startpos moves 11-18 11-18");
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert_eq!(ask(&mut engine, &["result", "reason"]), ["draw", "illegal-move"]);
}

/// Each player is a process of its own; the first is asked how the game stands.
#[test]
fn three_processes_play_a_game() {
    let mut players = SEARCHES.map(|search| {
        let mut player = Engine::with_args(THREE);
        player.ask("ugi", "ugiok");
        player.tell(format_args!("setoption name ManySearch value {search}"));
        player
    });
    let mut moves = String::new();
    let mut plies = 0;
    loop {
        for player in &mut players {
            player.tell(format_args!("position startpos moves{moves}"));
        }
        let answers =
            players.each_mut().map(|player| ask(player, &["turn", "result", "gameover", "fen"]));
        assert_eq!(answers[1..], [answers[0].clone(), answers[0].clone()]);
        let [turn, result, over, _] = answers[0].as_slice() else { unreachable!() };
        if over == "true" {
            assert!(["p1win", "p2win", "p3win", "draw"].contains(&result.as_str()), "{result}");
            break;
        }
        assert!(plies < 2000, "no end of{moves}");
        let index = turn.parse::<usize>().expect("a seat") - 1;
        let found = players[index].go("nodes 300");
        assert_eq!(players[0].query(&format!("islegal {}", found.best())), "true");
        moves.push(' ');
        moves.push_str(found.best());
        plies += 1;
    }
}
