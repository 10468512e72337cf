//! The rules of tic-tac-toe, sentence by sentence.

use super::{Aim, TicTacToe};
use crate::game::{Game, Notation, Outcome, Seat, perft};

fn read(fen: &str) -> TicTacToe {
    TicTacToe::from_fen(Aim::Make, fen).expect("a good FEN")
}

/// Finished games below `state`: those that Crosses win, that Noughts win, draws.
fn count_games(state: TicTacToe) -> [u32; 3] {
    match state.outcome() {
        Some(Outcome { winner: Some(Seat::ONE), .. }) => [1, 0, 0],
        Some(Outcome { winner: Some(_), .. }) => [0, 1, 0],
        Some(Outcome { winner: None, .. }) => [0, 0, 1],
        None => state.moves().into_iter().fold([0; 3], |[crosses, noughts, draws], mv| {
            let [more_crosses, more_noughts, more_draws] = count_games(state.after(mv));
            [crosses + more_crosses, noughts + more_noughts, draws + more_draws]
        }),
    }
}

/// The numbers are old acquaintances of everybody who counts such games.
#[test]
fn there_are_255168_games() {
    let start = TicTacToe::start(Aim::Make);
    let sequences: Vec<_> = (1..=9).map(|depth| perft(&start, depth)).collect();
    assert_eq!(sequences, [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    assert_eq!(count_games(start), [131_184, 77_904, 46_080]);
    assert_eq!(count_games(TicTacToe::start(Aim::Avoid)), [77_904, 131_184, 46_080]);
}

#[test]
fn three_in_a_row_end_the_game() {
    for fen in [
        "3/OO1/XXX O",
        "3/XXX/OO1 O",
        "XXX/3/OO1 O",
        "X2/XO1/X1O O",
        "1X1/OX1/OX1 O",
        "2X/1OX/O1X O",
        "2X/OX1/X1O O",
        "X2/OX1/O1X O",
    ] {
        let state = read(fen);
        let won = Outcome::win(Seat::ONE, "three-in-a-row");
        assert_eq!((state.outcome(), state.moves().len()), (Some(won), 0), "{fen}");
        let lost = Outcome::win(Seat::TWO, "three-in-a-row");
        let avoided = TicTacToe::from_fen(Aim::Avoid, fen).expect("a good FEN");
        assert_eq!(avoided.outcome(), Some(lost), "{fen}");
    }
}

#[test]
fn a_full_board_is_a_draw_unless_the_last_mark_makes_a_line() {
    let drawn = read("XOX/XOO/OXX O");
    assert_eq!(drawn.outcome(), Some(Outcome::draw("full-board")));
    let won = read("XOX/OXO/OXX O");
    assert_eq!(won.outcome(), Some(Outcome::win(Seat::ONE, "three-in-a-row")));
}

#[test]
fn crosses_begin_and_marks_stay() {
    let mut state = TicTacToe::start(Aim::Make);
    for (text, fen) in [("b2", "3/1X1/3 O"), ("c3", "2O/1X1/3 X"), ("a1", "2O/1X1/X2 O")] {
        let mv = state.parse_move(text).expect("a legal move");
        state.apply(mv);
        assert_eq!(state.fen(), fen);
        assert_eq!(state.parse_move(text), None, "the square is taken");
    }
}

#[test]
fn refusals_say_field_place_and_reason() {
    for (fen, message) in [
        ("3/3 X", "field 'board', the whole field: expected 3 ranks parted by '/', found '2'"),
        (
            "3/1x1/3 O",
            "field 'board', rank 2, point 2: expected a piece or a number of empty points, \
             found 'x'",
        ),
        ("3/3/3", "field 'side', the whole field: expected 'X' or 'O', found nothing"),
        ("3/3/3 X 1", "end of the FEN, after field 'side': expected nothing more, found '1'"),
        (
            "XXX/OO1/3 X",
            "field 'board', the marks of the player to move: expected no three in a row, \
             found 'three'",
        ),
    ] {
        let error = TicTacToe::from_fen(Aim::Make, fen).expect_err(fen);
        assert_eq!(error.to_string(), message, "{fen}");
    }
}
