//! Where pieces can go: compiled move tables, generation, attack test, legality, perft.

mod approach;
mod attack;
mod compile;
mod danger;
mod drops;
mod emit;
mod exchange;
mod expected;
mod generate;
mod goals;
mod legal;
pub mod notation;
pub mod perft;
mod repetition;
mod scan;
pub mod tables;
mod trace;
mod traits;
mod verdict;
mod walk;

pub use expected::EMPTY_CHANCE;
pub use legal::Legality;
pub use repetition::{Perpetual, Recurrence};
pub use scan::{EvenMoves, Means};
pub use tables::MoveTables;
pub use verdict::{DeadDraw, Decision, Verdict};
pub use walk::{Walk, WalkPlatform};
