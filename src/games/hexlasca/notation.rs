//! How Hex Lasca is written and drawn.

use super::board::{self, Axial, BOARD, ROWS, each};
use super::column::{Column, letter};
use super::{Colour, HexLasca, Join, Move, Rules, colour};
use crate::game::{
    FenError, Field, Notation, OptionKind, OptionSpec, OptionValues, Piece, Point, Seat, Shade,
    Shape, VariantInfo, counters, fen_fields, rank_text, ranks_of_columns,
};

const TWO: VariantInfo = VariantInfo {
    name: "hexlasca",
    players: 2,
    board: "61 hexagons",
    summary: "Hex Lasca: units of men, strong by height and by the colour of the field",
    files: 9,
    ranks: 9,
    bench: &[
        "w,w,w,w,w/w,w,w,w,w,w/w,w,w,w,w,w,w/8/9/8/b,b,b,b,b,b,b/b,b,b,b,b,b/b,b,b,b,b w 0 1",
        "1,ww,w,w,1/w,ww,w,w,ww,1/w,w,1,w,w,ww,w/8/9/3,b,4/b,b,1,b,b,b,bb/1,bb,b,b,b,b/b,b,b,b,1 w 8 5",
        "5/1,bwwwww,3,w/w,w,5/2,w,5/9/6,b,1/b,1,b,1,b,1,b/b,1,bwb,b,b,b/b,b,b,b,b w 0 21",
        "ww,w,1,w,1/4,ww,ww/7/1,w,6/9/8/b,b,5/b,2,wwwwwww,1,bb/bbb,bb,1,b,b b 0 20",
    ],
    bench_depth: 5,
};

const THREE: VariantInfo = VariantInfo {
    name: "hexlasca-3",
    players: 3,
    summary: "Hex Lasca for three: White, Black and Red",
    bench: &[
        "w,w,w,w,w/w,w,w,w,w,w/7/b,6,r/b,b,5,r,r/b,b,4,r,r/b,b,3,r,r/b,b,2,r,r/b,b,1,r,r w 0 1",
        "3,ww,1/ww,5/7/b,bbbrwrwwwww,6/bbb,6,r,1/b,6,r/1,bb,3,r,r/3,r,1,r/5 b 2 12",
        "w,1,w,w,w/2,w,1,w,1/3,w,2,r/5,r,2/1,b,6,wr/b,6,r/b,b,4,r/b,b,4/b,3,br r 0 16",
    ],
    bench_depth: 8,
    ..TWO
};

const CENTRE: OptionSpec = OptionSpec {
    name: "HexCentre",
    kind: OptionKind::Combo { default: "red", values: &["red", "white", "black"] },
};

const JOIN: OptionSpec = OptionSpec {
    name: "HexJoin",
    kind: OptionKind::Combo { default: "free", values: &["free", "compulsory", "off"] },
};

/// The longest text of a unit that is drawn on its field: nine such fields in a row
/// still fit a terminal.
const LONGEST_IN_PLACE: usize = 6;

const NAMES: [&str; 3] = ["White", "Black", "Red"];

impl<const PLAYERS: usize> Notation for HexLasca<PLAYERS> {
    const VARIANTS: &'static [VariantInfo] = if PLAYERS == 2 { &[TWO] } else { &[THREE] };
    const OPTIONS: &'static [OptionSpec] = &[CENTRE, JOIN];

    fn rules_from(_: &VariantInfo, values: &OptionValues) -> Rules {
        Rules {
            centre: match values.get(&CENTRE).as_str() {
                "white" => Colour::White,
                "black" => Colour::Black,
                _ => Colour::Red,
            },
            join: match values.get(&JOIN).as_str() {
                "compulsory" => Join::Compulsory,
                "off" => Join::Off,
                _ => Join::Free,
            },
        }
    }

