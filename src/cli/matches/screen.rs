//! What a match shows while it is played.

use crate::arena::{Progress, Sprt};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::{self, IsTerminal as _},
    time::Duration,
};

/// How often the elapsed time moves on a terminal.
const TICK: Duration = Duration::from_secs(1);

/// Where the progress of a match is shown, on the standard error.
pub(super) enum Screen {
    /// A table that stays in its place, and a bar.
    Bar(ProgressBar),
    /// A line for each game.
    Lines,
    Nothing,
}

impl Screen {
    pub(super) fn new(quiet: bool) -> Self {
        if quiet {
            return Self::Nothing;
        }
        if !io::stderr().is_terminal() {
            return Self::Lines;
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // Without its template the bar is plainer, but there.
        let template = "{msg}\n{wide_bar} {pos} of {len} games, {elapsed}, {eta} to go";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        Self::Bar(bar)
    }

    /// Shows a game that has ended, and how it stands with it.
    pub(super) fn tell(&self, progress: &Progress<'_>, sprt: Option<Sprt>) {
        match self {
            Self::Nothing => {}
            Self::Lines => crate::cli::complain(line(progress, sprt)),
            Self::Bar(bar) => {
                if progress.record.offence.is_some() {
                    bar.println(line(progress, None));
                }
                bar.set_length(progress.games as u64);
                bar.set_position(progress.standings.games());
                bar.set_message(format!("{}{}", progress.standings, ratio(progress, sprt)));
            }
        }
    }

    /// Takes the bar away.
    pub(super) fn close(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn line(progress: &Progress<'_>, sprt: Option<Sprt>) -> String {
    let Progress { record, standings, games } = progress;
    let offence = record.offence.as_ref();
    let offence = offence.map(|it| format!("; {}: {}", it.player, it.fault)).unwrap_or_default();
    format!(
        "game {} of {games}, {}: {} ({}), {} plies; {}{offence}{}",
        record.number + 1,
        record.players.join("-"),
        record.result,
        record.reason,
        record.opening.moves.len() + record.moves.len(),
        standings.summary(),
        ratio(progress, sprt),
    )
}

fn ratio(progress: &Progress<'_>, sprt: Option<Sprt>) -> String {
    sprt.map_or(String::new(), |sprt| {
        let (low, high) = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(&progress.standings.pairs());
        format!(", LLR {ratio:.2} ({low:.2} to {high:.2})")
    })
}
