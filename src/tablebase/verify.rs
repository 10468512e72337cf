//! A second look at tables, which knows the rules and nothing of how tables are made: what
//! is told of each position must be what its successors give.

use super::{
    Bounds, Endless, Entry, Outlook, Tablebase, Verdict,
    bounds::Packing,
    plies::{limit, verdict_by_successors},
    points::bounds_of_endless,
    portions::in_portions,
};
use crate::game::{Count, Endgames, Game, Points};
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};
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

/// What has come of a look at a table without a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Positions of points whose plies are as many as a table can tell, or more. Each other
    /// bound is proven: it is come to in so many plies. These bounds agree with those of
    /// their successors, but might all be too good together.
    pub far: u64,
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
) -> Result<Verified, Fault> {
    let Some(table) = tablebase.tables.get(usize::from(material)) else {
        return Ok(Verified::default());
    };
    let judge = Judge { endgames, tablebase, material };
    let secured = match &endgames.count {
        Count::Points(points) if table.endless == Endless::Open => {
            judge.all_secured(points, rules, threads)
        }
        _ => Vec::new(),
    };
    let fault = Mutex::new(None::<Fault>);
    let far = AtomicU64::new(0);
    let most = Packing::of(material).most_plies();
    in_portions(table.positions(), threads, |portion| {
        let mut moves = Vec::new();
        for index in portion {
            let state = (endgames.position)(rules, material, index);
            let expected = match &endgames.count {
                Count::Points(points) => {
                    Entry::Points(judge.outlook(points, &state, &secured, &mut moves))
                }
                Count::Plies => Entry::Plies(judge.verdict(&state, &mut moves)),
            };
            let Some(found) = table.entry(index) else { continue };
            let is_turned_over =
                matches!(found, Entry::Points(it) if it.bounds.lower > it.bounds.upper);
            if found != expected || is_turned_over {
                let mut fault = fault.lock().unwrap_or_else(PoisonError::into_inner);
                if fault.is_none_or(|earlier| index < earlier.index) {
                    *fault = Some(Fault { material, index, found, expected });
                }
                break;
            }
            if matches!(found, Entry::Points(outlook) if outlook.plies >= most) {
                far.fetch_add(1, Relaxed);
            }
        }
    });
    let verified = Verified { far: far.into_inner() };
    fault.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(verified), Err)
}

/// Who knows what tables tell of the successors of a position.
struct Judge<'a, G: Game> {
    endgames: &'a Endgames<G>,
    tablebase: &'a Tablebase,
    /// The material of the table in question.
    material: u8,
}

impl<G: Game> Judge<'_, G> {
    /// Whether a position has the material of the table in question.
    fn has(&self, state: &G) -> bool {
        (self.endgames.material)(state) == self.material
    }

    fn verdict(&self, state: &G, moves: &mut Vec<G::Move>) -> Verdict {
        let verdict = verdict_by_successors(state, moves, |next| {
            match self.tablebase.entry_at_rest(self.endgames, next) {
                Some(Entry::Plies(verdict)) => verdict,
                _ => Verdict::Draw,
            }
        });
        verdict.after_quiet(0, limit::<G>().into())
    }

    /// What is told of a position of points. What no table has could be anything.
    fn known(&self, state: &G) -> Outlook {
        match self.tablebase.entry_at_rest(self.endgames, state) {
            Some(Entry::Points(outlook)) => outlook,
            _ => Outlook { bounds: bounds_of_endless(Endless::Open, self.material), plies: 0 },
        }
    }

    /// The outlook of a position by those of its successors, and by the plies in which the
    /// player to move there secures his lower bound, if they are counted.
    fn outlook(
        &self,
        points: &Points<G>,
        state: &G,
        secured: &[AtomicU8],
        moves: &mut Vec<G::Move>,
    ) -> Outlook {
        moves.clear();
        state.legal_moves(moves);
        let choices = moves.iter().map(|&mv| {
            let next = state.after(mv);
            let plies = secured.get((self.endgames.index)(&next) as usize);
            let plies = plies.map_or(0, |plies| plies.load(Relaxed));
            let after = Outlook { plies, ..self.known(&next) };
            after.plus((points.lead)(&next)).before(!self.has(&next))
        });
        let better = |one: Outlook, other: Outlook| Outlook {
            bounds: one.bounds.or(other.bounds),
            plies: one.plies.max(other.plies),
        };
        let at_the_end = Outlook { bounds: Bounds::exact((points.final_lead)(state)), plies: 0 };
        let outlook = choices.reduce(better).unwrap_or(at_the_end);
        let bounds = outlook.bounds.plus(-(points.lead)(state));
        let hurries = !secured.is_empty()
            && bounds.upper < bounds_of_endless(Endless::Open, self.material).upper;
        let most = Packing::of(self.material).most_plies();
        Outlook { bounds, plies: if hurries { outlook.plies.min(most) } else { 0 } }
    }

    /// Of each position the plies to the next win of points or the end, if the player to
    /// move hurries there with his lower bound.
    fn all_secured(&self, points: &Points<G>, rules: G::Rules, threads: usize) -> Vec<AtomicU8> {
        let positions = (self.endgames.positions)(rules, self.material);
        let all: Vec<AtomicU8> = (0..positions).map(|_| AtomicU8::new(0)).collect();
        in_portions(positions, threads, |portion| {
            let mut moves = Vec::new();
            for index in portion {
                let state = (self.endgames.position)(rules, self.material, index);
                let plies = self.secured(points, &state, &mut moves);
                all[index as usize].store(plies, Relaxed);
            }
        });
        all
    }

    fn secured(&self, points: &Points<G>, state: &G, moves: &mut Vec<G::Move>) -> u8 {
        let Bounds { lower, .. } = self.known(state).bounds;
        if lower == bounds_of_endless(Endless::Open, self.material).lower {
            return 0;
        }
        moves.clear();
        state.legal_moves(moves);
        let plies = moves.iter().filter_map(|&mv| {
            let next = state.after(mv);
            let after = self.known(&next).plus((points.lead)(&next)).before(!self.has(&next));
            (after.bounds.lower - (points.lead)(state) == lower).then_some(after.plies)
        });
        plies.min().unwrap_or(0)
    }
}
