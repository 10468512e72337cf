//! How long to think.

use std::time::{Duration, Instant};

/// A source of time; tests put their own in its place.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment; never goes back.
    fn now(&self) -> Duration;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    origin: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.origin.elapsed()
    }
}

/// The time that a player has for the rest of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    /// What is left; zero means that the move is due at once.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves until the clock is set anew, if it is.
    pub moves_to_go: Option<u32>,
}

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration begins after this.
    pub soft: Duration,
    /// The search breaks off here.
    pub hard: Duration,
}

/// Moves that a game is thought to last yet, when nothing else is known.
const HORIZON: u32 = 20;
/// The same where increments do not pay for the communication: what is spent does not
/// come back, and a long game must not run out of it.
const HORIZON_WITHOUT_INCREMENT: u32 = 28;
/// The hard limit, in soft ones.
const STRETCH: u32 = 4;

impl Budget {
    /// The budget for a move that must be made in `move_time`. Communication is
    /// allowed `overhead`, but at most half of the time.
    pub fn for_move(move_time: Duration, overhead: Duration) -> Self {
        let hard = move_time.saturating_sub(overhead.min(move_time / 2));
        Self { soft: hard, hard }
    }

    /// The budget for a move of a game with `clock`, `overhead` of each move kept for
    /// the communication: an equal share of what there will be for the moves to
    /// come, their increments counted and their overheads.
    pub fn for_game(clock: GameClock, overhead: Duration) -> Self {
        let GameClock { remaining, increment, moves_to_go } = clock;
        let horizon = if increment < overhead { HORIZON_WITHOUT_INCREMENT } else { HORIZON };
        let moves = moves_to_go.map_or(horizon, |moves| moves.clamp(1, horizon));
        let income = increment * (moves - 1);
        // Near the end of a clock the overheads can be less than they might be, but
        // not nothing.
        let reserve = (overhead * (moves + 2)).min(remaining / 2);
        let share = (remaining + income).saturating_sub(reserve) / moves;
        // What is there now: the increment comes only after the move. The last move
        // of a control may use all of it but for a reserve against a machine that
        // is slow to wake us; any other leaves most to the rest.
        let available = remaining.saturating_sub(overhead);
        let most = if moves == 1 { available * 7 / 8 } else { available / 3 };
        let hard = (share * STRETCH).min(most);
        Self { soft: share.min(hard), hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_move_time_is_kept_with_room_for_the_overhead() {
        assert_eq!(Budget::for_move(ms(1000), ms(10)).hard, ms(990));
        assert_eq!(Budget::for_move(ms(10), ms(10)).hard, ms(5));
        assert_eq!(Budget::for_move(ms(0), ms(10)).hard, ms(0));
    }

    #[test]
    fn the_clock_is_never_spent_whole_whatever_the_increment() {
        for remaining in [0, 1, 5, 10, 11, 50, 1000, 60_000] {
            for increment in [0, 10, 1000, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = GameClock {
                        remaining: ms(remaining),
                        increment: ms(increment),
                        moves_to_go,
                    };
                    let Budget { soft, hard } = Budget::for_game(clock, ms(10));
                    assert!(soft <= hard, "{clock:?}");
                    assert!(hard <= ms(remaining.saturating_sub(10)), "{clock:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_game_is_played_out_without_increments() {
        let mut clock = GameClock { remaining: ms(1000), ..GameClock::default() };
        for mv in 0..100 {
            // What a search needs at least, and the way to the other player.
            let used = Budget::for_game(clock, ms(10)).soft.max(ms(1)) + ms(2);
            assert!(used < clock.remaining, "{mv}: {used:?} of {:?}", clock.remaining);
            clock.remaining -= used;
        }
    }

    #[test]
    fn the_moves_to_come_share_what_is_left() {
        let clock =
            GameClock { remaining: ms(10_120), moves_to_go: Some(10), ..GameClock::default() };
        assert_eq!(Budget::for_game(clock, ms(10)).soft, ms(1000));
        let with_increment = GameClock { increment: ms(100), ..clock };
        assert_eq!(Budget::for_game(with_increment, ms(10)).soft, ms(1090));
        let last = GameClock { moves_to_go: Some(1), ..clock };
        assert!(Budget::for_game(last, ms(10)).hard < ms(9000));
    }
}
