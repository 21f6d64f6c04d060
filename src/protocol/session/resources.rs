//! Memory and threads: `memory` and `cores`.

use anyhow::{Context, bail};

use super::Session;
use crate::protocol::search_thread::{Preparation, can_allocate};
use crate::protocol::searches::usable_threads;
use crate::search::Searcher;

const NOT_ENOUGH_MEMORY: &str = "not enough memory";
/// Memory besides the hash table and the threads.
const REST_BYTES: usize = 5 << 20;
/// Memory of a thread besides its histories.
const THREAD_BYTES: usize = 256 << 10;
/// The hash table grows only if it can grow by more than this: a new table takes time and loses the entries.
const SLACK_BYTES: usize = 8 << 20;

/// Limits on memory and threads.
#[derive(Debug)]
pub(super) struct Resources {
    /// Number of threads that the GUI, or else the command line, allows.
    pub cores: u32,
    /// Memory limit of the whole program, in bytes; `None`: only the hash table has a size.
    memory: Option<usize>,
    /// Last requested size of the hash table.
    pub hash_bytes: usize,
}

impl Resources {
    pub fn new(cores: u32, hash_bytes: usize) -> Resources {
        Resources {
            cores,
            memory: None,
            hash_bytes,
        }
    }
}

impl Session {
    /// Number of search threads that the GUI allows. At most one per processor is used.
    pub fn cores(&self) -> u32 {
        self.resources.cores
    }

    /// `cores`: from the next search on.
    pub(super) fn set_cores(&mut self, cores: u32) {
        self.resources.cores = cores;
        self.searches.threads = usable_threads(cores);
        self.fit_table();
    }

    /// `memory`: fits the hash table into the limit, which is for the whole program.
    pub(super) fn set_memory(&mut self, megabytes: usize) -> anyhow::Result<()> {
        let total = (megabytes.checked_mul(1 << 20)).context(NOT_ENOUGH_MEMORY)?;
        let bytes = self.table_share(total);
        // ask the system now: the search thread could not report a failure
        if !can_allocate(bytes) {
            bail!(NOT_ENOUGH_MEMORY);
        }
        self.resources.memory = Some(total);
        self.resize_table(bytes);
        Ok(())
    }

    /// Fits the hash table again after a change of variant or threads.
    pub(super) fn fit_table(&mut self) {
        let Some(total) = self.resources.memory else {
            return;
        };
        let (bytes, old) = (self.table_share(total), self.resources.hash_bytes);
        if bytes < old || bytes - old > SLACK_BYTES && can_allocate(bytes) {
            log::debug!("the hash table changes from {old} to {bytes} bytes");
            self.resize_table(bytes);
        }
    }

    /// The part of the program's memory for the hash table, at least a quarter.
    fn table_share(&self, total: usize) -> usize {
        let thread = Searcher::bytes_per_thread(self.game.rules()) + THREAD_BYTES;
        let rest = thread * self.searches.threads + REST_BYTES;
        total - rest.min(total / 4 * 3)
    }

    fn resize_table(&mut self, bytes: usize) {
        self.resources.hash_bytes = bytes;
        self.yield_table();
        self.searches.prepare(Preparation::Resize(bytes));
    }
}
