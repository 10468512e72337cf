//! Tic-tac-toe: the state and the rules.
//!
//! A game is a type with three traits. This file has the type and [`Game`]; `eval.rs`
//! has `Heuristics` and `notation.rs` has `Notation`.

mod eval;
mod notation;
#[cfg(test)]
mod tests;

use crate::game::{Game, Outcome, Seat, mix};

/// The squares in a row.
const WIDTH: u8 = 3;

/// A set of squares, a bit each: in octal a digit is a rank.
type Set = u16;

const BOARD: Set = 0o777;

/// The ranks, the files and the diagonals.
const LINES: [Set; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A position of tic-tac-toe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    /// The marks by seat. The player to move has no three in a row: the game ends
    /// with the move that makes them.
    marks: [Set; 2],
    turn: Seat,
    aim: Aim,
}

/// What three in a row do to the player who makes them: the one rule option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// They win.
    Make,
    /// They lose.
    Avoid,
}

/// A move: the square that is marked, from `a1` along the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(u8);

impl Square {
    const fn bit(self) -> Set {
        1 << self.0
    }
}

/// The squares of a set.
fn squares(set: Set) -> impl Iterator<Item = Square> {
    (0..WIDTH * WIDTH).map(Square).filter(move |square| set & square.bit() != 0)
}

fn has_line(marks: Set) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

impl TicTacToe {
    /// The marks of the player to move.
    fn own(self) -> Set {
        self.marks[self.turn.index()]
    }

    /// The marks of the other player.
    fn enemy(self) -> Set {
        self.marks[self.turn.other().index()]
    }

    fn empty(self) -> Set {
        BOARD & !(self.own() | self.enemy())
    }
}

impl Game for TicTacToe {
    type Move = Square;
    type Rules = Aim;

    const SEATS: u8 = 2;
    const REPETITIONS: Option<u32> = None;
    /// Marks stay, so no position comes again.
    const SHORTEST_CYCLE: usize = usize::MAX;

    fn start(aim: Aim) -> Self {
        Self { marks: [0, 0], turn: Seat::ONE, aim }
    }

    fn rules(&self) -> Aim {
        self.aim
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn legal_moves(&self, moves: &mut Vec<Square>) {
        if self.outcome().is_none() {
            moves.extend(squares(self.empty()));
        }
    }

    fn apply(&mut self, square: Square) {
        self.marks[self.turn.index()] |= square.bit();
        self.turn = self.turn.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        if has_line(self.enemy()) {
            let winner = match self.aim {
                Aim::Make => self.turn.other(),
                Aim::Avoid => self.turn,
            };
            return Some(Outcome::win(winner, "three-in-a-row"));
        }
        (self.empty() == 0).then_some(Outcome::draw("full-board"))
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::draw("repetition")
    }

    /// The position is a word by itself: mixing it keeps positions apart.
    fn key(&self) -> u64 {
        let [crosses, noughts] = self.marks.map(u64::from);
        mix(crosses | noughts << 16 | u64::from(self.turn.number()) << 32)
    }

    fn is_irreversible(&self, _: Square) -> bool {
        true
    }
}
