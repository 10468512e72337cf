//! Threats to win at once, which are judged without a search.
//!
//! Only the moves that parry such a threat are worth a search, and where there is none
//! the game is lost. A proof must not overlook that a move may draw by repetition: within
//! the search it does not, since the opponent could have won when the position came
//! before. In the game he may have missed it; so threats are searched like anything else
//! once a position has occurred twice.

use super::{
    value::{Value, loss_in, win_in},
    worker::Worker,
};
use crate::game::Heuristics;

/// What threats make of a position.
pub(super) enum Judgement {
    /// No threat is seen.
    Open,
    /// Nothing but the moves in [`Worker::generated`] can hold the game.
    Parries,
    /// The game is decided.
    Decided(Value),
}

impl<G: Heuristics> Worker<'_, G> {
    /// Judges the threats of both players in `state`, `ply` plies from the root.
    pub(super) fn judge_threats(&mut self, state: &G, ply: usize) -> Judgement {
        if !self.shared.judges_threats {
            return Judgement::Open;
        }
        if state.wins_at_once() {
            return Judgement::Decided(win_in(ply + 1));
        }
        self.generated.clear();
        if !state.parries(&mut self.generated) {
            Judgement::Open
        } else if self.generated.is_empty() {
            Judgement::Decided(loss_in(ply + 2))
        } else {
            Judgement::Parries
        }
    }
}
