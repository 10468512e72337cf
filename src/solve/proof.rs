//! A search by proof numbers, of games in which no position comes again.
//!
//! It is df-pn (Nagai, *Df-pn algorithm for searching AND/OR trees*, 2002): depth first,
//! with two numbers for each position, how hard it seems to prove that the attacker wins,
//! and to disprove it. Of the harder number of a position's successors only the greatest
//! counts, and one for each further successor: the same positions are reached on many
//! ways, and sums would count them often (Ueda, Hashimoto, Hashimoto, Iida, *Weak
//! proof-number search*, 2008).
//!
//! The numbers say where to search; what is proven is kept apart from them. If quiet plies
//! draw, more of them never help the attacker. So for each board there are two counts: up
//! to the one the attacker wins, from the other on he does not. A result that was proven
//! with one count is known for all that it holds for.

use super::{Effort, Endings, Proven, Refusal, Solution, check_repetition, identity, table::Table};
use crate::game::{Game, Seat, mix, zobrist_keys};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

/// What the search tries to show: that the attacker wins, or that he does not.
type Goal = usize;
const PROVE: Goal = 0;
const DISPROVE: Goal = 1;

/// The number of a goal that is out of reach; the other goal is reached then.
const NEVER: u32 = u32::MAX;
/// The greatest number of a goal that may be reached.
const HARD: u32 = NEVER - 1;

/// Keys of the two attackers, and of what is known of a position with its count.
const KEYS: [u64; 3] = zobrist_keys(0x501e_0001);

/// Nodes between two signs of life.
const SIGN: u64 = 1 << 21;

/// How hard each goal is; 0 for one that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    of: [u32; 2],
    /// Once a goal is reached, the count of quiet plies up to which the attacker wins, or
    /// from which on he does not.
    bound: u32,
}

impl Numbers {
    fn reached(goal: Goal, bound: u32) -> Self {
        let mut of = [NEVER; 2];
        of[goal] = 0;
        Self { of, bound }
    }

    fn goal(self) -> Option<Goal> {
        self.of.iter().position(|&number| number == 0)
    }
}

/// A position after a move.
struct Child<G: Game> {
    state: G,
    mv: G::Move,
    numbers: Numbers,
}

pub(crate) struct Proof<G: Game> {
    effort: Effort,
    endings: Option<Endings<G>>,
    /// Whether the work is to end.
    interrupt: Arc<AtomicBool>,
    table: Table,
    attacker: Seat,
    nodes: u64,
    /// The number of nodes at which the search ends.
    last: u64,
    refused: Option<Refusal>,
}

impl<G: Game> Proof<G> {
    /// The count of quiet plies that draws; without such a rule the count is always 0 here.
    const LIMIT: u32 = match G::QUIET.limit() {
        Some(limit) => limit,
        None => u32::MAX,
    };

    pub(super) fn new(
        effort: Effort,
        endings: Option<Endings<G>>,
        interrupt: Arc<AtomicBool>,
    ) -> Self {
        let table = Table::new(effort.memory);
        let (attacker, nodes, last, refused) = (Seat::ONE, 0, 0, None);
        Self { effort, endings, interrupt, table, attacker, nodes, last, refused }
    }

    pub(super) fn solve(&mut self, state: &G) -> Result<Solution<G::Move>, Refusal> {
        let before = self.nodes;
        let mut proven = Proven::OPEN;
        let mut best = None;
        for attacker in [state.turn(), state.turn().other()] {
            self.attacker = attacker;
            self.last = self.nodes.saturating_add(self.effort.nodes);
            log::info!("does seat {attacker} win?");
            let (numbers, mv) = self.search(state, [NEVER; 2]);
            if let Some(refusal) = self.refused {
                return Err(refusal);
            }
            let is_mover = attacker == state.turn();
            match numbers.goal() {
                Some(PROVE) if is_mover => proven = Proven::exact(1),
                Some(PROVE) => proven = Proven::exact(-1),
                Some(_) if is_mover => proven.most = 0,
                Some(_) => proven.least = 0,
                None => {}
            }
            if numbers.goal() == Some(if is_mover { PROVE } else { DISPROVE }) {
                best = mv;
            }
            if numbers.goal() == Some(PROVE) || self.interrupt.load(Relaxed) {
                break;
            }
        }
        Ok(Solution { proven, best, plies: None, nodes: self.nodes - before })
    }

