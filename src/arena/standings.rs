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
    /// First games of pairs whose second is still being played: by the opening and the
    /// two players, the half points of the first of them.
    open_pairs: BTreeMap<(usize, usize, usize), usize>,
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
    /// Pairs of games from one opening against one other player, from his view, in
    /// games for two.
    pairs: Pentanomial,
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
        let (&[first, second], &[won, _]) = (&record.seating[..], &record.points[..]) else {
            return;
        };
        let half_points = (2.0 * won) as usize;
        let (low, high) = (first.min(second), first.max(second));
        let of_low = if first == low { half_points } else { 2 - half_points };
        match self.open_pairs.remove(&(opening, low, high)) {
            None => {
                self.open_pairs.insert((opening, low, high), of_low);
            }
            Some(before) => {
                self.players[low].pairs.add(before + of_low);
                self.players[high].pairs.add(4 - before - of_low);
            }
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

    /// Finished pairs of games of the first player, in a game for two.
    pub fn pairs(&self) -> Pentanomial {
        self.players.first().map(|player| player.pairs).unwrap_or_default()
    }

    /// One line on how it stands.
    pub fn summary(&self) -> String {
        let points: Vec<String> = self
            .players
            .iter()
            .map(|player| format!("{} {:.1}", player.name, player.points))
            .collect();
        let pairs = self.pairs();
        let two = self.players.len() == 2 && pairs.pairs() > 0;
        let elo = two.then(|| format!(", Elo {}", pairs.elo()));
        format!("{} games: {}{}", self.games(), points.join(", "), elo.unwrap_or_default())
    }
}

/// A table with a row for each player, and what can be said of all games.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.players.iter().map(|player| player.name.chars().count()).max();
        let width = width.unwrap_or(0).max(6);
        let with_elo = self.seats == 2;
        write!(f, "{:width$}  games    won  drawn   lost   points", "player")?;
        write!(f, "           score    fair   draws")?;
        for seat in 1..=self.seats {
            write!(f, "  seat {seat}")?;
        }
        if with_elo {
            write!(f, "     LOS  Elo")?;
        }
        for player in &self.players {
            let games = (player.games as f64).max(1.0);
            let lost = player.games - player.wins - player.draws;
            let (score, error) = player.score();
            write!(
                f,
                "\n{:width$} {:>6} {:>6} {:>6} {lost:>6} {:>8.1} {:>6.1}% ± {:>4.1}% {:>6.1}% {:>6.1}%",
                player.name,
                player.games,
                player.wins,
                player.draws,
                player.points,
                100.0 * score,
                100.0 * error,
                100.0 * player.fair_points / games,
                100.0 * player.draws as f64 / games,
            )?;
            for &(points, seats) in &player.by_seat[..self.seats] {
                write!(f, " {:>6.1}%", 100.0 * points / (seats as f64).max(1.0))?;
            }
            if with_elo && player.pairs.pairs() > 0 {
                let elo = player.pairs.elo();
                // Pairs that all ended alike say nothing of how sure that is.
                match elo.error {
                    Some(_) => {
                        let superiority = 100.0 * player.pairs.likelihood_of_superiority();
                        write!(f, " {superiority:>6.1}%  {elo}")?;
                    }
                    None => write!(f, " {:>7}  {elo}", "-")?,
                }
            }
        }
        if let [first, _] = &self.players[..]
            && first.pairs.pairs() > 0
        {
            let Player { name, pairs, .. } = first;
            write!(f, "\nElo of {name}: {}, pairs with 0 to 2 points: {pairs}", pairs.elo())?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize, seating: [usize; 2], points: [f64; 2]) -> GameRecord {
        let result = match points[0] {
            1.0 => "p1win",
            0.0 => "p2win",
            _ => "draw",
        };
        let line = format!(
            r#"{{"number":{number},"variant":"wari","players":["",""],"opening":{{}},"moves":["A"],
            "scores":[0],"times":[0],"result":"{result}","reason":"majority","points":{points:?}}}"#
        );
        let record: GameRecord = serde_json::from_str(&line).expect("a record");
        GameRecord { seating: seating.to_vec(), ..record }
    }

    #[test]
    fn each_player_has_pairs_against_each_other() {
        let names = ["a", "b", "c"].map(str::to_owned);
        let mut standings = Standings::new(names.into_iter(), 2);
        // One opening, out of order: a beats b twice, and takes three halves from c.
        for (number, seating, points) in [
            (0, [0, 1], [1.0, 0.0]),
            (2, [0, 2], [0.5, 0.5]),
            (1, [1, 0], [0.0, 1.0]),
            (3, [2, 0], [0.0, 1.0]),
            (4, [1, 2], [1.0, 0.0]),
        ] {
            standings.add(&game(number, seating, points), 0);
        }
        let pairs: Vec<_> = standings.players.iter().map(|player| player.pairs.0).collect();
        assert_eq!(pairs, [[0, 0, 0, 1, 1], [1, 0, 0, 0, 0], [0, 1, 0, 0, 0]]);
        let table = standings.to_string();
        let row: Vec<_> = table.lines().nth(1).expect("a row").split_whitespace().collect();
        assert_eq!(row[..6], ["a", "4", "3", "1", "0", "3.5"], "{table}");
        assert!(table.ends_with("ends: majority draw 1 p1win 2 p2win 2, faults 0"), "{table}");
    }
}
