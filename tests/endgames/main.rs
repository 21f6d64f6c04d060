//! Endings: what the tables say, what the evaluation makes of it, and that wins are won.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod judgement;
mod mates;
mod potential;
mod support;
mod tables;
