//! Logistic regression by Newton's method.

use super::positions::{Position, Positions};
use nalgebra::{DMatrix, DVector};
use std::ops::Range;

/// What a fit has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The fitted weights, in hundredths of a plain piece, in the order of the terms.
    pub weights: Vec<f64>,
    /// In how many positions each term counts.
    pub positions: Vec<usize>,
    /// The value, in hundredths, of which the logistic function makes 73 %.
    pub scale: f64,
    /// The mean loss of the present weights on games that the fit has not seen, and
    /// that of the fitted ones: the natural logarithm of the chance that they give to
    /// what happened.
    pub losses: (f64, f64),
}

/// One game in so many is kept from the fit, to judge it by.
const HELD_OUT: u32 = 10;

/// Steps of Newton's method, each of which about doubles the digits that are right.
const STEPS: usize = 12;

/// Steps of a golden section search: the place is known to a ten thousandth of the range.
const GOLDEN_STEPS: u32 = 20;

/// How often a step is halved, if that makes it better than none.
const HALVINGS: i32 = 10;

/// Fits the weights of `positions`.
///
/// The target is the result of the game, mixed with the score that the mover's search
/// has told: `blend` is the share of that. `caution` draws the weights towards the
/// present ones; it counts as that many positions that want them as they are.
///
/// The scale between values and chances is fitted first, with the present weights,
/// so that the new ones keep their size.
pub fn fit(positions: &Positions, blend: f64, caution: f64) -> Fit {
    let present: Vec<f64> = positions.terms.iter().map(|&(_, weight)| weight.into()).collect();
    let scale = best_scale(positions, &present);
    let target = |position: &Position<'_>| {
        blend * logistic(position.score / scale) + (1.0 - blend) * position.result
    };
    let seen = |position: &Position<'_>| !position.game.is_multiple_of(HELD_OUT);
    let size = present.len();
    let mut weights = DVector::from_column_slice(&present) / scale;
    let prior = weights.clone();
    let objective = |weights: &DVector<f64>| -> f64 {
        let losses = positions.iter().filter(seen).map(|position| {
            let value = dot(position.counts, weights.as_slice());
            softplus(value) - target(&position) * value
        });
        losses.sum::<f64>() + caution / 2.0 * (weights - &prior).norm_squared()
    };
    for _ in 0..STEPS {
        let mut gradient = (&weights - &prior) * caution;
        let mut curvature = DMatrix::identity(size, size) * caution.max(1e-6);
        for position in positions.iter().filter(seen) {
            let chance = logistic(dot(position.counts, weights.as_slice()));
            let error = chance - target(&position);
            let weight = chance * (1.0 - chance);
            for (row, &count) in position.counts.iter().enumerate().filter(|it| *it.1 != 0.0) {
                let count = f64::from(count);
                gradient[row] += error * count;
                for (column, &other) in position.counts.iter().enumerate().take(row + 1) {
                    curvature[(row, column)] += weight * count * f64::from(other);
                }
            }
        }
        // The factorisation reads the lower half alone. What does not factor has terms
        // that depend on each other, and there is nothing to gain.
        let Some(factors) = curvature.cholesky() else { break };
        // Where nearly every game is foretold with certainty, a whole step may go too far.
        let step = factors.solve(&gradient);
        let before = objective(&weights);
        let shorter = (0..HALVINGS).map(|halvings| &weights - &step * 0.5_f64.powi(halvings));
        let Some(better) = shorter.into_iter().find(|weights| objective(weights) <= before) else {
            break;
        };
        weights = better;
    }
    let weights: Vec<f64> = weights.iter().map(|weight| weight * scale).collect();
    let loss = |weights: &[f64]| {
        let held_out = positions.iter().filter(|position| !seen(position));
        let losses = held_out.map(|position| {
            let chance = logistic(dot(position.counts, weights) / scale);
            cross_entropy(target(&position), chance)
        });
        mean(losses)
    };
    Fit { losses: (loss(&present), loss(&weights)), positions: used(positions), weights, scale }
}

