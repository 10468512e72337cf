//! The options of the engine, and the settings in force.

use crate::{
    game::{OptionError, OptionKind, OptionSpec, OptionValues},
    search::{ManySearch, Skill},
    text::excerpt,
    variants::Registry,
};
use std::{fmt, path::PathBuf, time::Duration};

const fn spin(name: &'static str, default: u64, min: u64, max: u64) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Spin { default, min, max } }
}

const fn check(name: &'static str, default: bool) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Check { default } }
}

/// The variant that is played, of some games.
pub(super) fn variant(games: &'static Registry) -> OptionSpec {
    let values = games.names();
    let default = values.first().copied().unwrap_or_default();
    OptionSpec { name: "UCI_Variant", kind: OptionKind::Combo { default, values } }
}

/// The size of the hash table, in MB.
pub(super) const HASH: OptionSpec = spin("Hash", 16, 1, 1_048_576);
/// Threads of a search.
const THREADS: OptionSpec = spin("Threads", 1, 1, 512);
/// Whether the client lets the engine think in the opponent's time.
const PONDER: OptionSpec = check("Ponder", false);
/// Lines to report.
const MULTI_PV: OptionSpec = spin("MultiPV", 1, 1, 500);
/// Milliseconds to keep of each move for the communication.
const MOVE_OVERHEAD: OptionSpec = spin("Move Overhead", 10, 0, 5000);
/// The handicap; 20 is full strength.
const SKILL_LEVEL: OptionSpec = spin("Skill Level", Skill::FULL as u64, 0, Skill::FULL as u64);
/// Whether `UCI_Elo` counts instead of `Skill Level`.
const LIMIT_STRENGTH: OptionSpec = check("UCI_LimitStrength", false);
/// The handicap on a scale of its own: [`WEAKEST_ELO`] is level 0.
const ELO: OptionSpec = spin("UCI_Elo", STRONGEST_ELO, WEAKEST_ELO, STRONGEST_ELO);
/// Whether lines show the chances of win, draw and loss.
const SHOW_WDL: OptionSpec = check("UCI_ShowWDL", false);
/// Whether the engine analyses rather than plays: handicaps are off.
const ANALYSE_MODE: OptionSpec = check("UCI_AnalyseMode", false);
/// Forgets the hash table.
pub(super) const CLEAR_HASH: OptionSpec =
    OptionSpec { name: "Clear Hash", kind: OptionKind::Button };
/// The seed of random choices; 0 takes the clock. Adapters read its range into 32
/// bits.
const SEED: OptionSpec = spin("Seed", 1, 0, i32::MAX as u64);

/// How a game of more than two players is searched.
const MANY_SEARCH: OptionSpec = OptionSpec {
    name: "ManySearch",
    kind: OptionKind::Combo { default: ManySearch::DEFAULT.name(), values: &ManySearch::NAMES },
};

/// `UCI_Elo` of level 0, so that a level is worth what it is in the mean of the games
/// that have been measured (`docs/search.md`).
const WEAKEST_ELO: u64 = 900;
/// `UCI_Elo` of full strength with 50,000 nodes a move: the anchor of the scale.
const STRONGEST_ELO: u64 = 2400;

/// The options that have nothing to do with the games, in the order of the listing.
const ENGINE: [OptionSpec; 14] = [
    HASH,
    THREADS,
    PONDER,
    MULTI_PV,
    MOVE_OVERHEAD,
    SKILL_LEVEL,
    LIMIT_STRENGTH,
    ELO,
    SHOW_WDL,
    ANALYSE_MODE,
    CLEAR_HASH,
    SEED,
    MANY_SEARCH,
    TABLEBASE_PATH,
];

/// The folder of the tables of endings.
pub(super) const TABLEBASE_PATH: OptionSpec =
    OptionSpec { name: "TablebasePath", kind: OptionKind::Text };

/// All options: the variant, those of the engine, then the rules of every game.
pub(super) fn all(games: &'static Registry) -> impl Iterator<Item = OptionSpec> {
    [variant(games)].into_iter().chain(ENGINE).chain(games.rule_options())
}

