//! The documents of the games: their drawings are the program's, and the positions and
//! moves of their examples are what they are said to be.

use ninefold::game::{Game, Notation, OptionKind, OptionValues};
use ninefold::with_games;
use std::{fs, path::Path};

/// What the documents are held to for one game.
struct Suite {
    /// Names of the variants.
    variants: fn() -> Vec<&'static str>,
    /// The drawings of the start positions.
    starts: fn() -> Vec<String>,
    /// Whether an example is true in some variant under some option.
    holds: fn(&Example) -> bool,
}

macro_rules! table {
    ($($game:ty,)*) => { [$(suite::<$game>()),*] };
}

const fn suite<G: Game + Notation>() -> Suite {
    Suite {
        variants: || G::VARIANTS.iter().map(|variant| variant.name).collect(),
        starts: || all_rules::<G>().into_iter().map(|rules| G::start(rules).drawing()).collect(),
        holds: |example| all_rules::<G>().into_iter().any(|rules| example.holds::<G>(rules)),
    }
}

/// The rules of every variant, by default and with each option set to each value.
fn all_rules<G: Notation>() -> Vec<G::Rules> {
    let mut settings = vec![OptionValues::default()];
    for spec in G::OPTIONS {
        let values = match spec.kind {
            OptionKind::Check { .. } => &["true", "false"][..],
            OptionKind::Combo { values, .. } => values,
            OptionKind::Spin { .. } | OptionKind::Text | OptionKind::Button => &[],
        };
        for value in values {
            let mut setting = OptionValues::default();
            setting.set(spec, value).expect("one of its values");
            settings.push(setting);
        }
    }
    let rules = |variant| settings.iter().map(move |setting| G::rules_from(variant, setting));
    G::VARIANTS.iter().flat_map(rules).collect()
}

/// A row of a table with a FEN in it.
#[derive(Debug)]
struct Example {
    fen: String,
    /// Moves that are legal in the position, or if `after`, the moves that lead to it
    /// from the start.
    moves: Vec<String>,
    after: bool,
}

impl Example {
    /// The example of a row of a table, if it has a FEN: the one that is written as code
    /// with a blank in it. Other code with a digit, or behind "after", is a move.
    fn of_row(row: &str) -> Option<Self> {
        let row = row.trim().strip_prefix('|')?;
        let code: Vec<_> = row.split('`').skip(1).step_by(2).collect();
        let after = row.trim_start().starts_with("after");
        let fen = code.iter().find(|code| code.contains(' '))?;
        let is_move =
            |code: &&&str| *code != fen && (after || code.contains(|c: char| c.is_ascii_digit()));
        let moves = code.iter().filter(is_move).map(|&code| code.to_owned()).collect();
        Some(Self { fen: (*fen).to_owned(), moves, after })
    }

    fn holds<G: Game + Notation>(&self, rules: G::Rules) -> bool {
        let Ok(state) = G::from_fen(rules, &self.fen) else { return false };
        let mut moves = self.moves.iter();
        let holds = if self.after {
            let end = moves.try_fold(G::start(rules), |state, text| {
                state.parse_move(text).map(|mv| state.after(mv))
            });
            end.is_some_and(|end| end.fen() == self.fen)
        } else {
            moves.all(|text| state.parse_move(text).is_some())
        };
        holds && state.fen() == self.fen
    }
}

struct Document {
    name: String,
    /// What comes before the second empty line: the title, and the variants.
    head: String,
    /// Blocks fenced by ```` ```text ````.
    drawings: Vec<String>,
    examples: Vec<Example>,
}

impl Document {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("a text file");
        let head = text.split("\n\n").take(2).collect::<Vec<_>>().join("\n");
        let (mut drawings, mut prose) = (Vec::new(), String::new());
        for (index, part) in text.split("```").enumerate() {
            match part.strip_prefix("text\n") {
                Some(drawing) if index % 2 == 1 => drawings.push(drawing.trim_end().to_owned()),
                _ => prose.push_str(part),
            }
        }
        let examples = prose.lines().filter_map(Example::of_row).collect();
        Self { name: path.display().to_string(), head, drawings, examples }
    }

    /// The games that it is about.
    fn suites(&self) -> impl Iterator<Item = Suite> {
        let is_about = |suite: &Suite| (suite.variants)().iter().all(|name| self.names(name));
        with_games!(table).into_iter().filter(is_about)
    }

    /// Whether its head names a variant.
    fn names(&self, variant: &str) -> bool {
        self.head.contains(&format!("`{variant}`"))
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn documents() -> Vec<Document> {
    let folder = root().join("docs/games").read_dir().expect("a folder of documents");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort_unstable();
    paths.iter().map(|path| Document::read(path)).collect()
}

#[test]
fn every_variant_is_in_one_document_and_in_the_readme() {
    let documents = documents();
    let readme = fs::read_to_string(root().join("README.md")).expect("a text file");
    for variant in with_games!(table).iter().flat_map(|suite| (suite.variants)()) {
        let about: Vec<_> = documents.iter().filter(|it| it.names(variant)).collect();
        let [document] = about[..] else { panic!("{variant} is named by {}", about.len()) };
        let file = document.name.rsplit('/').next().unwrap_or_default();
        let link = format!("(docs/games/{file}) ");
        let mut rows = readme.lines().filter(|line| line.contains(&link));
        assert!(rows.any(|row| row.contains(&format!("`{variant}`"))), "{variant} in the README");
    }
}

#[test]
fn drawings_are_those_of_the_program() {
    for document in documents() {
        let starts: Vec<_> = document.suites().flat_map(|suite| (suite.starts)()).collect();
        assert!(!document.drawings.is_empty(), "{} shows no board", document.name);
        for drawing in &document.drawings {
            assert!(starts.contains(drawing), "{}:\n{drawing}", document.name);
        }
    }
}

#[test]
fn examples_are_true() {
    for document in documents() {
        assert!(!document.examples.is_empty(), "{} has no example", document.name);
        for example in &document.examples {
            let holds = document.suites().any(|suite| (suite.holds)(example));
            assert!(holds, "{}: {example:?}", document.name);
        }
    }
}
