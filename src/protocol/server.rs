//! The loop that hears a client out.
//!
//! One thread reads lines, one runs the search, and this one owns the engine and
//! answers. It takes lines and results of searches from one channel, in the order
//! in which they happen. What may not overtake a search waits in a queue. The end
//! of a search becomes known here before its `bestmove` is said, so nothing that
//! the client sends in answer can meet a search that still seems to run.

use super::{
    command::{Command, Go},
    engine::{Engine, OptionEffect},
    parse,
    reply::{self, BestMoveLine, Dialect, InfoLine},
    transport::{Closed, Output, Transcript},
};
use crate::{
    bench,
    lines::{LineError, LineReader},
    search::Control,
    session::{BestMove, Job, Request},
};
use std::{
    collections::VecDeque,
    fmt::Display,
    io::{self, Read},
    ops::ControlFlow,
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

/// Silence after which it is looked whether the client has gone.
const WATCH: Duration = Duration::from_secs(1);

/// Bad words of a list that an error names one by one.
const LISTED: usize = 8;

/// How a conversation has gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Lines that were answered by an error.
    pub errors: u64,
}

/// Speaks the protocol: reads commands from `input` and answers to `output` until
/// `quit`, the end of the input, or the closing of the output.
///
/// # Errors
/// If the system does not give the two threads that this takes.
pub fn serve(
    engine: Engine,
    input: impl Read + Send + 'static,
    output: Output,
    transcript: Option<Transcript>,
) -> io::Result<Summary> {
    let (sender, events) = mpsc::channel();
    let (jobs, to_do) = mpsc::channel();
    let lines = sender.clone();
    let named = |name: &str| thread::Builder::new().name(name.to_owned());
    named("jobs").spawn(move || do_jobs(&to_do, &sender))?;
    named("lines").spawn(move || read_lines(input, &lines, transcript.as_ref()))?;
    let mut server = Server {
        engine,
        output,
        events,
        jobs,
        queue: VecDeque::new(),
        worked_off: 0,
        stopped: 0,
        released: 0,
        running: None,
        last_line: LastLine::Open,
        summary: Summary::default(),
    };
    // A client that has gone is no fault of ours.
    let _ = server.run();
    if let Some(running) = &server.running {
        running.control.stop();
    }
    Ok(server.summary)
}

/// Does one job after the other, until no more can come.
fn do_jobs(jobs: &Receiver<Job<Done>>, done: &Sender<Event>) {
    for job in jobs {
        if done.send(Event::Done(job())).is_err() {
            return;
        }
    }
}

fn read_lines(input: impl Read, lines: &Sender<Event>, transcript: Option<&Transcript>) {
    let mut reader = LineReader::new(input);
    loop {
        let event = match reader.next_line() {
            Ok(Some(line)) => Event::Line(line),
            Ok(None) => Event::End,
            Err(error) => {
                log::warn!("the input cannot be read: {error}");
                Event::End
            }
        };
        match (&event, transcript) {
            (Event::Line(Ok(line)), Some(transcript)) => transcript.received(line),
            (Event::Line(Err(error)), Some(transcript)) => {
                transcript.received(&format!("(dropped: {error})"));
            }
            _ => {}
        }
        let ended = matches!(event, Event::End);
        if lines.send(event).is_err() || ended {
            return;
        }
    }
}

enum Event {
    /// The client has said something.
    Line(Result<String, LineError>),
    /// The client has no more to say.
    End,
    /// The running job has ended.
    Done(Done),
}

/// The result of a job.
enum Done {
    Search(Option<BestMove>),
    Perft(ControlFlow<u64, u64>),
    Bench(ControlFlow<bench::Total, bench::Total>),
}

/// The job that is being done.
struct Running {
    control: Arc<Control>,
    /// Goes on until the client ends it, or lets it end by `ponderhit`.
    unbounded: bool,
    /// `ponderhit` lets it end.
    ponders: bool,
}

