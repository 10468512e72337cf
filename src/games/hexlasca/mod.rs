//! Hex Lasca, for two or three players: units of men on 61 hexagons, whose strength
//! depends on the colour of the field. `docs/games/hexlasca.md` has the rules.

mod board;
mod column;
mod endgames;
mod eval;
mod notation;
#[cfg(test)]
mod tests;

use crate::game::{Game, Outcome, QuietRule, Seat, mix, zobrist_keys};
use board::{Axial, FIELDS, Fields, each, neighbours, only, reach};
use column::Column;

/// A position of Hex Lasca for two or three players.
#[derive(Clone, Copy, Debug)]
pub struct HexLasca<const PLAYERS: usize> {
    /// What stands on each field.
    units: Units<PLAYERS>,
    /// The fields of each player's units.
    owned: [Fields; PLAYERS],
    /// A hash of the units and the side to move.
    key: u64,
    turn: Seat,
    rules: Rules,
    /// Plies since the last attack.
    quiet: u32,
    /// The number of the move, from 1.
    number: u32,
}

type Units<const PLAYERS: usize> = [Column<PLAYERS>; FIELDS];

/// The rule options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The colour of the centre.
    pub centre: Colour,
    /// Whether a unit may enter a field of its own side.
    pub join: Join,
}

/// The colour of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Strength counts once.
    White = 1,
    /// Strength counts twice.
    Black = 2,
    /// Strength counts three times.
    Red = 3,
}

/// Whether a unit may enter a field of its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Whenever no attack is possible.
    Free,
    /// As an attack: the moves that must be made are attacks and joins together.
    Compulsory,
    /// Never.
    Off,
}

/// A move: the field that a unit leaves and the one that it enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: u8,
    to: u8,
}

/// The colour of each field, by the colour of the centre: white, black, red.
static COLOURS: [[Colour; FIELDS]; 3] = {
    let mut colours = [[Colour::White; FIELDS]; 3];
    let mut centre = 0;
    while centre < 3 {
        // The centre's colour is that of class 0, the two others follow in order.
        let classes = match centre {
            0 => [Colour::White, Colour::Black, Colour::Red],
            1 => [Colour::Black, Colour::White, Colour::Red],
            _ => [Colour::Red, Colour::White, Colour::Black],
        };
        let mut field = 0;
        while field < FIELDS {
            colours[centre][field] = classes[Axial::of(field as u8).colour_class()];
            field += 1;
        }
        centre += 1;
    }
    colours
};

/// The colour of a field when the centre has the given one.
#[inline]
fn colour(centre: Colour, field: u8) -> Colour {
    COLOURS[centre as usize - 1][usize::from(field)]
}

/// The fields of a colour when the centre has the given one.
#[inline]
fn colour_fields(centre: Colour, colour: Colour) -> Fields {
    static FIELDS_OF: [[Fields; 3]; 3] = {
        let mut fields = [[0; 3]; 3];
        let mut centre = 0;
        while centre < 3 {
            let mut field = 0;
            while field < FIELDS {
                fields[centre][COLOURS[centre][field] as usize - 1] |= only(field as u8);
                field += 1;
            }
            centre += 1;
        }
        fields
    };
    FIELDS_OF[centre as usize - 1][colour as usize - 1]
}

/// The names of the fields on which each of two players begins.
const START_OF_TWO: [&[u8]; 2] = [
    &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
    &[44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61],
];

/// The names of the fields on which each of three players begins.
const START_OF_THREE: [&[u8]; 3] = [
    &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    &[19, 27, 28, 36, 37, 44, 45, 51, 52, 57, 58],
    &[26, 34, 35, 42, 43, 49, 50, 55, 56, 60, 61],
];

