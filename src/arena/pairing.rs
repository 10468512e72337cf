//! Who plays whom from which seat.

/// Which players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Format {
    /// All against all.
    #[default]
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
}

/// The games of one opening: for each the player, by his number, of each seat.
///
/// For two seats, each pair of players meets with the seats both ways. For three
/// seats, two players share them in the six ways in which both are there; more meet
/// by threes, each three in its six orders.
pub(super) fn games_of_opening(players: usize, seats: usize, format: Format) -> Vec<Vec<usize>> {
    let group_size = if seats == 2 || players == 2 { 2 } else { 3 };
    let mut games = Vec::new();
    for group in groups(players, group_size) {
        if format == Format::Gauntlet && !group.contains(&0) {
            continue;
        }
        // All ways to fill the seats, in the order of the numbers.
        for code in 0..group_size.pow(seats as u32) {
            let digits = (0..seats).rev().map(|place| code / group_size.pow(place as u32));
            let seating: Vec<usize> = digits.map(|digit| group[digit % group_size]).collect();
            if group.iter().all(|player| seating.contains(player)) {
                games.push(seating);
            }
        }
    }
    games
}

/// All sets of `size` players.
fn groups(players: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 0..players {
        for mut rest in groups(players - first - 1, size - 1) {
            for player in &mut rest {
                *player += first + 1;
            }
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_seats_are_exchanged() {
        assert_eq!(games_of_opening(2, 2, Format::RoundRobin), [[0, 1], [1, 0]]);
        assert_eq!(
            games_of_opening(3, 2, Format::RoundRobin),
            [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
        );
        assert_eq!(games_of_opening(3, 2, Format::Gauntlet), [[0, 1], [1, 0], [0, 2], [2, 0]]);
    }

    #[test]
    fn three_seats_rotate() {
        assert_eq!(
            games_of_opening(2, 3, Format::RoundRobin),
            [[0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0]]
        );
        let three = games_of_opening(3, 3, Format::RoundRobin);
        assert_eq!(three.len(), 6);
        for seat in 0..3 {
            for player in 0..3 {
                assert_eq!(three.iter().filter(|seating| seating[seat] == player).count(), 2);
            }
        }
        assert_eq!(games_of_opening(4, 3, Format::RoundRobin).len(), 24);
        assert_eq!(games_of_opening(4, 3, Format::Gauntlet).len(), 18);
    }
}
