//! The arguments of `ninefold match`.

use crate::arena::{Dead, Format, Streak, TimeControl};
use clap::{Args, ValueEnum, value_parser};
use std::path::PathBuf;

/// Play matches between engines.
///
/// Without engines, Ninefold plays against itself at Skill Level 10.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub(in crate::cli) struct MatchArguments {
    #[command(flatten, next_help_heading = "Players")]
    pub(super) players: PlayerArguments,

    #[command(flatten, next_help_heading = "Limits")]
    pub(super) limits: LimitArguments,

    #[command(flatten, next_help_heading = "Course")]
    pub(super) course: CourseArguments,

    #[command(flatten, next_help_heading = "Openings")]
    pub(super) openings: OpeningArguments,

    #[command(flatten, next_help_heading = "Ends besides the rules")]
    pub(super) ends: EndArguments,

    #[command(flatten, next_help_heading = "Files")]
    pub(in crate::cli) files: FileArguments,
}

/// Who plays.
#[derive(Debug, Args)]
pub(super) struct PlayerArguments {
    /// An engine, two or more; without a command it is this program
    #[arg(long = "engine", value_name = "NAME[=COMMAND]", value_parser = engine)]
    pub(super) engines: Vec<(String, Vec<String>)>,

    /// An option of one engine (`--option` sets those of all, rules too)
    #[arg(long, value_name = "ENGINE:NAME=VALUE", value_parser = engine_option)]
    pub(super) engine_option: Vec<(String, (String, String))>,

    /// A limit of one engine: clock=MS+MS, movetime=MS, depth=PLIES or nodes=N
    #[arg(long, value_name = "ENGINE:LIMIT", value_parser = engine_limit)]
    pub(super) engine_limit: Vec<(String, TimeControl)>,

    /// The folder that an engine runs in
    #[arg(long, value_name = "ENGINE:FOLDER", value_parser = of_engine)]
    pub(super) engine_folder: Vec<(String, String)>,

    /// A variable of the environment of an engine
    #[arg(long, value_name = "ENGINE:NAME=VALUE", value_parser = engine_option)]
    pub(super) engine_environment: Vec<(String, (String, String))>,

    /// An engine that speaks UGI rather than UCI
    #[arg(long, value_name = "ENGINE")]
    pub(super) ugi: Vec<String>,
}

/// How long they may think.
#[derive(Debug, Args)]
pub(super) struct LimitArguments {
    /// The limit of all engines
    #[arg(long, value_name = "LIMIT", default_value = "clock=1000+10")]
    pub(super) limit: TimeControl,

    /// Milliseconds beyond its limit that cost an engine nothing
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub(super) margin: u64,

    /// Milliseconds until an engine that says nothing counts as hung
    #[arg(long, value_name = "MS", default_value_t = 30_000, value_parser = value_parser!(u64).range(1..))]
    pub(super) patience: u64,

    /// Let the engines of a game for two think while the other one does
    #[arg(long)]
    pub(super) ponder: bool,
}

/// Which games are played.
#[derive(Debug, Args)]
pub(super) struct CourseArguments {
    /// Games of each pair of engines (among three: of each three)
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    pub(super) games: u32,

    /// Who meets whom
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: FormatName,

    /// End as soon as one of two Elo differences is accepted
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    pub(super) sprt: Option<(f64, f64)>,

    /// The accepted chance to take ELO1 although ELO0 holds
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = chance)]
    pub(super) alpha: f64,

    /// The accepted chance to take ELO0 although ELO1 holds
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = chance)]
    pub(super) beta: f64,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..))]
    pub(super) concurrency: u16,

    /// Give the engines of each game cores of their own
    #[arg(long)]
    pub(super) pin: bool,
}

/// Where they begin.
#[derive(Debug, Args)]
pub(super) struct OpeningArguments {
    /// Openings, a line each: `startpos` or a FEN, then perhaps `moves ...`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plies", "seed", "balance"])]
    pub(super) openings: Option<PathBuf>,

    /// Random moves of each opening
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(super) plies: u32,

    /// Another seed, other openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// How far from equal an opening may be, in hundredths of a piece
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(i32).range(0..))]
    pub(super) balance: i32,
}

/// What ends them besides their rules.
#[derive(Debug, Args)]
pub(super) struct EndArguments {
    /// A player resigns after so many scores in a row as bad as that
    #[arg(long, value_name = "MOVES,SCORE")]
    pub(super) resign: Option<Streak>,

    /// A player wins after so many such scores, if the other one agrees
    #[arg(long, value_name = "MOVES,SCORE")]
    pub(super) adjudicate_win: Option<Streak>,

    /// After so many plies a game is drawn by so many scores no further from 0 than that
    #[arg(long, value_name = "PLIES,MOVES,SCORE")]
    pub(super) adjudicate_draw: Option<Dead>,

    /// Plies after which a game is a draw
    #[arg(long, value_name = "PLIES", default_value_t = 2000)]
    pub(super) longest_game: usize,
}

/// What is read and written.
#[derive(Debug, Args)]
pub(in crate::cli) struct FileArguments {
    /// Arguments from a file, TOML or JSON, by their long names; those given here go first
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) settings: Option<PathBuf>,

    /// A new file for the games, a line of JSON each
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,

    /// A new file for the games as text like PGN
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,

    /// Go on with the match whose games `--record` names
    #[arg(long)]
    pub(super) resume: bool,

    /// Say nothing about single games
    #[arg(short, long)]
    pub(super) quiet: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum FormatName {
    #[default]
    RoundRobin,
    Gauntlet,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::RoundRobin => Self::RoundRobin,
            FormatName::Gauntlet => Self::Gauntlet,
        }
    }
}

/// The words of a command, cut as a shell does it.
fn engine(text: &str) -> Result<(String, Vec<String>), String> {
    let (name, command) = text.split_once('=').unwrap_or((text, ""));
    if name.is_empty() || name.contains(|c: char| c == ':' || c.is_control()) {
        return Err("expected NAME or NAME=COMMAND, without ':' or controls in NAME".to_owned());
    }
    let words = shlex::split(command).ok_or("a quote of the command is not closed")?;
    Ok((name.to_owned(), words))
}

fn of_engine(text: &str) -> Result<(String, String), String> {
    let (engine, rest) = text.split_once(':').ok_or("expected the name of an engine and ':'")?;
    Ok((engine.to_owned(), rest.to_owned()))
}

fn engine_option(text: &str) -> Result<(String, (String, String)), String> {
    let (engine, setting) = text.split_once(':').ok_or("expected ENGINE:NAME=VALUE")?;
    Ok((engine.to_owned(), crate::cli::name_and_value(setting)?))
}

fn engine_limit(text: &str) -> Result<(String, TimeControl), String> {
    let (engine, limit) = text.split_once(':').ok_or("expected ENGINE:LIMIT")?;
    Ok((engine.to_owned(), limit.parse()?))
}

fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let refused =
        || format!("expected two numbers from -1000 to 1000, the lesser first, found '{text}'");
    let (low, high) = text.split_once(',').ok_or_else(refused)?;
    let (elo0, elo1): (f64, f64) =
        (low.trim().parse().map_err(|_| refused())?, high.trim().parse().map_err(|_| refused())?);
    if elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 {
        Ok((elo0, elo1))
    } else {
        Err(refused())
    }
}

fn chance(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|chance| (1e-9..0.5).contains(chance));
    chance.ok_or_else(|| "expected a number above 0 and below 0.5".to_owned())
}