impl<const PLAYERS: usize> HexLasca<PLAYERS> {
    /// The names of the fields on which each player begins.
    const START: &'static [&'static [u8]] = match PLAYERS {
        2 => &START_OF_TWO,
        3 => &START_OF_THREE,
        _ => panic!("Hex Lasca is for two or three players"),
    };

    /// The men of each player.
    const MEN: usize = Self::START[0].len();

    /// Plies without an attack after which the game is drawn.
    const QUIET_LIMIT: u32 = 50 * PLAYERS as u32;

    /// From this number of quiet plies on, their number is part of the search key: a
    /// search may see the limit from there. Of two players tables of endings may, whose
    /// ways to the next attack are up to 66 plies long.
    const QUIET_IN_SIGHT: u32 = Self::QUIET_LIMIT - if PLAYERS == 2 { 80 } else { 32 };

    /// A position with nothing on the board, which is to be filled by
    /// [`put`](Self::put). Who is to move has no part in the key yet.
    fn cleared(rules: Rules, quiet: u32, number: u32) -> Self {
        Self {
            units: [Column::EMPTY; FIELDS],
            owned: [0; PLAYERS],
            key: 0,
            turn: Seat::ONE,
            rules,
            quiet,
            number,
        }
    }

    #[inline]
    fn unit(&self, field: u8) -> Column<PLAYERS> {
        self.units[usize::from(field)]
    }

    #[inline]
    fn own(&self) -> Fields {
        self.owned[self.turn.index()]
    }

    #[inline]
    fn occupied(&self) -> Fields {
        self.owned.iter().fold(0, |all, fields| all | fields)
    }

    /// Puts `unit` on a field, or clears it.
    #[inline]
    fn put(&mut self, field: u8, unit: Column<PLAYERS>) {
        let place = &mut self.units[usize::from(field)];
        self.key ^= hash(field, *place) ^ hash(field, unit);
        *place = unit;
        for owned in &mut self.owned {
            *owned &= !only(field);
        }
        if !unit.is_empty() {
            self.owned[unit.owner()] |= only(field);
        }
    }

    /// The strength of the unit on a field.
    #[inline]
    fn strength(&self, field: u8) -> u8 {
        self.unit(field).power() * colour(self.rules.centre, field) as u8
    }

    /// The fields that the unit on `field` can come to, enemies and own units that
    /// it meets included.
    #[inline]
    fn reach(&self, field: u8, occupied: Fields) -> Fields {
        reach(field, self.unit(field).power().into(), occupied)
    }

    /// The units on `targets` that the one on `field` is stronger than.
    #[inline]
    fn weaker(&self, field: u8, targets: Fields) -> Fields {
        if targets == 0 {
            return 0;
        }
        let strength = self.strength(field);
        let weaker = each(targets).filter(|&target| self.strength(target) < strength);
        weaker.fold(0, |fields, target| fields | only(target))
    }

    /// Calls `found` with each unit of the side to move, the fields that it must
    /// attack or join if anything must be, and those that it may enter otherwise.
    #[inline]
    fn targets(&self, mut found: impl FnMut(u8, Fields, Fields)) {
        let own = self.own();
        let occupied = self.occupied();
        let (compulsory, free) = match self.rules.join {
            Join::Free => (0, own | !occupied),
            Join::Compulsory => (own, !occupied),
            Join::Off => (0, !occupied),
        };
        for field in each(own) {
            let reach = self.reach(field, occupied);
            let attacks = self.weaker(field, reach & occupied & !own);
            found(field, attacks | reach & compulsory, reach & free);
        }
    }

    /// Whether a player has a move. What lies farther than the neighbours is reached
    /// over an empty neighbour, which is a move already.
    #[inline]
    fn can_move(&self, seat: usize) -> bool {
        let own = self.owned[seat];
        let occupied = self.occupied();
        let free = if self.rules.join == Join::Off { !occupied } else { !occupied | own };
        each(own).any(|field| {
            let near = neighbours(field);
            near & free != 0 || self.weaker(field, near & !free & !own) != 0
        })
    }

    /// The player whose turn it is when it comes to `seat` (by its index) in the
    /// order of play: those who are out, and of three those who cannot move, are
    /// skipped.
    #[inline]
    fn next_to_move(&self, seat: usize) -> usize {
        let seats = (0..PLAYERS).map(|skipped| (seat + skipped) % PLAYERS);
        let mut playing = seats.filter(|&seat| self.owned[seat] != 0);
        let next =
            if PLAYERS == 2 { playing.next() } else { playing.find(|&seat| self.can_move(seat)) };
        next.unwrap_or(seat)
    }

    /// Gives the turn to a player.
    #[inline]
    fn set_turn(&mut self, seat: usize) {
        self.key ^= TURN_KEYS[self.turn.index()] ^ TURN_KEYS[seat];
        self.turn = Seat::ALL[seat];
    }

    /// What becomes of the attacked unit, below the attacker, and whether its owner
    /// is out with it.
    #[inline]
    fn attack(&self, mv: Move) -> (Column<PLAYERS>, bool) {
        let defender = self.unit(mv.to);
        let taken = if self.strength(mv.from) >= 2 * self.strength(mv.to) {
            let attacker = self.turn.index();
            defender.keeping(|seat| seat == attacker)
        } else {
            defender
        };
        (taken, self.owned[defender.owner()] == only(mv.to))
    }

    /// Takes the men of a player who is out off the board.
    #[cold]
    fn remove_men(&mut self, seat: usize) {
        for field in each(self.occupied()) {
            self.put(field, self.unit(field).keeping(|other| other != seat));
        }
    }

    /// Whether one player alone has units.
    #[inline]
    fn winner(&self) -> Option<Seat> {
        let playing = self.owned.iter().filter(|&&fields| fields != 0).count();
        if playing > 1 {
            return None;
        }
        Seat::ALL
            .into_iter()
            .zip(&self.owned)
            .find(|&(_, &fields)| fields != 0)
            .map(|(seat, _)| seat)
    }
}

