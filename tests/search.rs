//! The search, checked against slower searches and against its own promises.

mod bare;

use bare::{Bare, negamax, three::plain_value};
use ninefold::{
    game::{Game, Heuristics, History, Notation, OptionValues},
    games::{
        hexlasca::{Colour, HexLasca, Join, Rules},
        kolowis::{Kolowis, Size},
        lasca::Lasca,
        tafl::Tablut,
        wari::{GrandSlam, House, Wari},
    },
    search::{
        self, Answer, Clock, Control, GameClock, Limits, ManySearch, Memory, Score, SystemClock,
        Table, Task, Value, is_decided,
    },
    tablebase::{Bounds, Endless, LazyTablebase, Making, Tablebase, build_next},
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

/// What a search is made with.
struct Tools<'a> {
    table: &'a Table,
    clock: &'a dyn Clock,
    control: &'a Control,
}

/// A task of one thread without anything special.
fn task<'a, G: Heuristics>(
    state: &'a G,
    history: &'a History,
    limits: Limits,
    tools: &Tools<'a>,
) -> Task<'a, G> {
    let Tools { table, clock, control } = *tools;
    Task {
        root: state,
        history,
        moves: &[],
        limits,
        lines: 1,
        threads: 1,
        overhead: Duration::ZERO,
        skill: None,
        many: ManySearch::default(),
        tablebase: None,
        table,
        control,
        clock,
        started: clock.now(),
        report: &|_| (),
    }
}

/// A search from `state`, of one thread and with a table of its own.
fn find<G: Heuristics>(
    state: &G,
    history: &History,
    limits: Limits,
    lines: usize,
) -> Found<G::Move> {
    find_by(ManySearch::default(), state, history, limits, lines)
}

/// The same by one of the searches for many players.
fn find_by<G: Heuristics>(
    many: ManySearch,
    state: &G,
    history: &History,
    limits: Limits,
    lines: usize,
) -> Found<G::Move> {
    let table = Table::new(1).unwrap();
    find_with(state, history, limits, (many, lines), &table, &mut Memory::default())
}

fn find_with<G: Heuristics>(
    state: &G,
    history: &History,
    limits: Limits,
    (many, lines): (ManySearch, usize),
    table: &Table,
    memory: &mut Memory<G>,
) -> Found<G::Move> {
    let told = Mutex::new((0, 0, Vec::new()));
    let (clock, control) = (SystemClock::default(), Control::default());
    let tools = Tools { table, clock: &clock, control: &control };
    let plain = task(state, history, limits, &tools);
    let report = |report: &search::Report<'_, G::Move>| {
        let Some(line) = &report.line else { return };
        let mut told = told.lock().unwrap();
        if line.rank == 1 {
            told.2.clear();
        }
        told.0 = report.depth;
        told.1 = report.nodes;
        told.2.push(line.value);
    };
    let answer = search::search(&Task { lines, many, report: &report, ..plain }, memory);
    let (depth, nodes, lines) = told.into_inner().unwrap();
    Found { answer, value: lines[0], depth, nodes, lines }
}

/// Answer and value by four threads, who share a table.
fn find_together<G: Heuristics>(
    many: ManySearch,
    state: &G,
    history: &History,
    depth: u32,
) -> (Answer<G::Move>, Value) {
    let (table, clock, control) =
        (Table::new(1).unwrap(), SystemClock::default(), Control::default());
    let value = Mutex::new(0);
    let report = |report: &search::Report<'_, _>| {
        if let Some(line) = &report.line {
            *value.lock().unwrap() = line.value;
        }
    };
    let tools = Tools { table: &table, clock: &clock, control: &control };
    let one = task(state, history, to_depth(depth), &tools);
    let answer =
        search::search(&Task { threads: 4, many, report: &report, ..one }, &mut Memory::default());
    (answer, value.into_inner().unwrap())
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
            let start = Bare::<_, TABLE>(wari(fen));
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

/// Nor do several threads, whatever each of them takes from the others by the table.
#[test]
fn threads_together_agree_with_plain_negamax() {
    let mut random = StdRng::seed_from_u64(3);
    for &(fen, plies, depth) in &STARTS[..2] {
        for _ in 0..10 {
            let start = Bare::<_, true>(wari(fen));
            let (state, history) = random_position(&start, plies, &mut random);
            let (answer, value) = find_together(ManySearch::default(), &state, &history, depth);
            let expected = negamax(&state, &mut history.clone(), depth, 0);
            assert_eq!(value, expected, "{}", state.0.fen());
            assert!(state.moves().contains(&answer.best));
        }
    }
}

