//! Lasca (Emanuel Lasker, 1911): draughts in which prisoners stay on the board,
//! below the men that took them. `docs/games/lasca.md` has the rules.

mod board;
mod captures;
mod column;
mod eval;
mod notation;
#[cfg(test)]
mod tests;

use crate::game::{Game, Outcome, QuietRule, Seat, mix, zobrist_keys};
use board::{
    BOARD, DIRECTIONS, Direction, Fields, LAST_RANK, NUMBERS, each, forward, only, step, the,
};
use column::{Column, Man};

/// Plies without a capture or a move of a soldier after which the game is drawn.
const QUIET_LIMIT: u32 = 100;

/// From this number of quiet plies on, their number is part of the search key: a
/// search may see the limit from there.
const QUIET_IN_SIGHT: u32 = QUIET_LIMIT - 32;

/// The men of each side.
const MEN: usize = 11;

/// A position of Lasca.
#[derive(Clone, Copy, Debug)]
pub struct Lasca {
    /// What stands on each field.
    columns: [Column; NUMBERS],
    /// The fields of each side's columns.
    owned: [Fields; 2],
    /// The fields of columns that an officer leads.
    officers: Fields,
    /// The fields of columns of two men or more.
    tall: Fields,
    /// A hash of the columns and the side to move.
    key: u64,
    turn: Seat,
    rules: Rules,
    /// Plies since the last capture or move of a column that a soldier leads.
    quiet: u32,
    /// The number of the move, from 1, two plies each.
    number: u32,
}

/// Where the variants and the option differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Lasker's booklet: officers step one field, every capture may be chosen, and
    /// two lone officers play on. Otherwise officers move along whole diagonals,
    /// take as many men as they can, and two lone officers are a draw.
    pub lasker: bool,
    /// Soldiers capture backward too.
    pub men_capture_backward: bool,
}

/// A move by its result: where the column went, the fields it jumped, and the ranks
/// of its new prisoners in their order. Ways that differ in nothing else are one
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The jumped columns; none in a quiet move.
    captured: Fields,
    /// Bit `n` tells whether the `n`th prisoner is an officer.
    ranks: u16,
    from: u8,
    to: u8,
}

impl Move {
    const fn quiet(from: u8, to: u8) -> Self {
        Self { captured: 0, ranks: 0, from, to }
    }

    /// The number of men captured.
    const fn count(self) -> u32 {
        self.captured.count_ones()
    }
}

impl Lasca {
    #[inline]
    const fn own(&self) -> Fields {
        self.owned[self.turn.index()]
    }

    #[inline]
    const fn enemies(&self) -> Fields {
        self.owned[self.turn.other().index()]
    }

    #[inline]
    const fn empty(&self) -> Fields {
        BOARD & !(self.owned[0] | self.owned[1])
    }

    /// Whether officers move along whole diagonals.
    #[inline]
    const fn officers_fly(&self) -> bool {
        !self.rules.lasker
    }

    /// Puts `column` on a field, or clears it.
    #[inline]
    fn put(&mut self, field: u8, column: Column) {
        let place = &mut self.columns[usize::from(field)];
        self.key ^= hash(field, *place) ^ hash(field, column);
        *place = column;
        let bit = only(field);
        self.owned[0] &= !bit;
        self.owned[1] &= !bit;
        self.officers &= !bit;
        self.tall &= !bit;
        if !column.is_empty() {
            let top = column.top();
            self.owned[top.colour()] |= bit;
            self.officers |= bit * Fields::from(top.is_officer());
            self.tall |= bit * Fields::from(column.is_tall());
        }
    }

    /// A position with nothing on the board, which is to be filled by
    /// [`put`](Self::put).
    fn cleared(rules: Rules, turn: Seat, quiet: u32, number: u32) -> Self {
        Self {
            columns: [Column::EMPTY; NUMBERS],
            owned: [0; 2],
            officers: 0,
            tall: 0,
            key: if turn == Seat::ONE { 0 } else { TURN_KEY },
            turn,
            rules,
            quiet,
            number,
        }
    }

    /// The end by what is on the board, whoever can move.
    #[inline]
    fn capture_all(&self) -> Option<Outcome> {
        const REASON: &str = "capture-all";
        if self.owned[0] == 0 {
            Some(Outcome::win(Seat::TWO, REASON))
        } else if self.owned[1] == 0 {
            Some(Outcome::win(Seat::ONE, REASON))
        } else {
            None
        }
    }

    /// Whether two officers' columns are all there is, and that is a draw.
    #[inline]
    fn lone_officers(&self) -> bool {
        let lone = |fields: Fields| fields & fields.wrapping_sub(1) == 0;
        !self.rules.lasker
            && lone(self.owned[0])
            && lone(self.owned[1])
            && self.officers == self.owned[0] | self.owned[1]
    }

    /// Whether the game is over although the side to move might have moves.
    #[inline]
    fn is_stopped(&self) -> bool {
        self.quiet >= QUIET_LIMIT || self.enemies() == 0 || self.lone_officers()
    }

    /// The fields that columns of the side to move can step to in a direction, those
    /// of soldiers only forward.
    #[inline]
    fn steps(&self, direction: Direction) -> Fields {
        let is_forward = forward(self.turn.index()).contains(&direction);
        let movers = if is_forward { self.own() } else { self.own() & self.officers };
        step(movers, direction) & self.empty()
    }

