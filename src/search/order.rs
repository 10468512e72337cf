//! The order in which moves are tried, and what is learnt for it.

use crate::game::Heuristics;

/// What a thread remembers of moves that were good, beyond one search.
#[derive(Clone, Debug)]
pub(super) struct Memory<G: Heuristics> {
    /// How well quiet moves have done, by history slot.
    quiets: Vec<i32>,
    /// The quiet move that last refuted the move of a history slot.
    counters: Vec<Option<G::Move>>,
}

/// Killer moves: the quiet moves that last refuted something at a ply.
pub(super) type Killers<G> = [Option<<G as crate::game::Game>::Move>; 2];

/// History values stay between plus and minus this.
const HISTORY_LIMIT: i32 = 16_384;

/// The rank of the move that the table knows.
pub(super) const TABLE_MOVE: i32 = 1 << 30;
/// The ranks of moves that were put off are below this, all others above.
const PUT_OFF: i32 = -(1 << 28);
const NOISY: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 18;

impl<G: Heuristics> Default for Memory<G> {
    fn default() -> Self {
        Self { quiets: vec![0; G::HISTORY_SLOTS], counters: vec![None; G::HISTORY_SLOTS] }
    }
}

impl<G: Heuristics> Memory<G> {
    /// How early to try `mv`: the table's move, noisy moves by their gain, killers,
    /// the counter move, then quiet moves by their history.
    pub(super) fn rank(
        &self,
        state: &G,
        mv: G::Move,
        table_tag: u16,
        killers: &Killers<G>,
        previous: Option<usize>,
    ) -> i32 {
        if table_tag != 0 && state.tag(mv) == table_tag {
            return TABLE_MOVE;
        }
        let gain = state.gain(mv);
        if gain > 0 {
            return NOISY + gain;
        }
        if let Some(place) = killers.iter().position(|&killer| killer == Some(mv)) {
            return KILLER - place as i32;
        }
        if previous.is_some_and(|slot| self.counters[slot] == Some(mv)) {
            return COUNTER;
        }
        self.quiets[state.history_slot(mv)]
    }

    /// Notes that quiet `mv` refuted the move of slot `previous`.
    pub(super) fn counter(&mut self, previous: usize, mv: G::Move) {
        self.counters[previous] = Some(mv);
    }

    /// Rewards (or with a negative depth punishes) the quiet move of `slot`, the
    /// more the deeper it was searched.
    pub(super) fn learn(&mut self, slot: usize, depth: i32) {
        let bonus = (depth * depth.abs() * 16).clamp(-1024, 1024);
        let value = &mut self.quiets[slot];
        *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
    }
}

/// Brings the best ranked of `moves[index..]` to `index`; equals stay in the order
/// of generation as far as selection allows.
pub(super) fn pick<M: Copy>(moves: &mut [(i32, M)], index: usize) -> M {
    let mut best = index;
    for other in index + 1..moves.len() {
        if moves[other].0 > moves[best].0 {
            best = other;
        }
    }
    moves.swap(index, best);
    moves[index].1
}

/// Puts a move off until all that are not have been picked, unless it has been put off
/// already. Returns whether it was.
pub(super) fn put_off<M>((rank, _): &mut (i32, M)) -> bool {
    let first_time = *rank > PUT_OFF;
    if first_time {
        *rank = rank.saturating_add(2 * PUT_OFF);
    }
    first_time
}

#[cfg(test)]
mod tests {
    use super::{NOISY, pick, put_off};

    #[test]
    fn picks_in_falling_order() {
        let mut moves = [(3, 'a'), (9, 'b'), (-1, 'c'), (9, 'd')];
        let order: String = (0..4).map(|index| pick(&mut moves, index)).collect();
        assert_eq!(order, "bdac");
    }

    #[test]
    fn what_is_put_off_once_comes_last_in_falling_order() {
        let mut moves = [(3, 'a'), (NOISY + 900, 'b'), (-1, 'c'), (9, 'd')];
        assert!(put_off(&mut moves[0]) && put_off(&mut moves[1]) && !put_off(&mut moves[0]));
        let order: String = (0..4).map(|index| pick(&mut moves, index)).collect();
        assert_eq!(order, "dcba");
    }
}
