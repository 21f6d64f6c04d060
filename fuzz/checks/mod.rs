//! What must hold of any input, shared by the fuzz targets and by the test that replays their
//! corpora (`tests/corpora`). Every check panics when it does not.
#![allow(dead_code, reason = "each target needs a part")]

pub mod betza;
pub mod fen;
pub mod files;
pub mod ini;
pub mod nets;
pub mod session;
pub mod uci;

mod course;
#[path = "../../src/testing/files.rs"]
mod folder;
#[path = "../../src/testing/games.rs"]
mod games;
#[path = "../../tests/protocol/support.rs"]
mod support;
