//! Evaluations that are sums of features times weights.

use super::Term;

/// A row of a table of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// What is counted.
    pub name: &'static str,
    /// The value of one, in hundredths of a plain piece.
    pub weight: i32,
}

/// A row of a table of weights, to be written in one line.
pub const fn weight(name: &'static str, weight: i32) -> Weight {
    Weight { name, weight }
}

/// The sum of the features times their weights.
pub fn weighed<const N: usize>(features: &[i32; N], weights: &[Weight; N]) -> i32 {
    features.iter().zip(weights).map(|(count, row)| count * row.weight).sum()
}

/// The terms of [`weighed`], from seat 1's point of view if `sign` is that of the
/// features for seat 1: 1 or -1.
pub fn terms<const N: usize>(features: &[i32; N], weights: &[Weight; N], sign: i32) -> Vec<Term> {
    let term = |(count, row): (&i32, &Weight)| Term {
        name: row.name,
        count: sign * count,
        parts: 1,
        weight: row.weight,
    };
    features.iter().zip(weights).map(term).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_add_up_to_the_value() {
        const WEIGHTS: [Weight; 2] = [weight("men", 100), weight("steps", -3)];
        let features = [2, 5];
        assert_eq!(weighed(&features, &WEIGHTS), 185);
        let sum = |sign| -> i32 {
            terms(&features, &WEIGHTS, sign).iter().map(|term| term.count * term.weight).sum()
        };
        assert_eq!((sum(1), sum(-1)), (185, -185));
    }
}
