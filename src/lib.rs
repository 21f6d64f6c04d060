//! fmax: a chess-variant engine that learns its games from an fmax.ini file.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod board;
pub mod eval;
pub mod game;
pub mod movegen;
pub mod search;
pub mod variant;
