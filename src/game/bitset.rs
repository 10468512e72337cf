//! Sets of board points, a bit each.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of points numbered from 0 to `64 * WORDS - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitSet<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> BitSet<WORDS> {
    /// No point at all.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set of one point.
    #[must_use]
    pub const fn of(point: usize) -> Self {
        Self::EMPTY.with(point)
    }

    /// The points from 0 to `count - 1`.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        let mut set = Self::EMPTY;
        let mut word = 0;
        while word < WORDS {
            let below = count.saturating_sub(64 * word);
            set.0[word] = if below < 64 { (1 << below) - 1 } else { u64::MAX };
            word += 1;
        }
        set
    }

    /// The set and `point`.
    #[must_use]
    pub const fn with(mut self, point: usize) -> Self {
        self.0[point / 64] |= 1 << (point % 64);
        self
    }

    /// Adds a point.
    pub const fn insert(&mut self, point: usize) {
        self.0[point / 64] |= 1 << (point % 64);
    }

    /// Takes a point away.
    pub const fn remove(&mut self, point: usize) {
        self.0[point / 64] &= !(1 << (point % 64));
    }

    /// Whether the point is in the set.
    pub const fn contains(self, point: usize) -> bool {
        self.0[point / 64] >> (point % 64) & 1 == 1
    }

    /// Number of points.
    pub const fn len(self) -> u32 {
        let mut count = 0;
        let mut word = 0;
        while word < WORDS {
            count += self.0[word].count_ones();
            word += 1;
        }
        count
    }

    /// Whether no point is in the set.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a point is in both sets.
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The points in rising order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let point = (word != 0).then(|| 64 * index + word.trailing_zeros() as usize);
                word &= word.wrapping_sub(1);
                point
            })
        })
    }

    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| combine(self.0[word], other.0[word])))
    }
}

/// The place of the bit of a word that so many others of it are below; 64 if there is
/// none.
#[inline]
pub const fn nth_bit(mut word: u64, number: u32) -> u32 {
    let mut below = 0;
    while below < number {
        word &= word.wrapping_sub(1);
        below += 1;
    }
    word.trailing_zeros()
}

impl<const WORDS: usize> BitAnd for BitSet<WORDS> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(other, u64::bitand)
    }
}

impl<const WORDS: usize> BitOr for BitSet<WORDS> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(other, u64::bitor)
    }
}

impl<const WORDS: usize> BitXor for BitSet<WORDS> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.zip(other, u64::bitxor)
    }
}

impl<const WORDS: usize> Not for BitSet<WORDS> {
    type Output = Self;

    /// Every other number, those beyond the board included.
    fn not(self) -> Self {
        Self(self.0.map(u64::not))
    }
}

impl<const WORDS: usize> BitAndAssign for BitSet<WORDS> {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const WORDS: usize> BitOrAssign for BitSet<WORDS> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const WORDS: usize> BitXorAssign for BitSet<WORDS> {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

#[cfg(test)]
mod tests {
    use super::BitSet;

    #[test]
    fn sets_of_several_words() {
        let set = BitSet::<3>::of(0).with(63).with(64).with(191);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 191]);
        assert_eq!(set.len(), 4);
        assert!(set.contains(64) && !set.contains(65));
        let mut rest = set;
        rest.remove(63);
        assert_eq!((set ^ rest).iter().collect::<Vec<_>>(), [63]);
        assert_eq!(set & !rest, BitSet::of(63));
        assert!((set & BitSet::first(64)).len() == 2 && !set.meets(BitSet::of(1)));
        for count in [0, 1, 63, 64, 65, 128, 176, 192] {
            assert!(BitSet::<3>::first(count).iter().eq(0..count), "{count}");
        }
    }
}
