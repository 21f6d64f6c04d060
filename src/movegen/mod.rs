//! Where pieces can go: compiled move tables, generation, attack test, legality, perft.

mod approach;
mod attack;
mod compile;
mod danger;
mod drops;
mod emit;
mod exchange;
mod expected;
mod game_end;
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
mod walk;

pub use expected::EMPTY_CHANCE;
pub use game_end::{COLOR_NAMES, DrawReason, GameEnd, GameResult, WinReason};
pub use legal::Legality;
pub use repetition::{Perpetual, Recurrence};
pub use scan::{EvenMoves, Means};
pub use tables::MoveTables;
pub use walk::{Walk, WalkPlatform};
