//! The search and the evaluation: searches on one thread and on several, terms, piece values, nets,
//! and endgames.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    clippy::print_stdout
)]

#[path = "../common/mod.rs"]
mod common;

mod control;
mod endgames;
mod evaluation;
mod nets;
mod searcher;
mod terms;
mod threads;
mod values;
