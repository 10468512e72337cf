//! Games by the names of their variants.

use crate::{
    game::{Heuristics, Notation, OptionSpec, OptionValues, VariantInfo},
    session::{GameSession, Session},
    with_games,
};
use std::sync::OnceLock;

macro_rules! entries {
    ($($game:ty,)*) => { &[$(Entry::of::<$game>()),*] };
}

/// The games that Ninefold has.
pub static GAMES: Registry = Registry::new(with_games!(entries));

/// The games that an engine has. The first variant of the first game is the default
/// one.
pub struct Registry {
    /// A registry whose games come before `games`.
    base: Option<&'static Registry>,
    games: &'static [Entry],
    /// The names of all variants, once somebody has asked for them.
    names: OnceLock<Vec<&'static str>>,
}

/// A game in a [`Registry`].
pub struct Entry {
    variants: &'static [VariantInfo],
    options: &'static [OptionSpec],
    open: fn(&'static VariantInfo, &OptionValues) -> Box<dyn Session>,
}

impl Entry {
    /// The game `G` with all its variants.
    pub const fn of<G: Heuristics + Notation>() -> Self {
        fn open<G: Heuristics + Notation>(
            variant: &'static VariantInfo,
            values: &OptionValues,
        ) -> Box<dyn Session> {
            Box::new(GameSession::<G>::new(variant, G::rules_from(variant, values)))
        }
        Self { variants: G::VARIANTS, options: G::OPTIONS, open: open::<G> }
    }
}

/// A variant of a game, to be opened.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// What is known of it.
    pub info: &'static VariantInfo,
    /// The rule options of its game.
    pub options: &'static [OptionSpec],
    open: fn(&'static VariantInfo, &OptionValues) -> Box<dyn Session>,
}

impl Variant {
    /// A session at the start position, under the rule options of `values`.
    pub fn open(&self, values: &OptionValues) -> Box<dyn Session> {
        (self.open)(self.info, values)
    }

    /// The rule option called `name`, without regard to case.
    pub fn rule(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
    }
}

impl Registry {
    /// A registry of `games`. No two variants may have the same name.
    pub const fn new(games: &'static [Entry]) -> Self {
        Self { base: None, games, names: OnceLock::new() }
    }

    /// A registry of these games and, after them, `more`.
    #[must_use]
    pub const fn with(&'static self, more: &'static [Entry]) -> Self {
        Self { base: Some(self), games: more, names: OnceLock::new() }
    }

    fn entries(&self) -> Vec<&'static Entry> {
        let mut entries = self.base.map_or_else(Vec::new, Self::entries);
        entries.extend(self.games);
        entries
    }

    /// All variants, the default one first.
    pub fn variants(&self) -> impl Iterator<Item = Variant> {
        self.entries().into_iter().flat_map(|&Entry { variants, options, open }| {
            variants.iter().map(move |info| Variant { info, options, open })
        })
    }

    /// The variant called `name`, without regard to case.
    pub fn find(&self, name: &str) -> Option<Variant> {
        self.variants().find(|variant| variant.info.name.eq_ignore_ascii_case(name))
    }

    /// The names of all variants, the default one first.
    pub fn names(&self) -> &[&'static str] {
        self.names.get_or_init(|| self.variants().map(|variant| variant.info.name).collect())
    }

    /// The rule options of all games, each once, though several games may have it.
    pub fn rule_options(&self) -> Vec<OptionSpec> {
        let mut options = Vec::new();
        for option in self.entries().into_iter().flat_map(|game| game.options) {
            if !options.contains(option) {
                options.push(*option);
            }
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_found() {
        let names = GAMES.names();
        assert!(!names.is_empty());
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for name in names {
            let found = GAMES.find(&name.to_uppercase());
            assert_eq!(found.map(|variant| variant.info.name), Some(*name));
        }
        assert!(GAMES.find("chess").is_none());
    }

    #[test]
    fn games_that_share_an_option_agree_on_it() {
        for option in GAMES.entries().into_iter().flat_map(|game| game.options) {
            assert!(GAMES.rule_options().contains(option), "{option:?}");
        }
    }

    #[test]
    fn rule_options_are_declared_once() {
        let options: Vec<_> =
            GAMES.rule_options().iter().map(|option| option.name.to_lowercase()).collect();
        assert_eq!(options.iter().collect::<BTreeSet<_>>().len(), options.len());
    }
}
