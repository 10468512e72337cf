//! What a search tells while it runs.

use super::value::{Value, WIN, is_certain, is_decided, plies_to_end};
use crate::game::{Chances, Game, Seat};
use std::time::Duration;

/// The state of a search, and a line that it has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<'a, M> {
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest line looked at in it, in plies.
    pub selective_depth: u32,
    /// Nodes visited since the start, by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: u32,
    /// Positions that were found in tables of endings, by all threads.
    pub table_hits: u64,
    /// A line, or `None` for a mere sign of life.
    pub line: Option<Line<'a, M>>,
}

/// A line of play with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<'a, M> {
    /// Its rank among the lines of the iteration, from 1.
    pub rank: u32,
    /// Its value for the player to move at the root.
    pub value: Value,
    /// What the value says.
    pub bound: Bound,
    /// Its moves; never empty.
    pub moves: &'a [M],
}

/// What a reported value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// A value as people read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a plain piece.
    Centi(Value),
    /// A certain end. Both counts are negative if the player to move loses.
    Mate {
        /// The player's own moves until then.
        moves: i32,
        /// Plies until then.
        plies: i32,
    },
}

impl Score {
    /// The score of `value` for the player to move at `root`, whose best line is
    /// `line`. Among three players a win has no distance. The line tells whose plies lead to the end; where it stops short,
    /// the players are taken to alternate.
    pub fn new<G: Game>(root: &G, value: Value, line: &[G::Move]) -> Self {
        if !is_decided(value) {
            return Self::Centi(value);
        }
        if G::SEATS > 2 {
            return Self::Centi(value.signum() * WIN);
        }
        let plies = plies_to_end(value);
        let player = root.turn();
        let mut state = root.clone();
        let mut moves = 0;
        let mut known = 0;
        for &mv in line.iter().take(plies as usize) {
            moves += i32::from(state.turn() == player);
            state.apply(mv);
            known += 1;
        }
        let rest = plies as i32 - known;
        moves += if state.turn() == player { (rest + 1) / 2 } else { rest / 2 };
        let sign = value.signum();
        Self::Mate { moves: sign * moves, plies: sign * plies as i32 }
    }

    /// The score of a finished game for the player whose turn it would be:
    /// nothing is left of a loss, a win is worth the greatest value.
    pub fn of_finished_game(winner: Option<Seat>, turn: Seat, players: u8) -> Self {
        match winner {
            None => Self::Centi(0),
            Some(seat) if seat == turn => Self::Centi(WIN),
            Some(_) if players > 2 => Self::Centi(-WIN),
            Some(_) => Self::Mate { moves: 0, plies: 0 },
        }
    }
}

/// How likely each outcome is, in thousandths, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// Wins.
    pub win: u32,
    /// Draws.
    pub draw: u32,
    /// Losses.
    pub loss: u32,
}

impl WinDrawLoss {
    /// The chances of a value in a game with such a model.
    pub fn new(value: Value, Chances { half, spread }: Chances) -> Self {
        if is_certain(value) {
            let win = if value > 0 { 1000 } else { 0 };
            return Self { win, draw: 0, loss: 1000 - win };
        }
        let likely =
            |value: Value| 1000.0 / (1.0 + (f64::from(half - value) / f64::from(spread)).exp());
        let win = likely(value).round() as u32;
        // Without draws both halves may be rounded up.
        let loss = (likely(-value).round() as u32).min(1000 - win);
        Self { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror() {
        let model = Chances { half: 300, spread: 150 };
        for value in [-29_990, -900, -300, -1, 0, 1, 150, 300, 5000, 29_990] {
            let chances = WinDrawLoss::new(value, model);
            assert_eq!(chances.win + chances.draw + chances.loss, 1000);
            let mirrored = WinDrawLoss::new(-value, model);
            assert_eq!((mirrored.win, mirrored.loss), (chances.loss, chances.win));
        }
        assert_eq!(WinDrawLoss::new(300, model).win, 500);
        assert_eq!(WinDrawLoss::new(450, model).win, 731);
        assert_eq!(WinDrawLoss::new(0, model).draw, 762);
    }

    #[test]
    fn a_game_without_draws_shares_all_between_win_and_loss() {
        let model = Chances { half: 0, spread: 100 };
        for value in -500..=500 {
            let chances = WinDrawLoss::new(value, model);
            assert_eq!((chances.win + chances.loss, chances.draw), (1000, 0), "{value}");
        }
    }

    #[test]
    fn a_finished_game_is_scored_for_the_one_to_move() {
        let score = |winner| Score::of_finished_game(winner, Seat::TWO, 2);
        assert_eq!(score(None), Score::Centi(0));
        assert_eq!(score(Some(Seat::TWO)), Score::Centi(30_000));
        assert_eq!(score(Some(Seat::ONE)), Score::Mate { moves: 0, plies: 0 });
        let of_three = Score::of_finished_game(Some(Seat::ONE), Seat::TWO, 3);
        assert_eq!(of_three, Score::Centi(-30_000));
    }
}
