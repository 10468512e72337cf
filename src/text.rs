//! Texts of a client, repeated in messages to it.

/// The longest piece that a message repeats, in characters.
const LONGEST: usize = 40;

/// The beginning of `text`, of a length that fits a message, with quotes and what
/// would not show escaped.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn long_texts_are_cut_and_controls_are_shown() {
        assert_eq!(excerpt("it's \u{1b}[2J\u{202e}"), r"it\'s \u{1b}[2J\u{202e}");
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(excerpt(&"é".repeat(41)), format!("{}…", "é".repeat(40)));
    }
}
