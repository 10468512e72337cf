//! The state behind the protocol: the game, the options, the table.

use super::{
    command::{Go, Query},
    options::{self, Listing, Settings},
    reply::{self, Dialect},
};
use crate::{
    game::{OptionError, OptionKind, Outcome},
    memory,
    search::{Clock, GameClock, Limits, SystemClock, Table},
    session::{IllegalMove, PositionError, Session, Start},
    tablebase::LazyTablebase,
    text::excerpt,
    variants::Registry,
};
use std::{sync::Arc, time::Duration};

/// A client's side of the engine: everything that a command can ask or change,
/// short of running a search.
pub struct Engine {
    pub(super) games: &'static Registry,
    pub(super) session: Box<dyn Session>,
    pub(super) settings: Settings,
    /// The settings when the client came; it is told them as the defaults.
    initial: Settings,
    pub(super) table: Arc<Table>,
    /// The tables of endings of the present game.
    pub(super) tablebase: Option<Arc<LazyTablebase>>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) dialect: Dialect,
    pub(super) debug: bool,
}

/// What setting an option has changed for the client to know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionEffect {
    /// The variant, which is described by this text.
    pub variant: Option<String>,
    /// What is wrong with the tables of endings that are now to be used.
    pub complaint: Option<String>,
}

impl Engine {
    /// An engine that has `games`, at the start position of the default variant.
    ///
    /// # Errors
    /// If there is no memory for the hash table, or no variant at all.
    pub fn new(games: &'static Registry) -> Result<Self, OptionError> {
        Self::with_clock(games, Arc::new(SystemClock::default()))
    }

    /// The same with a clock of the caller's.
    pub fn with_clock(
        games: &'static Registry,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, OptionError> {
        let settings = Settings::default();
        let session = open_session(games, &settings)?;
        let table = Arc::new(new_table(settings.hash_megabytes())?);
        let dialect = Dialect::default();
        Ok(Self {
            games,
            tablebase: small_tables(&*session),
            session,
            initial: settings.clone(),
            settings,
            table,
            clock,
            dialect,
            debug: false,
        })
    }

