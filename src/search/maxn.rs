//! Max^n: among three players each plays for himself (Luckhardt, Irani: *An
//! algorithmic solution of n-person games*, 1986).
//!
//! A position is worth a share of one pot to each player. The pot is constant and no
//! share is negative, so a player who is sure of a part of it leaves the others the
//! rest at most. Where that is less than the player who moved there has already, the
//! position need not be searched on (*shallow pruning*, Korf: *Multi-player
//! alpha-beta pruning*, 1991). There are no zero windows, reductions or guesses from
//! static values here: they are made for two sides.
//!
//! Of moves with equal shares for the mover, he makes the one that leaves the next
//! player less, so what a position is worth does not depend on the order of moves.

use super::{
    order,
    pvs::QUIESCENCE_WIDTHS,
    table::{Bound, Entry},
    value::{DECIDED, MAX_PLY, Value, WIN, loss_in, win_in},
    worker::{INDEPENDENT, Worker},
};
use crate::game::{Heuristics, Outcome, Seat};

/// The share of each player, by the index of the seat. They add up to [`POT`].
type Shares = [Value; SEATS];

const SEATS: usize = 3;

/// What a winner gets, but for two parts for each ply until then; the losers get one
/// of these each. A draw parts it among those who are not out.
const POT: Value = WIN;

/// More than anyone can get: no limit.
const NO_LIMIT: Value = POT + 1;

/// Shares up to this are those of players who have lost.
const LOST: Value = MAX_PLY as Value;

/// Shares from this on are those of players who have won.
const WON: Value = POT - 2 * LOST;

/// What the static values part among the players, each of whom keeps the share of a
/// late loss in any case.
const STAKE: Value = POT - 3 * LOST;

impl<G: Heuristics> Worker<'_, G> {
    /// The value of the root's child for the player at the root: exact if above alpha,
    /// otherwise at most alpha.
    pub(super) fn share_value(
        &mut self,
        root: &G,
        child: &G,
        (alpha, _): (Value, Value),
        depth: i32,
    ) -> Value {
        let limit = limit_below(root, child, share_of(alpha, scale::<G>()), NO_LIMIT);
        let shares = self.shares(child, limit, depth, 1);
        value_of(shares[self.sides.leader().index()], scale::<G>())
    }

    /// The shares in `state`, `ply` plies from the root. Once the player to move has
    /// `limit` the search ends: only his own share is true then, as a lower bound.
    /// Leaves the best line in `lines[ply]`.
    fn shares(&mut self, state: &G, limit: Value, depth: i32, ply: usize) -> Shares {
        self.arrive(ply);
        if self.aborted {
            return [0; SEATS];
        }
        if self.is_repetition() {
            return shares_of_outcome(state, state.repetition_outcome(), ply);
        }
        if let Some(outcome) = state.leaf_outcome() {
            return shares_of_outcome(state, outcome, ply);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiet_shares(state, limit, ply, 0);
        }
        let mover = state.turn().index();
        let key = self.sides.table_key(state, false);
        let known = self.shared.table.probe(key);
        // The root wants to see the reply, which the table does not keep.
        if let Some(entry) = known
            && self.shared.tuning.table_cutoffs
            && ply > 1
            && i32::from(entry.depth) >= depth
            && (entry.bound == Bound::Exact || shares_of_entry(entry, mover, ply)[mover] >= limit)
        {
            return shares_of_entry(entry, mover, ply);
        }
        let first = self.moves.len();
        self.rank_moves(state, known.map_or(0, |entry| entry.tag), ply);
        let count = self.moves.len() - first;
        let mut dependence = INDEPENDENT;
        let mut best = [-1; SEATS];
        let mut best_tag = 0;
        let mut bound = Bound::Exact;
        for index in 0..count {
            let mv = order::pick(&mut self.moves[first..], index);
            let child = self.enter(state, mv);
            let below = limit_below(state, &child, best[mover], limit);
            let shares = self.shares(&child, below, depth - 1, ply + 1);
            self.leave();
            if self.aborted {
                break;
            }
            dependence = dependence.min(self.dependence);
            if is_better(shares, best, mover) {
                best = shares;
                best_tag = state.tag(mv);
                self.extend_line(mv, ply);
                if best[mover] >= limit {
                    bound = Bound::Lower;
                    dependence = self.dependence;
                    self.learn(state, first, index, depth, ply);
                    break;
                }
            }
        }
        self.moves.truncate(first);
        if self.aborted {
            return [0; SEATS];
        }
        let entry = entry_of_shares(best, mover, ply);
        let entry = Entry { tag: best_tag, bound, depth: depth as u8, ..entry };
        self.remember(key, entry, dependence, known.is_some());
        best
    }

    /// The shares when only noisy moves are looked at, and the player to move may also
    /// leave it at the static ones, unless the rules compel him; `below` plies under the search proper.
    fn quiet_shares(&mut self, state: &G, limit: Value, ply: usize, below: usize) -> Shares {
        self.arrive(ply);
        if self.aborted {
            return [0; SEATS];
        }
        if let Some(outcome) = state.leaf_outcome() {
            return shares_of_outcome(state, outcome, ply);
        }
        let mover = state.turn().index();
        let fixed = static_shares(state.evaluate_seats(), playing(state), scale::<G>());
        if ply >= MAX_PLY || !self.shared.tuning.quiescence {
            return fixed;
        }
        let first = self.moves.len();
        let width = QUIESCENCE_WIDTHS.get(below).map_or(1, |&width| width);
        // Without all moves a loss would not be proven.
        let compelled = self.rank_noisy_moves(state) && self.moves.len() - first <= width;
        let mut best = if compelled { [-1; SEATS] } else { fixed };
        if best[mover] >= limit {
            self.moves.truncate(first);
            return best;
        }
        for index in 0..width.min(self.moves.len() - first) {
            let mv = order::pick(&mut self.moves[first..], index);
            let child = self.enter(state, mv);
            let limit_of_child = limit_below(state, &child, best[mover], limit);
            let shares = self.quiet_shares(&child, limit_of_child, ply + 1, below + 1);
            self.leave();
            if self.aborted {
                break;
            }
            if is_better(shares, best, mover) {
                best = shares;
                self.extend_line(mv, ply);
                if best[mover] >= limit {
                    break;
                }
            }
        }
        self.moves.truncate(first);
        best
    }
}

