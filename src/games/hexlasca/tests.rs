//! The rules sentence by sentence, on positions made for them.

use super::*;
use crate::game::{Heuristics, History, Notation, perft};

const FREE: Rules = Rules { centre: Colour::Red, join: Join::Free };
const OFF: Rules = Rules { join: Join::Off, ..FREE };
const COMPULSORY: Rules = Rules { join: Join::Compulsory, ..FREE };
const WHITE_CENTRE: Rules = Rules { centre: Colour::White, ..FREE };
const BLACK_CENTRE: Rules = Rules { centre: Colour::Black, ..FREE };

type Two = HexLasca<2>;
type Three = HexLasca<3>;

fn read<const PLAYERS: usize>(rules: Rules, fen: &str) -> HexLasca<PLAYERS> {
    HexLasca::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn texts<const PLAYERS: usize>(state: &HexLasca<PLAYERS>) -> String {
    let mut texts: Vec<_> = state.moves().iter().map(|&mv| state.move_text(mv)).collect();
    texts.sort_unstable();
    texts.join(" ")
}

fn play<const PLAYERS: usize>(state: &HexLasca<PLAYERS>, text: &str) -> HexLasca<PLAYERS> {
    let mv = state.parse_move(text);
    state.after(mv.unwrap_or_else(|| panic!("{text} in {}", state.fen())))
}

fn end<const PLAYERS: usize>(state: &HexLasca<PLAYERS>) -> Option<String> {
    state.outcome().map(|end| format!("{} {}", end.result(), end.reason))
}

#[test]
fn the_first_row_and_the_centre_have_the_colours_of_the_rules() {
    use Colour::{Black, Red, White};
    for (rules, row, centre) in [
        (FREE, [White, Black, Red, White, Black], Red),
        (WHITE_CENTRE, [Black, Red, White, Black, Red], White),
        (BLACK_CENTRE, [White, Red, Black, White, Red], Black),
    ] {
        let colours = |field| colour(rules.centre, field);
        assert_eq!([0, 1, 2, 3, 4].map(colours), row);
        assert_eq!(colours(30), centre);
    }
}

#[test]
#[rustfmt::skip]
fn legal_moves() {
    for (rule, rules, fen, legal) in [
        ("a single man moves one field", FREE,
            "5/6/7/8/4,w,4/8/7/6/4,b w 0 1", "31-22 31-23 31-30 31-32 31-39 31-40"),
        ("a column of two one or two", FREE,
            "wb,4/6/7/8/9/8/7/6/4,b w 0 1", "1-12 1-14 1-2 1-3 1-6 1-7"),
        ("of three up to three", FREE,
            "wbb,4/6/7/8/9/8/7/6/4,b w 0 1", "1-12 1-14 1-19 1-2 1-22 1-3 1-4 1-6 1-7"),
        ("of more no farther", FREE,
            "wbbww,4/6/7/8/9/8/7/6/4,b w 0 1", "1-12 1-14 1-19 1-2 1-22 1-3 1-4 1-6 1-7"),
        ("not over a unit", OFF,
            "wbb,w,3/w,w,4/7/8/9/8/7/6/4,b w 0 1", "2-3 2-8 6-12 6-13 7-13 7-14 7-8"),
        ("attacks are compulsory", FREE,
            "5/6/7/8/3,b,w,4/8/7/6/4,b w 0 1", "31-30"),
        ("equal strength does not attack: red 3, white 3", FREE,
            "5/6/7/8/4,w,bbb,3/8/7/6/4,b w 0 1", "31-22 31-23 31-30 31-39 31-40"),
        ("nor does less: black 2, red 3", FREE,
            "5/6/7/8/3,w,b,4/8/7/6/5 w 0 1", "30-21 30-22 30-29 30-38 30-39"),
        ("a column attacks from afar", FREE,
            "5/6/7/8/4,wbb,2,bw,1/8/7/6/4,b w 0 1", "31-34"),
        ("with a free choice", FREE,
            "ww,w,3/6/7/8/3,b,w,b,3/8/7/6/4,b w 0 1", "31-30 31-32"),
        ("joins are free when there is no attack", FREE,
            "w,w,bb,2/b,b,bb,3/7/8/9/8/7/6/5 w 0 1", "1-2 2-1"),
        ("and not otherwise", FREE,
            "ww,w,3/6/7/8/3,b,w,4/8/7/6/4,b w 0 1", "31-30"),
        ("off", OFF,
            "w,w,3/6/7/8/9/8/7/6/4,b w 0 1", "1-6 1-7 2-3 2-7 2-8"),
        ("compulsory like attacks", COMPULSORY,
            "w,w,3/6/7/8/9/8/7/6/4,b w 0 1", "1-2 2-1"),
        ("together with attacks", COMPULSORY,
            "w,w,3/6/7/8/3,b,w,4/8/7/6/4,b w 0 1", "1-2 2-1 31-30"),
    ] {
        let mut legal: Vec<_> = legal.split(' ').collect();
        legal.sort_unstable();
        let state = read::<2>(rules, fen);
        assert_eq!(texts(&state), legal.join(" "), "{rule}");
        assert_eq!(state.count_legal_moves(), legal.len() as u64, "{rule}");
        assert_eq!(state.outcome(), None, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn effects_of_moves_of_two() {
    for (rule, rules, before, mv, after) in [
        ("a defender who is less than twice as weak is taken whole", FREE,
            "5/6/7/8/3,b,w,4/8/7/6/4,b w 7 3", "31-30", "5/6/7/8/3,wb,5/8/7/6/4,b b 0 3"),
        ("in its order", FREE,
            "5/6/7/8/3,bwb,wwb,4/8/7/6/4,b w 0 1", "31-30", "5/6/7/8/3,wwbbwb,5/8/7/6/4,b b 0 1"),
        ("one who is twice as weak dies", FREE,
            "5/6/7/8/4,ww,bbb,3/8/7/6/4,b w 0 1", "31-32", "5/6/7/8/5,ww,3/8/7/6/4,b b 0 1"),
        ("but the attacker's men come home", FREE,
            "5/6/7/8/3,bw,www,4/8/7/6/4,b w 7 3", "31-30", "5/6/7/8/3,wwww,5/8/7/6/4,b b 0 3"),
        ("more than three men count as three", FREE,
            "5/6/7/8/4,wwwww,1,bbw,2/8/7/6/4,b w 0 1", "31-33", "5/6/7/8/6,wwwwwbbw,2/8/7/6/4,b b 0 1"),
        ("a column moves whole", FREE,
            "wwb,4/6/7/8/9/8/7/6/4,b w 4 1", "1-4", "3,wwb,1/6/7/8/9/8/7/6/4,b b 5 1"),
        ("a join goes on top", FREE,
            "wb,w,3/6/7/8/9/8/7/6/4,b w 4 1", "1-2", "1,wbw,3/6/7/8/9/8/7/6/4,b b 5 1"),
        ("from as far as the unit reaches", FREE,
            "ww,1,w,2/6/7/8/9/8/7/6/4,b w 4 1", "1-3", "2,www,2/6/7/8/9/8/7/6/4,b b 5 1"),
        ("and is no attack, compulsory or not", COMPULSORY,
            "wb,w,3/6/7/8/9/8/7/6/4,b w 4 1", "1-2", "1,wbw,3/6/7/8/9/8/7/6/4,b b 5 1"),
        ("a quiet move counts", FREE,
            "5/6/7/8/4,w,4/8/7/6/4,b b 5 10", "61-60", "5/6/7/8/4,w,4/8/7/6/3,b,1 w 6 11"),
        ("who owns no unit is out with all men", FREE,
            "5/6/7/8/3,b,wb,4/8/7/6/5 w 0 1", "31-30", "5/6/7/8/3,w,5/8/7/6/5 w 0 1"),
        ("and the winner is next", FREE,
            "5/6/7/8/3,w,b,4/8/7/6/5 b 0 1", "31-30", "5/6/7/8/3,b,5/8/7/6/5 b 0 1"),
        ("counters stay at the greatest number", FREE,
            "5/6/7/8/4,w,bb,3/8/7/6/4,b b 4 4294967295", "61-60", "5/6/7/8/4,w,bb,3/8/7/6/3,b,1 w 5 4294967295"),
    ] {
        assert_eq!(play(&read::<2>(rules, before), mv).fen(), after, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn effects_of_moves_of_three() {
    for (rule, before, mv, after) in [
        ("the turn goes White, Black", "5/6/7/8/4,w,4/8/7/6/r,3,b w 5 9", "31-30", "5/6/7/8/3,w,5/8/7/6/r,3,b b 6 9"),
        ("Red", "5/6/7/8/4,w,4/8/7/6/r,3,b b 5 9", "61-56", "5/6/7/8/4,w,4/8/7/5,b/r,4 r 6 9"),
        ("and White again", "5/6/7/8/4,w,4/8/7/6/r,3,b r 5 9", "57-58", "5/6/7/8/4,w,4/8/7/6/1,r,2,b w 6 10"),
        ("only the attacker's men come home", "r,4/6/7/8/4,wr,bwr,3/8/7/6/4,b w 0 1", "31-32", "r,4/6/7/8/5,wrw,3/8/7/6/4,b b 0 1"),
        ("a third side's men are taken too", "rb,4/6/7/8/3,bbr,www,4/8/7/6/3,r,b w 0 1", "31-30", "rb,4/6/7/8/3,wwwbbr,5/8/7/6/3,r,b b 0 1"),
        ("who is out leaves the board and is skipped", "rb,4/6/7/8/3,bb,www,4/8/7/6/4,r w 0 1", "31-30", "r,4/6/7/8/3,www,5/8/7/6/4,r r 0 1"),
        ("with all men, the others in their order", "rbw,4/6/7/8/4,wbrb,brw,3/8/wbb,6/6/4,rr w 0 1", "31-32", "rw,4/6/7/8/5,wrw,3/8/w,6/6/4,rr r 0 1"),
        ("who cannot move is skipped, and the number stays", "w,b,3/b,b,4/7/8/3,bb,w,4/8/7/6/5 b 3 7", "30-31", "w,b,3/b,b,4/7/8/4,bbw,4/8/7/6/5 b 0 7"),
    ] {
        assert_eq!(play(&read::<3>(FREE, before), mv).fen(), after, "{rule}");
    }
}

#[test]
fn all_men_but_one_may_be_in_one_unit_for_a_moment() {
    let held = |red, black| format!("{}{}{}", "w".repeat(11), "r".repeat(red), "b".repeat(black));
    let fen = format!("5/6/7/8/3,rrr,{},4/8/7/6/4,b w 0 1", held(8, 10));
    let after = play(&read::<3>(FREE, &fen), "31-30");
    assert_eq!(after.fen(), format!("5/6/7/8/3,{},5/8/7/6/4,b b 0 1", held(0, 10)));
}

#[test]
fn a_side_that_cannot_move_is_taken_as_the_next_that_can() {
    for (fen, printed) in [
        ("5/6/7/8/4,w,4/8/7/6/5 b 3 7", "5/6/7/8/4,w,4/8/7/6/5 w 3 7"),
        ("w,b,3/b,b,4/7/8/9/8/7/6/5 w 3 7", "w,b,3/b,b,4/7/8/9/8/7/6/5 w 3 7"),
    ] {
        assert_eq!(read::<2>(FREE, fen).fen(), printed);
    }
    for (fen, printed) in [
        ("w,b,3/b,b,4/7/8/9/8/7/6/4,r w 3 7", "w,b,3/b,b,4/7/8/9/8/7/6/4,r b 3 7"),
        ("5/6/7/8/3,r,w,4/8/7/6/5 b 3 7", "5/6/7/8/3,r,w,4/8/7/6/5 r 3 7"),
        ("w,r,3/r,r,4/7/8/9/8/7/6/5 w 3 7", "w,r,3/r,r,4/7/8/9/8/7/6/5 r 3 7"),
        ("5/6/7/8/4,b,4/8/7/6/5 r 3 7", "5/6/7/8/4,b,4/8/7/6/5 b 3 7"),
    ] {
        assert_eq!(read::<3>(FREE, fen).fen(), printed);
    }
}

#[test]
#[rustfmt::skip]
fn ends() {
    for (rule, rules, fen, expected) in [
        ("one player left", FREE, "5/6/7/8/4,w,4/8/7/6/5 w 0 1", Some("p1win capture-all")),
        ("before the limit", FREE, "b,4/b,b,4/7/8/9/8/7/6/5 b 100 1", Some("p2win capture-all")),
        ("no legal move", FREE, "w,b,3/b,b,4/7/8/9/8/7/6/5 w 0 1", Some("p2win blocked")),
        ("before the limit", FREE, "w,b,3/b,b,4/7/8/9/8/7/6/5 w 100 60", Some("p2win blocked")),
        ("not while a join is allowed", FREE, "w,w,bb,2/b,b,bb,3/7/8/9/8/7/6/5 w 0 1", None),
        ("as it may be", COMPULSORY, "w,w,bb,2/b,b,bb,3/7/8/9/8/7/6/5 w 0 1", None),
        ("or not", OFF, "w,w,bb,2/b,b,bb,3/7/8/9/8/7/6/5 w 0 1", Some("p2win blocked")),
        ("below the limit", FREE, "5/6/7/8/5,w,3/8/7/6/4,b b 99 90", None),
        ("at the limit", FREE, "5/6/7/8/5,w,3/8/7/6/4,b b 100 90", Some("draw quiet")),
    ] {
        let state = read::<2>(rules, fen);
        assert_eq!(end(&state).as_deref(), expected, "{rule}: {fen}");
        assert_eq!(state.moves().is_empty(), expected.is_some(), "{rule}: {fen}");
        assert_eq!(state.count_legal_moves() == 0, expected.is_some(), "{rule}: {fen}");
    }
    for (rule, fen, expected) in [
        ("one of three left", "5/6/7/8/3,r,5/8/7/6/5 r 0 1", Some("p3win capture-all")),
        ("two left", "5/6/7/8/3,r,5/8/7/6/4,b r 0 1", None),
        ("nobody loses for want of a move", "w,b,3/b,b,4/7/8/9/8/7/6/5 w 0 1", None),
        ("below the limit of three", "5/6/7/8/4,w,4/8/7/6/4,b w 149 90", None),
        ("at the limit of three", "5/6/7/4,w,3/9/8/7/6/4,b b 150 90", Some("draw quiet")),
    ] {
        let state = read::<3>(FREE, fen);
        assert_eq!(end(&state).as_deref(), expected, "{rule}: {fen}");
        assert_eq!(state.moves().is_empty(), expected.is_some(), "{rule}: {fen}");
    }
}

fn check_repetition<const PLAYERS: usize>(fen: &str, round: &[&str]) {
    let mut state = read::<PLAYERS>(FREE, fen);
    let mut history = History::new(state.key());
    for text in round.repeat(2) {
        assert_eq!(history.repetition(&state), None);
        let mv = state.parse_move(text).expect("a legal move");
        history.push(state.after(mv).key(), state.is_irreversible(mv));
        state.apply(mv);
    }
    assert_eq!(history.repetition(&state), Some(Outcome::draw("repetition")));
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let round = ["1-2", "61-60", "2-1", "60-61"];
    check_repetition::<2>("w,4/6/7/8/9/8/7/6/4,b w 0 1", &round);
    check_repetition::<3>("w,4/6/7/8/9/8/7/6/4,b w 0 1", &round);
    let round = ["1-2", "61-60", "31-30", "2-1", "60-61", "30-31"];
    check_repetition::<3>("w,4/6/7/8/4,r,4/8/7/6/4,b w 0 1", &round);
}

#[test]
#[rustfmt::skip]
fn refusals_say_field_place_and_reason() {
    const UNIT: &str = "expected a unit of at most 35 letters w, b or a number of empty points";
    for (fen, message) in [
        ("", "field 'board', the whole field: expected 9 ranks parted by '/', found '1'"),
        ("5/6/7/8/9/8/7/6 w 0 1", "field 'board', the whole field: expected 9 ranks parted by '/', found '8'"),
        ("5/6/7/8/9/8/7/6/w,b,2 w 0 1", "field 'board', rank 9 from the top, the whole rank: expected 5 points, found '4'"),
        ("w,2,1,b/6/7/8/9/8/7/6/5 w 0 1", "field 'board', rank 1 from the top, point 4: expected a piece after a number, found '1'"),
        ("w,b,3/6/7/8/10/8/7/6/5 w 0 1", "field 'board', rank 5 from the top, point 1: expected a number of empty points from 1 to 9, found '10'"),
        ("w,b,3/6/7/8/9/8/7/6/4,r w 0 1", &*format!("field 'board', rank 9 from the top, point 5: {UNIT}, found 'r'")),
        ("w,b,3/6/7/8/9/8/7/6/4,W w 0 1", &format!("field 'board', rank 9 from the top, point 5: {UNIT}, found 'W'")),
        ("w,b,3/6/7/8/9/8/7/6/4, w 0 1", &format!("field 'board', rank 9 from the top, point 5: {UNIT}, found nothing")),
        ("wwwwwwwwwwwwwwwwwwbbbbbbbbbbbbbbbbbb,4/6/7/8/9/8/7/6/5 w 0 1",
            &format!("field 'board', rank 1 from the top, point 1: {UNIT}, found 'wwwwwwwwwwwwwwwwwwbbbbbbbbbbbbbbbbbb'")),
        ("wwwwwwwwwwwwwwwwwww,4/6/7/8/9/8/7/6/4,b w 0 1", "field 'board', the whole field: expected at most 18 white men, found '19'"),
        ("w,4/6/7/8/9/8/7/6/bbbbbbbbbbbbbbbbbb,3,b w 0 1", "field 'board', the whole field: expected at most 18 black men, found '19'"),
        ("wb,4/6/7/8/9/8/7/6/5 w 0 1", "field 'board', the whole field: expected no black men, since Black owns no unit, found '1'"),
        ("5/6/7/8/9/8/7/6/5 w 0 1", "field 'board', the whole field: expected a unit, found nothing"),
        ("w,4/6/7/8/9/8/7/6/4,b", "field 'side', the whole field: expected 'w' or 'b', found nothing"),
        ("w,4/6/7/8/9/8/7/6/4,b r 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'r'"),
        ("w,4/6/7/8/9/8/7/6/4,b w 0", "field 'move', the whole field: expected a number from 1, found nothing"),
        ("w,4/6/7/8/9/8/7/6/4,b w 0 0", "field 'move', the whole field: expected a number from 1, found '0'"),
        ("w,4/6/7/8/9/8/7/6/4,b w 0 1 1", "end of the FEN, after field 'move': expected nothing more, found '1'"),
        ("   ", "field 'board', the whole field: expected 9 ranks parted by '/', found '1'"),
        ("w,4/6/7/8/9/8/7/6/4,b/5 w", "field 'board', the whole field: expected 9 ranks parted by '/', found '10'"),
        ("w,4//7/8/9/8/7/6/4,b w", "field 'board', rank 2 from the top, point 1: expected a unit of at most 35 letters w, b or a number of empty points, found nothing"),
        ("w,4/6,w/7/8/9/8/7/6/4,b w", "field 'board', rank 2 from the top, the whole rank: expected 6 points, found '7'"),
        ("w,4/0,6/7/8/9/8/7/6/4,b w", "field 'board', rank 2 from the top, point 1: expected a number of empty points from 1 to 6, found '0'"),
        ("w,4/06/7/8/9/8/7/6/4,b w", "field 'board', rank 2 from the top, point 1: expected a number of empty points from 1 to 6, found '06'"),
        ("w,4/99999999999999999999/7/8/9/8/7/6/4,b w", "field 'board', rank 2 from the top, point 1: expected a number of empty points from 1 to 6, found '99999999999999999999'"),
        ("w,4/5w/7/8/9/8/7/6/4,b w", "field 'board', rank 2 from the top, point 1: expected a number of empty points from 1 to 6, found '5w'"),
        ("w,4/w5/7/8/9/8/7/6/4,b w", "field 'board', rank 2 from the top, point 1: expected a unit of at most 35 letters w, b or a number of empty points, found 'w5'"),
        ("w,4/5,é/7/8/9/8/7/6/4,b w", "field 'board', rank 2 from the top, point 6: expected a unit of at most 35 letters w, b or a number of empty points, found 'é'"),
        ("w,4/5,٣/7/8/9/8/7/6/4,b w", "field 'board', rank 2 from the top, point 6: expected a unit of at most 35 letters w, b or a number of empty points, found '٣'"),
        ("w,4/5,-/7/8/9/8/7/6/4,b w", "field 'board', rank 2 from the top, point 6: expected a unit of at most 35 letters w, b or a number of empty points, found '-'"),
        ("bw,4/6/7/8/9/8/7/6/5 b 0 1", "field 'board', the whole field: expected no white men, since White owns no unit, found '1'"),
        ("w,4/6/7/8/9/8/7/6/4,b - 0 1", "field 'side', the whole field: expected 'w' or 'b', found '-'"),
        ("w,4/6/7/8/9/8/7/6/4,b W 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'W'"),
        ("w,4/6/7/8/9/8/7/6/4,b white 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'white'"),
        ("w,4/6/7/8/9/8/7/6/4,b ｗ 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'ｗ'"),
        ("w,4/6/7/8/9/8/7/6/4,b w x 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found 'x'"),
        ("w,4/6/7/8/9/8/7/6/4,b w -1 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '-1'"),
        ("w,4/6/7/8/9/8/7/6/4,b w +1 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '+1'"),
        ("w,4/6/7/8/9/8/7/6/4,b w 1.0 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '1.0'"),
        ("w,4/6/7/8/9/8/7/6/4,b w 00 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '00'"),
        ("w,4/6/7/8/9/8/7/6/4,b w 4294967296 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '4294967296'"),
        ("w,4/6/7/8/9/8/7/6/4,b w ٣ 1", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found '٣'"),
        ("w,4/6/7/8/9/8/7/6/4,b w x", "field 'quiet', the whole field: expected a number from 0 to 4294967295 without leading zeros, found 'x'"),
        ("w,4/6/7/8/9/8/7/6/4,b w 0 x", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found 'x'"),
        ("w,4/6/7/8/9/8/7/6/4,b w 0 -1", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found '-1'"),
        ("w,4/6/7/8/9/8/7/6/4,b w 0 01", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found '01'"),
        ("w,4/6/7/8/9/8/7/6/4,b w 0 4294967296", "field 'move', the whole field: expected a number from 1 to 4294967295 without leading zeros, found '4294967296'"),
    ] {
        let error = Two::from_fen(FREE, fen).expect_err(fen);
        assert_eq!(error.to_string(), message, "{fen}");
    }
    for (fen, message) in [
        ("rb,4/6/7/8/9/8/7/6/4,w w 0 1", "field 'board', the whole field: expected no black men, since Black owns no unit, found '1'"),
        ("rrrrrrrrrrrr,4/6/7/8/9/8/7/6/4,w w 0 1", "field 'board', the whole field: expected at most 11 red men, found '12'"),
        ("r,4/6/7/8/9/8/7/6/4,w x 0 1", "field 'side', the whole field: expected 'w', 'b' or 'r', found 'x'"),
        ("5/6/7/8/9/8/7/6/5 w", "field 'board', the whole field: expected a unit, found nothing"),
        ("r,4/6/7/8/9/8/7/6/4,g w", "field 'board', rank 9 from the top, point 5: expected a unit of at most 32 letters w, b, r or a number of empty points, found 'g'"),
        ("wwwwwwwwwwww,4/6/7/8/9/8/7/6/4,r w", "field 'board', the whole field: expected at most 11 white men, found '12'"),
        ("bbbbbbbbbbbb,4/6/7/8/9/8/7/6/4,r w", "field 'board', the whole field: expected at most 11 black men, found '12'"),
        ("br,4/6/7/8/9/8/7/6/4,w w", "field 'board', the whole field: expected no red men, since Red owns no unit, found '1'"),
        ("br,4/6/7/8/9/8/7/6/4,rw w", "field 'board', the whole field: expected no white men, since White owns no unit, found '1'"),
        ("r,4/6/7/8/9/8/7/6/4,w", "field 'side', the whole field: expected 'w', 'b' or 'r', found nothing"),
        ("r,4/6/7/8/9/8/7/6/4,w R", "field 'side', the whole field: expected 'w', 'b' or 'r', found 'R'"),
        ("r,4/6/7/8/9/8/7/6/4,w w 0 1 1", "end of the FEN, after field 'move': expected nothing more, found '1'"),
        ("wwwwwwwwwwwbbbbbbbbbbbrrrrrrrrrrr,4/6/7/8/9/8/7/6/5 w 0 1",
            "field 'board', rank 1 from the top, point 1: expected a unit of at most 32 letters w, b, r or a number of empty points, found 'wwwwwwwwwwwbbbbbbbbbbbrrrrrrrrrrr'"),
    ] {
        let error = Three::from_fen(FREE, fen).expect_err(fen);
        assert_eq!(error.to_string(), message, "{fen}");
    }
}

#[test]
fn moves_are_two_names_with_a_hyphen() {
    let state = read::<2>(FREE, "w,4/6/7/8/9/8/7/6/4,b w");
    assert_eq!(texts(&state), "1-2 1-6 1-7");
    let mv = state.parse_move("1-6").expect("a legal move");
    assert_eq!(state.move_points(mv), ["1", "6"]);
    for bad in ["", "1", "1-", "-6", "16", "01-6", "1-06", "1-61", "6-1", "1-6 ", "1-6-7"] {
        assert_eq!(state.parse_move(bad), None, "{bad}");
    }
}

#[test]
fn keys_tell_apart_what_they_should() {
    let keys = |fen| {
        let state = read::<3>(FREE, fen);
        (state.key(), state.search_key())
    };
    let (key, search_key) = keys("wb,4/6/7/8/9/8/7/6/3,r,b w 0 1");
    assert_eq!(keys("wb,4/6/7/8/9/8/7/6/3,r,b w 70 9"), (key, search_key));
    let (late, search_late) = keys("wb,4/6/7/8/9/8/7/6/3,r,b w 149 9");
    assert!(late == key && search_late != search_key);
    for other in [
        "wb,4/6/7/8/9/8/7/6/3,r,b b 0 1",
        "wb,4/6/7/8/9/8/7/6/3,r,b r 0 1",
        "wr,4/6/7/8/9/8/7/6/3,r,b w 0 1",
        "w,4/6/7/8/9/8/7/6/3,r,b w 0 1",
        "ww,4/6/7/8/9/8/7/6/3,r,b w 0 1",
        "wb,4/6/7/8/9/8/7/6/2,r,1,b w 0 1",
    ] {
        assert!(keys(other).0 != key && keys(other).1 != search_key, "{other}");
    }
}

#[test]
fn attacks_alone_are_noisy_and_units_never_come_back() {
    for (fen, text, gain, irreversible) in [
        ("w,w,3/6/7/8/3,b,1,w,3/8/7/6/4,b w 0 1", "1-6", 0, false),
        ("w,w,3/6/7/8/3,b,1,w,3/8/7/6/4,b w 0 1", "1-2", 0, true),
        ("5/6/7/8/3,bwb,wwb,4/8/7/6/4,b w 0 1", "31-30", 270, true),
    ] {
        let state = read::<2>(FREE, fen);
        let mv = state.parse_move(text).expect("a legal move");
        assert_eq!((state.gain(mv), state.is_irreversible(mv)), (gain, irreversible), "{text}");
    }
}

#[test]
fn terms_are_counted() {
    let state = read::<2>(FREE, "wwb,4/6/7/8/4,w,4/8/7/6/3,b,bb b 0 1");
    // Men, other men, units of one, two and three men, on white and on red, steps from
    // the centre, the move.
    let counts: Vec<_> = state.explain().iter().map(|term| term.count).collect();
    assert_eq!(counts, [3 - 3, 1, 1 - 1, -1, 1, 1 - 1, 1, 4 - (4 + 4), -1]);
    let state = read::<3>(FREE, "wwb,4/6/7/8/4,r,4/8/7/6/4,b w 0 1");
    let [white, black, red] = state.evaluate_seats();
    assert_eq!(state.evaluate(), white);
    assert!(white > black && white > red);
}

#[test]
fn perft_from_the_start_under_the_options() {
    fn check<const PLAYERS: usize>(rules: Rules, counts: &[u64]) {
        let start = HexLasca::<PLAYERS>::start(rules);
        for (depth, &nodes) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), nodes, "{rules:?} {depth}");
        }
    }
    check::<2>(OFF, &[14, 196, 3808, 73012, 1_554_688, 32_346_691]);
    check::<2>(Rules { join: Join::Off, ..WHITE_CENTRE }, &[14, 196, 3808, 73000]);
    check::<2>(Rules { join: Join::Off, ..BLACK_CENTRE }, &[14, 196, 3808, 73006]);
    check::<3>(WHITE_CENTRE, &[50, 2451, 117_749]);
    check::<3>(BLACK_CENTRE, &[50, 2499, 122_451]);
    check::<3>(OFF, &[12, 143, 1692, 24378, 342_767, 4_743_463]);
}

#[test]
fn draws_fields_with_their_factors() {
    let state = read::<2>(FREE, "wwwwwb,w,3/6/7/8/9/8/7/6/4,b w 0 1");
    let drawing = state.drawing();
    let lines: Vec<_> = drawing.lines().collect();
    let words = |line: usize| lines[line].split_whitespace().collect::<Vec<_>>();
    assert_eq!(words(0), ["1:1", "2:2", "3:3", "4:1", "5:2"]);
    assert_eq!(words(1), ["w5b", "w", ".", ".", "."]);
    assert_eq!(words(16), ["57:1", "58:2", "59:3", "60:1", "61:2"]);
    assert_eq!(lines.len(), 18);
    let glyphs: String = state.pieces().iter().map(|piece| piece.glyph).collect();
    assert_eq!(glyphs, "bwwwwwwb", "bottom first");
}

#[test]
fn long_units_are_listed_below_the_board() {
    let state =
        read::<3>(FREE, "5/6/7/4,rrrbbwwbbwwwrww,3/3,ww,5/1,bb,6/rrrrrb,6/6/1,wwbbrr,3 w 6 14");
    let drawing = state.drawing();
    let lines: Vec<_> = drawing.lines().collect();
    assert_eq!(lines[7].split_whitespace().nth(4), Some("r+14"));
    assert_eq!(lines[17].split_whitespace().nth(1), Some("wwbbrr"));
    assert_eq!(lines[18..], ["23: rrrbbwwbbwwwrww"]);
    assert!(lines.iter().all(|line| line.len() <= 80), "{drawing}");
}

#[test]
fn rules_name_what_is_in_force() {
    for rules in [FREE, OFF, COMPULSORY, WHITE_CENTRE, BLACK_CENTRE] {
        for text in [Two::rules_text(rules), Three::rules_text(rules)] {
            assert!(!text.contains('{'), "{text}");
            assert!(text.lines().all(|line| (1..=78).contains(&line.len())), "{text}");
            assert_eq!(text.contains("may not enter"), rules.join == Join::Off);
            assert_eq!(text.contains("never compulsory"), rules.join == Join::Free);
        }
    }
    assert!(Two::rules_text(BLACK_CENTRE).contains("is black;"));
    assert!(Two::rules_text(FREE).contains("After 100 moves"));
    assert!(Three::rules_text(FREE).contains("After 150 moves"));
}
