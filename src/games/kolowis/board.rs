//! The boards: three rows of points, `a`, `b` and `c`, and the lines between them.
//!
//! The points lie in a lattice of triangles, so that a step in one of six directions
//! adds the same number to the place of any point. Sets of points are the bits of a
//! word, and all pieces step together by one shift. The places between the rows are
//! no points; whatever a shift puts there the mask of the board takes away.

/// The two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 25 points, no lines along the outer rows.
    Small,
    /// 49 points.
    Large,
}

/// The rows from White's side.
pub(super) const ROWS: usize = 3;

/// What a step from row `a` to row `b`, up and to the left, adds to a place.
const STRIDE: usize = 18;

/// The six directions, as what a step adds to a place: to the right, to the left, up
/// to the left, down to the right, up to the right, down to the left.
pub(super) const DIRECTIONS: [i8; 6] = {
    let stride = STRIDE as i8;
    [1, -1, stride, -stride, stride + 1, -stride - 1]
};

/// Places of the lattice, points and others.
pub(super) const PLACES: usize = ROWS * STRIDE;

/// A point, by its place in the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub(super) u8);

impl Place {
    /// The point `index` of a row, both from 0.
    pub(super) const fn new(row: usize, index: usize) -> Self {
        // Row c begins a place further on: c1 lies up to the right of b1, as b2 does of a1.
        let shift = if row == 2 { 1 } else { 0 };
        Self((row * STRIDE + index + shift) as u8)
    }

    /// The row and the index in it, both from 0.
    pub(super) const fn row_and_index(self) -> (usize, usize) {
        let place = self.0 as usize;
        let row = place / STRIDE;
        (row, if row == 2 { place % STRIDE - 1 } else { place % STRIDE })
    }

    /// The set of this point alone.
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point `steps` further in a direction; it must be one.
    pub(super) const fn along(self, direction: i8, steps: i8) -> Self {
        Self((self.0 as i8 + steps * direction) as u8)
    }

    /// The name, such as `b17`.
    pub(super) fn name(self) -> String {
        let (row, index) = self.row_and_index();
        format!("{}{}", char::from(b'a' + row as u8), index + 1)
    }
}

/// The points of a set in rising order.
pub(super) fn places(mut set: u64) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| Place(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        place
    })
}

impl Size {
    /// The numbers of points in the rows `a`, `b` and `c`.
    pub(super) const fn widths(self) -> [usize; ROWS] {
        match self {
            Self::Small => [8, 9, 8],
            Self::Large => [16, 17, 16],
        }
    }

    /// The number of men that each side begins with.
    pub(super) const fn men(self) -> u32 {
        match self {
            Self::Small => 12,
            Self::Large => 23,
        }
    }

    /// All points.
    #[inline]
    pub(super) const fn points(self) -> u64 {
        const SETS: [u64; 2] = [points(Size::Small), points(Size::Large)];
        SETS[self as usize]
    }

    /// The points that have lines to their neighbours in the same row.
    #[inline]
    const fn joined_in_row(self) -> u64 {
        const MIDDLE: u64 = row(Size::Small, 1);
        match self {
            Self::Small => MIDDLE,
            Self::Large => points(Size::Large),
        }
    }

    /// Where the points of `set` come to by a step in a direction; points off the
    /// board are among them.
    #[inline]
    pub(super) const fn step(self, set: u64, direction: i8) -> u64 {
        let set = if direction.abs() == 1 { set & self.joined_in_row() } else { set };
        if direction > 0 { set << direction } else { set >> -direction }
    }

    /// The points next to those of `set`.
    #[inline]
    pub(super) fn neighbours(self, set: u64) -> u64 {
        let all = DIRECTIONS.into_iter().fold(0, |all, way| all | self.step(set, way));
        all & self.points()
    }

    /// The points of a set as the lowest bits: those of row `a`, then `b`, then `c`.
    #[inline]
    pub(super) const fn without_gaps(self, set: u64) -> u64 {
        let [a, b, _] = self.widths();
        let [row_a, row_b] = [row(self, 0), row(self, 1)];
        let (gap_b, gap_c) = (STRIDE - a, Place::new(2, 0).index() - a - b);
        set & row_a | (set & row_b) >> gap_b | (set & row(self, 2)) >> gap_c
    }

