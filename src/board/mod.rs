//! The board in play: squares, geometry, the position with make and unmake, FEN.
//!
//! Squares are one byte on a 16x16 board whatever the size of the game's own board, so that tables
//! of 256 entries indexed by a square need no bounds checks. Nothing here generates moves.

pub mod castling;
mod consistency;
mod counting;
pub mod drops;
pub mod fen;
mod gates;
mod history;
pub mod layout;
mod make;
mod move_effects;
pub mod pawn_paths;
mod piece_list;
pub mod placement;
pub mod position;
mod rights;
mod shuffle;
mod zobrist;

pub use castling::Castling;
pub use fen::FenError;
pub use layout::Layout;
pub use placement::{Placement, PlacementError, Virginity};
pub use position::Position;
