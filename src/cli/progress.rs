//! How far a long job has got, on the standard error.

use crate::analysis::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{self, IsTerminal as _},
    time::{Duration, Instant},
};

/// Between two lines where nobody watches.
const PAUSE: Duration = Duration::from_secs(10);

/// Tells how far an analysis has got: by a bar on a terminal, elsewhere by a line now
/// and then.
pub(super) struct Reporter {
    manner: Manner,
    begun: Instant,
    /// What was there before this run.
    before: Progress,
}

enum Manner {
    Quiet,
    Bar(ProgressBar),
    Lines { last: Instant },
}

impl Reporter {
    /// `bytes`: those of the whole input, if they are known.
    pub(super) fn new(quiet: bool, bytes: Option<u64>, before: Progress) -> Self {
        let begun = Instant::now();
        let manner = if quiet {
            Manner::Quiet
        } else if io::stderr().is_terminal() {
            Manner::Bar(bar(bytes))
        } else {
            Manner::Lines { last: begun }
        };
        Self { manner, begun, before }
    }

    /// Hears how far it has got.
    pub(super) fn hear(&mut self, progress: Progress) {
        match &mut self.manner {
            Manner::Quiet => {}
            Manner::Bar(bar) => {
                bar.set_position(progress.bytes);
                // Words cost more than numbers, and nobody reads a thousand a second.
                if progress.records.is_multiple_of(64) || bar.message().is_empty() {
                    bar.set_message(describe(progress, self.before, self.begun.elapsed()));
                }
            }
            Manner::Lines { last } => {
                if last.elapsed() >= PAUSE {
                    *last = Instant::now();
                    super::complain(describe(progress, self.before, self.begun.elapsed()));
                }
            }
        }
    }

    /// Says how it has ended.
    pub(super) fn end(&self, progress: Progress) {
        if let Manner::Bar(bar) = &self.manner {
            bar.finish_and_clear();
        }
        if !matches!(self.manner, Manner::Quiet) {
            super::complain(describe(progress, self.before, self.begun.elapsed()));
        }
    }
}

fn bar(bytes: Option<u64>) -> ProgressBar {
    let (bar, template) = match bytes {
        Some(bytes) => (ProgressBar::new(bytes), "{wide_bar} {percent} %, {eta} left; {msg}"),
        None => (ProgressBar::new_spinner(), "{spinner} {msg}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

fn describe(progress: Progress, before: Progress, time: Duration) -> String {
    let Progress { records, errors, .. } = progress;
    let seconds = time.as_secs_f64();
    let rate = (records - before.records) as f64 / seconds.max(0.001);
    let kept = match before.records {
        0 => String::new(),
        kept => format!(" ({kept} from before)"),
    };
    format!("{records} positions{kept}, {errors} errors, {seconds:.1} s, {rate:.0} a second")
}
