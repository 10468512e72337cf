//! `scripts/cluster.py`: analysis and matches over a cluster of Dask.

#![cfg(unix)]

mod common;

use common::{ninefold, wait_while};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const NINEFOLD: &str = env!("CARGO_BIN_EXE_ninefold");

/// How long a cluster may take to start on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(300);

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}

/// Python with the packages that the scripts need.
fn python() -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(root.join("scripts/python"));
    command.current_dir(root).stdin(Stdio::null());
    command
}

fn cluster(job: &str) -> Command {
    let mut command = python();
    command.args(["scripts/cluster.py", job, "--ninefold", NINEFOLD, "--quiet"]);
    command
}

/// Runs a command that has to go well; what it prints.
fn succeed(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Runs a command that is to refuse its arguments; its complaint.
fn refuse(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{command:?}: {output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// A process of the cluster, which ends with the test.
struct Member(Child);

impl Member {
    fn start(name: &str, arguments: &[&str], folder: &Path) -> Self {
        let log = fs::File::create(folder.join(name).with_extension("log")).expect("a log");
        let mut command = python();
        command.current_dir(folder).arg("-m").args(arguments);
        let child = command.stdout(Stdio::null()).stderr(log).spawn().expect("Python starts");
        Self(child)
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until there is something.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < PATIENCE, "no {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Lines of so many positions, the first moves of games of Wari, some of them wrong.
fn positions(count: usize) -> String {
    let mut lines = String::from("# positions\n");
    for number in 0..count {
        let mut moves = String::new();
        let mut rest = number;
        for names in ["ABCDEF", "abcdef", "ABCDEF", "abcdef", "ABCDEF", "abcdef"] {
            moves.push(' ');
            moves.push_str(&names[rest % 6..=rest % 6]);
            rest /= 6;
        }
        let _ = writeln!(lines, "{{\"id\":{number},\"moves\":\"{}\"}}", &moves[1..]);
    }
    lines
}

#[test]
fn a_killed_worker_costs_nothing() {
    let folder = folder("killed");
    let (input, output) = (folder.join("positions"), folder.join("records"));
    fs::write(&input, positions(20_000)).expect("a file");
    let engine = ["--variant", "wari", "--depth", "4"];
    let whole =
        ninefold(&["analyse", "--quiet"]).args(engine).arg(&input).output().expect("records");
    assert_eq!(whole.status.code(), Some(1), "some of the moves are not legal");

    let file = folder.join("scheduler.json");
    let name = file.to_str().expect("a path in UTF-8");
    let scheduler = ["distributed.cli.dask_scheduler", "--scheduler-file", name, "--port", "0"];
    let own = ["--no-dashboard", "--host", "127.0.0.1"];
    let scheduler = Member::start("scheduler", &[&scheduler[..], &own].concat(), &folder);
    let address = wait_for("scheduler", || {
        let json: Value = serde_json::from_str(&fs::read_to_string(&file).ok()?).ok()?;
        json["address"].as_str().map(str::to_owned)
    });
    let worker = |name| {
        let worker = ["distributed.cli.dask_worker", &address, "--no-nanny", "--no-dashboard"];
        Member::start(name, &[&worker[..], &["--nthreads", "1"]].concat(), &folder)
    };
    let (mut first, second) = (worker("first"), worker("second"));

    let mut command = cluster("analyse");
    command.args(["--scheduler", &address, "--chunk", "250", "--output"]);
    command.arg(&output).arg(&input).arg("--").args(engine);
    let mut client = command.spawn().expect("Python starts");
    let lines = || fs::read_to_string(&output).map_or(0, |text| text.lines().count());
    wait_for("first quarter", || (lines() >= 5000).then_some(()));
    first.0.kill().expect("a worker");
    assert!(lines() < 15_000, "it is killed in the middle");
    let status = wait_for("end", || client.try_wait().expect("a process"));
    assert_eq!(status.code(), Some(1));
    assert!(fs::read(&output).expect("records") == whole.stdout);

    // The same again, from where somebody has stopped it.
    let mut torn = whole.stdout.clone();
    torn.truncate(torn.len() / 3);
    fs::write(&output, torn).expect("a file");
    let mut command = cluster("analyse");
    command.args(["--scheduler", &address, "--resume", "--output"]);
    command.arg(&output).arg(&input).arg("--").args(engine);
    assert_eq!(command.status().expect("Python runs").code(), Some(1));
    assert!(fs::read(&output).expect("records") == whole.stdout);
    fs::write(&input, positions(20_000).replace("\"id\":7,", "\"id\":8,")).expect("a file");
    let complaint = refuse(&mut command);
    assert!(complaint.contains("its line 8 is not the record of this input"), "{complaint}");
    drop((second, scheduler));
    wait_while(&mut first.0, || {});
}

#[test]
fn a_match_is_played_in_pieces() {
    let folder = folder("match");
    let record = folder.join("games.jsonl");
    let mut command = cluster("match");
    command.args(["--workers", "2", "--games", "12", "--chunk", "6", "--seed", "5", "--record"]);
    command.arg(&record).args(["--", "--variant", "wari", "--limit", "nodes=100"]);
    let said = succeed(&mut command);
    let text = fs::read_to_string(&record).expect("a record");
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 12);
    for (game, number) in games.iter().zip(0..) {
        assert_eq!((&game["number"], &game["chunk"]), (&number.into(), &(number / 6).into()));
    }
    let openings: BTreeSet<_> = games.iter().map(|game| game["opening"].to_string()).collect();
    assert_eq!(openings.len(), 6, "each opening is played from both seats");
    assert!(said.contains("ninefold                  12") && said.contains("Elo of "), "{said}");

    // The second piece and what comes after it, once more.
    let part: String = text.split_inclusive('\n').take(8).collect();
    fs::write(&record, part + "{\"number\":").expect("a file");
    let mut command = cluster("match");
    command.args(["--resume", "--games", "12", "--chunk", "6", "--seed", "5", "--record"]);
    command.arg(&record).args(["--", "--variant", "wari", "--limit", "nodes=100"]);
    assert_eq!(succeed(&mut command), said);
    let timeless = |text: &str| {
        let mut games: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for game in &mut games {
            game["times"] = Value::Null;
            game["date"] = Value::Null;
        }
        games
    };
    assert_eq!(timeless(&fs::read_to_string(&record).unwrap()), timeless(&text));
    assert!(succeed(ninefold(&["--variant", "wari", "tune"]).arg(&record)).contains("chances"));
}

#[test]
fn what_cannot_be_done_is_refused() {
    let folder = folder("refused");
    let there = folder.join("there");
    fs::write(&there, "startpos\n").expect("a file");
    let local = ["--workers", "1"];
    let complaint = refuse(cluster("analyse").args(local).arg("--output").arg(&there).arg(&there));
    assert!(complaint.contains("is there already; --resume goes on with it"), "{complaint}");
    // What is no record stays as it is.
    for precious in ["precious", "[]\n", "precious\n"] {
        fs::write(&there, precious).expect("a file");
        for job in ["analyse", "match"] {
            let mut command = cluster(job);
            command.args(local).arg("--resume");
            match job {
                "analyse" => command.arg("--output").args([&there, &folder.join("input")]),
                _ => command.args(["--games", "6", "--record"]).arg(&there),
            };
            fs::write(folder.join("input"), "startpos\n").expect("a file");
            let complaint = refuse(&mut command);
            assert_eq!(complaint.lines().count(), 1, "{complaint}");
            assert_eq!(fs::read_to_string(&there).expect("a file"), precious);
        }
    }
    for (job, own) in [("analyse", "--format=csv"), ("match", "--sprt")] {
        let needed: &[&str] = if job == "match" { &["--games", "6", "--record", "x"] } else { &[] };
        let complaint = refuse(cluster(job).args(needed).args(["--", own]));
        assert!(complaint.contains("cannot stand behind '--'"), "{complaint}");
    }
    fs::write(&there, "startpos\n").expect("a file");
    let bad = ["--", "--depth", "none"];
    let complaint = refuse(cluster("analyse").args(local).arg(&there).args(bad));
    assert!(complaint.contains("invalid value 'none'"), "{complaint}");
    let complaint = refuse(cluster("analyse").arg("--resume"));
    assert!(complaint.contains("--resume needs --output"), "{complaint}");
    let plain = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cluster.py");
    let mut plain_python = Command::new("python3");
    plain_python.args(["-S", "-E"]).arg(plain).args(["analyse", "/dev/null"]);
    let complaint = refuse(&mut plain_python);
    assert!(
        complaint.contains("'scripts/python scripts/cluster.py' has what it needs"),
        "{complaint}"
    );
}
