//! Betza notation as XBoard reads it: what the GUI is told about the moves of a piece, and a way
//! for a file of games to say them.
//!
//! XBoard learns moves by the `piece` command and its own dialect of Betza notation: atoms for
//! leaps of up to three squares, a number for the range, prefixes for directions and modes, and
//! `a` between the legs of a move that changes its course. The grammar and the tree are in [`ast`].
//! [`read`] makes [`MoveDescriptor`](super::MoveDescriptor)s of a text, [`describe`] a text of
//! those. What a file says in this notation is told to the GUI as it stands there.

pub mod ast;
pub mod direction;
mod error;
mod from_moves;
mod loops;
pub mod modes;
mod to_moves;

use ast::{Located, located};

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

/// True if XBoard takes a text of this length: as a whole, and in what follows each first `a`.
pub(super) fn is_acceptable(text: &str) -> bool {
    let fits =
        |term: Result<Located, _>| term.is_ok_and(|term| term.chain_length() <= LONGEST_CHAIN);
    text.len() <= LONGEST_TEXT && located(text).is_ok_and(|mut terms| terms.all(fits))
}

#[cfg(test)]
mod tests;
