//! What a table of endings wants to know of a game.

use super::Game;

/// How the endings of a game of two players are numbered and counted. The players take
/// turns without exception, until the game is over.
///
/// What is still in play, the *material*, never grows. The positions of each amount of
/// material, seen from the player to move, are numbered from 0. Positions that are alike in
/// all that their moves lead to may share a number.
pub struct Endgames<G: Game> {
    /// What the material is counted in, in the plural.
    pub unit: &'static str,
    /// The most material that there can be tables of.
    pub most: fn(G::Rules) -> u8,
    /// What the rules of a table are called, if the variant does not tell; tables of other
    /// rules are of no use.
    pub rules: fn(G::Rules) -> String,
    /// The number of positions of so much material.
    pub positions: fn(rules: G::Rules, material: u8) -> u64,
    /// Gets ready for positions of so much material, so that nobody has to wait when one is
    /// first asked for.
    pub prepare: fn(rules: G::Rules, material: u8),
    /// The position with a number, or one of those that share it, as if no move had been made
    /// before it.
    pub position: fn(rules: G::Rules, material: u8, index: u64) -> G,
    /// The material in play.
    pub material: fn(&G) -> u8,
    /// The number of the position; none of those that there are if it has none.
    pub index: fn(&G) -> u64,
    /// Appends the positions of the same material from which a move leads to this one: one
    /// at least for each number, where positions that are alike share or have several. Of
    /// points it may append others as well.
    pub predecessors: fn(&G, &mut Vec<G>),
    /// What is counted.
    pub count: Count<G>,
}

/// What the tables of a game count.
pub enum Count<G: Game> {
    /// Points still to be won.
    Points(Points<G>),
    /// Plies to the next *conversion* on the way to a win or a loss, a move that makes the
    /// material less and sets the [count of quiet plies](Game::quiet) back to 0. Other moves
    /// may make the material less too, and let that count go on. With so many quiet plies as
    /// the [rule](Game::QUIET) has it, at most 120, the game is drawn.
    Plies,
}

/// Of a game in which the players win points, and points that are won do not matter for
/// what else can be. Points are told as a *lead*, those of the player to move minus the
/// other's.
pub struct Points<G: Game> {
    /// Changes a position into the one with the next number, if there is one. The lead is
    /// that of a player who has won half of what is out of play.
    pub advance: fn(&mut G),
    /// The lead by what has been won.
    pub lead: fn(&G) -> i8,
    /// The lead in the end, in a position without a legal move or one that is repeated.
    pub final_lead: fn(&G) -> i8,
}
