//! Columns of men, packed into a word.

/// A column, or nothing: two bits a man, the top man in the lowest, and a 1 above
/// the bottom man that marks the end. 22 men take 45 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column(u64);

/// A man by its colour, 0 White and 1 Black, and its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man(u8);

/// What is worth knowing of a column, by the numbers of its men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Makeup {
    /// Men of the owner from the second down to the first prisoner.
    pub(super) guards: u32,
    /// Officers among these.
    pub(super) guard_officers: u32,
}

const OFFICER: u8 = 0b10;
/// The colour bits of all men.
const COLOURS: u64 = 0x5555_5555_5555_5555;
/// The rank bits of all men.
const RANKS: u64 = !COLOURS;

/// A man's letter by its bits.
const LETTERS: [char; 4] = ['w', 'b', 'W', 'B'];

impl Man {
    pub(super) const fn new(colour: usize, officer: bool) -> Self {
        Self(colour as u8 | if officer { OFFICER } else { 0 })
    }

    pub(super) fn from_letter(letter: char) -> Option<Self> {
        let bits = LETTERS.into_iter().position(|known| known == letter)?;
        Some(Self(bits as u8))
    }

    pub(super) const fn letter(self) -> char {
        LETTERS[self.0 as usize]
    }

    /// The index of the seat whose man it is.
    pub(super) const fn colour(self) -> usize {
        (self.0 & 1) as usize
    }

    pub(super) const fn is_officer(self) -> bool {
        self.0 & OFFICER != 0
    }
}

impl Column {
    pub(super) const EMPTY: Self = Self(0);

    /// A column of one.
    pub(super) const fn single(man: Man) -> Self {
        Self(1 << 2 | man.0 as u64)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The word that holds the column.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The number of men in a column that is not empty.
    pub(super) const fn height(self) -> u32 {
        self.0.ilog2() / 2
    }

    pub(super) const fn is_tall(self) -> bool {
        self.0 >> 4 != 0
    }

    /// The man that leads and owns the column, which is not empty.
    pub(super) const fn top(self) -> Man {
        Man(self.0 as u8 & 0b11)
    }

    /// What is left without the top man.
    #[must_use]
    #[inline]
    pub(super) const fn without_top(self) -> Self {
        if self.is_tall() { Self(self.0 >> 2) } else { Self::EMPTY }
    }

    /// The column, which is not empty, with `man` at its bottom.
    #[must_use]
    #[inline]
    pub(super) const fn on(self, man: Man) -> Self {
        // The mark moves up by two bits, and the man takes its place.
        Self(self.0 + self.end() * (man.0 as u64 + 3))
    }

    /// The column with its top man an officer.
    #[must_use]
    pub(super) const fn promoted(self) -> Self {
        Self(self.0 | OFFICER as u64)
    }

    /// The column with the colours exchanged.
    #[must_use]
    pub(super) const fn with_colours_exchanged(self) -> Self {
        if self.is_empty() { self } else { Self(self.0 ^ (COLOURS & (self.end() - 1))) }
    }

    /// The men from top to bottom.
    pub(super) fn men(self) -> impl DoubleEndedIterator<Item = Man> {
        let height = if self.is_empty() { 0 } else { self.height() };
        (0..height).map(move |index| Man((self.0 >> (2 * index)) as u8 & 0b11))
    }

    /// The column of `men`, from top to bottom; they are at most 22.
    pub(super) fn of(men: &[Man]) -> Self {
        match men.split_first() {
            None => Self::EMPTY,
            Some((&top, others)) => {
                others.iter().fold(Self::single(top), |column, &man| column.on(man))
            }
        }
    }

    /// The letters of the men from top to bottom.
    pub(super) fn text(self) -> String {
        self.men().map(Man::letter).collect()
    }

    /// Counts the men of a column that is not empty.
    #[inline]
    pub(super) const fn makeup(self) -> Makeup {
        let end = self.end();
        let owner = COLOURS * (self.0 & 1);
        let enemies = (self.0 ^ owner) & COLOURS & (end - 1);
        let first = (enemies | end).trailing_zeros();
        let guards = ((1 << first) - 1) & !0b11;
        Makeup { guards: first / 2 - 1, guard_officers: (self.0 & RANKS & guards).count_ones() }
    }

    /// The mark above the bottom man.
    const fn end(self) -> u64 {
        1 << (self.0 | 1).ilog2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(text: &str) -> Column {
        Column::of(&text.chars().filter_map(Man::from_letter).collect::<Vec<_>>())
    }

    #[test]
    fn men_come_off_the_top_and_go_to_the_bottom() {
        let tallest = "WbBwwbBwbwBwbwWWbbBbwB";
        for text in ["w", "B", "Wb", "bwBW", tallest] {
            assert_eq!(column(text).text(), text);
            assert_eq!(column(text).height() as usize, text.len());
            assert_eq!(column(text).without_top().text(), text[1..]);
            assert_eq!(column(text).top().letter(), text.chars().next().unwrap_or_default());
            assert_eq!(column(text).is_tall(), text.len() > 1);
        }
        assert_eq!(column("w").on(Man::new(1, true)).text(), "wB");
        assert_eq!(column("wb").promoted().text(), "Wb");
        assert_eq!(column("wBb").with_colours_exchanged().text(), "bWw");
        assert_eq!(Column::EMPTY.with_colours_exchanged(), Column::EMPTY);
    }

    #[test]
    fn makeups_are_counted() {
        for (text, guards, guard_officers) in [
            ("w", 0, 0),
            ("Bb", 1, 0),
            ("bBBwB", 2, 2),
            ("WwWbbWw", 2, 1),
            ("wwwwwwwwwwwbbbbbbbbbbb", 10, 0),
        ] {
            let makeup = Makeup { guards, guard_officers };
            assert_eq!(column(text).makeup(), makeup, "{text}");
            let exchanged = column(text).with_colours_exchanged();
            assert_eq!(exchanged.makeup(), makeup, "{text}");
        }
    }
}
