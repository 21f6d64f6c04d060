//! The pieces before the first move.
//!
//! Usually they follow from back ranks and pawns, but a rule line can give a FEN. The loader checks it before there is
//! a board, so the board field of every FEN is read here; [`crate::board::fen`] reads the rest.

use std::fmt;

use super::rules::drops::ever_dropped;
use super::rules::values::add;
use super::{Variant, letter};
use crate::types::{ByColor, Color, Square, TypeId};

/// A piece on a square, both coordinates counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The file, 0 is the a-file.
    pub file: u8,
    /// The rank, 0 is white's back rank.
    pub rank: u8,
    /// The owner of the piece.
    pub color: Color,
    /// The type of the piece.
    pub id: TypeId,
}

canonical!(struct Placed { file = 1, rank = 2, color = 3, id = 4 });

/// The contents of the board field of a FEN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The pieces, rank by rank from black's side.
    pub pieces: Vec<Placed>,
    /// The files and ranks of the walls.
    pub walls: Vec<(u8, u8)>,
}

/// A start position other than back ranks and pawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The pieces on the board.
    pub pieces: Vec<Placed>,
    /// The fields of the FEN after the board, separated by blanks; may be empty.
    pub fields: String,
}

canonical!(struct Start { pieces = 1, fields = 2 });

/// Why the board field of a FEN could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The wrong number of ranks.
    Ranks {
        /// Ranks of the board.
        expected: u8,
        /// Ranks in the text.
        found: usize,
    },
    /// A rank of the wrong width.
    Width {
        /// The rank's text.
        rank: String,
        /// Files of the board.
        expected: u8,
    },
    /// A letter, perhaps with a plus, that is not a piece (of that colour).
    Piece(String),
    /// A piece on a hole.
    Hole(String),
    /// The mark of a hole on an ordinary square.
    NoHole(String),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Ranks { expected, found } => {
                let ranks = if *found == 1 { "rank" } else { "ranks" };
                write!(f, "{found} {ranks} where the board has {expected}")
            }
            BoardError::Width { rank, expected } => {
                write!(f, "rank `{rank}` does not fill {expected} files")
            }
            BoardError::Piece(letter) => write!(f, "no piece `{letter}` in this variant"),
            BoardError::Hole(square) => write!(f, "{square} is a hole of the board"),
            BoardError::NoHole(square) => write!(f, "{square} is no hole of the board"),
        }
    }
}

impl std::error::Error for BoardError {}

impl Variant {
    /// The pieces of the start position.
    pub fn start_pieces(&self) -> Vec<Placed> {
        match &self.start {
            Some(start) => start.pieces.clone(),
            None => self.back_ranks_and_pawns(),
        }
    }

    /// The side that moves first.
    pub fn first_to_move(&self) -> Color {
        let fields = self.start.iter().map(|start| start.fields.as_str());
        match fields.flat_map(str::split_whitespace).next() {
            Some("b") => Color::Black,
            _ => Color::White,
        }
    }

    /// The types that a colour can ever have, in the order of their numbers.
    pub fn types_of(&self, color: Color) -> Vec<TypeId> {
        let rules = &self.rules;
        let placed = self.start_pieces().into_iter();
        let mut types: Vec<TypeId> = placed
            .filter(|piece| piece.color == color)
            .map(|piece| piece.id)
            .collect();
        let ids = self.types().map(|(id, _)| id);
        types.extend(ids.filter(|&id| rules.gating.lets_in(color, id)));
        if let Some(drops) = &rules.drops {
            types.extend(ever_dropped(self, drops)[color].iter().map(|kind| kind.id));
        }
        types.extend(rules.promotion.to.of_pawns(color));
        let becomes = |id: TypeId| rules.promotion.of_piece(color, id).iter().copied();
        let mut next = 0;
        while let Some(&id) = types.get(next) {
            let more: Vec<TypeId> = becomes(id).filter(|more| !types.contains(more)).collect();
            types.extend(more);
            next += 1;
        }
        types.sort_unstable();
        types.dedup();
        types
    }

    /// The letters of a colour's pieces, in the order of their types.
    pub fn letters_of(&self, color: Color) -> Vec<char> {
        let mut letters = Vec::new();
        for id in self.types_of(color) {
            add(&mut letters, self.piece(id).letter);
        }
        letters
    }

    /// The back rank of a colour, from 0.
    pub fn home_rank(&self, color: Color) -> u8 {
        match color {
            Color::White => 0,
            Color::Black => self.ranks - 1,
        }
    }

    fn back_ranks_and_pawns(&self) -> Vec<Placed> {
        let back = self.back_rank_pieces();
        let mut pieces = Vec::new();
        for color in Color::ALL {
            pieces.extend(back.iter().filter(|piece| piece.color == color));
            let rank = self.pawn_rank(color);
            let files = (0..self.files).filter(|&file| !self.is_hole(file, rank));
            pieces.extend(files.map(|file| Placed {
                file,
                rank,
                color,
                id: TypeId::pawn(color),
            }));
        }
        pieces
    }

