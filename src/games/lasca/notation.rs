//! How Lasca is written and drawn.

use super::board::{self, BOARD, LAST_RANK, SIDE, each, field, only, square};
use super::column::{Column, Man};
use super::{Lasca, MEN, Move, Rules};
use crate::game::{
    FenError, Field, Game, Notation, OptionKind, OptionSpec, OptionValues, Piece, Point, Seat,
    Shade, Shape, VariantInfo, counters, fen_fields,
    grid::{Square, squares},
    rank_text, ranks_of_columns,
};
use std::collections::HashSet;

/// Fields in each rank of a FEN.
const WIDTHS: [usize; SIDE as usize] = [4, 3, 4, 3, 4, 3, 4];

/// Letters of the sides, and their colours in words.
const SIDES: [(&str, &str); 2] = [("w", "white"), ("b", "black")];

const VARIANT: VariantInfo = VariantInfo {
    name: "lasca",
    players: 2,
    board: "25 fields of 7x7",
    summary: "Lasca: draughts whose prisoners stay on the board; officers fly and take the most",
    files: SIDE,
    ranks: SIDE,
    bench: &[
        "b,b,b,b/b,b,b/b,b,b,b/3/w,w,w,w/w,w,w/w,w,w,w w 0 1",
        "1,b,b,b/bb,b,1/wb,bw,b,1/3/w,wb,2/ww,1,bww/1,w,w,w w 0 9",
        "Wbbb,3/3/3,Wbbb/2,Wwww/wb,wBB,1,b/w,bW,1/w,3 b 0 32",
        "2,Wbb,1/3/1,Wbbb,1,b/wb,wB,1/wb,www,2/w,2/w,2,BbW b 1 24",
    ],
    bench_depth: 18,
};

const LASKER: VariantInfo = VariantInfo {
    name: "lasca-lasker",
    summary: "Lasca by Lasker's booklet of 1911: officers step one field, captures are free",
    ..VARIANT
};

const MEN_CAPTURE_BACKWARD: OptionSpec =
    OptionSpec { name: "LascaMenCaptureBackward", kind: OptionKind::Check { default: false } };

impl Notation for Lasca {
    const VARIANTS: &'static [VariantInfo] = &[VARIANT, LASKER];
    const OPTIONS: &'static [OptionSpec] = &[MEN_CAPTURE_BACKWARD];

    fn rules_from(variant: &VariantInfo, values: &OptionValues) -> Rules {
        Rules {
            lasker: variant.name == LASKER.name,
            men_capture_backward: values.flag(&MEN_CAPTURE_BACKWARD),
        }
    }

    fn from_fen(rules: Rules, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen_fields(fen);
        let board = fields.next().unwrap_or_default();
        let rank_name = |index| format!("rank {}", WIDTHS.len() - index);
        let ranks = ranks_of_columns(board, &WIDTHS, rank_name, read_column)?;
        let side = fields.next().unwrap_or_default();
        let turn = match side {
            "w" => Seat::ONE,
            "b" => Seat::TWO,
            _ => {
                let expected = "'w' or 'b'";
                return Err(FenError::new(Field::Side, "the whole field", expected, side));
            }
        };
        let (quiet, number) = counters(&fields.collect::<Vec<_>>())?;
        let mut state = Self::cleared(rules, turn, quiet, number);
        for (rank, columns) in (0..SIDE).rev().zip(ranks) {
            for (place, (field, column)) in board::rank(rank).zip(columns).enumerate() {
                if let Some(column) = column {
                    check_rank(field, column, place)?;
                    state.put(field, column);
                }
            }
        }
        state.check_men()?;
        Ok(state)
    }

    fn fen(&self) -> String {
        let text = |field| {
            let column = self.column(field);
            (!column.is_empty()).then(|| column.text())
        };
        let ranks = (0..SIDE).rev().map(|rank| rank_text(board::rank(rank).map(text), ","));
        let (side, _) = SIDES[self.turn.index()];
        format!("{} {side} {} {}", ranks.collect::<Vec<_>>().join("/"), self.quiet, self.number)
    }

