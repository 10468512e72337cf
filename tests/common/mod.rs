//! Drives the program as a client does: through its pipes.

#![allow(dead_code, reason = "each test crate uses its own part")]

use std::{
    fmt::{Display, Write as _},
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

/// How long an answer may take on a machine that is busy with other things.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The arguments of most tests.
pub(crate) const WARI: &[&str] = &["--variant", "wari"];

/// The program, to be started.
pub(crate) fn ninefold(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ninefold"));
    command.args(args).env_remove("RUST_LOG");
    command
}

/// A running engine. It is killed when the test is done with it.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// What was said both ways, for the messages of failing tests.
    dialogue: String,
}

/// How a conversation ended.
#[derive(Debug)]
pub(crate) struct Ending {
    /// The lines that had not been read yet.
    pub(crate) lines: Vec<String>,
    pub(crate) status: ExitStatus,
}

impl Engine {
    pub(crate) fn start() -> Self {
        Self::with_args(WARI)
    }

    pub(crate) fn with_args(args: &[&str]) -> Self {
        let mut child = ninefold(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().expect("the output is a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = String::new();
            while stdout.read_line(&mut line).expect("the output is UTF-8") > 0 {
                let complete = line.strip_suffix('\n').expect("every line is ended");
                if sender.send(complete.to_owned()).is_err() {
                    return;
                }
                line.clear();
            }
        });
        Self { child, stdin, lines, dialogue: String::new() }
    }

    /// Says `text`, which may be several lines.
    pub(crate) fn send(&mut self, text: impl Display) {
        let text = text.to_string();
        for line in text.lines() {
            let _ = writeln!(self.dialogue, "> {line}");
        }
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        // An engine that has gone shows when its answer is missing.
        let _ = stdin.write_all(bytes);
    }

    /// The next line; `None` at the end of the output.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                let _ = writeln!(self.dialogue, "< {line}");
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no answer after\n{}", self.dialogue),
        }
    }

    pub(crate) fn line(&mut self) -> String {
        self.next_line().unwrap_or_else(|| panic!("the output ended after\n{}", self.dialogue))
    }

    /// All lines up to the first one that begins with `start`.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Says `text` and returns all lines up to the first one that begins with `start`.
    pub(crate) fn ask(&mut self, text: impl Display, start: &str) -> Vec<String> {
        self.send(text);
        self.until(start)
    }

    /// Says `text` and returns all that comes of it at once.
    pub(crate) fn say(&mut self, text: impl Display) -> Vec<String> {
        let mut lines = self.ask(format_args!("{text}\nisready"), "readyok");
        lines.pop();
        lines
    }

    /// Says `text`, which nothing is to come of.
    pub(crate) fn tell(&mut self, text: impl Display) {
        let lines = self.say(&text);
        assert!(lines.is_empty(), "'{text}' was answered by {lines:#?}");
    }

    /// Says `text`, which is to be answered by one line that says what is wrong.
    pub(crate) fn refused(&mut self, text: impl Display) -> String {
        let lines = self.say(&text);
        let text = text.to_string();
        let text = text.get(..text.len().min(80)).unwrap_or("a line");
        match lines.as_slice() {
            [line] => line.strip_prefix("info string error: "),
            _ => None,
        }
        .unwrap_or_else(|| panic!("'{text}' was answered by {lines:#?}"))
        .to_owned()
    }

    /// The answer to a query.
    pub(crate) fn query(&mut self, question: &str) -> String {
        self.send(format_args!("query {question}"));
        let line = self.line();
        line.strip_prefix("response ")
            .unwrap_or_else(|| panic!("no response '{line}' after\n{}", self.dialogue))
            .to_owned()
    }

    /// Searches: the lines up to `bestmove`, and its move.
    pub(crate) fn go(&mut self, limits: &str) -> Search {
        Search::new(self.ask(format_args!("go {limits}"), "bestmove"))
    }

    /// Says that nothing more will come, and waits for the end.
    pub(crate) fn finish(mut self) -> Ending {
        self.stdin = None;
        self.wait()
    }

    /// Waits for the engine to end by itself.
    pub(crate) fn wait(mut self) -> Ending {
        let lines = std::iter::from_fn(|| self.next_line()).collect();
        let status = wait_while(&mut self.child, || {});
        Ending { lines, status }
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn dialogue(&self) -> &str {
        &self.dialogue
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for the end of a process, with something to do meanwhile, again and again.
pub(crate) fn wait_while(child: &mut Child, mut meanwhile: impl FnMut()) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the process can be waited for") {
            return status;
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the process does not end");
        }
        meanwhile();
        thread::sleep(Duration::from_millis(5));
    }
}

/// What a search has said.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// The lines before `bestmove`.
    pub(crate) lines: Vec<String>,
    /// The `bestmove` line.
    pub(crate) answer: String,
}

impl Search {
    pub(crate) fn new(mut lines: Vec<String>) -> Self {
        let answer = lines.pop().expect("the last line");
        Self { lines, answer }
    }

    /// The move of the `bestmove` line.
    pub(crate) fn best(&self) -> &str {
        word_after(&self.answer, "bestmove").expect("a move")
    }

    /// The last `info` line with a score.
    pub(crate) fn last(&self) -> &str {
        self.lines
            .iter()
            .rfind(|line| line.starts_with("info depth ") && line.contains(" score "))
            .unwrap_or_else(|| panic!("no score in {:#?}", self.lines))
    }

    /// The number behind `name` in the last `info` line with a score.
    pub(crate) fn number(&self, name: &str) -> i64 {
        number(self.last(), name)
    }
}

/// The word behind `name`.
pub(crate) fn word_after<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|&word| word == name)?;
    words.next()
}

/// The number behind `name`.
pub(crate) fn number(line: &str, name: &str) -> i64 {
    word_after(line, name)
        .and_then(|word| word.parse().ok())
        .unwrap_or_else(|| panic!("no number '{name}' in '{line}'"))
}

/// Says `script` at once and closes the input: all lines of the answer.
pub(crate) fn run(args: &[&str], script: &str) -> Ending {
    let mut engine = Engine::with_args(args);
    engine.send(script);
    engine.finish()
}

/// The lines of a run that ends well.
pub(crate) fn lines_of(script: &str) -> Vec<String> {
    let Ending { lines, status } = run(WARI, script);
    assert!(status.success(), "{status} after {lines:#?}");
    lines
}

/// Whether `line` is what `pattern` says, in which `[..]` stands for any text.
pub(crate) fn matches(pattern: &str, line: &str) -> bool {
    let Some((start, rest)) = pattern.split_once("[..]") else {
        return pattern == line;
    };
    let Some(line) = line.strip_prefix(start) else {
        return false;
    };
    let ends = line.char_indices().map(|(index, _)| index).chain([line.len()]);
    ends.into_iter().any(|index| matches(rest, &line[index..]))
}
