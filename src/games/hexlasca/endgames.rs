//! The numbers of positions, for tables of endings of two players.
//!
//! With three units or two one side has a single one, the *lone* unit, and an attack on it
//! ends the game. So of the lone unit only the field and the height up to 3 matter, and of
//! each of two others also how many men, up to 2, of the lone unit's side are in it, which
//! gets them back if it kills that unit. Of one against one an attack ends the game as
//! well, so who is in a unit does not matter. What matters of a unit is its *kind*.
//!
//! The board can be turned and mirrored in six ways that keep the colours. So of the lone
//! unit's fields only the least of each six is numbered. The fields of the other units are a
//! set of those left, whose number is that of the [combinatorial number system](ranking).

use super::board::{FARTHEST, FIELDS, Fields, IMAGE_OF, IMAGES, each, only, reach};
use super::column::Column;
use super::{HexLasca, Rules};
use crate::game::{
    Count, Endgames, Seat,
    ranking::{self, BINOMIALS},
};

/// The most units that there are tables of.
const MOST: u8 = 3;

/// The kinds of a unit: its men, and those of them who are the lone unit's. Three men stand
/// for more, and two of the lone unit's. Of one against one there are only the first three.
const KINDS: [(u8, u8); 6] = [(1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2)];

/// The fields that are left to the units that are not alone.
const LEFT: u32 = FIELDS as u32 - 1;

/// The fields that are the least of their images.
const HOMES: usize = 15;

/// Where the images of a field come to the least.
struct Homes {
    /// The least fields.
    fields: [u8; HOMES],
    /// By field: the place of its least image among these.
    place: [u8; FIELDS],
    /// By field: the first image that brings it there.
    image: [u8; FIELDS],
}

static HOME: Homes = {
    let mut homes = Homes { fields: [0; HOMES], place: [0; FIELDS], image: [0; FIELDS] };
    let (mut field, mut found) = (0, 0);
    while field < FIELDS {
        let (mut least, mut image) = (0, 1);
        while image < IMAGES {
            if IMAGE_OF[image][field] < IMAGE_OF[least][field] {
                least = image;
            }
            image += 1;
        }
        if least == 0 {
            homes.fields[found] = field as u8;
            found += 1;
        }
        homes.image[field] = least as u8;
        // The least image stands before its others.
        homes.place[field] =
            if least == 0 { found as u8 - 1 } else { homes.place[IMAGE_OF[least][field] as usize] };
        field += 1;
    }
    assert!(found == HOMES);
    homes
};

impl<const PLAYERS: usize> HexLasca<PLAYERS> {
    /// The tables of two players.
    pub(super) const TABLES: Endgames<Self> = Endgames {
        unit: "units",
        most: |_| MOST,
        rules: |Rules { centre, join }| format!("{centre:?} {join:?}").to_lowercase(),
        positions: |_, units| positions(units),
        prepare: |_, _| {},
        position,
        material,
        index,
        predecessors: |state, before| state.predecessors(before),
        count: Count::Plies,
    };

    /// Appends the positions from which a move to an empty field leads to this one.
    fn predecessors(&self, before: &mut Vec<Self>) {
        let mover = 1 - self.turn.index();
        let occupied = self.occupied();
        for to in each(self.owned[mover]) {
            let unit = self.unit(to);
            for from in each(reach(to, unit.power().into(), occupied) & !occupied) {
                let mut earlier = Self { quiet: 0, ..*self };
                earlier.put(to, Column::EMPTY);
                earlier.put(from, unit);
                earlier.set_turn(mover);
                let mut is_compelled = false;
                earlier.targets(|_, compulsory, _| is_compelled |= compulsory != 0);
                if is_compelled {
                    continue;
                }
                // Images that leave the lone unit where it is have numbers of their own.
                let lone = earlier.owned[lone_seat(&earlier)].trailing_zeros() as usize;
                let same = (1..IMAGES).filter(|&image| IMAGE_OF[image][lone] == lone as u8);
                before.extend(same.map(|image| earlier.image(image)));
                before.push(earlier);
            }
        }
    }

    /// The position turned or mirrored.
    fn image(&self, image: usize) -> Self {
        let mut turned = Self::cleared(self.rules, self.quiet, self.number);
        for field in each(self.occupied()) {
            turned.put(IMAGE_OF[image][usize::from(field)], self.unit(field));
        }
        turned.set_turn(self.turn.index());
        turned
    }
}

/// The units on the board, or 0 if the game is over because one side has all of them.
fn material<const PLAYERS: usize>(state: &HexLasca<PLAYERS>) -> u8 {
    if state.winner().is_some() { 0 } else { state.occupied().count_ones() as u8 }
}

/// The seat of the lone unit, by its index: the mover's, if both have one.
fn lone_seat<const PLAYERS: usize>(state: &HexLasca<PLAYERS>) -> usize {
    let us = state.turn.index();
    if state.own().is_power_of_two() { us } else { 1 - us }
}

