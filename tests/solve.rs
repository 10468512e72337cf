//! `ninefold solve` as a whole, and the tables of `docs/solved.md` proven again. Its
//! sessions are played by `tests/transcripts.rs`.

mod common;

use common::ninefold;
use ninefold::{
    game::OptionValues,
    session::{PositionSolver, Start},
    solve::Effort,
    variants::GAMES,
};
use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::Stdio,
    sync::Arc,
    thread,
    time::Duration,
};

/// Runs `ninefold solve`: its status, what it says and what it complains of.
fn solve(variant: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let command = [&["--variant", variant, "solve", "--hash", "16"], arguments].concat();
    let output = ninefold(&command).output().expect("the program runs");
    let [said, complained] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    (output.status.code(), said, complained)
}

/// The beginning of a line up to the time that it took.
fn timeless(line: &str) -> &str {
    line.split(" time ").next().unwrap_or_default()
}

#[test]
fn a_position_is_solved_after_moves() {
    // Two officers against one, who takes the one that comes near him.
    let fen = "3,B/3/4/1,W,1/4/3/W,3 w";
    let (status, said, _) = solve("lasca", &["--fen", fen]);
    assert_eq!(status, Some(0));
    assert!(said.starts_with("result win move ") && said.contains(" plies 3 "), "{said}");
    assert!(said.ends_with(" fen 3,B/3/4/1,W,1/4/3/W,3 w 0 1\n"), "{said}");
    let best = said.split_whitespace().nth(3).expect("a move");
    let (status, said, _) = solve("lasca", &["--fen", fen, best]);
    assert_eq!(status, Some(0));
    assert!(said.starts_with("result loss move ") && said.contains(" plies 2 "), "{said}");
}

