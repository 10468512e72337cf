//! Properties that every game has, in every variant and under every setting of
//! its rule options, tried out on random games.

use ninefold::game::{
    Game, Heuristics, History, Notation, OptionKind, OptionSpec, OptionValues, QuietRule, Seat,
    perft,
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    env,
    time::{Duration, Instant},
};

/// Random games for each variant and setting, at least.
const GAMES: u64 = 60;

/// The environment variable that says for how many seconds to go on with more games.
const SECONDS: &str = "NINEFOLD_RANDOM_SECONDS";

/// A game that is not over by then is cut.
const LONGEST_GAME: usize = 3000;

/// Positions with as many moves are walked a ply less.
const WIDE: u64 = 40;

/// One in so many positions is flipped and searched to the end of a short tree, and has
/// moves chosen by number.
const FLIPPED: usize = 16;

/// Checks a game; one that fails tells its name by its types.
pub(crate) fn check_game<G: Game + Heuristics + Notation>() {
    let until = Instant::now() + seconds();
    let mut tallies = Vec::new();
    for variant in G::VARIANTS {
        for values in settings(G::OPTIONS) {
            let rules = G::rules_from(variant, &values);
            check_start::<G>(rules);
            for fen in variant.bench {
                let state = G::from_fen(rules, fen).expect("a FEN of the bench");
                assert_eq!(state.fen(), *fen);
                assert_eq!(state.outcome(), None, "{fen}");
                check_position(&state);
            }
            tallies.push((variant.name, rules, Tally::default()));
        }
    }
    for seed in (0..).take_while(|&seed| seed < GAMES || Instant::now() < until) {
        for (_, rules, tally) in &mut tallies {
            let (plies, reason) = play(G::start(*rules), StdRng::seed_from_u64(seed));
            tally.plies += plies;
            *tally.ends.entry(reason.unwrap_or("cut")).or_insert(0) += 1;
        }
    }
    for (name, rules, tally) in &tallies {
        println!("{name} {rules:?}: {} plies, {:?}", tally.plies, tally.ends);
    }
    let finished = |(_, _, tally): &(_, _, Tally)| tally.ends.keys().any(|&reason| reason != "cut");
    assert!(tallies.iter().any(finished), "no random game comes to an end");
}

/// What random games came to.
#[derive(Default)]
struct Tally {
    plies: usize,
    /// How many games ended for each reason.
    ends: BTreeMap<&'static str, u32>,
}

/// How long the random games go on at least.
fn seconds() -> Duration {
    let said = env::var(SECONDS).unwrap_or_else(|_| "0".to_owned());
    Duration::from_secs(said.parse().unwrap_or_else(|_| panic!("{SECONDS}: '{said}'")))
}

