//! Tables of points: what the player to move will still win, and how soon.
//!
//! A move that wins points leads to a smaller table. The other moves stay in this one, where
//! play may go round for ever. Suppose that it gives one player nothing. What he can force
//! then is the least solution of the equations between each position and its successors:
//! begin with nothing for him everywhere, and apply the equations until nothing changes.
//! That is his lower bound where he is to move, and the other's upper bound where that one
//! is. Both players' bounds are found together, and positions may be taken in any order,
//! since bounds only ever come nearer.
//!
//! When the bounds are known, the plies to the next win of points are found the same way. A
//! player who can force a bound has a move to a position in which the other is held to it,
//! and takes the one that is soonest at its end; where he is held, the other delays. So that
//! each number is right when it is found, a sweep takes none that is more than one above
//! those of the sweep before.

use super::{
    Bounds, Endless, Making, Outlook, Table,
    bounds::Packing,
    sweeps::{Equations, Step, Successor, Sweep, Sweeps},
};
use crate::game::{Endgames, Game, Points};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// Where fewer than one in so many positions change in a sweep, predecessors are marked.
const FEW: u64 = 16;

/// Bytes of a position while its table is made, but for its marks: those of the bounds, and
/// those of the plies.
pub(super) const DRAFT_BYTES: u64 = 4;

/// Numbers of 16 bits, one for each position.
type Words = Vec<AtomicU16>;

/// The table of the least material that `smaller` has none of.
pub(super) fn build_next<G: Game>(
    endgames: &Endgames<G>,
    points: &Points<G>,
    rules: G::Rules,
    smaller: &[Table],
    endless: Endless,
    making: Making<'_>,
) -> Table {
    let material = smaller.len() as u8;
    let Making { threads, begun, report, keep } = making;
    let mut sweeps = Sweeps::new(endgames, points, rules, material, threads, report);
    let [bounds, plies] = begin(sweeps.positions, material, endless, begun);
    let keep = |bounds: &Words, plies: &Words| {
        let bytes = |words: &[AtomicU16]| {
            words.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()).collect()
        };
        keep(&mut [bounds, plies].into_iter().flat_map(|it| it.chunks(1 << 16)).map(bytes));
    };
    let known = BoundEquations { points, material, smaller, bounds };
    known.solve(&mut sweeps, || keep(&known.bounds, &plies));
    if endless == Endless::Open {
        let mut equations = PlyEquations { known: &known, plies, level: 0 };
        equations.solve(&mut sweeps, |plies| keep(&known.bounds, plies));
        let PlyEquations { plies, .. } = equations;
        outlooks(material, known.bounds, plies)
    } else {
        shares(material, endless, known.bounds)
    }
}

/// The table of all that was found.
fn outlooks(material: u8, bounds: Words, plies: Words) -> Table {
    let packing = Packing::of(material);
    let pack = |(bounds, plies): (AtomicU16, AtomicU16)| {
        let [bounds, plies] = [bounds, plies].map(|word| word.into_inner().to_le_bytes());
        let (bounds, plies) = (Bounds::of_cell(bounds), Plies::of_cell(plies).held);
        packing.pack(Outlook { bounds, plies }).to_le_bytes()
    };
    let cells = bounds.into_iter().zip(plies).flat_map(pack).collect();
    Table { endless: Endless::Open, material, cells }
}

/// The table of leads where a play without end gives shares that are known. Whoever can
/// force more than that does so, and whoever cannot force as much lets it come to that.
fn shares(material: u8, endless: Endless, bounds: Words) -> Table {
    let without_end = bounds_of_endless(endless, material);
    let settle = |bounds: AtomicU16| {
        let Bounds { lower, upper } = Bounds::of_cell(bounds.into_inner().to_le_bytes());
        let within = |lead: i8| lead.max(lower).min(upper);
        Bounds { lower: within(without_end.lower), upper: within(without_end.upper) }.to_cell()
    };
    Table { endless, material, cells: bounds.into_iter().flat_map(settle).collect() }
}