/// How many kinds there are of each of so many units against the lone one.
const fn kinds(others: u8) -> u64 {
    if others == 1 { FARTHEST as u64 } else { KINDS.len() as u64 }
}

/// The number of the kind of a unit with so many men of the lone one's side, as far as they
/// matter.
fn kind_of<const PLAYERS: usize>(unit: Column<PLAYERS>, prisoners: u32) -> u64 {
    let without = u64::from(unit.power()) - 1;
    without + [0, 2, 3][prisoners.min(2) as usize]
}

/// A unit of a kind.
fn unit_of<const PLAYERS: usize>(kind: u64, lone_seat: usize) -> Column<PLAYERS> {
    let (men, prisoners) = KINDS[kind as usize];
    let seats = (0..men).map(|man| if man < men - prisoners { 1 - lone_seat } else { lone_seat });
    seats.fold(Column::EMPTY, |unit, seat| unit.on(Column::single(seat)))
}

/// The number of ways in which so many units against the lone one can stand.
fn arrangements(others: u8) -> u64 {
    BINOMIALS[usize::from(others)][LEFT as usize] * kinds(others).pow(others.into())
}

/// The number of positions in which a certain player has the lone unit.
fn positions_of_seat(units: u8) -> u64 {
    HOMES as u64 * FARTHEST as u64 * arrangements(units - 1)
}

fn positions(units: u8) -> u64 {
    match units {
        // The game is over, and the player to move has won.
        0 => 1,
        1 => 0,
        2 => positions_of_seat(units),
        _ => 2 * positions_of_seat(units),
    }
}

fn index<const PLAYERS: usize>(state: &HexLasca<PLAYERS>) -> u64 {
    let units = material(state);
    match units {
        0 => return 0,
        1..=MOST => {}
        _ => return u64::MAX,
    }
    let seat = lone_seat(state);
    let lone = state.owned[seat].trailing_zeros() as usize;
    let (place, image) = (HOME.place[lone], &IMAGE_OF[usize::from(HOME.image[lone])]);
    let home = HOME.fields[usize::from(place)];
    let count = units - 1;
    let mut others = [(0, 0); MOST as usize - 1];
    let others = &mut others[..usize::from(count)];
    for (other, field) in others.iter_mut().zip(each(state.occupied() & !state.owned[seat])) {
        let unit = state.unit(field);
        let prisoners = if count == 1 { 0 } else { unit.count(seat) };
        let seen = image[usize::from(field)];
        *other = (seen - u8::from(seen > home), kind_of(unit, prisoners));
    }
    others.sort_unstable();
    let fields: Fields = others.iter().fold(0, |fields, other| fields | only(other.0));
    let number = ranking::rank(fields);
    let rest = others.iter().fold(number, |rest, other| rest * kinds(count) + other.1);
    let power = u64::from(state.unit(lone as u8).power());
    let number = (u64::from(place) * FARTHEST as u64 + power - 1) * arrangements(count) + rest;
    if seat == state.turn.index() { number } else { positions_of_seat(units) + number }
}

/// White is to move.
fn position<const PLAYERS: usize>(rules: Rules, units: u8, index: u64) -> HexLasca<PLAYERS> {
    let mut state = HexLasca::cleared(rules, 0, 1);
    state.set_turn(Seat::ONE.index());
    if units == 0 {
        state.put(0, Column::single(Seat::ONE.index()));
        return state;
    }
    let others = units - 1;
    let seat = (index / positions_of_seat(units)) as usize;
    let index = index % positions_of_seat(units);
    let (lone, rest) = (index / arrangements(others), index % arrangements(others));
    let home = HOME.fields[lone as usize / FARTHEST];
    let men = (0..=lone as usize % FARTHEST).map(|_| Column::single(seat));
    state.put(home, men.fold(Column::EMPTY, Column::on));
    let of_kinds = kinds(others).pow(others.into());
    let (number, mut of_units) = (rest / of_kinds, rest % of_kinds);
    // The kind of the last unit is the lowest digit.
    let fields: Vec<u8> = each(ranking::unrank(number, others.into(), LEFT)).collect();
    for field in fields.into_iter().rev() {
        state.put(field + u8::from(field >= home), unit_of(of_units % kinds(others), seat));
        of_units /= kinds(others);
    }
    state
}

#[cfg(test)]
mod tests {
    use super::super::{Colour, Join};
    use super::*;
    use crate::game::Game as _;
    use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
    use std::collections::BTreeSet;

    type Two = HexLasca<2>;

    fn settings() -> impl Iterator<Item = Rules> {
        let centres = [Colour::White, Colour::Black, Colour::Red];
        let joins = [Join::Free, Join::Compulsory, Join::Off];
        centres.into_iter().flat_map(move |centre| joins.map(|join| Rules { centre, join }))
    }

