//! The castling field of a FEN: the virgin pieces besides pawns.
//!
//! Capital letters concern White's pieces, lower-case letters Black's.
//!
//! - `K` and `Q`: the pieces that castle to the right or left and their corners, if the colour castles at all;
//!   otherwise they are files like other letters.
//! - A file: the pieces that start on it (several if the start position has several). A corner whose piece has no other
//!   first moves means castling, with the king.
//! - A letter with a number, `K1`: only the piece on that square. So boards of eleven or more files distinguish the
//!   piece on the k-file from castling, and kings that castle to the same corner.
//! - `-`: no piece has any right.
//!
//! A letter concerns only pieces on their start squares. If it names a piece on a home rank that usually starts
//! elsewhere, that piece starts there in this position: `K` and `Q` then mean the outermost partner on that side
//! (X-FEN), a file the partner on it (Shredder-FEN). The writer uses the shortest unambiguous form, so boards of up to
//! ten files have the usual `KQkq` and files.

use super::layout::Layout;
use super::{FenError, Position};
use crate::types::{Bitboard, Color, Square, TypeId};

/// The letters of castling, and whether they mean the right corner.
const SIDES: [(char, bool); 2] = [('K', true), ('Q', false)];

/// The squares of the field.
pub(super) fn parse(layout: &Layout, text: &str) -> Result<Bitboard, FenError> {
    let mut set = Bitboard::EMPTY;
    if text == "-" {
        return Ok(set);
    }
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let behind = &rest[c.len_utf8()..];
        if behind.starts_with(|c: char| c.is_ascii_digit()) {
            let (sq, behind) = Square::parse_prefix(rest, layout.files, layout.ranks)
                .ok_or(FenError::Rights(c))?;
            set.insert(sq);
            rest = behind;
        } else {
            set |= meaning(layout, c).ok_or(FenError::Rights(c))?;
            rest = behind;
        }
    }
    Ok(set)
}

/// The squares of a letter without a number; `None` for an invalid letter.
fn meaning(layout: &Layout, letter: char) -> Option<Bitboard> {
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    let letter = letter.to_ascii_uppercase();
    let side = SIDES.iter().find(|(name, _)| *name == letter);
    if let Some(&(_, right)) = side
        && !layout.castlings[color].is_empty()
    {
        return Some(castling_squares(layout, color, right));
    }
    let file = u32::from(letter).wrapping_sub(u32::from('A'));
    if file < u32::from(layout.files) {
        return Some(file_squares(layout, color, file as u8));
    }
    // a colour that does not castle
    side.map(|_| Bitboard::EMPTY)
}

fn castling_squares(layout: &Layout, color: Color, right: bool) -> Bitboard {
    layout.castlings[color]
        .iter()
        .filter(|castling| castling.is_right() == right)
        .flat_map(|castling| [castling.from, castling.corner])
        .collect()
}

fn file_squares(layout: &Layout, color: Color, file: u8) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let started = layout.homes.iter().filter(|&&(sq, owner, id)| {
        sq.file() == file && owner == color && !layout.variant.is_pawn(id, owner)
    });
    for &(sq, ..) in started {
        set.insert(sq);
        // a rook's file alone means castling, with the king, unless the piece there has other first moves
        if !layout.variant.rules.let_pieces_in() && !layout.has_virgin_moves(sq) {
            let castlings = layout.castlings[color].iter();
            set = castlings
                .filter(|castling| castling.corner == sq)
                .map(|castling| castling.from)
                .collect::<Bitboard>()
                | set;
        }
    }
    set
}

impl Position {
    /// The castling field.
    pub(super) fn rights(&self) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            self.write_rights(color, &mut text);
        }
        if text.is_empty() { "-".into() } else { text }
    }

    fn write_rights(&self, color: Color, text: &mut String) {
        let layout = self.layout();
        let virgin = self.virgin_pieces(color);
        let mut said = Bitboard::EMPTY;
        // a letter must not include pieces at home that have moved
        let rights = self.possible_rights(color);
        let true_letter = |letter: char| {
            let set = meaning(layout, letter)? & rights;
            set.without(virgin).is_empty().then_some(set)
        };
        for (_, right) in SIDES {
            if let Some(letter) = self.castling_letter(color, right)
                && let Some(set) = true_letter(cased(letter, color))
            {
                text.push(cased(letter, color));
                said |= set;
            }
        }
        for sq in virgin.iter() {
            if said.contains(sq) {
                continue;
            }
            let letter = cased(char::from(b'A' + sq.file()), color);
            let short = true_letter(letter).filter(|set| set.contains(sq));
            text.push(letter);
            if short.is_none() {
                text.push_str(&layout.square_name(sq)[1..]);
            }
            said |= short.unwrap_or_default();
        }
    }

    /// The castling field for a GUI: only `KQkq`, and with gating the files that cannot be read as castling.
    pub(super) fn rights_for_guis(&self) -> String {
        let letters = self.layout().variant.rules.let_pieces_in();
        let mut text = String::new();
        for color in Color::ALL {
            let mut said = Bitboard::EMPTY;
            for (_, right) in SIDES {
                if let Some(letter) = self.castling_letter(color, right) {
                    text.push(cased(letter, color));
                    said |= castling_squares(self.layout(), color, right);
                }
            }
            let rest = self.virgin_pieces(color).iter();
            for sq in rest.filter(|&sq| letters && !said.contains(sq)) {
                let letter = char::from(b'A' + sq.file());
                if SIDES.iter().all(|(name, _)| *name != letter) {
                    text.push(cased(letter, color));
                }
            }
        }
        if text.is_empty() { "-".into() } else { text }
    }

    /// The virgin pieces besides pawns, if it still matters.
    fn virgin_pieces(&self, color: Color) -> Bitboard {
        let piece = |sq: &Square| {
            let owner = self.piece_on(*sq).map(|(owner, _)| owner);
            owner == Some(color) && self.type_on(*sq) != TypeId::pawn(color)
        };
        self.virgins().iter().filter(piece).collect()
    }

    /// The squares that would matter if no piece at home had ever moved.
    fn possible_rights(&self, color: Color) -> Bitboard {
        let layout = self.layout();
        let pieces = self.pieces(color);
        let home = pieces.filter(|&(sq, id)| layout.is_start_square(sq, color, id));
        let home = layout.index.set(home.map(|(sq, _)| sq));
        let useful = self.board.useful_virgins(layout, home);
        layout.index.members(useful).collect()
    }

    /// The letter for castling to a side, if possible: usually `K` or `Q`, but the partner's file if it stands
    /// elsewhere than usual and is not the outermost of its kind.
    fn castling_letter(&self, color: Color, right: bool) -> Option<char> {
        let layout = self.layout();
        let castling = layout.castlings[color]
            .iter()
            .find(|c| (c.corner.file() > c.from.file()) == right && self.may_still_castle(c))?;
        let letter = if right { SIDES[0].0 } else { SIDES[1].0 };
        let corner = castling.corner;
        let hidden = layout.is_inner_partner(color, corner, right, self.pieces(color));
        let file = char::from(b'A' + corner.file());
        Some(if hidden { file } else { letter })
    }
}

fn cased(letter: char, color: Color) -> char {
    match color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}
