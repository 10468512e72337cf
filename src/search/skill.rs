//! Playing below full strength.

use super::value::Value;
use crate::game::mix;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

/// A strength below the full one.
///
/// The player looks at the fewer nodes the lower the level, and then picks among the
/// best [`CANDIDATES`](Self::CANDIDATES) moves by chance, the worse ones the more
/// likely the lower the level (as Stockfish's `Skill Level` does). Nodes rather than
/// plies: games whose positions have few moves and those with hundreds get steps of
/// about the same size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// From 0, the weakest, to below [`FULL`](Self::FULL).
    pub level: f64,
    /// The seed of every random choice.
    pub seed: u64,
}

impl Skill {
    /// The level from which on there is no handicap.
    pub const FULL: u32 = 20;

    /// How many of the best moves are candidates.
    pub const CANDIDATES: usize = 4;

    /// The nodes that a player of this level looks at: 40 at level 0, and twice as
    /// many with every one and two thirds of a level.
    pub(super) fn nodes(self) -> u64 {
        (40.0 * (0.6 * self.level).exp2()) as u64
    }

    /// Which of the candidates to play, by their values, best first. `salt` makes
    /// the choices of different positions independent.
    pub(super) fn choose(self, values: &[Value], salt: u64) -> usize {
        let mut random = StdRng::seed_from_u64(mix(self.seed) ^ salt);
        let weakness = 120.0 * (1.0 - self.level / f64::from(Self::FULL));
        let (Some(&best), Some(&worst)) = (values.first(), values.last()) else {
            return 0;
        };
        let spread = f64::from((best - worst).min(100));
        let tempting = |value: Value| {
            let push =
                weakness * f64::from(best - value) + spread * random.random_range(0.0..weakness);
            f64::from(value) + push / 128.0
        };
        let pushed: Vec<f64> = values.iter().copied().map(tempting).collect();
        let better = |&one: &usize, &other: &usize| pushed[one].total_cmp(&pushed[other]);
        // Of equals the first: it is the better move.
        (0..values.len()).rev().max_by(better).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_repeat_with_the_seed_and_vary_with_the_position() {
        let skill = Skill { level: 0.0, seed: 1 };
        let values = [50, 40, 30, 0];
        let choices: Vec<usize> = (0..200).map(|salt| skill.choose(&values, salt)).collect();
        let again: Vec<usize> = (0..200).map(|salt| skill.choose(&values, salt)).collect();
        assert_eq!(choices, again);
        assert!(choices.contains(&0));
        assert!(choices.iter().any(|&choice| choice > 0));
    }

    #[test]
    fn higher_levels_play_the_best_move_more_often() {
        let best = |level| {
            let skill = Skill { level, seed: 1 };
            (0..1000).filter(|&salt| skill.choose(&[60, 40, 20, 0], salt) == 0).count()
        };
        assert!(best(19.0) > best(0.0));
    }
}
