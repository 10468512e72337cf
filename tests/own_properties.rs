//! What single games guarantee beyond the properties of all games, on random games.

use ninefold::{
    game::{Game, Heuristics, Notation, OptionValues},
    games::{
        camelot::Camelot,
        hexlasca::HexLasca,
        lasca::Lasca,
        tafl::{Alea, Tablut},
        ultima::Ultima,
        wari::Wari,
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use std::collections::BTreeSet;

/// Random games of each variant.
const GAMES: u64 = 30;

/// A game that is not over by then is cut.
const LONGEST_GAME: usize = 300;

/// Checks every position of random games.
fn check_games<G: Heuristics + Notation>(check: impl Fn(&G)) {
    for variant in G::VARIANTS {
        let rules = G::rules_from(variant, &OptionValues::default());
        for seed in 0..GAMES {
            let mut random = StdRng::seed_from_u64(seed);
            let mut state = G::start(rules);
            for _ in 0..LONGEST_GAME {
                check(&state);
                let moves = state.moves();
                if moves.is_empty() {
                    break;
                }
                state.apply(moves[random.random_range(0..moves.len())]);
            }
        }
    }
}

/// The noisy moves are exactly those that win something, each once.
fn check_noisy<G: Heuristics + Notation>(state: &G) {
    let texts = |moves: &[G::Move]| -> BTreeSet<String> {
        moves.iter().map(|&mv| state.move_text(mv)).collect()
    };
    let gains: Vec<_> = state.moves().into_iter().filter(|&mv| state.gain(mv) > 0).collect();
    let mut noisy = Vec::new();
    state.noisy_moves(&mut noisy);
    assert_eq!(texts(&noisy), texts(&gains), "{}", state.fen());
    assert_eq!(noisy.len(), gains.len(), "{}", state.fen());
}

#[test]
fn wari() {
    check_games::<Wari>(|state| {
        check_noisy(state);
        assert_eq!(state.pieces().len(), 48, "{}", state.fen());
        if state.outcome().is_some_and(|end| end.reason != "majority") {
            let scores = state.scores(true).expect("Wari keeps a score");
            assert_eq!(scores.iter().sum::<u32>(), 48, "{}", state.fen());
        }
        let word: String = state.moves().iter().map(|&mv| state.move_text(mv)).collect();
        assert_eq!(Wari::split_moves(&word).len(), word.len());
    });
}

#[test]
fn ultima() {
    check_games::<Ultima>(|state| {
        check_noisy(state);
        let pieces = state.pieces().len();
        for mv in state.moves() {
            let after = state.after(mv).pieces().len();
            assert_eq!(after < pieces, state.is_irreversible(mv), "{} {mv:?}", state.fen());
        }
    });
}

#[test]
fn lasca() {
    check_games::<Lasca>(|state| {
        check_noisy(state);
        assert_eq!(state.pieces().len(), 22, "{}", state.fen());
    });
}

#[test]
fn hexlasca() {
    check_games::<HexLasca<2>>(check_noisy);
    check_games::<HexLasca<3>>(|state| {
        check_noisy(state);
        let values = state.evaluate_seats();
        if state.outcome().is_none() {
            assert_eq!(values[state.turn().index()], state.evaluate(), "{}", state.fen());
        }
        assert!(values.iter().sum::<i32>().abs() < 3, "{}", state.fen());
    });
}

#[test]
fn camelot() {
    check_games::<Camelot>(check_noisy);
}

#[test]
fn tablut_and_alea() {
    check_games::<Tablut>(|state| {
        check_noisy(state);
        assert_eq!(state.leaf_outcome(), state.outcome(), "{}", state.fen());
    });
    check_games::<Alea>(|state| {
        check_noisy(state);
        assert_eq!(state.leaf_outcome(), state.outcome(), "{}", state.fen());
    });
}
