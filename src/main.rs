//! The `ninefold` program.
fn main() {}
