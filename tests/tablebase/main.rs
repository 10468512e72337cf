//! Tables of endings: made and verified by the command line, asked by the protocol.

#[path = "../common/mod.rs"]
mod common;

use common::{Engine, ninefold, number};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

/// Five seeds on the board, of which the mover can win all, and needs them.
const FIVE: &str = "position fen 1-0-0-0-0-1-1-0-1-1-0-0-23-20-N";

/// Eight seeds on the board: more than the engine has tables of without a file.
const EIGHT: &str = "position fen 1-1-0-0-1-1-1-0-1-1-0-1-20-20-S";

/// Two men against one on the small board of Kolowis, which win after a long chase.
const THREE_MEN: &str = "position fen 8/w7b/1w6 w 0 1";

/// Endings of seven seeds that South wins, the next seeds of which are far away.
const WON: [&str; 3] = [
    "0-1-0-0-0-0-2-0-0-0-2-2-21-20-S 0 1",
    "0-3-0-0-0-0-2-0-0-0-2-0-21-20-S 0 1",
    "2-1-0-0-0-0-0-2-1-1-0-0-21-20-S 0 1",
];

/// A folder of a test's own, which is gone after it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ninefold-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn file(&self, rules: &str, seeds: u8) -> PathBuf {
        self.0.join(format!("wari-{rules}-{seeds:02}.table"))
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("the name of the folder is text")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs `ninefold tablebase`; its status and all that it says.
fn tablebase(arguments: &[&str]) -> (bool, String) {
    let output = ninefold(&["tablebase"]).args(arguments).output().expect("the program runs");
    let [said, complained] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    (output.status.success(), said + &complained)
}

fn build(folder: &Folder, seeds: &str, more: &[&str]) {
    let arguments = [&["build", "wari", "--seeds", seeds, "--out", folder.text()], more].concat();
    let (success, said) = tablebase(&arguments);
    assert!(success, "{said}");
}

fn spoil(path: &Path) {
    let mut bytes = fs::read(path).expect("the file");
    *bytes.last_mut().expect("a byte") ^= 1;
    fs::write(path, bytes).expect("it is written");
}

#[test]
fn tables_are_made_verified_and_listed() {
    let folder = Folder::new("made");
    let sets = [
        ("keep", &[][..]),
        ("illegal", &["--option", "WariGrandSlam=illegal"][..]),
        ("keep-even", &["--even-split", "--threads", "1"][..]),
    ];
    for (_, more) in sets {
        build(&folder, "5", more);
    }
    let (success, said) = tablebase(&["verify", folder.text()]);
    assert!(success, "{said}");
    let (_, list) = tablebase(&["info", folder.text()]);
    for (name, _) in sets {
        assert!(folder.file(name, 5).exists(), "{name}");
        let name = name.replace('-', " ");
        assert!(said.contains(&format!("wari {name}, 5 seeds: verified")), "{said}");
        let row = list.lines().find(|row| row.starts_with(&format!("wari {name}  ")));
        assert!(row.is_some() && list.contains(" 4368 "), "{list}");
    }
    spoil(&folder.file("illegal", 3));
    let (success, said) = tablebase(&["verify", folder.text()]);
    assert!(
        !success && said.contains("wari-illegal-03.table: the positions are damaged"),
        "{said}"
    );
}

