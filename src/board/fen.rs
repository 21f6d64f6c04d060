//! FEN for boards of any size.
//!
//! Holes and walls are written `*`, a promoted piece with a plus before its original letter if the variant has one.
//!
//! The reader is tolerant: holdings in brackets or as an extra rank; `~` after promoted pieces; missing fields (see
//! `fields`); empty squares as one number (`12`) or several digits that add up. Module `rights` reads the castling
//! field; if it is missing, every piece on its start square counts as virgin. Several en-passant squares are written
//! one after the other; a square that no pawn can have passed is ignored, because GUIs disagree about when to write
//! it. With counting rules, the ply at which a count ends can take the place of this field; the counter that follows
//! is then the number of plies counted. If checks are counted, `3+2` before the counters gives the checks that White
//! and Black still need; `+0+1` anywhere after the castling field gives the checks that they have already given.

mod fields;

use std::fmt;
use std::fmt::Write as _;
use std::sync::Arc;

use super::cell::WALL;
use super::layout::Layout;
use super::rights::Letters;
use super::{Placement, PlacementError, Position, Virginity};
use crate::types::{Color, Square, TypeId};
use crate::variant::{BoardError, letter};
use fields::Fields;

/// The form of a FEN, for error messages.
const FORM: &str = "a FEN is BOARD SIDE CASTLING EN-PASSANT CLOCK MOVE, where all behind the board \
     may be left out";

/// Limits of the counters of a FEN.
const MAX_CLOCK: u32 = 30_000;
const MAX_MOVE_NUMBER: u32 = 1_000_000;

/// Why a FEN could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The board field.
    Board(BoardError),
    /// The side to move is neither `w` nor `b`.
    Side(String),
    /// The castling field has an invalid letter.
    Rights(char),
    /// The en-passant field is not a list of squares.
    EnPassant(String),
    /// A move counter is not a number.
    Counter(String),
    /// The pieces are not a valid position.
    Placement(PlacementError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Board(error) => error.fmt(f),
            FenError::Side(text) => write!(f, "side to move `{text}` is neither w nor b"),
            FenError::Rights(letter) => write!(f, "`{letter}` is no castling right here"),
            FenError::EnPassant(text) => write!(f, "`{text}` is no en-passant square"),
            FenError::Counter(text) => write!(f, "`{text}` is not a move counter"),
            // the text has been understood, so its form is not explained
            FenError::Placement(error) => return error.fmt(f),
        }?;
        write!(f, "; {FORM}")
    }
}

impl std::error::Error for FenError {}

impl From<BoardError> for FenError {
    fn from(error: BoardError) -> FenError {
        FenError::Board(error)
    }
}

impl Placement {
    /// Reads the fields after the board. Missing fields change nothing.
    pub(super) fn read_fields(&mut self, layout: &Layout, text: &str) -> Result<(), FenError> {
        let fields = Fields::split(layout, text);
        self.take_fields(layout, &fields)
    }

    /// The meaning of the letters of a castling field, given what is in hand.
    fn letters<'a>(&self, layout: &'a Layout) -> Letters<'a> {
        Letters::new(layout, |color| {
            (self.hands.iter()).any(|&(owner, _, n)| owner == color && n > 0)
        })
    }

    fn take_fields(&mut self, layout: &Layout, fields: &Fields<'_>) -> Result<(), FenError> {
        self.side = match fields.side {
            None => self.side,
            Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(other) => return Err(FenError::Side(other.to_owned())),
        };
        if let Some(rights) = fields.rights {
            self.virginity = Virginity::On(self.letters(layout).parse(rights)?);
        }
        self.checks = fields.checks.unwrap_or(self.checks);
        if let Some(text) = fields.en_passant.filter(|text| *text != "-") {
            self.en_passant = parse_squares(layout, text)?;
        }
        let counter = |text: Option<&str>| match text {
            None | Some("-") => Ok(None),
            Some(text) => text
                .parse::<u32>()
                .map(Some)
                .map_err(|_| FenError::Counter(text.to_owned())),
        };
        // no game gets this far, and the counters cannot overflow
        let clock = counter(fields.clock)?.unwrap_or(0).min(MAX_CLOCK) as u16;
        let limit = fields.limit.and_then(|text| text.parse().ok());
        match limit.filter(|limit| (1..=MAX_CLOCK).contains(limit)) {
            Some(limit) => self.count = Some((clock, limit as u16)),
            None => self.rule_clock = clock,
        }
        self.move_number = counter(fields.move_number)?
            .unwrap_or(1)
            .clamp(1, MAX_MOVE_NUMBER);
        Ok(())
    }
}

