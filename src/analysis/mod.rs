//! Analysis: a filter that searches positions, many at a time.
//!
//! A [`Source`] gives lines of input with their numbers. Each is read as a
//! [`Query`] (`query`), searched by one of several workers (`worker`), each of them
//! with one thread, a table and sessions of its own, and told as rows of a
//! [`Shape`] (`shape`), in the order of the input ([`run`]). A position is searched
//! with an empty table and nothing learnt, so its record depends on its line alone.
//! [`resume`] finds out what an interrupted run has written.

mod pipeline;
mod query;
mod record;
mod resume;
mod shape;
mod source;
mod worker;

pub use pipeline::{AnalysisError, Job, Progress, run};
pub use query::{Defaults, Position, Query};
pub use record::{Complaint, Echo, Findings, Kind, Line};
pub use resume::{ResumeError, Resumed, resume};
pub use shape::{Format, Shape};
pub use source::{Item, Source};