/// The scale by which the present weights foretell the results best.
fn best_scale(positions: &Positions, weights: &[f64]) -> f64 {
    let loss = |scale: f64| {
        mean(positions.iter().map(|position| {
            cross_entropy(position.result, logistic(dot(position.counts, weights) / scale))
        }))
    };
    // The loss has one minimum in the inverse of the scale.
    1.0 / golden_section(1.0 / 5000.0..1.0 / 20.0, |inverse| loss(1.0 / inverse))
}

/// Where in `range` a function is least that has a single minimum there.
pub(super) fn golden_section(range: Range<f64>, function: impl Fn(f64) -> f64) -> f64 {
    let ratio = (5_f64.sqrt() - 1.0) / 2.0;
    let Range { start: mut low, end: mut high } = range;
    for _ in 0..GOLDEN_STEPS {
        let (left, right) = (high - ratio * (high - low), low + ratio * (high - low));
        if function(left) < function(right) { high = right } else { low = left }
    }
    f64::midpoint(low, high)
}

/// In how many positions each term is not 0.
fn used(positions: &Positions) -> Vec<usize> {
    let mut used = vec![0; positions.terms.len()];
    for position in positions.iter() {
        for (used, &count) in used.iter_mut().zip(position.counts) {
            *used += usize::from(count != 0.0);
        }
    }
    used
}

/// The logistic function.
pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The integral of the logistic function.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn cross_entropy(target: f64, chance: f64) -> f64 {
    let chance = chance.clamp(1e-9, 1.0 - 1e-9);
    -target * chance.ln() - (1.0 - target) * (1.0 - chance).ln()
}

fn dot(counts: &[f32], weights: &[f64]) -> f64 {
    counts.iter().zip(weights).map(|(&count, weight)| f64::from(count) * weight).sum()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

    /// Positions whose games end as weights of 90 and -30 on a scale of 200 foretell.
    fn made_up() -> Positions {
        let mut chance = StdRng::seed_from_u64(3);
        let mut rows = Vec::new();
        for game in 0..40_000 {
            let counts = [chance.random_range(-3..=3), chance.random_range(-3..=3), 0];
            let value = 90.0 * f64::from(counts[0]) - 30.0 * f64::from(counts[1]);
            let won = chance.random_bool(logistic(value / 200.0));
            rows.push((counts, f64::from(u8::from(won)), value, game));
        }
        Positions::of_rows(vec![("men", 100), ("doubled men", 10), ("never", 7)], rows)
    }

    #[test]
    fn weights_that_made_the_results_are_found() {
        let found = fit(&made_up(), 0.0, 0.0);
        let [men, doubled, never] = found.weights[..] else { panic!("{found:?}") };
        assert!((doubled / men + 1.0 / 3.0).abs() < 0.05, "{found:?}");
        assert!((men / found.scale - 0.45).abs() < 0.02, "{found:?}");
        assert!((never - 7.0).abs() < 1e-6, "what never counts stays: {found:?}");
        assert!(found.losses.1 < found.losses.0, "{found:?}");
        assert!(found.positions[0] > 30_000 && found.positions[2] == 0);
    }

    #[test]
    fn games_that_are_certain_do_not_make_weights_run_away() {
        let rows = (0..2000).map(|game| {
            let lead = if game % 2 == 0 { 40 } else { -40 };
            ([lead, game as i16 % 7], f64::from(u8::from(lead > 0)), 0.0, game)
        });
        let positions = Positions::of_rows(vec![("men", 100), ("noise", 5)], rows.collect());
        let found = fit(&positions, 0.0, 10.0);
        assert!(found.weights.iter().all(|weight| weight.abs() < 5000.0), "{found:?}");
        assert!(found.losses.1 <= found.losses.0, "{found:?}");
    }

    #[test]
    fn caution_keeps_the_present_weights() {
        let found = fit(&made_up(), 0.0, 1e9);
        for (fitted, present) in found.weights.iter().zip([100.0, 10.0, 7.0]) {
            assert!((fitted - present).abs() < 0.5, "{found:?}");
        }
    }
}
