//! Where pieces move and what they capture.

use super::lines::{Axis, Squares, places, reach};
use super::{KingCapture, QUIET_LIMIT, Side, Slide, Tafl};
use crate::game::grid::Square;

/// The squares that a move captures on: a set of places for each of the two lines
/// that cross where it ends.
#[derive(Clone, Copy)]
pub(super) struct Captures {
    to: Square,
    /// By [`Axis`].
    lines: [u32; 2],
}

impl Captures {
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.lines[0] | self.lines[1] == 0
    }

    /// Number of captured pieces.
    #[inline]
    pub(super) const fn len(self) -> u32 {
        self.lines[0].count_ones() + self.lines[1].count_ones()
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Square> {
        Axis::BOTH.into_iter().zip(self.lines).flat_map(move |(axis, captured)| {
            let (line, _) = axis.split(self.to);
            places(captured).map(move |place| axis.square(line, place))
        })
    }

    #[inline]
    pub(super) fn contains(self, square: Square) -> bool {
        self.iter().any(|captured| captured == square)
    }
}

impl<const SIDE: usize, const WORDS: usize> Tafl<SIDE, WORDS> {
    /// The places of a line that lie on the edge, at its two ends.
    pub(super) const ENDS: u32 = 1 | 1 << (SIDE - 1);

    #[inline]
    pub(super) const fn men(&self, side: Side) -> &Squares<SIDE, WORDS> {
        &self.men[side as usize]
    }

    /// The king on a board of his own.
    #[inline]
    fn king_alone(&self) -> Squares<SIDE, WORDS> {
        self.king.map_or(Squares::EMPTY, |king| Squares::EMPTY.with(king))
    }

    /// The men of a side, and the king with his own.
    #[inline]
    pub(super) fn army(&self, side: Side) -> Squares<SIDE, WORDS> {
        match (side, self.king) {
            (Side::Defenders, Some(king)) => self.men(side).with(king),
            _ => *self.men(side),
        }
    }

    /// The squares that a piece may enter and pass: empty and not closed.
    #[inline]
    pub(super) fn open(&self) -> Squares<SIDE, WORDS> {
        Self::FIELDS.minus(&self.army(Side::Defenders)).minus(self.men(Side::Attackers))
    }

    /// Appends the moves of `pieces` of the side to move to `ends`, which are open.
    #[inline]
    fn slides(
        pieces: &Squares<SIDE, WORDS>,
        open: &Squares<SIDE, WORDS>,
        ends: &Squares<SIDE, WORDS>,
        targets: &Squares<SIDE, WORDS>,
        moves: &mut Vec<Slide>,
    ) {
        for from in pieces.iter() {
            for axis in Axis::BOTH {
                let (line, place) = axis.split(from);
                let reached = reach(open.line(axis, line), place) & ends.line(axis, line);
                let targets = targets.line(axis, line);
                moves.extend(places(reached).map(|end| Slide {
                    from,
                    to: axis.square(line, end),
                    hits: targets >> end & 1 == 1,
                }));
            }
        }
    }

    /// Appends the legal moves.
    #[inline]
    pub(super) fn all_moves(&self, moves: &mut Vec<Slide>) {
        if self.is_decided_or_drawn() {
            return;
        }
        let open = self.open();
        let targets = self.targets(&open);
        Self::slides(self.men(self.to_move), &open, &open, &targets.men, moves);
        if self.to_move == Side::Defenders {
            Self::slides(&self.king_alone(), &open, &open, &targets.king, moves);
        }
    }

    /// Appends the legal moves that capture, and those that decide the game.
    pub(super) fn violent_moves(&self, moves: &mut Vec<Slide>) {
        if self.is_decided_or_drawn() {
            return;
        }
        let open = self.open();
        let Targets { men, king, gap } = self.targets(&open);
        let mut index = moves.len();
        Self::slides(self.men(self.to_move), &open, &men, &men, moves);
        if self.to_move == Side::Defenders {
            Self::slides(&self.king_alone(), &open, &king, &king, moves);
        }
        while gap.is_some() && index < moves.len() {
            // A man from beside the king fills one gap and leaves another.
            let mv = moves[index];
            if gap != Some(mv.to) || self.is_decisive(mv) || !self.captures(mv).is_empty() {
                index += 1;
            } else {
                moves.swap_remove(index);
            }
        }
    }

    /// Whether the king of the side to move can go to the edge.
    pub(super) fn king_escapes(&self) -> bool {
        let escapes = |king| {
            let open = self.open();
            Axis::BOTH.into_iter().any(|axis| {
                let (line, place) = axis.split(king);
                reach(open.line(axis, line), place) & Self::ENDS != 0
            })
        };
        self.to_move == Side::Defenders && self.king.is_some_and(escapes)
    }

