//! The protocols of GUIs: CECP version 2 (XBoard, WinBoard) and UCI.
//!
//! The parts of CECP, from input to output: `input` splits bytes into lines, `command` parses lines into `Command`s,
//! `session` carries them out, `search_thread` runs the searches, `reply` formats the answers ([`xboard`] formats the
//! answers for XBoard only), and `output` writes them. The session reads `Event`s from one channel and never blocks, so
//! commands work during a search.
//!
//! [`uci`] has its own commands, replies and session. Both sessions share input and output, the search thread, clocks,
//! options and variants.
//!
//! The specification of CECP is `engine-intf.html` of XBoard.

mod command;
mod command_error;
mod delays;
pub(crate) mod input;
pub(crate) mod options;
pub(crate) mod output;
pub mod position_files;
pub(crate) mod reply;
mod search_thread;
mod searches;
mod session;
mod skill;
mod time_control;
pub mod uci;
mod variants;
pub mod xboard;

use std::io::{self, IsTerminal};
use std::sync::mpsc;

use anyhow::Context;

use crate::search::{Report, SearchResult};
use crate::types::Instant;

use command::Command;
use command_error::CommandError;
pub use output::Output;
pub(crate) use reply::Reply;
pub use session::{Config, Session};

/// An input of the session.
#[derive(Debug)]
pub enum Event {
    /// A line of input.
    Input {
        /// The text, without the line end.
        line: String,
        /// When the line was read; clocks start then.
        at: Instant,
    },
    /// The beginning of a line that is too long.
    Overlong(String),
    /// End of the input.
    EndOfInput,
    /// A search reports its progress.
    Report {
        /// The number of the search.
        id: u64,
        /// The progress.
        report: Report,
        /// Use of the hash table, per mille.
        hash_full: u32,
    },
    /// A search has ended.
    Finished {
        /// The number of the search.
        id: u64,
        /// The result of the search; `None` if it failed.
        result: Option<SearchResult>,
    },
    /// Perft or the benchmark writes a line.
    Line(String),
    /// Perft or the benchmark has ended with this output.
    Done(String),
    /// The search thread has changed or cleared the hash table.
    Prepared,
    /// A time limit that the session set for the GUI has passed.
    Alarm,
}

/// Runs a session on standard input and output: UCI if `uci` is set or the first line is `uci`
/// or `usi`, else CECP.
///
/// # Errors
/// If the variant cannot be played or no thread can be created.
pub fn run(config: Config, uci: bool) -> anyhow::Result<()> {
    let (sender, events) = mpsc::channel();
    let output = Output::new(Box::new(io::stdout()));
    let mut session = Session::new(config, output, sender.clone()).context("cannot start")?;
    if io::stdin().is_terminal() && !uci {
        session.greet();
    }
    // the thread is not joined: it blocks until the next line
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
            if ["uci", "usi"].contains(&line.trim()) {
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
