//! Lazy SMP.
//!
//! The main thread searches as it would search alone. Helpers search the same root with the same hash table, but with
//! separate histories and other depths, so the table has entries that the main thread will need. Helpers have no
//! clock: they stop and pause with the main thread, and their nodes are added to its count.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use super::{MATE_IN_MAX, STACK_BYTES, SearchControl};
use crate::types::Move;

/// Shared state of the threads of one search.
#[derive(Debug)]
pub(super) struct ThreadPool<'a> {
    pub control: &'a SearchControl,
    /// Number of threads, including the main thread.
    threads: u64,
    /// Nodes of all threads, as last published.
    nodes: AtomicU64,
    /// Node limit for all threads.
    limit: AtomicU64,
    /// The main thread has ended.
    over: AtomicBool,
}

/// The last complete iteration of a helper.
#[derive(Clone, Debug)]
pub(super) struct HelperResult {
    /// Depth in plies.
    pub depth: u32,
    /// Score of the best move.
    pub score: i32,
    /// The principal variation.
    pub pv: Vec<Move>,
}

impl HelperResult {
    /// The best result of a helper, if it beats the result of the main thread, which has completed `depth` plies with
    /// `score`.
    pub fn best_of(found: Vec<HelperResult>, depth: u32, score: i32) -> Option<HelperResult> {
        let better = |found: &HelperResult| trust(found.depth, found.score) > trust(depth, score);
        let rank = |found: &HelperResult| (trust(found.depth, found.score), found.score);
        found.into_iter().filter(better).max_by_key(rank)
    }
}

/// The order of results. A proven win counts at any depth, and a shorter win counts more. Otherwise the deeper result
/// is better, even with a lower score: the other threads have not seen the refutation yet.
fn trust(depth: u32, score: i32) -> (i32, u32) {
    let win = if score >= MATE_IN_MAX { score } else { 0 };
    (win, depth)
}

impl<'a> ThreadPool<'a> {
    pub fn new(control: &'a SearchControl, threads: usize) -> ThreadPool<'a> {
        ThreadPool {
            control,
            threads: threads.max(1) as u64,
            nodes: AtomicU64::new(0),
            limit: AtomicU64::new(u64::MAX),
            over: AtomicBool::new(false),
        }
    }

    pub fn is_alone(&self) -> bool {
        self.threads == 1
    }

    /// Adds nodes to the count of all threads.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Nodes of all threads, as last published.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Sets the node limit for all threads together.
    pub fn limit_nodes(&self, limit: u64) {
        self.limit.store(limit, Relaxed);
    }

    /// True if a helper that has searched `nodes` nodes must end. Waits in a pause.
    pub fn must_stop(&self, nodes: u64) -> bool {
        if self.control.is_signalled() {
            self.control.wait(|| self.over.load(Relaxed));
        }
        self.over.load(Relaxed) || self.control.is_stopped() || self.has_used_its_share(nodes)
    }

    /// True if a helper has used its share of the node limit. The rest is left to the main thread, which may not have
    /// begun yet.
    fn has_used_its_share(&self, nodes: u64) -> bool {
        let limit = self.limit.load(Relaxed);
        nodes >= limit / self.threads || self.nodes() >= limit
    }

    /// Runs the main search on this thread and helpers on other threads until the main search ends. Returns the
    /// results of the main search and of the helpers.
    pub fn run<T>(
        &self,
        helpers: impl Iterator<Item = impl FnOnce() -> Option<HelperResult> + Send>,
        main: impl FnOnce() -> T,
    ) -> (T, Vec<HelperResult>) {
        thread::scope(|scope| {
            let end = End(self);
            let mut running = Vec::new();
            for helper in helpers {
                let thread = thread::Builder::new()
                    .name("helper".to_owned())
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, helper);
                match thread {
                    Ok(thread) => running.push(thread),
                    Err(error) => {
                        log::warn!("only {} threads to search on: {error}", 1 + running.len());
                        break;
                    }
                }
            }
            let result = main();
            drop(end);
            let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                // the result of the main thread does not depend on a helper, so a panic there is no reason to fail
                thread.join().unwrap_or_else(|_| {
                    log::error!("a helper of the search has failed");
                    None
                })
            };
            (result, running.into_iter().filter_map(join).collect())
        })
    }
}

