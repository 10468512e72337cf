//! Sets of squares, laid out so that all pieces slide at once.
//!
//! A set is kept twice: by ranks, the squares of a rank side by side, and by files.
//! In both, a line takes `SIDE` bits and one more that is never set, and a word
//! holds as many whole lines as fit. So a shift by one takes every piece to the next
//! square of its line, the spare bit keeps the lines apart, and an addition carries
//! along the empty squares of all lines together.

use crate::game::{BitSet, grid::Square, nth_bit};

/// Which lines are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Lines are ranks; places in them count from the file `a`.
    Ranks,
    /// Lines are files; places in them count from rank 1.
    Files,
}

impl Axis {
    pub(super) const BOTH: [Self; 2] = [Self::Ranks, Self::Files];

    /// The number of the line that `square` is on, and its place in it.
    #[inline]
    pub(super) const fn split(self, square: Square) -> (usize, usize) {
        let Square { file, rank } = square;
        match self {
            Self::Ranks => (rank as usize, file as usize),
            Self::Files => (file as usize, rank as usize),
        }
    }

    /// The square at `place` of `line`.
    #[inline]
    pub(super) const fn square(self, line: usize, place: usize) -> Square {
        let (line, place) = (line as u8, place as u8);
        match self {
            Self::Ranks => Square { file: place, rank: line },
            Self::Files => Square { file: line, rank: place },
        }
    }
}

/// A set of squares of a board of `SIDE` times `SIDE`, in `WORDS` words each way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Squares<const SIDE: usize, const WORDS: usize> {
    by_rank: BitSet<WORDS>,
    by_file: BitSet<WORDS>,
}

impl<const SIDE: usize, const WORDS: usize> Squares<SIDE, WORDS> {
    pub(super) const EMPTY: Self = Self { by_rank: BitSet::EMPTY, by_file: BitSet::EMPTY };

    /// The whole board.
    pub(super) const ALL: Self = Self::all();

    /// The squares of the four outer lines.
    pub(super) const EDGE: Self = Self::edge();

    /// Bits of a line, the spare one included.
    const WIDTH: usize = SIDE + 1;

    /// Lines in a word.
    const LINES: usize = {
        let lines = u64::BITS as usize / Self::WIDTH;
        assert!(WORDS == SIDE.div_ceil(lines), "the number of words follows from the side");
        lines
    };

    /// The squares of a line.
    const LINE: u32 = (1 << SIDE) - 1;

    const fn all() -> Self {
        let mut set = Self::EMPTY;
        let mut line = 0;
        while line < SIDE {
            let mut place = 0;
            while place < SIDE {
                set.insert(Axis::Ranks.square(line, place));
                place += 1;
            }
            line += 1;
        }
        set
    }

    const fn edge() -> Self {
        let mut set = Self::EMPTY;
        let mut place = 0;
        while place < SIDE {
            set.insert(Axis::Ranks.square(0, place));
            set.insert(Axis::Ranks.square(SIDE - 1, place));
            set.insert(Axis::Files.square(0, place));
            set.insert(Axis::Files.square(SIDE - 1, place));
            place += 1;
        }
        set
    }

    /// Where `place` of `line` is kept.
    const fn bit(line: usize, place: usize) -> usize {
        u64::BITS as usize * (line / Self::LINES) + Self::WIDTH * (line % Self::LINES) + place
    }

    /// The square that is kept in a bit of a word.
    #[inline]
    const fn square(axis: Axis, word: usize, bit: usize) -> Square {
        axis.square(word * Self::LINES + bit / Self::WIDTH, bit % Self::WIDTH)
    }

    pub(super) const fn insert(&mut self, square: Square) {
        let Square { file, rank } = square;
        self.by_rank.insert(Self::bit(rank as usize, file as usize));
        self.by_file.insert(Self::bit(file as usize, rank as usize));
    }

    pub(super) const fn remove(&mut self, square: Square) {
        let Square { file, rank } = square;
        self.by_rank.remove(Self::bit(rank as usize, file as usize));
        self.by_file.remove(Self::bit(file as usize, rank as usize));
    }

    #[must_use]
    pub(super) const fn with(mut self, square: Square) -> Self {
        self.insert(square);
        self
    }

    #[must_use]
    pub(super) const fn without(mut self, square: Square) -> Self {
        self.remove(square);
        self
    }

    pub(super) const fn contains(&self, square: Square) -> bool {
        self.by_rank.contains(Self::bit(square.rank as usize, square.file as usize))
    }

    pub(super) const fn len(&self) -> u32 {
        self.by_rank.len()
    }

    #[must_use]
    pub(super) fn union(&self, other: &Self) -> Self {
        Self { by_rank: self.by_rank | other.by_rank, by_file: self.by_file | other.by_file }
    }

