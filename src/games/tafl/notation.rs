//! How the Tafl games are written and drawn.

use super::edition::{FIRST, KING_ARMED, KING_CAPTURE};
use super::{Colour, KingCapture, Rules, Side, Slide, Tafl};
use crate::game::{
    FenError, Field, Game, Notation, OptionSpec, OptionValues, Piece, Point, Seat, Shade, Shape,
    VariantInfo, counters,
    grid::{Cell, Square, draw, squares},
    rank_text, ranks,
};

/// What a letter of a FEN stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Man(Side),
    King,
}

impl Colour {
    const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl<const SIDE: usize, const WORDS: usize> Tafl<SIDE, WORDS> {
    /// Who begins by the default rules: in both games it is the king's side.
    const DEFAULT_RULES: Rules =
        Rules { first: Side::Defenders, king_armed: true, king_capture: KingCapture::Blocked };

    /// The pieces of the start position, under `rules`.
    pub(super) fn setup(rules: Rules) -> Self {
        Self::from_fen(rules, Self::EDITION.start).expect("the start position is a good FEN")
    }

    const fn colour(side: Side) -> Colour {
        match side {
            Side::Defenders => Self::EDITION.king,
            Side::Attackers => Self::EDITION.king.other(),
        }
    }

    const fn side(colour: Colour) -> Side {
        if colour as u8 == Self::EDITION.king as u8 { Side::Defenders } else { Side::Attackers }
    }

    /// All squares, rank by rank from the top, as in a FEN.
    fn board() -> impl Iterator<Item = impl Iterator<Item = Square>> {
        let side = SIDE as u8;
        (0..side).rev().map(move |rank| (0..side).map(move |file| Square { file, rank }))
    }

    fn letter(kind: Kind) -> char {
        let (letter, side) = match kind {
            Kind::Man(side) => ('p', side),
            Kind::King => ('k', Side::Defenders),
        };
        match Self::colour(side) {
            Colour::White => letter.to_ascii_uppercase(),
            Colour::Black => letter,
        }
    }

    fn kind(letter: char) -> Option<Kind> {
        [Kind::Man(Side::Attackers), Kind::Man(Side::Defenders), Kind::King]
            .into_iter()
            .find(|&kind| Self::letter(kind) == letter)
    }

    fn kind_at(&self, square: Square) -> Option<Kind> {
        if self.king == Some(square) {
            return Some(Kind::King);
        }
        [Side::Attackers, Side::Defenders]
            .into_iter()
            .find(|&side| self.men(side).contains(square))
            .map(Kind::Man)
    }

    /// Puts the pieces of a FEN on the board.
    fn read_board(&mut self, text: &str) -> Result<(), FenError> {
        let ranks = ranks(text, &[SIDE; SIDE], Self::kind)?;
        for (square, kind) in Self::board().flatten().zip(ranks.into_iter().flatten()) {
            let place = || format!("rank {}, point {}", square.rank + 1, square.file + 1);
            let refuse = |expected: &str, kind| {
                let found = Self::letter(kind).to_string();
                Err(FenError::new(Field::Board, place(), expected, &found))
            };
            match kind {
                None => {}
                Some(Kind::King) if self.king.is_some() => {
                    return refuse("no second king", Kind::King);
                }
                Some(Kind::King) => self.put_king(Some(square)),
                Some(Kind::Man(side)) => {
                    if Self::CLOSED.contains(square) {
                        return refuse("no man on the centre", Kind::Man(side));
                    }
                    let most = match side {
                        Side::Attackers => Self::EDITION.attackers,
                        Side::Defenders => Self::EDITION.defenders,
                    };
                    if self.men(side).len() == most {
                        let name = Self::colour(side).name();
                        let expected = format!("not more than {most} men of {name}");
                        return refuse(&expected, Kind::Man(side));
                    }
                    self.put_man(side, square);
                }
            }
        }
        if self.king.is_none() && self.rules.king_capture == KingCapture::Blocked {
            let king = format!("a king '{}'", Self::letter(Kind::King));
            return Err(FenError::new(Field::Board, "the whole field", king, "none"));
        }
        Ok(())
    }

    fn read_side(text: &str) -> Result<Side, FenError> {
        [Colour::White, Colour::Black]
            .into_iter()
            .find(|colour| text.chars().eq([colour.letter()]))
            .map(Self::side)
            .ok_or_else(|| FenError::new(Field::Side, "the whole field", "'w' or 'b'", text))
    }
}

impl<const SIDE: usize, const WORDS: usize> Notation for Tafl<SIDE, WORDS> {
    const VARIANTS: &'static [VariantInfo] = Self::EDITION.variants;
    const OPTIONS: &'static [OptionSpec] = Self::EDITION.options;

