//! Identifies the fields after the board of a FEN.
//!
//! GUIs leave out fields that a variant does not have: XBoard writes no castling field if it knows of no castling, and
//! no en-passant field in variants without en passant. The remaining fields are identified by their form: counters are
//! numbers, the castling and en-passant fields are not. The first field that is not a number is the castling field,
//! unless it is the only such field and names a square.

use super::super::layout::Layout;
use crate::types::{ByColor, Color, Square};
use crate::variant::setup::checks_left;

/// The fields as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields<'a> {
    /// The side to move.
    pub side: Option<&'a str>,
    /// The castling field.
    pub rights: Option<&'a str>,
    /// The en-passant field.
    pub en_passant: Option<&'a str>,
    /// The ply at which a count ends, in place of the en-passant field or after it; the next field is then the plies
    /// counted.
    pub limit: Option<&'a str>,
    /// The checks that each side still needs.
    pub checks: Option<ByColor<u8>>,
    /// The plies since the last capture or pawn move.
    pub clock: Option<&'a str>,
    /// The move number.
    pub move_number: Option<&'a str>,
}

impl<'a> Fields<'a> {
    /// Identifies the fields of a text. Fields may be invalid; text after the last one is ignored.
    pub fn split(layout: &Layout, text: &'a str) -> Fields<'a> {
        let rules = &layout.variant.rules;
        let mut words = text.split_ascii_whitespace();
        let mut fields = Fields {
            side: words.next(),
            ..Fields::default()
        };
        let mut rest = Vec::new();
        for word in words {
            match checks_left(word, rules.win.checks) {
                None => rest.push(word),
                counts => fields.checks = fields.checks.or(counts),
            }
        }
        let is_number = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
        let texts = rest.iter().take(2).take_while(|word| !is_number(word));
        let counters = match texts.copied().collect::<Vec<_>>()[..] {
            [] => &rest[..],
            [only] => {
                let field = if is_passed_square(layout, only) {
                    &mut fields.en_passant
                } else {
                    &mut fields.rights
                };
                *field = Some(only);
                &rest[1..]
            }
            [rights, en_passant, ..] => {
                fields.rights = Some(rights);
                fields.en_passant = Some(en_passant);
                &rest[2..]
            }
        };
        let mut counters = counters.iter().copied().peekable();
        // with counting rules, three numbers start with the end of the count
        let counts = rules.counting.is_some()
            && counters
                .clone()
                .take(3)
                .filter(|word| is_number(word))
                .count()
                == 3;
        fields.limit = counters.next_if(|_| counts);
        fields.clock = counters.next();
        fields.move_number = counters.next();
        fields
    }
}

/// True if a lone field is about en passant: it names a square, and no black piece starts on that square.
fn is_passed_square(layout: &Layout, text: &str) -> bool {
    let square = Square::parse_prefix(text, layout.files, layout.ranks);
    let starts = |sq| {
        let mut start = layout.start.iter();
        start.any(|&(at, color, _)| at == sq && color == Color::Black)
    };
    text.starts_with(|c: char| c.is_ascii_lowercase()) && square.is_some_and(|(sq, _)| !starts(sq))
}
