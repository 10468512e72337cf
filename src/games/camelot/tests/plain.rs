//! The rules once more, as plainly as they can be said: squares are pairs of numbers,
//! leaps are tried one by one, and every result is kept in a set.

use super::*;
use crate::game::{grid, zobrist_keys};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use std::collections::{BTreeSet, HashMap};

type Point = (i32, i32);

/// A result: start, end, what was removed.
type Found = (Point, Point, BTreeSet<Point>);

const NEIGHBOURS: [Point; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

struct Plain {
    /// Whether a square holds an own piece, an enemy, or nothing.
    squares: HashMap<Point, Option<bool>>,
    knights: BTreeSet<Point>,
    own_castle: BTreeSet<Point>,
    enemy_castle: BTreeSet<Point>,
    castle_moves: u8,
}

fn point(square: usize) -> Point {
    let grid::Square { file, rank } = board::place(square as Square);
    (file.into(), rank.into())
}

fn points(squares: Squares) -> BTreeSet<Point> {
    squares.iter().map(point).collect()
}

impl Plain {
    fn new(state: &Camelot) -> Self {
        let (own, enemy) = (state.own(), state.enemy());
        let content = |square| {
            let taken = own.contains(square) || enemy.contains(square);
            (point(square), taken.then(|| own.contains(square)))
        };
        Self {
            squares: state.board().squares.iter().map(content).collect(),
            knights: points(state.knights),
            own_castle: points(state.board().own_castle(state.turn)),
            enemy_castle: points(state.board().enemy_castle(state.turn)),
            castle_moves: state.castle_moves[state.turn.index()],
        }
    }

    fn own(&self) -> impl Iterator<Item = Point> {
        self.squares.iter().filter(|&(_, &owner)| owner == Some(true)).map(|(&at, _)| at)
    }

    /// The landings of leaps from `at` of the piece that began on `from`, with what is
    /// leapt over.
    fn leaps(
        &self,
        from: Point,
        at: Point,
        removed: &BTreeSet<Point>,
        over_own: bool,
    ) -> Vec<(Point, Point)> {
        if self.enemy_castle.contains(&at) {
            return Vec::new();
        }
        let content = |square: &Point| {
            let gone = *square == from || removed.contains(square);
            self.squares.get(square).map(|&owner| if gone { None } else { owner })
        };
        NEIGHBOURS
            .iter()
            .map(|(x, y)| ((at.0 + x, at.1 + y), (at.0 + 2 * x, at.1 + 2 * y)))
            .filter(|(over, to)| {
                content(over) == Some(Some(over_own))
                    && content(to) == Some(None)
                    && !(over_own && self.own_castle.contains(to))
            })
            .collect()
    }

    fn can_jump(&self, from: Point, at: Point) -> bool {
        !self.leaps(from, at, &BTreeSet::new(), false).is_empty()
    }

    /// The squares that canter leaps come to; `careful`: without those from which the
    /// piece could jump.
    fn canters(&self, from: Point, careful: bool) -> BTreeSet<Point> {
        let mut reached = BTreeSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for (_, to) in self.leaps(from, at, &BTreeSet::new(), true) {
                if !(careful && self.can_jump(from, to)) && reached.insert(to) {
                    open.push(to);
                }
            }
        }
        reached
    }

    fn jumps(
        &self,
        from: Point,
        at: Point,
        removed: &BTreeSet<Point>,
        found: &mut BTreeSet<Found>,
    ) {
        let leaps = self.leaps(from, at, removed, false);
        if leaps.is_empty() && !removed.is_empty() {
            found.insert((from, at, removed.clone()));
        }
        for (over, to) in leaps {
            let mut removed = removed.clone();
            removed.insert(over);
            self.jumps(from, to, &removed, found);
        }
    }

    fn captures(&self, from: Point, found: &mut BTreeSet<Found>) {
        let mut starts = BTreeSet::from([from]);
        if self.knights.contains(&from) {
            starts.extend(self.canters(from, false));
        }
        for at in starts {
            self.jumps(from, at, &BTreeSet::new(), found);
        }
    }

    fn quiet(&self, from: Point, found: &mut BTreeSet<Found>) {
        let mut ends = self.canters(from, self.knights.contains(&from));
        ends.remove(&from);
        let intruder = self.enemy_castle.contains(&from);
        ends.extend(NEIGHBOURS.iter().map(|(x, y)| (from.0 + x, from.1 + y)).filter(|to| {
            self.squares.get(to) == Some(&None)
                && !self.own_castle.contains(to)
                && (!intruder || (self.enemy_castle.contains(to) && self.castle_moves > 0))
        }));
        found.extend(ends.into_iter().map(|to| (from, to, BTreeSet::new())));
    }

    fn moves(&self) -> BTreeSet<Found> {
        let mut found = BTreeSet::new();
        for group in [self.own_castle.clone(), BTreeSet::new()] {
            let mut pieces: Vec<_> = self.own().filter(|at| group.contains(at)).collect();
            if pieces.is_empty() {
                pieces = self.own().collect();
            }
            let jump = pieces.iter().any(|&at| self.can_jump(at, at));
            for &at in &pieces {
                if jump || self.knights.contains(&at) {
                    self.captures(at, &mut found);
                }
                if !jump {
                    self.quiet(at, &mut found);
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        found
    }
}

/// Leaps one after the other, over whatever there was.
struct Way {
    squares: Vec<Point>,
    removed: BTreeSet<Point>,
    canters: bool,
    /// Whether no canter leap comes after a jump.
    in_order: bool,
}

impl Plain {
    /// Some leaps of the piece on `from`.
    fn wander(&self, from: Point, random: &mut StdRng) -> Way {
        let removed = BTreeSet::new();
        let mut way = Way { squares: vec![from], removed, canters: false, in_order: true };
        loop {
            let at = way.squares[way.squares.len() - 1];
            let leaps = |over_own| {
                let leaps = self.leaps(from, at, &way.removed, over_own);
                leaps.into_iter().map(move |(over, to)| (over_own, over, to))
            };
            let leaps: Vec<_> = leaps(false).chain(leaps(true)).collect();
            if leaps.is_empty() || random.random_ratio(1, 4) {
                return way;
            }
            let (over_own, over, to) = leaps[random.random_range(0..leaps.len())];
            way.squares.push(to);
            if over_own {
                way.canters = true;
                way.in_order &= way.removed.is_empty();
            } else {
                way.removed.insert(over);
            }
        }
    }

    /// What a way comes to, if it is a way of one of the moves.
    fn result(&self, way: &Way, moves: &BTreeSet<Found>) -> Option<Found> {
        let (from, to) = (way.squares[0], way.squares[way.squares.len() - 1]);
        let knight = self.knights.contains(&from);
        let careful = knight && way.removed.is_empty();
        let allowed = if careful {
            !way.squares[1..].iter().any(|&at| self.can_jump(from, at))
        } else {
            way.in_order && (knight || way.removed.is_empty() || !way.canters)
        };
        let found = (from, to, way.removed.clone());
        (allowed && moves.contains(&found)).then_some(found)
    }
}

fn found(state: &Camelot, mv: Move) -> Found {
    let removed = points(state.captured_squares(mv.captured));
    (point(mv.from.into()), point(mv.to.into()), removed)
}

fn check(state: &Camelot) {
    let expected = Plain::new(state).moves();
    let mut moves = Vec::new();
    state.generate(&mut moves);
    let results: BTreeSet<_> = moves.iter().map(|&mv| found(state, mv)).collect();
    assert_eq!(results, expected, "{}", state.drawing());
    assert_eq!(moves.len(), expected.len(), "each once\n{}", state.drawing());
    assert_eq!(state.count(), moves.len() as u64, "{}", state.drawing());
}

#[test]
fn random_boards() {
    for (seed, edition) in [C88, Chivalry, C].into_iter().enumerate() {
        for round in 0..400_u64 {
            check(&random(edition, 1000 * seed as u64 + round));
        }
    }
}

#[test]
fn a_way_is_read_if_each_leap_is_legal() {
    let mut numbers = StdRng::seed_from_u64(1);
    let mut read = [0; 2];
    for (seed, edition) in [C88, Chivalry, C].into_iter().enumerate() {
        for round in 0..400_u64 {
            let state = random(edition, 1000 * seed as u64 + round);
            if state.is_over() {
                continue;
            }
            let plain = Plain::new(&state);
            let moves = plain.moves();
            for from in plain.own().collect::<BTreeSet<_>>() {
                let way = plain.wander(from, &mut numbers);
                if way.squares.len() < 2 {
                    continue;
                }
                let name = |&(file, rank): &Point| {
                    grid::Square { file: file as u8, rank: rank as u8 }.name()
                };
                let text: String = way.squares.iter().map(name).collect();
                let result = state.parse_move(&text).map(|mv| found(&state, mv));
                assert_eq!(result, plain.result(&way, &moves), "{text}\n{}", state.drawing());
                read[usize::from(result.is_some())] += 1;
            }
        }
    }
    assert!(read.into_iter().all(|count| count > 100), "{read:?}");
}

/// A board with some pieces in some part of it: crowded ones have long canters and
/// charges, those near a castle its rules.
fn random(edition: Edition, seed: u64) -> Camelot {
    let mut numbers = zobrist_keys::<512>(seed).into_iter();
    let mut below = |limit: usize| (numbers.next().expect("enough numbers") >> 32) as usize % limit;
    let squares: Vec<_> = edition.board().squares.iter().collect();
    let window = [squares.len(), 60, 40][below(3)];
    let first = below(squares.len() - window + 1);
    let mut free = squares[first..first + window].to_vec();
    let mut pieces = [Squares::EMPTY; 2];
    let mut knights = Squares::EMPTY;
    for own in &mut pieces {
        for (most, knight) in edition.numbers().into_iter().zip([true, false]) {
            for _ in 0..below(most as usize + 1).min(free.len()) {
                let square = free.swap_remove(below(free.len()));
                own.insert(square);
                if knight {
                    knights.insert(square);
                }
            }
        }
    }
    let state = Camelot::new(edition, pieces, knights);
    let turn = [Seat::ONE, Seat::TWO][below(2)];
    Camelot { turn, castle_moves: [below(3) as u8, below(3) as u8], ..state }.hashed()
}
