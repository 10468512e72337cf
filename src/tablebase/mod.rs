//! Tables of endings: what becomes of positions of little material.
//!
//! There is a [`Table`] for each amount of material, and a [`Tablebase`] has those of the
//! least material up to some. The game numbers its positions
//! ([`Endgames`]), and its rules tell all else. Tables tell what the player to move will
//! win of the points in play ([`Bounds`]), or whether he wins and how soon ([`Verdict`]), as
//! suits the game. `docs/tablebase.md` says what that means where positions are repeated.

mod file;
mod lazy;
mod of_game;
mod plies;
mod points;
mod portions;
#[cfg(test)]
mod tests;
mod verify;

pub use file::{FileError, Header, file_name, read, read_header, write};
pub use lazy::LazyTablebase;
pub(crate) use of_game::TablesOf;
pub use of_game::{BadFile, GameTables};
pub use plies::Verdict;
pub use points::Bounds;
pub use verify::{Fault, verify};

use crate::game::{Count, Endgames, Game, Points};
use plies::verdict_of_move;
use std::fmt;

/// What becomes of a play without end, and with that what tables tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// Who gets the points in play depends on more than the position, so tables have
    /// bounds: nothing and everything.
    Open,
    /// Each player gets half of the points in play. No rule of a game, but of the
    /// literature.
    Even,
    /// It is a draw. Tables have verdicts.
    Drawn,
}

impl Endless {
    /// That of the rules.
    pub const fn by_rules<G: Game>(endgames: &Endgames<G>) -> Self {
        match endgames.count {
            Count::Points(_) => Self::Open,
            Count::Plies(_) => Self::Drawn,
        }
    }

    /// Those that there can be tables for.
    pub const fn all_of<G: Game>(endgames: &Endgames<G>) -> &'static [Self] {
        match endgames.count {
            Count::Points(_) => &[Self::Open, Self::Even],
            Count::Plies(_) => &[Self::Drawn],
        }
    }

    /// Bytes of a position in a table.
    pub const fn bytes_a_position(self) -> u64 {
        match self {
            Self::Open | Self::Even => 2,
            Self::Drawn => 1,
        }
    }
}

/// What tables are about: a game, by rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The variant.
    pub variant: String,
    /// Its rules, as the game calls them; empty if the variant tells all.
    pub rules: String,
    /// What becomes of a play without end.
    pub endless: Endless,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, rules, endless } = self;
        let even = if *endless == Endless::Even { "even" } else { "" };
        f.write_str(variant)?;
        for word in [rules.as_str(), even] {
            if !word.is_empty() {
                write!(f, " {word}")?;
            }
        }
        Ok(())
    }
}

/// What a table tells of a position, as if the game began with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The lead that the player to move will still win.
    Points(Bounds),
    /// Whether he wins, and how soon.
    Plies(Verdict),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(bounds) => bounds.fmt(f),
            Self::Plies(verdict) => verdict.fmt(f),
        }
    }
}

/// What is told of all positions of one amount of material: two bytes a position for
/// bounds, one for verdicts.
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    endless: Endless,
    cells: Box<[u8]>,
}

impl Table {
    /// What is told of the position with a number; `None` of one that is not there.
    pub fn entry(&self, index: u64) -> Option<Entry> {
        match self.endless {
            Endless::Open | Endless::Even => self.bounds(index).map(Entry::Points),
            Endless::Drawn => self.verdict(index).map(Entry::Plies),
        }
    }

    fn bounds(&self, index: u64) -> Option<Bounds> {
        let place = 2 * index as usize;
        let &[lower, upper] = self.cells.get(place..place + 2)? else { return None };
        Some(Bounds::of_cell([lower, upper]))
    }

    fn verdict(&self, index: u64) -> Option<Verdict> {
        self.cells.get(index as usize).map(|&cell| Verdict::of_cell(cell))
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.cells.len() as u64 / self.endless.bytes_a_position()
    }

