//! Which field is which in what follows the board of a FEN.
//!
//! GUIs leave out what a game does not have: XBoard writes no castling field where it knows of no
//! castling, and no en-passant field either in the games of which it knows that they have none. What
//! is left is told apart by how it looks: the counters are numbers and the other two fields are not,
//! and of these the first one is about castling, unless it stands alone and is the name of a square.

use super::super::layout::Layout;
use crate::types::{ByColor, Color, Square};

/// The fields as they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields<'a> {
    /// The side to move.
    pub side: Option<&'a str>,
    /// The castling field.
    pub rights: Option<&'a str>,
    /// The en-passant field.
    pub en_passant: Option<&'a str>,
    /// The plies at which a count ends, which takes the place of the en-passant field or comes after
    /// it; then the next one says how many have been counted.
    pub limit: Option<&'a str>,
    /// The checks that white and black still need, where that is a goal.
    pub checks: Option<ByColor<u8>>,
    /// The plies since something happened.
    pub clock: Option<&'a str>,
    /// The number of the move.
    pub move_number: Option<&'a str>,
}

impl<'a> Fields<'a> {
    /// Tells the fields of a text apart. They may hold anything; what comes behind the last one is
    /// ignored.
    pub fn split(layout: &Layout, text: &'a str) -> Fields<'a> {
        let rules = &layout.variant.rules;
        let mut words = text.split_ascii_whitespace();
        let mut fields = Fields {
            side: words.next(),
            ..Fields::default()
        };
        let mut rest = Vec::new();
        for word in words {
            match parse_checks(word, rules.win.checks) {
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
        // where moves are counted, three numbers begin with the end of the count
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

/// True if a lone field is about en passant: it names a square, which is not that of a piece of
/// black's that has never moved.
fn is_passed_square(layout: &Layout, text: &str) -> bool {
    let square = Square::parse_prefix(text, layout.files, layout.ranks);
    let starts = |sq| {
        let mut start = layout.start.iter();
        start.any(|&(at, color, _)| at == sq && color == Color::Black)
    };
    text.starts_with(|c: char| c.is_ascii_lowercase()) && square.is_some_and(|(sq, _)| !starts(sq))
}

/// The checks that white and black still need: `3+2` says so, `+0+1` says how many of those `asked`
/// for they have given. `None` if the text is something else, or checks are not counted.
fn parse_checks(text: &str, asked: u8) -> Option<ByColor<u8>> {
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
