//! The 25 fields: their numbers, their names, and steps between them.
//!
//! A rank of four fields (a c e g) and the rank of three above it (b d f) take nine
//! numbers, one gap after each:
//!
//! ```text
//!  27  28  29  30     7
//!    23  24  25       6    gap 26
//!  18  19  20  21     5    gap 22
//!    14  15  16       4    gap 17
//!   9  10  11  12     3    gap 13
//!     5   6   7       2    gap 8
//!   0   1   2   3     1    gap 4
//!   a b c d e f g
//! ```
//!
//! So every diagonal step is the addition of one of four numbers, and a step off the
//! board ends in a gap or outside of the 31 numbers.

use crate::game::grid::Square;

/// Numbers of fields, the gaps among them.
pub(super) const NUMBERS: usize = 31;

/// Files and ranks of the square around the board.
pub(super) const SIDE: u8 = 7;

/// A set of fields, a bit each. Gaps may be in it after a [`step`].
pub(super) type Fields = u32;

/// All fields, without the gaps.
pub(super) const BOARD: Fields = {
    const TWO_RANKS: Fields = 0b0_1110_1111;
    (TWO_RANKS | TWO_RANKS << 9 | TWO_RANKS << 18 | TWO_RANKS << 27) & ((1 << NUMBERS) - 1)
};

/// The rank on which each seat's soldiers become officers.
pub(super) const LAST_RANK: [Fields; 2] = [0b1111 << 27, 0b1111];

/// The fields with a neighbour in every direction: only there a column can be
/// jumped.
pub(super) const INNER: Fields = {
    let mut inner = BOARD;
    let mut index = 0;
    while index < DIRECTIONS.len() {
        inner &= step(BOARD, DIRECTIONS[index]);
        index += 1;
    }
    inner
};

/// A diagonal direction: the difference between the numbers of neighbours.
pub(super) type Direction = i8;

/// White's two directions forward, then Black's.
pub(super) const DIRECTIONS: [Direction; 4] = [4, 5, -4, -5];

/// The two directions that are forward for a seat, by its index.
pub(super) const fn forward(seat: usize) -> [Direction; 2] {
    if seat == 0 { [4, 5] } else { [-4, -5] }
}

/// The set moved by one field. What leaves the board lies in a gap or nowhere.
#[inline]
pub(super) const fn step(fields: Fields, direction: Direction) -> Fields {
    if direction > 0 { fields << direction } else { fields >> -direction }
}

/// The set of one field.
#[inline]
pub(super) const fn only(field: u8) -> Fields {
    1 << field
}

/// The field of a set of one.
#[inline]
pub(super) const fn the(field: Fields) -> u8 {
    field.trailing_zeros() as u8
}

/// The fields of a set, in rising order.
#[inline]
pub(super) fn each(mut fields: Fields) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let field = (fields != 0).then(|| the(fields));
        fields &= fields.wrapping_sub(1);
        field
    })
}

/// The square of a field.
pub(super) const fn square(field: u8) -> Square {
    let (ranks, place) = (field / 9, field % 9);
    if place < 4 {
        Square { file: 2 * place, rank: 2 * ranks }
    } else {
        Square { file: 2 * (place - 5) + 1, rank: 2 * ranks + 1 }
    }
}

/// The field on a square, if there is one.
pub(super) fn field(square: Square) -> Option<u8> {
    let Square { file, rank } = square;
    let playable = file < SIDE && rank < SIDE && file % 2 == rank % 2;
    playable.then(|| 9 * (rank / 2) + file / 2 + 5 * (rank % 2))
}

/// The fields of a rank, from the left; ranks count from 0.
pub(super) fn rank(rank: u8) -> impl Iterator<Item = u8> {
    (0..SIDE).filter_map(move |file| field(Square { file, rank }))
}

/// The field that lies where this one does after half a turn of the board.
pub(super) const fn turned(field: u8) -> u8 {
    NUMBERS as u8 - 1 - field
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_squares_belong_together() {
        assert_eq!(BOARD.count_ones(), 25);
        let by_rank: Vec<_> = (0..SIDE).flat_map(rank).collect();
        assert_eq!(by_rank, each(BOARD).collect::<Vec<_>>(), "Lasker's order");
        for number in each(BOARD) {
            assert_eq!(field(square(number)), Some(number));
            let Square { file, rank } = square(turned(number));
            assert_eq!(square(number), Square { file: 6 - file, rank: 6 - rank });
        }
        assert_eq!(field(Square { file: 1, rank: 0 }), None);
        assert_eq!(field(Square { file: 8, rank: 0 }), None);
    }

    #[test]
    fn steps_go_to_the_diagonal_neighbours_and_nowhere_else() {
        let offsets = [(4, -1, 1), (5, 1, 1), (-4, 1, -1), (-5, -1, -1)];
        for number in each(BOARD) {
            for (direction, files, ranks) in offsets {
                let from = square(number);
                let to = Square {
                    file: from.file.wrapping_add_signed(files),
                    rank: from.rank.wrapping_add_signed(ranks),
                };
                let expected = field(to).map_or(0, only);
                assert_eq!(step(only(number), direction) & BOARD, expected, "{number} {direction}");
            }
        }
        assert_eq!(INNER.count_ones(), 13);
    }
}
