//! Helpers shared by the test crates: variants by name or as text, playing and listing moves, short searches, the
//! program as a process, and temporary folders.
#![allow(dead_code, reason = "each crate includes all of this and needs a part")]

pub mod effort;
pub mod files;
pub mod games;
pub mod nets;
pub mod play;
pub mod process;
pub mod search;
