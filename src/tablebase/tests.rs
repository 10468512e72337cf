use super::{points::bounds_by_successors, *};
use crate::{
    game::{Heuristics, History, Notation, Plies, Seat},
    games::{
        kolowis::{Kolowis, Size},
        wari::{GrandSlam, Wari},
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use std::{fs, path::PathBuf, process};

const RULES: [GrandSlam; 3] = [GrandSlam::Keep, GrandSlam::Illegal, GrandSlam::All];

fn endgames() -> &'static Endgames<Wari> {
    Wari::ENDGAMES.expect("Wari has tables")
}

fn points() -> &'static Points<Wari> {
    let Count::Points(points) = &endgames().count else { panic!("Wari counts points") };
    points
}

/// What a table of Wari tells.
fn bounds(table: &Table) -> impl Iterator<Item = Bounds> {
    table.iter().map(|entry| match entry {
        Entry::Points(bounds) => bounds,
        Entry::Plies(_) => panic!("Wari counts points"),
    })
}

fn built(rules: GrandSlam, most: u8, endless: Endless) -> Tablebase {
    let mut tables = Vec::new();
    for _ in 0..=most {
        tables.push(build_next(endgames(), rules, &tables, endless, 2, &|_| {}));
    }
    Tablebase { tables }
}

#[test]
fn as_many_positions_are_certain_as_an_independent_solver_has_found() {
    let tables = built(GrandSlam::Keep, 9, Endless::Open).tables;
    let exact: Vec<u64> = tables.iter().map(Table::settled).collect();
    assert_eq!(exact, [1, 12, 65, 300, 994, 4090, 10_168, 26_005, 46_171, 108_359]);
}

#[test]
fn as_many_positions_are_won_with_an_even_split_as_another_program_has_found() {
    let tables = built(GrandSlam::Keep, 10, Endless::Even).tables;
    assert_eq!(tables[10].settled(), tables[10].positions());
    let count = |sign| bounds(&tables[10]).filter(|it| it.lower.signum() == sign).count();
    assert_eq!([1, 0, -1].map(count), [157_790, 93_737, 101_189]);
}

#[test]
fn tables_agree_with_the_rules_and_a_changed_bound_does_not() {
    for rules in RULES {
        for endless in [Endless::Open, Endless::Even] {
            let mut tablebase = built(rules, 6, endless);
            for material in 0..=6 {
                assert_eq!(verify(endgames(), rules, &tablebase, material, 2), Ok(()));
            }
            let cell = &mut tablebase.tables[5].cells[2 * 1000];
            *cell = cell.wrapping_sub(1);
            let fault = verify(endgames(), rules, &tablebase, 5, 2).unwrap_err();
            assert!(fault.index <= 1000, "{fault}");
        }
    }
}

/// The rounds in which the bounds of each position came to rest, where all positions of a
/// round look at the round before: who has a bound can reach it by ever earlier ones.
fn rounds(rules: GrandSlam, tablebase: &Tablebase, material: u8) -> Vec<[u32; 2]> {
    let endgames = endgames();
    let positions = (endgames.positions)(rules, material);
    let states: Vec<Wari> =
        (0..positions).map(|index| (endgames.position)(rules, material, index)).collect();
    let all = material as i8;
    let mut bounds = vec![Bounds { lower: -all, upper: all }; states.len()];
    let mut rounds = vec![[0; 2]; states.len()];
    for round in 1.. {
        let improved = |state| {
            bounds_by_successors(points(), state, &mut Vec::new(), |next| {
                if (endgames.material)(next) == material {
                    return bounds[(endgames.index)(next) as usize];
                }
                let lead = (points().lead)(next);
                tablebase.final_lead(endgames, next).expect("a smaller table").plus(-lead)
            })
        };
        let next: Vec<Bounds> = states.iter().map(improved).collect();
        if next == bounds {
            break;
        }
        for ((rounds, before), after) in rounds.iter_mut().zip(&bounds).zip(&next) {
            if before.lower != after.lower {
                rounds[0] = round;
            }
            if before.upper != after.upper {
                rounds[1] = round;
            }
        }
        bounds = next;
    }
    assert!(self::bounds(&tablebase.tables[usize::from(material)]).eq(bounds));
    rounds
}

