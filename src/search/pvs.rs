//! Principal variation search: alpha-beta with zero windows around the first move
//! (Marsland, Campbell: *Parallel search of strongly ordered game trees*, 1982).
//!
//! Values are fail-soft. They are negated from parent to child only where the
//! turn has passed to the other side, since some games let a player move again.

use super::{
    order,
    table::{Bound, Entry},
    threats::Judgement,
    value::{
        CERTAIN, DECIDED, INFINITE, MAX_PLY, Value, from_table, is_certain, is_decided, to_table,
    },
    worker::{INDEPENDENT, Worker},
};
use crate::game::{Heuristics, Tuning};

/// The depth from which a node without a table move is searched a ply less.
const INTERNAL_REDUCTION_DEPTH: i32 = 4;
/// How many noisy moves quiescence looks at, by its depth; one from there on. On a
/// large board with captures everywhere it would not come to an end otherwise.
pub(super) const QUIESCENCE_WIDTHS: [usize; 4] = [16, 8, 4, 2];
/// The depth up to which move-count pruning skips quiet moves.
const MOVE_COUNT_DEPTH: i32 = 4;
/// The depth up to which futility pruning skips quiet moves.
const FUTILITY_DEPTH: i32 = 6;
/// The depth from which a singular move is looked for.
const SINGULAR_DEPTH: i32 = 6;
/// By how much less deep than the node its entry in the table may be for that.
const SINGULAR_TABLE_DEPTH: i32 = 3;
/// By how much, for each ply of depth, a singular move is better than the others.
const SINGULAR_MARGIN: Value = 2;