    #[must_use]
    pub(super) fn intersection(&self, other: &Self) -> Self {
        Self { by_rank: self.by_rank & other.by_rank, by_file: self.by_file & other.by_file }
    }

    #[must_use]
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self { by_rank: self.by_rank & !other.by_rank, by_file: self.by_file & !other.by_file }
    }

    /// The squares, rank by rank from `a1` on.
    pub(super) fn iter(&self) -> impl Iterator<Item = Square> {
        let set = *self;
        (0..SIDE).flat_map(move |rank| {
            places(set.line(Axis::Ranks, rank)).map(move |file| Axis::Ranks.square(rank, file))
        })
    }

    /// How many of the squares are at most two ranks and two files away from `centre`.
    #[inline]
    pub(super) fn count_near(&self, centre: Square) -> u32 {
        let (rank, file) = Axis::Ranks.split(centre);
        let near = |rank| self.line(Axis::Ranks, rank) << 2 >> file & 0b11111;
        (rank.saturating_sub(2)..SIDE.min(rank + 3)).map(|rank| near(rank).count_ones()).sum()
    }

    const fn along(&self, axis: Axis) -> &BitSet<WORDS> {
        match axis {
            Axis::Ranks => &self.by_rank,
            Axis::Files => &self.by_file,
        }
    }

    /// The squares of a line, a bit for each place.
    #[inline]
    pub(super) const fn line(&self, axis: Axis, line: usize) -> u32 {
        let word = self.along(axis).0[line / Self::LINES];
        (word >> (Self::WIDTH * (line % Self::LINES))) as u32 & Self::LINE
    }

    /// The slides of all pieces in the set along the `open` squares.
    #[inline]
    pub(super) fn slides(&self, open: &Self) -> Slides<SIDE, WORDS> {
        let mut ends = [[[0; WORDS]; 2]; 2];
        for axis in Axis::BOTH {
            let (pieces, open) = (self.along(axis), open.along(axis));
            let [up, down] = &mut ends[axis as usize];
            for word in 0..WORDS {
                up[word] = rising(pieces.0[word], open.0[word]);
                down[word] = falling::<SIDE>(pieces.0[word], open.0[word]);
            }
        }
        Slides { ends }
    }

    /// Whether an `open` square lies next to one of the set.
    #[inline]
    pub(super) fn touches(&self, open: &Self) -> bool {
        let along = |pieces: &BitSet<WORDS>, open: &BitSet<WORDS>| {
            let meets = |(&pieces, &open): (&u64, &u64)| (pieces << 1 | pieces >> 1) & open;
            pieces.0.iter().zip(&open.0).map(meets).fold(0, |all, word| all | word) != 0
        };
        along(&self.by_rank, &open.by_rank) || along(&self.by_file, &open.by_file)
    }

    /// The `open` squares that have one of `near` beside them and one of the set
    /// right behind it.
    pub(super) fn behind(&self, near: &Self, open: &Self) -> Self {
        let mut found = Self::EMPTY;
        for axis in Axis::BOTH {
            let [far, near, open] = [self, near, open].map(|set| set.along(axis).0);
            for word in 0..WORDS {
                let up = near[word] >> 1 & far[word] >> 2;
                let down = near[word] << 1 & far[word] << 2;
                let mut squares = (up | down) & open[word];
                while squares != 0 {
                    found.insert(Self::square(axis, word, squares.trailing_zeros() as usize));
                    squares &= squares - 1;
                }
            }
        }
        found
    }
}

/// The slides of all pieces of a set, kept by their ends.
///
/// An end belongs to one slide upwards at most, and to one downwards: that of the piece
/// at the end of its row of open squares.
pub(super) struct Slides<const SIDE: usize, const WORDS: usize> {
    /// By [`Axis`]: the ends of slides upwards, and of those downwards.
    ends: [[[u64; WORDS]; 2]; 2],
}

impl<const SIDE: usize, const WORDS: usize> Slides<SIDE, WORDS> {
    /// The number of slides.
    #[inline]
    pub(super) fn len(&self) -> usize {
        let words = self.ends.as_flattened().as_flattened();
        words.iter().map(|ends| ends.count_ones() as usize).sum()
    }

    /// The slide with a number below [`len`](Self::len): where it begins and ends.
    /// `open` are the squares that the pieces slide along.
    #[inline]
    pub(super) fn nth(
        &self,
        mut number: usize,
        open: &Squares<SIDE, WORDS>,
    ) -> Option<(Square, Square)> {
        for axis in Axis::BOTH {
            for (upwards, words) in [true, false].into_iter().zip(&self.ends[axis as usize]) {
                for (word, &ends) in words.iter().enumerate() {
                    let count = ends.count_ones() as usize;
                    if number < count {
                        let end = nth_bit(ends, number as u32) as usize;
                        let taken = !open.along(axis).0[word];
                        let start = if upwards {
                            63 - (taken & ((1 << end) - 1)).leading_zeros() as usize
                        } else {
                            (taken & u64::MAX << end).trailing_zeros() as usize
                        };
                        let square = |bit| Squares::<SIDE, WORDS>::square(axis, word, bit);
                        return Some((square(start), square(end)));
                    }
                    number -= count;
                }
            }
        }
        None
    }
}

