//! The fixed bench: a signature of the search, and its speed.

use crate::{
    game::OptionValues,
    search::{Clock, Control, Limits, ManySearch, Table},
    session::{IllegalMove, Request, Start},
    variants::Registry,
};
use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

/// The hash table of the bench, in MB.
const HASH: usize = 16;

/// What a bench has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Nodes of all positions: the signature, the same on every machine.
    pub nodes: u64,
    /// Time, table and set-up included.
    pub time: Duration,
}

/// Searches the bench positions of every variant of `games` with one thread,
/// `depth` plies deep or to the depth of each variant, until `control` stops it.
/// `report` gets each variant with its nodes. Breaks with what was done if it is
/// stopped, or if there is no memory.
pub fn run(
    games: &Registry,
    depth: Option<u32>,
    control: &Arc<Control>,
    clock: &Arc<dyn Clock>,
    mut report: impl FnMut(&str, u64),
) -> ControlFlow<Total, Total> {
    let started = clock.now();
    let taken = |nodes| Total { nodes, time: clock.now().saturating_sub(started) };
    let mut total = 0;
    let Ok(table) = Table::new(HASH).map(Arc::new) else {
        log::error!("there is no memory for the bench");
        return ControlFlow::Break(Total::default());
    };
    for variant in games.variants() {
        let mut session = variant.open(&OptionValues::default());
        let mut nodes = 0;
        for fen in variant.info.bench {
            session.new_game();
            table.clear();
            if let Err(error) = session.set_position(Start::Fen(fen), "", IllegalMove::Refused) {
                log::error!("bench position '{fen}': {error}");
                continue;
            }
            let visited = Arc::new(AtomicU64::new(0));
            let last = Arc::clone(&visited);
            session.search(Request {
                limits: Limits {
                    depth: Some(depth.unwrap_or(variant.info.bench_depth)),
                    ..Limits::default()
                },
                moves: Vec::new(),
                lines: 1,
                threads: 1,
                overhead: Duration::ZERO,
                skill: None,
                many: ManySearch::default(),
                tablebase: None,
                table: Arc::clone(&table),
                control: Arc::clone(control),
                clock: Arc::clone(clock),
                started: clock.now(),
                report: Box::new(move |info| last.store(info.nodes, Relaxed)),
            })();
            nodes += visited.load(Relaxed);
            if control.is_stopped() {
                return ControlFlow::Break(taken(total + nodes));
            }
        }
        report(variant.info.name, nodes);
        total += nodes;
    }
    ControlFlow::Continue(taken(total))
}
