//! Counting move sequences: the usual test and benchmark of a move generator.

use super::Game;
use std::ops::ControlFlow;

/// The number of move sequences of exactly `depth` plies from `state`.
///
/// The last ply is counted without being made. Repetition is not seen: it needs
/// the history of a game.
pub fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    match walk(state, depth, &mut Vec::new(), &mut || ControlFlow::Continue(())) {
        ControlFlow::Continue(nodes) => nodes,
        ControlFlow::Break(()) => 0,
    }
}

/// [`perft`] below each of `moves`, legal moves of `state`.
///
/// `report` gets each move with its count as it is known; `stop` is asked now and
/// then whether to break off. Returns the sum of the counts, which for depth 0 is 1,
/// or
/// breaks with what there was of it.
pub fn divide<G: Game>(
    state: &G,
    moves: &[G::Move],
    depth: u32,
    mut stop: impl FnMut() -> bool,
    mut report: impl FnMut(G::Move, u64),
) -> ControlFlow<u64, u64> {
    let Some(rest) = depth.checked_sub(1) else { return ControlFlow::Continue(1) };
    let mut total = 0;
    let mut buffer = Vec::new();
    let mut poll = || {
        if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    for &mv in moves {
        let below = walk(&state.after(mv), rest, &mut buffer, &mut poll);
        let ControlFlow::Continue(nodes) = below else { return ControlFlow::Break(total) };
        total += nodes;
        report(mv, nodes);
    }
    ControlFlow::Continue(total)
}

/// Plies of a subtree that is walked between two calls of `poll`.
const POLLED_DEPTH: u32 = 5;

fn walk<G: Game>(
    state: &G,
    depth: u32,
    moves: &mut Vec<G::Move>,
    poll: &mut impl FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), u64> {
    if depth >= POLLED_DEPTH {
        poll()?;
    }
    match depth {
        0 => return ControlFlow::Continue(1),
        1 => return ControlFlow::Continue(state.count_legal_moves()),
        _ => {}
    }
    // All plies share one buffer: the moves of this one begin at `first`.
    let first = moves.len();
    state.legal_moves(moves);
    let mut nodes = 0;
    for index in first..moves.len() {
        nodes += walk(&state.after(moves[index]), depth - 1, moves, poll)?;
    }
    moves.truncate(first);
    ControlFlow::Continue(nodes)
}
