//! Cores of the machine for games that are played side by side.

/// The cores that this program may use.
pub(super) struct Cores(Vec<usize>);

impl Cores {
    /// Those of the present thread; none where the system does not tell.
    #[cfg(target_os = "linux")]
    pub(super) fn available() -> Self {
        use rustix::thread::{CpuSet, sched_getaffinity};
        let allowed = sched_getaffinity(None).unwrap_or_default();
        Self((0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect())
    }

    /// None: this system does not tell.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn available() -> Self {
        Self(Vec::new())
    }

    /// The share of the game with this number among so many at a time: as many cores
    /// each as go round, and at least one.
    fn share(&self, number: usize, games: usize) -> &[usize] {
        let size = (self.0.len() / games.max(1)).max(1);
        let start = number * size % self.0.len().max(1);
        let end = (start + size).min(self.0.len());
        &self.0[start..end]
    }

    /// Keeps the present thread, and what it starts, to its share.
    pub(super) fn take(&self, number: usize, games: usize) {
        #[cfg(target_os = "linux")]
        {
            use rustix::thread::{CpuSet, sched_setaffinity};
            let mut share = CpuSet::new();
            self.share(number, games).iter().for_each(|&core| share.set(core));
            if let Err(error) = sched_setaffinity(None, &share) {
                log::warn!("cores cannot be chosen here: {error}");
            }
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = self.share(number, games);
            log::warn!("cores cannot be chosen on this system");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_at_a_time_part_the_cores() {
        let cores = Cores(vec![0, 2, 4, 6, 8]);
        let shares =
            |games| (0..games).map(|number| cores.share(number, games)).collect::<Vec<_>>();
        assert_eq!(shares(1), [&[0, 2, 4, 6, 8][..]]);
        assert_eq!(shares(2), [&[0, 2][..], &[4, 6]]);
        assert_eq!(shares(6), [[0], [2], [4], [6], [8], [0]].map(|core| core.to_vec()));
        assert!(Cores(Vec::new()).share(0, 1).is_empty());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_thread_keeps_to_its_share() {
        let cores = Cores::available();
        let found = std::thread::spawn(move || {
            cores.take(1, 2);
            (Cores::available().0, cores.share(1, 2).to_vec())
        });
        let (found, share) = found.join().expect("the thread ends");
        assert_eq!(found, share);
        assert!(!found.is_empty());
    }
}
