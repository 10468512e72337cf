//! The line protocol: text in, text out.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod command;
mod parse;

pub use command::{Clock, Command, Go, Query, Start};
pub use parse::{ParseError, parse};
