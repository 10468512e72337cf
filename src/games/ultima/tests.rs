//! The rules sentence by sentence, on positions made for them.

use super::danger::Guard;
use super::geometry::bit;
use super::*;
use crate::game::{Heuristics, History, Notation};

fn read(fen: &str) -> Ultima {
    Ultima::from_fen(Array::Turned, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(state: &Ultima, text: &str) -> Ultima {
    let mv = state.parse_move(text);
    state.after(mv.unwrap_or_else(|| panic!("{text} in {}", state.fen())))
}

/// A rule, a FEN, a move, and the FEN after it.
type Played = (&'static str, &'static str, &'static str, &'static str);

fn check_played(cases: &[Played]) {
    for (rule, before, mv, after) in cases {
        assert_eq!(play(&read(before), mv).fen(), *after, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn kings_and_pawns_capture() {
    check_played(&[
        ("the king steps onto an enemy",
            "7k/8/8/8/8/1pK5/3p4/8 w 7 9", "c3d2", "7k/8/8/8/8/1p6/3K4/8 b 0 9"),
        ("and captures nothing beside it",
            "7k/8/8/8/2P5/1pK5/8/8 w 7 9", "c3c2", "7k/8/8/8/2P5/1p6/2K5/8 b 8 9"),

        ("a pawn takes by pincer upwards",
            "7k/2P5/2w5/8/P7/8/8/7K w 7 9", "a4a5", "7k/2P5/2w5/P7/8/8/8/7K b 8 9"),
        ("with a piece right behind the enemy",
            "7k/2P5/2w5/P7/8/8/8/7K w 7 9", "a5c5", "7k/2P5/8/2P5/8/8/8/7K b 0 9"),
        ("and downwards",
            "7k/8/P7/8/2i5/2X5/8/7K w 7 9", "a6a5", "7k/8/8/P7/2i5/2X5/8/7K b 8 9"),
        ("on the square next to the enemy alone",
            "7k/8/8/P7/2i5/2X5/8/7K w 7 9", "a5c5", "7k/8/8/2P5/8/2X5/8/7K b 0 9"),
        ("to the left",
            "7k/8/8/8/Lx6/8/2P5/7K w 7 9", "c2c4", "7k/8/8/8/L1P5/8/8/7K b 0 9"),
        ("to the right",
            "7k/8/8/8/5lW1/8/4P3/7K w 7 9", "e2e4", "7k/8/8/8/4P1W1/8/8/7K b 0 9"),
        ("up to three",
            "7k/8/3P4/3c4/1Px1wP2/8/3P4/7K w 7 9", "d2d4", "7k/8/3P4/8/1P1P1P2/8/8/7K b 0 9"),
        ("any own piece serves as the far side, the king too",
            "7k/8/8/8/5pK1/8/4P3/8 w 7 9", "e2e4", "7k/8/8/8/4P1K1/8/8/8 b 0 9"),
        ("and a paralysed one",
            "7k/8/6i1/5pL1/8/8/4P3/7K w 7 9", "e2e5", "7k/8/6i1/4P1L1/8/8/8/7K b 0 9"),
        ("not diagonally",
            "7k/8/6P1/5p2/8/8/4P3/7K w 7 9", "e2e4", "7k/8/6P1/5p2/4P3/8/8/7K b 8 9"),
        ("not with a piece two squares behind",
            "7k/8/8/5p1P/8/8/4P3/7K w 7 9", "e2e5", "7k/8/8/4Pp1P/8/8/8/7K b 8 9"),
        ("not with an enemy behind",
            "7k/8/8/5pp1/8/8/4P3/7K w 7 9", "e2e5", "7k/8/8/4Ppp1/8/8/8/7K b 8 9"),
        ("not around the edge to the right",
            "k7/8/8/P7/7p/8/6P1/7K w 7 9", "g2g4", "k7/8/8/P7/6Pp/8/8/7K b 8 9"),
        ("nor to the left",
            "k7/8/8/p7/7P/8/1P6/7K w 7 9", "b2b5", "k7/8/8/pP6/7P/8/8/7K b 8 9"),
        ("a pawn that leaves is no far side of its own",
            "7k/8/8/8/1Pp5/8/8/7K w 7 9", "b4b5", "7k/8/8/1P6/2p5/8/8/7K b 8 9"),
        ("between two enemies by one's own move is safe",
            "7k/8/8/2p1p3/8/8/3P4/7K w 7 9", "d2d5", "7k/8/8/2pPp3/8/8/8/7K b 8 9"),
        ("no promotion",
            "7k/P7/8/8/8/8/8/7K w 7 9", "a7a8", "P6k/8/8/8/8/8/8/7K b 8 9"),
    ]);
}

#[test]
#[rustfmt::skip]
fn withdrawers_leapers_and_coordinators_capture() {
    check_played(&[
        ("the withdrawer takes what it leaves behind",
            "4k3/8/8/8/2pW4/8/8/7K w 7 9", "d4g4", "4k3/8/8/8/6W1/8/8/7K b 0 9"),
        ("on a diagonal",
            "4k3/8/8/4l3/3W4/8/8/7K w 7 9", "d4c3", "4k3/8/8/8/8/2W5/8/7K b 0 9"),
        ("only exactly opposite",
            "4k3/8/8/8/2pW4/8/8/7K w 7 9", "d4e5", "4k3/8/8/4W3/2p5/8/8/7K b 8 9"),
        ("not what it moves towards",
            "4k3/8/8/8/1p1W4/8/8/7K w 7 9", "d4c4", "4k3/8/8/8/1pW5/8/8/7K b 8 9"),
        ("only what is adjacent",
            "4k3/8/8/8/1p1W4/8/8/7K w 7 9", "d4e4", "4k3/8/8/8/1p2W3/8/8/7K b 8 9"),
        ("not around the edge",
            "4k3/8/7p/W7/8/8/8/7K w 7 9", "a5b5", "4k3/8/7p/1W6/8/8/8/7K b 8 9"),

        ("the leaper leaps to the square behind",
            "7k/8/8/8/L1p5/8/8/7K w 7 9", "a4d4", "7k/8/8/8/3L4/8/8/7K b 0 9"),
        ("or further",
            "7k/8/8/8/L1p5/8/8/7K w 7 9", "a4h4", "7k/8/8/8/7L/8/8/7K b 0 9"),
        ("over several, with empty squares between, and takes all",
            "7k/5p2/8/3x4/8/1w6/L7/7K w 7 9", "a2g8", "6Lk/8/8/8/8/8/8/7K b 0 9"),
        ("or over some of them",
            "7k/5p2/8/3x4/8/1w6/L7/7K w 7 9", "a2c4", "7k/5p2/8/3x4/2L5/8/8/7K b 0 9"),
        ("or just moves",
            "7k/5p2/8/3x4/8/1w6/L7/7K w 7 9", "a2a3", "7k/5p2/8/3x4/8/Lw6/8/7K b 8 9"),

        ("the coordinator takes on its file and the king's rank, and on the king's file and its rank",
            "7k/8/1p6/8/8/4C3/1K2x3/8 w 7 9", "e3e6", "7k/8/4C3/8/8/8/1K6/8 b 0 9"),
        ("each alone too",
            "7k/8/1p6/8/8/4C3/1K2x3/8 w 7 9", "e3h6", "7k/8/7C/8/8/8/1K2x3/8 b 0 9"),
        ("on its king's rank or file it takes nothing",
            "7k/8/1p6/8/8/8/1K1Cx3/8 w 7 9", "d2b4", "7k/8/1p6/8/1C6/8/1K2x3/8 b 8 9"),
        ("nor on its rank",
            "7k/8/1p6/4C3/8/8/1K2x3/8 w 7 9", "e5h2", "7k/8/1p6/8/8/8/1K2x2C/8 b 8 9"),
        ("nor after a move of the king",
            "7k/8/1p2C3/8/8/8/K3x3/8 w 7 9", "a2b2", "7k/8/1p2C3/8/8/8/1K2x3/8 b 8 9"),
        ("a paralysed king still anchors it",
            "7k/8/1p6/8/8/2i1C3/1K2x3/8 w 7 9", "e3e6", "7k/8/4C3/8/8/2i5/1K6/8 b 0 9"),
    ]);
}

#[test]
#[rustfmt::skip]
fn immobilizers_and_chameleons_capture() {
    check_played(&[
        ("the immobilizer takes nothing, whatever is around",
            "7k/8/8/2pP4/2wI4/2l5/8/7K w 7 9", "d4e4", "7k/8/8/2pP4/2w1I3/2l5/8/7K b 8 9"),

        ("a chameleon takes pawns by pincer",
            "7k/8/8/1Pp5/8/8/3X4/6K1 w 7 9", "d2d5", "7k/8/8/1P1X4/8/8/8/6K1 b 0 9"),
        ("if it moved along a rank or a file",
            "7k/8/8/1Pp5/8/8/6X1/6K1 w 7 9", "g2d5", "7k/8/8/1PpX4/8/8/8/6K1 b 8 9"),
        ("but nothing else by pincer",
            "7k/8/8/1Pl5/8/8/3X4/6K1 w 7 9", "d2d5", "7k/8/8/1PlX4/8/8/8/6K1 b 8 9"),
        ("a withdrawer by withdrawing",
            "7k/8/8/8/2wX4/8/8/6K1 w 7 9", "d4e4", "7k/8/8/8/4X3/8/8/6K1 b 0 9"),
        ("but nothing else by withdrawing",
            "7k/8/8/8/2xX4/8/8/6K1 w 7 9", "d4e4", "7k/8/8/8/2x1X3/8/8/6K1 b 8 9"),
        ("a coordinator on its file and the king's rank",
            "7k/8/8/8/8/4X3/1K3c2/8 w 7 9", "e3f3", "7k/8/8/8/8/5X2/1K6/8 b 0 9"),
        ("a coordinator on the king's file and its rank",
            "7k/8/1c6/8/8/4X3/1K6/8 w 7 9", "e3e6", "7k/8/4X3/8/8/8/1K6/8 b 0 9"),
        ("but nothing else by coordinating",
            "7k/8/1w6/8/8/4X3/1K6/8 w 7 9", "e3e6", "7k/8/1w2X3/8/8/8/1K6/8 b 8 9"),
        ("leapers by leaping, several too",
            "7k/8/8/8/X1l1l3/8/8/6K1 w 7 9", "a4f4", "7k/8/8/8/5X2/8/8/6K1 b 0 9"),
        ("never an immobilizer, nor a chameleon",
            "7k/8/8/1Pi5/8/7X/8/6K1 w 7 9", "h3d3", "7k/8/8/1Pi5/8/3X4/8/6K1 b 8 9"),
        ("a spy, a coordinator and three pawns at once, with check",
            "8/4P3/4pk2/c1Pp1pP1/8/8/4X3/K3w3 w 7 9", "e2e5", "8/4P3/5k2/2P1X1P1/8/8/8/K7 b 0 9"),
        ("a leap is a move for each way of capturing",
            "7k/8/8/c1Pp1pP1/4l3/8/4X3/K3w3 w 7 9", "e2e5", "7k/8/8/2P1X1P1/8/8/8/K7 b 0 9"),
    ]);
}

#[test]
#[rustfmt::skip]
fn suicides_and_counters() {
    check_played(&[
        ("a paralysed piece may be taken off",
            "7k/8/8/2pIx3/8/8/8/7K w 30 8", "d5d5", "7k/8/8/2p1x3/8/8/8/7K b 0 8"),
        ("what paralyses it may be paralysed by it",
            "7k/8/8/2pIx3/8/8/8/7K b 30 8", "e5e5", "7k/8/8/2pI4/8/8/8/7K w 0 9"),
        ("a piece may take itself off whatever paralyses it",
            "7k/8/8/3iI3/8/8/8/7K b 30 8", "d5d5", "7k/8/8/4I3/8/8/8/7K w 0 9"),
        ("Black's move makes the next number",
            "7k/8/8/8/8/8/8/7K b 7 9", "h8g7", "8/6k1/8/8/8/8/8/7K w 8 10"),
        ("counters stay at the greatest number",
            "7k/8/8/8/8/8/P7/7K b 99 4294967295", "h8g7", "8/6k1/8/8/8/8/P7/7K w 100 4294967295"),
    ]);
}

#[test]
#[rustfmt::skip]
fn where_a_piece_can_go() {
    for (rule, fen, from, targets) in [
        ("the king one step, not next to the other",
            "8/8/8/3k4/8/3K4/8/8 w", "d3", "c2 c3 d2 e2 e3"),
        ("not onto a piece of its own",
            "7k/8/8/8/8/8/P7/K7 w", "a1", "b1 b2"),
        ("pawns along ranks and files, up to the next piece",
            "7k/8/8/p2P2P1/8/8/3p4/7K w", "d5", "b5 c5 d3 d4 d6 d7 d8 e5 f5"),
        ("the others along diagonals too",
            "7k/8/8/8/8/2p5/1W1P4/1P5K w", "b2", "a1 a2 a3 b3 b4 b5 b6 b7 b8 c1 c2"),
        ("leapers not over their own, nor over two one behind the other",
            "7k/8/8/p7/L1Pp4/1p6/2p5/7K w", "a4", "a1 a2 a3 a6 a7 a8 b4 b5 c6 d7 e8"),
        ("nor over two at the edge, nor off the board",
            "7k/8/8/8/8/p7/p7/Lpp4K w", "a1", "b2 c3 d4 e5 f6 g7"),
        ("nor over a second two after a leap",
            "6k1/8/8/7p/8/8/P7/L1p1pp1K w", "a1", "b1 b2 c3 d1 d4 e5 f6 g7 h8"),
        ("a leap never changes direction",
            "6k1/8/8/2p5/8/8/P7/L1p1PP1K w", "a1", "b1 b2 c3 d1 d4 e5 f6 g7 h8"),
        ("chameleons leap over leapers alone",
            "k7/8/8/8/X1l1p3/8/8/6K1 w", "a4", "a1 a2 a3 a5 a6 a7 b3 b4 b5 c2 c6 d1 d4 d7 e8"),
        ("over no immobilizer",
            "k7/8/8/8/X1i5/8/8/6K1 w", "a4", "a1 a2 a3 a5 a6 a7 b3 b4 b5 c2 c6 d1 d7 e8"),
        ("nor over a chameleon",
            "k7/8/8/8/X1x5/8/8/6K1 w", "a4", "a1 a2 a3 a5 a6 a7 b3 b4 b5 c2 c6 d1 d7 e8"),
        ("a paralysed piece off the board",
            "7k/8/8/2i5/3L4/8/8/7K w", "d4", "d4"),
        ("an immobilizer next to a chameleon",
            "7k/8/8/2x5/3I4/8/8/7K w", "d4", "d4"),
        ("and the chameleon next to it",
            "7k/8/8/2x5/3I4/8/8/7K b", "c5", "c5"),
        ("two immobilizers side by side",
            "7k/8/8/2i5/3I4/8/8/7K b", "c5", "c5"),
        ("what a paralysed immobilizer holds",
            "7k/8/8/2i1l3/3I4/8/8/7K b", "e5", "e5"),
        ("an own immobilizer holds nothing",
            "7k/8/8/2I5/3P4/8/8/7K w", "d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"),
        ("nor does a chameleon hold other pieces than immobilizers",
            "7k/8/8/2x5/3P4/8/8/7K w", "d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"),
        ("a paralysed king neither moves nor goes off the board",
            "7k/8/8/8/8/7P/1i6/K7 w", "a1", ""),
        ("suicide may not expose the king",
            "7k/8/8/8/8/2K5/iP6/l7 w", "b2", ""),
        ("where it does not, it is legal",
            "7k/8/8/8/8/2K5/iP6/8 w", "b2", "b2"),
        ("an immobilizer may not free an attacker of its king",
            "7k/8/8/8/8/8/I7/l1K5 w", "a2", "b1 b2"),
        ("a capture may not take what stands before an attacker",
            "7k/8/8/2P5/l1pK4/8/2P5/8 w", "c2", "a2 b2 c1 d2 e2 f2 g2 h2"),
        ("nor what keeps the leaper from landing",
            "7k/8/8/4W3/l1Kp4/8/8/8 w", "e5", "a5 b5 b8 c5 c7 d5 d6 e1 e2 e3 e4 e6 e7 e8 f4 f5 g3 g5 h2 h5"),
    ] {
        let state = read(fen);
        let mut found: Vec<_> = state
            .moves()
            .iter()
            .map(|&mv| state.move_points(mv))
            .filter(|points| points[0] == from)
            .map(|points| points[1].clone())
            .collect();
        found.sort_unstable();
        assert_eq!(found.join(" "), targets, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn check() {
    for (rule, fen, expected) in [
        ("by a pawn that can pincer", "7k/8/8/8/8/p1Kp4/8/8 w", true),
        ("not by one that stands there already", "7k/8/8/8/8/1pKp4/8/8 w", false),
        ("nor with a piece in its way", "7k/8/8/8/8/pPKp4/8/8 w", false),
        ("nor by a paralysed one", "7k/8/8/8/I7/p1Kp4/8/8 w", false),
        ("a paralysed piece is a far side", "7k/8/8/8/4I3/p1Kp4/8/8 w", true),
        ("by a withdrawer", "7k/8/8/8/8/2K5/3w4/8 w", true),
        ("not if it has no way back", "7k/8/8/8/8/2K5/3w4/4p3 w", false),
        ("nor at the edge", "7k/8/8/8/8/8/2K5/2w5 w", false),
        ("by a leaper", "7k/8/8/8/l1K5/8/8/8 w", true),
        ("by a leaper over another piece too", "7k/8/8/8/l1P1K3/8/8/8 w", true),
        ("not if the square behind is occupied", "7k/8/8/8/l1KP4/8/8/8 w", false),
        ("nor if the one before is", "7k/8/8/8/lPK5/8/8/8 w", false),
        ("nor over its own pieces", "7k/8/8/8/l1p1K3/8/8/8 w", false),
        ("nor over two in a row", "7k/8/8/8/lPP1K3/8/8/8 w", false),
        ("nor at the edge", "7k/8/8/8/l6K/8/8/8 w", false),
        ("by a coordinator, kings on one rank", "8/8/8/8/2K3k1/8/8/c7 w", true),
        ("or on one file", "6c1/8/8/8/2K5/8/8/2k5 w", true),
        ("not otherwise", "8/8/8/8/2K5/6k1/8/c7 w", false),
        ("the kings being paralysed or not", "8/8/8/6I1/2K3k1/8/8/c7 w", true),
        ("but not by a paralysed coordinator", "8/8/8/8/2K3k1/8/I7/c7 w", false),
        ("by a chameleon on the next square", "7k/8/8/8/8/2K5/2x5/8 w", true),
        ("not from further away", "7k/8/8/8/2K5/8/2x5/8 w", false),
        ("nor by pincer", "7k/8/8/8/8/x1Kp4/8/8 w", false),
        ("nor if it is paralysed", "7k/8/8/8/8/2K5/2x5/2I5 w", false),
        ("not by an immobilizer", "7k/8/8/8/8/2K5/2i5/8 w", false),
        ("nor by a paralysed king", "8/8/8/8/8/i2I4/1Kk5/8 w", false),
        ("by a piece that may not leave its own king", "8/8/8/8/8/2K5/L2wk3/8 w", true),
        ("Black's king too", "8/8/8/8/L1k5/8/8/7K b", true),
    ] {
        let state = read(fen);
        assert_eq!(state.board.in_check(state.turn), expected, "{rule}");
    }
}

#[test]
#[rustfmt::skip]
fn ends() {
    for (rule, fen, end) in [
        ("mate", "8/8/8/8/l7/1i6/K7/7k w 0 1", Some("p2win mate")),
        ("stalemate loses as well", "8/8/8/8/8/1i6/K7/7k w 0 1", Some("p2win stalemate")),
        ("White may win by it", "Llk5/8/2K5/8/8/8/8/8 b 1 1", Some("p1win stalemate")),
        ("a suicide is a move", "8/8/8/8/8/1i6/KP6/7k w 0 1", None),
        ("a hundred quiet plies", "4k3/8/8/8/3P4/8/8/4K3 b 100 80", Some("draw quiet")),
        ("or more", "4k3/8/8/8/3P4/8/8/4K3 w 4294967295 80", Some("draw quiet")),
        ("not one less", "4k3/8/8/8/3P4/8/8/4K3 b 99 80", None),
        ("mate goes first", "8/8/8/8/l7/1i6/K7/7k w 100 80", Some("p2win mate")),
        ("and stalemate", "8/8/8/8/8/1i6/K7/7k w 100 80", Some("p2win stalemate")),
    ] {
        let state = read(fen);
        let outcome = state.outcome().map(|end| format!("{} {}", end.result(), end.reason));
        assert_eq!(outcome.as_deref(), end, "{rule}");
        assert_eq!(state.moves().is_empty(), end.is_some(), "{rule}");
    }
}

#[test]
fn one_chameleon_move_may_take_five_and_give_check() {
    let state = read("8/4P3/4pk2/c1Pp1pP1/8/8/4X3/K3w3 w");
    let mv = state.parse_move("e2e5").expect("a legal move");
    assert_eq!(state.captured(mv).count_ones(), 5);
    assert!(state.after(mv).board.in_check(Seat::TWO));
}

#[test]
fn an_immobilizer_frees_what_it_leaves_and_holds_what_it_joins_and_nothing_on_its_way() {
    let state = read("8/8/8/p2p2pk/I7/8/8/K7 w");
    let first_squares = |state: &Ultima| -> Vec<String> {
        let mut squares: Vec<_> =
            state.moves().iter().map(|&mv| state.move_text(mv)[..2].to_owned()).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    };
    assert_eq!(state.board.paralysed(Seat::TWO).count_ones(), 1, "the pawn on a5");
    let after = play(&state, "a4h4");
    assert_eq!(after.board.paralysed(Seat::TWO).count_ones(), 2, "those on g5 and h5");
    assert_eq!(first_squares(&after), ["a5", "d5", "g5"], "the king on h5 has no move");
    let of_g5 = after.moves().into_iter().filter(|mv| after.move_text(*mv).starts_with("g5"));
    assert!(of_g5.map(|mv| after.move_text(mv)).eq(["g5g5"]));
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut state = Ultima::start(Array::Turned);
    let mut history = History::new(state.key());
    for text in ["a2a3", "a7a6", "a3a2", "a6a7", "a2a3", "a7a6", "a3a2", "a6a7"] {
        assert_eq!(history.repetition(&state), None);
        let mv = state.parse_move(text).expect("a legal move");
        assert!(!state.is_irreversible(mv));
        state.apply(mv);
        history.push(state.key(), false);
    }
    assert_eq!(history.repetition(&state), Some(Outcome::draw("repetition")));
    assert_eq!(state.outcome(), None);
}

#[test]
fn captures_and_suicides_are_irreversible_and_captures_noisy() {
    let state = read("7k/4i3/8/c1Pp1pP1/4l3/8/4X3/K3w3 w");
    let mut noisy = Vec::new();
    state.noisy_moves(&mut noisy);
    let texts: Vec<_> = noisy.iter().map(|&mv| state.move_text(mv)).collect();
    assert!(texts.contains(&"e2e5".to_owned()));
    let leap = state.parse_move("e2e5").expect("a legal move");
    assert_eq!(state.gain(leap), 368 + 632 + 596 + 2 * 130);
    for mv in state.moves() {
        assert_eq!(state.is_irreversible(mv), noisy.contains(&mv));
        assert_eq!(state.gain(mv) > 0, noisy.contains(&mv));
    }
    let state = read("7k/8/8/2pIx3/8/8/8/7K w");
    let suicide = state.parse_move("d5d5").expect("a legal move");
    assert!(state.is_irreversible(suicide));
    assert_eq!(state.gain(suicide), 0);
}

#[test]
fn two_bare_kings_cannot_win() {
    for seat in [Seat::ONE, Seat::TWO] {
        assert!(!read("8/8/8/3k4/8/8/8/K7 w").can_win(seat));
        assert!(read("8/8/8/3k4/8/8/8/K2P4 w").can_win(seat));
    }
}

#[test]
fn keys_tell_apart_what_they_should() {
    let keys = |fen: &str| {
        let state = read(fen);
        (state.key(), state.search_key())
    };
    let (key, search_key) = keys("4k3/8/8/8/3P4/8/8/4K3 w 0 1");
    assert_eq!(keys("4k3/8/8/8/3P4/8/8/4K3 w 59 80"), (key, search_key));
    let late = [60, 61, 99].map(|quiet| keys(&format!("4k3/8/8/8/3P4/8/8/4K3 w {quiet} 80")));
    for (index, &(late_key, late_search_key)) in late.iter().enumerate() {
        assert_eq!(late_key, key);
        assert_ne!(late_search_key, search_key);
        assert!(late[..index].iter().all(|&(_, other)| other != late_search_key));
    }
    for fen in [
        "4k3/8/8/8/3P4/8/8/4K3 b 0 1",
        "4k3/8/8/8/3p4/8/8/4K3 w 0 1",
        "4k3/8/8/8/3W4/8/8/4K3 w 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 w 0 1",
        "4k3/8/8/8/8/8/8/4K3 w 0 1",
    ] {
        let (other, search_other) = keys(fen);
        assert!(other != key && search_other != search_key, "{fen}");
    }
}

/// Boards with pieces anywhere, many of them close together.
fn random_boards() -> impl Iterator<Item = Board> {
    (0..4000_u64).map(|seed| {
        let mut board = Board::EMPTY;
        let mut state = mix(seed + 1);
        let mut random = |below: u64| {
            state = mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15));
            state % below
        };
        // Small boards make for more encounters.
        let size = 4 + random(5);
        let [pawn, king, others @ ..] = Kind::ALL;
        for kind in [king, pawn].into_iter().chain(others) {
            for seat in [Seat::ONE, Seat::TWO] {
                let most = u64::from(kind.at_start());
                let count = if kind == Kind::King { 1 } else { random(most + 1) };
                let mut placed = 0;
                while placed < count && u64::from(board.occupied().count_ones()) < size * size {
                    let square = (random(size) * 8 + random(size)) as usize;
                    if board.piece_at(square).is_none() {
                        board.toggle(seat, kind, square);
                        placed += 1;
                    }
                }
            }
        }
        board
    })
}

/// All moves of a side that is not to ask about its own king, suicides not among them.
fn moves_regardless(board: &Board, seat: Seat) -> Vec<(Kind, Move)> {
    squares(board.side(seat) & !board.paralysed(seat))
        .flat_map(|from| {
            let kind = board.kind_at(from);
            let targets = board.targets(seat, kind, from);
            squares(targets).map(move |to| (kind, Move::new(from, to)))
        })
        .collect()
}

#[test]
fn check_is_what_some_move_would_capture() {
    let mut seen = [0; 2];
    for board in random_boards() {
        for seat in [Seat::ONE, Seat::TWO] {
            let enemy = seat.other();
            let captured = moves_regardless(&board, enemy)
                .into_iter()
                .fold(0, |all, (kind, mv)| all | board.captured(enemy, kind, mv));
            let check = captured & board.of(seat, Kind::King) != 0;
            assert_eq!(board.in_check(seat), check, "{seat} {board:?}");
            seen[usize::from(check)] += 1;
        }
    }
    assert!(seen.iter().all(|&boards| boards > 500), "{seen:?}");
}

#[test]
fn shortcuts_do_not_change_the_legal_moves() {
    let mut watched_enemies = 0;
    for board in random_boards() {
        let turn = Seat::ONE;
        if board.in_check(turn.other()) {
            continue;
        }
        let state = Ultima { board, key: key(&board, turn), turn, ..Ultima::start(Array::Turned) };
        let exposes = |kind, mv| {
            let captured = board.captured(turn, kind, mv);
            board.exposes_king(turn, kind, mv, captured)
        };
        let mut expected: Vec<_> = moves_regardless(&board, turn);
        let paralysed = board.paralysed(turn) & !board.of(turn, Kind::King);
        expected.extend(
            squares(paralysed).map(|square| (board.kind_at(square), Move::new(square, square))),
        );
        expected.retain(|&(kind, mv)| !exposes(kind, mv));
        let expected: Vec<_> = expected.into_iter().map(|(_, mv)| mv).collect();
        assert_eq!(state.moves(), expected, "{}", state.fen());
        assert_eq!(state.count() as usize, expected.len(), "{}", state.fen());
        let guard = Guard::new(&board, turn);
        watched_enemies += u32::from(guard.watched(board.side(turn.other())) != 0);
    }
    assert!(watched_enemies > 100, "{watched_enemies}");
}

#[test]
fn capturing_squares_are_those_with_captures() {
    for board in random_boards() {
        for seat in [Seat::ONE, Seat::TWO] {
            for from in squares(board.side(seat)) {
                let kind = board.kind_at(from);
                let targets = board.targets(seat, kind, from);
                let capturing = board.capturing(seat, kind, from, targets);
                for to in squares(targets) {
                    let captures = board.captured(seat, kind, Move::new(from, to)) != 0;
                    assert_eq!(capturing & bit(to) != 0, captures, "{from} {to} {board:?}");
                }
            }
        }
    }
}
