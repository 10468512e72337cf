//! Searching positions one after the other.

use super::{
    query::{Defaults, Position},
    record::{Complaint, Findings, Kind, Line},
};
use crate::{
    game::OptionValues,
    search::{Bound, Clock as _, Control, NoMemory, SystemClock, Table},
    session::{IllegalMove, Info, PositionError, Request, Session, Start},
};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// Sessions that are kept open.
const MOST_SESSIONS: usize = 32;

/// Searches positions, each as if it were the first.
pub(super) struct Worker {
    table: Arc<Table>,
    clock: Arc<SystemClock>,
    control: Arc<Control>,
    /// Sessions of variants under rule options, the last used one first.
    sessions: Vec<(&'static str, OptionValues, Box<dyn Session>)>,
}

/// What a search has told so far.
#[derive(Default)]
struct Heard {
    lines: Vec<Line>,
    depth: u32,
    selective_depth: u32,
    nodes: u64,
}

impl Heard {
    fn note(&mut self, info: &Info) {
        self.nodes = info.nodes;
        // Lines come in groups, by rank. Bounds are of unfinished groups.
        let Some(line) = info.line.as_ref().filter(|line| line.bound == Bound::Exact) else {
            return;
        };
        if line.rank == 1 {
            self.lines.clear();
            (self.depth, self.selective_depth) = (info.depth, info.selective_depth);
        }
        let (score, chances, moves) = (line.score, line.chances, line.moves.clone());
        self.lines.push(Line { score, chances, moves });
    }
}

impl Worker {
    /// A worker with a table of `megabytes`. `control` ends its searches early.
    pub(super) fn new(megabytes: usize, control: Arc<Control>) -> Result<Self, NoMemory> {
        let table = Arc::new(Table::new(megabytes)?);
        Ok(Self { table, clock: Arc::default(), control, sessions: Vec::new() })
    }

    /// Searches a position.
    pub(super) fn search(
        &mut self,
        position: &Position,
        defaults: &Defaults,
    ) -> Result<Findings, Complaint> {
        let started = self.clock.now();
        let (table, clock, control) =
            (Arc::clone(&self.table), Arc::clone(&self.clock), Arc::clone(&self.control));
        let session = self.session(position);
        session.new_game();
        let start = position.fen.as_deref().map_or(Start::Startpos, Start::Fen);
        session.set_position(start, &position.moves, IllegalMove::Refused).map_err(|error| {
            let kind = match error {
                PositionError::Fen(_) => Kind::Fen,
                PositionError::Move { .. } => Kind::Move,
            };
            Complaint::new(kind, error)
        })?;
        let outcome = session.outcome();
        if outcome.is_none() {
            table.clear();
        }
        let heard = Arc::new(Mutex::new(Heard::default()));
        let hearer = Arc::clone(&heard);
        let answer = session.search(Request {
            limits: position.limits,
            moves: Vec::new(),
            lines: defaults.lines,
            threads: 1,
            overhead: Duration::ZERO,
            skill: None,
            many: defaults.many,
            tablebase: None,
            table,
            control,
            started,
            clock,
            report: Box::new(move |info| {
                hearer.lock().unwrap_or_else(PoisonError::into_inner).note(info);
            }),
        })();
        let heard = std::mem::take(&mut *heard.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(Findings {
            best: answer.map(|answer| answer.best),
            lines: heard.lines,
            depth: heard.depth,
            selective_depth: heard.selective_depth,
            nodes: heard.nodes,
            outcome,
            time: self.clock.now().saturating_sub(started),
        })
    }

    fn session(&mut self, position: &Position) -> &mut dyn Session {
        let name = position.variant.info.name;
        let known =
            self.sessions.iter().position(|(it, rules, _)| *it == name && *rules == position.rules);
        let entry = match known {
            Some(place) => self.sessions.remove(place),
            None => (name, position.rules.clone(), position.variant.open(&position.rules)),
        };
        self.sessions.truncate(MOST_SESSIONS - 1);
        self.sessions.insert(0, entry);
        &mut *self.sessions[0].2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        search::{Limits, ManySearch, Score},
        variants::GAMES,
    };

    fn defaults(depth: u32, lines: usize) -> Defaults {
        Defaults {
            games: &GAMES,
            variant: GAMES.find("wari").unwrap(),
            rules: OptionValues::default(),
            limits: Limits { depth: Some(depth), ..Limits::default() },
            lines,
            many: ManySearch::default(),
        }
    }

    fn position(variant: &str, moves: &str, limits: Limits) -> Position {
        Position {
            variant: GAMES.find(variant).unwrap(),
            rules: OptionValues::default(),
            fen: None,
            moves: moves.to_owned(),
            limits,
        }
    }

    fn worker() -> Worker {
        Worker::new(1, Arc::default()).unwrap()
    }

    #[test]
    fn a_position_is_searched_as_if_it_were_the_first() {
        let defaults = defaults(6, 1);
        let search = |worker: &mut Worker, variant: &str, moves: &str| {
            let position = position(variant, moves, defaults.limits);
            let found = worker.search(&position, &defaults).unwrap();
            Findings { time: Duration::ZERO, ..found }
        };
        let mut busy = worker();
        for variant in GAMES.names() {
            search(&mut busy, variant, "");
        }
        for moves in ["", "D b", "D b E"] {
            let found = search(&mut busy, "wari", moves);
            assert_eq!(found, search(&mut worker(), "wari", moves), "{moves}");
            assert_eq!((found.depth, found.lines.len()), (6, 1));
            assert_eq!(found.best.as_ref(), found.lines[0].moves.first());
        }
    }

    #[test]
    fn lines_of_play_come_best_first() {
        let defaults = defaults(5, 3);
        let position = position("wari", "", defaults.limits);
        let found = worker().search(&position, &defaults).unwrap();
        let values: Vec<_> = found.lines.iter().map(|line| line.score).collect();
        let [Score::Centi(first), Score::Centi(second), Score::Centi(third)] = values[..] else {
            panic!("{values:?}")
        };
        assert!(first >= second && second >= third, "{values:?}");
        let firsts: Vec<_> = found.lines.iter().map(|line| &line.moves[0]).collect();
        assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2]);
    }

    #[test]
    fn sessions_are_bounded_and_found_again() {
        let mut worker = worker();
        let defaults = defaults(1, 1);
        let tablut = GAMES.find("tablut").unwrap();
        let values = |armed: &str, first: &str, capture: &str| {
            let mut rules = OptionValues::default();
            for (spec, value) in tablut.options.iter().zip([armed, first, capture]) {
                rules.set(spec, value).unwrap();
            }
            rules
        };
        let rules = values("true", "white", "linnaeus");
        for _ in 0..3 {
            for variant in GAMES.names() {
                worker.search(&position(variant, "", defaults.limits), &defaults).unwrap();
            }
            let special =
                Position { rules: rules.clone(), ..position("tablut", "", defaults.limits) };
            worker.search(&special, &defaults).unwrap();
        }
        assert_eq!(worker.sessions.len(), GAMES.names().len() + 1);
        assert!(worker.sessions.len() <= MOST_SESSIONS);
        assert_eq!(worker.sessions[0].0, "tablut");
    }
}
