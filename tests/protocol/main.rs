//! Conversations with the engine: transcripts by subject, without a process and without waiting longer than its
//! searches take. The last tests send random commands, to a process too.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../common/mod.rs"]
mod common;

// `support`, which the fuzz targets share, expects it here
use common::games;

mod missing;
mod noise;
mod support;

mod analysis;
mod completing;
mod course;
mod cutechess;
mod elsewhere;
mod errors;
mod gui;
mod hands;
mod handshake;
mod options;
mod persistent;
mod pings;
mod playing;
mod ponder;
mod positions;
mod process;
mod random;
mod results;
mod thinking;
mod threads;
mod typing;
mod uci;
mod variants;
