//! Bounds of a lead, and how tables hold them.

use std::fmt;

/// A lead of the player to move that is still to be won: at least `lower` and at most
/// `upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// What he gets if he gets nothing out of a play without end.
    pub lower: i8,
    /// What he gets if he gets everything out of a play without end.
    pub upper: i8,
}

impl Bounds {
    /// The bounds of a lead that is certain.
    pub const fn exact(lead: i8) -> Self {
        Self { lower: lead, upper: lead }
    }

    /// Whether the lead is certain.
    pub const fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// The bounds for the other player.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The bounds of someone who gets `points` besides.
    #[must_use]
    pub const fn plus(self, points: i8) -> Self {
        Self { lower: self.lower + points, upper: self.upper + points }
    }

    /// The bounds of someone who may choose between the two.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    pub(super) const fn to_cell(self) -> [u8; 2] {
        [self.lower as u8, self.upper as u8]
    }

    pub(super) const fn of_cell([lower, upper]: [u8; 2]) -> Self {
        Self { lower: lower as i8, upper: upper as i8 }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.lower, self.upper)
    }
}

/// What a table of points tells of a position, or of a move for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The lead that the player will still win.
    pub bounds: Bounds,
    /// Plies to the next win of points or the end.
    ///
    /// Of a position: if the other player hurries there while he holds the player to move to
    /// the upper bound, and this one delays. It is 0 where the upper bound is all there is,
    /// so that there is nothing to hurry for, and where a table does not tell. The most that
    /// a table has room for, 254 and from 22 points on less, means that or more.
    ///
    /// Of a move: if he who makes it hurries there with the lower bound; the move counts.
    /// Where that bound is the least there is, it means nothing.
    pub plies: u8,
}

impl Outlook {
    /// The same for the player before, of the move that led there: `converts` if it won
    /// points.
    #[must_use]
    pub const fn before(self, converts: bool) -> Self {
        let plies = if converts { 1 } else { self.plies.saturating_add(1) };
        Self { bounds: self.bounds.turned(), plies }
    }

    /// The outlook of someone who gets `points` besides.
    #[must_use]
    pub const fn plus(self, points: i8) -> Self {
        Self { bounds: self.bounds.plus(points), ..self }
    }
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {} plies", self.bounds, self.plies)
    }
}

/// The most points in play.
const MOST: usize = 48;

/// How many pairs of bounds there are.
const fn pairs(points: usize) -> usize {
    (points + 1) * (points + 2) / 2
}

/// The pairs of bounds, as points that are won, the lower first.
static PAIRS: [[u8; 2]; pairs(MOST)] = {
    let mut table = [[0; 2]; pairs(MOST)];
    let mut upper = 0;
    while upper <= MOST {
        let mut lower = 0;
        while lower <= upper {
            table[pairs(upper) - upper - 1 + lower] = [lower as u8, upper as u8];
            lower += 1;
        }
        upper += 1;
    }
    table
};

/// How outlooks with so many points in play become numbers of 16 bits. A lead of all points
/// differs by an even number from any other, so that there are few pairs of bounds. They
/// are numbered by the upper one, then by the lower one, and to that comes the number of all
/// pairs for each ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packing {
    points: u8,
    pairs: u16,
}

impl Packing {
    /// That with so many points in play, at most 48.
    pub(super) const fn of(points: u8) -> Self {
        assert!(points as usize <= MOST);
        Self { points, pairs: pairs(points as usize) as u16 }
    }

    /// The most plies that there is room for, and that tables go to.
    pub(super) const fn most_plies(self) -> u8 {
        let most = u16::MAX / self.pairs - 1;
        if most < 254 { most as u8 } else { 254 }
    }

    pub(super) fn pack(self, Outlook { bounds, plies }: Outlook) -> u16 {
        let won = |lead: i8| i16::midpoint(lead.into(), self.points.into()) as u16;
        let pair = won(bounds.upper) * (won(bounds.upper) + 1) / 2 + won(bounds.lower);
        u16::from(plies.min(self.most_plies())) * self.pairs + pair
    }

    pub(super) fn unpack(self, number: u16) -> Outlook {
        let [lower, upper] = PAIRS[usize::from(number % self.pairs)];
        let lead = |won: u8| 2 * won as i8 - self.points as i8;
        let bounds = Bounds { lower: lead(lower), upper: lead(upper) };
        // What no packing has made must not look like something else.
        let plies = (number / self.pairs).min(u8::MAX.into()) as u8;
        Outlook { bounds, plies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outlook_is_the_same_after_packing() {
        for points in [0, 1, 7, 24, 48] {
            let packing = Packing::of(points);
            let mut numbers = 0_u32;
            for upper in (-i16::from(points)..=points.into()).step_by(2) {
                for lower in (-i16::from(points)..=upper).step_by(2) {
                    for plies in 0..=packing.most_plies() {
                        let bounds = Bounds { lower: lower as i8, upper: upper as i8 };
                        let outlook = Outlook { bounds, plies };
                        assert_eq!(packing.unpack(packing.pack(outlook)), outlook);
                        numbers += 1;
                    }
                }
            }
            let room = u32::from(packing.pairs) * (u32::from(packing.most_plies()) + 1);
            assert_eq!(numbers, room);
        }
        assert_eq!([1, 24, 48].map(|points| Packing::of(points).most_plies()), [254, 200, 52]);
    }

    #[test]
    fn more_plies_than_there_is_room_for_become_the_most() {
        let outlook = Outlook { bounds: Bounds { lower: -24, upper: 22 }, plies: 255 };
        let packing = Packing::of(24);
        assert_eq!(packing.unpack(packing.pack(outlook)), Outlook { plies: 200, ..outlook });
    }
}
