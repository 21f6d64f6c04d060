//! Against other programs, where they are installed: Fairy-Max 5.0b move by move, and games under
//! a real XBoard.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

mod differential;
#[cfg(unix)]
mod xboard;