#[test]
fn tables_of_men_are_made_verified_and_asked() {
    let folder = Folder::new("men");
    let out = folder.text();
    let (success, said) = tablebase(&["build", "kolowis", "--men", "5", "--out", out]);
    assert!(success && said.contains("tables of kolowis up to 5 men"), "{said}");
    let (success, said) = tablebase(&["verify", out, "--threads", "2"]);
    assert!(success && said.contains("kolowis, 5 men: verified"), "{said}");
    let (_, list) = tablebase(&["info", out]);
    assert!(list.contains(" 524342 "), "{list}");

    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value kolowis");
    engine.tell(THREE_MEN);
    let verdicts = "3 win 28 a2b2 win 30 a2b3 win 28 b1a1 win 30 b1b2 win 28 b1c1 win 30";
    assert_eq!(engine.query("tablebase"), verdicts, "without a file");
    engine.tell("position fen 8/w3b3b/1w3b2 w 0 1");
    assert_eq!(engine.query("tablebase"), "none");
    engine.tell(format_args!("setoption name TablebasePath value {out}"));
    let answer = engine.query("tablebase");
    assert!(answer.starts_with("5 draw 0 "), "{answer}");
    engine.tell(THREE_MEN);
    assert_eq!(engine.query("tablebase"), verdicts);

    // The other board has no files here.
    engine.say("setoption name UCI_Variant value kolowis-large");
    engine.tell("position fen 16/w1b14/16 w 0 1");
    assert!(engine.query("tablebase").starts_with("2 "));
}

#[test]
fn tables_of_units_are_made_verified_and_asked() {
    let folder = Folder::new("units");
    let out = folder.text();
    let rules = ["--option", "HexCentre=white", "--option", "HexJoin=off"];
    let build = [&["build", "hexlasca", "--units", "2", "--out", out][..], &rules].concat();
    let (success, said) = tablebase(&build);
    assert!(success && said.contains("tables of hexlasca white off up to 2 units"), "{said}");
    let (success, said) = tablebase(&["verify", out]);
    assert!(success && said.contains("hexlasca white off, 2 units: verified"), "{said}");

    // The capture that ends the game may be the last ply before the limit.
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value hexlasca");
    engine.tell("setoption name HexCentre value white\nsetoption name HexJoin value off");
    engine.tell(format_args!("setoption name TablebasePath value {out}"));
    for (fen, answer) in [
        ("wbw,bwb,3/6/7/8/9/8/7/6/5 b 99 70", "2 win 1 2-1 win 1"),
        ("5/6/7/8/4,bbbwb,wb,3/8/7/6/5 w 0 1", "2 win 1 32-31 win 1"),
        ("5/6/7/8/4,bbbwb,wb,3/8/7/6/w,4 w 0 1", "none"),
        ("w,4/6/7/8/9/8/7/6/5 w 0 1", "none"),
    ] {
        engine.tell(format_args!("position fen {fen}"));
        assert_eq!(engine.query("tablebase"), answer, "{fen}");
    }
    engine.say("setoption name UCI_Variant value hexlasca-3");
    engine.tell("position fen w,4/6/7/8/9/8/7/6/4,b w 0 1");
    assert_eq!(engine.query("tablebase"), "none");
    assert!(engine.ask("go depth 3", "bestmove").len() > 1);
}

#[test]
fn a_won_ending_is_won_with_few_nodes() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value kolowis");
    let mut moves = String::new();
    // The one man of the other side goes where it can hold out longest.
    for ply in 0..60 {
        engine.tell(format_args!("{THREE_MEN} moves{moves}"));
        let answer = engine.query("tablebase");
        if answer == "none" {
            assert_eq!(engine.query("reason"), "capture-all");
            assert_eq!(engine.query("result"), "p1win");
            return;
        }
        let words: Vec<&str> = answer.split(' ').skip(3).collect();
        let mv = if ply % 2 == 0 {
            let lines = engine.ask("go nodes 50", "bestmove");
            let best = lines.last().expect("an answer");
            best.split(' ').nth(1).expect("a move").to_owned()
        } else {
            let plies = |choice: &&[&str]| choice[2].parse::<u32>().expect("plies");
            words.chunks(3).max_by_key(plies).expect("a move")[0].to_owned()
        };
        moves = [moves, mv].join(" ");
    }
    panic!("not won after{moves}");
}

