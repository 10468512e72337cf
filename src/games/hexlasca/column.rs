//! Units of men, packed into a word.

/// A unit, or nothing: the seats of its men by their index, one bit a man for two
/// players and two bits for three, the top man in the lowest.
///
/// A unit never holds all men of a game, since every player who is not out has the
/// top man of some unit, and who is out has no men on the board. So 35 men of two
/// players and 32 of three are the most, and they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column<const PLAYERS: usize> {
    /// Bits above the bottom man are 0.
    men: u64,
    height: u8,
}

/// Letters of the seats.
const LETTERS: [char; 3] = ['w', 'b', 'r'];

impl<const PLAYERS: usize> Column<PLAYERS> {
    pub(super) const EMPTY: Self = Self { men: 0, height: 0 };

    /// Bits of a man.
    const BITS: u32 = PLAYERS as u32 - 1;

    /// The lowest bit of every man.
    const LOW: u64 = u64::MAX / ((1 << Self::BITS) - 1);

    pub(super) const fn single(seat: usize) -> Self {
        Self { men: seat as u64, height: 1 }
    }

    pub(super) const fn is_empty(self) -> bool {
        self.height == 0
    }

    /// The word that holds the men.
    pub(super) const fn men(self) -> u64 {
        self.men
    }

    pub(super) const fn height(self) -> usize {
        self.height as usize
    }

    /// The height as far as it counts for reach and strength: at most 3.
    #[inline]
    pub(super) const fn power(self) -> u8 {
        if self.height < 3 { self.height } else { 3 }
    }

    /// The owner of a unit that is not empty, by the index of the seat.
    pub(super) const fn owner(self) -> usize {
        (self.men & ((1 << Self::BITS) - 1)) as usize
    }

    /// The unit with `other` below it.
    #[must_use]
    pub(super) fn on(self, other: Self) -> Self {
        let shift = Self::BITS * u32::from(self.height);
        let men = self.men | other.men.checked_shl(shift).unwrap_or(0);
        Self { men, height: self.height + other.height }
    }

    /// The unit without the men of some seats.
    #[must_use]
    pub(super) fn keeping(self, keep: impl Fn(usize) -> bool) -> Self {
        let men = self.seats().filter(|&seat| keep(seat));
        men.fold(Self::EMPTY, |kept, seat| kept.on(Self::single(seat)))
    }

    /// The unit with each man's seat exchanged for another.
    #[must_use]
    pub(super) fn exchanged(self, exchange: impl Fn(usize) -> usize) -> Self {
        self.seats().fold(Self::EMPTY, |unit, seat| unit.on(Self::single(exchange(seat))))
    }

    /// The seats of the men by their index, from top to bottom.
    pub(super) fn seats(self) -> impl DoubleEndedIterator<Item = usize> {
        let mask = (1 << Self::BITS) - 1;
        (0..u32::from(self.height)).map(move |man| (self.men >> (Self::BITS * man) & mask) as usize)
    }

    /// The number of men of a seat.
    #[inline]
    pub(super) fn count(self, seat: usize) -> u32 {
        // A man of the seat becomes 0; then the bits of a man are joined in the lowest.
        let others = self.men ^ (Self::LOW * seat as u64);
        let others = (others | others >> (Self::BITS - 1)) & Self::LOW;
        let all = Self::LOW.checked_shr(64 - Self::BITS * u32::from(self.height)).unwrap_or(0);
        (all & !others).count_ones()
    }

    /// The letters of the men from top to bottom.
    pub(super) fn text(self) -> String {
        self.seats().map(letter).collect()
    }

    /// The unit of the letters from top to bottom; `None` if one is unknown, or if
    /// they are none, or too many.
    pub(super) fn from_letters(letters: &str, tallest: usize) -> Option<Self> {
        let height = letters.chars().count();
        let fits = (1..=tallest).contains(&height);
        fits.then(|| {
            letters.chars().try_fold(Self::EMPTY, |unit, found| {
                let seat = LETTERS[..PLAYERS].iter().position(|&known| known == found)?;
                Some(unit.on(Self::single(seat)))
            })
        })?
    }
}

/// The letter of a seat by its index.
pub(super) const fn letter(seat: usize) -> char {
    LETTERS[seat]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const PLAYERS: usize>(texts: &[&str]) {
        for text in texts {
            let unit = Column::<PLAYERS>::from_letters(text, 35).expect("known letters");
            assert_eq!(unit.text(), *text);
            assert_eq!(letter(unit.owner()), text.chars().next().unwrap_or_default());
            for (seat, &letter) in LETTERS.iter().enumerate().take(PLAYERS) {
                let count = text.matches(letter).count();
                assert_eq!(unit.count(seat) as usize, count, "{text} {letter}");
                let others = unit.keeping(|other| other != seat);
                assert_eq!(others.text(), text.replace(letter, ""));
            }
            let doubled = unit.on(Column::single(1));
            assert!(text.len() > 31 || doubled.text() == format!("{text}b"), "{text}");
            assert_eq!(unit.on(Column::EMPTY), unit);
            assert_eq!(
                unit.exchanged(|seat| PLAYERS - 1 - seat).exchanged(|seat| PLAYERS - 1 - seat),
                unit
            );
        }
        assert_eq!(Column::<PLAYERS>::EMPTY.count(0), 0);
    }

    #[test]
    fn men_are_stacked_and_counted() {
        check::<2>(&["w", "b", "wb", "bbw", "wwwwwwwwwwwwwwwwwwbbbbbbbbbbbbbbbbb"]);
        check::<3>(&[
            "w",
            "r",
            "wbr",
            "rrb",
            "wwwwwwwwwwwbbbbbbbbbbbrrrrrrrrrr",
            "rbwrbwrbwrbwrbwrbwrbwrbwrbwrbwr",
        ]);
        assert_eq!(Column::<2>::from_letters("wr", 35), None);
        assert_eq!(Column::<3>::from_letters("", 32), None);
        assert_eq!(Column::<3>::from_letters("wwb", 2), None);
    }
}
