//! What a side could capture with its next move, and how many moves it has.

use super::board::{Board, KINDS, Kind};
use super::geometry::{
    DIRECTIONS, ORTHOGONAL, bearing, bit, file, files_of, opposite, rank, ranks_of, ray, ring,
    shift, slides, squares,
};
use crate::game::Seat;

/// What the pieces of a side could do if it were to move, whatever became of its
/// king. What its king could take is left out: mostly it must not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threats {
    /// The enemies that some move captures.
    pub(super) victims: u64,
    /// The number of moves by kind of piece, those of pawns left out.
    pub(super) moves: [u32; KINDS],
}

impl Threats {
    pub(super) fn new(board: &Board, seat: Seat) -> Self {
        let mut threats = Self::default();
        let mobile = board.side(seat) & !board.paralysed(seat);
        threats.add_pawns(board, seat, mobile & board.all(Kind::Pawn));
        let pieces = mobile & !board.all(Kind::Pawn) & !board.all(Kind::King);
        for from in squares(pieces) {
            let kind = board.kind_at(from);
            let targets = board.targets(seat, kind, from);
            threats.moves[kind as usize] += targets.count_ones();
            threats.victims |= board.threatened_by(seat, kind, from, targets);
        }
        threats
    }

    /// Adds what the given pawns could do, all at once.
    fn add_pawns(&mut self, board: &Board, seat: Seat, pawns: u64) {
        let empty = !board.occupied();
        let mut targets = 0;
        for direction in ORTHOGONAL {
            targets |= slides(pawns, empty, direction);
        }
        self.victims |= pincered_from(targets, board.side(seat), board.side(seat.other()));
    }
}

impl Board {
    /// The enemies that the moves of the piece of `seat` on `from` to `targets`
    /// capture.
    fn threatened_by(&self, seat: Seat, kind: Kind, from: usize, targets: u64) -> u64 {
        let own = self.side(seat);
        let enemies = self.side(seat.other());
        let empty = !self.occupied();
        match kind {
            Kind::Withdrawer => left_by_withdrawing(from, targets, enemies),
            Kind::Coordinator => coordinated_from(self.king(seat), targets, enemies),
            Kind::Leaper => leaped(from, empty, enemies),
            Kind::Chameleon => {
                let enemy = |kind| self.of(seat.other(), kind);
                pincered_from(targets & (file(from) | rank(from)), own, enemy(Kind::Pawn))
                    | ring(from) & enemy(Kind::King)
                    | left_by_withdrawing(from, targets, enemy(Kind::Withdrawer))
                    | coordinated_from(self.king(seat), targets, enemy(Kind::Coordinator))
                    | leaped(from, empty, enemy(Kind::Leaper))
            }
            Kind::Pawn | Kind::King | Kind::Immobilizer => 0,
        }
    }
}

/// Those of `victims` that arriving on one of `targets` takes by pincer.
#[inline]
fn pincered_from(targets: u64, own: u64, victims: u64) -> u64 {
    ORTHOGONAL.into_iter().fold(0, |all, direction| {
        all | victims & shift(targets, direction) & shift(own, opposite(direction))
    })
}

/// Those of `victims` next to `from` that moving to one of `targets` leaves behind.
#[inline]
fn left_by_withdrawing(from: usize, targets: u64, victims: u64) -> u64 {
    squares(ring(from) & victims)
        .filter(|&victim| ray(from, bearing(victim, from)) & targets != 0)
        .fold(0, |all, victim| all | bit(victim))
}

/// Those of `victims` that arriving on one of `targets` takes by coordination with a
/// king.
#[inline]
fn coordinated_from(king: usize, targets: u64, victims: u64) -> u64 {
    let (file, rank) = (file(king), rank(king));
    if (file | rank) & victims == 0 {
        return 0;
    }
    let targets = targets & !(file | rank);
    victims & (rank & files_of(targets) | file & ranks_of(targets))
}

/// Those of `leapable` that a leap from `from` takes.
#[inline]
fn leaped(from: usize, empty: u64, leapable: u64) -> u64 {
    let mut all = 0;
    for direction in 0..DIRECTIONS {
        let mut from = if ray(from, direction) & leapable == 0 { 0 } else { bit(from) };
        while from != 0 {
            let reached = from | slides(from, empty, direction);
            let landings = shift(shift(reached, direction) & leapable, direction) & empty;
            all |= shift(landings, opposite(direction));
            from = landings;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, mix};
    use crate::games::ultima::{Array, Move, Ultima};

    /// The same, move by move.
    fn by_moves(board: &Board, seat: Seat) -> (u64, [u32; KINDS]) {
        let mut victims = 0;
        let mut moves = [0; KINDS];
        let pieces = board.side(seat) & !board.paralysed(seat) & !board.all(Kind::King);
        for from in squares(pieces) {
            let kind = board.kind_at(from);
            for to in squares(board.targets(seat, kind, from)) {
                victims |= board.captured(seat, kind, Move::new(from, to));
                moves[kind as usize] += u32::from(kind != Kind::Pawn);
            }
        }
        (victims, moves)
    }

    #[test]
    fn victims_are_what_the_moves_capture() {
        let mut captures = [0; KINDS];
        for game in 0..60 {
            let mut state = Ultima::start(Array::Turned);
            for ply in 0..150 {
                for seat in [Seat::ONE, Seat::TWO] {
                    let threats = Threats::new(&state.board, seat);
                    let found = (threats.victims, threats.moves);
                    assert_eq!(found, by_moves(&state.board, seat), "{state:?}");
                    for square in squares(threats.victims) {
                        captures[state.board.kind_at(square) as usize] += 1;
                    }
                }
                let choose = |count| mix(game << 32 | ply) as usize % count;
                let Some(mv) = state.choose_move(&mut Vec::new(), choose) else { break };
                state.apply(mv);
            }
        }
        assert!(captures.iter().all(|&count| count > 20), "{captures:?}");
    }
}
