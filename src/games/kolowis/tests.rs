//! The rules sentence by sentence, on positions made for them.

use super::*;
use crate::game::{Heuristics, History, Notation};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use std::collections::{BTreeMap, BTreeSet};

/// More men than chains are long: one man has thousands of captures.
const EXPLOSION: &str = "3bwb1b1b1b1b2/3bbbbbbbbbbbb2/4b1b1b1b1b3 w 0 1";

/// Reads a FEN; its width tells the board.
fn read(fen: &str) -> Kolowis {
    [Size::Small, Size::Large]
        .into_iter()
        .find_map(|size| Kolowis::from_fen(size, fen).ok())
        .unwrap_or_else(|| panic!("{fen} is of neither board"))
}

fn play(state: &Kolowis, text: &str) -> Kolowis {
    let mv = state.parse_move(text);
    state.after(mv.unwrap_or_else(|| panic!("{text} in {}", state.fen())))
}

fn texts(state: &Kolowis) -> Vec<String> {
    let mut texts: Vec<_> = state.moves().iter().map(|&mv| state.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

#[test]
#[rustfmt::skip]
fn legal_moves_and_ends() {
    for (rule, fen, legal, end) in [
        ("only the centre of the small board is empty", "bbbbbbbb/wwww1bbbb/wwwwwwww w 0 1",
            "a4b5 a5b5 b4b5", None),
        ("the large board has its ends empty too", "bbbbbbbbbbbbbbbb/1wwwwwww1bbbbbbb1/wwwwwwwwwwwwwwww w 0 1",
            "a16b17 a1b1 a8b9 a9b9 b2b1 b8b9", None),
        ("a step in any direction", "7b/3w5/8 w",
            "b4a3 b4a4 b4b3 b4b5 b4c3 b4c4", None),
        ("outer rows of the small board have no lines", "7b/9/2w5 w",
            "a3b3 a3b4", None),
        ("those of the large board have", "15b/17/2w13 w",
            "a3a2 a3a4 a3b3 a3b4", None),
        ("an enemy with an empty point behind it is jumped over", "7b/2wb5/8 w",
            "b3b5", None),
        ("but not with a man behind it", "7b/2wbw4/8 w",
            "b3a2 b3a3 b3b2 b3c2 b3c3 b5a4 b5a5 b5b6 b5c4 b5c5", None),
        ("nor with another enemy", "7b/wbb6/8 w",
            "b1a1 b1c1", None),
        ("nor at the edge", "b7/8b/7w w",
            "a8b8", None),
        ("up to the right across the rows", "7b/2b6/1w6 w",
            "a2c3", None),
        ("up to the left", "7b/1b7/1w6 w",
            "a2c1", None),
        ("down to the right", "2w5/3b5/8 w",
            "c3a4", None),
        ("down to the left", "2w5/2b6/8 w",
            "c3a2", None),
        ("along the middle row", "8/1bw6/8 w",
            "b3b1", None),
        ("along an outer row of the large board", "15b/17/2wb12 w",
            "a3a5", None),
        ("but not of the small one", "8/9/2wb4 w",
            "a3b3 a3b4", None),
        ("a jump does not bend from row b into row a", "8/1w7/1b6 w",
            "b2a1 b2b1 b2b3 b2c1 b2c2", None),
        ("nor round the curved end", "b15/b16/w15 w",
            "a1a2 a1b2", None),
        ("no man of one's own is jumped over", "7b/2w6/1w6 w",
            "a2b2 b3a3 b3b2 b3b4 b3c2 b3c3", None),
        ("each beginning of a chain is a move", "8/wb1b1b1b1/8 w",
            "b1b3 b1b3b5 b1b3b5b7 b1b3b5b7b9", None),
        ("a chain turns in any direction", "7b/1bbb5/w7 w",
            "a1c2 a1c2a3 a1c2a3c4", None),
        ("the start is empty during the chain; both ways round are one move", "15b/9bb6/8wb6 w",
            "a9a11 a9a11c10 a9a11c10a9 a9c10 a9c10a11", None),
        ("a captured man leaves at once: the man passes where it stood", "15b/bbb14/wb14 w",
            "a1a3 a1a3c2 a1a3c2a1 a1c2 a1c2a3", None),
        ("who can capture must, with any man and as far as it likes", "7b/2b1bw3/1w6 w",
            "a2c3 b6b4 b6b4b2", None),
        ("without men the side to move loses", "bb6/9/8 w", "", Some("p2win capture-all")),
        ("and so does the other side", "bb6/9/8 b", "", Some("p2win capture-all")),
        ("even at the quiet limit", "ww6/9/8 b 100 60", "", Some("p1win capture-all")),
        ("without a move too", "b7/ww7/1w6 b", "", Some("p1win blocked")),
        ("even at the quiet limit, and White as well", "1b6/bb7/w7 w 100 60", "", Some("p2win blocked")),
        ("a hundred plies without a capture", "7b/1w7/8 b 100 60", "", Some("draw quiet")),
        ("more of them", "7b/1w7/8 b 4294967295 60", "", Some("draw quiet")),
        ("one less", "7b/1w7/8 b 99 60", "c8b8 c8b9", None),
    ] {
        let state = read(fen);
        assert_eq!(texts(&state).join(" "), legal, "{rule}");
        let outcome = state.outcome().map(|end| format!("{} {}", end.result(), end.reason));
        assert_eq!(outcome.as_deref(), end, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn positions_after_moves() {
    for (rule, before, mv, after) in [
        ("a step", "bbbbbbbb/wwww1bbbb/wwwwwwww w 0 1", "a4b5", "bbbbbbbb/wwwwwbbbb/www1wwww b 1 1"),
        ("Black's step ends the move", "b6b/ww7/1w6 b 9 4", "c8b9", "b7/ww6b/1w6 w 10 5"),
        ("a capture begins the count anew", "7b/2b6/1w6 w 99 70", "a2c3", "2w4b/9/8 b 0 70"),
        ("all that a chain jumps over are taken", "7b/1bbb5/w7 w", "a1c2a3c4", "3w3b/9/8 b 0 1"),
        ("it may end on its start", "15b/1bb14/wb14 w", "a1c2a3a1", "15b/17/w15 b 0 1"),
        ("counters stay at the greatest number", "bb6/w8/8 b 99 4294967295", "c2b3", "b7/w1b6/8 w 100 4294967295"),
    ] {
        assert_eq!(play(&read(before), mv).fen(), after, "{rule}");
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut state = read("7b/w8/8 w");
    let mut history = History::new(state.key());
    for round in 0..2 {
        for text in ["b1a1", "c8b9", "a1b1", "b9c8"] {
            assert_eq!(history.repetition(&state), None, "round {round}, before {text}");
            state = play(&state, text);
            history.push(state.key(), false);
        }
    }
    let end = history.repetition(&state).expect("eight plies on");
    assert_eq!((end.result(), end.reason), ("draw", "repetition"));
    assert_eq!(state.outcome(), None);
}

/// Every way of every capture, with the position that it leads to, by trying all
/// jumps from point to point.
fn all_ways(state: &Kolowis) -> Vec<(String, Kolowis)> {
    fn go_on(state: &Kolowis, from: Place, text: &str, ways: &mut Vec<(String, Kolowis)>) {
        for way in DIRECTIONS {
            let over = state.size.step(from.bit(), way) & state.enemy;
            let to = state.size.step(over, way) & state.empty();
            for landing in places(to) {
                let own = state.own & !from.bit() | to;
                let next = Kolowis { own, enemy: state.enemy & !over, ..*state };
                let text = format!("{text}{}", landing.name());
                go_on(&next, landing, &text, ways);
                let end = Kolowis { quiet: 0, number: state.number, ..next.passed() };
                ways.push((text, end));
            }
        }
    }
    let mut ways = Vec::new();
    for from in places(state.own) {
        go_on(state, from, &from.name(), &mut ways);
    }
    ways
}

#[test]
fn every_way_is_understood_and_the_first_is_written() {
    let mut with_several = 0;
    for fen in [
        "15b/9bb6/8wb6 w 0 1",
        "15b/1bb14/wb1b12 w 0 1",
        "3bwb1b1b6/3bbbbbbbb6/4b1b1b1b5 w 0 1",
        "3b1bwb8/4bbbbb8/2w1b1b9 w 0 1",
        "16/1bbb1b1b9/wb1b1bwb1b6 w 0 1",
        "7b/2b1bw3/1w6 w 0 1",
        "1b1b1b1w/1bbbbbbb1/1b1b4 w 0 1",
    ] {
        let state = read(fen);
        let mut by_result: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (text, end) in all_ways(&state) {
            let mv = state.parse_move(&text).unwrap_or_else(|| panic!("{text} in {fen}"));
            assert_eq!(state.after(mv), end, "{text} in {fen}");
            // Two men may come to the same position by the same captures.
            let next_name = text[1..].find(char::is_alphabetic).expect("two points at least");
            let man = &text[..=next_name];
            by_result.entry(format!("{man} {}", end.fen())).or_default().insert(text);
        }
        with_several += by_result.values().filter(|ways| ways.len() > 1).count();
        let shortest_first = |ways: &BTreeSet<String>| {
            let points = |text: &String| text.matches(char::is_alphabetic).count();
            ways.iter().min_by_key(|text| (points(text), (*text).clone())).cloned()
        };
        let canonical: BTreeSet<_> = by_result.values().filter_map(shortest_first).collect();
        assert_eq!(texts(&state), canonical.into_iter().collect::<Vec<_>>(), "{fen}");
    }
    assert!(with_several > 20, "{with_several}");
}

#[test]
fn other_texts_are_no_moves() {
    let (steps, captures) = (read("7b/3w5/8 w"), read("7b/2b1bw3/1w6 w"));
    for (state, texts) in [
        (
            &steps,
            &["", "b4", "b4b4", "b4b6", "b4b5b6", "b4d4", "b4b10", "b4b0", "c8b8", "b4 b5", "B4B5"]
                [..],
        ),
        (
            &captures,
            &["a2", "a2b2", "b6", "b6b4b6", "b6b4b2b4", "b6b5", "b6b2", "a2c3a4", "b6b4b2x"],
        ),
    ] {
        for text in texts {
            assert_eq!(state.parse_move(text), None, "{text} in {}", state.fen());
        }
    }
    assert_eq!(read("7b/3w5/8 w 100 1").parse_move("b4b5"), None, "the game is over");
}

#[test]
fn chains_by_the_thousand() {
    let state = read(EXPLOSION);
    let moves = state.moves();
    assert_eq!(moves.len(), 15_339);
    assert_eq!(state.count_legal_moves(), 15_339);
    let longest = moves.iter().max_by_key(|mv| mv.captured.count_ones()).expect("moves");
    let text = state.move_text(*longest);
    assert_eq!(state.parse_move(&text), Some(*longest));
    let mut noisy = Vec::new();
    state.noisy_moves(&mut noisy);
    assert!(noisy.len() < 300, "{}", noisy.len());
    assert!(noisy.iter().all(|mv| moves.contains(mv)));
    let most = |moves: &[Move]| moves.iter().map(|mv| mv.captured.count_ones()).max();
    assert_eq!((most(&moves), most(&noisy)), (Some(22), Some(21)), "one is lost at most");
}

#[test]
fn a_whole_game_by_chance_obeys_the_compulsion() {
    let mut random = StdRng::seed_from_u64(1);
    for size in [Size::Small, Size::Large] {
        for _ in 0..100 {
            let mut state = Kolowis::start(size);
            while state.outcome().is_none() {
                let moves = state.moves();
                let captures = moves.iter().filter(|mv| mv.captured != 0).count();
                assert!(captures == 0 || captures == moves.len(), "{}", state.fen());
                let mut noisy = Vec::new();
                state.noisy_moves(&mut noisy);
                assert_eq!(noisy.is_empty(), captures == 0, "{}", state.fen());
                state.apply(moves[random.random_range(0..moves.len())]);
            }
        }
    }
}

#[test]
fn captures_alone_are_noisy_and_irreversible() {
    for (fen, captures) in [("7b/2b1bw3/1w6 w", true), ("7b/3w5/8 w", false)] {
        let state = read(fen);
        for mv in state.moves() {
            assert_eq!(state.is_irreversible(mv), captures);
            assert_eq!(state.gain(mv), 100 * mv.captured.count_ones() as i32);
            assert_eq!(state.gain(mv) > 0, captures);
        }
    }
}

#[test]
fn keys_tell_apart_what_they_should() {
    let keys = |fen| {
        let state = read(fen);
        (state.key(), state.search_key())
    };
    let (key, search_key) = keys("7b/3w5/8 w 3 1");
    assert_eq!(keys("7b/3w5/8 w 40 70"), (key, search_key));
    assert_eq!(keys("7b/3w5/8 w 98 70").0, key);
    assert_ne!(keys("7b/3w5/8 w 98 70").1, keys("7b/3w5/8 w 97 70").1);
    for fen in ["7b/3w5/8 b 3 1", "6b1/3w5/8 w 3 1", "7b/4w4/8 w 3 1", "7w/3b5/8 w 3 1"] {
        let (other, search_other) = keys(fen);
        assert!(other != key && search_other != search_key, "{fen}");
    }
}
