//! Tables of plies: whether the player to move wins, and how soon he comes to a conversion
//! that keeps the win, or to the end: the *distance to conversion*, as Thompson's tables of
//! chess have it (*Retrograde Analysis of Certain Endgames*, 1986).
//!
//! Conversions and other moves that make the material less lead to smaller tables, so what
//! they alone bring is known at once: whose moves are all of that kind is settled, and a win
//! by one of them is the soonest until a sooner one is found. From there the table is made
//! backwards, a ply at a time. Before a lost position there is a won one; before a won
//! position there is a lost one if all its other moves lead to won ones too. What is never
//! come to is drawn.
//!
//! A distance is that of a player who hurries from one who delays. So a win is one as long
//! as the plies without a conversion, those before the position included, do not come to
//! the limit, and with more of them before it is a draw.

use super::{Bounds, Chunks, Endless, Making, Table, making::Account, portions::in_portions};
use crate::game::{Endgames, Game};
use std::{
    fmt,
    sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed},
};

/// What becomes of a position, for the player to move, with the plies to the next
/// conversion or to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// He loses.
    Loss(u8),
    /// Nobody can win.
    Draw,
    /// He wins.
    Win(u8),
}

impl Verdict {
    /// 1 for a win, -1 for a loss.
    pub const fn sign(self) -> i8 {
        match self {
            Self::Loss(_) => -1,
            Self::Draw => 0,
            Self::Win(_) => 1,
        }
    }

    /// The plies to the next conversion or the end; 0 for a draw.
    pub const fn plies(self) -> u8 {
        match self {
            Self::Loss(plies) | Self::Win(plies) => plies,
            Self::Draw => 0,
        }
    }

    /// The same as bounds of a lead: 1 for a win, -1 for a loss.
    pub const fn bounds(self) -> Bounds {
        Bounds::exact(self.sign())
    }

    /// The same for the other player.
    const fn turned(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies),
        }
    }

    /// What the player before made of it, by a move that was a conversion or not.
    #[must_use]
    pub const fn before(self, converts: bool) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win(_) if converts => Self::Loss(1),
            Self::Loss(_) if converts => Self::Win(1),
            Self::Win(plies) => Self::Loss(plies.saturating_add(1)),
            Self::Loss(plies) => Self::Win(plies.saturating_add(1)),
        }
    }

    /// The better of two for who may choose: a win soon, or a loss late.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Win(one), Self::Win(two)) => Self::Win(if one < two { one } else { two }),
            (Self::Loss(one), Self::Loss(two)) => Self::Loss(if one > two { one } else { two }),
            _ if self.sign() >= other.sign() => self,
            _ => other,
        }
    }

    /// The verdict after `quiet` plies without a conversion, which are a draw at `limit`.
    #[must_use]
    pub fn after_quiet(self, quiet: u32, limit: u32) -> Self {
        match self {
            Self::Win(plies) | Self::Loss(plies) if u32::from(plies) + quiet > limit => Self::Draw,
            _ => self,
        }
    }

    /// As a table has it: 0 for a draw, and else one more than the plies, below 0 for a
    /// loss.
    pub(super) const fn to_cell(self) -> u8 {
        match self {
            Self::Loss(plies) => -(plies as i8 + 1) as u8,
            Self::Draw => 0,
            Self::Win(plies) => plies + 1,
        }
    }

    pub(super) const fn of_cell(cell: u8) -> Self {
        match cell as i8 {
            0 => Self::Draw,
            win @ 1.. => Self::Win(win as u8 - 1),
            loss => Self::Loss(loss.unsigned_abs() - 1),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(plies) => write!(f, "loss {plies}"),
            Self::Draw => write!(f, "draw 0"),
            Self::Win(plies) => write!(f, "win {plies}"),
        }
    }
}

/// The most quiet plies on the way to a win: so many are a draw, unless the last one ends
/// the game.
pub(super) const fn limit<G: Game>() -> u8 {
    /// As far as cells go.
    const MOST: u32 = 120;
    match G::QUIET.limit() {
        Some(limit) if limit <= MOST => limit as u8,
        _ => MOST as u8,
    }
}

