//! Siga (Seega), the game of Egypt: first the men are placed, then they move and take
//! what they enclose.
//!
//! The position is kept from the point of view of the player to move, who may be the
//! same again after a capture. `docs/games/siga.md` has the rules.

mod board;
mod captures;
mod eval;
mod notation;
#[cfg(test)]
mod tests;

pub use board::{Size, Square};

use crate::game::{Game, Outcome, QuietRule, Seat, mix, zobrist_keys};
use board::{DIRECTIONS, SQUARES, Set, neighbours, nth_square, squares, step};

/// What a game is played under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The board.
    pub size: Size,
    /// Whether several men side by side are taken together.
    pub line_capture: bool,
    /// The moves of both sides together without a capture at which the men are counted.
    pub quiet_limit: u32,
}

/// A position of Siga.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Siga {
    /// The men of the player to move.
    own: Set,
    /// The men of the other player.
    enemy: Set,
    key: u64,
    /// Moves of the second phase since the last capture.
    quiet: u32,
    /// The number of the move, from 1.
    number: u32,
    rules: Rules,
    turn: Seat,
    /// Men of both sides that are still to be placed.
    in_hand: u8,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A man is placed on a square.
    Place(Square),
    /// A man moves to the next square.
    Step {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
}

/// Keys of the men by seat and square.
const MEN_KEYS: [u64; 2 * SQUARES] = zobrist_keys(0x5167_6101);

/// Keys of what is not a man: Black is to move, men are still being placed.
const STATE_KEYS: [u64; 2] = zobrist_keys(0x5167_6102);
const BLACK_TO_MOVE_KEY: u64 = STATE_KEYS[0];
const PLACING_KEY: u64 = STATE_KEYS[1];

/// The key of a man.
#[inline]
fn man_key(seat: Seat, square: Square) -> u64 {
    MEN_KEYS[seat.index() * SQUARES + square.index()]
}

impl Siga {
    #[inline]
    fn empty(&self) -> Set {
        self.rules.size.board() & !(self.own | self.enemy)
    }

    /// Whether men are still being placed.
    #[inline]
    fn is_placing(&self) -> bool {
        self.in_hand > 0
    }

    /// The squares on which a man may be placed.
    #[inline]
    fn placing_squares(&self) -> Set {
        self.empty() & !self.rules.size.centre().bit()
    }

    /// Whether the side to move can move a man.
    #[inline]
    fn can_move(&self) -> bool {
        neighbours(self.own) & self.empty() != 0
    }

    /// The number of steps to empty squares that the men of `men` have.
    #[inline]
    fn count_steps(&self, men: Set) -> u32 {
        let empty = self.empty();
        DIRECTIONS.map(|way| (step(men, way) & empty).count_ones()).iter().sum()
    }

    /// Whether a move, of squares of the board, may be played.
    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(square) => self.is_placing() && self.placing_squares() & square.bit() != 0,
            Move::Step { from, to } => {
                let reached = neighbours(from.bit() & self.own) & self.empty();
                !self.is_placing() && !self.is_over() && reached & to.bit() != 0
            }
        }
    }

    /// Appends the steps to the squares of `targets`, empty ones.
    fn steps_to(&self, targets: Set, moves: &mut Vec<Move>) {
        for direction in DIRECTIONS {
            let reached = step(self.own, direction) & targets;
            moves.extend(squares(reached).map(|to| Move::Step { from: to.before(direction), to }));
        }
    }

    /// The end by the men on the board, if one side has none and none in hand.
    #[inline]
    fn capture_all(&self) -> Option<Outcome> {
        const REASON: &str = "capture-all";
        if self.is_placing() {
            None
        } else if self.own == 0 {
            Some(Outcome::win(self.turn.other(), REASON))
        } else if self.enemy == 0 {
            Some(Outcome::win(self.turn, REASON))
        } else {
            None
        }
    }

    /// The end by the quiet limit: the side with more men wins.
    #[inline]
    fn count(&self) -> Option<Outcome> {
        const REASON: &str = "count";
        (self.quiet >= self.rules.quiet_limit).then(|| {
            match self.own.count_ones().cmp(&self.enemy.count_ones()) {
                std::cmp::Ordering::Greater => Outcome::win(self.turn, REASON),
                std::cmp::Ordering::Less => Outcome::win(self.turn.other(), REASON),
                std::cmp::Ordering::Equal => Outcome::draw(REASON),
            }
        })
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.quiet >= self.rules.quiet_limit
            || !self.is_placing() && (self.own == 0 || self.enemy == 0)
    }

    /// Gives the move to the other side.
    #[inline]
    fn pass(&mut self) {
        std::mem::swap(&mut self.own, &mut self.enemy);
        self.turn = self.turn.other();
        self.key ^= BLACK_TO_MOVE_KEY;
    }

    /// Skips the side to move if it must move a man and cannot. Never both sides: a
    /// square is always empty, and a man that stands beside an empty one can move.
    #[inline]
    fn skip_if_blocked(&mut self) {
        if !self.is_placing() && !self.can_move() {
            self.pass();
        }
    }

    #[inline]
    fn place(&mut self, square: Square) {
        self.own |= square.bit();
        self.key ^= man_key(self.turn, square);
        self.in_hand = self.in_hand.saturating_sub(1);
        if self.in_hand == 0 {
            self.key ^= PLACING_KEY;
        }
        // The sides place two men each in turn.
        if self.in_hand.is_multiple_of(2) {
            self.pass();
            self.skip_if_blocked();
        }
    }

    #[inline]
    fn move_man(&mut self, from: Square, to: Square) {
        self.own ^= from.bit() | to.bit();
        self.key ^= man_key(self.turn, from) ^ man_key(self.turn, to);
        let taken = self.taken(to);
        if taken == 0 {
            self.quiet = self.quiet.saturating_add(1);
            self.pass();
            self.skip_if_blocked();
        } else {
            // The same side moves again: the man can go back at least.
            self.enemy &= !taken;
            let enemy = self.turn.other();
            self.key ^= squares(taken).fold(0, |key, square| key ^ man_key(enemy, square));
            self.quiet = 0;
        }
    }

    /// The key of the position, computed anew.
    fn fresh_key(&self) -> u64 {
        let men = |seat, set| squares(set).fold(0, |key, square| key ^ man_key(seat, square));
        let side = if self.turn == Seat::TWO { BLACK_TO_MOVE_KEY } else { 0 };
        let phase = if self.is_placing() { PLACING_KEY } else { 0 };
        men(self.turn, self.own) ^ men(self.turn.other(), self.enemy) ^ side ^ phase
    }
}

