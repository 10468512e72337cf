//! The rules of every game against the vectors in `tests/data`: positions, whole
//! games and perft counts. A file or a line that no game takes is a failure.

use ninefold::game::{
    Game, History, Notation, OptionSpec, OptionValues, Outcome, VariantInfo, perft,
};
use ninefold::with_games;
use serde::{Deserialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The checks of one game, and the names of the variants that they are for.
struct Suite {
    variants: &'static [VariantInfo],
    options: &'static [OptionSpec],
    position: fn(&Setting, &PositionCase),
    game: fn(&Setting, &GameCase),
    perft: fn(&Setting, &PerftCase),
}

macro_rules! table {
    ($($game:ty,)*) => { &[$(suite::<$game>()),*] };
}

static SUITES: &[Suite] = with_games!(table);

const fn suite<G: Game + Notation>() -> Suite {
    Suite {
        variants: G::VARIANTS,
        options: G::OPTIONS,
        position: check_position::<G>,
        game: check_game::<G>,
        perft: check_perft::<G>,
    }
}

/// The variant and the options of a vector.
#[derive(Clone, Debug, Deserialize)]
struct Setting {
    variant: String,
    options: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
struct PositionCase {
    fen: String,
    turn: u8,
    result: Option<String>,
    reason: Option<String>,
    legal: Vec<String>,
    after: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
struct GameCase {
    moves: Vec<String>,
    fen: String,
    turn: u8,
    result: Option<String>,
    reason: Option<String>,
}

#[derive(Debug)]
struct PerftCase {
    fen: String,
    depth: u32,
    nodes: u64,
}

impl Setting {
    fn suite(&self) -> &'static Suite {
        SUITES
            .iter()
            .find(|suite| suite.variants.iter().any(|known| known.name == self.variant))
            .unwrap_or_else(|| panic!("no game has the variant {}", self.variant))
    }

    fn rules<G: Notation>(&self) -> G::Rules {
        let variant = G::VARIANTS
            .iter()
            .find(|known| known.name == self.variant)
            .expect("the suite was chosen by the variant");
        let mut values = OptionValues::default();
        for (name, value) in &self.options {
            // An option of another game is set and means nothing.
            let spec = SUITES
                .iter()
                .flat_map(|suite| suite.options)
                .find(|spec| spec.name == name)
                .unwrap_or_else(|| panic!("no game has the option {name}"));
            values.set(spec, value).expect("a value of the option");
        }
        G::rules_from(variant, &values)
    }

    fn read<G: Notation>(&self, fen: &str) -> G {
        G::from_fen(self.rules::<G>(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }
}

fn check_position<G: Game + Notation>(setting: &Setting, case: &PositionCase) {
    let state = setting.read::<G>(&case.fen);
    assert_eq!(state.fen(), case.fen);
    assert_eq!(state.turn().number(), case.turn, "{case:?}");
    check_outcome(state.outcome(), case.result.as_deref(), case.reason.as_deref(), &case.fen);
    let mut legal: Vec<_> = state.moves().iter().map(|&mv| state.move_text(mv)).collect();
    legal.sort_unstable();
    assert_eq!(legal, case.legal, "{}", case.fen);
    for (text, fen) in &case.after {
        let mv = state.parse_move(text).expect("a listed move is legal");
        assert_eq!(&state.after(mv).fen(), fen, "{} {text}", case.fen);
    }
}

fn check_game<G: Game + Notation>(setting: &Setting, case: &GameCase) {
    let mut state = G::start(setting.rules::<G>());
    let mut history = History::new(state.key());
    for (ply, text) in case.moves.iter().enumerate() {
        assert_eq!(history.repetition(&state), None, "ply {ply} of {case:?}");
        let mv =
            state.parse_move(text).unwrap_or_else(|| panic!("{text} at ply {ply} of {case:?}"));
        let irreversible = state.is_irreversible(mv);
        state.apply(mv);
        history.push(state.key(), irreversible);
    }
    assert_eq!(state.fen(), case.fen);
    assert_eq!(state.turn().number(), case.turn, "{case:?}");
    let outcome = state.outcome().or_else(|| history.repetition(&state));
    check_outcome(outcome, case.result.as_deref(), case.reason.as_deref(), &case.fen);
}

fn check_outcome(
    outcome: Option<Outcome>,
    result: Option<&str>,
    reason: Option<&str>,
    place: &str,
) {
    assert_eq!(outcome.map(Outcome::result), result, "{place}");
    assert_eq!(outcome.map(|outcome| outcome.reason), reason, "{place}");
}

fn check_perft<G: Game + Notation>(setting: &Setting, case: &PerftCase) {
    let state = setting.read::<G>(&case.fen);
    assert_eq!(perft(&state, case.depth), case.nodes, "{setting:?} {case:?}");
}

/// The files of `tests/data` whose names end in `suffix`.
fn files(suffix: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<_> = folder
        .read_dir()
        .expect("tests/data is a folder")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.to_string_lossy().ends_with(suffix))
        .collect();
    files.sort_unstable();
    files
}

/// Runs `check` over every line of every file with the suffix, and makes sure
/// that each file has lines and each game has some of them.
fn check_lines<C: DeserializeOwned>(suffix: &str, check: impl Fn(&Setting, &C)) {
    let mut seen = vec![0; SUITES.len()];
    for file in files(suffix) {
        let text = std::fs::read_to_string(&file).expect("a text file");
        assert!(!text.is_empty(), "{} is empty", file.display());
        for line in text.lines() {
            let setting = parse::<Setting>(line);
            check(&setting, &parse(line));
            count(&mut seen, &setting);
        }
    }
    assert!(seen.iter().all(|&lines| lines > 0), "{suffix}: {seen:?}");
}

fn parse<T: DeserializeOwned>(line: &str) -> T {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// Counts a line for the game that it is of.
fn count(seen: &mut [u32], setting: &Setting) {
    for (seen, suite) in seen.iter_mut().zip(SUITES) {
        *seen += u32::from(std::ptr::eq(suite, setting.suite()));
    }
}

#[test]
fn positions() {
    check_lines(".positions.jsonl", |setting: &Setting, case| {
        (setting.suite().position)(setting, case);
    });
}

#[test]
fn games() {
    check_lines(".games.jsonl", |setting: &Setting, case| {
        (setting.suite().game)(setting, case);
    });
}

#[test]
fn every_file_is_of_a_known_kind() {
    const KINDS: [&str; 3] = [".positions.jsonl", ".games.jsonl", "perft.tsv"];
    let read: usize = KINDS.iter().map(|kind| files(kind).len()).sum();
    assert_eq!(files("").len(), read, "{:?}", files(""));
}

#[test]
fn perft_of_the_vectors() {
    let mut seen = vec![0; SUITES.len()];
    for file in files("perft.tsv") {
        let text = std::fs::read_to_string(&file).expect("a text file");
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("variant\toptions\tfen\tdepth\tnodes"));
        for line in lines {
            let [variant, options, fen, depth, nodes] = line.split('\t').collect::<Vec<_>>()[..]
                .try_into()
                .unwrap_or_else(|_| panic!("five columns: {line}"));
            let setting = Setting {
                variant: variant.to_owned(),
                options: options
                    .split(';')
                    .filter_map(|option| option.split_once('='))
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect(),
            };
            let case = PerftCase {
                fen: fen.to_owned(),
                depth: depth.parse().expect("a depth"),
                nodes: nodes.parse().expect("a number of nodes"),
            };
            (setting.suite().perft)(&setting, &case);
            count(&mut seen, &setting);
        }
    }
    assert!(seen.iter().all(|&lines| lines > 0), "{seen:?}");
}