/// The bounds and plies that the work on a table begins with. Nobody hurries by the rule of
/// the literature, so there are no plies for it.
fn begin(positions: u64, material: u8, endless: Endless, begun: Option<Vec<u8>>) -> [Words; 2] {
    let word = |cell| AtomicU16::new(u16::from_le_bytes(cell));
    let words = |bytes: &[u8]| bytes.as_chunks().0.iter().copied().map(word).collect();
    if let Some(mut bytes) = begun {
        let bounds = 2 * positions as usize;
        let plies = words(&bytes[bounds..]);
        // So much memory is not there twice.
        bytes.truncate(bounds);
        bytes.shrink_to_fit();
        return [words(&bytes), plies];
    }
    let all = |count: u64, cell| (0..count).map(|_| word(cell)).collect();
    let bounds = bounds_of_endless(Endless::Open, material).to_cell();
    let count_of_plies = if endless == Endless::Open { positions } else { 0 };
    [all(positions, bounds), all(count_of_plies, Plies::UNKNOWN.to_cell())]
}

/// What the player to move gets of so much material when play has no end, at least and at
/// most.
pub(super) const fn bounds_of_endless(endless: Endless, material: u8) -> Bounds {
    let all = material as i8;
    match endless {
        Endless::Open => Bounds { lower: -all, upper: all },
        Endless::Even | Endless::Drawn => Bounds::exact(0),
    }
}

/// The equations between bounds.
struct BoundEquations<'a, G: Game> {
    points: &'a Points<G>,
    material: u8,
    smaller: &'a [Table],
    bounds: Words,
}

impl<G: Game> BoundEquations<'_, G> {
    /// Brings the bounds as near as they come, and calls `keep` after each round but the
    /// last.
    fn solve(&self, sweeps: &mut Sweeps<'_, G>, keep: impl Fn()) {
        let mut sweep = Sweep::All;
        loop {
            let changes = sweeps.run(sweep, self);
            sweep = match sweep {
                _ if changes == 0 => break,
                Sweep::All if changes < sweeps.positions / FEW => Sweep::AllMarking,
                Sweep::All => Sweep::All,
                Sweep::AllMarking | Sweep::Marked => Sweep::Marked,
            };
            keep();
        }
    }

    fn bounds(&self, index: u64) -> Bounds {
        Bounds::of_cell(self.bounds[index as usize].load(Relaxed).to_le_bytes())
    }

    /// The lead in the end of the player before, by the bounds of a successor.
    fn bounds_after(&self, &Successor { material, lead, index }: &Successor) -> Bounds {
        let bounds = if material == self.material {
            self.bounds(index)
        } else {
            let table = &self.smaller[usize::from(material)];
            let outlook = table.outlook(index);
            outlook.expect("a table has all positions of its material").bounds
        };
        bounds.plus(lead).turned()
    }
}

impl<G: Game> Equations<G> for BoundEquations<'_, G> {
    type Change = ();

    const STEPWISE: bool = false;

    fn is_known(&self, index: u64) -> bool {
        self.bounds(index).is_exact()
    }

    fn improve(&self, index: u64, state: &G, successors: &[Successor]) -> Step<()> {
        let bounds = successors
            .iter()
            .map(|it| self.bounds_after(it))
            .reduce(Bounds::or)
            .unwrap_or_else(|| Bounds::exact((self.points.final_lead)(state)))
            .plus(-(self.points.lead)(state));
        if bounds == self.bounds(index) {
            return Step::Rests;
        }
        self.bounds[index as usize].store(u16::from_le_bytes(bounds.to_cell()), Relaxed);
        Step::Changes(())
    }

    fn concerns(&self, (): &(), earlier: u64) -> bool {
        !self.is_known(earlier)
    }
}

/// Plies to the next win of points or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plies {
    /// If the player to move hurries there with his lower bound; 0 if that is nothing.
    secured: u8,
    /// If the other player hurries there with the upper bound; 0 if that is everything.
    held: u8,
}

impl Plies {
    /// Nothing is known.
    const UNKNOWN: Self = Self { secured: u8::MAX, held: u8::MAX };

    /// More plies are not told apart.
    const FAR: u8 = u8::MAX - 1;

    const fn to_cell(self) -> [u8; 2] {
        [self.secured, self.held]
    }