/// Every combination of values of the options; of a number, the least, the
/// default and the greatest.
fn settings(options: &[OptionSpec]) -> Vec<OptionValues> {
    let mut all = vec![OptionValues::default()];
    for spec in options {
        let choices = match spec.kind {
            OptionKind::Check { .. } => vec!["true".to_owned(), "false".to_owned()],
            OptionKind::Spin { default, min, max } => {
                [min, default, max].map(|value| value.to_string()).to_vec()
            }
            OptionKind::Combo { values, .. } => values.iter().copied().map(str::to_owned).collect(),
            OptionKind::Text | OptionKind::Button => continue,
        };
        let with = |values: &OptionValues| {
            let values = values.clone();
            choices.clone().into_iter().map(move |choice| {
                let mut values = values.clone();
                values.set(spec, &choice).expect("one of its values");
                values
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

fn check_start<G: Game + Heuristics + Notation>(rules: G::Rules) {
    check_blanks::<G>(rules);
    assert_eq!(G::start(rules).turn(), Seat::ONE);
    let points = names::<G>(rules);
    assert_eq!(points.len(), G::points(rules).len(), "names are unique");
    for [from, to] in G::lines(rules) {
        assert!(points.contains(&from) && points.contains(&to), "{from}-{to}");
    }
    let text = G::rules_text(rules);
    assert!(!text.is_empty() && text.lines().all(|line| line.trim_end() == line));
}

/// Blanks and tabs, and nothing else, part the fields of a FEN.
fn check_blanks<G: Game + Notation>(rules: G::Rules) {
    let fen = G::start(rules).fen();
    let loose = format!("\t {} ", fen.replace(' ', " \t"));
    assert_eq!(G::from_fen(rules, &loose).map(|state| state.fen()), Ok(fen.clone()));
    for other in ['\u{a0}', '\u{2003}', '\u{b}', '\u{c}', '\n', '_'] {
        let strange = fen.replacen(' ', &other.to_string(), 1);
        assert!(G::from_fen(rules, &strange).is_err(), "{strange:?}");
        let strange = format!("{fen}{other}");
        assert!(G::from_fen(rules, &strange).is_err(), "{strange:?}");
    }
}

fn names<G: Notation>(rules: G::Rules) -> HashSet<String> {
    G::points(rules).into_iter().map(|point| point.name).collect()
}

/// Plays a random game, checking every position of it. Its plies, and the reason of
/// its end if it was not cut.
fn play<G>(mut state: G, mut random: StdRng) -> (usize, Option<&'static str>)
where
    G: Game + Heuristics + Notation,
{
    let mut history = History::new(state.key());
    for ply in 0..LONGEST_GAME {
        check_position(&state);
        if ply % FLIPPED == 0 {
            check_flipped(&state);
            check_choices(&state);
        }
        if let Some(end) = state.outcome().or_else(|| history.repetition(&state)) {
            return (ply, Some(end.reason));
        }
        let moves = state.moves();
        let mv = moves[random.random_range(0..moves.len())];
        let irreversible = state.is_irreversible(mv);
        state.apply(mv);
        history.push(state.key(), irreversible);
    }
    (LONGEST_GAME, None)
}

fn check_position<G: Game + Heuristics + Notation>(state: &G) {
    let fen = state.fen();
    check_fen(state, &fen);
    check_moves(state, &fen);
    check_quiet(state, &fen);
    check_picture(state, &fen);
    if state.outcome().is_none() {
        let terms = state.explain();
        // A share of a term counts in parts, and what does not make a hundredth is dropped.
        let parts = terms.iter().map(|term| term.parts).max().unwrap_or(1);
        let sum: i32 = terms.iter().map(|it| it.count * it.weight * (parts / it.parts)).sum();
        let sign = if state.turn() == Seat::ONE { 1 } else { -1 };
        if G::SEATS == 2 {
            assert_eq!(state.evaluate(), sign * sum / parts, "{fen}");
        }
        assert!(state.evaluate().abs() < 20_000, "{fen}");
        check_threats(state, &fen);
    }
    let seen = state.leaf_outcome();
    assert!(seen.is_none() || seen == state.outcome(), "{fen}");
    assert_eq!(state.fen(), fen, "looking at a position changes nothing");
}

/// A position is the same when it is written and read again.
fn check_fen<G: Game + Notation>(state: &G, fen: &str) {
    let again = G::from_fen(state.rules(), fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(again.fen(), fen);
    assert_eq!(again.key(), state.key(), "{fen}");
    assert_eq!(again.search_key(), state.search_key(), "{fen}");
    assert_eq!(again.outcome(), state.outcome(), "{fen}");
    assert!(again.moves() == state.moves(), "{fen}");
}

fn check_moves<G: Game + Heuristics + Notation>(state: &G, fen: &str) {
    let moves = state.moves();
    assert_eq!(moves.is_empty(), state.outcome().is_some(), "{fen}");
    assert_eq!(state.count_legal_moves(), moves.len() as u64, "{fen}");
    let texts: HashSet<_> = moves.iter().map(|&mv| state.move_text(mv)).collect();
    assert_eq!(texts.len(), moves.len(), "{fen}: texts are unique");
    let mut noisy = Vec::new();
    state.noisy_moves(&mut noisy);
    let noisy_texts: BTreeSet<_> = noisy.iter().map(|&mv| state.move_text(mv)).collect();
    assert!(noisy.iter().all(|&mv| state.gain(mv) > 0), "{fen}: {noisy:?}");
    let gainful = moves.iter().any(|&mv| state.gain(mv) > 0);
    assert_eq!(noisy.is_empty(), !gainful, "{fen}: quiescence sees what there is to win");
    assert_eq!(noisy_texts.len(), noisy.len(), "{fen}: each once");
    let points = names::<G>(state.rules());
    for &mv in &moves {
        let text = state.move_text(mv);
        assert_eq!(state.parse_move(&text), Some(mv), "{fen} {text}");
        assert_eq!(G::split_moves(&text), [&*text], "{fen}");
        assert_ne!(state.tag(mv), 0, "{fen} {text}");
        assert!(state.history_slot(mv) < G::HISTORY_SLOTS, "{fen} {text}");
        assert!(state.gain(mv) >= 0, "{fen} {text}");
        let passed = state.move_points(mv);
        assert!(!passed.is_empty() && passed.iter().all(|point| points.contains(point)));
        let after = state.after(mv);
        assert_ne!(after.key(), state.key(), "{fen} {text}");
    }
}

/// The count of quiet plies is that of the FEN and can be set, and what is said of the rule
/// is true.
fn check_quiet<G: Game>(state: &G, fen: &str) {
    if G::QUIET == QuietRule::Ignored {
        return;
    }
    assert_eq!(fen.rsplit(' ').nth(1), Some(&*state.quiet().to_string()), "{fen}");
    let QuietRule::Draws { limit, lasting } = G::QUIET else { return };
    let mut drawn = state.clone();
    drawn.set_quiet(limit);
    assert_eq!((drawn.quiet(), drawn.key()), (limit, state.key()), "{fen}");
    assert!(drawn.outcome().is_some(), "{fen}");
    for mv in state.moves() {
        let quiet = state.after(mv).quiet();
        let is_set_back = quiet == 0 && (!lasting || state.is_irreversible(mv));
        assert!(quiet == state.quiet() + 1 || is_set_back, "{fen} {mv:?}");
    }
}

/// Wins and threats that a game sees without a search are real.
fn check_threats<G: Game + Heuristics>(state: &G, fen: &str) {
    let wins = |state: &G| {
        let mut noisy = Vec::new();
        state.noisy_moves(&mut noisy);
        let mut ends = noisy.into_iter().filter_map(|mv| state.after(mv).outcome());
        ends.any(|end| end.winner == Some(state.turn()))
    };
    assert!(!state.wins_at_once() || wins(state), "{fen}");
    let mut parries = Vec::new();
    let threatened = state.parries(&mut parries);
    let (saving, losing): (Vec<_>, Vec<_>) =
        state.moves().into_iter().partition(|mv| parries.contains(mv));
    assert_eq!(saving.len(), parries.len(), "{fen}: legal moves, each once");
    for mv in losing.into_iter().filter(|_| threatened) {
        let next = state.after(mv);
        assert!(next.outcome().is_none() && wins(&next), "{fen}: {mv:?}");
    }
}

/// Numbers choose legal moves, each another one. Where there are many moves, not all
/// numbers are tried: a game may list its moves for each.
fn check_choices<G: Game + Notation>(state: &G) {
    let fen = state.fen();
    let moves = state.moves();
    let mut room = Vec::new();
    let mut chosen = HashSet::new();
    for number in (0..moves.len()).step_by(1 + moves.len() / WIDE as usize) {
        let mv = state.choose_move(&mut room, |count| {
            assert_eq!(count, moves.len(), "{fen}");
            number
        });
        let mv = mv.unwrap_or_else(|| panic!("{fen}: no move {number}"));
        assert!(moves.contains(&mv), "{fen}: {mv:?}");
        assert!(chosen.insert(state.move_text(mv)), "{fen}: {mv:?} has two numbers");
    }
    let none = state.choose_move(&mut room, |_| 0);
    assert_eq!(none.is_none(), moves.is_empty(), "{fen}");
}

fn check_picture<G: Game + Notation>(state: &G, fen: &str) {
    let points = names::<G>(state.rules());
    for piece in state.pieces() {
        assert!(points.contains(&piece.at), "{fen}: {}", piece.at);
        assert!(piece.owner.is_none_or(|seat| (1..=G::SEATS).contains(&seat)));
    }
    let drawing = state.drawing();
    assert!(!drawing.is_empty() && !drawing.ends_with('\n'), "{fen}");
    for line in drawing.split('\n') {
        assert!(!line.is_empty() && line.trim_end() == line, "{fen}\n{drawing}");
    }
    assert!(state.turn().number() <= G::SEATS && !state.seat_name(state.turn()).is_empty());
}

/// The other side's view is worth as much and plays the same.
fn check_flipped<G: Game + Heuristics + Notation>(state: &G) {
    let Some(flipped) = state.flipped() else {
        return;
    };
    let fen = state.fen();
    assert_ne!(flipped.turn(), state.turn(), "{fen}");
    let twice = flipped.flipped().expect("what was flipped flips back");
    assert_eq!(twice.fen(), fen);
    let depth = if state.count_legal_moves() < WIDE { 3 } else { 2 };
    assert_eq!(perft(&flipped, depth), perft(state, depth), "{fen}");
    match (flipped.outcome(), state.outcome()) {
        (None, None) => assert_eq!(flipped.evaluate(), state.evaluate(), "{fen}"),
        (Some(there), Some(here)) => {
            assert_eq!(there.reason, here.reason, "{fen}");
            assert_eq!(there.winner, here.winner.map(Seat::other), "{fen}");
        }
        ends => panic!("{fen}: {ends:?}"),
    }
}
