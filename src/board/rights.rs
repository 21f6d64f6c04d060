//! The castling field of a FEN: which pieces behind the pawns have never moved.
//!
//! A capital is about a piece of white's, a small letter about one of black's.
//!
//! - `K` and `Q`: the pieces that castle to the right or to the left and their corners, in games
//!   where that colour castles at all; otherwise they are files like all other letters.
//! - A letter of a file: the pieces that start on it (several, if the start position has them there
//!   on several ranks). A corner whose piece is of no other use means the castling, king included.
//! - A letter with a number, `K1`: the piece on that square and no other. This is what lets a board
//!   of eleven or more files tell the piece on the k-file from castling, and one king from another
//!   that castles to the same corner.
//! - `-`: no piece has any right.
//!
//! A letter speaks only of pieces that stand where they start. If it names one on a home rank that
//! usually starts elsewhere, that piece starts there in this position: `K` and `Q` then mean the
//! outermost partner on that side (X-FEN), the letter of a file the partner on it (Shredder-FEN).
//! A square is written as short as it can be without saying too much, so boards of ten files or
//! less see `KQkq` and letters of files as ever.

use super::layout::Layout;
use super::{FenError, Position};
use crate::types::{Bitboard, Color, Square, TypeId};

/// The letters of castling, and whether they mean the corner on the right.
const SIDES: [(char, bool); 2] = [('K', true), ('Q', false)];

/// The squares that the field speaks of.
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

/// The squares that a letter without a number means; `None` if it is no letter of this board.
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
    // the castling of a colour that does not castle
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
        // a rook's file alone stands for the castling right, king included, unless the piece
        // there has another use for its virginity
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
        // a letter must not speak of pieces that stand at home but have moved
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

    /// The castling field for a GUI: nothing but `KQkq` and, where pieces come in from the hand, the files that
    /// are not mistaken for castling.
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

    /// The pieces behind the pawns that have never moved, as far as it matters.
    fn virgin_pieces(&self, color: Color) -> Bitboard {
        let piece = |sq: &Square| {
            let owner = self.piece_on(*sq).map(|(owner, _)| owner);
            owner == Some(color) && self.type_on(*sq) != TypeId::pawn(color)
        };
        self.virgins().iter().filter(piece).collect()
    }

    /// The squares that would matter if nothing at home had ever moved.
    fn possible_rights(&self, color: Color) -> Bitboard {
        let layout = self.layout();
        let pieces = self.pieces(color);
        let home = pieces.filter(|&(sq, id)| layout.is_start_square(sq, color, id));
        let home = layout.index.set(home.map(|(sq, _)| sq));
        let useful = self.board.useful_virgins(layout, home);
        layout.index.members(useful).collect()
    }

    /// The letter for castling to a side, if that is possible: usually `K` or `Q`, but the file of
    /// the partner if it stands elsewhere than usual and is not the last of its kind on that side.
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
