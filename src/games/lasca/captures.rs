//! Captures: which columns can capture, and where their chains of jumps lead.
//!
//! A chain is a [`Move`] that may not be finished yet: what may happen next depends
//! on the start, the present field and the set of jumped columns alone. Chains are
//! therefore searched by these states, all those of equal length together, and not
//! by paths, of which there may be very many.

use super::board::{DIRECTIONS, Direction, Fields, LAST_RANK, each, forward, only, step, the};
use super::{Lasca, Move};

impl Lasca {
    /// The columns of the side to move that can capture.
    #[inline]
    pub(super) fn capturers(&self) -> Fields {
        let (own, enemies, empty) = (self.own(), self.enemies(), self.empty());
        let officers = own & self.officers;
        let forward = forward(self.turn.index());
        let mut capturers = 0;
        for direction in DIRECTIONS {
            // Seen from the field behind the enemy backward.
            let back = -direction;
            let mut before = step(step(empty, back) & enemies, back);
            let men = self.rules.men_capture_backward || forward.contains(&direction);
            capturers |= before & if men { own } else { officers };
            if self.officers_fly() && officers != 0 {
                loop {
                    before &= empty;
                    if before == 0 {
                        break;
                    }
                    before = step(before, back);
                    capturers |= before & officers;
                }
            }
        }
        capturers
    }

    /// Appends the legal captures of the given columns, which are all that can
    /// capture.
    pub(super) fn captures(&self, capturers: Fields, moves: &mut Vec<Move>) {
        let officers = capturers & self.officers;
        self.chains(capturers & !officers, false, moves);
        self.chains(officers, !self.rules.lasker, moves);
    }

    /// Appends the finished chains of `columns`, all soldiers' or all officers', or
    /// only the longest of them.
    ///
    /// The end of `moves` is the queue of the search. Chains that are finished move
    /// to its front, over what has been dealt with.
    fn chains(&self, columns: Fields, only_longest: bool, moves: &mut Vec<Move>) {
        let first = moves.len();
        for column in each(columns) {
            self.jumps(Move::quiet(column, column), |longer| moves.push(longer));
        }
        let mut finished = first;
        let mut begin = first;
        while begin < moves.len() {
            let end = moves.len();
            for index in begin..end {
                let chain = moves[index];
                let mut goes_on = false;
                self.jumps(chain, |longer| {
                    goes_on = true;
                    if !moves[end..].contains(&longer) {
                        moves.push(longer);
                    }
                });
                if !goes_on {
                    moves[finished] = chain;
                    finished += 1;
                }
            }
            if only_longest && moves.len() > end {
                finished = first;
            }
            begin = end;
        }
        moves.truncate(finished);
    }

    /// Calls `found` with each chain that is longer by one jump. A soldier that has
    /// come to the last rank jumps no more.
    #[inline]
    pub(super) fn jumps(&self, chain: Move, mut found: impl FnMut(Move)) {
        let is_officer = self.officers & only(chain.from) != 0;
        let flies = is_officer && self.officers_fly();
        let seat = self.turn.index();
        if !is_officer && LAST_RANK[seat] & only(chain.to) != 0 {
            return;
        }
        let all_round = is_officer || self.rules.men_capture_backward;
        let directions: &[Direction] = if all_round { &DIRECTIONS } else { &forward(seat) };
        // The column has left its start, and nothing is left of jumped single men.
        let empty = self.empty() | only(chain.from) | chain.captured & !self.tall;
        let enemies = self.enemies() & !chain.captured;
        for &direction in directions {
            let mut ahead = step(only(chain.to), direction);
            while flies && ahead & empty != 0 {
                ahead = step(ahead, direction);
            }
            let jumped = ahead & enemies;
            if jumped == 0 {
                continue;
            }
            let is_officer = u16::from(self.officers & jumped != 0);
            let captured = chain.captured | jumped;
            let ranks = chain.ranks | is_officer << chain.count();
            let mut landing = step(jumped, direction) & empty;
            while landing != 0 {
                found(Move { captured, ranks, from: chain.from, to: the(landing) });
                landing = if flies { step(landing, direction) & empty } else { 0 };
            }
        }
    }
}
