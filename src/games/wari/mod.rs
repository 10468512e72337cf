//! Wari, the Oware *abapa* of tournaments: two rows of six houses, 48 seeds, and
//! whoever captures more than half of them wins.
//!
//! The position is kept from the point of view of the player to move, so that
//! neither sowing nor capturing asks whose turn it is: a move ends by exchanging
//! the rows. `docs/games/wari.md` has the rules.

mod endgames;
mod eval;
mod notation;
mod row;
mod sowing;
#[cfg(test)]
mod tests;

use crate::game::{Game, Outcome, Seat, mix};
use row::{HOUSES, Houses, Row};
use sowing::Sown;

/// The seeds of a game.
const SEEDS: u8 = 48;

/// Half of the seeds: a store with more has won.
const HALF: u8 = SEEDS / 2;

/// The fewest seeds with which each house reaches the enemy's row.
const FEEDING: Row = Row::new([6, 5, 4, 3, 2, 1]);

/// A position of Wari.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wari {
    /// The houses of the player to move.
    own: Row,
    /// The houses of the other player.
    enemy: Row,
    /// The seeds that the player to move has captured.
    own_store: u8,
    /// The seeds that the other player has captured.
    enemy_store: u8,
    turn: Seat,
    grand_slam: GrandSlam,
    /// Plies since the last capture.
    quiet: u32,
    /// The number of the move, from 1, two plies each.
    number: u32,
}

/// What becomes of a move that would capture all seeds of the enemy's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrandSlam {
    /// It is played and captures nothing.
    Keep,
    /// It may not be played.
    Illegal,
    /// It captures them all.
    All,
}

/// A move: the house that is sown, by its place in the mover's row, 0 to 5 from
/// the mover's left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct House(u8);

impl House {
    const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Wari {
    /// The houses of the side to move that may be sown.
    #[inline]
    fn legal_houses(&self) -> Houses {
        // With 24 seeds in both stores none is left to move.
        if self.own_store.max(self.enemy_store) > HALF {
            return Houses::EMPTY;
        }
        let least = if self.enemy == Row::EMPTY { FEEDING } else { Row::filled(1) };
        let houses = self.own.at_least(least);
        if self.grand_slam == GrandSlam::Illegal {
            return houses.without(|house| self.sow(house).is_grand_slam());
        }
        houses
    }

    #[inline]
    fn sow(&self, house: House) -> Sown {
        Sown::new(self.own, self.enemy, house)
    }

    /// The seeds that a move captures, as houses of the enemy's row.
    #[inline]
    fn captured(&self, sown: Sown) -> Row {
        if sown.is_grand_slam() && self.grand_slam != GrandSlam::All {
            Row::EMPTY
        } else {
            sown.captured
        }
    }

    /// The number of seeds that `house` captures.
    #[inline]
    fn captures(&self, house: House) -> u8 {
        self.captured(self.sow(house)).total()
    }

    /// The stores after each side has taken the seeds in its own row, the player
    /// to move first.
    fn stores_with_rows(&self) -> [u8; 2] {
        [self.own_store + self.own.total(), self.enemy_store + self.enemy.total()]
    }

    /// The end in which each side takes the seeds in its own row and the greater
    /// store wins.
    fn count_rows(&self, reason: &'static str) -> Outcome {
        let [own, enemy] = self.stores_with_rows();
        match own.cmp(&enemy) {
            std::cmp::Ordering::Greater => Outcome::win(self.turn, reason),
            std::cmp::Ordering::Less => Outcome::win(self.turn.other(), reason),
            std::cmp::Ordering::Equal => Outcome::draw(reason),
        }
    }

    /// The end by what the stores hold, if they do.
    #[inline]
    fn majority(&self) -> Option<Outcome> {
        const REASON: &str = "majority";
        if self.own_store > HALF {
            Some(Outcome::win(self.turn, REASON))
        } else if self.enemy_store > HALF {
            Some(Outcome::win(self.turn.other(), REASON))
        } else if self.own_store == HALF && self.enemy_store == HALF {
            Some(Outcome::draw(REASON))
        } else {
            None
        }
    }

    /// A hash of the houses and the side to move, and of `store`.
    ///
    /// The whole board is two words, so hashing it anew is a handful of
    /// instructions; keeping a Zobrist key would cost a table look-up for each
    /// house that a sowing touches, at every move, asked for or not. The spare
    /// high bytes take the side and the store. Multiplying by an odd number and
    /// mixing are bijections: boards that differ in one row only never collide.
    #[inline]
    fn hash(&self, store: u8) -> u64 {
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let own = self.own.0 | u64::from(store) << 48;
        let enemy = self.enemy.0 | u64::from(self.turn.number()) << 48;
        mix(own ^ enemy.wrapping_mul(GOLDEN))
    }
}

impl Game for Wari {
    type Move = House;
    type Rules = GrandSlam;

    const SEATS: u8 = 2;
    const REPETITIONS: Option<u32> = Some(2);
    /// Without captures no seed leaves the board, so for a position to come again
    /// as many seeds must pass from each house to the next, all around the board.
    /// They put a seed into every house on the way, and a house gives seeds away
    /// only by being sown: each of the twelve must have been.
    const SHORTEST_CYCLE: usize = 2 * HOUSES;

    fn start(grand_slam: GrandSlam) -> Self {
        Self {
            own: Row::filled(4),
            enemy: Row::filled(4),
            own_store: 0,
            enemy_store: 0,
            turn: Seat::ONE,
            grand_slam,
            quiet: 0,
            number: 1,
        }
    }

    fn rules(&self) -> GrandSlam {
        self.grand_slam
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<House>) {
        moves.extend(self.legal_houses().iter());
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        self.legal_houses().len().into()
    }

    #[inline]
    fn apply(&mut self, house: House) {
        let sown = self.sow(house);
        let captured = self.captured(sown);
        let store = self.own_store + captured.total();
        self.own = Row(sown.enemy.0 - captured.0);
        self.enemy = sown.own;
        self.own_store = self.enemy_store;
        self.enemy_store = store;
        self.quiet = if captured == Row::EMPTY { self.quiet.saturating_add(1) } else { 0 };
        self.number = self.number.saturating_add(u32::from(self.turn == Seat::TWO));
        self.turn = self.turn.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.majority()
            .or_else(|| self.legal_houses().is_empty().then(|| self.count_rows("no-move")))
    }

    fn repetition_outcome(&self) -> Outcome {
        self.count_rows("repetition")
    }

    fn key(&self) -> u64 {
        self.hash(0)
    }

    /// The board knows the sum of the stores, so one of them tells the other.
    fn search_key(&self) -> u64 {
        self.hash(self.own_store)
    }

    fn is_irreversible(&self, house: House) -> bool {
        self.captures(house) > 0
    }
}
