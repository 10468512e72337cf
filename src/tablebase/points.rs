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

/// Bytes of a position while its table is made, but for its mark: those of the bounds, and
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
    let unknown = [bounds_of_endless(Endless::Open, material).to_cell(), Plies::UNKNOWN.to_cell()];
    let [bounds, plies] = words(sweeps.positions, begun, unknown);
    let keep = |bounds: &Words, plies: &Words| {
        let bytes = |words: &[AtomicU16]| {
            words.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()).collect()
        };
        keep(&mut [bounds, plies].into_iter().flat_map(|it| it.chunks(1 << 16)).map(bytes));
    };
    let forced = Forced { points, material, smaller, bounds };
    let mut sweep = Sweep::All;
    loop {
        let changes = sweeps.run(sweep, &forced);
        sweep = match sweep {
            _ if changes == 0 => break,
            Sweep::All if changes < sweeps.positions / FEW => Sweep::AllMarking,
            Sweep::All => Sweep::All,
            Sweep::AllMarking | Sweep::Marked => Sweep::Marked,
        };
        keep(&forced.bounds, &plies);
    }
    let mut hurried = Hurried { forced: &forced, plies, most: 0 };
    // Nobody hurries by the rule of the literature.
    if endless == Endless::Open {
        hurried.most = hurried.farthest();
        let mut sweep = Sweep::AllMarking;
        while hurried.most < Plies::FAR {
            hurried.most += 1;
            if sweeps.run(sweep, &hurried) == 0 {
                break;
            }
            sweep = Sweep::Marked;
            keep(&forced.bounds, &hurried.plies);
        }
    }
    let Hurried { plies, .. } = hurried;
    finished(endless, material, forced.bounds, plies)
}

/// The bounds and plies that the work on a table begins with.
fn words(positions: u64, begun: Option<Vec<u8>>, unknown: [[u8; 2]; 2]) -> [Words; 2] {
    let word = |cell| AtomicU16::new(u16::from_le_bytes(cell));
    match begun {
        Some(bytes) => {
            let (bounds, plies) = bytes.split_at(bytes.len() / 2);
            [bounds, plies].map(|bytes| bytes.as_chunks().0.iter().copied().map(word).collect())
        }
        None => unknown.map(|cell| (0..positions).map(|_| word(cell)).collect()),
    }
}

/// The table, when all is found.
fn finished(endless: Endless, material: u8, bounds: Words, plies: Words) -> Table {
    let packing = Packing::of(material);
    // Whoever can force more than a play without end gives does so, and whoever cannot
    // force as much lets it come to that.
    let without_end = bounds_of_endless(endless, material);
    let cell = |(bounds, plies): (AtomicU16, AtomicU16)| {
        let [bounds, plies] = [bounds, plies].map(|word| word.into_inner().to_le_bytes());
        let bounds = Bounds::of_cell(bounds);
        match endless {
            Endless::Open => {
                let plies = Plies::of_cell(plies).held;
                packing.pack(Outlook { bounds, plies }).to_le_bytes()
            }
            Endless::Even | Endless::Drawn => Bounds {
                lower: without_end.lower.clamp(bounds.lower, bounds.upper),
                upper: without_end.upper.clamp(bounds.lower, bounds.upper),
            }
            .to_cell(),
        }
    };
    Table { endless, material, cells: bounds.into_iter().zip(plies).flat_map(cell).collect() }
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

/// The search for bounds.
struct Forced<'a, G: Game> {
    points: &'a Points<G>,
    material: u8,
    smaller: &'a [Table],
    bounds: Words,
}

impl<G: Game> Forced<'_, G> {
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

impl<G: Game> Equations<G> for Forced<'_, G> {
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

/// The search for plies, when the bounds are known.
struct Hurried<'a, 'b, G: Game> {
    forced: &'a Forced<'b, G>,
    plies: Words,
    /// More plies are not looked for yet.
    most: u8,
}

/// What has become known of the plies of a position.
#[derive(Clone, Copy)]
struct Arrival {
    /// The lower bound of who comes there to hold the other, if that is new.
    held: Option<i8>,
    /// Whether it is new in how many plies the player to move secures his.
    secured: bool,
}

impl<G: Game> Hurried<'_, '_, G> {
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
        let Forced { points, material, .. } = *self.forced;
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
            if after.held < soonest && self.forced.bounds_after(next).lower - lead == bounds.lower {
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

impl<G: Game> Equations<G> for Hurried<'_, '_, G> {
    type Change = Arrival;

    const STEPWISE: bool = true;

    fn is_known(&self, index: u64) -> bool {
        self.plies(index).to_cell().into_iter().all(|plies| plies < self.most)
    }

    fn improve(&self, index: u64, state: &G, successors: &[Successor]) -> Step<Arrival> {
        let known = self.plies(index);
        let bounds = self.forced.bounds(index);
        let found = self.by_successors(bounds, state, successors);
        let taken = |found: u8, known| if found <= self.most { found } else { known };
        let plies = Plies {
            secured: taken(found.secured, known.secured),
            held: taken(found.held, known.held),
        };
        let change = (plies != known).then(|| {
            self.plies[index as usize].store(u16::from_le_bytes(plies.to_cell()), Relaxed);
            Arrival {
                held: (plies.held != known.held).then_some(-bounds.upper),
                secured: plies.secured != known.secured,
            }
        });
        if plies != found {
            return Step::Waits(change);
        }
        change.map_or(Step::Rests, Step::Changes)
    }

    fn concerns(&self, arrival: &Arrival, earlier: u64) -> bool {
        let Plies { secured, held } = self.plies(earlier);
        arrival.secured && held >= self.most
            || secured >= self.most && arrival.held == Some(self.forced.bounds(earlier).lower)
    }
}
