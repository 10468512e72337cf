//! The rules sentence by sentence, on positions made for them.

use super::*;
use crate::game::{FenError, Heuristics, History, Notation};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

const FIVE: Rules = Rules { size: Size::Five, line_capture: true, quiet_limit: 20 };
const SINGLE: Rules = Rules { line_capture: false, ..FIVE };
const SEVEN: Rules = Rules { size: Size::Seven, ..FIVE };
const NINE: Rules = Rules { size: Size::Nine, ..FIVE };

fn read(rules: Rules, fen: &str) -> Siga {
    Siga::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(state: &Siga, text: &str) -> Siga {
    let mv = state.parse_move(text);
    state.after(mv.unwrap_or_else(|| panic!("{text} in {}", state.fen())))
}

fn texts(state: &Siga) -> Vec<String> {
    let mut texts: Vec<_> = state.moves().iter().map(|&mv| state.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

#[test]
#[rustfmt::skip]
fn positions_after_moves() {
    for (rule, rules, before, mv, after) in [
        ("the first man of two", FIVE, "5/5/5/5/5 w 12,12 0 1", "P@b2", "5/5/5/1W3/5 w 11,12 0 1"),
        ("the second", FIVE, "5/5/5/1W3/5 w 11,12 0 1", "P@c2", "5/5/5/1WW2/5 b 10,12 0 1"),
        ("Black's first", FIVE, "5/5/5/1WW2/5 b 10,12 0 1", "P@a1", "5/5/5/1WW2/B4 b 10,11 0 1"),
        ("Black's second ends the move", FIVE, "5/5/5/1WW2/B4 b 10,11 0 1", "P@e5", "4B/5/5/1WW2/B4 w 10,10 0 2"),
        ("nothing is captured while men are placed", FIVE,
            "5/5/5/5/WB1BW w 10,10 0 2", "P@c1", "5/5/5/5/WBWBW w 9,10 0 2"),
        ("after the last man White moves", FIVE,
            "WBWWB/BBBWB/1W1WB/BBWWB/WBWWW b 0,1 0 6", "P@a3", "WBWWB/BBBWB/BW1WB/BBWWB/WBWWW w 0,0 0 7"),
        ("unless it cannot", FIVE,
            "WWWWW/WWBWW/WB1BB/WWBBB/BBBB1 b 0,1 0 6", "P@e1", "WWWWW/WWBWW/WB1BB/WWBBB/BBBBB b 0,0 0 6"),
        ("a step", FIVE, "4B/5/5/W4/1B3 w 0,0 3 5", "a2a3", "4B/5/W4/5/1B3 b 0,0 4 5"),
        ("the centre may be entered", FIVE, "4B/5/3W1/5/1B3 w 0,0 3 5", "d3c3", "4B/5/2W2/5/1B3 b 0,0 4 5"),
        ("Black's step ends the move", FIVE, "4B/5/5/W4/1B3 b 0,0 3 5", "e5d5", "3B1/5/5/W4/1B3 w 0,0 4 6"),
        ("an enemy with an own man behind it is taken, and the side moves again", FIVE,
            "4B/5/5/W4/1BW2 w 0,0 3 5", "a2a1", "4B/5/5/5/W1W2 w 0,0 0 5"),
        ("Black does it too, within one move", FIVE,
            "4W/5/5/B4/1WB2 b 0,0 3 5", "a2a1", "4W/5/5/5/B1B2 b 0,0 0 5"),
        ("in each direction", FIVE,
            "2W1B/2B2/WB1BW/2W2/5 w 0,0 0 1", "c2c3", "2W1B/5/W1W1W/5/5 w 0,0 0 1"),
        ("downwards", FIVE, "4B/1W3/2B2/5/2W2 w 0,0 0 1", "b4c4", "4B/2W2/2B2/5/2W2 b 0,0 1 1"),
        ("downwards, beside the centre", FIVE, "4B/5/W4/1B3/1W3 w 0,0 0 1", "a3b3", "4B/5/1W3/5/1W3 w 0,0 0 1"),
        ("not round a corner", FIVE, "4B/5/5/BW3/1W3 w 0,0 0 1", "b1a1", "4B/5/5/BW3/W4 b 0,0 1 1"),
        ("a man in the centre cannot be taken", FIVE,
            "4B/5/2BW1/1W3/5 w 0,0 0 1", "b2b3", "4B/5/1WBW1/5/5 b 0,0 1 1"),
        ("nor by the other option", SINGLE,
            "4B/5/2BW1/1W3/5 w 0,0 0 1", "b2b3", "4B/5/1WBW1/5/5 b 0,0 1 1"),
        ("but it helps to take", FIVE, "4B/5/2WB1/4W/5 w 0,0 0 1", "e2e3", "4B/5/2W1W/5/5 w 0,0 0 1"),
        ("a man may move between two enemies", FIVE,
            "4B/5/5/2W2/1B1B1 w 0,0 0 1", "c2c1", "4B/5/5/5/1BWB1 b 0,0 1 1"),
        ("and is not taken there by a man that moves elsewhere", FIVE,
            "4B/5/5/5/1BWB1 b 0,0 1 1", "e5e4", "5/4B/5/5/1BWB1 w 0,0 2 2"),
        ("the edge does not help", FIVE, "4B/5/5/1W3/B4 w 0,0 0 1", "b2b1", "4B/5/5/5/BW3 b 0,0 1 1"),
        ("a line of several is taken", FIVE, "4B/5/5/W4/1BBBW w 0,0 0 1", "a2a1", "4B/5/5/5/W3W w 0,0 0 1"),
        ("or is not, by option", SINGLE, "4B/5/5/W4/1BBBW w 0,0 0 1", "a2a1", "4B/5/5/5/WBBBW b 0,0 1 1"),
        ("where a single one is", SINGLE, "4B/5/5/W4/1BW2 w 0,0 3 5", "a2a1", "4B/5/5/5/W1W2 w 0,0 0 5"),
        ("a line that is broken is not", FIVE, "4B/5/5/W4/1B1BW w 0,0 0 1", "a2a1", "4B/5/5/5/WB1BW b 0,0 1 1"),
        ("nor one without an own man at its end", FIVE, "4B/5/5/W4/1BBBB w 0,0 0 1", "a2a1", "4B/5/5/5/WBBBB b 0,0 1 1"),
        ("an enemy in the centre does not break the line, but stays", FIVE,
            "4B/5/1BBBW/W4/5 w 0,0 0 1", "a2a3", "4B/5/W1B1W/5/5 w 0,0 0 1"),
        ("nor at the near end of it", FIVE,
            "4B/5/2BBW/1W3/5 w 0,0 0 1", "b2b3", "4B/5/1WB1W/5/5 w 0,0 0 1"),
        ("nor at the far end", FIVE, "4B/5/1BBW1/W4/5 w 0,0 0 1", "a2a3", "4B/5/W1BW1/5/5 w 0,0 0 1"),
        ("by option it is a line as well", SINGLE, "4B/5/1BBW1/W4/5 w 0,0 0 1", "a2a3", "4B/5/WBBW1/5/5 b 0,0 1 1"),
        ("on a larger board", SEVEN,
            "6B/7/7/1BBBBBW/W6/7/7 w 0,0 9 9", "a3a4", "6B/7/7/W2B2W/7/7/7 w 0,0 0 9"),
        ("and on the largest", NINE,
            "8B/9/9/9/1BBBBBBBW/W8/9/9/9 w 0,0 9 9", "a4a5", "8B/9/9/9/W3B3W/9/9/9/9 w 0,0 0 9"),
        ("a side that cannot move is skipped", FIVE,
            "5/5/1W3/W4/B1W2 w 0,0 3 5", "c1b1", "5/5/1W3/W4/BW3 w 0,0 4 5"),
        ("White as well, within one move", FIVE,
            "5/5/1B3/B4/W1B2 b 0,0 3 5", "c1b1", "5/5/1B3/B4/WB3 b 0,0 4 5"),
        ("who takes the last man stays the one to move", FIVE,
            "5/5/5/W4/1BW2 w 0,0 3 5", "a2a1", "5/5/5/5/W1W2 w 0,0 0 5"),
        ("counters stay at the greatest number", FIVE,
            "4B/5/5/W4/1B3 b 0,0 3 4294967295", "e5d5", "3B1/5/5/W4/1B3 w 0,0 4 4294967295"),
    ] {
        assert_eq!(play(&read(rules, before), mv).fen(), after, "{rule}");
    }
}

#[test]
fn a_side_moves_any_man_again_as_long_as_it_takes() {
    let mut state = read(FIVE, "1WB2/3W1/5/W4/1BW1B w 0,0 3 5");
    for (mv, after) in [
        ("a2a1", "1WB2/3W1/5/5/W1W1B w 0,0 0 5"),
        ("d4d5", "1W1W1/5/5/5/W1W1B w 0,0 0 5"),
        ("d5d4", "1W3/3W1/5/5/W1W1B b 0,0 1 5"),
        ("e1e2", "1W3/3W1/5/4B/W1W2 w 0,0 2 6"),
    ] {
        state = play(&state, mv);
        assert_eq!(state.fen(), after);
    }
    let again = read(FIVE, "1WB2/3W1/5/5/W1W1B w 0,0 0 5");
    let all = "a1a2 a1b1 b5a5 b5b4 c1b1 c1c2 c1d1 d4c4 d4d3 d4d5 d4e4";
    assert_eq!(texts(&again).join(" "), all, "any man, any move");
}

#[test]
fn positions_may_come_again() {
    let long = Rules { quiet_limit: 400, ..FIVE };
    let mut state = read(long, "4B/5/5/5/W4 w 0,0 0 1");
    let mut history = History::new(state.key());
    for text in ["a1a2", "e5e4", "a2a1", "e4e5"].repeat(5) {
        state = play(&state, text);
        history.push(state.key(), false);
        assert_eq!((history.repetition(&state), state.outcome()), (None, None));
    }
}

#[test]
#[rustfmt::skip]
fn legal_moves_and_ends() {
    let short = Rules { quiet_limit: 2, ..FIVE };
    let long = Rules { quiet_limit: 400, ..FIVE };
    for (rule, rules, fen, legal, end) in [
        ("any empty square but the centre", FIVE, "WBWBW/BWBWB/WB1BW/BWBWB/WW3 w 1,2 0 6", "P@c1 P@d1 P@e1", None),
        ("a man moves to the sides, up and down", FIVE, "4B/5/5/1W3/5 w 0,0 0 1", "b2a2 b2b1 b2b3 b2c2", None),
        ("to empty squares", FIVE, "4B/5/5/BW3/1W3 w 0,0 0 1", "b1a1 b1c1 b2b3 b2c2", None),
        ("capturing is not compulsory", FIVE, "4B/5/5/W4/1BW2 w 0,0 3 5", "a2a1 a2a3 a2b2 c1c2 c1d1", None),
        ("without men White has lost", FIVE, "5/5/5/1B1B1/5 b 0,0 0 1", "", Some("p2win capture-all")),
        ("and Black", FIVE, "5/5/5/5/W4 w 0,0 0 1", "", Some("p1win capture-all")),
        ("at the quiet limit too", FIVE, "5/5/5/5/B4 b 0,0 20 1", "", Some("p2win capture-all")),
        ("more men win the count", FIVE, "4B/4B/5/5/W4 w 0,0 20 1", "", Some("p2win count")),
        ("White's too", FIVE, "5/5/5/W1B1W/5 b 0,0 20 1", "", Some("p1win count")),
        ("equal numbers are a draw", FIVE, "4B/5/5/5/W4 w 0,0 20 1", "", Some("draw count")),
        ("past the limit too", FIVE, "4B/5/5/5/W4 w 0,0 4294967295 1", "", Some("draw count")),
        ("a move before it", FIVE, "4B/5/5/5/W4 w 0,0 19 1", "a1a2 a1b1", None),
        ("a low limit", short, "4B/5/5/5/W4 w 0,0 2 1", "", Some("draw count")),
        ("a high one", long, "4B/5/5/5/W4 w 0,0 399 1", "a1a2 a1b1", None),
        ("and its end", long, "4B/5/5/5/W4 w 0,0 400 1", "", Some("draw count")),
    ] {
        let state = read(rules, fen);
        assert_eq!(state.fen(), fen, "{rule}");
        assert_eq!(texts(&state).join(" "), legal, "{rule}");
        let outcome = state.outcome().map(|end| format!("{} {}", end.result(), end.reason));
        assert_eq!(outcome.as_deref(), end, "{rule}");
    }
}

#[test]
fn a_side_that_cannot_move_is_read_as_the_other() {
    for (fen, printed) in [
        ("5/5/5/W4/BW3 b 0,0 4 5", "5/5/5/W4/BW3 w 0,0 4 5"),
        ("5/5/5/B4/WB3 w 0,0 4 5", "5/5/5/B4/WB3 b 0,0 4 5"),
        ("5/5/5/5/W4 b 0,0 0 1", "5/5/5/5/W4 w 0,0 0 1"),
        ("5/5/5/B4/WB3 w 0,0 20 5", "5/5/5/B4/WB3 b 0,0 20 5"),
    ] {
        let (read, again) = (read(FIVE, fen), read(FIVE, printed));
        assert_eq!(read, again, "{fen}");
        assert_eq!(read.fen(), printed);
    }
}

#[test]
fn other_texts_are_no_moves() {
    for (fen, texts) in [
        ("4B/5/5/1W3/5 w 0,0 0 1", &["P@a1", "b2", "b2b2", "b2b4", "b2c3", "e5e4", "b2b3b4"][..]),
        ("4B/5/5/1W3/WB3 w 10,10 0 2", &["P@c3", "P@b2", "P@f1", "P@a6", "P@a2a3", "a1a2"]),
        ("4B/5/5/1W3/5 w 0,0 20 1", &["b2b3"]),
    ] {
        let state = read(FIVE, fen);
        for text in texts {
            assert_eq!(state.parse_move(text), None, "{text} in {fen}");
        }
    }
    let state = read(FIVE, "5/5/5/5/5 w 12,12 0 1");
    for text in ["", "P", "p@a1", "P@A1", "P@a256", "P@z9", "a1", "a1a2", "P@a1 "] {
        assert_eq!(state.parse_move(text), None, "{text}");
    }
}

#[test]
fn captures_alone_are_noisy() {
    let noisy = |rules, fen: &str| {
        let state = read(rules, fen);
        let mut noisy = Vec::new();
        state.noisy_moves(&mut noisy);
        let mut texts: Vec<_> =
            noisy.iter().map(|&mv| (state.gain(mv), state.move_text(mv))).collect();
        texts.sort_unstable();
        texts
    };
    // a1b1 takes one, c2c3 three.
    let board = "2W1B/2B2/WB1BW/2W2/W1BW1";
    let captures = [(100, "a1b1".to_owned()), (300, "c2c3".to_owned())];
    assert_eq!(noisy(FIVE, &format!("{board} w 0,0 3 1")), captures);
    assert_eq!(noisy(FIVE, &format!("{board} w 0,0 0 1")), captures[1..], "after a capture");
    let state = read(FIVE, &format!("{board} w 0,0 3 1"));
    let quiet = state.parse_move("c2b2").expect("a legal move");
    assert_eq!(state.gain(quiet), 0);
    for (rules, fen) in [
        (FIVE, "4B/5/2BW1/1W3/5 w 0,0 3 1"),
        (SINGLE, "4B/5/5/W4/1BBBW w 0,0 3 1"),
        (FIVE, "5/5/5/5/WB1BW w 10,10 0 2"),
        (FIVE, &format!("{board} w 0,0 20 1")),
    ] {
        assert_eq!(noisy(rules, fen), [], "{fen}");
    }
}

/// Plays random games of every board under both capture rules.
fn for_positions_of_random_games(check: impl Fn(&Siga)) {
    let mut random = StdRng::seed_from_u64(1);
    for size in [Size::Five, Size::Seven, Size::Nine] {
        for line_capture in [true, false] {
            for _ in 0..10 {
                let mut state = Siga::start(Rules { size, line_capture, quiet_limit: 40 });
                while state.outcome().is_none() {
                    check(&state);
                    let moves = state.moves();
                    state.apply(moves[random.random_range(0..moves.len())]);
                }
            }
        }
    }
}

#[test]
fn moves_that_take_are_found_without_making_them() {
    for_positions_of_random_games(|state| {
        let men = |state: &Siga| (state.own | state.enemy).count_ones();
        let captures: Vec<_> =
            state.moves().into_iter().filter(|&mv| men(&state.after(mv)) < men(state)).collect();
        for &mv in &captures {
            let after = state.after(mv);
            assert_eq!(state.gain(mv), 100 * (men(state) - men(&after)) as i32);
            assert_eq!((after.turn(), after.quiet), (state.turn(), 0));
        }
        let mut noisy = Vec::new();
        state.noisy_moves(&mut noisy);
        let greatest = |moves: &[Move]| moves.iter().map(|&mv| state.gain(mv)).max();
        assert_eq!(greatest(&noisy), greatest(&captures), "{}", state.fen());
        if state.quiet > 0 {
            assert_eq!(noisy, captures, "{}", state.fen());
        } else {
            assert!(noisy.len() <= 1, "{}", state.fen());
        }
    });
}

#[test]
fn the_key_is_kept_up_to_date() {
    for_positions_of_random_games(|state| assert_eq!(state.key(), state.fresh_key()));
}

#[test]
fn keys_tell_apart_what_they_should() {
    let keys = |rules, fen| {
        let state = read(rules, fen);
        (state.key(), state.search_key())
    };
    let fen = "4B/5/5/1W3/5 w 0,0 3 1";
    let (key, search_key) = keys(FIVE, fen);
    assert_eq!(keys(FIVE, "4B/5/5/1W3/5 w 0,0 3 9"), (key, search_key));
    let (same, search_other) = keys(FIVE, "4B/5/5/1W3/5 w 0,0 4 1");
    assert_eq!(same, key);
    assert_ne!(search_other, search_key, "each quiet move counts under a limit of 20");
    let long = Rules { quiet_limit: 400, ..FIVE };
    assert_eq!(keys(long, fen).1, keys(long, "4B/5/5/1W3/5 w 0,0 100 1").1);
    assert_ne!(keys(long, fen).1, keys(long, "4B/5/5/1W3/5 w 0,0 395 1").1);
    for other in ["4B/5/5/1W3/5 b 0,0 3 1", "4W/5/5/1B3/5 w 0,0 3 1", "3B1/5/5/1W3/5 w 0,0 3 1"] {
        let (other, search_other) = keys(FIVE, other);
        assert!(other != key && search_other != search_key);
    }
    // The same men may stand there in both phases.
    let placing = keys(FIVE, "5/5/5/1WW2/BB3 w 10,10 0 2");
    let moving = keys(FIVE, "5/5/5/1WW2/BB3 w 0,0 0 2");
    assert!(placing.0 != moving.0 && placing.1 != moving.1);
}

#[test]
fn men_in_hand_are_told() {
    for (fen, hands) in [
        ("5/5/5/5/5 w 12,12 0 1", [12, 12]),
        ("5/5/5/1WW2/B4 b 10,11 0 1", [10, 11]),
        ("4B/5/5/1W3/5 w 0,0 0 1", [0, 0]),
    ] {
        assert_eq!(read(FIVE, fen).hands(), Some(hands.into()), "{fen}");
    }
}

#[test]
#[rustfmt::skip]
fn refusals_say_field_place_and_reason() {
    const NUMBER: &str = "expected a number from 0 to 4294967295 without leading zeros";
    const HANDS: &str = "expected White's and Black's men in hand, parted by ','";
    for (rules, fen, message) in [
        // The board.
        (FIVE, "", "field 'board', the whole field: expected 5 ranks parted by '/', found '1'"),
        (FIVE, "5/5/5/5 w 12,12 0 1", "field 'board', the whole field: expected 5 ranks parted by '/', found '4'"),
        (FIVE, "5/5/5/5/5/5 w 12,12 0 1", "field 'board', the whole field: expected 5 ranks parted by '/', found '6'"),
        (FIVE, "5/5/5/5/4w w 0,0 0 1", "field 'board', rank 1, point 5: expected a piece or a number of empty points, found 'w'"),
        (FIVE, "5/5/5/ß4/5 w 0,0 0 1", "field 'board', rank 2, point 1: expected a piece or a number of empty points, found 'ß'"),
        (FIVE, "5/5/5/5/7 w 12,12 0 1", "field 'board', rank 1, point 1: expected a number of empty points from 1 to 5, found '7'"),
        (FIVE, "5/5/5/23/5 w 12,12 0 1", "field 'board', rank 2, point 1: expected a number of empty points from 1 to 5, found '23'"),
        (FIVE, "5/5/5/W04/5 w 0,0 0 1", "field 'board', rank 2, point 2: expected a number of empty points from 1 to 5, found '04'"),
        (FIVE, "99999999999999999999/5/5/5/5 w 0,0 0 1", "field 'board', rank 5, point 1: expected a number of empty points from 1 to 5, found '99999999999999999999'"),
        (FIVE, "5/5//5/5 w 12,12 0 1", "field 'board', rank 3, the whole rank: expected 5 points, found '0'"),
        (FIVE, "5/5/5/5/WWWW w 0,0 0 1", "field 'board', rank 1, the whole rank: expected 5 points, found '4'"),
        (FIVE, "5/5/5/5/WWWWWW w 0,0 0 1", "field 'board', rank 1, the whole rank: expected 5 points, found '6'"),
        (FIVE, "WWWWW/WWWWW/WWW2/5/5 w 0,0 0 1", "field 'board', White's men: expected at most 12 men, found '13'"),
        (FIVE, "BBBBB/BBBBB/BBB2/5/5 w 0,0 0 1", "field 'board', Black's men: expected at most 12 men, found '13'"),
        (FIVE, "5/5/5/5/5 w 0,0 0 1", "field 'board', all men: expected a man at least, when no men are in hand, found '0'"),
        (FIVE, "5/5/2W2/5/5 w 11,12 0 1", "field 'board', the centre, c3: expected no man while men are in hand, found 'W'"),
        (FIVE, "5/5/2B2/5/WW3 b 10,11 0 1", "field 'board', the centre, c3: expected no man while men are in hand, found 'B'"),
        (SEVEN, "7/7/7/3W3/7/7/7 w 23,24 0 1", "field 'board', the centre, d4: expected no man while men are in hand, found 'W'"),
        (SEVEN, "WWWWWWW/WWWWWWW/WWWWWWW/WWWW3/7/7/7 w 0,0 0 1", "field 'board', White's men: expected at most 24 men, found '25'"),
        (NINE, "9/9/9/9/9/9/9/9/10 w 40,40 0 1", "field 'board', rank 1, point 1: expected a number of empty points from 1 to 9, found '10'"),
        (NINE, "BBBBBBBBB/BBBBBBBBB/BBBBBBBBB/BBBBBBBBB/BBBBB4/9/9/9/9 w 0,0 0 1", "field 'board', Black's men: expected at most 40 men, found '41'"),
        // The side to move.
        (FIVE, "5/5/5/5/5", "field 'side', the whole field: expected 'w' or 'b', found nothing"),
        (FIVE, "5/5/5/5/5 W 12,12 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'W'"),
        (FIVE, "5/5/5/5/5 12,12 w 0 1", "field 'side', the whole field: expected 'w' or 'b', found '12,12'"),
        (FIVE, "5/5/5/5/5 b 12,12 0 1", "field 'side', the whole field: expected 'w' with 0 men placed, found 'b'"),
        (FIVE, "5/5/5/5/WW3 w 10,12 0 1", "field 'side', the whole field: expected 'b' with 2 men placed, found 'w'"),
        // The men in hand.
        (FIVE, "5/5/5/5/5 w", &format!("field 'hands', the whole field: {HANDS}, found nothing")),
        (FIVE, "5/5/5/5/5 w 12 0 1", &format!("field 'hands', the whole field: {HANDS}, found '12'")),
        (FIVE, "5/5/5/5/5 w ,12 0 1", &format!("field 'hands', White's men: {NUMBER}, found nothing")),
        (FIVE, "5/5/5/5/5 w -1,12 0 1", &format!("field 'hands', White's men: {NUMBER}, found '-1'")),
        (FIVE, "5/5/5/5/5 w 12,012 0 1", &format!("field 'hands', Black's men: {NUMBER}, found '012'")),
        (FIVE, "5/5/5/5/5 w 12,12,0 0 1", &format!("field 'hands', Black's men: {NUMBER}, found '12,0'")),
        (FIVE, "5/5/5/5/5 w 12,4294967296 0 1", &format!("field 'hands', Black's men: {NUMBER}, found '4294967296'")),
        (FIVE, "5/5/5/5/5 w 12,11 0 1", "field 'hands', Black's men: expected 12, the men that are not on the board, found '11'"),
        (FIVE, "5/5/5/5/5 w 268,12 0 1", "field 'hands', White's men: expected 12, the men that are not on the board, found '268'"),
        (FIVE, "5/5/5/5/W4 w 12,12 0 1", "field 'hands', White's men: expected 11, the men that are not on the board, found '12'"),
        (FIVE, "5/5/5/5/B4 w 12,11 0 1", "field 'hands', the whole field: expected 11,12 with 1 man placed, found '12,11'"),
        // The counters.
        (FIVE, "5/5/5/5/5 w 12,12 1 1", "field 'quiet', the whole field: expected 0 while men are in hand, found '1'"),
        (FIVE, "5/5/5/5/W4 w 0,0 x 1", &format!("field 'quiet', the whole field: {NUMBER}, found 'x'")),
        (FIVE, "5/5/5/5/W4 w 0,0 01 1", &format!("field 'quiet', the whole field: {NUMBER}, found '01'")),
        (FIVE, "5/5/5/5/W4 w 0,0 4294967296 1", &format!("field 'quiet', the whole field: {NUMBER}, found '4294967296'")),
        (FIVE, "5/5/5/5/5 w 12,12 0", "field 'move', the whole field: expected a number from 1, found nothing"),
        (FIVE, "5/5/5/5/5 w 12,12 0 0", "field 'move', the whole field: expected a number from 1, found '0'"),
        (FIVE, "5/5/5/5/5 w 12,12 0 1 x", "end of the FEN, after field 'move': expected nothing more, found 'x'"),
    ] {
        let error: FenError = Siga::from_fen(rules, fen).expect_err(fen);
        assert_eq!(error.to_string(), message, "{fen}");
    }
}
