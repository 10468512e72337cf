//! Equations between positions and their successors, applied to all positions of a table
//! again and again until nothing changes.
//!
//! Where many positions change in a sweep, the next one takes all of them. Later sweeps take
//! only those that a change can matter to, which were marked.

use super::{Work, making::Account, portions::in_portions};
use crate::game::{Endgames, Game, Points};
use std::{
    ops::Range,
    sync::atomic::{
        AtomicU64,
        Ordering::{AcqRel, Relaxed},
    },
};

/// Which positions a sweep takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sweep {
    /// All.
    All,
    /// All, and it marks the predecessors of those that change.
    AllMarking,
    /// Those that are marked, and it marks as well.
    Marked,
}

/// What is sought of each position. Threads ask at the same time, and see what the others
/// have found or do not see it yet.
pub(super) trait Equations<G: Game>: Sync {
    /// What has changed at a position.
    type Change: Copy;

    /// Whether what is marked in a sweep had better wait for the next one.
    const STEPWISE: bool;

    /// Whether nothing can change at a position.
    fn is_known(&self, index: u64) -> bool;

    /// Applies the equations to a position.
    fn improve(&self, index: u64, state: &G, successors: &[Successor]) -> Step<Self::Change>;

    /// Whether a position, which may be a predecessor, must be looked at for that.
    fn concerns(&self, change: &Self::Change, earlier: u64) -> bool;
}

/// What becomes of a position when the equations are applied to it.
pub(super) enum Step<C> {
    /// Nothing new.
    Rests,
    /// A change.
    Changes(C),
    /// Perhaps a change, and in the next sweep another one.
    Waits(Option<C>),
}

/// Where a successor is found.
pub(super) struct Successor {
    pub(super) material: u8,
    /// The lead by what has been won, for who is then to move.
    pub(super) lead: i8,
    pub(super) index: u64,
}

/// Positions whose marks share a word.
const WORD: u64 = u64::BITS as u64;

/// Positions that are worked on together. What is known of their successors is fetched in
/// one go, so that the memory answers for many while one waits for the first.
const BATCH: usize = 32;

/// The positions of a table, and those of them that are marked.
pub(super) struct Sweeps<'a, G: Game> {
    endgames: &'a Endgames<G>,
    points: &'a Points<G>,
    rules: G::Rules,
    material: u8,
    pub(super) positions: u64,
    threads: usize,
    /// A bit for each position: those of this sweep, and those of the next where they are
    /// kept apart.
    marks: [Vec<AtomicU64>; 2],
    account: Account<'a>,
}

/// Positions to be worked on together, and lists that are filled again and again.
struct Batch<G: Game, C> {
    positions: Vec<Position<G>>,
    successors: Vec<Successor>,
    moves: Vec<G::Move>,
    before: Vec<G>,
    /// Predecessors, and what has changed after them.
    earlier: Vec<(u64, C)>,
    /// How many positions were looked at.
    looks: u64,
    /// How many of them have changed, or wait.
    changes: u64,
}

/// A position of a batch.
struct Position<G> {
    index: u64,
    state: G,
    /// The end of its successors in the list of all.
    end: usize,
}

impl<'a, G: Game> Sweeps<'a, G> {
    pub(super) fn new(
        endgames: &'a Endgames<G>,
        points: &'a Points<G>,
        rules: G::Rules,
        material: u8,
        threads: usize,
        report: &'a (dyn Fn(Work) + Sync),
    ) -> Self {
        let positions = (endgames.positions)(rules, material);
        let words = positions.div_ceil(WORD);
        let marks = [(); 2].map(|()| (0..words).map(|_| AtomicU64::new(0)).collect());
        let account = Account::new(material, report);
        Self { endgames, points, rules, material, positions, threads, marks, account }
    }

