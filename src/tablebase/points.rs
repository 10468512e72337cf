//! Tables of points: what the player to move will still win.
//!
//! A move that wins points leads to a smaller table. The other moves stay in this one, where
//! play may go round for ever. Suppose that it gives one player nothing. What he can force
//! then is the least solution of the equations between each position and its successors:
//! begin with nothing for him everywhere, and apply the equations until nothing changes.
//! That is his lower bound where he is to move, and the other's upper bound where that one
//! is. Both players' bounds are found together, and positions may be taken in any order, by
//! threads that see what the others have found or do not see it yet, since bounds only ever
//! come nearer.

use super::{Endless, Table, Work, portions::in_portions};
use crate::game::{Endgames, Game, Points};
use std::{
    fmt,
    ops::Range,
    sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed},
};

/// A lead of the player to move that is still to be won: at least `lower` and at most
/// `upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// What he gets if he gets nothing out of a play without end.
    pub lower: i8,
    /// What he gets if he gets everything out of a play without end.
    pub upper: i8,
}

impl Bounds {
    /// The bounds of a lead that is certain.
    pub const fn exact(lead: i8) -> Self {
        Self { lower: lead, upper: lead }
    }

    /// Whether the lead is certain.
    pub const fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// The bounds for the other player.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The bounds of someone who gets `points` besides.
    #[must_use]
    pub const fn plus(self, points: i8) -> Self {
        Self { lower: self.lower + points, upper: self.upper + points }
    }

    /// The bounds of someone who may choose between the two.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    pub(super) const fn to_cell(self) -> [u8; 2] {
        [self.lower as u8, self.upper as u8]
    }

    pub(super) const fn of_cell([lower, upper]: [u8; 2]) -> Self {
        Self { lower: lower as i8, upper: upper as i8 }
    }

    fn to_word(self) -> u16 {
        u16::from_le_bytes(self.to_cell())
    }

    fn of_word(word: u16) -> Self {
        Self::of_cell(word.to_le_bytes())
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.lower, self.upper)
    }
}

/// A table in the making.
struct Draft<'a, G: Game> {
    endgames: &'a Endgames<G>,
    points: &'a Points<G>,
    rules: G::Rules,
    material: u8,
    smaller: &'a [Table],
    cells: Vec<AtomicU16>,
}

/// The table of the least material that `smaller` has none of.
pub(super) fn build_next<G: Game>(
    endgames: &Endgames<G>,
    points: &Points<G>,
    rules: G::Rules,
    smaller: &[Table],
    endless: Endless,
    threads: usize,
    report: &(dyn Fn(Work) + Sync),
) -> Table {
    let material = smaller.len() as u8;
    let positions = (endgames.positions)(rules, material);
    let nothing = bounds_of_endless(Endless::Open, material).to_word();
    let cells = (0..positions).map(|_| AtomicU16::new(nothing)).collect();
    let draft = Draft { endgames, points, rules, material, smaller, cells };
    let mut rounds = 1;
    while draft.improve(threads, &|done| report(Work { material, rounds, done })) {
        rounds += 1;
    }
    let finish = |cell: AtomicU16| {
        let bounds = Bounds::of_word(cell.into_inner());
        // Whoever can force more than a play without end gives does so, and whoever cannot
        // force as much lets it come to that.
        let Bounds { lower, upper } = bounds_of_endless(endless, material);
        let settled = Bounds {
            lower: lower.clamp(bounds.lower, bounds.upper),
            upper: upper.clamp(bounds.lower, bounds.upper),
        };
        settled.to_cell()
    };
    Table { endless, cells: draft.cells.into_iter().flat_map(finish).collect() }
}

/// What the player to move gets of so much material when play has no end, at least and at
/// most.
fn bounds_of_endless(endless: Endless, material: u8) -> Bounds {
    let all = material as i8;
    match endless {
        Endless::Open => Bounds { lower: -all, upper: all },
        Endless::Even | Endless::Drawn => Bounds::exact(0),
    }
}

impl<G: Game> Draft<'_, G> {
    /// Applies the equations to each position once. Whether anything has changed.
    fn improve(&self, threads: usize, report: &(dyn Fn(u64) + Sync)) -> bool {
        let changed = AtomicBool::new(false);
        in_portions(self.cells.len() as u64, threads, report, |portion| {
            if self.improve_portion(portion) {
                changed.store(true, Relaxed);
            }
        });
        changed.into_inner()
    }

    fn improve_portion(&self, portion: Range<u64>) -> bool {
        let mut changed = false;
        let mut moves = Vec::new();
        let mut state = (self.endgames.position)(self.rules, self.material, portion.start);
        for cell in &self.cells[portion.start as usize..portion.end as usize] {
            let before = cell.load(Relaxed);
            if !Bounds::of_word(before).is_exact() {
                let after = self.bounds(&state, &mut moves).to_word();
                if after != before {
                    cell.store(after, Relaxed);
                    changed = true;
                }
            }
            (self.points.advance)(&mut state);
        }
        changed
    }

    /// The bounds of a position by those of its successors.
    fn bounds(&self, state: &G, moves: &mut Vec<G::Move>) -> Bounds {
        bounds_by_successors(self.points, state, moves, |next| {
            let material = (self.endgames.material)(next);
            let index = (self.endgames.index)(next);
            if material == self.material {
                Bounds::of_word(self.cells[index as usize].load(Relaxed))
            } else {
                let table = &self.smaller[usize::from(material)];
                table.bounds(index).expect("a table has all positions of its material")
            }
        })
    }
}

/// The bounds of a position by what `known` tells of its successors.
pub(super) fn bounds_by_successors<G: Game>(
    points: &Points<G>,
    state: &G,
    moves: &mut Vec<G::Move>,
    known: impl Fn(&G) -> Bounds,
) -> Bounds {
    let lead = (points.lead)(state);
    moves.clear();
    state.legal_moves(moves);
    let choices = moves.iter().map(|&mv| {
        let next = state.after(mv);
        known(&next).plus((points.lead)(&next)).turned().plus(-lead)
    });
    choices.reduce(Bounds::or).unwrap_or_else(|| Bounds::exact((points.final_lead)(state) - lead))
}
