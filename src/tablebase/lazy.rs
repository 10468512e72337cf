//! Tables that are not made before a position asks for them.

use super::{Bounds, Endless, Entry, Making, Outlook, Tablebase, build_next};
use crate::game::{Endgames, Game};
use std::{fmt, sync::LazyLock};

/// The tables that need no file have so many positions in all, at most: they are made in so
/// little time that nobody waits.
const POSITIONS: u64 = 80_000;

/// A [`Tablebase`] that is there, or will be when somebody asks.
pub struct LazyTablebase {
    /// The number of tables.
    count: usize,
    tablebase: LazyLock<Tablebase, Box<dyn FnOnce() -> Tablebase + Send>>,
}

impl fmt::Debug for LazyTablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LazyTablebase").field("count", &self.count).finish_non_exhaustive()
    }
}

impl From<Tablebase> for LazyTablebase {
    fn from(tablebase: Tablebase) -> Self {
        Self {
            count: tablebase.tables.len(),
            tablebase: LazyLock::new(Box::new(move || tablebase)),
        }
    }
}

impl LazyTablebase {
    /// The tables of a game that need no file.
    pub fn small<G: Game>(endgames: &'static Endgames<G>, rules: G::Rules) -> Self {
        let mut positions = 0;
        let most = (endgames.most)(rules);
        let counts = (0..=most).map(|material| (endgames.positions)(rules, material));
        let count = counts
            .take_while(|count| {
                positions += count;
                positions <= POSITIONS
            })
            .count();
        let endless = Endless::by_rules(endgames);
        let make = move || {
            let mut tables = Vec::new();
            for _ in 0..count {
                tables.push(build_next(endgames, rules, &tables, endless, Making::quietly(1)));
            }
            Tablebase { tables }
        };
        Self { count, tablebase: LazyLock::new(Box::new(make)) }
    }

    /// The most material of a position that is in the tables.
    pub fn most(&self) -> Option<u8> {
        self.count.checked_sub(1).map(|most| most as u8)
    }

    /// Makes the tables now, unless they are there.
    pub fn prepare(&self) {
        LazyLock::force(&self.tablebase);
    }

    /// As [`Tablebase::entry`].
    pub fn entry<G: Game>(&self, endgames: &Endgames<G>, state: &G) -> Option<Entry> {
        self.tablebase_with(endgames, state)?.entry(endgames, state)
    }

    /// As [`Tablebase::entry_of_move`].
    pub fn entry_of_move<G: Game>(
        &self,
        endgames: &Endgames<G>,
        before: &G,
        after: &G,
    ) -> Option<Entry> {
        self.tablebase_with(endgames, after)?.entry_of_move(endgames, before, after)
    }

    /// As [`Tablebase::final_outlook_of_move`].
    pub fn final_outlook_of_move<G: Game>(
        &self,
        endgames: &Endgames<G>,
        before: &G,
        after: &G,
    ) -> Option<Outlook> {
        self.tablebase_with(endgames, after)?.final_outlook_of_move(endgames, before, after)
    }

    /// As [`Tablebase::final_lead`].
    pub fn final_lead<G: Game>(&self, endgames: &Endgames<G>, state: &G) -> Option<Bounds> {
        self.tablebase_with(endgames, state)?.final_lead(endgames, state)
    }

    /// The tables, if they have the position.
    fn tablebase_with<G: Game>(&self, endgames: &Endgames<G>, state: &G) -> Option<&Tablebase> {
        let material = usize::from((endgames.material)(state));
        (material < self.count).then(|| &*self.tablebase)
    }
}
