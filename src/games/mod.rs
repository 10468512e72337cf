//! The games, one folder each.

pub mod camelot;
pub mod wari;
