//! What sowing a house adds to the board, for every house and number of seeds.

use super::row::{HOUSES, Row};
use super::{House, SEEDS};

/// The effect of sowing one house, seen from the sower.
#[derive(Clone, Copy)]
pub(super) struct Sowing {
    /// To add to the sower's row. It takes the sown house's seeds away at the same
    /// time and so is negative as a whole: to be added with wrap-around.
    own: u64,
    /// To add to the other row.
    enemy: u64,
    /// The bytes of the other row up to the house of the last seed; 0 if that
    /// house is the sower's.
    reach: u64,
}

/// By house, then by its seeds.
static SOWINGS: [[Sowing; SEEDS as usize + 1]; HOUSES] = table();

/// The board after a sowing, before anything is taken from it.
#[derive(Clone, Copy)]
pub(super) struct Sown {
    /// The sower's row.
    pub(super) own: Row,
    /// The other row, with the seeds that may be captured still in it.
    pub(super) enemy: Row,
    /// What the capture rule takes from it, a grand slam included.
    pub(super) captured: Row,
}

impl Sown {
    /// Sows `house` of `own`.
    #[inline]
    pub(super) fn new(own: Row, enemy: Row, house: House) -> Self {
        let sowing = &SOWINGS[house.index()][usize::from(own.seeds(house.index()))];
        let enemy = Row(enemy.0 + sowing.enemy);
        Self {
            own: Row(own.0.wrapping_add(sowing.own)),
            enemy,
            captured: enemy.captured(sowing.reach),
        }
    }

    /// Whether the capture would leave the enemy without seeds.
    #[inline]
    pub(super) fn is_grand_slam(self) -> bool {
        self.captured == self.enemy && self.enemy != Row::EMPTY
    }
}

/// The houses that `seeds` seeds from `house` fall into, in order. Houses 0-5
/// are the sower's, 6-11 the other player's.
pub(super) fn path(house: House, seeds: u8) -> impl Iterator<Item = usize> {
    let origin = house.index();
    (origin + 1..)
        .map(|step| step % (2 * HOUSES))
        .filter(move |&house| house != origin)
        .take(usize::from(seeds))
}

const fn table() -> [[Sowing; SEEDS as usize + 1]; HOUSES] {
    let empty = Sowing { own: 0, enemy: 0, reach: 0 };
    let mut table = [[empty; SEEDS as usize + 1]; HOUSES];
    let mut house = 0;
    while house < HOUSES {
        let mut seeds = 1;
        while seeds <= SEEDS {
            table[house][seeds as usize] = sowing(house, seeds);
            seeds += 1;
        }
        house += 1;
    }
    table
}

const fn sowing(origin: usize, seeds: u8) -> Sowing {
    let mut own = [0; HOUSES];
    let mut enemy = [0; HOUSES];
    let mut house = origin;
    let mut left = seeds;
    while left > 0 {
        house = (house + 1) % (2 * HOUSES);
        if house == origin {
            continue;
        }
        if house < HOUSES {
            own[house] += 1;
        } else {
            enemy[house - HOUSES] += 1;
        }
        left -= 1;
    }
    Sowing {
        own: Row::new(own).0.wrapping_sub((seeds as u64) << (8 * origin)),
        enemy: Row::new(enemy).0,
        reach: match (house + 1).checked_sub(HOUSES) {
            Some(houses) => (1 << (8 * houses)) - 1,
            None => 0,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_agrees_with_the_path_of_the_seeds() {
        for house in (0..6).map(House) {
            for seeds in 1..=SEEDS {
                let mut expected = [0; 2 * HOUSES];
                let mut last = 0;
                for point in path(house, seeds) {
                    expected[point] += 1;
                    last = point;
                }
                let mut own = [0; HOUSES];
                own[house.index()] = seeds;
                let sown = Sown::new(Row::new(own), Row::EMPTY, house);
                assert_eq!(
                    [sown.own.houses(), sown.enemy.houses()].concat(),
                    expected,
                    "{house:?} {seeds}"
                );
                let reach = SOWINGS[house.index()][usize::from(seeds)].reach;
                let houses = (u64::BITS - reach.leading_zeros()) / 8;
                assert_eq!(houses as usize, (last + 1).saturating_sub(HOUSES));
            }
        }
    }

    #[test]
    fn a_lap_leaves_the_origin_out() {
        let house = House(4);
        assert_eq!(path(house, 12).collect::<Vec<_>>(), [5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 5]);
        assert_eq!(path(house, 23).last(), Some(5));
    }
}
