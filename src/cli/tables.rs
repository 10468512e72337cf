//! `ninefold tablebase`: tables of endings.

use super::interrupt::{INTERRUPTED, Interrupt};
use crate::{
    game::{OptionKind, OptionValues},
    memory,
    tablebase::{
        Chunks, Endless, FileError, GameTables, Making, Subject, Verified, Work, draft_name,
        file_name, read_draft, read_header, write, write_draft,
    },
    variants::{Registry, Variant},
};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    cell::Cell,
    collections::BTreeSet,
    fmt::{Display, Write as _},
    fs,
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
    process,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// How often each position is looked at, before a table has been seen.
const LOOKS: u64 = 20;

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
                let checkpoint = Duration::from_secs_f64(60.0 * checkpoint);
                build(&*tables, *seeds, out, threads.unwrap_or_else(cores), endless, checkpoint)
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

fn build(
    tables: &dyn GameTables,
    most: u8,
    folder: &Path,
    threads: usize,
    endless: Endless,
    checkpoint: Duration,
) -> Result<(), String> {
    if most > tables.most() {
        return Err(format!("there are tables of at most {} {}", tables.most(), tables.unit()));
    }
    let named = |error: io::Error| format!("{}: {error}", folder.display());
    // While the last table is finished, it is there once more in the making, with marks.
    let last = tables.positions(most);
    let positions: u64 = (0..=most).map(|material| tables.positions(material)).sum();
    let in_the_making = endless.bytes_in_the_making() * last + last / 4;
    let bytes = endless.bytes_a_position() * positions + in_the_making;
    let free = memory::free();
    super::complain(format_args!(
        "{positions} positions take {} of memory, and {} are free",
        megabytes(bytes),
        megabytes(free)
    ));
    if bytes > free {
        return Err("that does not fit".to_owned());
    }
    fs::create_dir_all(folder).map_err(named)?;
    let subject = tables.subject(endless);
    let (mut done, bad) = tables.read_all(folder, endless, most);
    if let Some(bad) = bad {
        super::complain(format_args!("{bad}; it is made anew"));
    }
    let mut screen = Screen::new(tables.unit());
    let interrupt = Interrupt::listen(Arc::default());
    // A build that was killed after a table was finished has left its draft.
    for material in 0..done.tables.len() as u8 {
        Draft { folder, subject: &subject, material, tables }.remove();
    }
    for material in done.tables.len() as u8..=most {
        let started = Instant::now();
        screen.expect(tables, material, most);
        let draft = Draft { folder, subject: &subject, material, tables };
        let begun = draft.read(&screen);
        let saved = Cell::new(started);
        let keep = |chunks: Chunks<'_>| {
            let is_asked = interrupt.is_asked();
            if is_asked || saved.get().elapsed() >= checkpoint {
                draft.write(chunks, &screen);
                saved.set(Instant::now());
            }
            if is_asked {
                screen.say("interrupted; the same command goes on");
                screen.close();
                process::exit(INTERRUPTED.into());
            }
        };
        let report = |work| screen.tell(work);
        let making = Making { threads, begun, report: &report, keep: &keep };
        let table = tables.build_next(&done.tables, endless, making);
        write(folder, &subject, &table).map_err(|error| {
            format!("{}: {error}", folder.join(file_name(&subject, material)).display())
        })?;
        draft.remove();
        screen.say(&format!(
            "{material} {}: {} positions, {}, {:.1} s",
            tables.unit(),
            table.positions(),
            table.summary(),
            started.elapsed().as_secs_f64()
        ));
        done.tables.push(table);
    }
    screen.close();
    let unit = tables.unit();
    super::print(&format!("tables of {subject} up to {most} {unit} are in {}\n", folder.display()))
}

/// The file of a table in the making.
struct Draft<'a> {
    folder: &'a Path,
    subject: &'a Subject,
    material: u8,
    tables: &'a dyn GameTables,
}

impl Draft<'_> {
    fn path(&self) -> PathBuf {
        self.folder.join(draft_name(self.subject, self.material))
    }

    /// What an interrupted build has left, if it is of use.
    fn read(&self, screen: &Screen) -> Option<Vec<u8>> {
        let path = self.path();
        let positions = self.tables.positions(self.material);
        match read_draft(&path, self.subject, self.material, positions) {
            Ok(cells) => {
                screen.say(&format!("{}: the build goes on from there", path.display()));
                Some(cells)
            }
            Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                screen.say(&format!("{}: {error}; it is not used", path.display()));
                None
            }
        }
    }

    /// The build goes on without it if the system does not take it.
    fn write(&self, chunks: Chunks<'_>, screen: &Screen) {
        let positions = self.tables.positions(self.material);
        let written = write_draft(self.folder, self.subject, self.material, positions, chunks);
        if let Err(error) = written {
            screen.say(&format!("{}: {error}", self.path().display()));
        }
    }

    fn remove(&self) {
        let _ = fs::remove_file(self.path());
    }
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

/// What is shown while tables are made, on the standard error: a bar on a terminal, else a
/// line for each table.
struct Screen {
    bar: Option<ProgressBar>,
    unit: &'static str,
    /// Positions of the table in the making.
    positions: u64,
    /// The looks at them.
    looks: AtomicU64,
    /// The looks at those of the tables before.
    before: u64,
}

impl Screen {
    fn new(unit: &'static str) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            // Without its template the bar is plainer, but there.
            let template = "{wide_bar} {msg}, {elapsed}, {eta} to go";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        });
        Self { bar, unit, positions: 0, looks: AtomicU64::new(0), before: 0 }
    }

    /// The table of so much material is next, of all up to `most`.
    fn expect(&mut self, tables: &dyn GameTables, material: u8, most: u8) {
        if let Some(bar) = &self.bar {
            let looks = self.looks.swap(0, Relaxed);
            let each = looks.checked_div(self.positions).map_or(LOOKS, |each| each.max(1));
            self.before += looks;
            self.positions = tables.positions(material);
            let left: u64 = (material..=most).map(|material| tables.positions(material)).sum();
            bar.set_length(self.before + left * each);
        }
    }

    fn tell(&self, work: Work) {
        let Work { material, rounds, looks } = work;
        self.looks.fetch_max(looks, Relaxed);
        if let Some(bar) = &self.bar {
            bar.set_position(self.before + looks);
            bar.set_message(format!("{material} {}, round {rounds}", self.unit));
        }
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => super::complain(line),
        }
    }

    fn close(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
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
