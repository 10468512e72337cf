//! The pieces and where they stand.

use super::geometry::{bit, first, ring, squares};
use crate::game::Seat;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Pawn,
    King,
    Withdrawer,
    Coordinator,
    Immobilizer,
    Chameleon,
    Leaper,
}

/// Number of kinds.
pub(super) const KINDS: usize = 7;

impl Kind {
    /// All kinds, in the order of their numbers.
    pub(super) const ALL: [Self; KINDS] = [
        Self::Pawn,
        Self::King,
        Self::Withdrawer,
        Self::Coordinator,
        Self::Immobilizer,
        Self::Chameleon,
        Self::Leaper,
    ];

    /// How the kind is written, White's piece: a letter, and its name.
    pub(super) const fn names(self) -> (char, &'static str) {
        match self {
            Self::Pawn => ('P', "pawn"),
            Self::King => ('K', "king"),
            Self::Withdrawer => ('W', "withdrawer"),
            Self::Coordinator => ('C', "coordinator"),
            Self::Immobilizer => ('I', "immobilizer"),
            Self::Chameleon => ('X', "chameleon"),
            Self::Leaper => ('L', "leaper"),
        }
    }

    /// Pieces of the kind that a side begins with.
    pub(super) const fn at_start(self) -> u32 {
        match self {
            Self::Pawn => 8,
            Self::Chameleon | Self::Leaper => 2,
            Self::King | Self::Withdrawer | Self::Coordinator | Self::Immobilizer => 1,
        }
    }
}

/// The pieces on the board, each in one of `sides` and one of `kinds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// By seat.
    sides: [u64; 2],
    /// By kind, both sides' together.
    kinds: [u64; KINDS],
}

impl Board {
    pub(super) const EMPTY: Self = Self { sides: [0; 2], kinds: [0; KINDS] };

    /// All pieces of a side.
    #[inline]
    pub(super) const fn side(&self, seat: Seat) -> u64 {
        self.sides[seat.index() % 2]
    }

    /// All pieces of a kind.
    #[inline]
    pub(super) const fn all(&self, kind: Kind) -> u64 {
        self.kinds[kind as usize]
    }

    /// A side's pieces of a kind.
    #[inline]
    pub(super) const fn of(&self, seat: Seat, kind: Kind) -> u64 {
        self.side(seat) & self.all(kind)
    }

    /// The square of a side's king.
    #[inline]
    pub(super) const fn king(&self, seat: Seat) -> usize {
        first(self.of(seat, Kind::King))
    }

    #[inline]
    pub(super) const fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// What stands on a square: a pawn, if nothing does.
    #[inline]
    pub(super) fn kind_at(&self, square: usize) -> Kind {
        let [_, others @ ..] = Kind::ALL;
        others.into_iter().find(|&kind| self.all(kind) & bit(square) != 0).unwrap_or(Kind::Pawn)
    }

    /// The owner and the kind of the piece on a square.
    pub(super) fn piece_at(&self, square: usize) -> Option<(Seat, Kind)> {
        [Seat::ONE, Seat::TWO]
            .into_iter()
            .find(|&seat| self.side(seat) & bit(square) != 0)
            .map(|seat| (seat, self.kind_at(square)))
    }

    /// Puts a piece on an empty square, or takes it from there.
    #[inline]
    pub(super) const fn toggle(&mut self, seat: Seat, kind: Kind, square: usize) {
        self.sides[seat.index() % 2] ^= bit(square);
        self.kinds[kind as usize] ^= bit(square);
    }

    /// Takes everything from the given squares.
    #[inline]
    pub(super) fn clear(&mut self, set: u64) {
        for squares in self.sides.iter_mut().chain(&mut self.kinds) {
            *squares &= !set;
        }
    }

    /// The enemies that a side's immobilizer paralyses.
    #[inline]
    pub(super) fn held_by_immobilizer(&self, seat: Seat) -> u64 {
        around(self.of(seat, Kind::Immobilizer)) & self.side(seat.other())
    }

    /// The pieces of a side that cannot move: those next to an enemy immobilizer,
    /// and an immobilizer next to an enemy chameleon. Whether those that paralyse
    /// could move does not matter.
    #[inline]
    pub(super) fn paralysed(&self, seat: Seat) -> u64 {
        let chameleons = self.of(seat.other(), Kind::Chameleon);
        self.held_by_immobilizer(seat.other())
            | around(chameleons) & self.of(seat, Kind::Immobilizer)
    }
}

/// The squares next to those of a set.
#[inline]
pub(super) fn around(set: u64) -> u64 {
    squares(set).fold(0, |all, square| all | ring(square))
}
