//! The `ninefold` program.

use ninefold::{cli::Cli, variants::GAMES};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::from_command_line();
    env_logger::Builder::new().filter_level(cli.log_level()).parse_default_env().init();
    cli.run(&GAMES)
}
