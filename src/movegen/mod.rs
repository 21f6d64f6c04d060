//! Where pieces can go: compiled move tables, generation, attack test, legality, perft.

mod attack;
mod compile;
mod generate;
mod legal;
pub mod notation;
pub mod perft;
pub mod tables;
mod trace;

pub use generate::{DeadDraw, Decision, Verdict};
pub use legal::Legality;
pub use tables::MoveTables;
