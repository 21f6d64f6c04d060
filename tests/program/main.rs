//! Tests of the program from outside: its sub-commands, its use of time and memory, and matches
//! between engines.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../common/mod.rs"]
mod common;

#[cfg(unix)]
mod called;
mod cli;
mod engine_match;
mod exchange;
mod files;
#[cfg(feature = "tools")]
mod generate;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod interrupted;
#[cfg(feature = "tools")]
mod json;
#[cfg(all(unix, feature = "tools"))]
mod learn;
#[cfg(feature = "tools")]
mod mates;
#[cfg(all(unix, feature = "tools"))]
mod measure;
#[cfg(feature = "tools")]
mod new;
#[cfg(target_os = "linux")]
mod places;
#[cfg(all(unix, feature = "tools"))]
mod playtest;
mod process;
mod show;
#[cfg(feature = "tools")]
mod suite;
#[cfg(all(unix, feature = "tools"))]
mod uci;
