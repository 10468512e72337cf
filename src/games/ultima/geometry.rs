//! The board of 8x8 squares as sets of 64 bits, and lines on it.
//!
//! A square is a number from 0 (`a1`) over 1 (`b1`) and 8 (`a2`) to 63 (`h8`); a
//! set of squares is a word with a bit for each. A line from a square to the edge is
//! a ray.

/// Squares of the board.
pub(super) const SQUARES: usize = 64;

/// Files of the board, and ranks as well.
pub(super) const SIDE: usize = 8;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;

/// Number of directions.
pub(super) const DIRECTIONS: usize = 8;

/// A direction: its place in [`STEPS`].
pub(super) type Direction = usize;

/// The steps by file and by rank in each direction, clockwise from White's forward
/// one. Those along ranks and files have even places; the opposite is four on.
const STEPS: [(i8, i8); DIRECTIONS] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// White's forward direction.
pub(super) const NORTH: Direction = 0;

/// White's right.
pub(super) const EAST: Direction = 2;

/// The directions along ranks and files.
pub(super) const ORTHOGONAL: [Direction; 4] = [0, 2, 4, 6];

/// How far to the left to rotate a set for each of its squares to make a step.
const ROTATIONS: [u32; DIRECTIONS] = {
    let mut rotations = [0; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let (file, rank) = STEPS[direction];
        rotations[direction] = (file + rank * SIDE as i8).rem_euclid(SQUARES as i8) as u32;
        direction += 1;
    }
    rotations
};

/// The squares on which a step in a direction can end.
const ARRIVALS: [u64; DIRECTIONS] = {
    let mut arrivals = [0; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut square = 0;
        while square < SQUARES {
            arrivals[direction] |= neighbour(square, direction);
            square += 1;
        }
        direction += 1;
    }
    arrivals
};

/// By direction and square, the squares from there to the edge, its own left out.
const RAYS_BY_DIRECTION: [[u64; SQUARES]; DIRECTIONS] = {
    let mut rays = [[0; SQUARES]; DIRECTIONS];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut square = 0;
        while square < SQUARES {
            let mut next = neighbour(square, direction);
            while next != 0 {
                rays[direction][square] |= next;
                next = neighbour(next.trailing_zeros() as usize, direction);
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

static RAYS: [[u64; SQUARES]; DIRECTIONS] = RAYS_BY_DIRECTION;

/// By square, the squares around it.
static RINGS: [u64; SQUARES] = {
    let mut rings = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = 0;
        while direction < DIRECTIONS {
            rings[square] |= neighbour(square, direction);
            direction += 1;
        }
        square += 1;
    }
    rings
};

/// By square, the squares on its eight lines, its own left out.
static LINES: [u64; SQUARES] = {
    let mut lines = [0; SQUARES];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let mut square = 0;
        while square < SQUARES {
            lines[square] |= RAYS_BY_DIRECTION[direction][square];
            square += 1;
        }
        direction += 1;
    }
    lines
};

/// By two squares, the direction from the first to the second; 0 where they are
/// not on one line.
static BEARINGS: [[u8; SQUARES]; SQUARES] = {
    let mut bearings = [[0; SQUARES]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = 0;
        while direction < DIRECTIONS {
            let mut next = neighbour(square, direction);
            while next != 0 {
                let other = next.trailing_zeros() as usize;
                bearings[square][other] = direction as u8;
                next = neighbour(other, direction);
            }
            direction += 1;
        }
        square += 1;
    }
    bearings
};

/// The square one step away, as a set that is empty beyond the edge.
const fn neighbour(square: usize, direction: Direction) -> u64 {
    let (file, rank) = STEPS[direction];
    let file = (square % SIDE) as i8 + file;
    let rank = (square / SIDE) as i8 + rank;
    if file < 0 || file >= SIDE as i8 || rank < 0 || rank >= SIDE as i8 {
        return 0;
    }
    1 << (rank as usize * SIDE + file as usize)
}

/// The set of one square.
#[inline]
pub(super) const fn bit(square: usize) -> u64 {
    1 << (square % SQUARES)
}

/// The least square of a set, which must not be empty.
#[inline]
pub(super) const fn first(set: u64) -> usize {
    set.trailing_zeros() as usize % SQUARES
}

/// The squares of a set in rising order.
#[inline]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| first(set));
        set &= set.wrapping_sub(1);
        square
    })
}

/// The way back.
#[inline]
pub(super) const fn opposite(direction: Direction) -> Direction {
    (direction + DIRECTIONS / 2) % DIRECTIONS
}

/// Whether a direction is along a rank or a file.
#[inline]
pub(super) const fn is_orthogonal(direction: Direction) -> bool {
    direction.is_multiple_of(2)
}

/// The squares from `square` to the edge, its own left out.
#[inline]
pub(super) fn ray(square: usize, direction: Direction) -> u64 {
    RAYS[direction % DIRECTIONS][square % SQUARES]
}

/// The squares around `square`.
#[inline]
pub(super) fn ring(square: usize) -> u64 {
    RINGS[square % SQUARES]
}

/// The squares on the eight lines from `square`.
#[inline]
pub(super) fn lines(square: usize) -> u64 {
    LINES[square % SQUARES]
}

/// The square next to `square`, as a set that is empty beyond the edge.
#[inline]
pub(super) fn next(square: usize, direction: Direction) -> u64 {
    ray(square, direction) & ring(square)
}

/// The direction from one square to another on a line with it.
#[inline]
pub(super) fn bearing(from: usize, to: usize) -> Direction {
    BEARINGS[from % SQUARES][to % SQUARES].into()
}

