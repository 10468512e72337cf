//! The Tafl games: Tablut on 9x9 and Alea Evangelii on 19x19, in which a king in the
//! middle and his men, the *defenders*, try to bring him to the edge, and twice as
//! many *attackers* around them try to shut him in.
//!
//! One engine plays both, compiled for each board; `edition.rs` has what tells them
//! apart. `docs/games/tablut.md` has the rules.

mod edition;
mod eval;
mod lines;
mod moves;
mod notation;
mod siege;
#[cfg(test)]
mod tests;

use crate::game::{Game, Outcome, QuietRule, Seat, grid::Square, mix, zobrist_keys};
use edition::Edition;
use lines::Squares;

/// Tablut, on 9x9.
pub type Tablut = Tafl<9, 2>;

/// Alea Evangelii, on 19x19.
pub type Alea = Tafl<19, 7>;

/// A position on a board of `SIDE` times `SIDE`; its sets of squares take `WORDS`
/// words each way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tafl<const SIDE: usize, const WORDS: usize> {
    /// The men, by [`Side`]; the king is not among them.
    men: [Squares<SIDE, WORDS>; 2],
    /// The king, unless he has been captured.
    king: Option<Square>,
    to_move: Side,
    rules: Rules,
    /// Plies since the last capture.
    quiet: u32,
    /// The number of the move, from 1, two plies each.
    number: u32,
    /// The hash of what stands on the board.
    placement: u64,
}

/// A side of the board, by its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side that wants to catch the king.
    Attackers,
    /// The side that has the king.
    Defenders,
}

/// The colour of a side. White's pieces have capital letters in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    White,
    Black,
}

/// The rule options of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The side that begins.
    pub first: Side,
    /// Whether the king takes part in captures.
    pub king_armed: bool,
    /// How the king is caught.
    pub king_capture: KingCapture,
}

/// How the king is caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingCapture {
    /// By shutting him in on all sides, wherever he is.
    Blocked,
    /// So only on the centre and next to it, elsewhere like a man (Linnaeus).
    Linnaeus,
}

/// A move: a piece slides from a square to another of the same line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    from: Square,
    to: Square,
    /// Whether it ends where its side can capture or decide the game; other moves
    /// surely do neither.
    hits: bool,
}

/// The quiet plies that end the game.
const QUIET_LIMIT: u32 = 100;

/// The quiet plies from which on the limit is near enough to change a value that a
/// search finds.
const QUIET_IN_SIGHT: u32 = 60;

/// Squares of the larger board.
const SQUARES: usize = 19 * 19;

/// Zobrist keys of attackers, defenders and the king by square.
static KEYS: [u64; 3 * SQUARES] = zobrist_keys(0x7ab1_0700);

/// The place of the king's keys, after those of the two sides' men.
const KING_KEYS: usize = 2;

/// What the attackers' turn adds to a key.
const ATTACKERS_TO_MOVE: u64 = mix(0x7ab1_0701);

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Attackers => Self::Defenders,
            Self::Defenders => Self::Attackers,
        }
    }
}

impl<const SIDE: usize, const WORDS: usize> Tafl<SIDE, WORDS> {
    const EDITION: &'static Edition = Edition::of(SIDE);

    /// The square in the middle.
    const CENTRE: Square = Square { file: (SIDE / 2) as u8, rank: (SIDE / 2) as u8 };

    /// The squares that no piece may enter.
    const CLOSED: Squares<SIDE, WORDS> = if Self::EDITION.closed_centre {
        Squares::EMPTY.with(Self::CENTRE)
    } else {
        Squares::EMPTY
    };

    /// The other squares.
    const FIELDS: Squares<SIDE, WORDS> =
        if Self::EDITION.closed_centre { Squares::ALL.without(Self::CENTRE) } else { Squares::ALL };

    /// A board without pieces.
    const fn empty(rules: Rules) -> Self {
        Self {
            men: [Squares::EMPTY; 2],
            king: None,
            to_move: rules.first,
            rules,
            quiet: 0,
            number: 1,
            placement: 0,
        }
    }

    const fn seat(&self, side: Side) -> Seat {
        if side as u8 == self.rules.first as u8 { Seat::ONE } else { Seat::TWO }
    }

    /// Puts a man on a square or takes it away.
    #[inline]
    fn put_man(&mut self, side: Side, square: Square) {
        self.men[side as usize].insert(square);
        self.placement ^= Self::piece_key(side as usize, square);
    }