/// What has been said after a line that waited.
#[derive(Clone, Copy, Debug, Default)]
struct After {
    stop: bool,
    ponder_hit: bool,
}

/// Whether more lines may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastLine {
    /// They may.
    Open,
    /// The input has ended.
    End,
    /// The client has said `quit`.
    Quit,
}

struct Server {
    engine: Engine,
    output: Output,
    events: Receiver<Event>,
    jobs: Sender<Job<Done>>,
    queue: VecDeque<String>,
    /// Lines that have ever left the queue.
    worked_off: u64,
    /// Of the lines that have ever been in the queue, those that `stop` came after,
    /// and those that `ponderhit` came after.
    stopped: u64,
    released: u64,
    running: Option<Running>,
    last_line: LastLine,
    summary: Summary,
}

type Said = Result<(), Closed>;

impl Server {
    fn run(&mut self) -> Said {
        while self.last_line == LastLine::Open || self.running.is_some() {
            let event = match self.events.recv_timeout(WATCH) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => {
                    self.output.check()?;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            match event {
                Event::Line(_) if self.last_line != LastLine::Open => {}
                Event::Line(Ok(line)) => self.hear(line)?,
                Event::Line(Err(error)) => self.complain(error)?,
                Event::End => self.end(),
                Event::Done(done) => {
                    self.running = None;
                    self.conclude(done)?;
                    self.work_off()?;
                }
            }
        }
        Ok(())
    }

    /// The end of the input. A search that only the client could end is ended, any
    /// other one goes on.
    fn end(&mut self) {
        if self.last_line == LastLine::Open {
            self.last_line = LastLine::End;
        }
        self.stop_unbounded();
    }

    /// Answers a line, or keeps it until the search has ended.
    fn hear(&mut self, line: String) -> Said {
        log::trace!("heard: {}", line.escape_debug());
        let command = match parse(&line) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(()),
            Err(error) => return self.complain(error),
        };
        if must_wait(&command) {
            if self.running.is_some() {
                self.stop_unbounded();
                self.queue.push_back(line);
                return Ok(());
            }
            return self.carry_out(&command, After::default());
        }
        self.answer(&command)
    }

    /// Carries out what has waited, up to the next search; after `quit` there are
    /// no more searches.
    fn work_off(&mut self) -> Said {
        while self.running.is_none() {
            let Some(line) = self.queue.pop_front() else { break };
            let after = After {
                stop: self.worked_off < self.stopped,
                ponder_hit: self.worked_off < self.released,
            };
            self.worked_off += 1;
            match parse(&line) {
                Ok(Some(command)) if is_job(&command) && self.last_line == LastLine::Quit => {}
                Ok(Some(command)) => self.carry_out(&command, after)?,
                _ => {}
            }
        }
        if !self.queue.is_empty() || self.last_line == LastLine::End {
            self.stop_unbounded();
        }
        Ok(())
    }

