//! A match: all its games, side by side.

use super::{
    adjudication::Adjudication,
    cores::Cores,
    engine::{Engine, EngineSpec, Surroundings},
    fault::{Failure, Fault},
    game::{self, Conditions},
    openings::{Opening, Openings},
    pairing::{Format, games_of_opening},
    record::GameRecord,
    schedule::{Pairing, part},
    standings::Standings,
    statistics::{Sprt, Verdict},
};
use crate::{game::OptionValues, session::Session, variants::Variant};
use std::{
    collections::HashMap,
    io,
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::Duration,
};
use thiserror::Error;

/// Who plays what, and for how long.
#[derive(Clone)]
pub struct Match {
    /// What is played.
    pub variant: Variant,
    /// The rule options, by name, as the engines are told them.
    pub rules: Vec<(String, String)>,
    /// The same for the referee.
    pub values: OptionValues,
    /// The players, two or more.
    pub players: Vec<EngineSpec>,
    /// Who meets whom.
    pub format: Format,
    /// Where the games begin.
    pub openings: Openings,
    /// Openings to play; from each there is a game for every seating.
    pub rounds: usize,
    /// Games at a time.
    pub concurrency: usize,
    /// Whether the engines of each game have cores of their own, where the system
    /// allows it.
    pub pinned: bool,
    /// Time beyond its limits that costs a player nothing.
    pub margin: Duration,
    /// Time for an answer that takes no search, and beyond the time that a search may
    /// take.
    pub patience: Duration,
    /// Whether an engine of two thinks while the other one does.
    pub ponder: bool,
    /// What ends games besides their rules.
    pub adjudication: Adjudication,
    /// Ends the match of two players as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// Ends the match at once when it is set; games that have not ended are lost.
    pub interrupt: Arc<AtomicBool>,
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// A match needs two players or more.
    #[error("a match needs two engines or more")]
    TooFew,
    /// Two players have the same name.
    #[error("two engines are called '{0}'")]
    SameName(String),
    /// An opening of the list is refused, or its game is over.
    #[error("opening {number}: {reason}")]
    Opening {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A player cannot be started as the match wants it.
    #[error("engine '{name}': {fault}")]
    Engine {
        /// Its name.
        name: String,
        /// What it did.
        fault: Fault,
    },
    /// No random game lasts until an opening is made.
    #[error("no random game lasts {0} plies, so there are no openings")]
    NoOpening(u32),
    /// The sequential test is for two players of a game for two.
    #[error("the sequential test is for two engines in a game for two")]
    NoSprt,
    /// An option that only the match may set, since it changes the rules.
    #[error("engine '{name}': option '{option}' changes the rules, which hold for all engines")]
    Rule {
        /// The engine's name.
        name: String,
        /// The option.
        option: String,
    },
    /// Pondering is for two players.
    #[error("pondering, and ends by scores, are for a game for two")]
    ForTwo,
    /// A game that was played before is not one of this match.
    #[error("game {number} of the record is not one of this match: {what}")]
    Foreign {
        /// Its number, from 1.
        number: usize,
        /// What is different.
        what: &'static str,
    },
    /// A thread could not be started.
    #[error("the threads that the match needs are not to be had: {0}")]
    Threads(#[from] io::Error),
}

/// What the match tells while it is played.
pub struct Progress<'a> {
    /// The game that has just ended.
    pub record: &'a GameRecord,
    /// How it stands with it.
    pub standings: &'a Standings,
    /// Games that are to be played in all.
    pub games: usize,
}

impl Match {
    fn open(&self) -> Box<dyn Session> {
        self.variant.open(&self.values)
    }

    /// Finds mistakes before the first game; each engine is started once.
    ///
    /// # Errors
    /// If the match cannot be played.
    pub fn check(&self) -> Result<(), ArenaError> {
        if self.players.len() < 2 {
            return Err(ArenaError::TooFew);
        }
        for (index, player) in self.players.iter().enumerate() {
            if self.players[..index].iter().any(|it| it.name == player.name) {
                return Err(ArenaError::SameName(player.name.clone()));
            }
        }
        for player in &self.players {
            for (option, _) in &player.options {
                if option.eq_ignore_ascii_case("UCI_Variant") || self.variant.rule(option).is_some()
                {
                    let (name, option) = (player.name.clone(), option.clone());
                    return Err(ArenaError::Rule { name, option });
                }
            }
        }
        if self.sprt.is_some() && (self.players.len() > 2 || self.variant.info.players > 2) {
            return Err(ArenaError::NoSprt);
        }
        let by_scores = self.adjudication.resign.is_some()
            || self.adjudication.win.is_some()
            || self.adjudication.draw.is_some();
        if self.variant.info.players > 2 && (self.ponder || by_scores) {
            return Err(ArenaError::ForTwo);
        }
        if let Openings::Random(random) = &self.openings
            && self.openings().next().is_none()
        {
            return Err(ArenaError::NoOpening(random.plies));
        }
        if let Openings::List(list) = &self.openings {
            let mut session = self.open();
            for (opening, number) in list.iter().zip(1..) {
                let reason = match opening.set_up(&mut *session) {
                    Err(error) => error.to_string(),
                    Ok(()) if session.outcome().is_some() => "the game is over".to_owned(),
                    Ok(()) => continue,
                };
                return Err(ArenaError::Opening { number, reason });
            }
        }
        for spec in &self.players {
            if let Err(Failure::Fault(fault)) = Engine::start(spec, &self.surroundings()) {
                return Err(ArenaError::Engine { name: spec.name.clone(), fault });
            }
        }
        Ok(())
    }

