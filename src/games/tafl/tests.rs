//! The rules sentence by sentence, on positions made for them.

use super::*;
use crate::game::{History, Notation, OptionValues, perft};

const PLAIN: Rules =
    Rules { first: Side::Defenders, king_armed: true, king_capture: KingCapture::Blocked };
const BLACK_FIRST: Rules = Rules { first: Side::Attackers, ..PLAIN };
const UNARMED: Rules = Rules { king_armed: false, ..PLAIN };
const LINNAEUS: Rules = Rules { king_capture: KingCapture::Linnaeus, ..PLAIN };
const LINNAEUS_UNARMED: Rules = Rules { king_armed: false, ..LINNAEUS };

fn read<G: Game<Rules = Rules> + Notation>(rules: Rules, fen: &str) -> G {
    G::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn tablut(rules: Rules, fen: &str) -> Tablut {
    read(rules, fen)
}

fn alea(fen: &str) -> Alea {
    read(PLAIN, fen)
}

fn play<G: Game + Notation>(state: &G, text: &str) -> G {
    let mv = state.parse_move(text);
    state.after(mv.unwrap_or_else(|| panic!("{text} in {}", state.fen())))
}

/// The squares that the piece on `from` can move to.
fn ends<G: Game + Notation>(state: &G, from: &str) -> String {
    let mut texts: Vec<_> = state.moves().iter().map(|&mv| state.move_text(mv)).collect();
    texts.sort_unstable();
    texts.iter().filter_map(|text| text.strip_prefix(from)).collect::<Vec<_>>().join(" ")
}

fn end<G: Game>(state: &G) -> Option<String> {
    state.outcome().map(|end| format!("{} {}", end.result(), end.reason))
}

#[test]
#[rustfmt::skip]
fn moving_in_tablut() {
    for (rule, fen, from, expected) in [
        ("along rank and file, up to a piece or the edge",
            "9/9/9/1p7/9/1P4K2/9/9/9 w", "b4", "a4 b1 b2 b3 b5 c4 d4 e4 f4"),
        ("the king moves like a man",
            "9/6p2/9/9/9/1P4K2/9/9/9 w", "g4", "c4 d4 e4 f4 g1 g2 g3 g5 g6 g7 h4 i4"),
        ("nobody stops on the centre or passes over it",
            "9/9/9/9/2P3K2/9/9/9/9 w", "c5", "a5 b5 c1 c2 c3 c4 c6 c7 c8 c9 d5"),
        ("nor the king",
            "9/9/9/9/2P3K2/9/9/9/9 w", "g5", "f5 g1 g2 g3 g4 g6 g7 g8 g9 h5 i5"),
        ("the king leaves it",
            "9/9/9/3p5/3pKp3/4p4/9/9/9 w", "e5", "e6 e7 e8 e9"),
    ] {
        assert_eq!(ends(&tablut(PLAIN, fen), from), expected, "{rule}");
    }
    let down = tablut(PLAIN, "9/9/4p4/9/9/9/9/1K7/9 b");
    assert_eq!(ends(&down, "e7"), "a7 b7 c7 d7 e6 e8 e9 f7 g7 h7 i7");
}

#[test]
fn the_centre_of_alea_is_a_field() {
    let state = alea("19/19/19/19/19/19/19/19/19/6k6P5/19/19/19/19/19/19/19/19/19 w");
    assert_eq!(
        ends(&state, "n10"),
        "h10 i10 j10 k10 l10 m10 n1 n11 n12 n13 n14 n15 n16 n17 n18 n19 n2 n3 n4 n5 n6 n7 n8 n9 \
         o10 p10 q10 r10 s10"
    );
    let stopped = play(&state, "n10j10");
    assert_eq!(
        ends(&stopped, "g10"),
        "a10 b10 c10 d10 e10 f10 g1 g11 g12 g13 g14 g15 g16 g17 g18 \
                                       g19 g2 g3 g4 g5 g6 g7 g8 g9 h10 i10"
    );
}

#[test]
#[rustfmt::skip]
fn capturing_in_tablut() {
    for (rule, rules, before, mv, after) in [
        ("an enemy between the mover and a man of his", PLAIN,
            "9/9/9/9/6K2/9/1P1pP4/9/9 w 7 3", "b3c3", "9/9/9/9/6K2/9/2P1P4/9/9 b 0 3"),
        ("Black too, in a file", PLAIN,
            "3p5/9/3P5/3p5/6K2/9/9/9/9 b 7 3", "d9d8", "9/3p5/9/3p5/6K2/9/9/9/9 w 0 4"),
        ("not two in a row", PLAIN,
            "9/9/9/9/6K2/9/1P1ppP3/9/9 w 7 3", "b3c3", "9/9/9/9/6K2/9/2PppP3/9/9 b 8 3"),
        ("not across a gap", PLAIN,
            "9/9/9/9/6K2/9/1P1p1P3/9/9 w 7 3", "b3c3", "9/9/9/9/6K2/9/2Pp1P3/9/9 b 8 3"),
        ("not with an enemy behind", PLAIN,
            "9/9/9/9/6K2/9/1P1pp4/9/9 w 7 3", "b3c3", "9/9/9/9/6K2/9/2Ppp4/9/9 b 8 3"),
        ("not in a diagonal", PLAIN,
            "9/9/9/9/6K2/4P4/1P1p5/9/9 w 7 3", "b3c3", "9/9/9/9/6K2/4P4/2Pp5/9/9 b 8 3"),
        ("three at once", PLAIN,
            "3P5/9/9/9/6K2/1Pp1pP3/3p5/3P5/9 w 7 3", "d9d4", "9/9/9/9/6K2/1P1P1P3/9/3P5/9 b 0 3"),
        ("two at once around a corner", PLAIN,
            "9/9/9/9/6K2/P2pP4/2p6/2P6/9 w 7 3", "a4c4", "9/9/9/9/6K2/2P1P4/9/2P6/9 b 0 3"),
        ("moving between two enemies is safe", PLAIN,
            "3p5/9/9/9/6K2/9/2P1P4/9/9 b 7 3", "d9d3", "9/9/9/9/6K2/9/2PpP4/9/9 w 8 4"),
        ("and stays safe when the next one arrives elsewhere", PLAIN,
            "P8/9/9/9/6K2/9/2PpP4/9/9 w 8 4", "a9a8", "9/P8/9/9/6K2/9/2PpP4/9/9 b 9 4"),
        ("the edge captures nothing", PLAIN,
            "9/9/9/9/6K2/p8/9/9/1P7 w 7 3", "b1b4", "9/9/9/9/6K2/pP7/9/9/9 b 8 3"),
        ("at the edge two men do", PLAIN,
            "9/9/9/9/P5K2/9/p8/P8/9 w 7 3", "a5a4", "9/9/9/9/6K2/P8/9/P8/9 b 0 3"),
        ("a corner captures nothing", PLAIN,
            "9/9/9/9/6K2/9/3P5/p8/9 w 7 3", "d3a3", "9/9/9/9/6K2/9/P8/p8/9 b 8 3"),
        ("the empty centre captures nothing", PLAIN,
            "9/9/9/9/6K2/4p4/P8/9/9 w 7 3", "a3e3", "9/9/9/9/6K2/4p4/4P4/9/9 b 8 3"),
        ("for nobody", PLAIN,
            "9/9/9/9/6K2/4P4/p8/9/9 b 7 3", "a3e3", "9/9/9/9/6K2/4P4/4p4/9/9 w 8 4"),
        ("the king stands behind, here on the centre", PLAIN,
            "9/9/9/9/4K4/4p4/P8/9/9 w 7 3", "a3e3", "9/9/9/9/4K4/9/4P4/9/9 b 0 3"),
        ("or arrives", PLAIN,
            "9/9/9/9/6K2/9/3PppP2/9/9 w 7 3", "g5f5", "9/9/9/9/5K3/9/3PppP2/9/9 b 8 3"),
        ("and captures", PLAIN,
            "9/9/9/9/9/6K2/3Pp4/9/9 w 7 3", "g4g3", "9/9/9/9/9/9/3Pp1K2/9/9 b 8 3"),
        ("right beside his prey", PLAIN,
            "9/9/9/9/9/5K3/3Pp4/9/9 w 7 3", "f4f3", "9/9/9/9/9/9/3P1K3/9/9 b 0 3"),
        ("unless he is unarmed", UNARMED,
            "9/9/9/9/9/5K3/3Pp4/9/9 w 7 3", "f4f3", "9/9/9/9/9/9/3PpK3/9/9 b 8 3"),
        ("then he does not stand behind either", UNARMED,
            "9/9/9/9/4K4/4p4/P8/9/9 w 7 3", "a3e3", "9/9/9/9/4K4/4p4/4P4/9/9 b 8 3"),
        ("the others still capture", UNARMED,
            "9/9/9/9/6K2/9/1P1pP4/9/9 w 7 3", "b3c3", "9/9/9/9/6K2/9/2P1P4/9/9 b 0 3"),
        ("no pair captures the king", PLAIN,
            "9/9/9/9/9/9/1p1Kp4/9/9 b 7 3", "b3c3", "9/9/9/9/9/9/2pKp4/9/9 w 8 4"),
        ("to catch him is no capture", PLAIN,
            "9/3p5/2pKp4/9/3p5/9/9/9/P8 b 7 3", "d5d6", "9/3p5/2pKp4/3p5/9/9/9/9/P8 w 8 4"),
        ("but by Linnaeus", LINNAEUS,
            "9/9/9/9/9/9/1p1Kp4/9/9 b 7 3", "b3c3", "9/9/9/9/9/9/2p1p4/9/9 w 0 4"),
        ("armed or not", LINNAEUS_UNARMED,
            "9/9/9/9/9/9/1p1Kp4/9/9 b 7 3", "b3c3", "9/9/9/9/9/9/2p1p4/9/9 w 0 4"),
        ("not beside the centre", LINNAEUS,
            "9/9/9/9/9/2p1K4/5p3/9/9 b 7 3", "c4d4", "9/9/9/9/9/3pK4/5p3/9/9 w 8 4"),
        ("not even by two", LINNAEUS,
            "9/9/9/9/9/2p1Kp3/9/9/9 b 7 3", "c4d4", "9/9/9/9/9/3pKp3/9/9/9 w 8 4"),
        ("nor on it", LINNAEUS,
            "9/9/9/9/2p1Kp3/9/9/9/9 b 7 3", "c5d5", "9/9/9/9/3pKp3/9/9/9/9 w 8 4"),
        ("but diagonally from it", LINNAEUS,
            "9/9/9/9/9/1p1Kp4/9/9/9 b 7 3", "b4c4", "9/9/9/9/9/2p1p4/9/9/9 w 0 4"),
        ("with men together", LINNAEUS,
            "2p6/9/9/9/9/3Kp4/2P6/2p6/9 b 7 3", "c9c4", "9/9/9/9/9/2p1p4/9/2p6/9 w 0 4"),
        ("moving between two attackers is safe for the king too", LINNAEUS,
            "9/9/9/9/9/9/2p1p4/3K5/9 w 7 3", "d2d3", "9/9/9/9/9/9/2pKp4/9/9 b 8 3"),
        ("counters stay at the greatest number", PLAIN,
            "9/9/9/9/6K2/9/p2P5/9/9 b 99 4294967295", "a3a2", "9/9/9/9/6K2/9/3P5/p8/9 w 100 4294967295"),
        ("Black is seat 1 if he begins", BLACK_FIRST,
            "9/9/9/9/6K2/9/p2P5/9/9 b 7 3", "a3a2", "9/9/9/9/6K2/9/3P5/p8/9 w 8 3"),
        ("and the move is numbered after White's", BLACK_FIRST,
            "9/9/9/9/6K2/9/p2P5/9/9 w 7 3", "d3d2", "9/9/9/9/6K2/9/p8/3P5/9 b 8 4"),
    ] {
        assert_eq!(play(&tablut(rules, before), mv).fen(), after, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn capturing_in_alea() {
    // A board that is empty but for some ranks, the top one first.
    let with = |rows: &[(usize, &str)], rest: &str| {
        let rank = |rank| rows.iter().find(|&&(row, _)| row == rank).map_or("19", |&(_, row)| row);
        format!("{} {rest}", (1..=19).rev().map(rank).collect::<Vec<_>>().join("/"))
    };
    for (rule, rules, before, mv, after) in [
        ("an enemy between the mover and a man of his, on the centre too", PLAIN,
            with(&[(10, "8Pp9"), (5, "4k14"), (1, "10P8")], "w 7 3"), "k1k10",
            with(&[(10, "8P1P8"), (5, "4k14")], "b 0 4")),
        ("a man on the centre stands behind", PLAIN,
            with(&[(10, "9P9"), (9, "9p9"), (8, "P18"), (5, "4k14")], "w 7 3"), "a8j8",
            with(&[(10, "9P9"), (8, "9P9"), (5, "4k14")], "b 0 4")),
        ("the empty centre does not", PLAIN,
            with(&[(9, "9p9"), (8, "P18"), (5, "4k14")], "w 7 3"), "a8j8",
            with(&[(9, "9p9"), (8, "9P9"), (5, "4k14")], "b 8 4")),
        ("nor does a corner", PLAIN,
            with(&[(5, "4k14"), (3, "3P15"), (2, "p18")], "w 7 3"), "d3a3",
            with(&[(5, "4k14"), (3, "P18"), (2, "p18")], "b 8 4")),
        ("moving between two enemies is safe", PLAIN,
            with(&[(10, "8P1P8"), (5, "4k14"), (1, "9p9")], "b 7 3"), "j1j10",
            with(&[(10, "8PpP8"), (5, "4k14")], "w 8 3")),
        ("the king captures", PLAIN,
            with(&[(6, "5Pp12"), (5, "4k14")], "b 7 3"), "e5e6", with(&[(6, "4k1p12")], "w 0 3")),
        ("and stands behind", PLAIN,
            with(&[(6, "4kP13"), (5, "6p12")], "b 7 3"), "g5g6", with(&[(6, "4k1p12")], "w 0 3")),
        ("unless he is unarmed", UNARMED,
            with(&[(6, "5Pp12"), (5, "4k14")], "b 7 3"), "e5e6", with(&[(6, "4kPp12")], "w 8 3")),
        ("in both roles", UNARMED,
            with(&[(6, "4kP13"), (5, "6p12")], "b 7 3"), "g5g6", with(&[(6, "4kPp12")], "w 8 3")),
        ("no pair captures him", PLAIN,
            with(&[(6, "3Pk14"), (5, "5P13")], "w 7 3"), "f5f6", with(&[(6, "3PkP13")], "b 8 4")),
    ] {
        assert_eq!(play(&read::<Alea>(rules, &before), mv).fen(), after, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn ends_in_tablut() {
    for (rule, rules, fen, expected) in [
        ("the king on the edge", PLAIN, "9/9/9/9/K8/9/9/9/3p5 b", Some("p1win escape")),
        ("on every edge", PLAIN, "9/9/9/9/8K/9/9/9/3p5 b", Some("p1win escape")),
        ("the upper one", PLAIN, "3K5/9/9/9/9/9/9/9/3p5 b", Some("p1win escape")),
        ("the lower one", PLAIN, "9/9/9/9/9/9/9/9/2pK5 b", Some("p1win escape")),
        ("in a corner", PLAIN, "9/9/9/9/9/9/9/9/p7K b", Some("p1win escape")),
        ("whoever is to move", PLAIN, "9/9/9/9/K8/9/9/9/3p5 w", Some("p1win escape")),
        ("White is seat 2 if Black begins", BLACK_FIRST, "9/9/9/9/K8/9/9/9/3p5 b", Some("p2win escape")),
        ("a man on the edge is nothing", PLAIN, "9/9/9/9/P3K4/9/9/9/3p5 b", None),
        ("an escape goes before a catch", PLAIN, "9/9/9/p8/Kp7/p8/9/9/P8 w", Some("p1win escape")),
        ("before a side without moves", PLAIN, "9/9/9/9/K8/9/9/9/9 b", Some("p1win escape")),
        ("and before the limit", PLAIN, "9/9/9/9/K8/9/9/9/3p5 b 100 90", Some("p1win escape")),
        ("four attackers around the king", PLAIN, "9/3p5/2pKp4/3p5/9/9/9/9/P8 w", Some("p2win king-caught")),
        ("White's own men may move", PLAIN, "9/3p5/2pKp4/3p5/9/9/9/9/P7P w", Some("p2win king-caught")),
        ("it is seat 1 that wins if Black begins", BLACK_FIRST, "9/3p5/2pKp4/3p5/9/9/9/9/P8 w", Some("p1win king-caught")),
        ("only with his side to move", PLAIN, "9/3p5/2pKp4/3p5/9/9/9/9/P8 b", None),
        ("not three in the open", PLAIN, "9/3p5/2pKp4/9/9/9/9/9/P8 w", None),
        ("three and the centre", PLAIN, "9/9/9/9/9/3pKp3/4p4/9/P8 w", Some("p2win king-caught")),
        ("from each side of it", PLAIN, "9/9/9/3p5/2pK5/3p5/9/9/P8 w", Some("p2win king-caught")),
        ("two and the centre are not enough", PLAIN, "9/9/9/9/9/3pKp3/9/9/P8 w", None),
        ("four on the centre itself", PLAIN, "9/9/9/4p4/3pKp3/4p4/9/9/P8 w", Some("p2win king-caught")),
        ("a man of his own beside him saves the king", PLAIN, "9/3p5/2pKp4/3P5/9/9/9/9/9 w", None),
        ("on the centre too", PLAIN, "9/9/9/4p4/3pKp3/4P4/9/9/9 w", None),
        ("a catch goes before the limit", PLAIN, "9/3p5/2pKp4/3p5/9/9/9/9/P8 w 100 90", Some("p2win king-caught")),
        ("and before a side without moves", PLAIN, "9/3p5/2pKp4/3p5/9/9/9/9/9 w", Some("p2win king-caught")),
        ("by Linnaeus on the centre", LINNAEUS, "9/9/9/4p4/3pKp3/4p4/9/9/P8 w", Some("p2win king-caught")),
        ("and beside it", LINNAEUS, "9/9/9/9/9/3pKp3/4p4/9/P8 w", Some("p2win king-caught")),
        ("but not elsewhere", LINNAEUS, "9/3p5/2pKp4/3p5/9/9/9/9/P8 w", None),
        ("where that may leave no move", LINNAEUS, "9/3p5/2pKp4/3p5/9/9/9/9/9 w", Some("p2win blocked")),
        ("without a king he is caught", LINNAEUS, "9/9/9/9/9/2p1p4/9/9/P8 w", Some("p2win king-caught")),
        ("whoever is to move", LINNAEUS, "9/9/9/9/9/2p1p4/9/9/P8 b", Some("p2win king-caught")),
        ("White has no move", PLAIN, "9/9/9/9/9/1p7/pPp6/pKp6/1p7 w", Some("p2win blocked")),
        ("Black may still have some", PLAIN, "9/9/9/9/9/1p7/pPp6/pKp6/1p7 b", None),
        ("Black has no move", PLAIN, "9/9/9/9/3K5/9/P8/pP7/ppP6 b", Some("p1win blocked")),
        ("or no men", PLAIN, "9/9/9/9/3K5/9/P8/9/9 b", Some("p1win blocked")),
        ("with White to move he is not there yet", PLAIN, "9/9/9/9/3K5/9/P8/9/9 w", None),
        ("a hundred quiet plies", PLAIN, "9/9/9/9/3K5/9/3p5/9/9 b 100 90", Some("draw quiet")),
        ("or more", PLAIN, "9/9/9/9/3K5/9/3p5/9/9 w 101 90", Some("draw quiet")),
        ("not one less", PLAIN, "9/9/9/9/3K5/9/3p5/9/9 w 99 90", None),
        ("no move goes before the limit", PLAIN, "9/9/9/9/3K5/9/P8/9/9 b 100 90", Some("p1win blocked")),
    ] {
        let state = tablut(rules, fen);
        assert_eq!(end(&state).as_deref(), expected, "{rule}");
        assert_eq!(state.moves().is_empty(), expected.is_some(), "{rule}");
        assert_eq!(state.count_legal_moves(), state.moves().len() as u64, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn the_closed_centre_gives_no_move() {
    for (rule, fen, from, expected) in [
        ("between three men and the centre", "9/9/9/3pp4/2pP1K3/3pp4/9/9/9 w", "d5", ""),
        ("where the king is at home it is full", "9/9/9/3pp4/2pPK4/3pp4/9/9/9 w", "d5", ""),
    ] {
        assert_eq!(ends(&tablut(PLAIN, fen), from), expected, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn ends_in_alea() {
    for (rule, fen, expected) in [
        ("the king on the edge", "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/3P15/6k12 w", Some("p1win escape")),
        ("four attackers around him", "19/19/19/2P16/1PkP15/2P16/19/19/19/19/19/19/19/19/19/19/19/19/p18 b", Some("p2win king-caught")),
        ("not three and the centre, which is a field", "19/19/19/19/19/19/19/19/19/7PkP9/8P10/19/19/19/19/19/19/19/p18 b", None),
        ("nor beside it", "19/19/19/19/19/19/19/19/8P10/7Pk10/8P10/19/19/19/19/19/19/19/p18 b", None),
        ("White without men", "19/19/19/19/19/19/19/19/19/7k11/19/19/19/19/19/19/19/19/p18 w", Some("p1win blocked")),
    ] {
        assert_eq!(end(&alea(fen)).as_deref(), expected, "{rule}");
    }
}

#[test]
fn options_of_tablut_change_nothing_in_alea() {
    let rules = |settings: &[(&str, &str)]| {
        let mut values = OptionValues::default();
        for (name, value) in settings {
            let spec = Tablut::OPTIONS.iter().find(|spec| spec.name == *name);
            values.set(spec.expect("an option of Tablut"), value).expect("a value of it");
        }
        let [tablut] = Tablut::VARIANTS else { panic!("one variant") };
        let [alea] = Alea::VARIANTS else { panic!("one variant") };
        (Tablut::rules_from(tablut, &values), Alea::rules_from(alea, &values))
    };
    assert_eq!(rules(&[]), (PLAIN, PLAIN));
    assert_eq!(rules(&[("TablutFirst", "black")]), (BLACK_FIRST, PLAIN));
    assert_eq!(rules(&[("TablutKingCapture", "linnaeus")]), (LINNAEUS, PLAIN));
    assert_eq!(rules(&[("KingArmed", "false")]), (UNARMED, UNARMED));
}

#[test]
fn seat_one_begins() {
    for (rules, side) in [(PLAIN, " w 0 1"), (BLACK_FIRST, " b 0 1")] {
        let start = Tablut::start(rules);
        assert_eq!(start.turn(), Seat::ONE);
        assert!(start.fen().ends_with(side), "{}", start.fen());
    }
    let start = Alea::start(PLAIN);
    assert_eq!((start.turn(), start.seat_name(Seat::ONE)), (Seat::ONE, "Black"));
    assert!(start.fen().ends_with(" b 0 1"), "{}", start.fen());
}

#[test]
fn alea_is_set_up_as_in_the_manuscript() {
    const BLACK: &str = "i5k5j7i8k8e9h9j9l9o9g10i10k10m10e11h11j11l11o11i12k12j13i15k15";
    const WHITE: &str = "c1f1n1q1a3f3n3s3h4j4l4g5m5a6c6f6n6q6s6e7o7d8p8d10p10d12p12e13o13a14c14\
                         f14n14q14s14g15m15h16j16l16a17f17n17s17c19f19n19q19";
    let start = Alea::start(PLAIN);
    for (side, names) in [(Side::Defenders, BLACK), (Side::Attackers, WHITE)] {
        let squares = crate::game::grid::squares(names).expect("names of squares");
        let expected = squares.into_iter().fold(Squares::EMPTY, Squares::with);
        assert_eq!(start.men(side), &expected);
    }
    assert_eq!(start.king.map(Square::name).as_deref(), Some("j10"));
}

#[test]
fn perft_of_the_options() {
    for (rules, nodes) in [(PLAIN, 20_023_920), (BLACK_FIRST, 19_913_864), (UNARMED, 20_023_952)] {
        assert_eq!(perft(&Tablut::start(rules), 4), nodes, "{rules:?}");
    }
}

#[test]
fn the_third_occurrence_ends_the_game() {
    let mut state = Tablut::start(PLAIN);
    let mut history = History::new(state.key());
    for (ply, text) in ["e6d6", "a4b4", "d6e6", "b4a4"].into_iter().cycle().take(8).enumerate() {
        assert_eq!(history.repetition(&state), None, "{ply}");
        let mv = state.parse_move(text).expect("a legal move");
        assert!(!state.is_irreversible(mv));
        state.apply(mv);
        history.push(state.key(), false);
    }
    assert_eq!(history.repetition(&state), Some(Outcome::draw("repetition")));
    assert_eq!((state.outcome(), state.quiet), (None, 8));
}

#[test]
fn captures_and_the_way_from_a_closed_centre_are_irreversible() {
    let irreversible = |rules, fen, text| {
        let state = tablut(rules, fen);
        state.is_irreversible(state.parse_move(text).expect("a legal move"))
    };
    assert!(irreversible(PLAIN, "9/9/9/9/4K4/9/9/9/p8 w", "e5e4"));
    assert!(!irreversible(PLAIN, "9/9/9/9/9/4K4/9/9/p8 w", "e4e3"));
    assert!(irreversible(PLAIN, "9/9/9/9/6K2/9/1P1pP4/9/9 w", "b3c3"));
    assert!(irreversible(LINNAEUS, "9/9/9/9/9/9/1p1Kp4/9/9 b", "b3c3"));
    let state = alea("19/19/19/19/19/19/19/19/19/9k9/19/19/19/19/19/19/19/19/P18 b");
    assert!(!state.is_irreversible(state.parse_move("j10j9").expect("a legal move")));
}

#[test]
fn keys_tell_apart_what_they_should() {
    let keys = |fen| {
        let state = tablut(LINNAEUS, fen);
        (state.key(), state.search_key())
    };
    let (key, search_key) = keys("9/9/9/9/3K5/9/p2P5/9/9 w 0 1");
    assert_eq!(key, search_key);
    assert_eq!(keys("9/9/9/9/3K5/9/p2P5/9/9 w 59 80"), (key, key), "the limit is far");
    let (late, search_late) = keys("9/9/9/9/3K5/9/p2P5/9/9 w 98 80");
    assert_eq!(late, key);
    assert!(search_late != key && search_late != keys("9/9/9/9/3K5/9/p2P5/9/9 w 99 80").1);
    for other in [
        "9/9/9/9/3K5/9/p2P5/9/9 b 0 1",
        "9/9/9/9/3K5/9/P2p5/9/9 w 0 1",
        "9/9/9/9/3P5/9/p2K5/9/9 w 0 1",
        "9/9/9/9/9/9/p2P5/9/9 w 0 1",
        "9/9/9/9/3K5/9/1p1P5/9/9 w 0 1",
    ] {
        assert_ne!(keys(other).0, key, "{other}");
    }
}