#[test]
fn further_lines_are_the_values_of_the_further_moves() {
    let mut random = StdRng::seed_from_u64(3);
    for _ in 0..20 {
        let start = Bare::<_, false>(wari(STARTS[0].0));
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
            let bare = Bare::<_, false>(state);
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

/// Whether the player to move wins (or has lost, if not `wins`) within so many plies,
/// whatever the other one does.
fn is_proven<G: Heuristics>(state: &G, plies: u32, wins: bool) -> bool {
    if let Some(outcome) = state.outcome() {
        return outcome.winner.is_some_and(|winner| (winner == state.turn()) == wins);
    }
    let mut after = state.moves().into_iter().map(|mv| state.after(mv));
    let proven = |next: G| {
        let same_turn = next.turn() == state.turn();
        plies > 0 && is_proven(&next, plies - 1, if same_turn { wins } else { !wins })
    };
    if wins { after.any(proven) } else { after.all(proven) }
}

/// A position at most fifteen plies before the end of a random game.
fn near_the_end<G: Game>(start: &G, random: &mut StdRng) -> G {
    // Without the rule of repetition some games would not end.
    let mut states = vec![start.clone()];
    while states.len() < 300 {
        let last = &states[states.len() - 1];
        let moves = last.moves();
        if moves.is_empty() {
            break;
        }
        states.push(last.after(moves[random.random_range(0..moves.len())]));
    }
    let back = random.random_range(2..=16).min(states.len());
    states.swap_remove(states.len() - back)
}

/// The ends that searches of random positions call proven; each must be. They are
/// looked for near the end of random games, up to `plies` plies away.
fn proven_ends<G: Game + Heuristics + Notation>(limits: Limits, plies: i32) -> u32 {
    let mut random = StdRng::seed_from_u64(17);
    let mut claims = 0;
    for variant in G::VARIANTS {
        let start = G::start(G::rules_from(variant, &OptionValues::default()));
        for _ in 0..2000 {
            let state = near_the_end(&start, &mut random);
            // Without a past, so that no line ends by repetition at once.
            let found = find(&state, &History::new(state.key()), limits, 1);
            let distance = search::plies_to_end(found.value) as i32;
            if search::is_decided(found.value) && distance <= plies {
                let wins = found.value > 0;
                assert!(
                    is_proven(&state, distance as u32, wins),
                    "{} {}",
                    state.fen(),
                    found.value
                );
                claims += 1;
            }
        }
    }
    claims
}

#[test]
fn what_searches_call_proven_is_proven() {
    for limits in [to_depth(1), to_depth(2), to_depth(4), Limits { mate: Some(2), ..to_depth(3) }] {
        let claims = [
            proven_ends::<Wari>(limits, 8),
            proven_ends::<Lasca>(limits, 9),
            proven_ends::<HexLasca<2>>(limits, 8),
            proven_ends::<Kolowis>(limits, 9),
            proven_ends::<Tablut>(limits, 3),
        ];
        assert!(claims.iter().all(|&claims| claims > 0), "{claims:?}");
    }
}

#[test]
fn node_counts_repeat_with_one_thread() {
    let state = wari(STARTS[0].0);
    let history = History::new(state.key());
    let (table, mut memory) = (Table::new(1).unwrap(), Memory::default());
    let plain = (ManySearch::default(), 2);
    let first = find_with(&state, &history, to_depth(13), plain, &table, &mut memory);
    let warm = find_with(&state, &history, to_depth(13), plain, &table, &mut memory);
    assert!(warm.nodes < first.nodes, "the table helps");
    table.clear();
    let again = find_with(&state, &history, to_depth(13), plain, &table, &mut Memory::default());
    assert_eq!(again, first);
}

#[test]
fn node_limits_are_kept() {
    fn check<G: Heuristics>(many: ManySearch, start: &G) {
        let (state, history) = random_position(start, 8, &mut StdRng::seed_from_u64(5));
        for nodes in [10_000, 54_321, 300_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let found = find_by(many, &state, &history, limits, 1);
            assert!(found.nodes.abs_diff(nodes) <= nodes / 100, "{} of {nodes}", found.nodes);
        }
    }
    check(ManySearch::default(), &wari(STARTS[0].0));
    for many in ManySearch::ALL {
        check(many, &hexlasca(START_OF_THREE));
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

/// Plays a game against itself and returns what each player has left after his
/// moves, starting with `base`; each move also takes `lag` to get to the others.
fn play_by_clock<G: Heuristics>(
    start: &G,
    many: ManySearch,
    (base, increment): (Duration, Duration),
    step: Duration,
    lag: Duration,
) -> Vec<Vec<Duration>> {
    let (clock, control) = (SteppingClock { nanos: AtomicU64::new(0), step }, Control::default());
    let (table, mut memory) = (Table::new(4).unwrap(), Memory::default());
    let tools = Tools { table: &table, clock: &clock, control: &control };
    let mut state = start.clone();
    let mut history = History::new(state.key());
    let mut left = vec![vec![base]; G::SEATS.into()];
    while state.outcome().is_none() && history.repetition(&state).is_none() {
        let own = &mut left[state.turn().index()];
        let remaining = *own.last().unwrap();
        let limits = Limits {
            clock: Some(GameClock { remaining, increment, moves_to_go: None }),
            ..Limits::default()
        };
        let plain = task(&state, &history, limits, &tools);
        let started = plain.started;
        let overhead = Duration::from_millis(10);
        let answer = search::search(&Task { overhead, many, ..plain }, &mut memory);
        let used = clock.now().saturating_sub(started) + lag;
        assert!(used < remaining, "{used:?} of {remaining:?} at move {}", own.len());
        own.push(remaining.saturating_sub(used) + increment);
        history.push(state.after(answer.best).key(), state.is_irreversible(answer.best));
        state.apply(answer.best);
    }
    left
}

/// Plays a game; who has made 30 moves has used half of his time.
fn check_clocks<G: Heuristics>(
    start: &G,
    many: ManySearch,
    (base, increment, step): (u64, u64, u64),
) {
    let ms = Duration::from_millis;
    let step = Duration::from_micros(step);
    let left = play_by_clock(start, many, (ms(base), ms(increment)), step, ms(2));
    for left in left.iter().filter(|left| base >= 1000 && left.len() > 30) {
        let given = ms(base + 30 * increment);
        assert!(left[30] <= given / 2, "{:?} left of {given:?}", left[30]);
    }
}

#[test]
fn no_game_is_lost_on_time_and_the_time_is_used() {
    // The last number is the time for a few nodes, in microseconds.
    const GAMES: [(u64, u64, u64); 5] =
        [(1000, 10, 100), (1000, 10, 1000), (1000, 0, 500), (10_000, 100, 2000), (50, 10, 100)];
    for game in GAMES {
        check_clocks(&wari(STARTS[0].0), ManySearch::default(), game);
    }
    for many in ManySearch::ALL {
        check_clocks(&hexlasca(START_OF_THREE), many, (1000, 10, 1000));
    }
}

#[test]
fn a_move_time_is_kept() {
    fn check<G: Heuristics>(many: ManySearch, state: &G) {
        let history = History::new(state.key());
        let table = Table::new(1).unwrap();
        for move_time in [0, 1, 10, 20, 100].map(Duration::from_millis) {
            let (clock, control) = (
                SteppingClock { nanos: AtomicU64::new(0), step: Duration::from_micros(200) },
                Control::default(),
            );
            let tools = Tools { table: &table, clock: &clock, control: &control };
            let limits = Limits { move_time: Some(move_time), ..Limits::default() };
            let plain = task(state, &history, limits, &tools);
            let started = plain.started;
            let overhead = Duration::from_millis(10);
            search::search(&Task { overhead, many, ..plain }, &mut Memory::default());
            let used = clock.now().saturating_sub(started);
            // One ply is searched in any case.
            assert!(used < move_time.max(Duration::from_millis(5)), "{used:?} of {move_time:?}");
            assert!(used >= move_time / 3, "{used:?} of {move_time:?}");
        }
    }
    check(ManySearch::default(), &wari(STARTS[0].0));
    for many in ManySearch::ALL {
        check(many, &hexlasca(START_OF_THREE));
    }
}

fn hexlasca(fen: &str) -> HexLasca<3> {
    let rules = HexLasca::<3>::rules_from(&HexLasca::<3>::VARIANTS[0], &OptionValues::default());
    HexLasca::from_fen(rules, fen).unwrap()
}

/// The start of a game for three.
const START_OF_THREE: &str =
    "w,w,w,w,w/w,w,w,w,w,w/7/b,6,r/b,b,5,r,r/b,b,4,r,r/b,b,3,r,r/b,b,2,r,r/b,b,1,r,r w 0 1";

/// The start, and endings in which lines run into repetitions, players are out or are
/// skipped, and the quiet limit is near; with the plies to play and to search.
const STARTS_OF_THREE: [(&str, u32, u32); 6] = [
    (START_OF_THREE, 30, 3),
    ("w,4/6/7/8/4,r,4/8/7/6/4,b w 0 1", 2, 6),
    ("rb,4/6/7/8/3,bb,www,4/8/7/6/3,r,w w 0 1", 0, 5),
    ("5/6/7/3,bw,4/3,rr,wb,w,3/3,b,4/7/6/5 w 0 1", 1, 5),
    ("w,b,3/b,b,4/7/8/3,bb,wr,rb,3/8/7/6/5 r 3 7", 1, 5),
    ("5/6/7/8/3,r,wr,b,3/8/7/6/4,b w 146 90", 0, 6),
];

fn agree_with_plain_searches<const TABLE: bool>(seed: u64, starts: &[(&str, u32, u32)]) {
    let mut random = StdRng::seed_from_u64(seed);
    for &(fen, plies, most) in starts {
        for _ in 0..8 {
            let start = Bare::<_, TABLE>(hexlasca(fen));
            let (state, history) = random_position(&start, plies, &mut random);
            for (many, depth) in ManySearch::ALL
                .into_iter()
                .flat_map(|many| (1..=most).map(move |depth| (many, depth)))
            {
                let expected = plain_value(many, &state, &mut history.clone(), depth);
                let found = find_by(many, &state, &history, to_depth(depth), 1);
                let fen = state.0.fen();
                assert_eq!(found.value, expected, "{} to depth {depth} of {fen}", many.name());
            }
        }
    }
}

#[test]
fn searches_of_three_agree_with_plain_ones() {
    agree_with_plain_searches::<false>(6, &STARTS_OF_THREE);
}

/// Not where positions come again, as with two.
#[test]
fn searches_of_three_with_a_table_agree_with_plain_ones() {
    let few_units = ("w,4/6/7/8/4,r,4/8/7/6/4,b w 0 1", 3, 6);
    agree_with_plain_searches::<true>(7, &[STARTS_OF_THREE[0], few_units]);
}

#[test]
fn threads_together_agree_with_plain_searches_of_three() {
    let mut random = StdRng::seed_from_u64(8);
    for many in ManySearch::ALL {
        for _ in 0..8 {
            let start = Bare::<_, true>(hexlasca(START_OF_THREE));
            let (state, history) = random_position(&start, 30, &mut random);
            let (answer, value) = find_together(many, &state, &history, 3);
            let expected = plain_value(many, &state, &mut history.clone(), 3);
            assert_eq!(value, expected, "{} of {}", many.name(), state.0.fen());
            assert!(state.moves().contains(&answer.best));
        }
    }
}

#[test]
fn further_lines_of_three_are_the_values_of_the_further_moves() {
    let mut random = StdRng::seed_from_u64(8);
    for many in ManySearch::ALL {
        let start = Bare::<_, false>(hexlasca(START_OF_THREE));
        let (state, history) = random_position(&start, 20, &mut random);
        let found = find_by(many, &state, &history, to_depth(3), 500);
        assert!(found.lines.is_sorted_by(|one, other| one >= other), "{:?}", found.lines);
        assert_eq!(found.lines.len(), state.moves().len());
        let mut expected: Vec<Value> = Vec::new();
        for mv in state.moves() {
            let table = Table::new(1).unwrap();
            let (clock, control) = (SystemClock::default(), Control::default());
            let tools = Tools { table: &table, clock: &clock, control: &control };
            let value = Mutex::new(0);
            let plain = task(&state, &history, to_depth(3), &tools);
            search::search(
                &Task {
                    moves: &[mv],
                    many,
                    report: &|report| {
                        if let Some(line) = &report.line {
                            *value.lock().unwrap() = line.value;
                        }
                    },
                    ..plain
                },
                &mut Memory::default(),
            );
            expected.push(value.into_inner().unwrap());
        }
        expected.sort_unstable_by_key(|&value| -value);
        assert_eq!(found.lines, expected, "{} of {}", many.name(), state.0.fen());
    }
}

/// Tables of Wari up to so many seeds.
fn tables_of_wari(rules: GrandSlam, most: u8) -> LazyTablebase {
    let endgames = Wari::ENDGAMES.unwrap();
    let mut tables = Vec::new();
    for _ in 0..=most {
        tables.push(build_next(endgames, rules, &tables, Endless::Open, Making::quietly(1)));
    }
    Tablebase { tables }.into()
}

/// The value of `state`, where the game begins, with or without tables.
fn value_with<G: Heuristics>(state: &G, tablebase: Option<&LazyTablebase>, depth: u32) -> Value {
    let value = Mutex::new(0);
    let report = |report: &search::Report<'_, _>| {
        if let Some(line) = &report.line {
            *value.lock().unwrap() = line.value;
        }
    };
    let (table, clock, control) =
        (Table::new(1).unwrap(), SystemClock::default(), Control::default());
    let tools = Tools { table: &table, clock: &clock, control: &control };
    let history = History::new(state.key());
    let plain = task(state, &history, to_depth(depth), &tools);
    let task = Task { tablebase, report: &report, ..plain };
    search::search(&task, &mut Memory::default());
    value.into_inner().unwrap()
}

#[test]
fn a_search_without_tables_finds_what_tables_promise_and_no_more() {
    let endgames = Wari::ENDGAMES.unwrap();
    for rules in [GrandSlam::Keep, GrandSlam::Illegal, GrandSlam::All] {
        let tablebase = tables_of_wari(rules, 3);
        for seeds in 1..=3 {
            for index in 0..(endgames.positions)(rules, seeds) {
                let state = (endgames.position)(rules, seeds, index);
                if state.outcome().is_some() {
                    continue;
                }
                let value = value_with(&state, None, 40);
                let found = if is_decided(value) { value.signum() } else { 0 };
                let Bounds { lower, upper } = tablebase.final_lead(endgames, &state).unwrap();
                let promised = i32::from(lower.signum())..=i32::from(upper.signum());
                assert!(promised.contains(&found), "{found}: {}", state.fen());
            }
        }
    }
}

/// Of random positions of so much material: a search without tables proves what verdicts
/// say, and nothing else; one with tables knows all of them. How many it has proved.
fn proves_verdicts<G: Heuristics + Notation>(
    rules: G::Rules,
    materials: std::ops::RangeInclusive<u8>,
) -> u32 {
    let endgames = G::ENDGAMES.unwrap();
    let mut random = StdRng::seed_from_u64(8);
    let mut tables = Vec::new();
    for _ in 0..=*materials.end() {
        tables.push(build_next(endgames, rules, &tables, Endless::Drawn, Making::quietly(1)));
    }
    let tablebase: LazyTablebase = Tablebase { tables }.into();
    let mut decided = 0;
    for material in materials {
        for _ in 0..400 {
            let index = random.random_range(0..(endgames.positions)(rules, material));
            let state = (endgames.position)(rules, material, index);
            if state.outcome().is_some() {
                continue;
            }
            let value = value_with(&state, None, 12);
            let promised = tablebase.final_lead(endgames, &state).unwrap().lower;
            if is_decided(value) {
                assert_eq!(value.signum(), i32::from(promised), "{}", state.fen());
                decided += 1;
            }
            // At the root the tables tell who wins, however far it is.
            let with = value_with(&state, Some(&tablebase), 12);
            if with.abs() > 20_000 {
                assert_eq!(with.signum(), i32::from(promised), "{}", state.fen());
            } else {
                assert_eq!(promised, 0, "{with}: {}", state.fen());
            }
        }
    }
    decided
}

#[test]
fn a_search_without_tables_wins_what_tables_call_won_in_few_plies_and_nothing_else() {
    let of_men = proves_verdicts::<Kolowis>(Size::Small, 2..=4);
    assert!(of_men > 300, "{of_men}");
    let of_units: u32 = [Join::Free, Join::Compulsory, Join::Off]
        .map(|join| proves_verdicts::<HexLasca<2>>(Rules { centre: Colour::Red, join }, 2..=2))
        .iter()
        .sum();
    assert!(of_units > 150, "{of_units}");
}

#[test]
fn a_search_with_small_tables_says_nothing_against_larger_ones() {
    let endgames = Wari::ENDGAMES.unwrap();
    let mut random = StdRng::seed_from_u64(7);
    let large = tables_of_wari(GrandSlam::Keep, 8);
    let small = tables_of_wari(GrandSlam::Keep, 6);
    let mut settled = 0;
    for _ in 0..400 {
        let index = random.random_range(0..(endgames.positions)(GrandSlam::Keep, 8));
        let state = (endgames.position)(GrandSlam::Keep, 8, index);
        if state.outcome().is_some() {
            continue;
        }
        let value = value_with(&state, Some(&small), 12);
        // Static values are below this.
        let found = if value.abs() > 20_000 { value.signum() } else { 0 };
        let Bounds { lower, upper } = large.final_lead(endgames, &state).unwrap();
        assert!(found <= i32::from(upper.signum()).max(0), "{value}: {}", state.fen());
        assert!(found >= i32::from(lower.signum()).min(0), "{value}: {}", state.fen());
        settled += found.abs();
    }
    assert!(settled > 40, "{settled} of the positions are settled");
}

/// The moves of the lines of a search, with their values, best first.
fn values_of_lines(
    state: &Wari,
    tablebase: &LazyTablebase,
    lines: usize,
    depth: u32,
) -> Vec<(House, Value)> {
    let found = Mutex::new(Vec::new());
    let report = |report: &search::Report<'_, _>| {
        if let Some(line) = &report.line {
            let mut found = found.lock().unwrap();
            found.truncate(line.rank as usize - 1);
            found.push((line.moves[0], line.value));
        }
    };
    let (table, clock, control) =
        (Table::new(1).unwrap(), SystemClock::default(), Control::default());
    let tools = Tools { table: &table, clock: &clock, control: &control };
    let history = History::new(state.key());
    let plain = task(state, &history, to_depth(depth), &tools);
    let task = Task { tablebase: Some(tablebase), lines, report: &report, ..plain };
    search::search(&task, &mut Memory::default());
    found.into_inner().unwrap()
}

#[test]
fn lines_stand_in_the_order_of_what_tables_prove() {
    let endgames = Wari::ENDGAMES.unwrap();
    let mut random = StdRng::seed_from_u64(9);
    let tablebase = tables_of_wari(GrandSlam::Keep, 6);
    let mut avoided = 0;
    for _ in 0..600 {
        let seeds = random.random_range(3..=6);
        let index = random.random_range(0..(endgames.positions)(GrandSlam::Keep, seeds));
        let state = (endgames.position)(GrandSlam::Keep, seeds, index);
        if state.outcome().is_some() {
            continue;
        }
        let signs = |mv| {
            let Bounds { lower, upper } =
                match tablebase.final_outlook_of_move(endgames, &state, &state.after(mv)) {
                    Some(outlook) => outlook.bounds,
                    None => panic!("the tables have all positions"),
                };
            [lower.signum(), upper.signum()]
        };
        let depth = random.random_range(1..=4);
        let lines = values_of_lines(&state, &tablebase, 6, depth);
        assert_eq!(lines.len(), state.moves().len());
        assert!(lines.is_sorted_by_key(|line| -line.1), "{lines:?}: {}", state.fen());
        for &(mv, value) in &lines {
            let found = if value.abs() > 20_000 { value.signum() } else { 0 };
            let [lower, upper] = signs(mv).map(Value::from);
            assert!(lower.min(0) <= found && found <= upper.max(0), "{lines:?}: {}", state.fen());
            assert!(lower < 1 || found == 1, "{lines:?}: {}", state.fen());
            assert!(upper > -1 || found == -1, "{lines:?}: {}", state.fen());
        }
        // Neither does a single line choose what is lost for certain, or miss a win.
        let best = values_of_lines(&state, &tablebase, 1, depth)[0].0;
        let moves = state.moves();
        let most = moves.iter().map(|&mv| signs(mv)[1]).max().unwrap();
        let least = moves.iter().map(|&mv| signs(mv)[0]).max().unwrap();
        assert!(signs(best)[1] >= most.min(0) && signs(best)[1] >= least, "{}", state.fen());
        assert!(least < 1 || signs(best)[0] == 1, "{}", state.fen());
        avoided += u32::from(least == -1 && most > -1 && moves.iter().any(|&mv| signs(mv)[1] < 0));
    }
    assert!(avoided > 5, "{avoided}");
}
