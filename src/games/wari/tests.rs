//! The rules sentence by sentence, on positions made for them.

use super::GrandSlam::{All, Illegal, Keep};
use super::*;
use crate::game::{Heuristics, History, Notation};

fn read(grand_slam: GrandSlam, fen: &str) -> Wari {
    Wari::from_fen(grand_slam, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(state: &Wari, text: &str) -> Wari {
    let mv = state.parse_move(text);
    state.after(mv.unwrap_or_else(|| panic!("{text} in {}", state.fen())))
}

#[test]
#[rustfmt::skip]
fn sowing_and_capturing() {
    for (rule, grand_slam, before, mv, after) in [
        ("a seed to each of the following houses", Keep,
            "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "D", "4-4-4-0-5-5-5-5-4-4-4-4-0-0-N 1 1"),
        ("North sows on into South's row", Keep,
            "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N 6 3", "f", "5-5-5-5-4-4-4-4-4-4-4-0-0-0-S 7 4"),
        ("a lap leaves the origin out", Keep,
            "0-0-12-0-0-0-4-4-4-4-4-4-12-0-S", "C", "1-1-0-2-1-1-5-5-5-5-5-5-12-0-N 1 1"),
        ("a second lap too; its last seed takes nothing at home", Keep,
            "0-0-25-0-0-0-4-4-4-4-4-1-2-0-S", "C", "2-2-0-3-3-3-6-6-6-6-6-3-2-0-N 1 1"),
        ("two are captured", Keep,
            "0-0-0-0-0-2-4-1-4-4-4-4-20-5-S 3 9", "F", "0-0-0-0-0-0-5-0-4-4-4-4-22-5-N 0 9"),
        ("three are captured", Keep,
            "0-0-0-0-0-2-4-2-4-4-4-4-20-4-S 3 9", "F", "0-0-0-0-0-0-5-0-4-4-4-4-23-4-N 0 9"),
        ("four are not", Keep,
            "0-0-0-0-0-2-4-3-4-4-4-4-20-3-S 3 9", "F", "0-0-0-0-0-0-5-4-4-4-4-4-20-3-N 4 9"),
        ("one is not", Keep,
            "0-0-0-0-0-2-4-0-4-4-4-4-20-6-S 3 9", "F", "0-0-0-0-0-0-5-1-4-4-4-4-20-6-N 4 9"),
        ("back through the unbroken sequence", Keep,
            "0-0-0-0-0-4-1-2-1-1-4-4-10-21-S", "F", "0-0-0-0-0-0-0-0-0-0-4-4-19-21-N 0 1"),
        ("up to a house with four", Keep,
            "0-0-0-0-0-4-1-3-1-1-4-4-10-20-S", "F", "0-0-0-0-0-0-2-4-0-0-4-4-14-20-N 0 1"),
        ("up to a house with one", Keep,
            "0-0-0-0-0-4-1-0-1-1-4-4-13-20-S", "F", "0-0-0-0-0-0-2-1-0-0-4-4-17-20-N 0 1"),
        ("up to the end of the enemy's row", Keep,
            "0-0-0-0-2-1-1-4-4-4-4-4-14-10-S", "E", "0-0-0-0-0-2-0-4-4-4-4-4-16-10-N 0 1"),
        ("only from an enemy house", Keep,
            "1-1-0-0-0-0-2-3-4-4-4-4-15-10-S", "A", "0-2-0-0-0-0-2-3-4-4-4-4-15-10-N 1 1"),
        ("North captures in South's row", Keep,
            "4-1-4-4-4-4-0-0-0-4-0-2-11-10-N 3 9", "f", "5-0-4-4-4-4-0-0-0-4-0-0-11-12-S 0 10"),
        ("twelve seeds end just after their own house and capture there", Keep,
            "0-0-0-0-0-12-0-5-5-5-5-5-6-5-S", "F", "1-1-1-1-1-0-0-6-6-6-6-6-8-5-N 0 1"),
        ("and so do twenty-three", Keep,
            "0-0-0-0-0-23-0-2-2-2-2-2-8-7-S", "F", "2-2-2-2-2-0-0-4-4-4-4-4-11-7-N 0 1"),
        ("a grand slam captures nothing", Keep,
            "1-0-0-0-0-2-1-1-0-0-0-0-20-23-S", "F", "1-0-0-0-0-0-2-2-0-0-0-0-20-23-N 1 1"),
        ("or everything, by option", All,
            "1-0-0-0-0-2-1-1-0-0-0-0-20-23-S", "F", "1-0-0-0-0-0-0-0-0-0-0-0-24-23-N 0 1"),
        ("a seed left over makes it a plain capture", Illegal,
            "1-0-0-0-0-2-1-1-1-0-0-0-20-22-S", "F", "1-0-0-0-0-0-0-0-1-0-0-0-24-22-N 0 1"),
        ("a slam of the seeds just sown", Keep,
            "0-0-0-0-1-17-0-0-0-0-0-0-15-15-S", "F", "1-1-1-1-2-0-2-2-2-2-2-2-15-15-N 1 1"),
        ("it feeds the enemy even where it takes all back", All,
            "0-0-0-0-1-17-0-0-0-0-0-0-15-15-S", "F", "1-1-1-1-2-0-0-0-0-0-0-0-27-15-N 0 1"),
        ("counters stay at the greatest number", Keep,
            "0-0-0-0-0-1-4-0-0-0-0-1-20-22-N 4294967295 4294967295", "f",
            "1-0-0-0-0-1-4-0-0-0-0-0-20-22-S 4294967295 4294967295"),
    ] {
        assert_eq!(play(&read(grand_slam, before), mv).fen(), after, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn legal_moves_and_ends() {
    for (rule, grand_slam, fen, legal, end) in [
        ("houses with seeds", Keep, "4-0-4-0-4-0-4-4-4-4-4-4-6-6-S", "ACE", None),
        ("North's have small letters", Keep, "4-4-4-4-4-4-4-0-4-0-4-0-6-6-N", "ace", None),
        ("a grand slam may be played", Keep, "1-0-0-0-0-2-1-1-0-0-0-0-20-23-S", "AF", None),
        ("or may not, by option", Illegal, "1-0-0-0-0-2-1-1-0-0-0-0-20-23-S", "A", None),
        ("no move but grand slams", Illegal, "0-0-0-0-0-2-1-1-0-0-0-0-20-24-S", "", Some("p2win no-move")),
        ("which are moves elsewhere", All, "0-0-0-0-0-2-1-1-0-0-0-0-20-24-S", "F", None),
        ("a starving enemy is fed", Keep, "1-0-0-3-1-1-0-0-0-0-0-0-20-22-S", "DF", None),
        ("under every option", Illegal, "0-0-0-0-0-0-1-0-0-3-1-1-20-22-N", "df", None),
        ("twelve seeds reach the enemy", Keep, "12-1-0-0-0-0-0-0-0-0-0-0-15-20-S", "A", None),
        ("but five from the first house do not", Keep, "5-0-0-0-0-0-0-0-0-0-0-0-20-23-S", "", Some("p1win no-move")),
        ("feeding by a grand slam", Keep, "0-0-0-0-1-17-0-0-0-0-0-0-15-15-S", "F", None),
        ("which feeds where it captures", All, "0-0-0-0-1-17-0-0-0-0-0-0-15-15-S", "F", None),
        ("and is no move where it is illegal", Illegal, "0-0-0-0-1-17-0-0-0-0-0-0-15-15-S", "", Some("p1win no-move")),
        ("no seeds of one's own", Keep, "0-0-0-0-0-0-4-0-0-0-0-0-22-22-S", "", Some("p2win no-move")),
        ("equal with the rows", Keep, "0-0-0-0-0-0-2-0-0-0-0-0-24-22-S", "", Some("draw no-move")),
        ("more than 24", Keep, "4-0-0-0-0-0-4-0-0-0-0-0-25-15-S", "", Some("p1win majority")),
        ("whoever is to move", Keep, "4-0-0-0-0-0-4-0-0-0-0-0-25-15-N", "", Some("p1win majority")),
        ("North's too", Keep, "4-0-0-0-0-0-4-0-0-0-0-0-15-25-N", "", Some("p2win majority")),
        ("before the rows count", Keep, "0-0-0-0-0-0-8-0-0-0-0-0-15-25-S", "", Some("p2win majority")),
        ("24 each", Keep, "0-0-0-0-0-0-0-0-0-0-0-0-24-24-N", "", Some("draw majority")),
        ("24 alone do not end it", Keep, "1-0-0-0-0-0-1-0-0-0-0-0-24-22-S", "A", None),
    ] {
        let state = read(grand_slam, fen);
        let texts: String = state.moves().iter().map(|&mv| state.move_text(mv)).collect();
        assert_eq!(texts, legal, "{rule}");
        let outcome = state.outcome().map(|end| format!("{} {}", end.result(), end.reason));
        assert_eq!(outcome.as_deref(), end, "{rule}");
    }
}

#[test]
fn the_second_occurrence_ends_the_game() {
    // One seed each goes around the board: the shortest cycle there is.
    for (stores, result) in [("23-23", "draw"), ("24-22", "p1win"), ("22-24", "p2win")] {
        let mut state = read(Keep, &format!("1-0-0-0-0-0-1-0-0-0-0-0-{stores}-S"));
        let mut history = History::new(state.key());
        for text in Wari::split_moves("AaBbCcDdEeFf") {
            assert_eq!(history.repetition(&state), None);
            state = play(&state, text);
            history.push(state.key(), false);
        }
        let end = history.repetition(&state).expect("twelve plies on");
        assert_eq!((end.result(), end.reason), (result, "repetition"));
        assert_eq!(state.outcome(), None);
    }
}

#[test]
fn the_rows_are_counted_except_after_a_majority() {
    for (fen, stores, with_rows) in [
        ("5-0-0-0-0-0-0-0-0-0-0-0-20-23-S", [20, 23], [25, 23]),
        ("1-0-0-0-0-0-4-0-0-0-0-0-21-22-N", [21, 22], [22, 26]),
        ("4-0-0-0-0-0-4-0-0-0-0-0-25-15-N", [25, 15], [25, 15]),
    ] {
        let state = read(Keep, fen);
        assert_eq!(state.scores(false), Some(stores.into()), "{fen}");
        assert_eq!(state.scores(true), Some(with_rows.into()), "{fen}");
    }
}

#[test]
fn captures_alone_are_noisy_and_irreversible() {
    let state = read(Keep, "0-0-0-2-1-4-1-2-1-1-4-4-10-18-S");
    let mut noisy = Vec::new();
    state.noisy_moves(&mut noisy);
    assert_eq!(noisy, [House(5)]);
    for mv in state.moves() {
        let captured = if mv == House(5) { 900 } else { 0 };
        assert_eq!(state.gain(mv), captured);
        assert_eq!(state.is_irreversible(mv), captured > 0);
    }
}

#[test]
fn nobody_wins_against_24_captured_seeds() {
    let state = read(Keep, "1-0-0-0-0-0-1-0-0-0-0-0-24-22-N");
    assert!(state.can_win(Seat::ONE));
    assert!(!state.can_win(Seat::TWO));
}

#[test]
fn keys_tell_apart_what_they_should() {
    let keys = |fen| {
        let state = read(Keep, fen);
        (state.key(), state.search_key())
    };
    let (key, search_key) = keys("1-0-0-0-0-0-1-0-0-0-0-0-24-22-S 0 1");
    assert_eq!(keys("1-0-0-0-0-0-1-0-0-0-0-0-24-22-S 7 9"), (key, search_key));
    let (other_stores, search_other_stores) = keys("1-0-0-0-0-0-1-0-0-0-0-0-22-24-S 0 1");
    assert_eq!(other_stores, key);
    assert_ne!(search_other_stores, search_key);
    for fen in [
        "1-0-0-0-0-0-1-0-0-0-0-0-24-22-N 0 1",
        "0-1-0-0-0-0-1-0-0-0-0-0-24-22-S 0 1",
        "1-0-0-0-0-0-0-1-0-0-0-0-24-22-S 0 1",
    ] {
        let (other, search_other) = keys(fen);
        assert!(other != key && search_other != search_key, "{fen}");
    }
}
