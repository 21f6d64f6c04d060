//! The threads that search positions: each takes the next one, and the results are handed on in the
//! order of the positions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};

use super::answer::{self, Answer};
use super::limit::Limit;
use super::positions::Puzzle;
use super::rival::Rival;
use crate::search::{STACK_BYTES, SearchControl};
use crate::tools::interrupt;

/// So often it is looked whether there is an order to end.
const WATCH: Duration = Duration::from_millis(50);

/// What is searched, and how.
#[derive(Debug)]
pub struct Plan {
    /// The positions.
    pub puzzles: Vec<Puzzle>,
    /// How far each is searched.
    pub limit: Limit,
    /// The engine that is asked, if not our own search.
    pub rival: Option<Rival>,
    /// The hash table of each search, bytes.
    pub hash: usize,
    /// Threads of each search.
    pub threads: usize,
}

/// What the threads share.
struct Shared<'p> {
    plan: &'p Plan,
    /// The number of the next position.
    next: AtomicUsize,
    stop: AtomicBool,
    /// The searches that run.
    controls: Mutex<Vec<Arc<SearchControl>>>,
}

/// Searches all positions, `concurrency` at a time, and hands on each with its answer. An order to end
/// is obeyed; what is being searched then is not handed on.
///
/// # Errors
/// If a search fails, or `each` does: then no more is searched.
pub fn run(
    plan: &Plan,
    concurrency: usize,
    mut each: impl FnMut(&Puzzle, &Answer) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let shared = Shared {
        plan,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        controls: Mutex::default(),
    };
    let shared = &shared;
    thread::scope(|scope| {
        let (sender, answers) = mpsc::channel();
        let start = |number| {
            let sender = sender.clone();
            thread::Builder::new()
                .name(format!("suite {number}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || shared.work(number, &sender))
                .context("no thread to search on")
        };
        let count = concurrency.min(plan.puzzles.len());
        let threads: anyhow::Result<Vec<_>> = (1..=count).map(start).collect();
        drop(sender);
        let mut handed = Ok(());
        // those that have to wait for one before them
        let (mut early, mut expected) = (BTreeMap::new(), 0);
        loop {
            if threads.is_err() || handed.is_err() || interrupt::status().is_some() {
                shared.stop();
            }
            match answers.recv_timeout(WATCH) {
                Ok((number, Ok(answer))) => early.insert(number, answer),
                Ok((_, Err(error))) => {
                    handed = handed.and(Err(error));
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            while let Some(answer) = early.remove(&expected) {
                handed = handed.and_then(|()| each(&plan.puzzles[expected], &answer));
                expected += 1;
            }
        }
        // after an order to end there may be some behind one that is missing
        for (number, answer) in early {
            handed = handed.and_then(|()| each(&plan.puzzles[number], &answer));
        }
        // all of them, or those that are left would end this thread too
        let failed = (threads?.into_iter()).filter_map(|thread| thread.join().err());
        match failed.count() {
            0 => handed,
            _ => Err(anyhow!("a search has failed")),
        }
    })
}

impl Shared<'_> {
    /// What the thread of a number does.
    fn work(&self, thread: usize, answers: &Sender<(usize, anyhow::Result<Answer>)>) {
        let mut seat = None;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(puzzle) = self.plan.puzzles.get(number) else {
                return;
            };
            let limit = self.plan.limit;
            let answer = match &self.plan.rival {
                Some(_) if self.stop.load(Ordering::SeqCst) => return,
                Some(rival) => rival.ask(&mut seat, &thread.to_string(), puzzle, limit),
                None => Ok(self.search(puzzle)),
            };
            // what was broken off is no answer
            let broken_off = self.stop.load(Ordering::SeqCst) || interrupt::status().is_some();
            let failed = answer.is_err();
            if broken_off || answers.send((number, answer)).is_err() || failed {
                return;
            }
        }
    }

    /// Asks our own search.
    fn search(&self, puzzle: &Puzzle) -> Answer {
        let control = Arc::new(SearchControl::default());
        self.controls().push(control.clone());
        // looked at when the control can be found, or the order could miss both
        if self.stop.load(Ordering::SeqCst) {
            control.stop();
        }
        let plan = self.plan;
        let answer = answer::ask(puzzle, plan.limit, plan.hash, plan.threads, &control);
        (self.controls()).retain(|running| !Arc::ptr_eq(running, &control));
        answer
    }

    /// Ends all searches, and lets none begin.
    fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
        self.controls().iter().for_each(|control| control.stop());
    }

    fn controls(&self) -> std::sync::MutexGuard<'_, Vec<Arc<SearchControl>>> {
        self.controls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
