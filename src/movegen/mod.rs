//! Move tables, move generation, attack queries, legality, static exchange evaluation, perft, notation.
//!
//! `build` compiles the tables when a variant is loaded; the other files read them.
//!
//! | file | contents |
//! |---|---|
//! | `tables`, `entry` | [`MoveTables`]: the moves of a variant, compiled for its board |
//! | `build` | compiles the tables: traced paths, sets, attack origins and paths, attack maps, tables of rules |
//! | `path` | moves that are neither leaps nor slides: hoppers, lame and bent pieces; the walker over them |
//! | `move_sets`, `lines`, `pawn_steps` | plain moves as bitboards |
//! | `generate`, `emit`, `sink` | pseudo-legal moves: captures, quiet moves, or all |
//! | `attacks`, `attack_paths` | whether a square is attacked and by which pieces, whether a side is in check |
//! | `check_info`, `legal` | [`CheckInfo`]: checkers, pins and evasions; legality |
//! | `gives_check` | whether a move gives check |
//! | `see`, `gain` | static exchange evaluation; the material that a move wins at once |
//! | [`attack_maps`], `targets`, `crowded_mobility` | for the evaluation: attack maps, checking squares, mobility |
//! | `rules` | castling, drops and other special rules, a file each, and the hooks that call them |
//! | `game_end`, `repetition` | wins and draws; perpetual check and chase |
//! | [`notation`] | moves as text, and why a text is not a legal move |
//! | [`perft`] | counting moves |
//! | `properties`, `walks`, `routes` | properties of pieces on any board; their moves as data, for the endgame solver and for diagrams |

pub mod attack_maps;
mod attack_paths;
mod attacks;
mod build;
mod check_info;
mod crowded_mobility;
mod emit;
mod entry;
mod gain;
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
mod sink;
pub mod tables;
mod targets;
mod walks;

pub use check_info::CheckInfo;
pub use crowded_mobility::EMPTY_CHANCE;
pub use gain::gain;
pub use game_end::{COLOR_NAMES, DrawReason, GameEnd, GameResult, WinReason};
pub use gives_check::CheckSquares;
pub use repetition::{Perpetual, Recurrence};
pub use routes::Route;
pub use rules::{GoalTable, GoalTarget};
pub use tables::MoveTables;
pub use targets::SymmetricMoves;
pub use walks::{Walk, WalkPlatform};
