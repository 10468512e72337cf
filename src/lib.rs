//! Ninefold: a headless engine for board games.
//!
//! The crate is the whole of the `ninefold` program, which speaks a line protocol
//! in the manner of UCI and UGI (`docs/protocol.md`); [`cli`] is its command line.
//! As a library it opens any variant, plays and searches it, without knowing at
//! compile time which game it is:
//!
//! ```
//! use ninefold::{
//!     game::OptionValues,
//!     search::{Clock, Control, Limits, ManySearch, SystemClock, Table},
//!     session::{IllegalMove, Request, Start},
//!     variants::GAMES,
//! };
//! use std::{sync::Arc, time::Duration};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let wari = GAMES.find("wari").ok_or("no such variant")?;
//! let mut game = wari.open(&OptionValues::default());
//!
//! // The houses A to F and a to f, the stores of South and North, and North to
//! // move, who plays c. South has 23 seeds and needs 25.
//! let fen = "1-0-0-0-0-1-1-0-1-1-0-0-23-20-N";
//! game.set_position(Start::Fen(fen), "c", IllegalMove::Refused)?;
//! assert_eq!(game.fen(), "1-0-0-0-0-1-1-0-0-2-0-0-23-20-S 1 2");
//!
//! let clock = SystemClock::default();
//! let search = game.search(Request {
//!     limits: Limits { depth: Some(8), ..Limits::default() },
//!     moves: Vec::new(),
//!     lines: 1,
//!     threads: 1,
//!     overhead: Duration::ZERO,
//!     skill: None,
//!     many: ManySearch::default(),
//!     tablebase: None,
//!     table: Arc::new(Table::new(16)?),
//!     control: Arc::new(Control::new(false)),
//!     started: clock.now(),
//!     clock: Arc::new(clock),
//!     report: Box::new(|info| println!("depth {}: {:?}", info.depth, info.line)),
//! });
//! let answer = search().ok_or("the game is over")?;
//! assert_eq!(answer.best, "F");
//! # Ok(())
//! # }
//! ```
//!
//! # The modules
//! Imports run one way, from the bottom of this table to the top.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`game`] | what every game is made of: the traits [`Game`](game::Game), [`Heuristics`](game::Heuristics) and [`Notation`](game::Notation), seats, outcomes, history, perft |
//! | [`games`] | the games, a folder each |
//! | [`tablebase`] | tables of endings: made, kept in files, verified |
//! | [`search`] | the search, generic over the game, and the transposition table |
//! | [`solve`] | proofs of who wins |
//! | [`session`] | a game being played; [`Session`](session::Session) hides which one |
//! | [`variants`] | the registry of the games: their variants by name |
//! | [`protocol`] | text in, text out: parser, options, replies, the loop |
//! | [`analysis`] | many positions, searched side by side |
//! | [`arena`] | matches between engine processes, and their statistics |
//! | [`tuner`] | weights of evaluations, fitted to recorded games |
//! | [`mod@bench`] | the fixed bench, a signature of the search |
//! | [`cli`] | the command line |
//!
//! A new game is a folder in [`games`] and a line in its registry;
//! `CONTRIBUTING.md` says what the traits ask of it.

pub mod analysis;
pub mod arena;
pub mod bench;
pub mod cli;
pub mod game;
pub mod games;
mod lines;
mod memory;
pub mod protocol;
pub mod search;
pub mod session;
pub mod solve;
pub mod tablebase;
mod text;
pub mod tuner;
pub mod variants;
