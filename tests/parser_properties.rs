//! What holds for every line that the parser is given.

use ninefold::protocol::{Clock, Command, Go, Query, Start, parse};
use proptest::{collection::vec, option, prelude::*, sample::select};

/// Words that mean something somewhere, right and nearly right.
const WORDS: &str = "\
    uci ugi debug on off isready setoption name value Move Overhead register ucinewgame \
    uginewgame position startpos fen moves go wtime btime winc binc p1time p2time p3time p1inc \
    p2inc p3inc movestogo movetime depth nodes mate infinite ponder searchmoves perft stop \
    ponderhit quit query gameover p1turn result islegal board d eval bench flip variants rules \
    help 0 1 -1 127 128 .5 1000.75 1e9 4294967296 9223372036854775808 a1b2 8/8/8 UCI ucix é \
    \u{1b} …";

/// The commands before which unknown words are skipped.
const STANDARD: &str = "\
    uci ugi debug isready setoption register ucinewgame uginewgame position go stop ponderhit \
    quit query";

/// The commands that only count at the front.
const ADDITIONS: &str = "moves d eval bench flip variants rules help";

/// The words that end a list of `searchmoves`.
const ARGUMENTS: &str = "\
    wtime btime winc binc p1time p2time p3time p1inc p2inc p3inc movestogo movetime depth \
    nodes mate infinite ponder searchmoves perft";

/// The questions that are one word.
const QUERIES: [(&str, Query<'static>); 14] = [
    ("gameover", Query::GameOver),
    ("p1turn", Query::SeatTurn(1)),
    ("p2turn", Query::SeatTurn(2)),
    ("p3turn", Query::SeatTurn(3)),
    ("result", Query::Result),
    ("turn", Query::Turn),
    ("players", Query::Players),
    ("variant", Query::Variant),
    ("fen", Query::Fen),
    ("legalmoves", Query::LegalMoves),
    ("reason", Query::Reason),
    ("ply", Query::Ply),
    ("score", Query::Score),
    ("board", Query::Board),
];

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r')
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_blank).filter(|word| !word.is_empty())
}

fn is_in(word: &str, list: &str) -> bool {
    words(list).any(|listed| listed == word)
}

/// What separates two words.
fn blanks() -> impl Strategy<Value = String> {
    "[ \t\r]{1,3}"
}

/// Any word, at times one of the protocol.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        select(words(WORDS).collect::<Vec<_>>()).prop_map(str::to_owned),
        "[a-zA-Z0-9+@=/-]{1,8}",
        "(?s)[^ \t\r]{1,12}",
    ]
}

/// Words with blanks between, none before and none behind.
fn text(words: impl Into<proptest::collection::SizeRange>) -> impl Strategy<Value = String> {
    vec((word(), blanks()), words).prop_map(|parts| {
        let text: String = parts.into_iter().flat_map(<[String; 2]>::from).collect();
        text.trim_end_matches(is_blank).to_owned()
    })
}

/// Words parted by single blanks.
fn phrase(words: impl Into<proptest::collection::SizeRange>) -> impl Strategy<Value = String> {
    vec(word(), words).prop_map(|words| words.join(" "))
}

/// A line in which about every other command is one that can be read.
fn conversation() -> impl Strategy<Value = String> {
    let start = select(words(STANDARD).chain(words(ADDITIONS)).collect::<Vec<_>>());
    let start = prop_oneof![start.prop_map(str::to_owned), word()];
    let rest = vec((blanks(), word()), 0..8);
    (start, rest, "[ \t\r]{0,2}").prop_map(|(start, rest, end)| {
        let rest: String = rest.into_iter().flat_map(<[String; 2]>::from).collect();
        format!("{end}{start}{rest}{end}")
    })
}

fn number() -> impl Strategy<Value = Option<i64>> {
    option::of(any::<i64>())
}

fn clock() -> impl Strategy<Value = Clock> {
    (number(), number()).prop_map(|(time, increment)| Clock { time, increment })
}

/// All of `go` but the list of moves.
fn limits() -> impl Strategy<Value = Go<'static>> {
    let clocks = [clock(), clock(), clock()];
    let numbers = [number(), number(), number(), number(), number()];
    (clocks, numbers, any::<[bool; 2]>()).prop_map(|(clocks, numbers, [infinite, ponder])| {
        let [moves_to_go, move_time, depth, nodes, mate] = numbers;
        Go {
            clocks,
            moves_to_go,
            move_time,
            depth,
            nodes,
            mate,
            infinite,
            ponder,
            search_moves: None,
        }
    })
}

