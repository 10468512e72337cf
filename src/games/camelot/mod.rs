//! Camelot, George S. Parker's game of 1888, in three editions: knights and men step,
//! leap over friends and jump over enemies, and whoever brings two of them into the
//! enemy's castle wins.
//!
//! A position is three sets of squares; a move is its two ends and the pieces that it
//! removes. `docs/games/camelot.md` has the rules.

mod board;
mod eval;
mod moves;
mod notation;
mod path;
#[cfg(test)]
mod tests;

use crate::game::{Game, Outcome, QuietRule, Seat, mix, zobrist_keys};
pub use board::Edition;
use board::{Board, Square, Squares, turned};

/// Plies without a capture or an entry into a castle after which the game is drawn.
const QUIET_LIMIT: u32 = 100;

/// From here on the quiet counter is part of the search key: a line of that many plies
/// may meet the limit.
const QUIET_NEAR: u32 = QUIET_LIMIT - 30;

/// Moves inside of the enemy's castle that a side has in a game.
const CASTLE_MOVES: u8 = 2;

/// A position of Camelot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camelot {
    /// The pieces of each seat.
    pieces: [Squares; 2],
    /// The knights of both.
    knights: Squares,
    /// [`Game::key`], kept up to date.
    key: u64,
    edition: Edition,
    turn: Seat,
    /// Castle moves that each seat has left.
    castle_moves: [u8; 2],
    /// Plies since the last capture or entry into a castle.
    quiet: u32,
    /// The number of the move, from 1, two plies each.
    number: u32,
}

/// A move by what it does; the way does not matter.
///
/// It has a meaning in its position only: removed pieces are told by their places in
/// the list of the enemy's pieces. There are at most 20, so that a move takes eight
/// bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square that the piece leaves.
    from: Square,
    /// The square where it ends, perhaps the same.
    to: Square,
    /// A bit for each enemy that it removes, the enemies in the order of their squares.
    captured: u32,
}

/// Keys by what is hashed: pieces by seat, kind and square, the rest by value.
struct Keys {
    pieces: [[[u64; 256]; 2]; 2],
    castle_moves: [[u64; CASTLE_MOVES as usize + 1]; 2],
    turn: u64,
}

static KEYS: Keys = Keys {
    pieces: [
        [zobrist_keys(0xca3e_1071), zobrist_keys(0xca3e_1072)],
        [zobrist_keys(0xca3e_1073), zobrist_keys(0xca3e_1074)],
    ],
    castle_moves: [zobrist_keys(0xca3e_1075), zobrist_keys(0xca3e_1076)],
    turn: mix(0xca3e_1077),
};

impl Camelot {
    /// A position with White's and Black's pieces and the knights of both.
    fn new(edition: Edition, pieces: [Squares; 2], knights: Squares) -> Self {
        Self {
            pieces,
            knights,
            key: 0,
            edition,
            turn: Seat::ONE,
            castle_moves: [CASTLE_MOVES; 2],
            quiet: 0,
            number: 1,
        }
        .hashed()
    }

    /// The same with its key computed anew.
    fn hashed(mut self) -> Self {
        let mut key = if self.turn == Seat::TWO { KEYS.turn } else { 0 };
        for seat in [Seat::ONE, Seat::TWO] {
            key ^= KEYS.castle_moves[seat.index()][usize::from(self.castle_moves[seat.index()])];
            for square in self.pieces[seat.index()].iter() {
                key ^= self.piece_key(seat, square);
            }
        }
        self.key = key;
        self
    }

    #[inline]
    fn piece_key(&self, seat: Seat, square: usize) -> u64 {
        KEYS.pieces[seat.index()][usize::from(self.knights.contains(square))][square]
    }