    /// The count of quiet plies, if it draws.
    fn quiet(state: &G) -> u32 {
        if Self::LIMIT == u32::MAX { 0 } else { state.quiet() }
    }

    /// What the counts of a board are kept by.
    fn board_key(&self, state: &G) -> u64 {
        mix(identity(state) ^ KEYS[self.attacker.index()])
    }

    /// What the numbers of a position are kept by.
    fn numbers_key(&self, state: &G) -> u64 {
        mix(self.board_key(state) ^ mix(KEYS[2] ^ u64::from(Self::quiet(state))))
    }

    /// The counts of a board: one more than that up to which the attacker wins, and that
    /// from which on he does not.
    fn bounds(&self, state: &G) -> [u32; 2] {
        self.table.get(self.board_key(state)).unwrap_or([0, u32::MAX])
    }

    /// What is known of a position before it is searched.
    fn known(&mut self, state: &G) -> Numbers {
        let quiet = Self::quiet(state);
        let [won, not_won] = self.bounds(state);
        if quiet < won {
            return Numbers::reached(PROVE, won - 1);
        }
        if quiet >= not_won {
            return Numbers::reached(DISPROVE, not_won);
        }
        if let Some(of) = self.table.get(self.numbers_key(state)) {
            return Numbers { of, bound: 0 };
        }
        if let Err(refusal) = check_repetition(state) {
            self.refused = Some(refusal);
        }
        if let Some(outcome) = state.outcome() {
            if outcome.winner == Some(self.attacker) {
                return Numbers::reached(PROVE, u32::MAX);
            }
            // A game that goes on with a lower count has been ended by the count.
            let mut earlier = state.clone();
            earlier.set_quiet(0);
            let by_count = quiet >= Self::LIMIT && earlier.outcome().is_none();
            return Numbers::reached(DISPROVE, if by_count { Self::LIMIT } else { 0 });
        }
        if let Some(goal) = self.table_goal(state) {
            return Numbers::reached(goal, quiet);
        }
        // Who moves has a choice; the other goal needs an answer to each move.
        let mut of = [1; 2];
        of[1 - self.chooser(state)] = u32::try_from(state.count_legal_moves()).unwrap_or(HARD);
        Numbers { of, bound: 0 }
    }

    /// The goal of the player to move.
    fn chooser(&self, state: &G) -> Goal {
        if state.turn() == self.attacker { PROVE } else { DISPROVE }
    }

    /// What the tables of endings say. They know the count.
    fn table_goal(&self, state: &G) -> Option<Goal> {
        let (endgames, tables) = self.endings.as_ref()?;
        let lead = tables.final_lead(endgames, state)?;
        let lead = if state.turn() == self.attacker { lead } else { lead.turned() };
        if lead.lower > 0 {
            Some(PROVE)
        } else if lead.upper <= 0 {
            Some(DISPROVE)
        } else {
            None
        }
    }

