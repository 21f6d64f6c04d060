//! Transcripts of conversations with the engine, without a process and without waiting longer
//! than its searches take.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

mod errors;
mod handshake;
mod persistent;
mod pings;
mod playing;
mod positions;
mod results;
mod thinking;
mod variants;
