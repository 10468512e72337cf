//! A game being played, whatever the game.
//!
//! [`Session`] is the only place where types are erased: behind it everything is
//! generic over the game, before it nothing knows which game it is. It speaks in
//! texts and plain values.

use crate::{
    game::{
        Board, FenError, Heuristics, History, LegalMove, Notation, Outcome, Seat, Term,
        VariantInfo, divide,
    },
    search::{
        self, Bound, Clock, Control, Limits, ManySearch, Report, Score, Skill, Table, Task, Value,
        WinDrawLoss,
    },
    solve::{Effort, Proven, Refusal, Solution, Solver},
    tablebase::{Entry, GameTables, LazyTablebase, TablesOf},
    text::{excerpt, words},
};
use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
    time::Duration,
};
use thiserror::Error;

/// A game of one variant: its position, how it came about, and the search.
pub trait Session: Send {
    /// The variant.
    fn variant(&self) -> &'static VariantInfo;

    /// Begins a new game: the start position, and a search that remembers nothing.
    fn new_game(&mut self);

    /// Sets up a position and plays `moves` from there: words parted by blanks,
    /// among which the word `moves` means nothing.
    ///
    /// A list that extends the last one is played only from there on.
    ///
    /// # Errors
    /// The earlier position stands, except after an illegal move with
    /// [`IllegalMove::Loses`].
    fn set_position(
        &mut self,
        start: Start<'_>,
        moves: &str,
        illegal: IllegalMove,
    ) -> Result<(), PositionError>;

    /// Plays `moves` from the present position; otherwise like
    /// [`set_position`](Self::set_position).
    fn play(&mut self, moves: &str, illegal: IllegalMove) -> Result<(), PositionError>;

    /// Turns the position round, so that each side has what the other had; `false`
    /// if the variant does not allow it, or the game was lost by an illegal move.
    fn flip(&mut self) -> bool;

    /// The player to move.
    fn turn(&self) -> Seat;

    /// The name of the player to move.
    fn turn_name(&self) -> &'static str;

    /// Whether a player of three is out of the game.
    fn is_out(&self, seat: Seat) -> bool;

    /// How the game has ended.
    fn outcome(&self) -> Option<Outcome>;

    /// Plies played from where the position was set up.
    fn plies(&self) -> usize;

    /// The position as a FEN.
    fn fen(&self) -> String;

    /// The start position of the variant as a FEN.
    fn start_fen(&self) -> String;

    /// The repetition key of the position.
    fn key(&self) -> u64;

    /// The canonical texts of all legal moves, in ASCII order.
    fn legal_moves(&self) -> Vec<String>;

    /// Whether `text` is a legal move in any of the ways to write it.
    fn is_legal(&self, text: &str) -> bool;

    /// Whether `text` is a legal move that wins nothing at once.
    fn is_quiet(&self, text: &str) -> bool;

    /// The game's own score by seat, in games that keep one.
    fn scores(&self) -> Option<Vec<u32>>;

    /// The position for a drawing program.
    fn board(&self) -> Board;

    /// The board drawn in ASCII.
    fn drawing(&self) -> String;

    /// The rules as text, with the options in force.
    fn rules(&self) -> String;

    /// The static evaluation for the player to move, with its terms; `None` if the
    /// game is over.
    fn evaluation(&self) -> Option<(Value, Vec<Term>)>;

    /// A search of the present position, to be run in any thread. If the game is
    /// over the answer has no move.
    fn search(&self, request: Request) -> Job<Option<BestMove>>;

    /// What can be done about tables of endings, if the game has any.
    fn tables(&self) -> Option<Box<dyn GameTables>>;

    /// What tables tell of the position; `None` if it is not in them, or the game is over.
    fn table_values(&self, tablebase: &LazyTablebase) -> Option<TableValues>;

    /// Which of `words` are no legal moves, for a search with
    /// [`Request::moves`].
    fn illegal_words(&self, words: &[&str]) -> Vec<String>;

    /// Counts the move sequences of `depth` plies, to be run in any thread:
    /// `report` gets each move with its count in the order of
    /// [`legal_moves`](Self::legal_moves); the answer is their sum,
    /// which breaks with the sum so far if `control` stops it. Repetition is not looked at.
    fn perft(
        &self,
        depth: u32,
        control: Arc<Control>,
        report: PerftReport,
    ) -> Job<ControlFlow<u64, u64>>;

