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
            "4pp3/p2p4p/4P4/4KPPpp/pp1P4p/p3Pp1p1/3P5/1pP6/3pp1P2 w 16 9",
            "p6p1/1p2p4/6PPp/p2Pp4/ppP1KPP1p/p5ppp/9/1P2P4/4pp3 b 27 14",
            "2p6/3pp4/2PP1p1p1/p5P1p/pp4P2/p2P1Kp2/4p4/Pp7/p4p3 w 1 30",
        ],
        bench_depth: 5,
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
            "2P2P7P2P2/19/P2P1P13/7P1P1P7/4P1P1p1p1P5P/P1P2P3p3P2P2/11P7/5p4p4P3/4p2p1p4p2P1/\
             3P3ppkpp3P3/4p1p2p1pp1p4/3P6p2P5/6P2p4P3P/P1P2P7P2P1P/6P1ppp1P6/7P1P1P7/P4P7P5/\
             2P16/5P7P1P2P b 24 13",
            "2P2P4p2P2P2/19/P4P2P9P/8PP1P7/6P1p6P3/P3PP2p9P/9pp3P4/3P2P7pP3/2P4p1pp2p5/\
             3P3p1kpp1P5/4p2p1p3p5/3P4pp1P4Pp1/5P2pP2PP5/P1P9pPP1P1P/8p2p7/7P11/P4PP6P1P1P1/\
             19/2P6P3P2P2 w 47 24",
            "4PP7P5/2P7p8/P7P4PP4/9P1P3P3/3P7p1p5/P4Pp8P3/4P7p3P1P/3P4p4p1P3/1P1p3p5PP3P/\
             3Pp3pp2kP1P3/p5pp11/6Pp1pp4P3/4Pp13/P1P3P3p5PP1/12P5P/P3P2p3P7/5P1P5Pp4/2p7P8/\
             2P10P3P1 w 22 47",
        ],
        bench_depth: 3,
    }],
    options: &[KING_ARMED],
};