    /// The pieces of both back ranks, in their usual order.
    pub fn back_rank_pieces(&self) -> Vec<Placed> {
        let row = |color: Color| {
            let rank = self.home_rank(color);
            let squares = (0..).zip(&self.back_rank[color]);
            squares.filter_map(move |(file, id)| {
                let id = (*id)?;
                Some(Placed {
                    file,
                    rank,
                    color,
                    id,
                })
            })
        };
        Color::ALL.into_iter().flat_map(row).collect()
    }

    /// The piece that a letter of a FEN stands for, with or without a plus before it. Capital letters are White's.
    ///
    /// # Errors
    /// If there is no such piece.
    pub fn piece_of_fen(&self, letter: char, plus: bool) -> Result<(Color, TypeId), BoardError> {
        let color = Color::of_letter(letter);
        let named = if plus {
            letter::promoted(letter)
        } else {
            Some(letter)
        };
        let id = named.and_then(|letter| self.type_by_letter(letter, color));
        let mark = if plus { "+" } else { "" };
        let none = || BoardError::Piece(format!("{mark}{letter}"));
        Ok((color, id.ok_or_else(none)?))
    }

    /// Reads the board field of a FEN, without holdings. A hole is written `*`, but may be counted as an empty square;
    /// a wall, in variants with walls, is also written `*`.
    ///
    /// # Errors
    /// If it does not fit the board or names an unknown piece.
    pub fn read_board(&self, text: &str) -> Result<Diagram, BoardError> {
        let found = text.split('/').count();
        if found != usize::from(self.ranks) {
            return Err(BoardError::Ranks {
                expected: self.ranks,
                found,
            });
        }
        let mut diagram = Diagram::default();
        for (text, rank) in text.split('/').zip((0..self.ranks).rev()) {
            self.read_rank(text, rank, &mut diagram)?;
        }
        Ok(diagram)
    }

    fn read_rank(&self, text: &str, rank: u8, found: &mut Diagram) -> Result<(), BoardError> {
        let Diagram { pieces, walls } = found;
        let wrong_width = || BoardError::Width {
            rank: text.to_owned(),
            expected: self.files,
        };
        let mut file = 0;
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            if c.is_ascii_digit() {
                let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                let digits = &rest[..rest.len() - behind.len()];
                file += empty_squares(digits, self.files - file).ok_or_else(wrong_width)?;
                rest = behind;
                continue;
            }
            rest = &rest[c.len_utf8()..];
            let square = || Square::at(file, rank).name(self.ranks);
            if c == '*' {
                if file >= self.files {
                    return Err(wrong_width());
                }
                match (self.is_hole(file, rank), self.rules.can_have_walls()) {
                    (true, _) => {}
                    (false, true) => walls.push((file, rank)),
                    (false, false) => return Err(BoardError::NoHole(square())),
                }
                file += 1;
                continue;
            }
            if c == '~' {
                // the mark of a promoted piece
                if let Some(last) = pieces.last_mut().filter(|_| file > 0) {
                    last.id = self.promoted(last.id);
                }
                continue;
            }
            let promoted = rest.chars().next().filter(|_| c == '+');
            rest = &rest[promoted.map_or(0, char::len_utf8)..];
            let (letter, shift) = match promoted {
                Some(letter) => (letter, 0),
                None => self.letter_shown(c),
            };
            let (color, id) = self.piece_of_fen(letter, promoted.is_some())?;
            if file >= self.files {
                return Err(wrong_width());
            }
            if self.is_hole(file, rank) {
                return Err(BoardError::Hole(square()));
            }
            pieces.push(Placed {
                file: file + shift,
                rank,
                color,
                id,
            });
            file += 1;
        }
        if file == self.files {
            Ok(())
        } else {
            Err(wrong_width())
        }
    }
}

/// The number of empty squares in a run of digits: the number, or if that is too large the sum of the digits.
fn empty_squares(digits: &str, room: u8) -> Option<u8> {
    let number = digits.parse().ok().filter(|&n| n <= room);
    number.or_else(|| {
        let sum: u32 = digits.bytes().map(|b| u32::from(b - b'0')).sum();
        u8::try_from(sum).ok().filter(|&n| n <= room)
    })
}

/// The checks that White and Black still need. `3+2` gives these numbers; `+0+1` gives the checks already given, of
/// the `asked` checks that win. `None` if the text is something else, or checks are not counted.
pub fn checks_left(text: &str, asked: u8) -> Option<ByColor<u8>> {
    if asked == 0 {
        return None;
    }
    let (given, text) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (white, black) = text.split_once('+')?;
    let number = |text: &str| text.parse::<u8>().ok();
    let counts = ByColor::new(number(white)?, number(black)?);
    Some(counts.map(|n| {
        if given {
            asked.saturating_sub(n)
        } else {
            n.min(asked)
        }
    }))
}
