//! Both methods against a plain search that keeps every rule, repetitions and counts
//! included.

use super::*;
use crate::{
    game::{History, Notation, Outcome, Seat},
    games::{kolowis::Kolowis, lasca::Lasca, siga::Siga},
};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use std::{collections::HashMap, sync::atomic::Ordering::Relaxed};

const EFFORT: Effort = Effort { memory: 1 << 24, nodes: 3_000_000, exhaustive: false };
const EXHAUSTIVE: Effort = Effort { exhaustive: true, ..EFFORT };

/// A game on a random graph: boards are numbers, and what a move does is drawn by lot.
#[derive(Clone, Debug)]
struct Maze<const LASTING: bool> {
    layout: &'static [Room],
    room: u8,
    quiet: u32,
}

#[derive(Clone, Debug)]
struct Room {
    turn: Seat,
    /// How the game ends here, if it does.
    end: Option<Outcome>,
    doors: Vec<Door>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Door {
    to: u8,
    sets_back: bool,
}

const ROOMS: u8 = 8;
const LIMIT: u32 = 6;

impl<const LASTING: bool> Maze<LASTING> {
    /// Doors that set the count back lead from the first half of the rooms to the second
    /// and no door leads back, if that is to last; else they lead anywhere.
    fn random(random: &mut StdRng) -> Self {
        let mut room = |number: u8| {
            let seat = |random: &mut StdRng| Seat::ALL[usize::from(random.random_bool(0.5))];
            let turn = seat(random);
            let end = match random.random_range(0..10) {
                0 => Some(Outcome::draw("end")),
                1 | 2 => Some(Outcome::win(seat(random), "end")),
                _ => None,
            };
            let mut doors = Vec::new();
            while end.is_none() && (doors.is_empty() || doors.len() < 4 && random.random_bool(0.6))
            {
                let half = ROOMS / 2;
                let own = if number < half { 0..half } else { half..ROOMS };
                let sets_back = random.random_bool(0.2) && (!LASTING || number < half);
                let to = random.random_range(match (LASTING, sets_back) {
                    (false, _) => 0..ROOMS,
                    (true, false) => own,
                    (true, true) => half..ROOMS,
                });
                let door = Door { to, sets_back };
                if doors.iter().all(|other: &Door| other.to != to) {
                    doors.push(door);
                }
            }
            Room { turn, end, doors }
        };
        let layout: Vec<Room> = (0..ROOMS).map(&mut room).collect();
        Self { layout: layout.leak(), room: 0, quiet: random.random_range(0..3) }
    }

    fn here(&self) -> &'static Room {
        &self.layout[usize::from(self.room)]
    }
}

impl<const LASTING: bool> Game for Maze<LASTING> {
    type Move = Door;
    type Rules = &'static [Room];

    const SEATS: u8 = 2;
    const REPETITIONS: Option<u32> = Some(3);
    const SHORTEST_CYCLE: usize = 1;
    const QUIET: QuietRule = QuietRule::Draws { limit: LIMIT, lasting: LASTING };

    fn start(layout: Self::Rules) -> Self {
        Self { layout, room: 0, quiet: 0 }
    }

    fn rules(&self) -> Self::Rules {
        self.layout
    }

    fn turn(&self) -> Seat {
        self.here().turn
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }

    fn set_quiet(&mut self, plies: u32) {
        self.quiet = plies;
    }

    fn legal_moves(&self, moves: &mut Vec<Door>) {
        if self.outcome().is_none() {
            moves.extend(&self.here().doors);
        }
    }

    fn apply(&mut self, door: Door) {
        self.room = door.to;
        self.quiet = if door.sets_back { 0 } else { self.quiet + 1 };
    }

    fn outcome(&self) -> Option<Outcome> {
        self.here().end.or_else(|| (self.quiet >= LIMIT).then(|| Outcome::draw("quiet")))
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::draw("repetition")
    }

    fn key(&self) -> u64 {
        mix(self.room.into())
    }

    fn is_irreversible(&self, door: Door) -> bool {
        LASTING && door.sets_back
    }
}

/// The result for the player to move by all the rules, in the game so far; `None` if that
/// takes more than so many nodes.
fn plain<G: Game>(state: &G, history: &mut History, nodes: &mut u32) -> Option<i8> {
    if let Some(outcome) = state.outcome().or_else(|| history.repetition(state)) {
        return Some(result(outcome, state.turn()));
    }
    let mut best = -1;
    for mv in state.moves() {
        *nodes = nodes.checked_sub(1)?;
        let next = state.after(mv);
        history.push(next.key(), state.is_irreversible(mv));
        let result = plain(&next, history, nodes);
        history.pop();
        best = best.max(seen_from(state, &next, result?));
        if best == 1 {
            break;
        }
    }
    Some(best)
}

fn result(outcome: Outcome, turn: Seat) -> i8 {
    outcome.winner.map_or(0, |winner| if winner == turn { 1 } else { -1 })
}

