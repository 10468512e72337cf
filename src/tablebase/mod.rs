//! Tables of endings: what becomes of positions of little material.
//!
//! There is a [`Table`] for each amount of material, and a [`Tablebase`] has those of the
//! least material up to some. The game numbers its positions
//! ([`Endgames`]), and its rules tell all else. Tables tell what the player to move will
//! win of the points in play ([`Outlook`]), or whether he wins and how soon ([`Verdict`]), as
//! suits the game. `docs/tablebase.md` says what that means where positions are repeated.

mod bounds;
mod file;
mod lazy;
mod making;
mod of_game;
mod plies;
mod points;
mod portions;
mod sweeps;
#[cfg(test)]
mod tests;
mod verify;

pub use bounds::{Bounds, Outlook};
pub use file::{
    FileError, Header, draft_name, file_name, read, read_draft, read_header, write, write_draft,
};
pub use lazy::LazyTablebase;
pub use making::{Chunks, Making, Work};
pub(crate) use of_game::TablesOf;
pub use of_game::{BadFile, GameTables};
pub use plies::Verdict;
pub use verify::{Fault, Verified, verify};

use crate::game::{Count, Endgames, Game, Points};
use bounds::Packing;
use plies::{limit, verdict_of_move};
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
            Count::Plies => Self::Drawn,
        }
    }

    /// Those that there can be tables for.
    pub const fn all_of<G: Game>(endgames: &Endgames<G>) -> &'static [Self] {
        match endgames.count {
            Count::Points(_) => &[Self::Open, Self::Even],
            Count::Plies => &[Self::Drawn],
        }
    }

    /// Bytes of a position in a table.
    pub const fn bytes_a_position(self) -> u64 {
        match self {
            Self::Open | Self::Even => 2,
            Self::Drawn => 1,
        }
    }

    /// Bytes of a position in a table that is not finished.
    pub const fn bytes_in_the_making(self) -> u64 {
        match self {
            Self::Open => points::DRAFT_BYTES,
            Self::Even | Self::Drawn => self.bytes_a_position(),
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
    /// The lead that the player to move will still win, and how soon.
    Points(Outlook),
    /// Whether he wins, and how soon.
    Plies(Verdict),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(outlook) => outlook.fmt(f),
            Self::Plies(verdict) => verdict.fmt(f),
        }
    }
}

/// What is told of all positions of one amount of material: two bytes a position for
/// points, one for verdicts.
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    endless: Endless,
    material: u8,
    cells: Box<[u8]>,
}

impl Table {
    /// What is told of the position with a number; `None` of one that is not there.
    pub fn entry(&self, index: u64) -> Option<Entry> {
        match self.endless {
            Endless::Open | Endless::Even => self.outlook(index).map(Entry::Points),
            Endless::Drawn => self.verdict(index).map(Entry::Plies),
        }
    }

    fn outlook(&self, index: u64) -> Option<Outlook> {
        let &cell = self.cells.as_chunks().0.get(index as usize)?;
        Some(match self.endless {
            Endless::Open => Packing::of(self.material).unpack(u16::from_le_bytes(cell)),
            Endless::Even | Endless::Drawn => Outlook { bounds: Bounds::of_cell(cell), plies: 0 },
        })
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
                Entry::Points(outlook) => longest = longest.max(outlook.plies.into()),
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
        match self.endless {
            Endless::Open => {
                let certain = self.settled();
                format!("{certain} certain, the next points in at most {longest} plies")
            }
            Endless::Even => format!("{} certain", self.settled()),
            Endless::Drawn => format!("{won} won, {lost} lost, in at most {longest} plies"),
        }
    }

    /// The number of positions whose lead is certain, or that are won or lost.
    pub fn settled(&self) -> u64 {
        let settled = |entry: &Entry| match entry {
            Entry::Points(outlook) => outlook.bounds.is_exact(),
            Entry::Plies(verdict) => *verdict != Verdict::Draw,
        };
        self.iter().filter(settled).count() as u64
    }
}

/// The table of the least material that `smaller` has none of.
pub fn build_next<G: Game>(
    endgames: &Endgames<G>,
    rules: G::Rules,
    smaller: &[Table],
    endless: Endless,
    making: Making<'_>,
) -> Table {
    match &endgames.count {
        Count::Points(count) => {
            points::build_next(endgames, count, rules, smaller, endless, making)
        }
        Count::Plies => plies::build_next(endgames, rules, smaller, making),
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
        Some(match self.entry_at_rest(endgames, state)? {
            Entry::Plies(verdict) => {
                Entry::Plies(verdict.after_quiet(state.quiet(), limit::<G>().into()))
            }
            points @ Entry::Points(_) => points,
        })
    }

    /// The same as if the last move had been a conversion.
    fn entry_at_rest<G: Game>(&self, endgames: &Endgames<G>, state: &G) -> Option<Entry> {
        let table = self.tables.get(usize::from((endgames.material)(state)))?;
        table.entry((endgames.index)(state))
    }

    /// What is told of a move, for the player who makes it, by the positions before and after
    /// it. Of points the plies are those in which he comes with the lower bound to the next
    /// ones, or to the end.
    pub fn entry_of_move<G: Game>(
        &self,
        endgames: &Endgames<G>,
        before: &G,
        after: &G,
    ) -> Option<Entry> {
        Some(match (self.entry(endgames, after)?, &endgames.count) {
            (Entry::Points(outlook), Count::Points(Points { lead, .. })) => {
                let converts = (endgames.material)(before) != (endgames.material)(after);
                Entry::Points(outlook.plus(lead(after)).before(converts).plus(-lead(before)))
            }
            (Entry::Plies(verdict), Count::Plies) => {
                Entry::Plies(verdict_of_move(before, after, verdict))
            }
            _ => return None,
        })
    }

    /// What the player who makes a move has more in the end than the other, and the plies in
    /// which he comes nearer to that for certain, if the tables know, by the positions before
    /// and after it.
    pub fn final_outlook_of_move<G: Game>(
        &self,
        endgames: &Endgames<G>,
        before: &G,
        after: &G,
    ) -> Option<Outlook> {
        match (self.entry_of_move(endgames, before, after)?, &endgames.count) {
            (Entry::Points(outlook), Count::Points(count)) => {
                Some(outlook.plus((count.lead)(before)))
            }
            (Entry::Plies(verdict), Count::Plies) => {
                Some(Outlook { bounds: verdict.bounds(), plies: verdict.plies() })
            }
            _ => None,
        }
    }

    /// What the player to move has more in the end than the other, if the tables know: as
    /// if the game began here. Where nothing but the end counts, it is 1 for a win.
    pub fn final_lead<G: Game>(&self, endgames: &Endgames<G>, state: &G) -> Option<Bounds> {
        match (self.entry(endgames, state)?, &endgames.count) {
            (Entry::Points(outlook), Count::Points(count)) => {
                Some(outlook.bounds.plus((count.lead)(state)))
            }
            (Entry::Plies(verdict), Count::Plies) => Some(verdict.bounds()),
            _ => None,
        }
    }
}
