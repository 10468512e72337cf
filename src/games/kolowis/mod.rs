//! Kolowis Awithlaknannai, the fighting serpents of the Zuni: men on three rows of
//! points jump over each other in chains, and whoever loses all men has lost.
//!
//! The position is kept from the point of view of the player to move, so that
//! neither moves nor captures ask whose turn it is. `docs/games/kolowis.md` has the
//! rules.

mod board;
mod chains;
mod endgames;
mod eval;
mod notation;
#[cfg(test)]
mod tests;

pub use board::{Place, Size};

use crate::game::{Game, Outcome, QuietRule, Seat, mix};
use board::{DIRECTIONS, places};

/// The plies without a capture at which the game is drawn.
const QUIET_LIMIT: u32 = 100;

/// A position of Kolowis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kolowis {
    /// The men of the player to move.
    own: u64,
    /// The men of the other player.
    enemy: u64,
    /// Plies since the last capture.
    quiet: u32,
    /// The number of the move, from 1, two plies each.
    number: u32,
    turn: Seat,
    size: Size,
}

/// A move by its result: two ways of one man that capture the same men and end on the
/// same point are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The captured men, a bit each; none for a step.
    captured: u64,
    from: Place,
    to: Place,
}

impl Kolowis {
    #[inline]
    fn empty(&self) -> u64 {
        self.size.points() & !(self.own | self.enemy)
    }

    /// The end by the men on the board, if one side has none.
    #[inline]
    fn capture_all(&self) -> Option<Outcome> {
        const REASON: &str = "capture-all";
        if self.own == 0 {
            Some(Outcome::win(self.turn.other(), REASON))
        } else if self.enemy == 0 {
            Some(Outcome::win(self.turn, REASON))
        } else {
            None
        }
    }

    /// Whether the side to move has neither a step nor a capture.
    #[inline]
    fn is_blocked(&self) -> bool {
        self.size.neighbours(self.own) & self.empty() == 0 && !self.can_capture()
    }

    /// Whether the game is over by anything but a blocked side to move.
    #[inline]
    fn is_decided(&self) -> bool {
        self.own == 0 || self.enemy == 0 || self.quiet >= QUIET_LIMIT
    }

    /// Appends the steps to empty points.
    fn steps(&self, moves: &mut Vec<Move>) {
        let empty = self.empty();
        for direction in DIRECTIONS {
            let targets = self.size.step(self.own, direction) & empty;
            moves.extend(places(targets).map(|to| Move {
                captured: 0,
                from: to.along(direction, -1),
                to,
            }));
        }
    }

    /// The number of steps to empty points that the men of `men` have.
    #[inline]
    fn count_steps(&self, men: u64) -> u32 {
        let empty = self.empty();
        DIRECTIONS.map(|way| (self.size.step(men, way) & empty).count_ones()).iter().sum()
    }

    /// The position with the other side to move.
    fn passed(&self) -> Self {
        Self { own: self.enemy, enemy: self.own, turn: self.turn.other(), ..*self }
    }
}

impl Game for Kolowis {
    type Move = Move;
    type Rules = Size;

    const SEATS: u8 = 2;
    const REPETITIONS: Option<u32> = Some(3);
    /// Each side steps away and back.
    const SHORTEST_CYCLE: usize = 4;
    const QUIET: QuietRule = QuietRule::Draws { limit: QUIET_LIMIT, lasting: true };

    fn start(size: Size) -> Self {
        let [width, middle, _] = size.widths();
        let row = |row, indices: std::ops::Range<usize>| {
            indices.fold(0, |set, index| set | Place::new(row, index).bit())
        };
        // On the large board the ends of row b are empty as well as its centre.
        let ends = match size {
            Size::Small => 0,
            Size::Large => 1,
        };
        Self {
            own: row(0, 0..width) | row(1, ends..middle / 2),
            enemy: row(2, 0..width) | row(1, middle / 2 + 1..middle - ends),
            quiet: 0,
            number: 1,
            turn: Seat::ONE,
            size,
        }
    }

    fn rules(&self) -> Size {
        self.size
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
        if self.is_decided() {
            return;
        }
        let first = moves.len();
        self.captures(usize::MAX, moves);
        if moves.len() == first {
            self.steps(moves);
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        if self.is_decided() {
            return 0;
        }
        match self.count_captures() {
            0 => self.count_steps(self.own).into(),
            captures => captures,
        }
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        let own = self.own & !mv.from.bit() | mv.to.bit();
        self.own = self.enemy & !mv.captured;
        self.enemy = own;
        self.quiet = if mv.captured == 0 { self.quiet.saturating_add(1) } else { 0 };
        self.number = self.number.saturating_add(u32::from(self.turn == Seat::TWO));
        self.turn = self.turn.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.capture_all()
            .or_else(|| self.is_blocked().then(|| Outcome::win(self.turn.other(), "blocked")))
            .or_else(|| (self.quiet >= QUIET_LIMIT).then(|| Outcome::draw("quiet")))
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::draw("repetition")
    }

    /// The whole position is two words, so hashing it anew costs less than keeping a
    /// key that each captured man changes. Mixing is a bijection: positions that differ
    /// in one side's men only never collide. Bit 63 is no point and takes the turn.
    fn key(&self) -> u64 {
        let turn = u64::from(self.turn == Seat::TWO) << 63;
        mix(self.own ^ mix(self.enemy | turn))
    }

    /// Near the limit the plies left decide what can still be reached.
    fn search_key(&self) -> u64 {
        const NEAR: u32 = QUIET_LIMIT - 30;
        if self.quiet < NEAR { self.key() } else { mix(self.key() ^ u64::from(self.quiet)) }
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        mv.captured != 0
    }
}
