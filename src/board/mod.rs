//! The board in play: squares, geometry, the position with make and unmake, FEN.
//!
//! Squares are one byte on a 16x16 board whatever the size of the variant's board, so that tables of 256 entries need
//! no bounds checks. Nothing here generates moves.
//!
//! | file | contents |
//! |---|---|
//! | [`position`] | [`Position`]: the mailbox, the side to move, en passant, first-move rights |
//! | [`cell`], `state` | contents of a square; stored and saved data of a position |
//! | `square_index` | [`SquareIndex`]: squares numbered without gaps, for sets of them |
//! | `piece_list` | piece lists, with material and piece-square sums |
//! | `make` | making and unmaking moves |
//! | `zobrist`, `history` | hash keys; earlier positions, for repetitions |
//! | [`layout`] | [`Layout`]: board data of a variant, computed at load |
//! | [`fen`], [`placement`], `rights` | reading and writing FEN; setting up a position; castling rights |
//! | `castling` | castlings that are still possible |
//! | `rules`, `shuffle` | special rules, one file each, and their hooks; shuffled starts |
//! | `consistency` | recomputes incrementally updated data, for tests |

mod castling;
pub mod cell;
mod consistency;
pub mod fen;
mod history;
pub mod layout;
mod make;
mod piece_list;
pub mod placement;
pub mod position;
mod rights;
mod rules;
mod shuffle;
mod square_index;
mod state;
mod zobrist;

pub use fen::FenError;
pub use layout::{Castling, Layout};
pub use placement::{Placement, PlacementError, Virginity};
pub use position::Position;
pub use square_index::SquareIndex;
