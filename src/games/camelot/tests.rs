//! The rules sentence by sentence, on positions made for them; and a second, plain
//! generator of moves that the first is held to on crowded boards.

use super::Edition::{Camelot as C, Camelot1888 as C88, Chivalry};
use super::*;
use crate::game::{Heuristics, History, Notation, perft};

mod plain;

/// The position with some pieces, such as `Nc6 ml12`, written as in a FEN.
fn place(edition: Edition, pieces: &str, side: &str) -> Camelot {
    let pieces: Vec<_> = pieces
        .split_whitespace()
        .map(|piece| {
            let square = crate::game::grid::squares(&piece[1..]).expect("a square")[0];
            (edition.board().number(square).expect("a square of the board"), &piece[..1])
        })
        .collect();
    let ranks = edition.board().ranks().map(|squares| {
        let points = squares.into_iter().map(|square| {
            let piece = pieces.iter().find(|&&(at, _)| at == square);
            piece.map(|&(_, letter)| letter.to_owned())
        });
        crate::game::rank_text(points, "")
    });
    read(edition, &format!("{} {side}", ranks.collect::<Vec<_>>().join("/")))
}

fn read(edition: Edition, fen: &str) -> Camelot {
    Camelot::from_fen(edition, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(state: &Camelot, text: &str) -> Camelot {
    let mv = state.parse_move(text);
    state.after(mv.unwrap_or_else(|| panic!("{text} in {}", state.fen())))
}

fn texts(state: &Camelot) -> Vec<String> {
    let mut texts: Vec<_> = state.moves().iter().map(|&mv| state.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

/// Some pieces far from the rest, so that a game goes on.
const FAR_BLACK: &str = "ma12 ml12";

#[test]
#[rustfmt::skip]
fn legal_moves() {
    for (rule, edition, pieces, side, piece, expected) in [
        // Plain moves.
        ("one step in each direction", C, "Md6 Ml5 ma12 ml12", "w 2,2", "d6",
            "d6c5 d6c6 d6c7 d6d5 d6d7 d6e5 d6e6 d6e7"),
        ("Black's pieces step in all directions too", C, "md6 ml12 Ma12 Ml5", "b 2,2", "d6",
            "d6c5 d6c6 d6c7 d6d5 d6d7 d6e5 d6e6 d6e7"),
        ("the board ends", C, "Ma4 Ml5 ma12 ml12", "w 2,2", "a4", "a4a5 a4b3 a4b4 a4b5"),
        ("on both sides", C, "Ml4 Ma5 ma12 ml12", "w 2,2", "l4", "l4k3 l4k4 l4k5 l4l5"),
        ("the larger board elsewhere", C88, "Mn5 Ma5 ma12 mn12", "w 2,2", "n5", "n5m4 n5m5 n5m6 n5n6"),
        // Canters.
        ("a leap over an own piece", C, "Ma4 Mb5 Ml4 ma12 ml12", "w 2,2", "a4", "a4a5 a4b3 a4b4 a4c6"),
        ("not where something stands behind", C, "Ma4 Mb5 Mc6 ma12 ml12", "w 2,2", "a4", "a4a5 a4b3 a4b4"),
        ("not over the side of the board", C, "Mb4 Ma4 Ma5 ma12 ml12", "w 2,2", "b4",
            "b4b3 b4b5 b4c3 b4c4 b4c5"),
        ("any number in a row, turning; each end once; not back to the start", C,
            "Mc4 Mc5 Md4 Md6 Me5 ma12 ml12", "w 2,2", "c4",
            "c4b3 c4b4 c4b5 c4c3 c4c6 c4c6e6 c4d3 c4d5 c4e4"),
        ("of the shortest ways the first in ASCII order", C, "Md8 Me8 Mg8 Me9 Mg9 ma12 ml12", "w 2,2", "d8",
            "d8c7 d8c8 d8c9 d8d7 d8d9 d8e7 d8f10 d8f10h8 d8f8 d8f8d10 d8f8h10"),
        // Jumps.
        ("a jump", C, "Md6 me7 ml12", "w 2,2", "", "d6f8"),
        ("not where something stands behind", C, "Ma4 mb5 mc6 Ml5", "w 2,2", "a4", "a4a5 a4b3 a4b4"),
        ("not over the side of the board", C, "Mb4 ma4 ma5 Ml5", "w 2,2", "b4",
            "b4b3 b4b5 b4c3 b4c4 b4c5"),
        ("it must go on", C, "Md6 me7 mf9 ma12 Ml5", "w 2,2", "", "d6f8f10"),
        ("free choice, no maximum", C, "Md6 Ml5 md7 me7 mf9 mk6 ma12", "w 2,2", "",
            "d6d8f6 d6f8f10 l5j7"),
        ("what was jumped is gone: two ways around, results once", C, "Mc6 mc7 md7 mf7 md8 mf8 ml12", "w 2,2", "",
            "c6c8e6g8e8c8 c6c8e8c6 c6c8e8g6 c6e8g6 c6e8g8e6"),
        ("the start counts as empty", C, "Mc4 mc5 md6 me5 md4 Ml5 ml12", "w 2,2", "", "c4c6e6e4c4"),
        ("men do not canter and jump", C, "Me6 Mf7 mg9 ml12", "w 2,2", "e6",
            "e6d5 e6d6 e6d7 e6e5 e6e7 e6f5 e6f6 e6g8"),
        // Knights.
        ("a charge; a canter may not end where it could jump", C, "Ne6 Mf7 mg9 ml12", "w 2,2", "e6",
            "e6d5 e6d6 e6d7 e6e5 e6e7 e6f5 e6f6 e6g8g10"),
        ("nor pass there", C, "Ne6 Mf7 Mg7 mg9 ml12", "w 2,2", "e6",
            "e6d5 e6d6 e6d7 e6e5 e6e7 e6f5 e6f6 e6g8g10"),
        ("a charge may pass there", C, "Ne6 Mf7 Mg7 mg9 mg5 ml12", "w 2,2", "e6",
            "e6d5 e6d6 e6d7 e6e5 e6e7 e6f5 e6f6 e6g8g10 e6g8g6g4"),
        ("after a jump no canter", C, "Ne6 Mf9 me7 ml12", "w 2,2", "", "e6e8"),
        ("nor in a charge", C, "Ne6 Mf7 mg9 Mh11 ml12", "w 2,2", "e6",
            "e6d5 e6d6 e6d7 e6e5 e6e7 e6f5 e6f6 e6g8g10"),
        ("the jumps of a charge must go on", C, "Ne6 Mf7 mg9 mh11 ml12", "w 2,2", "e6",
            "e6d5 e6d6 e6d7 e6e5 e6e7 e6f5 e6f6 e6g8g10i12"),
        ("a step is no canter", C, "Nd6 Ml5 md8 ma12", "w 2,2", "d6",
            "d6c5 d6c6 d6c7 d6d5 d6d7 d6e5 d6e6 d6e7"),
        ("a man may land where it could jump", C, "Me6 Mf7 Mg7 mg9 ml12", "w 2,2", "e6",
            "e6d5 e6d6 e6d7 e6e5 e6e7 e6f5 e6f6 e6g8 e6g8g6 e6g8g6e8"),
        // The duty to jump.
        ("jumps before all else", C, "Md6 Ml5 Mk5 me7 ma12", "w 2,2", "", "d6f8"),
        ("charges count as jumps, of knights that could not jump themselves too", C,
            "Nc4 Md4 Me5 md5 ml12", "w 2,2", "", "c4e4c6 c4e4e6c4 c4e6 d4d6 e5c5"),
        ("but not of men", C, "Me6 Mf7 mg9 Ma5 mb6 ml12", "w 2,2", "", "a5c7"),
        ("a charge alone binds nobody", C, "Ne6 Mf7 mg9 Ml5 ml12", "w 2,2", "l5", "l5k4 l5k5 l5k6 l5l4 l5l6"),
        // The own castle.
        ("no plain move into it", C, "Mf2 Ml5 ma12 ml12", "w 2,2", "f2",
            "f2e2 f2e3 f2f3 f2g2 f2g3"),
        ("no canter into it", C, "Me3 Mf2 ma12 ml12", "w 2,2", "e3", "e3d2 e3d3 e3d4 e3e2 e3e4 e3f3 e3f4"),
        ("nor through it", C, "Mf3 Mf2 Mg2 ma12 ml12", "w 2,2", "f3",
            "f3e2 f3e3 f3e4 f3f4 f3g3 f3g4"),
        ("nor by that of a charge", C, "Ne3 Mf2 mh2 ml12", "w 2,2", "e3",
            "e3d2 e3d3 e3d4 e3e2 e3e4 e3f3 e3f4"),
        ("a jump may land in it", C88, "Mg3 Mn5 mg2 mn12", "w 2,2", "", "g3g1"),
        ("and pass it", C, "Mf3 Ml5 mf2 mg2 ml12", "w 2,2", "", "f3f1h3"),
        ("so may that of a charge", C, "Nf5 Mf4 mf2 ml12", "w 2,2", "f5",
            "f5e4 f5e5 f5e6 f5f3f1 f5f6 f5g4 f5g5 f5g6"),
        ("what stands in it must leave, not jump elsewhere", C, "Mf1 Md6 me7 ml12", "w 2,2", "", "f1e2 f1f2 f1g2"),
        ("not to its other square", C, "Mg1 Md6 ma12 ml12", "w 2,2", "", "g1f2 g1g2 g1h2"),
        ("by a canter", C, "Mf1 Mg2 mf2 mf3 me2 md3 Ml5 ml12", "w 2,2", "", "f1h3"),
        ("by a jump, if one can", C, "Mf1 Mg1 mh2 ml12", "w 2,2", "", "g1i3"),
        ("by a charge of another in it", C, "Nf1 Mg1 Mf2 mf4 mh2 ml12", "w 2,2", "", "f1f3f5 g1i3"),
        ("a charge is no duty", C, "Nf1 Mf2 mf4 ma12 ml12", "w 2,2", "", "f1e2 f1f3f5 f1g2"),
        ("by jumps that come back", C, "Mf1 mf2 mg2 mg3 Ml5 ml12", "w 2,2", "", "f1f3h3f1"),
        ("unless it cannot", C, "Mf1 me2 md3 mf2 mf3 mg2 mh3 Ml5", "w 2,2", "", "l5k4 l5k5 l5k6 l5l4 l5l6"),
        ("then others must jump as usual", C, "Mf1 me2 md3 mf2 mf3 mg2 mh3 Ml5 Ml8 mk8", "w 2,2", "", "l8j8"),
        ("Black's castle is on the other side", C, "mg16 md6 ml5 Me7 Ma5", "b 2,2", "", "g16f15 g16g15 g16h15"),
        // The enemy's castle.
        ("entered by a plain move", C, "Mf15 Ma5 ma12 ml12", "w 2,2", "f15",
            "f15e14 f15e15 f15f14 f15f16 f15g14 f15g15 f15g16"),
        ("by a canter, which ends there", C, "Mf14 Mf15 Mg15 ma12 ml12", "w 2,2", "f14",
            "f14e13 f14e14 f14e15 f14f13 f14f16 f14g13 f14g14"),
        ("by a jump, which ends there", C, "Mf14 Ma5 mf15 mg15 ml12", "w 2,2", "", "f14f16"),
        ("by a charge, which ends there", C, "Nf12 Mf13 mf15 mg15 ml12", "w 2,2", "f12",
            "f12e11 f12e12 f12e13 f12f11 f12f14f16 f12g11 f12g12 f12g13"),
        ("by a knight's canter, since there it cannot jump", C, "Nf14 Mf15 mg15 mh15 ml12", "w 2,2", "f14",
            "f14e13 f14e14 f14e15 f14f13 f14f16 f14g13 f14g14"),
        ("a charge cannot begin there, not even back to its start", C,
            "Nh14 Mg14 Mf15 mg15 ml12", "w 2,2", "h14", "h14f16"),
        ("no leaving it, no duty to jump", C, "Mf16 Ma5 mf15 ml12", "w 2,2", "", "a5a4 a5a6 a5b4 a5b5 a5b6 f16g16"),
        ("nobody can jump: steps, castle moves, canters and charges", C,
            "Mf16 Nb7 Mb8 mb10 ml12", "w 2,2", "",
            "b7a6 b7a7 b7a8 b7b6 b7b9b11 b7c6 b7c7 b7c8 b8a7 b8a8 b8a9 b8b6 b8b9 b8c7 b8c8 b8c9 f16g16"),
        ("castle moves are two", C, "Mf16 Ma5 ma12 ml12", "w 0,2", "", "a5a4 a5a6 a5b4 a5b5 a5b6"),
        ("each side has its own", C, "nf1 ma12 Ma5 Ml5", "b 0,1", "f1", "f1g1"),
        ("a jump comes before a castle move", C, "Mf16 Md6 me7 ml12", "w 2,2", "", "d6f8"),
        ("the other square may be taken", C, "Mf16 ng16 Ma5 ml12", "w 2,2", "", "a5a4 a5a6 a5b4 a5b5 a5b6"),
    ] {
        let state = place(edition, pieces, side);
        let legal: Vec<_> = texts(&state).into_iter().filter(|text| text.starts_with(piece)).collect();
        assert_eq!(legal.join(" "), expected, "{rule}\n{}", state.drawing());
    }
}

#[test]
#[rustfmt::skip]
fn ends() {
    for (rule, pieces, side, end) in [
        ("two pieces in the enemy's castle", "Mf16 Ng16 ma12 ml12", "b 2,2", Some("p1win castle")),
        ("Black's too", "mf1 ng1 Ma12 Ml12", "w 2,2", Some("p2win castle")),
        ("of both White", "mf1 ng1 Mf16 Mg16", "b 2,2", Some("p1win castle")),
        ("even against an empty board", "Mf16 Ng16", "b 2,2", Some("p1win castle")),
        ("even at the limit", "Mf16 Ng16 ma12 ml12", "b 2,2 100 70", Some("p1win castle")),
        ("one in each castle", "Mf16 mg16 ma12 Ma5", "w 2,2", None),
        ("nothing against two", "Ma5 Ml5", "b 2,2", Some("p1win capture-all")),
        ("Black's win", "ma5 ml5", "b 2,2", Some("p2win capture-all")),
        ("nothing against one", "Ma5", "b 2,2", Some("draw material")),
        ("one against one", "Ma5 ml12", "b 2,2 100 70", Some("draw material")),
        ("nothing against nothing", "", "b 2,2", Some("draw material")),
        ("one against two", "Ma5 ma12 ml12", "b 2,2", None),
        ("no move, against two", "Mf1 ne2 md3 mf2 mf3 mg2 mh3", "w 2,2", Some("p2win blocked")),
        ("Black's no move", "mf1 Ma5 Ml5", "b 2,0", Some("p1win blocked")),
        ("before the limit", "mf1 Ma5 Nl5", "b 2,0 100 70", Some("p1win blocked")),
        ("a castle move is a move", "mf1 Ma5 Ml5", "b 2,1", None),
        ("99 quiet moves", "Ma5 Ml5 ma12 ml12", "w 2,2 99 70", None),
        ("100 quiet moves", "Ma5 Ml5 ma12 ml12", "w 2,2 100 70", Some("draw quiet")),
    ] {
        let state = place(C, pieces, side);
        let outcome = state.outcome().map(|end| format!("{} {}", end.result(), end.reason));
        assert_eq!(outcome.as_deref(), end, "{rule}");
        assert_eq!(state.moves().is_empty(), end.is_some(), "{rule}");
        assert_eq!(state.count_legal_moves(), state.moves().len() as u64, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn moves_made() {
    for (rule, pieces, side, mv, after, side_after) in [
        ("a plain move", "Ma5 Nl5 ma12 ml12", "w 2,1 7 9", "a5b6", "Mb6 Nl5 ma12 ml12", "b 2,1 8 9"),
        ("Black's", "Ma5 Nl5 ma12 nl12", "b 2,1 7 9", "l12k12", "Ma5 Nl5 ma12 nk12", "w 2,1 8 10"),
        ("a canter", "Na5 Mb5 ma12 ml12", "w 2,2 7 9", "a5c5", "Nc5 Mb5 ma12 ml12", "b 2,2 8 9"),
        ("a capture", "Nd6 Ml5 me7 nf9 ml12", "w 2,2 7 9", "d6f8f10", "Nf10 Ml5 ml12", "b 2,2 0 9"),
        ("a charge", "Ne6 Mf7 mg9 ml12", "w 2,2 7 9", "e6g8g10", "Ng10 Mf7 ml12", "b 2,2 0 9"),
        ("all the way round", "Mf1 mf2 ng2 mg3 Ml5 ml12", "w 2,2 7 9", "f1f3h3f1", "Mf1 Ml5 ml12", "b 2,2 0 9"),
        ("an entry", "Mf15 Ma5 ma12 ml12", "w 2,2 7 9", "f15g16", "Mg16 Ma5 ma12 ml12", "b 2,2 0 9"),
        ("a castle move", "Nf16 Ma5 ma12 ml12", "w 2,2 7 9", "f16g16", "Ng16 Ma5 ma12 ml12", "b 1,2 8 9"),
        ("Black's castle move", "nf1 Ma5 Ml5 ml12", "b 2,1 7 9", "f1g1", "ng1 Ma5 Ml5 ml12", "w 2,0 8 10"),
        ("counters stay at the greatest number", "Nd6 Ml5 me7 nf9 ml12", "w 2,2 99 4294967295", "d6f8f10", "Nf10 Ml5 ml12", "b 2,2 0 4294967295"),
    ] {
        let state = play(&place(C, pieces, side), mv);
        assert_eq!(state, place(C, after, side_after), "{rule}");
        assert_eq!(state.hashed(), state, "{rule}");
    }
}

#[test]
fn every_legal_way_is_read_and_no_other() {
    let circle = "Mc4 Mc5 Md4 Md6 Me5";
    let knights = "Nc4 Mc5 Md4 Md6 Me5";
    for (pieces, canonical, others, refused) in [
        // The long way; around and once more; through the start.
        (
            circle,
            "c4e4",
            &["c4c6e6e4", "c4e4e6c6e6e4", "c4e4c4e4"][..],
            &["c4c6e6", "c4e4c4", "c4c4e4", "c4c6e4", "e4", "c4", "c4d5e5", "c4e4x", "c4e4a1"][..],
        ),
        (circle, "c4d5", &[], &["c4d5c4d5"]),
        // A knight may not pass a square from which it could jump.
        (&format!("{knights} mf7"), "c4e4", &[], &["c4c6e6e4", "c4c6e6", "c4e4e6"]),
        (
            &format!("{knights} mf7"),
            "c4c6e6g8",
            &["c4e4e6g8", "c4e4c4c6e6g8"],
            &["c4c6e6g8f7", "c4c6e6"],
        ),
        ("Mf1 mf2 mg2 mg3 Ml5", "f1f3h3f1", &["f1h3f3f1"], &["f1f3", "f1f3h3", "f1h3f3"]),
        // Whatever a jump could do beyond the castle.
        ("Mf14 mf15 mg15 Ma5", "f14f16", &[], &["f14f16h14"]),
        ("Mf14 Mf15 Mg15 Ma5", "f14f16", &[], &["f14f16h14", "f14f16f14f16"]),
    ] {
        let state = place(C, &format!("{pieces} {FAR_BLACK}"), "w 2,2");
        let mv = state.parse_move(canonical).unwrap_or_else(|| panic!("{canonical}"));
        assert_eq!(state.move_text(mv), canonical);
        for way in others {
            assert_eq!(state.parse_move(way), Some(mv), "{way}");
        }
        for way in refused {
            let read = state.parse_move(way);
            assert!(read != Some(mv), "{way} was read as {canonical}");
        }
    }
    let state = place(C, &format!("Md6 me7 mf9 {FAR_BLACK} Ml5"), "w 2,2");
    for text in ["d6f8", "d6f8f10h12", "l5l6", "d6d7", "e7d7", "f10f8d6", "", "d6f8f10 ", "D6f8f10"]
    {
        assert_eq!(state.parse_move(text), None, "{text}");
    }
}

#[test]
fn many_ways_do_not_take_long() {
    // A man among twenty enemies and nearly all of them in its reach.
    let board = "2/8/10/12/14/5n8/5mnmn5/5mMm6/3mmmmmm5/5m1n6/5mnnn5/M6n6/12/10/8/2";
    let state = read(Chivalry, &format!("{board} w 2,2"));
    let moves = state.moves();
    assert_eq!(moves.len(), 13268);
    let longest = moves.into_iter().max_by_key(|mv| mv.captured.count_ones()).expect("a move");
    assert_eq!(longest.captured.count_ones(), 19);
    assert_eq!(state.parse_move(&state.move_text(longest)), Some(longest));
}

#[test]
fn the_third_occurrence_ends_the_game() {
    let mut state = place(C, &format!("Ma5 Nl5 {FAR_BLACK}"), "w 2,2");
    let mut history = History::new(state.key());
    for text in ["a5a6", "a12a11", "a6a5", "a11a12"].repeat(2) {
        assert_eq!(history.repetition(&state), None);
        let mv = state.parse_move(text).expect("a legal move");
        let irreversible = state.is_irreversible(mv);
        state.apply(mv);
        history.push(state.key(), irreversible);
    }
    let end = history.repetition(&state).expect("eight plies on");
    assert_eq!((end.result(), end.reason), ("draw", "repetition"));
}

#[test]
fn keys_tell_apart_what_they_should() {
    let key = |pieces, side| {
        let state = place(C, pieces, side);
        (state.key(), state.search_key())
    };
    let (same, search_same) = key("Ma5 Nl5 ma12 ml12", "w 2,2 3 7");
    assert_eq!(key("Ma5 Nl5 ma12 ml12", "w 2,2 12 17"), (same, search_same));
    let (near, search_near) = key("Ma5 Nl5 ma12 ml12", "w 2,2 80 17");
    assert!(near == same && search_near != search_same);
    assert_ne!(key("Ma5 Nl5 ma12 ml12", "w 2,2 81 17").1, search_near);
    for (pieces, side) in [
        ("Ma5 Nl5 ma12 ml12", "b 2,2"),
        ("Ma5 Nl5 ma12 ml12", "w 1,2"),
        ("Ma5 Nl5 ma12 ml12", "w 2,1"),
        ("Na5 Nl5 ma12 ml12", "w 2,2"),
        ("Na5 Ml5 ma12 ml12", "w 2,2"),
        ("Ma6 Nl5 ma12 ml12", "w 2,2"),
        ("Ma5 nl5 ma12 Ml12", "w 2,2"),
    ] {
        let (other, search_other) = key(pieces, side);
        assert!(other != same && search_other != search_same, "{pieces} {side}");
    }
}

#[test]
fn what_cannot_be_undone_and_what_is_noisy() {
    for (pieces, text, irreversible, gain) in [
        ("Md6 Ml5 me7", "d6f8", true, 100),
        ("Ne6 Mf7 ng9", "e6g8g10", true, 130),
        ("Mf15 Ma5", "f15f16", true, 3000),
        ("Mf14 mf15 Ma5", "f14f16", true, 3100),
        ("Mf16 Ma5", "f16g16", true, 0),
        ("Mf16 Ma5", "a5a6", false, 0),
        ("Na4 Mb5", "a4c6", false, 0),
    ] {
        let state = place(C, &format!("{pieces} {FAR_BLACK}"), "w 2,2");
        let mv = state.parse_move(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(state.is_irreversible(mv), irreversible, "{text}");
        assert_eq!(state.gain(mv), gain, "{text}");
    }
}

#[test]
fn one_piece_cannot_win() {
    let state = place(C, "Mf15 ma12 ml12", "w 2,2");
    assert!(!state.can_win(Seat::ONE));
    assert!(state.can_win(Seat::TWO));
}

#[test]
fn the_start_is_the_same_for_both_sides() {
    for (edition, fen) in [
        (
            C88,
            "2/8/10/12/14/2nmmmmmmmmn2/2nmmmmmmmmn2/14/14/2NMMMMMMMMN2/2NMMMMMMMMN2/14/12/10/8/2",
        ),
        (
            Chivalry,
            "2/8/10/12/14/2nnmmmmmmnn2/2nnmmmmmmnn2/14/14/2NNMMMMMMNN2/2NNMMMMMMNN2/14/12/10/8/2",
        ),
        (C, "2/8/10/12/12/2nmmmmmmn2/3nmmmmn3/12/12/3NMMMMN3/2NMMMMMMN2/12/12/10/8/2"),
    ] {
        let start = Camelot::start(edition);
        assert_eq!(start.fen(), format!("{fen} w 2,2 0 1"));
        let flipped = start.flipped().expect("the sides are alike");
        assert_eq!(flipped.fen(), format!("{fen} b 2,2 0 1"));
        assert_eq!(perft(&flipped, 2), perft(&start, 2));
    }
    let state = place(C, "Ma5 Nl5 mc9", "w 0,2 3 9");
    assert_eq!(state.flipped(), Some(place(C, "ml12 na12 Mj8", "b 2,0 3 9")));
}