/// Whether `mover` prefers `one` to `other`.
fn is_better(one: Shares, other: Shares, mover: usize) -> bool {
    let key = |shares: Shares| (shares[mover], -shares[(mover + 1) % SEATS]);
    key(one) > key(other)
}

/// The limit of a child, when the mover of `state` has `best` for sure.
fn limit_below<G: Heuristics>(state: &G, child: &G, best: Value, limit: Value) -> Value {
    if child.turn() == state.turn() { limit } else { POT - best }
}

/// Who is not out.
fn playing<G: Heuristics>(state: &G) -> [bool; SEATS] {
    Seat::ALL.map(|seat| state.can_win(seat))
}

/// The shares in a game that has ended `ply` plies from the root.
fn shares_of_outcome<G: Heuristics>(state: &G, outcome: Outcome, ply: usize) -> Shares {
    if let Some(winner) = outcome.winner {
        let mut shares = [ply as Value; SEATS];
        shares[winner.index()] = POT - 2 * ply as Value;
        return shares;
    }
    let playing = playing(state).map(Value::from);
    let share = POT / playing.iter().sum::<Value>().max(1);
    playing.map(|plays| plays * share)
}

/// The shares by static `values`: in proportion to the odds of each player against
/// one whose value is 0. At `scale` they are 2 to 1.
fn static_shares(values: [Value; SEATS], playing: [bool; SEATS], scale: Value) -> Shares {
    let scale = i64::from(scale);
    let odds: [i64; SEATS] = std::array::from_fn(|seat| match i64::from(values[seat]) {
        _ if !playing[seat] => 0,
        value @ 0.. => ((scale + value) << 16) / scale,
        value => (scale << 16) / (scale - value),
    });
    let all = odds.iter().sum::<i64>().max(1);
    let share = |seat: usize| LOST + (i64::from(STAKE) * odds[seat] / all) as Value;
    let (first, second) = (share(0), share(1));
    [first, second, POT - first - second]
}

/// The static value, against one of 0, that doubles a player's part of the pot.
fn scale<G: Heuristics>() -> Value {
    2 * G::TUNING.chances.spread
}