/// A result of `next` for the player to move in `state`.
fn seen_from<G: Game>(state: &G, next: &G, result: i8) -> i8 {
    if next.turn() == state.turn() { result } else { -result }
}

const NODES: u32 = 1_000_000;

fn solve<G: Game>(state: &G, effort: Effort) -> Solution<G::Move> {
    Solver::new(effort, None, Arc::default()).unwrap().solve(state).unwrap()
}

/// Fails unless what is proven and the move agree with the plain search; whether that was able
/// to tell.
fn check<G: Game>(state: &G, solution: Solution<G::Move>) -> bool {
    let history = &mut History::new(state.key());
    let Some(result) = plain(state, history, &mut { NODES }) else { return false };
    let Proven { least, most } = solution.proven;
    assert!(least <= result && result <= most, "{solution:?}, but the result is {result}");
    if let Some(best) = solution.best.filter(|_| least == most) {
        let next = state.after(best);
        history.push(next.key(), state.is_irreversible(best));
        if let Some(after) = plain(&next, history, &mut { NODES }) {
            assert_eq!(seen_from(state, &next, after), result, "{best:?} gives it away");
        }
    }
    true
}

#[test]
fn searches_of_mazes_agree_with_the_rules() {
    let random = &mut StdRng::seed_from_u64(1);
    let mut results = [0; 3];
    for _ in 0..1500 {
        let maze = Maze::<true>::random(random);
        let solution = solve(&maze, EFFORT);
        assert!(check(&maze, solution));
        assert_eq!(solution.proven.least, solution.proven.most);
        results[(solution.proven.least + 1) as usize] += 1;
    }
    assert!(results.iter().all(|&count| count > 150), "{results:?}");
}

#[test]
fn a_solver_that_has_seen_other_counts_still_agrees_with_the_rules() {
    let random = &mut StdRng::seed_from_u64(2);
    for _ in 0..1000 {
        let maze = Maze::<true>::random(random);
        let mut solver = Solver::new(EFFORT, None, Arc::default()).unwrap();
        for _ in 0..12 {
            let room = random.random_range(0..ROOMS);
            let state = Maze::<true> { room, quiet: random.random_range(0..LIMIT), ..maze };
            let solution = solver.solve(&state).unwrap();
            assert_eq!(solution.proven.least, solution.proven.most);
            assert!(check(&state, solution));
        }
    }
}

#[test]
fn graphs_of_mazes_agree_with_the_rules() {
    let random = &mut StdRng::seed_from_u64(3);
    let mut open = 0;
    for _ in 0..1500 {
        let maze = Maze::<false>::random(random);
        let mut solver = Solver::new(EFFORT, None, Arc::default()).unwrap();
        assert!(matches!(solver, Solver::Exhaust(_)), "its counts do not last");
        for room in [0, ROOMS - 1, ROOMS / 2] {
            let state = Maze::<false> { room, ..maze };
            let solution = solver.solve(&state).unwrap();
            assert!(check(&state, solution));
            open += u32::from(solution.proven.least < solution.proven.most);
        }
    }
    assert!((1..250).contains(&open), "{open} of 4500 are open");
}

#[test]
fn a_limit_of_nodes_leaves_true_bounds() {
    let random = &mut StdRng::seed_from_u64(4);
    let mut open = 0;
    for nodes in (1..12).cycle().take(1000) {
        let maze = Maze::<true>::random(random);
        for exhaustive in [false, true] {
            let solution = solve(&maze, Effort { nodes, exhaustive, ..EFFORT });
            assert!(check(&maze, solution));
            open += u32::from(solution.proven.least < solution.proven.most);
        }
    }
    assert!(open > 50, "{open}");
}

#[test]
fn who_is_interrupted_has_proven_nothing_false_and_can_go_on() {
    let random = &mut StdRng::seed_from_u64(4);
    let mut open = 0;
    for exhaustive in [false, true].repeat(100) {
        let maze = Maze::<true>::random(random);
        let interrupt = Arc::new(AtomicBool::new(true));
        let effort = Effort { exhaustive, ..EFFORT };
        let mut solver = Solver::new(effort, None, Arc::clone(&interrupt)).unwrap();
        let interrupted = solver.solve(&maze).unwrap();
        assert!(check(&maze, interrupted));
        open += u32::from(interrupted.proven == Proven::OPEN);
        interrupt.store(false, Relaxed);
        let solution = solver.solve(&maze).unwrap();
        assert!(check(&maze, solution));
        assert_eq!(solution.proven, solve(&maze, effort).proven);
    }
    assert!(open > 100, "{open}");
}

