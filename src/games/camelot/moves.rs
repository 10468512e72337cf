//! The legal moves.
//!
//! What single leaps there are is found for all squares at once, by shifting sets.
//! Canters spread over the board from square to square, each square once. Jumps go in
//! layers, one piece removed after the other; ways that meet on one square with the
//! same pieces removed are one from there on. So neither ever follows two ways to the
//! same result.

use super::board::{DIRECTIONS, Square, Squares, shifted};
use super::{Camelot, Move};

/// By square: the squares, and other places of the grid, next to it.
static NEIGHBOURS: [Squares; 256] = {
    let mut neighbours = [Squares::EMPTY; 256];
    let mut square = 0;
    while square < neighbours.len() {
        let mut index = 0;
        while index < DIRECTIONS.len() {
            let next = shifted(Squares::of(square), DIRECTIONS[index]);
            let mut word = 0;
            while word < next.0.len() {
                neighbours[square].0[word] |= next.0[word];
                word += 1;
            }
            index += 1;
        }
        square += 1;
    }
    neighbours
};

/// The single leaps on a board, over some pieces.
pub(super) struct Leaps {
    /// By word of the set, then by direction: the squares that a leap begins on. Asking
    /// for all directions of one square reads neighbouring words.
    from: [[u64; 8]; 4],
    /// The squares that a leap in any direction begins on.
    any: Squares,
}

impl Leaps {
    /// The leaps from the squares of `from` over pieces of `over` to squares of `to`.
    #[inline]
    fn new(from: Squares, over: Squares, to: Squares) -> Self {
        let mut leaps = Self { from: [[0; 8]; 4], any: Squares::EMPTY };
        for (index, direction) in DIRECTIONS.into_iter().enumerate() {
            let begins = shifted(shifted(to, -direction) & over, -direction) & from;
            for (word, begins) in leaps.from.iter_mut().zip(begins.0) {
                word[index] = begins;
            }
            leaps.any |= begins;
        }
        leaps
    }

    /// The squares that one leap from `square` comes to.
    #[inline]
    pub(super) fn landings(&self, square: Square) -> impl Iterator<Item = Square> {
        let words = &self.from[usize::from(square / 64)];
        let mut directions = 0_u32;
        for (index, word) in words.iter().enumerate() {
            directions |= ((word >> (square % 64) & 1) as u32) << index;
        }
        std::iter::from_fn(move || {
            (directions != 0).then(|| {
                let direction = DIRECTIONS[directions.trailing_zeros() as usize];
                directions &= directions - 1;
                square.wrapping_add_signed(2 * direction)
            })
        })
    }

    /// Adds to `reached` the squares that leaps from `square` come to without landing
    /// on one of `barred`.
    fn spread(&self, square: Square, barred: Squares, reached: &mut Squares) {
        for landing in self.landings(square) {
            let place = usize::from(landing);
            if !reached.contains(place) && !barred.contains(place) {
                reached.insert(place);
                if self.any.contains(place) {
                    self.spread(landing, barred, reached);
                }
            }
        }
    }
}

/// The canters of a side.
struct Canters {
    leaps: Leaps,
    /// Squares that a piece comes to and does not leave again in the same move.
    last: Squares,
    /// Regions found so far: what can be reached from one square of a region can be from
    /// each, for a leap can be taken back unless it comes to one of `last`. So the ways
    /// within are followed once, not once for each piece beside them.
    regions: Vec<Squares>,
}

impl Canters {
    /// The squares that canters from `square` come to, itself not among them.
    #[inline]
    fn reach(&mut self, square: Square) -> Squares {
        let mut reached = Squares::EMPTY;
        for landing in self.leaps.landings(square) {
            let place = usize::from(landing);
            if reached.contains(place) {
                continue;
            }
            let known = self.regions.iter().find(|region| region.contains(place));
            if self.last.contains(place) || !self.leaps.any.contains(place) {
                reached.insert(place);
            } else if let Some(&region) = known {
                reached |= region;
            } else {
                let mut region = Squares::of(place);
                self.leaps.spread(landing, Squares::EMPTY, &mut region);
                self.regions.push(region);
                reached |= region;
            }
        }
        reached
    }

    /// The squares that canters from `square` come to without landing on one of `barred`.
    #[inline]
    fn reach_without(&self, square: Square, barred: Squares) -> Squares {
        let mut reached = Squares::EMPTY;
        self.leaps.spread(square, barred, &mut reached);
        reached
    }
}

