//! Work on all positions of a table, parted among threads.

use std::{
    ops::Range,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
};

/// Positions that a thread takes at once.
const PORTION: u64 = 1 << 12;

/// Does `work` on each portion of the positions `0..count`, by so many threads.
pub(super) fn in_portions(count: u64, threads: usize, work: impl Fn(Range<u64>) + Sync) {
    let next = AtomicU64::new(0);
    let take = || {
        loop {
            let first = next.fetch_add(PORTION, Relaxed);
            if first >= count {
                break;
            }
            work(first..count.min(first + PORTION));
        }
    };
    thread::scope(|scope| {
        // More threads than portions would have nothing to do.
        for _ in 1..threads.min(count.div_ceil(PORTION) as usize) {
            // Where the system gives no thread, the others do the work.
            let _ = thread::Builder::new().spawn_scoped(scope, take);
        }
        take();
    });
}
