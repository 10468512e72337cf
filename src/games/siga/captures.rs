//! What a man takes when it moves.

use super::Siga;
use super::board::{DIRECTIONS, Set, Square, neighbours, step};

impl Siga {
    /// The men that are taken by a man that comes to `to`: in each direction the
    /// enemies beside it in an unbroken line (or a single one, by option) up to
    /// another own man. A man in the centre stays.
    ///
    /// The square that the man has left is beside `to`, so nothing can be taken in its
    /// direction, whether it still counts as own or not.
    #[inline]
    pub(super) fn taken(&self, to: Square) -> Set {
        if neighbours(to.bit()) & self.enemy == 0 {
            return 0;
        }
        let mut taken = 0;
        for direction in DIRECTIONS {
            let mut next = step(to.bit(), direction);
            let mut line = 0;
            while next & self.enemy != 0 {
                line |= next;
                next = step(next, direction);
                if !self.rules.line_capture {
                    break;
                }
            }
            if next & self.own != 0 {
                taken |= line;
            }
        }
        taken & !self.rules.size.centre().bit()
    }

    /// The empty squares on which a man of the side to move takes something.
    pub(super) fn taking_squares(&self) -> Set {
        let centre = self.rules.size.centre().bit();
        let empty = self.empty();
        let mut targets = 0;
        for direction in DIRECTIONS {
            // Enemies from which an unbroken line of them leads to an own man.
            let before_own = step(self.own, -direction) & self.enemy;
            let mut lines = before_own;
            if self.rules.line_capture {
                loop {
                    let longer = lines | step(lines, -direction) & self.enemy;
                    if longer == lines {
                        break;
                    }
                    lines = longer;
                }
            }
            // A line of the man in the centre alone gives nothing.
            targets |= step(lines & !(before_own & centre), -direction) & empty;
        }
        targets
    }
}
