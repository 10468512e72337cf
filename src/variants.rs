//! The variants of all games, by name.

use crate::{
    game::{Heuristics, Notation, OptionSpec, OptionValues, VariantInfo},
    session::{GameSession, Session},
    with_games,
};

macro_rules! table {
    ($($game:ty,)*) => { &[$(Game::new::<$game>()),*] };
}

/// All games. The first variant of the first game is the default one.
static GAMES: &[Game] = with_games!(table);

/// A game with its variants.
struct Game {
    variants: &'static [VariantInfo],
    options: &'static [OptionSpec],
    open: fn(&'static VariantInfo, &OptionValues) -> Box<dyn Session>,
}

impl Game {
    const fn new<G: Heuristics + Notation>() -> Self {
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
#[derive(Clone, Copy)]
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
}

/// All variants, the default one first.
pub fn all() -> impl Iterator<Item = Variant> {
    GAMES.iter().flat_map(|game| {
        game.variants.iter().map(|info| Variant { info, options: game.options, open: game.open })
    })
}

/// The variant called `name`, without regard to case.
pub fn find(name: &str) -> Option<Variant> {
    all().find(|variant| variant.info.name.eq_ignore_ascii_case(name))
}

/// The rule options of all games, each once, though several games may have it.
pub fn rule_options() -> impl Iterator<Item = &'static OptionSpec> {
    let of_earlier = |index: usize| GAMES[..index].iter().flat_map(|game| game.options);
    GAMES.iter().enumerate().flat_map(move |(index, game)| {
        game.options.iter().filter(move |spec| !of_earlier(index).any(|known| known == *spec))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_found() {
        let names: Vec<_> = all().map(|variant| variant.info.name).collect();
        assert!(!names.is_empty());
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for name in names {
            assert_eq!(find(&name.to_uppercase()).map(|variant| variant.info.name), Some(name));
        }
        assert!(find("chess").is_none());
    }

    #[test]
    fn games_that_share_an_option_agree_on_it() {
        for option in GAMES.iter().flat_map(|game| game.options) {
            assert!(rule_options().any(|listed| listed == option), "{option:?}");
        }
    }

    #[test]
    fn rule_options_are_declared_once() {
        let options: Vec<_> = rule_options().map(|option| option.name.to_lowercase()).collect();
        assert_eq!(options.iter().collect::<BTreeSet<_>>().len(), options.len());
    }
}
