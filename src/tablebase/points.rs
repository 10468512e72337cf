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
//!
//! After some sweeps over all positions few bounds still change. From then on only those
//! positions are looked at again that a change was a successor of.

use super::{Endless, Table, Work, portions::in_portions};
use crate::game::{Endgames, Game, Points};
use std::{
    fmt,
    ops::Range,
    sync::atomic::{
        AtomicU16, AtomicU64,
        Ordering::{AcqRel, Relaxed},
    },
};

/// Where fewer than one in so many positions change in a sweep, predecessors are marked.
const FEW: u64 = 16;

/// Which positions a sweep takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sweep {
    /// All.
    All,
    /// All, and it marks the predecessors of those that change.
    AllMarking,
    /// Those that are marked, and it marks as well.
    Marked,
}

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

/// Positions whose marks share a word.
const WORD: u64 = u64::BITS as u64;

/// Positions that are worked on together. The bounds of their successors are fetched in one
/// go, so that the memory answers for many while one waits for the first.
const BATCH: usize = 32;

/// Positions to be worked on together, and lists that are filled again and again.
struct Batch<G: Game> {
    positions: Vec<Position<G>>,
    successors: Vec<Successor>,
    moves: Vec<G::Move>,
    before: Vec<G>,
    /// How many positions have changed.
    changes: u64,
}

/// A position of a batch.
struct Position<G> {
    index: u64,
    state: G,
    /// The end of its successors in the list of all.
    end: usize,
}

/// Where the bounds of a successor are found.
struct Successor {
    material: u8,
    /// The lead by what has been won, for who is then to move.
    lead: i8,
    index: u64,
}

impl<G: Game> Default for Batch<G> {
    fn default() -> Self {
        Self {
            positions: Vec::with_capacity(BATCH),
            successors: Vec::new(),
            moves: Vec::new(),
            before: Vec::new(),
            changes: 0,
        }
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
    /// The positions to look at again, a bit each.
    marks: Vec<AtomicU64>,
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
    let words = positions.div_ceil(WORD);
    let marks = (0..words).map(|_| AtomicU64::new(0)).collect();
    let draft = Draft { endgames, points, rules, material, smaller, cells, marks };
    let mut sweep = Sweep::All;
    for rounds in 1.. {
        let told = |done| report(Work { material, rounds, done });
        let changes = draft.improve(sweep, threads, &told);
        sweep = match sweep {
            _ if changes == 0 => break,
            Sweep::All if changes < positions / FEW => Sweep::AllMarking,
            Sweep::All => Sweep::All,
            Sweep::AllMarking | Sweep::Marked => Sweep::Marked,
        };
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
    /// Applies the equations once to each position that the sweep takes. How many have
    /// changed.
    fn improve(&self, sweep: Sweep, threads: usize, report: &(dyn Fn(u64) + Sync)) -> u64 {
        let changes = AtomicU64::new(0);
        in_portions(self.cells.len() as u64, threads, report, |portion| {
            let count = match sweep {
                Sweep::All => self.improve_all(portion, false),
                Sweep::AllMarking => self.improve_all(portion, true),
                Sweep::Marked => self.improve_marked(portion),
            };
            changes.fetch_add(count, Relaxed);
        });
        changes.into_inner()
    }

    fn improve_all(&self, portion: Range<u64>, marking: bool) -> u64 {
        let mut batch = Batch::default();
        let mut state = (self.endgames.position)(self.rules, self.material, portion.start);
        for index in portion {
            self.improve_soon(index, &state, &mut batch, marking);
            (self.points.advance)(&mut state);
        }
        self.improve_batch(&mut batch, marking);
        batch.changes
    }

    fn improve_marked(&self, portion: Range<u64>) -> u64 {
        let mut batch = Batch::default();
        // Portions are whole words.
        for word in portion.start / WORD..portion.end.div_ceil(WORD) {
            // The mark goes before the position is looked at: whoever changes a successor
            // meanwhile sets it again.
            let mut marks = self.marks[word as usize].swap(0, AcqRel);
            while marks != 0 {
                let index = word * WORD + u64::from(marks.trailing_zeros());
                marks &= marks - 1;
                let state = (self.endgames.position)(self.rules, self.material, index);
                self.improve_soon(index, &state, &mut batch, true);
            }
        }
        self.improve_batch(&mut batch, true);
        batch.changes
    }

    /// Takes a position into the batch, unless its bounds are known, and works on the batch
    /// when it is full.
    fn improve_soon(&self, index: u64, state: &G, batch: &mut Batch<G>, marking: bool) {
        if self.bounds(index).is_exact() {
            return;
        }
        let Batch { positions, successors, moves, .. } = batch;
        moves.clear();
        state.legal_moves(moves);
        successors.extend(moves.iter().map(|&mv| {
            let next = state.after(mv);
            Successor {
                material: (self.endgames.material)(&next),
                lead: (self.points.lead)(&next),
                index: (self.endgames.index)(&next),
            }
        }));
        positions.push(Position { index, state: state.clone(), end: successors.len() });
        if positions.len() == BATCH {
            self.improve_batch(batch, marking);
        }
    }

    /// Applies the equations to the positions of the batch.
    fn improve_batch(&self, batch: &mut Batch<G>, marking: bool) {
        let Batch { positions, successors, before, changes, .. } = batch;
        let mut after_moves = successors.drain(..).map(|it| self.bounds_after(&it));
        let mut begin = 0;
        for Position { index, state, end } in positions.drain(..) {
            let lead = (self.points.lead)(&state);
            let choices = after_moves.by_ref().take(end - begin);
            let bounds = choices
                .reduce(Bounds::or)
                .unwrap_or_else(|| Bounds::exact((self.points.final_lead)(&state)))
                .plus(-lead);
            begin = end;
            if bounds != self.bounds(index) {
                self.cells[index as usize].store(bounds.to_word(), Relaxed);
                *changes += 1;
                if marking {
                    self.mark_predecessors(&state, before);
                }
            }
        }
    }

    fn bounds(&self, index: u64) -> Bounds {
        Bounds::of_word(self.cells[index as usize].load(Relaxed))
    }

    /// The lead in the end of the player before, by the bounds of a successor.
    fn bounds_after(&self, &Successor { material, lead, index }: &Successor) -> Bounds {
        let bounds = if material == self.material {
            self.bounds(index)
        } else {
            let table = &self.smaller[usize::from(material)];
            table.bounds(index).expect("a table has all positions of its material")
        };
        bounds.plus(lead).turned()
    }

    fn mark_predecessors(&self, state: &G, before: &mut Vec<G>) {
        before.clear();
        (self.endgames.predecessors)(state, before);
        for earlier in before {
            let index = (self.endgames.index)(earlier);
            if !self.bounds(index).is_exact() {
                self.marks[(index / WORD) as usize].fetch_or(1 << (index % WORD), AcqRel);
            }
        }
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