    #[inline]
    fn take_man(&mut self, side: Side, square: Square) {
        self.men[side as usize].remove(square);
        self.placement ^= Self::piece_key(side as usize, square);
    }

    #[inline]
    fn put_king(&mut self, square: Option<Square>) {
        for square in [self.king, square].into_iter().flatten() {
            self.placement ^= Self::piece_key(KING_KEYS, square);
        }
        self.king = square;
    }

    #[inline]
    fn piece_key(piece: usize, square: Square) -> u64 {
        KEYS[piece * SQUARES + Self::index(square)]
    }

    /// The number of a square, rank by rank from `a1` on.
    const fn index(square: Square) -> usize {
        square.rank as usize * SIDE + square.file as usize
    }

    /// Whether the square is on one of the outer lines.
    const fn is_edge(square: Square) -> bool {
        let last = SIDE as u8 - 1;
        square.file == 0 || square.file == last || square.rank == 0 || square.rank == last
    }

    /// Whether the side to move has a move to make.
    #[inline]
    fn can_move(&self) -> bool {
        self.army(self.to_move).touches(&self.open())
    }

    /// The end by where the king is, if it is one.
    #[inline]
    fn king_outcome(&self) -> Option<Outcome> {
        if self.king.is_some_and(Self::is_edge) {
            Some(Outcome::win(self.seat(Side::Defenders), "escape"))
        } else if self.is_caught() {
            Some(Outcome::win(self.seat(Side::Attackers), "king-caught"))
        } else {
            None
        }
    }
}

impl<const SIDE: usize, const WORDS: usize> Game for Tafl<SIDE, WORDS> {
    type Move = Slide;
    type Rules = Rules;

    const SEATS: u8 = 2;
    const REPETITIONS: Option<u32> = Some(3);
    /// Each side moves a piece away and back.
    const SHORTEST_CYCLE: usize = 4;
    const QUIET: QuietRule = QuietRule::Draws { limit: QUIET_LIMIT, lasting: true };

    fn start(rules: Rules) -> Self {
        Self { to_move: rules.first, ..Self::setup(rules) }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn turn(&self) -> Seat {
        self.seat(self.to_move)
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }

    fn set_quiet(&mut self, plies: u32) {
        self.quiet = plies;
    }

    fn legal_moves(&self, moves: &mut Vec<Slide>) {
        self.all_moves(moves);
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        if self.is_decided_or_drawn() {
            0
        } else {
            self.army(self.to_move).slides(&self.open()).len() as u64
        }
    }

    #[inline]
    fn choose_move(
        &self,
        _: &mut Vec<Slide>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<Slide> {
        if self.is_decided_or_drawn() {
            return None;
        }
        let open = self.open();
        let slides = self.army(self.to_move).slides(&open);
        let count = slides.len();
        if count == 0 {
            return None;
        }
        let (from, to) = slides.nth(choose(count), &open)?;
        Some(self.slide_along(from, to))
    }

    #[inline]
    fn apply(&mut self, mv: Slide) {
        let (side, enemy) = (self.to_move, self.to_move.other());
        let captured = self.captures(mv);
        if self.king == Some(mv.from) {
            self.put_king(Some(mv.to));
        } else {
            self.take_man(side, mv.from);
            self.put_man(side, mv.to);
        }
        self.quiet = if captured.is_empty() { self.quiet.saturating_add(1) } else { 0 };
        for square in captured.iter() {
            if self.king == Some(square) {
                self.put_king(None);
            } else {
                self.take_man(enemy, square);
            }
        }
        self.number = self.number.saturating_add(u32::from(self.turn() == Seat::TWO));
        self.to_move = enemy;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.king_outcome().or_else(|| {
            if !self.can_move() {
                Some(Outcome::win(self.seat(self.to_move.other()), "blocked"))
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
        match self.to_move {
            Side::Attackers => self.placement ^ ATTACKERS_TO_MOVE,
            Side::Defenders => self.placement,
        }
    }

    fn search_key(&self) -> u64 {
        if self.quiet < QUIET_IN_SIGHT {
            self.key()
        } else {
            mix(self.key() ^ u64::from(self.quiet))
        }
    }

    /// Captures; and the king never returns to a closed centre.
    fn is_irreversible(&self, mv: Slide) -> bool {
        Self::CLOSED.contains(mv.from) || !self.captures(mv).is_empty()
    }
}
