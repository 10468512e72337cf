//! Two sides, however many players.
//!
//! A game of three is searched as a game of two sides: the player at the root, who
//! leads, against all others, who are taken to play together against him (the
//! *paranoid* search of Sturtevant and Korf: *On pruning techniques for
//! multi-player games*, 2000). So everything that a search of two players knows,
//! pruning above all, serves three. For two players the sides are the players.

use super::value::{Value, loss_in, win_in};
use crate::game::{Heuristics, Outcome, Seat, mix};

/// The sides as they are seen from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    /// The player at the root.
    leader: Seat,
}

impl Sides {
    pub(super) fn of<G: Heuristics>(root: &G) -> Self {
        Self { leader: root.turn() }
    }

    /// Whether the same side moves in both positions.
    pub(super) fn are_same<G: Heuristics>(self, one: &G, other: &G) -> bool {
        if G::SEATS == 2 {
            one.turn() == other.turn()
        } else {
            self.leads(one) == self.leads(other)
        }
    }

    fn leads<G: Heuristics>(self, state: &G) -> bool {
        state.turn() == self.leader
    }

    /// The value for the side to move of what is worth `value` to the leader.
    fn for_mover<G: Heuristics>(self, state: &G, value: Value) -> Value {
        if self.leads(state) { value } else { -value }
    }

    /// The static value for the side to move: among three, the leader's less that of
    /// the better of the others.
    pub(super) fn static_value<G: Heuristics>(self, state: &G) -> Value {
        if G::SEATS == 2 {
            return state.evaluate();
        }
        let values = state.evaluate_seats();
        let own = self.leader.index();
        let best_other =
            (0..usize::from(G::SEATS)).filter(|&seat| seat != own).map(|seat| values[seat]).max();
        self.for_mover(state, values[own] - best_other.unwrap_or(0))
    }

    /// The value for the side to move of a game that has ended `ply` plies from the
    /// root.
    pub(super) fn outcome_value<G: Heuristics>(
        self,
        state: &G,
        outcome: Outcome,
        ply: usize,
    ) -> Value {
        let won_by_mover = match outcome.winner {
            None => return 0,
            Some(winner) if G::SEATS == 2 => winner == state.turn(),
            Some(winner) => (winner == self.leader) == self.leads(state),
        };
        if won_by_mover { win_in(ply) } else { loss_in(ply) }
    }

    /// The least and the greatest value that `state` can have, `ply` plies from the
    /// root: no end is nearer than here, and who cannot win any more does not get
    /// more than a draw.
    pub(super) fn reachable_values<G: Heuristics>(self, state: &G, ply: usize) -> (Value, Value) {
        if G::SEATS == 2 {
            let us = state.turn();
            let least = if state.can_win(us.other()) { loss_in(ply) } else { 0 };
            let most = if state.can_win(us) { win_in(ply) } else { 0 };
            return (least, most);
        }
        // Among three, who cannot win is out: a draw is between the others.
        if state.can_win(self.leader) {
            return (loss_in(ply), win_in(ply));
        }
        let lost = self.for_mover(state, loss_in(ply));
        (lost, lost)
    }

    /// The key of `state` in the transposition table: among three, a value is the
    /// leader's own.
    pub(super) fn table_key<G: Heuristics>(self, state: &G) -> u64 {
        if G::SEATS == 2 {
            state.search_key()
        } else {
            state.search_key() ^ mix(self.leader.number().into())
        }
    }
}
