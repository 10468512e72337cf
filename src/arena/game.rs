//! One game between engines, and the referee.

use super::{
    adjudication::Adjudication,
    engine::{Answer, Engine, EngineSpec},
    fault::{Failure, Fault},
    record::{GameRecord, Offence},
    time_control::go_command,
};
use crate::{
    game::{Outcome, Seat},
    protocol::Dialect,
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
    /// Whether a player thinks while the other one does.
    pub(super) ponder: bool,
    /// What ends games besides their rules.
    pub(super) adjudication: Adjudication,
}

/// How a game has gone on so far.
struct Course {
    position: String,
    clocks: Vec<Duration>,
    /// Scores by seat.
    told: Vec<Vec<Option<i32>>>,
    record: GameRecord,
}

/// Plays a game to its end. `record` says who plays it from where; the rest of it is
/// filled in. Engines that commit a fault are gone. `None`: the match was interrupted.
pub(super) fn play(
    referee: &mut dyn Session,
    players: &mut Players<'_>,
    conditions: Conditions,
    record: GameRecord,
) -> Option<GameRecord> {
    let start =
        record.opening.fen.as_ref().map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
    let mut course = Course {
        position: format!("position {start}"),
        clocks: players.specs.iter().map(|spec| spec.control.initial_clock()).collect(),
        told: vec![Vec::new(); players.specs.len()],
        record,
    };
    if !course.record.opening.moves.is_empty() {
        course.position += " moves ";
        course.position += &course.record.opening.moves.join(" ");
    }
    if course.record.opening.set_up(referee).is_err() {
        // Openings are checked before the match, so this does not happen in one.
        course.end(Outcome::draw("bad-opening"), &|_| true);
        return Some(course.record);
    }
    for seat in 0..players.specs.len() {
        let ready = match &mut players.engines[seat] {
            Ok(engine) => engine.new_game(players.specs[seat]),
            Err(fault) => Err(fault.clone().into()),
        };
        if let Err(failure) = ready {
            return course.fail(players, seat, failure);
        }
    }
    let judge = |course: &Course, referee: &dyn Session, mover| {
        let end = conditions.adjudication.judge(&course.told, mover, referee.plies());
        referee.outcome().or(end)
    };
    let mut outcome = judge(&course, referee, referee.turn());
    loop {
        if let Some(outcome) = outcome {
            course.end(outcome, &|seat| !referee.is_out(seat));
            return Some(course.record);
        }
        let mover = referee.turn();
        if let Err(failure) = course.make_move(referee, players, conditions, mover.index()) {
            return course.fail(players, mover.index(), failure);
        }
        outcome = judge(&course, referee, mover);
    }
}

impl Course {
    fn make_move(
        &mut self,
        referee: &mut dyn Session,
        players: &mut Players<'_>,
        conditions: Conditions,
        seat: usize,
    ) -> Result<(), Failure> {
        let control = players.specs[seat].control;
        let clock = self.clocks[seat];
        let longest = control.longest(clock);
        let go = self.go(players, seat);
        let engine = players.engines[seat].as_mut().map_err(|fault| fault.clone())?;
        let answer = engine.search(&self.position, &go, longest)?;
        let after = control.after_move(clock, answer.spent, conditions.margin);
        let millis = |time: Duration| time.as_millis() as u64;
        self.clocks[seat] = after.ok_or(Fault::TimeLoss {
            spent: millis(answer.spent),
            allowed: millis(longest.unwrap_or_default()),
        })?;
        if referee.play(&answer.best, IllegalMove::Refused).is_err() {
            return Err(Fault::IllegalMove(excerpt(&answer.best)).into());
        }
        self.position = self.position_after(&answer.best);
        if conditions.ponder {
            self.ponder(referee, players, seat, &answer);
        }
        self.told[seat].push(answer.score);
        self.record.moves.push(answer.best);
        self.record.scores.push(answer.score);
        self.record.depths.push(answer.depth);
        self.record.times.push(millis(answer.spent));
        Ok(())
    }

    /// The `go` for the player of `seat`.
    fn go(&self, players: &Players<'_>, seat: usize) -> String {
        let controls = players.specs.iter().map(|spec| spec.control);
        let seats: Vec<_> = controls.zip(self.clocks.iter().copied()).collect();
        go_command(players.specs[seat].control, &seats)
    }

    fn position_after(&self, mv: &str) -> String {
        let parted = self.position.contains(" moves ");
        format!("{}{}{mv}", self.position, if parted { " " } else { " moves " })
    }

    /// Lets who has just moved think about the reply that he expects. The protocol
    /// UGI has no word for it.
    fn ponder(
        &self,
        referee: &dyn Session,
        players: &mut Players<'_>,
        seat: usize,
        answer: &Answer,
    ) {
        let Some(reply) = &answer.reply else { return };
        let waits = referee.outcome().is_none() && referee.turn().index() != seat;
        if players.specs[seat].dialect == Dialect::Uci && waits && referee.is_legal(reply) {
            let go = self.go(players, seat);
            if let Ok(engine) = &mut players.engines[seat] {
                engine.ponder(self.position_after(reply), &go);
            }
        }
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

    /// The player of `seat` has lost by a fault; among three the others share. Or the
    /// match was interrupted.
    fn fail(
        mut self,
        players: &mut Players<'_>,
        seat: usize,
        failure: Failure,
    ) -> Option<GameRecord> {
        let Failure::Fault(fault) = failure else { return None };
        let offender = Seat::ALL[seat];
        let winner = (players.specs.len() == 2).then(|| offender.other());
        self.end(Outcome { winner, reason: fault.reason() }, &|seat| seat != offender);
        let (last_lines, last_errors) =
            players.engines[seat].as_ref().map(Engine::last_words).unwrap_or_default();
        let player = players.specs[seat].name.clone();
        self.record.offence =
            Some(Offence { player, fault: fault.clone(), last_lines, last_errors });
        players.engines[seat] = Err(fault);
        Some(self.record)
    }
}