    /// A solver of positions of the variant under its rules, which may ask tables of endings.
    /// It answers with what it has when `interrupt` is set.
    ///
    /// # Errors
    /// If games of more than two players are asked for.
    fn solver(
        &self,
        effort: Effort,
        tablebase: Option<Arc<LazyTablebase>>,
        interrupt: Arc<AtomicBool>,
    ) -> Result<PositionSolver, Refusal>;
}

/// Solves the position after moves from a start.
pub type PositionSolver =
    Box<dyn FnMut(Start<'_>, &str) -> Result<SolvedPosition, SolveError> + Send>;

/// What has been found out of a position, in texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPosition {
    /// The position as a FEN.
    pub fen: String,
    /// What is proven.
    pub proven: Proven,
    /// A move that keeps what is proven.
    pub best: Option<String>,
    /// The plies to the end, if they are known.
    pub plies: Option<u32>,
    /// The nodes searched, or positions gone through.
    pub nodes: u64,
}

/// Why a position was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// There is no such position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Such games are not solved.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Work to be done in any thread.
pub type Job<T> = Box<dyn FnOnce() -> T + Send>;

/// Hears of each move of a perft and its count.
pub type PerftReport = Box<dyn Fn(&str, u64) + Send>;

/// Where a position begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// The start position of the variant.
    Startpos,
    /// A FEN as the client wrote it.
    Fen(&'a str),
}

/// What an illegal move in a list does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The whole list is refused.
    Refused,
    /// The legal part stands, and who made the move has lost.
    Loses,
}

/// Why a position was not set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The FEN is wrong.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A move is not legal.
    #[error("illegal move '{text}', number {number} of the list, expected {expected} {before}")]
    Move {
        /// The move as it was written.
        text: String,
        /// Its place in the list, from 1.
        number: usize,
        /// What could stand there: a legal move of the position `before`, or nothing.
        expected: &'static str,
        /// The position that it was to be made in, as a FEN.
        before: String,
    },
}

impl PositionError {
    /// `over`: the game has ended before the move.
    fn illegal<G: Notation>(state: &G, text: &str, number: usize, over: bool) -> Self {
        let expected = if over { "no move, since the game is over in" } else { "a legal move of" };
        Self::Move { text: excerpt(text), number, expected, before: state.fen() }
    }
}

/// What is to be searched for, and with what.
pub struct Request {
    /// When to end.
    pub limits: Limits,
    /// The only moves to look at, as words; those that are not legal are left out,
    /// and if none remains every move is looked at.
    pub moves: Vec<String>,
    /// Lines to report.
    pub lines: usize,
    /// Threads to search with.
    pub threads: usize,
    /// Time to keep of each move for the communication.
    pub overhead: Duration,
    /// A handicap.
    pub skill: Option<Skill>,
    /// How a game of more than two players is searched.
    pub many: ManySearch,
    /// Tables of endings.
    pub tablebase: Option<Arc<LazyTablebase>>,
    /// The transposition table.
    pub table: Arc<Table>,
    /// Ends the search from outside.
    pub control: Arc<Control>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// When the client asked, by `clock`.
    pub started: Duration,
    /// Hears how the search gets on.
    pub report: Box<dyn Fn(&Info) + Send + Sync>,
}

/// How a search gets on, in texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest line looked at in it, in plies.
    pub selective_depth: u32,
    /// Nodes visited since the start.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: u32,
    /// Positions that were found in tables of endings.
    pub table_hits: u64,
    /// A line, or `None` for a mere sign of life.
    pub line: Option<InfoLine>,
}

/// A line of play with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct InfoLine {
    /// Its rank among the lines, from 1.
    pub rank: u32,
    /// Its score for the player to move.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// How likely each outcome is, in games of two players.
    pub chances: Option<WinDrawLoss>,
    /// Its moves; empty only if the game is over.
    pub moves: Vec<String>,
}

impl InfoLine {
    /// The line of a game that is over.
    pub fn of_finished_game(outcome: Outcome, turn: Seat, players: u8) -> Self {
        let score = Score::of_finished_game(outcome.winner, turn, players);
        Self { rank: 1, score, bound: Bound::Exact, chances: None, moves: Vec::new() }
    }
}

/// What tables of endings tell of a position, as if the game began there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableValues {
    /// The material in play.
    pub material: u8,
    /// For the player to move.
    pub position: Entry,
    /// For the same player after each move, in the order of [`Session::legal_moves`].
    pub moves: Vec<(String, Entry)>,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move to play.
    pub best: String,
    /// The reply that is expected, unless the same player moves again.
    pub reply: Option<String>,
}