    fn move_text(&self, mv: Move) -> String {
        self.way(mv).into_iter().map(|field| square(field).name()).collect()
    }

    /// Every legal way of a capture is accepted: the jumps are followed one by one.
    fn parse_move(&self, text: &str) -> Option<Move> {
        let way: Vec<u8> = squares(text)?.into_iter().map(field).collect::<Option<_>>()?;
        let (&from, landings) = way.split_first()?;
        let legal = self.moves();
        let mv = if legal.first()?.captured == 0 {
            let &[to] = landings else { return None };
            Move::quiet(from, to)
        } else {
            landings.iter().try_fold(Move::quiet(from, from), |chain, &to| {
                let mut longer = None;
                self.jumps(chain, |next| longer = longer.or((next.to == to).then_some(next)));
                longer
            })?
        };
        legal.contains(&mv).then_some(mv)
    }

    fn points(_: Rules) -> Vec<Point> {
        each(BOARD)
            .map(|field| {
                let Square { file, rank } = square(field);
                Point {
                    name: square(field).name(),
                    x: file.into(),
                    y: rank.into(),
                    shape: Shape::Square,
                    shade: Shade::Dark,
                }
            })
            .collect()
    }

    fn lines(_: Rules) -> Vec<[String; 2]> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |field, man: Man| Piece {
            at: square(field).name(),
            owner: Some(man.colour() as u8 + 1),
            kind: if man.is_officer() { "officer" } else { "soldier" },
            glyph: man.letter(),
        };
        each(BOARD)
            .flat_map(|field| self.column(field).men().rev().map(move |man| piece(field, man)))
            .collect()
    }

    fn move_points(&self, mv: Move) -> Vec<String> {
        self.way(mv).into_iter().map(|field| square(field).name()).collect()
    }

    /// Columns are written from top to bottom; dots are empty fields, and the squares
    /// between the fields are left blank. Each file is as wide as its tallest column:
    /// the men of a game are too few to fill a line of a terminal.
    fn drawing(&self) -> String {
        let text = |file, rank| match field(Square { file, rank }) {
            None => String::new(),
            Some(field) if self.column(field).is_empty() => ".".to_owned(),
            Some(field) => self.column(field).text(),
        };
        let widths: Vec<usize> = (0..SIDE)
            .map(|file| (0..SIDE).map(|rank| text(file, rank).len()).fold(1, usize::max))
            .collect();
        let line = |margin: &str, border: &str, cell: &dyn Fn(u8, usize) -> String| {
            let cells = (0..SIDE).zip(&widths).map(|(file, &width)| cell(file, width));
            format!("{margin}{border}{}{border}", cells.collect::<Vec<_>>().join(border))
        };
        let border = line("   ", "+", &|_, width| "-".repeat(width + 2));
        let mut lines = vec![border.clone()];
        for rank in (0..SIDE).rev() {
            let margin = format!("{:>2} ", rank + 1);
            lines.push(line(&margin, "|", &|file, width| format!(" {:width$} ", text(file, rank))));
            lines.push(border.clone());
        }
        let names =
            line("   ", " ", &|file, width| format!(" {:width$} ", char::from(b'a' + file)));
        lines.push(names.trim_end().to_owned());
        lines.join("\n")
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::ONE => "White",
            _ => "Black",
        }
    }

    fn rules_text(rules: Rules) -> String {
        let soldiers = if rules.men_capture_backward {
            "Soldiers capture an adjacent column in any of the four diagonal directions."
        } else {
            "Soldiers capture an adjacent column in their two directions forward."
        };
        let [moves, captures, choice, lone] = if rules.lasker {
            [
                "An officer moves one field diagonally in any direction, to an empty\n\
                 field.",
                "Officers capture an adjacent column in any direction and land on the field\n\
                 directly behind it.",
                "Of several captures the player chooses freely.",
                "Two lone officers play on.",
            ]
        } else {
            [
                "An officer moves any number of empty fields along a diagonal.",
                "Officers capture along a diagonal, over any number of empty fields, one enemy\n\
                 column, and any distance over the empty fields behind it.",
                "Officers must take the maximum: of all captures that officers can make in the\n\
                 position only those that take the most men are allowed. Captures by soldiers\n\
                 are free alternatives.",
                "When exactly two columns are left, one of each side and both led by officers,\n\
                 the game is drawn at once.",
            ]
        };
        include_str!("rules.txt")
            .trim_end()
            .replace("{officers-move}", moves)
            .replace("{soldiers-capture}", soldiers)
            .replace("{officers-capture}", captures)
            .replace("{choice}", choice)
            .replace("{lone-officers}", lone)
    }

    fn flipped(&self) -> Option<Self> {
        let turn = self.turn.other();
        let mut flipped = Self::cleared(self.rules, turn, self.quiet, self.number);
        for field in each(BOARD) {
            flipped.put(board::turned(field), self.column(field).with_colours_exchanged());
        }
        Some(flipped)
    }
}

