//! Players and results.

use std::fmt;

/// A player by the order of the first moves: seat 1 begins the game.
///
/// Shown and counted from 1, as the protocol does (`p1`, `p2`, `p3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// The player who makes the first move of a game.
    pub const ONE: Self = Self(1);
    /// The second player.
    pub const TWO: Self = Self(2);
    /// The third player, in games that have one.
    pub const THREE: Self = Self(3);

    /// All seats in the order of play, the third one included.
    pub const ALL: [Self; 3] = [Self::ONE, Self::TWO, Self::THREE];

    /// The number of the seat, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number of the seat, from 0, for arrays.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The other player of a game for two.
    #[must_use]
    pub const fn other(self) -> Self {
        Self(3 - self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Seat>,
    /// The word that the game's rules have for this end, such as `repetition`.
    pub reason: &'static str,
}

impl Outcome {
    /// `seat` has won.
    pub const fn win(seat: Seat, reason: &'static str) -> Self {
        Self { winner: Some(seat), reason }
    }

    /// Nobody has won.
    pub const fn draw(reason: &'static str) -> Self {
        Self { winner: None, reason }
    }

    /// The result as the protocol writes it: `p1win`, `p2win`, `p3win` or `draw`.
    pub const fn result(self) -> &'static str {
        match self.winner {
            None => "draw",
            Some(Seat::ONE) => "p1win",
            Some(Seat::TWO) => "p2win",
            Some(_) => "p3win",
        }
    }
}