#[test]
fn a_won_ending_of_points_is_won_with_few_nodes() {
    for fen in WON {
        let mut engine = Engine::start();
        let mut moves = String::new();
        for ply in 0.. {
            engine.tell(format_args!("position fen {fen} moves{moves}"));
            if engine.query("result") != "none" {
                assert_eq!(engine.query("result"), "p1win", "{fen} moves{moves}");
                break;
            }
            // Who loses looks farther.
            let limit = if ply % 2 == 0 { "go nodes 50" } else { "go nodes 200" };
            let lines = engine.ask(limit, "bestmove");
            let best = lines.last().expect("an answer");
            moves = [&moves, best.split(' ').nth(1).expect("a move")].join(" ");
        }
    }
}

#[test]
fn tables_that_cannot_be_used_are_named_and_the_others_verified() {
    let folder = Folder::new("gaps");
    build(&folder, "5", &[]);
    build(&folder, "3", &["--option", "WariGrandSlam=all"]);
    spoil(&folder.file("keep", 3));
    fs::copy(folder.file("all", 0), folder.file("other", 0)).expect("a copy");
    let (success, said) = tablebase(&["verify", folder.text()]);
    assert!(!success && said.contains("4 of 11 files are not verified"), "{said}");
    assert!(said.contains("wari keep, 2 seeds: verified"), "{said}");
    assert!(said.contains("wari all, 3 seeds: verified"), "{said}");
    assert!(said.contains("wari-keep-03.table: the positions are damaged"), "{said}");
    for (rules, seeds) in [("keep", 4), ("keep", 5), ("other", 0)] {
        let name = folder.file(rules, seeds);
        assert!(said.contains(&format!("{}: not verified", name.display())), "{said}");
    }

    // What is in a pipe would be waited for.
    fs::remove_file(folder.file("keep", 3)).expect("it is removed");
    let made = Command::new("mkfifo").arg(folder.file("keep", 3)).status();
    assert!(made.is_ok_and(|status| status.success()));
    let (_, said) = tablebase(&["info", folder.text()]);
    assert!(said.contains("wari-keep-03.table: this is no table of Ninefold"), "{said}");
    fs::write(folder.file("all", 3), &fs::read(folder.file("all", 3)).expect("a file")[..500])
        .expect("it is written");
    let (_, said) = tablebase(&["info", folder.text()]);
    assert!(said.contains("wari-all-03.table: there are"), "{said}");

    // The engine has more of itself than there is in the folder.
    let mut engine = Engine::start();
    let set = format!("setoption name TablebasePath value {}", folder.text());
    assert!(engine.refused(&set).contains("this is no table of Ninefold"));
    engine.tell(FIVE);
    assert_eq!(engine.query("tablebase"), "5 5 5 a 5 5 c 0 0 d 0 0");
    let nowhere = "setoption name TablebasePath value no/such/folder";
    assert!(engine.refused(nowhere).contains("there is no folder no/such/folder"));
    assert_eq!(engine.query("tablebase"), "5 5 5 a 5 5 c 0 0 d 0 0");
}

#[test]
fn an_interrupted_build_goes_on_and_a_damaged_table_is_made_anew() {
    let (whole, broken) = (Folder::new("whole"), Folder::new("broken"));
    build(&whole, "6", &[]);
    build(&broken, "4", &[]);
    let kept = fs::metadata(broken.file("keep", 2)).and_then(|it| it.modified()).expect("a time");
    // What a build leaves that was ended while it wrote.
    fs::write(broken.file("keep", 5).with_extension("table.part"), "half").expect("it is written");
    spoil(&broken.file("keep", 4));
    build(&broken, "6", &[]);
    for seeds in 0..=6 {
        let [one, other] =
            [&whole, &broken].map(|it| fs::read(it.file("keep", seeds)).expect("the file"));
        assert!(one == other, "{seeds}");
    }
    let still = fs::metadata(broken.file("keep", 2)).and_then(|it| it.modified()).expect("a time");
    assert_eq!(kept, still, "what was there is not made again");
}

