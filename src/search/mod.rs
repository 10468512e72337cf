//! The search: from a position of any game to its best move.
//!
//! [`search`] deepens iteratively with aspiration windows (`root`), each
//! iteration a principal variation search (`pvs`) of two sides (`sides`), or among
//! three players one in which each is for himself (`maxn`). Both order their moves
//! by what a thread has learnt (`order`, `worker`) and share a [`Table`] with the
//! other threads (lazy SMP), and a list of what they are at (`busy`). The search knows
//! games only by the traits of [`crate::game`].

mod busy;
mod control;
mod endings;
mod limits;
mod maxn;
mod order;
mod pages;
mod pvs;
mod report;
mod root;
mod sides;
mod skill;
mod table;
mod threats;
mod time;
mod value;
mod worker;

pub use control::Control;
pub use limits::Limits;
pub use report::{Bound, Line, Report, Score, WinDrawLoss};
pub use root::{Answer, Memory, Task, search};
pub use sides::ManySearch;
pub use skill::Skill;
pub use table::{NoMemory, Table};
pub use time::{Budget, Clock, GameClock, SystemClock};
pub use value::{DECIDED, MAX_PLY, Value, WIN, is_decided, plies_to_end};
