//! Elo differences and the sequential probability ratio test, from pairs of games.
//!
//! Two games from one opening with exchanged seats are one observation with five
//! outcomes (the *pentanomial* model): the first player scores 0, 1/2, 1, 3/2 or 2
//! points. An opening that favours a seat then adds nothing to the error. Elo here is
//! logistic: a difference of `d` means an expected score of `1 / (1 + 10^(-d/400))`.
//! The test is the generalised SPRT on the likeliest distributions with a given mean
//! (Van den Bergh, *The generalized SPRT*, as fishtest and fastchess use it).

use std::fmt;

/// How many pairs of games brought the first player 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// A difference in Elo with the half width of its interval of 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate.
    pub difference: f64,
    /// Half the width of the interval; `None` where all pairs ended alike, which says
    /// nothing about it.
    pub error: Option<f64>,
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1}", self.difference)?;
        match self.error {
            Some(error) => write!(f, " ± {error:.1}"),
            None => f.write_str(" (all pairs ended alike)"),
        }
    }
}

/// The five numbers, parted by blanks.
impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [none, half, one, three_halves, two] = self.0;
        write!(f, "{none} {half} {one} {three_halves} {two}")
    }
}

/// Standard deviations that 95 % of a normal distribution lie within.
pub(super) const CONFIDENCE_95: f64 = 1.959_963_985;

impl Pentanomial {
    /// Adds a pair in which the first player scored `half_points` of 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Pairs in all.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1; a half if there is none.
    pub fn score(&self) -> f64 {
        let points: u64 = self.0.iter().zip(0..).map(|(&pairs, points)| pairs * points).sum();
        if self.pairs() == 0 { 0.5 } else { points as f64 / (4 * self.pairs()) as f64 }
    }

    /// The variance of the score of a pair, as a share of its two points.
    fn variance(&self) -> f64 {
        let mean = self.score();
        let pairs = self.pairs().max(1) as f64;
        let square =
            |(&pairs, place): (&u64, u32)| pairs as f64 * (f64::from(place) / 4.0 - mean).powi(2);
        self.0.iter().zip(0..).map(square).sum::<f64>() / pairs
    }

    /// Half the width of the interval of 95 % confidence of [`score`](Self::score).
    pub fn score_error(&self) -> f64 {
        CONFIDENCE_95 * (self.variance() / self.pairs().max(1) as f64).sqrt()
    }

    /// The difference in Elo; infinite where all games were won or lost.
    pub fn elo(&self) -> Elo {
        let (score, error) = (self.score(), self.score_error());
        let (low, high) = (elo_of_score(score - error), elo_of_score(score + error));
        let error = Some((high - low) / 2.0).filter(|_| error > 0.0);
        Elo { difference: elo_of_score(score), error }
    }

    /// The likelihood that the first player is the stronger one.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let deviation = (self.variance() / self.pairs().max(1) as f64).sqrt();
        if deviation == 0.0 {
            return match self.score() {
                score if score > 0.5 => 1.0,
                score if score < 0.5 => 0.0,
                _ => 0.5,
            };
        }
        normal_distribution((self.score() - 0.5) / deviation)
    }
}