/// The arguments of `go` one by one, clocks in the words of UCI or of UGI.
fn arguments(go: &Go<'_>, ugi: bool) -> Vec<String> {
    let [first, second, third] = go.clocks;
    let names = if ugi {
        ["p1time", "p2time", "p1inc", "p2inc"]
    } else {
        ["wtime", "btime", "winc", "binc"]
    };
    let numbers = [
        (names[0], first.time),
        (names[1], second.time),
        (names[2], first.increment),
        (names[3], second.increment),
        ("p3time", third.time),
        ("p3inc", third.increment),
        ("movestogo", go.moves_to_go),
        ("movetime", go.move_time),
        ("depth", go.depth),
        ("nodes", go.nodes),
        ("mate", go.mate),
    ];
    let numbers =
        numbers.into_iter().filter_map(|(name, number)| Some(format!("{name} {}", number?)));
    let flags = [("infinite", go.infinite), ("ponder", go.ponder)];
    let flags = flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name.to_owned());
    let moves = go.search_moves.iter().map(|moves| {
        let words = std::iter::once("searchmoves").chain(moves.iter().copied());
        words.collect::<Vec<_>>().join(" ")
    });
    numbers.chain(flags).chain(moves).collect()
}

/// A command as a client would write it.
fn line(command: &Command<'_>) -> String {
    let plain = match command {
        Command::Uci => "uci",
        Command::Ugi => "ugi",
        Command::Debug(true) => "debug on",
        Command::Debug(false) => "debug off",
        Command::IsReady => "isready",
        Command::Register => "register later",
        Command::NewGame => "ucinewgame",
        Command::Stop => "stop",
        Command::PonderHit => "ponderhit",
        Command::Quit => "quit",
        Command::Display => "d",
        Command::Eval => "eval",
        Command::Bench(None) => "bench",
        Command::Flip => "flip",
        Command::Variants => "variants",
        Command::Rules => "rules",
        Command::Help => "help",
        Command::SetOption { name, value: None } => return format!("setoption name {name}"),
        Command::SetOption { name, value: Some(value) } => {
            return format!("setoption name {name} value {value}");
        }
        Command::Position { start, moves } => {
            let start = match start {
                Start::Startpos => "startpos".to_owned(),
                Start::Fen(fen) => format!("fen {fen}"),
            };
            return format!("position {start} moves {moves}");
        }
        Command::Moves(moves) => return format!("moves {moves}"),
        Command::Go(go) => return format!("go {}", arguments(go, false).join(" ")),
        Command::Perft(depth) => return format!("go perft {depth}"),
        Command::Bench(Some(depth)) => return format!("bench {depth}"),
        Command::Query(Query::IsLegal(text)) => return format!("query islegal {text}"),
        Command::Query(Query::Other(text)) => return format!("query {text}"),
        Command::Query(query) => {
            let known = QUERIES.iter().find(|(_, known)| known == query);
            return format!("query {}", known.expect("a question of the table").0);
        }
    };
    plain.to_owned()
}

/// The slices of the line that a command holds.
fn texts<'a>(command: &Command<'a>) -> Vec<&'a str> {
    match command {
        Command::Position { start, moves } => match start {
            Start::Startpos => vec![moves],
            Start::Fen(fen) => vec![fen, moves],
        },
        Command::Moves(moves) => vec![moves],
        Command::Go(go) => go.search_moves.clone().unwrap_or_default(),
        Command::Query(Query::IsLegal(text) | Query::Other(text)) => vec![text],
        _ => Vec::new(),
    }
}

/// What must hold of any answer of the parser.
fn check(line: &str) -> Result<(), TestCaseError> {
    match parse(line) {
        Ok(None) => prop_assert!(line.chars().all(is_blank)),
        Ok(Some(command)) => {
            let bounds = line.as_bytes().as_ptr_range();
            for text in texts(&command) {
                let part = text.as_bytes().as_ptr_range();
                prop_assert!(bounds.start <= part.start && part.end <= bounds.end, "{text:?}");
                prop_assert_eq!(text.trim_matches(is_blank), text);
            }
        }
        Err(error) => {
            prop_assert!(!error.to_string().contains(char::is_control), "{error}");
            let length = line.chars().count();
            prop_assert!((1..=length + 1).contains(&error.column), "{error}");
            let before: String = line.chars().take(error.column - 1).collect();
            let rest: String = line.chars().skip(error.column - 1).collect();
            // The column is that of a word, and that word is shown.
            prop_assert!(
                before.is_empty()
                    || before.ends_with(is_blank)
                    || rest.trim_matches(is_blank).is_empty()
            );
            match words(&rest).next() {
                None => prop_assert_eq!(error.found, "the end of the line"),
                Some(word) if word.chars().count() > 40 => {
                    prop_assert!(error.found.ends_with("…'"), "{}", error.found);
                }
                Some(word) => prop_assert_eq!(error.found, format!("'{}'", word.escape_debug())),
            }
        }
    }
    Ok(())
}

