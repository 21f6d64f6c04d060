//! A pool of threads that each do one job after another.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};

use super::interrupt;
use super::progress::Bar;
use crate::search::STACK_BYTES;
use crate::types::lock;

/// How often `each` is called while no result comes.
const WATCH: Duration = Duration::from_millis(50);

/// Runs jobs on this many threads. Each thread has a `seat` of its own, and the stack that searches need. `work` does a
/// job, and returns `None` when its last argument asks it to stop. Each result goes to `each` when it comes; `each`
/// returns true to begin more jobs. Results of jobs that are under way by then are handed on, too. While no result
/// comes, `each` is called with `None` now and then. Ctrl-C stops the jobs.
///
/// # Errors
/// If there are no threads, if a job panics, or if `each` fails: after that no more results are handed on.
pub fn run<J, S, T: Send>(
    name: &str,
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    seat: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J, &dyn Fn() -> bool) -> Option<T> + Sync,
    mut each: impl FnMut(Option<T>) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let (jobs, end) = (Mutex::new(jobs), AtomicBool::new(false));
    let stop = || end.load(Ordering::Relaxed) || interrupt::status().is_some();
    let next = || lock(&jobs).next();
    let (seat, work, stop, next) = (&seat, &work, &stop, &next);
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        let start = |number| {
            let sender = sender.clone();
            let work = move || {
                let mut seat = seat();
                while !stop()
                    && let Some(result) = next().and_then(|job| work(&mut seat, job, stop))
                    && sender.send(result).is_ok()
                {}
            };
            thread::Builder::new()
                .name(format!("{name} {number}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .context("cannot start a thread")
        };
        let started: anyhow::Result<Vec<_>> = (1..=threads).map(start).collect();
        drop(sender);
        let mut handed = Ok(());
        loop {
            let result = match results.recv_timeout(WATCH) {
                Ok(result) => Some(result),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let ended = end.load(Ordering::Relaxed);
            if started.is_ok() && handed.is_ok() && (!ended || result.is_some()) {
                match each(result) {
                    Ok(true) => continue,
                    Ok(false) => {}
                    Err(error) => handed = Err(error),
                }
            }
            end.store(true, Ordering::Relaxed);
        }
        // joins all threads: a panic of one that is not joined would end this thread too
        let failed = (started?.into_iter()).filter_map(|thread| thread.join().err());
        match failed.count() {
            0 => handed,
            _ => Err(anyhow!("a thread has failed")),
        }
    })
}

/// Does the jobs with these numbers, shows a progress line, and hands on the results. `known` of all jobs are done already.
/// After Ctrl-C some results are missing.
pub fn run_missing<S, T: Send>(
    label: String,
    threads: usize,
    known: usize,
    missing: Vec<u32>,
    seat: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, u32, &dyn Fn() -> bool) -> Option<T> + Sync,
    mut keep: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if missing.is_empty() {
        return Ok(());
    }
    let (mut done, wanted) = (known, known + missing.len());
    let mut bar = Bar::new(label);
    let finished = run(
        "worker",
        threads.min(missing.len()),
        missing.into_iter(),
        seat,
        work,
        |result| {
            if let Some(result) = result {
                keep(result)?;
                done += 1;
            }
            bar.show(done as f64 / wanted as f64, &format!("{done} of {wanted}"));
            Ok(true)
        },
    );
    bar.clear();
    finished
}

/// Results by the numbers of their jobs. They are handed on in the order of these numbers, whatever the order in which
/// they come.
#[derive(Clone, Debug)]
pub struct InOrder<T> {
    waiting: BTreeMap<u32, T>,
    next: u32,
}

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder {
            waiting: BTreeMap::new(),
            next: 0,
        }
    }
}

impl<T> InOrder<T> {
    pub fn add(&mut self, number: u32, result: T) {
        self.waiting.insert(number, result);
    }

    /// The next result with its number, if that result has come.
    pub fn take(&mut self) -> Option<(u32, T)> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some((self.next - 1, result))
    }

    /// The results that still wait for an earlier result.
    pub fn into_rest(self) -> BTreeMap<u32, T> {
        self.waiting
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    fn squares(each: impl FnMut(Option<u64>) -> anyhow::Result<bool>) -> anyhow::Result<()> {
        run("test", 3, 0u64.., || (), |(), n, _| Some(n * n), each)
    }

    #[test]
    fn every_job_is_done_once() {
        let mut done = Vec::new();
        let work = |last: &mut u64, n: u64, _: &dyn Fn() -> bool| {
            // a seat serves one job at a time
            assert!(n > *last);
            *last = n;
            Some(n)
        };
        let each = |n| {
            done.extend(n);
            Ok(true)
        };
        run("test", 3, 1..=100, || 0, work, each).unwrap();
        done.sort_unstable();
        assert_eq!(done, (1..=100).collect::<Vec<_>>());
    }

    #[test]
    fn workers_stop_when_there_is_enough() {
        let mut sum = 0;
        squares(|square| {
            sum += square.unwrap_or_default();
            Ok(sum <= 10_000)
        })
        .unwrap();
        assert!(sum > 10_000);
    }

    #[test]
    fn failures_are_reported() {
        let error = squares(|square| match square {
            Some(400) => bail!("enough"),
            _ => Ok(true),
        });
        assert_eq!(error.unwrap_err().to_string(), "enough");
        let fails = |(): &mut (), n: u64, _: &dyn Fn() -> bool| {
            assert!(n < 5, "on purpose");
            Some(n)
        };
        let each = |_| Ok(true);
        let error = run("test", 2, 0.., || (), fails, each).unwrap_err();
        assert_eq!(error.to_string(), "a thread has failed");
    }
}