    /// Sets an option as the client's default: before the client comes.
    ///
    /// # Errors
    /// As [`set_option`](Self::set_option).
    pub fn set_initial_option(
        &mut self,
        name: &str,
        value: &str,
    ) -> Result<OptionEffect, OptionError> {
        let effect = self.set_option(name, Some(value))?;
        self.initial = self.settings.clone();
        Ok(effect)
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If there is no such option or it does not take the value; nothing changes.
    pub fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<OptionEffect, OptionError> {
        let spec = options::find(self.games, name)?;
        let mut settings = self.settings.clone();
        settings.values.set(&spec, value.unwrap_or_default())?;
        let mut effect = OptionEffect::default();
        let own_rule = self
            .games
            .find(self.session.variant().name)
            .is_some_and(|variant| variant.options.contains(&spec));
        if spec == options::variant(self.games) {
            self.session = open_session(self.games, &settings)?;
            effect.variant = Some(self.describe_variant());
            effect.complaint = self.change_tables(&settings);
        } else if own_rule {
            self.session = open_session(self.games, &settings)?;
            effect.complaint = self.change_tables(&settings);
        } else if spec == options::TABLEBASE_PATH {
            effect.complaint = self.change_tables(&settings);
        } else if spec == options::HASH {
            if settings.hash_megabytes() != self.settings.hash_megabytes() {
                self.table = Arc::new(new_table(settings.hash_megabytes())?);
            }
        } else if spec == options::CLEAR_HASH {
            self.table.clear();
        }
        self.settings = settings;
        Ok(effect)
    }

    /// Takes the tables of endings of the present game: those in the folder that the
    /// settings name, or the ones that need no file, whichever go further. Returns what is
    /// wrong with the files.
    fn change_tables(&mut self, settings: &Settings) -> Option<String> {
        self.table.clear();
        self.tablebase = small_tables(&*self.session);
        let folder = settings.tablebase_path()?;
        let tables = self.session.tables()?;
        if !folder.is_dir() {
            return Some(format!("there is no folder {}; playing without it", folder.display()));
        }
        let (tablebase, bad) = tables.read_all(&folder, tables.endless(), u8::MAX);
        let small = self.tablebase.as_ref().and_then(|small| small.most());
        if let Some(most) = tablebase.most().filter(|&most| Some(most) > small) {
            log::info!("tables of endings in {}: up to {most} in play", folder.display());
            self.tablebase = Some(Arc::new(tablebase.into()));
        }
        bad.map(|bad| format!("{bad}; playing without it"))
    }

    /// Does now what a search would have to wait for.
    pub(super) fn prepare(&self) {
        self.table.prepare();
        if let Some(tablebase) = &self.tablebase {
            tablebase.prepare();
        }
    }

    /// Forgets all that was searched and begins a new game.
    pub(super) fn new_game(&mut self) {
        self.table.clear();
        self.session.new_game();
    }

    /// Sets up a position and plays moves from there.
    ///
    /// # Errors
    /// As [`Session::set_position`].
    pub fn set_position(&mut self, start: Start<'_>, moves: &str) -> Result<(), PositionError> {
        self.session.set_position(start, moves, self.illegal_move())
    }

    pub(super) fn play(&mut self, moves: &str) -> Result<(), PositionError> {
        self.session.play(moves, self.illegal_move())
    }

    /// A UGI manager has no referee: it would go on for ever.
    fn illegal_move(&self) -> IllegalMove {
        match self.dialect {
            Dialect::Uci => IllegalMove::Refused,
            Dialect::Ugi => IllegalMove::Loses,
        }
    }

    /// The answer to `uci` or `ugi`, without the line that ends it.
    pub(super) fn identity(&self) -> String {
        let mut lines = vec![
            format!("id name Ninefold {}", env!("CARGO_PKG_VERSION")),
            "id author the Ninefold authors".to_owned(),
        ];
        lines.extend(options::all(self.games).map(|spec| {
            let default = self.initial.values.get(&spec);
            Listing { spec, default }.to_string()
        }));
        lines.join("\n")
    }

    /// The variant as XBoard and its adapter read it, in the form of
    /// Fairy-Stockfish.
    fn describe_variant(&self) -> String {
        let info = self.session.variant();
        let hands = self.session.board().hands.map_or(0, |hands| hands.iter().sum());
        format!(
            "info string variant {} files {} ranks {} pocket {} template fairy startpos {}",
            info.name,
            info.files,
            info.ranks,
            hands,
            self.session.start_fen()
        )
    }

    /// The answer to a query, and what is wrong with it.
    pub(super) fn query(&self, query: Query<'_>) -> (String, Option<String>) {
        let session = &*self.session;
        let outcome = session.outcome();
        let none = || "none".to_owned();
        let answer = match query {
            Query::GameOver => outcome.is_some().to_string(),
            Query::SeatTurn(seat) => (session.turn().number() == seat).to_string(),
            Query::Result => outcome.map_or("none", Outcome::result).to_owned(),
            Query::Turn => session.turn().to_string(),
            Query::Players => session.variant().players.to_string(),
            Query::Variant => session.variant().name.to_owned(),
            Query::Fen => session.fen(),
            Query::LegalMoves => {
                let moves = session.legal_moves().join(" ");
                if moves.is_empty() { none() } else { moves }
            }
            Query::IsLegal(text) => session.is_legal(text).to_string(),
            Query::Reason => outcome.map_or("none", |outcome| outcome.reason).to_owned(),
            Query::Ply => session.plies().to_string(),
            Query::Score => session.scores().map_or_else(none, |scores| {
                let scores: Vec<_> = scores.iter().map(u32::to_string).collect();
                scores.join(" ")
            }),
            Query::Board => match reply::board(&session.board()) {
                Ok(board) => board,
                Err(error) => return unknown(error.to_string()),
            },
            Query::Tablebase => {
                let tablebase = self.tablebase.as_ref();
                let values = tablebase.and_then(|tablebase| session.table_values(tablebase));
                values.map_or_else(none, |values| reply::table_values(&values))
            }
            Query::Other(name) => match options::find(self.games, name) {
                Ok(spec) if matches!(spec.kind, OptionKind::Button) => none(),
                Ok(spec) => self.settings.values.get(&spec),
                Err(_) => {
                    let name = excerpt(name);
                    return unknown(format!("there is nothing to query called '{name}'"));
                }
            },
        };
        (answer, None)
    }

    /// The limits of a `go` for the player to move.
    pub(super) fn limits(&self, go: &Go<'_>) -> Limits {
        let turn = self.session.turn();
        let own = go.clocks.get(turn.index()).copied().unwrap_or_default();
        let clock = || GameClock {
            remaining: millis(own.time),
            increment: millis(own.increment),
            moves_to_go: go.moves_to_go.filter(|&moves| moves > 0).map(narrow),
        };
        Limits {
            depth: go.depth.map(narrow),
            nodes: go.nodes.map(|nodes| u64::try_from(nodes).unwrap_or(0)),
            move_time: go.move_time.map(|time| millis(Some(time))),
            clock: go.has_clock().then(clock),
            mate: go.mate.map(narrow),
        }
    }
}

fn unknown(error: String) -> (String, Option<String>) {
    ("unknown".to_owned(), Some(error))
}

/// A count that need not be exact beyond what a search can reach.
fn narrow(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// The longest time that is told apart from having all the time in the world.
const LONGEST: u64 = 1 << 40;

fn millis(time: Option<i64>) -> Duration {
    let millis = u64::try_from(time.unwrap_or(0)).unwrap_or(0);
    Duration::from_millis(millis.min(LONGEST))
}

fn open_session(
    games: &'static Registry,
    settings: &Settings,
) -> Result<Box<dyn Session>, OptionError> {
    let name = settings.values.get(&options::variant(games));
    let variant = games.find(&name).ok_or(OptionError::Unknown(name))?;
    Ok(variant.open(&settings.values))
}

/// An empty table, if the machine can hold it.
fn new_table(megabytes: usize) -> Result<Table, OptionError> {
    let refused = |expected: String| OptionError::Value {
        name: options::HASH.name,
        expected,
        found: megabytes.to_string(),
    };
    // The default size is not worth the question.
    if megabytes > options::Settings::default().hash_megabytes() {
        let most = memory::free() >> 20;
        if megabytes as u64 > most {
            return Err(refused(format!("at most the {most} MB of memory that are free")));
        }
    }
    Table::new(megabytes).map_err(|error| refused(format!("a size that can be had ({error})")))
}

/// The tables of endings that need no file, made when somebody asks.
fn small_tables(session: &dyn Session) -> Option<Arc<LazyTablebase>> {
    Some(Arc::new(session.tables()?.small()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::GAMES;

    #[test]
    fn an_own_clock_that_is_missing_or_spent_means_at_once() {
        let engine = Engine::new(&GAMES).unwrap();
        for line in ["go btime 1000", "go wtime -5 btime 9", "go movestogo 3", "go winc 50"] {
            let Ok(Some(super::super::Command::Go(go))) = super::super::parse(line) else {
                unreachable!("{line}")
            };
            let clock = engine.limits(&go).clock.unwrap();
            assert_eq!(clock.remaining, Duration::ZERO, "{line}");
        }
    }

    #[test]
    fn a_refused_hash_size_keeps_the_old_table() {
        let mut engine = Engine::new(&GAMES).unwrap();
        let table = Arc::clone(&engine.table);
        let error = engine.set_option("hash", Some("1048576")).unwrap_err();
        assert!(error.to_string().starts_with("option 'Hash' takes at most the "), "{error}");
        assert!(Arc::ptr_eq(&table, &engine.table));
        assert_eq!(engine.settings.hash_megabytes(), 16);
    }
}