    /// If the king can go to the edge with his next move: appends the moves of the
    /// attackers that block his way, and returns true. Of two ways they can block only
    /// one. Nor can they shut him in while he has a way, except on it.
    pub(super) fn blocking_moves(&self, moves: &mut Vec<Slide>) -> bool {
        let Some(king) = self.king else { return false };
        // The last quiet move before the limit draws.
        let draws = self.quiet + 1 >= QUIET_LIMIT;
        if self.to_move == Side::Defenders || self.king_is_prey() || draws {
            return false;
        }
        let open = self.open();
        let mut ways = Axis::BOTH.into_iter().flat_map(|axis| {
            let (line, place) = axis.split(king);
            let reached = reach(open.line(axis, line), place);
            let below = (1 << place) - 1;
            let halves = [reached & below, reached & !below].into_iter();
            halves.filter(|half| half & Self::ENDS != 0).map(move |way| (axis, line, way))
        });
        let Some((axis, line, way)) = ways.next() else { return false };
        if ways.next().is_none() {
            let squares = places(way).map(|place| axis.square(line, place));
            let way = squares.fold(Squares::EMPTY, Squares::with);
            let targets = self.targets(&open);
            Self::slides(self.men(Side::Attackers), &open, &way, &targets.men, moves);
        }
        true
    }

    /// The legal move between two squares, which need not lie on the board.
    pub(super) fn slide(&self, from: Square, to: Square) -> Option<Slide> {
        let on_board =
            |square: Square| usize::from(square.file) < SIDE && usize::from(square.rank) < SIDE;
        if !on_board(from) || !on_board(to) || self.is_decided_or_drawn() {
            return None;
        }
        let open = self.open();
        let reaches = |axis: Axis| {
            let [(line, place), (end_line, end)] = [from, to].map(|square| axis.split(square));
            line == end_line && reach(open.line(axis, line), place) >> end & 1 == 1
        };
        let legal = self.army(self.to_move).contains(from) && Axis::BOTH.into_iter().any(reaches);
        legal.then(|| self.slide_along(from, to))
    }

    /// The move of a piece to a square that it reaches.
    #[inline]
    pub(super) fn slide_along(&self, from: Square, to: Square) -> Slide {
        let encloses = || !self.enclosed(to).is_empty();
        let hits = if self.king == Some(from) {
            Self::is_edge(to) || self.rules.king_armed && encloses()
        } else {
            encloses() || self.fills_last_gap(to)
        };
        Slide { from, to, hits }
    }

    /// Whether a piece of the side to move on an open square fills the last gap around
    /// the king, if it does not come from beside him.
    #[inline]
    fn fills_last_gap(&self, square: Square) -> bool {
        self.to_move == Side::Attackers
            && !self.king_is_prey()
            && self.king.is_some_and(|king| {
                let distance = king.file.abs_diff(square.file) + king.rank.abs_diff(square.rank);
                distance == 1 && Self::is_shut_in(king, &self.men(Side::Attackers).with(square))
            })
    }

    /// Whether the game is over for another reason than that no piece can move.
    #[inline]
    pub(super) fn is_decided_or_drawn(&self) -> bool {
        self.quiet >= QUIET_LIMIT || self.king_outcome().is_some()
    }

    /// The pieces that `mv` captures: those beside its end with a piece of the
    /// mover's side right behind them. The square that it leaves does not matter, for
    /// no piece jumps over the one that it captures.
    #[inline]
    pub(super) fn captures(&self, mv: Slide) -> Captures {
        if !mv.hits || !self.rules.king_armed && self.king == Some(mv.from) {
            return Captures { to: mv.to, lines: [0; 2] };
        }
        self.enclosed(mv.to)
    }

    /// The pieces that are captured by a piece that takes part in captures and comes to
    /// a square.
    #[inline]
    fn enclosed(&self, to: Square) -> Captures {
        let mut captures = Captures { to, lines: [0; 2] };
        for axis in Axis::BOTH {
            let (line, place) = axis.split(to);
            let end = 1 << place;
            let far = self.hands(axis, line);
            let beside = end << 1 & far >> 1 | end >> 1 & far << 1;
            captures.lines[axis as usize] = beside & self.prey(axis, line);
        }
        captures
    }

    /// The pieces of the side to move on a line that help to capture.
    #[inline]
    fn hands(&self, axis: Axis, line: usize) -> u32 {
        let men = self.men(self.to_move).line(axis, line);
        if self.to_move == Side::Defenders && self.rules.king_armed {
            men | self.king_on(axis, line)
        } else {
            men
        }
    }

