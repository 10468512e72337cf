//! Every game of the registry has the properties of [`battery`].

mod battery;

use battery::check_game;
use ninefold::with_games;
use std::thread;

macro_rules! check_all {
    ($($game:ty,)*) => {
        #[test]
        fn every_game() {
            thread::scope(|scope| {
                $(scope.spawn(check_game::<$game>);)*
            });
        }
    };
}

with_games!(check_all);
