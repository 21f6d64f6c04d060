//! Betza notation in XBoard's dialect: descriptions of pieces for the GUI, and a notation for moves in files of
//! variants.
//!
//! XBoard learns moves from the `piece` command and its own dialect of Betza notation: atoms for leaps of up to three
//! squares, a number for the range, prefixes for directions and modes, and `a` between the legs of a move that changes
//! its course. The grammar and the tree are in [`ast`]. [`read`] converts a text to
//! [`MoveDescriptor`](super::MoveDescriptor)s, [`describe`] converts these to a text. The GUI gets the text of the file
//! unchanged, except that the letters before an atom are put into XBoard's order.

pub mod ast;
pub mod direction;
mod error;
mod from_moves;
mod loops;
pub mod modes;
mod parse;
mod to_moves;

use parse::located;

pub use ast::Notation;
pub use error::{BetzaError, BetzaErrorKind, BetzaWarning};
pub(crate) use from_moves::partners;
pub use from_moves::{Description, describe, describe_on};
pub(super) use from_moves::{Leaps, from_moves};
pub use to_moves::{Context, Reading, is_likely, read};

/// XBoard copies at most this number of characters after an `a`, with the atom and its number.
const LONGEST_CHAIN: usize = 79;
/// A line of the protocol has less than 512 characters.
const LONGEST_TEXT: usize = 480;

/// The text with all letters in XBoard's order and with its letters for atoms; `None` if it is invalid or too long for
/// XBoard, as a whole or after the first `a` of a term.
pub(super) fn for_xboard(text: &str) -> Option<String> {
    let mut ordered = String::with_capacity(text.len());
    for term in located(text).ok()? {
        let term = term
            .ok()
            .filter(|term| term.chain_length() <= LONGEST_CHAIN)?;
        ordered += &term.ordered;
    }
    (ordered.len() <= LONGEST_TEXT).then_some(ordered)
}

#[cfg(test)]
mod tests;
