//! `ninefold match`: engines against each other.

mod arguments;
mod screen;
mod settings;

use super::interrupt::{INTERRUPTED, Interrupt};
use crate::{
    arena::{
        Adjudication, EngineSpec, GameRecord, LogError, Match, Opening, Openings, PgnLog,
        RandomOpenings, RecordLog, Sprt, Standings, Verdict, run,
    },
    game::OptionValues,
    protocol::Dialect,
    variants::Variant,
};
use std::{
    fs,
    ops::ControlFlow,
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

pub(super) use arguments::MatchArguments;
use arguments::OpeningArguments;
use screen::Screen;
pub(super) use settings::{Settings, read as read_settings};

/// The files of a match.
struct Logs {
    record: Option<RecordLog>,
    pgn: Option<PgnLog>,
}

impl MatchArguments {
    /// Plays the match. `options`: those of all engines and of the rules. The status is
    /// 1 if a game was lost by a fault.
    pub(super) fn run(
        &self,
        variant: Variant,
        options: &[(String, String)],
    ) -> Result<ExitCode, String> {
        let it = self.settings(variant, options)?;
        if self.files.resume && self.files.record.is_none() {
            return Err("--resume needs --record".to_owned());
        }
        let interrupt = Interrupt::listen(Arc::clone(&it.interrupt));
        it.check().map_err(|error| error.to_string())?;
        if let Openings::List(list) = &it.openings
            && list.len() < it.rounds
        {
            super::complain(format_args!(
                "warning: {} openings for {} rounds: they are played again, so games may repeat",
                list.len(),
                it.rounds
            ));
        }
        let start = variant.open(&it.values).start_fen();
        let (mut logs, finished) = self.logs(start)?;
        let screen = Screen::new(self.files.quiet);
        let mut broken = None;
        let standings = run(&it, finished, |progress| {
            let logged = logs.record.as_mut().map_or(Ok(()), |log| log.add(progress.record));
            let logged = logged
                .and_then(|()| logs.pgn.as_mut().map_or(Ok(()), |log| log.add(progress.record)));
            screen.tell(progress, it.sprt);
            match logged {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    broken.get_or_insert(error);
                    ControlFlow::Break(())
                }
            }
        });
        screen.close();
        let standings = standings.map_err(|error| error.to_string())?;
        super::print(&conclusion(&standings, it.sprt))?;
        if let Some(error) = broken {
            return Err(error.to_string());
        }
        if interrupt.is_asked() {
            let hint =
                if self.files.record.is_some() { "; --resume goes on with them" } else { "" };
            super::complain(format_args!("interrupted after {} games{hint}", standings.games()));
            return Ok(INTERRUPTED.into());
        }
        Ok(if standings.faults() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The files to write, and the games that are in them already.
    fn logs(&self, start: String) -> Result<(Logs, Vec<GameRecord>), String> {
        let text = |error: LogError| error.to_string();
        let (record, finished) = match &self.files.record {
            Some(path) if self.files.resume => {
                let (log, finished) = RecordLog::resume(path).map_err(text)?;
                (Some(log), finished)
            }
            Some(path) => (Some(RecordLog::create(path).map_err(text)?), Vec::new()),
            None => (None, Vec::new()),
        };
        let pgn = self.files.pgn.as_ref().map(|path| {
            if self.files.resume {
                PgnLog::resume(path, start, &finished)
            } else {
                PgnLog::create(path, start)
            }
        });
        Ok((Logs { record, pgn: pgn.transpose().map_err(text)? }, finished))
    }

    fn settings(&self, variant: Variant, options: &[(String, String)]) -> Result<Match, String> {
        let mut values = OptionValues::default();
        let mut rules: Vec<(String, String)> = Vec::new();
        let mut common = Vec::new();
        for (name, value) in options {
            if let Some(spec) = variant.rule(name) {
                values.set(spec, value).map_err(|error| error.to_string())?;
                rules.retain(|(set, _)| set != spec.name);
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
            format: self.course.format.into(),
            openings: self.openings()?,
            rounds: (self.course.games as usize).div_ceil(games_of_pair),
            concurrency: self.course.concurrency.into(),
            pinned: self.course.pin,
            margin: Duration::from_millis(self.limits.margin),
            patience: Duration::from_millis(self.limits.patience),
            ponder: self.limits.ponder,
            adjudication: Adjudication {
                resign: self.ends.resign,
                win: self.ends.adjudicate_win,
                draw: self.ends.adjudicate_draw,
                longest_game: self.ends.longest_game,
            },
            sprt: self.course.sprt.map(|(elo0, elo1)| Sprt {
                elo0,
                elo1,
                alpha: self.course.alpha,
                beta: self.course.beta,
            }),
            interrupt: Arc::new(AtomicBool::new(false)),
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
            control: self.limits.limit,
        };
        let mut players: Vec<EngineSpec> =
            self.players.engines.iter().map(|(name, words)| player(name, words)).collect();
        if players.is_empty() {
            players = vec![player("ninefold", &[]), player("level-10", &[])];
            players[1].options.push(("Skill Level".to_owned(), "10".to_owned()));
        }
        let find = |players: &mut [EngineSpec], name: &str| {
            let place = players.iter().position(|player| player.name == *name);
            place.ok_or_else(|| format!("no engine is called '{name}'"))
        };
        for (name, setting) in &self.players.engine_option {
            let place = find(&mut players, name)?;
            players[place].options.push(setting.clone());
        }
        for (name, limit) in &self.players.engine_limit {
            let place = find(&mut players, name)?;
            players[place].control = *limit;
        }
        for (name, folder) in &self.players.engine_folder {
            let place = find(&mut players, name)?;
            players[place].folder = Some(folder.into());
        }
        for (name, variable) in &self.players.engine_environment {
            let place = find(&mut players, name)?;
            players[place].environment.push(variable.clone());
        }
        for name in &self.players.ugi {
            let place = find(&mut players, name)?;
            players[place].dialect = Dialect::Ugi;
        }
        Ok(players)
    }

    fn openings(&self) -> Result<Openings, String> {
        let &OpeningArguments { ref openings, plies, seed, balance } = &self.openings;
        let Some(path) = openings else {
            return Ok(Openings::Random(RandomOpenings { plies, seed, balance }));
        };
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let list: Vec<Opening> = lines.map(Opening::parse).collect();
        if list.is_empty() {
            return Err(format!("{}: there is no opening in it", path.display()));
        }
        Ok(Openings::List(list))
    }
}

fn conclusion(standings: &Standings, sprt: Option<Sprt>) -> String {
    let verdict =
        sprt.map(|sprt @ Sprt { elo0, elo1, .. }| match sprt.verdict(&standings.pairs()) {
            Verdict::First => format!("SPRT: {elo0} Elo rather than {elo1}\n"),
            Verdict::Second => format!("SPRT: {elo1} Elo rather than {elo0}\n"),
            Verdict::Open => format!("SPRT: not decided between {elo0} and {elo1} Elo\n"),
        });
    format!("{standings}\n{}", verdict.unwrap_or_default())
}