    /// What is told of all positions, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Entry> {
        (0..self.positions()).map_while(|index| self.entry(index))
    }

    /// What there is to tell of the whole table, in some words.
    pub fn summary(&self) -> String {
        let [mut won, mut lost, mut longest] = [0_u64; 3];
        for entry in self.iter() {
            match entry {
                Entry::Points(_) => return format!("{} certain", self.settled()),
                Entry::Plies(Verdict::Draw) => {}
                Entry::Plies(Verdict::Win(plies)) => {
                    won += 1;
                    longest = longest.max(plies.into());
                }
                Entry::Plies(Verdict::Loss(plies)) => {
                    lost += 1;
                    longest = longest.max(plies.into());
                }
            }
        }
        format!("{won} won, {lost} lost, in at most {longest} plies")
    }

    /// The number of positions whose lead is certain, or that are won or lost.
    pub fn settled(&self) -> u64 {
        let settled = |entry: &Entry| match entry {
            Entry::Points(bounds) => bounds.is_exact(),
            Entry::Plies(verdict) => *verdict != Verdict::Draw,
        };
        self.iter().filter(settled).count() as u64
    }
}

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

/// The table of the least material that `smaller` has none of.
pub fn build_next<G: Game>(
    endgames: &Endgames<G>,
    rules: G::Rules,
    smaller: &[Table],
    endless: Endless,
    threads: usize,
    report: &(dyn Fn(Work) + Sync),
) -> Table {
    match &endgames.count {
        Count::Points(count) => {
            points::build_next(endgames, count, rules, smaller, endless, threads, report)
        }
        Count::Plies(count) => plies::build_next(endgames, count, rules, smaller, threads, report),
    }
}

/// The tables of a game from no material up.
#[derive(Clone, Default)]
pub struct Tablebase {
    /// By material.
    pub tables: Vec<Table>,
}

impl Tablebase {
    /// The most material of a position that is in the tables.
    pub fn most(&self) -> Option<u8> {
        self.tables.len().checked_sub(1).map(|most| most as u8)
    }

    /// What is told of a position, if the tables have it.
    pub fn entry<G: Game>(&self, endgames: &Endgames<G>, state: &G) -> Option<Entry> {
        let entry = self.entry_at_rest(endgames, state)?;
        Some(match (entry, &endgames.count) {
            (Entry::Plies(verdict), Count::Plies(count)) => {
                Entry::Plies(verdict.after_quiet((count.quiet)(state), count.limit))
            }
            _ => entry,
        })
    }

    /// The same as if the last move had been a conversion.
    fn entry_at_rest<G: Game>(&self, endgames: &Endgames<G>, state: &G) -> Option<Entry> {
        let table = self.tables.get(usize::from((endgames.material)(state)))?;
        table.entry((endgames.index)(state))
    }

    /// What is told of a move, for the player who makes it, by the positions before and after
    /// it.
    pub fn entry_of_move<G: Game>(
        &self,
        endgames: &Endgames<G>,
        before: &G,
        after: &G,
    ) -> Option<Entry> {
        Some(match (self.entry(endgames, after)?, &endgames.count) {
            (Entry::Points(bounds), Count::Points(Points { lead, .. })) => {
                Entry::Points(bounds.plus(lead(after)).turned().plus(-lead(before)))
            }
            (Entry::Points(bounds), Count::Plies(_)) => Entry::Points(bounds.turned()),
            (Entry::Plies(verdict), Count::Plies(count)) => {
                Entry::Plies(verdict_of_move(count, before, after, verdict))
            }
            (Entry::Plies(verdict), Count::Points(_)) => Entry::Plies(verdict.before(false)),
        })
    }

    /// What the player to move has more in the end than the other, if the tables know: as
    /// if the game began here. Where nothing but the end counts, it is 1 for a win.
    pub fn final_lead<G: Game>(&self, endgames: &Endgames<G>, state: &G) -> Option<Bounds> {
        Some(match (self.entry(endgames, state)?, &endgames.count) {
            (Entry::Points(bounds), Count::Points(count)) => bounds.plus((count.lead)(state)),
            (Entry::Points(bounds), Count::Plies(_)) => bounds,
            (Entry::Plies(verdict), _) => verdict.bounds(),
        })
    }
}
