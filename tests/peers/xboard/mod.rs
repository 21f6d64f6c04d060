//! Games under a real XBoard on a virtual display: clicks on the board, XBoard's own debug file of both directions
//! of the protocol, and the picture that a user sees.
//!
//! The helpers are in `harness` and `screen`; the other files hold the tests by theme.

mod boards;
mod harness;
mod letters;
mod menu;
mod odd_pieces;
mod pgn;
mod positions;
mod rights;
mod screen;