/// The squares between two on one line.
#[inline]
pub(super) fn between(from: usize, to: usize) -> u64 {
    let direction = bearing(from, to);
    ray(from, direction) & ray(to, opposite(direction))
}

/// The whole file of a square.
#[inline]
pub(super) const fn file(square: usize) -> u64 {
    FILE_A << (square % SIDE)
}

/// The whole rank of a square.
#[inline]
pub(super) const fn rank(square: usize) -> u64 {
    RANK_1 << (square % SQUARES / SIDE * SIDE)
}

/// The whole files of squares of one rank.
#[inline]
pub(super) const fn files(set: u64, square_of_rank: usize) -> u64 {
    (set >> (square_of_rank % SQUARES / SIDE * SIDE)) * FILE_A
}

/// The whole ranks of squares of one file.
#[inline]
pub(super) const fn ranks(set: u64, square_of_file: usize) -> u64 {
    (set >> (square_of_file % SIDE)) * RANK_1
}

/// The whole files of the squares of a set.
#[inline]
pub(super) const fn files_of(mut set: u64) -> u64 {
    set |= set >> 32;
    set |= set >> 16;
    set |= set >> 8;
    (set & RANK_1) * FILE_A
}

/// The whole ranks of the squares of a set.
#[inline]
pub(super) const fn ranks_of(mut set: u64) -> u64 {
    set |= set >> 4;
    set |= set >> 2;
    set |= set >> 1;
    (set & FILE_A) * RANK_1
}

/// Every square of the set one step on; those that leave the board are lost.
#[inline]
pub(super) const fn shift(set: u64, direction: Direction) -> u64 {
    set.rotate_left(ROTATIONS[direction]) & ARRIVALS[direction]
}

/// The squares that pieces on `from` reach in a direction over squares of `empty`.
///
/// The parallel prefix algorithm of Kogge and Stone: steps of 1, 2 and 4 squares.
#[inline]
pub(super) const fn slides(from: u64, empty: u64, direction: Direction) -> u64 {
    let step = ROTATIONS[direction];
    let mut open = empty & ARRIVALS[direction];
    let mut reached = from;
    reached |= open & reached.rotate_left(step);
    open &= open.rotate_left(step);
    reached |= open & reached.rotate_left(2 * step % SQUARES as u32);
    open &= open.rotate_left(2 * step % SQUARES as u32);
    reached |= open & reached.rotate_left(4 * step % SQUARES as u32);
    reached & !from
}

/// The squares seen from `square` along its rank and its file: the empty ones up to
/// the first occupied one, and this one.
#[inline]
pub(super) fn seen_orthogonally(square: usize, occupied: u64) -> u64 {
    seen_both_ways(square, occupied, 0) | seen_both_ways(square, occupied, 2)
}

/// The squares seen from `square` along all eight lines: the empty ones up to the
/// first occupied one, and this one.
#[inline]
pub(super) fn seen(square: usize, occupied: u64) -> u64 {
    seen_orthogonally(square, occupied)
        | seen_both_ways(square, occupied, 1)
        | seen_both_ways(square, occupied, 7)
}

/// The squares seen in a direction in which the numbers of the squares rise, and in
/// the opposite one.
///
/// Hoffmann's *obstruction difference*: subtracting the last occupied square below
/// from twice the first one above sets the bits from the one to the other.
#[inline]
fn seen_both_ways(square: usize, occupied: u64, rising: Direction) -> u64 {
    let above = ray(square, rising);
    let below = ray(square, opposite(rising));
    let last_below = u64::MAX << (below & occupied | 1).ilog2();
    let obstacles_above = above & occupied;
    let first_above = obstacles_above & obstacles_above.wrapping_neg();
    (above | below) & last_below.wrapping_add(first_above << 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::mix;

    /// What is seen in one direction, square by square.
    fn walk(square: usize, occupied: u64, direction: Direction) -> u64 {
        let mut walked = 0;
        let mut at = neighbour(square, direction);
        while at != 0 {
            walked |= at;
            at = if at & occupied == 0 { neighbour(first(at), direction) } else { 0 };
        }
        walked
    }

    #[test]
    fn lines_end_at_the_first_obstacle_however_they_are_found() {
        for seed in 0..200 {
            let occupied = mix(seed) & mix(seed + 1000);
            for square in 0..SQUARES {
                let walks: Vec<_> =
                    (0..DIRECTIONS).map(|direction| walk(square, occupied, direction)).collect();
                assert_eq!(seen(square, occupied), walks.iter().fold(0, |all, walk| all | walk));
                let orthogonal = ORTHOGONAL.map(|direction| walks[direction]);
                assert_eq!(
                    seen_orthogonally(square, occupied),
                    orthogonal.iter().fold(0, |all, walk| all | walk)
                );
                for (direction, walk) in walks.iter().enumerate() {
                    let reached = slides(bit(square), !occupied, direction);
                    assert_eq!(reached, walk & !occupied);
                }
            }
        }
    }

    #[test]
    fn directions_agree_with_each_other() {
        for square in 0..SQUARES {
            assert_eq!(file(square) & rank(square), bit(square));
            assert_eq!(files(bit(square), square), file(square));
            assert_eq!(ranks(bit(square), square), rank(square));
            for direction in 0..DIRECTIONS {
                let step = neighbour(square, direction);
                assert_eq!(next(square, direction), step);
                assert_eq!(shift(bit(square), direction), step);
                assert_eq!(ray(square, direction), walk(square, 0, direction));
                for other in squares(ray(square, direction)) {
                    assert_eq!(bearing(square, other), direction);
                    assert_eq!(bearing(other, square), opposite(direction));
                    let inner = walk(square, bit(other), direction) & !bit(other);
                    assert_eq!(between(square, other), inner);
                }
            }
        }
    }
}