impl Position {
    /// Reads a position.
    pub fn from_fen(layout: &Arc<Layout>, fen: &str) -> Result<Position, FenError> {
        Position::read_fen(layout, fen, false)
    }

    /// Reads a position from a GUI. GUIs know no first-move rights except castling with a rook, so if the position is
    /// the start position, all other rights are added.
    pub fn from_gui_fen(layout: &Arc<Layout>, fen: &str) -> Result<Position, FenError> {
        Position::read_fen(layout, fen, true)
    }

    fn read_fen(layout: &Arc<Layout>, fen: &str, gui: bool) -> Result<Position, FenError> {
        let fen = fen.trim_ascii();
        let mut placement = Placement::array(layout);
        let (board, rest) = fen
            .split_once(|c: char| c.is_ascii_whitespace())
            .unwrap_or((fen, ""));
        let fields = Fields::split(layout, rest);
        let (board, holdings) = split_holdings(board, layout.ranks);
        let diagram = layout.variant.read_board(board)?;
        let walls = diagram.walls.into_iter();
        placement.walls = walls.map(|(file, rank)| Square::at(file, rank)).collect();
        placement.pieces = (diagram.pieces.iter())
            .map(|p| (Square::at(p.file, p.rank), p.color, p.id))
            .collect();
        placement.hands = parse_holdings(layout, holdings)?;
        let usual = layout;
        let layout = &usual.fitting(
            &placement.pieces,
            fields.rights.map(|text| (text, placement.letters(usual))),
        );
        placement.take_fields(layout, &fields)?;
        let taken = |sq: &Square| placement.pieces.iter().any(|(other, ..)| other == sq);
        if layout.variant.rules.trading.is_some()
            && let [sq] = placement.en_passant[..]
        {
            // the captor may have changed sides
            placement.shielded = taken(&sq).then_some(sq);
        }
        if let Virginity::On(set) = &mut placement.virginity
            && gui
            && (layout.variant.rules.shuffle.is_some() || Arc::ptr_eq(layout, usual))
            && layout.is_start(&placement.pieces)
        {
            *set |= layout.rights_unknown_to_guis();
        }
        let mut read = Position::new(layout.clone(), &placement);
        if let Err(PlacementError::EnPassant(_)) = read {
            // some programs write the pawn's square as well; with two boards a piece may stand on the corresponding
            // square of the other board
            placement.en_passant.retain(|sq| !taken(sq));
            read = Position::new(layout.clone(), &placement);
        }
        if let Err(PlacementError::EnPassant(_)) = read {
            placement.en_passant.clear();
            read = Position::new(layout.clone(), &placement);
        }
        read.map_err(FenError::Placement)
    }

    /// Writes the position.
    pub fn fen(&self) -> String {
        self.write_fen(&self.rights(), self.move_count())
    }

    /// Writes the position for GUIs. They read the letter of a file in the castling field as a rook that can castle,
    /// so the field has only `KQkq`, except with gating.
    pub fn gui_fen(&self) -> String {
        self.write_fen(&self.rights_for_guis(), None)
    }

    /// The letter on a square of the diagram, which shows both boards.
    pub fn shown_letter(&self, sq: Square) -> Option<String> {
        let layout = self.layout();
        let sq = self.occupied(sq);
        let (color, id) = self.piece_on(sq)?;
        let letter = layout
            .variant
            .letter_on(layout.variant.piece(id).letter, sq.file());
        Some(letter::colored(letter, color))
    }

