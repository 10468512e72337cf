//! What Ctrl-C does to long work: the first one ends it with what it has, another one after
//! a second at once.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// How long after one interrupt another one is not that of somebody in a hurry. Some
/// programs send a signal twice at once.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// The status of a program that Ctrl-C has ended.
pub(super) const INTERRUPTED: u8 = 130;

/// Hears when the user or the system asks the program to end.
pub(super) struct Interrupt {
    asked: Arc<AtomicBool>,
    /// Whether there is nothing to be brought to an end.
    idle: Arc<AtomicBool>,
}

impl Interrupt {
    /// `asked` is set when somebody asks.
    pub(super) fn listen(asked: Arc<AtomicBool>) -> Self {
        let idle = Arc::new(AtomicBool::new(false));
        let it = Self { asked: Arc::clone(&asked), idle: Arc::clone(&idle) };
        let mut first = None;
        // Without a handler the system ends the program.
        let _ = ctrlc::set_handler(move || {
            asked.store(true, Relaxed);
            let since = first.get_or_insert_with(Instant::now).elapsed();
            if idle.load(Relaxed) || since > LAST_WAIT {
                std::process::exit(INTERRUPTED.into());
            }
        });
        it
    }

    /// Whether somebody has asked.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.load(Relaxed)
    }

    /// Waits for something, as for a line that may never come: there is nothing to lose then,
    /// so that an interrupt ends the program at once.
    pub(super) fn wait_for<T>(&self, something: impl FnOnce() -> T) -> T {
        self.idle.store(true, Relaxed);
        let something = something();
        self.idle.store(false, Relaxed);
        something
    }
}
