//! What tells the two games apart, as data.

use super::Colour;
use crate::game::{OptionKind, OptionSpec, VariantInfo};

/// A game on the engine of this module.
pub(super) struct Edition {
    /// The start position under the default rules.
    pub(super) start: &'static str,
    /// The side that has the king.
    pub(super) king: Colour,
    /// Men of the side with the king.
    pub(super) defenders: u32,
    /// Men of the other side.
    pub(super) attackers: u32,
    /// Whether the centre is closed to all once the king has left it.
    pub(super) closed_centre: bool,
    /// What the rules say of board and sides, as text.
    pub(super) introduction: &'static str,
    pub(super) variants: &'static [VariantInfo],
    pub(super) options: &'static [OptionSpec],
}

impl Edition {
    /// The game that is played on a board of `side` times `side`.
    pub(super) const fn of(side: usize) -> &'static Self {
        match side {
            9 => &TABLUT,
            19 => &ALEA,
            _ => panic!("there is no game for a board of this size"),
        }
    }
}

/// Whether the king takes part in captures.
pub(super) const KING_ARMED: OptionSpec =
    OptionSpec { name: "KingArmed", kind: OptionKind::Check { default: true } };

/// The side that begins in Tablut.
pub(super) const FIRST: OptionSpec = OptionSpec {
    name: "TablutFirst",
    kind: OptionKind::Combo { default: "white", values: &["white", "black"] },
};

/// How the king is caught in Tablut.
pub(super) const KING_CAPTURE: OptionSpec = OptionSpec {
    name: "TablutKingCapture",
    kind: OptionKind::Combo { default: "blocked", values: &["blocked", "linnaeus"] },
};

static TABLUT: Edition = Edition {
    start: "3ppp3/4p4/4P4/p3P3p/ppPPKPPpp/p3P3p/4P4/4p4/3ppp3 w 0 1",
    king: Colour::White,
    defenders: 8,
    attackers: 16,
    closed_centre: true,
    introduction: include_str!("tablut.txt"),
    variants: &[VariantInfo {
        name: "tablut",
        players: 2,
        board: "9x9",
        summary: "Tablut: the king breaks out to the edge, his enemies shut him in",
        files: 9,
        ranks: 9,
        bench: &[
            "3ppp3/4p4/4P4/p3P3p/ppPPKPPpp/p3P3p/4P4/4p4/3ppp3 w 0 1",
            "pp2ppP2/4p4/6P2/8p/pP4P2/2P1K2p1/3p1P3/4p4/4pp3 b 0 11",
            "3ppp3/6p2/2P6/p6Kp/p1PP1P3/pP7/1P5p1/6p2/p3pp3 b 2 13",
            "9/2p3pP1/2P1p3p/pP7/2PP5/pP4K1p/4P4/4p1p2/3ppp3 b 0 19",
        ],
        bench_depth: 7,
    }],
    options: &[KING_ARMED, FIRST, KING_CAPTURE],
};

static ALEA: Edition = Edition {
    start: "2P2P7P2P2/19/P4P7P4P/7P1P1P7/6P1p1p1P6/P1P2P7P2P1P/4P4p4P4/3P4p1p4P3/4p2p1p1p2p4/\
            3P2p1pkp1p2P3/4p2p1p1p2p4/3P4p1p4P3/4P4p4P4/P1P2P7P2P1P/6P1p1p1P6/7P1P1P7/\
            P4P7P4P/19/2P2P7P2P2 b 0 1",
    king: Colour::Black,
    defenders: 24,
    attackers: 48,
    closed_centre: false,
    introduction: include_str!("alea.txt"),
    variants: &[VariantInfo {
        name: "alea",
        players: 2,
        board: "19x19",
        summary: "Alea Evangelii: Tablut's large sister, 24 men and a king against 48",
        files: 19,
        ranks: 19,
        bench: &[
            "2P2P7P2P2/19/P4P7P4P/7P1P1P7/6P1p1p1P6/P1P2P7P2P1P/4P4p4P4/3P4p1p4P3/4p2p1p1p2p4/\
             3P2p1pkp1p2P3/4p2p1p1p2p4/3P4p1p4P3/4P4p4P4/P1P2P7P2P1P/6P1p1p1P6/7P1P1P7/\
             P4P7P4P/19/2P2P7P2P2 b 0 1",
            "2P10P2P2/3P1P13/P4P7P3P1/7P1P1P7/3P2P1p1p1P6/P4P6P3P1P/4P4p4P4/p9p4P3/\
             3p3p1p1p2p4/6P2kp1p2P3/P2p7p2p4/3P1p2p1p4P3/4P4p1P2P4/2P2P1P8P1P/12P6/8p1p8/\
             1P4P6P4P/2P13P2/9P3P5 w 4 19",
            "2P2P2p7P2/19/P4P5P6P/7P1P1P7/6P3p1P6/1PP4P3p7/4P4p4P4/3P4p1p4P1P1/4pp7P5/\
             3P2p1p1p1p1p3P/1p5p7k1p1/8P2p7/4P4p3p2P2/1PP2P9P3/6P2Pp1P6/7P3P7/P4P7P5/7P6P4/\
             7P11 w 0 25",
            "2P8P7/1P1p5P2kP5/P4P1p5P5/8P3P6/1p7pp1P6/P1P2P3p1P6P/4P9P4/3P4p1p1p2P3/14p4/\
             3P1P2p4p1P3/4p2p1p1p5p1/3P4p6P3/4P4p7P1/2P5PP1P4P1P/11PP6/7P2P8/2P10P5/5P2P10/\
             P1P3p9P2 w 13 37",
        ],
        bench_depth: 4,
    }],
    options: &[KING_ARMED],
};
