//! The ways that a move can go: its texts, read and written.

use super::board::{DIRECTIONS, Square, Squares, name};
use super::moves::{Generator, Leaps};
use super::{Camelot, Move};
use crate::game::{Game, grid};
use std::collections::HashSet;

/// The leaps of one piece, one after the other.
struct Leaper<'a> {
    generator: Generator<'a>,
    canters: Leaps,
    /// Squares that its canters do not land on.
    barred: Squares,
    may_canter: bool,
    may_jump: bool,
}

impl<'a> Leaper<'a> {
    /// The leaps of the piece on `from` in moves that remove something, or in those
    /// that do not.
    fn new(state: &'a Camelot, from: Square, captures: bool) -> Self {
        let generator = Generator::new(state);
        let knight = state.knights.contains(from.into());
        let barred =
            if knight && !captures { generator.jumping_squares(from) } else { Squares::EMPTY };
        Self {
            canters: generator.canters_through(from),
            barred,
            may_canter: knight || !captures,
            may_jump: captures,
            generator,
        }
    }

    /// Appends `way` with one leap more.
    fn next(&self, way: Move, ways: &mut Vec<Move>) {
        if self.may_canter && way.captured == 0 {
            let landings = self.canters.landings(way.to);
            let allowed = landings.filter(|&to| !self.barred.contains(to.into()));
            ways.extend(allowed.map(|to| Move { to, ..way }));
        }
        if self.may_jump {
            self.generator.next_jumps(way, ways);
        }
    }
}

/// The search for the canonical way of a move.
struct Search<'a> {
    leaper: Leaper<'a>,
    goal: Move,
    /// Where no way to the goal goes on: squares, what was removed before, and the leaps
    /// left.
    dead: HashSet<(Square, u32, u32)>,
    /// The squares of the way so far.
    squares: Vec<Square>,
}

impl Search<'_> {
    /// Whether the way goes on from `way` to the goal with just so many leaps; its
    /// squares are then the first in ASCII order.
    fn arrives(&mut self, way: Move, leaps: u32) -> bool {
        if leaps == 0 {
            return way == self.goal;
        }
        let missing = self.goal.captured & !way.captured;
        if missing.count_ones() > leaps || !self.dead.insert((way.to, way.captured, leaps)) {
            return false;
        }
        let mut ways = Vec::new();
        self.leaper.next(way, &mut ways);
        ways.retain(|next| next.captured & !self.goal.captured == 0);
        ways.sort_by_cached_key(|next| ascii_order(next.to));
        for next in ways {
            self.squares.push(next.to);
            if self.arrives(next, leaps - 1) {
                return true;
            }
            self.squares.pop();
        }
        false
    }
}

/// The order of squares in texts: behind each a letter follows, so `a10` comes before
/// `a1`. On the last squares, behind which nothing does, ways to one goal agree.
fn ascii_order(square: Square) -> String {
    name(square) + "~"
}

impl Camelot {
    /// The squares of the canonical way of a legal move: of the ways with the fewest
    /// points the first in ASCII order.
    pub(super) fn canonical_way(&self, goal: Move) -> Vec<Square> {
        /// More leaps than a way without detours has.
        const MOST_LEAPS: u32 = 100;
        let Move { from, to, captured } = goal;
        if captured != 0 || !is_step(from, to) {
            let mut search = Search {
                leaper: Leaper::new(self, from, captured != 0),
                goal,
                dead: HashSet::new(),
                squares: vec![from],
            };
            let start = Move { from, to: from, captured: 0 };
            if (captured.count_ones()..MOST_LEAPS).any(|leaps| search.arrives(start, leaps)) {
                return search.squares;
            }
        }
        vec![from, to]
    }

    /// The legal move of which these squares are a way.
    pub(super) fn move_along(&self, squares: &[grid::Square]) -> Option<Move> {
        let board = self.board();
        let squares: Vec<Square> =
            squares.iter().map(|&square| board.number(square)).collect::<Option<_>>()?;
        let (&from, landings) = squares.split_first()?;
        let to = *landings.last()?;
        if !self.own().contains(from.into()) {
            return None;
        }
        let legal = self.moves();
        let step = Move { from, to, captured: 0 };
        if landings.len() == 1 && is_step(from, to) {
            return legal.contains(&step).then_some(step);
        }
        let mut ways = Vec::new();
        [false, true].into_iter().find_map(|captures| {
            let leaper = Leaper::new(self, from, captures);
            let start = Move { from, to: from, captured: 0 };
            let mv = landings.iter().try_fold(start, |way, &landing| {
                ways.clear();
                leaper.next(way, &mut ways);
                ways.iter().copied().find(|way| way.to == landing)
            })?;
            (captures == (mv.captured != 0) && legal.contains(&mv)).then_some(mv)
        })
    }
}

/// Whether the squares are neighbours.
fn is_step(from: Square, to: Square) -> bool {
    DIRECTIONS.into_iter().any(|direction| from.checked_add_signed(direction) == Some(to))
}
