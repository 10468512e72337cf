//! How much memory there is to be had.

/// Bytes of physical memory that can be had.
pub(crate) fn free() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    system.available_memory().min(limit)
}
