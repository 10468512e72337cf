//! The games, one folder each.

pub mod hexlasca;
pub mod lasca;
pub mod wari;
