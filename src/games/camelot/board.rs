//! The boards and setups of the three editions, and sets of squares.
//!
//! A square has the number `16 * rank + file`, both from 0, on both boards. They are 14
//! and 12 files wide, so that at least two numbers between one rank and the next are
//! no squares: what steps or leaps over the side of the board comes to one of these,
//! never to a square, and a whole set can be moved by shifting its bits.

use crate::game::{BitSet, Seat, grid};

/// A set of squares.
pub(super) type Squares = BitSet<4>;

/// The number of a square.
pub(super) type Square = u8;

/// Ranks of both boards, and files of the grid that squares are numbered in.
pub(super) const RANKS: u8 = 16;

/// What a step in each of the eight directions adds to the number of a square.
pub(super) const DIRECTIONS: [i8; 8] = [1, 15, 16, 17, -1, -15, -16, -17];

/// A set of rules: the board, and what stands on it at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// Chivalry's board with 4 knights and 16 men a side, placed in Camelot's way.
    Camelot1888,
    /// George S. Parker's game of 1888: 8 knights and 12 men a side.
    Chivalry,
    /// Camelot of 1930: 4 knights and 10 men a side on a smaller board.
    Camelot,
}

/// Squares side by side: the first file, the last file, the rank from 1.
type Row = (char, char, u8);

/// The lower half of a board; the upper half is the same from the top.
type Outline = [Row; RANKS as usize / 2];

const LARGE: Outline = [
    ('g', 'h', 1),
    ('d', 'k', 2),
    ('c', 'l', 3),
    ('b', 'm', 4),
    ('a', 'n', 5),
    ('a', 'n', 6),
    ('a', 'n', 7),
    ('a', 'n', 8),
];

const SMALL: Outline = [
    ('f', 'g', 1),
    ('c', 'j', 2),
    ('b', 'k', 3),
    ('a', 'l', 4),
    ('a', 'l', 5),
    ('a', 'l', 6),
    ('a', 'l', 7),
    ('a', 'l', 8),
];

static LARGE_BOARD: Board = Board::new(&LARGE);
static SMALL_BOARD: Board = Board::new(&SMALL);

/// A board.
pub(super) struct Board {
    pub(super) files: u8,
    pub(super) squares: Squares,
    /// The castle that each seat defends: the squares of its first rank.
    castles: [Squares; 2],
}

impl Edition {
    pub(super) fn board(self) -> &'static Board {
        match self {
            Self::Camelot1888 | Self::Chivalry => &LARGE_BOARD,
            Self::Camelot => &SMALL_BOARD,
        }
    }

    /// White's knights and men at the start. Black's stand opposite.
    pub(super) const fn start(self) -> [Squares; 2] {
        let [knights, men]: [&[Row]; 2] = match self {
            Self::Camelot1888 => [
                &[('c', 'c', 6), ('l', 'l', 6), ('c', 'c', 7), ('l', 'l', 7)],
                &[('d', 'k', 6), ('d', 'k', 7)],
            ],
            Self::Chivalry => [
                &[('c', 'd', 6), ('k', 'l', 6), ('c', 'd', 7), ('k', 'l', 7)],
                &[('e', 'j', 6), ('e', 'j', 7)],
            ],
            Self::Camelot => [
                &[('c', 'c', 6), ('j', 'j', 6), ('d', 'd', 7), ('i', 'i', 7)],
                &[('d', 'i', 6), ('e', 'h', 7)],
            ],
        };
        [union(knights), union(men)]
    }

    /// The most knights and men that a side can have.
    pub(super) const fn numbers(self) -> [u32; 2] {
        let [knights, men] = self.start();
        [knights.len(), men.len()]
    }
}

impl Board {
    const fn new(outline: &Outline) -> Self {
        let (first, last, _) = outline[outline.len() - 1];
        let files = last as u8 - first as u8 + 1;
        let lower = union(outline);
        let upper = turned(lower, files);
        let mut squares = lower;
        let mut word = 0;
        while word < squares.0.len() {
            squares.0[word] |= upper.0[word];
            word += 1;
        }
        let castle = union(&[outline[0]]);
        Self { files, squares, castles: [castle, turned(castle, files)] }
    }

    /// The castle that `seat` defends.
    #[inline]
    pub(super) const fn own_castle(&self, seat: Seat) -> Squares {
        self.castles[seat.index()]
    }

    /// The castle that `seat` attacks.
    #[inline]
    pub(super) const fn enemy_castle(&self, seat: Seat) -> Squares {
        self.castles[seat.other().index()]
    }

