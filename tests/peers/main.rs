//! Tests against other programs, if they are installed: Fairy-Max 5.0b move by move, the moves of
//! Fairy-Stockfish and matches with it, and games under a real XBoard.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

mod differential;
mod fairy;
#[path = "../../src/testing/files.rs"]
#[allow(dead_code, reason = "not all of it is needed here")]
mod files;
#[path = "../../src/testing/games.rs"]
#[allow(dead_code, reason = "not all of it is needed here")]
mod games;
mod hachu;
mod python_chess;
#[cfg(unix)]
mod stand_in;
#[cfg(feature = "tools")]
mod uci;
#[cfg(unix)]
mod xboard;