/// A table in the making.
struct Draft<'a, G: Game> {
    endgames: &'a Endgames<G>,
    rules: G::Rules,
    material: u8,
    smaller: &'a [Table],
    cells: Vec<AtomicU8>,
}

/// The table of the least material that `smaller` has none of.
pub(super) fn build_next<G: Game>(
    endgames: &Endgames<G>,
    rules: G::Rules,
    smaller: &[Table],
    making: Making<'_>,
) -> Table {
    let Making { threads, begun, report, keep } = making;
    let material = smaller.len() as u8;
    let positions = (endgames.positions)(rules, material);
    let is_begun = begun.is_some();
    let cells = match begun {
        Some(cells) => cells.into_iter().map(AtomicU8::new).collect(),
        None => (0..positions).map(|_| AtomicU8::new(Verdict::Draw.to_cell())).collect(),
    };
    let draft = Draft { endgames, rules, material, smaller, cells };
    let mut account = Account::new(material, report);
    if !is_begun {
        account.rounds += 1;
        draft.begin(threads, &account);
        draft.hand_over(keep);
    }
    // What has been found before is found again.
    for distance in 0..limit::<G>() {
        account.rounds += 1;
        if !draft.go_back(distance, threads, &account) {
            break;
        }
        draft.hand_over(keep);
    }
    let cells = draft.cells.into_iter().map(AtomicU8::into_inner).collect();
    Table { endless: Endless::Drawn, material, cells }
}

impl<G: Game> Draft<'_, G> {
    fn hand_over(&self, keep: &dyn Fn(Chunks<'_>)) {
        let bytes = |cells: &[AtomicU8]| cells.iter().map(|cell| cell.load(Relaxed)).collect();
        keep(&mut self.cells.chunks(1 << 16).map(bytes));
    }

    /// Finds what is known by smaller tables and ends alone.
    fn begin(&self, threads: usize, account: &Account<'_>) {
        in_portions(self.cells.len() as u64, threads, |portion| {
            let mut moves = Vec::new();
            for index in portion.clone() {
                let state = (self.endgames.position)(self.rules, self.material, index);
                let verdict = verdict_by_successors(&state, &mut moves, |next| {
                    // As long as nothing is known of the others they may be drawn.
                    if self.has(next) { Verdict::Draw } else { self.smaller_verdict(next) }
                });
                self.settle(index, verdict);
            }
            account.add(portion.end - portion.start);
        });
    }

    /// From the positions of a distance to those of the next. Whether there were any, or
    /// will be.
    fn go_back(&self, distance: u8, threads: usize, account: &Account<'_>) -> bool {
        let found = AtomicBool::new(false);
        in_portions(self.cells.len() as u64, threads, |portion| {
            let mut looks = 0;
            let mut moves = Vec::new();
            let mut before = Vec::new();
            for index in portion {
                let verdict = self.verdict(index);
                let (Verdict::Win(plies) | Verdict::Loss(plies)) = verdict else { continue };
                if plies < distance {
                    continue;
                }
                found.store(true, Relaxed);
                if plies > distance {
                    continue;
                }
                looks += 1;
                let state = (self.endgames.position)(self.rules, self.material, index);
                before.clear();
                (self.endgames.predecessors)(&state, &mut before);
                for earlier in &before {
                    let index = (self.endgames.index)(earlier);
                    match (verdict, self.verdict(index)) {
                        (Verdict::Loss(_), Verdict::Draw) => {
                            self.settle(index, verdict.before(false));
                        }
                        // A win by way of a smaller table.
                        (Verdict::Loss(_), Verdict::Win(plies)) if plies > distance + 1 => {
                            self.settle(index, verdict.before(false));
                        }
                        (Verdict::Win(_), Verdict::Draw) => {
                            if let Some(plies) = self.plies_to_loss(earlier, distance, &mut moves) {
                                self.settle(index, Verdict::Loss(plies));
                            }
                        }
                        _ => {}
                    }
                }
            }
            account.add(looks);
        });
        found.into_inner()
    }

    /// The plies to a loss, if every move leads to a win of the other player: one by a
    /// smaller table, or one in at most so many plies. Other wins in this table may turn
    /// out to be nearer, or are found by another thread meanwhile.
    fn plies_to_loss(&self, state: &G, distance: u8, moves: &mut Vec<G::Move>) -> Option<u8> {
        moves.clear();
        state.legal_moves(moves);
        let mut latest = 0;
        for &mv in &*moves {
            let next = state.after(mv);
            let plies = if self.has(&next) {
                match self.verdict((self.endgames.index)(&next)) {
                    Verdict::Win(plies) if plies <= distance => plies + 1,
                    _ => return None,
                }
            } else {
                let verdict = self.smaller_verdict(&next);
                match verdict_of_move(state, &next, verdict) {
                    Verdict::Loss(plies) => plies,
                    _ => return None,
                }
            };
            latest = latest.max(plies);
        }
        Some(latest)
    }

    /// Notes a verdict. Beyond the limit it is a draw.
    fn settle(&self, index: u64, verdict: Verdict) {
        let verdict = verdict.after_quiet(0, limit::<G>().into());
        self.cells[index as usize].store(verdict.to_cell(), Relaxed);
    }

    fn has(&self, state: &G) -> bool {
        (self.endgames.material)(state) == self.material
    }

    fn verdict(&self, index: u64) -> Verdict {
        Verdict::of_cell(self.cells[index as usize].load(Relaxed))
    }

    fn smaller_verdict(&self, state: &G) -> Verdict {
        let table = &self.smaller[usize::from((self.endgames.material)(state))];
        let index = (self.endgames.index)(state);
        table.verdict(index).expect("a table has all positions of its material")
    }
}

