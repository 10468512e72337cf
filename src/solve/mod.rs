//! Proving who wins.
//!
//! The result of a position is asked as two questions, one for each player: can he force a
//! win, whatever the other does? Who cannot keep the other from winning loses; if neither
//! can force a win, the game is drawn.
//!
//! # Why an answer is a proof
//! What makes proofs hard is that a game may be drawn by a repetition or a count of quiet
//! plies, so that the value of a board depends on how it was reached. Take the game
//! without its rule of repetition. It has fewer draws, so who cannot force a win in it
//! cannot in the real one. And who can has a strategy without repetitions, if he plays for
//! the shortest win: let the same board come again with the count `q`, after it was there
//! with the count `p`. If a count is set back only by moves that no board from before
//! survives, then `q > p`; yet the win is nearer than before, and to have more quiet
//! plies left cannot make it longer. So the rule of repetition decides nothing, and a
//! game that begins with the position has the same result without it.
//!
//! What is left has two shapes, and a method for each.
//! - Where no position comes again, count included, the values do not depend on the way.
//!   `Proof` searches such games forward, by proof numbers.
//! - Else `Graph` takes the boards without the count, goes through all
//!   that can be reached, and works backward from the ends of the game. Who wins in so many
//!   plies at most as the count leaves wins in the real game; who does not win at all
//!   without the count does not win with it. A win that takes longer is told as not proven.
//!
//! A game whose repetitions are not draws is refused, and so is one of three players.
//!
//! Positions are known by keys of 64 bits, all of which are compared. Two positions of `n`
//! have the same key by chance with a probability of about `n * n / 2^65`: one in 37
//! million for a million positions.

mod graph;
mod proof;
mod table;
#[cfg(test)]
mod tests;

use crate::{
    game::{Endgames, Game, QuietRule, mix},
    tablebase::LazyTablebase,
};
use graph::Graph;
use proof::Proof;
use std::sync::{Arc, atomic::AtomicBool};
use thiserror::Error;

/// How much may be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Bytes of memory for what is known of positions.
    pub memory: usize,
    /// Nodes to search for each of the two questions, or positions to go through.
    pub nodes: u64,
    /// Whether to go through all positions also where a search would do.
    pub exhaustive: bool,
}

/// What has been proven of a result, for the player to move: 1 is a win, 0 a draw, -1 a
/// loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// He gets so much at least.
    pub least: i8,
    /// He gets no more than this.
    pub most: i8,
}

impl Proven {
    /// Nothing is proven.
    pub const OPEN: Self = Self { least: -1, most: 1 };

    const fn exact(result: i8) -> Self {
        Self { least: result, most: result }
    }

    /// The same in a word.
    pub const fn name(self) -> &'static str {
        match (self.least, self.most) {
            (1, _) => "win",
            (_, -1) => "loss",
            (0, 0) => "draw",
            (0, _) => "no-loss",
            (_, 0) => "no-win",
            _ => "unknown",
        }
    }
}

/// What has been found out of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// What is proven.
    pub proven: Proven,
    /// A move that keeps a win or a draw that is proven.
    pub best: Option<M>,
    /// The plies to the end that winner and loser play for, if they are known.
    pub plies: Option<u32>,
    /// The nodes searched, or positions gone through, that this has taken.
    pub nodes: u64,
}

/// Why a position is not solved at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// There are more than two players.
    #[error("only games of two players are solved")]
    Players,
    /// A repetition may win.
    #[error("a game in which a repeated position is not always a draw is not solved")]
    Repetition,
}

/// Solves positions of one game; what is known of one helps with the next.
pub(crate) enum Solver<G: Game> {
    /// Forward.
    Search(Proof<G>),
    /// Backward.
    Exhaust(Graph<G>),
}

impl<G: Game> Solver<G> {
    /// A solver that may ask tables of endings, and ends when it is interrupted.
    ///
    /// # Errors
    /// [`Refusal::Players`].
    pub(crate) fn new(
        effort: Effort,
        endings: Option<Endings<G>>,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Self, Refusal> {
        if G::SEATS != 2 {
            return Err(Refusal::Players);
        }
        Ok(if effort.exhaustive || !never_returns::<G>() {
            Self::Exhaust(Graph::new(effort, interrupt))
        } else {
            Self::Search(Proof::new(effort, endings, interrupt))
        })
    }

    /// Solves a game that begins with `state`.
    ///
    /// # Errors
    /// [`Refusal::Repetition`].
    pub(crate) fn solve(&mut self, state: &G) -> Result<Solution<G::Move>, Refusal> {
        if let Some(outcome) = state.outcome() {
            let result = match outcome.winner {
                None => 0,
                Some(winner) if winner == state.turn() => 1,
                Some(_) => -1,
            };
            let proven = Proven::exact(result);
            return Ok(Solution { proven, best: None, plies: Some(0), nodes: 0 });
        }
        match self {
            Self::Search(proof) => proof.solve(state),
            Self::Exhaust(graph) => graph.solve(state),
        }
    }
}

/// Tables of endings, with how the game numbers its positions.
pub(crate) type Endings<G> = (&'static Endgames<G>, Arc<LazyTablebase>);

/// Whether no position comes again, with its count of quiet plies.
fn never_returns<G: Game>() -> bool {
    match G::QUIET {
        QuietRule::Ignored => G::SHORTEST_CYCLE == usize::MAX,
        QuietRule::Draws { lasting, .. } => lasting,
        QuietRule::Decides => true,
    }
}

/// What a position is known by: the count of quiet plies only where it decides who wins.
fn identity<G: Game>(state: &G) -> u64 {
    match G::QUIET {
        QuietRule::Decides => mix(state.key() ^ mix(state.quiet().into())),
        QuietRule::Ignored | QuietRule::Draws { .. } => state.key(),
    }
}

/// Fails where a repetition of the position would be something else than a draw.
fn check_repetition<G: Game>(state: &G) -> Result<(), Refusal> {
    let wins = G::REPETITIONS.is_some() && state.repetition_outcome().winner.is_some();
    if wins { Err(Refusal::Repetition) } else { Ok(()) }
}