fn round_trip(command: &Command<'_>) -> Result<(), TestCaseError> {
    let line = line(command);
    prop_assert_eq!(parse(&line), Ok(Some(command.clone())), "{:?}", line);
    Ok(())
}

fn plain_command() -> impl Strategy<Value = Command<'static>> {
    let plain = select(vec![
        Command::Uci,
        Command::Ugi,
        Command::IsReady,
        Command::Register,
        Command::NewGame,
        Command::Stop,
        Command::PonderHit,
        Command::Quit,
        Command::Display,
        Command::Eval,
        Command::Flip,
        Command::Variants,
        Command::Rules,
        Command::Help,
        Command::Bench(None),
    ]);
    prop_oneof![
        plain,
        any::<bool>().prop_map(Command::Debug),
        (0..=999u32).prop_map(Command::Perft),
        (1..=127_u32).prop_map(|depth| Command::Bench(Some(depth))),
        select(&QUERIES[..]).prop_map(|(_, query)| Command::Query(query)),
        limits().prop_map(Command::Go),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_an_answer_that_fits_it(line in "(?s).{0,200}") {
        check(&line)?;
    }

    #[test]
    fn any_words_have_an_answer_that_fits_them(line in conversation()) {
        check(&line)?;
    }

    #[test]
    fn commands_without_texts_round_trip(command in plain_command()) {
        round_trip(&command)?;
    }

    #[test]
    fn blanks_do_not_matter(command in plain_command(), blanks in vec(blanks(), 40)) {
        let line = line(&command);
        let spaced: String = words(&line)
            .zip(&blanks)
            .flat_map(|(word, blanks)| [blanks, word])
            .collect();
        prop_assert_eq!(parse(&spaced), Ok(Some(command)));
    }

    #[test]
    fn options_round_trip(name in phrase(1..4), value in option::of(phrase(0..4))) {
        prop_assume!(words(&name).all(|word| word != "value"));
        round_trip(&Command::SetOption { name, value })?;
    }

    #[test]
    fn positions_round_trip(fen in option::of(text(1..8)), moves in text(0..8)) {
        let start = match fen.as_deref() {
            None | Some("startpos") => Start::Startpos,
            Some(fen) => Start::Fen(fen),
        };
        prop_assume!(fen.iter().flat_map(|fen| words(fen)).all(|word| word != "moves"));
        round_trip(&Command::Position { start, moves: &moves })?;
        round_trip(&Command::Moves(&moves))?;
    }

    #[test]
    fn questions_round_trip(question in text(1..4)) {
        round_trip(&Command::Query(Query::IsLegal(&question)))?;
        let is_known = QUERIES.iter().any(|(keyword, _)| *keyword == question);
        prop_assume!(!is_known && words(&question).next() != Some("islegal"));
        round_trip(&Command::Query(Query::Other(&question)))?;
    }

    #[test]
    fn the_order_of_arguments_does_not_matter(
        limits in limits(),
        moves in option::of(vec(word(), 0..5)),
        (turns, ugi) in any::<(usize, bool)>(),
    ) {
        let moves = moves.as_ref().map(|moves| moves.iter().map(String::as_str).collect::<Vec<_>>());
        prop_assume!(moves.iter().flatten().all(|word| !is_in(word, ARGUMENTS)));
        let go = Go { search_moves: moves, ..limits };
        let mut arguments = arguments(&go, ugi);
        let count = arguments.len().max(1);
        arguments.rotate_left(turns % count);
        let line = format!("go {}", arguments.join(" "));
        prop_assert_eq!(parse(&line), Ok(Some(Command::Go(go))));
    }

    #[test]
    fn numbers_are_cut_off_and_kept_in_range(
        sign in select(vec!["", "+", "-"]),
        digits in "[0-9]{1,25}",
        fraction in "(\\.[0-9]{0,5})?",
    ) {
        let whole = digits.parse::<i128>().unwrap() * if sign == "-" { -1 } else { 1 };
        let depth = whole.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let line = format!("go depth {sign}{digits}{fraction}");
        let go = Go { depth: Some(depth), ..Go::default() };
        prop_assert_eq!(parse(&line), Ok(Some(Command::Go(go))));
    }

    #[test]
    fn unknown_words_are_skipped_only_before_standard_commands(
        unknown in vec(word(), 1..4),
        command in plain_command(),
    ) {
        prop_assume!(!unknown.iter().any(|word| is_in(word, STANDARD)));
        prop_assume!(!is_in(&unknown[0], ADDITIONS));
        let written = line(&command);
        let line = format!("{} {written}", unknown.join(" "));
        if words(&written).next().is_some_and(|name| is_in(name, STANDARD)) {
            prop_assert_eq!(parse(&line), Ok(Some(command)));
        } else {
            prop_assert_eq!(parse(&line).map_err(|error| error.column), Err(1));
        }
    }
}
