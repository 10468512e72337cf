//! The games, one folder each, and the registry of them.

pub mod tafl;
pub mod wari;

/// The registry: gives the types of all games to the macro named, the default game
/// first. Whatever goes through all games, tests and benches too, gets them here.
#[macro_export]
macro_rules! with_games {
    ($macro:ident) => {
        $macro! {
            $crate::games::wari::Wari,
            $crate::games::tafl::Tablut,
            $crate::games::tafl::Alea,
        }
    };
}
