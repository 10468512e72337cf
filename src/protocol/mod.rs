//! The line protocol: text in, text out.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod engine;
mod options;
mod parse;
mod reply;
mod server;
mod transport;

pub use command::{Clock, Command, Go, Query, Start};
pub use engine::{Engine, OptionEffect};
pub use parse::{ParseError, parse};
pub use reply::Dialect;
pub use server::{Summary, serve};
pub use transport::{Closed, Output, Transcript};