#[test]
fn who_plays_by_the_table_gets_his_lower_bound_against_every_reply() {
    const MOST: u8 = 6;
    let endgames = endgames();
    let mut random = StdRng::seed_from_u64(1);
    for rules in RULES {
        let tablebase = built(rules, MOST, Endless::Open);
        let rounds: Vec<_> =
            (0..=MOST).map(|material| rounds(rules, &tablebase, material)).collect();
        let of = |state: &Wari| {
            rounds[usize::from((endgames.material)(state))][(endgames.index)(state) as usize]
        };
        let known = |state: &Wari| tablebase.final_lead(endgames, state).expect("a position");
        for _ in 0..2000 {
            let index = random.random_range(0..(endgames.positions)(rules, MOST));
            let mut state = (endgames.position)(rules, MOST, index);
            let mut history = History::new(state.key());
            let player = state.turn();
            let promised = known(&state).lower;
            while state.outcome().or_else(|| history.repetition(&state)).is_none() {
                let moves = state.moves();
                let mv = if state.turn() == player {
                    let worth = |mv| {
                        let next = state.after(mv);
                        (known(&next).turned().lower, -i64::from(of(&next)[1]))
                    };
                    moves.into_iter().max_by_key(|&mv| worth(mv)).expect("a move")
                } else {
                    moves[random.random_range(0..moves.len())]
                };
                let irreversible = state.is_irreversible(mv);
                state.apply(mv);
                history.push(state.key(), irreversible);
            }
            let scores = state.scores(true).expect("Wari has scores");
            let lead = scores[0] as i8 - scores[1] as i8;
            let lead = if player == Seat::ONE { lead } else { -lead };
            // Where a store has more than half, the seeds left do not count any more.
            let kept = match scores.iter().max() {
                Some(25..) => lead.signum() >= promised.signum(),
                _ => lead >= promised,
            };
            assert!(kept, "{lead} instead of {promised}: {}", state.fen());
        }
    }
}

fn men() -> &'static Endgames<Kolowis> {
    Kolowis::ENDGAMES.expect("Kolowis has tables")
}

fn built_of_men(size: Size, most: u8) -> Tablebase {
    let mut tables = Vec::new();
    for _ in 0..=most {
        tables.push(build_next(men(), size, &tables, Endless::Drawn, 2, &|_| {}));
    }
    Tablebase { tables }
}

/// Both sizes, with men enough for tables that are made in a moment.
const SIZES: [(Size, u8); 2] = [(Size::Small, 5), (Size::Large, 3)];

/// Who wins each position of up to `most` men within so many plies, counted by plies, and
/// not by conversions: by going through all positions again and again.
fn winners(size: Size, most: u8) -> Vec<Vec<i8>> {
    let all: Vec<Vec<Kolowis>> = (0..=most)
        .map(|material| {
            let count = (men().positions)(size, material);
            (0..count).map(|index| (men().position)(size, material, index)).collect()
        })
        .collect();
    let mut signs: Vec<Vec<i8>> = all.iter().map(|states| vec![0; states.len()]).collect();
    loop {
        let sign = |state: &Kolowis| {
            let of_move = |mv| {
                let next = state.after(mv);
                -signs[usize::from((men().material)(&next))][(men().index)(&next) as usize]
            };
            // A position of these without a legal move is lost.
            state.moves().into_iter().map(of_move).max().unwrap_or(-1)
        };
        let next: Vec<Vec<i8>> = all.iter().map(|it| it.iter().map(sign).collect()).collect();
        if next == signs {
            return signs;
        }
        signs = next;
    }
}

#[test]
fn verdicts_are_those_of_a_plain_solution_of_all_positions_at_once() {
    for (size, most) in [(Size::Small, 4), (Size::Large, 3)] {
        let tables = built_of_men(size, most).tables;
        let signs = |table: &Table| -> Vec<i8> {
            table
                .iter()
                .map(|entry| match entry {
                    Entry::Plies(verdict) => verdict.sign(),
                    Entry::Points(_) => panic!("Kolowis counts plies"),
                })
                .collect()
        };
        let found: Vec<Vec<i8>> = tables.iter().map(signs).collect();
        assert!(found == winners(size, most));
    }
}

#[test]
fn verdicts_agree_with_the_rules_and_a_changed_one_does_not() {
    for (size, most) in SIZES {
        let mut tablebase = built_of_men(size, most);
        for material in 0..=most {
            assert_eq!(verify(men(), size, &tablebase, material, 2), Ok(()));
        }
        for change in [1, -1_i8 as u8, 128] {
            let table = &mut tablebase.tables[3];
            let cell = table.cells[1000];
            table.cells[1000] = cell.wrapping_add(change);
            let fault = verify(men(), size, &tablebase, 3, 2).unwrap_err();
            assert!(fault.index <= 1000, "{fault}");
            tablebase.tables[3].cells[1000] = cell;
        }
    }
}

