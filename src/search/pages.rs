//! Large pages for the transposition table.
//!
//! A probe goes to a place that nothing foretells, so on pages of 4 KB nearly each one
//! also misses the cache of page addresses (the TLB). Linux gives pages of 2 MB to those
//! who ask. With tables of 64 MB and more Wari then searches 12 % more nodes a second
//! ([docs/search.md](../../../docs/search.md)).

use std::sync::atomic::AtomicU64;

/// Asks the system for large pages for memory that has not been written yet. Where it
/// has none, nothing changes.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the one system call of the search; see SAFETY")]
pub(super) fn prefer_large(memory: &mut [AtomicU64]) {
    use rustix::mm::{Advice, madvise};

    const PAGE: usize = 4096;
    let start = memory.as_mut_ptr().cast::<u8>();
    // Advice is for whole pages.
    let skipped = start.align_offset(PAGE);
    let length = size_of_val(memory).saturating_sub(skipped) / PAGE * PAGE;
    if length == 0 {
        return;
    }
    // SAFETY: the range lies within `memory`, and this advice never changes what memory
    // holds nor who may use it.
    let advised =
        unsafe { madvise(start.wrapping_add(skipped).cast(), length, Advice::LinuxHugepage) };
    if let Err(error) = advised {
        log::debug!("no large pages for the hash table: {error}");
    }
}

/// Asks for nothing where the system cannot be asked.
#[cfg(not(target_os = "linux"))]
pub(super) fn prefer_large(_: &mut [AtomicU64]) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn advised_memory_keeps_what_it_holds() {
        for length in [0, 1, 511, 512, 513, 1 << 19] {
            let mut memory: Vec<_> = (0..length).map(AtomicU64::new).collect();
            prefer_large(&mut memory);
            assert!(memory.iter().zip(0..).all(|(word, number)| word.load(Relaxed) == number));
        }
    }
}
