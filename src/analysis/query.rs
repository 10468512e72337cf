//! From a line of input to a position to search.

use super::record::{Complaint, Echo, Kind};
use super::source::Item;
use crate::{
    game::OptionValues,
    search::{Limits, ManySearch},
    text::{cut, words},
    variants::{Registry, Variant},
};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::{
    num::{NonZeroU32, NonZeroU64},
    time::Duration,
};

/// What holds for each line that does not say otherwise.
#[derive(Clone)]
pub struct Defaults {
    /// The games that lines may be about.
    pub games: &'static Registry,
    /// The variant.
    pub variant: Variant,
    /// Rule options of any game.
    pub rules: OptionValues,
    /// When a search ends.
    pub limits: Limits,
    /// Lines of play to find.
    pub lines: usize,
    /// How a game of more than two players is searched.
    pub many: ManySearch,
}

/// A line of input that has been read.
#[derive(Debug)]
pub struct Query {
    /// What its record repeats of it.
    pub echo: Echo,
    /// The position, or why there is none.
    pub position: Result<Position, Complaint>,
}

/// A position to be set up and searched.
#[derive(Debug)]
pub struct Position {
    /// The variant.
    pub variant: Variant,
    /// Its rule options.
    pub rules: OptionValues,
    /// Where the moves begin, as a FEN; `None`: the start position.
    pub fen: Option<String>,
    /// The moves from there on.
    pub moves: String,
    /// When the search ends.
    pub limits: Limits,
}

/// A line in JSON.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    id: Option<Value>,
    variant: Option<String>,
    options: Option<Map<String, Value>>,
    fen: Option<String>,
    moves: Option<Moves>,
    limits: Option<OwnLimits>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected the moves as a text or a list of texts")]
enum Moves {
    Text(String),
    List(Vec<String>),
}

/// Limits of one line, instead of those of all.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnLimits {
    depth: Option<NonZeroU32>,
    nodes: Option<NonZeroU64>,
    movetime: Option<NonZeroU32>,
    mate: Option<NonZeroU32>,
}

impl OwnLimits {
    fn limits(&self) -> Option<Limits> {
        let limits = Limits {
            depth: self.depth.map(NonZeroU32::get),
            nodes: self.nodes.map(NonZeroU64::get),
            move_time: self.movetime.map(|time| Duration::from_millis(time.get().into())),
            clock: None,
            mate: self.mate.map(NonZeroU32::get),
        };
        (limits != Limits::default()).then_some(limits)
    }
}

impl Fields {
    /// Reads a JSON object.
    fn of_json(text: &str) -> Result<Self, Box<(Self, Complaint)>> {
        serde_json::from_str(text).map_err(|error| {
            // A line that says who it is keeps its name.
            let id = serde_json::from_str::<Value>(text).ok();
            let id = id.and_then(|mut value| value.get_mut("id").map(Value::take));
            let message = error.to_string();
            let end = message.rfind(" at line ").unwrap_or(message.len());
            let message = cut(&message[..end], LONGEST_MESSAGE);
            let message = format!("column {}: {message}", error.column());
            let fields = Self { id, ..Self::default() };
            Box::new((fields, Complaint::new(Kind::Json, message)))
        })
    }

    /// Reads `startpos` or a FEN, and after the word `moves` the moves from there on.
    fn of_words(text: &str) -> Self {
        let mut fen: Vec<&str> = words(text).collect();
        let moves = fen.iter().position(|&word| word == "moves").map(|at| fen.split_off(at));
        let moves = moves.map(|moves| Moves::Text(moves[1..].join(" ")));
        Self { fen: Some(fen.join(" ")), moves, ..Self::default() }
    }
}

/// The longest part of a message about JSON, which may repeat the line.
const LONGEST_MESSAGE: usize = 200;

/// The word for the start position.
const START: &str = "startpos";

impl Query {
    /// Reads a line.
    pub fn read(item: &Item, defaults: &Defaults) -> Self {
        let echo = Echo { line: item.number, ..Echo::default() };
        let text = match &item.content {
            Ok(text) => text.trim(),
            Err(message) => {
                return Self { echo, position: Err(Complaint::new(Kind::Text, message)) };
            }
        };
        let fields =
            if text.starts_with('{') { Fields::of_json(text) } else { Ok(Fields::of_words(text)) };
        match fields {
            Ok(fields) => Self::of(fields, echo, defaults),
            Err(refused) => {
                let (Fields { id, .. }, complaint) = *refused;
                Self { echo: Echo { id, ..echo }, position: Err(complaint) }
            }
        }
    }

    fn of(fields: Fields, mut echo: Echo, defaults: &Defaults) -> Self {
        let Fields { id, variant: name, options, fen, moves, limits } = fields;
        let fen = fen.unwrap_or_else(|| START.to_owned());
        let moves = match moves {
            None => String::new(),
            Some(Moves::Text(text)) => text,
            Some(Moves::List(list)) => list.join(" "),
        };
        let found = match &name {
            None => Some(defaults.variant),
            Some(name) => defaults.games.find(name),
        };
        echo.id = id;
        echo.moves = words(&moves).filter(|&word| word != "moves").map(str::to_owned).collect();
        echo.variant = found.map(|variant| variant.info.name.to_owned()).or(name);
        let position = match (found, &echo.variant) {
            (Some(variant), _) => rules(variant, options.as_ref(), defaults).map(|rules| {
                let fen = (fen.trim() != START).then(|| fen.clone());
                let own = limits.as_ref().and_then(OwnLimits::limits);
                Position { variant, rules, fen, moves, limits: own.unwrap_or(defaults.limits) }
            }),
            (None, name) => {
                let name = crate::text::excerpt(name.as_deref().unwrap_or_default());
                Err(Complaint::new(Kind::Variant, format!("there is no variant '{name}'")))
            }
        };
        echo.options = options;
        echo.fen = Some(fen);
        Self { echo, position }
    }
}

