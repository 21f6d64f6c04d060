//! The file format: from the text of an fmax.ini to variants, with the place of every mistake.
//!
//! Loading has two steps: [`source`] splits the text into [`GameDef`](game_def::GameDef)s, with the place of every word,
//! and [`resolve`] turns each into a [`Variant`](super::Variant). Only [`mode`] knows the bits of moves. A [`library`] holds
//! the variants of a file under all their names.

mod body;
pub mod diagnostic;
pub mod did_you_mean;
pub mod game_def;
pub mod library;
pub(crate) mod limits;
pub mod mode;
pub mod net_file;
pub mod params_file;
pub mod read_options;
pub mod resolve;
mod rule_lines;
pub mod source;
mod token;
mod transposed;
