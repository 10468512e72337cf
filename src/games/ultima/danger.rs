//! Whether a king can be captured, and which moves could bring that about.

use super::Move;
use super::board::{Board, Kind};
use super::geometry::{
    ORTHOGONAL, bearing, between, bit, file, first, lines, next, opposite, rank, ring, seen,
    seen_orthogonally, squares,
};
use crate::game::Seat;

/// What guards the king of the side to move.
#[derive(Clone, Copy)]
pub(super) struct Guard {
    /// The occupied squares that a move may have to do with the safety of the king
    /// by: one that empties none of them leaves the king safe. All squares, if the
    /// king is in check.
    watched: u64,
}

impl Guard {
    pub(super) fn new(board: &Board, seat: Seat) -> Self {
        let enemies = board.side(seat.other());
        let mobile = enemies & !board.held_by_immobilizer(seat);
        let king = board.of(seat, Kind::King);
        // As a rule the king is safe whether or not the immobilizer holds the enemies
        // around it; then there is nothing special about the immobilizer's moves.
        let watched = if !board.king_falls_to(seat, enemies) {
            king | board.screens(seat, enemies)
        } else if board.king_falls_to(seat, mobile) {
            u64::MAX
        } else {
            king | board.of(seat, Kind::Immobilizer) | board.screens(seat, mobile)
        };
        Self { watched }
    }

    /// Those of a set of squares that the safety of the king may depend on.
    #[inline]
    pub(super) const fn watched(self, set: u64) -> u64 {
        self.watched & set
    }
}

impl Board {
    /// Whether the king of `seat` is in check: whether the enemy, were it to move,
    /// could capture it.
    #[inline]
    pub(super) fn in_check(&self, seat: Seat) -> bool {
        self.king_falls_to(seat, self.side(seat.other()) & !self.held_by_immobilizer(seat))
    }

    /// Whether `mv` of `seat`, which captures `captured`, leaves its king in check.
    #[inline]
    pub(super) fn exposes_king(&self, seat: Seat, kind: Kind, mv: Move, captured: u64) -> bool {
        let mut after = *self;
        after.play(seat, kind, mv, captured);
        after.in_check(seat)
    }

    /// Moves or takes off the own piece on `mv.from()` and takes the captured pieces.
    #[inline]
    pub(super) fn play(&mut self, seat: Seat, kind: Kind, mv: Move, captured: u64) {
        if captured != 0 {
            self.clear(captured);
        }
        self.toggle(seat, kind, mv.from());
        if !mv.is_suicide() {
            self.toggle(seat, kind, mv.to());
        }
    }

    /// Whether one of `attackers`, enemies of `seat`, can capture its king.
    fn king_falls_to(&self, seat: Seat, attackers: u64) -> bool {
        let king = self.king(seat);
        let occupied = self.occupied();
        let close = ring(king) & attackers;
        if close & (self.all(Kind::King) | self.all(Kind::Chameleon)) != 0 {
            return true;
        }
        let withdraws = |from| next(from, bearing(king, from)) & !occupied != 0;
        if squares(close & self.all(Kind::Withdrawer)).any(withdraws) {
            return true;
        }
        let leaps = |from| self.leaper_takes(seat, king, from);
        if squares(lines(king) & attackers & self.all(Kind::Leaper)).any(leaps) {
            return true;
        }
        let pawns = attackers & self.all(Kind::Pawn);
        let pincers = |arrival| {
            arrival & !occupied != 0 && seen_orthogonally(first(arrival), occupied) & pawns != 0
        };
        if pawns != 0 && self.pincer_squares(seat, king).any(pincers) {
            return true;
        }
        let line = self.coordination_line(seat, king) & !occupied;
        let coordinates = |from| seen(from, occupied) & line != 0;
        line != 0 && squares(attackers & self.all(Kind::Coordinator)).any(coordinates)
    }

    /// Occupied squares such that `attackers`, who cannot capture the king of `seat`
    /// now, cannot do so either as long as none of these squares becomes empty.
    ///
    /// A piece that comes to stand somewhere never helps an enemy of its own: it can
    /// only be in the way.
    fn screens(&self, seat: Seat, attackers: u64) -> u64 {
        let king = self.king(seat);
        let mut screens = 0;
        for from in squares(ring(king) & attackers & self.all(Kind::Withdrawer)) {
            screens |= next(from, bearing(king, from));
        }
        for from in squares(lines(king) & attackers & self.all(Kind::Leaper)) {
            let landing = next(king, bearing(from, king));
            if landing != 0 {
                screens |= landing | between(from, king);
            }
        }
        if attackers & self.all(Kind::Pawn) != 0 {
            for arrival in self.pincer_squares(seat, king) {
                screens |= if arrival & self.occupied() == 0 {
                    seen_orthogonally(first(arrival), self.occupied())
                } else {
                    arrival
                };
            }
        }
        if self.coordination_line(seat, king) != 0 {
            for from in squares(attackers & self.all(Kind::Coordinator)) {
                screens |= seen(from, self.occupied());
            }
        }
        screens & self.occupied()
    }

    /// Whether an enemy leaper on a line with the king can leap over it, and over
    /// what stands before it.
    #[inline]
    fn leaper_takes(&self, seat: Seat, king: usize, from: usize) -> bool {
        let direction = bearing(from, king);
        let way = between(from, king);
        if next(king, direction) & !self.occupied() == 0 || way & self.side(seat.other()) != 0 {
            return false;
        }
        // On one line, squares that follow each other are as far apart as all others.
        let leaped = way & self.side(seat) | bit(king);
        let step = king.abs_diff(first(next(king, direction)));
        leaped & (leaped << step) == 0
    }

    /// The squares next to the king of `seat`, each a set, from where a pawn would
    /// pincer it.
    #[inline]
    fn pincer_squares(&self, seat: Seat, king: usize) -> impl Iterator<Item = u64> {
        let enemies = self.side(seat.other());
        ORTHOGONAL.into_iter().filter_map(move |direction| {
            let behind = next(king, opposite(direction)) & enemies;
            let arrival = next(king, direction);
            (behind != 0 && arrival != 0).then_some(arrival)
        })
    }

    /// The squares from where an enemy coordinator would capture the king of `seat`;
    /// there are some only where the kings stand on one rank or file.
    #[inline]
    fn coordination_line(&self, seat: Seat, king: usize) -> u64 {
        let anchor = self.king(seat.other());
        if rank(king) == rank(anchor) {
            file(king)
        } else if file(king) == file(anchor) {
            rank(king)
        } else {
            0
        }
    }
}
