//! The example of a new game, `examples/toy`: what Ninefold does for its own games it
//! does for tic-tac-toe, and `CONTRIBUTING.md` quotes it truly.

mod battery;
mod conversation;
#[path = "../examples/toy/games/mod.rs"]
pub mod games;

use games::tictactoe::{Aim, Square, TicTacToe};
// The game finds the traits as `crate::game`, as in the example.
use ninefold::{
    game::{self, Game as _, Notation as _, OptionValues},
    protocol::Engine,
    session::Start,
    solve::Effort,
    variants,
};
use std::{collections::BTreeMap, fs, iter, path::Path, sync::Arc};

/// Says `lines` to an engine that has the game, which understands them all.
fn answers(lines: &str) -> String {
    let engine = Engine::new(&games::GAMES).unwrap();
    let (said, summary) = conversation::converse(engine, format!("{lines}\n").into_bytes());
    assert_eq!(summary.errors, 0, "{said}");
    said
}

#[test]
fn it_has_the_properties_of_every_game() {
    battery::check_game::<TicTacToe>();
}

#[test]
fn it_is_offered_after_the_games_of_ninefold_and_only_by_the_example() {
    let own = variants::GAMES.names();
    assert_eq!(games::GAMES.names(), [own, &["tictactoe"]].concat());
    assert!(!own.contains(&"tictactoe"));
}

#[test]
fn the_protocol_lists_plays_and_draws_it() {
    let said = answers(
        "uci\nvariants\nsetoption name UCI_Variant value tictactoe\nrules\n\
         position startpos moves b2 a1 c1\nd\nquery legalmoves\nquery score\n\
         position fen 2O/1X1/3 X moves a1 b3 a3\nquery turn\nflip\nquery fen\n\
         setoption name TicTacToeMisere value true\nrules\n\
         position startpos moves a1 a2 b1 b2 c1\nquery result\nquery reason",
    );
    for text in [
        " var tictactoe\n",
        "option name TicTacToeMisere type check default false\n",
        "tictactoe      2 players, 3x3 squares: Tic-tac-toe: three marks in a row\n",
        "info string variant tictactoe files 3 ranks 3 pocket 0 template fairy startpos 3/3/3 X\n",
        "Who has three own marks in a row, along a rank, a file or a diagonal,\nwins.",
        " 2 |   | X |   |\n   +---+---+---+\n 1 | O |   | X |\n",
        "response a2 a3 b1 b3 c2 c3\nresponse none\n",
        "response 2\nresponse OXX/1O1/O2 X\n",
        "loses.",
        "response p2win\nresponse three-in-a-row\n",
    ] {
        assert!(said.contains(text), "{text:?} is missing in\n{said}");
    }
}

#[test]
fn perft_and_bench_count_it() {
    let said = answers("setoption name UCI_Variant value tictactoe\ngo perft 6\nbench 1");
    assert!(said.contains("\nNodes searched: 54720\n"), "{said}");
    assert!(said.contains("\ntictactoe: "), "{said}");
}

/// The value for the player to move of perfect play: 10 less the plies to a win, its
/// negative for a loss, 0 for a draw.
fn value(state: TicTacToe) -> i32 {
    match state.outcome().map(|outcome| outcome.winner) {
        Some(None) => 0,
        Some(Some(winner)) if winner == state.turn() => 10,
        Some(Some(_)) => -10,
        None => state.moves().into_iter().map(|mv| value_of(state, mv)).max().unwrap(),
    }
}

/// The value of a move for the player who makes it.
fn value_of(state: TicTacToe, mv: Square) -> i32 {
    let value = -value(state.after(mv));
    value - value.signum()
}

/// All positions of the games from `state` on, by their FENs.
fn collect(state: TicTacToe, positions: &mut BTreeMap<String, TicTacToe>) {
    if positions.insert(state.fen(), state).is_none() {
        state.moves().into_iter().for_each(|mv| collect(state.after(mv), positions));
    }
}

/// The score of a value as the protocol writes it.
fn score(value: i32) -> String {
    let moves = (10 - value.abs() + 1) / 2;
    match value.signum() {
        0 => " score cp 0 ".to_owned(),
        sign => format!(" score mate {} ", sign * moves),
    }
}

