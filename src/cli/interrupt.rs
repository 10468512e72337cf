//! What Ctrl-C does to long work: the first one ends it with what it has, another one at
//! once.

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

/// Sets the flag when the user or the system asks the program to end.
pub(super) fn set_on_signal(interrupt: Arc<AtomicBool>) {
    let mut first = None;
    // Without a handler the system ends the program.
    let _ = ctrlc::set_handler(move || {
        interrupt.store(true, Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > LAST_WAIT {
            std::process::exit(INTERRUPTED.into());
        }
    });
}
