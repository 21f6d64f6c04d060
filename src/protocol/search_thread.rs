//! The search thread.
//!
//! The thread owns the searcher and the hash table and processes jobs in order. So a new search can be requested while
//! the old search is stopping, and there is never a second hash table. The thread lives as long as the session, because
//! the next move profits from the histories of the searcher. Every job ends with one event.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::Event;
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::search::{
    FixedScores, Limits, Report, STACK_BYTES, SearchControl, SearchResult, SearchSettings,
    Searcher, TranspositionTable,
};

/// A request to search.
#[derive(Debug)]
pub struct Task {
    /// Number of the search, which all its events carry.
    pub id: u64,
    pub rules: Arc<Ruleset>,
    pub position: Position,
    pub limits: Limits,
    pub settings: SearchSettings,
    /// Stops the search and changes its limits.
    pub control: Arc<SearchControl>,
    pub threads: usize,
    pub fixed_scores: Arc<FixedScores>,
}

/// A job besides searching.
#[derive(Clone, Copy, Debug)]
pub enum Preparation {
    /// Changes the size of the hash table, in bytes.
    Resize(usize),
    /// Clears the hash table and the histories.
    Clear,
}

enum Job {
    Search(Box<Task>),
    Prepare(Preparation),
}

/// The handle of the search thread. Dropping the handle stops the search and waits for the thread.
#[derive(Debug)]
pub struct SearchThread {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// The control of the last search.
    control: Arc<SearchControl>,
}

impl SearchThread {
    /// Starts the thread, with a hash table of at most `hash_bytes`.
    ///
    /// # Errors
    /// If the thread cannot be created.
    pub fn new(hash_bytes: usize, events: Sender<Event>) -> io::Result<SearchThread> {
        let (jobs, queue) = mpsc::channel();
        let thinker = Thinker {
            events,
            hash_bytes,
            table: None,
            used: false,
            searcher: None,
        };
        Ok(SearchThread {
            jobs: Some(jobs),
            thread: Some(builder("search").spawn(move || thinker.work(&queue))?),
            control: Arc::default(),
        })
    }

    /// Requests a search. A search that is running is stopped.
    pub fn search(&mut self, task: Task) {
        self.control.stop();
        self.control = task.control.clone();
        self.request(Job::Search(Box::new(task)));
    }

    /// Requests a preparation before the next search.
    pub fn prepare(&self, preparation: Preparation) {
        self.request(Job::Prepare(preparation));
    }

    fn request(&self, job: Job) {
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(job));
        if !matches!(sent, Some(Ok(()))) {
            log::error!("the search thread has ended");
        }
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.control.stop();
        // without a sender the thread ends
        self.jobs = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("the search thread has failed");
        }
    }
}

/// Does other work on a separate thread. The work ends with one event; after a panic, this is `failure`.
///
/// # Errors
/// If the thread cannot be created.
pub fn spawn(
    name: &str,
    events: Sender<Event>,
    failure: Event,
    work: impl FnOnce() -> Event + Send + 'static,
) -> io::Result<()> {
    let run = move || {
        let done = panic::catch_unwind(AssertUnwindSafe(work));
        send(&events, done.unwrap_or(failure));
    };
    builder(name).spawn(run)?;
    Ok(())
}

fn builder(name: &str) -> thread::Builder {
    let builder = thread::Builder::new().name(name.to_owned());
    builder.stack_size(STACK_BYTES)
}

/// Sends an event, unless the session has ended.
pub fn send(events: &Sender<Event>, event: Event) {
    if events.send(event).is_err() {
        log::debug!("a thread outlived its session");
    }
}

/// Smallest probe, in bytes: after a smaller block is freed, glibc keeps later blocks of that size.
const LEAST_PROBE: usize = 33 << 20;

/// True if the system grants this much memory; the memory is not touched.
pub fn can_allocate(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let reserved = probe.try_reserve_exact(bytes.max(LEAST_PROBE)).is_ok();
    // keeps the compiler from removing the unused allocation
    std::hint::black_box(&mut probe);
    reserved
}

/// The data of the thread. The hash table is created when it is first needed.
struct Thinker {
    events: Sender<Event>,
    hash_bytes: usize,
    table: Option<Arc<TranspositionTable>>,
    /// True if the hash table may have entries.
    used: bool,
    searcher: Option<(Arc<Ruleset>, Searcher)>,
}

impl Thinker {
    fn work(mut self, queue: &Receiver<Job>) {
        for job in queue {
            let done = panic::catch_unwind(AssertUnwindSafe(|| self.carry_out(&job)));
            // after a panic the session can still play a move
            let event = done.unwrap_or_else(|_| self.recover(&job));
            send(&self.events, event);
        }
    }

    fn carry_out(&mut self, job: &Job) -> Event {
        match job {
            Job::Search(task) => {
                return Event::Finished {
                    id: task.id,
                    result: Some(self.think(task)),
                };
            }
            Job::Prepare(Preparation::Resize(bytes)) if *bytes != self.hash_bytes => {
                // free the old table first
                self.searcher = None;
                self.table = None;
                self.used = false;
                self.hash_bytes = *bytes;
            }
            Job::Prepare(Preparation::Resize(_)) => {}
            Job::Prepare(Preparation::Clear) => self.forget(),
        }
        // allocate now rather than on the clock
        self.table();
        Event::Prepared
    }

    fn recover(&mut self, job: &Job) -> Event {
        self.searcher = None;
        self.table = None;
        match job {
            Job::Search(task) => {
                log::error!("the search failed in {}", task.position.fen());
                Event::Finished {
                    id: task.id,
                    result: None,
                }
            }
            Job::Prepare(_) => Event::Prepared,
        }
    }

    fn table(&mut self) -> Arc<TranspositionTable> {
        let bytes = self.hash_bytes;
        let table = (self.table).get_or_insert_with(|| Arc::new(TranspositionTable::new(bytes)));
        table.clone()
    }

    fn forget(&mut self) {
        self.searcher = None;
        if let Some(table) = self.table.as_ref().filter(|_| self.used) {
            table.clear();
        }
        self.used = false;
    }

    fn think(&mut self, task: &Task) -> SearchResult {
        let known = |(rules, _): &(Arc<Ruleset>, Searcher)| Arc::ptr_eq(rules, &task.rules);
        if !self.searcher.as_ref().is_some_and(known) {
            // keys of another variant have another meaning
            self.forget();
        }
        self.used = true;
        let table = self.table();
        let (_, searcher) = self.searcher.get_or_insert_with(|| {
            let searcher = Searcher::new(task.rules.clone(), table);
            (task.rules.clone(), searcher)
        });
        searcher.set_threads(task.threads);
        searcher.set_fixed_scores(&task.fixed_scores);
        let (id, events, table) = (task.id, &self.events, self.table.clone());
        let mut observer = |report: &Report| {
            let event = Event::Report {
                id,
                report: report.clone(),
                hash_full: table.as_ref().map_or(0, |table| table.permille_full()),
            };
            send(events, event);
        };
        searcher.search(
            &task.position,
            &task.limits,
            &task.settings,
            &task.control,
            &mut observer,
        )
    }
}
