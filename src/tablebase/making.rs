//! How a table is made, and how it can be interrupted.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a table in the making has taken so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Its material.
    pub material: u8,
    /// How often positions were gone through, all or some of them, this time included.
    pub rounds: u64,
    /// The positions that were looked at in all rounds, each as often as it was.
    pub looks: u64,
}

/// What there is of a table that is not finished, in some pieces one after the other.
pub type Chunks<'a> = &'a mut dyn Iterator<Item = Vec<u8>>;

/// How a table is made.
pub struct Making<'a> {
    /// Threads that work on it.
    pub threads: usize,
    /// What [`keep`](Self::keep) got of a table of the same subject and material: the work
    /// goes on from there.
    pub begun: Option<Vec<u8>>,
    /// Hears what is done.
    pub report: &'a (dyn Fn(Work) + Sync),
    /// Gets what there is after each round.
    pub keep: &'a dyn Fn(Chunks<'_>),
}

/// Keeps account of the work on a table.
pub(super) struct Account<'a> {
    material: u8,
    pub(super) rounds: u64,
    looks: AtomicU64,
    report: &'a (dyn Fn(Work) + Sync),
}

impl<'a> Account<'a> {
    pub(super) fn new(material: u8, report: &'a (dyn Fn(Work) + Sync)) -> Self {
        Self { material, rounds: 0, looks: AtomicU64::new(0), report }
    }

    /// Adds positions that were looked at.
    pub(super) fn add(&self, looks: u64) {
        let looks = self.looks.fetch_add(looks, Relaxed) + looks;
        (self.report)(Work { material: self.material, rounds: self.rounds, looks });
    }
}

impl Making<'_> {
    /// From the beginning, without a word, by so many threads.
    pub const fn quietly(threads: usize) -> Self {
        Self { threads, begun: None, report: &|_| {}, keep: &|_| {} }
    }
}
