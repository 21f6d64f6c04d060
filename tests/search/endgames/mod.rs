//! Endgames: the tables, their effect on the evaluation, and winning play.

mod mates;
mod potential;
mod scaling;
mod study;
mod support;
mod tables;
