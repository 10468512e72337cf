//! Ends of games that the rules do not know: by what the players say of them, and by
//! their length.

use crate::game::{Outcome, Seat};
use std::{fmt, str::FromStr};

/// So many scores in a row on one side of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streak {
    /// Moves of a player.
    pub moves: usize,
    /// In hundredths of a piece, 0 or more.
    pub score: i32,
}

/// `MOVES,SCORE`
impl FromStr for Streak {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("expected MOVES,SCORE, two numbers of 1 or more, found '{text}'");
        match numbers(text).as_deref() {
            Some(&[moves, score]) => streak(moves, score).ok_or_else(refused),
            _ => Err(refused()),
        }
    }
}

impl fmt::Display for Streak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.moves, self.score)
    }
}

/// When a game counts as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dead {
    /// Not before so many plies, those of the opening included.
    pub after: usize,
    /// Scores of both players no further from 0.
    pub streak: Streak,
}

/// `PLIES,MOVES,SCORE`
impl FromStr for Dead {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused =
            || format!("expected PLIES,MOVES,SCORE, numbers of 0 and of 1 or more, found '{text}'");
        let Some(&[after, moves, score]) = numbers(text).as_deref() else { return Err(refused()) };
        let streak = streak(moves, score).ok_or_else(refused)?;
        Ok(Self { after: after as usize, streak })
    }
}

impl fmt::Display for Dead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.after, self.streak)
    }
}

fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split(',').map(|number| number.trim().parse().ok()).collect()
}

fn streak(moves: u32, score: u32) -> Option<Streak> {
    let score = i32::try_from(score).ok().filter(|&score| score > 0)?;
    (moves > 0).then_some(Streak { moves: moves as usize, score })
}

/// What ends a game besides its rules. All but the number of plies is for two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A player who has told such a score against himself so often resigns.
    pub resign: Option<Streak>,
    /// A player wins when he and the other have told such a score so often.
    pub win: Option<Streak>,
    /// When the game is drawn.
    pub draw: Option<Dead>,
    /// Plies, those of the opening included, after which it is drawn.
    pub longest_game: usize,
}

/// The scores that each seat has told with its moves, oldest first.
pub(super) type Told = [Vec<Option<i32>>];

impl Adjudication {
    /// How the game has ended after so many plies. The last move is that of `mover`.
    pub(super) fn judge(&self, told: &Told, mover: Seat, plies: usize) -> Option<Outcome> {
        if let [_, _] = told {
            let other = mover.other();
            let held = |seat: Seat, streak: Streak, holds: &dyn Fn(i32) -> bool| {
                let scores = &told[seat.index()];
                let last = scores.len().checked_sub(streak.moves).map(|start| &scores[start..]);
                last.is_some_and(|last| last.iter().all(|score| score.is_some_and(holds)))
            };
            let lost = |seat, streak: Streak| held(seat, streak, &|score| score <= -streak.score);
            let won = |seat, streak: Streak| held(seat, streak, &|score| score >= streak.score);
            let win = |winner, reason| Some(Outcome { winner: Some(winner), reason });
            if self.resign.is_some_and(|streak| lost(mover, streak)) {
                return win(other, "resignation");
            }
            for (winner, loser) in [(mover, other), (other, mover)] {
                if self.win.is_some_and(|streak| won(winner, streak) && lost(loser, streak)) {
                    return win(winner, "adjudication");
                }
            }
            let level =
                |seat, streak: Streak| held(seat, streak, &|score| score.abs() <= streak.score);
            if let Some(Dead { after, streak }) = self.draw
                && plies >= after
                && level(mover, streak)
                && level(other, streak)
            {
                return Some(Outcome::draw("adjudication"));
            }
        }
        (plies >= self.longest_game).then(|| Outcome::draw("move-limit"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Adjudication =
        Adjudication { resign: None, win: None, draw: None, longest_game: 100 };

    fn told(first: &[i32], second: &[i32]) -> [Vec<Option<i32>>; 2] {
        [first, second].map(|scores| {
            // A move without a score is written as 9999.
            scores.iter().map(|&score| Some(score).filter(|&score| score != 9999)).collect()
        })
    }

    #[test]
    fn rules_are_read_and_written() {
        for text in ["3,600", "1,1"] {
            assert_eq!(text.parse::<Streak>().unwrap().to_string(), text);
        }
        assert_eq!(" 40, 8 ,10".parse::<Dead>().unwrap().to_string(), "40,8,10");
        for text in ["", "3", "0,5", "3,0", "3,-5", "1,2,3", "3,99999999999", "3;4"] {
            assert!(text.parse::<Streak>().is_err(), "{text}");
        }
        for text in ["", "40,8", "40,0,10", "-1,8,10", "40,8,10,1"] {
            assert!(text.parse::<Dead>().is_err(), "{text}");
        }
    }

    #[test]
    fn who_sees_no_hope_resigns() {
        let rule = Adjudication { resign: "2,500".parse().ok(), ..NONE };
        let judge = |first: &[i32], second: &[i32]| {
            rule.judge(&told(first, second), Seat::ONE, 10).map(|end| (end.winner, end.reason))
        };
        assert_eq!(judge(&[0, -500, -700], &[0, 0]), Some((Some(Seat::TWO), "resignation")));
        assert_eq!(judge(&[-500], &[-900, -900]), None, "only the mover resigns");
        assert_eq!(judge(&[-500, -499], &[900, 900]), None);
        assert_eq!(judge(&[-500, 9999, -500], &[]), None, "a move without a score says nothing");
    }

    #[test]
    fn a_win_needs_both_players() {
        let rule = Adjudication { win: "2,500".parse().ok(), ..NONE };
        let judge = |first: &[i32], second: &[i32]| {
            rule.judge(&told(first, second), Seat::TWO, 10).map(|end| (end.winner, end.reason))
        };
        assert_eq!(judge(&[500, 600], &[-500, -500]), Some((Some(Seat::ONE), "adjudication")));
        assert_eq!(judge(&[-500, -600], &[0, 500, 501]), Some((Some(Seat::TWO), "adjudication")));
        assert_eq!(judge(&[500, 600], &[-500, -499]), None);
    }

    #[test]
    fn a_dead_game_is_drawn_and_so_is_a_long_one() {
        let rule = Adjudication { draw: "20,2,10".parse().ok(), ..NONE };
        let judge = |first: &[i32], second: &[i32], plies| {
            rule.judge(&told(first, second), Seat::ONE, plies).map(|end| (end.winner, end.reason))
        };
        assert_eq!(judge(&[90, 10, -10], &[0, 0], 20), Some((None, "adjudication")));
        assert_eq!(judge(&[90, 10, -10], &[0, 0], 19), None);
        assert_eq!(judge(&[90, 10, -10], &[11, 0], 20), None);
        assert_eq!(judge(&[9, 90], &[0, 0], 100), Some((None, "move-limit")));
        let three = [vec![Some(0); 9], vec![Some(0); 9], vec![Some(0); 9]];
        assert_eq!(rule.judge(&three, Seat::ONE, 30), None, "it is for two players");
    }
}
