//! A match: all its games, side by side.

use super::{
    game::{self, Conditions},
    openings::{Opening, Openings},
    pairing::{Format, games_of_opening},
    process::{Engine, EngineSpec, Fault},
    record::GameRecord,
    standings::Standings,
    statistics::{Sprt, Verdict},
};
use crate::{game::OptionValues, session::Session, variants::Variant};
use std::{
    collections::HashMap,
    io,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
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
    /// Time beyond its limits that costs a player nothing.
    pub margin: Duration,
    /// Plies, those of the opening included, after which a game is a draw.
    pub longest_game: usize,
    /// Ends the match of two players as soon as it is decided.
    pub sprt: Option<Sprt>,
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

    /// Finds mistakes before the first game.
    fn check(&self) -> Result<(), ArenaError> {
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
                let named = |name: &str| name.eq_ignore_ascii_case(option);
                if named("UCI_Variant") || self.variant.options.iter().any(|spec| named(spec.name))
                {
                    let (name, option) = (player.name.clone(), option.clone());
                    return Err(ArenaError::Rule { name, option });
                }
            }
        }
        if self.sprt.is_some() && (self.players.len() > 2 || self.variant.info.players > 2) {
            return Err(ArenaError::NoSprt);
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
            Engine::start(spec, self.variant.info.name, &self.rules)
                .map_err(|fault| ArenaError::Engine { name: spec.name.clone(), fault })?;
        }
        Ok(())
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

/// A game to be played.
struct Pairing {
    number: usize,
    opening: Opening,
    seating: Vec<usize>,
}

/// Plays a match. `hear` is told of each game as it ends; when it breaks, no more
/// games are begun.
///
/// # Errors
/// If the match cannot begin; what engines do wrong later costs them games.
pub fn run(
    it: &Match,
    mut hear: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
) -> Result<Standings, ArenaError> {
    it.check()?;
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
    let pairings = Mutex::new(pairings);
    let decided = AtomicBool::new(false);
    let mut standings = Standings::new(it.players.iter().map(|player| player.name.clone()), seats);
    thread::scope(|scope| {
        let (sender, ended) = mpsc::channel();
        for _ in 0..it.concurrency.max(1) {
            let sender = sender.clone();
            let (pairings, decided) = (&pairings, &decided);
            thread::Builder::new().spawn_scoped(scope, move || {
                let mut worker = Worker::new(it);
                while !decided.load(Relaxed) {
                    let next = pairings.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(pairing) = next else { break };
                    if sender.send(worker.play(pairing)).is_err() {
                        break;
                    }
                }
            })?;
        }
        drop(sender);
        for record in ended {
            standings.add(&record, record.number / in_round);
            let heard = hear(&Progress { record: &record, standings: &standings, games });
            let verdict = it.sprt.map_or(Verdict::Open, |sprt| sprt.verdict(standings.pairs()));
            if verdict != Verdict::Open || heard.is_break() {
                decided.store(true, Relaxed);
            }
        }
        Ok(standings)
    })
}

/// Plays games one after the other, with engines that live on between them.
struct Worker<'a> {
    it: &'a Match,
    referee: Box<dyn Session>,
    /// Idle engines by player; a player may sit on several seats.
    engines: HashMap<usize, Vec<Engine>>,
}

impl<'a> Worker<'a> {
    fn new(it: &'a Match) -> Self {
        Self { it, referee: it.open(), engines: HashMap::new() }
    }

    fn play(&mut self, pairing: Pairing) -> GameRecord {
        let it = self.it;
        let Pairing { number, opening, seating } = pairing;
        let specs: Vec<_> = seating.iter().map(|&player| &it.players[player]).collect();
        let engines = seating.iter().zip(&specs).map(|(player, spec)| {
            let idle = self.engines.get_mut(player).and_then(Vec::pop);
            idle.map_or_else(|| Engine::start(spec, it.variant.info.name, &it.rules), Ok)
        });
        let mut players = game::Players { engines: engines.collect(), specs };
        let record = GameRecord {
            number,
            variant: it.variant.info.name.to_owned(),
            options: it.rules.clone(),
            players: players.specs.iter().map(|spec| spec.name.clone()).collect(),
            opening,
            moves: Vec::new(),
            scores: Vec::new(),
            times: Vec::new(),
            result: String::new(),
            reason: String::new(),
            points: Vec::new(),
            seating: seating.clone(),
            offence: None,
        };
        let conditions = Conditions { margin: it.margin, longest_game: it.longest_game };
        let record = game::play(&mut *self.referee, &mut players, conditions, record);
        for (player, engine) in seating.into_iter().zip(players.engines) {
            if let Ok(engine) = engine {
                self.engines.entry(player).or_default().push(engine);
            }
        }
        record
    }
}
