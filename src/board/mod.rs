//! The board in play: squares, geometry, the position with make and unmake, FEN.
//!
//! Squares are one byte on a 16x16 board whatever the size of the game's own board, so that tables
//! of 256 entries indexed by a square need no bounds checks. Nothing here generates moves.

mod consistency;
mod counting;
mod drops;
mod explosion;
pub mod fen;
mod gating;
mod history;
pub mod layout;
mod make;
mod move_effects;
mod other_board;
mod piece_list;
pub mod placement;
pub mod position;
mod rights;
mod shuffle;
mod zobrist;

pub use fen::FenError;
pub use layout::{Castling, Layout};
pub use placement::{Placement, PlacementError, Virginity};
pub use position::Position;
