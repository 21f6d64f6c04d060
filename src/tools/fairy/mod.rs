//! What Fairy-Stockfish's file of games, `variants.ini`, can say: its kinds of pieces, its notation for
//! moves, its keys. [`export`](super::export) and [`import`](super::import) meet here; nothing in this
//! folder knows rules of ours.
//!
//! | file | owns |
//! |---|---|
//! | [`pieces`] | the kinds of pieces |
//! | [`moves`] | how they move, and its own reading of Betza notation |
//! | [`keys`] | the keys, what they take, and what holds without them |
//! | [`game`] | a game, made of these |
//! | [`ini`] | the sections of a file |

pub mod game;
pub mod ini;
pub mod keys;
pub mod moves;
pub mod pieces;

pub use game::FairyGame;
pub use pieces::{Kind, Kinds};