/// A build that runs.
fn begun(arguments: &[&str], more: &[&str]) -> Child {
    let mut command = ninefold(&["tablebase"]);
    command.args(arguments).args(more).stderr(Stdio::null());
    command.spawn().expect("the program runs")
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_saves_what_it_has() {
    let folder = Folder::new("interrupted");
    let arguments = ["build", "wari", "--seeds", "15", "--out", folder.text(), "--threads", "1"];
    let mut running = begun(&arguments, &[]);
    while !folder.file("keep", 11).exists() {
        assert!(running.try_wait().expect("a status").is_none());
        thread::sleep(Duration::from_millis(10));
    }
    let id = rustix::process::Pid::from_child(&running);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
    assert_eq!(running.wait().expect("a status").code(), Some(130));
    let files = fs::read_dir(&folder.0).expect("a folder").map(|it| it.expect("a file").path());
    let drafts = files.filter(|it| it.extension().is_some_and(|it| it == "draft")).count();
    assert_eq!(drafts, 1);
}

#[test]
fn a_build_that_is_killed_within_a_table_goes_on_from_its_draft() {
    let (whole, broken) = (Folder::new("whole-table"), Folder::new("draft"));
    build(&whole, "12", &[]);
    build(&broken, "11", &[]);
    let draft = broken.file("keep", 12).with_extension("draft");
    let arguments = ["build", "wari", "--seeds", "12", "--out", broken.text()];
    // On a machine that is busy it may have ended before it is killed.
    let was_killed = (0..10).any(|_| {
        let _ = fs::remove_file(broken.file("keep", 12));
        let mut running = begun(&arguments, &["--checkpoint", "0"]);
        while !draft.exists() && running.try_wait().expect("a status").is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        running.kill().and_then(|()| running.wait()).expect("it is killed");
        draft.exists() && !broken.file("keep", 12).exists()
    });
    assert!(was_killed);

    // A draft is no table, whatever it is called.
    fs::copy(&draft, broken.file("all", 0)).expect("a copy");
    let (success, said) = tablebase(&["verify", broken.text()]);
    assert!(!success && said.contains("a draft of wari keep, 12 in play"), "{said}");
    let (_, list) = tablebase(&["info", broken.text()]);
    assert!(list.contains("wari-all-00.table: this is a draft"), "{list}");
    fs::remove_file(broken.file("all", 0)).expect("it is removed");

    let whole = fs::read(whole.file("keep", 12)).expect("the file");
    let kept = fs::read(&draft).expect("the draft");
    let mut damaged = kept.clone();
    damaged[kept.len() / 2] ^= 1;
    for (bytes, expected) in [
        (&*kept, "the build goes on"),
        (&whole[..999], "this is a table of wari keep"),
        (&damaged, "the positions are damaged; it is not used"),
    ] {
        let _ = fs::remove_file(broken.file("keep", 12));
        fs::write(&draft, bytes).expect("it is written");
        let (success, said) = tablebase(&arguments);
        assert!(success, "{said}");
        assert!(said.contains(&format!("{}: {expected}", draft.display())), "{said}");
        assert!(fs::read(broken.file("keep", 12)).expect("the file") == whole);
        assert!(!draft.exists(), "a draft is left");
    }
}

#[test]
fn wrong_orders_are_refused() {
    let folder = Folder::new("refused");
    let out = folder.text();
    for (arguments, complaint) in [
        (&["build", "lasca", "--seeds", "3", "--out", out][..], "no tables of 'lasca'"),
        (&["build", "hexlasca", "--units", "4", "--out", out], "at most 3 units"),
        (&["build", "hexlasca-3", "--units", "2", "--out", out], "no tables of 'hexlasca-3'"),
        (&["build", "wary", "--seeds", "3", "--out", out], "no variant 'wary'"),
        (&["build", "wari", "--seeds", "49", "--out", out], "at most 48 seeds"),
        (&["build", "kolowis-large", "--men", "8", "--out", out], "at most 7 men"),
        (&["build", "kolowis", "--men", "3", "--even-split", "--out", out], "nothing to split"),
        (&["build", "wari", "--seeds", "48", "--out", out], "that does not fit"),
        (&["build", "wari", "--seeds", "3", "--out", out, "--option", "Hash=3"], "no rule 'Hash'"),
        (
            &["build", "wari", "--seeds", "3", "--out", out, "--checkpoint", "-1"],
            "expected a number from 0",
        ),
        (&["verify", out], "there are no tables"),
        (&["info", out], "ninefold-refused"),
    ] {
        let (success, said) = tablebase(arguments);
        assert!(!success && said.contains(complaint), "{arguments:?}: {said}");
    }
    assert!(!folder.0.exists());
}

#[test]
fn without_a_file_there_are_tables_of_few_seeds() {
    let mut engine = Engine::start();
    assert_eq!(engine.query("tablebase"), "none", "the start");
    engine.tell(FIVE);
    // North wins all five by a, and nothing by another move.
    assert_eq!(engine.query("tablebase"), "5 5 5 a 5 5 c 0 0 d 0 0");
    let lines = engine.ask("go depth 4", "bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove a"));
    let scored = lines.iter().rfind(|line| line.contains(" score ")).expect("a score");
    assert!(number(scored, "cp") > 24_000, "{scored}");
    engine.tell(EIGHT);
    assert_eq!(engine.query("tablebase"), "none");
}

