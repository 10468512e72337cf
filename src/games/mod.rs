//! The games, one folder each.

pub mod ultima;
pub mod wari;
