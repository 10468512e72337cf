//! One thread of a search: its line, its limits, what it learns and remembers. How
//! it values a position is the matter of `pvs` and `maxn`.
//!
//! # Repetition and the transposition table
//! The value of a position can depend on the positions before it, because a line
//! that returns to one of them ends there. Such a value is true on this path only
//! (the *graph-history interaction*). Each node therefore learns the earliest
//! position of the path that its value depends on; a value that reaches back
//! before the node itself is not stored, only its best move. What remains is the
//! other half of the problem: a value stored on one path may be used on another
//! where its line would run into a repetition. The value is then that of the game
//! without its past, which the next searches from nearer by correct.

use super::{
    busy::{BUSY_DEPTH, Busy},
    limits::NodePool,
    order::{Killers, Memory},
    report::Line,
    sides::Sides,
    table::{Bound, Entry, Table},
    time::{Budget, Clock},
    value::{MAX_PLY, Value},
};
use crate::{
    game::{Heuristics, History, Tuning},
    search::{Control, Report},
    tablebase::LazyTablebase,
};
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// What the threads of one search have in common.
pub(super) struct Shared<'a, G: Heuristics> {
    pub(super) table: &'a Table,
    pub(super) control: &'a Control,
    pub(super) clock: &'a dyn Clock,
    /// When the client asked, by `clock`.
    pub(super) started: Duration,
    pub(super) report: &'a (dyn Fn(&Report<'_, G::Move>) + Sync),
    pub(super) tuning: Tuning,
    /// The tables of endings that may be asked.
    pub(super) tablebase: Option<&'a LazyTablebase>,
    /// Whether threats may be judged without a search (`threats`).
    pub(super) judges_threats: bool,
    pub(super) budget: Option<Budget>,
    /// When the mover's clock began to run, in nanoseconds of `clock`, or
    /// [`NOT_RUNNING`].
    pub(super) running_since: AtomicU64,
    pub(super) pool: NodePool,
    /// What the threads are at, if there are several.
    pub(super) busy: Option<Busy>,
    /// Nodes of each thread, as of its last poll.
    pub(super) nodes: Vec<AtomicU64>,
    /// Positions that were found in tables of endings, of each thread.
    pub(super) table_hits: Vec<AtomicU64>,
    /// The first thread has its answer; the others are to end.
    pub(super) finished: AtomicBool,
}

impl<G: Heuristics> Shared<'_, G> {
    /// Time on the mover's clock at the time `now`; `None` while it does not run.
    pub(super) fn on_clock(&self, now: Duration) -> Option<Duration> {
        if self.control.is_held() {
            return None;
        }
        let now = now.as_nanos() as u64;
        // The thread that first sees the search released starts the clock.
        let started = self.running_since.compare_exchange(NOT_RUNNING, now, Relaxed, Relaxed);
        Some(Duration::from_nanos(now.saturating_sub(started.err().unwrap_or(now))))
    }

    /// The list of busy moves, if those of a node of `depth` plies are on it.
    pub(super) fn busy_at(&self, depth: i32) -> Option<&Busy> {
        self.busy.as_ref().filter(|_| depth >= BUSY_DEPTH)
    }

    /// Nodes of all threads together.
    pub(super) fn total_nodes(&self) -> u64 {
        total(&self.nodes)
    }
}

/// The sum of what all threads have counted.
fn total(counts: &[AtomicU64]) -> u64 {
    counts.iter().map(|count| count.load(Relaxed)).sum()
}

/// The time at which a clock began to run that does not run yet.
pub(super) const NOT_RUNNING: u64 = u64::MAX;

/// Time between two signs of life.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// A value that depends on no position before it.
pub(super) const INDEPENDENT: usize = usize::MAX;

