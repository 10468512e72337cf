//! The games, one folder each.

pub mod lasca;
pub mod wari;
