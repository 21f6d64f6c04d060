//! What GUIs say and what they are told: the XBoard/WinBoard protocol (CECP version 2), and UCI.
//!
//! The parts of CECP, from the wire inwards: [`input`] turns bytes into lines, [`command`] lines into
//! [`Command`]s, [`session`] decides what they mean, [`search_thread`] searches on a thread of its
//! own, [`reply`] spells what is said ([`xboard`] what is said to XBoard alone), and [`output`]
//! writes and flushes it. The session reads [`Event`]s from one channel and never blocks, so a
//! command acts at once even in the middle of a search. How moves are found is none of its business.
//!
//! [`uci`] has commands, replies and a session of its own. Both share the ends of the wire, the search
//! thread, the clocks, the options and the variants.
//!
//! The text of CECP is `engine-intf.html` of XBoard, that of UCI `engine-interface.txt` by S. Meyer-Kahlen.

pub mod command;
pub mod delays;
pub mod input;
pub(crate) mod options;
pub mod output;
pub mod position_files;
pub mod reply;
pub mod search_thread;
mod searches;
pub mod session;
mod skill;
pub mod time_control;
pub mod uci;
mod variants;
pub mod xboard;

use std::io::{self, IsTerminal};
use std::sync::mpsc;

use anyhow::Context;

use crate::search::{Report, SearchResult};
use crate::types::{Instant, Move};

pub use command::{Command, CommandError};
pub use output::Output;
pub use reply::Reply;
pub use session::{Config, Session};

/// Something the session has to react to.
#[derive(Debug)]
pub enum Event {
    /// A line of input.
    Input {
        /// Without its end.
        line: String,
        /// When it was read: clocks run from then on, however long it takes to act on it.
        at: Instant,
    },
    /// The beginning of a line that was too long to be read.
    Overlong(String),
    /// There will be no more input.
    EndOfInput,
    /// A search tells how it goes.
    Report {
        /// Which search.
        id: u64,
        /// What it has found so far.
        report: Report,
        /// How full the hash table is, per mille.
        hash_full: u32,
    },
    /// A search has ended.
    Finished {
        /// Which search.
        id: u64,
        /// What it found; `None` if it failed.
        result: Option<SearchResult>,
    },
    /// Move sequences have been counted.
    Counted {
        /// Which count.
        id: u64,
        /// The first move of the sequences; `None`: these are all, and the count has ended.
        first: Option<Move>,
        /// How many.
        nodes: u64,
    },
    /// The search thread has done something other than searching.
    Prepared,
    /// The time is over that the session has given the GUI.
    Alarm,
}

/// Plays on standard input and output until told to quit: with `uci`, or if that is the first word it
/// hears, by UCI, else by CECP.
///
/// # Errors
/// If no game can be started or no thread can be created.
pub fn run(config: Config, uci: bool) -> anyhow::Result<()> {
    let (sender, events) = mpsc::channel();
    let output = Output::new(Box::new(io::stdout()));
    let mut session = Session::new(config, output, sender.clone()).context("cannot start")?;
    if io::stdin().is_terminal() && !uci {
        session.greet();
    }
    // never joined: nothing can wake it while it waits for a line
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || input::forward(io::stdin().lock(), &sender))
        .context("cannot start the input thread")?;
    if uci {
        uci::run(session.into_uci(), &events);
        return Ok(());
    }
    let mut is_first = true;
    for event in &events {
        if let Event::Input { line, .. } = &event
            && is_first
        {
            if line.trim() == "uci" {
                let mut session = session.into_uci();
                session.handle(event);
                uci::run(session, &events);
                return Ok(());
            }
            is_first = line.trim().is_empty();
        }
        session.handle(event);
        if session.is_over() {
            break;
        }
    }
    Ok(())
}
