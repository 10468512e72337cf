//! What a table of endings wants to know of a game.

use super::Game;

/// How the endings of a game are numbered and counted: of a game in which the players
/// take turns to win points, and points that are won do not matter for what else can be.
///
/// What is still in play, the *material*, never grows. The positions of each amount of it,
/// seen from the player to move, are numbered from 0. Points are told as a *lead*, those of
/// the player to move minus the other's.
pub struct Endgames<G: Game> {
    /// The material of the start.
    pub most: u8,
    /// What the rules of a table are called; tables of other rules are of no use.
    pub rules: fn(G::Rules) -> String,
    /// The number of positions of so much material.
    pub positions: fn(material: u8) -> u64,
    /// The position with a number, by one that has won half of what is out of play.
    pub position: fn(rules: G::Rules, material: u8, index: u64) -> G,
    /// Changes a position into the one with the next number, if there is one.
    pub advance: fn(&mut G),
    /// The material in play.
    pub material: fn(&G) -> u8,
    /// The number of the position.
    pub index: fn(&G) -> u64,
    /// The lead by what has been won.
    pub lead: fn(&G) -> i8,
    /// The lead in the end, in a position without a legal move or one that is repeated.
    pub final_lead: fn(&G) -> i8,
}