    /// Applies the equations once to each position that the sweep takes. How many have
    /// changed, or wait.
    pub(super) fn run<E: Equations<G>>(&mut self, sweep: Sweep, equations: &E) -> u64 {
        self.account.rounds += 1;
        let changes = AtomicU64::new(0);
        in_portions(self.positions, self.threads, |portion| {
            let part = Part {
                sweeps: self,
                equations,
                marking: sweep != Sweep::All,
                marks: &self.marks[0],
                next_marks: &self.marks[usize::from(E::STEPWISE)],
            };
            let mut batch = Batch::default();
            match sweep {
                Sweep::All | Sweep::AllMarking => part.improve_all(portion, &mut batch),
                Sweep::Marked => part.improve_marked(portion, &mut batch),
            }
            part.improve_batch(&mut batch);
            changes.fetch_add(batch.changes, Relaxed);
            self.account.add(batch.looks);
        });
        if E::STEPWISE {
            self.marks.swap(0, 1);
        }
        changes.into_inner()
    }
}

/// What a thread does in a sweep.
struct Part<'a, 'b, G: Game, E> {
    sweeps: &'a Sweeps<'b, G>,
    equations: &'a E,
    marking: bool,
    marks: &'a [AtomicU64],
    next_marks: &'a [AtomicU64],
}

impl<G: Game, E: Equations<G>> Part<'_, '_, G, E> {
    fn improve_all(&self, portion: Range<u64>, batch: &mut Batch<G, E::Change>) {
        let Sweeps { endgames, points, rules, material, .. } = *self.sweeps;
        let mut state = (endgames.position)(rules, material, portion.start);
        for index in portion {
            self.improve_soon(index, &state, batch);
            (points.advance)(&mut state);
        }
    }

    fn improve_marked(&self, portion: Range<u64>, batch: &mut Batch<G, E::Change>) {
        let Sweeps { endgames, rules, material, .. } = *self.sweeps;
        // Portions are whole words.
        for word in portion.start / WORD..portion.end.div_ceil(WORD) {
            // The mark goes before the position is looked at: whoever changes a successor
            // meanwhile sets it again.
            let mut marks = self.marks[word as usize].swap(0, AcqRel);
            while marks != 0 {
                let index = word * WORD + u64::from(marks.trailing_zeros());
                marks &= marks - 1;
                let state = (endgames.position)(rules, material, index);
                self.improve_soon(index, &state, batch);
            }
        }
    }

    /// Takes a position into the batch, unless all is known of it, and works on the batch
    /// when it is full.
    fn improve_soon(&self, index: u64, state: &G, batch: &mut Batch<G, E::Change>) {
        if self.equations.is_known(index) {
            return;
        }
        let Sweeps { endgames, points, .. } = self.sweeps;
        let Batch { positions, successors, moves, looks, .. } = batch;
        *looks += 1;
        moves.clear();
        state.legal_moves(moves);
        successors.extend(moves.iter().map(|&mv| {
            let next = state.after(mv);
            Successor {
                material: (endgames.material)(&next),
                lead: (points.lead)(&next),
                index: (endgames.index)(&next),
            }
        }));
        positions.push(Position { index, state: state.clone(), end: successors.len() });
        if positions.len() == BATCH {
            self.improve_batch(batch);
        }
    }

    /// Applies the equations to the positions of the batch.
    fn improve_batch(&self, batch: &mut Batch<G, E::Change>) {
        let Batch { positions, successors, before, earlier, changes, .. } = batch;
        let mut begin = 0;
        earlier.clear();
        for Position { index, state, end } in positions.drain(..) {
            let step = self.equations.improve(index, &state, &successors[begin..end]);
            begin = end;
            let change = match step {
                Step::Rests => continue,
                Step::Changes(change) => Some(change),
                Step::Waits(change) => {
                    self.mark(index);
                    change
                }
            };
            *changes += 1;
            if let Some(change) = change
                && self.marking
            {
                before.clear();
                (self.sweeps.endgames.predecessors)(&state, before);
                let index = self.sweeps.endgames.index;
                earlier.extend(before.iter().map(|it| (index(it), change)));
            }
        }
        successors.clear();
        for (index, change) in &*earlier {
            if self.equations.concerns(change, *index) {
                self.mark(*index);
            }
        }
    }

    fn mark(&self, index: u64) {
        self.next_marks[(index / WORD) as usize].fetch_or(1 << (index % WORD), AcqRel);
    }
}

impl<G: Game, C> Default for Batch<G, C> {
    fn default() -> Self {
        Self {
            positions: Vec::with_capacity(BATCH),
            successors: Vec::new(),
            moves: Vec::new(),
            before: Vec::new(),
            earlier: Vec::new(),
            looks: 0,
            changes: 0,
        }
    }
}
