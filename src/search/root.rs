//! Iterative deepening at the root, by one thread or several.

use super::{
    Bound, Clock, Control, Limits, MAX_PLY, ManySearch, Report, Score, Skill, Table, Value,
    busy::Busy,
    endings,
    limits::NodePool,
    order,
    report::Line,
    sides::Sides,
    value::{INFINITE, is_decided, plies_to_end},
    worker::{self, Shared, Worker},
};
use crate::{
    game::{Heuristics, History},
    tablebase::LazyTablebase,
};
use std::{
    ops::RangeInclusive,
    sync::atomic::{AtomicBool, AtomicU64},
    thread,
    time::Duration,
};

/// What is to be searched, and how.
pub struct Task<'a, G: Heuristics> {
    /// The position; the game must not be over.
    pub root: &'a G,
    /// The positions of the game up to the root, the root included.
    pub history: &'a History,
    /// The only moves to look at, all of them legal; empty: every legal move.
    pub moves: &'a [G::Move],
    /// When to end.
    pub limits: Limits,
    /// Lines to report.
    pub lines: usize,
    /// Threads to search with; 0 counts as 1.
    pub threads: usize,
    /// Time to keep of each move for the communication.
    pub overhead: Duration,
    /// A handicap.
    pub skill: Option<Skill>,
    /// How a game of more than two players is searched.
    pub many: ManySearch,
    /// Tables of endings. A handicapped search does not look at them, nor does one for a
    /// mate: they do not tell how long a win takes.
    pub tablebase: Option<&'a LazyTablebase>,
    /// The transposition table.
    pub table: &'a Table,
    /// Ends the search from outside.
    pub control: &'a Control,
    /// Tells the time.
    pub clock: &'a dyn Clock,
    /// When the client asked, by `clock`.
    pub started: Duration,
    /// Hears how the search gets on: at least once for each finished iteration and
    /// line. The last line with an exact value begins with the answer, unless a
    /// handicap has chosen another.
    pub report: &'a (dyn Fn(&Report<'_, G::Move>) + Sync),
}

impl<'a, G: Heuristics> Task<'a, G> {
    /// The tables of endings that this search may look at.
    fn usable_tablebase(&self) -> Option<&'a LazyTablebase> {
        self.tablebase.filter(|_| self.skill.is_none() && self.limits.mate.is_none())
    }
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The move to play.
    pub best: M,
    /// The reply that is expected.
    pub reply: Option<M>,
}

/// What each thread remembers of earlier searches of the same game.
#[derive(Clone, Debug)]
pub struct Memory<G: Heuristics> {
    first: order::Memory<G>,
    others: Vec<order::Memory<G>>,
}

impl<G: Heuristics> Default for Memory<G> {
    fn default() -> Self {
        Self { first: order::Memory::default(), others: Vec::new() }
    }
}

/// Half the width of the first aspiration window.
const WINDOW: Value = 30;
/// The depth from which on iterations begin with a narrow window.
const WINDOW_DEPTH: u32 = 5;
/// Half the width of the widest aspiration window that is not yet open.
const WIDEST_WINDOW: Value = 1000;
/// Bounds of unfinished lines are reported only in searches longer than this.
const PATIENCE: Duration = Duration::from_secs(3);

/// Searches until a limit is reached or the control ends it, and returns once the
/// control lets it.
pub fn search<G: Heuristics>(task: &Task<'_, G>, memory: &mut Memory<G>) -> Answer<G::Move> {
    memory.others.resize_with(task.threads.saturating_sub(1), order::Memory::default);
    task.table.new_search();
    let tuning = if task.limits.mate.is_some() { G::TUNING.exact() } else { G::TUNING };
    let nodes = [task.limits.nodes, task.skill.map(Skill::nodes)].into_iter().flatten().min();
    let counters = || (0..=memory.others.len()).map(|_| AtomicU64::new(0)).collect();
    let shared = Shared {
        table: task.table,
        control: task.control,
        clock: task.clock,
        started: task.started,
        report: task.report,
        tuning,
        tablebase: task.usable_tablebase(),
        judges_threats: G::SEATS == 2 && !task.history.has_repeated(),
        budget: task.limits.budget(task.overhead),
        running_since: AtomicU64::new(if task.control.is_held() {
            worker::NOT_RUNNING
        } else {
            task.started.as_nanos() as u64
        }),
        pool: NodePool::new(nodes, task.threads),
        busy: (task.threads > 1).then(Busy::new),
        nodes: counters(),
        table_hits: counters(),
        finished: AtomicBool::new(false),
    };
    let shared = &shared;
    let mut leader = Root::new(task, shared, &mut memory.first, 0);
    // The others begin when there is a move to answer with: many threads on few
    // cores must not keep the first from its first ply.
    let goes_on = leader.begin();
    thread::scope(|scope| {
        for (memory, id) in memory.others.iter_mut().zip(1..).take_while(|_| goes_on) {
            let help = move || Root::new(task, shared, memory, id).help();
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, help) {
                log::warn!("searching with {id} threads, there are no more: {error}");
                break;
            }
        }
        leader.lead(goes_on)
    })
}

