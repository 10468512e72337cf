//! Which games of a match are to be played, and which have been.

use super::{
    engine::EngineSpec,
    openings::Opening,
    record::GameRecord,
    tournament::{ArenaError, Match},
};
use std::{collections::BTreeMap, sync::atomic::Ordering::Relaxed};

/// A game to be played.
pub(super) struct Pairing {
    pub(super) number: usize,
    pub(super) opening: Opening,
    pub(super) seating: Vec<usize>,
}

impl Pairing {
    /// The record of the game before its first move.
    pub(super) fn record(&self, it: &Match) -> GameRecord {
        let players = || self.seating.iter().map(|&player| &it.players[player]);
        GameRecord {
            number: self.number,
            date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
            variant: it.variant.info.name.to_owned(),
            options: it.rules.clone(),
            players: players().map(|spec| spec.name.clone()).collect(),
            limits: players().map(|spec| spec.control.to_string()).collect(),
            settings: players().map(settings).collect(),
            opening: self.opening.clone(),
            moves: Vec::new(),
            scores: Vec::new(),
            depths: Vec::new(),
            times: Vec::new(),
            result: String::new(),
            reason: String::new(),
            points: Vec::new(),
            seating: self.seating.clone(),
            offence: None,
        }
    }

    /// What a record of a game with this number says about another game.
    fn difference(&self, it: &Match, other: &GameRecord) -> Option<&'static str> {
        let own = self.record(it);
        [
            ("its variant", own.variant == other.variant),
            ("its rules", own.options == other.options),
            ("its players", own.players == other.players),
            ("their limits", own.limits == other.limits),
            ("their options", own.settings == other.settings),
            ("its opening", own.opening == other.opening),
        ]
        .into_iter()
        .find_map(|(what, same)| (!same).then_some(what))
    }
}

/// The options of an engine as a record has them.
fn settings(spec: &EngineSpec) -> Vec<String> {
    spec.options.iter().map(|(name, value)| format!("{name}={value}")).collect()
}

/// Parts the games of a match into those that `finished` has, with their seatings, and
/// those that are to be played.
pub(super) fn part(
    it: &Match,
    mut pairings: impl Iterator<Item = Pairing> + Send,
    finished: Vec<GameRecord>,
    games: usize,
) -> Result<(Vec<GameRecord>, impl Iterator<Item = Pairing> + Send), ArenaError> {
    let mut finished: BTreeMap<usize, GameRecord> =
        finished.into_iter().map(|record| (record.number, record)).collect();
    let foreign = |number, what| ArenaError::Foreign { number: number + 1, what };
    // No opening need be made for a game that cannot be there.
    if let Some((&number, _)) = finished.last_key_value().filter(|(number, _)| **number >= games) {
        return Err(foreign(number, "its number"));
    }
    let (mut known, mut open) = (Vec::new(), Vec::new());
    while !finished.is_empty() {
        if it.interrupt.load(Relaxed) {
            break;
        }
        let Some(pairing) = pairings.next() else { break };
        let Some(mut record) = finished.remove(&pairing.number) else {
            open.push(pairing);
            continue;
        };
        if let Some(what) = pairing.difference(it, &record) {
            return Err(foreign(pairing.number, what));
        }
        record.seating = pairing.seating;
        known.push(record);
    }
    if let Some(&number) = finished.keys().next().filter(|_| !it.interrupt.load(Relaxed)) {
        return Err(foreign(number, "its number"));
    }
    Ok((known, open.into_iter().chain(pairings)))
}
