//! The games, one folder each.

pub mod kolowis;
pub mod wari;