/// The verdict on a move, for the player who makes it, by that on the position after it.
/// Who ends the game by it may be to move there again.
pub(super) fn verdict_of_move<G: Game>(before: &G, after: &G, verdict: Verdict) -> Verdict {
    let others = if after.turn() == before.turn() { verdict.turned() } else { verdict };
    others.before(after.quiet() == 0)
}

/// The verdict on a position by what `known` tells of its successors.
pub(super) fn verdict_by_successors<G: Game>(
    state: &G,
    moves: &mut Vec<G::Move>,
    known: impl Fn(&G) -> Verdict,
) -> Verdict {
    moves.clear();
    state.legal_moves(moves);
    let choices = moves.iter().map(|&mv| {
        let next = state.after(mv);
        verdict_of_move(state, &next, known(&next))
    });
    choices.reduce(Verdict::or).unwrap_or_else(|| {
        match state.outcome().and_then(|outcome| outcome.winner) {
            None => Verdict::Draw,
            Some(winner) if winner == state.turn() => Verdict::Win(0),
            Some(_) => Verdict::Loss(0),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_hold_every_verdict() {
        for plies in 0..=120 {
            for verdict in [Verdict::Win(plies), Verdict::Loss(plies), Verdict::Draw] {
                assert_eq!(Verdict::of_cell(verdict.to_cell()), verdict);
            }
        }
    }

    #[test]
    fn who_chooses_wins_soon_and_loses_late() {
        let rising =
            [Verdict::Loss(0), Verdict::Loss(7), Verdict::Draw, Verdict::Win(8), Verdict::Win(1)];
        for (worse, one) in rising.into_iter().enumerate() {
            for (better, other) in rising.into_iter().enumerate() {
                assert_eq!(one.or(other), rising[worse.max(better)]);
            }
        }
    }

    #[test]
    fn a_win_is_one_until_the_limit() {
        assert_eq!(Verdict::Win(5).after_quiet(95, 100), Verdict::Win(5));
        assert_eq!(Verdict::Win(5).after_quiet(96, 100), Verdict::Draw);
        assert_eq!(Verdict::Loss(0).after_quiet(100, 100), Verdict::Loss(0));
    }
}
