//! How closely the king is besieged.

use super::Tafl;
use super::lines::{Axis, Squares};
use crate::game::grid::Square;

/// What keeps a king from the edge who cannot reach it in two moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Siege {
    /// Nothing: with a third move he could reach it.
    Loose,
    /// He needs more moves.
    Close,
    /// As all men stand, he cannot reach it.
    Shut,
    /// Nor could he if his own men were gone.
    Surrounded,
}

impl Siege {
    /// How `attackers` besiege a king who moves along the `open` squares.
    #[cold]
    pub(super) fn of<const SIDE: usize, const WORDS: usize>(
        king: Square,
        open: &Squares<SIDE, WORDS>,
        attackers: &Squares<SIDE, WORDS>,
    ) -> Self {
        let within_three = Region::around(king).widened(open).widened(open).widened(open);
        if within_three.meets_edge() {
            Self::Loose
        } else if within_three.filled(open).meets_edge() {
            Self::Close
        } else {
            let outside = Tafl::<SIDE, WORDS>::FIELDS.minus(attackers);
            let surrounded = !Region::around(king).filled(&outside).meets_edge();
            if surrounded { Self::Surrounded } else { Self::Shut }
        }
    }
}

/// Squares that the king reaches, a set of places for each rank.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Region<const SIDE: usize>([u32; SIDE]);

impl<const SIDE: usize> Region<SIDE> {
    fn around(king: Square) -> Self {
        let mut ranks = [0; SIDE];
        ranks[usize::from(king.rank)] = 1 << king.file;
        Self(ranks)
    }

    /// With the squares that are a move along the `open` ones away.
    fn widened<const WORDS: usize>(&self, open: &Squares<SIDE, WORDS>) -> Self {
        let open: [u32; SIDE] = std::array::from_fn(|rank| open.line(Axis::Ranks, rank));
        let mut wider = *self;
        for (reached, (&from, &open)) in wider.0.iter_mut().zip(self.0.iter().zip(&open)) {
            *reached = spread(from, open);
        }
        let mut slide = |rank: usize, moving: u32| {
            let arrived = moving & open[rank];
            wider.0[rank] |= arrived;
            arrived | self.0[rank]
        };
        (0..SIDE).fold(0, |moving, rank| slide(rank, moving));
        (0..SIDE).rev().fold(0, |moving, rank| slide(rank, moving));
        wider
    }

    /// With the squares that are any number of moves away.
    fn filled<const WORDS: usize>(self, open: &Squares<SIDE, WORDS>) -> Self {
        let wider = self.widened(open);
        if wider == self { self } else { wider.filled(open) }
    }

    fn meets_edge(&self) -> bool {
        let ends = 1 | 1 << (SIDE - 1);
        self.0[0] | self.0[SIDE - 1] != 0 || self.0.iter().any(|rank| rank & ends != 0)
    }
}

/// The places `from`, and those that are reached from them along the `open` ones.
const fn spread(from: u32, open: u32) -> u32 {
    let mut reached = from;
    loop {
        let wider = reached | (reached << 1 | reached >> 1) & open;
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::tafl::{KingCapture, Rules, Side, Tablut};

    const RULES: Rules =
        Rules { first: Side::Defenders, king_armed: true, king_capture: KingCapture::Blocked };

    #[test]
    fn a_siege_goes_by_the_moves_that_the_king_needs() {
        for (board, siege) in [
            // By d4 and d3 to i3.
            ("9/9/9/9/2pp5/1pK1p4/2p6/3p5/9", Siege::Loose),
            // By d4, d3 and e3 to e1.
            ("9/9/9/9/2pp5/1pK1p4/2p2p3/3p5/9", Siege::Close),
            // Only a man of his own is on d3.
            ("9/9/9/9/2pp5/1pK1p4/2pP5/9/9", Siege::Shut),
            ("9/9/9/9/2pp5/1pK1p4/2pp5/9/9", Siege::Surrounded),
        ] {
            let state = Tablut::from_fen(RULES, &format!("{board} w")).expect("a good FEN");
            let king = state.king.expect("a king");
            let found = Siege::of(king, &state.open(), state.men(Side::Attackers));
            assert_eq!(found, siege, "{board}");
        }
    }

    #[test]
    fn a_region_is_what_some_number_of_moves_reaches() {
        let open = Squares::<9, 2>::ALL;
        let king = Square { file: 2, rank: 3 };
        let one = Region::<9>::around(king).widened(&open);
        let ranks: [u32; 9] = std::array::from_fn(|rank| if rank == 3 { 0x1ff } else { 1 << 2 });
        assert!(one == Region(ranks) && one.meets_edge());
        assert!(one.widened(&open) == Region([0x1ff; 9]), "all squares are two moves away");
        assert!(!Region::<9>::around(king).filled(&Squares::<9, 2>::EMPTY).meets_edge());
    }
}
