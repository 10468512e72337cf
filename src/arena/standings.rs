//! How the players of a match stand.

use super::{
    record::GameRecord,
    statistics::{CONFIDENCE_95, Pentanomial},
};
use std::{collections::BTreeMap, fmt};

/// The results of a match so far.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// By player.
    players: Vec<Player>,
    /// How many games ended for each reason with each result.
    reasons: BTreeMap<String, BTreeMap<String, u64>>,
    plies: usize,
    faults: usize,
    /// Pairs of games between the first two players, from the first one's view.
    pairs: Pentanomial,
    /// First games of pairs whose second is still being played: by the opening, the
    /// first player's half points.
    open_pairs: BTreeMap<usize, usize>,
    seats: usize,
}

#[derive(Clone, Debug, Default)]
struct Player {
    name: String,
    games: u64,
    wins: u64,
    draws: u64,
    /// Points and seats taken, by seat.
    by_seat: [(f64, u64); 3],
    points: f64,
    /// What players of equal strength would have.
    fair_points: f64,
    /// Squares of what was won beyond the fair points of each game.
    squares: f64,
}

impl Player {
    /// The mean points of a game and the half width of their interval of 95 %
    /// confidence.
    fn score(&self) -> (f64, f64) {
        let games = (self.games as f64).max(1.0);
        let gain = (self.points - self.fair_points) / games;
        let variance = (self.squares / games - gain * gain).max(0.0);
        (self.points / games, CONFIDENCE_95 * (variance / games).sqrt())
    }
}

impl Standings {
    /// Before the first game.
    pub(super) fn new(names: impl Iterator<Item = String>, seats: usize) -> Self {
        let players = names.map(|name| Player { name, ..Player::default() }).collect();
        Self { players, seats, ..Self::default() }
    }

    /// Counts a game of the opening with the number `opening`.
    pub(super) fn add(&mut self, record: &GameRecord, opening: usize) {
        let results = self.reasons.entry(record.reason.clone()).or_default();
        *results.entry(record.result.clone()).or_default() += 1;
        self.plies += record.opening.moves.len() + record.moves.len();
        self.faults += usize::from(record.offence.is_some());
        let drawn = record.result == "draw";
        for (number, player) in self.players.iter_mut().enumerate() {
            let taken = record.seating.iter().zip(&record.points).zip(&mut player.by_seat);
            let taken = taken.filter(|((seated, _), _)| **seated == number);
            let (mut points, mut seats) = (0.0, 0);
            for ((_, &won), by_seat) in taken {
                points += won;
                seats += 1;
                by_seat.0 += won;
                by_seat.1 += 1;
            }
            if seats == 0 {
                continue;
            }
            let fair = f64::from(seats) / self.seats as f64;
            player.games += 1;
            player.wins += u64::from(!drawn && points > 0.0);
            player.draws += u64::from(drawn);
            player.points += points;
            player.fair_points += fair;
            player.squares += (points - fair).powi(2);
        }
        self.add_to_pair(record, opening);
    }

    fn add_to_pair(&mut self, record: &GameRecord, opening: usize) {
        if self.players.len() != 2 || self.seats != 2 {
            return;
        }
        let points: f64 = record
            .seating
            .iter()
            .zip(&record.points)
            .map(|(&seated, won)| if seated == 0 { *won } else { 0.0 })
            .sum();
        let half_points = (2.0 * points) as usize;
        match self.open_pairs.remove(&opening) {
            None => {
                self.open_pairs.insert(opening, half_points);
            }
            Some(first) => self.pairs.add(first + half_points),
        }
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.reasons.values().flat_map(BTreeMap::values).sum()
    }

    /// Games that ended by a fault of a player.
    pub fn faults(&self) -> usize {
        self.faults
    }

    /// Finished pairs of games, where two players play a game for two.
    pub fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// One line on how it stands.
    pub fn summary(&self) -> String {
        let points: Vec<String> = self
            .players
            .iter()
            .map(|player| format!("{} {:.1}", player.name, player.points))
            .collect();
        let elo = (self.pairs.pairs() > 0).then(|| format!(", Elo {}", self.pairs.elo()));
        format!("{} games: {}{}", self.games(), points.join(", "), elo.unwrap_or_default())
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.players.iter().map(|player| player.name.chars().count()).max();
        let width = width.unwrap_or(0).max(6);
        write!(f, "{:width$}  games    won  drawn   lost   points", "player")?;
        write!(f, "           score    fair")?;
        for seat in 1..=self.seats {
            write!(f, "  seat {seat}")?;
        }
        for player in &self.players {
            let lost = player.games - player.wins - player.draws;
            let (score, error) = player.score();
            let fair = player.fair_points / (player.games as f64).max(1.0);
            write!(
                f,
                "\n{:width$} {:>6} {:>6} {:>6} {lost:>6} {:>8.1} {:>6.1}% ± {:>4.1}% {:>6.1}%",
                player.name,
                player.games,
                player.wins,
                player.draws,
                player.points,
                100.0 * score,
                100.0 * error,
                100.0 * fair
            )?;
            for &(points, seats) in &player.by_seat[..self.seats] {
                write!(f, " {:>6.1}%", 100.0 * points / (seats as f64).max(1.0))?;
            }
        }
        if self.pairs.pairs() > 0 {
            let elo = self.pairs.elo();
            write!(
                f,
                "\nElo of {}: {elo} (95 %), likelihood of superiority {:.1} %",
                self.players[0].name,
                100.0 * self.pairs.likelihood_of_superiority()
            )?;
            write!(f, ", pairs with 0 to 2 points: {}", self.pairs)?;
        }
        let games = self.games().max(1) as f64;
        write!(f, "\nmean length {:.1} plies; ends:", self.plies as f64 / games)?;
        for (reason, results) in &self.reasons {
            write!(f, " {reason}")?;
            for (result, count) in results {
                write!(f, " {result} {count}")?;
            }
            f.write_str(",")?;
        }
        write!(f, " faults {}", self.faults)
    }
}
