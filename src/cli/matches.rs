//! `ninefold match`: engines against each other.

use crate::{
    arena::{
        EngineSpec, Format, GameRecord, Match, Opening, Openings, Progress, RandomOpenings, Sprt,
        Standings, TimeControl, Verdict, run,
    },
    game::OptionValues,
    protocol::Dialect,
    variants::Variant,
};
use clap::{Args, ValueEnum, value_parser};
use std::{
    fs::{self, File},
    io::{self, Write as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

/// Play matches between engines.
///
/// Without engines, Ninefold plays against itself at Skill Level 10.
#[derive(Debug, Args)]
pub(super) struct MatchArguments {
    /// An engine, two or more; without a command it is this program
    #[arg(long = "engine", value_name = "NAME[=COMMAND]", value_parser = engine)]
    engines: Vec<(String, Vec<String>)>,

    /// An option of one engine (`--option` sets those of all, rules too)
    #[arg(long, value_name = "ENGINE:NAME=VALUE", value_parser = engine_option)]
    engine_option: Vec<(String, (String, String))>,

    /// A limit of one engine: clock=MS+MS, movetime=MS, depth=PLIES or nodes=N
    #[arg(long, value_name = "ENGINE:LIMIT", value_parser = engine_limit)]
    engine_limit: Vec<(String, TimeControl)>,

    /// An engine that speaks UGI rather than UCI
    #[arg(long, value_name = "ENGINE")]
    ugi: Vec<String>,

    /// The limit of all engines
    #[arg(long, value_name = "LIMIT", default_value = "clock=1000+10")]
    limit: TimeControl,

    /// Milliseconds beyond its limit that cost an engine nothing
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: u64,

    /// Games of each pair of engines (among three: of each three)
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    games: u32,

    /// Who meets whom
    #[arg(long, value_enum, default_value_t)]
    format: FormatName,

    /// End as soon as one of two Elo differences is accepted (errors 5 %)
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..))]
    concurrency: u16,

    /// Plies after which a game is a draw
    #[arg(long, value_name = "PLIES", default_value_t = 2000)]
    longest_game: usize,

    /// Openings, a line each: `startpos` or a FEN, then perhaps `moves ...`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["plies", "seed", "balance"])]
    openings: Option<PathBuf>,

    /// Random moves of each opening
    #[arg(long, value_name = "N", default_value_t = 6)]
    plies: u32,

    /// Another seed, other openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How far from equal an opening may be, in hundredths of a piece
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(i32).range(0..))]
    balance: i32,

    /// A new file for the games, a line of JSON each
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum FormatName {
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

fn engine(text: &str) -> Result<(String, Vec<String>), String> {
    let (name, command) = text.split_once('=').unwrap_or((text, ""));
    let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
    if name.is_empty() {
        return Err("expected NAME or NAME=COMMAND".to_owned());
    }
    Ok((name.to_owned(), words))
}

fn engine_option(text: &str) -> Result<(String, (String, String)), String> {
    let (engine, setting) = text.split_once(':').ok_or("expected ENGINE:NAME=VALUE")?;
    Ok((engine.to_owned(), super::name_and_value(setting)?))
}

fn engine_limit(text: &str) -> Result<(String, TimeControl), String> {
    let (engine, limit) = text.split_once(':').ok_or("expected ENGINE:LIMIT")?;
    Ok((engine.to_owned(), limit.parse()?))
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let refused =
        || format!("expected two numbers from -1000 to 1000, the lesser first, found '{text}'");
    let (low, high) = text.split_once(',').ok_or_else(refused)?;
    let (elo0, elo1): (f64, f64) =
        (low.trim().parse().map_err(|_| refused())?, high.trim().parse().map_err(|_| refused())?);
    if elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 {
        Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
    } else {
        Err(refused())
    }
}

impl MatchArguments {
    /// Plays the match. `options`: those of all engines and of the rules.
    pub(super) fn run(
        &self,
        variant: Variant,
        options: &[(String, String)],
    ) -> Result<bool, String> {
        let it = self.settings(variant, options)?;
        let mut record = match &self.record {
            Some(path) => Some(File::create_new(path).map_err(|error| unusable(path, &error))?),
            None => None,
        };
        let mut broken = None;
        let standings = run(&it, |progress| {
            if let Some(file) = &mut record
                && let Err(error) = write_record(file, progress.record)
            {
                broken.get_or_insert(error);
            }
            tell(progress, it.sprt);
            if broken.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .map_err(|error| error.to_string())?;
        super::print(&conclusion(&standings, it.sprt))?;
        if let (Some(error), Some(path)) = (broken, &self.record) {
            return Err(unusable(path, &error));
        }
        Ok(standings.faults() == 0)
    }

    fn settings(&self, variant: Variant, options: &[(String, String)]) -> Result<Match, String> {
        let mut values = OptionValues::default();
        let (mut rules, mut common) = (Vec::new(), Vec::new());
        for (name, value) in options {
            let spec = variant.options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
            if let Some(spec) = spec {
                values.set(spec, value).map_err(|error| error.to_string())?;
                rules.push((spec.name.to_owned(), values.get(spec)));
            } else {
                common.push((name.clone(), value.clone()));
            }
        }
        let players = self.players(&common)?;
        let seats = usize::from(variant.info.players);
        let games_of_pair = if seats == 2 { 2 } else { 6 };
        Ok(Match {
            variant,
            rules,
            values,
            players,
            format: self.format.into(),
            openings: self.openings()?,
            rounds: (self.games as usize).div_ceil(games_of_pair),
            concurrency: self.concurrency.into(),
            margin: Duration::from_millis(self.margin),
            longest_game: self.longest_game,
            sprt: self.sprt,
        })
    }

    fn players(&self, common: &[(String, String)]) -> Result<Vec<EngineSpec>, String> {
        let ourselves = std::env::current_exe()
            .map_err(|error| format!("where this program is cannot be found out: {error}"))?;
        let player = |name: &str, words: &[String]| EngineSpec {
            name: name.to_owned(),
            program: words.first().map_or_else(|| ourselves.clone(), PathBuf::from),
            arguments: words.iter().skip(1).cloned().collect(),
            folder: None,
            environment: Vec::new(),
            dialect: Dialect::Uci,
            options: common.to_vec(),
            control: self.limit,
        };
        let mut players: Vec<EngineSpec> =
            self.engines.iter().map(|(name, words)| player(name, words)).collect();
        if players.is_empty() {
            players = vec![player("ninefold", &[]), player("level-10", &[])];
            players[1].options.push(("Skill Level".to_owned(), "10".to_owned()));
        }
        let find = |players: &mut [EngineSpec], name: &str| {
            let place = players.iter().position(|player| player.name == *name);
            place.ok_or_else(|| format!("no engine is called '{name}'"))
        };
        for (name, setting) in &self.engine_option {
            let place = find(&mut players, name)?;
            players[place].options.push(setting.clone());
        }
        for (name, limit) in &self.engine_limit {
            let place = find(&mut players, name)?;
            players[place].control = *limit;
        }
        for name in &self.ugi {
            let place = find(&mut players, name)?;
            players[place].dialect = Dialect::Ugi;
        }
        Ok(players)
    }

    fn openings(&self) -> Result<Openings, String> {
        let Some(path) = &self.openings else {
            let (plies, seed, balance) = (self.plies, self.seed, self.balance);
            return Ok(Openings::Random(RandomOpenings { plies, seed, balance }));
        };
        let text = fs::read_to_string(path).map_err(|error| unusable(path, &error))?;
        let lines =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let list: Vec<Opening> = lines.map(Opening::parse).collect();
        if list.is_empty() {
            return Err(format!("{}: there is no opening in it", path.display()));
        }
        Ok(Openings::List(list))
    }
}

fn unusable(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn write_record(file: &mut File, record: &GameRecord) -> io::Result<()> {
    let mut line = serde_json::to_string(record)?;
    line.push('\n');
    file.write_all(line.as_bytes())
}

/// A line on the standard error for each game.
fn tell(progress: &Progress<'_>, sprt: Option<Sprt>) {
    let Progress { record, standings, games } = progress;
    let offence = record.offence.as_ref();
    let offence = offence.map(|it| format!("; {}: {}", it.player, it.fault)).unwrap_or_default();
    let ratio = sprt.map(|sprt| {
        let (low, high) = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(standings.pairs());
        format!(", LLR {ratio:.2} ({low:.2} to {high:.2})")
    });
    super::complain(format_args!(
        "game {} of {games}, {}: {} ({}), {} plies; {}{offence}{}",
        record.number + 1,
        record.players.join("-"),
        record.result,
        record.reason,
        record.opening.moves.len() + record.moves.len(),
        standings.summary(),
        ratio.unwrap_or_default(),
    ));
}

fn conclusion(standings: &Standings, sprt: Option<Sprt>) -> String {
    let verdict =
        sprt.map(|sprt @ Sprt { elo0, elo1, .. }| match sprt.verdict(standings.pairs()) {
            Verdict::First => format!("SPRT: {elo0} Elo rather than {elo1}\n"),
            Verdict::Second => format!("SPRT: {elo1} Elo rather than {elo0}\n"),
            Verdict::Open => format!("SPRT: not decided between {elo0} and {elo1} Elo\n"),
        });
    format!("{standings}\n{}", verdict.unwrap_or_default())
}