/// The moves of the side to move, without the ends of the game.
pub(super) struct Generator<'a> {
    state: &'a Camelot,
    own: Squares,
    enemy: Squares,
    empty: Squares,
    /// Empty squares outside of the own castle, which only jumps land in.
    open: Squares,
    enemy_castle: Squares,
    /// Own pieces outside of the enemy's castle.
    movers: Squares,
    /// The squares from which one could jump to a square that is empty now.
    jumping: Squares,
}

/// Which moves of which pieces are legal.
struct Duty {
    pieces: Squares,
    /// Only jumps and charges.
    jump: bool,
}

/// Where a piece can canter to.
struct Ride {
    /// The squares where a canter may end.
    ends: Squares,
    /// The squares where the jumps of a charge can begin; a man has none.
    charges: Squares,
}

impl<'a> Generator<'a> {
    #[inline]
    pub(super) fn new(state: &'a Camelot) -> Self {
        let (own, enemy, empty) = (state.own(), state.enemy(), state.empty());
        let board = state.board();
        let enemy_castle = board.enemy_castle(state.turn);
        let outside = !enemy_castle;
        let mut jumping = Squares::EMPTY;
        for direction in DIRECTIONS {
            jumping |= shifted(shifted(empty, direction) & enemy, direction);
        }
        Self {
            state,
            own,
            enemy,
            empty,
            open: empty & !board.own_castle(state.turn),
            enemy_castle,
            movers: own & outside,
            jumping: jumping & outside & board.squares,
        }
    }

    /// The canter leaps.
    ///
    /// They are the same for every piece, although a piece is not there to be leapt over
    /// while it moves. Leaps change file and rank by 0 or 2: all squares that it comes
    /// to lie an even number of files and ranks away from its start, and the squares
    /// leapt over do not.
    #[inline]
    fn canters(&self) -> Canters {
        let leaps = Leaps::new(!self.enemy_castle, self.own, self.open);
        Canters { leaps, last: self.enemy_castle, regions: Vec::new() }
    }

    /// The canter leaps of the piece on `from`, its own square counted as empty.
    pub(super) fn canters_through(&self, from: Square) -> Leaps {
        let start = Squares::of(from.into()) & !self.state.board().own_castle(self.state.turn);
        Leaps::new(!self.enemy_castle, self.own, self.open | start)
    }

    /// The pieces that may be moved, and how.
    #[inline]
    fn duty(&self) -> Duty {
        let at_home = self.own & self.state.board().own_castle(self.state.turn);
        if !at_home.is_empty() {
            let jump = at_home.meets(self.jumping);
            if jump || self.count_quiet(at_home) > 0 {
                return Duty { pieces: at_home, jump };
            }
        }
        if self.movers.meets(self.jumping) {
            Duty { pieces: self.movers, jump: true }
        } else {
            Duty { pieces: self.own, jump: false }
        }
    }

    /// The squares that a piece can step to.
    #[inline]
    fn steps(&self, square: Square) -> Squares {
        if !self.enemy_castle.contains(square.into()) {
            return NEIGHBOURS[usize::from(square)] & self.open;
        }
        if self.state.castle_moves[self.state.turn.index()] > 0 {
            self.enemy_castle & self.empty
        } else {
            Squares::EMPTY
        }
    }

    /// Where the canters of a piece lead.
    #[inline]
    fn ride(&self, canters: &mut Canters, square: Square) -> Ride {
        let reached = canters.reach(square);
        if reached.is_empty() || !self.state.knights.contains(square.into()) {
            return Ride { ends: reached, charges: Squares::EMPTY };
        }
        let jumping = self.jumping_squares(square);
        let charges = reached & jumping;
        let ends =
            if charges.is_empty() { reached } else { canters.reach_without(square, jumping) };
        Ride { ends, charges }
    }

    /// The squares from which the piece on `square` could jump, its own square counted
    /// as empty.
    #[inline]
    pub(super) fn jumping_squares(&self, square: Square) -> Squares {
        let mut jumping = self.jumping;
        // What could jump back to the start could be jumped from there.
        if jumping.contains(square.into()) {
            for direction in DIRECTIONS {
                if let Some(over) = square.checked_add_signed(direction)
                    && self.enemy.contains(over.into())
                    && let Some(from) = square.checked_add_signed(2 * direction)
                {
                    jumping.insert(from.into());
                }
            }
            jumping &= !self.enemy_castle;
        }
        jumping
    }

