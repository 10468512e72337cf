//! Chains of jumps.
//!
//! A man may jump on after each jump, in any direction, and may stop after each. The
//! men that it has captured are gone, so what it can do next is decided by where it
//! stands and by the set of the captured. Chains are followed over these states, not
//! over ways: on the large board a single man can have thousands of states, and far
//! more ways to them.

use super::board::{DIRECTIONS, Place, places};
use super::{Kolowis, Move};
use std::collections::HashSet;

impl Kolowis {
    /// Where men that jump over an enemy in a direction land.
    #[inline]
    fn landings(&self, direction: i8) -> u64 {
        let over = self.size.step(self.own, direction) & self.enemy;
        self.size.step(over, direction) & self.empty()
    }

    /// Whether the side to move has a capture.
    #[inline]
    pub(super) fn can_capture(&self) -> bool {
        DIRECTIONS.into_iter().any(|direction| self.landings(direction) != 0)
    }

    /// The enemies that the side to move can take by a first jump.
    pub(super) fn victims(&self) -> u64 {
        let under = |way: i8| self.size.step(self.landings(way), -way) & self.enemy;
        DIRECTIONS.into_iter().fold(0, |victims, way| victims | under(way))
    }

    /// Appends the captures, each result once. Of the results of one man with the same
    /// number of jumps only the first `width` are followed.
    pub(super) fn captures(&self, width: usize, moves: &mut Vec<Move>) {
        let landings = DIRECTIONS.map(|direction| self.landings(direction));
        let mut jumpers = 0;
        for (landings, direction) in landings.into_iter().zip(DIRECTIONS) {
            jumpers |= self.size.step(self.size.step(landings, -direction), -direction);
        }
        for from in places(jumpers & self.own) {
            let first = moves.len();
            for (landings, direction) in landings.into_iter().zip(DIRECTIONS) {
                let to = self.size.step(self.size.step(from.bit(), direction), direction);
                if to & landings != 0 {
                    let captured = from.along(direction, 1).bit();
                    moves.push(Move { captured, from, to: from.along(direction, 2) });
                }
            }
            self.prolong(first, width, moves);
        }
    }

    /// Follows the chains whose first jumps are the moves from `first` on, a jump at a
    /// time: the moves with the same number of jumps stand together.
    fn prolong(&self, first: usize, width: usize, moves: &mut Vec<Move>) {
        let mut level = first..moves.len();
        let mut jumps = 1;
        while !level.is_empty() {
            for index in level.clone() {
                self.jumps_on(moves[index], |mv| moves.push(mv));
            }
            jumps += 1;
            // Two ways to one result have at least three jumps: a closed triangle, which
            // can be gone round either way.
            if jumps >= 3 {
                sort_and_dedup(moves, level.end);
            }
            moves.truncate(level.end.saturating_add(width));
            level = level.end..moves.len();
        }
    }

    /// Gives `found` the chains that are one jump longer than `mv`.
    #[inline]
    fn jumps_on(&self, mv: Move, mut found: impl FnMut(Move)) {
        let Move { captured, from, to } = mv;
        let enemy = self.enemy & !captured;
        if self.size.neighbours(to.bit()) & enemy == 0 {
            return;
        }
        let empty = self.empty() | from.bit() | captured;
        for direction in DIRECTIONS {
            let over = self.size.step(to.bit(), direction) & enemy;
            if self.size.step(over, direction) & empty != 0 {
                let to = to.along(direction, 2);
                found(Move { captured: captured | over, from, to });
            }
        }
    }

    /// The number of captures.
    pub(super) fn count_captures(&self) -> u64 {
        if !self.can_capture() {
            return 0;
        }
        let mut moves = Vec::new();
        self.captures(usize::MAX, &mut moves);
        moves.len() as u64
    }

    /// The points of the canonical way of a move: each way of a chain has a jump for
    /// each captured man, so it is the way whose text is first in ASCII order.
    pub(super) fn way(&self, mv: Move) -> Vec<Place> {
        let mut way = vec![mv.from];
        if mv.captured == 0 {
            way.push(mv.to);
        } else {
            let start = Move { captured: 0, to: mv.from, ..mv };
            let found = self.complete(mv, start, &mut way, &mut HashSet::new());
            debug_assert!(found, "{mv:?} is no move");
        }
        way
    }

    /// Prolongs `way`, which has come to `done`, to the first way that results in `mv`.
    /// `dead` holds states that lead to no way.
    fn complete(
        &self,
        mv: Move,
        done: Move,
        way: &mut Vec<Place>,
        dead: &mut HashSet<Move>,
    ) -> bool {
        if done == mv {
            return true;
        }
        if dead.contains(&done) {
            return false;
        }
        let mut next = Vec::with_capacity(DIRECTIONS.len());
        self.jumps_on(done, |longer| {
            if longer.captured & !mv.captured == 0 {
                next.push(longer);
            }
        });
        next.sort_by_cached_key(|longer| spelling(longer.to));
        for longer in next {
            way.push(longer.to);
            if self.complete(mv, longer, way, dead) {
                return true;
            }
            way.pop();
        }
        dead.insert(done);
        false
    }

    /// The move whose way is the given points, whichever of its ways it is.
    pub(super) fn move_along(&self, way: &[Place]) -> Option<Move> {
        let (&from, rest) = way.split_first()?;
        if self.own & from.bit() == 0 || self.is_decided() {
            return None;
        }
        if !self.can_capture() {
            let &[to] = rest else {
                return None;
            };
            let reached = self.size.neighbours(from.bit()) & self.empty() & to.bit() != 0;
            return reached.then_some(Move { captured: 0, from, to });
        }
        let start = Move { captured: 0, from, to: from };
        let jump = |done: Move, &to: &Place| {
            let mut found = None;
            self.jumps_on(done, |longer| found = found.or((longer.to == to).then_some(longer)));
            found
        };
        rest.iter().try_fold(start, jump).filter(|mv| mv.captured != 0)
    }
}

/// Orders points as the texts of ways do that part there. A number that goes on stands
/// before one that has ended: the next name begins with a letter, which is above all
/// digits.
fn spelling(place: Place) -> String {
    place.name() + "~"
}

/// Sorts the moves from `first` on and leaves each once.
fn sort_and_dedup(moves: &mut Vec<Move>, first: usize) {
    moves[first..].sort_unstable();
    let mut kept = first;
    for index in first..moves.len() {
        if index == first || moves[index] != moves[kept - 1] {
            moves[kept] = moves[index];
            kept += 1;
        }
    }
    moves.truncate(kept);
}
