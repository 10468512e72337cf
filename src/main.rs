//! The `ninefold` program.

use clap::Parser as _;
use ninefold::{cli::Cli, variants::GAMES};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    env_logger::Builder::new().filter_level(cli.log_level()).parse_default_env().init();
    cli.run(&GAMES)
}
