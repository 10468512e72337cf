//! Texts of a client, repeated in messages to it.

/// The longest piece that a message repeats, in characters.
const LONGEST: usize = 40;

/// The beginning of `text`, of a length that fits a message, with what
/// would not show made visible.
pub(crate) fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(LONGEST).flat_map(escaped).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// The character as it is, or escaped if it would not show or would disturb what
/// stands around it.
fn escaped(c: char) -> impl Iterator<Item = char> {
    let plain = matches!(c, '\'' | '"' | '\\');
    let escape = (!plain).then(|| c.escape_debug());
    plain.then_some(c).into_iter().chain(escape.into_iter().flatten())
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn long_texts_are_cut_and_controls_are_shown() {
        assert_eq!(excerpt("it's \u{1b}[2J\u{202e}"), "it's \\u{1b}[2J\\u{202e}");
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
        assert_eq!(excerpt(&"é".repeat(41)), format!("{}…", "é".repeat(40)));
    }
}
