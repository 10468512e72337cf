//! The arena: matches between engine processes, with a referee who knows the rules.
//!
//! [`Match`] says who plays what; [`run`] plays it: each opening from every seat
//! (`pairing`), the games side by side (`tournament`), each by engines in processes
//! of their own (`process`) under the eyes of a [`Session`](crate::session::Session)
//! (`game`). What comes out is a [`GameRecord`] for each game and [`Standings`]
//! (`standings`), with the statistics of pairs of games (`statistics`).

mod game;
mod openings;
mod pairing;
mod process;
mod record;
mod standings;
mod statistics;
mod time_control;
mod tournament;

pub use openings::{Opening, Openings, RandomOpenings};
pub use pairing::Format;
pub use process::{EngineSpec, Fault};
pub use record::{GameRecord, Offence};
pub use standings::Standings;
pub use statistics::{Elo, Pentanomial, Sprt, Verdict};
pub use time_control::TimeControl;
pub use tournament::{ArenaError, Match, Progress, run};
