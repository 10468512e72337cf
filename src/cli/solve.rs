//! `ninefold solve`: proofs of who wins.

use super::{
    interrupt::{INTERRUPTED, Interrupt},
    tables::{megabytes, rules},
};
use crate::{
    analysis::Source,
    memory,
    session::{PositionSolver, SolveError, SolvedPosition, Start},
    solve::Effort,
    variants::Variant,
};
use clap::{Args, value_parser};
use std::{
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
    thread,
    time::Instant,
};

/// The stack of the thread that solves: lines of play may be thousands of plies long.
const STACK: usize = 1 << 29;

/// Prove who wins a position.
///
/// The answer is a proof by the rules, for a game that begins with the position: `win`,
/// `draw` or `loss` for the player to move; if it takes more than the limits, what is
/// proven: `no-loss`, `no-win` or `unknown`. A move that keeps the result comes with it.
/// Ctrl-C ends the work with what is proven then.
#[derive(Debug, Args)]
pub(super) struct SolveArguments {
    /// The position [default: the start position]
    #[arg(long, conflicts_with = "input")]
    fen: Option<String>,

    /// Moves to play first
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,

    /// Solve the positions of a file, a FEN a line; `-` is the standard input
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    input: Option<PathBuf>,

    /// Memory for what is known of positions, in MB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = value_parser!(u32).range(1..=1_048_576))]
    hash: u32,

    /// Nodes to search for each player's win, or positions to go through [default: no limit]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// A folder with tables of endings
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,

    /// Go through all positions that can be reached, also where a search would do; tells the
    /// plies to the end
    #[arg(long)]
    exhaustive: bool,
}

impl SolveArguments {
    /// Solves the positions and prints the results. The status is 1 if one was not solved.
    pub(super) fn run(
        &self,
        variant: Variant,
        options: &[(String, String)],
    ) -> Result<ExitCode, String> {
        let session = variant.open(&rules(variant, options)?);
        let memory = u64::from(self.hash) << 20;
        let free = memory::free();
        if memory > free {
            let [memory, free] = [memory, free].map(megabytes);
            return Err(format!("--hash takes {memory} of memory, and {free} are free"));
        }
        let tablebase = match &self.tables {
            Some(folder) => {
                let tables = session
                    .tables()
                    .ok_or_else(|| format!("there are no tables of '{}'", variant.info.name))?;
                let (tablebase, bad) = tables.read_all(folder, tables.endless(), u8::MAX);
                if let Some(bad) = bad {
                    return Err(bad.to_string());
                }
                if tablebase.most().is_none() {
                    return Err(format!("there are no tables in {}", folder.display()));
                }
                Some(Arc::new(tablebase.into()))
            }
            None => None,
        };
        let effort = Effort {
            memory: memory as usize,
            nodes: self.nodes.unwrap_or(u64::MAX),
            exhaustive: self.exhaustive,
        };
        let asked = Arc::new(AtomicBool::new(false));
        let interrupt = Interrupt::listen(Arc::clone(&asked));
        let solver = session.solver(effort, tablebase, asked);
        let solver = solver.map_err(|error| error.to_string())?;
        let all_solved = thread::scope(|scope| {
            let run = || self.solve_all(solver, &interrupt);
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
            let thread = thread.map_err(|error| super::no_threads(&error))?;
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })?;
        Ok(match all_solved {
            true => ExitCode::SUCCESS,
            false if interrupt.is_asked() => INTERRUPTED.into(),
            false => ExitCode::FAILURE,
        })
    }

    /// Whether each position was solved; none after an interrupt is.
    fn solve_all(&self, mut solver: PositionSolver, interrupt: &Interrupt) -> Result<bool, String> {
        let Some(path) = &self.input else {
            let start = self.fen.as_deref().map_or(Start::Startpos, Start::Fen);
            let moves = self.moves.join(" ");
            let answer = solve(&mut solver, start, &moves).map_err(|error| error.to_string())?;
            super::print(&answer.line)?;
            return Ok(answer.is_proven);
        };
        let mut source = Source::new([path.clone()], 1);
        let mut all_solved = true;
        let mut next = || interrupt.wait_for(|| source.next_item());
        while let Some(item) = next().map_err(|error| error.to_string())? {
            if interrupt.is_asked() {
                return Ok(false);
            }
            let answer = match &item.content {
                Ok(fen) => solve(&mut solver, Start::Fen(fen), "").map_err(|it| it.to_string()),
                Err(error) => Err(error.clone()),
            };
            match answer {
                Ok(Answer { line, is_proven }) => {
                    all_solved &= is_proven;
                    // Who has closed the pipe will not miss the others.
                    if !super::print_if_read(&line)? {
                        break;
                    }
                }
                Err(error) => {
                    all_solved = false;
                    super::complain(format_args!("error: line {}: {error}", item.number));
                }
            }
        }
        Ok(all_solved)
    }
}

/// What is told of a position.
struct Answer {
    line: String,
    /// Whether the result is proven.
    is_proven: bool,
}

/// Solves a position.
fn solve(solver: &mut PositionSolver, start: Start<'_>, moves: &str) -> Result<Answer, SolveError> {
    let started = Instant::now();
    let SolvedPosition { fen, proven, best, plies, nodes } = solver(start, moves)?;
    let best = best.map_or_else(String::new, |best| format!(" move {best}"));
    let plies = plies.map_or_else(String::new, |plies| format!(" plies {plies}"));
    let (name, time) = (proven.name(), started.elapsed().as_millis());
    let line = format!("result {name}{best}{plies} nodes {nodes} time {time} fen {fen}\n");
    Ok(Answer { line, is_proven: proven.least == proven.most })
}
