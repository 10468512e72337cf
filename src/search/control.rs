//! Telling a running search to stop, and to stop waiting.

use std::sync::{
    Condvar, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering::Relaxed},
};

/// The strings by which a search is held from outside; shared by the search and
/// its client.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    /// Whether the answer must wait for [`stop`](Self::stop) or
    /// [`release`](Self::release), and clocks do not run.
    hold: AtomicBool,
    changed: Condvar,
    lock: Mutex<()>,
}

impl Control {
    /// A control whose search answers when it has finished, or if `hold` only when
    /// it is stopped or released.
    pub fn new(hold: bool) -> Self {
        Self { hold: AtomicBool::new(hold), ..Self::default() }
    }

    /// Ends the search as soon as it has any result.
    pub fn stop(&self) {
        self.change(|| self.stop.store(true, Relaxed));
    }

    /// Lets a held search answer when it has finished; its clock begins to run
    /// (`ponderhit`).
    pub fn release(&self) {
        self.change(|| self.hold.store(false, Relaxed));
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether the search may not answer yet.
    pub fn is_held(&self) -> bool {
        self.hold.load(Relaxed) && !self.is_stopped()
    }

    /// Blocks until the search may answer.
    pub fn wait_while_held(&self) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while self.is_held() {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn change(&self, set: impl FnOnce()) {
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        set();
        drop(guard);
        self.changed.notify_all();
    }
}
