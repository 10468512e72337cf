//! Ninefold: a headless engine for nine board games.

pub mod game;
pub mod games;
pub mod protocol;
pub mod search;
