//! `ninefold analyse`, as the command line runs it.

mod common;

use common::{Engine, PATIENCE, ninefold, wait_while};
use ninefold::variants::GAMES;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};
use std::{
    fmt::Write as _,
    fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// A file that is not there yet.
fn temporary(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("analyse");
    fs::create_dir_all(&folder).expect("a folder for what tests write");
    let file = folder.join(name);
    let _ = fs::remove_file(&file);
    file
}

fn command(args: &[&str]) -> Command {
    ninefold(&[&["--variant", "wari", "analyse", "--quiet"], args].concat())
}

fn piped(args: &[&str]) -> Child {
    command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Runs a filter with `input`.
fn filter(args: &[&str], input: impl Into<Vec<u8>>) -> Output {
    let mut child = piped(args);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.into();
    let writer = thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

/// Runs a filter that has to go well; what comes out.
fn analyse(args: &[&str], input: &str) -> String {
    let output = filter(args, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Positions of every variant under every set of options that has vectors, in JSON
/// Lines, those of one game far from each other.
fn positions(of_each: usize) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.retain(|file| {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.ends_with(".positions.jsonl") && !name.starts_with("special-")
    });
    files.sort_unstable();
    let texts: Vec<_> = files.iter().map(|file| fs::read_to_string(file).expect("text")).collect();
    let mut input = String::new();
    for place in 0..of_each {
        for text in &texts {
            let count = text.lines().count();
            let line = text.lines().nth(place * count / of_each).expect("a position");
            let vector: Value = serde_json::from_str(line).expect("JSON");
            let line = json!({
                "id": vector["legal"],
                "variant": vector["variant"],
                "options": vector["options"],
                "fen": vector["fen"],
            });
            writeln!(input, "{line}").expect("memory");
        }
    }
    input
}

#[test]
fn every_variant_is_searched_in_order_whatever_the_number_of_threads() {
    let input = positions(4);
    let args = ["--depth", "3", "--multipv", "2", "--threads"];
    let one = analyse(&[&args[..], &["1"]].concat(), &input);
    for threads in ["2", "5"] {
        assert!(analyse(&[&args[..], &[threads]].concat(), &input) == one, "{threads} threads");
    }
    let mut variants = Vec::new();
    for ((line, record), number) in input.lines().zip(records(&one)).zip(1..) {
        let asked: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(record["line"], number);
        for field in ["id", "variant", "options", "fen"] {
            assert_eq!(record[field], asked[field], "{record}");
        }
        let legal = asked["id"].as_array().expect("the legal moves");
        if legal.is_empty() {
            assert!(record["bestmove"].is_null() && record["reason"].is_string(), "{record}");
            continue;
        }
        assert!(legal.contains(&record["bestmove"]), "{record}");
        assert_eq!(record["bestmove"], record["pv"][0]);
        let lines = record["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), legal.len().min(2), "{record}");
        assert_eq!((&lines[0]["pv"], &lines[0]["score"]), (&record["pv"], &record["score"]));
        let variant = record["variant"].as_str().expect("a name").to_owned();
        let players = GAMES.find(&variant).expect("a variant").info.players;
        assert_eq!(record["wdl"].is_array(), players == 2, "{record}");
        variants.push(variant);
    }
    assert_eq!(one.lines().count(), input.lines().count());
    for name in GAMES.names() {
        assert!(variants.iter().any(|it| it == name), "{name}");
    }
}

#[test]
fn a_position_is_searched_as_the_protocol_does_it() {
    for name in GAMES.names() {
        let fen = GAMES.find(name).expect("a variant").info.bench[0];
        let mut engine = Engine::with_args(&["--variant", name, "--option", "Hash=4"]);
        engine.send(format_args!("position fen {fen}"));
        let search = engine.go("nodes 3000");
        let input = json!({"variant": name, "fen": fen}).to_string();
        let record = &records(&analyse(&["--nodes", "3000", "--hash", "4"], &input))[0];
        assert_eq!(record["bestmove"], search.best(), "{name}");
        for (field, word) in [("nodes", "nodes"), ("depth", "depth"), ("seldepth", "seldepth")] {
            assert_eq!(record[field], search.number(word), "{name} {field}");
        }
        let score = record["score"].as_object().expect("a score");
        let (kind, value) = score.iter().next().expect("one score");
        assert!(search.last().contains(&format!(" score {kind} {value} ")), "{name} {record}");
    }
}

#[test]
fn moves_limits_and_games_that_are_over() {
    let input = r#"# a remark

startpos moves D b
{"id": 1, "moves": "D b", "limits": {"depth": 2}}
{"id": "over", "fen": "0-0-0-0-0-0-0-0-0-0-0-0-30-18-S"}
1-0-0-0-0-1-1-0-0-2-0-0-23-20-S
"#;
    let found = records(&analyse(&["--depth", "4", "--threads", "2"], input));
    let lines: Vec<_> = found.iter().map(|record| record["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [3, 4, 5, 6]);
    assert_eq!((&found[0]["depth"], &found[0]["moves"]), (&json!(4), &json!(["D", "b"])));
    assert_eq!((&found[1]["depth"], &found[1]["fen"]), (&json!(2), &json!("startpos")));
    let over = json!({
        "line": 5, "id": "over", "variant": "wari", "fen": "0-0-0-0-0-0-0-0-0-0-0-0-30-18-S",
        "bestmove": null, "score": found[2]["score"], "pv": [], "depth": 0, "seldepth": 0,
        "nodes": 0, "result": "p1win", "reason": found[2]["reason"],
    });
    assert_eq!(found[2], over);
    assert_eq!((&found[3]["bestmove"], &found[3]["score"]), (&json!("F"), &json!({"mate": 1})));
    let found =
        records(&analyse(&["--mate", "1"], &format!("\n{}\n", input.lines().last().unwrap())));
    assert_eq!(found[0]["score"], json!({"mate": 1}));
}

#[test]
fn a_bad_line_gives_an_error_and_the_others_their_answers() {
    let mut input = b"startpos\n{\"id\":\n{\"id\":\"a\",\"variant\":\"chess\"}\n1-2-3\n".to_vec();
    input.extend(b"\xff\xfe\nstartpos moves D D\n{\"options\":{\"WariGrandSlam\":7}}\na\0b\n");
    input.extend(vec![b'x'; (1 << 20) + 1]);
    input.extend(b"\nstartpos\n{\"limits\":{\"depth\":0}}\n{\"limits\":{\"nodes\":0}}");
    for threads in ["1", "3"] {
        let output = filter(&["--depth", "2", "--threads", threads], input.clone());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        let found = records(&String::from_utf8(output.stdout).unwrap());
        let told: Vec<_> = found
            .iter()
            .zip(1..)
            .map(|(record, number)| {
                assert_eq!(record["line"], number);
                assert_eq!(record["bestmove"].is_string(), record["error"].is_null(), "{record}");
                record["error"]["kind"].as_str().unwrap_or("none")
            })
            .collect();
        let kinds = [
            "none", "json", "variant", "fen", "text", "move", "option", "text", "text", "none",
            "json", "json",
        ];
        assert_eq!(told, kinds);
        assert_eq!(found[2]["id"], "a");
        let message = |place: usize| found[place]["error"]["message"].as_str().unwrap();
        assert!(message(3).starts_with("bad FEN: "), "{}", message(3));
        assert!(message(4).contains("found the byte 0xff"), "{}", message(4));
        assert!(message(5).starts_with("illegal move 'D', number 2"), "{}", message(5));
        assert!(message(8).contains("too long"), "{}", message(8));
    }
}

#[test]
fn each_answer_comes_without_waiting_for_more() {
    let mut client = Engine::with_args(&["--variant", "wari", "analyse", "-q", "--depth", "3"]);
    for number in 1..=20 {
        client.send(if number % 3 == 0 { "nonsense" } else { "startpos" });
        let record: Value = serde_json::from_str(&client.line()).expect("JSON");
        assert_eq!(record["line"], number);
    }
    let end = client.finish();
    assert!(end.lines.is_empty() && end.status.code() == Some(1), "{end:?}");
}

/// Writes `line` again and again, and counts how often; until nobody reads.
fn flood(child: &mut Child, first: &str, line: &'static str) -> Arc<AtomicUsize> {
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(first.as_bytes()).expect("an open pipe");
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    thread::spawn(move || {
        while stdin.write_all(line.as_bytes()).is_ok() {
            counter.fetch_add(1, Relaxed);
        }
    });
    count
}

/// Waits until a number stands still.
fn settled(count: &AtomicUsize) -> usize {
    let started = Instant::now();
    let mut last = (0, Instant::now());
    while last.0 == 0 || last.1.elapsed() < Duration::from_secs(1) {
        assert!(started.elapsed() < PATIENCE, "it goes on and on");
        let now = count.load(Relaxed);
        if now != last.0 {
            last = (now, Instant::now());
        }
        thread::sleep(Duration::from_millis(10));
    }
    last.0
}

#[test]
fn endless_input_does_not_fill_the_memory() {
    // A line of 64 bytes; what pipes hold is 64 KB on each side, or less.
    let line = "no position, but an error as long as a position is now and then\n";
    let most = 1024 + 3 * 65_536 / 64;
    let mut unread = piped(&["--depth", "1", "--threads", "2"]);
    let read = settled(&flood(&mut unread, "", line));
    assert!(read <= most, "nobody reads the output, and {read} lines were read");
    let _ = unread.kill();
    let _ = unread.wait();

    let slow = "{\"limits\":{\"movetime\":3000}}\n";
    let mut waiting = piped(&["--depth", "1", "--threads", "2"]);
    let count = flood(&mut waiting, slow, line);
    let mut stdout = waiting.stdout.take().expect("a pipe");
    let read = settled(&count);
    assert!(read <= most, "the first position is not done, and {read} lines were read");
    let mut buffer = vec![0; 1 << 16];
    let mut bytes = 0;
    // Goes on when the first position is done.
    while bytes < 20_000_000 {
        let read = stdout.read(&mut buffer).expect("a pipe");
        assert!(read > 0, "the output ended");
        bytes += read;
    }
    assert!(count.load(Relaxed) > 10 * most);
    if let Ok(status) = fs::read_to_string(format!("/proc/{}/status", waiting.id())) {
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
        let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        assert!(kilobytes < 60_000, "{line}");
    }
    drop(stdout);
    let status = wait_while(&mut waiting, || {});
    assert_eq!(status.code(), Some(1), "an error before the output was closed");
    let mut complaint = String::new();
    waiting.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!(complaint, "");
}

/// The output of a run that was killed at random moments, `kills` times, and gone on
/// with; `length` bytes, if all goes well.
#[cfg(unix)]
fn killed(kills: usize, length: usize, input: &Path, args: &[&str], seed: u64) -> Vec<u8> {
    let output = temporary(&format!("killed-{seed}"));
    let mut chance = StdRng::seed_from_u64(seed);
    let mut sizes = Vec::new();
    for _ in 0..kills {
        let files = [input.to_str().unwrap(), "--resume", "--output", output.to_str().unwrap()];
        let mut child = command(&[args, &files].concat()).spawn().expect("the program starts");
        // Somewhat further on, and at any moment then.
        let size = || fs::metadata(&output).map_or(0, |about| about.len());
        let enough = size() + chance.random_range(0..=(length / kills) as u64);
        let runs = |child: &mut Child| matches!(child.try_wait(), Ok(None));
        while size() < enough && runs(&mut child) {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(chance.random_range(0..5)));
        child.kill().expect("it can be killed");
        let _ = child.wait();
        let size = fs::metadata(&output).map_or(0, |about| about.len());
        sizes.push(size);
        // Wherever the file happens to end, also within a record.
        if let Ok(file) = fs::File::options().write(true).open(&output) {
            file.set_len(size - chance.random_range(0..=size.min(200))).expect("it can be cut");
        }
    }
    sizes.dedup();
    assert!(sizes.len() > kills / 3, "it got on between the kills: {sizes:?}");
    let files = [input.to_str().unwrap(), "--resume", "--output", output.to_str().unwrap()];
    let end = command(&[args, &files].concat()).output().expect("the program runs");
    assert_eq!(end.status.code(), Some(1), "a line of the first part is bad: {end:?}");
    fs::read(output).expect("the output")
}

#[cfg(unix)]
#[test]
fn after_a_kill_nothing_is_lost_and_nothing_repeated() {
    let input = temporary("input.jsonl");
    let text = format!("# all\nnonsense\n{}", positions(60));
    fs::write(&input, text).unwrap();
    for (format, seed) in [("json", 1), ("csv", 2), ("text", 3)] {
        let args = ["--format", format, "--depth", "2", "--multipv", "3", "--threads", "2"];
        let whole = command(&[&args, &[input.to_str().unwrap()][..]].concat()).output().unwrap();
        let resumed = killed(20, whole.stdout.len(), &input, &args, seed);
        assert!(whole.stdout == resumed, "{format}");
    }
}

#[test]
fn only_the_same_job_is_gone_on_with() {
    let (input, output) = (temporary("job.txt"), temporary("job.jsonl"));
    let (input_name, output_name) = (input.to_str().unwrap(), output.to_str().unwrap());
    fs::write(&input, "startpos\nstartpos moves D\nstartpos moves D b\n").unwrap();
    let run = |args: &[&str]| {
        let args = [&["--depth", "1", "--output", output_name, input_name], args].concat();
        let output = command(&args).output().expect("the program runs");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run(&[]), (Some(0), String::new()));
    let whole = fs::read_to_string(&output).unwrap();
    let (status, complaint) = run(&[]);
    assert_eq!(status, Some(2));
    assert!(complaint.contains("job.jsonl: there is such a file; --resume"), "{complaint}");
    assert_eq!(run(&["--resume"]), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(&output).unwrap(), whole, "a whole run stays as it is");
    for (args, complaint) in [
        (&["--resume", "--first-line", "2"][..], "its line 1 is not the record"),
        (&["--resume", "--format", "text"], "its line 1 is not the record"),
        (&["--resume", "--format", "csv"], "its header is not that of this run"),
    ] {
        let (status, said) = run(args);
        assert!(status == Some(2) && said.contains(complaint), "{args:?} {said}");
        assert_eq!(fs::read_to_string(&output).unwrap(), whole, "{args:?}");
    }
    fs::write(&input, "startpos\nstartpos moves E\nstartpos moves D b\n").unwrap();
    let (status, said) = run(&["--resume"]);
    assert!(status == Some(2) && said.contains("its line 2 is not the record"), "{said}");
    fs::write(&input, "startpos\n").unwrap();
    let (status, said) = run(&["--resume"]);
    assert!(status == Some(2) && said.contains("its line 2 is not the record"), "{said}");
    assert_eq!(fs::read_to_string(&output).unwrap(), whole);

    for precious in ["precious", "precious line\n", "precious\nlines\n", "{\"line\":2,"] {
        for format in ["json", "csv", "text"] {
            fs::write(&output, precious).unwrap();
            let (status, said) = run(&["--resume", "--format", format]);
            assert!(status == Some(2) && said.lines().count() == 1, "{precious} {format}: {said}");
            assert_eq!(fs::read_to_string(&output).unwrap(), precious);
        }
    }
    let itself = ["analyse", "--resume", "--output", input_name, input_name];
    let refused = ninefold(&itself).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("it is the input as well"));
    assert_eq!(fs::read_to_string(&input).unwrap(), "startpos\n");
    let endless = ninefold(&["analyse", "--resume", "--output", "/dev/null", input_name]);
    let refused = { endless }.output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("it is no regular file"));
}

#[test]
fn csv_and_text_say_the_same_as_json() {
    let input = positions(2) + "nonsense, \"quoted\"\n{\"id\":\"a,\\\"b\\n\",\"moves\":\"D b\"}\n";
    let run = |format| {
        let output = filter(&["--depth", "2", "--multipv", "2", "--format", format], input.clone());
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stdout).unwrap()
    };
    let (json, csv, text) = (records(&run("json")), run("csv"), run("text"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names = reader.headers().unwrap().clone();
    let mut texts = text.lines();
    let mut rows = reader.records().map(|row| row.expect("a row"));
    for record in &json {
        let lines = record["lines"].as_array().map_or(1, Vec::len);
        for rank in 0..lines {
            let row = rows.next().expect("a row for each line of play");
            let cell = |name| &row[names.iter().position(|it| it == name).expect("a column")];
            assert_eq!(cell("line"), record["line"].to_string());
            if let Some(id) = record["id"].as_str() {
                assert_eq!(cell("id"), id.replace('\n', " "));
            }
            let said = texts.next().expect("a row for each line of play");
            assert!(said.starts_with(&format!("{}\t", record["line"])), "{said}");
            if record["error"].is_object() {
                assert_eq!(cell("error"), record["error"]["kind"]);
                assert_eq!(cell("message"), record["error"]["message"]);
                assert!(said.ends_with(record["error"]["message"].as_str().unwrap()), "{said}");
                continue;
            }
            assert_eq!(cell("bestmove"), record["bestmove"].as_str().unwrap_or_default());
            assert_eq!(cell("nodes"), record["nodes"].to_string());
            let line = &record["lines"][rank];
            assert_eq!(cell("rank"), (rank + 1).to_string());
            for kind in ["cp", "mate"] {
                let score = line["score"].get(kind).map(Value::to_string).unwrap_or_default();
                assert_eq!(cell(kind), score);
                assert!(score.is_empty() || said.contains(&format!("\t{kind} {score}\t")));
            }
            let pv: Vec<_> =
                line["pv"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            assert_eq!(cell("pv"), pv.join(" "));
        }
    }
    assert!(rows.next().is_none() && texts.next().is_none());
}

#[test]
fn times_are_told_on_request_only() {
    let fields = |args: &[&str]| {
        let text = analyse(&[&["--nodes", "2000"], args].concat(), "startpos\n");
        let record = &records(&text)[0];
        (record["time"].as_f64(), record["nps"].as_u64())
    };
    assert_eq!(fields(&[]), (None, None));
    let (time, nps) = fields(&["--timing"]);
    assert!(time.is_some_and(|time| time > 0.0) && nps.is_some_and(|nps| nps > 0));
}

#[test]
fn several_files_are_read_as_one() {
    let (one, two) = (temporary("one.txt"), temporary("two.txt"));
    fs::write(&one, "startpos\n# end").unwrap();
    fs::write(&two, "startpos moves D").unwrap();
    let args = ["--depth", "1", "--first-line", "10", one.to_str().unwrap(), "-"];
    let text = analyse(&[&args, &[two.to_str().unwrap()][..]].concat(), "startpos moves D b\n");
    let found: Vec<_> = records(&text)
        .iter()
        .map(|record| (record["line"].as_u64(), record["moves"].as_array().map_or(0, Vec::len)))
        .collect();
    assert_eq!(found, [(Some(10), 0), (Some(12), 2), (Some(13), 1)]);
}

#[test]
fn progress_goes_to_the_standard_error() {
    let mut loud = ninefold(&["--variant", "wari", "analyse", "--depth", "1"]);
    let output = loud.stdin(Stdio::null()).output().expect("the program runs");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("0 positions, 0 errors, ") && said.lines().count() == 1, "{said}");
    assert!(output.status.success() && output.stdout.is_empty());
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line() {
    for (args, complaint) in [
        (&["/no/such/file"][..], "/no/such/file: "),
        (&["/"], "/: it is a folder"),
        (&["--option", "Threads=2"], "option 'Threads' is not for analyse"),
        (&["--option", "WariGrandSlam=x"], "option 'WariGrandSlam' takes"),
        (&["--option", "ManySearch=x"], "option 'ManySearch' takes one of"),
        (&["--output", "/no/such/folder/file"], "/no/such/folder/file: "),
        (&["--variant", "chess"], "there is no variant 'chess'"),
    ] {
        let args = [&["analyse"], args].concat();
        let output = ninefold(&args).stdin(Stdio::null()).output().expect("the program runs");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.lines().count() == 1 && said.contains(complaint), "{args:?}: {said}");
    }
    for args in [&["--depth", "0"][..], &["--resume"], &["--multipv", "501"], &["--hash", "0"]] {
        let output = command(args).stdin(Stdio::null()).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}