impl<G: Heuristics> Worker<'_, G> {
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
        self.arrive(ply);
        if self.aborted {
            return 0;
        }
        if self.is_repetition() {
            return self.sides.outcome_value(state, state.repetition_outcome(), ply);
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
        if let Some(value) = self.table_value(state, (alpha, beta), ply) {
            return value;
        }
        if ply >= MAX_PLY {
            return self.sides.static_value(state);
        }

        let tuning = self.shared.tuning;
        let expected_exact = beta - alpha > 1;
        // A best line is followed to its end, so it is searched.
        let parries = if expected_exact {
            false
        } else {
            match self.judge_threats(state, ply) {
                Judgement::Decided(value) => return value,
                Judgement::Parries => true,
                Judgement::Open => false,
            }
        };
        let replied = self.sides.merge_replies(state) && self.replied[ply];
        let key = self.sides.table_key(state, replied);
        let known = self.shared.table.probe(key);
        if let Some(entry) = known
            && tuning.table_cutoffs
            && (!expected_exact || self.trusts(entry, ply))
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
        let quiet_count = match tuning.move_count_pruning {
            Some(count) if !expected_exact && depth <= MOVE_COUNT_DEPTH => {
                count + 2 * (depth * depth) as usize
            }
            _ => usize::MAX,
        };
        let node =
            Node { depth, ply, expected_exact, parries, skip_quiets, quiet_count, key, known };
        self.best_of_moves(state, (alpha, beta), &node)
    }

    /// Whether `entry` will do even on what may be the best line. With several threads
    /// it does, so that they need not all search what one has, and contradict each
    /// other less; but the reply and the way to a win are searched, to be told.
    fn trusts(&self, entry: Entry, ply: usize) -> bool {
        self.shared.busy.is_some()
            && ply > 1
            && entry.bound == Bound::Exact
            && !is_decided(entry.value.into())
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
        let table_tag = node.known.map_or(0, |entry| entry.tag);
        let favourite = if self.sides.merge_replies(state) {
            self.rank_replies(state, table_tag, ply)
        } else {
            if node.parries {
                self.rank_generated(state, table_tag, ply);
            } else {
                self.rank_moves(state, table_tag, ply);
            }
            None
        };
        let count = self.moves.len() - first;
        if count == 0 {
            // The game is over in a way that only the empty list has shown.
            let outcome = state.outcome();
            return outcome.map_or(0, |outcome| self.sides.outcome_value(state, outcome, ply));
        }
        // The only move is made without a choice, so it costs no depth; but a line of
        // such moves must come to an end.
        let forced = self.shared.tuning.forced_extensions
            && count == 1
            && favourite.is_none()
            && ply < 2 * self.depth as usize;
        let singular = self.shared.tuning.singular_extensions
            && G::SEATS == 2
            && ply < 2 * self.depth as usize
            && self.is_singular(state, first, node);
        if self.aborted {
            self.moves.truncate(first);
            return 0;
        }
        let node = &Node { depth: depth + i32::from(forced), ..*node };
        let singular_node = &Node { depth: node.depth + i32::from(singular), ..*node };
        let mut dependence = INDEPENDENT;
        let mut best = -INFINITE;
        let mut best_tag = 0;
        let mut bound = Bound::Upper;
        let busy = self.shared.busy_at(depth);
        let mut some_put_off = false;
        for index in 0..count {
            let mut mv = order::pick(&mut self.moves[first..], index);
            if let Some(busy) = busy.filter(|_| index > 0) {
                while busy.has(node.key, state.tag(mv))
                    && order::put_off(&mut self.moves[first + index])
                {
                    some_put_off = true;
                    mv = order::pick(&mut self.moves[first..], index);
                }
            }
            let quiet = state.gain(mv) == 0;
            if quiet && best > -CERTAIN && (node.skip_quiets || index >= node.quiet_count) {
                // All that come later in the order are quiet as well, unless put off.
                if some_put_off {
                    continue;
                }
                break;
            }
            if G::SEATS > 2 {
                let chosen = favourite.is_some_and(|favourite| mv != favourite);
                self.replied[ply + 1] = favourite.is_some() && (chosen || self.replied[ply]);
            }
            let of_move = if index == 0 { singular_node } else { node };
            let value = self.value_of_move(state, mv, (alpha, beta), of_move, index, quiet);
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
        let value = to_table(best, ply);
        let entry = Entry { tag: best_tag, value, second: 0, bound, depth: depth as u8 };
        self.remember(node.key, entry, dependence, node.known.is_some());
        best
    }

    /// Whether the table knows a move that is better by far than all others: these fall
    /// short, at half the depth, of what the table tells of it less a margin
    /// (Anantharaman, Campbell, Hsu: *Singular Extensions*, 1990, in the form that
    /// Stockfish has given it).
    fn is_singular(&mut self, state: &G, first: usize, node: &Node) -> bool {
        let Node { depth, ply, known: Some(entry), .. } = *node else { return false };
        let value = from_table(entry.value, ply);
        let knows_move = || self.moves[first..].iter().any(|it| it.0 == order::TABLE_MOVE);
        if depth < SINGULAR_DEPTH
            || i32::from(entry.depth) < depth - SINGULAR_TABLE_DEPTH
            || entry.bound == Bound::Upper
            || is_certain(value)
            || !knows_move()
        {
            return false;
        }
        let bound = value - SINGULAR_MARGIN * depth;
        let shallow = Node { depth: (depth - 1) / 2, expected_exact: false, ..*node };
        order::pick(&mut self.moves[first..], 0);
        let count = self.moves.len() - first;
        for index in 1..count {
            let mv = order::pick(&mut self.moves[first..], index);
            let quiet = state.gain(mv) == 0;
            let value = self.value_of_move(state, mv, (bound - 1, bound), &shallow, index, quiet);
            if self.aborted || value >= bound {
                return false;
            }
        }
        count > 1
    }

    /// Appends the ranked replies of an opponent, of whom only one chooses among all
    /// his moves before the leader moves again. The others make their favourite
    /// move, which is the best by rank and is returned.
    fn rank_replies(&mut self, state: &G, table_tag: u16, ply: usize) -> Option<G::Move> {
        let first = self.moves.len();
        // The table knows which reply is best against the leader, not which one is
        // the favourite.
        self.rank_moves(state, 0, ply);
        let replies = &mut self.moves[first..];
        if replies.is_empty() {
            return None;
        }
        let favourite = order::pick(replies, 0);
        if self.replied[ply] {
            self.moves.truncate(first + 1);
        } else if let Some(known) = replies.iter_mut().find(|it| state.tag(it.1) == table_tag) {
            known.0 = order::TABLE_MOVE;
        }
        Some(favourite)
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
        // Threads that meet begin with the same move: the others need its value.
        let busy = self.shared.busy_at(node.depth).filter(|_| index > 0);
        let _mark = busy.map(|busy| busy.mark(node.key, state.tag(mv)));
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

    /// The value when only noisy moves are looked at, and the player to move may
    /// also leave it at the static value, unless the rules compel him.
    /// It gets the narrower the deeper it is, `below` plies under the search proper.
    fn quiescence(
        &mut self,
        state: &G,
        (mut alpha, beta): (Value, Value),
        ply: usize,
        below: usize,
    ) -> Value {
        self.arrive(ply);
        if self.aborted {
            return 0;
        }
        if let Some(outcome) = state.leaf_outcome() {
            return self.sides.outcome_value(state, outcome, ply);
        }
        if let Some(value) = self.table_value(state, (alpha, beta), ply) {
            return value;
        }
        let tuning = self.shared.tuning;
        if ply >= MAX_PLY || !tuning.quiescence {
            return self.sides.static_value(state);
        }
        if beta - alpha == 1
            && let Judgement::Decided(value) = self.judge_threats(state, ply)
        {
            return value;
        }
        let first = self.moves.len();
        let mut best = -INFINITE;
        // Where nothing compels, most nodes end before their moves are needed.
        let compelled = tuning.compulsion && self.rank_noisy_moves(state);
        if !compelled {
            best = self.sides.static_value(state);
            alpha = alpha.max(best);
            if best >= beta {
                self.moves.truncate(first);
                return best;
            }
            if !tuning.compulsion {
                self.rank_noisy_moves(state);
            }
        }
        let width = QUIESCENCE_WIDTHS.get(below).map_or(1, |&width| width);
        for index in 0..width.min(self.moves.len() - first) {
            let mv = order::pick(&mut self.moves[first..], index);
            // The moves after this one win no more.
            if !compelled
                && let Some(margin) = tuning.delta_pruning
                && best + state.gain(mv) + margin <= alpha
            {
                break;
            }
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
        let left_out = self.moves.len() - first > width;
        self.moves.truncate(first);
        // Without all moves a loss is not proven.
        if left_out { best.max(1 - DECIDED) } else { best }
    }

    /// The value of a child for the player to move in its parent.
    pub(super) fn child_value(
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

    /// Plies less for the root's move `mv`, the `index`th to be searched to `depth`.
    pub(super) fn root_reduction(&self, root: &G, mv: G::Move, depth: i32, index: usize) -> i32 {
        let reduces = self.shared.tuning.late_move_reductions && !self.sides.are_all_apart::<G>();
        if reduces && root.gain(mv) == 0 { late_move_reduction(depth, index, true) } else { 0 }
    }
}

/// What a node knows before its moves are tried.
struct Node {
    depth: i32,
    ply: usize,
    /// The window is open: this may be on the best line.
    expected_exact: bool,
    /// The moves that hold the game are known, and generated.
    parries: bool,
    /// Only noisy moves can still reach the window.
    skip_quiets: bool,
    /// Quiet moves this late in the order are not expected to be better.
    quiet_count: usize,
    key: u64,
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
