//! The test harness: shipped variants, variants of a text, games with their positions, and temporary folders, in one
//! line each. The crates in `tests` share these files; `tests/common` adds searches and runs of the program,
//! `tests/protocol/support.rs` sessions, and `search::testing` a search worker.
#![allow(dead_code, reason = "some functions are needed in `tests` only")]

pub mod files;
pub mod games;
