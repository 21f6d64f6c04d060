//! How much of the machine the engine may use: `memory` and `cores`.

use std::num::NonZero;
use std::thread::available_parallelism;

use anyhow::{Context, bail};

use super::Session;
use crate::protocol::search_thread::{Preparation, memory_is_there};
use crate::search::Searcher;

/// The system has not that much memory.
const NOT_ENOUGH_MEMORY: &str = "not enough memory";
/// Memory for everything but the hash table and what the threads learn.
const REST_BYTES: usize = 4 << 20;
/// What a thread takes besides what it learns.
const THREAD_BYTES: usize = 256 << 10;
/// A hash table that could be so much larger stays as it is: making it anew would take time, and
/// what it holds.
const SLACK_BYTES: usize = 8 << 20;

/// What the engine may use.
#[derive(Debug)]
pub(super) struct Resources {
    /// How many threads the GUI allows, or the command line if the GUI says nothing.
    pub cores: u32,
    /// How many threads search.
    pub threads: usize,
    /// The limit for the whole program, bytes; `None`: there is only a hash table of a fixed size.
    memory: Option<usize>,
    /// The size of the hash table last ordered.
    hash_bytes: usize,
}

impl Resources {
    pub fn new(threads: u32, hash_bytes: usize) -> Resources {
        Resources {
            cores: threads,
            threads: threads as usize,
            memory: None,
            hash_bytes,
        }
    }

    /// The size of the hash table last ordered.
    pub fn hash_bytes(&self) -> usize {
        self.hash_bytes
    }
}

impl Session {
    /// How many threads the GUI allows for searching. More than the machine has processors are
    /// not used.
    pub fn cores(&self) -> u32 {
        self.resources.cores
    }

    /// `cores`: from the next search on.
    pub(super) fn set_cores(&mut self, cores: u32) {
        self.resources.cores = cores;
        let processors = available_parallelism().map_or(1, NonZero::get);
        self.resources.threads = processors.min(cores as usize);
        self.fit_table();
    }

    /// `memory`: makes the hash table so large that the whole program keeps within the limit.
    pub(super) fn set_memory(&mut self, megabytes: usize) -> anyhow::Result<()> {
        let total = (megabytes.checked_mul(1 << 20)).context(NOT_ENOUGH_MEMORY)?;
        let bytes = self.table_share(total);
        // the search thread cannot refuse any more, so ask the system now
        if !memory_is_there(bytes) {
            bail!(NOT_ENOUGH_MEMORY);
        }
        self.resources.memory = Some(total);
        self.resize_table(bytes);
        Ok(())
    }

    /// Keeps the program within its memory when there is another game, or another number of
    /// threads.
    pub(super) fn fit_table(&mut self) {
        let Some(total) = self.resources.memory else {
            return;
        };
        let (bytes, old) = (self.table_share(total), self.resources.hash_bytes);
        let grows = bytes > old;
        if bytes < old || bytes - old > SLACK_BYTES && memory_is_there(bytes) {
            log::debug!("the hash table {}", if grows { "grows" } else { "shrinks" });
            self.resize_table(bytes);
        }
    }

    /// How much of the memory of the whole program is for the hash table: half of it at least.
    fn table_share(&self, total: usize) -> usize {
        let thread = Searcher::bytes_per_thread(self.game.rules()) + THREAD_BYTES;
        let rest = thread * self.resources.threads + REST_BYTES;
        total - rest.min(total / 2)
    }

    fn resize_table(&mut self, bytes: usize) {
        self.resources.hash_bytes = bytes;
        self.yield_table();
        self.searches.prepare(Preparation::Resize(bytes));
    }
}