    /// Appends the jumps and charges of the piece on `from` that begin to jump on one of
    /// `starts`.
    fn jumps(&self, from: Square, starts: Squares, moves: &mut Vec<Move>) {
        // Ways that have come to their end are moved together from `done` on; behind
        // them lies the layer of ways that have removed the same number of pieces.
        let mut done = moves.len();
        moves.extend(plain(from, starts));
        let mut layer = done..moves.len();
        while !layer.is_empty() {
            for index in layer.clone() {
                let way = moves[index];
                let next = moves.len();
                self.next_jumps(way, moves);
                if moves.len() == next {
                    moves[done] = way;
                    done += 1;
                }
            }
            moves.drain(done..layer.end);
            unify(moves, done);
            layer = done..moves.len();
        }
    }

    /// Appends `way` with one jump more.
    pub(super) fn next_jumps(&self, way: Move, moves: &mut Vec<Move>) {
        if self.enemy_castle.contains(way.to.into()) {
            return;
        }
        let beside = NEIGHBOURS[usize::from(way.to)] & self.enemy;
        if beside.is_empty() {
            return;
        }
        let captured = self.state.captured_squares(way.captured);
        let empty = (self.empty | captured).with(way.from.into());
        for over in (beside & !captured).iter() {
            // What lies behind the last rank is no square.
            let behind = Square::try_from(2 * over as i32 - i32::from(way.to));
            if let Ok(to) = behind
                && empty.contains(to.into())
            {
                let captured = way.captured | self.capture(over as Square);
                moves.push(Move { to, captured, ..way });
            }
        }
    }

    /// The bit of [`Move::captured`] for the enemy on a square.
    fn capture(&self, square: Square) -> u32 {
        1 << self.enemy.len_below(square.into())
    }

    /// Appends the moves of `pieces` where none must jump: steps and canters that end on
    /// one of `wanted`, and charges.
    fn quiet(&self, pieces: Squares, wanted: Squares, moves: &mut Vec<Move>) {
        let mut canters = self.canters();
        for from in pieces.iter().map(|square| square as Square) {
            let Ride { ends, charges } = self.ride(&mut canters, from);
            if !charges.is_empty() {
                self.jumps(from, charges, moves);
            }
            let ends = (ends | self.steps(from)) & wanted;
            moves.extend(plain(from, ends));
        }
    }

    /// Appends those of the moves of [`quiet`](Self::quiet) that are charges or enter the
    /// enemy's castle.
    fn quiet_noisy(&self, pieces: Squares, moves: &mut Vec<Move>) {
        // An entry begins on a square next to the castle, or leaps over a piece there.
        let gates = DIRECTIONS
            .into_iter()
            .fold(Squares::EMPTY, |gates, direction| gates | shifted(self.enemy_castle, direction));
        let outside = pieces & self.movers;
        if self.own.meets(gates & !self.enemy_castle) {
            self.quiet(outside, self.enemy_castle, moves);
        } else if outside.meets(self.state.knights) {
            self.quiet(outside & self.state.knights, Squares::EMPTY, moves);
        }
    }

    /// Appends the jumps and charges of `pieces`.
    fn captures(&self, pieces: Squares, moves: &mut Vec<Move>) {
        let knights = pieces & self.state.knights;
        for from in (pieces & self.jumping & !knights).iter() {
            self.jumps(from as Square, Squares::of(from), moves);
        }
        if knights.is_empty() {
            return;
        }
        let mut canters = self.canters();
        for from in knights.iter() {
            let ride = self.ride(&mut canters, from as Square);
            let starts = ride.charges | (Squares::of(from) & self.jumping);
            self.jumps(from as Square, starts, moves);
        }
    }

    /// The ends of the steps of those of `pieces` that are outside of the enemy's castle,
    /// by direction.
    #[inline]
    fn steps_outside(&self, pieces: Squares) -> [Squares; 8] {
        let pieces = pieces & self.movers;
        DIRECTIONS.map(|direction| shifted(pieces, direction) & self.open)
    }

    /// The number of moves that [`quiet`](Self::quiet) appends.
    fn count_quiet(&self, pieces: Squares) -> u64 {
        let mut charges = Vec::new();
        let quiet = self.quiet_parts(pieces, &mut charges);
        (quiet.len() + charges.len()) as u64
    }

