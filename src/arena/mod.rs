//! The arena: matches between engine processes, with a referee who knows the rules.
//!
//! [`Match`] says who plays what; [`run`] plays it: each opening from every seat
//! (`pairing`, `schedule`), the games side by side (`tournament`, on `cores`), each by
//! engines (`engine`) in processes of their own (`process`) under the eyes of a
//! [`Session`](crate::session::Session) (`game`), which ends by the rules, by what the
//! players say of it (`adjudication`), or by what one does wrong (`fault`). What comes
//! out is a [`GameRecord`] for each game (`record`), in files (`log`, `pgn`), and
//! [`Standings`] (`standings`), with the statistics of pairs of games (`statistics`).

mod adjudication;
mod cores;
mod engine;
mod fault;
mod game;
mod log;
mod openings;
mod pairing;
mod pgn;
mod process;
mod record;
mod schedule;
mod standings;
mod statistics;
mod time_control;
mod tournament;

pub use adjudication::{Adjudication, Dead, Streak};
pub use engine::EngineSpec;
pub use fault::Fault;
pub use log::{LogError, PgnLog, RecordLog};
pub use openings::{Opening, Openings, RandomOpenings};
pub use pairing::Format;
pub use record::{GameRecord, Offence};
pub use standings::Standings;
pub use statistics::{Elo, Pentanomial, Sprt, Verdict};
pub use time_control::TimeControl;
pub use tournament::{ArenaError, Match, Progress, run};
