//! What a search by proof numbers remembers.

/// Pairs of numbers by key. When there is no room, what took the least work goes.
pub(super) struct Table {
    buckets: Vec<[Entry; BUCKET]>,
}

/// Entries that a key may be at.
const BUCKET: usize = 4;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    numbers: [u32; 2],
    /// Nodes searched for it; 0 for an entry that is free.
    work: u32,
}

impl Table {
    pub(super) fn new(bytes: usize) -> Self {
        let count = bytes / size_of::<[Entry; BUCKET]>();
        Self { buckets: vec![[Entry::default(); BUCKET]; count.max(1)] }
    }

    /// Where a key falls to: the range of keys is spread evenly over the buckets.
    const fn place(&self, key: u64) -> usize {
        ((key as u128 * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<[u32; 2]> {
        let mut bucket = self.buckets[self.place(key)].iter();
        bucket.find(|entry| entry.key == key && entry.work > 0).map(|entry| entry.numbers)
    }

    pub(super) fn put(&mut self, key: u64, numbers: [u32; 2], work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let same = bucket.iter().position(|entry| entry.key == key && entry.work > 0);
        let least = || (0..BUCKET).min_by_key(|&index| bucket[index].work).unwrap_or(0);
        let index = same.unwrap_or_else(least);
        bucket[index] = Entry { key, numbers, work };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_the_least_work_makes_room() {
        let mut table = Table::new(1);
        for key in 0..4 {
            table.put(key, [key as u32, 7], 10 - key);
        }
        table.put(1, [9, 9], 8);
        assert_eq!(table.get(1), Some([9, 9]));
        table.put(4, [4, 7], 1);
        assert_eq!(table.get(3), None);
        for key in [0, 2, 4] {
            assert_eq!(table.get(key), Some([key as u32, 7]));
        }
    }
}
