//! The moves that the threads are searching at this moment.
//!
//! A thread that comes to a move which another one is searching puts it off until it
//! has tried the others; by then the table is likely to know its value (Kerrigan:
//! *Simplified ABDADA*, after Weill: *The ABDADA distributed minimax search
//! algorithm*, 1996). So threads that meet at a node part its moves among them, and
//! none ever waits.
//!
//! The list is a hint and needs no lock: it decides only the order in which a thread
//! tries moves. Two moves may have the same place, of which the later one takes it,
//! and a thread may read what has just ceased to be true. Then two threads search the
//! same, or a move comes later than it should.

use crate::game::mix;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The depth of a node from which on its moves are worth listing.
pub(super) const BUSY_DEPTH: i32 = 2;

/// The number of places, far more than there are nodes on the lines of all threads.
const PLACES: usize = 4096;

/// What stands in an empty place.
const NOTHING: u64 = 0;

/// The list.
#[derive(Debug)]
pub(super) struct Busy {
    places: Box<[AtomicU64]>,
}

/// A move on the list, until it is dropped.
#[derive(Debug)]
pub(super) struct Mark<'a> {
    place: &'a AtomicU64,
    word: u64,
}

impl Busy {
    pub(super) fn new() -> Self {
        Self { places: (0..PLACES).map(|_| AtomicU64::new(NOTHING)).collect() }
    }

    /// Lists the move `tag` at the position `key`.
    pub(super) fn mark(&self, key: u64, tag: u16) -> Mark<'_> {
        let (place, word) = self.find(key, tag);
        place.store(word, Relaxed);
        Mark { place, word }
    }

    /// Whether some thread is searching the move `tag` at the position `key`.
    pub(super) fn has(&self, key: u64, tag: u16) -> bool {
        let (place, word) = self.find(key, tag);
        place.load(Relaxed) == word
    }

    fn find(&self, key: u64, tag: u16) -> (&AtomicU64, u64) {
        let word = key ^ mix(u64::from(tag));
        (&self.places[(word >> 32) as usize % PLACES], word)
    }
}

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        if self.place.load(Relaxed) == self.word {
            self.place.store(NOTHING, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_listed_while_its_mark_lives() {
        let busy = Busy::new();
        assert!(!busy.has(7, 1));
        let mark = busy.mark(7, 1);
        assert!(busy.has(7, 1));
        assert!(!busy.has(7, 2), "another move");
        assert!(!busy.has(8, 1), "another position");
        drop(mark);
        assert!(!busy.has(7, 1));
    }

    #[test]
    fn of_two_moves_with_one_place_the_later_is_listed() {
        let busy = Busy::new();
        let mark = busy.mark(7, 1);
        // The place depends on the middle of a key only.
        let later = busy.mark(7 ^ 1 << 63, 1);
        assert!(!busy.has(7, 1));
        drop(mark);
        assert!(busy.has(7 ^ 1 << 63, 1), "the end of the one is not that of the other");
        drop(later);
        assert!(!busy.has(7 ^ 1 << 63, 1));
    }
}
