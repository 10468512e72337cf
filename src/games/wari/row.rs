//! A row of six houses in one word: all houses are looked at in one operation.
//!
//! A game has 48 seeds, so a byte holds every count with its high bit to spare,
//! and neither sums nor comparisons carry from one house into the next.

use super::House;

/// The seeds of one player's six houses, a byte each, the player's leftmost
/// house in the lowest byte. The two bytes above them are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row(pub(super) u64);

/// A set of houses of one row: the high bit of each house's byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Houses(u64);

/// Number of houses in a row.
pub(super) const HOUSES: usize = 6;

const HIGH: u64 = 0x8080_8080_8080;
const ONES: u64 = u64::from_le_bytes([1; 8]);

impl Row {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) const fn new(houses: [u8; HOUSES]) -> Self {
        let mut word = 0;
        let mut house = HOUSES;
        while house > 0 {
            house -= 1;
            word = word << 8 | houses[house] as u64;
        }
        Self(word)
    }

    /// The row with `seeds` in every house.
    pub(super) const fn filled(seeds: u8) -> Self {
        Self::new([seeds; HOUSES])
    }

    pub(super) fn houses(self) -> [u8; HOUSES] {
        std::array::from_fn(|house| self.seeds(house))
    }

    pub(super) const fn seeds(self, house: usize) -> u8 {
        (self.0 >> (8 * house)) as u8
    }

    /// The seeds of the whole row: multiplying by ones adds all bytes up in the
    /// highest one.
    pub(super) const fn total(self) -> u8 {
        (self.0.wrapping_mul(ONES) >> 56) as u8
    }

    /// The seeds of each house together with those of all houses left of it, and `before`.
    pub(super) const fn running_totals(self, before: u8) -> Self {
        const ALL: u64 = (1 << (8 * HOUSES)) - 1;
        Self((self.0 + before as u64).wrapping_mul(ONES) & ALL)
    }

    /// The houses that hold at least as many seeds as those of `least`, which are
    /// at most 127.
    pub(super) const fn at_least(self, least: Self) -> Houses {
        Houses(((self.0 | HIGH) - least.0) & HIGH)
    }

    /// The houses that hold `least..end` seeds.
    pub(super) const fn within(self, least: u8, end: u8) -> Houses {
        Houses(self.at_least(Self::filled(least)).0 & !self.at_least(Self::filled(end)).0)
    }

    /// The seeds that a sowing captures from this row: those in the unbroken
    /// sequence of houses with 2 or 3 that ends with the highest house of
    /// `reach`, a mask of the bytes up to the house of the last seed.
    pub(super) const fn captured(self, reach: u64) -> Self {
        let unbroken = self.within(2, 4).0;
        let breaks = !unbroken & HIGH & reach;
        // Everything above the highest break; the byte of a break is cut off by
        // its high bit, which is the highest bit of that byte.
        let above = u64::MAX << (u64::BITS - breaks.leading_zeros());
        Self(self.0 & reach & above)
    }
}

impl Houses {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) const fn len(self) -> u8 {
        ((self.0 >> 7).wrapping_mul(ONES) >> 56) as u8
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The houses from left to right.
    pub(super) fn iter(self) -> impl Iterator<Item = House> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let house = (rest != 0).then(|| House((rest.trailing_zeros() / 8) as u8));
            rest &= rest.wrapping_sub(1);
            house
        })
    }

    /// The houses for which `excluded` does not hold.
    pub(super) fn without(self, excluded: impl Fn(House) -> bool) -> Self {
        self.iter()
            .filter(|&house| excluded(house))
            .fold(self, |rest, house| Self(rest.0 & !(0x80 << (8 * house.index()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_compares_houses() {
        let row = Row::new([0, 48, 0, 0, 0, 0]);
        assert_eq!(row.total(), 48);
        let row = Row::new([0, 1, 2, 3, 4, 12]);
        assert_eq!(row.houses(), [0, 1, 2, 3, 4, 12]);
        assert_eq!(row.total(), 22);
        assert_eq!(row.running_totals(26).houses(), [26, 27, 29, 32, 36, 48]);
        assert_eq!(row.seeds(5), 12);
        assert_eq!(row.within(2, 4).iter().collect::<Vec<_>>(), [House(2), House(3)]);
        let feeding = row.at_least(Row::new([6, 5, 4, 3, 2, 1]));
        assert_eq!(feeding.len(), 3);
        let even = feeding.without(|house| house.index() % 2 == 1);
        assert_eq!(even.iter().collect::<Vec<_>>(), [House(4)]);
        assert!(Row::EMPTY.at_least(Row::filled(1)).is_empty());
    }

    #[test]
    fn captures_backwards_from_the_last_seed() {
        // The row after sowing, the number of houses up to the last seed, what is taken.
        for (row, reach, captured) in [
            ([2, 3, 2, 3, 2, 3], 6, [2, 3, 2, 3, 2, 3]),
            ([2, 3, 2, 3, 2, 3], 3, [2, 3, 2, 0, 0, 0]),
            ([2, 1, 2, 3, 4, 4], 4, [0, 0, 2, 3, 0, 0]),
            ([2, 4, 0, 3, 0, 0], 4, [0, 0, 0, 3, 0, 0]),
            ([2, 4, 0, 3, 1, 0], 5, [0; 6]),
            ([2, 2, 2, 2, 2, 4], 6, [0; 6]),
            ([3, 0, 0, 0, 0, 0], 1, [3, 0, 0, 0, 0, 0]),
            ([2, 2, 2, 2, 2, 2], 0, [0; 6]),
        ] {
            let reach = (1 << (8 * reach)) - 1;
            assert_eq!(Row::new(row).captured(reach).houses(), captured, "{row:?}");
        }
    }
}