/// The root of one thread.
struct Root<'a, G: Heuristics> {
    task: &'a Task<'a, G>,
    worker: Worker<'a, G>,
    /// The moves to search, best first as far as is known.
    moves: Vec<RootMove<G::Move>>,
    /// The best moves of the last iteration, with exact values, best first.
    finished: Vec<RootMove<G::Move>>,
    /// The plies of that iteration, and of its deepest line.
    finished_depths: (u32, u32),
    stability: Stability<G::Move>,
}

#[derive(Clone, Debug)]
struct RootMove<M> {
    /// The line that begins with the move.
    line: Vec<M>,
    value: Value,
    bound: Bound,
    /// The values that the tables of endings leave.
    proven: RangeInclusive<Value>,
}

impl<M: Copy> RootMove<M> {
    fn mv(&self) -> M {
        self.line[0]
    }

    /// The value that the search has found, as far as the tables do not know better.
    fn told(&self) -> Value {
        self.value.clamp(*self.proven.start(), *self.proven.end())
    }

    /// 0 for what the tables call a win, 2 for a loss, and 1 for all else: the search only
    /// chooses between moves of a rank.
    fn rank(&self) -> u8 {
        u8::from(*self.proven.start() <= 0) + u8::from(*self.proven.end() < 0)
    }

    /// The order of moves, the best first.
    fn order(&self) -> (u8, Value) {
        (self.rank(), -self.value)
    }
}

impl<'a, G: Heuristics> Root<'a, G> {
    fn new(
        task: &'a Task<'a, G>,
        shared: &'a Shared<'a, G>,
        memory: &'a mut order::Memory<G>,
        id: usize,
    ) -> Self {
        let moves = match task.moves {
            // Who wants to see several lines wants to see the bad ones too.
            [] if task.lines <= 1 && task.usable_tablebase().is_some() => {
                endings::keeping_moves(task, task.root.moves())
            }
            [] => task.root.moves(),
            moves => moves.to_vec(),
        };
        let unsearched = |mv| RootMove {
            line: vec![mv],
            value: -INFINITE,
            bound: Bound::Upper,
            proven: match task.usable_tablebase() {
                Some(_) => endings::proven(task, mv),
                None => -INFINITE..=INFINITE,
            },
        };
        let mut moves: Vec<_> = moves.into_iter().map(unsearched).collect();
        moves.sort_by_key(RootMove::order);
        let sides = Sides::new(task.root, task.many);
        Self {
            task,
            worker: Worker::new(shared, memory, id, sides, task.history.clone()),
            moves,
            finished: Vec::new(),
            finished_depths: (0, 0),
            stability: Stability::default(),
        }
    }

    /// The first ply, which is searched whatever the limits. Returns whether to go on.
    fn begin(&mut self) -> bool {
        self.worker.mandatory = true;
        let goes_on = self.deepen(1);
        self.worker.mandatory = false;
        goes_on
    }

    /// The first thread, after its first ply: keeps the limits, reports, answers.
    fn lead(&mut self, goes_on: bool) -> Answer<G::Move> {
        let mut depths = 2..=self.depth_limit();
        let _ = goes_on && depths.all(|depth| self.deepen(depth));
        self.worker.end_search();
        let chosen = self.choose();
        if self.worker.aborted || chosen > 0 {
            // Clients take the last line for the result, and its nodes for the sum.
            self.finished.swap(0, chosen);
            self.report_finished();
        }
        self.task.control.wait_while_held();
        let line = &self.finished[0].line;
        Answer { best: line[0], reply: line.get(1).copied() }
    }

