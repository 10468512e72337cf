//! Fits the win-draw-loss model of a game to what searches have said and what came of
//! it, by greatest likelihood (an ordered logit: P. `McCullagh`, *Regression Models for
//! Ordinal Data*, 1980).

use super::regression::{golden_section, logistic};
use crate::game::Chances;
use std::{collections::BTreeMap, ops::Range};

/// How often moves whose searches told one score have won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) won: u32,
    pub(super) drawn: u32,
    pub(super) lost: u32,
}

/// Scores in hundredths, from the view of who told them, with what came of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scores(BTreeMap<i32, Tally>);

/// The values of `1 / spread` that are looked at.
const SLOPES: Range<f64> = 1.0 / 5000.0..1.0 / 10.0;
/// The values of `half / spread` that are looked at.
const DRAWISHNESS: Range<f64> = 0.0..8.0;

impl Scores {
    /// Notes that a player told `score` in a game that brought him `points`.
    pub(super) fn note(&mut self, score: i32, points: f32) {
        let tally = self.0.entry(score).or_default();
        match points {
            0.0 => tally.lost += 1,
            1.0 => tally.won += 1,
            _ => tally.drawn += 1,
        }
    }

    /// The number of scores.
    pub(super) fn len(&self) -> usize {
        self.0.values().map(|tally| (tally.won + tally.drawn + tally.lost) as usize).sum()
    }

    /// The model under which the results are likeliest. The likelihood has one maximum,
    /// so one search inside of another finds it.
    pub(super) fn fit(&self) -> Chances {
        let best_drawishness =
            |slope| golden_section(DRAWISHNESS, |drawishness| self.loss(slope, drawishness));
        let slope = golden_section(SLOPES, |slope| self.loss(slope, best_drawishness(slope)));
        let spread = 1.0 / slope;
        Chances {
            half: (best_drawishness(slope) * spread).round() as i32,
            spread: spread.round() as i32,
        }
    }

    /// The negative logarithm of the likelihood.
    fn loss(&self, slope: f64, drawishness: f64) -> f64 {
        let cost = |count: u32, chance: f64| -f64::from(count) * chance.max(1e-9).ln();
        let loss = |(&score, tally): (&i32, &Tally)| {
            let win = logistic(slope * f64::from(score) - drawishness);
            let loss = logistic(-slope * f64::from(score) - drawishness);
            cost(tally.won, win) + cost(tally.drawn, 1.0 - win - loss) + cost(tally.lost, loss)
        };
        self.0.iter().map(loss).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

    /// Scores whose games end as a model says.
    fn made_up(half: f64, spread: f64) -> Scores {
        let mut random = StdRng::seed_from_u64(1);
        let mut scores = Scores::default();
        for _ in 0..200_000 {
            let score = random.random_range(-800..=800);
            let win = logistic((f64::from(score) - half) / spread);
            let loss = logistic((-f64::from(score) - half) / spread);
            let chance = random.random_range(0.0..1.0);
            let points = if chance < win {
                1.0
            } else if chance < win + loss {
                0.0
            } else {
                0.5
            };
            scores.note(score, points);
        }
        scores
    }

    #[test]
    fn the_model_that_made_the_results_is_found() {
        for (half, spread) in [(300, 150), (0, 90), (40, 400)] {
            let scores = made_up(f64::from(half), f64::from(spread));
            assert_eq!(scores.len(), 200_000);
            let found = scores.fit();
            assert!((found.half - half).abs() <= 6, "{found:?}");
            assert!((found.spread - spread).abs() <= 6, "{found:?}");
        }
    }
}
