//! The search: from a position of any game to its best move.
//!
//! [`search`] deepens iteratively with aspiration windows (`root`), each
//! iteration a principal variation search (`pvs`) that orders its moves by what
//! it has learnt (`order`) and shares a [`Table`] with the other threads (lazy
//! SMP). It knows games only by the traits of [`crate::game`].

mod control;
mod limits;
mod order;
mod pvs;
mod report;
mod root;
mod sides;
mod skill;
mod table;
mod time;
mod value;

pub use control::Control;
pub use limits::Limits;
pub use report::{Bound, Line, Report, Score, WinDrawLoss};
pub use root::{Answer, Memory, Task, search};
pub use skill::Skill;
pub use table::{NoMemory, Table};
pub use time::{Budget, Clock, GameClock, SystemClock};
pub use value::{DECIDED, MAX_PLY, Value, WIN, is_decided, plies_to_end};