/// One thread of a search.
pub(super) struct Worker<'a, G: Heuristics> {
    pub(super) shared: &'a Shared<'a, G>,
    pub(super) memory: &'a mut Memory<G>,
    /// The number of the thread, from 0.
    pub(super) id: usize,
    pub(super) sides: Sides,
    /// Positions of the game and of the line being searched.
    history: History,
    /// The place of the root in `history`.
    root: usize,
    /// Ranked moves of all nodes of the line, one after the other.
    pub(super) moves: Vec<(i32, G::Move)>,
    pub(super) generated: Vec<G::Move>,
    /// The best line from each ply.
    pub(super) lines: Vec<Vec<G::Move>>,
    killers: Vec<Killers<G>>,
    /// By ply, whether an opponent has chosen his reply already (`pvs`).
    pub(super) replied: [bool; MAX_PLY + 2],
    /// The history slots of the moves of the line.
    slots: Vec<usize>,
    nodes: u64,
    /// Positions that were found in tables of endings.
    pub(super) table_hits: u64,
    /// Nodes until the next poll.
    allowance: u64,
    /// The iteration, in plies.
    pub(super) depth: u32,
    /// The deepest ply that this iteration has reached.
    selective_depth: usize,
    /// When to give the next sign of life; zero before the first poll.
    next_beat: Duration,
    /// The earliest position, as a place in `history`, that the value returned
    /// last depends on.
    pub(super) dependence: usize,
    /// The first ply is searched whole, unless the time runs out in it.
    pub(super) mandatory: bool,
    /// A root move has its value: there is something to answer with.
    pub(super) has_move: bool,
    /// The search has been broken off: returned values mean nothing.
    pub(super) aborted: bool,
}