/// A share as a value for the player: of a static one, that against two opponents of
/// value 0.
fn value_of(share: Value, scale: Value) -> Value {
    match share {
        ..=LOST => loss_in(share as usize),
        WON.. => win_in((POT - share) as usize / 2),
        _ => {
            let (part, stake) = (i64::from(share - LOST), i64::from(STAKE));
            let scaled = i64::from(scale) * (3 * part - stake);
            let value = scaled / (stake - part).min(2 * part).max(1);
            value.clamp((1 - DECIDED).into(), (DECIDED - 1).into()) as Value
        }
    }
}

/// A share whose value is at most `value`.
fn share_of(value: Value, scale: Value) -> Value {
    let (scale, stake) = (i64::from(scale), i64::from(STAKE));
    let part = match i64::from(value) {
        _ if value >= DECIDED => return POT - 2 * (WIN - value),
        _ if value <= -DECIDED => return value + WIN,
        value @ 0.. => stake * (scale + value) / (3 * scale + value),
        value => stake * scale / (3 * scale - 2 * value),
    };
    LOST + part as Value
}

/// What the table keeps of the shares: those of `mover` and of the player behind him,
/// with distances from the node.
fn entry_of_shares(shares: Shares, mover: usize, ply: usize) -> Entry {
    let relative = |share: Value| match share {
        1..=LOST => share - ply as Value,
        WON.. => share + 2 * ply as Value,
        _ => share,
    };
    let kept = |seat: usize| relative(shares[seat % SEATS]) as i16;
    Entry { tag: 0, value: kept(mover), second: kept(mover + 1), bound: Bound::None, depth: 0 }
}

fn shares_of_entry(entry: Entry, mover: usize, ply: usize) -> Shares {
    let absolute = |share: i16| match Value::from(share) {
        share @ 1..=LOST => share + ply as Value,
        share @ WON.. => share - 2 * ply as Value,
        share => share,
    };
    let mut shares = [0; SEATS];
    shares[mover] = absolute(entry.value);
    if entry.bound == Bound::Exact {
        shares[(mover + 1) % SEATS] = absolute(entry.second);
        shares[(mover + 2) % SEATS] = POT - shares.iter().sum::<Value>();
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::is_decided;

    const SCALE: Value = 300;

    #[test]
    fn values_and_shares_are_turned_into_each_other() {
        for share in 0..=POT {
            let value = value_of(share, SCALE);
            assert!(share == 0 || value_of(share - 1, SCALE) <= value, "{share}");
            assert_eq!(is_decided(value), share <= LOST || share >= WON, "{share}");
        }
        for value in 1 - WIN..=WIN {
            assert!(value_of(share_of(value, SCALE), SCALE) <= value, "{value}");
        }
        assert_eq!(value_of(POT / 3, SCALE), 0);
    }

    #[test]
    fn the_table_keeps_shares_by_their_distance_from_the_node() {
        let won = |ply| [ply, POT - 2 * ply, ply];
        for (shares, ply, later) in [
            (won(9), 5, won(7)),
            ([POT / 2, 0, POT / 2], 5, [POT / 2, 0, POT / 2]),
            ([10_001, 12_000, 7_999], 5, [10_001, 12_000, 7_999]),
        ] {
            for mover in 0..SEATS {
                let entry = entry_of_shares(shares, mover, ply);
                let exact = Entry { bound: Bound::Exact, ..entry };
                assert_eq!(shares_of_entry(exact, mover, 3), later);
                let bound = Entry { bound: Bound::Lower, ..entry };
                assert_eq!(shares_of_entry(bound, mover, 5)[mover], shares[mover]);
            }
        }
    }

    #[test]
    fn static_shares_are_parts_of_one_pot() {
        for values in [[0, 0, 0], [300, -150, -150], [-4000, -4000, 8000], [19_999, -1, -19_999]] {
            let shares = static_shares(values, [true; SEATS], SCALE);
            assert_eq!(shares.iter().sum::<Value>(), POT, "{values:?}");
            for (value, share) in values.into_iter().zip(shares) {
                assert!(LOST < share && share < WON, "{values:?}: {shares:?}");
                assert_eq!(value > values[0], share > shares[0], "{values:?}: {shares:?}");
            }
        }
        let [first, second, third] = static_shares([0, -900, 0], [true, false, true], SCALE);
        assert_eq!((first, second, third), (LOST + STAKE / 2, LOST, LOST + STAKE / 2));
    }
}
