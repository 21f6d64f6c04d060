//! The moves: counted against another engine's figures, compared with a slow generator, and what
//! captures win.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../common/mod.rs"]
mod common;

mod checks;
mod elsewhere;
mod exchange;
mod perft;
#[path = "../common/random_games/mod.rs"]
mod random_games;
mod reference;
mod san;
