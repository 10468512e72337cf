//! All positions that can be reached, solved backward from the ends of the game.

use super::{Effort, Proven, Refusal, Solution, check_repetition, identity};
use crate::game::{Game, Seat};
use std::{
    collections::{HashMap, VecDeque},
    hash::{BuildHasherDefault, Hasher},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// The positions seen so far, and who wins them if there were no count of quiet plies.
///
/// Positions are gone through in the order in which they were found. When no new ones turn
/// up, all that can be reached from those is there, and their values are final: positions
/// that are found later cannot change them.
pub(crate) struct Graph<G: Game> {
    effort: Effort,
    /// Whether the work is to end.
    interrupt: Arc<AtomicBool>,
    /// The numbers of the positions by what they are known by.
    numbers: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    nodes: Vec<Node>,
    /// How many of them are known to be won or not.
    settled: usize,
    /// The positions after each move, in the order of the moves, of one node after another.
    after: Vec<u32>,
    /// The positions that have not been gone through: the last ones.
    waiting: VecDeque<G>,
    /// The most plies of a win that is known.
    longest: u32,
}

struct Node {
    turn: Seat,
    /// Where its successors end in [`Graph::after`].
    end: usize,
    win: Option<Win>,
}

#[derive(Clone, Copy)]
struct Win {
    winner: Seat,
    plies: u32,
}

/// Keys are hashes already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

impl<G: Game> Graph<G> {
    pub(super) fn new(effort: Effort, interrupt: Arc<AtomicBool>) -> Self {
        Self {
            effort,
            interrupt,
            numbers: HashMap::default(),
            nodes: Vec::new(),
            settled: 0,
            after: Vec::new(),
            waiting: VecDeque::new(),
            longest: 0,
        }
    }

    pub(super) fn solve(&mut self, state: &G) -> Result<Solution<G::Move>, Refusal> {
        let before = self.nodes.len();
        let root = self.number(state) as usize;
        let complete = self.explore()? && self.settle();
        let nodes = (self.nodes.len() - before) as u64;
        if !complete {
            return Ok(Solution { proven: Proven::OPEN, best: None, plies: None, nodes });
        }
        let turn = state.turn();
        // The winner's last move must come before the game is drawn.
        let in_time =
            |plies: u32| G::QUIET.limit().is_none_or(|limit| plies + state.quiet() <= limit);
        let win = self.nodes[root].win;
        let proven = match win {
            None => Proven { least: 0, most: 0 },
            Some(Win { winner, plies }) if winner == turn => {
                Proven { least: i8::from(in_time(plies)), most: 1 }
            }
            Some(Win { plies, .. }) => Proven { least: -1, most: -i8::from(in_time(plies)) },
        };
        // Of wins the shortest, of losses the longest.
        let rank = |&(_, node): &(G::Move, u32)| match self.nodes[node as usize].win {
            Some(Win { winner, plies }) if winner == turn => i64::from(u32::MAX - plies),
            None => 0,
            Some(Win { plies, .. }) => i64::from(plies) - i64::from(u32::MAX),
        };
        let moves = state.moves().into_iter().zip(self.successors(root).iter().copied());
        let best = moves.max_by_key(rank).map(|(mv, _)| mv);
        Ok(Solution { proven, best, plies: win.map(|win| win.plies), nodes })
    }

    /// The number of a position, which is a new one if it is not known.
    fn number(&mut self, state: &G) -> u32 {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(identity(state)).or_insert(next);
        if number == next {
            self.waiting.push_back(state.clone());
        }
        number
    }

    fn successors(&self, node: usize) -> &[u32] {
        let begin = node.checked_sub(1).map_or(0, |before| self.nodes[before].end);
        &self.after[begin..self.nodes[node].end]
    }

    /// Goes through the waiting positions; whether that was possible.
    fn explore(&mut self) -> Result<bool, Refusal> {
        let mut moves = Vec::new();
        while let Some(mut state) = self.waiting.pop_front() {
            check_repetition(&state)?;
            if self.nodes.len() as u64 >= self.effort.nodes
                || self.memory() > self.effort.memory
                || self.interrupt.load(Relaxed)
            {
                self.waiting.push_front(state);
                return Ok(false);
            }
            if G::QUIET.limit().is_some() {
                state.set_quiet(0);
            }
            let outcome = state.outcome();
            moves.clear();
            state.legal_moves(&mut moves);
            for &mv in &moves {
                let number = self.number(&state.after(mv));
                self.after.push(number);
            }
            let winner = outcome.and_then(|outcome| outcome.winner);
            let win = winner.map(|winner| Win { winner, plies: 0 });
            self.nodes.push(Node { turn: state.turn(), end: self.after.len(), win });
        }
        Ok(true)
    }

    /// The bytes that are taken, about.
    fn memory(&self) -> usize {
        // A map keeps an eighth of its places free at least, with a byte to tell which.
        self.numbers.capacity() * 20
            + self.nodes.capacity() * size_of::<Node>()
            + self.after.capacity() * size_of::<u32>()
            + self.waiting.capacity() * size_of::<G>()
    }

    /// Finds who wins the positions that are not settled: those that are won in a ply, then
    /// in two, and so on. Whether it was not interrupted.
    fn settle(&mut self) -> bool {
        let mut open: Vec<usize> = (self.settled..self.nodes.len()).collect();
        open.retain(|&node| self.nodes[node].win.is_none());
        let mut plies = 0;
        while plies <= self.longest {
            if self.interrupt.load(Relaxed) {
                return false;
            }
            plies += 1;
            open.retain(|&node| {
                let win = self.win_in(node, plies);
                self.nodes[node].win = win;
                if win.is_some() {
                    self.longest = self.longest.max(plies);
                }
                win.is_none()
            });
        }
        self.settled = self.nodes.len();
        true
    }

    /// Who wins a position in exactly so many plies, if shorter wins are known.
    fn win_in(&self, node: usize, plies: u32) -> Option<Win> {
        let turn = self.nodes[node].turn;
        let mut lost = !self.successors(node).is_empty();
        for &next in self.successors(node) {
            match self.nodes[next as usize].win {
                Some(win) if win.plies < plies => {
                    if win.winner == turn {
                        return Some(Win { winner: turn, plies });
                    }
                }
                _ => lost = false,
            }
        }
        lost.then_some(Win { winner: turn.other(), plies })
    }
}
