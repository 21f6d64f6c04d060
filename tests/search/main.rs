//! What is found and how it is judged: searches on one thread and on several, the evaluation, the
//! values of pieces, and endings.
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
