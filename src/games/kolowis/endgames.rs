//! The numbers of positions, for tables of endings.
//!
//! The board can be turned and mirrored in four ways that change nothing. So of the sets of
//! points that the player to move may have, only the least of each four is numbered. With
//! it goes the number of the other's set among those of the points left. Sets have numbers
//! in the [combinatorial number system](ranking), and are taken without the gaps between
//! the rows that the lattice has.

use super::Kolowis;
use super::board::{DIRECTIONS, Size, places};
use crate::game::{
    Count, Endgames, Seat,
    ranking::{self, BINOMIALS},
};
use std::sync::{LazyLock, OnceLock};

/// The most men that there can be tables of, by size: with more, not even the numbers of
/// sets would fit into memory.
const MOST: [u8; 2] = [12, 7];

/// The ways to turn and mirror the board.
const IMAGES: u8 = 4;

/// The bits of the number of an image.
const IMAGE_BITS: u32 = 2;

pub(super) static ENDGAMES: Endgames<Kolowis> = Endgames {
    unit: "men",
    most: |size| MOST[size as usize],
    rules: |_| String::new(),
    positions: |size, men| first_with(size, men.into(), men.into()),
    prepare: |size, men| {
        for own in 0..u32::from(men) {
            Sets::of(size, own);
        }
    },
    position,
    material: |state| (state.own | state.enemy).count_ones() as u8,
    index,
    predecessors: |state, before| state.predecessors(before),
    count: Count::Plies,
};

/// The sets of so many points: which are the least of their images, and which is the least
/// image of each.
struct Sets {
    /// The least ones, in rising order.
    least: Vec<u64>,
    /// By the number of a set: the place of its least image among these, and in the lowest
    /// bits which image that is.
    images: Vec<u32>,
}

impl Sets {
    /// The sets of `members` points, made when somebody first asks.
    fn of(size: Size, members: u32) -> &'static Self {
        const LARGEST: usize = MOST[0] as usize;
        static SETS: [[OnceLock<Sets>; LARGEST + 1]; 2] =
            [const { [const { OnceLock::new() }; LARGEST + 1] }; 2];
        SETS[size as usize][members as usize].get_or_init(|| Self::new(size, members))
    }

    fn new(size: Size, members: u32) -> Self {
        let points = count_of_points(size);
        let mut least = Vec::new();
        let mut images = Vec::new();
        let mut set = ranking::unrank(0, members, points);
        for _ in 0..BINOMIALS[members as usize][points as usize] {
            let all = (0..IMAGES).map(|image| (image_of(size, set, image), image));
            let (first, image) = all.min().unwrap_or((set, 0));
            images.push(if first == set {
                least.push(set);
                (least.len() as u32 - 1) << IMAGE_BITS
            } else {
                // The least image stands before its others.
                images[ranking::rank(first) as usize] | u32::from(image)
            });
            set = ranking::next(set);
        }
        Self { least, images }
    }
}

fn count_of_points(size: Size) -> u32 {
    size.points().count_ones()
}

/// The number of points of an outer row.
const fn width(size: Size) -> u32 {
    size.widths()[0] as u32
}

/// An image of a set without gaps: turned by half, or rows `a` and `c` exchanged, or both.
fn image_of(size: Size, mut set: u64, image: u8) -> u64 {
    if image & 1 != 0 {
        set = set.reverse_bits() >> (u64::BITS - count_of_points(size));
    }
    if image & 2 != 0 {
        let (row, to_c) = ((1 << width(size)) - 1, 2 * width(size) + 1);
        let middle = set & !(row | row << to_c);
        set = middle | (set & row) << to_c | set >> to_c;
    }
    set
}

/// How many sets of `members` points are the least of their images, by Burnside's lemma:
/// as many as sets that an image leaves as they are, on the average of all images.
fn count_of_least(size: Size, members: u64) -> u64 {
    let over = |n: u64, k: u64| BINOMIALS[k as usize][n as usize];
    let (width, points) = (u64::from(width(size)), u64::from(count_of_points(size)));
    // Sets of whole pairs and of points that stay where they are.
    let unchanged = |pairs: u64, alone: u64| -> u64 {
        (0..=members / 2).map(|both| over(pairs, both) * over(alone, members - 2 * both)).sum()
    };
    // Turned by half, and mirrored left to right, only the centre stays. Where rows `a` and
    // `c` are exchanged, the middle row does.
    let images = over(points, members) + 2 * unchanged(points / 2, 1) + unchanged(width, width + 1);
    images / u64::from(IMAGES)
}

/// The number of the first position of `men` men of which `own` are the mover's. Those
/// with `men` are not numbered, as the game is over.
fn first_with(size: Size, men: u64, own: u64) -> u64 {
    type Firsts = [[u64; MOST[0] as usize + 1]; MOST[0] as usize + 1];
    static FIRSTS: LazyLock<[Firsts; 2]> = LazyLock::new(|| {
        [Size::Small, Size::Large].map(|size| {
            let mut firsts = Firsts::default();
            for men in 0..=u64::from(MOST[size as usize]) {
                for own in 0..men {
                    let count = count_of_least(size, own) * count_of_enemies(size, men, own);
                    let row = &mut firsts[men as usize];
                    row[own as usize + 1] = row[own as usize] + count;
                }
            }
            firsts
        })
    });
    FIRSTS[size as usize][men as usize][own as usize]
}

/// How many sets the other's men can have.
fn count_of_enemies(size: Size, men: u64, own: u64) -> u64 {
    BINOMIALS[(men - own) as usize][(u64::from(count_of_points(size)) - own) as usize]
}

