//! Ninefold: a headless engine for nine board games.

pub mod bench;
pub mod cli;
pub mod game;
pub mod games;
pub mod protocol;
pub mod search;
pub mod session;
mod text;
pub mod variants;
