//! Fits the weights of an evaluation to games that were played.
//!
//! Texel's method: the evaluations of this crate are sums of terms, a count times a
//! weight each, and the weights are sought by which the logistic function of the sum
//! foretells best how the games ended. [`Positions`] takes the positions out of the
//! records of matches, [`fit`] finds the weights, and [`Positions::chances`] the model that
//! turns scores into chances.
//!
//! Source: P. Österlund, *Texel's tuning method*, Chess Programming Wiki.

mod chances;
mod positions;
mod regression;

pub use positions::{Filter, Positions, ReadError};
pub use regression::{Fit, fit};