    /// The squares of each rank from left to right, the top rank first.
    pub(super) fn ranks(&self) -> impl Iterator<Item = Vec<Square>> {
        (0..RANKS).rev().map(|rank| {
            let numbers = (0..self.files).map(move |file| RANKS * rank + file);
            numbers.filter(|&square| self.squares.contains(square.into())).collect()
        })
    }

    /// The number of a square, if it is on the board.
    pub(super) fn number(&self, grid::Square { file, rank }: grid::Square) -> Option<Square> {
        let on_grid = file < RANKS && rank < RANKS;
        on_grid.then(|| RANKS * rank + file).filter(|&square| self.squares.contains(square.into()))
    }
}

/// The squares of some rows.
const fn union(rows: &[Row]) -> Squares {
    let mut squares = Squares::EMPTY;
    let mut index = 0;
    while index < rows.len() {
        let (first, last, rank) = rows[index];
        let mut file = first as usize;
        while file <= last as usize {
            squares.insert(RANKS as usize * (rank as usize - 1) + file - 'a' as usize);
            file += 1;
        }
        index += 1;
    }
    squares
}

/// The set after the board, so many files wide, was turned by half a circle.
pub(super) const fn turned(squares: Squares, files: u8) -> Squares {
    let ranks = RANKS as usize;
    let mut turned = Squares::EMPTY;
    let mut square = 0;
    while square < ranks * ranks {
        if squares.contains(square) {
            let (file, rank) = (square % ranks, square / ranks);
            turned.insert(ranks * (ranks - 1 - rank) + files as usize - 1 - file);
        }
        square += 1;
    }
    turned
}

/// The file and the rank of a square.
pub(super) const fn place(square: Square) -> grid::Square {
    grid::Square { file: square % RANKS, rank: square / RANKS }
}

/// The name of a square.
pub(super) fn name(square: Square) -> String {
    place(square).name()
}

/// The set one step on in a direction, of [`DIRECTIONS`]. What leaves the grid is
/// lost.
#[inline]
pub(super) const fn shifted(squares: Squares, direction: i8) -> Squares {
    let by = direction.unsigned_abs() as u32;
    let back = u64::BITS - by;
    let [a, b, c, d] = squares.0;
    BitSet(if direction > 0 {
        [a << by, b << by | a >> back, c << by | b >> back, d << by | c >> back]
    } else {
        [a >> by | b << back, b >> by | c << back, c >> by | d << back, d >> by]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_squares_of_the_spec() {
        for (edition, files, squares, castles) in [
            (Edition::Camelot1888, 14, 176, [["g1", "h1"], ["g16", "h16"]]),
            (Edition::Chivalry, 14, 176, [["g1", "h1"], ["g16", "h16"]]),
            (Edition::Camelot, 12, 160, [["f1", "g1"], ["f16", "g16"]]),
        ] {
            let board = edition.board();
            assert_eq!((board.files, board.squares.len()), (files, squares));
            let names = |set: Squares| set.iter().map(|s| name(s as Square)).collect::<Vec<_>>();
            assert_eq!([Seat::ONE, Seat::TWO].map(|seat| names(board.own_castle(seat))), castles);
            assert_eq!(turned(board.squares, board.files), board.squares);
        }
        let widths = |edition: Edition| -> Vec<_> {
            edition.board().ranks().map(|rank| rank.len()).collect()
        };
        let large = [2, 8, 10, 12, 14, 14, 14, 14, 14, 14, 14, 14, 12, 10, 8, 2];
        let small = [2, 8, 10, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 10, 8, 2];
        assert_eq!(widths(Edition::Chivalry), large);
        assert_eq!(widths(Edition::Camelot), small);
    }

    #[test]
    fn shifting_a_set_steps_from_each_of_its_squares() {
        for board in [&LARGE_BOARD, &SMALL_BOARD] {
            for direction in DIRECTIONS {
                let (files, ranks) = match direction.rem_euclid(16) {
                    0 => (0, direction / 16),
                    1 => (1, (direction - 1) / 16),
                    _ => (-1, (direction + 1) / 16),
                };
                let steps = |square: usize| {
                    let grid::Square { file, rank } = place(square as Square);
                    let file = file.checked_add_signed(files)?;
                    board.number(grid::Square { file, rank: rank.checked_add_signed(ranks)? })
                };
                let expected: Vec<usize> =
                    board.squares.iter().filter_map(steps).map(usize::from).collect();
                let mut found: Vec<_> =
                    (shifted(board.squares, direction) & board.squares).iter().collect();
                found.sort_unstable();
                assert_eq!(found, expected, "{direction}");
            }
        }
    }
}
