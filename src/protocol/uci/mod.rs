//! The Universal Chess Interface.
//!
//! `command` parses lines into `Command`s, `session` carries them out, and `reply` formats the answers.
//! `usi` translates commands and answers for shogi programs. [`names`] holds the names of variants in UCI. [`notation`]
//! reads and writes moves; the session and `match`, which drives other engines, both use it.
//!
//! The specification is `engine-interface.txt` by S. Meyer-Kahlen. It covers chess only; for other variants we follow
//! Fairy-Stockfish.

mod command;
pub mod names;
pub mod notation;
mod perft;
mod reply;
mod session;
mod usi;

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::Event;
use crate::variant::Library;

use command::Command;
use reply::Reply;
pub(super) use session::Parts;
pub use session::Session;

/// The text of an `fmax.ini`, and remarks on the rules that could not be converted.
pub type Imported = (String, Vec<String>);

/// Subcommands of the program that a UCI session offers too.
#[derive(Clone, Copy, Debug)]
pub struct Tools {
    /// Converts a `variants.ini` of Fairy-Stockfish.
    pub import: fn(&Library, &Path) -> anyhow::Result<Imported>,
    /// Runs `fmax bench`, to this depth if there is one, and returns its output.
    pub bench: fn(Option<u32>) -> anyhow::Result<String>,
}

/// Time between two checks of a long search.
const TICK: Duration = Duration::from_millis(250);

/// Handles events until the session ends.
pub(super) fn run(mut session: Session, events: &Receiver<Event>) {
    while !session.is_over() {
        match events.recv_timeout(TICK) {
            Ok(event) => session.handle(event),
            Err(RecvTimeoutError::Timeout) => session.tick(),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}
