//! What all layers share: colours, piece types, squares, steps, moves, scores, random numbers, the clock, locks.
//!
//! The types are plain data of a few bytes, and independent of any variant. [`Bitboard`] is a set of squares, [`TypeSet`] a
//! set of piece types, [`ByColor`] a pair of values of any type, [`Score`] the middlegame and endgame values of a
//! tapered evaluation.

mod bitboard;
mod clock;
mod color;
mod lock;
mod mv;
mod piece_type;
mod rng;
mod score;
mod square;
mod step;

pub use bitboard::{Bitboard, Member};
pub use clock::Instant;
#[cfg(target_arch = "wasm32")]
pub use clock::lend_clock;
pub use color::{ByColor, Color};
pub use lock::lock;
pub use mv::Move;
pub use piece_type::{TypeId, TypeSet};
pub use rng::Rng;
pub use score::Score;
pub use square::Square;
pub use step::Step;

/// The largest number of files or ranks of a board.
pub const MAX_SIDE: u8 = 16;
/// The largest number of piece types of a variant.
pub const MAX_TYPES: usize = 62;
/// The most pieces one side can have, on the board and in hand.
pub const MAX_PIECES: usize = 64;