/// The rules of a variant under the options of a line.
fn rules(
    variant: Variant,
    options: Option<&Map<String, Value>>,
    defaults: &Defaults,
) -> Result<OptionValues, Complaint> {
    let mut rules = defaults.rules.clone();
    for (name, value) in options.into_iter().flatten() {
        let spec = variant.rule(name);
        let spec = spec.ok_or_else(|| {
            let (variant, name) = (variant.info.name, crate::text::excerpt(name));
            Complaint::new(Kind::Option, format!("{variant} has no rule option '{name}'"))
        })?;
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        rules.set(spec, &text).map_err(|error| Complaint::new(Kind::Option, error))?;
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::GAMES;

    fn defaults() -> Defaults {
        Defaults {
            games: &GAMES,
            variant: GAMES.find("wari").unwrap(),
            rules: OptionValues::default(),
            limits: Limits { depth: Some(3), ..Limits::default() },
            lines: 1,
            many: ManySearch::default(),
        }
    }

    fn read(line: &str) -> Query {
        let content = Ok(line.to_owned());
        Query::read(&Item { number: 7, end: 0, content }, &defaults())
    }

    fn echo(line: &str) -> String {
        serde_json::to_string(&read(line).echo).unwrap()
    }

    #[test]
    fn lines_are_echoed_in_one_form() {
        for (line, expected) in [
            ("startpos", r#"{"line":7,"variant":"wari","fen":"startpos"}"#),
            (
                " 1-2\tS  moves A  b ",
                r#"{"line":7,"variant":"wari","fen":"1-2 S","moves":["A","b"]}"#,
            ),
            (
                r#"{"moves":["A b","C"],"id":[1],"variant":"LASCA","fen":"x"}"#,
                r#"{"line":7,"id":[1],"variant":"lasca","fen":"x","moves":["A","b","C"]}"#,
            ),
            (
                r#"{"options":{"WariGrandSlam":"all"},"moves":"moves A"}"#,
                r#"{"line":7,"variant":"wari","options":{"WariGrandSlam":"all"},"fen":"startpos","moves":["A"]}"#,
            ),
            (r#"{"id":"x","fen":3}"#, r#"{"line":7,"id":"x"}"#),
            (r#"{"id":"#, r#"{"line":7}"#),
            (r#"{"variant":"chess"}"#, r#"{"line":7,"variant":"chess","fen":"startpos"}"#),
        ] {
            assert_eq!(echo(line), expected, "{line}");
        }
    }

    #[test]
    fn own_limits_stand_instead_of_those_of_all() {
        let limits = |line| read(line).position.unwrap().limits.to_string();
        assert_eq!(limits("startpos"), "depth 3");
        assert_eq!(limits(r#"{"limits":{}}"#), "depth 3");
        assert_eq!(limits(r#"{"limits":{"nodes":50,"movetime":7}}"#), "nodes 50 movetime 7");
        assert_eq!(limits(r#"{"limits":{"mate":2}}"#), "mate 2");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_kind() {
        for (line, kind, message) in [
            (r#"{"fem":"x"}"#, Kind::Json, "column 6: unknown field `fem`, expected one of"),
            (r#"{"fen":3}"#, Kind::Json, "column 8: invalid type: integer `3`, expected a string"),
            (r#"{"moves":3}"#, Kind::Json, "expected the moves as a text or a list of texts"),
            (r#"{"fen":"x"} y"#, Kind::Json, "column 13: trailing characters"),
            (r#"{"limits":{"depth":-1}}"#, Kind::Json, "invalid value: integer `-1`"),
            (r#"{"variant":"chess"}"#, Kind::Variant, "there is no variant 'chess'"),
            (r#"{"options":{"HexJoin":"off"}}"#, Kind::Option, "wari has no rule option 'HexJoin'"),
            (r#"{"options":{"warigrandslam":1}}"#, Kind::Option, "option 'WariGrandSlam' takes"),
        ] {
            let complaint = read(line).position.unwrap_err();
            assert_eq!(complaint.kind, kind, "{line}");
            assert!(complaint.message.contains(message), "{line}: {}", complaint.message);
        }
        let nested = format!("{}{}", r#"{"id":"#, "[".repeat(200_000));
        assert_eq!(read(&nested).position.unwrap_err().kind, Kind::Json);
        let long = format!(r#"{{"{}":1}}"#, "x".repeat(200_000));
        assert!(read(&long).position.unwrap_err().message.len() < 300);
    }

    #[test]
    fn options_may_be_texts_or_values() {
        let rules = |line| read(line).position.unwrap().rules;
        let text = rules(r#"{"variant":"tablut","options":{"KingArmed":"false"}}"#);
        assert_eq!(text, rules(r#"{"variant":"tablut","options":{"kingarmed":false}}"#));
        assert_ne!(text, rules(r#"{"variant":"tablut"}"#));
    }
}