    /// Options of the other game have no say.
    fn rules_from(_: &VariantInfo, values: &OptionValues) -> Rules {
        let chosen = |option, value| {
            Self::OPTIONS.contains(&option) && values.get(&option).eq_ignore_ascii_case(value)
        };
        let mut rules = Self::DEFAULT_RULES;
        rules.king_armed = values.flag(&KING_ARMED);
        if chosen(FIRST, "black") {
            rules.first = Self::side(Colour::Black);
        }
        if chosen(KING_CAPTURE, "linnaeus") {
            rules.king_capture = KingCapture::Linnaeus;
        }
        rules
    }

    fn from_fen(rules: Rules, fen: &str) -> Result<Self, FenError> {
        let fields: Vec<_> = fen.split_whitespace().collect();
        let field = |index: usize| fields.get(index).copied().unwrap_or_default();
        let mut state = Self::empty(rules);
        state.read_board(field(0))?;
        state.to_move = Self::read_side(field(1))?;
        (state.quiet, state.number) = counters(fields.get(2..).unwrap_or_default())?;
        Ok(state)
    }

    fn fen(&self) -> String {
        let letter = |square| self.kind_at(square).map(|kind| Self::letter(kind).to_string());
        let board: Vec<_> = Self::board().map(|rank| rank_text(rank.map(letter), "")).collect();
        let side = Self::colour(self.to_move).letter();
        format!("{} {side} {} {}", board.join("/"), self.quiet, self.number)
    }

    fn move_text(&self, mv: Slide) -> String {
        mv.from.name() + &mv.to.name()
    }

    fn parse_move(&self, text: &str) -> Option<Slide> {
        let [from, to] = squares(text)?.try_into().ok()?;
        let mv = Slide { from, to };
        self.is_legal(mv).then_some(mv)
    }

    fn points(_: Rules) -> Vec<Point> {
        let point = |square: Square| Point {
            name: square.name(),
            x: square.file.into(),
            y: square.rank.into(),
            shape: Shape::Square,
            shade: if Self::CLOSED.contains(square) { Shade::Throne } else { Shade::Light },
        };
        Self::board().flatten().map(point).collect()
    }

    fn lines(_: Rules) -> Vec<[String; 2]> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |square: Square| {
            let kind = self.kind_at(square)?;
            let (name, side) = match kind {
                Kind::Man(side) => ("man", side),
                Kind::King => ("king", Side::Defenders),
            };
            Some(Piece {
                at: square.name(),
                owner: Some(self.seat(side).number()),
                kind: name,
                glyph: Self::letter(kind),
            })
        };
        Self::board().flatten().filter_map(piece).collect()
    }

    fn move_points(&self, mv: Slide) -> Vec<String> {
        vec![mv.from.name(), mv.to.name()]
    }

    fn drawing(&self) -> String {
        let side = SIDE as u8;
        draw(side, side, |square| match self.kind_at(square) {
            Some(kind) => Cell::Piece(Self::letter(kind)),
            None if Self::CLOSED.contains(square) => Cell::Marked('x'),
            None => Cell::Empty,
        })
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        let sides = [Side::Attackers, Side::Defenders];
        let side = if self.seat(sides[0]) == seat { sides[0] } else { sides[1] };
        Self::colour(side).name()
    }

    fn rules_text(rules: Rules) -> String {
        let capture = match rules.king_capture {
            KingCapture::Blocked => include_str!("caught-blocked.txt"),
            KingCapture::Linnaeus => include_str!("caught-linnaeus.txt"),
        };
        let armed = if rules.king_armed {
            "The king captures and helps\nto capture like a man."
        } else {
            "The king neither captures\nnor helps to capture."
        };
        let walls = if Self::EDITION.closed_centre {
            "an enemy man or the\nempty centre"
        } else {
            "an enemy man"
        };
        include_str!("rules.txt")
            .trim_end()
            .replace("{introduction}", Self::EDITION.introduction.trim_end())
            .replace("{caught}", capture.trim_end())
            .replace("{first}", Self::colour(rules.first).name())
            .replace("{king}", Self::colour(Side::Defenders).name())
            .replace("{enemy}", Self::colour(Side::Attackers).name())
            .replace("{armed}", armed)
            .replace("{walls}", walls)
            .replace("{letter}", &Self::letter(Kind::King).to_string())
    }
}