impl<'a, G: Heuristics> Worker<'a, G> {
    pub(super) fn new(
        shared: &'a Shared<'a, G>,
        memory: &'a mut Memory<G>,
        id: usize,
        sides: Sides,
        history: History,
    ) -> Self {
        Self {
            shared,
            memory,
            id,
            sides,
            root: history.plies(),
            history,
            moves: Vec::new(),
            generated: Vec::new(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            killers: vec![[None; 2]; MAX_PLY + 2],
            replied: [false; MAX_PLY + 2],
            slots: Vec::with_capacity(MAX_PLY + 2),
            nodes: 0,
            table_hits: 0,
            allowance: 0,
            depth: 0,
            selective_depth: 0,
            next_beat: Duration::ZERO,
            dependence: INDEPENDENT,
            mandatory: false,
            has_move: false,
            aborted: false,
        }
    }

    /// The best line found below the move that [`move_value`](Self::move_value)
    /// was asked about last.
    pub(super) fn line_below_root(&self) -> &[G::Move] {
        &self.lines[1]
    }

    /// The value of the root's move `mv`, for the player who makes it, by a search
    /// of `depth` plies below it: exact within the window, a bound outside of it.
    pub(super) fn move_value(
        &mut self,
        root: &G,
        mv: G::Move,
        window: (Value, Value),
        depth: i32,
    ) -> Value {
        let child = self.enter(root, mv);
        let value = if self.sides.are_all_apart::<G>() {
            self.share_value(root, &child, window, depth)
        } else {
            self.child_value(root, &child, window, depth, 1)
        };
        self.leave();
        value
    }

    /// Makes a move: a new node of the line.
    pub(super) fn enter(&mut self, state: &G, mv: G::Move) -> G {
        self.slots.push(state.history_slot(mv));
        let child = state.after(mv);
        self.history.push(child.key(), state.is_irreversible(mv));
        match self.allowance.checked_sub(1) {
            Some(rest) => self.allowance = rest,
            None => self.poll(),
        }
        self.nodes += u64::from(!self.aborted);
        child
    }

    pub(super) fn leave(&mut self) {
        self.history.pop();
        self.slots.pop();
    }

    /// Begins a node `ply` plies from the root.
    pub(super) fn arrive(&mut self, ply: usize) {
        self.dependence = INDEPENDENT;
        self.lines[ply].clear();
        self.selective_depth = self.selective_depth.max(ply);
    }

    /// Whether the game ends here by repetition. Inside of the search the first
    /// return counts as the last: what could be reached once can be reached again.
    pub(super) fn is_repetition(&mut self) -> bool {
        let Some(depends_on) = self.repeated() else { return false };
        self.dependence = depends_on;
        true
    }

    /// Whether no position up to the root can come again.
    pub(super) fn has_left_the_root(&self) -> bool {
        self.history.floor() > self.root
    }

    /// The position whose return ends the game here.
    fn repeated(&self) -> Option<usize> {
        let needed = G::REPETITIONS? as usize - 1;
        let mut earlier = self.history.earlier(G::SHORTEST_CYCLE);
        let latest = earlier.next()?;
        if latest >= self.root || needed == 1 { Some(latest) } else { earlier.nth(needed - 2) }
    }

    /// Keeps what was found of the present node, as far as it is true on every path:
    /// it depends on the positions from `dependence` on.
    pub(super) fn remember(&mut self, key: u64, entry: Entry, dependence: usize, known: bool) {
        let elsewhere = dependence < self.history.plies();
        self.dependence = if elsewhere { dependence } else { INDEPENDENT };
        if !elsewhere {
            self.shared.table.store(key, entry);
        } else if !known {
            let move_only = Entry { value: 0, bound: Bound::None, depth: 0, ..entry };
            self.shared.table.store(key, move_only);
        }
    }

    /// Appends the ranked legal moves of `state` to `moves`.
    pub(super) fn rank_moves(&mut self, state: &G, table_tag: u16, ply: usize) {
        self.generated.clear();
        state.legal_moves(&mut self.generated);
        self.rank_generated(state, table_tag, ply);
    }

    /// Appends the moves in `generated` to `moves`, ranked.
    pub(super) fn rank_generated(&mut self, state: &G, table_tag: u16, ply: usize) {
        let killers = &self.killers[ply];
        let previous = self.slots.last().copied();
        let memory = &*self.memory;
        self.moves.extend(
            self.generated
                .iter()
                .map(|&mv| (memory.rank(state, mv, table_tag, killers, previous), mv)),
        );
    }

    /// Appends the noisy moves of `state` to `moves`, ranked by what they win. Whether
    /// one of them has to be made.
    pub(super) fn rank_noisy_moves(&mut self, state: &G) -> bool {
        self.generated.clear();
        state.noisy_moves(&mut self.generated);
        self.moves.extend(self.generated.iter().map(|&mv| (state.gain(mv), mv)));
        self.shared.tuning.compulsion && state.is_compelled(&self.generated)
    }

    /// Learns from a cut-off by the move at `index` of those from `first` on.
    pub(super) fn learn(&mut self, state: &G, first: usize, index: usize, depth: i32, ply: usize) {
        let tried = &self.moves[first..=first + index];
        let Some((&(_, refuting), others)) = tried.split_last() else {
            return;
        };
        if state.gain(refuting) > 0 {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(refuting) {
            *killers = [Some(refuting), killers[0]];
        }
        if let Some(&previous) = self.slots.last() {
            self.memory.counter(previous, refuting);
        }
        self.memory.learn(state.history_slot(refuting), depth);
        for &(_, other) in others {
            if state.gain(other) == 0 {
                self.memory.learn(state.history_slot(other), -depth);
            }
        }
    }

    /// Makes `mv` and the best line after it the best line of `ply`.
    pub(super) fn extend_line(&mut self, mv: G::Move, ply: usize) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    /// Looks whether the search is to end; called every few nodes.
    fn poll(&mut self) {
        let shared = self.shared;
        let granted = shared.pool.draw();
        self.allowance = if granted == 0 { shared.pool.interval() } else { granted } - 1;
        self.publish_nodes();
        let mut over = granted == 0 || shared.control.is_stopped() || shared.finished.load(Relaxed);
        let now = shared.clock.now();
        if let Some(budget) = shared.budget {
            let late = shared.on_clock(now).is_some_and(|used| used >= budget.hard);
            // With no time at all, the first ply is what was asked for.
            self.aborted |= late && self.has_move && !budget.hard.is_zero();
            over |= late;
        }
        if now >= self.next_beat {
            if self.next_beat > Duration::ZERO {
                self.report(self.depths(), None);
            }
            self.next_beat = now + HEARTBEAT;
        }
        self.aborted |= over && !self.mandatory;
    }

    /// Begins an iteration of `depth` plies.
    pub(super) fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        self.selective_depth = 0;
    }

    /// Ends the search of all threads.
    pub(super) fn end_search(&self) {
        self.publish_nodes();
        self.shared.finished.store(true, Relaxed);
    }

    /// Time since the client asked.
    pub(super) fn elapsed(&self) -> Duration {
        self.shared.clock.now().saturating_sub(self.shared.started)
    }

    /// The plies of the iteration, and of the deepest line in it so far.
    pub(super) fn depths(&self) -> (u32, u32) {
        (self.depth, self.selective_depth as u32)
    }

    /// Tells how the search gets on, if this is the first thread. `depths` are those
    /// of the iteration that the line is from.
    pub(super) fn report(&self, depths: (u32, u32), line: Option<Line<'_, G::Move>>) {
        if self.id != 0 {
            return;
        }
        self.publish_nodes();
        (self.shared.report)(&Report {
            depth: depths.0,
            selective_depth: depths.1,
            nodes: self.shared.total_nodes(),
            time: self.elapsed(),
            permille_full: self.shared.table.permille_full(),
            table_hits: total(&self.shared.table_hits),
            line,
        });
    }

    /// Makes the nodes of this thread count in the reports, and its hits.
    pub(super) fn publish_nodes(&self) {
        self.shared.table_hits[self.id].store(self.table_hits, Relaxed);
        self.shared.nodes[self.id].store(self.nodes, Relaxed);
    }
}
