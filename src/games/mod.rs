//! The games, one folder each.

pub mod tafl;
pub mod wari;
