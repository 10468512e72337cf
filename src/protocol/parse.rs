//! From a line of text to a command.

use super::Command;

/// Why a line was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// Where, in characters from 1.
    pub column: usize,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

/// Reads a line; `None` if it is blank.
pub fn parse(line: &str) -> Result<Option<Command<'_>>, ParseError> {
    let _ = line;
    Ok(None)
}
