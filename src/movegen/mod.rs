//! Where pieces can go: compiled move tables, generation, attack test, legality, perft.

pub mod attack_maps;
mod attack_origins;
mod attacks;
mod check_info;
mod compile;
mod crowded_mobility;
mod emit;
mod game_end;
mod generate;
mod legal;
mod make;
pub mod notation;
mod path;
pub mod perft;
mod properties;
mod repetition;
mod rules;
mod see;
pub mod tables;
mod targets;
mod walks;

pub use check_info::CheckInfo;
pub use crowded_mobility::EMPTY_CHANCE;
pub use game_end::{COLOR_NAMES, DrawReason, GameEnd, GameResult, WinReason};
pub use repetition::{Perpetual, Recurrence};
pub use tables::MoveTables;
pub use targets::SymmetricMoves;
pub use walks::{Walk, WalkPlatform};
