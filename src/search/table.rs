//! The transposition table.
//!
//! One table serves all games and all threads without a lock: an entry is two
//! atomic words, `key ^ data` and `data` (Hyatt, Mann: *A lock-less
//! transposition table implementation for parallel search*, 2002), so a torn
//! pair does not match its key and is no entry.
//!
//! Four entries share a cache line, a cluster. A new entry takes the place of the
//! same position's, else of the one worth least: entries lose worth with each
//! search that has passed since, as fast as with four plies of depth. So the deep
//! results of this search stay, and those of earlier moves give way before the
//! shallow ones of this search have filled the table.

use super::pages;
use std::{
    sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
    thread,
};
use thiserror::Error;

/// Words of an entry.
const ENTRY: usize = 2;
/// Words of a cluster: a cache line of 64 bytes.
const CLUSTER: usize = 4 * ENTRY;
/// Searches told apart before their count begins again.
const GENERATIONS: u8 = 64;
/// Words that are wiped by a thread of their own: 8 MB.
const WORTH_A_THREAD: usize = 1 << 20;
/// How many plies of depth an entry loses in worth with each later search.
const AGE_WEIGHT: i32 = 4;

/// What a value in the table says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// Nothing; only the move counts.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The true value is this.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// [`Heuristics::tag`](crate::game::Heuristics::tag) of the best move, or 0.
    pub(super) tag: u16,
    /// Wins and losses count from the position.
    pub(super) value: i16,
    /// A second value, of searches that find more than one.
    pub(super) second: i16,
    /// What `value` says.
    pub(super) bound: Bound,
    /// Plies searched below the position.
    pub(super) depth: u8,
}

impl Entry {
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.tag)
            | u64::from(self.value as u16) << 16
            | u64::from(self.depth) << 32
            | (self.bound as u64) << 40
            | u64::from(generation) << 42
            | u64::from(self.second as u16) << 48
    }

    fn unpack(data: u64) -> Self {
        Self {
            tag: data as u16,
            value: (data >> 16) as i16,
            second: (data >> 48) as i16,
            depth: (data >> 32) as u8,
            bound: match (data >> 40) & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }
}

/// A transposition table of a fixed size.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    clusters: usize,
    generation: AtomicU8,
    /// Whether the system has really given the memory: it does so when a page is
    /// first written.
    prepared: AtomicBool,
}

/// The memory for a table was not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is not enough memory for a hash table of {megabytes} MB")]
pub struct NoMemory {
    /// The size that was asked for.
    pub megabytes: usize,
}

impl Table {
    /// An empty table of `megabytes` times 2^20 bytes.
    ///
    /// # Errors
    /// [`NoMemory`] if the system refuses it.
    pub fn new(megabytes: usize) -> Result<Self, NoMemory> {
        const CLUSTERS_PER_MEGABYTE: usize = (1 << 20) / (CLUSTER * size_of::<u64>());
        let clusters = megabytes * CLUSTERS_PER_MEGABYTE;
        let mut words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box((clusters + 1) * CLUSTER)
                .map_err(|()| NoMemory { megabytes })?;
        pages::prefer_large(&mut words);
        let first = words.as_ptr().align_offset(CLUSTER * size_of::<u64>());
        let (generation, prepared) = (AtomicU8::new(0), AtomicBool::new(false));
        Ok(Self { words, first, clusters, generation, prepared })
    }

    /// Forgets everything. No search may be running: its results would be lost.
    pub fn clear(&self) {
        self.generation.store(0, Relaxed);
        // What was never prepared nor searched with is as new.
        if self.prepared.load(Relaxed) {
            self.wipe();
        }
    }

    /// Makes the system give the whole memory now, so that no search has to wait for
    /// it. Only of an effect before the first search.
    pub fn prepare(&self) {
        if !self.prepared.swap(true, Relaxed) {
            self.wipe();
        }
    }

    fn wipe(&self) {
        let wipe = |part: &[AtomicU64]| part.iter().for_each(|word| word.store(0, Relaxed));
        // A small table is wiped sooner than a thread is started, or even the
        // number of cores found out.
        if self.words.len() < 2 * WORTH_A_THREAD {
            return wipe(&self.words);
        }
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let part = self.words.len().div_ceil(threads).max(WORTH_A_THREAD);
        thread::scope(|scope| {
            for part in self.words.chunks(part) {
                // Where the system gives no thread, this one does the work.
                if thread::Builder::new().spawn_scoped(scope, move || wipe(part)).is_err() {
                    wipe(part);
                }
            }
        });
    }

