use super::{build::bounds_by_successors, *};
use crate::{
    game::{Game, Heuristics, History, Notation, Seat},
    games::wari::{GrandSlam, Wari},
};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use std::{fs, path::PathBuf, process};

const RULES: [GrandSlam; 3] = [GrandSlam::Keep, GrandSlam::Illegal, GrandSlam::All];

fn endgames() -> &'static Endgames<Wari> {
    Wari::ENDGAMES.expect("Wari has tables")
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
    let exact: Vec<u64> = tables.iter().map(Table::exact).collect();
    assert_eq!(exact, [1, 12, 65, 300, 994, 4090, 10_168, 26_005, 46_171, 108_359]);
}

#[test]
fn as_many_positions_are_won_with_an_even_split_as_another_program_has_found() {
    let tables = built(GrandSlam::Keep, 10, Endless::Even).tables;
    assert_eq!(tables[10].exact(), tables[10].positions());
    let count = |sign| tables[10].iter().filter(|it| it.lower.signum() == sign).count();
    assert_eq!([1, 0, -1].map(count), [157_790, 93_737, 101_189]);
}

#[test]
fn tables_agree_with_the_rules_and_a_changed_bound_does_not() {
    for rules in RULES {
        for endless in [Endless::Open, Endless::Even] {
            let mut tablebase = built(rules, 6, endless);
            for material in 0..=6 {
                assert_eq!(verify(endgames(), rules, &tablebase, material), Ok(()));
            }
            let cell = &mut tablebase.tables[5].cells[2 * 1000];
            *cell = cell.wrapping_sub(1);
            let fault = verify(endgames(), rules, &tablebase, 5).unwrap_err();
            assert!(fault.index <= 1000, "{fault}");
        }
    }
}

/// The rounds in which the bounds of each position came to rest, where all positions of a
/// round look at the round before: who has a bound can reach it by ever earlier ones.
fn rounds(rules: GrandSlam, tablebase: &Tablebase, material: u8) -> Vec<[u32; 2]> {
    let endgames = endgames();
    let positions = (endgames.positions)(material);
    let states: Vec<Wari> =
        (0..positions).map(|index| (endgames.position)(rules, material, index)).collect();
    let mut bounds = vec![Endless::Open.bounds(material); states.len()];
    let mut rounds = vec![[0; 2]; states.len()];
    for round in 1.. {
        let improved = |state| {
            bounds_by_successors(endgames, state, &mut Vec::new(), |next| {
                if (endgames.material)(next) == material {
                    return bounds[(endgames.index)(next) as usize];
                }
                let lead = (endgames.lead)(next);
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
    assert!(tablebase.tables[usize::from(material)].iter().eq(bounds));
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
            let index = random.random_range(0..(endgames.positions)(MOST));
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
    assert_eq!((header.positions, header.exact, &header.subject), (1365, 994, &subject));

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
