//! Endings: what the tables say, what the evaluation makes of it, and that wins are won.

mod judgement;
mod mates;
mod potential;
mod support;
mod tables;
