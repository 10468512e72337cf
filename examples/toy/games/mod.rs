//! Ninefold's games and one more: the part of `src/games/mod.rs` in the example.

pub mod tictactoe;

use ninefold::variants::{self, Entry, Registry};
use tictactoe::TicTacToe;

/// The games of the example.
pub static GAMES: Registry = variants::GAMES.with(&[Entry::of::<TicTacToe>()]);
