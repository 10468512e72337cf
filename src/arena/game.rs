//! One game between engines, and the referee.

use super::{
    process::{Engine, EngineSpec, Fault},
    record::{GameRecord, Offence},
    time_control::go_command,
};
use crate::{
    game::{Outcome, Seat},
    session::{IllegalMove, Session},
    text::excerpt,
};
use std::time::Duration;

/// The players of a game by seat, with what they run in.
pub(super) struct Players<'a> {
    pub(super) specs: Vec<&'a EngineSpec>,
    /// An engine that has committed a fault, or does not start, is gone.
    pub(super) engines: Vec<Result<Engine, Fault>>,
}

/// What holds for every game of a match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions {
    /// Time beyond its limits that costs a player nothing.
    pub(super) margin: Duration,
    /// Plies, those of the opening included, after which a game is a draw.
    pub(super) longest_game: usize,
}

/// How a game has gone on so far.
struct Course {
    position: String,
    clocks: Vec<Duration>,
    record: GameRecord,
}

/// Plays a game to its end. `record` says who plays it from where; the rest of it is
/// filled in. Engines that commit a fault are gone.
pub(super) fn play(
    referee: &mut dyn Session,
    players: &mut Players<'_>,
    conditions: Conditions,
    record: GameRecord,
) -> GameRecord {
    let start =
        record.opening.fen.as_ref().map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
    let mut course = Course {
        position: format!("position {start}"),
        clocks: players.specs.iter().map(|spec| spec.control.initial_clock()).collect(),
        record,
    };
    if !course.record.opening.moves.is_empty() {
        course.position += " moves ";
        course.position += &course.record.opening.moves.join(" ");
    }
    if course.record.opening.set_up(referee).is_err() {
        // Openings are checked before the match, so this does not happen in one.
        course.end(Outcome::draw("bad-opening"), &|_| true);
        return course.record;
    }
    for seat in 0..players.specs.len() {
        let ready = match &mut players.engines[seat] {
            Ok(engine) => engine.new_game(players.specs[seat]),
            Err(fault) => Err(fault.clone()),
        };
        if let Err(fault) = ready {
            course.lose(players, seat, fault);
            return course.record;
        }
    }
    loop {
        if let Some(outcome) = referee.outcome() {
            course.end(outcome, &|seat| !referee.is_out(seat));
            return course.record;
        }
        if referee.plies() >= conditions.longest_game {
            course.end(Outcome::draw("move-limit"), &|seat| !referee.is_out(seat));
            return course.record;
        }
        let seat = referee.turn().index();
        if let Err(fault) = course.make_move(referee, players, conditions, seat) {
            course.lose(players, seat, fault);
            return course.record;
        }
    }
}

impl Course {
    fn make_move(
        &mut self,
        referee: &mut dyn Session,
        players: &mut Players<'_>,
        conditions: Conditions,
        seat: usize,
    ) -> Result<(), Fault> {
        let control = players.specs[seat].control;
        let clock = self.clocks[seat];
        let seats: Vec<_> = players
            .specs
            .iter()
            .map(|spec| spec.control)
            .zip(self.clocks.iter().copied())
            .collect();
        let longest = control.longest(clock);
        let engine = players.engines[seat].as_mut().map_err(|fault| fault.clone())?;
        let answer = engine.search(&self.position, &go_command(control, &seats), longest)?;
        let after = control.after_move(clock, answer.spent, conditions.margin);
        let millis = |time: Duration| time.as_millis() as u64;
        self.clocks[seat] = after.ok_or(Fault::TimeLoss {
            spent: millis(answer.spent),
            allowed: millis(longest.unwrap_or_default()),
        })?;
        if referee.play(&answer.best, IllegalMove::Refused).is_err() || answer.best.is_empty() {
            return Err(Fault::IllegalMove(excerpt(&answer.best)));
        }
        let first = self.record.moves.is_empty() && self.record.opening.moves.is_empty();
        self.position += if first { " moves " } else { " " };
        self.position += &answer.best;
        self.record.moves.push(answer.best);
        self.record.scores.push(answer.score);
        self.record.times.push(millis(answer.spent));
        Ok(())
    }

    /// `shares`: whether a seat has a part in a draw.
    fn end(&mut self, outcome: Outcome, shares: &dyn Fn(Seat) -> bool) {
        let seats = Seat::ALL.iter().take(self.record.players.len());
        let winners: Vec<bool> = match outcome.winner {
            Some(winner) => seats.map(|&seat| seat == winner).collect(),
            None => seats.map(|&seat| shares(seat)).collect(),
        };
        let point = 1.0 / winners.iter().filter(|&&wins| wins).count().max(1) as f64;
        self.record.points = winners.iter().map(|&wins| if wins { point } else { 0.0 }).collect();
        outcome.result().clone_into(&mut self.record.result);
        outcome.reason.clone_into(&mut self.record.reason);
    }

    /// The player of `seat` has lost by a fault. Among three the others share.
    fn lose(&mut self, players: &mut Players<'_>, seat: usize, fault: Fault) {
        let offender = Seat::ALL[seat];
        let winner = (players.specs.len() == 2).then(|| offender.other());
        self.end(Outcome { winner, reason: fault.reason() }, &|seat| seat != offender);
        let last_lines = players.engines[seat].as_ref().map(Engine::last_lines).unwrap_or_default();
        let player = players.specs[seat].name.clone();
        self.record.offence = Some(Offence { player, fault: fault.clone(), last_lines });
        players.engines[seat] = Err(fault);
    }
}