/// The session of a game `G`.
pub struct GameSession<G: Heuristics + Notation> {
    variant: &'static VariantInfo,
    start: G,
    state: G,
    history: History,
    /// The move that led to `state`, in its canonical text.
    last: Option<String>,
    /// What the present position was made from, if a longer list of moves may
    /// extend it.
    source: Option<Source>,
    /// The game has ended by an illegal move.
    forfeit: Option<Outcome>,
    memory: Arc<Mutex<search::Memory<G>>>,
}

/// The start and the moves of a position, as they were given.
#[derive(Clone, Debug)]
struct Source {
    fen: Option<String>,
    moves: String,
}

impl Source {
    /// The moves beyond those of this source, if `start` and `moves` extend it.
    fn extension<'m>(&self, start: Start<'_>, moves: &'m str) -> Option<&'m str> {
        let same_start = match start {
            Start::Startpos => self.fen.is_none(),
            Start::Fen(fen) => self.fen.as_deref() == Some(fen),
        };
        let rest = moves.strip_prefix(self.moves.as_str()).filter(|_| same_start)?;
        let whole_words = self.moves.is_empty() || rest.is_empty() || rest.starts_with(' ');
        whole_words.then_some(rest)
    }
}

/// A move that has been checked, ready to be played.
struct Step<G> {
    after: G,
    irreversible: bool,
    text: String,
}

impl<G: Heuristics + Notation> GameSession<G> {
    /// A session of `variant` at its start position.
    pub fn new(variant: &'static VariantInfo, rules: G::Rules) -> Self {
        let start = G::start(rules);
        Self {
            variant,
            state: start.clone(),
            history: History::new(start.key()),
            start,
            last: None,
            source: None,
            forfeit: None,
            memory: Arc::default(),
        }
    }

    fn set_state(&mut self, state: G) {
        self.history = History::new(state.key());
        self.state = state;
        self.last = None;
        self.source = None;
        self.forfeit = None;
    }

    /// The single moves of a list.
    fn words(moves: &str) -> impl Iterator<Item = &str> {
        let words = words(moves).filter(|&word| word != "moves");
        words.flat_map(G::split_moves)
    }

    /// Plays `moves` from `state`, the end of `history`, where `played` moves of the
    /// list have been played: the steps up to the first illegal one, and what is
    /// wrong with that.
    fn resolve(
        state: &G,
        history: &History,
        moves: &str,
        played: usize,
    ) -> (Vec<Step<G>>, Result<(), PositionError>) {
        let mut state = state.clone();
        // Repetition needs the earlier positions; they are copied only if there
        // is a move to play.
        let mut history_ahead: Option<History> = None;
        let mut steps: Vec<Step<G>> = Vec::new();
        for (text, number) in Self::words(moves).zip(played + 1..) {
            let over = history_ahead.as_ref().unwrap_or(history).repetition(&state).is_some();
            let Some(mv) = state.parse_move(text).filter(|_| !over) else {
                let over = over || state.outcome().is_some();
                return (steps, Err(PositionError::illegal(&state, text, number, over)));
            };
            let irreversible = state.is_irreversible(mv);
            let text = state.move_text(mv);
            state.apply(mv);
            history_ahead.get_or_insert_with(|| history.clone()).push(state.key(), irreversible);
            steps.push(Step { after: state.clone(), irreversible, text });
        }
        (steps, Ok(()))
    }

    /// Plays `moves`, those from number `played` of a list on.
    fn play_on(
        &mut self,
        moves: &str,
        illegal: IllegalMove,
        played: usize,
    ) -> Result<(), PositionError> {
        if self.forfeit.is_some()
            && let Some(text) = Self::words(moves).next()
        {
            return Err(PositionError::illegal(&self.state, text, played + 1, true));
        }
        let (steps, result) = Self::resolve(&self.state, &self.history, moves, played);
        if result.is_ok() || illegal == IllegalMove::Loses {
            self.take(steps);
            if let Some(source) = &mut self.source {
                if !source.moves.is_empty() && !moves.is_empty() && !moves.starts_with(' ') {
                    source.moves.push(' ');
                }
                source.moves.push_str(moves);
            }
        }
        if result.is_err() && illegal == IllegalMove::Loses {
            self.forfeit();
        }
        result
    }

