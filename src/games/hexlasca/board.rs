//! The 61 hexagonal fields: their rows, their colours and the lines through them.
//!
//! Fields are counted row by row from the top, from 0; their names count from 1.
//! Axial coordinates: row `r` from -4 at the top to 4, and `q`, which grows by 1
//! with each step to the right and stays the same with each step down to the right.

/// Number of fields.
pub(super) const FIELDS: usize = 61;

/// Fields in each row, from the top.
pub(super) const ROWS: [usize; 9] = [5, 6, 7, 8, 9, 8, 7, 6, 5];

/// The greatest distance that a unit moves.
pub(super) const FARTHEST: usize = 3;

/// Rings of fields around the centre.
pub(super) const RINGS: usize = 4;

/// A set of fields, a bit each.
pub(super) type Fields = u64;

/// All fields.
pub(super) const BOARD: Fields = (1 << FIELDS) - 1;

/// Steps along the six lines, as differences of `r` and `q`.
const DIRECTIONS: [(i8, i8); 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

/// A place in axial coordinates, on the board or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Axial {
    pub(super) r: i8,
    pub(super) q: i8,
}

impl Axial {
    pub(super) const fn of(field: u8) -> Self {
        let (mut row, mut first) = (0, 0);
        while first + ROWS[row] <= field as usize {
            first += ROWS[row];
            row += 1;
        }
        let r = row as i8 - 4;
        Self { r, q: first_q(r) + (field as usize - first) as i8 }
    }

    /// The field at this place.
    pub(super) const fn field(self) -> Option<u8> {
        if self.r < -4 || self.r > 4 {
            return None;
        }
        let target = (self.r + 4) as usize;
        let column = self.q - first_q(self.r);
        if column < 0 || column as usize >= ROWS[target] {
            return None;
        }
        let (mut row, mut first) = (0, 0);
        while row < target {
            first += ROWS[row];
            row += 1;
        }
        Some((first + column as usize) as u8)
    }

    /// Neighbours are of different classes.
    pub(super) const fn colour_class(self) -> usize {
        (self.q - self.r).rem_euclid(3) as usize
    }

    /// The distance from the centre, in steps.
    pub(super) const fn ring(self) -> usize {
        // The differences to the centre along the three axes add up to 0.
        let Self { r, q } = self;
        (r.unsigned_abs() + q.unsigned_abs() + (r + q).unsigned_abs()) as usize / 2
    }

    /// The place in the row that is as far from the other edge. Classes stay.
    const fn mirrored(self) -> Self {
        Self { r: -self.r, q: self.q + self.r }
    }

    /// The place after a third of a turn around the centre. Classes stay.
    const fn turned(self) -> Self {
        Self { r: self.q, q: -self.q - self.r }
    }

    const fn ahead(self, (r, q): (i8, i8), distance: i8) -> Self {
        Self { r: self.r + distance * r, q: self.q + distance * q }
    }
}

/// `q` of the first field in row `r`.
const fn first_q(r: i8) -> i8 {
    if r < 0 { -4 - r } else { -4 }
}

/// The set of one field.
#[inline]
pub(super) const fn only(field: u8) -> Fields {
    1 << field
}

/// The fields of a set, in rising order.
#[inline]
pub(super) fn each(mut fields: Fields) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let field = (fields != 0).then(|| fields.trailing_zeros() as u8);
        fields &= fields.wrapping_sub(1);
        field
    })
}

/// The ways to turn and mirror the board that keep the colours of fields. Half a turn
/// would not.
pub(super) const IMAGES: usize = 6;

/// By image and field: the field that it comes to. Image 0 is the board as it is.
pub(super) static IMAGE_OF: [[u8; FIELDS]; IMAGES] = {
    let mut images = [[0; FIELDS]; IMAGES];
    let mut field = 0;
    while field < FIELDS {
        let mut place = Axial::of(field as u8);
        let mut image = 0;
        while image < IMAGES {
            images[image][field] = place.field().expect("the board is symmetric");
            // Each of the three turned boards is followed by its mirror image.
            place = if image % 2 == 0 { place.mirrored() } else { place.mirrored().turned() };
            image += 1;
        }
        field += 1;
    }
    images
};

