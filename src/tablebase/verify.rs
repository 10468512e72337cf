//! A second look at tables, which knows the rules and nothing of how tables are made: the
//! bounds of each position must be those that its successors give.

use super::{Bounds, Tablebase, build::bounds_by_successors};
use crate::game::{Endgames, Game};
use thiserror::Error;

/// A position whose bounds cannot be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "position {index} with {material} in play has the bounds {} to {}, expected {} to {}",
    .found.lower, .found.upper, .expected.lower, .expected.upper
)]
pub struct Fault {
    /// Its material.
    pub material: u8,
    /// Its number.
    pub index: u64,
    /// The bounds in the table.
    pub found: Bounds,
    /// The bounds by its successors.
    pub expected: Bounds,
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
) -> Result<(), Fault> {
    let Some(table) = tablebase.tables.get(usize::from(material)) else { return Ok(()) };
    let mut state = (endgames.position)(rules, material, 0);
    let mut moves = Vec::new();
    let all = material as i8;
    for (found, index) in table.iter().zip(0..) {
        let expected = bounds_by_successors(endgames, &state, &mut moves, |next| {
            let won = (endgames.lead)(next);
            let known = tablebase.final_lead(endgames, next).map(|known| known.plus(-won));
            // What no table has could be anything.
            known.unwrap_or(Bounds { lower: -all, upper: all })
        });
        if found != expected || found.lower > found.upper {
            return Err(Fault { material, index, found, expected });
        }
        (endgames.advance)(&mut state);
    }
    Ok(())
}
