//! The board in play: squares, geometry, the position with make and unmake, FEN.
//!
//! Squares are one byte on a 16x16 board whatever the size of the game's own board, so that tables
//! of 256 entries indexed by a square need no bounds checks. Nothing here generates moves.

mod aftermath;
pub mod castling;
mod consistency;
mod counting;
pub mod drops;
pub mod fen;
mod gates;
mod history;
pub mod layout;
mod make;
pub mod mv;
pub mod pawn_paths;
pub mod placement;
pub mod position;
mod rights;
mod score;
mod shuffle;
pub mod square;
pub mod squareset;
mod sums;
mod zobrist;

pub use aftermath::InCheck;
pub use castling::Castling;
pub use fen::FenError;
pub use layout::Layout;
pub use mv::Move;
pub use placement::{Placement, PlacementError, Virginity};
pub use position::Position;
pub use score::Score;
pub use square::Square;
pub use squareset::SquareSet;