    /// Searches a position until a goal is reached or a number reaches its limit. The move
    /// is one that reaches the goal of the player to move, if one does.
    fn search(&mut self, state: &G, limits: [u32; 2]) -> (Numbers, Option<G::Move>) {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(SIGN) {
            log::info!("{} nodes, does seat {} win?", self.nodes, self.attacker);
        }
        let goal = self.chooser(state);
        let mut children = Vec::new();
        for mv in state.moves() {
            let after = state.after(mv);
            let numbers = self.known(&after);
            let reached = numbers.of[goal] == 0;
            children.push(Child { state: after, mv, numbers });
            if reached {
                break;
            }
        }
        loop {
            let numbers = Self::combined(goal, &children);
            let done = (0..2).any(|goal| numbers.of[goal] >= limits[goal])
                || self.nodes >= self.last
                || self.interrupt.load(Relaxed)
                || self.refused.is_some();
            if done || numbers.goal().is_some() {
                self.remember(state, numbers, self.nodes - before);
                let mut reaching = children.iter().filter(|child| child.numbers.of[goal] == 0);
                return (numbers, reaching.next().map(|child| child.mv));
            }
            let (index, limits) = Self::easiest(goal, &children, limits);
            let child = &mut children[index];
            child.numbers = self.search(&child.state, limits).0;
        }
    }

    /// The numbers of a position whose player to move has the goal.
    fn combined(goal: Goal, children: &[Child<G>]) -> Numbers {
        let least = children.iter().map(|child| child.numbers.of[goal]).min().unwrap_or(NEVER);
        if least == 0 || least == NEVER {
            let reached = if least == 0 { goal } else { 1 - goal };
            let bounds = children
                .iter()
                .filter(|child| child.numbers.of[reached] == 0)
                .map(|child| Self::before_move(&child.state, reached, child.numbers.bound));
            // The attacker chooses the move with which he wins longest.
            let bound = if goal == PROVE { bounds.max() } else { bounds.min() };
            return Numbers::reached(reached, bound.unwrap_or(0));
        }
        let mut of = [least; 2];
        let others = || children.iter().map(|child| child.numbers.of[1 - goal]);
        let open = others().filter(|&number| number > 0).count() as u32;
        of[1 - goal] = others().max().unwrap_or(0).saturating_add(open - 1).min(HARD);
        Numbers { of, bound: 0 }
    }

    /// The bound before a move that led to `after`, by that behind it.
    fn before_move(after: &G, goal: Goal, bound: u32) -> u32 {
        let is_set_back = Self::quiet(after) == 0;
        match (goal, is_set_back) {
            // The game has not ended by the count before the move.
            (PROVE, true) => Self::LIMIT - 1,
            (PROVE, false) => bound.min(Self::LIMIT) - 1,
            (_, true) => 0,
            (_, false) => bound.saturating_sub(1),
        }
    }

    /// The child that seems to reach the goal of the player to move most easily, and how
    /// far its numbers may rise before it is not the one to search.
    fn easiest(goal: Goal, children: &[Child<G>], limits: [u32; 2]) -> (usize, [u32; 2]) {
        let mut best = (NEVER, 0);
        let mut second = NEVER;
        for (index, child) in children.iter().enumerate() {
            let number = child.numbers.of[goal];
            if number < best.0 {
                second = best.0;
                best = (number, index);
            } else {
                second = second.min(number);
            }
        }
        let open = children.iter().filter(|child| child.numbers.of[1 - goal] > 0).count() as u32;
        let mut child = [0; 2];
        // A little more, so that the search does not go to and fro between two.
        child[goal] = limits[goal].min(second.saturating_add(second / 4 + 1));
        child[1 - goal] = limits[1 - goal].saturating_sub(open - 1);
        if limits[1 - goal] == NEVER {
            child[1 - goal] = NEVER;
        }
        (best.1, child)
    }

    fn remember(&mut self, state: &G, numbers: Numbers, work: u64) {
        let Some(goal) = numbers.goal() else {
            self.table.put(self.numbers_key(state), numbers.of, work);
            return;
        };
        let [won, not_won] = self.bounds(state);
        let bounds = if goal == PROVE {
            [won.max(numbers.bound + 1), not_won]
        } else {
            [won, not_won.min(numbers.bound)]
        };
        self.table.put(self.board_key(state), bounds, work);
    }
}
