//! What becomes of a game in which nothing happens.

/// What a game makes of its count of quiet plies, [`Game::quiet`](super::Game::quiet).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuietRule {
    /// Nothing; the plies are not counted.
    Ignored,
    /// At `limit` the game is drawn, unless the board says otherwise.
    Draws {
        /// So many plies.
        limit: u32,
        /// Whether each move that sets the count back makes sure that no earlier position
        /// comes again.
        lasting: bool,
    },
    /// The count decides who wins, so that it is a part of the position. With each move it
    /// rises, or something is gone for ever: no position comes again.
    Decides,
}

impl QuietRule {
    /// So many quiet plies are a draw, if any number is.
    pub const fn limit(self) -> Option<u32> {
        match self {
            Self::Draws { limit, .. } => Some(limit),
            Self::Ignored | Self::Decides => None,
        }
    }
}
