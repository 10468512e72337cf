//! Games without anything that makes a search clever, and the plainest searches.

pub(crate) mod three;

use ninefold::{
    game::{Game, Heuristics, History, Outcome, Seat, Term, Tuning, mix},
    search::{Value, WIN},
};

/// A game with a hash of the position for its value, so that every mistake of a
/// search shows, and without pruning. `TABLE`: bounds of the table are used.
#[derive(Clone)]
pub(crate) struct Bare<G, const TABLE: bool>(pub(crate) G);

impl<G: Heuristics, const TABLE: bool> Game for Bare<G, TABLE> {
    type Move = G::Move;
    type Rules = G::Rules;

    const SEATS: u8 = G::SEATS;
    const REPETITIONS: Option<u32> = G::REPETITIONS;
    const SHORTEST_CYCLE: usize = G::SHORTEST_CYCLE;

    fn start(rules: Self::Rules) -> Self {
        Self(G::start(rules))
    }

    fn rules(&self) -> Self::Rules {
        self.0.rules()
    }

    fn turn(&self) -> Seat {
        self.0.turn()
    }

    fn legal_moves(&self, moves: &mut Vec<Self::Move>) {
        self.0.legal_moves(moves);
    }

    fn apply(&mut self, mv: Self::Move) {
        self.0.apply(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn repetition_outcome(&self) -> Outcome {
        self.0.repetition_outcome()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn search_key(&self) -> u64 {
        self.0.search_key()
    }

    fn is_irreversible(&self, mv: Self::Move) -> bool {
        self.0.is_irreversible(mv)
    }
}

impl<G: Heuristics, const TABLE: bool> Heuristics for Bare<G, TABLE> {
    const HISTORY_SLOTS: usize = G::HISTORY_SLOTS;
    const TUNING: Tuning = Tuning { table_cutoffs: TABLE, quiescence: false, ..G::TUNING.exact() };

    fn evaluate(&self) -> i32 {
        hashed(self.search_key())
    }

    fn evaluate_seats(&self) -> [i32; 3] {
        [1, 2, 3].map(|salt| hashed(self.search_key() ^ mix(salt)))
    }

    /// Two players may both be able to win: the plain search does not ask.
    fn can_win(&self, seat: Seat) -> bool {
        G::SEATS == 2 || self.0.can_win(seat)
    }

    fn explain(&self) -> Vec<Term> {
        Vec::new()
    }

    fn noisy_moves(&self, moves: &mut Vec<Self::Move>) {
        self.0.noisy_moves(moves);
    }

    /// Among three a hash, so that it alone ranks the moves.
    fn gain(&self, mv: Self::Move) -> i32 {
        if G::SEATS == 2 {
            return self.0.gain(mv);
        }
        (mix(self.search_key() ^ u64::from(self.tag(mv))) % (1 << 20)) as i32 + 1
    }

    fn history_slot(&self, mv: Self::Move) -> usize {
        self.0.history_slot(mv)
    }

    fn tag(&self, mv: Self::Move) -> u16 {
        self.0.tag(mv)
    }
}

fn hashed(key: u64) -> i32 {
    (mix(key) % 401) as i32 - 200
}

/// The value of `state` by looking at every line of `depth` plies.
pub(crate) fn negamax<G: Heuristics>(
    state: &G,
    history: &mut History,
    depth: u32,
    ply: Value,
) -> Value {
    let ended = state.outcome().or_else(|| history.repetition(state).filter(|_| ply > 0));
    if let Some(outcome) = ended {
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == state.turn() => WIN - ply,
            Some(_) => ply - WIN,
        };
    }
    if depth == 0 {
        return state.evaluate();
    }
    let value = |mv| {
        let next = state.after(mv);
        history.push(next.key(), state.is_irreversible(mv));
        let value = negamax(&next, history, depth - 1, ply + 1);
        history.pop();
        if next.turn() == state.turn() { value } else { -value }
    };
    state.moves().into_iter().map(value).max().unwrap_or(0)
}
