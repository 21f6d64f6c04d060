//! The board in play: squares, geometry, the position with make and unmake, FEN.
//!
//! Squares are one byte on a 16x16 board whatever the size of the game's own board, so that tables
//! of 256 entries indexed by a square need no bounds checks. Nothing here generates moves.
//!
//! | file | what is in it |
//! |---|---|
//! | [`position`] | [`Position`]: the mailbox, the side to move, en passant, first-move rights |
//! | [`cell`], `state` | what stands on a square; what a position stores, and saves at every move |
//! | `square_index` | [`SquareIndex`]: squares numbered without gaps, for sets of them |
//! | `piece_list` | piece lists, with material and piece-square sums kept up to date |
//! | `make` | making and unmaking moves |
//! | `zobrist`, `history` | hash keys; earlier positions, for repetitions |
//! | [`layout`] | [`Layout`]: what make and unmake need to know of a game, worked out at load |
//! | [`fen`], [`placement`], `rights` | FEN in and out; setting up a position; castling rights |
//! | `castling` | which ways to castle are open |
//! | `rules`, `shuffle` | what special rules do, a file each, and where they come in; shuffled starts |
//! | `consistency` | recomputes all that is kept up to date, for tests |

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
