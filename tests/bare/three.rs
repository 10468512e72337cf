//! The plainest searches of games for three.

use ninefold::{
    game::{Game, Heuristics, History, Outcome, Seat},
    search::{MAX_PLY, ManySearch, Value, WIN},
};

/// The value of `state` for the player to move, by looking at every line of `depth`
/// plies that the search has to look at.
pub(crate) fn plain_value<G: Heuristics>(
    many: ManySearch,
    state: &G,
    history: &mut History,
    depth: u32,
) -> Value {
    let leader = state.turn();
    if many == ManySearch::MaxN {
        return value_of::<G>(shares(state, history, depth, 0)[leader.index()]);
    }
    let leader = Leader { seat: leader, merge: many == ManySearch::BestReply };
    against_all(&leader, state, history, (depth, 0), false)
}

/// How the game has ended `ply` plies from the root. The first return to a position
/// of the line is the end.
fn outcome<G: Game>(state: &G, history: &History, ply: Value) -> Option<Outcome> {
    let root = history.plies() - ply as usize;
    let returned = history.earlier(G::SHORTEST_CYCLE).next().is_some_and(|index| index >= root);
    let repeated = returned.then(|| state.repetition_outcome());
    state.outcome().or(repeated).or_else(|| history.repetition(state).filter(|_| ply > 0))
}

/// What `found` says of the position after each of `moves`.
fn after_each<G: Game, T>(
    state: &G,
    history: &mut History,
    moves: Vec<G::Move>,
    mut found: impl FnMut(&G, G::Move, &mut History) -> T,
) -> Vec<T> {
    let mut after = |mv| {
        let next = state.after(mv);
        history.push(next.key(), state.is_irreversible(mv));
        let value = found(&next, mv, history);
        history.pop();
        value
    };
    moves.into_iter().map(&mut after).collect()
}

/// The player at the root, and whether only one of the others chooses his reply.
struct Leader {
    seat: Seat,
    merge: bool,
}

/// The value for the leader when all others play against him. `replied`: one of them
/// has chosen his reply since the leader moved.
fn against_all<G: Heuristics>(
    leader: &Leader,
    state: &G,
    history: &mut History,
    (depth, ply): (u32, Value),
    replied: bool,
) -> Value {
    if !state.can_win(leader.seat) {
        return ply - WIN;
    }
    if let Some(outcome) = outcome(state, history, ply) {
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == leader.seat => WIN - ply,
            Some(_) => ply - WIN,
        };
    }
    if depth == 0 {
        return state.evaluate_seats()[leader.seat.index()];
    }
    let leads = state.turn() == leader.seat;
    let mut moves = state.moves();
    let favourite = moves.iter().copied().max_by_key(|&mv| state.gain(mv));
    if leader.merge && !leads && replied {
        moves.retain(|&mv| Some(mv) == favourite);
    }
    let values = after_each(state, history, moves, |next, mv, history| {
        let replied = !leads && (replied || Some(mv) != favourite);
        against_all(leader, next, history, (depth - 1, ply + 1), replied)
    });
    let values = values.into_iter();
    if leads { values.max() } else { values.min() }.unwrap_or(0)
}

/// The share that a player has at least who has not lost within reach.
const LOST: Value = MAX_PLY as Value;

/// The shares of all players when each plays for himself.
fn shares<G: Heuristics>(state: &G, history: &mut History, depth: u32, ply: Value) -> [Value; 3] {
    let plays = Seat::ALL.map(|seat| state.can_win(seat));
    if let Some(outcome) = outcome(state, history, ply) {
        let Some(winner) = outcome.winner else {
            let equal = WIN / plays.iter().filter(|&&plays| plays).count() as Value;
            return plays.map(|plays| if plays { equal } else { 0 });
        };
        return Seat::ALL.map(|seat| if seat == winner { WIN - 2 * ply } else { ply });
    }
    if depth == 0 {
        // Three rounded parts may leave a little to the last.
        let scale = i64::from(2 * G::TUNING.chances.spread);
        let odds = Seat::ALL.map(|seat| match i64::from(state.evaluate_seats()[seat.index()]) {
            _ if !plays[seat.index()] => 0,
            value if value < 0 => (scale << 16) / (scale - value),
            value => ((scale + value) << 16) / scale,
        });
        let part = |odd: i64| i64::from(WIN - 3 * LOST) * odd / odds.iter().sum::<i64>();
        let [first, second] = [odds[0], odds[1]].map(|odd| LOST + part(odd) as Value);
        return [first, second, WIN - first - second];
    }
    let mover = state.turn().index();
    let all = after_each(state, history, state.moves(), |next, _, history| {
        shares(next, history, depth - 1, ply + 1)
    });
    all.into_iter().max_by_key(|shares| (shares[mover], -shares[(mover + 1) % 3])).unwrap_or([0; 3])
}

/// The value that a share is reported as.
fn value_of<G: Heuristics>(share: Value) -> Value {
    if share <= LOST {
        return share - WIN;
    }
    if share >= WIN - 2 * LOST {
        return WIN - (WIN - share) / 2;
    }
    let (part, stake) = (share - LOST, WIN - 3 * LOST);
    let beyond = i64::from(2 * G::TUNING.chances.spread) * i64::from(3 * part - stake);
    (beyond / i64::from((stake - part).min(2 * part))) as Value
}
