//! Whole conversations with the program: those of `tests/transcripts`, and the
//! examples of the documentation.
//!
//! `> ` begins a line of the client and `< ` one of the engine, in which `[..]`
//! stands for any text; `< ...` stands for any number of lines. The client waits
//! for each line of the engine. A first line `$ ninefold ...` gives the arguments
//! of the program, and lines that begin with `#` are remarks.

mod common;

use common::{Engine, matches};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A conversation, and where it is written.
struct Transcript {
    file: PathBuf,
    /// The lines with their numbers.
    lines: Vec<(usize, String)>,
}

impl Transcript {
    fn args(&self) -> Vec<&str> {
        let command = self.lines.iter().find_map(|(_, line)| line.strip_prefix("$ ninefold"));
        command.map_or_else(Vec::new, |args| args.split_whitespace().collect())
    }

    /// Plays the client's part. The program must say what is written and no more,
    /// and end well.
    fn play(&self) {
        let mut engine = Engine::with_args(&self.args());
        let mut skipping = false;
        for (number, line) in &self.lines {
            let place = format_args!("{}:{number}", self.file.display());
            if let Some(line) = line.strip_prefix("> ") {
                engine.send(line);
            } else if line == "< ..." {
                skipping = true;
            } else if let Some(pattern) = line.strip_prefix('<') {
                let pattern = pattern.strip_prefix(' ').unwrap_or(pattern);
                loop {
                    let said = engine.next_line().unwrap_or_else(|| {
                        panic!("{place}: the output ended after\n{}", engine.dialogue())
                    });
                    if matches(pattern, &said) {
                        break;
                    }
                    assert!(skipping, "{place}: expected\n{pattern}\nfound\n{said}");
                }
                skipping = false;
            } else {
                let remark = line.is_empty() || line.starts_with(['#', '$']);
                assert!(remark, "{place}: neither '> ' nor '< ' begins '{line}'");
            }
        }
        let end = engine.finish();
        let file = self.file.display();
        assert!(skipping || end.lines.is_empty(), "{file}: more came: {:#?}", end.lines);
        assert!(end.status.success(), "{file}: {}", end.status);
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a directory that end with `.extension`.
fn files(directory: &str, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(root().join(directory)) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("a directory that can be read").path());
    paths.filter(|path| path.extension().is_some_and(|it| it == extension)).collect()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, String)> {
    (1..).zip(text.lines().map(str::to_owned))
}

/// The blocks of a document that are fenced by ```` ```session ````.
fn sessions(file: &Path) -> Vec<Transcript> {
    let text = read(file);
    let mut lines = numbered(&text);
    std::iter::from_fn(|| {
        lines.find(|(_, line)| line.trim() == "```session")?;
        let block = lines.by_ref().take_while(|(_, line)| line.trim() != "```");
        Some(Transcript { file: file.to_owned(), lines: block.collect() })
    })
    .collect()
}

#[test]
fn conversations_go_as_written() {
    let files = files("tests/transcripts", "txt");
    assert!(!files.is_empty());
    for file in files {
        let lines = numbered(&read(&file)).collect();
        Transcript { file, lines }.play();
    }
}

#[test]
fn the_examples_of_the_documentation_are_true() {
    for name in ["README.md", "docs/protocol.md"] {
        assert!(!sessions(&root().join(name)).is_empty(), "{name} has no session");
    }
    let documents = files("docs", "md").into_iter().chain([root().join("README.md")]);
    documents.flat_map(|file| sessions(&file)).for_each(|session| session.play());
}

#[test]
fn patterns_match_whole_lines() {
    for (pattern, line, expected) in [
        ("bestmove A", "bestmove A", true),
        ("bestmove A", "bestmove A ponder a", false),
        ("bestmove [..]", "bestmove A", true),
        ("info [..] pv A", "info depth 1 pv A", true),
        ("info [..] pv A", "info depth 1 pv A b", false),
        ("[..]a[..]a", "aaa", true),
        ("[..]é", "é", true),
        ("", "x", false),
    ] {
        assert_eq!(matches(pattern, line), expected, "{pattern} {line}");
    }
}
