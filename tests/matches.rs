//! Whole games between two processes, led as the two UGI managers of tournaments
//! lead them.

mod common;

use common::{Engine, WARI};
use std::time::Instant;

/// Longer than any game of Wari that engines play.
const LONGEST_GAME: usize = 1000;

/// What ends each search.
#[derive(Clone, Copy)]
enum TimeControl {
    /// Milliseconds for the game and for each move more.
    Clock {
        base: i64,
        increment: i64,
    },
    MoveTime(i64),
    Depth(u32),
    Nodes(u64),
}

/// How many milliseconds a busy machine may take away from a player.
const TOLERANCE: i64 = 5000;

impl TimeControl {
    fn limits(self, clocks: [i64; 2]) -> String {
        let [p1, p2] = clocks;
        match self {
            Self::Clock { increment, .. } => {
                format!("p1time {p1} p2time {p2} p1inc {increment} p2inc {increment}")
            }
            Self::MoveTime(time) => format!("movetime {time}"),
            Self::Depth(depth) => format!("depth {depth}"),
            Self::Nodes(nodes) => format!("nodes {nodes}"),
        }
    }
}

/// The arbiter, two players, and the game so far.
struct Match {
    arbiter: Engine,
    players: [Engine; 2],
    moves: Vec<String>,
}

impl Match {
    /// Starts the processes; `rules` are set for all three, and each player's
    /// options in the order given, whether they exist or not.
    fn new(rules: &str, options: [&[&str]; 2]) -> Self {
        let mut arbiter = Engine::with_args(WARI);
        arbiter.tell(rules);
        let players = options.map(|options| {
            let mut player = Engine::with_args(WARI);
            player.ask("ugi", "ugiok");
            for option in options {
                player.send(format_args!("setoption name {option}"));
            }
            player.send(rules);
            player.ask("isready", "readyok");
            player
        });
        Self { arbiter, players, moves: Vec::new() }
    }

    fn position(&self) -> String {
        match self.moves.as_slice() {
            [] => "position startpos".to_owned(),
            moves => format!("position startpos moves {}", moves.join(" ")),
        }
    }

    /// The answer of a player to a question about the present position.
    fn query(&mut self, player: usize, question: &str) -> String {
        let position = self.position();
        self.players[player].send(position);
        self.players[player].query(question)
    }

    fn mover(&mut self) -> usize {
        usize::from(self.query(0, "p1turn") != "true")
    }

    /// Plays a game to its end: the result that both players agree on.
    fn play(&mut self, control: TimeControl) -> String {
        self.moves.clear();
        for player in &mut self.players {
            assert_eq!(player.ask("isready", "readyok"), ["readyok"]);
            player.send("uginewgame");
        }
        let mut clocks = match control {
            TimeControl::Clock { base, .. } => [base; 2],
            _ => [0; 2],
        };
        while self.moves.len() < LONGEST_GAME {
            let mover = self.mover();
            assert_eq!(self.mover(), mover);
            let position = self.position();
            let player = &mut self.players[mover];
            assert_eq!(player.ask("isready", "readyok"), ["readyok"]);
            player.send(&position);
            if self.query(mover, "gameover") == "true" {
                return self.result();
            }
            let started = Instant::now();
            let search = self.players[mover].go(&control.limits(clocks));
            self.check_time(control, started.elapsed().as_millis() as i64, &mut clocks[mover]);
            let words: Vec<_> = search.answer.split(' ').collect();
            let ["bestmove", mv] = words.as_slice() else { panic!("{}", search.answer) };
            self.arbiter.send(position);
            let legal = self.arbiter.query(&format!("islegal {mv}"));
            assert_eq!(legal, "true", "{mv} after {}", self.moves.join(" "));
            self.moves.push((*mv).to_owned());
        }
        panic!("no end of {}", self.moves.join(" "));
    }

    /// Takes the time of a move off the clock.
    fn check_time(&self, control: TimeControl, spent: i64, clock: &mut i64) {
        let left = match control {
            TimeControl::Clock { .. } => *clock - spent,
            TimeControl::MoveTime(time) => time - spent,
            TimeControl::Depth(_) | TimeControl::Nodes(_) => return,
        };
        assert!(left > -TOLERANCE, "{left} ms left after {}", self.moves.join(" "));
        if let TimeControl::Clock { increment, .. } = control {
            *clock = left + increment;
        }
    }

    fn result(&mut self) -> String {
        let results = [0, 1].map(|player| {
            assert_eq!(self.query(player, "gameover"), "true");
            self.query(player, "result")
        });
        let position = self.position();
        self.arbiter.send(position);
        let result = self.arbiter.query("result");
        assert!(["p1win", "p2win", "draw"].contains(&result.as_str()), "{result}");
        assert_eq!(results, [result.clone(), result.clone()]);
        result
    }

    fn end(self) {
        for mut player in self.players {
            player.send("quit");
            let end = player.finish();
            assert!(end.status.success() && end.lines.is_empty(), "{end:?}");
        }
    }
}

#[test]
fn games_led_by_cutegames_end_with_a_result() {
    let keep = "setoption name WariGrandSlam value keep";
    let all = "setoption name WariGrandSlam value all";
    let illegal = "setoption name WariGrandSlam value illegal";
    let first: &[&str] = &["Hash value 1", "OwnBook value true", "Threads value 1"];
    let second: &[&str] = &["threads value 2", "Hash value 32", "Move Overhead value 0"];
    let weak: &[&str] = &["Skill Level value 0", "Seed value 5", "Contempt value x y"];
    let multi: &[&str] = &["MultiPV value 500", "UCI_ShowWDL value true"];
    for (rules, options, games) in [
        (keep, [first, second], vec![TimeControl::Clock { base: 2000, increment: 50 }]),
        (illegal, [second, weak], vec![TimeControl::MoveTime(10), TimeControl::Nodes(1)]),
        (all, [weak, multi], vec![TimeControl::Depth(3), TimeControl::Depth(1)]),
        (keep, [multi, first], vec![TimeControl::Nodes(2000); 3]),
    ] {
        let mut pair = Match::new(rules, options);
        for control in games {
            pair.play(control);
        }
        pair.end();
    }
}

/// One process a game and player, each move to both; the first one is the judge.
#[test]
fn a_game_led_by_cutergames_ends_with_a_result() {
    let mut players = [(); 2].map(|()| {
        let mut player = Engine::with_args(&["--game", "ataxx", "--variant", "wari"]);
        player.ask("ugi", "ugiok");
        assert_eq!(player.ask("isready", "readyok"), ["readyok"]);
        player.send("position startpos");
        player
    });
    let mut plies = 0;
    while players[0].query("gameover") == "false" {
        assert!(plies < LONGEST_GAME);
        plies += 1;
        let mover = usize::from(players[0].query("p1turn") != "true");
        assert_eq!(players[mover].ask("isready", "readyok"), ["readyok"]);
        let search = players[mover].go("movetime 10");
        // It looks at the first eight bytes of each line.
        assert!(search.lines.iter().all(|line| line.len() >= 8), "{search:?}");
        let mv = search.answer.strip_prefix("bestmove ").expect("a move");
        for player in &mut players {
            player.send(format_args!("moves {mv}"));
        }
    }
    assert!(["p1win", "p2win", "draw"].contains(&players[0].query("result").as_str()));
    for mut player in players {
        player.send("stop\nquit");
        let end = player.wait();
        assert!(end.status.success() && end.lines.is_empty(), "{end:?}");
    }
}
