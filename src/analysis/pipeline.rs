//! Many workers, one order.
//!
//! A thread reads lines, the workers search them, and the caller's thread writes
//! their records in the order of the lines. The reader takes a permit for each line
//! and gets it back when the record is written; so what is read and not yet written
//! stays bounded, however slow a position is and whatever is slow, input, search or
//! output.

use super::{
    query::{Defaults, Query},
    shape::Shape,
    source::{Item, Source},
    worker::Worker,
};
use crate::search::{Control, NoMemory};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::Arc,
    thread,
    time::Duration,
};
use thiserror::Error;

/// Lines that have been read and whose records are not written.
const WINDOW: usize = 1024;

/// The longest time between two words to the caller.
const PATIENCE: Duration = Duration::from_millis(200);

/// What is done with each line.
#[derive(Clone)]
pub struct Job {
    /// What lines need not say.
    pub defaults: Defaults,
    /// What records look like.
    pub shape: Shape,
    /// Positions to search at a time.
    pub threads: usize,
    /// The size of the table of each, in MB.
    pub hash: usize,
}

/// How far a run has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Records written.
    pub records: u64,
    /// Those that tell an error.
    pub errors: u64,
    /// Bytes of input up to the last of them.
    pub bytes: u64,
}

/// Why a run ended early.
#[derive(Debug, Error)]
pub enum AnalysisError {
    /// A table is too large.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// A thread could not be started.
    #[error("the threads that the analysis needs are not to be had: {0}")]
    Threads(io::Error),
    /// The input could not be read on.
    #[error("{0}")]
    Input(io::Error),
    /// The output could not be written.
    #[error("the output: {0}")]
    Output(io::Error),
}

/// The record of a line.
struct Done {
    rows: String,
    is_error: bool,
    end: u64,
}

/// A place in the order, and what belongs there.
type Numbered<T> = (u64, T);

/// Writes a record of each line that is left in `source` to `sink`, in their order,
/// as soon as it can be. `hear` is told now and then how far that has got, starting
/// from `progress`.
///
/// # Errors
/// If there are no means to begin, the input cannot be read to its end, or the
/// output cannot be written; an output that nobody reads any more is one of these.
pub fn run(
    job: &Arc<Job>,
    source: Source,
    sink: &mut dyn Write,
    mut progress: Progress,
    hear: &mut dyn FnMut(Progress),
) -> Result<Progress, AnalysisError> {
    let control = Arc::new(Control::new(false));
    let (permits, returned) = bounded(WINDOW);
    let (items, taken) = bounded(WINDOW);
    let (results, finished) = bounded(WINDOW);
    for _ in 0..job.threads.max(1) {
        let worker = Worker::new(job.hash, Arc::clone(&control))?;
        let (job, taken, results) = (Arc::clone(job), taken.clone(), results.clone());
        let work = move || search_all(worker, &job, &taken, &results);
        thread::Builder::new().spawn(work).map_err(AnalysisError::Threads)?;
    }
    let read = move || read_all(source, &permits, &items, &results);
    thread::Builder::new().spawn(read).map_err(AnalysisError::Threads)?;
    let written = write_all(&finished, &returned, sink, &mut progress, hear);
    // Who still searches does so for nobody.
    control.stop();
    written.map(|()| progress)
}

/// Numbers the lines for the workers.
fn read_all(
    mut source: Source,
    permits: &Sender<()>,
    items: &Sender<Numbered<Item>>,
    results: &Sender<Numbered<io::Result<Done>>>,
) {
    for place in 0.. {
        if permits.send(()).is_err() {
            return;
        }
        match source.next_item() {
            Ok(None) => return,
            Ok(Some(item)) => {
                if items.send((place, item)).is_err() {
                    return;
                }
            }
            Err(error) => {
                // Nobody may be there any more to hear it.
                let _ = results.send((place, Err(error)));
                return;
            }
        }
    }
}

fn search_all(
    mut worker: Worker,
    job: &Job,
    items: &Receiver<Numbered<Item>>,
    results: &Sender<Numbered<io::Result<Done>>>,
) {
    for (place, item) in items {
        let query = Query::read(&item, &job.defaults);
        let found = query.position.and_then(|position| worker.search(&position, &job.defaults));
        let rows = job.shape.rows(&query.echo, &found);
        let done = Done { rows, is_error: found.is_err(), end: item.end };
        if results.send((place, Ok(done))).is_err() {
            return;
        }
    }
}

fn write_all(
    finished: &Receiver<Numbered<io::Result<Done>>>,
    permits: &Receiver<()>,
    sink: &mut dyn Write,
    progress: &mut Progress,
    hear: &mut dyn FnMut(Progress),
) -> Result<(), AnalysisError> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    loop {
        if finished.is_empty() {
            // Before a pause, who reads the output gets all that there is.
            sink.flush().map_err(AnalysisError::Output)?;
        }
        match finished.recv_timeout(PATIENCE) {
            Ok((place, done)) => {
                waiting.insert(place, done);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        while let Some(done) = waiting.remove(&next) {
            let Done { rows, is_error, end } = done.map_err(AnalysisError::Input)?;
            sink.write_all(rows.as_bytes()).map_err(AnalysisError::Output)?;
            progress.records += 1;
            progress.errors += u64::from(is_error);
            progress.bytes = end;
            next += 1;
            // The reader has taken a permit for it, or has ended.
            let _ = permits.try_recv();
        }
        hear(*progress);
    }
}