fn check_all_positions(aim: Aim, misere: bool) {
    let mut positions = BTreeMap::new();
    collect(TicTacToe::start(aim), &mut positions);
    assert_eq!(positions.len(), 5478);
    positions.retain(|_, state| state.outcome().is_none());
    let options = format!(
        "setoption name UCI_Variant value tictactoe\nsetoption name TicTacToeMisere value {misere}"
    );
    let search = |fen| format!("position fen {fen}\ngo depth 9");
    let lines: Vec<_> = iter::once(options).chain(positions.keys().map(search)).collect();
    let said = answers(&lines.join("\n"));
    let searches: Vec<_> = said.split_inclusive("bestmove ").collect();
    assert_eq!(searches.len(), positions.len() + 1);
    for (&state, pair) in positions.values().zip(searches.windows(2)) {
        let last = pair[0].lines().rfind(|line| line.contains(" score ")).unwrap();
        let best = pair[1].split_whitespace().next().unwrap();
        let (fen, value) = (state.fen(), value(state));
        assert!(last.contains(&score(value)), "{fen}: {value}, {last}");
        let mv = state.parse_move(best).unwrap();
        assert_eq!(value_of(state, mv), value, "{fen}: {best}, {last}");
    }
}

#[test]
fn the_search_plays_every_position_as_well_as_can_be() {
    assert_eq!(value(TicTacToe::start(Aim::Make)), 0, "perfect play is a draw");
    check_all_positions(Aim::Make, false);
}

#[test]
fn the_search_plays_by_the_rule_option() {
    assert_eq!(value(TicTacToe::start(Aim::Avoid)), 0, "perfect play is a draw");
    check_all_positions(Aim::Avoid, true);
}

#[test]
fn the_solver_proves_every_position() {
    let variant = games::GAMES.find("tictactoe").unwrap();
    for (aim, misere) in [(Aim::Make, "false"), (Aim::Avoid, "true")] {
        let mut positions = BTreeMap::new();
        collect(TicTacToe::start(aim), &mut positions);
        let mut values = OptionValues::default();
        values.set(variant.rule("TicTacToeMisere").unwrap(), misere).unwrap();
        for exhaustive in [false, true] {
            let effort = Effort { memory: 1 << 20, nodes: 1_000_000, exhaustive };
            let mut solve = variant.open(&values).solver(effort, None, Arc::default()).unwrap();
            for (fen, &state) in &positions {
                let solution = solve(Start::Fen(fen), "").unwrap();
                let (value, proven) = (value(state), solution.proven);
                assert_eq!([proven.least, proven.most], [value.signum() as i8; 2], "{fen}");
                if let Some(plies) = solution.plies.filter(|_| value != 0) {
                    assert_eq!(plies as i32, 10 - value.abs(), "{fen}");
                }
                if let Some(best) = solution.best {
                    let mv = state.parse_move(&best).unwrap();
                    assert_eq!(value_of(state, mv).signum(), value.signum(), "{fen}: {best}");
                }
            }
        }
    }
}

/// Noughts begin at the edge beside the cross in the corner: a known mistake.
#[test]
fn a_search_for_a_mate_finds_it() {
    let said = answers(
        "setoption name UCI_Variant value tictactoe\n\
         position startpos moves a1 a2\ngo mate 3\n\
         position startpos moves a1 b2\ngo mate 3",
    );
    let scores: Vec<_> = said
        .split("bestmove ")
        .filter_map(|search| search.lines().rfind(|line| line.contains(" score ")))
        .map(|line| line.contains(" score mate 3 "))
        .collect();
    assert_eq!(scores, [true, false], "{said}");
}

/// The text of all files of a folder and its folders, outdented.
fn source(folder: &Path) -> String {
    let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| {
            if path.is_dir() {
                source(&path)
            } else {
                outdented(&fs::read_to_string(path).unwrap())
            }
        })
        .collect()
}

/// The text without its indentation, which a quotation has less of.
fn outdented(text: &str) -> String {
    text.lines().map(|line| line.trim_start().to_owned() + "\n").collect()
}

/// A line `// ...` in a quotation stands for lines that it leaves out.
#[test]
fn contributing_quotes_it_truly() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = source(&root.join("examples/toy"));
    let guide = fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let blocks: Vec<_> = guide.split("```rust\n").skip(1).collect();
    assert!(blocks.len() > 5, "{} quotations", blocks.len());
    for block in blocks {
        let (block, _) = block.split_once("```").expect("the block is closed");
        let block = outdented(block);
        let mut rest = source.as_str();
        for part in block.split("// ...\n") {
            let found = rest.split_once(part);
            (_, rest) = found.unwrap_or_else(|| panic!("the example does not have\n{part}"));
        }
    }
}