    fn take(&mut self, steps: Vec<Step<G>>) {
        for step in steps {
            self.history.push(step.after.key(), step.irreversible);
            self.state = step.after;
            self.last = Some(step.text);
        }
    }

    /// How the game has ended by the rules of the game.
    fn outcome_by_rule(&self) -> Option<Outcome> {
        self.state.outcome().or_else(|| self.history.repetition(&self.state))
    }

    fn forfeit(&mut self) {
        self.source = None;
        if self.outcome().is_none() {
            let winner = (G::SEATS == 2).then(|| self.state.turn().other());
            self.forfeit = Some(Outcome { winner, reason: "illegal-move" });
        }
    }

    /// The legal moves with their texts, in ASCII order of these.
    fn sorted_moves(state: &G) -> Vec<(String, G::Move)> {
        let mut moves: Vec<_> =
            state.moves().into_iter().map(|mv| (state.move_text(mv), mv)).collect();
        moves.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        moves
    }

    fn parse_words(&self, words: &[impl AsRef<str>]) -> Vec<(String, Option<G::Move>)> {
        let words = words.iter().flat_map(|word| G::split_moves(word.as_ref()));
        words.map(|word| (word.to_owned(), self.state.parse_move(word))).collect()
    }
}

impl<G: Heuristics + Notation> Session for GameSession<G> {
    fn variant(&self) -> &'static VariantInfo {
        self.variant
    }

    fn new_game(&mut self) {
        self.set_state(self.start.clone());
        self.memory = Arc::default();
    }

    fn set_position(
        &mut self,
        start: Start<'_>,
        moves: &str,
        illegal: IllegalMove,
    ) -> Result<(), PositionError> {
        if let Some(rest) = self.source.as_ref().and_then(|it| it.extension(start, moves)) {
            return self.play_on(rest, illegal, self.plies());
        }
        let (state, fen) = match start {
            Start::Startpos => (self.start.clone(), None),
            Start::Fen(fen) => (G::from_fen(self.start.rules(), fen)?, Some(fen.to_owned())),
        };
        let (steps, result) = Self::resolve(&state, &History::new(state.key()), moves, 0);
        if result.is_ok() || illegal == IllegalMove::Loses {
            self.set_state(state);
            self.take(steps);
            self.source = Some(Source { fen, moves: moves.to_owned() });
        }
        if result.is_err() && illegal == IllegalMove::Loses {
            self.forfeit();
        }
        result
    }

    fn play(&mut self, moves: &str, illegal: IllegalMove) -> Result<(), PositionError> {
        self.play_on(moves, illegal, 0)
    }

    fn flip(&mut self) -> bool {
        let flipped = self.state.flipped().filter(|_| self.forfeit.is_none());
        flipped.map(|state| self.set_state(state)).is_some()
    }

    fn turn(&self) -> Seat {
        self.state.turn()
    }

    fn turn_name(&self) -> &'static str {
        self.state.seat_name(self.state.turn())
    }

    fn is_out(&self, seat: Seat) -> bool {
        G::SEATS > 2 && !self.state.can_win(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.forfeit.or_else(|| self.outcome_by_rule())
    }

    fn plies(&self) -> usize {
        self.history.plies()
    }

    fn fen(&self) -> String {
        self.state.fen()
    }

    fn start_fen(&self) -> String {
        self.start.fen()
    }

    fn key(&self) -> u64 {
        self.state.key()
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        Self::sorted_moves(&self.state).into_iter().map(|(text, _)| text).collect()
    }

    fn is_quiet(&self, text: &str) -> bool {
        self.state.parse_move(text).is_some_and(|mv| self.state.gain(mv) == 0)
    }

    fn is_legal(&self, text: &str) -> bool {
        self.outcome().is_none() && self.state.parse_move(text).is_some()
    }

    fn scores(&self) -> Option<Vec<u32>> {
        self.state.scores(self.outcome_by_rule().is_some())
    }

    fn board(&self) -> Board {
        let rules = self.state.rules();
        let seats = [Seat::ONE, Seat::TWO, Seat::THREE].into_iter().take(G::SEATS.into());
        let legal =
            if self.outcome().is_some() { Vec::new() } else { Self::sorted_moves(&self.state) };
        let legal = legal
            .into_iter()
            .map(|(text, mv)| LegalMove { text, points: self.state.move_points(mv) })
            .collect();
        Board {
            variant: self.variant.name,
            players: seats.map(|seat| self.state.seat_name(seat)).collect(),
            turn: self.state.turn().number(),
            points: G::points(rules),
            lines: G::lines(rules),
            pieces: self.state.pieces(),
            hands: self.state.hands(),
            scores: self.scores(),
            last: self.last.clone(),
            legal,
        }
    }

    fn drawing(&self) -> String {
        self.state.drawing()
    }

    fn rules(&self) -> String {
        G::rules_text(self.start.rules())
    }

    fn evaluation(&self) -> Option<(Value, Vec<Term>)> {
        self.outcome().is_none().then(|| (self.state.evaluate(), self.state.explain()))
    }

    fn search(&self, request: Request) -> Job<Option<BestMove>> {
        let Request { limits, moves, lines, threads, overhead, skill, many, .. } = request;
        let Request { tablebase, table, control, clock, started, report, .. } = request;
        if let Some(outcome) = self.outcome() {
            let line = InfoLine::of_finished_game(outcome, self.turn(), G::SEATS);
            return Box::new(move || {
                report(&Info {
                    depth: 0,
                    selective_depth: 0,
                    nodes: 0,
                    time: Duration::ZERO,
                    permille_full: 0,
                    table_hits: 0,
                    line: Some(line),
                });
                control.wait_while_held();
                None
            });
        }
        let root = self.state.clone();
        let history = self.history.clone();
        let memory = Arc::clone(&self.memory);
        let mut given: Vec<G::Move> = Vec::new();
        for mv in self.parse_words(&moves).into_iter().filter_map(|(_, mv)| mv) {
            if !given.contains(&mv) {
                given.push(mv);
            }
        }
        Box::new(move || {
            let task = Task {
                root: &root,
                history: &history,
                moves: &given,
                limits,
                lines,
                threads,
                overhead,
                skill,
                many,
                tablebase: tablebase.as_deref(),
                table: &table,
                control: &control,
                clock: &*clock,
                started,
                report: &|told| report(&describe(&root, told)),
            };
            let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
            let answer = search::search(&task, &mut memory);
            let next = root.after(answer.best);
            let reply = answer.reply.filter(|_| next.turn() != root.turn());
            Some(BestMove {
                best: root.move_text(answer.best),
                reply: reply.map(|mv| next.move_text(mv)),
            })
        })
    }

    fn tables(&self) -> Option<Box<dyn GameTables>> {
        let (endgames, rules) = (G::ENDGAMES?, self.start.rules());
        Some(Box::new(TablesOf { endgames, variant: self.variant.name, rules }))
    }

    fn table_values(&self, tablebase: &LazyTablebase) -> Option<TableValues> {
        let endgames = G::ENDGAMES.filter(|_| self.outcome().is_none())?;
        let moves = Self::sorted_moves(&self.state).into_iter().map(|(text, mv)| {
            Some((text, tablebase.entry_of_move(endgames, &self.state, &self.state.after(mv))?))
        });
        Some(TableValues {
            material: (endgames.material)(&self.state),
            position: tablebase.entry(endgames, &self.state)?,
            moves: moves.collect::<Option<_>>()?,
        })
    }

    fn illegal_words(&self, words: &[&str]) -> Vec<String> {
        let words = self.parse_words(words).into_iter();
        words.filter(|(_, mv)| mv.is_none()).map(|(word, _)| excerpt(&word)).collect()
    }

    fn perft(
        &self,
        depth: u32,
        control: Arc<Control>,
        report: PerftReport,
    ) -> Job<ControlFlow<u64, u64>> {
        let state = self.state.clone();
        let forfeited = self.forfeit.is_some();
        Box::new(move || {
            let moves = if forfeited { Vec::new() } else { Self::sorted_moves(&state) };
            let moves: Vec<_> = moves.into_iter().map(|(_, mv)| mv).collect();
            divide(
                &state,
                &moves,
                depth,
                || control.is_stopped(),
                |mv, nodes| report(&state.move_text(mv), nodes),
            )
        })
    }

    fn solver(
        &self,
        effort: Effort,
        tablebase: Option<Arc<LazyTablebase>>,
        interrupt: Arc<AtomicBool>,
    ) -> Result<PositionSolver, Refusal> {
        let mut solver = Solver::new(effort, G::ENDGAMES.zip(tablebase), interrupt)?;
        let mut session = Self::new(self.variant, self.start.rules());
        Ok(Box::new(move |start, moves| {
            session.set_position(start, moves, IllegalMove::Refused)?;
            let state = &session.state;
            let Solution { proven, best, plies, nodes } = solver.solve(state)?;
            let best = best.map(|mv| state.move_text(mv));
            Ok(SolvedPosition { fen: state.fen(), proven, best, plies, nodes })
        }))
    }
}

