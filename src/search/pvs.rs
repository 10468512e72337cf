//! Principal variation search: alpha-beta with zero windows around the first move
//! (Marsland, Campbell: *Parallel search of strongly ordered game trees*, 1982).
//!
//! Values are fail-soft. They are negated from parent to child only where the
//! turn has passed to the other side, since some games let a player move again.
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
    limits::NodePool,
    order::{self, Killers, Memory},
    report::Line,
    sides::Sides,
    table::{Bound, Entry, Table},
    time::{Budget, Clock},
    value::{DECIDED, INFINITE, MAX_PLY, Value, from_table, is_decided, to_table},
};
use crate::{
    game::{Heuristics, History, Tuning},
    search::{Control, Report},
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
    pub(super) budget: Option<Budget>,
    /// When the mover's clock began to run, in nanoseconds of `clock`, or
    /// [`NOT_RUNNING`].
    pub(super) running_since: AtomicU64,
    pub(super) pool: NodePool,
    /// Nodes of each thread, as of its last poll.
    pub(super) nodes: Vec<AtomicU64>,
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

    /// Nodes of all threads together.
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// The time at which a clock began to run that does not run yet.
pub(super) const NOT_RUNNING: u64 = u64::MAX;

/// Time between two signs of life.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// A value that depends on no position before it.
const INDEPENDENT: usize = usize::MAX;

/// The depth from which a node without a table move is searched a ply less.
const INTERNAL_REDUCTION_DEPTH: i32 = 4;
/// How many noisy moves quiescence looks at, by its depth; one from there on. On a
/// large board with captures everywhere it would not come to an end otherwise.
const QUIESCENCE_WIDTHS: [usize; 4] = [16, 8, 4, 2];
/// The depth up to which futility pruning skips quiet moves.
const FUTILITY_DEPTH: i32 = 6;

/// One thread of a search.
pub(super) struct Worker<'a, G: Heuristics> {
    pub(super) shared: &'a Shared<'a, G>,
    pub(super) memory: &'a mut Memory<G>,
    /// The number of the thread, from 0.
    pub(super) id: usize,
    sides: Sides,
    /// Positions of the game and of the line being searched.
    history: History,
    /// The place of the root in `history`.
    root: usize,
    /// Ranked moves of all nodes of the line, one after the other.
    moves: Vec<(i32, G::Move)>,
    generated: Vec<G::Move>,
    /// The best line from each ply.
    lines: Vec<Vec<G::Move>>,
    killers: Vec<Killers<G>>,
    /// The history slots of the moves of the line.
    slots: Vec<usize>,
    nodes: u64,
    /// Nodes until the next poll.
    allowance: u64,
    /// The iteration, in plies.
    depth: u32,
    /// The deepest ply that this iteration has reached.
    selective_depth: usize,
    /// When to give the next sign of life; zero before the first poll.
    next_beat: Duration,
    /// The earliest position, as a place in `history`, that the value returned
    /// last depends on.
    dependence: usize,
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
            slots: Vec::with_capacity(MAX_PLY + 2),
            nodes: 0,
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
        (alpha, beta): (Value, Value),
        depth: i32,
    ) -> Value {
        let child = self.enter(root, mv);
        let value = self.child_value(root, &child, (alpha, beta), depth, 1);
        self.leave();
        value
    }

    /// The value of `state` for the player to move, `ply` plies from the root:
    /// exact within the window, a bound outside of it. Leaves the best line in
    /// `lines[ply]`.
    fn value(
        &mut self,
        state: &G,
        (mut alpha, mut beta): (Value, Value),
        mut depth: i32,
        ply: usize,
    ) -> Value {
        self.dependence = INDEPENDENT;
        self.lines[ply].clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.aborted {
            return 0;
        }
        if let Some(value) = self.repetition_value(state, ply) {
            return value;
        }
        let (least, most) = self.sides.reachable_values(state, ply);
        alpha = alpha.max(least);
        beta = beta.min(most);
        if alpha >= beta {
            return alpha;
        }
        if depth <= 0 {
            return self.quiescence(state, (alpha, beta), ply, 0);
        }
        if let Some(outcome) = state.leaf_outcome() {
            return self.sides.outcome_value(state, outcome, ply);
        }
        if ply >= MAX_PLY {
            return self.sides.static_value(state);
        }

        let tuning = self.shared.tuning;
        let expected_exact = beta - alpha > 1;
        let known = self.shared.table.probe(self.sides.table_key(state));
        if let Some(entry) = known
            && tuning.table_cutoffs
            && !expected_exact
            && i32::from(entry.depth) >= depth
            && let Some(value) = settled(entry, (alpha, beta), ply)
        {
            return value;
        }
        if tuning.internal_reductions
            && depth >= INTERNAL_REDUCTION_DEPTH
            && known.is_none_or(|entry| entry.tag == 0)
        {
            depth -= 1;
        }
        let static_value = self.sides.static_value(state);
        if let Some(margin) = tuning.reverse_futility
            && !expected_exact
            && depth <= Tuning::REVERSE_FUTILITY_DEPTH
            && !is_decided(beta)
            && static_value - margin * depth >= beta
        {
            return static_value;
        }
        // Quiet moves cannot be expected to win back more than the margin.
        let skip_quiets = !expected_exact
            && depth <= FUTILITY_DEPTH
            && tuning.futility.is_some_and(|margin| static_value + margin * (depth + 1) <= alpha);
        let node = Node { depth, ply, expected_exact, skip_quiets, known };
        self.best_of_moves(state, (alpha, beta), &node)
    }

    /// The greatest value of the moves of `state`, which the table is told.
    fn best_of_moves(
        &mut self,
        state: &G,
        (mut alpha, beta): (Value, Value),
        node: &Node,
    ) -> Value {
        let Node { depth, ply, .. } = *node;
        let first = self.moves.len();
        self.rank_moves(state, node.known.map_or(0, |entry| entry.tag), ply);
        let count = self.moves.len() - first;
        if count == 0 {
            // The game is over in a way that only the empty list has shown.
            let outcome = state.outcome();
            return outcome.map_or(0, |outcome| self.sides.outcome_value(state, outcome, ply));
        }
        let mut dependence = INDEPENDENT;
        let mut best = -INFINITE;
        let mut best_tag = 0;
        let mut bound = Bound::Upper;
        for index in 0..count {
            let mv = order::pick(&mut self.moves[first..], index);
            let quiet = state.gain(mv) == 0;
            if quiet && node.skip_quiets && best > -DECIDED {
                continue;
            }
            let value = self.value_of_move(state, mv, (alpha, beta), node, index, quiet);
            if self.aborted {
                break;
            }
            dependence = dependence.min(self.dependence);
            if value > best {
                best = value;
                if value > alpha {
                    best_tag = state.tag(mv);
                    alpha = value;
                    bound = Bound::Exact;
                    self.extend_line(mv, ply);
                    if value >= beta {
                        bound = Bound::Lower;
                        dependence = self.dependence;
                        self.learn(state, first, index, depth, ply);
                        break;
                    }
                }
            }
        }
        self.moves.truncate(first);
        if self.aborted {
            return 0;
        }
        let entry = Entry { tag: best_tag, value: to_table(best, ply), bound, depth: depth as u8 };
        self.remember(state, entry, dependence, node.known.is_some());
        best
    }

    /// The value of the move at `index` of the order: by a zero window, reduced if
    /// it is late and quiet, and again in full if it turns out to be better.
    fn value_of_move(
        &mut self,
        state: &G,
        mv: G::Move,
        (alpha, beta): (Value, Value),
        node: &Node,
        index: usize,
        quiet: bool,
    ) -> Value {
        let (depth, ply) = (node.depth - 1, node.ply + 1);
        let child = self.enter(state, mv);
        let mut value = -INFINITE;
        let mut full_window = index == 0;
        if !full_window {
            let zero_window = (alpha, alpha + 1);
            let reduction = if quiet && self.shared.tuning.late_move_reductions {
                late_move_reduction(node.depth, index, node.expected_exact)
            } else {
                0
            };
            value = self.child_value(state, &child, zero_window, depth - reduction, ply);
            if value > alpha && reduction > 0 {
                value = self.child_value(state, &child, zero_window, depth, ply);
            }
            full_window = value > alpha && value < beta;
        }
        if full_window {
            value = self.child_value(state, &child, (alpha, beta), depth, ply);
        }
        self.leave();
        value
    }

    /// Keeps what was found of the present node, as far as it is true on every path.
    fn remember(&mut self, state: &G, entry: Entry, dependence: usize, known: bool) {
        let key = self.sides.table_key(state);
        let elsewhere = dependence < self.history.plies();
        self.dependence = if elsewhere { dependence } else { INDEPENDENT };
        if !elsewhere {
            self.shared.table.store(key, entry);
        } else if !known {
            let move_only = Entry { value: 0, bound: Bound::None, depth: 0, ..entry };
            self.shared.table.store(key, move_only);
        }
    }

    /// The value when only noisy moves are looked at, and the player to move may
    /// also leave it at the static value.
    /// It gets the narrower the deeper it is, `below` plies under the search proper.
    fn quiescence(
        &mut self,
        state: &G,
        (mut alpha, beta): (Value, Value),
        ply: usize,
        below: usize,
    ) -> Value {
        self.dependence = INDEPENDENT;
        self.lines[ply].clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.aborted {
            return 0;
        }
        if let Some(outcome) = state.leaf_outcome() {
            return self.sides.outcome_value(state, outcome, ply);
        }
        let mut best = self.sides.static_value(state);
        if best >= beta || ply >= MAX_PLY || !self.shared.tuning.quiescence {
            return best;
        }
        alpha = alpha.max(best);
        let first = self.moves.len();
        self.generated.clear();
        state.noisy_moves(&mut self.generated);
        self.moves.extend(self.generated.iter().map(|&mv| (state.gain(mv), mv)));
        let width = QUIESCENCE_WIDTHS.get(below).map_or(1, |&width| width);
        for index in 0..width.min(self.moves.len() - first) {
            let mv = order::pick(&mut self.moves[first..], index);
            let child = self.enter(state, mv);
            let value = if self.sides.are_same(state, &child) {
                self.quiescence(&child, (alpha, beta), ply + 1, below + 1)
            } else {
                -self.quiescence(&child, (-beta, -alpha), ply + 1, below + 1)
            };
            self.leave();
            if self.aborted {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.extend_line(mv, ply);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(first);
        best
    }

    /// The value of a child for the player to move in its parent.
    fn child_value(
        &mut self,
        parent: &G,
        child: &G,
        (alpha, beta): (Value, Value),
        depth: i32,
        ply: usize,
    ) -> Value {
        if self.sides.are_same(parent, child) {
            self.value(child, (alpha, beta), depth, ply)
        } else {
            -self.value(child, (-beta, -alpha), depth, ply)
        }
    }

    /// Makes a move: a new node of the line.
    fn enter(&mut self, state: &G, mv: G::Move) -> G {
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

    fn leave(&mut self) {
        self.history.pop();
        self.slots.pop();
    }

    /// The value of a position that the game ends in by repetition. Inside of the
    /// search the first return counts as the last: what could be reached once
    /// can be reached again.
    fn repetition_value(&mut self, state: &G, ply: usize) -> Option<Value> {
        let needed = G::REPETITIONS? as usize - 1;
        let mut earlier = self.history.earlier(G::SHORTEST_CYCLE);
        let latest = earlier.next()?;
        let depends_on =
            if latest >= self.root || needed == 1 { latest } else { earlier.nth(needed - 2)? };
        drop(earlier);
        self.dependence = depends_on;
        Some(self.sides.outcome_value(state, state.repetition_outcome(), ply))
    }

    /// Appends the ranked legal moves of `state` to `moves`.
    fn rank_moves(&mut self, state: &G, table_tag: u16, ply: usize) {
        self.generated.clear();
        state.legal_moves(&mut self.generated);
        let killers = &self.killers[ply];
        let previous = self.slots.last().copied();
        let memory = &*self.memory;
        self.moves.extend(
            self.generated
                .iter()
                .map(|&mv| (memory.rank(state, mv, table_tag, killers, previous), mv)),
        );
    }

    /// Learns from a cut-off by the move at `index` of those from `first` on.
    fn learn(&mut self, state: &G, first: usize, index: usize, depth: i32, ply: usize) {
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
    fn extend_line(&mut self, mv: G::Move, ply: usize) {
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
            line,
        });
    }

    /// Plies less for the root's move `mv`, the `index`th to be searched to `depth`.
    pub(super) fn root_reduction(&self, root: &G, mv: G::Move, depth: i32, index: usize) -> i32 {
        if self.shared.tuning.late_move_reductions && root.gain(mv) == 0 {
            late_move_reduction(depth, index, true)
        } else {
            0
        }
    }

    /// Makes the nodes of this thread count in the reports.
    pub(super) fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Relaxed);
    }
}

/// What a node knows before its moves are tried.
struct Node {
    depth: i32,
    ply: usize,
    /// The window is open: this may be on the best line.
    expected_exact: bool,
    /// Only noisy moves can still reach the window.
    skip_quiets: bool,
    known: Option<Entry>,
}

/// The value of an entry, if it is outside of the window or exact.
fn settled(entry: Entry, (alpha, beta): (Value, Value), ply: usize) -> Option<Value> {
    let value = from_table(entry.value, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
        Bound::None => false,
    };
    settles.then_some(value)
}

/// Plies less for the quiet move at `index` of the order.
pub(super) fn late_move_reduction(depth: i32, index: usize, expected_exact: bool) -> i32 {
    if depth < 3 || index < 2 {
        return 0;
    }
    let reduction = 1 + i32::from(depth >= 6) + i32::from(index >= 6) + depth / 12;
    (reduction - i32::from(expected_exact)).clamp(0, depth - 1)
}
