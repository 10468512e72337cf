//! The positions that games begin from.

use crate::{
    search::{Clock as _, Control, Limits, ManySearch, Score, SystemClock, Table},
    session::{IllegalMove, PositionError, Request, Session, Start},
};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicI32, Ordering::Relaxed},
    },
    time::Duration,
};

/// A position and the way to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Where the moves begin, as a FEN; `None`: the start position of the variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves from there on.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl Opening {
    /// Reads `startpos` or a FEN, and after the word `moves` the moves from there on.
    pub fn parse(line: &str) -> Self {
        let (start, moves) = line.split_once(" moves").unwrap_or((line, ""));
        let start = start.trim();
        Self {
            fen: (start != "startpos").then(|| start.to_owned()),
            moves: moves.split_ascii_whitespace().map(str::to_owned).collect(),
        }
    }

    /// Sets the position up.
    ///
    /// # Errors
    /// If the FEN or a move is refused.
    pub fn set_up(&self, session: &mut dyn Session) -> Result<(), PositionError> {
        let start = self.fen.as_deref().map_or(Start::Startpos, Start::Fen);
        session.set_position(start, &self.moves.join(" "), IllegalMove::Refused)
    }
}

/// Where the openings of a match come from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// A list, from its start again when it is used up.
    List(Vec<Opening>),
    /// Random ones.
    Random(RandomOpenings),
}

/// Openings by random moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomOpenings {
    /// The number of random moves.
    pub plies: u32,
    /// The same number gives the same openings.
    pub seed: u64,
    /// Positions are kept that a short search values at this much or less, in
    /// hundredths of a piece, for either side.
    pub balance: i32,
}

/// Random games for one opening before the best one so far is taken.
const TRIES: usize = 200;

/// Nodes of the search that values an opening.
const NODES: u64 = 2000;

impl RandomOpenings {
    /// Makes the openings, one after the other; none if no random game lasts so long.
    pub(super) fn generate(self, mut session: Box<dyn Session>) -> impl Iterator<Item = Opening> {
        let mut chance = StdRng::seed_from_u64(self.seed);
        let mut known = HashSet::new();
        std::iter::from_fn(move || {
            let mut best: Option<(i32, Opening)> = None;
            for _ in 0..TRIES {
                let Some(opening) = self.random_line(&mut *session, &mut chance) else { continue };
                let fresh = !known.contains(&session.fen());
                let value = if fresh { imbalance(&*session) } else { i32::MAX };
                if best.as_ref().is_none_or(|&(least, _)| value < least) {
                    best = Some((value, opening));
                }
                if value <= self.balance {
                    break;
                }
            }
            // Where every random game is over by then there is none.
            let (_, opening) = best?;
            if opening.set_up(&mut *session).is_ok() {
                known.insert(session.fen());
            }
            Some(opening)
        })
    }

    /// Random moves, unless they end the game.
    fn random_line(&self, session: &mut dyn Session, chance: &mut StdRng) -> Option<Opening> {
        session.new_game();
        let mut opening = Opening::default();
        for _ in 0..self.plies {
            let moves = session.legal_moves();
            let mv = moves.get(chance.random_range(0..moves.len().max(1)))?;
            session.play(mv, IllegalMove::Refused).ok()?;
            opening.moves.push(mv.clone());
        }
        session.outcome().is_none().then_some(opening)
    }
}

/// How far the position is from equal, by a short search.
fn imbalance(session: &dyn Session) -> i32 {
    // Among three, the seats rotate and there is no middle.
    if session.variant().players > 2 {
        return 0;
    }
    let value = Arc::new(AtomicI32::new(0));
    let heard = Arc::clone(&value);
    let clock = SystemClock::default();
    let Ok(table) = Table::new(1) else { return 0 };
    let search = session.search(Request {
        limits: Limits { nodes: Some(NODES), ..Limits::default() },
        moves: Vec::new(),
        lines: 1,
        threads: 1,
        overhead: Duration::ZERO,
        skill: None,
        many: ManySearch::default(),
        tablebase: None,
        table: Arc::new(table),
        control: Arc::new(Control::new(false)),
        started: clock.now(),
        clock: Arc::new(clock),
        report: Box::new(move |info| {
            if let Some(line) = &info.line {
                let value = match line.score {
                    Score::Centi(value) => value.abs(),
                    Score::Mate { .. } => i32::MAX - 1,
                };
                heard.store(value, Relaxed);
            }
        }),
    });
    search();
    value.load(Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::OptionValues, variants};

    fn open(name: &str) -> Box<dyn Session> {
        variants::GAMES.find(name).unwrap().open(&OptionValues::default())
    }

    #[test]
    fn lines_are_read() {
        let of = |fen: Option<&str>, moves: &[&str]| Opening {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        assert_eq!(Opening::parse("startpos"), of(None, &[]));
        assert_eq!(Opening::parse("startpos moves A b"), of(None, &["A", "b"]));
        assert_eq!(Opening::parse(" 1-2 S moves"), of(Some("1-2 S"), &[]));
        assert_eq!(Opening::parse("1-2 S 0 1 moves A"), of(Some("1-2 S 0 1"), &["A"]));
    }

    #[test]
    fn random_openings_are_balanced_different_and_the_same_for_one_seed() {
        for name in ["wari", "tablut", "hexlasca-3"] {
            let random = RandomOpenings { plies: 4, seed: 7, balance: 150 };
            let made: Vec<_> = random.clone().generate(open(name)).take(8).collect();
            let again: Vec<_> = random.clone().generate(open(name)).take(8).collect();
            assert_eq!(made, again);
            let other = RandomOpenings { seed: 8, ..random };
            assert_ne!(made, other.generate(open(name)).take(8).collect::<Vec<_>>());
            let mut fens = HashSet::new();
            let mut session = open(name);
            for opening in &made {
                // A search looks at other moves first after it has learnt from others.
                session.new_game();
                opening.set_up(&mut *session).unwrap();
                assert_eq!((session.outcome(), session.plies()), (None, 4));
                assert!(imbalance(&*session) <= 150, "{name} {opening:?}");
                fens.insert(session.fen());
            }
            assert_eq!(fens.len(), made.len(), "{name}");
        }
    }
}
