//! fmax: a chess-variant engine.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

pub mod variant;