    fn write_fen(&self, rights: &str, count: Option<(u16, u16)>) -> String {
        let mut fen = String::new();
        let layout = self.layout();
        for rank in (0..layout.ranks).rev() {
            let mut empty = 0;
            for file in 0..layout.files {
                let wall = self.cell(Square::at(file, rank)) == WALL;
                if wall || layout.variant.is_hole(file, rank) {
                    push_count(&mut fen, std::mem::take(&mut empty));
                    fen.push('*');
                    continue;
                }
                match self.shown_letter(Square::at(file, rank)) {
                    None => empty += 1,
                    Some(letter) => {
                        push_count(&mut fen, std::mem::take(&mut empty));
                        fen.push_str(&letter);
                        let id = self.type_on(self.occupied(Square::at(file, rank)));
                        if layout.variant.piece(id).hides_promotion() {
                            fen.push('~');
                        }
                    }
                }
            }
            push_count(&mut fen, empty);
            if rank > 0 {
                fen.push('/');
            }
        }
        if layout.variant.rules.has_hands() {
            fen.push('[');
            for color in Color::ALL {
                for (id, _) in layout.variant.types() {
                    for _ in 0..self.in_hand(color, id) {
                        fen.push_str(&piece_letter(layout, color, id));
                    }
                }
            }
            fen.push(']');
        }
        let side = if self.side() == Color::White {
            'w'
        } else {
            'b'
        };
        let ep: String = self
            .en_passant()
            .squares()
            .iter()
            .chain(&self.board.state.shielded)
            .map(|&sq| layout.square_name(sq))
            .collect();
        let (passed, clock) = match count {
            Some((count, limit)) => (limit.to_string(), u32::from(count)),
            None if ep.is_empty() => ("-".to_owned(), self.rule_clock()),
            None => (ep, self.rule_clock()),
        };
        let checks = match layout.variant.rules.win.checks {
            0 => String::new(),
            _ => {
                let [white, black] = Color::ALL.map(|color| self.checks_left(color));
                format!("{white}+{black} ")
            }
        };
        // writing to a String cannot fail
        let _ = write!(
            fen,
            " {side} {rights} {passed} {checks}{clock} {}",
            self.move_number()
        );
        fen
    }
}

/// The letter of a piece in FEN, perhaps with a plus.
pub fn piece_letter(layout: &Layout, color: Color, id: TypeId) -> String {
    letter::colored(layout.variant.piece(id).letter, color)
}

fn push_count(fen: &mut String, count: u32) {
    if count > 0 {
        fen.push_str(&count.to_string());
    }
}

/// Splits off holdings: `BOARD[HOLDINGS]`, or an extra rank.
fn split_holdings(board: &str, ranks: u8) -> (&str, &str) {
    if let Some((board, rest)) = board.split_once('[') {
        return (board, rest.trim_end_matches(']'));
    }
    match board.rsplit_once('/') {
        Some((front, last)) if front.split('/').count() == usize::from(ranks) => (front, last),
        _ => (board, ""),
    }
}

fn parse_holdings(layout: &Layout, text: &str) -> Result<Vec<(Color, TypeId, u8)>, FenError> {
    let mut letters = text.chars().filter(|c| *c != '-');
    let mut held = Vec::new();
    while let Some(c) = letters.next() {
        let (color, id) = match c {
            '+' => layout
                .variant
                .piece_of_fen(letters.next().unwrap_or(c), true)?,
            c => layout.variant.piece_of_fen(c, false)?,
        };
        held.push((color, id, 1));
    }
    Ok(held)
}

fn parse_squares(layout: &Layout, text: &str) -> Result<Vec<Square>, FenError> {
    let mut squares = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (sq, tail) = Square::parse_prefix(rest, layout.files, layout.ranks)
            .ok_or_else(|| FenError::EnPassant(text.to_owned()))?;
        squares.push(sq);
        rest = tail;
    }
    Ok(squares)
}