    const fn of_cell([secured, held]: [u8; 2]) -> Self {
        Self { secured, held }
    }
}

/// The equations between plies, when the bounds are known.
struct PlyEquations<'a, 'b, G: Game> {
    known: &'a BoundEquations<'b, G>,
    plies: Words,
    /// More plies are not looked for yet.
    level: u8,
}

/// What has become known of the plies of a position.
#[derive(Clone, Copy)]
struct Arrival {
    /// The lower bound of the player before, if it is new in how many plies he comes to
    /// hold the other to it.
    held_to: Option<i8>,
    /// Whether it is new in how many plies the player to move secures his.
    secured: bool,
}

impl<G: Game> PlyEquations<'_, '_, G> {
    /// Finds the plies, level by level, and calls `keep` after each but the last.
    fn solve(&mut self, sweeps: &mut Sweeps<'_, G>, keep: impl Fn(&Words)) {
        // What a draft has of this level and the ones before is complete.
        self.level = self.farthest();
        let mut sweep = Sweep::AllMarking;
        while self.level < Plies::FAR {
            self.level += 1;
            if sweeps.run(sweep, self) == 0 {
                break;
            }
            sweep = Sweep::Marked;
            keep(&self.plies);
        }
    }

    fn plies(&self, index: u64) -> Plies {
        Plies::of_cell(self.plies[index as usize].load(Relaxed).to_le_bytes())
    }

    /// The most plies that are known of a position.
    fn farthest(&self) -> u8 {
        let known = |index| self.plies(index).to_cell().into_iter().filter(|&it| it <= Plies::FAR);
        (0..self.plies.len() as u64).flat_map(known).max().unwrap_or(0)
    }

    /// The plies of a position by what is known of its successors.
    fn by_successors(&self, bounds: Bounds, state: &G, successors: &[Successor]) -> Plies {
        let BoundEquations { points, material, .. } = *self.known;
        let without_end = bounds_of_endless(Endless::Open, material);
        let lead = (points.lead)(state);
        let mut soonest = u8::MAX;
        let mut latest = 0;
        for next in successors {
            let after = if next.material == material {
                self.plies(next.index)
            } else {
                Plies { secured: 0, held: 0 }
            };
            latest = latest.max(after.secured);
            if after.held < soonest && self.known.bounds_after(next).lower - lead == bounds.lower {
                soonest = after.held;
            }
        }
        let after_move =
            |plies: u8| if successors.is_empty() { 0 } else { plies.saturating_add(1) };
        Plies {
            secured: if bounds.lower == without_end.lower { 0 } else { after_move(soonest) },
            held: if bounds.upper == without_end.upper { 0 } else { after_move(latest) },
        }
    }
}

impl<G: Game> Equations<G> for PlyEquations<'_, '_, G> {
    type Change = Arrival;

    const STEPWISE: bool = true;

    /// A sweep takes zeros and ones alike at first, so a number may be found one sweep later
    /// than its level. But before a sweep all that are below its level are right.
    fn is_known(&self, index: u64) -> bool {
        self.plies(index).to_cell().into_iter().all(|plies| plies < self.level)
    }

    fn improve(&self, index: u64, state: &G, successors: &[Successor]) -> Step<Arrival> {
        let before = self.plies(index);
        let bounds = self.known.bounds(index);
        let found = self.by_successors(bounds, state, successors);
        let taken = |found: u8, before| if found <= self.level { found } else { before };
        let plies = Plies {
            secured: taken(found.secured, before.secured),
            held: taken(found.held, before.held),
        };
        let change = (plies != before).then(|| {
            self.plies[index as usize].store(u16::from_le_bytes(plies.to_cell()), Relaxed);
            Arrival {
                held_to: (plies.held != before.held).then_some(-bounds.upper),
                secured: plies.secured != before.secured,
            }
        });
        if plies != found {
            return Step::Waits(change);
        }
        change.map_or(Step::Rests, Step::Changes)
    }

    fn concerns(&self, arrival: &Arrival, earlier: u64) -> bool {
        let Plies { secured, held } = self.plies(earlier);
        arrival.secured && held >= self.level
            || secured >= self.level && arrival.held_to == Some(self.known.bounds(earlier).lower)
    }
}