impl Game for Siga {
    type Move = Move;
    type Rules = Rules;

    const SEATS: u8 = 2;
    const REPETITIONS: Option<u32> = None;
    const SHORTEST_CYCLE: usize = 4;
    const QUIET: QuietRule = QuietRule::Decides;

    fn start(rules: Rules) -> Self {
        Self {
            own: 0,
            enemy: 0,
            key: PLACING_KEY,
            quiet: 0,
            number: 1,
            rules,
            turn: Seat::ONE,
            in_hand: 2 * rules.size.men(),
        }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }

    fn set_quiet(&mut self, plies: u32) {
        self.quiet = plies;
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_placing() {
            moves.extend(squares(self.placing_squares()).map(Move::Place));
        } else if !self.is_over() {
            self.steps_to(self.empty(), moves);
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        if self.is_placing() {
            self.placing_squares().count_ones().into()
        } else if self.is_over() {
            0
        } else {
            self.count_steps(self.own).into()
        }
    }

    #[inline]
    fn choose_move(&self, _: &mut Vec<Move>, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        if self.is_placing() {
            let targets = self.placing_squares();
            let number = choose(targets.count_ones() as usize) as u32;
            return Some(Move::Place(nth_square(targets, number)));
        }
        if self.is_over() {
            return None;
        }
        let empty = self.empty();
        let reached = DIRECTIONS.map(|direction| step(self.own, direction) & empty);
        let counts = reached.map(Set::count_ones);
        let mut number = choose(counts.iter().sum::<u32>() as usize) as u32;
        for ((direction, targets), count) in DIRECTIONS.into_iter().zip(reached).zip(counts) {
            if number < count {
                let to = nth_square(targets, number);
                return Some(Move::Step { from: to.before(direction), to });
            }
            number -= count;
        }
        None
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        let mover = self.turn;
        match mv {
            Move::Place(square) => self.place(square),
            Move::Step { from, to } => self.move_man(from, to),
        }
        self.number = self.number.saturating_add(u32::from(self.turn < mover));
    }

    fn outcome(&self) -> Option<Outcome> {
        self.capture_all().or_else(|| self.count())
    }

    /// Never asked for: there is no repetition rule.
    fn repetition_outcome(&self) -> Outcome {
        Outcome::draw("repetition")
    }

    fn key(&self) -> u64 {
        self.key
    }

    /// The moves that are left before the men are counted are part of the position,
    /// once they are few; under the usual limit they always are.
    fn search_key(&self) -> u64 {
        const NEAR: u32 = 40;
        let left = self.rules.quiet_limit.saturating_sub(self.quiet);
        if self.is_placing() || left > NEAR { self.key } else { mix(self.key ^ u64::from(left)) }
    }

    /// A man that is placed stays. Captures are not looked for: without a repetition
    /// rule nobody gains by it.
    fn is_irreversible(&self, mv: Move) -> bool {
        matches!(mv, Move::Place(_))
    }
}