/// Ends the helpers with the main thread, even if the main thread panics: otherwise the helpers would never be joined.
struct End<'a, 'b>(&'a ThreadPool<'b>);

impl Drop for End<'_, '_> {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
        self.0.control.wake();
    }
}

/// True if a helper skips an iteration. The first two helpers search every other depth, one the even and one the odd
/// depths; the next four search two depths of four, each with another start; the next six search three of six,
/// and so on. So some helpers are always ahead of the main thread, and no depth is searched by all.
pub(super) fn skips(helper: usize, depth: u32) -> bool {
    let (mut size, mut phase) = (1, helper);
    while phase >= 2 * size {
        phase -= 2 * size;
        size += 1;
    }
    (depth as usize + phase) / size % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_shared_out() {
        let depths = |helper| -> Vec<u32> { (1..=8).filter(|&d| !skips(helper, d)).collect() };
        assert_eq!(depths(0), [2, 4, 6, 8]);
        assert_eq!(depths(1), [1, 3, 5, 7]);
        assert_eq!(depths(2), [1, 4, 5, 8]);
        assert_eq!(depths(3), [3, 4, 7, 8]);
        for helper in 0..300 {
            assert!((1..100).any(|depth| !skips(helper, depth)), "{helper}");
        }
    }

    #[test]
    fn whoever_looks_deeper_is_believed() {
        let result = |&(depth, score): &(u32, i32)| HelperResult {
            depth,
            score,
            pv: Vec::new(),
        };
        let win = MATE_IN_MAX;
        for (main, found, best) in [
            ((9, 50), &[][..], None),
            // equal depth is not better
            ((9, 50), &[(9, 80), (8, 300)], None),
            // the deeper result has bad news: the move of the main thread is refuted
            ((9, 50), &[(10, -40)], Some((10, -40))),
            ((9, 50), &[(11, -60), (10, 90), (11, -40)], Some((11, -40))),
            // a win counts at any depth, and shorter ones more
            ((9, 50), &[(7, win + 3), (12, 200)], Some((7, win + 3))),
            ((9, win + 5), &[(12, win + 3), (14, 100)], None),
            ((9, win + 5), &[(9, win + 7)], Some((9, win + 7))),
            ((9, win + 5), &[(10, win + 5)], Some((10, win + 5))),
            // a proven loss only counts when it is deeper
            ((9, -win), &[(8, 0), (10, -win - 2)], Some((10, -win - 2))),
        ] {
            let found = found.iter().map(result).collect();
            let chosen = HelperResult::best_of(found, main.0, main.1);
            let chosen = chosen.map(|found| (found.depth, found.score));
            assert_eq!(chosen, best, "{main:?}");
        }
    }

    #[test]
    fn helpers_end_with_the_main_one_even_if_it_fails() {
        let control = SearchControl::default();
        for fails in [false, true] {
            let pool = ThreadPool::new(&control, 3);
            let wait = || {
                while !pool.must_stop(0) {
                    thread::yield_now();
                }
                None
            };
            let run = || pool.run([wait, wait].into_iter(), || assert!(!fails));
            let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
            assert_eq!(ended.is_err(), fails);
        }
    }

    #[test]
    fn a_paused_helper_ends_with_the_main_thread() {
        let control = SearchControl::default();
        control.pause();
        let pool = ThreadPool::new(&control, 2);
        let wait = || {
            assert!(pool.must_stop(0));
            None
        };
        let (result, found) = pool.run([wait].into_iter(), || 7);
        assert_eq!((result, found.len()), (7, 0));
    }

    #[test]
    fn a_failed_helper_does_no_harm() {
        let control = SearchControl::default();
        let pool = ThreadPool::new(&control, 3);
        let found = || HelperResult {
            depth: 3,
            score: 5,
            pv: Vec::new(),
        };
        let helper = |fails: bool| {
            move || {
                if fails {
                    panic!("on purpose")
                } else {
                    Some(found())
                }
            }
        };
        let (result, all) = pool.run([helper(true), helper(false)].into_iter(), || 7);
        assert_eq!((result, all.len(), all[0].depth), (7, 1, 3));
    }
}