fn index(state: &Kolowis) -> u64 {
    let size = state.size;
    let [own, enemy] = [state.own, state.enemy].map(|set| size.without_gaps(set));
    let sets = Sets::of(size, own.count_ones());
    let found = sets.images[ranking::rank(own) as usize];
    let place = found >> IMAGE_BITS;
    let own = sets.least[place as usize];
    let mut enemy = image_of(size, enemy, found as u8 & (IMAGES - 1));
    let [own_men, men] = [own, own | enemy].map(|set| u64::from(set.count_ones()));
    let mut number = 0;
    let mut member = 1;
    while enemy != 0 {
        let below = enemy.trailing_zeros();
        let free = below - (own & ((1 << below) - 1)).count_ones();
        number += BINOMIALS[member][free as usize];
        enemy &= enemy - 1;
        member += 1;
    }
    first_with(size, men, own_men)
        + u64::from(place) * count_of_enemies(size, men, own_men)
        + number
}

fn position(size: Size, men: u8, index: u64) -> Kolowis {
    let men = u64::from(men);
    let own_men = (1..men).take_while(|&own| first_with(size, men, own) <= index).count() as u64;
    let rest = index - first_with(size, men, own_men);
    let enemies = count_of_enemies(size, men, own_men);
    let own = Sets::of(size, own_men as u32).least[(rest / enemies) as usize];
    let points = count_of_points(size);
    let enemy_men = (men - own_men) as u32;
    let numbered = ranking::unrank(rest % enemies, enemy_men, points - own_men as u32);
    let mut enemy = 0;
    let mut free = !own;
    for place in 0..points {
        let point = free & free.wrapping_neg();
        free ^= point;
        if numbered >> place & 1 != 0 {
            enemy |= point;
        }
    }
    let [own, enemy] = [own, enemy].map(|set| size.with_gaps(set));
    Kolowis { own, enemy, quiet: 0, number: 1, turn: Seat::ONE, size }
}

impl Kolowis {
    /// Appends the positions from which a step leads to this one: a man of the other steps
    /// back, unless he had to capture.
    fn predecessors(&self, before: &mut Vec<Self>) {
        if self.own == 0 {
            // It would have been over before.
            return;
        }
        let empty = self.empty();
        for way in DIRECTIONS {
            for from in places(self.size.step(self.enemy, way) & empty) {
                let own = self.enemy & !from.along(way, -1).bit() | from.bit();
                let earlier = Self { own, enemy: self.own, quiet: 0, ..*self };
                if !earlier.can_capture() {
                    before.push(Self { turn: self.turn.other(), ..earlier });
                    // If an image leaves the mover's men as they are, the position has a
                    // number of its own with the other's turned.
                    let turn = |set, image| image_of(self.size, self.size.without_gaps(set), image);
                    let same = (1..IMAGES).filter(|&it| turn(own, it) == turn(own, 0));
                    before.extend(same.map(|it| {
                        let enemy = self.size.with_gaps(turn(earlier.enemy, it));
                        Self { enemy, turn: self.turn.other(), ..earlier }
                    }));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use std::collections::HashSet;

    const SIZES: [(Size, u8); 2] = [(Size::Small, 5), (Size::Large, 3)];

    #[test]
    fn the_least_of_all_images_are_counted() {
        for (size, most) in SIZES {
            for members in 0..=most {
                let sets = Sets::of(size, members.into());
                assert_eq!(sets.least.len() as u64, count_of_least(size, members.into()));
            }
        }
    }

    #[test]
    fn images_keep_the_lines() {
        for (size, _) in SIZES {
            let image =
                |set, number| size.with_gaps(image_of(size, size.without_gaps(set), number));
            for from in places(size.points()) {
                for number in 0..IMAGES {
                    let neighbours = image(size.neighbours(from.bit()), number);
                    assert_eq!(neighbours, size.neighbours(image(from.bit(), number)));
                }
            }
        }
    }

    #[test]
    fn every_number_has_a_position_and_every_position_a_number() {
        for (size, most) in SIZES {
            for men in 1..=most {
                let count = (ENDGAMES.positions)(size, men);
                for number in 0..count {
                    let state = position(size, men, number);
                    assert_eq!(((ENDGAMES.material)(&state), index(&state)), (men, number));
                    for image in 0..IMAGES {
                        let turn =
                            |set| size.with_gaps(image_of(size, size.without_gaps(set), image));
                        let turned =
                            Kolowis { own: turn(state.own), enemy: turn(state.enemy), ..state };
                        assert!(index(&turned) < count);
                    }
                }
            }
        }
    }

    #[test]
    fn predecessors_are_those_from_which_a_step_leads_here() {
        for (size, _) in SIZES {
            let count = (ENDGAMES.positions)(size, 3);
            let all = (0..count).map(|number| position(size, 3, number));
            let mut steps = HashSet::new();
            for state in all.clone() {
                for mv in state.moves().into_iter().filter(|mv| mv.captured == 0) {
                    steps.insert((number_pair(&state), number_pair(&state.after(mv))));
                }
            }
            let mut back = HashSet::new();
            for state in all {
                let mut before = Vec::new();
                state.predecessors(&mut before);
                back.extend(before.iter().map(|it| (number_pair(it), number_pair(&state))));
            }
            assert!(!steps.is_empty());
            assert_eq!(steps, back);
        }
    }

    /// The number of a position up to its images.
    fn number_pair(state: &Kolowis) -> u64 {
        let size = state.size;
        let numbers = (0..IMAGES).map(|image| {
            let turn = |set| size.with_gaps(image_of(size, size.without_gaps(set), image));
            index(&Kolowis { own: turn(state.own), enemy: turn(state.enemy), ..*state })
        });
        numbers.min().expect("an image")
    }
}