    /// The enemies of the side to move on a line that can be captured.
    #[inline]
    fn prey(&self, axis: Axis, line: usize) -> u32 {
        let men = self.men(self.to_move.other()).line(axis, line);
        if self.to_move == Side::Attackers && self.king_is_prey() {
            men | self.king_on(axis, line)
        } else {
            men
        }
    }

    /// The king's place on a line as a set.
    #[inline]
    fn king_on(&self, axis: Axis, line: usize) -> u32 {
        match self.king.map(|king| axis.split(king)) {
            Some((kings_line, place)) if kings_line == line => 1 << place,
            _ => 0,
        }
    }

    /// Whether the king can be captured like a man.
    #[inline]
    fn king_is_prey(&self) -> bool {
        self.rules.king_capture == KingCapture::Linnaeus
            && self.king.is_some_and(|king| !Self::is_central(king))
    }

    /// Whether the square is the centre or next to it.
    const fn is_central(square: Square) -> bool {
        let Square { file, rank } = Self::CENTRE;
        square.file.abs_diff(file) + square.rank.abs_diff(rank) <= 1
    }

    /// Whether the king is lost: captured, or shut in with his side to move.
    #[inline]
    pub(super) fn is_caught(&self) -> bool {
        let Some(king) = self.king else {
            return true;
        };
        self.to_move == Side::Defenders
            && !self.king_is_prey()
            && Self::is_shut_in(king, self.men(Side::Attackers))
    }

    /// Whether `attackers` and a closed square are all around the king.
    #[inline]
    fn is_shut_in(king: Square, attackers: &Squares<SIDE, WORDS>) -> bool {
        Axis::BOTH.into_iter().all(|axis| {
            let (line, place) = axis.split(king);
            let walls = attackers.line(axis, line) | Self::CLOSED.line(axis, line);
            let beside = 0b101 << place >> 1;
            walls & beside == beside
        })
    }

    /// Whether `mv` of the side to move decides the game by the king's fate.
    pub(super) fn is_decisive(&self, mv: Slide) -> bool {
        let Some(king) = self.king else {
            return false;
        };
        match self.to_move {
            Side::Defenders => mv.from == king && Self::is_edge(mv.to),
            Side::Attackers if self.king_is_prey() => self.captures(mv).contains(king),
            Side::Attackers => {
                let distance = king.file.abs_diff(mv.to.file) + king.rank.abs_diff(mv.to.rank);
                distance == 1 && {
                    let attackers = self.men(Side::Attackers).without(mv.from).with(mv.to);
                    Self::is_shut_in(king, &attackers)
                }
            }
        }
    }

    /// The one square beside the king that is not held against him.
    fn last_gap(king: Square, attackers: &Squares<SIDE, WORDS>) -> Option<Square> {
        let mut gaps = Axis::BOTH.into_iter().flat_map(|axis| {
            let (line, place) = axis.split(king);
            let walls = attackers.line(axis, line) | Self::CLOSED.line(axis, line);
            places(0b101 << place >> 1 & !walls).map(move |place| axis.square(line, place))
        });
        let gap = gaps.next()?;
        gaps.next().is_none().then_some(gap)
    }

    /// Where moves of the side to move can capture or decide the game.
    #[inline]
    fn targets(&self, open: &Squares<SIDE, WORDS>) -> Targets<SIDE, WORDS> {
        let attackers = self.men(Side::Attackers);
        let defenders = self.men(Side::Defenders);
        match self.to_move {
            Side::Attackers if self.king_is_prey() => Targets {
                men: attackers.behind(&self.army(Side::Defenders), open),
                king: Squares::EMPTY,
                gap: None,
            },
            Side::Attackers => {
                let men = attackers.behind(defenders, open);
                let gap = self.king.and_then(|king| Self::last_gap(king, attackers));
                Targets { men: gap.map_or(men, |gap| men.with(gap)), king: Squares::EMPTY, gap }
            }
            Side::Defenders if self.rules.king_armed => {
                let men = self.army(Side::Defenders).behind(attackers, open);
                Targets { men, king: men.union(&Squares::EDGE), gap: None }
            }
            Side::Defenders => {
                Targets { men: defenders.behind(attackers, open), king: Squares::EDGE, gap: None }
            }
        }
    }
}

/// Squares where moves can do more than move.
struct Targets<const SIDE: usize, const WORDS: usize> {
    /// For men.
    men: Squares<SIDE, WORDS>,
    /// For the king, if he is to move.
    king: Squares<SIDE, WORDS>,
    /// The one of `men` that shuts the king in, unless the man comes from beside him.
    gap: Option<Square>,
}
