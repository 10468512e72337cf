//! The command line: the protocol, or one job for a person.

mod analyse;
mod interrupt;
mod matches;
mod progress;
mod solve;
mod tables;
mod tune;

use crate::{
    protocol::{Command, Engine, Output, Start, Transcript, parse, serve},
    variants::{Registry, Variant},
};
use clap::{ArgAction, CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;
use std::{
    env,
    ffi::OsString,
    fmt::Display,
    fs::File,
    io::{self, Cursor, IsTerminal as _, Read, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use analyse::AnalyseArguments;
use matches::{MatchArguments, Settings};
use solve::SolveArguments;
use tables::TablebaseJob;
use tune::TuneArguments;

/// A headless engine for board games. Without a command it speaks a UCI-like
/// protocol on its standard input and output; type `help` there.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub struct Cli {
    /// The variant to begin with (see `ninefold variants`)
    #[arg(long, value_name = "NAME", global = true)]
    variant: Option<String>,

    /// Set any option of the protocol; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", global = true, value_parser = name_and_value)]
    options: Vec<(String, String)>,

    /// Run a line of the protocol and end; may be repeated
    #[arg(long = "command", value_name = "LINE")]
    lines: Vec<String>,

    /// Log more to standard error; twice for everything (`RUST_LOG` says more exactly what)
    #[arg(short, long, action = ArgAction::Count, global = true)]
    verbose: u8,

    /// Append all that is said both ways to a file, with time stamps
    #[arg(long, value_name = "FILE", global = true)]
    log_file: Option<PathBuf>,

    /// Accepted for tournament managers that name a game, and ignored
    #[arg(long, value_name = "NAME", hide = true)]
    game: Option<String>,

    #[command(subcommand)]
    job: Option<Job>,
}

#[derive(Debug, Subcommand)]
enum Job {
    /// Search a fixed set of positions; the number of nodes identifies the search
    Bench {
        /// Plies to search [default: each variant's own]
        depth: Option<u32>,
    },
    /// Count the move sequences of so many plies
    Perft {
        /// Plies
        depth: u32,
        /// The position [default: the start position]
        #[arg(long)]
        fen: Option<String>,
    },
    /// Search a position, with the limits of the protocol's `go`: `ninefold go depth 10`
    Go {
        /// The position [default: the start position]
        #[arg(long)]
        fen: Option<String>,
        /// The limits
        #[arg(value_name = "LIMITS", allow_negative_numbers = true)]
        limits: Vec<String>,
    },
    /// Search many positions, one a line
    Analyse(Box<AnalyseArguments>),
    /// Play matches between engines
    Match(Box<MatchArguments>),
    /// Fit the weights of an evaluation to recorded games
    Tune(TuneArguments),
    /// Prove who wins a position
    Solve(SolveArguments),
    /// Make tables of endings, verify them, and tell what is in them
    #[command(subcommand)]
    Tablebase(TablebaseJob),
    /// List the variants
    Variants,
    /// Print the rules of the variant
    Rules,
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write those of all commands to a folder
    Man {
        /// The folder
        folder: Option<PathBuf>,
    },
}

impl Job {
    /// The job as lines of the protocol.
    fn lines(&self) -> Vec<String> {
        match self {
            Self::Bench { depth: Some(depth) } => vec![format!("bench {depth}")],
            Self::Bench { depth: None } => vec!["bench".to_owned()],
            Self::Perft { depth, .. } => vec![format!("go perft {depth}")],
            Self::Go { limits, .. } => vec![format!("go {}", limits.join(" "))],
            Self::Analyse(_)
            | Self::Match(_)
            | Self::Tune(_)
            | Self::Solve(_)
            | Self::Tablebase(_)
            | Self::Completions { .. }
            | Self::Man { .. } => Vec::new(),
            Self::Variants => vec!["variants".to_owned()],
            Self::Rules => vec!["rules".to_owned()],
        }
    }

    /// The position that the job is about.
    fn fen(&self) -> Option<&str> {
        match self {
            Self::Perft { fen, .. } | Self::Go { fen, .. } => fen.as_deref(),
            _ => None,
        }
    }
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Writes to the standard output. Who has closed the pipe has seen enough.
fn print(text: &str) -> Result<(), String> {
    print_if_read(text).map(drop)
}

/// Writes to the standard output. Whether somebody reads it.
fn print_if_read(text: &str) -> Result<bool, String> {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(format!("standard output: {error}")),
    }
}

/// Whether all that was said could be written, or nobody read any more.
fn written(output: &Output) -> Result<(), String> {
    output.failure().map_or(Ok(()), |error| Err(format!("standard output: {error}")))
}

/// Writes to the standard error, as far as anybody hears it.
fn complain(message: impl Display) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// The completions of `ninefold` for a shell.
fn completions(shell: Shell) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ninefold", &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// Prints the manual page of the program, or writes one for each command to `folder`.
fn manual(folder: Option<&Path>) -> Result<(), String> {
    let command = Cli::command().name("ninefold");
    if let Some(folder) = folder {
        return std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command, folder))
            .map_err(|error| format!("{}: {error}", folder.display()));
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut text)
        .map_err(|error| format!("the manual page: {error}"))?;
    print(&String::from_utf8_lossy(&text))
}

fn no_threads(error: &io::Error) -> String {
    format!("the threads that the program needs are not to be had: {error}")
}

impl Cli {
    /// Reads the arguments of the program. Those that cannot be understood, and
    /// questions for help, end it.
    pub fn from_command_line() -> Self {
        let words: Vec<OsString> = env::args_os().collect();
        let cli = Self::parse_from(&words);
        let Some(Job::Match(arguments)) = &cli.job else { return cli };
        let Some(path) = &arguments.files.settings else { return cli };
        let settings = matches::read_settings(path).unwrap_or_else(|error| {
            complain(format_args!("error: {error}"));
            std::process::exit(2)
        });
        Self::with_settings(words, settings)
    }

