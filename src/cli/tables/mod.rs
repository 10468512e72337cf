//! `ninefold tablebase`: tables of endings.

mod build;
mod screen;

use crate::{
    game::{OptionKind, OptionValues},
    memory,
    tablebase::{Endless, Verified, file_name, read_header},
    variants::{Registry, Variant},
};
use build::Build;
use clap::Subcommand;
use std::{
    collections::BTreeSet,
    fmt::{Display, Write as _},
    fs, io,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

#[derive(Debug, Subcommand)]
pub(super) enum TablebaseJob {
    /// Make tables; one that was interrupted goes on with the files that are there
    Build {
        /// The variant; its rules are set by --option
        variant: String,
        /// The most seeds, men or units on the board
        #[arg(long, visible_aliases = ["men", "units"], value_name = "N")]
        seeds: u8,
        /// The folder of the files
        #[arg(long, value_name = "FOLDER")]
        out: PathBuf,
        /// Threads [default: one for each core]
        #[arg(long, value_name = "N")]
        threads: Option<usize>,
        /// Let play without end part the seeds evenly, as the literature does; such tables
        /// are for comparison and not for play
        #[arg(long)]
        even_split: bool,
        /// How often a table in the making is saved; a build that is interrupted goes on from
        /// there
        #[arg(long, value_name = "MINUTES", default_value_t = 5.0, value_parser = minutes, allow_negative_numbers = true)]
        checkpoint: f64,
    },
    /// Check every position of all tables in a folder against the rules
    Verify {
        /// The folder
        folder: PathBuf,
        /// Threads [default: one for each core]
        #[arg(long, value_name = "N")]
        threads: Option<usize>,
    },
    /// Tell what tables are in a folder
    Info {
        /// The folder
        folder: PathBuf,
    },
}

impl TablebaseJob {
    pub(super) fn run(&self, games: &Registry, options: &[(String, String)]) -> Result<(), String> {
        match self {
            Self::Build { variant, seeds, out, threads, even_split, checkpoint } => {
                let variant = games
                    .find(variant)
                    .ok_or_else(|| format!("there is no variant '{variant}'"))?;
                let tables = variant
                    .open(&rules(variant, options)?)
                    .tables()
                    .ok_or_else(|| format!("there are no tables of '{}'", variant.info.name))?;
                let endless = if *even_split { Endless::Even } else { tables.endless() };
                if !tables.all_endless().contains(&endless) {
                    let name = variant.info.name;
                    return Err(format!("there is nothing to split in '{name}'"));
                }
                Build {
                    tables: &*tables,
                    endless,
                    most: *seeds,
                    folder: out,
                    threads: threads.unwrap_or_else(cores),
                    checkpoint: Duration::from_secs_f64(60.0 * checkpoint),
                }
                .run()
            }
            Self::Verify { folder, threads } => {
                verify(games, folder, threads.unwrap_or_else(cores))
            }
            Self::Info { folder } => super::print(&info(folder)?),
        }
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The rules that the options set.
pub(super) fn rules(
    variant: Variant,
    options: &[(String, String)],
) -> Result<OptionValues, String> {
    let mut values = OptionValues::default();
    for (name, value) in options {
        let spec = variant
            .rule(name)
            .ok_or_else(|| format!("'{}' has no rule '{name}'", variant.info.name))?;
        values.set(spec, value).map_err(|error| error.to_string())?;
    }
    Ok(values)
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(minutes) if (0.0..=1e6).contains(&minutes) => Ok(minutes),
        _ => Err("expected a number from 0 to 1000000".to_owned()),
    }
}

pub(super) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / f64::from(1 << 20))
}

/// All settings of the rules of a variant that are words.
fn all_rules(variant: Variant) -> Vec<OptionValues> {
    let mut all = vec![OptionValues::default()];
    for spec in variant.options {
        let OptionKind::Combo { values, .. } = spec.kind else { continue };
        let with = |set: &OptionValues, value: &&str| {
            let mut set = set.clone();
            set.set(spec, value).is_ok().then_some(set)
        };
        all =
            all.iter().flat_map(|set| values.iter().filter_map(move |it| with(set, it))).collect();
    }
    all
}

/// Checks all tables of all games in a folder.
fn verify(games: &Registry, folder: &Path, threads: usize) -> Result<(), String> {
    let mut unseen: BTreeSet<PathBuf> = table_files(folder)?.into_iter().collect();
    let count = unseen.len();
    let mut faults = 0;
    let mut complain = |text: &dyn Display| {
        super::complain(format_args!("error: {text}"));
        faults += 1;
    };
    for variant in games.variants() {
        for rules in all_rules(variant) {
            let Some(tables) = variant.open(&rules).tables() else { continue };
            for &endless in tables.all_endless() {
                let subject = tables.subject(endless);
                let (tablebase, bad) = tables.read_all(folder, endless, u8::MAX);
                if let Some(bad) = bad {
                    unseen.remove(&bad.path);
                    complain(&bad);
                }
                for material in tablebase.most().into_iter().flat_map(|most| 0..=most) {
                    let path = folder.join(file_name(&subject, material));
                    unseen.remove(&path);
                    // A byte for each position, while its table is checked.
                    let (bytes, free) = (tables.positions(material), memory::free());
                    if bytes > free {
                        let [bytes, free] = [bytes, free].map(megabytes);
                        complain(&format_args!(
                            "{}: it takes {bytes} of memory more, and {free} are free",
                            path.display()
                        ));
                        continue;
                    }
                    let told = read_header(&path).map(|header| header.settled);
                    let settled = tablebase.tables[usize::from(material)].settled();
                    if told.is_ok_and(|told| told != settled) {
                        complain(&format_args!("{}: the header is wrong", path.display()));
                        continue;
                    }
                    match tables.verify(&tablebase, material, threads) {
                        Ok(Verified { far }) => {
                            let unit = tables.unit();
                            let but = match far {
                                0 => String::new(),
                                _ => format!(", but {far} positions are too far from an end"),
                            };
                            super::print(&format!(
                                "{subject}, {material} {unit}: verified{but}\n"
                            ))?;
                        }
                        Err(fault) => complain(&format_args!("{}: {fault}", path.display())),
                    }
                }
            }
        }
    }
    for path in unseen {
        complain(&format_args!(
            "{}: not verified, as a table of less is missing or no good, or for its name",
            path.display()
        ));
    }
    match (count, faults) {
        (0, _) => Err(format!("there are no tables in {}", folder.display())),
        (_, 0) => Ok(()),
        _ => Err(format!("{faults} of {count} files are not verified")),
    }
}

/// The files of a folder that have the name of tables, in the order of their names.
fn table_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let named = |error: io::Error| format!("there are no tables in {}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(named)?.collect::<Result<Vec<_>, _>>();
    let mut paths: Vec<PathBuf> = entries.map_err(named)?.iter().map(fs::DirEntry::path).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "table"));
    paths.sort();
    Ok(paths)
}

/// What the files in a folder tell of their tables.
fn info(folder: &Path) -> Result<String, String> {
    let paths = table_files(folder)?;
    let mut text =
        format!("{:<26} {:>7} {:>12} {:>12}\n", "tables", "in play", "positions", "settled");
    for path in paths {
        let _ = match read_header(&path) {
            Ok(header) => writeln!(
                text,
                "{:<26} {:>7} {:>12} {:>12}",
                header.subject.to_string(),
                header.material,
                header.positions,
                header.settled
            ),
            Err(error) => writeln!(text, "{}: {error}", path.display()),
        };
    }
    Ok(text)
}
