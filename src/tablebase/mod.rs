//! Tables of endings: what the player to move will win of the points in play.
//!
//! There is a [`Table`] for each amount of material, and a [`Tablebase`] has those of the
//! least material up to some. The game numbers its positions
//! ([`Endgames`]), and its rules tell all else. `docs/tablebase.md`
//! says what the bounds mean where positions are repeated.

mod build;
mod file;
mod lazy;
mod of_game;
#[cfg(test)]
mod tests;
mod verify;

pub use build::{Work, build_next};
pub use file::{FileError, Header, file_name, read, read_header, write};
pub use lazy::LazyTablebase;
pub(crate) use of_game::TablesOf;
pub use of_game::{BadFile, GameTables};
pub use verify::{Fault, verify};

use crate::game::{Endgames, Game};
use std::fmt;

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
}

/// What becomes of the points in play when the play has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// It depends on more than the position, so tables have bounds: nothing and everything.
    Open,
    /// Each player gets half. No rule of a game, but of the literature.
    Even,
}

impl Endless {
    /// What the player to move gets of so much material, at least and at most.
    fn bounds(self, material: u8) -> Bounds {
        let all = material as i8;
        match self {
            Self::Open => Bounds { lower: -all, upper: all },
            Self::Even => Bounds::exact(0),
        }
    }
}

/// What tables are about: a game, by rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The variant.
    pub variant: String,
    /// Its rules, as the game calls them.
    pub rules: String,
    /// What becomes of a play without end.
    pub endless: Endless,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, rules, endless } = self;
        let even = if *endless == Endless::Even { " even" } else { "" };
        write!(f, "{variant} {rules}{even}")
    }
}

/// The bounds of all positions of one amount of material: two bytes a position.
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    cells: Box<[u8]>,
}

impl Table {
    /// The bounds of the position with a number; `None` of one that is not there.
    pub fn bounds(&self, index: u64) -> Option<Bounds> {
        let place = 2 * index as usize;
        let &[lower, upper] = self.cells.get(place..place + 2)? else { return None };
        Some(Bounds { lower: lower as i8, upper: upper as i8 })
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.cells.len() as u64 / 2
    }

    /// The bounds of all positions, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Bounds> {
        let cells = self.cells.as_chunks::<2>().0.iter();
        cells.map(|&[lower, upper]| Bounds { lower: lower as i8, upper: upper as i8 })
    }

    /// The number of positions whose lead is certain.
    pub fn exact(&self) -> u64 {
        self.iter().filter(|bounds| bounds.is_exact()).count() as u64
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

    /// What the player to move has more in the end than the other, if the tables know: as
    /// if the game began here.
    pub fn final_lead<G: Game>(&self, endgames: &Endgames<G>, state: &G) -> Option<Bounds> {
        let table = self.tables.get(usize::from((endgames.material)(state)))?;
        let bounds = table.bounds((endgames.index)(state))?;
        Some(bounds.plus((endgames.lead)(state)))
    }
}