    /// The set whose points [`without_gaps`](Self::without_gaps) are these.
    pub(super) const fn with_gaps(self, set: u64) -> u64 {
        let [a, b, _] = self.widths();
        let [row_a, row_b] = [row(self, 0), row(self, 1)];
        let (gap_b, gap_c) = (STRIDE - a, Place::new(2, 0).index() - a - b);
        set & row_a | set << gap_b & row_b | set << gap_c & row(self, 2)
    }

    /// The board turned by half: `a1` for the last point of row `c`.
    pub(super) const fn turned(self, set: u64) -> u64 {
        let last = Place::new(2, self.widths()[2] - 1);
        set.reverse_bits() >> (63 - last.0)
    }
}

/// A whole row.
const fn row(size: Size, row: usize) -> u64 {
    let first = Place::new(row, 0);
    ((1 << size.widths()[row]) - 1) << first.0
}

const fn points(size: Size) -> u64 {
    row(size, 0) | row(size, 1) | row(size, 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const SIZES: [(Size, usize); 2] = [(Size::Small, 8), (Size::Large, 16)];

    /// The point `number` of a row, or `None` beyond the ends of the row.
    fn point(size: Size, row: usize, number: usize) -> Option<Place> {
        let on_board = (1..=size.widths()[row]).contains(&number);
        on_board.then(|| Place::new(row, number - 1))
    }

    #[test]
    fn lines_are_those_of_the_rules() {
        for (size, width) in SIZES {
            let mut lines = BTreeSet::new();
            let mut join = |one: Option<Place>, other: Option<Place>| {
                if let (Some(one), Some(other)) = (one, other) {
                    lines.extend([(one, other), (other, one)]);
                }
            };
            for number in 1..=width + 1 {
                join(point(size, 1, number), point(size, 1, number + 1));
                for row in [0, 2] {
                    join(point(size, row, number), point(size, 1, number));
                    join(point(size, row, number), point(size, 1, number + 1));
                    if size == Size::Large {
                        join(point(size, row, number), point(size, row, number + 1));
                    }
                }
            }
            let steps: BTreeSet<_> = places(size.points())
                .flat_map(|from| places(size.neighbours(from.bit())).map(move |to| (from, to)))
                .collect();
            assert_eq!(steps, lines);
        }
    }

    #[test]
    fn straight_triples_are_those_of_the_rules() {
        for (size, width) in SIZES {
            let mut triples = BTreeSet::new();
            let mut straight = |places: [Option<Place>; 3]| {
                if let [Some(one), Some(middle), Some(other)] = places {
                    triples.extend([(one, middle, other), (other, middle, one)]);
                }
            };
            for number in 1..=width + 1 {
                let at = |row, number| point(size, row, number);
                straight([at(1, number), at(1, number + 1), at(1, number + 2)]);
                straight([at(0, number - 1), at(1, number), at(2, number)]);
                straight([at(0, number), at(1, number), at(2, number - 1)]);
                for row in [0, 2] {
                    if size == Size::Large {
                        straight([at(row, number), at(row, number + 1), at(row, number + 2)]);
                    }
                }
            }
            let mut found = BTreeSet::new();
            for from in places(size.points()) {
                for way in DIRECTIONS {
                    let over = size.step(from.bit(), way) & size.points();
                    let to = size.step(over, way) & size.points();
                    let triple = places(over).zip(places(to)).map(|(over, to)| (from, over, to));
                    found.extend(triple);
                }
            }
            assert_eq!(found, triples);
        }
    }

    #[test]
    fn turning_exchanges_the_first_and_the_last_points() {
        for (size, width) in SIZES {
            for (row, index) in [(0, 0), (0, width - 1), (1, 0), (1, 3), (2, 1)] {
                let other = Place::new(2 - row, size.widths()[row] - 1 - index);
                assert_eq!(size.turned(Place::new(row, index).bit()), other.bit());
            }
            assert_eq!(size.turned(size.points()), size.points());
        }
    }
}