    #[inline]
    fn can_step(&self) -> bool {
        DIRECTIONS.into_iter().any(|direction| self.steps(direction) != 0)
    }

    /// Appends the moves without captures.
    #[inline]
    fn quiet_moves(&self, moves: &mut Vec<Move>) {
        let empty = self.empty();
        for direction in DIRECTIONS {
            for to in each(self.steps(direction)) {
                let from = the(step(only(to), -direction));
                moves.push(Move::quiet(from, to));
                if self.officers_fly() && self.officers & only(from) != 0 {
                    let mut ahead = step(only(to), direction) & empty;
                    while ahead != 0 {
                        moves.push(Move::quiet(from, the(ahead)));
                        ahead = step(ahead, direction) & empty;
                    }
                }
            }
        }
    }

    /// The number of moves without captures.
    #[inline]
    fn count_quiet_moves(&self) -> u32 {
        let officers = if self.officers_fly() { self.own() & self.officers } else { 0 };
        let empty = self.empty();
        let mut count = 0;
        for direction in DIRECTIONS {
            count += self.steps(direction).count_ones();
            // All officers go ahead together, each on its own diagonal.
            let mut ahead = step(officers, direction) & empty;
            while ahead != 0 {
                ahead = step(ahead, direction) & empty;
                count += ahead.count_ones();
            }
        }
        count
    }
}

/// What a column on a field adds to the key.
#[inline]
fn hash(field: u8, column: Column) -> u64 {
    if column.is_empty() { 0 } else { mix(column.bits() ^ FIELD_KEYS[usize::from(field)]) }
}

/// Keys of the fields.
const FIELD_KEYS: [u64; NUMBERS] = zobrist_keys(0x1a5c_a001);

/// The key of Black to move.
const TURN_KEY: u64 = mix(0x1a5c_a002);

impl Game for Lasca {
    type Move = Move;
    type Rules = Rules;

    const SEATS: u8 = 2;
    const REPETITIONS: Option<u32> = Some(3);
    /// Each side has to move a column and to move it back.
    const SHORTEST_CYCLE: usize = 4;
    const QUIET: QuietRule = QuietRule::Draws { limit: QUIET_LIMIT, lasting: false };

    fn start(rules: Rules) -> Self {
        let mut state = Self::cleared(rules, Seat::ONE, 0, 1);
        for field in each(BOARD) {
            match board::square(field).rank {
                0..=2 => state.put(field, Column::single(Man::new(0, false))),
                4..=6 => state.put(field, Column::single(Man::new(1, false))),
                _ => {}
            }
        }
        state
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }

    fn set_quiet(&mut self, plies: u32) {
        self.quiet = plies;
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_stopped() {
            return;
        }
        let capturers = self.capturers();
        if capturers == 0 {
            self.quiet_moves(moves);
        } else {
            self.captures(capturers, moves);
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        if self.is_stopped() {
            return 0;
        }
        let capturers = self.capturers();
        if capturers == 0 {
            self.count_quiet_moves().into()
        } else {
            let mut moves = Vec::new();
            self.captures(capturers, &mut moves);
            moves.len() as u64
        }
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        let us = self.turn.index();
        let mut column = self.columns[usize::from(mv.from)];
        let is_soldier = self.officers & only(mv.from) == 0;
        self.put(mv.from, Column::EMPTY);
        let mut ranks = mv.ranks;
        for field in each(mv.captured) {
            self.put(field, self.columns[usize::from(field)].without_top());
            column = column.on(Man::new(1 - us, ranks & 1 != 0));
            ranks >>= 1;
        }
        if LAST_RANK[us] & only(mv.to) != 0 {
            column = column.promoted();
        }
        self.put(mv.to, column);
        self.quiet = if is_soldier || mv.captured != 0 { 0 } else { self.quiet.saturating_add(1) };
        self.number = self.number.saturating_add(us as u32);
        self.turn = self.turn.other();
        self.key ^= TURN_KEY;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.capture_all().or_else(|| {
            if !self.can_step() && self.capturers() == 0 {
                Some(Outcome::win(self.turn.other(), "blocked"))
            } else if self.lone_officers() {
                Some(Outcome::draw("officers"))
            } else if self.quiet >= QUIET_LIMIT {
                Some(Outcome::draw("quiet"))
            } else {
                None
            }
        })
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::draw("repetition")
    }

    fn key(&self) -> u64 {
        self.key
    }

    /// Near the quiet limit the number of quiet plies decides.
    fn search_key(&self) -> u64 {
        let near = self.quiet.saturating_sub(QUIET_IN_SIGHT);
        if near == 0 { self.key } else { self.key ^ mix(near.into()) }
    }

    /// There are never more columns or more soldiers than before. Nothing else is
    /// lost for ever: a soldier that was captured may be carried back and freed, and
    /// columns can capture from one another in a circle.
    fn is_irreversible(&self, mv: Move) -> bool {
        mv.captured & !self.tall != 0 || self.promotes(mv)
    }
}

impl Lasca {
    /// Whether the move makes a soldier an officer.
    #[inline]
    fn promotes(&self, mv: Move) -> bool {
        self.officers & only(mv.from) == 0 && LAST_RANK[self.turn.index()] & only(mv.to) != 0
    }
}