/// A random position of Kolowis with so many men, or fewer.
fn men(random: &mut StdRng, count: usize, quiet: u32) -> Kolowis {
    loop {
        let mut points = ['1'; 25];
        for index in 0..count {
            let man = if index % 2 == 0 { 'w' } else { 'b' };
            points[random.random_range(0..25)] = man;
        }
        let rows = [&points[..8], &points[8..17], &points[17..]];
        let rows = rows.map(|row| {
            let mut text = String::new();
            for run in row.chunk_by(|one, other| one == other) {
                if run[0] == '1' {
                    text += &run.len().to_string();
                } else {
                    text.extend(run);
                }
            }
            text
        });
        let side = ['w', 'b'][usize::from(random.random_bool(0.5))];
        let rules = Kolowis::start(crate::games::kolowis::Size::Small).rules();
        let fen = format!("{} {side} {quiet} 1", rows.join("/"));
        if let Ok(state) = Kolowis::from_fen(rules, &fen) {
            return state;
        }
    }
}

/// The result for the player to move by the count alone: no position comes again with it.
fn counted(state: &Kolowis, known: &mut HashMap<(u64, u32), i8>) -> i8 {
    let key = (state.key(), state.quiet());
    if let Some(&result) = known.get(&key) {
        return result;
    }
    let value = state.outcome().map_or_else(
        || state.moves().into_iter().map(|mv| -counted(&state.after(mv), known)).max().unwrap(),
        |outcome| result(outcome, state.turn()),
    );
    known.insert(key, value);
    value
}

#[test]
fn both_methods_agree_with_the_count_in_kolowis() {
    let random = &mut StdRng::seed_from_u64(5);
    let mut search = Solver::new(EFFORT, None, Arc::default()).unwrap();
    let mut graph = Solver::new(EXHAUSTIVE, None, Arc::default()).unwrap();
    let mut known = HashMap::new();
    let mut open = 0;
    for number in 0..150 {
        let quiet = if number % 2 == 0 { 0 } else { random.random_range(80..100) };
        let state = men(random, 2 + number % 3 / 2, quiet);
        let result = counted(&state, &mut known);
        let proven = search.solve(&state).unwrap().proven;
        assert_eq!(proven, Proven::exact(result), "{}", state.fen());
        let Proven { least, most } = graph.solve(&state).unwrap().proven;
        assert!(least <= result && result <= most, "{}", state.fen());
        open += u32::from(least < most);
    }
    assert!((1..20).contains(&open), "{open}");
}

fn position<G: Notation>(variant: &str, fen: &str, options: &[(&str, &str)]) -> G {
    let info = G::VARIANTS.iter().find(|info| info.name == variant).unwrap();
    let mut values = crate::game::OptionValues::default();
    for (name, value) in options {
        let spec = G::OPTIONS.iter().find(|spec| spec.name == *name).unwrap();
        values.set(spec, value).unwrap();
    }
    G::from_fen(G::rules_from(info, &values), fen).unwrap()
}

#[test]
fn siga_agrees_with_the_rules() {
    let mut told = 0;
    // Captures move again, blocked sides are skipped, and the count decides.
    for fen in ["WWB2/WB3/5/5/3BW", "W1W2/BB3/W4/5/4B", "WWBW1/BBWW1/5/5/5", "WB3/BW3/5/3B1/5"] {
        for (side, limit) in [("w", "2"), ("b", "3"), ("w", "4"), ("b", "5")] {
            let options = &[("SigaQuietMoves", limit)];
            let state: Siga = position("siga", &format!("{fen} {side} 0,0 0 1"), options);
            let solution = solve(&state, EFFORT);
            assert!(check(&state, solution));
            let Proven { least, most } = solution.proven;
            assert_eq!(least, most);
            let graph = solve(&state, EXHAUSTIVE).proven;
            assert!(graph.least <= least && most <= graph.most, "{}", state.fen());
            told += u32::from(graph.least == graph.most);
        }
    }
    assert!(told >= 12, "{told} of 16 graphs fitted");
}

#[test]
fn near_the_limit_lasca_agrees_with_the_rules() {
    let boards = ["3,B/3/4/1,W,1/4/3/W,3", "3,B/3/4/1,WB,1/4/3/4", "4/B,2/4/3/1,Wb,2/3/4"];
    let mut told = 0;
    for board in boards {
        for quiet in 94..100 {
            for (side, variant) in [("w", "lasca"), ("b", "lasca-lasker")] {
                let state: Lasca = position(variant, &format!("{board} {side} {quiet} 1"), &[]);
                told += u32::from(check(&state, solve(&state, EFFORT)));
            }
        }
    }
    assert!(told > 18, "{told} of 36 could be told");
}

#[test]
fn games_that_cannot_be_solved_are_refused() {
    use crate::games::{hexlasca::HexLasca, wari::Wari};
    let wari: Wari = position("wari", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", &[]);
    let mut solver = Solver::new(EFFORT, None, Arc::default()).unwrap();
    assert_eq!(solver.solve(&wari).unwrap_err(), Refusal::Repetition);
    let of_three = Solver::<HexLasca<3>>::new(EFFORT, None, Arc::default());
    assert_eq!(of_three.err(), Some(Refusal::Players));
}