/// The field in the same place of the row that is as far from the other edge.
pub(super) fn mirrored(field: u8) -> u8 {
    IMAGE_OF[1][usize::from(field)]
}

/// Lines through the fields of an empty board.
struct Lines {
    /// By distance less 1 and field: the fields on its lines up to that distance.
    within: [[Fields; FIELDS]; FARTHEST],
    /// By field and another one on its lines: the fields behind that one, up to the
    /// greatest distance.
    behind: [[Fields; FIELDS]; FIELDS],
}

static LINES: Lines = {
    let mut lines = Lines { within: [[0; FIELDS]; FARTHEST], behind: [[0; FIELDS]; FIELDS] };
    let mut field = 0;
    while field < FIELDS {
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            let mut distance = FARTHEST;
            let mut beyond = 0;
            while distance > 0 {
                let place = Axial::of(field as u8).ahead(DIRECTIONS[direction], distance as i8);
                if let Some(target) = place.field() {
                    lines.behind[field][target as usize] = beyond;
                    beyond |= only(target);
                    let mut within = distance;
                    while within <= FARTHEST {
                        lines.within[within - 1][field] |= only(target);
                        within += 1;
                    }
                }
                distance -= 1;
            }
            direction += 1;
        }
        field += 1;
    }
    lines
};

/// The neighbours of a field.
#[inline]
pub(super) fn neighbours(field: u8) -> Fields {
    LINES.within[0][usize::from(field)]
}

/// The fields within `distance`, 1 to 3, along the lines of `field`, the first
/// occupied one on each line included.
#[inline]
pub(super) fn reach(field: u8, distance: usize, occupied: Fields) -> Fields {
    let field = usize::from(field);
    let lines = LINES.within[distance - 1][field];
    let mut reach = lines;
    if distance > 1 {
        // Only what is nearer than the farthest field can be in the way.
        for blocker in each(LINES.within[distance - 2][field] & occupied) {
            reach &= !LINES.behind[field][usize::from(blocker)];
        }
    }
    reach
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_and_fields_belong_together() {
        assert_eq!(ROWS.iter().sum::<usize>(), FIELDS);
        assert_eq!(Axial::of(30), Axial { r: 0, q: 0 }, "field 31 is the centre");
        assert_eq!(Axial::of(0), Axial { r: -4, q: 0 });
        assert_eq!(Axial::of(60), Axial { r: 4, q: 0 });
        for field in 0..FIELDS as u8 {
            assert_eq!(Axial::of(field).field(), Some(field));
            assert_eq!(mirrored(mirrored(field)), field);
            let class = Axial::of(field).colour_class();
            assert_eq!(Axial::of(mirrored(field)).colour_class(), class);
            for neighbour in each(neighbours(field)) {
                assert_ne!(Axial::of(neighbour).colour_class(), class);
                assert!(neighbours(neighbour) & only(field) != 0);
            }
        }
        assert_eq!((mirrored(0), mirrored(17), mirrored(26)), (56, 49, 26));
        assert_eq!(IMAGE_OF.map(|image| image[0]), [0, 56, 34, 34, 56, 0]);
        let on_ring = |ring| (0..61).filter(|&field| Axial::of(field).ring() == ring).count();
        assert_eq!([0, 1, 2, 3, RINGS].map(on_ring), [1, 6, 12, 18, 24]);
    }

    #[test]
    fn lines_end_behind_the_first_unit() {
        let named = |names: &[u8]| names.iter().fold(0, |set, name| set | only(name - 1));
        assert_eq!(neighbours(0), named(&[2, 6, 7]));
        assert_eq!(neighbours(30), named(&[22, 23, 30, 32, 39, 40]));
        assert_eq!(neighbours(25), named(&[18, 25, 34, 35]));
        let corner = [2, 3, 4, 6, 7, 12, 14, 19, 22];
        assert_eq!(reach(0, 3, 0), named(&corner));
        assert_eq!(reach(0, 2, 0), named(&[2, 3, 6, 7, 12, 14]));
        let occupied = named(&[2, 12, 22]);
        assert_eq!(reach(0, 3, occupied), named(&[2, 6, 7, 12, 14, 22]));
        assert_eq!(reach(30, 3, BOARD), neighbours(30));
        assert_eq!(reach(30, 1, BOARD), neighbours(30));
    }
}
