//! Threads that do one job after the other.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};

use super::interrupt;
use crate::search::STACK_BYTES;

/// So often it is looked whether to go on.
const WATCH: Duration = Duration::from_millis(50);

/// Does jobs on so many threads, each of which has a `seat` of its own, with the stack that searches
/// need. `work` does one, and gives up with `None` where it is told to stop. What comes out is handed
/// to `each` as it comes, which says whether to go on; with `None` it is asked now and then when
/// nothing has come. Whoever orders us to end is obeyed.
///
/// # Errors
/// If there are no threads, if a job fails, or if `each` does: then no more are begun.
pub fn run<J, S, T: Send>(
    name: &str,
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    seat: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J, &dyn Fn() -> bool) -> Option<T> + Sync,
    mut each: impl FnMut(Option<T>) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let (jobs, end) = (Mutex::new(jobs), AtomicBool::new(false));
    let stop = || end.load(Ordering::Relaxed) || interrupt::status().is_some();
    let next = || (jobs.lock().unwrap_or_else(PoisonError::into_inner)).next();
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
                .context("no thread to search on")
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
            if !ended && started.is_ok() {
                match each(result) {
                    Ok(ControlFlow::Continue(())) => continue,
                    Ok(ControlFlow::Break(())) => {}
                    Err(error) => handed = Err(error),
                }
            }
            end.store(true, Ordering::Relaxed);
        }
        // all of them, or those that are left would end this thread too
        let failed = (started?.into_iter()).filter_map(|thread| thread.join().err());
        match failed.count() {
            0 => handed,
            _ => Err(anyhow!("a search has failed")),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    fn squares(
        each: impl FnMut(Option<u64>) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        run("test", 3, 0u64.., || (), |(), n, _| Some(n * n), each)
    }

    #[test]
    fn every_job_is_done_once() {
        let mut done = Vec::new();
        let work = |last: &mut u64, n: u64, _: &dyn Fn() -> bool| {
            // a seat is for one at a time
            assert!(n > *last);
            *last = n;
            Some(n)
        };
        let each = |n| {
            done.extend(n);
            Ok(ControlFlow::Continue(()))
        };
        run("test", 3, 1..=100, || 0, work, each).unwrap();
        done.sort_unstable();
        assert_eq!(done, (1..=100).collect::<Vec<_>>());
    }

    #[test]
    fn it_ends_when_there_is_enough() {
        let mut sum = 0;
        squares(|square| {
            sum += square.unwrap_or_default();
            Ok(if sum > 10_000 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })
        .unwrap();
        assert!(sum > 10_000);
    }

    #[test]
    fn failures_are_told() {
        let error = squares(|square| match square {
            Some(400) => bail!("enough"),
            _ => Ok(ControlFlow::Continue(())),
        });
        assert_eq!(error.unwrap_err().to_string(), "enough");
        let fails = |(): &mut (), n: u64, _: &dyn Fn() -> bool| {
            assert!(n < 5, "on purpose");
            Some(n)
        };
        let each = |_| Ok(ControlFlow::Continue(()));
        let error = run("test", 2, 0.., || (), fails, each).unwrap_err();
        assert_eq!(error.to_string(), "a search has failed");
    }
}