    /// An iteration of the first thread. Returns whether to go on.
    fn deepen(&mut self, depth: u32) -> bool {
        if !self.iterate(depth) {
            return false;
        }
        self.stability.note(self.finished[0].mv(), self.finished[0].value);
        !self.is_satisfied(depth)
    }

    /// A further thread: fills the table until the first one has its answer. Every
    /// other one runs a ply ahead, so that they do not all do the same work.
    fn help(&mut self) {
        for depth in 1 + (self.worker.id as u32 % 2)..=self.depth_limit() {
            if !self.iterate(depth) {
                break;
            }
        }
        self.worker.publish_nodes();
    }

    /// The number of moves to find exact values of.
    fn lines(&self) -> usize {
        let candidates = self.task.skill.map_or(1, |_| Skill::CANDIDATES);
        self.task.lines.max(candidates).min(self.moves.len())
    }

    fn depth_limit(&self) -> u32 {
        let limits = &self.task.limits;
        let mate = limits.mate.map(|moves| moves.saturating_mul(2));
        let least = [limits.depth, mate].into_iter().flatten().min();
        least.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32)
    }

    /// One iteration. Returns whether it was not broken off.
    fn iterate(&mut self, depth: u32) -> bool {
        self.worker.begin_iteration(depth);
        let expected: Vec<Value> = self.moves.iter().map(|it| it.value).collect();
        for it in &mut self.moves {
            it.value = -INFINITE;
            it.bound = Bound::Upper;
        }
        let lines = self.lines();
        for (place, &expected) in expected.iter().enumerate().take(lines) {
            self.search_place(depth, place, expected);
            if self.worker.aborted {
                break;
            }
        }
        let whole = !self.worker.aborted;
        if whole {
            self.moves[..lines].sort_by_key(|it| (it.rank(), -it.told()));
        }
        // The best move of a broken iteration counts if its value is exact: then the
        // best move of the iteration before was searched, and this is it or beats it.
        let first_counts = lines == 1 || self.finished.is_empty();
        if whole || first_counts && self.moves[0].bound == Bound::Exact {
            self.finished.clear();
            let found = if whole { lines } else { 1 };
            self.finished.extend_from_slice(&self.moves[..found]);
            self.finished_depths = self.worker.depths();
        }
        if whole {
            self.report_finished();
        }
        whole
    }

    /// Finds the best of the moves from `place` on and brings it there, with its
    /// exact value. `expected` is what an earlier iteration has found for it.
    fn search_place(&mut self, depth: u32, place: usize, expected: Value) {
        let narrow = depth >= WINDOW_DEPTH && !is_decided(expected) && expected != -INFINITE;
        let mut margin = WINDOW;
        let (mut alpha, mut beta) =
            if narrow { (expected - margin, expected + margin) } else { (-INFINITE, INFINITE) };
        loop {
            let value = self.search_moves(depth, place, (alpha, beta));
            self.moves[place..].sort_by_key(RootMove::order);
            if self.worker.aborted || alpha < value && value < beta {
                return;
            }
            if self.worker.elapsed() >= PATIENCE && place < self.task.lines {
                self.report(&self.moves[place], place, self.worker.depths());
            }
            margin = margin.saturating_mul(3);
            let wide = margin > WIDEST_WINDOW;
            if value <= alpha {
                alpha = if wide { -INFINITE } else { (value - margin).max(-INFINITE) };
            } else {
                beta = if wide { INFINITE } else { (value + margin).min(INFINITE) };
            }
        }
    }

    /// The best value of the moves from `place` on that are of its rank.
    fn search_moves(&mut self, depth: u32, place: usize, window: (Value, Value)) -> Value {
        let (mut alpha, beta) = window;
        let root = self.task.root;
        let depth = depth as i32 - 1;
        let busy = self.worker.shared.busy_at(depth + 1);
        let key = self.worker.sides.table_key(root, false);
        let rank = self.moves[place].rank();
        let end = place + self.moves[place..].partition_point(|it| it.rank() == rank);
        // Moves from here on were put off.
        let mut idle = end;
        let mut best = -INFINITE;
        for index in place..end {
            if let Some(busy) = busy.filter(|_| index > place) {
                while index < idle && busy.has(key, root.tag(self.moves[index].mv())) {
                    self.moves[index..end].rotate_left(1);
                    idle -= 1;
                }
            }
            let mv = self.moves[index].mv();
            let mark = busy.filter(|_| index > place).map(|busy| busy.mark(key, root.tag(mv)));
            let mut value = -INFINITE;
            let mut full_window = index == place;
            if !full_window {
                let zero_window = (alpha, alpha + 1);
                let reduction = self.worker.root_reduction(root, mv, depth + 1, index - place);
                value = self.worker.move_value(root, mv, zero_window, depth - reduction);
                if value > alpha && reduction > 0 {
                    value = self.worker.move_value(root, mv, zero_window, depth);
                }
                full_window = value > alpha && value < beta;
            }
            if full_window {
                value = self.worker.move_value(root, mv, (alpha, beta), depth);
            }
            drop(mark);
            if self.worker.aborted {
                break;
            }
            let it = &mut self.moves[index];
            if index == place || value > alpha {
                it.value = value;
                it.bound = match value {
                    _ if value <= alpha => Bound::Upper,
                    _ if value >= beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                it.line.truncate(1);
                it.line.extend_from_slice(self.worker.line_below_root());
            } else {
                it.value = -INFINITE;
            }
            self.worker.has_move |= place == 0;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Whether there is no point in another iteration.
    fn is_satisfied(&self, depth: u32) -> bool {
        let RootMove { value, ref line, .. } = self.finished[0];
        let limits = &self.task.limits;
        if let Some(mate) = limits.mate
            && let Score::Mate { moves, .. } = Score::new(self.task.root, value, line)
            && moves > 0
            && moves.unsigned_abs() <= mate
        {
            return true;
        }
        let shared = self.worker.shared;
        let Some(budget) = shared.budget else { return false };
        let Some(elapsed) = shared.on_clock(shared.clock.now()) else { return false };
        let settled = is_decided(value) && depth >= plies_to_end(value);
        let forced = limits.clock.is_some() && self.moves.len() == 1;
        let soft = if limits.clock.is_some() {
            budget.soft.mul_f64(self.stability.share()).min(budget.hard)
        } else {
            budget.soft
        };
        settled || forced || elapsed >= soft
    }

    /// The place in `finished` of the move to play.
    fn choose(&self) -> usize {
        self.task.skill.map_or(0, |skill| {
            let values: Vec<Value> = self.finished.iter().map(|it| it.value).collect();
            skill.choose(&values, self.task.root.search_key())
        })
    }

    /// Reports the lines of the last iteration that counts.
    fn report_finished(&self) {
        for (place, found) in self.finished.iter().enumerate().take(self.task.lines.max(1)) {
            self.report(found, place, self.finished_depths);
        }
    }

    /// Reports a line if this is the first thread.
    fn report(&self, found: &RootMove<G::Move>, place: usize, depths: (u32, u32)) {
        let (value, bound, moves) = (found.told(), found.bound, &found.line);
        let line = Line { rank: place as u32 + 1, value, bound, moves };
        self.worker.report(depths, Some(line));
    }
}

/// How settled the choice of the best move is.
struct Stability<M> {
    best: Option<M>,
    /// Iterations since the best move changed.
    unchanged: u32,
    value: Value,
    /// How far the value fell with the last iteration.
    fall: Value,
}

impl<M> Default for Stability<M> {
    fn default() -> Self {
        Self { best: None, unchanged: 0, value: 0, fall: 0 }
    }
}

impl<M: Copy + Eq> Stability<M> {
    fn note(&mut self, best: M, value: Value) {
        self.fall = if self.best.is_some() { (self.value - value).clamp(0, 100) } else { 0 };
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        self.best = Some(best);
        self.value = value;
    }

    /// The share of the soft limit to use: less for a move that has long been the
    /// best, more after a change or a fall of the value.
    fn share(&self) -> f64 {
        let settled = 1.3 - 0.1 * f64::from(self.unchanged.min(8));
        settled + f64::from(self.fall) / 100.0
    }
}
