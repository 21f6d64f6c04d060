//! The connection to an engine in either protocol. An engine that has failed is not used again, and the user is warned if an
//! engine searches more nodes than allowed.

use std::time::Instant;

use anyhow::Context;

use super::message::Message;
use super::process::{Heard, Process, Reader};
use super::{EngineSettings, Fault};
use crate::tools::lab::interrupt;
use crate::tools::r#match::clock::Limit;

/// An engine that exceeds its nodes by this factor ignores the limit; a smaller excess comes from checking the counter rarely.
const MOST_OVERRUN: u64 = 4;

/// The connection to a running engine.
#[derive(Debug)]
pub struct Link {
    process: Process,
    command: String,
    pub limit: Limit,
    /// True if the engine cannot be used any more.
    pub broken: bool,
    /// True if the engine has searched more nodes than allowed.
    overruns: bool,
}

impl Link {
    /// Starts an engine whose lines `read` parses; `label` names it in the log.
    pub fn start(settings: &EngineSettings, label: &str, read: Reader) -> anyhow::Result<Link> {
        let process = Process::start(&settings.command, label, read)
            .with_context(|| format!("cannot start the engine {}", settings.command.program))?;
        Ok(Link {
            process,
            command: settings.command.to_string(),
            limit: settings.limit,
            broken: false,
            overruns: false,
        })
    }

    /// Sends lines; returns the time at which the engine got them.
    ///
    /// # Errors
    /// If the engine does not get the lines. It cannot be used any more then.
    pub fn send(&mut self, lines: &[impl AsRef<str>]) -> Result<Instant, Fault> {
        if lines.is_empty() {
            return Ok(Instant::now());
        }
        self.process.send(lines).inspect_err(|_| self.broken = true)
    }

    /// The next message, with the time at which it was read. Waits until `deadline`. `name` is the name of the engine.
    ///
    /// # Errors
    /// If no message comes. The engine can be used further only if it is merely slow.
    pub fn receive(&mut self, deadline: Instant, name: &str) -> Result<Heard, Fault> {
        let (at, message) = self.process.receive(deadline).inspect_err(|fault| {
            self.broken |= *fault != Fault::Stall;
        })?;
        if let (Message::Thinks { nodes, .. }, Limit::Nodes(limit)) = (&message, self.limit)
            && !self.overruns
            && *nodes > MOST_OVERRUN.saturating_mul(limit)
        {
            // some engines claim to count nodes, but use the clock
            self.overruns = true;
            log::warn!("{name} searches {nodes} nodes where {limit} are allowed");
        }
        Ok((at, message))
    }
}

impl Drop for Link {
    /// Shows what an engine that has failed wrote to stderr.
    fn drop(&mut self) {
        if self.broken && interrupt::status().is_none() {
            self.process.last_lines().report(&self.command);
        }
    }
}