    /// Tells the table that a new search begins: what it holds grows older.
    pub(super) fn new_search(&self) {
        self.prepared.store(true, Relaxed);
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, from a
    /// sample of its first thousand entries.
    pub(super) fn permille_full(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.words[self.first..self.first + 250 * CLUSTER];
        let full = sample.chunks(ENTRY).filter(|entry| {
            let data = entry[1].load(Relaxed);
            data != 0 && generation_of(data) == generation
        });
        full.count() as u32
    }

    fn cluster(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        let first = self.first + index * CLUSTER;
        &self.words[first..first + CLUSTER]
    }

    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).chunks_exact(ENTRY).find_map(|entry| {
            let data = entry[1].load(Relaxed);
            (entry[0].load(Relaxed) ^ data == key && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Keeps `entry`; the best move that is known stays if the entry names none.
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut target = None;
        let mut least = i32::MAX;
        for slot in self.cluster(key).chunks_exact(ENTRY) {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key && data != 0 {
                let known = Entry::unpack(data);
                // A shallow bound must not wipe out what a deep search of the
                // same position has found a moment ago.
                let keep = entry.bound != Bound::Exact
                    && generation_of(data) == generation
                    && known.bound != Bound::None
                    && known.depth > entry.depth + 3;
                if keep {
                    return;
                }
                if entry.tag == 0 {
                    entry.tag = known.tag;
                }
                target = Some(slot);
                break;
            }
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            let worth = if data == 0 {
                i32::MIN
            } else {
                i32::from(Entry::unpack(data).depth) - AGE_WEIGHT * i32::from(age)
            };
            if worth < least {
                least = worth;
                target = Some(slot);
            }
        }
        if let Some(slot) = target {
            let data = entry.pack(generation);
            slot[0].store(key ^ data, Relaxed);
            slot[1].store(data, Relaxed);
        }
    }
}

fn generation_of(data: u64) -> u8 {
    (data >> 42) as u8 % GENERATIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry =
        Entry { tag: 7, value: -29_991, second: -2, bound: Bound::Lower, depth: 12 };

    #[test]
    fn entries_survive_packing() {
        for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
            let entry = Entry { bound, ..ENTRY };
            assert_eq!(Entry::unpack(entry.pack(63)), entry);
            assert_eq!(generation_of(entry.pack(63)), 63);
        }
    }

    #[test]
    fn finds_what_was_stored_until_cleared() {
        let table = Table::new(1).unwrap();
        table.prepare();
        table.store(u64::MAX, ENTRY);
        table.store(0, Entry { tag: 1, ..ENTRY });
        assert_eq!(table.probe(u64::MAX), Some(ENTRY));
        assert_eq!(table.probe(0).map(|entry| entry.tag), Some(1));
        assert_eq!(table.probe(1), None);
        table.clear();
        assert_eq!(table.probe(u64::MAX), None);
    }

    #[test]
    fn a_store_without_a_move_keeps_the_known_one() {
        let table = Table::new(1).unwrap();
        table.store(5, ENTRY);
        table.store(5, Entry { tag: 0, depth: 13, ..ENTRY });
        assert_eq!(table.probe(5), Some(Entry { depth: 13, ..ENTRY }));
    }

    #[test]
    fn the_old_and_shallow_give_way_first() {
        let table = Table::new(1).unwrap();
        // Keys of one cluster differ in their low bits only.
        for (key, depth) in [(1, 20), (2, 3), (3, 9), (4, 8)] {
            table.store(key, Entry { depth, ..ENTRY });
        }
        table.store(5, ENTRY);
        assert_eq!(table.probe(2), None, "the shallowest");
        for _ in 0..3 {
            table.new_search();
        }
        table.store(6, Entry { depth: 1, ..ENTRY });
        assert_eq!(table.probe(4), None, "the shallowest of the old");
        table.store(7, Entry { depth: 1, ..ENTRY });
        assert_eq!(table.probe(3), None, "the next, though deeper than the new");
        assert!(table.probe(1).is_some());
    }

    #[test]
    fn fullness_counts_this_search_only() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.permille_full(), 0);
        for key in 0..100_000 {
            table.store(crate::game::mix(key), ENTRY);
        }
        assert!(table.permille_full() > 500);
        table.new_search();
        assert_eq!(table.permille_full(), 0);
    }
}
