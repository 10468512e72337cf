//! What moves capture.
//!
//! Each way of capturing is written twice: for one move, as the rules have it, and
//! for all moves of a piece at once, as the set of squares that they end on. What all
//! moves of a side together capture is the matter of `threats`.

use super::Move;
use super::board::{Board, Kind};
use super::geometry::{
    DIRECTIONS, ORTHOGONAL, bearing, between, bit, file, files, is_orthogonal, lines, next,
    opposite, rank, ranks, ray, ring, shift, slides, squares,
};
use crate::game::Seat;

impl Board {
    /// The enemies that a move of `seat` captures.
    #[inline]
    pub(super) fn captured(&self, seat: Seat, kind: Kind, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        if from == to {
            return 0;
        }
        let enemies = self.side(seat.other());
        match kind {
            Kind::Pawn => pincered(to, self.side(seat), enemies),
            Kind::King => bit(to) & enemies,
            Kind::Withdrawer => left_behind(from, to) & enemies,
            Kind::Coordinator => coordinated(self.king(seat), to) & enemies,
            Kind::Immobilizer => 0,
            Kind::Leaper => between(from, to) & enemies,
            Kind::Chameleon => {
                let enemy = |kind| self.of(seat.other(), kind);
                let pawns = if is_orthogonal(bearing(from, to)) { enemy(Kind::Pawn) } else { 0 };
                pincered(to, self.side(seat), pawns)
                    | bit(to) & enemy(Kind::King)
                    | left_behind(from, to) & enemy(Kind::Withdrawer)
                    | coordinated(self.king(seat), to) & enemy(Kind::Coordinator)
                    | between(from, to) & enemy(Kind::Leaper)
            }
        }
    }

    /// Those of `targets`, the squares that the piece on `from` can move to, on which
    /// it captures something.
    #[inline]
    pub(super) fn capturing(&self, seat: Seat, kind: Kind, from: usize, targets: u64) -> u64 {
        let own = self.side(seat);
        let enemies = self.side(seat.other());
        let capturing = match kind {
            Kind::Pawn => pincering(own, enemies),
            Kind::King => enemies,
            Kind::Withdrawer => withdrawing(from, enemies),
            Kind::Coordinator => coordinating(self.king(seat), enemies),
            Kind::Immobilizer => 0,
            Kind::Leaper => self.leaps(from, enemies),
            Kind::Chameleon => {
                let enemy = |kind| self.of(seat.other(), kind);
                pincering(own, enemy(Kind::Pawn)) & (file(from) | rank(from))
                    | enemy(Kind::King)
                    | withdrawing(from, enemy(Kind::Withdrawer))
                    | coordinating(self.king(seat), enemy(Kind::Coordinator))
                    | self.leaps(from, enemy(Kind::Leaper))
            }
        };
        capturing & targets
    }

    /// The squares on which a leap from `from` over pieces of `leapable` can end.
    #[inline]
    pub(super) fn leaps(&self, from: usize, leapable: u64) -> u64 {
        let leapable = leapable & lines(from);
        if leapable == 0 {
            return 0;
        }
        let empty = !self.occupied();
        (0..DIRECTIONS)
            .filter(|&direction| ray(from, direction) & leapable != 0)
            .fold(0, |all, direction| all | leaps(bit(from), empty, leapable, direction))
    }
}

/// The squares on which pieces of `from` land that leap in a direction over pieces
/// of `leapable`, each followed by an empty square.
#[inline]
pub(super) fn leaps(from: u64, empty: u64, leapable: u64, direction: usize) -> u64 {
    let reach = |from| from | slides(from, empty, direction);
    let over = |from| shift(shift(from, direction) & leapable, direction) & empty;
    let mut all = 0;
    let mut landings = over(reach(from));
    while landings != 0 {
        let reached = reach(landings);
        all |= reached;
        landings = over(reached);
    }
    all
}

/// The victims orthogonally next to `to` with one of `own` right behind them.
///
/// That `own` may still have the mover on its old square does not matter: it came
/// along a line, so it can have been behind a neighbour of `to` only by leaping over
/// that neighbour; and who leaps over a piece does not take it by pincer.
#[inline]
fn pincered(to: usize, own: u64, victims: u64) -> u64 {
    ORTHOGONAL.into_iter().fold(0, |all, direction| {
        let beside = shift(bit(to), direction);
        all | beside & victims & shift(own, opposite(direction))
    })
}

/// The squares on which arriving takes one of `victims` by pincer.
#[inline]
fn pincering(own: u64, victims: u64) -> u64 {
    ORTHOGONAL.into_iter().fold(0, |all, direction| {
        let back = opposite(direction);
        all | shift(victims & shift(own, back), back)
    })
}

/// The square next to `from`, on the side away from `to`.
#[inline]
fn left_behind(from: usize, to: usize) -> u64 {
    next(from, opposite(bearing(from, to)))
}

/// The squares to move to in order to leave one of `victims` right behind.
#[inline]
fn withdrawing(from: usize, victims: u64) -> u64 {
    squares(ring(from) & victims).fold(0, |all, victim| all | ray(from, bearing(victim, from)))
}

/// The two other corners of the rectangle with corners at the king and `to`; on a
/// line with the king, the king's square and `to`.
#[inline]
fn coordinated(king: usize, to: usize) -> u64 {
    file(to) & rank(king) | file(king) & rank(to)
}

/// The squares to move to in order to make one of `victims` such a corner.
#[inline]
fn coordinating(king: usize, victims: u64) -> u64 {
    files(victims & rank(king), king) | ranks(victims & file(king), king)
}