#[test]
fn a_search_tells_its_hits_unless_it_is_handicapped_or_for_a_mate() {
    let mut engine = Engine::start();
    let mut hits = |setting: &str, limit: &str| {
        engine.tell(format_args!("ucinewgame\n{setting}\n{EIGHT}"));
        let lines = engine.ask(limit, "bestmove");
        let last = lines.iter().rfind(|line| line.contains(" tbhits ")).expect("a line");
        number(last, "tbhits")
    };
    assert!(hits("", "go depth 8") > 0);
    assert_eq!(hits("", "go mate 4"), 0);
    assert_eq!(hits("setoption name Skill Level value 10", "go depth 8"), 0);
}

#[test]
fn a_folder_of_tables_is_used_as_far_as_it_is_good() {
    let folder = Folder::new("used");
    build(&folder, "8", &[]);
    let set = format!("setoption name TablebasePath value {}", folder.text());
    let mut engine = Engine::start();
    engine.tell(&set);
    assert_eq!(engine.query("TablebasePath"), folder.text());
    engine.tell(EIGHT);
    let answer = engine.query("tablebase");
    assert!(answer.starts_with("8 "), "{answer}");
    let words: Vec<&str> = answer.split(' ').skip(3).step_by(3).collect();
    assert_eq!(words.join(" "), engine.query("legalmoves"));

    // The rules of another option have no files here, so the small tables are back.
    engine.tell("setoption name WariGrandSlam value all");
    engine.tell(EIGHT);
    assert_eq!(engine.query("tablebase"), "none");
    engine.tell(format_args!("setoption name WariGrandSlam value keep\n{FIVE}"));
    assert_eq!(engine.query("tablebase"), "5 5 5 a 5 5 c 0 0 d 0 0");

    spoil(&folder.file("keep", 8));
    let error = engine.refused(&set);
    assert!(error.contains("wari-keep-08.table: the positions are damaged"), "{error}");
    engine.tell(EIGHT);
    assert_eq!(engine.query("tablebase"), "none");
    engine.tell(FIVE);
    assert_eq!(engine.query("tablebase"), "5 5 5 a 5 5 c 0 0 d 0 0");
    assert!(engine.ask("go depth 3", "bestmove").len() > 1, "it plays on");

    fs::write(folder.file("keep", 0), "no table at all").expect("it is written");
    assert!(engine.refused(&set).contains("wari-keep-00.table: this is no table of Ninefold"));
    assert_eq!(engine.query("tablebase"), "5 5 5 a 5 5 c 0 0 d 0 0", "the small ones");
    engine.tell("setoption name TablebasePath value <empty>");
    assert_eq!(engine.query("TablebasePath"), "<empty>");
}
