//! The thread that thinks.
//!
//! It owns the searcher and the hash table and works off jobs in order, so that a new search can
//! be ordered while an old one is still unwinding, and a table is never there twice. It lives as
//! long as the session, for what the searcher has learnt serves the next move too. Every job ends
//! with one event.

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

/// An order to search.
#[derive(Debug)]
pub struct Task {
    /// The number that comes back with everything about this search.
    pub id: u64,
    /// What is played.
    pub rules: Arc<Ruleset>,
    /// Where from.
    pub position: Position,
    /// How long.
    pub limits: Limits,
    /// How.
    pub settings: SearchSettings,
    /// Breaks it off, or changes its limits.
    pub control: Arc<SearchControl>,
    /// On how many threads.
    pub threads: usize,
    /// Scores that are given.
    pub fixed_scores: Arc<FixedScores>,
}

/// What else there is to do than to search: to get ready.
#[derive(Clone, Copy, Debug)]
pub enum Preparation {
    /// Makes the hash table one of at most that many bytes.
    Resize(usize),
    /// Forgets everything learnt.
    Clear,
}

enum Job {
    Search(Box<Task>),
    Prepare(Preparation),
}

/// The handle of the thread. Dropping it breaks off the search and waits for the thread.
#[derive(Debug)]
pub struct SearchThread {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// Of the last search.
    control: Arc<SearchControl>,
}

impl SearchThread {
    /// Starts the thread with a hash table of at most that many bytes.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn new(hash_bytes: usize, events: Sender<Event>) -> io::Result<SearchThread> {
        let (jobs, queue) = mpsc::channel();
        let thinker = Thinker {
            events,
            hash_bytes,
            table: None,
            used: false,
            searcher: None,
        };
        let thread = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || thinker.work(&queue))?;
        Ok(SearchThread {
            jobs: Some(jobs),
            thread: Some(thread),
            control: Arc::default(),
        })
    }

    /// Orders a search. One that still runs is broken off.
    pub fn search(&mut self, task: Task) {
        self.control.stop();
        self.control = task.control.clone();
        self.order(Job::Search(Box::new(task)));
    }

    /// Orders something that is done before the next search.
    pub fn prepare(&self, preparation: Preparation) {
        self.order(Job::Prepare(preparation));
    }

    fn order(&self, job: Job) {
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(job));
        if !matches!(sent, Some(Ok(()))) {
            log::error!("the search thread has gone");
        }
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.control.stop();
        // without a sender the thread runs out of jobs
        self.jobs = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("the search thread has failed");
        }
    }
}

/// Freeing a smaller block makes glibc keep later ones of that size, bytes.
const LEAST_PROBE: usize = 33 << 20;

/// True if the system has so much memory to give, as far as can be told without using it.
pub fn memory_is_there(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let reserved = probe.try_reserve_exact(bytes.max(LEAST_PROBE)).is_ok();
    // without this the compiler may see that the memory is not used, and not ask for it
    std::hint::black_box(&mut probe);
    reserved
}

/// What the thread owns. The table is made when it is first needed, so that a program that
/// never thinks, or is told another size first, does not pay for it.
struct Thinker {
    events: Sender<Event>,
    hash_bytes: usize,
    table: Option<Arc<TranspositionTable>>,
    /// Something may be in the table.
    used: bool,
    searcher: Option<(Arc<Ruleset>, Searcher)>,
}

impl Thinker {
    fn work(mut self, queue: &Receiver<Job>) {
        for job in queue {
            let done = panic::catch_unwind(AssertUnwindSafe(|| self.carry_out(&job)));
            // an engine that has lost a thought shall not lose the game as well
            let event = done.unwrap_or_else(|_| self.recover(&job));
            if self.events.send(event).is_err() {
                log::debug!("nobody waits for the search thread");
            }
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
                // first free the old table
                self.searcher = None;
                self.table = None;
                self.used = false;
                self.hash_bytes = *bytes;
            }
            Job::Prepare(Preparation::Resize(_)) => {}
            Job::Prepare(Preparation::Clear) => self.forget(),
        }
        // making a large table takes time, which is better spent now than on the clock
        self.table();
        Event::Prepared
    }

    fn recover(&mut self, job: &Job) -> Event {
        self.searcher = None;
        self.table = None;
        match job {
            Job::Search(task) => {
                log::error!("the search failed in {}", task.position.fen());
                let (id, result) = (task.id, None);
                Event::Finished { id, result }
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
            // another game gives the same keys another meaning
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
        let mut tell = |report: &Report| {
            let hash_full = table.as_ref().map_or(0, |table| table.permille_full());
            let event = Event::Report {
                id,
                report: report.clone(),
                hash_full,
            };
            if events.send(event).is_err() {
                log::debug!("nobody listens to search {id}");
            }
        };
        searcher.search(
            &task.position,
            &task.limits,
            &task.settings,
            &task.control,
            &mut tell,
        )
    }
}