#[test]
fn who_plays_by_the_table_wins_in_time_against_every_reply() {
    let Count::Plies(Plies { limit, .. }) = men().count else { panic!("Kolowis counts plies") };
    let mut random = StdRng::seed_from_u64(1);
    let mut wins = 0;
    for (size, most) in SIZES {
        let tablebase = built_of_men(size, most);
        for _ in 0..1000 {
            let index = random.random_range(0..(men().positions)(size, most));
            let mut state = (men().position)(size, most, index);
            let winner = match tablebase.entry(men(), &state) {
                Some(Entry::Plies(Verdict::Win(_))) => state.turn(),
                Some(Entry::Plies(Verdict::Loss(_))) => state.turn().other(),
                _ => continue,
            };
            let mut history = History::new(state.key());
            while state.outcome().or_else(|| history.repetition(&state)).is_none() {
                let moves = state.moves();
                let mv = if state.turn() == winner {
                    let rank = |mv| match tablebase.entry_of_move(men(), &state, &state.after(mv)) {
                        Some(Entry::Plies(Verdict::Win(plies))) => u32::from(plies),
                        _ => limit + 1,
                    };
                    moves.into_iter().min_by_key(|&mv| rank(mv)).expect("a move")
                } else {
                    moves[random.random_range(0..moves.len())]
                };
                let irreversible = state.is_irreversible(mv);
                state.apply(mv);
                history.push(state.key(), irreversible);
            }
            let won = state.outcome().and_then(|outcome| outcome.winner);
            assert_eq!(won, Some(winner), "{}", state.fen());
            wins += 1;
        }
    }
    assert!(wins > 1000, "{wins}");
}

#[test]
fn a_win_that_comes_too_late_is_a_draw() {
    let tablebase = built_of_men(Size::Small, 3);
    let far = (0..(men().positions)(Size::Small, 3)).find_map(|index| {
        let state = (men().position)(Size::Small, 3, index);
        match tablebase.entry(men(), &state) {
            Some(Entry::Plies(Verdict::Win(plies @ 4..))) => Some((state, plies)),
            _ => None,
        }
    });
    let (state, plies) = far.expect("a win by quiet moves");
    let placing = state.fen();
    let placing = placing.strip_suffix(" w 0 1").expect("a position at rest");
    let verdict = |quiet: u8| {
        let state = Kolowis::from_fen(Size::Small, &format!("{placing} w {quiet} 60"));
        tablebase.entry(men(), &state.expect("a position"))
    };
    assert_eq!(verdict(100 - plies), Some(Entry::Plies(Verdict::Win(plies))));
    assert_eq!(verdict(101 - plies), Some(Entry::Plies(Verdict::Draw)));
}

/// A folder of a test's own, which is gone after it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ninefold-{name}-{}", process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn files_are_read_back_and_bad_ones_are_refused_by_kind() {
    let folder = Folder::new("files");
    let subject =
        Subject { variant: "wari".to_owned(), rules: "keep".to_owned(), endless: Endless::Open };
    let tablebase = built(GrandSlam::Keep, 4, Endless::Open);
    let table = &tablebase.tables[4];
    write(&folder.0, &subject, 4, table).expect("it is written");
    let path = folder.0.join(file_name(&subject, 4));
    let again = |subject| read(&path, subject, 4, table.positions());
    assert!(again(&subject).expect("it is read") == *table);
    let header = read_header(&path).expect("a header");
    assert_eq!((header.positions, header.settled, &header.subject), (1365, 994, &subject));

    let other = Subject { rules: "all".to_owned(), ..subject.clone() };
    assert!(matches!(again(&other), Err(FileError::Subject { .. })));
    let whole = fs::read(&path).expect("the file");
    let spoilt = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        fs::write(&path, bytes).expect("it is written");
        again(&subject).err().expect("it is refused")
    };
    assert!(matches!(spoilt(&|it| it.clear()), FileError::Foreign));
    assert!(matches!(spoilt(&|it| it[0] = b'M'), FileError::Foreign));
    assert!(matches!(spoilt(&|it| it[8] = 9), FileError::Version(9)));
    assert!(matches!(spoilt(&|it| it.truncate(20)), FileError::Header));
    assert!(matches!(spoilt(&|it| it[12] ^= 1), FileError::Header));
    assert!(matches!(spoilt(&|it| it.truncate(1000)), FileError::Size { expected: 2730, .. }));
    assert!(matches!(spoilt(&|it| it.push(0)), FileError::Size { found: 2731, .. }));
    assert!(matches!(spoilt(&|it| it[500] ^= 16), FileError::Checksum));
    fs::remove_file(&path).expect("it is removed");
    assert!(matches!(again(&subject), Err(FileError::Io(_))));
}
