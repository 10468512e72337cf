//! Wari (Oware).