    /// A side to move that is out, or of three one that cannot move, is taken as the
    /// next that can.
    fn from_fen(rules: Rules, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen_fields(fen);
        let board = fields.next().unwrap_or_default();
        // As the fields are counted.
        let rank_name = |index| format!("rank {} from the top", index + 1);
        let rows = ranks_of_columns(board, &ROWS, rank_name, read_unit::<PLAYERS>)?;
        let side = fields.next().unwrap_or_default();
        let seat =
            (0..PLAYERS).find(|&seat| side == letter(seat).to_string()).ok_or_else(|| {
                let expected = if PLAYERS == 2 { "'w' or 'b'" } else { "'w', 'b' or 'r'" };
                FenError::new(Field::Side, "the whole field", expected, side)
            })?;
        let (quiet, number) = counters(&fields.collect::<Vec<_>>())?;
        let mut state = Self::cleared(rules, quiet, number);
        for (field, unit) in rows.into_iter().flatten().enumerate() {
            if let Some(unit) = unit {
                state.put(field as u8, unit);
            }
        }
        state.check_men()?;
        state.set_turn(state.next_to_move(seat));
        Ok(state)
    }

    fn fen(&self) -> String {
        let text = |field| {
            let unit = self.unit(field);
            (!unit.is_empty()).then(|| unit.text())
        };
        let rows: Vec<_> =
            (0..ROWS.len()).map(|row| rank_text(fields_of(row).map(text), ",")).collect();
        let side = letter(self.turn.index());
        format!("{} {side} {} {}", rows.join("/"), self.quiet, self.number)
    }

    fn move_text(&self, mv: Move) -> String {
        format!("{}-{}", name(mv.from), name(mv.to))
    }

    fn points(rules: Rules) -> Vec<Point> {
        // Rows of hexagons with vertical sides lie this far apart.
        let height = 0.75_f64.sqrt();
        each(BOARD)
            .map(|field| {
                let Axial { r, q } = Axial::of(field);
                Point {
                    name: name(field),
                    x: f64::from(q) + f64::from(r) / 2.0,
                    y: -height * f64::from(r),
                    shape: Shape::Hex,
                    shade: match colour(rules.centre, field) {
                        Colour::White => Shade::White,
                        Colour::Black => Shade::Black,
                        Colour::Red => Shade::Red,
                    },
                }
            })
            .collect()
    }

    fn lines(_: Rules) -> Vec<[String; 2]> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |field, seat: usize| Piece {
            at: name(field),
            owner: Some(seat as u8 + 1),
            kind: "man",
            glyph: letter(seat),
        };
        each(self.occupied())
            .flat_map(|field| self.unit(field).seats().rev().map(move |seat| piece(field, seat)))
            .collect()
    }

    fn move_points(&self, mv: Move) -> Vec<String> {
        vec![name(mv.from), name(mv.to)]
    }

    /// Of each field the name and, behind a colon, its factor; below them the unit
    /// from top to bottom, longer runs of a colour with their number. Units that are
    /// too long for that have their men listed below the board.
    fn drawing(&self) -> String {
        let texts: Vec<String> = each(BOARD).map(|field| short_text(self.unit(field))).collect();
        let is_long = |text: &String| text.len() > LONGEST_IN_PLACE;
        let in_place = texts.iter().filter(|text| !is_long(text)).map(String::len);
        let half = (in_place.fold("00:0".len(), usize::max) + 2).div_ceil(2);
        let mut lines = Vec::new();
        for (row, width) in ROWS.into_iter().enumerate() {
            let indent = " ".repeat((ROWS[4] - width) * half);
            let line = |text: &dyn Fn(u8) -> String| {
                let cells = fields_of(row).map(|field| format!("{:^1$}", text(field), 2 * half));
                format!("{indent}{}", cells.collect::<String>()).trim_end().to_owned()
            };
            lines.push(line(&|field| {
                format!("{}:{}", name(field), colour(self.rules.centre, field) as u8)
            }));
            lines.push(line(&|field| {
                let text = &texts[usize::from(field)];
                let unit = self.unit(field);
                if is_long(text) {
                    format!("{}+{}", letter(unit.owner()), unit.height() - 1)
                } else {
                    text.clone()
                }
            }));
        }
        let long = each(BOARD).filter(|&field| is_long(&texts[usize::from(field)]));
        lines.extend(long.map(|field| format!("{}: {}", name(field), self.unit(field).text())));
        lines.join("\n")
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        NAMES[seat.index()]
    }

    fn rules_text(rules: Rules) -> String {
        let [setup, end, letters] = if PLAYERS == 2 {
            [
                "Two players have 18 men each: White on the fields 1 to 18, Black on 44 to 61.\n\
                 White begins; the players move in turn.",
                "A side to move that has no legal move has lost.",
                "w or b",
            ]
        } else {
            [
                "Three players have 11 men each: White on the fields 1 to 11, Black on 19 27\n\
                 28 36 37 44 45 51 52 57 58, Red on 26 34 35 42 43 49 50 55 56 60 61.\n\
                 White begins, then Black and Red follow.",
                "A player without a legal move is skipped. A draw is one of all who are not\n\
                 out.",
                "w, b or r",
            ]
        };
        let centre = colour_name(rules.centre);
        let row: Vec<_> = fields_of(0)
            .map(|field| format!("{} {}", name(field), colour_name(colour(rules.centre, field))))
            .collect();
        let colours =
            format!("The centre, field 31, is {centre}; the first row is\n{}.", row.join(", "));
        let join = match rules.join {
            Join::Free => {
                "Joining. When no attack is possible a unit may also enter a field of its own\n\
                 side; it goes on top of the unit there, and strength does not count. Joining\n\
                 is never compulsory."
            }
            Join::Compulsory => {
                "Joining. A unit may also enter a field of its own side; it goes on top of the\n\
                 unit there, and strength does not count. Joining is as compulsory as\n\
                 attacking: when attacks or joins are possible, one of them must be made."
            }
            Join::Off => "Joining. A unit may not enter a field of its own side.",
        };
        let limit = Self::QUIET_LIMIT.to_string();
        include_str!("rules.txt")
            .trim_end()
            .replace("{setup}", setup)
            .replace("{colours}", &colours)
            .replace("{join}", join)
            .replace("{end}", end)
            .replace("{limit}", &limit)
            .replace("{letters}", letters)
    }

    /// Of two players each has the other's place at the other edge.
    fn flipped(&self) -> Option<Self> {
        if PLAYERS != 2 {
            return None;
        }
        let mut flipped = Self::cleared(self.rules, self.quiet, self.number);
        for field in each(self.occupied()) {
            flipped.put(board::mirrored(field), self.unit(field).exchanged(|seat| 1 - seat));
        }
        flipped.set_turn(self.turn.other().index());
        Some(flipped)
    }
}

