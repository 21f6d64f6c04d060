//! The Universal Chess Interface.
//!
//! [`command`] turns lines into [`Command`]s, [`session`] decides what they mean, [`reply`] spells what is
//! said, [`names`] knows what variants are called, and [`notation`] reads and writes moves, for the engine that
//! fmax is and for the engines that it drives.
//!
//! The protocol's text is `engine-interface.txt` by S. Meyer-Kahlen. What it does not say about other variants
//! than chess is as in Fairy-Stockfish.

pub mod command;
pub mod names;
pub mod notation;
mod perft;
pub mod reply;
pub mod session;

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::Event;
use crate::variant::Library;

pub use command::{Command, CommandError};
pub use reply::Reply;
pub(super) use session::Parts;
pub use session::Session;

/// Reads a `variants.ini` of Fairy-Stockfish: the text of a file of ours with its variants, and what they lack.
pub type Import = fn(&Library, &Path) -> anyhow::Result<(String, Vec<String>)>;

/// How often a long search is looked at.
const TICK: Duration = Duration::from_millis(250);

/// Handles events until told to quit.
pub(super) fn run(mut session: Session, events: &Receiver<Event>) {
    while !session.is_over() {
        match events.recv_timeout(TICK) {
            Ok(event) => session.handle(event),
            Err(RecvTimeoutError::Timeout) => session.tick(),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}