/// What a unit on a field adds to the key. Units of different heights may have the
/// same bits, so the height goes in with all bits of a product.
#[inline]
fn hash<const PLAYERS: usize>(field: u8, unit: Column<PLAYERS>) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    if unit.is_empty() {
        return 0;
    }
    let height = (unit.height() as u64).wrapping_mul(GOLDEN);
    mix(unit.men() ^ height ^ FIELD_KEYS[usize::from(field)])
}

/// Keys of the fields.
const FIELD_KEYS: [u64; FIELDS] = zobrist_keys(0x4e8a_5ca1);

/// Keys of the side to move.
const TURN_KEYS: [u64; 3] = zobrist_keys(0x4e8a_5ca2);

impl<const PLAYERS: usize> Game for HexLasca<PLAYERS> {
    type Move = Move;
    type Rules = Rules;

    const SEATS: u8 = PLAYERS as u8;
    const REPETITIONS: Option<u32> = Some(3);
    /// Of two players each has to move a unit and to move it back. Of three, two may
    /// be unable to move while the third goes to and fro.
    const SHORTEST_CYCLE: usize = if PLAYERS == 2 { 4 } else { 2 };
    const QUIET: QuietRule = QuietRule::Draws { limit: Self::QUIET_LIMIT, lasting: true };

    fn start(rules: Rules) -> Self {
        let mut state = Self::cleared(rules, 0, 1);
        for (seat, names) in Self::START.iter().enumerate() {
            for name in *names {
                state.put(name - 1, Column::single(seat));
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
        if self.quiet >= Self::QUIET_LIMIT || self.winner().is_some() {
            return;
        }
        let first = moves.len();
        self.targets(|from, compulsory, _| {
            moves.extend(each(compulsory).map(|to| Move { from, to }));
        });
        if moves.len() == first {
            self.targets(|from, _, free| moves.extend(each(free).map(|to| Move { from, to })));
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        if self.quiet >= Self::QUIET_LIMIT || self.winner().is_some() {
            return 0;
        }
        let (mut compulsory, mut free) = (0, 0);
        self.targets(|_, must, may| {
            compulsory += must.count_ones();
            free += may.count_ones();
        });
        u64::from(if compulsory > 0 { compulsory } else { free })
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        let us = self.turn.index();
        let mut unit = self.unit(mv.from);
        let target = self.unit(mv.to);
        let mut leaving = None;
        if target.is_empty() || target.owner() == us {
            unit = unit.on(target);
            self.quiet = self.quiet.saturating_add(1);
        } else {
            let (taken, is_out) = self.attack(mv);
            unit = unit.on(taken);
            leaving = is_out.then(|| target.owner());
            self.quiet = 0;
        }
        self.put(mv.from, Column::EMPTY);
        self.put(mv.to, unit);
        if let Some(seat) = leaving {
            self.remove_men(seat);
        }
        let next = self.next_to_move((us + 1) % PLAYERS);
        self.number = self.number.saturating_add(u32::from(next < us));
        self.set_turn(next);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.winner() {
            Some(Outcome::win(winner, "capture-all"))
        } else if PLAYERS == 2 && !self.can_move(self.turn.index()) {
            Some(Outcome::win(self.turn.other(), "blocked"))
        } else if self.quiet >= Self::QUIET_LIMIT {
            Some(Outcome::draw("quiet"))
        } else {
            None
        }
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::draw("repetition")
    }

    fn key(&self) -> u64 {
        self.key
    }

    /// Near the quiet limit the number of quiet plies decides.
    fn search_key(&self) -> u64 {
        let near = self.quiet.saturating_sub(Self::QUIET_IN_SIGHT);
        if near == 0 { self.key } else { self.key ^ mix(near.into()) }
    }

    /// Attacks and joins make the units fewer, and units are never split.
    fn is_irreversible(&self, mv: Move) -> bool {
        !self.unit(mv.to).is_empty()
    }
}