    /// What [`quiet`](Self::quiet) appends, in parts: the charges are appended, the other
    /// moves are given by the squares where they end.
    fn quiet_parts(&self, pieces: Squares, charges: &mut Vec<Move>) -> Quiet {
        let steps = self.steps_outside(pieces);
        let mut others = Vec::new();
        for from in (pieces & self.enemy_castle).iter().map(|square| square as Square) {
            others.push((from, self.steps(from)));
        }
        let mut canters = self.canters();
        for from in (pieces & canters.leaps.any).iter().map(|square| square as Square) {
            let ride = self.ride(&mut canters, from);
            if !ride.charges.is_empty() {
                self.jumps(from, ride.charges, charges);
            }
            others.push((from, ride.ends));
        }
        Quiet { steps, others }
    }
}

/// Moves that remove nothing.
struct Quiet {
    /// The ends of steps outside of the enemy's castle, by direction.
    steps: [Squares; 8],
    /// The ends of other moves, by the square where they begin.
    others: Vec<(Square, Squares)>,
}

impl Quiet {
    const NONE: Self = Self { steps: [Squares::EMPTY; 8], others: Vec::new() };

    /// The number of moves.
    #[inline]
    fn len(&self) -> usize {
        let others = self.others.iter().map(|(_, ends)| ends.len()).sum::<u32>();
        (self.steps.map(Squares::len).iter().sum::<u32>() + others) as usize
    }

    /// The move with a number below [`len`](Self::len).
    #[inline]
    fn nth(&self, mut number: usize) -> Option<Move> {
        let mut end = |ends: &Squares| {
            let end = ends.nth(number as u32);
            number = number.wrapping_sub(ends.len() as usize);
            end.map(|to| to as Square)
        };
        let step = DIRECTIONS.into_iter().zip(&self.steps).find_map(|(direction, ends)| {
            end(ends).map(|to| (to.wrapping_add_signed(-direction), to))
        });
        let (from, to) = step.or_else(|| {
            self.others.iter().find_map(|(from, ends)| end(ends).map(|to| (*from, to)))
        })?;
        Some(Move { from, to, captured: 0 })
    }
}

/// The moves from a square to each of `ends` that remove nothing.
#[inline]
fn plain(from: Square, ends: Squares) -> impl Iterator<Item = Move> {
    ends.iter().map(move |to| Move { from, to: to as Square, captured: 0 })
}

/// Leaves each of `moves[first..]` there once.
fn unify(moves: &mut Vec<Move>, first: usize) {
    let layer = &mut moves[first..];
    if layer.len() < 2 {
        return;
    }
    layer.sort_unstable_by_key(|way| (way.to, way.captured));
    let mut kept = 1;
    for index in 1..layer.len() {
        if layer[index] != layer[kept - 1] {
            layer[kept] = layer[index];
            kept += 1;
        }
    }
    moves.truncate(first + kept);
}

impl Camelot {
    /// Appends the moves that the rules allow, whether the game is over or not.
    pub(super) fn generate(&self, moves: &mut Vec<Move>) {
        let generator = Generator::new(self);
        match generator.duty() {
            Duty { pieces, jump: true } => generator.captures(pieces, moves),
            Duty { pieces, jump: false } => generator.quiet(pieces, generator.empty, moves),
        }
    }

    /// Appends those of the moves that remove a piece or enter the enemy's castle.
    pub(super) fn generate_noisy(&self, moves: &mut Vec<Move>) {
        let generator = Generator::new(self);
        match generator.duty() {
            Duty { pieces, jump: true } => generator.captures(pieces, moves),
            Duty { pieces, jump: false } => generator.quiet_noisy(pieces, moves),
        }
    }

    /// The number of moves that [`generate`](Self::generate) appends.
    pub(super) fn count(&self) -> u64 {
        let generator = Generator::new(self);
        match generator.duty() {
            Duty { pieces, jump: true } => {
                let mut moves = Vec::new();
                generator.captures(pieces, &mut moves);
                moves.len() as u64
            }
            Duty { pieces, jump: false } => generator.count_quiet(pieces),
        }
    }

    /// The move with the number that `choose` gives, of those that the rules allow. Only
    /// moves that remove something are listed, in `room`.
    pub(super) fn choose(
        &self,
        room: &mut Vec<Move>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Move> {
        let generator = Generator::new(self);
        room.clear();
        let quiet = match generator.duty() {
            Duty { pieces, jump: true } => {
                generator.captures(pieces, room);
                Quiet::NONE
            }
            Duty { pieces, jump: false } => generator.quiet_parts(pieces, room),
        };
        let count = room.len() + quiet.len();
        if count == 0 {
            return None;
        }
        let number = choose(count);
        match number.checked_sub(room.len()) {
            Some(number) => quiet.nth(number),
            None => Some(room[number]),
        }
    }
}