    const RULES: Rules = Rules { centre: Colour::Red, join: Join::Free };

    /// Numbers of positions, all of two units and some of three.
    fn numbers() -> impl Iterator<Item = (u8, u64)> {
        let of = |units, step| (0..positions(units)).step_by(step).map(move |it| (units, it));
        of(2, 1).chain(of(3, 997))
    }

    /// The material, and the least number of all images.
    fn place(state: &Two) -> (u8, u64) {
        let numbers = (0..IMAGES).map(|image| index(&state.image(image)));
        (material(state), numbers.min().expect("an image"))
    }

    #[test]
    fn every_number_has_a_position_and_every_position_a_number() {
        assert_eq!([0, 1, 2, 3].map(positions), [1, 0, 8100, 5_734_800]);
        let over: Two = position(RULES, 0, 0);
        assert_eq!((material(&over), index(&over)), (0, 0));
        assert_eq!(over.outcome().and_then(|it| it.winner), Some(over.turn()));
        for (units, number) in numbers() {
            let state: Two = position(RULES, units, number);
            assert_eq!((material(&state), index(&state)), (units, number));
            assert_eq!((state.turn(), state.quiet), (Seat::ONE, 0));
            for image in 0..IMAGES {
                let turned = state.image(image);
                assert!(material(&turned) == units && index(&turned) < positions(units));
            }
            // Colours of men do not matter, but who is to move.
            let mut other = Two::cleared(RULES, 0, 1);
            for field in each(state.occupied()) {
                other.put(field, state.unit(field).exchanged(|seat| 1 - seat));
            }
            other.set_turn(1);
            assert_eq!(index(&other), number);
        }
        assert_eq!(index(&Two::start(RULES)), u64::MAX);
    }

    /// What the moves of a position lead to: whether the counter begins again, who has won
    /// if the game is over, and where else it is.
    fn successors(state: &Two) -> BTreeSet<(bool, Option<bool>, (u8, u64))> {
        let successor = |mv| {
            let next = state.after(mv);
            let winner = next.outcome().and_then(|outcome| outcome.winner);
            (next.quiet == 0, winner.map(|winner| winner == state.turn()), place(&next))
        };
        state.moves().into_iter().map(successor).collect()
    }

    #[test]
    fn tall_units_with_any_prisoners_are_like_those_that_are_numbered() {
        let mut random = StdRng::seed_from_u64(1);
        let mut attacks = 0;
        for rules in settings() {
            for _ in 0..4000 {
                let units = random.random_range(2..=3);
                let mut state = Two::cleared(rules, 0, 1);
                while state.occupied().count_ones() < units {
                    let men = (0..random.random_range(1..=9)).map(|_| random.random_range(0..2));
                    let unit = men.fold(Column::EMPTY, |unit, seat| unit.on(Column::single(seat)));
                    // Near each other, so that there is much to attack.
                    state.put(random.random_range(12..50), unit);
                }
                state.set_turn(random.random_range(0..2));
                let units = material(&state);
                if units == 0 {
                    continue;
                }
                let alike: Two = position(rules, units, index(&state));
                let found = successors(&state);
                assert_eq!(found, successors(&alike));
                attacks += u32::from(found.iter().any(|it| it.0));
            }
        }
        assert!(attacks > 3000, "{attacks}");
    }

    #[test]
    fn predecessors_are_those_from_which_a_move_leads_here() {
        for rules in settings() {
            let mut forth = BTreeSet::new();
            let mut back = BTreeSet::new();
            for number in 0..positions(2) {
                let state: Two = position(rules, 2, number);
                let mut before = Vec::new();
                state.predecessors(&mut before);
                back.extend(before.iter().map(|it| (index(it), place(&state).1)));
                let steps = state.moves().into_iter().map(|mv| state.after(mv));
                let steps = steps.filter(|next| material(next) == 2);
                forth.extend(steps.map(|next| (number, place(&next).1)));
            }
            assert!(forth.len() > 20_000 && forth == back);
        }
        for (rules, step) in settings().zip(7000..) {
            for number in (0..positions(3)).step_by(step) {
                let state: Two = position(rules, 3, number);
                for mv in state.moves() {
                    let next = state.after(mv);
                    if material(&next) == 3 {
                        let mut before = Vec::new();
                        position::<2>(rules, 3, index(&next)).predecessors(&mut before);
                        assert!(before.iter().any(|earlier| index(earlier) == number));
                    }
                }
                let mut before = Vec::new();
                state.predecessors(&mut before);
                for earlier in before {
                    let mut successors = earlier.moves().into_iter().map(|mv| earlier.after(mv));
                    assert!(successors.any(|next| place(&next) == place(&state)));
                }
            }
        }
    }
}
