//! The boards: squares, and sets of them that step together.
//!
//! All sizes have ten places a rank, one more than the largest needs, so that a step
//! is a shift by a constant and no step from the edge comes to a square of the board.

use crate::game::nth_bit;

/// A set of squares, a bit each.
pub(super) type Set = u128;

/// The boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 5x5, twelve men each.
    Five,
    /// 7x7, 24 men each.
    Seven,
    /// 9x9, forty men each.
    Nine,
}

/// What a step up adds to the number of a square.
const STRIDE: u8 = 10;

/// The numbers of squares are below this.
pub(super) const SQUARES: usize = 9 * STRIDE as usize;

/// The four directions, as what a step adds to the number of a square: to the right,
/// to the left, up, down.
pub(super) const DIRECTIONS: [i8; 4] = [1, -1, STRIDE as i8, -(STRIDE as i8)];

/// A square, numbered from `a1` to the right and upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(u8);

impl Square {
    /// The square of a file and a rank, both from 0.
    pub(super) const fn new(file: u8, rank: u8) -> Self {
        Self(rank * STRIDE + file)
    }

    /// The file, from 0.
    pub(super) const fn file(self) -> u8 {
        self.0 % STRIDE
    }

    /// The rank, from 0.
    pub(super) const fn rank(self) -> u8 {
        self.0 / STRIDE
    }

    /// The set of this square alone.
    pub(super) const fn bit(self) -> Set {
        1 << self.0
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square from which a step in a direction comes here.
    pub(super) const fn before(self, direction: i8) -> Self {
        Self(self.0.wrapping_add_signed(-direction))
    }
}

/// The squares of a set in rising order.
pub(super) fn squares(mut set: Set) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| Square(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        square
    })
}

/// The square of a set, not empty, that so many others are below.
#[inline]
pub(super) const fn nth_square(set: Set, number: u32) -> Square {
    let (low, high) = (set as u64, (set >> u64::BITS) as u64);
    let in_low = low.count_ones();
    Square(if number < in_low {
        nth_bit(low, number) as u8
    } else {
        u64::BITS as u8 + nth_bit(high, number - in_low) as u8
    })
}

/// Where the squares of `set` come to by a step in a direction; places off the board
/// are among them.
#[inline]
pub(super) const fn step(set: Set, direction: i8) -> Set {
    if direction > 0 { set << direction } else { set >> -direction }
}

/// The places next to those of `set`, places off the board among them.
#[inline]
pub(super) fn neighbours(set: Set) -> Set {
    DIRECTIONS.into_iter().fold(0, |all, direction| all | step(set, direction))
}

impl Size {
    /// The number of files, and of ranks.
    pub(super) const fn width(self) -> u8 {
        match self {
            Self::Five => 5,
            Self::Seven => 7,
            Self::Nine => 9,
        }
    }

    /// The number of men of each side: half of all squares but the centre.
    pub(super) const fn men(self) -> u8 {
        (self.width() * self.width() - 1) / 2
    }

    /// All squares.
    #[inline]
    pub(super) const fn board(self) -> Set {
        const BOARDS: [Set; 3] = [board(5), board(7), board(9)];
        BOARDS[self as usize]
    }

    /// The square in the centre.
    #[inline]
    pub(super) const fn centre(self) -> Square {
        Square::new(self.width() / 2, self.width() / 2)
    }

    /// The board turned by half: the last square for `a1`.
    pub(super) const fn turned(self, set: Set) -> Set {
        let last = Square::new(self.width() - 1, self.width() - 1);
        set.reverse_bits() >> (127 - last.0)
    }
}

/// The squares of a board of so many files and ranks.
const fn board(width: u8) -> Set {
    let mut set = 0;
    let mut rank = 0;
    while rank < width {
        set |= ((1 << width) - 1) << (rank * STRIDE);
        rank += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [Size; 3] = [Size::Five, Size::Seven, Size::Nine];

    #[test]
    fn steps_go_to_the_squares_beside() {
        for size in SIZES {
            assert_eq!(squares(size.board()).count(), usize::from(size.width()).pow(2));
            for from in squares(size.board()) {
                for to in squares(size.board()) {
                    let files = from.file().abs_diff(to.file());
                    let ranks = from.rank().abs_diff(to.rank());
                    let beside = neighbours(from.bit()) & to.bit() != 0;
                    assert_eq!(beside, files + ranks == 1, "{from:?} {to:?}");
                }
            }
        }
    }

    #[test]
    fn the_centre_stays_when_the_board_is_turned() {
        for (size, men) in SIZES.into_iter().zip([12, 24, 40]) {
            assert_eq!(size.men(), men);
            assert_eq!(size.turned(size.centre().bit()), size.centre().bit());
            assert_eq!(size.turned(size.board()), size.board());
            let corner = Square::new(0, size.width() - 1);
            assert_eq!(size.turned(corner.bit()), Square::new(size.width() - 1, 0).bit());
        }
    }
}
