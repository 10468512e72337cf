//! Which moves there are.

use super::board::{Board, Kind};
use super::captures::leaps;
use super::danger::Guard;
use super::geometry::{
    DIRECTIONS, ORTHOGONAL, bit, ring, seen, seen_orthogonally, slides, squares,
};
use super::{Move, Ultima};
use crate::game::Seat;

impl Board {
    /// The squares that the piece of `seat` on `from` can move to, whatever becomes of
    /// its own king.
    #[inline]
    pub(super) fn targets(&self, seat: Seat, kind: Kind, from: usize) -> u64 {
        let occupied = self.occupied();
        let enemy = |kind| self.of(seat.other(), kind);
        match kind {
            Kind::Pawn => seen_orthogonally(from, occupied) & !occupied,
            Kind::King => ring(from) & !self.side(seat),
            Kind::Withdrawer | Kind::Coordinator | Kind::Immobilizer => {
                seen(from, occupied) & !occupied
            }
            Kind::Leaper => {
                seen(from, occupied) & !occupied | self.leaps(from, self.side(seat.other()))
            }
            Kind::Chameleon => {
                seen(from, occupied) & !occupied
                    | self.leaps(from, enemy(Kind::Leaper))
                    | ring(from) & enemy(Kind::King)
            }
        }
    }

    /// The number of moves of the given pieces of `seat`, whatever becomes of its king.
    /// Kings do not count; nor do captures of one.
    ///
    /// In one direction no square is reached by two pieces, so all pieces move at once.
    pub(super) fn count_targets(&self, seat: Seat, pieces: u64) -> u32 {
        let empty = !self.occupied();
        let pawns = pieces & self.all(Kind::Pawn);
        let leapers = pieces & self.all(Kind::Leaper);
        let chameleons = pieces & self.all(Kind::Chameleon);
        let others = pieces & !pawns & !self.all(Kind::King);
        let enemies = self.side(seat.other());
        let enemy_leapers = self.of(seat.other(), Kind::Leaper);
        let orthogonal = ORTHOGONAL
            .into_iter()
            .map(|direction| slides(pawns, empty, direction).count_ones())
            .sum::<u32>();
        let lines = (0..DIRECTIONS)
            .map(|direction| {
                let targets = slides(others, empty, direction)
                    | leaps(leapers, empty, enemies, direction)
                    | leaps(chameleons, empty, enemy_leapers, direction);
                targets.count_ones()
            })
            .sum::<u32>();
        orthogonal + lines
    }
}

impl Ultima {
    /// The squares that the piece on `from` can legally move to, out of `targets`.
    #[inline]
    fn legal_targets(&self, guard: Guard, kind: Kind, from: usize, targets: u64) -> u64 {
        let enemies = self.board.side(self.turn.other());
        let doubtful = if guard.watched(bit(from)) != 0 {
            targets
        } else if guard.watched(enemies) != 0 {
            self.board.capturing(self.turn, kind, from, targets)
        } else {
            0
        };
        squares(doubtful).fold(targets, |legal, to| {
            let mv = Move::new(from, to);
            let captured = self.board.captured(self.turn, kind, mv);
            let exposed = guard.watched(bit(from) | captured) != 0
                && self.board.exposes_king(self.turn, kind, mv, captured);
            if exposed { legal & !bit(to) } else { legal }
        })
    }

    /// The pieces that may be taken off the board.
    fn suicides(&self, guard: Guard) -> u64 {
        let board = &self.board;
        let paralysed = board.paralysed(self.turn) & !board.all(Kind::King);
        squares(guard.watched(paralysed)).fold(paralysed, |legal, square| {
            let kind = board.kind_at(square);
            let exposed = board.exposes_king(self.turn, kind, Move::new(square, square), 0);
            if exposed { legal & !bit(square) } else { legal }
        })
    }

    /// The pieces of the side to move that are not paralysed.
    fn mobile(&self) -> u64 {
        self.board.side(self.turn) & !self.board.paralysed(self.turn)
    }

    /// Appends every legal move, as if there were no limit to quiet moves.
    #[inline]
    pub(super) fn generate(&self, moves: &mut Vec<Move>) {
        let guard = Guard::new(&self.board, self.turn);
        for from in squares(self.mobile()) {
            let kind = self.board.kind_at(from);
            let targets = self.board.targets(self.turn, kind, from);
            let legal = self.legal_targets(guard, kind, from, targets);
            moves.extend(squares(legal).map(|to| Move::new(from, to)));
        }
        moves.extend(squares(self.suicides(guard)).map(|square| Move::new(square, square)));
    }

    /// Appends every legal move that captures, as if there were no limit to quiet moves.
    pub(super) fn generate_captures(&self, moves: &mut Vec<Move>) {
        let guard = Guard::new(&self.board, self.turn);
        for from in squares(self.mobile()) {
            let kind = self.board.kind_at(from);
            let targets = self.board.targets(self.turn, kind, from);
            let capturing = self.board.capturing(self.turn, kind, from, targets);
            let legal = self.legal_targets(guard, kind, from, capturing);
            moves.extend(squares(legal).map(|to| Move::new(from, to)));
        }
    }

    /// The number of moves that [`generate`](Self::generate) appends.
    pub(super) fn count(&self) -> u32 {
        let guard = Guard::new(&self.board, self.turn);
        let mobile = self.mobile();
        // Only where no capture can uncover the king need captures not be looked at.
        let free = if guard.watched(self.board.side(self.turn.other())) == 0 {
            mobile & !guard.watched(mobile)
        } else {
            0
        };
        let watched = squares(mobile & !free).map(|from| {
            let kind = self.board.kind_at(from);
            let targets = self.board.targets(self.turn, kind, from);
            self.legal_targets(guard, kind, from, targets).count_ones()
        });
        self.board.count_targets(self.turn, free)
            + watched.sum::<u32>()
            + self.suicides(guard).count_ones()
    }
}