/// A report in texts.
fn describe<G: Heuristics + Notation>(root: &G, report: &Report<'_, G::Move>) -> Info {
    let line = report.line.as_ref().map(|line| InfoLine {
        rank: line.rank,
        score: Score::new(root, line.value, line.moves),
        bound: line.bound,
        chances: (G::SEATS == 2).then(|| WinDrawLoss::new(line.value, G::TUNING.chances)),
        moves: line_texts(root, line.moves),
    });
    Info {
        depth: report.depth,
        selective_depth: report.selective_depth.max(report.depth.min(1)),
        nodes: report.nodes,
        time: report.time,
        permille_full: report.permille_full,
        table_hits: report.table_hits,
        line,
    }
}

fn line_texts<G: Notation>(root: &G, moves: &[G::Move]) -> Vec<String> {
    let mut state = root.clone();
    let text = |&mv: &G::Move| {
        let text = state.move_text(mv);
        state.apply(mv);
        text
    };
    moves.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use crate::{game::OptionValues, session::*, variants::GAMES};

    fn wari() -> Box<dyn Session> {
        GAMES.find("wari").unwrap().open(&OptionValues::default())
    }

    #[test]
    fn a_longer_list_goes_on_where_the_last_one_ended() {
        let (mut grown, mut fresh) = (wari(), wari());
        let lists = ["", "A", "A a", "A a B b", "A a B", "Aa Bb", "A a B b C moves c", "D"];
        for list in lists {
            grown.set_position(Start::Startpos, list, IllegalMove::Refused).unwrap();
            fresh.new_game();
            fresh.set_position(Start::Startpos, list, IllegalMove::Refused).unwrap();
            assert_eq!(grown.board(), fresh.board(), "{list}");
            assert_eq!((grown.fen(), grown.plies()), (fresh.fen(), fresh.plies()), "{list}");
        }
        grown.play("a", IllegalMove::Refused).unwrap();
        grown.set_position(Start::Startpos, "D a B", IllegalMove::Refused).unwrap();
        fresh.set_position(Start::Startpos, "D a B", IllegalMove::Refused).unwrap();
        assert_eq!(grown.board(), fresh.board());
    }

    #[test]
    fn an_illegal_move_is_named_by_its_place_in_the_whole_list() {
        let mut session = wari();
        session.set_position(Start::Startpos, "A a", IllegalMove::Refused).unwrap();
        let fen = session.fen();
        for list in ["A a B x C", "A a moves B x", "AaBx"] {
            let error =
                session.set_position(Start::Startpos, list, IllegalMove::Refused).unwrap_err();
            let PositionError::Move { number, before, .. } = error else { panic!("{error}") };
            assert_eq!((number, session.fen()), (if list == "AaBx" { 1 } else { 4 }, fen.clone()));
            assert!(before.contains(if list == "AaBx" { "-S" } else { "-N" }), "{before}");
        }
    }

    #[test]
    fn moves_are_parted_by_what_parts_words_and_nothing_else() {
        let mut session = wari();
        session.play("A\ta\rB  b", IllegalMove::Refused).unwrap();
        assert_eq!(session.plies(), 4);
        for strange in ["C\u{c}c", "C\nc", "C\u{a0}c"] {
            assert!(session.play(strange, IllegalMove::Refused).is_err(), "{strange:?}");
        }
    }

    #[test]
    fn who_makes_an_illegal_move_may_lose_by_it() {
        let mut session = wari();
        let result = session.set_position(Start::Startpos, "A a B A", IllegalMove::Loses);
        assert!(result.is_err());
        assert_eq!(session.outcome(), Some(Outcome::win(Seat::ONE, "illegal-move")));
        assert_eq!((session.plies(), session.legal_moves().len()), (3, 0));
        assert!(session.play("b", IllegalMove::Loses).is_err(), "the game is over");
        session.play("", IllegalMove::Loses).unwrap();
        session.set_position(Start::Startpos, "A a B", IllegalMove::Loses).unwrap();
        assert_eq!(session.outcome(), None);
    }
}
