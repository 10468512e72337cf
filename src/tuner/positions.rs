//! Positions with the terms of their evaluation and what the games came to.

use super::chances::Scores;
use crate::{
    arena::GameRecord,
    game::{Chances, OptionValues, Seat},
    session::{IllegalMove, Session},
    variants::Variant,
};
use std::{collections::HashMap, io::BufRead};
use thiserror::Error;

/// Which positions of a game count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The first plies of a game, the opening aside, that do not count: they are much
    /// the same in many games.
    pub skipped_plies: usize,
    /// Positions that the mover has scored higher or lower than this do not count:
    /// they are decided, whatever the static value says.
    pub highest_score: i32,
}

/// Why a record could not be used.
#[derive(Debug, Error)]
#[error("line {line}: {reason}")]
pub struct ReadError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Positions as the regression sees them.
#[derive(Debug, Default)]
pub struct Positions {
    /// The names of the terms, with their present weights.
    pub terms: Vec<(&'static str, i32)>,
    /// The counts of the terms of all positions, a row for each, from seat 1's view.
    counts: Vec<f32>,
    /// What each game brought seat 1, from 0 to 1.
    results: Vec<f32>,
    /// What the mover's search has said, from seat 1's view.
    scores: Vec<i16>,
    /// The number of the game of each position.
    games: Vec<u32>,
    /// What the movers' searches have said and what came of it, in positions that are
    /// not quiet too.
    outcomes: Scores,
}

/// One position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position<'a> {
    pub(super) counts: &'a [f32],
    pub(super) result: f64,
    pub(super) score: f64,
    pub(super) game: u32,
}

impl Positions {
    /// Adds the positions of the games of two players in `records`, lines of JSON as
    /// `ninefold match --record` writes them. Games of other variants are passed over.
    ///
    /// # Errors
    /// If a line is no record, or its moves are not legal.
    pub fn read(
        &mut self,
        records: impl BufRead,
        variant: Variant,
        filter: Filter,
    ) -> Result<(), ReadError> {
        let mut sessions: HashMap<Vec<(String, String)>, Box<dyn Session>> = HashMap::new();
        for (line, number) in records.lines().zip(1..) {
            let wrong = |reason: String| ReadError { line: number, reason };
            let line = line.map_err(|error| wrong(error.to_string()))?;
            let record: GameRecord =
                serde_json::from_str(&line).map_err(|error| wrong(json_error(&error)))?;
            if record.variant != variant.info.name || record.offence.is_some() {
                continue;
            }
            let session = sessions
                .entry(record.options.clone())
                .or_insert_with(|| variant.open(&option_values(variant, &record.options)));
            self.add_game(&mut **session, &record, filter).map_err(wrong)?;
        }
        Ok(())
    }

    /// Rows of counts, result, score and number of the game.
    #[cfg(test)]
    pub(super) fn of_rows<const N: usize>(
        terms: Vec<(&'static str, i32)>,
        rows: Vec<([i16; N], f64, f64, u32)>,
    ) -> Self {
        let mut positions = Self { terms, ..Self::default() };
        for (counts, result, score, game) in rows {
            positions.counts.extend(counts.map(f32::from));
            positions.results.push(result as f32);
            positions.scores.push(score as i16);
            positions.games.push(game);
        }
        positions
    }

    /// The win-draw-loss model by which the scores of the searches foretell the results
    /// best, and the number of scores.
    pub fn chances(&self) -> (Chances, usize) {
        (self.outcomes.fit(), self.outcomes.len())
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Position<'_>> {
        let rows = self.counts.chunks_exact(self.terms.len().max(1));
        let rest = self.results.iter().zip(&self.scores).zip(&self.games);
        rows.zip(rest).map(|(counts, ((&result, &score), &game))| Position {
            counts,
            result: result.into(),
            score: score.into(),
            game,
        })
    }

    fn add_game(
        &mut self,
        session: &mut dyn Session,
        record: &GameRecord,
        filter: Filter,
    ) -> Result<(), String> {
        let result = match record.result.as_str() {
            "p1win" => 1.0,
            "p2win" => 0.0,
            "draw" => 0.5,
            other => return Err(format!("the result '{other}' is none of a game for two")),
        };
        if record.scores.len() != record.moves.len() {
            return Err("there is not a score for each move".to_owned());
        }
        let game = self.games.last().map_or(0, |game| game + 1);
        record.opening.set_up(session).map_err(|error| error.to_string())?;
        for (ply, (mv, &score)) in record.moves.iter().zip(&record.scores).enumerate() {
            let scored = score
                .filter(|score| ply >= filter.skipped_plies && score.abs() <= filter.highest_score);
            if let Some(score) = scored {
                self.add_position(session, mv, (score, result), game)?;
            }
            session.play(mv, IllegalMove::Refused).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Adds the position of `session` in which `mv` was played: the mover's score, and
    /// what the game brought seat 1.
    fn add_position(
        &mut self,
        session: &dyn Session,
        mv: &str,
        (score, result): (i32, f32),
        game: u32,
    ) -> Result<(), String> {
        let (sign, points) =
            if session.turn() == Seat::ONE { (1, result) } else { (-1, 1.0 - result) };
        self.outcomes.note(score, points);
        if let Some((_, terms)) = session.evaluation().filter(|_| session.is_quiet(mv)) {
            if self.terms.is_empty() {
                self.terms = terms.iter().map(|term| (term.name, term.weight)).collect();
            }
            // A list of terms that depends on the position could not be fitted.
            if !self.terms.iter().map(|it| it.0).eq(terms.iter().map(|term| term.name)) {
                return Err("the evaluation has other terms than before".to_owned());
            }
            self.counts.extend(terms.iter().map(|term| term.amount() as f32));
            self.results.push(result);
            self.scores.push((sign * score) as i16);
            self.games.push(game);
        }
        Ok(())
    }
}

/// What is wrong with a line of JSON; it has only one line itself.
fn json_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    format!("{what}, column {}", error.column())
}

fn option_values(variant: Variant, options: &[(String, String)]) -> OptionValues {
    let mut values = OptionValues::default();
    for (name, value) in options {
        // What the match was played with, the game takes again.
        if let Some(spec) = variant.options.iter().find(|spec| spec.name == name) {
            let _ = values.set(spec, value);
        }
    }
    values
}
