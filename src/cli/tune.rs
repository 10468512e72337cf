//! `ninefold tune`: weights of an evaluation, fitted to games.

use crate::{
    game::Chances,
    tuner::{Filter, Fit, Positions, fit},
    variants::Variant,
};
use clap::Args;
use std::{fmt::Write as _, fs::File, io::BufReader, path::PathBuf};

/// Fit the weights of the evaluation to games that were played.
///
/// The games come from `ninefold match --record`.
#[derive(Debug, Args)]
pub(super) struct TuneArguments {
    /// Records of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The share of the search's score in the target; the rest is the result
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    blend: f64,

    /// How many positions speak for the present weights
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = positions)]
    caution: f64,

    /// Plies after the opening that do not count
    #[arg(long, value_name = "N", default_value_t = 2)]
    skip: usize,

    /// Positions with a higher or lower score do not count
    #[arg(long, value_name = "SCORE", default_value_t = 2000)]
    highest_score: i32,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn positions(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1e12).contains(number));
    number.ok_or_else(|| "expected a number of positions, 0 or more".to_owned())
}

impl TuneArguments {
    /// The fitted weights as a table.
    pub(super) fn run(&self, variant: Variant) -> Result<String, String> {
        let filter = Filter { skipped_plies: self.skip, highest_score: self.highest_score };
        let mut positions = Positions::default();
        for path in &self.files {
            let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
            let file = File::open(path).map_err(|error| named(&error))?;
            positions.read(BufReader::new(file), variant, filter).map_err(|error| named(&error))?;
        }
        if positions.is_empty() {
            return Err(format!("there is no position of {} to learn from", variant.info.name));
        }
        Ok(table(&positions, &fit(&positions, self.blend, self.caution)))
    }
}

fn table(positions: &Positions, fit: &Fit) -> String {
    let mut text = format!("{:<40} {:>8} {:>8} {:>10}\n", "term", "present", "fitted", "positions");
    for ((&(name, present), fitted), used) in
        positions.terms.iter().zip(&fit.weights).zip(&fit.positions)
    {
        let _ = writeln!(text, "{name:<40} {present:>8} {fitted:>8.1} {used:>10}");
    }
    let (before, after) = fit.losses;
    let _ = writeln!(
        text,
        "{} positions, scale {:.0}; loss on games held out: {before:.5} before, {after:.5} after",
        positions.len(),
        fit.scale
    );
    let (Chances { half, spread }, scores) = positions.chances();
    let _ = writeln!(text, "chances: half {half}, spread {spread}, by {scores} scores");
    text
}
