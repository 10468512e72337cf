//! Tables of endings in the search.
//!
//! The bounds of a table hold for a game that begins with the position: where positions are
//! repeated, those before it might count. So within the search a table is asked only of
//! positions that nothing since the root can come back to, those behind a move of the
//! search that cannot be undone. There a table may even be asked again at each further
//! position: whoever could be kept by an earlier position from what the table promises him
//! had as much at that one. Before such a move the search finds its own way, but for the
//! root, where won positions are left by the moves alone that make progress soonest.

use super::{
    root::Task,
    value::{INFINITE, TABLE_WIN, Value},
    worker::Worker,
};
use crate::{
    game::{Heuristics, Outcome},
    tablebase::{Bounds, Outlook},
};
use std::ops::RangeInclusive;

impl<G: Heuristics> Worker<'_, G> {
    /// The value of `state`, `ply` plies from the root, if the tables settle it as far as
    /// the window asks.
    pub(super) fn table_value(
        &mut self,
        state: &G,
        (alpha, beta): (Value, Value),
        ply: usize,
    ) -> Option<Value> {
        let endgames = G::ENDGAMES?;
        let tablebase = self.shared.tablebase?;
        if !self.has_left_the_root() {
            return None;
        }
        let Bounds { lower, upper } = tablebase.final_lead(endgames, state)?;
        self.table_hits += 1;
        let won = TABLE_WIN - ply as Value;
        if lower > 0 {
            Some(won)
        } else if upper < 0 {
            Some(-won)
        } else {
            let settled = lower == 0 && (upper == 0 || beta <= 0) || upper == 0 && alpha >= 0;
            settled.then_some(0)
        }
    }
}

/// The moves of the root that keep what the tables promise; if they promise nothing, all
/// that are not lost for certain, or all. Of those that win, only the ones that make
/// progress soonest. It is a choice and no proof: where a game has positions that can be
/// repeated, the promise is that of a game without.
pub(super) fn keeping_moves<G: Heuristics>(
    task: &Task<'_, G>,
    moves: Vec<G::Move>,
) -> Vec<G::Move> {
    let mut known: Vec<_> = moves.into_iter().map(|mv| (mv, prospect(task, mv))).collect();
    let least = known.iter().map(|it| it.1.bounds.lower).max().unwrap_or(0);
    let hopes = |it: &Outlook| it.bounds.upper >= least.max(0);
    if known.iter().any(|it| hopes(&it.1)) {
        known.retain(|it| hopes(&it.1));
    }
    if least > 0 {
        known.retain(|it| it.1.bounds.lower > 0);
        let soonest = known.iter().map(|it| it.1.plies).min();
        known.retain(|it| Some(it.1.plies) == soonest);
    }
    known.into_iter().map(|it| it.0).collect()
}

/// The values of a move of the root that the tables leave, whatever the search finds.
pub(super) fn proven<G: Heuristics>(task: &Task<'_, G>, mv: G::Move) -> RangeInclusive<Value> {
    // Earlier positions that may come again could keep a player from what is promised.
    if task.history.floor() < task.history.plies() {
        return -INFINITE..=INFINITE;
    }
    let Bounds { lower, upper } = prospect(task, mv).bounds;
    let least = [-INFINITE, 0, TABLE_WIN - 1][(lower + 1) as usize];
    let most = [1 - TABLE_WIN, 0, INFINITE][(upper + 1) as usize];
    least..=most
}

/// What is known of a move of the root, for the player who makes it: how the game ends,
/// where 1 is a win, and in how many plies that is nearer for certain, if it is a win.
fn prospect<G: Heuristics>(task: &Task<'_, G>, mv: G::Move) -> Outlook {
    let next = task.root.after(mv);
    let mut history = task.history.clone();
    history.push(next.key(), task.root.is_irreversible(mv));
    let sign_of = |outcome: Outcome| match outcome.winner {
        None => 0,
        Some(winner) if winner == task.root.turn() => 1,
        Some(_) => -1,
    };
    if let Some(outcome) = next.outcome().or_else(|| history.repetition(&next)) {
        return Outlook { bounds: Bounds::exact(sign_of(outcome)), plies: 0 };
    }
    let known = G::ENDGAMES.zip(task.tablebase).and_then(|(endgames, tablebase)| {
        tablebase.final_outlook_of_move(endgames, task.root, &next)
    });
    known.map_or(UNKNOWN, |Outlook { bounds: Bounds { lower, upper }, plies }| Outlook {
        bounds: Bounds { lower: lower.signum(), upper: upper.signum() },
        plies,
    })
}

const UNKNOWN: Outlook = Outlook { bounds: Bounds { lower: -1, upper: 1 }, plies: 0 };
