//! The games, one folder each.

pub mod wari;
