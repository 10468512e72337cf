//! How fast the rules of each game are: perft, random playouts, evaluation, keys.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ninefold::game::{Game, Heuristics, History, Notation, OptionValues, perft};
use ninefold::with_games;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::hint::black_box;

/// Random games in one measurement of the playouts.
const PLAYOUTS: u64 = 100;

/// A playout that is not over by then is cut.
const LONGEST_GAME: usize = 3000;

macro_rules! bench_all {
    ($($game:ty,)*) => {
        fn games(criterion: &mut Criterion) {
            $(bench_game::<$game>(criterion);)*
        }
    };
}

with_games!(bench_all);

/// Leaves that the perft of a game counts at least, if the game has so many.
const LEAVES: u64 = 1_000_000;

/// The depth of the perft of a game, and its leaves. A game too small for
/// [`LEAVES`] gets the depth that has the most.
fn perft_depth<G: Game>(start: &G) -> (u32, u64) {
    let mut most = (0, 1);
    for depth in 1.. {
        let leaves = perft(start, depth);
        if leaves > most.1 {
            most = (depth, leaves);
        }
        if leaves == 0 || leaves >= LEAVES {
            break;
        }
    }
    most
}

/// Every variant of a game, under the default rules.
fn bench_game<G: Game + Heuristics + Notation>(criterion: &mut Criterion) {
    for variant in G::VARIANTS {
        let rules = G::rules_from(variant, &OptionValues::default());
        let start = G::start(rules);
        let mut group = criterion.benchmark_group(variant.name);

        let (depth, leaves) = perft_depth(&start);
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(BenchmarkId::new("perft", depth), |bencher| {
            bencher.iter(|| perft(black_box(&start), depth));
        });

        let playouts = || {
            let mut random = SmallRng::seed_from_u64(1);
            (0..PLAYOUTS).map(|_| playout(start.clone(), &mut random)).sum::<usize>()
        };
        group.throughput(Throughput::Elements(playouts() as u64));
        group.bench_function("moves of playouts", |bencher| bencher.iter(playouts));

        let positions: Vec<G> = variant
            .bench
            .iter()
            .map(|fen| G::from_fen(rules, fen).expect("a FEN of the bench"))
            .collect();
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("evaluate", |bencher| {
            bencher.iter(|| sum(black_box(&positions), |state| state.evaluate().into()));
        });
        group.bench_function("search_key", |bencher| {
            bencher.iter(|| sum(black_box(&positions), |state| state.search_key() as i64));
        });
        let mut noisy = Vec::new();
        group.bench_function("noisy_moves", |bencher| {
            bencher.iter(|| {
                sum(black_box(&positions), |state| {
                    noisy.clear();
                    state.noisy_moves(&mut noisy);
                    noisy.len() as i64
                })
            });
        });
        group.finish();
    }
}

/// Plays a random game with all rules, repetition too. The number of its plies.
fn playout<G: Game>(mut state: G, random: &mut SmallRng) -> usize {
    let mut history = History::new(state.key());
    let mut room = Vec::new();
    while history.plies() < LONGEST_GAME && history.repetition(&state).is_none() {
        let chosen = state.choose_move(&mut room, |count| random.random_range(0..count));
        let Some(mv) = chosen else { break };
        let irreversible = state.is_irreversible(mv);
        state.apply(mv);
        history.push(state.key(), irreversible);
    }
    history.plies()
}

fn sum<G>(positions: &[G], value: impl FnMut(&G) -> i64) -> i64 {
    positions.iter().map(value).fold(0, i64::wrapping_add)
}

criterion_group!(benches, games);
criterion_main!(benches);