/// The option called `name`, without regard to case.
pub(super) fn find(games: &'static Registry, name: &str) -> Result<OptionSpec, OptionError> {
    all(games)
        .find(|spec| spec.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(excerpt(name)))
}

/// The settings in force.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    /// The values of all options, rules of games included.
    pub(super) values: OptionValues,
}

impl Settings {
    pub(super) fn hash_megabytes(&self) -> usize {
        self.values.number(&HASH) as usize
    }

    pub(super) fn threads(&self) -> usize {
        self.values.number(&THREADS) as usize
    }

    pub(super) fn ponder(&self) -> bool {
        self.values.flag(&PONDER)
    }

    pub(super) fn lines(&self) -> usize {
        self.values.number(&MULTI_PV) as usize
    }

    pub(super) fn overhead(&self) -> Duration {
        Duration::from_millis(self.values.number(&MOVE_OVERHEAD))
    }

    /// The folder of the tables of endings.
    pub(super) fn tablebase_path(&self) -> Option<PathBuf> {
        self.values.text(&TABLEBASE_PATH).map(PathBuf::from)
    }

    pub(super) fn many(&self) -> ManySearch {
        ManySearch::named(&self.values.get(&MANY_SEARCH)).unwrap_or_default()
    }

    pub(super) fn show_chances(&self) -> bool {
        self.values.flag(&SHOW_WDL)
    }

    /// The handicap in force; `clock` seeds it where no seed is set.
    pub(super) fn skill(&self, clock: Duration) -> Option<Skill> {
        let level = if self.values.flag(&LIMIT_STRENGTH) {
            let above = self.values.number(&ELO) - WEAKEST_ELO;
            above as f64 * f64::from(Skill::FULL) / (STRONGEST_ELO - WEAKEST_ELO) as f64
        } else {
            self.values.number(&SKILL_LEVEL) as f64
        };
        let handicapped = level < f64::from(Skill::FULL) && !self.values.flag(&ANALYSE_MODE);
        let seed = match self.values.number(&SEED) {
            0 => clock.as_nanos() as u64,
            seed => seed,
        };
        handicapped.then_some(Skill { level, seed })
    }
}

/// An `option` line of the answer to `uci`.
pub(super) struct Listing {
    pub(super) spec: OptionSpec,
    /// The value to give as the default.
    pub(super) default: String,
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { spec, default } = self;
        write!(f, "option name {} type ", spec.name)?;
        match spec.kind {
            OptionKind::Check { .. } => write!(f, "check default {default}"),
            OptionKind::Spin { min, max, .. } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { values, .. } => {
                write!(f, "combo default {default}")?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            OptionKind::Text => write!(f, "string default {default}"),
            OptionKind::Button => f.write_str("button"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::GAMES;

    #[test]
    fn the_variant_line_fits_a_buffer_of_uci2wb() {
        let spec = variant(&GAMES);
        let line = Listing { spec, default: spec.default_value() }.to_string();
        assert!(line.starts_with("option name UCI_Variant type combo default "));
        assert!(line.len() < 290, "{} bytes", line.len());
    }

    #[test]
    fn names_are_found_without_regard_to_case() {
        assert_eq!(find(&GAMES, "move OVERHEAD").map(|spec| spec.name), Ok("Move Overhead"));
        assert_eq!(find(&GAMES, "OwnBook"), Err(OptionError::Unknown("OwnBook".to_owned())));
    }

    #[test]
    fn full_strength_is_the_default_and_analysis_has_no_handicap() {
        let mut settings = Settings::default();
        let skill = |settings: &Settings| settings.skill(Duration::ZERO);
        assert_eq!(skill(&settings), None);
        settings.values.set(&LIMIT_STRENGTH, "true").unwrap();
        assert_eq!(skill(&settings), None, "the default Elo is full strength");
        settings.values.set(&ELO, "900").unwrap();
        assert_eq!(skill(&settings), Some(Skill { level: 0.0, seed: 1 }));
        settings.values.set(&ANALYSE_MODE, "true").unwrap();
        assert_eq!(skill(&settings), None);
    }
}