#[test]
fn limits_leave_what_is_proven_and_tell_by_the_status() {
    let (status, said, _) = solve("kolowis", &["--nodes", "1000"]);
    assert_eq!((status, timeless(&said)), (Some(1), "result unknown nodes 2000"));
    // The win takes three plies, and two are left before the game is drawn.
    let fen = ["--fen", "3,B/3/4/1,W,1/4/3/W,3 w 98 1"];
    let (status, said, _) = solve("lasca", &fen);
    assert_eq!(status, Some(1));
    assert!(said.starts_with("result no-loss move ") && said.contains(" plies 3 "), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_work_with_what_is_proven() {
    let mut running = ninefold(&["--variant", "kolowis", "solve", "--hash", "64"])
        .env("RUST_LOG", "info")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let log = BufReader::new(running.stderr.take().expect("a pipe"));
    let is_at_work = log.lines().any(|line| line.expect("a line").contains("does seat"));
    assert!(is_at_work, "it has ended");
    let id = rustix::process::Pid::from_child(&running);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
    let output = running.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.starts_with("result unknown nodes "), "{said}");
    assert_eq!(output.status.code(), Some(130));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_wait_for_a_line() {
    let mut running = ninefold(&["--variant", "lasca", "solve", "--input", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut lines = running.stdin.take().expect("a pipe");
    writeln!(lines, "3,B/3/4/1,W,1/4/3/W,3 w").expect("it reads");
    let mut answers = BufReader::new(running.stdout.take().expect("a pipe")).lines();
    let answer = answers.next().expect("an answer").expect("text");
    assert!(answer.starts_with("result win "), "{answer}");
    // It may not wait yet.
    thread::sleep(Duration::from_millis(500));
    let id = rustix::process::Pid::from_child(&running);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
    assert_eq!(running.wait().expect("a status").code(), Some(130));
}

#[test]
fn tables_shorten_a_proof_and_do_not_change_it() {
    let folder = std::env::temp_dir().join(format!("ninefold-solve-{}", std::process::id()));
    let path = folder.to_str().expect("the name of the folder is text");
    let build = ["tablebase", "build", "kolowis", "--men", "4", "--out", path];
    assert!(ninefold(&build).output().expect("the program runs").status.success());
    let nodes = |said: &str| -> u64 {
        let count = said.split(" nodes ").nth(1).and_then(|rest| rest.split(' ').next());
        count.and_then(|count| count.parse().ok()).expect("a number of nodes")
    };
    for fen in ["b7/4w2w1/8 w 0 1", "1b6/w2b5/8 b 0 1", "b6w/9/w7 w 90 1"] {
        let (_, plain, _) = solve("kolowis", &["--fen", fen]);
        let (_, helped, _) = solve("kolowis", &["--fen", fen, "--tables", path]);
        assert_eq!(plain.split(' ').nth(1), helped.split(' ').nth(1), "{fen}");
        assert!(nodes(&helped) < nodes(&plain), "{plain}{helped}");
    }
    fs::remove_dir_all(&folder).expect("the folder goes");
    let (status, _, complained) = solve("kolowis", &["--tables", path]);
    assert_eq!((status, complained.lines().count()), (Some(2), 1), "{complained}");
}

#[test]
fn bad_lines_of_a_file_are_told_and_the_others_solved() {
    let path = std::env::temp_dir().join(format!("ninefold-solve-{}.fens", std::process::id()));
    fs::write(&path, "3,B/3/4/1,W,1/4/3/W,3 w\nno position\n\n3,b/3/4/3/4/3/w,3 w\n").unwrap();
    let (status, said, complained) = solve("lasca", &["--input", path.to_str().unwrap()]);
    fs::remove_file(&path).unwrap();
    assert_eq!(status, Some(1));
    let words: Vec<_> = said.lines().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert_eq!(words, ["win", "draw"]);
    assert!(complained.starts_with("error: line 2: bad FEN"), "{complained}");
    assert_eq!(complained.lines().count(), 1, "{complained}");
}

#[test]
fn what_cannot_be_solved_is_told_in_a_line() {
    let refused: [(&str, &[&str], &str); 7] = [
        ("wari", &[], "a repeated position is not always a draw"),
        ("hexlasca-3", &[], "only games of two players"),
        ("siga", &["--tables", "."], "there are no tables of 'siga'"),
        ("siga", &["--fen", "5/5 w"], "bad FEN"),
        ("siga", &["b1b2"], "illegal move 'b1b2'"),
        ("siga", &["--option", "Hash=16"], "has no rule 'Hash'"),
        ("siga", &["--input", "no/such/file"], "no/such/file"),
    ];
    for (variant, arguments, reason) in refused {
        let (status, said, complained) = solve(variant, arguments);
        assert_eq!((status, &*said), (Some(2), ""), "{complained}");
        assert!(complained.starts_with("error: ") && complained.contains(reason), "{complained}");
        assert_eq!(complained.lines().count(), 1, "{complained}");
    }
}

/// A row of the table of endings of Lasca.
#[derive(Debug)]
struct Row {
    variant: String,
    /// The men of White and of Black, as in a FEN.
    men: [String; 2],
    /// With White to move and with Black to move: won, drawn and lost positions.
    results: [[usize; 3]; 2],
    longest: u32,
    positions: u64,
}

fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/solved.md");
    let text = fs::read_to_string(path).expect("the document");
    let rows = text.lines().filter(|line| line.starts_with("| `lasca"));
    let row = |line: &str| {
        let clean = line.replace(['`', ','], "");
        let cells: Vec<_> = clean.split('|').map(str::trim).collect();
        let number = |index: usize| cells[index].parse().expect("a number");
        Row {
            variant: cells[1].to_owned(),
            men: [cells[2].to_owned(), cells[3].to_owned()],
            results: [[4, 5, 6], [7, 8, 9]].map(|columns| columns.map(number)),
            longest: number(10) as u32,
            positions: number(11) as u64,
        }
    };
    rows.map(row).collect()
}

/// The fields of the board from the top, as file and rank.
fn fields() -> Vec<(usize, usize)> {
    let rank =
        |rank: usize| (0..7).filter(move |file| file % 2 == rank % 2).map(move |it| (it, rank));
    (0..7).rev().flat_map(rank).collect()
}

/// The boards with one man on each of some fields, in all ways.
fn boards(men: &[String; 2]) -> BTreeSet<String> {
    let fields = fields();
    let mut all = vec![vec![None; fields.len()]];
    for man in men.concat().chars() {
        let may_stand = |place: usize| match man {
            'w' => fields[place].1 < 6,
            'b' => fields[place].1 > 0,
            _ => true,
        };
        let with = |board: Vec<Option<char>>| {
            let places = (0..fields.len()).filter(|&place| may_stand(place));
            let free: Vec<_> = places.filter(|&place| board[place].is_none()).collect();
            free.into_iter().map(move |place| {
                let mut board = board.clone();
                board[place] = Some(man);
                board
            })
        };
        all = all.into_iter().flat_map(with).collect::<BTreeSet<_>>().into_iter().collect();
    }
    let text = |board: Vec<Option<char>>| {
        let mut ranks = Vec::new();
        for rank in (0..7).rev() {
            let cells = board.iter().zip(&fields).filter(|(_, field)| field.1 == rank);
            let cells: Vec<_> = cells.map(|(&man, _)| man).collect();
            let runs = cells.chunk_by(|one, other| one.is_none() && other.is_none());
            let runs = runs.map(|run| run[0].map_or(run.len().to_string(), String::from));
            ranks.push(runs.collect::<Vec<_>>().join(","));
        }
        ranks.join("/")
    };
    all.into_iter().map(text).collect()
}

fn prove(row: &Row) {
    let effort = Effort { memory: 1 << 30, nodes: u64::MAX, exhaustive: true };
    let session = GAMES.find(&row.variant).expect("a variant").open(&OptionValues::default());
    let mut solve: PositionSolver =
        session.solver(effort, None, Arc::default()).expect("a game of two");
    let (mut results, mut longest, mut positions) = ([[0; 3]; 2], 0, 0);
    for board in boards(&row.men) {
        for (side, count) in ["w", "b"].into_iter().zip(&mut results) {
            let solution = solve(Start::Fen(&format!("{board} {side}")), "").expect("a position");
            assert_eq!(solution.proven.least, solution.proven.most, "{}", solution.fen);
            count[(1 - solution.proven.least) as usize] += 1;
            longest = longest.max(solution.plies.unwrap_or(0));
            positions += solution.nodes;
        }
    }
    assert_eq!((results, longest, positions), (row.results, row.longest, row.positions), "{row:?}");
}

#[test]
fn small_endings_of_lasca_are_as_the_document_says() {
    let rows = rows();
    assert!(rows.len() > 8);
    rows.iter().for_each(prove);
}
