//! `ninefold analyse`: a filter that searches positions.

use super::progress::Reporter;
use crate::{
    analysis::{self, AnalysisError, Defaults, Format, Job, Progress, Shape, Source, resume},
    game::OptionValues,
    lines::Patient,
    search::{Limits, ManySearch},
    variants::{Registry, Variant},
};
use clap::{Args, ValueEnum, value_parser};
use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::PathBuf,
    sync::Arc,
    thread,
    time::Duration,
};

/// Search many positions, one a line.
///
/// A line is a FEN or `startpos`, then perhaps `moves ...`; or an object in JSON with any
/// of `id`, `variant`, `options`, `fen`, `moves` and `limits`. Each is searched as if it
/// were the first, and its record comes out in the order of the input.
#[derive(Debug, Args)]
pub(super) struct AnalyseArguments {
    /// Files of positions; `-` is the standard input [default: -]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Plies to search
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Nodes to search [default: 100000, if there is no limit]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Milliseconds to search
    #[arg(long, value_name = "MS", value_parser = value_parser!(u32).range(1..))]
    movetime: Option<u32>,

    /// Search for a win in so many moves
    #[arg(long, value_name = "MOVES", value_parser = value_parser!(u32).range(1..))]
    mate: Option<u32>,

    /// Lines of play to find for each position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=500))]
    multipv: u16,

    /// Positions to search at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The hash table of each thread, in MB; it is cleared before each position
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH, value_parser = value_parser!(u32).range(1..=1_048_576))]
    hash: u32,

    /// What comes out
    #[arg(long, value_enum, default_value_t)]
    format: FormatName,

    /// Tell the time of each search; without, the same input gives the same output
    #[arg(long)]
    timing: bool,

    /// A new file for the records [default: the standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Go on with the output of an interrupted run
    #[arg(long, requires = "output")]
    resume: bool,

    /// The number of the first line, for a part of a larger input
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=1 << 62))]
    first_line: u64,

    /// Say nothing of the progress
    #[arg(short, long)]
    quiet: bool,
}

/// The table for a limit that nobody has chosen.
const DEFAULT_HASH: u32 = 4;
/// The limit that nobody has chosen.
const DEFAULT_NODES: u64 = 100_000;

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum FormatName {
    /// JSON Lines
    #[default]
    Json,
    /// Comma-separated values with a header
    Csv,
    /// Cells parted by tabs, for people
    Text,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Json => Self::Json,
            FormatName::Csv => Self::Csv,
            FormatName::Text => Self::Text,
        }
    }
}

impl AnalyseArguments {
    /// Searches all positions. `options`: rule options, and how games for three are
    /// searched. Returns whether no line was wrong.
    pub(super) fn run(
        &self,
        games: &'static Registry,
        variant: Variant,
        options: &[(String, String)],
    ) -> Result<bool, String> {
        let job = Arc::new(self.job(games, variant, options)?);
        let paths =
            if self.files.is_empty() { vec![PathBuf::from("-")] } else { self.files.clone() };
        let bytes = size(&paths)?;
        let mut source = Source::new(paths, self.first_line);
        let (mut sink, before) = self.sink(&job, &mut source)?;
        let mut reporter = Reporter::new(self.quiet, bytes, before);
        let mut last = before;
        let ended = analysis::run(&job, source, &mut *sink, before, &mut |progress| {
            last = progress;
            reporter.hear(progress);
        });
        reporter.end(last);
        match ended {
            Ok(end) => Ok(end.errors == 0),
            // Who has closed the pipe has seen enough.
            Err(AnalysisError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                Ok(last.errors == 0)
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn job(
        &self,
        games: &'static Registry,
        variant: Variant,
        options: &[(String, String)],
    ) -> Result<Job, String> {
        let mut rules = OptionValues::default();
        let mut many = ManySearch::default();
        for (name, value) in options {
            let spec =
                games.rule_options().into_iter().find(|it| it.name.eq_ignore_ascii_case(name));
            if let Some(spec) = spec {
                rules.set(&spec, value).map_err(|error| error.to_string())?;
            } else if name.eq_ignore_ascii_case("ManySearch") {
                let names = ManySearch::NAMES.join(", ");
                many = ManySearch::named(&value.to_ascii_lowercase())
                    .ok_or_else(|| format!("option 'ManySearch' takes one of {names}"))?;
            } else {
                return Err(format!("option '{name}' is not for analyse: see its arguments"));
            }
        }
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.movetime.map(|time| Duration::from_millis(time.into())),
            clock: None,
            mate: self.mate,
        };
        let unlimited = limits == Limits::default();
        let nodes = if unlimited { Some(DEFAULT_NODES) } else { limits.nodes };
        let lines = usize::from(self.multipv);
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        Ok(Job {
            defaults: Defaults {
                games,
                variant,
                rules,
                limits: Limits { nodes, ..limits },
                lines,
                many,
            },
            shape: Shape { format: self.format.into(), timing: self.timing, many_lines: lines > 1 },
            threads: self.threads.map_or_else(cores, usize::from),
            hash: self.hash as usize,
        })
    }

    /// Where the records go, and how many are there already.
    fn sink(&self, job: &Job, source: &mut Source) -> Result<(Box<dyn Write>, Progress), String> {
        let Some(path) = &self.output else {
            let mut sink = BufWriter::new(Patient(io::stdout()));
            let header = job.shape.header().unwrap_or_default();
            sink.write_all(header.as_bytes()).map_err(|error| format!("the output: {error}"))?;
            return Ok((Box::new(sink), Progress::default()));
        };
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut open = File::options();
        open.read(true).write(true);
        let open =
            if self.resume { open.create(true).truncate(false) } else { open.create_new(true) };
        let same = |input: &PathBuf| {
            fs::canonicalize(input).is_ok_and(|input| fs::canonicalize(path).ok() == Some(input))
        };
        if self.files.iter().any(same) {
            return Err(named(&"it is the input as well"));
        }
        let mut file = open.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                named(&"there is such a file; --resume goes on with it")
            }
            _ => named(&error),
        })?;
        if self.resume && !file.metadata().is_ok_and(|about| about.is_file()) {
            return Err(named(&"it is no regular file"));
        }
        let resumed = resume(&mut file, job, source).map_err(|error| named(&error))?;
        let mut sink = BufWriter::new(file);
        if let Some(header) = job.shape.header().filter(|_| !resumed.has_header) {
            sink.write_all(header.as_bytes()).map_err(|error| named(&error))?;
        }
        Ok((Box::new(sink), resumed.progress))
    }
}

/// The bytes of all files, if they are files that can be measured.
fn size(paths: &[PathBuf]) -> Result<Option<u64>, String> {
    let mut bytes = Some(0);
    for path in paths {
        if path.as_os_str() == "-" {
            bytes = None;
            continue;
        }
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let about = fs::metadata(path).map_err(|error| named(&error))?;
        if about.is_dir() {
            return Err(named(&"it is a folder"));
        }
        bytes = bytes.filter(|_| about.is_file()).map(|bytes| bytes + about.len());
    }
    Ok(bytes)
}