impl Lasca {
    fn column(&self, field: u8) -> Column {
        self.columns[usize::from(field)]
    }

    /// Refuses an empty board and more men than the game has.
    fn check_men(&self) -> Result<(), FenError> {
        let error = |expected: &str, found: &str| {
            Err(FenError::new(Field::Board, "the whole field", expected, found))
        };
        if self.owned == [0; 2] {
            return error("a column", "");
        }
        for (seat, (_, colour)) in SIDES.into_iter().enumerate() {
            let men = each(BOARD).flat_map(|field| self.column(field).men());
            let count = men.filter(|man| man.colour() == seat).count();
            if count > MEN {
                return error(&format!("at most {MEN} {colour} men"), &count.to_string());
            }
        }
        Ok(())
    }

    /// The fields that the column of a legal move stands on, one after the other. All
    /// ways of a capture have as many; this is the first in the order of names.
    fn way(&self, mv: Move) -> Vec<u8> {
        let mut way = vec![mv.from];
        if mv.captured == 0 {
            way.push(mv.to);
        } else {
            let found =
                self.find_way(mv, Move::quiet(mv.from, mv.from), &mut way, &mut HashSet::new());
            debug_assert!(found, "{mv:?} is not legal in {}", self.fen());
        }
        way
    }

    /// Completes `way`, which has led to `chain`, to a way of `mv`. Chains that do not
    /// lead there are remembered in `astray`.
    fn find_way(
        &self,
        mv: Move,
        chain: Move,
        way: &mut Vec<u8>,
        astray: &mut HashSet<Move>,
    ) -> bool {
        if chain == mv {
            return true;
        }
        if chain.count() == mv.count() || !astray.insert(chain) {
            return false;
        }
        let mut longer = Vec::new();
        self.jumps(chain, |next| {
            let ranks = mv.ranks & ((1 << next.count()) - 1);
            if next.captured & !mv.captured == 0 && next.ranks == ranks {
                longer.push(next);
            }
        });
        longer.sort_unstable_by_key(|next| {
            let Square { file, rank } = square(next.to);
            (file, rank)
        });
        longer.into_iter().any(|next| {
            way.push(next.to);
            let found = self.find_way(mv, next, way, astray);
            if !found {
                way.pop();
            }
            found
        })
    }
}

/// Reads a column from top to bottom.
fn read_column(text: &str) -> Result<Column, String> {
    let men: Option<Vec<Man>> = text.chars().map(Man::from_letter).collect();
    match men {
        Some(men) if (1..=2 * MEN).contains(&men.len()) => Ok(Column::of(&men)),
        Some(men) if !men.is_empty() => Err(format!("a column of at most {} men", 2 * MEN)),
        _ => Err("a column of the letters w, b, W, B or a number of empty points".to_owned()),
    }
}

/// Refuses a column that a soldier leads on its last rank.
fn check_rank(field: u8, column: Column, place: usize) -> Result<(), FenError> {
    let top = column.top();
    if top.is_officer() || LAST_RANK[top.colour()] & only(field) == 0 {
        return Ok(());
    }
    let place = format!("rank {}, point {}", square(field).rank + 1, place + 1);
    let expected = "no soldier at the head of a column on its last rank";
    Err(FenError::new(Field::Board, place, expected, &column.text()))
}
