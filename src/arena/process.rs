//! A child process that is talked to by lines.

use super::fault::{Failure, Fault};
use crate::text::cut;
use std::{
    collections::VecDeque,
    io::{self, BufRead as _, BufReader, Read, Write},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Time to end after `quit`, or after its pipe has been closed.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// How often a silent process is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// Lines that wait to be read; a process that says more waits itself.
const QUEUE: usize = 4096;
/// The longest line, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// The most that a process may write in answer to a line, in bytes, and on its standard
/// error meanwhile.
const FLOOD: u64 = 16 << 20;
/// Lines that are kept for the record of a fault, and how much of each, in characters.
const KEPT: usize = 8;
const LONGEST_KEPT: usize = 1000;

/// What a process wrote last, and how much since something was said to it.
#[derive(Debug, Default)]
struct Recent {
    lines: VecDeque<String>,
    bytes: u64,
}

impl Recent {
    fn add(&mut self, line: &str, bytes: u64) {
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        self.lines.push_back(cut(line, LONGEST_KEPT));
        self.bytes += bytes;
    }
}

/// A line that a process wrote.
#[derive(Debug)]
struct Line {
    text: String,
    bytes: u64,
}

/// A running process. When it is dropped it is told to `quit`, and killed if it does
/// not.
pub(super) struct Process {
    child: Child,
    /// Lines on their way to it, which it may not read.
    input: Sender<String>,
    output: Receiver<Line>,
    said: Recent,
    errors: Arc<Mutex<Recent>>,
    errors_end: JoinHandle<()>,
    /// Ends all waiting.
    interrupt: Arc<AtomicBool>,
}

impl Process {
    /// Starts `command`, in a group of its own, so that what it starts can be ended
    /// with it and the keys of a terminal do not reach it.
    pub(super) fn start(mut command: Command, interrupt: Arc<AtomicBool>) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let no_pipe = || io::Error::other("no pipe");
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let stderr = child.stderr.take();
        let (input, lines) = mpsc::channel();
        let (sender, output) = mpsc::sync_channel(QUEUE);
        let errors = Arc::<Mutex<Recent>>::default();
        let (stdin, stdout) = (stdin.ok_or_else(no_pipe)?, stdout.ok_or_else(no_pipe)?);
        thread::Builder::new().spawn(move || write_lines(stdin, &lines))?;
        thread::Builder::new().spawn(move || send_lines(stdout, &sender))?;
        let (stderr, heard) = (stderr.ok_or_else(no_pipe)?, Arc::clone(&errors));
        let errors_end = thread::Builder::new().spawn(move || {
            read_lines(stderr, |Line { text, bytes }| {
                lock(&heard).add(&text, bytes);
                true
            });
        })?;
        Ok(Self { child, input, output, said: Recent::default(), errors, errors_end, interrupt })
    }

    /// Says a line.
    pub(super) fn say(&mut self, line: &str) {
        self.said.bytes = 0;
        lock(&self.errors).bytes = 0;
        // Who does not take it will not answer either, which is noticed then.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// The next line of its output; `None` if there is none until `deadline`.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<Option<String>, Failure> {
        loop {
            if self.interrupt.load(Relaxed) {
                return Err(Failure::Interrupted);
            }
            if lock(&self.errors).bytes > FLOOD {
                return Err(Fault::Flood("standard error".to_owned()).into());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(Line { text, bytes }) => {
                    self.said.add(&text, bytes);
                    if bytes >= LONGEST_LINE {
                        return Err(Fault::BrokenLine(format!(
                            "it is endless: {}",
                            cut(&text, 40)
                        ))
                        .into());
                    }
                    if self.said.bytes > FLOOD {
                        return Err(Fault::Flood("standard output".to_owned()).into());
                    }
                    return Ok(Some(text));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash().into()),
                // What it has left behind may hold its pipe.
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    return Err(self.crash().into());
                }
                Err(RecvTimeoutError::Timeout) if left <= LOOK => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The last lines of its output, oldest first.
    pub(super) fn last_lines(&self) -> Vec<String> {
        self.said.lines.iter().cloned().collect()
    }

    /// The last lines of its standard error, oldest first.
    pub(super) fn last_errors(&self) -> Vec<String> {
        lock(&self.errors).lines.iter().cloned().collect()
    }

    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    fn crash(&mut self) -> Fault {
        // The pipe may close a moment before the process is gone, and its last words may
        // still be on their way.
        let status = self.wait_for_end();
        wait_until(|| self.errors_end.is_finished().then_some(()));
        Fault::Crash(
            status.map_or_else(|| "its pipe is closed".to_owned(), |status| status.to_string()),
        )
    }

    fn wait_for_end(&mut self) -> Option<ExitStatus> {
        wait_until(|| self.child.try_wait().ok().flatten())
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
            let _ = group.map(|group| kill_process_group(group, Signal::KILL));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        self.wait_for_end();
        // What it has started may outlive it.
        self.kill();
    }
}

/// What `find` finds within [`LAST_WORDS`].
fn wait_until<T>(mut find: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + LAST_WORDS;
    loop {
        match find() {
            None if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
            found => return found,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes lines until nobody reads them, or no more come.
fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Hands on lines until the output is closed or nobody listens.
fn send_lines(output: impl Read, sender: &SyncSender<Line>) {
    read_lines(output, |line| sender.send(line).is_ok());
}

/// Reads lines until the output is closed or `take` says that it is enough. Of a line
/// that is too long, the rest is another one.
fn read_lines(output: impl Read, mut take: impl FnMut(Line) -> bool) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if !take(Line { text, bytes: line.len() as u64 }) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_made_readable() {
        let long = vec![b'x'; LONGEST_LINE as usize + 3];
        let text = [b" a\r\n\xff\n", long.as_slice()].concat();
        let mut lines = Vec::new();
        read_lines(text.as_slice(), |line| {
            lines.push((line.text, line.bytes));
            true
        });
        assert_eq!(lines[..2], [("a".to_owned(), 4), ("\u{fffd}".to_owned(), 2)]);
        assert_eq!((lines.len(), &lines[3]), (4, &("xxx".to_owned(), 3)));
    }
}
