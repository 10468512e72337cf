//! The making of a table from those of less material.
//!
//! A move that wins points leads to a smaller table. The other moves stay in this one, where
//! play may go round for ever. Suppose that it gives one player nothing. What he can force
//! then is the least solution of the equations between each position and its successors:
//! begin with nothing for him everywhere, and apply the equations until nothing changes.
//! That is his lower bound where he is to move, and the other's upper bound where that one
//! is. Both players' bounds are found together, and positions may be taken in any order, by
//! threads that see what the others have found or do not see it yet, since bounds only ever
//! come nearer.

use super::{Bounds, Endless, Table};
use crate::game::{Endgames, Game};
use std::{
    sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed},
    thread,
};

/// Positions that a thread takes at once.
const PORTION: u64 = 1 << 12;

/// What a table in the making has taken so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Its material.
    pub material: u8,
    /// How often all its positions were gone through, this time included.
    pub rounds: u64,
    /// Positions of this round that are done.
    pub done: u64,
}

/// A table in the making.
struct Draft<'a, G: Game> {
    endgames: &'a Endgames<G>,
    rules: G::Rules,
    material: u8,
    smaller: &'a [Table],
    /// The lower bound of a position in the low byte, the upper in the high one.
    cells: Vec<AtomicU16>,
}

/// The table of the least material that `smaller` has none of.
pub fn build_next<G: Game>(
    endgames: &Endgames<G>,
    rules: G::Rules,
    smaller: &[Table],
    endless: Endless,
    threads: usize,
    report: &(dyn Fn(Work) + Sync),
) -> Table {
    let material = smaller.len() as u8;
    let positions = (endgames.positions)(material);
    let nothing = pack(Endless::Open.bounds(material));
    let cells = (0..positions).map(|_| AtomicU16::new(nothing)).collect();
    let draft = Draft { endgames, rules, material, smaller, cells };
    let mut rounds = 1;
    while draft.improve(threads, &|done| report(Work { material, rounds, done })) {
        rounds += 1;
    }
    let finish = |cell: AtomicU16| {
        let bounds = unpack(cell.into_inner());
        // Whoever can force more than a play without end gives does so, and whoever cannot
        // force as much lets it come to that.
        let Bounds { lower, upper } = endless.bounds(material);
        let settled = Bounds {
            lower: lower.clamp(bounds.lower, bounds.upper),
            upper: upper.clamp(bounds.lower, bounds.upper),
        };
        pack(settled).to_le_bytes()
    };
    Table { cells: draft.cells.into_iter().flat_map(finish).collect() }
}

impl<G: Game> Draft<'_, G> {
    /// Applies the equations to each position once. Whether anything has changed.
    fn improve(&self, threads: usize, report: &(dyn Fn(u64) + Sync)) -> bool {
        let next = AtomicU64::new(0);
        let changed = AtomicBool::new(false);
        let work = || {
            let mut moves = Vec::new();
            loop {
                let first = next.fetch_add(PORTION, Relaxed);
                if first >= self.cells.len() as u64 {
                    break;
                }
                if self.improve_portion(first, &mut moves) {
                    changed.store(true, Relaxed);
                }
                report(first);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // Where the system gives no thread, the others do the work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        changed.into_inner()
    }

    fn improve_portion(&self, first: u64, moves: &mut Vec<G::Move>) -> bool {
        let mut changed = false;
        let mut state = (self.endgames.position)(self.rules, self.material, first);
        for cell in self.cells.iter().skip(first as usize).take(PORTION as usize) {
            let before = cell.load(Relaxed);
            if !unpack(before).is_exact() {
                let after = pack(self.bounds(&state, moves));
                if after != before {
                    cell.store(after, Relaxed);
                    changed = true;
                }
            }
            (self.endgames.advance)(&mut state);
        }
        changed
    }

    /// The bounds of a position by those of its successors.
    fn bounds(&self, state: &G, moves: &mut Vec<G::Move>) -> Bounds {
        bounds_by_successors(self.endgames, state, moves, |next| {
            let material = (self.endgames.material)(next);
            let index = (self.endgames.index)(next);
            if material == self.material {
                unpack(self.cells[index as usize].load(Relaxed))
            } else {
                let table = &self.smaller[usize::from(material)];
                table.bounds(index).expect("a table has all positions of its material")
            }
        })
    }
}

/// The bounds of a position by what `known` tells of its successors.
pub(super) fn bounds_by_successors<G: Game>(
    endgames: &Endgames<G>,
    state: &G,
    moves: &mut Vec<G::Move>,
    known: impl Fn(&G) -> Bounds,
) -> Bounds {
    let lead = (endgames.lead)(state);
    moves.clear();
    state.legal_moves(moves);
    let choices = moves.iter().map(|&mv| {
        let next = state.after(mv);
        known(&next).plus((endgames.lead)(&next)).turned().plus(-lead)
    });
    choices.reduce(Bounds::or).unwrap_or_else(|| Bounds::exact((endgames.final_lead)(state) - lead))
}

fn pack(bounds: Bounds) -> u16 {
    u16::from_le_bytes([bounds.lower as u8, bounds.upper as u8])
}

fn unpack(cell: u16) -> Bounds {
    let [lower, upper] = cell.to_le_bytes();
    Bounds { lower: lower as i8, upper: upper as i8 }
}
