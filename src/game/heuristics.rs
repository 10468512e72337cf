//! What a search wants to know of a game beyond its rules.

use super::{Endgames, Game, Outcome, Seat};

/// Judgements and hints that guide a search.
///
/// Values are in hundredths of a plain piece (in Wari: of a seed).
pub trait Heuristics: Game {
    /// One more than the largest [`history_slot`](Self::history_slot).
    const HISTORY_SLOTS: usize;

    /// Which parts of the search this game uses.
    const TUNING: Tuning;

    /// How its endings are tabulated, if they can be.
    const ENDGAMES: Option<&'static Endgames<Self>> = None;

    /// The static value for the player to move, of a position that is not over.
    /// Its size stays below 20 000.
    fn evaluate(&self) -> i32;

    /// The static values for each player, seat 1 first, in the terms of
    /// [`evaluate`](Self::evaluate): of three players, what each has less the mean of
    /// the others. Games of three are searched by these.
    fn evaluate_seats(&self) -> [i32; 3] {
        let value = self.evaluate();
        if self.turn() == Seat::ONE { [value, -value, 0] } else { [-value, value, 0] }
    }

    /// The terms that [`evaluate`](Self::evaluate) is the sum of, without what comes
    /// behind the point, from seat 1's point of view. Always the same terms in the
    /// same order.
    fn explain(&self) -> Vec<Term>;

    /// The outcome, as far as it can be seen without generating moves. A search
    /// asks at its leaves; elsewhere it learns the end of a game from an empty
    /// move list.
    fn leaf_outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    /// Whether `seat` can still win. A search never gives more than a draw to
    /// one who cannot, and among three players counts him as lost: he is out.
    fn can_win(&self, seat: Seat) -> bool {
        let _ = seat;
        true
    }

    /// Whether the player to move surely wins with his next move, in a position that is
    /// not over. A game may leave such wins unseen; the search finds them anyway.
    fn wins_at_once(&self) -> bool {
        false
    }

    /// If the opponent threatens to win with his next move: appends the legal moves that
    /// may parry that and returns true. After every other move he surely wins, unless that
    /// draws by repetition. Asked of positions that are not over; a game may leave threats
    /// unseen.
    fn parries(&self, moves: &mut Vec<Self::Move>) -> bool {
        let _ = moves;
        false
    }

    /// Appends the legal moves that quiescence looks at, those after which a
    /// static value is not to be trusted: captures above all.
    fn noisy_moves(&self, moves: &mut Vec<Self::Move>);

    /// Whether the rules compel the player to make one of `noisy`, the noisy moves of
    /// this position: they are all the legal moves, and a static value is not for him
    /// to choose. Asked only if [`Tuning::compulsion`] is on.
    fn is_compelled(&self, noisy: &[Self::Move]) -> bool {
        let _ = noisy;
        false
    }

    /// What `mv` wins at once, in hundredths of a piece; 0 for a quiet move.
    /// Noisy moves are tried in the order of it.
    fn gain(&self, mv: Self::Move) -> i32;

    /// The place of `mv` in the history tables, the mover's seat told apart.
    fn history_slot(&self, mv: Self::Move) -> usize;

    /// A short name of `mv`, not 0, that tells it from most other moves of the
    /// position. The transposition table holds it; the move itself is looked for
    /// in the generated list, so a wrong tag costs time and never legality.
    fn tag(&self, mv: Self::Move) -> u16;
}

/// One term of a static evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is counted.
    pub name: &'static str,
    /// How much of it there is, seat 1's minus seat 2's, in parts of one.
    pub count: i32,
    /// How many such parts make one: more than 1 where a term counts for a share only,
    /// as those of a phase of the game do.
    pub parts: i32,
    /// The value of one, in hundredths of a piece.
    pub weight: i32,
}

impl Term {
    /// How much of it there is.
    pub fn amount(&self) -> f64 {
        f64::from(self.count) / f64::from(self.parts)
    }

    /// What the term adds to the value, in hundredths of a piece.
    pub fn value(&self) -> f64 {
        self.amount() * f64::from(self.weight)
    }
}

/// Which parts of the search a game uses. What is off costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own, and any combination makes sense"
)]
pub struct Tuning {
    /// Use bounds from the transposition table to end the search of a node.
    pub table_cutoffs: bool,
    /// Reduce the depth of moves late in the order.
    pub late_move_reductions: bool,
    /// Search a ply less where the table knows no best move to begin with.
    pub internal_reductions: bool,
    /// Return early when the static value is this much above beta a ply of depth
    /// left, for at most [`REVERSE_FUTILITY_DEPTH`](Self::REVERSE_FUTILITY_DEPTH) plies.
    pub reverse_futility: Option<i32>,
    /// Skip late quiet moves when the static value is this much below alpha a ply
    /// of depth left.
    pub futility: Option<i32>,
    /// Near the leaves, skip quiet moves that come later in the order than this, and
    /// later by twice the square of the depth.
    pub move_count_pruning: Option<usize>,
    /// Follow noisy moves below the nominal depth.
    pub quiescence: bool,
    /// Quiescence leaves out the moves that, with this added to what they win, do not
    /// bring the static value above alpha.
    pub delta_pruning: Option<i32>,
    /// Quiescence does not leave it at the static value where the player
    /// [is compelled](Heuristics::is_compelled) to make a noisy move.
    pub compulsion: bool,
    /// Search a ply more where there is a single legal move.
    pub forced_extensions: bool,
    /// A move that the table knows and that is better by far than all others is searched
    /// a ply deeper. For two players.
    pub singular_extensions: bool,
    /// How likely a value is to win.
    pub chances: Chances,
}

/// The win-draw-loss model of a game: the chance that a player wins from a value `v` is
/// `1 / (1 + exp((half - v) / spread))`, that he loses is the same of `-v`, and the
/// rest is draws. `ninefold tune` fits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// The value, in hundredths, at which a win is as likely as not; 0 or more. The
    /// greater, the more games are drawn.
    pub half: i32,
    /// The value, in hundredths, that makes a win e times as likely against no win;
    /// above 0.
    pub spread: i32,
}

impl Tuning {
    /// The depth up to which reverse futility pruning acts.
    pub const REVERSE_FUTILITY_DEPTH: i32 = 6;

    /// The same without anything that may change the value of a fixed-depth
    /// search: plain minimax, found faster. `mate N` searches with it.
    #[must_use]
    pub const fn exact(self) -> Self {
        Self {
            late_move_reductions: false,
            internal_reductions: false,
            forced_extensions: false,
            singular_extensions: false,
            reverse_futility: None,
            futility: None,
            move_count_pruning: None,
            delta_pruning: None,
            ..self
        }
    }
}
