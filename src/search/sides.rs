//! Who plays against whom, however many players.
//!
//! For two players the sides are the players. For three there are several answers,
//! none of which is right in every position; see [`ManySearch`].

use super::value::{Value, loss_in, win_in};
use crate::game::{Heuristics, Outcome, Seat, mix};

/// How a game of more than two players is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ManySearch {
    /// The others play together against the player at the root, who leads: a game of
    /// two sides, which everything that a search of two players knows serves,
    /// pruning above all (Sturtevant, Korf: *On pruning techniques for multi-player
    /// games*, 2000).
    Paranoid,
    /// The same, but before the leader moves again only one of the others chooses
    /// among all his moves; the rest make the move that looks best at once. So more
    /// of the leader's own moves are seen (Esser, Gras, Winands, Schadd, Lanctot:
    /// *Improving best-reply search*, 2013).
    BestReply,
    /// Each plays for himself (Luckhardt, Irani: *An algorithmic solution of n-person
    /// games*, 1986).
    MaxN,
}

impl Default for ManySearch {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl ManySearch {
    /// The one that has won the most games (`docs/search.md`).
    pub const DEFAULT: Self = Self::BestReply;

    /// All of them.
    pub const ALL: [Self; 3] = [Self::Paranoid, Self::BestReply, Self::MaxN];

    /// Their names, in the same order. None has the word `max` or `min` by itself: a
    /// client might take it for the end of the list.
    pub const NAMES: [&'static str; 3] = ["paranoid", "best-reply", "maxn"];

    /// The name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The one called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|many| many.name() == name)
    }
}

/// The sides as they are seen from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    /// The player at the root.
    leader: Seat,
    many: ManySearch,
}

impl Sides {
    pub(super) fn new<G: Heuristics>(root: &G, many: ManySearch) -> Self {
        Self { leader: root.turn(), many }
    }

    /// Whether each player is a side of his own, though there are more than two.
    pub(super) fn are_all_apart<G: Heuristics>(self) -> bool {
        G::SEATS > 2 && self.many == ManySearch::MaxN
    }

    /// Whether the player to move is one of those of whom only one chooses his move.
    pub(super) fn merge_replies<G: Heuristics>(self, state: &G) -> bool {
        G::SEATS > 2 && self.many == ManySearch::BestReply && !self.leads(state)
    }

    /// The player at the root.
    pub(super) const fn leader(self) -> Seat {
        self.leader
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

    /// The static value for the side to move.
    pub(super) fn static_value<G: Heuristics>(self, state: &G) -> Value {
        if G::SEATS == 2 {
            return state.evaluate();
        }
        self.for_mover(state, state.evaluate_seats()[self.leader.index()])
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

    /// The key of `state` in the transposition table. Among three, a value is that of
    /// one search and one leader (of any where all are apart), and it is another one
    /// if the reply to the leader has been chosen: `replied`.
    pub(super) fn table_key<G: Heuristics>(self, state: &G, replied: bool) -> u64 {
        if G::SEATS == 2 {
            return state.search_key();
        }
        let leader = if self.are_all_apart::<G>() { 0 } else { self.leader.number() };
        let parts = [self.many as u8, leader, u8::from(replied)];
        state.search_key() ^ mix(parts.into_iter().fold(1, |all, part| all << 2 | u64::from(part)))
    }
}

#[cfg(test)]
mod tests {
    use super::ManySearch;

    #[test]
    fn names_are_read_back() {
        for (many, name) in ManySearch::ALL.into_iter().zip(ManySearch::NAMES) {
            assert_eq!((many.name(), ManySearch::named(name)), (name, Some(many)));
        }
        assert_eq!(ManySearch::named("Paranoid"), None);
    }
}
