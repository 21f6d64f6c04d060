//! Games under a real XBoard, on a display of its own: real clicks on the board, XBoard's own record
//! of what it said to the engine and what it heard, and the picture that a user sees.
//!
//! `harness` has all that a test needs, on the display of `screen`, and is described there; the other
//! files hold the tests, by theme.

mod boards;
mod harness;
mod letters;
mod menu;
mod odd_pieces;
mod pgn;
mod positions;
mod rights;
mod screen;
