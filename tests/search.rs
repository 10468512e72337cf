//! The search, checked against slower searches and against its own promises.

mod bare;

use bare::{Bare, negamax};
use ninefold::{
    game::{Game, History, Notation, OptionValues},
    games::wari::Wari,
    search::{
        self, Answer, Clock, Control, GameClock, Limits, Memory, Score, SystemClock, Table, Task,
        Value,
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use std::{
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

/// What a search has said.
#[derive(Debug, PartialEq, Eq)]
struct Found<M> {
    answer: Answer<M>,
    /// The value of the first line.
    value: Value,
    depth: u32,
    nodes: u64,
    /// Values of the lines of the last iteration.
    lines: Vec<Value>,
}

/// A search from `state`, of one thread and with a table of its own.
fn find<G: ninefold::game::Heuristics>(
    state: &G,
    history: &History,
    limits: Limits,
    lines: usize,
) -> Found<G::Move> {
    let table = Table::new(1).unwrap();
    find_with(state, history, limits, lines, &table, &mut Memory::default())
}

fn find_with<G: ninefold::game::Heuristics>(
    state: &G,
    history: &History,
    limits: Limits,
    lines: usize,
    table: &Table,
    memory: &mut Memory<G>,
) -> Found<G::Move> {
    let told = Mutex::new((0, 0, Vec::new()));
    let clock = SystemClock::default();
    let answer = search::search(
        &Task {
            root: state,
            history,
            moves: &[],
            limits,
            lines,
            threads: 1,
            overhead: Duration::ZERO,
            skill: None,
            table,
            control: &Control::default(),
            clock: &clock,
            started: clock.now(),
            report: &|report| {
                let Some(line) = &report.line else { return };
                let mut told = told.lock().unwrap();
                if line.rank == 1 {
                    told.2.clear();
                }
                told.0 = report.depth;
                told.1 = report.nodes;
                told.2.push(line.value);
            },
        },
        memory,
    );
    let (depth, nodes, lines) = told.into_inner().unwrap();
    Found { answer, value: lines[0], depth, nodes, lines }
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// A position that some random moves lead to from `start`, with its history.
fn random_position<G: Game>(start: &G, plies: u32, random: &mut StdRng) -> (G, History) {
    let mut state = start.clone();
    let mut history = History::new(state.key());
    for _ in 0..plies {
        let moves = state.moves();
        if moves.is_empty() || history.repetition(&state).is_some() {
            return random_position(start, plies, random);
        }
        let mv = moves[random.random_range(0..moves.len())];
        history.push(state.after(mv).key(), state.is_irreversible(mv));
        state.apply(mv);
    }
    if state.outcome().is_some() || history.repetition(&state).is_some() {
        return random_position(start, plies, random);
    }
    (state, history)
}

fn wari(fen: &str) -> Wari {
    Wari::from_fen(Wari::rules_from(&Wari::VARIANTS[0], &OptionValues::default()), fen).unwrap()
}

/// Middle games, and endings of so few seeds that lines run into repetitions.
const STARTS: [(&str, u32, u32); 4] = [
    ("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", 20, 5),
    ("0-4-6-2-4-1-4-0-1-6-3-5-8-4-N", 10, 5),
    ("1-0-1-0-0-1-0-1-0-0-1-0-22-21-S", 3, 14),
    ("1-0-0-0-0-0-0-0-0-0-0-1-23-23-S", 0, 18),
];

fn agrees_with_negamax<const TABLE: bool>(seed: u64, starts: &[(&str, u32, u32)]) {
    let mut random = StdRng::seed_from_u64(seed);
    for &(fen, plies, most) in starts {
        for _ in 0..25 {
            let start = Bare::<TABLE>(wari(fen));
            let (state, history) = random_position(&start, plies, &mut random);
            for depth in [1, most / 2, most] {
                let expected = negamax(&state, &mut history.clone(), depth, 0);
                let found = find(&state, &history, to_depth(depth), 1);
                assert_eq!(found.value, expected, "depth {depth} of {}", state.0.fen());
            }
        }
    }
}

#[test]
fn pvs_agrees_with_plain_negamax() {
    agrees_with_negamax::<false>(1, &STARTS);
}

/// Not in the endings: there the table rightly brings in values of other depths,
/// since positions come again.
#[test]
fn pvs_with_a_table_agrees_with_plain_negamax() {
    agrees_with_negamax::<true>(2, &STARTS[..2]);
}

#[test]
fn further_lines_are_the_values_of_the_further_moves() {
    let mut random = StdRng::seed_from_u64(3);
    for _ in 0..20 {
        let start = Bare::<false>(wari(STARTS[0].0));
        let (state, history) = random_position(&start, 20, &mut random);
        let mut expected: Vec<Value> = state
            .moves()
            .into_iter()
            .map(|mv| {
                let next = state.after(mv);
                let mut history = history.clone();
                history.push(next.key(), state.is_irreversible(mv));
                -negamax(&next, &mut history, 3, 1)
            })
            .collect();
        expected.sort_unstable_by_key(|&value| -value);
        assert_eq!(find(&state, &history, to_depth(4), 500).lines, expected, "{}", state.0.fen());
    }
}

#[test]
fn mate_searches_prove_what_exhaustion_proves() {
    let mut random = StdRng::seed_from_u64(4);
    let mut wins = 0;
    for _ in 0..300 {
        let (state, history) =
            random_position(&wari("2-1-3-0-1-2-1-0-2-1-2-1-17-15-S"), 10, &mut random);
        for moves in 1..=3 {
            // Static values are never near a win, whatever stands behind the moves.
            let bare = Bare::<false>(state);
            let expected = negamax(&bare, &mut history.clone(), 2 * moves, 0);
            let proven = search::is_decided(expected) && expected > 0;
            let limits = Limits { mate: Some(moves), ..Limits::default() };
            let found = find(&state, &history, limits, 1);
            // Captures may show a longer win behind the depth that is asked for.
            let within = match Score::new(&state, found.value, &[]) {
                Score::Mate { moves: own, .. } => (1..=moves as i32).contains(&own),
                Score::Centi(_) => false,
            };
            assert_eq!(within, proven, "mate {moves} of {}", state.fen());
            wins += u32::from(proven);
        }
    }
    assert!(wins >= 10, "only {wins} wins among the positions");
}

#[test]
fn node_counts_repeat_with_one_thread() {
    let state = wari(STARTS[0].0);
    let history = History::new(state.key());
    let (table, mut memory) = (Table::new(1).unwrap(), Memory::default());
    let first = find_with(&state, &history, to_depth(13), 2, &table, &mut memory);
    let warm = find_with(&state, &history, to_depth(13), 2, &table, &mut memory);
    assert!(warm.nodes < first.nodes, "the table helps");
    table.clear();
    let again = find_with(&state, &history, to_depth(13), 2, &table, &mut Memory::default());
    assert_eq!(again, first);
}

#[test]
fn node_limits_are_kept() {
    let (state, history) = random_position(&wari(STARTS[0].0), 8, &mut StdRng::seed_from_u64(5));
    for nodes in [10_000, 54_321, 300_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = find(&state, &history, limits, 1);
        assert!(found.nodes.abs_diff(nodes) <= nodes / 100, "{} of {nodes}", found.nodes);
    }
}

/// A clock that only goes on when it is looked at, as on a machine that visits the
/// nodes between two looks in `step`.
struct SteppingClock {
    nanos: AtomicU64,
    step: Duration,
}

impl Clock for SteppingClock {
    fn now(&self) -> Duration {
        let step = self.step.as_nanos() as u64;
        Duration::from_nanos(self.nanos.fetch_add(step, Relaxed) + step)
    }
}

/// Plays a game against itself and returns what each side has left after its moves,
/// starting with `base`; each move also takes `lag` to get to the other side.
fn play_by_clock(
    base: Duration,
    increment: Duration,
    step: Duration,
    lag: Duration,
) -> [Vec<Duration>; 2] {
    let clock = SteppingClock { nanos: AtomicU64::new(0), step };
    let (table, mut memory) = (Table::new(4).unwrap(), Memory::default());
    let mut state = wari(STARTS[0].0);
    let mut history = History::new(state.key());
    let mut left = [vec![base], vec![base]];
    while state.outcome().is_none() && history.repetition(&state).is_none() {
        let own = &mut left[state.turn().index()];
        let remaining = *own.last().unwrap();
        let started = clock.now();
        let answer = search::search(
            &Task {
                root: &state,
                history: &history,
                moves: &[],
                limits: Limits {
                    clock: Some(GameClock { remaining, increment, moves_to_go: None }),
                    ..Limits::default()
                },
                lines: 1,
                threads: 1,
                overhead: Duration::from_millis(10),
                skill: None,
                table: &table,
                control: &Control::default(),
                clock: &clock,
                started,
                report: &|_| (),
            },
            &mut memory,
        );
        let used = clock.now().saturating_sub(started) + lag;
        assert!(used < remaining, "{used:?} of {remaining:?} at move {}", own.len());
        own.push(remaining.saturating_sub(used) + increment);
        history.push(state.after(answer.best).key(), state.is_irreversible(answer.best));
        state.apply(answer.best);
    }
    left
}

#[test]
fn no_game_is_lost_on_time_and_the_time_is_used() {
    // The last number is the time for a few nodes, in microseconds.
    const GAMES: [(u64, u64, u64); 5] =
        [(1000, 10, 100), (1000, 10, 1000), (1000, 0, 500), (10_000, 100, 2000), (50, 10, 100)];
    let ms = Duration::from_millis;
    for (base, increment, step) in GAMES {
        let left = play_by_clock(ms(base), ms(increment), Duration::from_micros(step), ms(2));
        for left in left.iter().filter(|left| base >= 1000 && left.len() > 30) {
            let given = ms(base + 30 * increment);
            assert!(left[30] <= given / 2, "{:?} left of {given:?}", left[30]);
        }
    }
}

#[test]
fn a_move_time_is_kept() {
    let state = wari(STARTS[0].0);
    let history = History::new(state.key());
    for move_time in [0, 1, 10, 20, 100].map(Duration::from_millis) {
        let clock = SteppingClock { nanos: AtomicU64::new(0), step: Duration::from_micros(200) };
        let started = clock.now();
        search::search(
            &Task {
                root: &state,
                history: &history,
                moves: &[],
                limits: Limits { move_time: Some(move_time), ..Limits::default() },
                lines: 1,
                threads: 1,
                overhead: Duration::from_millis(10),
                skill: None,
                table: &Table::new(1).unwrap(),
                control: &Control::default(),
                clock: &clock,
                started,
                report: &|_| (),
            },
            &mut Memory::default(),
        );
        let used = clock.now().saturating_sub(started);
        // One ply is searched in any case.
        assert!(used < move_time.max(Duration::from_millis(5)), "{used:?} of {move_time:?}");
        assert!(used >= move_time / 3, "{used:?} of {move_time:?}");
    }
}
