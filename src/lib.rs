//! fmax: a chess-variant engine that learns its games from an `fmax.ini` file.
//!
//! The program of the same name speaks the protocol of XBoard and WinBoard, and UCI. It reads the format of
//! H.G. Muller's Fairy-Max: change a line of text, start a new game, and the pieces move
//! differently. The format is explained in the header of the `fmax.ini` in this repository.
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
//! | [`files`] | where files are, reading them within bounds, replacing them whole | what is in them |
//! | [`types`] | colours, piece types, squares, bitboards, steps, moves, scores, random numbers | games |
//! | [`variant`] | what a game is: pieces, their moves, rules; the reader of fmax.ini with its diagnostics; Betza notation; the library of games | boards in play |
//! | [`board`] | the position with make and unmake, piece lists, hands, FEN, Zobrist keys | how pieces move |
//! | [`movegen`] | compiled move tables, generation, attack maps, check info, legality, static exchange evaluation, perft, notation of moves | what a position is worth |
//! | [`eval`] | values and the terms of the evaluation, derived from the tables | time |
//! | [`ruleset`] | a game compiled for play: board, tables, evaluation | time |
//! | [`endgame`] | solved endings, which forces can mate, and how much of an advantage that leaves | time |
//! | [`search`] | iterative deepening, alpha-beta, quiescence, move picker, hash table, threads, limits, time management | text |
//! | [`game`] | a game in progress: moves made and taken back, how it ends | engines |
//! | [`protocol`] | the session with a GUI: commands, options, what is said | how moves are found |
//! | `tools`, `cli` | the sub-commands of the program, of which [`run`] is the entry | |
//! | `web` | the page that plays in a browser, and the engine's interface to it, compiled for wasm32 | |
//!
//! The documentation of each layer names the files in it. The few words that are ours are in the
//! [`glossary`]; how to add a rule, a feature of the search or a mode of moving is told in
//! `CONTRIBUTING.md`.
//!
//! # Why it is built like this
//!
//! - **A game is data.** Special rules are named fields of [`variant::Rules`], and the magic values
//!   of the file format are translated once, by the loader. Nothing asks for the name of a game.
//! - **Three kinds of moves.** Plain leaps and plain slides are compiled to lists that the fast
//!   loops walk; everything special (hoppers, bent, lame, cylinder, initial moves) becomes a traced
//!   path, see [`movegen::tables`]. A game without such pieces never pays for them.
//! - **One byte per square**, 16x16 whatever the size of the board, so that tables indexed by
//!   squares need no bounds checks. A step is a byte added to it; how far a ray goes is compiled.
//! - **Virginity is a set of squares.** Castling, double pushes and any other first move are rights
//!   of the piece that has never left a square; rights that have become useless are dropped, so
//!   that repetitions are recognised.
//! - **Attacks are found from the target**, along the rays on which riders could come; one look
//!   from a royal tells which pieces are pinned and what answers a check, so that hardly any move
//!   has to be made to be judged. See [`movegen::CheckInfo`].
//! - **The constants of the search can be set** in a build with the feature `tune-search`, see
//!   `search::tunables`.
//! - **The search reports structs**, never text, to a [`search::SearchObserver`].
// only the exports of `web` need unsafe code
#![cfg_attr(not(target_arch = "wasm32"), forbid(unsafe_code))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

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
#[cfg_attr(not(feature = "tools"), allow(dead_code))]
pub mod tools;
pub mod types;
pub mod variant;
#[cfg(any(target_arch = "wasm32", test))]
mod web;

pub use cli::run;
