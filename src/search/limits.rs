//! When a search ends.

use super::time::{Budget, GameClock};
use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// The limits of a search; whichever is reached first ends it. None set: it goes
/// on until it is stopped or nothing is left to search.
///
/// One ply is always searched in full, so that there is a move to answer with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<GameClock>,
    /// End when a win within this many of the mover's own moves is proven, or that
    /// there is none.
    pub mate: Option<u32>,
}

impl fmt::Display for Limits {
    /// The limits in the words of the protocol, the mover's clock as `time` and `inc`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Duration| time.as_millis() as u64;
        let clock = self.clock;
        let words = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("movetime", self.move_time.map(millis)),
            ("time", clock.map(|clock| millis(clock.remaining))),
            ("inc", clock.map(|clock| millis(clock.increment))),
            ("movestogo", clock.and_then(|clock| clock.moves_to_go).map(u64::from)),
            ("mate", self.mate.map(u64::from)),
        ];
        let mut given = words.into_iter().filter_map(|(word, value)| Some((word, value?)));
        match given.next() {
            None => f.write_str("no limits"),
            Some((word, value)) => {
                write!(f, "{word} {value}")?;
                given.try_for_each(|(word, value)| write!(f, " {word} {value}"))
            }
        }
    }
}

impl Limits {
    /// The time budget, `overhead` of each move kept for communication.
    pub(super) fn budget(&self, overhead: Duration) -> Option<Budget> {
        let for_move = self.move_time.map(|time| Budget::for_move(time, overhead));
        let for_game = self.clock.map(|clock| Budget::for_game(clock, overhead));
        match (for_move, for_game) {
            (Some(one), Some(other)) => {
                Some(Budget { soft: one.soft.min(other.soft), hard: one.hard.min(other.hard) })
            }
            (one, other) => one.or(other),
        }
    }
}

/// Nodes that the threads may still visit, drawn from one account.
#[derive(Debug)]
pub(super) struct NodePool {
    left: Option<AtomicU64>,
    /// How many are drawn at once.
    draw: u64,
}

/// Nodes between two looks at the clock and the stop flag.
const NODES_PER_POLL: u64 = 256;

impl NodePool {
    /// A pool of `nodes`, or one that never dries up. What the threads have drawn
    /// and not used when the first finds the pool empty stays below half a
    /// hundredth of it.
    pub(super) fn new(nodes: Option<u64>, threads: usize) -> Self {
        let draw = nodes.map_or(NODES_PER_POLL, |nodes| {
            (nodes / (200 * threads as u64)).clamp(1, NODES_PER_POLL)
        });
        Self { left: nodes.map(AtomicU64::new), draw }
    }

    /// Draws nodes; 0 when the pool is empty.
    pub(super) fn draw(&self) -> u64 {
        let Some(left) = &self.left else {
            return self.draw;
        };
        let mut granted = 0;
        let _ = left.fetch_update(Relaxed, Relaxed, |left| {
            granted = self.draw.min(left);
            Some(left - granted)
        });
        granted
    }

    /// The number of nodes to go on with when the search has to.
    pub(super) const fn interval(&self) -> u64 {
        self.draw
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_in_words() {
        assert_eq!(Limits::default().to_string(), "no limits");
        let clock = GameClock { remaining: Duration::from_millis(900), ..GameClock::default() };
        let limits = Limits { depth: Some(3), clock: Some(clock), ..Limits::default() };
        assert_eq!(limits.to_string(), "depth 3 time 900 inc 0");
    }

    #[test]
    fn a_pool_gives_exactly_what_it_holds() {
        for nodes in [0, 1, 199, 10_000, 12_345] {
            let pool = NodePool::new(Some(nodes), 2);
            let drawn: u64 = std::iter::from_fn(|| Some(pool.draw()).filter(|&n| n > 0)).sum();
            assert_eq!(drawn, nodes);
        }
    }
}