impl<const PLAYERS: usize> HexLasca<PLAYERS> {
    /// Refuses an empty board, too many men, and men of a player who is out.
    fn check_men(&self) -> Result<(), FenError> {
        let error = |expected: String, found: &str| {
            Err(FenError::new(Field::Board, "the whole field", expected, found))
        };
        if self.occupied() == 0 {
            return error("a unit".to_owned(), "");
        }
        for (seat, owned) in self.owned.into_iter().enumerate() {
            let count: u32 = each(self.occupied()).map(|field| self.unit(field).count(seat)).sum();
            let colour = NAMES[seat].to_lowercase();
            if count as usize > Self::MEN {
                return error(format!("at most {} {colour} men", Self::MEN), &count.to_string());
            }
            if owned == 0 && count > 0 {
                let expected = format!("no {colour} men, since {} owns no unit", NAMES[seat]);
                return error(expected, &count.to_string());
            }
        }
        Ok(())
    }
}

/// Reads a unit from top to bottom.
fn read_unit<const PLAYERS: usize>(text: &str) -> Result<Column<PLAYERS>, String> {
    // Whoever is not out has the top man of some unit.
    let tallest = PLAYERS * HexLasca::<PLAYERS>::MEN - 1;
    Column::from_letters(text, tallest).ok_or_else(|| {
        let letters = if PLAYERS == 2 { "w, b" } else { "w, b, r" };
        format!("a unit of at most {tallest} letters {letters} or a number of empty points")
    })
}

/// The fields of a row, from the left; rows count from 0 at the top.
fn fields_of(row: usize) -> impl Iterator<Item = u8> {
    let first = ROWS[..row].iter().sum::<usize>() as u8;
    first..first + ROWS[row] as u8
}

/// The name of a field: its number from 1.
fn name(field: u8) -> String {
    (field + 1).to_string()
}

const fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
        Colour::Red => "red",
    }
}

/// A unit as it is drawn: runs of three men or more are a letter and their number.
fn short_text<const PLAYERS: usize>(unit: Column<PLAYERS>) -> String {
    let seats: Vec<usize> = unit.seats().collect();
    let run = |run: &[usize]| {
        let letter = letter(run[0]).to_string();
        if run.len() < 3 { letter.repeat(run.len()) } else { format!("{letter}{}", run.len()) }
    };
    let text: String = seats.chunk_by(|one, other| one == other).map(run).collect();
    if text.is_empty() { ".".to_owned() } else { text }
}
