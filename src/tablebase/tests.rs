use super::{plies::limit, *};
use crate::{
    game::{Heuristics, History, Notation, Seat},
    games::{
        hexlasca::{Colour, HexLasca, Join, Rules},
        kolowis::{Kolowis, Size},
        wari::{GrandSlam, House, Wari},
    },
};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use std::{
    cell::RefCell,
    fs,
    path::PathBuf,
    process,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

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
        Entry::Points(outlook) => outlook.bounds,
        Entry::Plies(_) => panic!("Wari counts points"),
    })
}

fn built(rules: GrandSlam, most: u8, endless: Endless) -> Tablebase {
    let mut tables = Vec::new();
    for _ in 0..=most {
        tables.push(build_next(endgames(), rules, &tables, endless, Making::quietly(2)));
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

const FLAWLESS: Result<Verified, Fault> = Ok(Verified { far: 0 });

/// The cell of a position of Wari, with one thing changed in it at a time.
fn changes(table: &Table, index: u64) -> Vec<[u8; 2]> {
    let outlook = table.outlook(index).expect("a position");
    let Outlook { bounds: Bounds { lower, upper }, plies } = outlook;
    let bounds = [(lower - 2, upper), (lower, upper + 2), (lower + 2, upper.max(lower + 2))];
    let all = table.material as i8;
    let bounds = bounds.map(|(lower, upper)| Bounds { lower, upper });
    let possible = bounds.into_iter().filter(|it| it.lower >= -all && it.upper <= all);
    if table.endless == Endless::Even {
        return possible.map(Bounds::to_cell).collect();
    }
    let plies = [plies.wrapping_sub(1), plies + 1].map(|plies| Outlook { plies, ..outlook });
    let all = possible.map(|bounds| Outlook { bounds, ..outlook }).chain(plies);
    all.map(|it| Packing::of(table.material).pack(it).to_le_bytes()).collect()
}

#[test]
fn bounds_that_hold_each_other_up_are_not_taken_for_proven() {
    let endgames = endgames();
    let mut tables = built(GrandSlam::Keep, 2, Endless::Open).tables;
    tables.truncate(2);
    // An even split gives values that agree with each other, and with smaller tables where
    // all is certain; but nobody comes to them in any number of plies.
    let even = built(GrandSlam::Keep, 2, Endless::Even).tables.pop().expect("a table");
    let unknown = [u8::MAX].repeat(even.cells.len());
    let making = Making { begun: Some([&*even.cells, &unknown].concat()), ..Making::quietly(1) };
    tables.push(build_next(endgames, GrandSlam::Keep, &tables, Endless::Open, making));
    assert!(bounds(&tables[2]).eq(bounds(&even)));
    let tablebase = Tablebase { tables };
    let Verified { far } = verify(endgames, GrandSlam::Keep, &tablebase, 2, 1).unwrap();
    assert_eq!(far, 78 - 65, "the positions that are not certain");
}

#[test]
fn tables_agree_with_the_rules_and_a_changed_bound_does_not() {
    for rules in RULES {
        for endless in [Endless::Open, Endless::Even] {
            let mut tablebase = built(rules, 6, endless);
            for material in 0..=6 {
                assert_eq!(verify(endgames(), rules, &tablebase, material, 2), FLAWLESS);
            }
            for index in [1000, 1001, 2000] {
                let cells = tablebase.tables[5].cells.clone();
                for changed in changes(&tablebase.tables[5], index) {
                    let cell = &mut tablebase.tables[5].cells[2 * index as usize..][..2];
                    cell.copy_from_slice(&changed);
                    let fault = verify(endgames(), rules, &tablebase, 5, 2).unwrap_err();
                    assert!(fault.index <= index, "{fault}");
                }
                tablebase.tables[5].cells = cells;
            }
        }
    }
}

/// What each move is worth to the player to move, by the tables.
fn choices(tablebase: &Tablebase, state: &Wari) -> Vec<(House, Outlook)> {
    let known = |mv| tablebase.final_outlook_of_move(endgames(), state, &state.after(mv));
    state.moves().into_iter().map(|mv| (mv, known(mv).expect("a position"))).collect()
}

/// The move that secures the lower bound soonest.
fn soonest(tablebase: &Tablebase, state: &Wari) -> (House, Outlook) {
    let worth = |(_, it): &(House, Outlook)| (it.bounds.lower, -i16::from(it.plies));
    choices(tablebase, state).into_iter().max_by_key(worth).expect("a move")
}

#[test]
fn who_plays_by_the_table_gets_his_lower_bound_against_every_reply() {
    const MOST: u8 = 7;
    let endgames = endgames();
    let mut random = StdRng::seed_from_u64(1);
    for rules in RULES {
        let tablebase = built(rules, MOST, Endless::Open);
        for _ in 0..2000 {
            let index = random.random_range(0..(endgames.positions)(rules, MOST));
            let mut state = (endgames.position)(rules, MOST, index);
            let mut history = History::new(state.key());
            let player = state.turn();
            let promised = tablebase.final_lead(endgames, &state).expect("a position").lower;
            while state.outcome().or_else(|| history.repetition(&state)).is_none() {
                let mv = if state.turn() == player {
                    soonest(&tablebase, &state).0
                } else {
                    let moves = state.moves();
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

#[test]
fn points_are_won_in_as_many_plies_as_the_table_tells() {
    const MOST: u8 = 7;
    let endgames = endgames();
    let mut random = StdRng::seed_from_u64(3);
    let mut longest = 0;
    for rules in RULES {
        let tablebase = built(rules, MOST, Endless::Open);
        let mut seen = 0;
        while seen < 500 {
            let index = random.random_range(0..(endgames.positions)(rules, MOST));
            let mut state = (endgames.position)(rules, MOST, index);
            let lowest = (points().lead)(&state) - MOST as i8;
            if state.moves().is_empty() || soonest(&tablebase, &state).1.bounds.lower == lowest {
                continue;
            }
            let promised = soonest(&tablebase, &state).1.plies;
            let mut plies = 0;
            while (endgames.material)(&state) == MOST && !state.moves().is_empty() {
                // The other waits as long as he can.
                let delay = |mv: &House| {
                    let next = state.after(*mv);
                    let converts = (endgames.material)(&next) < MOST || next.moves().is_empty();
                    if converts { 0 } else { soonest(&tablebase, &next).1.plies }
                };
                let mv = if plies % 2 == 0 {
                    soonest(&tablebase, &state).0
                } else {
                    state.moves().into_iter().max_by_key(delay).expect("a move")
                };
                state.apply(mv);
                plies += 1;
            }
            assert_eq!(plies, promised, "{}", state.fen());
            longest = longest.max(plies);
            seen += 1;
        }
    }
    assert!(longest > 40, "{longest}");
}

/// What there is of a table after each round.
fn drafts<G: Game>(
    endgames: &Endgames<G>,
    rules: G::Rules,
    smaller: &[Table],
    endless: Endless,
) -> (Table, Vec<Vec<u8>>) {
    let drafts = RefCell::new(Vec::new());
    let keep = |chunks: Chunks<'_>| drafts.borrow_mut().push(chunks.flatten().collect());
    let making = Making { keep: &keep, ..Making::quietly(2) };
    let table = build_next(endgames, rules, smaller, endless, making);
    (table, drafts.into_inner())
}

/// Whether a build that was interrupted after any of its rounds comes to the same; how many
/// rounds there are, and how many are left after the last of them.
fn goes_on<G: Game>(
    endgames: &Endgames<G>,
    rules: G::Rules,
    smaller: &[Table],
    endless: Endless,
) -> (usize, u64) {
    let (table, drafts) = drafts(endgames, rules, smaller, endless);
    let rounds = drafts.len();
    let last = AtomicU64::new(0);
    for draft in drafts {
        assert_eq!(draft.len() as u64, endless.bytes_in_the_making() * table.positions());
        let report = |work: Work| last.store(work.rounds, Relaxed);
        let making = Making { begun: Some(draft), report: &report, ..Making::quietly(2) };
        let again = build_next(endgames, rules, smaller, endless, making);
        assert!(again == table);
    }
    (rounds, last.into_inner())
}

#[test]
fn a_build_goes_on_wherever_it_was_interrupted() {
    for (endless, least) in [(Endless::Open, 60), (Endless::Even, 10)] {
        let smaller = built(GrandSlam::Keep, 5, endless).tables;
        let (rounds, last) = goes_on(endgames(), GrandSlam::Keep, &smaller, endless);
        assert!(rounds > least && last < 5, "{rounds} {last}");
    }
    let smaller = verdicts(MEN, Size::Small, 3).tables;
    let (rounds, _) = goes_on(MEN, Size::Small, &smaller, Endless::Drawn);
    assert!(rounds > 10, "{rounds}");
    // Where joins are free, a win may be replaced by a sooner one.
    for rules in settings().filter(|rules| rules.centre == Colour::Red) {
        let smaller = verdicts(&PARTS[1], rules, 2).tables;
        let (rounds, _) = goes_on(&PARTS[1], rules, &smaller, Endless::Drawn);
        assert!(rounds > 10, "{rounds}");
    }
}

const MEN: &Endgames<Kolowis> = Kolowis::ENDGAMES.expect("Kolowis has tables");

/// Both sizes, with men enough for tables that are made in a moment.
const SIZES: [(Size, u8); 2] = [(Size::Small, 5), (Size::Large, 3)];

type Hex = HexLasca<2>;

const UNITS: &Endgames<Hex> = Hex::ENDGAMES.expect("Hex Lasca has tables");

/// A part of the tables of Hex Lasca. Of three units it has those positions whose lone unit
/// has so many men and whose others are both of a kind: no move leads from one of these to
/// another one of three units.
const fn units_with<const MEN: u64, const KIND: u64>() -> Endgames<Hex> {
    const KINDS: u64 = 6;
    const SETS: u64 = 60 * 59 / 2;
    Endgames {
        positions: |rules, units| {
            let positions = (UNITS.positions)(rules, units);
            if units < 3 { positions } else { positions / (3 * KINDS * KINDS) }
        },
        position: |rules, units, index| {
            let (field, set) = (index / SETS, index % SETS);
            let of_three =
                ((field * 3 + MEN - 1) * SETS + set) * KINDS * KINDS + KIND * KINDS + KIND;
            (UNITS.position)(rules, units, if units < 3 { index } else { of_three })
        },
        index: |state| {
            let index = (UNITS.index)(state);
            if (UNITS.material)(state) < 3 {
                return index;
            }
            let (field, set) = (index / (KINDS * KINDS * SETS * 3), index / (KINDS * KINDS) % SETS);
            field * SETS + set
        },
        unit: UNITS.unit,
        prepare: UNITS.prepare,
        most: UNITS.most,
        rules: UNITS.rules,
        material: UNITS.material,
        predecessors: UNITS.predecessors,
        count: Count::Plies,
    }
}

/// Single men, and columns that are taken or freed.
static PARTS: [Endgames<Hex>; 2] = [units_with::<1, 0>(), units_with::<2, 5>()];

fn settings() -> impl Iterator<Item = Rules> {
    let centres = [Colour::White, Colour::Black, Colour::Red];
    let joins = [Join::Free, Join::Compulsory, Join::Off];
    centres.into_iter().flat_map(move |centre| joins.map(|join| Rules { centre, join }))
}

/// Tables of verdicts up to so much material.
fn verdicts<G: Game>(endgames: &Endgames<G>, rules: G::Rules, most: u8) -> Tablebase {
    let mut tables = Vec::new();
    for _ in 0..=most {
        tables.push(build_next(endgames, rules, &tables, Endless::Drawn, Making::quietly(2)));
    }
    Tablebase { tables }
}

fn verdict<G: Game>(tablebase: &Tablebase, endgames: &Endgames<G>, state: &G) -> Verdict {
    match tablebase.entry(endgames, state) {
        Some(Entry::Plies(verdict)) => verdict,
        other => panic!("{other:?} is no verdict"),
    }
}

/// Whether the verdicts up to `most` are those of a solution of all positions at once,
/// counted by plies and not by conversions: by going through them again and again.
fn agrees_with_a_plain_solution<G: Game>(endgames: &Endgames<G>, rules: G::Rules, most: u8) {
    let all: Vec<Vec<G>> = (0..=most)
        .map(|material| {
            let count = (endgames.positions)(rules, material);
            (0..count).map(|index| (endgames.position)(rules, material, index)).collect()
        })
        .collect();
    let place = |state: &G| (usize::from((endgames.material)(state)), (endgames.index)(state));
    let mut signs: Vec<Vec<i8>> = all.iter().map(|states| vec![0; states.len()]).collect();
    loop {
        let sign = |state: &G| {
            let of_move = |mv| {
                let next = state.after(mv);
                let (material, index) = place(&next);
                let sign = signs[material][index as usize];
                if next.turn() == state.turn() { sign } else { -sign }
            };
            let winner = state.outcome().and_then(|outcome| outcome.winner);
            state.moves().into_iter().map(of_move).max().unwrap_or(match winner {
                None => 0,
                Some(winner) if winner == state.turn() => 1,
                Some(_) => -1,
            })
        };
        // What is won or lost remains so.
        let next: Vec<Vec<i8>> = all
            .iter()
            .zip(&signs)
            .map(|(states, signs)| {
                let signs = states.iter().zip(signs);
                signs.map(|(it, &known)| if known == 0 { sign(it) } else { known }).collect()
            })
            .collect();
        if next == signs {
            break;
        }
        signs = next;
    }
    let tablebase = verdicts(endgames, rules, most);
    for (states, signs) in all.iter().zip(signs) {
        for (state, sign) in states.iter().zip(signs) {
            assert_eq!(verdict(&tablebase, endgames, state).sign(), sign);
        }
    }
}

#[test]
fn verdicts_are_those_of_a_plain_solution_of_all_positions_at_once() {
    agrees_with_a_plain_solution(MEN, Size::Small, 4);
    agrees_with_a_plain_solution(MEN, Size::Large, 3);
    for rules in settings() {
        agrees_with_a_plain_solution(UNITS, rules, 2);
    }
    for rules in settings().filter(|rules| rules.centre == Colour::Red) {
        for part in &PARTS {
            agrees_with_a_plain_solution(part, rules, 3);
        }
    }
}

/// Whether all verdicts up to `most` agree with the rules, and none that is changed does.
fn agrees_with_the_rules<G: Game>(endgames: &Endgames<G>, rules: G::Rules, most: u8) {
    let mut tablebase = verdicts(endgames, rules, most);
    for material in 0..=most {
        assert_eq!(verify(endgames, rules, &tablebase, material, 2), FLAWLESS);
    }
    for change in [1, -1_i8 as u8, 128] {
        let table = &mut tablebase.tables[3];
        let cell = table.cells[1000];
        table.cells[1000] = cell.wrapping_add(change);
        let fault = verify(endgames, rules, &tablebase, 3, 2).unwrap_err();
        assert!(fault.index <= 1000, "{fault}");
        tablebase.tables[3].cells[1000] = cell;
    }
}

#[test]
fn verdicts_agree_with_the_rules_and_a_changed_one_does_not() {
    for (size, most) in SIZES {
        agrees_with_the_rules(MEN, size, most);
    }
    for rules in settings() {
        for part in &PARTS {
            agrees_with_the_rules(part, rules, 3);
        }
    }
}

/// Plays to the end: `winner` goes where the table tells the soonest win, whatever the
/// counter, and the other where `reply` tells. The result is the winner and the reason.
fn played_out<G: Notation>(
    tablebase: &Tablebase,
    endgames: &Endgames<G>,
    mut state: G,
    winner: Seat,
    mut reply: impl FnMut(&[(G::Move, Verdict)]) -> G::Move,
) -> (Option<Seat>, &'static str) {
    let mut history = History::new(state.key());
    loop {
        if let Some(outcome) = state.outcome().or_else(|| history.repetition(&state)) {
            return (outcome.winner, outcome.reason);
        }
        let known = |mv| {
            let next = state.after(mv);
            match tablebase.entry_at_rest(endgames, &next) {
                Some(Entry::Plies(verdict)) => verdict_of_move(&state, &next, verdict),
                other => panic!("{other:?} is no verdict"),
            }
        };
        let moves: Vec<_> = state.moves().into_iter().map(|mv| (mv, known(mv))).collect();
        let mv = if state.turn() == winner {
            let soonest = moves
                .iter()
                .copied()
                .reduce(|one, other| if one.1.or(other.1) == one.1 { one } else { other });
            soonest.expect("a move").0
        } else {
            reply(&moves)
        };
        let irreversible = state.is_irreversible(mv);
        state.apply(mv);
        history.push(state.key(), irreversible);
    }
}

/// How many of so many random positions are won or lost; each of them must be, in time,
/// for who plays by the table against every reply.
fn wins<G: Notation>(endgames: &Endgames<G>, rules: G::Rules, most: u8, games: u32) -> u32 {
    let tablebase = verdicts(endgames, rules, most);
    let mut random = StdRng::seed_from_u64(1);
    let mut wins = 0;
    for _ in 0..games {
        let index = random.random_range(0..(endgames.positions)(rules, most));
        let state = (endgames.position)(rules, most, index);
        let winner = match verdict(&tablebase, endgames, &state) {
            Verdict::Win(_) => state.turn(),
            Verdict::Loss(_) => state.turn().other(),
            Verdict::Draw => continue,
        };
        let any = |moves: &[(G::Move, Verdict)]| moves[random.random_range(0..moves.len())].0;
        let (won, _) = played_out(&tablebase, endgames, state.clone(), winner, any);
        assert_eq!(won, Some(winner), "{}", state.fen());
        wins += 1;
    }
    wins
}

#[test]
fn who_plays_by_the_table_wins_in_time_against_every_reply() {
    let of_men: u32 = SIZES.iter().map(|&(size, most)| wins(MEN, size, most, 1000)).sum();
    assert!(of_men > 1000, "{of_men}");
    for part in &PARTS {
        let of_units: u32 = settings().map(|rules| wins(part, rules, 3, 500)).sum();
        assert!(of_units > 1500, "{of_units}");
    }
}

/// Of so many random positions those that are won by quiet moves: with the counter as far
/// as the table allows they are won against the longest defence, and one ply farther drawn.
fn wins_in_the_last_ply<G: Notation>(
    endgames: &Endgames<G>,
    rules: G::Rules,
    most: u8,
    games: u32,
) -> u32 {
    let limit = u32::from(limit::<G>());
    let tablebase = verdicts(endgames, rules, most);
    let mut random = StdRng::seed_from_u64(2);
    let latest = |moves: &[(G::Move, Verdict)]| {
        let latest = moves
            .iter()
            .copied()
            .reduce(|one, two| if one.1.or(two.1) == one.1 { one } else { two });
        latest.expect("a move").0
    };
    let mut wins = 0;
    for _ in 0..games {
        let index = random.random_range(0..(endgames.positions)(rules, most));
        let state = (endgames.position)(rules, most, index);
        let Verdict::Win(plies @ 2..) = verdict(&tablebase, endgames, &state) else { continue };
        let placing = state.fen();
        let placing = placing.strip_suffix(" w 0 1").expect("a position at rest");
        let after_quiet = |quiet: u32| {
            G::from_fen(rules, &format!("{placing} w {quiet} 60")).expect("a position")
        };
        let in_time = after_quiet(limit - u32::from(plies));
        assert_eq!(verdict(&tablebase, endgames, &in_time), Verdict::Win(plies));
        let end = played_out(&tablebase, endgames, in_time, state.turn(), latest);
        assert_eq!(end.0, Some(state.turn()), "{placing}: {}", end.1);
        let late = after_quiet(limit + 1 - u32::from(plies));
        assert_eq!(verdict(&tablebase, endgames, &late), Verdict::Draw);
        let end = played_out(&tablebase, endgames, late, state.turn(), latest);
        assert_eq!(end, (None, "quiet"), "{placing}");
        wins += 1;
    }
    wins
}

#[test]
fn a_win_that_comes_too_late_is_a_draw() {
    for (size, most) in SIZES {
        let of_men = wins_in_the_last_ply(MEN, size, most, 400);
        assert!(of_men > 50, "{of_men}");
    }
    for part in &PARTS {
        let of_units: u32 = settings().map(|rules| wins_in_the_last_ply(part, rules, 3, 400)).sum();
        assert!(of_units > 500, "{of_units}");
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
    write(&folder.0, &subject, table).expect("it is written");
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