    fn surroundings(&self) -> Surroundings {
        Surroundings {
            variant: self.variant.info.name,
            rules: self.rules.clone(),
            patience: self.patience,
            ponder: self.ponder,
            interrupt: Arc::clone(&self.interrupt),
        }
    }

    fn openings(&self) -> Box<dyn Iterator<Item = Opening> + Send> {
        match self.openings.clone() {
            Openings::List(list) if list.is_empty() => {
                Box::new(std::iter::repeat_with(Opening::default))
            }
            Openings::List(list) => Box::new(list.into_iter().cycle()),
            Openings::Random(random) => Box::new(random.generate(self.open())),
        }
    }
}

/// Plays a match that has passed its [`check`](Match::check), without the games that are
/// `finished`. `hear` is told of each game as
/// it ends; when it breaks, no more games are begun.
///
/// # Errors
/// If the match cannot begin; what engines do wrong later costs them games.
pub fn run(
    it: &Match,
    finished: Vec<GameRecord>,
    mut hear: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
) -> Result<Standings, ArenaError> {
    let seats = usize::from(it.variant.info.players);
    let seatings = games_of_opening(it.players.len(), seats, it.format);
    let games = it.rounds * seatings.len();
    let in_round = seatings.len();
    let pairings = it.openings().take(it.rounds).flat_map(move |opening| {
        let seatings = seatings.clone();
        seatings.into_iter().map(move |seating| (opening.clone(), seating))
    });
    let pairings =
        pairings.zip(0..).map(|((opening, seating), number)| Pairing { number, opening, seating });
    let (finished, pairings) = part(it, pairings, finished, games)?;
    let pairings = Mutex::new(pairings);
    let mut standings = Standings::new(it.players.iter().map(|player| player.name.clone()), seats);
    for record in &finished {
        standings.add(record, record.number / in_round);
    }
    let is_decided = |standings: &Standings| {
        it.sprt.is_some_and(|sprt| sprt.verdict(&standings.pairs()) != Verdict::Open)
    };
    let decided = AtomicBool::new(is_decided(&standings));
    let cores = Cores::available();
    thread::scope(|scope| {
        let (sender, ended) = mpsc::channel();
        let concurrency = it.concurrency.max(1);
        for number in 0..concurrency {
            let sender = sender.clone();
            let (pairings, decided, cores) = (&pairings, &decided, &cores);
            thread::Builder::new().spawn_scoped(scope, move || {
                if it.pinned {
                    cores.take(number, concurrency);
                }
                let mut worker = Worker::new(it);
                while !decided.load(Relaxed) && !it.interrupt.load(Relaxed) {
                    let next = pairings.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(record) = next.and_then(|pairing| worker.play(&pairing)) else {
                        break;
                    };
                    if sender.send(record).is_err() {
                        break;
                    }
                }
            })?;
        }
        drop(sender);
        for record in ended {
            standings.add(&record, record.number / in_round);
            let heard = hear(&Progress { record: &record, standings: &standings, games });
            if is_decided(&standings) || heard.is_break() {
                decided.store(true, Relaxed);
            }
        }
        Ok(standings)
    })
}

/// Plays games one after the other, with engines that live on between them.
struct Worker<'a> {
    it: &'a Match,
    surroundings: Surroundings,
    referee: Box<dyn Session>,
    /// Idle engines by player; a player may sit on several seats.
    engines: HashMap<usize, Vec<Engine>>,
}

impl<'a> Worker<'a> {
    fn new(it: &'a Match) -> Self {
        let surroundings = it.surroundings();
        Self { it, surroundings, referee: it.open(), engines: HashMap::new() }
    }

    /// Plays a game; `None` if the match was interrupted meanwhile.
    fn play(&mut self, pairing: &Pairing) -> Option<GameRecord> {
        let it = self.it;
        let specs: Vec<_> = pairing.seating.iter().map(|&player| &it.players[player]).collect();
        let mut engines = Vec::new();
        for (player, spec) in pairing.seating.iter().zip(&specs) {
            let idle = self.engines.get_mut(player).and_then(Vec::pop);
            engines.push(match idle.map_or_else(|| Engine::start(spec, &self.surroundings), Ok) {
                Ok(engine) => Ok(engine),
                Err(Failure::Fault(fault)) => Err(fault),
                Err(Failure::Interrupted) => return None,
            });
        }
        let mut players = game::Players { specs, engines };
        let conditions =
            Conditions { margin: it.margin, ponder: it.ponder, adjudication: it.adjudication };
        let record = pairing.record(it);
        let record = game::play(&mut *self.referee, &mut players, conditions, record)?;
        for (&player, engine) in pairing.seating.iter().zip(players.engines) {
            if let Ok(engine) = engine {
                self.engines.entry(player).or_default().push(engine);
            }
        }
        Some(record)
    }
}
