//! The positions of a game so far, for the repetition rule.

use super::{Game, Outcome};

/// A stack of the keys of the positions from the start of a game, or of a
/// search line, to the present one.
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
    /// How many of the keys fall to each place of the table. Most positions are new,
    /// and a key that is alone at its place needs no search.
    places: [u32; PLACES],
}

/// Size of the table of keys; a power of two.
const PLACES: usize = 512;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// Index of the first position that the present one may repeat.
    floor: usize,
}

impl History {
    /// A history that holds the position `key` alone.
    pub fn new(key: u64) -> Self {
        let mut history = Self { entries: Vec::new(), places: [0; PLACES] };
        history.push(key, true);
        history
    }

    /// Where a key falls to.
    const fn place(key: u64) -> usize {
        key as usize % PLACES
    }

    /// Number of positions after the first one.
    pub fn plies(&self) -> usize {
        self.entries.len() - 1
    }

    /// Adds the position `key`. `irreversible`: the move that led to it made
    /// sure that no earlier position comes again.
    pub fn push(&mut self, key: u64, irreversible: bool) {
        let floor = match self.entries.last() {
            Some(last) if !irreversible => last.floor,
            _ => self.entries.len(),
        };
        self.entries.push(Entry { key, floor });
        self.places[Self::place(key)] += 1;
    }

    /// The place of the first position that the present one may repeat.
    pub fn floor(&self) -> usize {
        self.entries.last().map_or(0, |last| last.floor)
    }

    /// Takes the present position back. The first one stays.
    pub fn pop(&mut self) {
        debug_assert!(self.plies() > 0, "the first position cannot be taken back");
        if let Some(last) = self.entries.pop() {
            self.places[Self::place(last.key)] -= 1;
        }
    }

    /// Indices of the earlier positions that equal the present one, latest first.
    /// `shortest_cycle` is [`Game::SHORTEST_CYCLE`].
    pub fn earlier(&self, shortest_cycle: usize) -> impl Iterator<Item = usize> + '_ {
        let (key, floor) = self.entries.last().map_or((0, 0), |last| (last.key, last.floor));
        let is_alone = self.places[Self::place(key)] < 2;
        let end = if is_alone { floor } else { self.entries.len().saturating_sub(shortest_cycle) };
        (floor..end.max(floor)).rev().filter(move |&index| self.entries[index].key == key)
    }

    /// Whether a position that may still come again has occurred twice.
    pub fn has_repeated(&self) -> bool {
        let floor = self.floor();
        let recent = &self.entries[floor..];
        let occurs_before = |(index, entry): (usize, &Entry)| {
            recent[..index].iter().any(|earlier| earlier.key == entry.key)
        };
        recent.iter().enumerate().any(occurs_before)
    }

    /// How the game ends if the present position, `state`, has occurred often
    /// enough in it.
    pub fn repetition<G: Game>(&self, state: &G) -> Option<Outcome> {
        let limit = G::REPETITIONS? as usize;
        let earlier = self.earlier(G::SHORTEST_CYCLE).take(limit - 1).count();
        (earlier + 1 == limit).then(|| state.repetition_outcome())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_repetitions_since_the_last_irreversible_move() {
        let mut history = History::new(7);
        for key in [1, 7, 1, 7] {
            history.push(key, false);
        }
        assert_eq!(history.earlier(2).collect::<Vec<_>>(), [2, 0]);
        history.push(7, true);
        assert_eq!(history.earlier(1).count(), 0);
        history.push(8, false);
        history.push(7, false);
        assert_eq!(history.earlier(2).collect::<Vec<_>>(), [5]);
        assert_eq!(history.earlier(3).count(), 0, "closer than the shortest cycle");
        assert!(history.has_repeated());
        assert_eq!(history.floor(), 5);
        history.pop();
        assert_eq!(history.plies(), 6);
        assert!(!history.has_repeated(), "what lies before an irreversible move is past");
    }
}
