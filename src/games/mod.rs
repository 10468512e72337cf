//! The games, one folder each, and the registry of them.

pub mod camelot;
pub mod hexlasca;
pub mod kolowis;
pub mod lasca;
pub mod siga;
pub mod tafl;
pub mod ultima;
pub mod wari;

/// The registry: gives the types of all games to the macro named, the default game
/// first. Whatever goes through all games, tests and benches too, gets them here.
#[macro_export]
macro_rules! with_games {
    ($macro:ident) => {
        $macro! {
            $crate::games::ultima::Ultima,
            $crate::games::wari::Wari,
            $crate::games::kolowis::Kolowis,
            $crate::games::lasca::Lasca,
            $crate::games::hexlasca::HexLasca<2>,
            $crate::games::hexlasca::HexLasca<3>,
            $crate::games::camelot::Camelot,
            $crate::games::tafl::Tablut,
            $crate::games::tafl::Alea,
            $crate::games::siga::Siga,
        }
    };
}
