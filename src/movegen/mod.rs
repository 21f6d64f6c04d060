//! Where pieces can go: compiled move tables, generation, attack test, legality, perft.
//!
//! | file | what is in it |
//! |---|---|
//! | `tables`, `compile` | [`MoveTables`]: the moves of a game, compiled for its board |
//! | `path` | moves that are neither leaps nor slides: hoppers, lame and bent pieces; the one walker over them |
//! | `move_sets`, `lines` | plain moves as sets of squares |
//! | `generate`, `emit` | pseudo-legal moves: captures, quiet moves, or all |
//! | `attacks`, `attack_origins`, `ways` | is a square attacked, is a side in check; from where pieces capture |
//! | `check_info`, `legal` | [`CheckInfo`]: checks, pins and evasions; which moves are legal |
//! | `see` | static exchange evaluation |
//! | [`attack_maps`], `targets`, `crowded_mobility` | what the evaluation asks: attack maps, checking squares, mobility, what a piece attacks |
//! | `rules` | castling, drops and other special rules, a file each, and where they come in |
//! | `game_end`, `repetition` | wins and draws; perpetual check and chase |
//! | [`notation`] | moves as text, and why a text is no move |
//! | [`perft`] | counting moves |
//! | `properties`, `walks`, `routes` | what is true of pieces on any board; their moves as data, for the solver of endings and for diagrams |

pub mod attack_maps;
mod attack_origins;
mod attacks;
mod check_info;
mod compile;
mod crowded_mobility;
mod emit;
mod game_end;
mod generate;
mod gives_check;
mod legal;
mod lines;
mod make;
mod move_sets;
pub mod notation;
mod path;
mod pawn_steps;
pub mod perft;
mod properties;
mod repetition;
mod routes;
mod rules;
mod see;
pub mod tables;
mod targets;
mod walks;
mod ways;

pub use check_info::CheckInfo;
pub use crowded_mobility::EMPTY_CHANCE;
pub use game_end::{COLOR_NAMES, DrawReason, GameEnd, GameResult, WinReason};
pub use gives_check::CheckSquares;
pub use repetition::{Perpetual, Recurrence};
pub use routes::Route;
pub use rules::{GoalTable, GoalTarget};
pub use tables::MoveTables;
pub use targets::SymmetricMoves;
pub use walks::{Walk, WalkPlatform};