/// The Elo difference that a mean score means.
fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The mean score that an Elo difference means.
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The standard normal distribution function (Abramowitz and Stegun, 26.2.17; the
/// error is below 1e-7).
fn normal_distribution(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let coefficients =
        [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530];
    let polynomial = coefficients.iter().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

/// A sequential test between two hypotheses on the Elo difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the first hypothesis.
    pub elo0: f64,
    /// The difference under the second hypothesis, greater than the first.
    pub elo1: f64,
    /// The accepted chance to take the second although the first holds.
    pub alpha: f64,
    /// The accepted chance to take the first although the second holds.
    pub beta: f64,
}

/// What a sequential test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is `elo0` rather than `elo1`.
    First,
    /// The difference is `elo1` rather than `elo0`.
    Second,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The bounds at which the logarithm of the likelihood ratio decides.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood of the second hypothesis over that of the
    /// first.
    pub fn log_likelihood_ratio(&self, results: &Pentanomial) -> f64 {
        // A little of everything keeps the likelihoods of what has not happened yet
        // above 0, as fishtest does.
        let counts = results.0.map(|pairs| (pairs as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let share = counts.map(|count| count / total);
        let first = likeliest(&share, score_of_elo(self.elo0));
        let second = likeliest(&share, score_of_elo(self.elo1));
        let ratio = |place: usize| share[place] * (second[place] / first[place]).ln();
        total * (0..5).map(ratio).sum::<f64>()
    }

    /// What the results so far decide.
    pub fn verdict(&self, results: &Pentanomial) -> Verdict {
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(results) {
            ratio if ratio <= low => Verdict::First,
            ratio if ratio >= high => Verdict::Second,
            _ => Verdict::Open,
        }
    }
}

/// The likeliest distribution with the mean `score` when `share` was observed:
/// `share / (1 + x (place - score))` for the `x` that gives this mean.
fn likeliest(share: &[f64; 5], score: f64) -> [f64; 5] {
    let distance = |place: usize| place as f64 / 4.0 - score;
    let excess = |x: f64| -> f64 {
        (0..5).map(|place| share[place] * distance(place) / (1.0 + x * distance(place))).sum()
    };
    // The excess falls from +infinity to -infinity between the poles.
    let (mut low, mut high) = (-1.0 / distance(4), -1.0 / distance(0));
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    [0, 1, 2, 3, 4].map(|place| share[place] / (1.0 + x * distance(place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} instead of {expected}");
    }

    #[test]
    fn a_score_is_an_elo_difference() {
        close(elo_of_score(0.75), 190.848, 1e-3);
        close(elo_of_score(0.5), 0.0, 1e-12);
        close(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
        assert_eq!(Pentanomial([0, 0, 0, 0, 9]).elo().to_string(), "+inf (all pairs ended alike)");
    }

    #[test]
    fn the_normal_distribution_is_right() {
        for (x, expected) in
            [(0.0, 0.5), (1.0, 0.841_344_7), (-1.959_964, 0.025), (3.0, 0.998_650_1)]
        {
            close(normal_distribution(x), expected, 1e-6);
        }
    }

    #[test]
    fn the_error_comes_from_the_pairs() {
        // 100 pairs that were all split: no game says who is stronger.
        assert_eq!(Pentanomial([0, 0, 100, 0, 0]).elo(), Elo { difference: 0.0, error: None });
        // As independent games: a quarter, a half and a quarter.
        let pairs = Pentanomial([25, 0, 50, 0, 25]);
        close(pairs.score_error(), CONFIDENCE_95 * (0.125_f64 / 100.0).sqrt(), 1e-12);
        close(pairs.likelihood_of_superiority(), 0.5, 1e-7);
    }

    #[test]
    fn published_differences_are_found() {
        // From fastchess' own tests: pairs, Elo and its error, likelihood of superiority.
        for (pairs, elo, error, superiority) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 1.0000),
            ([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let pairs = Pentanomial(pairs);
            close(pairs.elo().difference, elo, 0.005);
            close(pairs.elo().error.unwrap(), error, 0.01);
            close(pairs.likelihood_of_superiority(), superiority, 5e-5);
        }
    }

    #[test]
    fn published_likelihood_ratios_are_found() {
        // Tests of Stockfish of 2020, when fishtest's bounds were in logistic Elo: the
        // bounds, `Ptnml`, and `LLR` as its pull requests 2493, 2920, 2950, 2951, 3098
        // and 3209 report them.
        for ((elo0, elo1), pairs, ratio) in [
            ((-1.0, 3.0), [424, 2948, 5832, 3045, 460], 2.94),
            ((0.0, 2.0), [1284, 17437, 55536, 18085, 1292], 2.94),
            ((0.25, 1.75), [328, 4564, 15580, 4789, 371], 2.98),
            ((-0.5, 1.5), [133, 1751, 5094, 1849, 165], 2.94),
            ((-0.5, 1.5), [59, 754, 2467, 865, 75], 2.95),
            ((0.25, 1.25), [53, 2220, 21459, 2445, 47], 2.97),
            ((-0.25, 1.25), [253, 4282, 17604, 4431, 286], 2.94),
        ] {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            close(sprt.log_likelihood_ratio(&Pentanomial(pairs)), ratio, 0.005);
            close(sprt.bounds().0, -2.94, 0.005);
            close(sprt.bounds().1, 2.94, 0.005);
        }
        let sprt = Sprt { elo0: -0.5, elo1: 1.5, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.verdict(&Pentanomial([59, 754, 2467, 865, 75])), Verdict::Second);
        assert_eq!(sprt.verdict(&Pentanomial([59, 754, 2467, 800, 75])), Verdict::Open);
        assert_eq!(sprt.verdict(&Pentanomial([75, 865, 2467, 754, 59])), Verdict::First);
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean_asked_for() {
        let share = [0.1, 0.2, 0.4, 0.2, 0.1];
        for score in [0.3, 0.5, 0.52, 0.9] {
            let found = likeliest(&share, score);
            close(found.iter().sum(), 1.0, 1e-9);
            let mean: f64 =
                found.iter().zip(0u8..).map(|(p, place)| p * f64::from(place) / 4.0).sum();
            close(mean, score, 1e-9);
        }
    }
}
