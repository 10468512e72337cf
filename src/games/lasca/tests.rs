//! The rules sentence by sentence, on positions made for them.

use super::*;
use crate::game::{Heuristics, History, Notation, perft};

const LASCA: Rules = Rules { lasker: false, men_capture_backward: false };
const LASKER: Rules = Rules { lasker: true, ..LASCA };
const BACKWARD: Rules = Rules { men_capture_backward: true, ..LASCA };
const LASKER_BACKWARD: Rules = Rules { men_capture_backward: true, ..LASKER };

const START: &str = "b,b,b,b/b,b,b/b,b,b,b/3/w,w,w,w/w,w,w/w,w,w,w w 0 1";

fn read(rules: Rules, fen: &str) -> Lasca {
    Lasca::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn texts(state: &Lasca) -> String {
    let mut texts: Vec<_> = state.moves().iter().map(|&mv| state.move_text(mv)).collect();
    texts.sort_unstable();
    texts.join(" ")
}

fn play(state: &Lasca, text: &str) -> Lasca {
    let mv = state.parse_move(text);
    state.after(mv.unwrap_or_else(|| panic!("{text} in {}", state.fen())))
}

#[test]
#[rustfmt::skip]
fn legal_moves() {
    for (rule, rules, fen, legal) in [
        ("soldiers step one field forward", LASCA,
            START, "a3b4 c3b4 c3d4 e3d4 e3f4 g3f4"),
        ("Black's forward is down", LASCA,
            "b,b,b,b/b,b,b/b,b,b,b/3/w,w,w,w/w,w,w/w,w,w,w b 0 1", "a5b4 c5b4 c5d4 e5d4 e5f4 g5f4"),
        ("only to empty fields", LASCA,
            "3,b/3/4/1,wb,1/1,w,2/3/4 w 0 1", "c3b4 d4c5 d4e5"),
        ("officers move along diagonals", LASCA,
            "b,3/3/4/3/4/1,Wb,1/4 w 0 1", "d2a5 d2b4 d2c1 d2c3 d2e1 d2e3 d2f4 d2g5"),
        ("or one field, with Lasker", LASKER,
            "b,3/3/4/3/4/1,Wb,1/4 w 0 1", "d2c1 d2c3 d2e1 d2e3"),
        ("not over a column", LASCA,
            "4/3/4/3/3,bB/3/W,1,w,w w 0 1", "a1b2 a1c3 a1d4 a1e5 a1f6 a1g7 e1d2 e1f2 g1f2"),
        ("a column moves as its top man", LASCA,
            "B,3/3/4/1,wB,1/4/3/4 w 0 1", "d4c5 d4e5"),
        ("captures are compulsory", LASCA,
            "b,3/3/4/1,b,b/3,w/b,2/w,3 w 0 1", "a1c3e5 g3e5"),
        ("soldiers capture forward only", LASCA,
            "4/3/4/1,w,1/1,b,bb,1/3/4 w 0 1", "d4c5 d4e5"),
        ("or backward by option", BACKWARD,
            "4/3/4/1,w,1/1,b,bb,1/3/4 w 0 1", "d4b2 d4f2"),
        ("with Lasker too", LASKER_BACKWARD,
            "4/3/4/1,w,1/1,b,bb,1/3/4 w 0 1", "d4b2 d4f2"),
        ("only an adjacent column", LASCA,
            "4/3/3,b/2,b/4/1,w,1/4 w 0 1", "d2c3 d2e3"),
        ("only with an empty field behind", LASCA,
            "4/3/2,b,1/1,b,1/1,w,2/3/4 w 0 1", "c3b4"),
        ("not over one's own", LASCA,
            "b,3/3/4/1,wb,1/1,w,2/3/4 w 0 1", "c3b4 d4c5 d4e5"),
        ("whoever lies below", LASCA,
            "b,3/3/4/1,bw,1/1,w,2/3/4 w 0 1", "c3e5"),
        ("officers leap from afar and land anywhere behind", LASCA,
            "b,3/3/4/1,b,1/4/3/W,3 w 0 1", "a1e5 a1f6 a1g7"),
        ("but not over a second column", LASCA,
            "b,3/3/2,b,1/1,b,1/4/3/W,3 w 0 1", "a1b2 a1c3"),
        ("nor past one behind", LASCA,
            "b,2,b/2,b/4/1,b,1/4/3/W,3 w 0 1", "a1e5"),
        ("Lasker's take an adjacent column only", LASKER,
            "b,3/3/4/1,b,1/4/3/W,3 w 0 1", "a1b2"),
        ("and land directly behind", LASKER,
            "b,3/3/4/1,b,1/1,W,2/3/4 w 0 1", "c3e5"),
        ("forward and backward", LASKER,
            "b,3/3/4/1,W,1/1,b,2/3/4 w 0 1", "d4b2"),
        ("the chain must not be broken off", LASCA,
            "4/1,b,1/4/1,b,1/1,w,2/3/4 w 0 1", "c3e5c7"),
        ("a jumped column stays in the way", LASCA,
            "b,3/3/4/1,bb,1/1,W,2/3/4 w 0 1", "c3e5 c3f6 c3g7"),
        ("a jumped single man is gone", LASCA,
            "b,3/3/1,b,b,1/3/1,b,b,1/1,W,1/4 w 0 1", "d2b4d6f4c1 d2b4d6f4d2 d2f4d6b4e1"),
        ("so is the start", LASKER_BACKWARD,
            "b,3/3/1,b,b,1/3/1,b,b,1/1,w,1/4 w 0 1", "d2b4d6f4d2"),
        ("the order of the prisoners tells moves apart", BACKWARD,
            "b,3/3/1,B,b,1/3/1,b,b,1/1,w,1/4 w 0 1", "d2b4d6f4d2 d2f4d6b4d2"),
        ("officers take the maximum, over all of them", LASCA,
            "b,3/3/4/1,b,1/4/b,1,b/W,2,W w 0 1", "a1c3e5 a1c3f6 a1c3g7 g1e3c5 g1e3b6"),
        ("soldiers are free alternatives", LASCA,
            "b,3/3/4/1,b,1/4/b,1,b/W,2,w w 0 1", "a1c3e5 a1c3f6 a1c3g7 g1e3c5"),
        ("even with fewer men", LASCA,
            "b,3/3/1,b,2/w,b,1/4/b,2/W,3 w 0 1", "a1c3e5 a1c3f6 a1c3g7 b4d6"),
        ("with Lasker officers are free too", LASKER,
            "b,3/3/4/1,b,1/4/b,1,b/W,2,W w 0 1", "a1c3e5 g1e3c5"),
        ("the last rank ends a soldier's chain", LASKER_BACKWARD,
            "4/1,bw,b/1,w,2/3/4/3/3,B w 0 1", "c5e7"),
    ] {
        let mut legal: Vec<_> = legal.split(' ').collect();
        legal.sort_unstable();
        let state = read(rules, fen);
        assert_eq!(texts(&state), legal.join(" "), "{rule}");
        assert_eq!(state.count_legal_moves(), legal.len() as u64, "{rule}");
        assert_eq!(state.outcome(), None, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn effects_of_moves() {
    for (rule, rules, before, mv, after) in [
        ("the top man goes to the bottom", LASCA,
            "b,3/3/4/1,bBw,1/1,wb,2/3/4 w 3 5", "c3e5", "b,3/3/2,wbb,1/1,Bw,1/4/3/4 b 0 5"),
        ("the rest is led by its next man", LASCA,
            "4/3/4/1,wB,1/4/3/w,2,B b 0 7", "g1c5", "4/3/1,Bw,2/1,B,1/4/3/w,3 w 0 8"),
        ("prisoners in the order of the jumps", LASCA,
            "b,3/2,B/4/1,b,1/4/BB,2/w,3 w 0 1", "a1c3e5g7", "b,2,WBbB/3/4/3/4/B,2/4 b 0 1"),
        ("a column that was jumped is jumped no more", LASCA,
            "b,3/3/1,bb,b,1/3/1,b,b,1/1,W,1/4 w 0 1", "d2f4d6b4d2", "b,3/3/1,b,2/3/4/1,Wbbbb,1/4 b 0 1"),
        ("promotion on the last rank", LASCA,
            "3,b/2,w/4/3/4/3/4 w 8 1", "f6e7", "2,W,b/3/4/3/4/3/4 b 0 1"),
        ("of the leader only", LASCA,
            "4/1,wbw,1/4/3/4/3/B,3 w 0 1", "d6c7", "1,Wbw,2/3/4/3/4/3/B,3 b 0 1"),
        ("for Black on rank 1", LASCA,
            "3,W/3/4/3/4/1,bw,1/4 b 0 1", "d2c1", "3,W/3/4/3/4/3/1,Bw,2 w 0 2"),
        ("a move of an officer is quiet", LASCA,
            "2,b,B/3/4/1,W,1/wb,3/3/4 w 5 10", "d4a1", "2,b,B/3/4/3/wb,3/3/W,3 b 6 10"),
        ("a move of a soldier is not", LASCA,
            "2,b,B/3/4/1,W,1/wb,3/3/4 w 5 10", "a3b4", "2,b,B/3/4/wb,W,1/4/3/4 b 0 10"),
        ("counters stay at the greatest number", LASCA,
            "3,B/3/4/3/4/3/W,1,w,1 b 4 4294967295", "g7f6", "4/2,B/4/3/4/3/W,1,w,1 w 5 4294967295"),
    ] {
        assert_eq!(play(&read(rules, before), mv).fen(), after, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn ends() {
    for (rule, rules, fen, end) in [
        ("no column of Black's", LASCA, "4/3/4/1,Wb,1/4/3/4 b 0 1", Some("p1win capture-all")),
        ("no column of White's", LASCA, "4/3/4/1,bW,1/4/3/4 b 0 1", Some("p2win capture-all")),
        ("whoever is to move, and before the limit", LASCA, "4/3/4/1,bW,1/4/3/4 w 100 60", Some("p2win capture-all")),
        ("no legal move", LASCA, "1,b,2/b,2/w,3/3/4/3/4 w 0 1", Some("p2win blocked")),
        ("before the limit", LASKER, "1,b,2/b,2/w,3/3/4/3/4 w 100 90", Some("p2win blocked")),
        ("nor for Black", LASCA, "4/3/4/3/b,3/w,2/1,w,2 b 0 1", Some("p1win blocked")),
        ("two lone officers", LASCA, "4/3/4/3/4/3/Wbb,2,Bw w 0 1", Some("draw officers")),
        ("even when one could be captured", LASCA, "4/3/4/3/4/B,2/W,3 w 0 1", Some("draw officers")),
        ("before the limit", LASCA, "4/3/4/3/4/3/Wbb,2,Bw w 100 90", Some("draw officers")),
        ("not with Lasker", LASKER, "4/3/4/3/4/3/Wbb,2,Bw w 0 1", None),
        ("a soldier is no officer", LASCA, "4/3/4/3/4/3/wW,2,Bw w 0 1", None),
        ("three are not two", LASCA, "3,W/3/4/3/4/3/W,2,Bw w 0 1", None),
        ("quiet plies below the limit", LASCA, "3,W/3/4/3/4/3/W,2,Bw w 99 70", None),
        ("at the limit", LASCA, "3,W/3/4/3/4/3/W,2,Bw w 100 70", Some("draw quiet")),
        ("beyond the limit", LASKER, "b,b,b,b/b,b,b/b,b,b,b/3/w,w,w,w/w,w,w/w,w,w,w b 4294967295 1", Some("draw quiet")),
    ] {
        let state = read(rules, fen);
        let outcome = state.outcome().map(|end| format!("{} {}", end.result(), end.reason));
        assert_eq!(outcome.as_deref(), end, "{rule}: {fen}");
        assert_eq!(state.moves().is_empty(), end.is_some(), "{rule}: {fen}");
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut state = read(LASKER, "3,B/3/4/3/4/3/W,3 w 0 1");
    let mut history = History::new(state.key());
    for text in ["a1b2", "g7f6", "b2a1", "f6g7"].repeat(2) {
        assert_eq!(history.repetition(&state), None);
        let mv = state.parse_move(text).expect("a legal move");
        let irreversible = state.is_irreversible(mv);
        state.apply(mv);
        history.push(state.key(), irreversible);
    }
    assert_eq!(history.repetition(&state), Some(Outcome::draw("repetition")));
}

#[test]
fn every_way_of_a_capture_is_accepted() {
    // Around the square in both directions: one result if it ends where it began.
    let state = read(LASCA, "b,3/3/1,b,b,1/3/1,b,b,1/1,W,1/4 w 0 1");
    for (way, canonical) in
        [("d2b4d6f4d2", "d2b4d6f4d2"), ("d2f4d6b4d2", "d2b4d6f4d2"), ("d2f4d6b4e1", "d2f4d6b4e1")]
    {
        let mv = state.parse_move(way).expect("a legal way");
        assert_eq!(state.move_text(mv), canonical);
    }
    // Prisoners of one rank: one result.
    let soldier = read(BACKWARD, "b,3/3/1,b,b,1/3/1,b,b,1/1,w,1/4 w 0 1");
    let ways = ["d2b4d6f4d2", "d2f4d6b4d2"].map(|way| soldier.parse_move(way));
    assert!(ways[0].is_some() && ways[0] == ways[1]);
    assert_eq!(texts(&soldier), "d2b4d6f4d2");
    for bad in [
        "d2b4d6f4",
        "d2b4d6f4d2b4",
        "d2b4d2",
        "d2",
        "d2d6",
        "",
        "d2b4d6f4d2 ",
        "b4d6",
        "d2b5",
        "h8g7",
    ] {
        assert_eq!(soldier.parse_move(bad), None, "{bad}");
    }
    // A way over the last rank is none, even to the result of another way.
    let edge = read(BACKWARD, "4/1,b,b/1,w,2/3/4/3/B,3 w 0 1");
    assert_eq!(texts(&edge), "c5e7");
    assert_eq!(edge.parse_move("c5e7g5"), None);
}

#[test]
#[rustfmt::skip]
fn refusals_say_field_place_and_reason() {
    const COLUMN: &str = "expected a column of the letters w, b, W, B or a number of empty points";
    for (fen, message) in [
        ("", "field 'board', the whole field: expected 7 ranks parted by '/', found '1'"),
        ("4/3/4/3/4/3 w 0 1", "field 'board', the whole field: expected 7 ranks parted by '/', found '6'"),
        ("4/3/4/3/4/3/w,b,1 w 0 1", "field 'board', rank 1, the whole rank: expected 4 points, found '3'"),
        ("4/3/4/3/4/3/w,b,1,w,w w 0 1", "field 'board', rank 1, the whole rank: expected 4 points, found '5'"),
        ("4/3/4/3/4/3/w,b,1,1 w 0 1", "field 'board', rank 1, point 4: expected a piece after a number, found '1'"),
        ("4/3/4/3/5/3/w,3 w 0 1", "field 'board', rank 3, point 1: expected a number of empty points from 1 to 4, found '5'"),
        ("4/3/4/3/04/3/w,3 w 0 1", "field 'board', rank 3, point 1: expected a number of empty points from 1 to 4, found '04'"),
        ("4/3/4/1,wx,1/4/3/4 w 0 1", &*format!("field 'board', rank 4, point 2: {COLUMN}, found 'wx'")),
        ("4/3/4/1,,1/4/3/4 w 0 1", &format!("field 'board', rank 4, point 2: {COLUMN}, found nothing")),
        ("4/3/4/1,Wbbbbbbbbbbbwwwwwwwwwwwb,1/4/3/4 w 0 1",
            "field 'board', rank 4, point 2: expected a column of at most 22 men, found 'Wbbbbbbbbbbbwwwwwwwwwwwb'"),
        ("4/3/4/1,wwwwwwwwwwww,1/4/3/B,3 w 0 1", "field 'board', the whole field: expected at most 11 white men, found '12'"),
        ("4/3/4/1,wbbbbbb,1/4/3/Bbbbbb,3 w 0 1", "field 'board', the whole field: expected at most 11 black men, found '12'"),
        ("4/3/4/3/4/3/4 w 0 1", "field 'board', the whole field: expected a column, found nothing"),
        ("1,b,wB,1/3/4/3/4/3/4 w 0 1",
            "field 'board', rank 7, point 3: expected no soldier at the head of a column on its last rank, found 'wB'"),
        ("4/3/4/3/4/3/w,b,2 w 0 1",
            "field 'board', rank 1, point 2: expected no soldier at the head of a column on its last rank, found 'b'"),
        ("4/3/4/3/4/3/W,2,B", "field 'side', the whole field: expected 'w' or 'b', found nothing"),
        ("4/3/4/3/4/3/W,2,B W 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'W'"),
        ("4/3/4/3/4/3/W,2,B w 0", "field 'move', the whole field: expected a number from 1, found nothing"),
        ("4/3/4/3/4/3/W,2,B w -1 1",
            "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '-1'"),
        ("4/3/4/3/4/3/W,2,B w 0 0", "field 'move', the whole field: expected a number from 1, found '0'"),
        ("4/3/4/3/4/3/W,2,B w 0 1 x", "end of the FEN, after field 'move': expected nothing more, found 'x'"),
        ("   ", "field 'board', the whole field: expected 7 ranks parted by '/', found '1'"),
        ("4/3/4/3/4/3/W,2,B/3 w", "field 'board', the whole field: expected 7 ranks parted by '/', found '8'"),
        ("4/3/4/3//3/W,2,B w", "field 'board', rank 3, point 1: expected a column of the letters w, b, W, B or a number of empty points, found nothing"),
        ("4/3/4/3/2,2/3/W,2,B w", "field 'board', rank 3, point 3: expected a piece after a number, found '2'"),
        ("4/3/4/3/2,/3/W,2,B w", "field 'board', rank 3, point 3: expected a column of the letters w, b, W, B or a number of empty points, found nothing"),
        ("4/3/4/3/0,4/3/W,2,B w", "field 'board', rank 3, point 1: expected a number of empty points from 1 to 4, found '0'"),
        ("4/3/4/4/4/3/W,2,B w", "field 'board', rank 4, point 1: expected a number of empty points from 1 to 3, found '4'"),
        ("4/3/4/3/99999999999999999999/3/W,2,B w", "field 'board', rank 3, point 1: expected a number of empty points from 1 to 4, found '99999999999999999999'"),
        ("4/3/4/3/2w1/3/W,2,B w", "field 'board', rank 3, point 1: expected a number of empty points from 1 to 4, found '2w1'"),
        ("4/3/4/3/w2,1/3/W,2,B w", "field 'board', rank 3, point 1: expected a column of the letters w, b, W, B or a number of empty points, found 'w2'"),
        ("4/3/4/3/é,3/3/W,2,B w", "field 'board', rank 3, point 1: expected a column of the letters w, b, W, B or a number of empty points, found 'é'"),
        ("4/3/4/3/٣,1/3/W,2,B w", "field 'board', rank 3, point 1: expected a column of the letters w, b, W, B or a number of empty points, found '٣'"),
        ("4/3/4/3/-,3/3/W,2,B w", "field 'board', rank 3, point 1: expected a column of the letters w, b, W, B or a number of empty points, found '-'"),
        ("4/3/4/1,WWWWWWWWWWWW,1/4/3/B,3 w", "field 'board', the whole field: expected at most 11 white men, found '12'"),
        ("4/3/4/3/4/3/W,2,B - 0 1", "field 'side', the whole field: expected 'w' or 'b', found '-'"),
        ("4/3/4/3/4/3/W,2,B r 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'r'"),
        ("4/3/4/3/4/3/W,2,B white 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'white'"),
        ("4/3/4/3/4/3/W,2,B ｗ 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'ｗ'"),
        ("4/3/4/3/4/3/W,2,B w x 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found 'x'"),
        ("4/3/4/3/4/3/W,2,B w -1 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '-1'"),
        ("4/3/4/3/4/3/W,2,B w +1 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '+1'"),
        ("4/3/4/3/4/3/W,2,B w 1.0 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '1.0'"),
        ("4/3/4/3/4/3/W,2,B w 00 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '00'"),
        ("4/3/4/3/4/3/W,2,B w 4294967296 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '4294967296'"),
        ("4/3/4/3/4/3/W,2,B w ٣ 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '٣'"),
        ("4/3/4/3/4/3/W,2,B w x", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found 'x'"),
        ("4/3/4/3/4/3/W,2,B w 0 x", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found 'x'"),
        ("4/3/4/3/4/3/W,2,B w 0 -1", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found '-1'"),
        ("4/3/4/3/4/3/W,2,B w 0 01", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found '01'"),
        ("4/3/4/3/4/3/W,2,B w 0 4294967296", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found '4294967296'"),
    ] {
        let error = Lasca::from_fen(LASCA, fen).expect_err(fen);
        assert_eq!(error.to_string(), message, "{fen}");
    }
}

#[test]
fn counters_may_be_left_out() {
    let loose = "  b,b,b,b/b,b,b/b,b,b,b/3/w,w,w,w/w,w,w/w,w,w,w\tw ";
    assert_eq!(read(LASCA, loose).fen(), START);
    assert_eq!(Lasca::start(LASCA).fen(), START);
}

#[test]
fn keys_tell_apart_what_they_should() {
    let keys = |fen| {
        let state = read(LASCA, fen);
        (state.key(), state.search_key())
    };
    let (key, search_key) = keys("3,W/3/4/3/4/3/Wb,2,BW w 0 1");
    assert_eq!(keys("3,W/3/4/3/4/3/Wb,2,BW w 50 9"), (key, search_key));
    let (late, search_late) = keys("3,W/3/4/3/4/3/Wb,2,BW w 99 9");
    assert!(late == key && search_late != search_key);
    for other in [
        "3,W/3/4/3/4/3/Wb,2,BW b 0 1",
        "3,W/3/4/3/4/3/WB,2,BW w 0 1",
        "3,W/3/4/3/4/3/W,2,BWb w 0 1",
        "2,W,1/3/4/3/4/3/Wb,2,BW w 0 1",
    ] {
        assert!(keys(other).0 != key && keys(other).1 != search_key, "{other}");
    }
}

#[test]
fn columns_and_soldiers_never_come_back() {
    for (fen, text, irreversible) in [
        ("3,b/2,w/4/3/4/3/4 w 0 1", "f6e7", true),
        ("3,b/3/2,w,1/3/4/3/4 w 0 1", "e5d6", false),
        ("3,b/3/2,W,1/3/4/3/4 w 0 1", "e5d6", false),
        ("b,3/3/4/1,b,1/1,W,2/3/4 w 0 1", "c3e5", true),
        ("b,3/3/4/1,bW,1/1,W,2/3/4 w 0 1", "c3e5", false),
    ] {
        let state = read(LASCA, fen);
        let mv = state.parse_move(text).expect("a legal move");
        assert_eq!(state.is_irreversible(mv), irreversible, "{fen}");
    }
}

#[test]
fn captures_and_promotions_are_noisy() {
    for (fen, text, gain) in [
        ("3,b/2,w/4/3/4/3/4 w 0 1", "f6e7", 80),
        ("3,b/3/2,w,1/3/4/3/4 w 0 1", "e5d6", 0),
        ("b,3/3/4/1,bW,1/1,W,2/3/4 w 0 1", "c3e5", 100),
        ("b,3/2,B/4/1,b,1/4/BB,2/w,3 w 0 1", "a1c3e5g7", 500),
    ] {
        let state = read(LASCA, fen);
        assert_eq!(state.gain(state.parse_move(text).expect("a legal move")), gain, "{fen}");
    }
}

#[test]
fn terms_are_white_minus_black() {
    for (side, sign) in [("w", 1), ("b", -1)] {
        let fen = format!("4/3/B,3/1,wWbW,1/wbb,3/1,BBbw,1/w,3 {side} 0 1");
        let counts: Vec<_> = read(LASCA, &fen).explain().iter().map(|term| term.count).collect();
        // Soldiers, officers, columns times the 20 empty fields over 4, guards, officers
        // among them, columns with guards and with bare prisoners.
        let expected = [3, -2, 5 * 3 - 5 * 2, 1 - 2, 1 - 1, 1 - 1, 1];
        assert_eq!(counts[..7], expected, "{side}");
        // Soldiers on three ranks, steps of soldiers and of officers, columns to be
        // jumped, the move.
        assert_eq!(counts[7..], [0, 0, 0, 2 + 1 + 1, -(2 + 4), 1 - 1, sign], "{side}");
    }
}

#[test]
fn soldiers_count_by_their_rank() {
    let state = read(LASCA, "4/w,w,1/w,b,2/3/4/w,2/4 w 0 1");
    let counts: Vec<_> = state.explain().iter().map(|term| term.count).collect();
    // One on the second rank, one with two steps to go, two with one.
    assert_eq!(counts[7..10], [1, 1, 2]);
}

#[test]
fn officers_that_fly_have_weights_of_their_own() {
    let fen = "4/3/B,3/1,wWbW,1/wbb,3/1,BBbw,1/w,3 w 0 1";
    let [flying, stepping] = [LASCA, LASKER].map(|rules| read(rules, fen).explain());
    assert!(flying.iter().zip(&stepping).all(|(one, other)| one.count == other.count));
    assert!(flying.iter().zip(&stepping).any(|(one, other)| one.weight != other.weight));
}

/// Follows all ways on from `chain`, which is written `text`; `ends` gets the finished
/// ones.
fn walk(state: &Lasca, chain: Move, text: &str, ends: &mut Vec<(String, Move)>) {
    let mut longer = Vec::new();
    state.jumps(chain, |next| longer.push(next));
    if longer.is_empty() && chain.captured != 0 {
        ends.push((text.to_owned(), chain));
    }
    for next in longer {
        walk(state, next, &(text.to_owned() + &board::square(next.to).name()), ends);
    }
}

#[test]
fn every_way_is_understood_and_the_first_is_written() {
    let mut other_ways = 0;
    for (rules, fen) in [
        // Single men around four empty fields, of two ranks.
        (LASCA, "4/b,B,b/4/B,b,B/4/b,B,b/W,3 w 0 1"),
        (LASKER, "4/b,B,b/4/B,b,B/4/b,B,b/W,3 w 0 1"),
        (LASKER_BACKWARD, "3,b/b,b,b/4/b,b,1/4/b,b,B/w,3 w 0 1"),
        (LASCA, "b,3/3/1,b,b,1/3/1,b,bb,1/1,W,1/3,W w 0 1"),
        (BACKWARD, "b,3/1,b,1/1,B,b,1/w,2/1,b,b,1/1,w,1/4 w 0 1"),
    ] {
        let state = read(rules, fen);
        let legal = state.moves();
        let mut ways = Vec::new();
        for from in each(state.own()) {
            walk(&state, Move::quiet(from, from), &board::square(from).name(), &mut ways);
        }
        for (text, mv) in &ways {
            // Of officers only the longest chains may be legal.
            let expected = legal.contains(mv).then_some(*mv);
            assert_eq!(state.parse_move(text), expected, "{text} in {fen}");
        }
        for mv in &legal {
            let texts = ways.iter().filter(|(_, end)| end == mv).map(|(text, _)| text);
            assert_eq!(texts.clone().min(), Some(&state.move_text(*mv)), "{fen}");
            other_ways += texts.count() - 1;
        }
    }
    assert!(other_ways > 4, "{other_ways}");
}

/// The tables of perft counts from the start, those of `tests/rules.rs` left out.
#[test]
fn perft_from_the_start_with_soldiers_that_capture_backward() {
    const COMMON: [u64; 9] = [6, 6, 18, 56, 128, 364, 952, 2600, 7556];
    for (rules, last) in
        [(BACKWARD, [20826, 62926, 184_578]), (LASKER_BACKWARD, [20832, 62594, 183_252])]
    {
        let start = Lasca::start(rules);
        for (depth, nodes) in (1..).zip(COMMON.into_iter().chain(last)) {
            assert_eq!(perft(&start, depth), nodes, "{rules:?} {depth}");
        }
    }
}

#[test]
fn draws_columns_from_top_to_bottom() {
    let state = read(LASCA, "Wbb,3/1,b,1/4/3/4/3/3,Bw w 0 1");
    let expected = [
        "   +-----+---+---+---+---+---+----+",
        " 7 | Wbb |   | . |   | . |   | .  |",
        "   +-----+---+---+---+---+---+----+",
        " 6 |     | . |   | b |   | . |    |",
        "   +-----+---+---+---+---+---+----+",
        " 5 | .   |   | . |   | . |   | .  |",
        "   +-----+---+---+---+---+---+----+",
        " 4 |     | . |   | . |   | . |    |",
        "   +-----+---+---+---+---+---+----+",
        " 3 | .   |   | . |   | . |   | .  |",
        "   +-----+---+---+---+---+---+----+",
        " 2 |     | . |   | . |   | . |    |",
        "   +-----+---+---+---+---+---+----+",
        " 1 | .   |   | . |   | . |   | Bw |",
        "   +-----+---+---+---+---+---+----+",
        "     a     b   c   d   e   f   g",
    ];
    assert_eq!(state.drawing(), expected.join("\n"));
    let pieces: String = state.pieces().iter().map(|piece| piece.glyph).collect();
    assert_eq!(pieces, "wBbbbW", "bottom first");
}

#[test]
fn drawings_fit_a_terminal() {
    let tallest = "4/3/4/1,WbBbBbBbBbBbwwwwwwwwww,1/4/3/4 w 0 1";
    let spread = "4/3/4/3/4/bbb,bbb,bbbbb/wwww,www,www,w w 0 1";
    for fen in [tallest, spread] {
        let drawing = read(LASCA, fen).drawing();
        let widths: Vec<_> = drawing.lines().map(str::len).collect();
        assert!(widths.iter().all(|&width| width <= 80), "{drawing}");
    }
}

#[test]
fn rules_name_what_is_in_force() {
    for (rules, has, has_not) in [
        (LASCA, "Officers must take the maximum", "any of the four"),
        (BACKWARD, "any of the four", "chooses freely"),
        (LASKER, "chooses freely", "must take the maximum"),
    ] {
        let text = Lasca::rules_text(rules);
        assert!(text.contains(has) && !text.contains(has_not), "{text}");
        assert!(!text.contains('{'));
        assert!(text.lines().all(|line| (1..=78).contains(&line.len())), "{text}");
    }
}
