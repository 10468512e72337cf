//! Texts of a client: their words, and how messages repeat them.

/// The longest piece that a message repeats, in characters.
const LONGEST: usize = 40;

/// Whether a character parts words: a blank, a tab or a carriage return.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r')
}

/// The words of a text.
pub(crate) fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(is_blank).filter(|word| !word.is_empty())
}

/// The beginning of `text`, of a length that fits a message, with quotes and what
/// would not show escaped.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}

/// A line as it stands, cut after `longest` characters, controls left out.
pub(crate) fn cut(line: &str, longest: usize) -> String {
    line.chars().filter(|c| !c.is_control()).take(longest).collect()
}

#[cfg(test)]
mod tests {
    use super::{cut, excerpt, words};

    #[test]
    fn words_are_parted_by_blanks_of_the_protocol_only() {
        let text = " a\t\tb \rc\u{b}d\u{c}e\nf\u{a0}g ";
        assert_eq!(words(text).collect::<Vec<_>>(), ["a", "b", "c\u{b}d\u{c}e\nf\u{a0}g"]);
        assert_eq!(words(" \t\r").count(), 0);
    }

    #[test]
    fn lines_are_cut() {
        assert_eq!(cut("it's \u{1b}[2J\t", 7), "it's [2");
    }

    #[test]
    fn long_texts_are_cut_and_controls_are_shown() {
        assert_eq!(excerpt("it's \u{1b}[2J\u{202e}"), r"it\'s \u{1b}[2J\u{202e}");
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(excerpt(&"é".repeat(41)), format!("{}…", "é".repeat(40)));
    }
}
