//! The values that a search computes with.

/// A value for the player to move, in hundredths of a plain piece, or beyond
/// [`DECIDED`] the outcome of the game with its distance.
pub type Value = i32;

/// The deepest line that is searched, in plies from the root.
pub const MAX_PLY: usize = 240;

/// The value of a game that has just been won; a win in `n` plies is `n` less.
pub const WIN: Value = 30_000;

/// Values from here on, and from its negative down, are wins and losses that are
/// certain.
pub const DECIDED: Value = WIN - MAX_PLY as Value;

/// The value of a win that is certain by a table of endings, at some time; `n` plies from
/// the root it is `n` less. Static values are smaller.
pub(super) const TABLE_WIN: Value = 25_000;

/// Values from here on, and from its negative down, are certain wins and losses, those by
/// tables of endings included.
pub(super) const CERTAIN: Value = TABLE_WIN - MAX_PLY as Value;

/// Greater than every value.
pub(super) const INFINITE: Value = WIN + 1;

/// The value of winning `ply` plies from the root.
pub(super) const fn win_in(ply: usize) -> Value {
    WIN - ply as Value
}

/// The value of losing `ply` plies from the root.
pub(super) const fn loss_in(ply: usize) -> Value {
    ply as Value - WIN
}

/// Whether the value is a certain win or loss.
pub const fn is_decided(value: Value) -> bool {
    value.abs() >= DECIDED
}

/// Whether the value is a certain win or loss, be it by a table of endings.
pub(super) const fn is_certain(value: Value) -> bool {
    value.abs() >= CERTAIN
}

/// Plies until the end that a decided value tells of.
pub const fn plies_to_end(value: Value) -> u32 {
    (WIN - value.abs()) as u32
}

/// A value as the table keeps it: wins and losses by their distance from the
/// node, not from the root.
pub(super) const fn to_table(value: Value, ply: usize) -> i16 {
    let relative = match value {
        CERTAIN.. => value + ply as Value,
        _ if value <= -CERTAIN => value - ply as Value,
        _ => value,
    };
    relative as i16
}

/// The value of a table entry met `ply` plies from the root.
pub(super) const fn from_table(value: i16, ply: usize) -> Value {
    let value = value as Value;
    match value {
        CERTAIN.. => value - ply as Value,
        _ if value <= -CERTAIN => value + ply as Value,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_values_count_from_the_node() {
        for value in [0, 250, -250, TABLE_WIN - 9, 9 - TABLE_WIN, win_in(9), loss_in(100)] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        assert_eq!(from_table(to_table(win_in(9), 5), 3), win_in(7));
        assert_eq!(from_table(to_table(loss_in(9), 5), 3), loss_in(7));
    }
}
