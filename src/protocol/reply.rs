//! What the engine says, as text.

use crate::{
    game::{Board, Outcome, Term},
    search::{Bound, Score, Value},
    session::{BestMove, Info, Session, TableValues},
    tablebase::{Entry, Outlook},
};
use std::fmt::{self, Write as _};

/// Which of the two published protocols the client speaks, where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dialect {
    /// UCI, for clients that know the rules.
    #[default]
    Uci,
    /// UGI, for clients that ask.
    Ugi,
}

/// An `info` line.
pub(super) struct InfoLine<'a> {
    pub(super) info: &'a Info,
    pub(super) dialect: Dialect,
    pub(super) show_chances: bool,
}

impl fmt::Display for InfoLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Info { depth, selective_depth, nodes, time, permille_full, table_hits, ref line } =
            *self.info;
        write!(f, "info depth {depth}")?;
        if depth > 0 {
            write!(f, " seldepth {selective_depth}")?;
        }
        if let Some(line) = line {
            if depth > 0 {
                write!(f, " multipv {}", line.rank)?;
            }
            match (line.score, self.dialect) {
                (Score::Centi(value), _) => write!(f, " score cp {value}")?,
                (Score::Mate { moves, .. }, Dialect::Uci) => write!(f, " score mate {moves}")?,
                (Score::Mate { plies, .. }, Dialect::Ugi) => write!(f, " score mate {plies}")?,
            }
            match line.bound {
                Bound::Exact => {}
                Bound::Lower => f.write_str(" lowerbound")?,
                Bound::Upper => f.write_str(" upperbound")?,
            }
            if let Some(chances) = line.chances.filter(|_| self.show_chances) {
                write!(f, " wdl {} {} {}", chances.win, chances.draw, chances.loss)?;
            }
        }
        if depth == 0 {
            return Ok(());
        }
        let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
        write!(f, " nodes {nodes} nps {rate} hashfull {permille_full} tbhits {table_hits}")?;
        write!(f, " time {}", time.as_millis())?;
        if let Some(line) = line.as_ref().filter(|line| !line.moves.is_empty()) {
            write!(f, " pv {}", line.moves.join(" "))?;
        }
        Ok(())
    }
}

/// A `bestmove` line.
pub(super) struct BestMoveLine {
    pub(super) answer: Option<BestMove>,
    /// Whether the client wants to know the expected reply.
    pub(super) ponder: bool,
}

impl fmt::Display for BestMoveLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(BestMove { best, reply }) = &self.answer else {
            return f.write_str("bestmove (none)");
        };
        write!(f, "bestmove {best}")?;
        match reply {
            Some(reply) if self.ponder => write!(f, " ponder {reply}"),
            _ => Ok(()),
        }
    }
}

/// The answer to `d`.
pub(super) fn display(session: &dyn Session) -> String {
    let turn = session.turn();
    let mut lines = vec![
        session.drawing(),
        format!("Variant: {}", session.variant().name),
        format!("Fen: {}", session.fen()),
        format!("Side to move: {} (p{turn})", session.turn_name()),
        format!("Key: {:016x}", session.key()),
        format!("Legal moves: {}", session.legal_moves().len()),
    ];
    if let Some(Outcome { winner: _, reason }) = session.outcome() {
        let result = session.outcome().map_or("none", Outcome::result);
        lines.push(format!("Result: {result} ({reason})"));
    }
    lines.join("\n")
}

/// The answer to `eval`.
pub(super) fn evaluation(value: Value, terms: &[Term], turn_name: &str) -> String {
    let mut lines =
        vec![format!("{:<40} {:>7} {:>7} {:>8}", "Term (p1 minus p2)", "count", "weight", "value")];
    // Terms that count by shares are many, and most of them count nothing.
    for term in terms.iter().filter(|term| term.parts == 1 || term.count != 0) {
        let Term { name, weight, .. } = term;
        let [amount, value] = [term.amount(), term.value()].map(hundredths);
        lines.push(format!("{name:<40} {amount:>7} {weight:>7} {value:>8}"));
    }
    lines.push(format!("Static evaluation for {turn_name}, to move: {value}"));
    lines.join("\n")
}

/// A number with as many digits behind the point as it needs, at most two.
fn hundredths(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // Rounding may leave a zero with a sign.
    (rounded + 0.0).to_string()
}

/// The answer to `query tablebase`: what is in play, and for the position and each move,
/// of that the least and the most that the player to move will win, or whether he wins and
/// in how many plies comes the next conversion.
pub(super) fn table_values(values: &TableValues) -> String {
    let TableValues { material, position, moves } = values;
    // A lead and what is in play add up to twice the winnings.
    let won = |lead: i8| f64::midpoint(lead.into(), (*material).into());
    let of = |entry: &Entry| match entry {
        Entry::Points(Outlook { bounds, .. }) => {
            format!("{} {}", won(bounds.lower), won(bounds.upper))
        }
        Entry::Plies(verdict) => verdict.to_string(),
    };
    let mut answer = format!("{material} {}", of(position));
    for (text, entry) in moves {
        let _ = write!(answer, " {text} {}", of(entry));
    }
    answer
}

/// The answer to `query board`.
pub(super) fn board(board: &Board) -> Result<String, serde_json::Error> {
    serde_json::to_string(board)
}

/// The answer to `help`.
pub(super) const HELP: &str = include_str!("help.txt");
