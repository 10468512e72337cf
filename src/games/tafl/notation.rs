//! How the Tafl games are written and drawn.

use super::edition::{FIRST, KING_ARMED, KING_CAPTURE};
use super::{Colour, KingCapture, Rules, Side, Slide, Tafl};
use crate::game::{
    FenError, Field, Notation, OptionSpec, OptionValues, Piece, Point, Seat, Shade, Shape,
    VariantInfo, counters, fen_fields,
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
            return Err(FenError::new(Field::Board, "the whole field", king, ""));
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
        let fields: Vec<_> = fen_fields(fen).collect();
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
        self.slide(from, to)
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
            "The king captures and helps to capture like a man."
        } else {
            "The king neither captures nor helps to capture."
        };
        let walls = if Self::EDITION.closed_centre {
            "an enemy man\nor the empty centre"
        } else {
            "an enemy man"
        };
        let letters = format!(
            "{} for {{king}}'s king, {} for {{king}}'s men, {} for {{enemy}}'s men",
            Self::letter(Kind::King),
            Self::letter(Kind::Man(Side::Defenders)),
            Self::letter(Kind::Man(Side::Attackers)),
        );
        include_str!("rules.txt")
            .trim_end()
            .replace("{letters}", &letters)
            .replace("{introduction}", Self::EDITION.introduction.trim_end())
            .replace("{caught}", capture.trim_end())
            .replace("{first}", Self::colour(rules.first).name())
            .replace("{king}", Self::colour(Side::Defenders).name())
            .replace("{enemy}", Self::colour(Side::Attackers).name())
            .replace("{armed}", armed)
            .replace("{walls}", walls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::tafl::{Alea, Tablut};

    const RULES: Rules = Tablut::DEFAULT_RULES;
    const LINNAEUS: Rules = Rules { king_capture: KingCapture::Linnaeus, ..RULES };

    fn read(fen: &str) -> Tablut {
        Tablut::from_fen(RULES, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    #[test]
    fn fens_come_back_as_they_went_in() {
        assert_eq!(Tablut::start(RULES).fen(), Tablut::EDITION.start);
        assert_eq!(Alea::start(RULES).fen(), Alea::EDITION.start);
        for loose in ["9/9/9/9/4K4/9/9/9/p8 w", "  9/9/9/9/4K4/9/9/9/p8\tw  0  1 "] {
            assert_eq!(read(loose).fen(), "9/9/9/9/4K4/9/9/9/p8 w 0 1");
        }
        for fen in [
            "K8/9/9/9/9/9/9/9/9 b 3 17",
            "pppppppp1/pppppppp1/PPPPPPPP1/9/4K4/9/9/9/9 w 0 1",
            "9/9/9/9/9/4K4/9/9/9 b 4294967295 4294967295",
        ] {
            assert_eq!(read(fen).fen(), fen);
        }
        let without_king = "9/9/9/9/9/9/9/9/p8 w 0 9";
        assert_eq!(Tablut::from_fen(LINNAEUS, without_king).unwrap().fen(), without_king);
    }

    #[test]
    #[rustfmt::skip]
    fn refusals_say_field_place_and_reason() {
        const QUIET: &str = "expected a number from 0 to 4294967295 without leading zeros";
        for (fen, message) in [
            // The board.
            ("", "field 'board', the whole field: expected 9 ranks parted by '/', found '1'"),
            ("9/9/9/9/4K4/9/9/9 w 0 1", "field 'board', the whole field: expected 9 ranks parted by '/', found '8'"),
            ("9/9/9/9/4K4/9/9/9/9/9 w 0 1", "field 'board', the whole field: expected 9 ranks parted by '/', found '10'"),
            ("9/9/9/9/4K4/9/9/9/8 w 0 1", "field 'board', rank 1, the whole rank: expected 9 points, found '8'"),
            ("9/9/9/9/4K4//9/9/9 w 0 1", "field 'board', rank 4, the whole rank: expected 9 points, found '0'"),
            ("9/9/9/9/4K5/9/9/9/9 w 0 1", "field 'board', rank 5, the whole rank: expected 9 points, found '10'"),
            ("9/9/9/9/4K4/9/9/9/x8 w 0 1", "field 'board', rank 1, point 1: expected a piece or a number of empty points, found 'x'"),
            ("9/9/9/9/4K4/9/9/9/7é1 w 0 1", "field 'board', rank 1, point 8: expected a piece or a number of empty points, found 'é'"),
            ("9/9/9/9/4K4/9/9/9/3,5 w 0 1", "field 'board', rank 1, point 4: expected a piece or a number of empty points, found ','"),
            ("9/9/9/9/4K4/9/9/9/45 w 0 1", "field 'board', rank 1, point 1: expected a number of empty points from 1 to 9, found '45'"),
            ("9/9/9/9/4K4/9/9/9/p08 w 0 1", "field 'board', rank 1, point 2: expected a number of empty points from 1 to 9, found '08'"),
            ("9/9/9/9/4K4/9/9/9/ppppppppp0 w 0 1", "field 'board', rank 1, point 10: expected a number of empty points from 1 to 9, found '0'"),
            ("99999999999999999999/9/9/9/4K4/9/9/9/9 w 0 1", "field 'board', rank 9, point 1: expected a number of empty points from 1 to 9, found '99999999999999999999'"),
            ("9/9/9/9/4k4/9/9/9/9 w 0 1", "field 'board', rank 5, point 5: expected a piece or a number of empty points, found 'k'"),
            ("9/9/9/9/9/9/9/9/p8 w 0 1", "field 'board', the whole field: expected a king 'K', found nothing"),
            ("9/9/9/9/4K4/9/9/9/p6K1 w 0 1", "field 'board', rank 1, point 8: expected no second king, found 'K'"),
            ("9/9/9/9/4P4/9/9/9/p6K1 w 0 1", "field 'board', rank 5, point 5: expected no man on the centre, found 'P'"),
            ("9/9/9/9/4p4/9/9/9/p6K1 w 0 1", "field 'board', rank 5, point 5: expected no man on the centre, found 'p'"),
            ("PPPPPPPPP/9/9/9/4K4/9/9/9/9 w 0 1", "field 'board', rank 9, point 9: expected not more than 8 men of White, found 'P'"),
            ("ppppppppp/pppppppp1/9/9/4K4/9/9/9/9 w 0 1", "field 'board', rank 8, point 8: expected not more than 16 men of Black, found 'p'"),
            // The side to move.
            ("9/9/9/9/4K4/9/9/9/p8", "field 'side', the whole field: expected 'w' or 'b', found nothing"),
            ("9/9/9/9/4K4/9/9/9/p8 W 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'W'"),
            ("9/9/9/9/4K4/9/9/9/p8 wb 0 1", "field 'side', the whole field: expected 'w' or 'b', found 'wb'"),
            ("9/9/9/9/4K4/9/9/9/p8 0 1", "field 'side', the whole field: expected 'w' or 'b', found '0'"),
            // The counters.
            ("9/9/9/9/4K4/9/9/9/p8 w 00 1", &format!("field 'quiet', the whole field: {QUIET}, found '00'")),
            ("9/9/9/9/4K4/9/9/9/p8 w -1 1", &format!("field 'quiet', the whole field: {QUIET}, found '-1'")),
            ("9/9/9/9/4K4/9/9/9/p8 w +1 1", &format!("field 'quiet', the whole field: {QUIET}, found '+1'")),
            ("9/9/9/9/4K4/9/9/9/p8 w - 1", &format!("field 'quiet', the whole field: {QUIET}, found '-'")),
            ("9/9/9/9/4K4/9/9/9/p8 w 4294967296 1", &format!("field 'quiet', the whole field: {QUIET}, found '4294967296'")),
            ("9/9/9/9/4K4/9/9/9/p8 w 0", "field 'move', the whole field: expected a number from 1, found nothing"),
            ("9/9/9/9/4K4/9/9/9/p8 w 0 0", "field 'move', the whole field: expected a number from 1, found '0'"),
            ("9/9/9/9/4K4/9/9/9/p8 w 0 1 -", "end of the FEN, after field 'move': expected nothing more, found '-'"),
        ] {
            let error = Tablut::from_fen(RULES, fen).expect_err(fen);
            assert_eq!(error.to_string(), message, "{fen}");
        }
        // Without a king there may be a position, but no board without sense.
        for (fen, message) in [
            ("9/9/9/9/4p4/9/9/9/9 w 0 1", "field 'board', rank 5, point 5: expected no man on the centre, found 'p'"),
            ("9/9/9/9/4K4/9/9/9/p6K1 w 0 1", "field 'board', rank 1, point 8: expected no second king, found 'K'"),
            ("9/9/9/9/9/9/9/9/9", "field 'side', the whole field: expected 'w' or 'b', found nothing"),
        ] {
            let error = Tablut::from_fen(LINNAEUS, fen).expect_err(fen);
            assert_eq!(error.to_string(), message, "{fen}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn refusals_of_alea_say_field_place_and_reason() {
        // A board with these ranks at its top, and a king.
        let with = |ranks: &[&str]| {
            let rest = ["19"; 19].into_iter().skip(ranks.len() + 1);
            let ranks: Vec<_> = ranks.iter().copied().chain(rest).chain(["9k9"]).collect();
            format!("{} b 0 1", ranks.join("/"))
        };
        let full = "PPPPPPPPPPPPPPPPPPP";
        let kingless = ["19"; 19].join("/");
        for (fen, message) in [
            (&*format!("{kingless} b 0 1"), "field 'board', the whole field: expected a king 'k', found nothing"),
            (&with(&["19"]).replacen("19/", "", 1), "field 'board', the whole field: expected 19 ranks parted by '/', found '18'"),
            (&format!("19/{}", with(&[])), "field 'board', the whole field: expected 19 ranks parted by '/', found '20'"),
            (&with(&["20"]), "field 'board', rank 19, point 1: expected a number of empty points from 1 to 19, found '20'"),
            (&with(&["19", "910"]), "field 'board', rank 18, point 1: expected a number of empty points from 1 to 19, found '910'"),
            (&with(&["19", "10p9"]), "field 'board', rank 18, the whole rank: expected 19 points, found '20'"),
            (&with(&["9K9"]), "field 'board', rank 19, point 10: expected a piece or a number of empty points, found 'K'"),
            (&with(&["9k9"]), "field 'board', rank 1, point 10: expected no second king, found 'k'"),
            (&with(&[full, full, "12PPPPPPP", "PPPP15"]), "field 'board', rank 16, point 4: expected not more than 48 men of White, found 'P'"),
            (&with(&["ppppppppppppppppppp", "19", "pppppp13"]), "field 'board', rank 17, point 6: expected not more than 24 men of Black, found 'p'"),
            (&with(&[]).replace(" b ", " B "), "field 'side', the whole field: expected 'w' or 'b', found 'B'"),
            (&with(&[]).replace(" 0 1", " 0"), "field 'move', the whole field: expected a number from 1, found nothing"),
        ] {
            let error = Alea::from_fen(RULES, fen).expect_err(fen);
            assert_eq!(error.to_string(), message, "{fen}");
        }
        // A man may stand on the centre.
        let mut ranks = ["19"; 19];
        (ranks[8], ranks[9]) = ("9k9", "9P9");
        let fen = format!("{} w 0 1", ranks.join("/"));
        assert_eq!(Alea::from_fen(RULES, &fen).map(|state| state.fen()), Ok(fen));
    }

    #[test]
    fn only_legal_moves_are_read() {
        let state = read("9/9/9/9/2P1K4/9/9/9/p8 w");
        for good in ["c5c9", "c5d5", "e5i5"] {
            let mv = state.parse_move(good).unwrap_or_else(|| panic!("{good}"));
            assert_eq!(state.move_text(mv), good);
            assert_eq!(state.move_points(mv).concat(), good);
        }
        for bad in [
            "", "c5", "c5c5", "c5e5", "c5f5", "e5c5", "c5d6", "a1a2", "b1b2", "c5c10", "c5j5",
            "c5c9c8", "C5C9", "c5c9 ", "x5x9", "c5-c9",
        ] {
            assert_eq!(state.parse_move(bad), None, "{bad}");
        }
        let over = read("9/9/9/9/2P5K/9/9/9/p8 w");
        assert_eq!(over.parse_move("c5c9"), None);
    }

    #[test]
    fn draws_the_board_with_its_centre() {
        let drawing = read("p7P/9/9/9/9/3K5/9/9/9 w").drawing();
        let lines: Vec<_> = drawing.lines().collect();
        assert_eq!(lines[1], " 9 | p |   |   |   |   |   |   |   | P |");
        assert_eq!(lines[9], " 5 |   |   |   |   | x |   |   |   |   |");
        assert_eq!(lines[11], " 4 |   |   |   | K |   |   |   |   |   |");
        assert_eq!(lines[19], "     a   b   c   d   e   f   g   h   i");
        assert_eq!(lines.len(), 20);
        let large = Alea::start(RULES).drawing();
        assert!(large.contains('k') && !large.contains('x') && large.ends_with("r   s"));
    }

    #[test]
    fn pieces_and_points_for_a_drawing_program() {
        let start = Tablut::start(RULES);
        let pieces = start.pieces();
        let owned = |seat| pieces.iter().filter(|piece| piece.owner == Some(seat)).count();
        assert_eq!([owned(1), owned(2), pieces.len()], [9, 16, 25]);
        let king = Piece { at: "e5".to_owned(), owner: Some(1), kind: "king", glyph: 'K' };
        assert!(pieces.contains(&king));
        let black_first = Rules { first: Side::Attackers, ..RULES };
        let king = Piece { owner: Some(2), ..king };
        assert!(Tablut::start(black_first).pieces().contains(&king));
        let thrones = |points: Vec<Point>| {
            let is_throne = |point: &&Point| point.shade == Shade::Throne;
            points.iter().filter(is_throne).map(|point| point.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(thrones(Tablut::points(RULES)), ["e5"]);
        let points = Alea::points(RULES);
        let corner = points.last().expect("a board has points");
        assert_eq!((&*corner.name, corner.x, corner.y), ("s1", 18.0, 0.0));
        assert!(thrones(points).is_empty());
    }

    #[test]
    fn the_rules_name_the_options_in_force() {
        let plain = Tablut::rules_text(RULES);
        assert!(plain.contains("White begins") && plain.contains("helps to capture like a man."));
        assert!(plain.contains("or the empty centre.\nA man of his own side"));
        let changed = Tablut::rules_text(Rules {
            first: Side::Attackers,
            king_armed: false,
            king_capture: KingCapture::Linnaeus,
        });
        assert!(changed.contains("Black begins") && changed.contains("nor helps to capture."));
        assert!(changed.contains("Elsewhere he is captured like a man."));
        let alea = Alea::rules_text(RULES);
        assert!(alea.contains("Black begins") && alea.contains("Black wins when the king"));
        assert!(plain.contains("(K for White's king, P for White's men, p for Black's men)"));
        assert!(alea.contains("(k for Black's king, p for Black's men, P for White's men)"));
        for text in [plain, changed, alea] {
            assert!(!text.contains(['{', '}']), "{text}");
            assert!(text.lines().all(|line| (1..=79).contains(&line.len())), "{text}");
        }
    }
}
