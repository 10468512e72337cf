//! Ninefold with one more game: tic-tac-toe, the model that `CONTRIBUTING.md` walks
//! along to show how a game is added.
//!
//! ```console
//! $ cargo run --example toy -- --variant tictactoe go depth 9
//! ```

pub mod games;

// Here the game finds the traits as `crate::game`, as it would in Ninefold's own source.
use ninefold::{cli::Cli, game};
use std::process::ExitCode;

fn main() -> ExitCode {
    Cli::from_command_line().run(&games::GAMES)
}
