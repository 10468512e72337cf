//! The numbers of positions, for tables of endings.
//!
//! Houses of `n` seeds are a way to part `n` seeds by eleven bars. A bar has a place among
//! seeds and bars, and the places of all eleven are numbered as sets of eleven places.

use super::row::{HOUSES, Row};
use super::{GrandSlam, HALF, House, SEEDS, Wari, sowing::path};
use crate::game::{Count, Endgames, Points, Seat, ranking::BINOMIALS};

/// The number of bars.
const BARS: usize = 2 * HOUSES - 1;

pub(super) static ENDGAMES: Endgames<Wari> = Endgames {
    unit: "seeds",
    most: |_| SEEDS,
    rules: |grand_slam| format!("{grand_slam:?}").to_lowercase(),
    positions: |_, seeds| positions(seeds),
    prepare: |_, _| {},
    position,
    material: Wari::seeds_on_board,
    index,
    predecessors,
    count: Count::Points(Points {
        advance,
        lead: |state| state.own_store as i8 - state.enemy_store as i8,
        final_lead: |state| {
            let [own, enemy] = state.stores_with_rows();
            own as i8 - enemy as i8
        },
    }),
};

fn positions(seeds: u8) -> u64 {
    BINOMIALS[BARS][usize::from(seeds) + BARS]
}

/// A power of two that is more than all seeds.
const MANY: usize = 64;

/// What a bar counts in the number of a position, by the seeds before it; the first bar
/// first.
static BAR_COUNTS: [[u64; MANY]; BARS] = {
    let mut table = [[0; MANY]; BARS];
    let mut bar = 0;
    while bar < BARS {
        let mut seeds = 0;
        while seeds <= SEEDS as usize {
            table[bar][seeds] = BINOMIALS[bar + 1][seeds + bar];
            seeds += 1;
        }
        bar += 1;
    }
    table
};

fn index(state: &Wari) -> u64 {
    let own = state.own.running_totals(0);
    let enemy = state.enemy.running_totals(own.seeds(HOUSES - 1));
    let (own_bars, enemy_bars) = BAR_COUNTS.split_at(HOUSES);
    let of_row = |before: Row, bars: &[[u64; MANY]]| -> u64 {
        let counts = bars.iter().enumerate();
        // Cut off, the seeds are a number that the table has for certain.
        counts.map(|(house, counts)| counts[usize::from(before.seeds(house)) % MANY]).sum()
    };
    of_row(own, own_bars) + of_row(enemy, enemy_bars)
}

/// The stores are as even as they can be: neither has won.
fn position(grand_slam: GrandSlam, seeds: u8, index: u64) -> Wari {
    let mut rest = index;
    let mut houses = [0; 2 * HOUSES];
    let mut before = usize::from(seeds);
    for (bar, counts) in BAR_COUNTS.iter().enumerate().rev() {
        let mut seeds_before = before;
        while counts[seeds_before] > rest {
            seeds_before -= 1;
        }
        rest -= counts[seeds_before];
        houses[bar + 1] = (before - seeds_before) as u8;
        before = seeds_before;
    }
    houses[0] = before as u8;
    let row = |first: usize| Row::new(std::array::from_fn(|house| houses[first + house]));
    let own_store = HALF - seeds / 2;
    Wari {
        own: row(0),
        enemy: row(HOUSES),
        own_store,
        enemy_store: SEEDS - seeds - own_store,
        turn: Seat::ONE,
        grand_slam,
        quiet: 0,
        number: 1,
    }
}

/// The sower takes back what he has sown, seed by seed, as long as there is one in each
/// house. Whether he was allowed to sow, and whether he captured nothing, is not asked.
fn predecessors(state: &Wari, before: &mut Vec<Wari>) {
    let mut houses = [0; 2 * HOUSES];
    houses[..HOUSES].copy_from_slice(&state.enemy.houses());
    houses[HOUSES..].copy_from_slice(&state.own.houses());
    for origin in (0..HOUSES as u8).map(House).filter(|house| houses[house.index()] == 0) {
        let mut earlier = houses;
        for house in path(origin, SEEDS) {
            if earlier[house] == 0 {
                break;
            }
            earlier[house] -= 1;
            earlier[origin.index()] += 1;
            let row = |first: usize| Row::new(std::array::from_fn(|house| earlier[first + house]));
            before.push(Wari {
                own: row(0),
                enemy: row(HOUSES),
                own_store: state.enemy_store,
                enemy_store: state.own_store,
                turn: state.turn.other(),
                ..*state
            });
        }
    }
}

/// The lowest bar with a seed behind it moves on over that seed, and all below it go back
/// to the beginning.
fn advance(state: &mut Wari) {
    let [mut own, mut enemy] = [state.own.0, state.enemy.0];
    let first = own & 0xff;
    own -= first;
    if own > 0 {
        let house = own.trailing_zeros() / 8;
        own -= 1 << (8 * house);
        own += (first + 1) << (8 * (house - 1));
    } else if enemy > 0 {
        let house = enemy.trailing_zeros() / 8;
        enemy -= 1 << (8 * house);
        if house == 0 {
            own += (first + 1) << (8 * (HOUSES - 1));
        } else {
            enemy += (first + 1) << (8 * (house - 1));
        }
    }
    [state.own, state.enemy] = [Row(own), Row(enemy)];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn a_position_is_among_the_predecessors_of_its_successors() {
        let mut seen = 0;
        for (seeds, grand_slam) in
            [(4, GrandSlam::Keep), (5, GrandSlam::All), (14, GrandSlam::Keep)]
        {
            for number in (0..positions(seeds)).step_by(if seeds > 5 { 997 } else { 1 }) {
                let state = position(grand_slam, seeds, number);
                for next in state.moves().into_iter().map(|mv| state.after(mv)) {
                    if next.seeds_on_board() == seeds {
                        let mut before = Vec::new();
                        predecessors(&next, &mut before);
                        assert!(before.iter().any(|earlier| index(earlier) == number));
                        seen += 1;
                    }
                }
            }
        }
        assert!(seen > 20_000, "{seen}");
    }

    #[test]
    fn positions_are_numbered_one_after_the_other() {
        let Endgames { material, count, .. } = &ENDGAMES;
        let Count::Points(Points { advance, lead, .. }) = count else { panic!("points") };
        assert_eq!([0, 1, 2, 12, 24].map(positions), [1, 12, 78, 1_352_078, 417_225_900]);
        for seeds in 0..=6 {
            let mut state = position(GrandSlam::All, seeds, 0);
            for number in 0..positions(seeds) {
                assert_eq!(state, position(GrandSlam::All, seeds, number));
                assert_eq!((material(&state), index(&state)), (seeds, number));
                assert_eq!(lead(&state), (seeds % 2) as i8);
                advance(&mut state);
            }
        }
        let last = positions(SEEDS) - 1;
        let state = position(GrandSlam::Keep, SEEDS, last);
        assert_eq!((index(&state), state.own.houses()), (last, [48, 0, 0, 0, 0, 0]));
    }
}
