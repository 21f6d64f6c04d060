//! The castling field of a FEN: the virgin pieces besides pawns.
//!
//! Capitals stand for White's pieces, small letters for Black's.
//!
//! - `K` and `Q`: the kings that castle to the right or to the left, and their corners. For a colour that never
//!   castles, `K` and `Q` are files like all other letters.
//! - A letter of a file: all pieces that start on it. If the piece in a corner needs its virginity for castling only,
//!   the letter of its file means castling, so it includes the king, unless the side has pieces left to gate.
//! - A letter with a number, `K1`: the piece on that square and no other. Boards of eleven or more files need this
//!   form for the piece on the k-file; variants with several kings need it to name one of the kings.
//! - `-`: no piece has any right.
//!
//! A letter stands for pieces on their start squares only. If it names a piece on a home rank that usually starts
//! elsewhere, that piece starts there in this position: `K` and `Q` then mean the outermost partner on that side
//! (X-FEN), the letter of a file means the partner on that file (Shredder-FEN). The writer uses the shortest form that
//! is true, so boards of up to ten files have the usual `KQkq` and letters of files.

use super::layout::Layout;
use super::{FenError, Position};
use crate::types::{Bitboard, ByColor, Color, Square, TypeId};

/// The letters of castling, each with whether it means the right corner.
const SIDES: [(char, bool); 2] = [('K', true), ('Q', false)];

/// The meaning of the letters on a board, the same for reading and writing.
#[derive(Clone, Copy)]
pub(super) struct Letters<'a> {
    layout: &'a Layout,
    gating: ByColor<bool>,
}

impl<'a> Letters<'a> {
    /// `holds` says whether a colour has pieces in hand.
    pub fn new(layout: &'a Layout, holds: impl Fn(Color) -> bool) -> Letters<'a> {
        let rules = &layout.variant.rules;
        let refills = rules.drops.as_ref().is_some_and(|drops| drops.captures);
        Letters {
            layout,
            gating: ByColor::from_fn(|color| {
                rules.gating.lets_pieces_in() && (refills || holds(color))
            }),
        }
    }

    /// The same letters on a board with another start position.
    pub fn on(self, layout: &Layout) -> Letters<'_> {
        Letters {
            layout,
            gating: self.gating,
        }
    }

    /// The squares that a field names.
    pub fn parse(self, text: &str) -> Result<Bitboard, FenError> {
        let entries = self.entries(text)?.into_iter();
        Ok(entries.fold(Bitboard::EMPTY, |all, entry| all | entry))
    }

    /// The squares that each letter of a field names.
    fn entries(self, text: &str) -> Result<Vec<Bitboard>, FenError> {
        let mut entries = Vec::new();
        let mut rest = if text == "-" { "" } else { text };
        while let Some(c) = rest.chars().next() {
            let after = &rest[c.len_utf8()..];
            let entry = if after.starts_with(|c: char| c.is_ascii_digit()) {
                Square::parse_prefix(rest, self.layout.files, self.layout.ranks)
                    .map(|(sq, after)| (std::iter::once(sq).collect(), after))
            } else {
                self.meaning(c).map(|squares| (squares, after))
            };
            let (squares, after) = entry.ok_or(FenError::Rights(c))?;
            entries.push(squares);
            rest = after;
        }
        Ok(entries)
    }

    /// The squares that a letter without a number names; `None` if the board has no such letter.
    fn meaning(self, letter: char) -> Option<Bitboard> {
        let color = Color::of_letter(letter);
        let letter = letter.to_ascii_uppercase();
        let side = SIDES.iter().find(|(name, _)| *name == letter);
        if let Some(&(_, right)) = side
            && !self.layout.castlings[color].is_empty()
        {
            return Some(castling_squares(self.layout, color, right));
        }
        let file = u32::from(letter).wrapping_sub(u32::from('A'));
        if file < u32::from(self.layout.files) {
            return Some(self.file_squares(color, file as u8));
        }
        // `K` and `Q` mean nothing for a colour that never castles
        side.map(|_| Bitboard::EMPTY)
    }

    fn file_squares(self, color: Color, file: u8) -> Bitboard {
        let layout = self.layout;
        let mut set = Bitboard::EMPTY;
        for &(sq, owner, id) in &layout.homes {
            if sq.file() != file || owner != color || layout.variant.is_pawn(id, color) {
                continue;
            }
            set.insert(sq);
            if !self.gating[color] && !layout.has_virgin_moves(sq) {
                let castlings = layout.castlings[color].iter();
                set |= castlings
                    .filter(|castling| castling.corner == sq)
                    .map(|castling| castling.from)
                    .collect();
            }
        }
        set
    }

