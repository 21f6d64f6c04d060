//! Betza notation as XBoard reads it: what the GUI is told about the moves of a piece, and a way
//! for a file of games to say them.
//!
//! XBoard learns moves by the `piece` command and its own dialect of Betza notation: atoms for
//! leaps of up to three squares, a number for the range, prefixes for directions and modes, and
//! `a` between the legs of a move that changes its course. The grammar and the tree are in [`ast`].
//! [`read`] makes [`MoveDescriptor`](super::MoveDescriptor)s of a text, [`describe`] a text of
//! those. What a file says in this notation is told to the GUI as it stands there, but for the order
//! of the letters before an atom: here any is read, XBoard wants its own.

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
pub use from_moves::{Description, describe};
pub(super) use from_moves::{Leaps, from_moves};
pub use to_moves::{Context, Reading, is_likely, read};

/// XBoard copies no more of the legs behind an `a`, the atom with its number included.
const LONGEST_CHAIN: usize = 79;
/// A line of the protocol has less than 512 characters.
const LONGEST_TEXT: usize = 480;

/// The text with all letters where XBoard wants them and its letters for atoms; `None` if it means
/// nothing, or is too long for XBoard: as a whole, or in what follows the first `a` of a term.
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
