//! fmax: a chess engine that reads its variants from an `fmax.ini` file.
//!
//! The program of the same name speaks UCI and the protocol of XBoard and WinBoard. It reads the format of
//! H.G. Muller's Fairy-Max: change a line of text, start a new game, and the pieces move differently. The
//! header of `fmax.ini` in this repository explains the format.
//!
//! # From text to a move
//!
//! ```
//! use std::sync::Arc;
//!
//! use fmax::ruleset::Ruleset;
//! use fmax::game::Game;
//! use fmax::search::{Limits, SearchControl, SearchSettings, Searcher, TranspositionTable};
//! use fmax::variant::{Library, ReadOptions, Selections};
//!
//! // text -> GameDef -> Variant: what the file says, checked
//! let library = Library::builtin(ReadOptions::default());
//! let variant = library.find("knightmate", &Selections::default())?;
//! // Variant -> tables that the hot loops read
//! let rules = Arc::new(Ruleset::new(variant));
//!
//! let mut game = Game::new(rules.clone(), 50);
//! game.play(game.parse_move("e2e4")?);
//!
//! let table = Arc::new(TranspositionTable::new(1 << 20));
//! let mut searcher = Searcher::new(rules, table);
//! let settings = SearchSettings::default();
//! let control = SearchControl::default();
//! let found = searcher.search(game.position(), &Limits::depth(4), &settings, &control, &mut ());
//! assert!(found.best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! Each layer uses only those above it in this table.
//!
//! | layer | owns | knows nothing of |
//! |---|---|---|
//! | [`files`] | the places of files, bounded reads, atomic writes | their contents |
//! | [`types`] | colours, piece types, squares, bitboards, steps, moves, scores, random numbers | variants |
//! | [`variant`] | variants as data: pieces, moves, rules; the reader of fmax.ini with its diagnostics; Betza notation; the library | positions |
//! | [`board`] | the position with make and unmake, piece lists, hands, FEN, Zobrist keys | how pieces move |
//! | [`movegen`] | compiled move tables, generation, attack maps, check info, legality, static exchange evaluation, perft, notation of moves | scores |
//! | [`eval`] | values and the terms of the evaluation, derived from the tables | time |
//! | [`ruleset`] | a variant compiled for play: board, tables, evaluation | time |
//! | [`endgame`] | solved endings, mating potential, scaling of advantages | time |
//! | [`search`] | iterative deepening, alpha-beta, quiescence, move picker, hash table, threads, limits, time management | text |
//! | [`game`] | a game: moves made and taken back, its result | engines |
//! | [`protocol`] | the session with a GUI: commands, options, output | how moves are found |
//! | `tools`, `cli` | the sub-commands of the program, of which [`run`] is the entry | |
//! | `web` | the page that plays in a browser, and the engine's interface to it, compiled for wasm32 | |
//!
//! The documentation of each layer names its files. The [`glossary`] has the few words that chess programming
//! lacks; `CONTRIBUTING.md` explains how to add a rule, a feature of the search or a mode of moving.
//!
//! # Why it is built like this
//!
//! - **A variant is data.** Special rules are fields of [`variant::Rules`], and the loader translates the
//!   magic values of the file format once. No code tests the name of a variant.
//! - **Three kinds of moves.** Plain leaps and plain slides are compiled to lists that the fast loops walk;
//!   everything special (hoppers, bent, lame, cylinder, initial moves) becomes a traced path, see
//!   [`movegen::tables`]. A variant without such pieces never pays for them.
//! - **One byte per square**, 16x16 whatever the size of the board, so that tables indexed by squares need no
//!   bounds checks. A step is a byte added to it; the lengths of rays are compiled.
//! - **Virginity is a set of squares.** Castling, double pushes and other first moves are rights of pieces
//!   that have never left their squares. Useless rights are dropped, so that repetitions are recognised.
//! - **Attacks are found from the target**, along the rays of possible riders. One scan from the royal finds
//!   pins and evasions, so that hardly any move must be made to test its legality. See [`movegen::CheckInfo`].
//! - **The constants of the search can be set** in a build with the feature `tune-search`, see
//!   `search::tunables`.
//! - **The search reports structs**, never text, to a [`search::SearchObserver`].
// only the exports of `web` need unsafe code
#![cfg_attr(not(target_arch = "wasm32"), forbid(unsafe_code))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

// the test harness names the crate as the crates in `tests` do
#[cfg(test)]
extern crate self as fmax;

pub mod board;
// without the sub-commands parts of what they share are idle
#[cfg_attr(not(feature = "tools"), allow(dead_code))]
mod cli;
pub mod endgame;
pub mod eval;
pub mod files;
pub mod game;
pub mod glossary;
pub mod movegen;
pub mod protocol;
pub mod ruleset;
pub mod search;
#[cfg(test)]
mod testing;
#[cfg_attr(not(feature = "tools"), allow(dead_code))]
pub mod tools;
pub mod types;
pub mod variant;
#[cfg(all(feature = "workshop", any(target_arch = "wasm32", test)))]
mod web;

pub use cli::run;
