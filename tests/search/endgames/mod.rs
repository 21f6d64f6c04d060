//! Endings: what the tables say, what the evaluation makes of it, and that wins are won.

mod mates;
mod potential;
mod scaling;
mod study;
mod support;
mod tables;
