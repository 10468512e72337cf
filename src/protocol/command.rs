//! What a client can say, as types.
//!
//! Texts that only the game can read (FENs, moves) stay slices of the line.

pub use crate::session::Start;

/// One line of a client, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    /// `uci`: who are you, in the dialect of UCI.
    Uci,
    /// `ugi`: the same in the dialect of UGI.
    Ugi,
    /// `debug on|off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `register ...`: UCI has it for engines that are sold; nothing to do.
    Register,
    /// `ucinewgame`, `uginewgame`.
    NewGame,
    /// `setoption name N [value V]`.
    SetOption {
        /// The name, its words parted by single blanks.
        name: String,
        /// The value, likewise; `None` without the word `value`.
        value: Option<String>,
    },
    /// `position startpos|fen F [moves ...]`.
    Position {
        /// Where to begin.
        start: Start<'a>,
        /// The moves from there as they stand in the line; the word `moves` may
        /// occur among them.
        moves: &'a str,
    },
    /// `moves ...`: plays on from the present position.
    Moves(&'a str),
    /// `go ...`.
    Go(Go<'a>),
    /// `go perft N`.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `query ...`.
    Query(Query<'a>),
    /// `d`: draw the board.
    Display,
    /// `eval`.
    Eval,
    /// `bench [depth]`.
    Bench(Option<u32>),
    /// `flip`.
    Flip,
    /// `variants`.
    Variants,
    /// `rules`.
    Rules,
    /// `help`.
    Help,
}

/// The arguments of `go`. A number that is missing after its word counts as 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go<'a> {
    /// The clocks by seat.
    pub clocks: [Clock; 3],
    /// Moves until the next time control.
    pub moves_to_go: Option<i64>,
    /// Milliseconds for this move.
    pub move_time: Option<i64>,
    /// Plies to search.
    pub depth: Option<i64>,
    /// Nodes to search.
    pub nodes: Option<i64>,
    /// Moves within which to look for a win.
    pub mate: Option<i64>,
    /// Search until told to stop.
    pub infinite: bool,
    /// Search in the opponent's time until told that he has moved.
    pub ponder: bool,
    /// The only moves to look at, as words.
    pub search_moves: Option<Vec<&'a str>>,
}

/// One player's clock, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub time: Option<i64>,
    /// What each move adds.
    pub increment: Option<i64>,
}

impl Go<'_> {
    /// Whether the search goes on until the client ends it.
    pub fn is_infinite(&self) -> bool {
        let limited = self.move_time.or(self.depth).or(self.nodes).or(self.mate).is_some();
        self.infinite || !(limited || self.has_clock())
    }

    /// Whether any word of a clock was given.
    pub fn has_clock(&self) -> bool {
        self.moves_to_go.is_some() || self.clocks != <[Clock; 3]>::default()
    }
}

/// What a `query` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query<'a> {
    /// `gameover`: is the game over?
    GameOver,
    /// `p1turn`, `p2turn`, `p3turn`: is it this seat's turn? Seats from 1.
    SeatTurn(u8),
    /// `result`: who has won?
    Result,
    /// `turn`: whose turn is it?
    Turn,
    /// `players`: how many players are there?
    Players,
    /// `variant`: what is being played?
    Variant,
    /// `fen`: the position.
    Fen,
    /// `legalmoves`: all of them.
    LegalMoves,
    /// `islegal M`: is this a legal move?
    IsLegal(&'a str),
    /// `reason`: why is the game over?
    Reason,
    /// `ply`: how many plies have been played?
    Ply,
    /// `score`: the game's own score.
    Score,
    /// `board`: the position as JSON.
    Board,
    /// `tablebase`: what the tables of endings tell of the position.
    Tablebase,
    /// Anything else: the name of an option, or nothing known.
    Other(&'a str),
}
