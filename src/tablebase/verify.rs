//! A second look at tables, which knows the rules and nothing of how tables are made: what
//! is told of each position must be what its successors give.

use super::{
    Bounds, Entry, Tablebase, Verdict, plies::verdict_by_successors, points::bounds_by_successors,
    portions::in_portions,
};
use crate::game::{Count, Endgames, Game};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// A position of which a table cannot be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("position {index} with {material} in play has {found}, expected {expected}")]
pub struct Fault {
    /// Its material.
    pub material: u8,
    /// Its number.
    pub index: u64,
    /// What the table tells.
    pub found: Entry,
    /// What its successors tell.
    pub expected: Entry,
}

/// Looks at each position of the table of so much material.
///
/// # Errors
/// The first position that is at fault.
pub fn verify<G: Game>(
    endgames: &Endgames<G>,
    rules: G::Rules,
    tablebase: &Tablebase,
    material: u8,
    threads: usize,
) -> Result<(), Fault> {
    let Some(table) = tablebase.tables.get(usize::from(material)) else { return Ok(()) };
    let fault = Mutex::new(None::<Fault>);
    in_portions(table.positions(), threads, &|_| {}, |portion| {
        let mut moves = Vec::new();
        for index in portion {
            let state = (endgames.position)(rules, material, index);
            let expected = by_successors(endgames, tablebase, &state, &mut moves);
            let Some(found) = table.entry(index) else { continue };
            let is_turned_over =
                matches!(found, Entry::Points(Bounds { lower, upper }) if lower > upper);
            if found != expected || is_turned_over {
                let mut fault = fault.lock().unwrap_or_else(PoisonError::into_inner);
                if fault.is_none_or(|earlier| index < earlier.index) {
                    *fault = Some(Fault { material, index, found, expected });
                }
                break;
            }
        }
    });
    fault.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

fn by_successors<G: Game>(
    endgames: &Endgames<G>,
    tablebase: &Tablebase,
    state: &G,
    moves: &mut Vec<G::Move>,
) -> Entry {
    match &endgames.count {
        Count::Points(count) => {
            let all = (endgames.material)(state) as i8;
            Entry::Points(bounds_by_successors(count, state, moves, |next| {
                match tablebase.entry_at_rest(endgames, next) {
                    Some(Entry::Points(bounds)) => bounds,
                    // What no table has could be anything.
                    _ => Bounds { lower: -all, upper: all },
                }
            }))
        }
        Count::Plies(count) => {
            let verdict = verdict_by_successors(count, state, moves, |next| {
                match tablebase.entry_at_rest(endgames, next) {
                    Some(Entry::Plies(verdict)) => verdict,
                    _ => Verdict::Draw,
                }
            });
            Entry::Plies(verdict.after_quiet(0, count.limit))
        }
    }
}
