//! Move generation: perft against published counts, comparison with a slow generator, and static
//! exchange evaluation.
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
