//! Helpers shared by the test crates: those of `src/testing`, playing and listing moves, short searches, and the program
//! as a process.
#![allow(dead_code, reason = "each crate includes all of this and needs a part")]

pub mod effort;
#[path = "../../src/testing/files.rs"]
pub mod files;
#[path = "../../src/testing/games.rs"]
pub mod games;
pub mod nets;
pub mod play;
pub mod process;
pub mod search;
pub mod table;