    #[inline]
    fn board(&self) -> &'static Board {
        self.edition.board()
    }

    /// The pieces of the side to move.
    #[inline]
    fn own(&self) -> Squares {
        self.pieces[self.turn.index()]
    }

    /// The pieces of the other side.
    #[inline]
    fn enemy(&self) -> Squares {
        self.pieces[self.turn.other().index()]
    }

    #[inline]
    fn empty(&self) -> Squares {
        self.board().squares & !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of `seat` in the castle that it attacks.
    #[inline]
    fn intruders(&self, seat: Seat) -> Squares {
        self.pieces[seat.index()] & self.board().enemy_castle(seat)
    }

    /// The squares of the pieces that a move removes.
    #[inline]
    fn captured_squares(&self, captured: u32) -> Squares {
        let mut squares = Squares::EMPTY;
        if captured != 0 {
            for (index, square) in self.enemy().iter().enumerate() {
                if captured >> index & 1 == 1 {
                    squares.insert(square);
                }
            }
        }
        squares
    }

    /// The ends by what stands where.
    #[inline]
    fn standing_outcome(&self) -> Option<Outcome> {
        // White is asked first: of a position in which both have done it, White is
        // said to have won.
        for seat in [Seat::ONE, Seat::TWO] {
            if self.intruders(seat).len() >= 2 {
                return Some(Outcome::win(seat, "castle"));
            }
        }
        let [white, black] = self.pieces.map(Squares::len);
        match (white, black) {
            (0..=1, 0..=1) => Some(Outcome::draw("material")),
            (_, 0) => Some(Outcome::win(Seat::ONE, "capture-all")),
            (0, _) => Some(Outcome::win(Seat::TWO, "capture-all")),
            _ => None,
        }
    }

    /// The end of a side to move that cannot.
    fn blocked_outcome(&self) -> Outcome {
        const REASON: &str = "blocked";
        if self.enemy().len() >= 2 {
            Outcome::win(self.turn.other(), REASON)
        } else {
            Outcome::draw(REASON)
        }
    }

    /// Whether the game is over, unless it is by a side that cannot move.
    #[inline]
    fn is_over(&self) -> bool {
        self.quiet >= QUIET_LIMIT || self.standing_outcome().is_some()
    }
}

impl Game for Camelot {
    type Move = Move;
    type Rules = Edition;

    const SEATS: u8 = 2;
    const REPETITIONS: Option<u32> = Some(3);
    /// No move leaves the pieces where they were, so each side takes one to go and one
    /// to come back.
    const SHORTEST_CYCLE: usize = 4;
    const QUIET: QuietRule = QuietRule::Draws { limit: QUIET_LIMIT, lasting: true };

    fn start(edition: Edition) -> Self {
        let [knights, men] = edition.start();
        let files = edition.board().files;
        let white = knights | men;
        Self::new(edition, [white, turned(white, files)], knights | turned(knights, files))
    }

    fn rules(&self) -> Edition {
        self.edition
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

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if !self.is_over() {
            self.generate(moves);
        }
    }

    fn count_legal_moves(&self) -> u64 {
        if self.is_over() { 0 } else { self.count() }
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        let Move { from, to, captured } = mv;
        let (from, to) = (usize::from(from), usize::from(to));
        let (us, them) = (self.turn, self.turn.other());
        let castle = self.board().enemy_castle(us);
        let resets = captured != 0 || (castle.contains(to) && !castle.contains(from));
        let removed = self.captured_squares(captured);
        for square in removed.iter() {
            self.key ^= self.piece_key(them, square);
        }
        self.pieces[them.index()] ^= removed;
        self.knights &= !removed;

        self.key ^= self.piece_key(us, from);
        let knight = self.knights.contains(from);
        self.pieces[us.index()].remove(from);
        self.pieces[us.index()].insert(to);
        if knight {
            self.knights.remove(from);
            self.knights.insert(to);
        }
        self.key ^= self.piece_key(us, to);

        if castle.contains(from) {
            let left = &mut self.castle_moves[us.index()];
            self.key ^= KEYS.castle_moves[us.index()][usize::from(*left)];
            *left = left.saturating_sub(1);
            self.key ^= KEYS.castle_moves[us.index()][usize::from(*left)];
        }
        self.quiet = if resets { 0 } else { self.quiet.saturating_add(1) };
        self.number = self.number.saturating_add(u32::from(us == Seat::TWO));
        self.turn = them;
        self.key ^= KEYS.turn;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.standing_outcome().or_else(|| {
            if self.count() == 0 {
                Some(self.blocked_outcome())
            } else {
                (self.quiet >= QUIET_LIMIT).then(|| Outcome::draw("quiet"))
            }
        })
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::draw("repetition")
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn search_key(&self) -> u64 {
        if self.quiet < QUIET_NEAR { self.key } else { self.key ^ mix(self.quiet.into()) }
    }

    /// A piece that is gone does not come back, nor does one leave the enemy's castle,
    /// nor is a castle move given again.
    fn is_irreversible(&self, mv: Move) -> bool {
        mv.captured != 0 || self.board().enemy_castle(self.turn).contains(mv.to.into())
    }
}
