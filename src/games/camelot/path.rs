//! The ways that a move can go: its texts, read and written.

use super::board::{DIRECTIONS, Square, Squares, name};
use super::moves::{Generator, Leaps};
use super::{Camelot, Move};
use crate::game::{Game, grid};
use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

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

/// A way as far as it has come.
#[derive(Clone)]
struct Way {
    text: String,
    squares: Vec<Square>,
}

impl Way {
    fn new(square: Square) -> Self {
        Self { text: name(square), squares: vec![square] }
    }

    fn and(&self, square: Square) -> Self {
        let mut way = self.clone();
        way.text += &name(square);
        way.squares.push(square);
        way
    }
}

impl Camelot {
    /// The squares of the canonical way of a legal move: of the ways with the fewest
    /// points the first in ASCII order.
    ///
    /// Goes forward in layers of ways with equally many points. Of those that meet in a
    /// result the first is kept: what follows is the same for all, and none of their
    /// texts begins with another, since they end in the same square.
    pub(super) fn canonical_way(&self, goal: Move) -> Vec<Square> {
        let mut layer = BTreeMap::from([((goal.from, 0), Way::new(goal.from))]);
        if !is_step(goal.from, goal.to) || goal.captured != 0 {
            let leaper = Leaper::new(self, goal.from, goal.captured != 0);
            let mut seen = BTreeSet::new();
            let mut ways = Vec::new();
            while !layer.is_empty() {
                let mut next = BTreeMap::new();
                for (&(to, captured), way) in &layer {
                    ways.clear();
                    leaper.next(Move { to, captured, ..goal }, &mut ways);
                    for &Move { to, captured, .. } in &ways {
                        if captured & !goal.captured == 0 && !seen.contains(&(to, captured)) {
                            keep_first(next.entry((to, captured)), way.and(to));
                        }
                    }
                }
                if let Some(way) = next.remove(&(goal.to, goal.captured)) {
                    return way.squares;
                }
                seen.extend(next.keys().copied());
                layer = next;
            }
        }
        vec![goal.from, goal.to]
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

fn keep_first<K: Ord>(entry: Entry<'_, K, Way>, way: Way) {
    match entry {
        Entry::Vacant(free) => {
            free.insert(way);
        }
        Entry::Occupied(mut kept) => {
            if way.text < kept.get().text {
                kept.insert(way);
            }
        }
    }
}