    /// True if each letter of a field fits a board with these pieces on their start squares.
    pub fn fit(self, text: &str, home: Bitboard) -> bool {
        self.entries(text)
            .is_ok_and(|entries| entries.iter().all(|&squares| self.fits(squares, home)))
    }

    /// True if the squares of a letter include a piece at home that profits from being virgin or, if the letter means
    /// castling, a king and a partner that are both at home.
    fn fits(self, named: Bitboard, home: Bitboard) -> bool {
        let layout = self.layout;
        let mut castlings = (layout.castlings.iter().flatten())
            .filter(|c| named.contains(c.from) && named.contains(c.corner))
            .peekable();
        if castlings.peek().is_some() {
            return castlings.any(|c| home.contains(c.from) && home.contains(c.corner));
        }
        let gates = layout.variant.rules.gating.lets_pieces_in();
        (named & home)
            .iter()
            .any(|sq| gates || layout.has_virgin_moves(sq) || layout.is_castling_square(sq))
    }
}

fn castling_squares(layout: &Layout, color: Color, right: bool) -> Bitboard {
    layout.castlings[color]
        .iter()
        .filter(|castling| castling.is_right() == right)
        .flat_map(|castling| [castling.from, castling.corner])
        .collect()
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
        let letters = Letters::new(layout, |color| self.has_hand(color));
        let virgin = self.virgin_pieces(color);
        let home = self.pieces_at_home(color);
        // a letter must not name pieces that are at home but have moved
        let rights = self.useful_virgins(home);
        let true_letter = |letter: char| {
            let named = letters.meaning(letter)?;
            let set = named & rights;
            (letters.fits(named, home) && set.without(virgin).is_empty()).then_some(set)
        };
        let mut written = Bitboard::EMPTY;
        for (_, right) in SIDES {
            if let Some(letter) = self.castling_letter(color, right)
                && let Some(set) = true_letter(cased(letter, color))
            {
                text.push(cased(letter, color));
                written |= set;
            }
        }
        for sq in virgin.iter() {
            if written.contains(sq) {
                continue;
            }
            let letter = cased(char::from(b'A' + sq.file()), color);
            text.push(letter);
            match true_letter(letter).filter(|set| set.contains(sq)) {
                Some(set) => written |= set,
                None => text.push_str(&layout.square_name(sq)[1..]),
            }
        }
    }

    /// The castling field for a GUI: only `KQkq` and, in variants with gating, the letters of files
    /// that cannot be mistaken for castling.
    pub(super) fn rights_for_guis(&self) -> String {
        let gates = self.layout().variant.rules.gating.lets_pieces_in();
        let mut text = String::new();
        for color in Color::ALL {
            let mut written = Bitboard::EMPTY;
            for (_, right) in SIDES {
                if let Some(letter) = self.castling_letter(color, right) {
                    text.push(cased(letter, color));
                    written |= castling_squares(self.layout(), color, right);
                }
            }
            let rest = self.virgin_pieces(color).iter();
            for sq in rest.filter(|&sq| gates && !written.contains(sq)) {
                let letter = char::from(b'A' + sq.file());
                if SIDES.iter().all(|(name, _)| *name != letter) {
                    text.push(cased(letter, color));
                }
            }
        }
        if text.is_empty() { "-".into() } else { text }
    }

    /// The virgin pieces other than pawns, where virginity still matters.
    fn virgin_pieces(&self, color: Color) -> Bitboard {
        let piece = |sq: &Square| {
            let owner = self.piece_on(*sq).map(|(owner, _)| owner);
            owner == Some(color) && self.type_on(*sq) != TypeId::pawn(color)
        };
        self.virgins().iter().filter(piece).collect()
    }

    /// The pieces of a colour that are on their start squares.
    fn pieces_at_home(&self, color: Color) -> Bitboard {
        self.pieces(color)
            .filter(|&(sq, id)| self.layout().is_start_square(sq, color, id))
            .map(|(sq, _)| sq)
            .collect()
    }

    /// The squares of `home` where virginity would matter if none of the pieces there had ever moved.
    fn useful_virgins(&self, home: Bitboard) -> Bitboard {
        let layout = self.layout();
        let home = layout.index.set(home.iter());
        let useful = self.board.useful_virgins(layout, home);
        layout.index.members(useful).collect()
    }

    /// The letter for castling to a side, if that is possible: usually `K` or `Q`, but the file of the partner if it
    /// starts elsewhere than usual and another possible partner stands beyond it.
    fn castling_letter(&self, color: Color, right: bool) -> Option<char> {
        let layout = self.layout();
        let castling = layout.castlings[color]
            .iter()
            .find(|c| c.is_right() == right && self.may_still_castle(c))?;
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