/// The open squares that the pieces reach upwards, in all lines of a word: a carry
/// that enters a row of open squares at its lower end leaves it at its upper end.
#[inline]
const fn rising(pieces: u64, open: u64) -> u64 {
    open & !(open + (pieces << 1 & open))
}

/// The open squares that the pieces reach downwards: doubled steps, since carries
/// go up only (the fill of Kogge and Stone).
#[inline]
const fn falling<const SIDE: usize>(pieces: u64, open: u64) -> u64 {
    let mut reached = pieces >> 1 & open;
    let mut free = open;
    // The first square is reached; at most SIDE - 2 are left.
    let mut step = 1;
    while step < SIDE - 1 {
        reached |= reached >> step & free;
        free &= free >> step;
        step *= 2;
    }
    reached
}

/// The places of a line that a piece at `place` reaches along the `open` ones.
#[inline]
pub(super) const fn reach(open: u32, place: usize) -> u32 {
    let up = (open >> (place + 1)).trailing_ones();
    let down = (open << 1 << (31 - place)).leading_ones();
    ((1 << up) - 1) << (place + 1) | ((1 << down) - 1) << (place - down as usize)
}

/// The places that are set in a line, in rising order.
#[inline]
pub(super) fn places(mut line: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (line != 0).then(|| line.trailing_zeros() as usize);
        line &= line.wrapping_sub(1);
        place
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::mix;

    /// A set of squares chosen at random, each with the chance of `sixteenths`.
    fn random<const SIDE: usize, const WORDS: usize>(
        seed: u64,
        sixteenths: u64,
    ) -> Squares<SIDE, WORDS> {
        let chosen = |square: &Square| {
            let Square { file, rank } = *square;
            mix(seed << 16 | u64::from(file) << 8 | u64::from(rank)) % 16 < sixteenths
        };
        let mut set = Squares::EMPTY;
        Squares::<SIDE, WORDS>::ALL.iter().filter(chosen).for_each(|square| set.insert(square));
        set
    }

    fn check<const SIDE: usize, const WORDS: usize>() {
        let all = Squares::<SIDE, WORDS>::ALL;
        assert_eq!(all.iter().count(), SIDE * SIDE);
        assert_eq!(all.len() as usize, SIDE * SIDE);
        assert_eq!(Squares::<SIDE, WORDS>::EDGE.iter().count(), 4 * (SIDE - 1));
        for seed in 0..200 {
            let pieces = random::<SIDE, WORDS>(seed, 1 + seed % 5);
            let others = random::<SIDE, WORDS>(seed + 1000, seed % 7).minus(&pieces);
            let open = all.minus(&pieces).minus(&others);
            let mut slides = Vec::new();
            let mut touches = false;
            for square in pieces.iter() {
                assert!(pieces.contains(square) && !pieces.without(square).contains(square));
                for axis in Axis::BOTH {
                    let (line, place) = axis.split(square);
                    assert_eq!(axis.square(line, place), square);
                    let is_open = |&place: &usize| open.contains(axis.square(line, place));
                    let up = (place + 1..SIDE).take_while(is_open);
                    let down = (0..place).rev().take_while(is_open);
                    let reached = up.chain(down).fold(0, |bits, place| bits | 1 << place);
                    assert_eq!(reach(open.line(axis, line), place), reached);
                    slides.extend(places(reached).map(|end| (square, axis.square(line, end))));
                    touches |= reached != 0;
                }
            }
            let found = pieces.slides(&open);
            assert_eq!(found.len(), slides.len());
            for slide in (0..slides.len()).map(|number| found.nth(number, &open)) {
                let index = slides.iter().position(|&other| Some(other) == slide);
                slides.swap_remove(index.expect("a slide, and once only"));
            }
            assert_eq!(pieces.touches(&open), touches);
        }
    }

    #[test]
    fn slides_of_all_pieces_at_once_are_those_of_each() {
        check::<9, 2>();
        check::<19, 7>();
    }

    #[test]
    fn squares_behind_a_piece() {
        let set = |names: &str| {
            let squares = crate::game::grid::squares(names).expect("names of squares");
            squares.into_iter().fold(Squares::<9, 2>::EMPTY, Squares::with)
        };
        let open = Squares::ALL.minus(&set("a1b1"));
        let found = set("c1d3i5a6").behind(&set("b1d2h5i5"), &open);
        assert_eq!(found, set("d1g5"), "a1 is taken, and no line goes round the edge");
    }
}
