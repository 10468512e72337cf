//! What is shown while tables are made.

use crate::tablebase::{GameTables, Work};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::{self, IsTerminal as _},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// How often each position is looked at, before a table has been seen.
const LOOKS: u64 = 20;

/// What is shown on the standard error: a bar on a terminal, else a line for each table.
pub(super) struct Screen {
    bar: Option<ProgressBar>,
    unit: &'static str,
    /// Positions of the table in the making.
    positions: u64,
    /// The looks at them.
    looks: AtomicU64,
    /// The looks at those of the tables before.
    before: u64,
}

impl Screen {
    pub(super) fn new(unit: &'static str) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            // Without its template the bar is plainer, but there.
            let template = "{wide_bar} {msg}, {elapsed}, {eta} to go";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        });
        Self { bar, unit, positions: 0, looks: AtomicU64::new(0), before: 0 }
    }

    /// The table of so much material is next, of all up to `most`.
    pub(super) fn expect(&mut self, tables: &dyn GameTables, material: u8, most: u8) {
        if let Some(bar) = &self.bar {
            let looks = self.looks.swap(0, Relaxed);
            let each = looks.checked_div(self.positions).map_or(LOOKS, |each| each.max(1));
            self.before += looks;
            self.positions = tables.positions(material);
            let left: u64 = (material..=most).map(|material| tables.positions(material)).sum();
            bar.set_length(self.before + left * each);
        }
    }

    pub(super) fn tell(&self, work: Work) {
        let Work { material, rounds, looks } = work;
        self.looks.fetch_max(looks, Relaxed);
        if let Some(bar) = &self.bar {
            bar.set_position(self.before + looks);
            bar.set_message(format!("{material} {}, round {rounds}", self.unit));
        }
    }

    pub(super) fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => crate::cli::complain(line),
        }
    }

    pub(super) fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
