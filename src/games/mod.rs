//! The games, one folder each.

pub mod kolowis;
pub mod siga;
pub mod wari;