    /// The command line with the settings of a match put in before its arguments, so
    /// that these go first.
    fn with_settings(mut words: Vec<OsString>, settings: Settings) -> Self {
        let is_job = |&place: &usize| {
            let line = Self::command().try_get_matches_from(&words[..=place]);
            line.is_ok_and(|line| line.subcommand_name() == Some("match"))
        };
        let job = (1..words.len()).find(is_job).unwrap_or(words.len() - 1);
        words.splice((job + 1)..=job, settings.arguments);
        let mut cli = Self::parse_from(words);
        cli.variant = cli.variant.or(settings.variant);
        cli.options.splice(..0, settings.options);
        cli
    }

    /// The log level that `-v` asks for; without it nothing is logged.
    pub fn log_level(&self) -> log::LevelFilter {
        match self.verbose {
            0 => log::LevelFilter::Off,
            1 => log::LevelFilter::Info,
            _ => log::LevelFilter::Trace,
        }
    }

    /// Does what the command line asks for, with these games. The status is 1 if a
    /// job met an error, 2 if the command line was wrong.
    pub fn run(self, games: &'static Registry) -> ExitCode {
        match self.try_run(games) {
            Ok(code) => code,
            Err(message) => {
                complain(format_args!("error: {message}"));
                ExitCode::from(2)
            }
        }
    }

    fn try_run(self, games: &'static Registry) -> Result<ExitCode, String> {
        if let Some(game) = &self.game {
            complain(format_args!(
                "warning: --game {game} is ignored; --variant sets what is played"
            ));
        }
        if self.job.as_ref().is_some_and(|job| job.lines().is_empty())
            && (self.log_file.is_some() || !self.lines.is_empty())
        {
            return Err("--log-file and --command are for the protocol".to_owned());
        }
        match &self.job {
            Some(Job::Analyse(arguments)) => {
                let faultless = arguments.run(games, self.chosen_variant(games)?, &self.options)?;
                return Ok(if faultless { ExitCode::SUCCESS } else { ExitCode::FAILURE });
            }
            Some(Job::Match(arguments)) => {
                return arguments.run(self.chosen_variant(games)?, &self.options);
            }
            Some(Job::Tune(arguments)) => {
                print(&arguments.run(self.chosen_variant(games)?)?)?;
                return Ok(ExitCode::SUCCESS);
            }
            Some(Job::Solve(arguments)) => {
                return arguments.run(self.chosen_variant(games)?, &self.options);
            }
            Some(Job::Tablebase(job)) => {
                job.run(games, &self.options)?;
                return Ok(ExitCode::SUCCESS);
            }
            Some(Job::Completions { shell }) => {
                print(&completions(*shell))?;
                return Ok(ExitCode::SUCCESS);
            }
            Some(Job::Man { folder }) => {
                manual(folder.as_deref())?;
                return Ok(ExitCode::SUCCESS);
            }
            _ => {}
        }
        let engine = self.engine(games)?;
        let transcript = match &self.log_file {
            Some(path) => {
                let file = File::options()
                    .append(true)
                    .create(true)
                    .open(path)
                    .map_err(|error| format!("--log-file {}: {error}", path.display()))?;
                Some(Transcript::new(file))
            }
            None => None,
        };
        let lines: Vec<String> =
            self.lines.iter().cloned().chain(self.job.iter().flat_map(Job::lines)).collect();
        let output = Output::stdout(transcript.clone());
        if lines.is_empty() {
            if io::stdout().is_terminal() && io::stdin().is_terminal() {
                let version = env!("CARGO_PKG_VERSION");
                let _ = output.say(format_args!("Ninefold {version}; type help for the commands"));
            }
            serve(engine, io::stdin(), output.clone(), transcript)
                .map_err(|error| no_threads(&error))?;
            return written(&output).map(|()| ExitCode::SUCCESS);
        }
        let script = Cursor::new(lines.join("\n") + "\n");
        // Some searches last until somebody says stop or ponderhit.
        let last = lines.last().map(|line| parse(line));
        let endless = self.job.is_some()
            && matches!(last, Some(Ok(Some(Command::Go(go)))) if go.ponder || go.is_infinite());
        let input: Box<dyn Read + Send> =
            if endless { Box::new(script.chain(io::stdin())) } else { Box::new(script) };
        let summary =
            serve(engine, input, output.clone(), transcript).map_err(|error| no_threads(&error))?;
        written(&output)?;
        Ok(if summary.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The variant that was named, or the default one.
    fn chosen_variant(&self, games: &Registry) -> Result<Variant, String> {
        match &self.variant {
            Some(name) => games.find(name).ok_or_else(|| format!("there is no variant '{name}'")),
            None => games.variants().next().ok_or_else(|| "there are no variants".to_owned()),
        }
    }

    fn engine(&self, games: &'static Registry) -> Result<Engine, String> {
        let mut engine = Engine::new(games).map_err(|error| error.to_string())?;
        let variant = self.variant.iter().map(|name| ("UCI_Variant", name.as_str()));
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in variant.chain(options) {
            let effect =
                engine.set_initial_option(name, value).map_err(|error| error.to_string())?;
            if let Some(complaint) = effect.complaint {
                complain(format_args!("warning: {complaint}"));
            }
        }
        if let Some(fen) = self.job.as_ref().and_then(Job::fen) {
            engine.set_position(Start::Fen(fen), "").map_err(|error| error.to_string())?;
        }
        Ok(engine)
    }
}