    fn stop_unbounded(&self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.unbounded) {
            running.control.stop();
        }
    }

    /// Commands that are answered at once, search or no search.
    fn answer(&mut self, command: &Command<'_>) -> Said {
        match *command {
            Command::Uci => self.identify(Dialect::Uci, "uciok"),
            Command::Ugi => self.identify(Dialect::Ugi, "ugiok"),
            Command::IsReady => {
                if self.running.is_none() {
                    self.engine.prepare();
                }
                self.output.say("readyok")
            }
            Command::Debug(on) => {
                self.engine.debug = on;
                Ok(())
            }
            Command::Stop => {
                if let Some(running) = &self.running {
                    running.control.stop();
                }
                self.stopped = self.worked_off + self.queue.len() as u64;
                Ok(())
            }
            Command::PonderHit => {
                self.ponder_hit();
                Ok(())
            }
            Command::Quit => {
                self.last_line = LastLine::Quit;
                if let Some(running) = &self.running {
                    running.control.stop();
                }
                Ok(())
            }
            Command::Query(query) => {
                let (answer, error) = self.engine.query(query);
                self.output.say(format_args!("response {answer}"))?;
                error.map_or(Ok(()), |error| self.complain(error))
            }
            Command::Display => self.output.say(reply::display(&*self.engine.session)),
            Command::Eval => self.evaluate(),
            Command::Variants => self.engine.games.variants().try_for_each(|variant| {
                let info = variant.info;
                let players = info.players;
                self.output.say(format_args!(
                    "{:<14} {players} players, {}: {}",
                    info.name, info.board, info.summary
                ))
            }),
            Command::Rules => self.output.say(self.engine.session.rules().trim_end()),
            Command::Help => self.output.say(reply::HELP.trim_end()),
            // All others wait for the end of a search.
            _ => Ok(()),
        }
    }

    fn identify(&mut self, dialect: Dialect, end: &str) -> Said {
        self.engine.dialect = dialect;
        self.output.say(format_args!("{}\n{end}", self.engine.identity()))
    }

    /// The clock begins to run: for the search that ponders, and for those that
    /// wait.
    fn ponder_hit(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.ponders) {
            running.ponders = false;
            running.unbounded = false;
            running.control.release();
        }
        self.released = self.worked_off + self.queue.len() as u64;
    }

    fn evaluate(&mut self) -> Said {
        let session = &self.engine.session;
        match session.evaluation() {
            Some((value, terms)) => {
                self.output.say(reply::evaluation(value, &terms, session.turn_name()))
            }
            None => self.complain("the game is over, expected a position with a move to make"),
        }
    }

    /// Commands that change what a search looks at, and searches.
    fn carry_out(&mut self, command: &Command<'_>, after: After) -> Said {
        match command {
            Command::NewGame => self.engine.new_game(),
            Command::SetOption { name, value } => {
                match self.engine.set_option(name, value.as_deref()) {
                    Ok(OptionEffect { variant, complaint }) => {
                        variant.map_or(Ok(()), |text| self.output.say(text))?;
                        complaint.map_or(Ok(()), |text| self.complain(text))?;
                    }
                    Err(error) => self.complain(error)?,
                }
            }
            Command::Position { start, moves } => {
                if let Err(error) = self.engine.set_position(*start, moves) {
                    self.complain(error)?;
                }
            }
            Command::Moves(moves) => {
                if let Err(error) = self.engine.play(moves) {
                    self.complain(error)?;
                }
            }
            Command::Flip => self.flip()?,
            Command::Go(go) => self.search(go, after)?,
            Command::Perft(depth) => self.perft(*depth, after),
            Command::Bench(depth) => self.bench(*depth, after),
            // All others are answered at once.
            _ => {}
        }
        Ok(())
    }

    fn flip(&mut self) -> Said {
        if self.engine.session.flip() {
            return Ok(());
        }
        let name = self.engine.session.variant().name;
        self.complain(format_args!("the sides of '{name}' cannot be exchanged"))
    }

    fn search(&mut self, go: &Go<'_>, after: After) -> Said {
        let engine = &self.engine;
        let words = go.search_moves.as_deref().unwrap_or_default();
        let illegal = engine.session.illegal_words(words);
        if !illegal.is_empty() {
            let (shown, more) = illegal.split_at(illegal.len().min(LISTED));
            let more =
                if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
            let list = shown.join("', '");
            self.complain(format_args!(
                "'searchmoves' left out '{list}'{more}, expected legal moves"
            ))?;
        }
        let ponders = go.ponder && !go.is_infinite() && !after.ponder_hit;
        let control = self.start(go.is_infinite() || ponders, ponders, after);
        let engine = &self.engine;
        let started = engine.clock.now();
        let limits = engine.limits(go);
        let settings = &engine.settings;
        log::info!("searching with {limits}");
        if engine.debug {
            self.output.say(format_args!("info string searching with {limits}"))?;
        }
        let (output, dialect, show_chances) =
            (self.output.clone(), engine.dialect, settings.show_chances());
        let told = Arc::clone(&control);
        let job = engine.session.search(Request {
            limits,
            moves: words.iter().map(|&word| word.to_owned()).collect(),
            lines: settings.lines(),
            threads: settings.threads(),
            overhead: settings.overhead(),
            skill: settings.skill(started),
            many: settings.many(),
            tablebase: engine.tablebase.clone(),
            table: Arc::clone(&engine.table),
            control,
            clock: Arc::clone(&engine.clock),
            started,
            report: Box::new(move |info| {
                if output.say(InfoLine { info, dialect, show_chances }).is_err() {
                    told.stop();
                }
            }),
        });
        self.spawn(move || Done::Search(job()));
        Ok(())
    }

    fn perft(&mut self, depth: u32, after: After) {
        let control = self.start(false, false, after);
        let (output, told) = (self.output.clone(), Arc::clone(&control));
        let report = Box::new(move |mv: &str, nodes| {
            if output.say(format_args!("{mv}: {nodes}")).is_err() {
                told.stop();
            }
        });
        let job = self.engine.session.perft(depth, control, report);
        self.spawn(move || Done::Perft(job()));
    }

    fn bench(&mut self, depth: Option<u32>, after: After) {
        let control = self.start(false, false, after);
        let (output, clock) = (self.output.clone(), Arc::clone(&self.engine.clock));
        let games = self.engine.games;
        self.spawn(move || {
            let told = Arc::clone(&control);
            Done::Bench(bench::run(games, depth, &control, &clock, |variant, nodes| {
                if output.say(format_args!("{variant}: {nodes}")).is_err() {
                    told.stop();
                }
            }))
        });
    }

    /// Makes the control of a job that is about to run.
    fn start(&mut self, unbounded: bool, ponders: bool, after: After) -> Arc<Control> {
        let control = Arc::new(Control::new(unbounded));
        if after.stop {
            control.stop();
        }
        self.running = Some(Running { control: Arc::clone(&control), unbounded, ponders });
        control
    }

    fn spawn(&self, job: impl FnOnce() -> Done + Send + 'static) {
        // The thread that does the jobs ends only with this server.
        let _ = self.jobs.send(Box::new(job));
    }

    /// Says the result of a job.
    fn conclude(&mut self, done: Done) -> Said {
        match done {
            Done::Search(answer) => {
                let ponder = self.engine.settings.ponder();
                self.output.say(BestMoveLine { answer, ponder })
            }
            Done::Perft(sum) => {
                let nodes = self.partial_or_whole(sum, "perft")?;
                self.output.say(format_args!("\nNodes searched: {nodes}"))
            }
            Done::Bench(total) => {
                let bench::Total { nodes, time } = self.partial_or_whole(total, "bench")?;
                let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
                self.output.say(format_args!("Nodes searched: {nodes}\nNodes/second: {rate}"))
            }
        }
    }

    /// The result of a job; of one that was stopped the client is told so first.
    fn partial_or_whole<T>(&self, result: ControlFlow<T, T>, job: &str) -> Result<T, Closed> {
        match result {
            ControlFlow::Continue(whole) => Ok(whole),
            ControlFlow::Break(partial) => {
                self.output.say(format_args!("info string {job} stopped, its sum is partial"))?;
                Ok(partial)
            }
        }
    }

    fn complain(&mut self, error: impl Display) -> Said {
        self.summary.errors += 1;
        self.output.say(format_args!("info string error: {error}"))
    }
}

/// Whether the command must not overtake a running search.
fn must_wait(command: &Command<'_>) -> bool {
    let changes_state = matches!(
        command,
        Command::NewGame
            | Command::SetOption { .. }
            | Command::Position { .. }
            | Command::Moves(_)
            | Command::Flip
    );
    changes_state || is_job(command)
}

/// Whether the command starts a thread that works on it.
fn is_job(command: &Command<'_>) -> bool {
    matches!(command, Command::Go(_) | Command::Perft(_) | Command::Bench(_))
}
