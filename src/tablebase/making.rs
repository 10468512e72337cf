//! How a table is made, and how it can be interrupted.

/// What a table in the making has taken so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Its material.
    pub material: u8,
    /// How often all its positions were gone through, this time included.
    pub rounds: u64,
    /// Positions of this round that are done.
    pub done: u64,
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

impl Making<'_> {
    /// From the beginning, without a word, by so many threads.
    pub const fn quietly(threads: usize) -> Self {
        Self { threads, begun: None, report: &|_| {}, keep: &|_| {} }
    }
}
