//! The clock of a search: its budget, when the search must end, and when it may end.

mod budget;
mod time_scale;

use std::time::Duration;

use super::thread_pool::ThreadPool;
use super::{Clock, Limits, MATE, MATE_IN_MAX, MAX_PLY};
use crate::types::{Instant, Move};
pub(super) use budget::Budget;
pub(super) use time_scale::Iteration;
use time_scale::TimeScale;

/// With one thread, nodes between two looks at the clock, a power of two less one: several times a
/// millisecond, even if other programs take half of the CPU time.
const INTERVAL_ALONE: u64 = 127;
/// The interval with several threads: they publish their node counts more often, so that a common node limit is kept.
const INTERVAL_TOGETHER: u64 = 63;

/// The limits of a running search, which can change during the search.
#[derive(Debug)]
pub(super) struct TimeManager<'a> {
    pool: &'a ThreadPool<'a>,
    /// The clock of a helper: its only limit is the end of the search.
    is_helper: bool,
    /// Nodes between two looks at the clock: a power of two, minus one.
    interval: u64,
    /// Nodes of this thread that have been published.
    published: u64,
    limits: Limits,
    budget: Option<Budget>,
    /// When the search began; the time of pauses is not counted.
    begun: Instant,
    /// When the clock of the limits began to run: later than the search, if the limits were changed later.
    clock_start: Instant,
    /// Nodes searched when the clock of the limits began to run.
    clock_nodes: u64,
    node_limit: u64,
    /// The last complete iteration, in plies.
    completed: u32,
    time_scale: TimeScale,
    /// The best move has failed low, and no better move is known yet.
    failing: bool,
    /// There is only one legal move.
    forced: bool,
    /// The score is a mate that cannot become shorter.
    mate: bool,
    /// The last look at the clock; `None` without a wall clock.
    last_look: Option<Instant>,
    /// The longest time between two looks at the wall clock; zero without a wall clock.
    pub stall: Duration,
    /// Time used when the search decided to end.
    ended: Option<Duration>,
}

impl<'a> TimeManager<'a> {
    /// The clock of a search that begins now; its time may already be running. The clock of a helper keeps
    /// only the depth limit.
    pub fn new(
        pool: &'a ThreadPool<'a>,
        limits: Limits,
        clock_start: Option<Instant>,
        is_helper: bool,
    ) -> Self {
        let begun = clock_start.unwrap_or_else(Instant::now);
        let mut time = TimeManager {
            pool,
            is_helper,
            interval: if pool.is_alone() {
                INTERVAL_ALONE
            } else {
                INTERVAL_TOGETHER
            },
            published: 0,
            limits,
            budget: Budget::new(&limits),
            begun,
            clock_start: begun,
            clock_nodes: 0,
            node_limit: u64::MAX,
            completed: 0,
            time_scale: TimeScale::new(),
            failing: false,
            forced: false,
            mate: false,
            last_look: None,
            stall: Duration::ZERO,
            ended: None,
        };
        if !is_helper {
            time.set_node_limit();
            time.set_look();
        }
        time
    }

    /// True if it is time to look at the clock, after `own` nodes of this thread.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes & self.interval == 0 || nodes >= self.node_limit
    }

    /// Looks at the clock and handles signals, after `own` nodes of this thread; true if the search has to
    /// end.
    pub fn must_stop(&mut self, own: u64) -> bool {
        self.pool.add_nodes(own - self.published);
        self.published = own;
        if self.is_helper {
            return self.pool.must_stop(own);
        }
        let nodes = self.pool.nodes();
        self.pool.control.note_nodes(nodes);
        let signalled = self.pool.control.is_signalled() && self.handle_signal(nodes);
        let late = self.look();
        self.ends_if(signalled || late || nodes >= self.node_limit)
    }

    /// Looks at the wall clock, if there is one; true if no time is left.
    fn look(&mut self) -> bool {
        let (Some(last), Some(budget)) = (self.last_look, self.budget) else {
            return false;
        };
        let now = Instant::now();
        self.stall = self.stall.max(now.saturating_duration_since(last));
        self.last_look = Some(now);
        now.saturating_duration_since(self.clock_start) >= self.end(budget)
    }

    /// The time at which the search is broken off.
    fn end(&self, budget: Budget) -> Duration {
        if self.failing {
            budget.longest
        } else {
            budget.hard
        }
    }

    /// Sets whether the best move has failed low. If it has, the search gets more time to find another move.
    pub fn set_failing(&mut self, failing: bool) {
        if !self.is_helper && self.failing != failing {
            self.failing = failing;
            self.set_node_limit();
        }
    }

    /// Notes the time if the search has decided to end.
    fn ends_if(&mut self, decided: bool) -> bool {
        if decided && self.ended.is_none() {
            self.ended = self
                .last_look
                .map(|now| now.saturating_duration_since(self.clock_start));
        }
        decided
    }

    /// Starts the wall clock.
    fn set_look(&mut self) {
        let on_the_wall = self.limits.node_rate.is_none() && self.budget.is_some();
        let start = self.clock_start;
        let last = self.last_look.map_or(start, |last| last.max(start));
        self.last_look = on_the_wall.then_some(last);
    }

    /// True while the search may still wait for an ending to be solved before its first node: half of the time is kept
    /// for the search.
    pub fn can_wait(&mut self) -> bool {
        if self.must_stop(0) {
            return false;
        }
        let by_clock = self.budget.filter(|_| self.limits.node_rate.is_none());
        by_clock.is_none_or(|budget| self.clock_start.elapsed() < budget.hard / 2)
    }

    fn handle_signal(&mut self, nodes: u64) -> bool {
        let paused = self.pool.control.wait(|| false);
        self.begun += paused;
        self.clock_start += paused;
        self.last_look = self.last_look.map(|last| last + paused);
        if self.pool.control.is_stopped() {
            return true;
        }
        match self.pool.control.take_limits() {
            Some((limits, clock_start)) => {
                self.set_limits(limits, clock_start, nodes);
                // the time before the clock started may have been enough
                self.completed > 0 && self.has_enough(nodes)
            }
            None => false,
        }
    }

    fn set_limits(&mut self, limits: Limits, clock_start: Instant, nodes: u64) {
        if clock_start > self.clock_start {
            self.clock_nodes = nodes;
        }
        self.clock_start = clock_start;
        self.budget = Budget::new(&limits);
        self.limits = limits;
        self.set_node_limit();
        self.set_look();
    }

    fn set_node_limit(&mut self) {
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        let of_clock = match (self.limits.node_rate, self.budget) {
            (Some(rate), Some(budget)) => {
                let micros = self.end(budget).as_micros();
                let nodes = micros.saturating_mul(u128::from(rate)) / 1_000_000;
                let nodes = u64::try_from(nodes).unwrap_or(u64::MAX).max(1);
                self.clock_nodes.saturating_add(nodes)
            }
            _ => u64::MAX,
        };
        self.node_limit = nodes.min(of_clock);
        self.pool.limit_nodes(self.node_limit);
    }

    /// Nodes of all threads, when this thread has searched `own` nodes.
    pub fn nodes(&self, own: u64) -> u64 {
        self.pool.nodes() + own - self.published
    }

    /// Publishes the root move that is searched now.
    pub fn note_root(&self, depth: u32, left: usize, total: usize, mv: Move) {
        if !self.is_helper {
            self.pool.control.note_root(depth, left, total, mv);
        }
    }

    /// True if time is counted in nodes.
    pub fn counts_nodes(&self) -> bool {
        self.limits.node_rate.is_some()
    }

    /// Time since the search began, for reports.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Time used, by the clock of the limits.
    pub fn used(&self, nodes: u64) -> Duration {
        match self.limits.node_rate {
            Some(rate) => node_time(nodes - self.clock_nodes, rate),
            None => self.clock_start.elapsed(),
        }
    }

    /// Time used when the search decided to end, by the clock of the limits.
    pub fn taken(&self, nodes: u64) -> Duration {
        self.ended.unwrap_or_else(|| self.used(nodes))
    }

    /// The depth limit, in plies.
    pub fn deepest(&self) -> u32 {
        let asked = self.limits.depth.unwrap_or(u32::MAX);
        asked.clamp(1, MAX_PLY as u32 / 2)
    }

    /// Records a complete iteration; true if no further iteration should begin.
    pub fn completes(&mut self, iteration: &Iteration, nodes: u64) -> bool {
        self.completed = iteration.depth;
        self.forced = iteration.forced;
        // a mate within the depth searched cannot become shorter
        let score = iteration.score.abs();
        self.mate = score >= MATE_IN_MAX && MATE - score <= iteration.depth as i32;
        self.time_scale.note(iteration);
        let enough = self.look() || self.has_enough(nodes);
        self.ends_if(enough)
    }

    fn has_enough(&self, nodes: u64) -> bool {
        let settled = match self.limits.clock {
            Clock::Unlimited => false,
            Clock::PerMove(_) => self.mate,
            Clock::Game { .. } => self.mate || self.forced,
        };
        // the time of a single move is meant to be used; on a game clock, thinking done before the clock started need
        // not be repeated
        let thought = match (self.limits.clock, self.limits.node_rate) {
            (Clock::PerMove(_), _) => self.used(nodes),
            (_, Some(rate)) => node_time(nodes, rate),
            (_, None) => self.elapsed(),
        };
        let scale = match self.limits.clock {
            Clock::Game { .. } => self.time_scale.scale,
            Clock::Unlimited | Clock::PerMove(_) => 1.0,
        };
        let enough = |budget: Budget| thought >= budget.soft.mul_f64(scale);
        settled || self.completed >= self.deepest() || self.budget.is_some_and(enough)
    }
}

/// The time that this number of nodes stands for.
fn node_time(nodes: u64, rate: u64) -> Duration {
    let micros = u128::from(nodes) * 1_000_000 / u128::from(rate.max(1));
    Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{MoveCosts, SearchControl};

    /// A thousand nodes count as a second; the clock has a hundred seconds.
    const GAME: Limits = Limits {
        clock: Clock::Game {
            remaining: Duration::from_secs(100),
            increment: Duration::ZERO,
            moves_to_go: None,
            made: 0,
            costs: MoveCosts {
                overhead: Duration::ZERO,
                instant: Duration::ZERO,
                free: Duration::ZERO,
            },
            opponent: None,
        },
        node_rate: Some(1000),
        ..Limits::UNLIMITED
    };

    #[test]
    fn a_search_is_not_broken_off_while_its_best_move_fails_low() {
        let control = SearchControl::default();
        let pool = ThreadPool::new(&control, 1);
        let mut time = TimeManager::new(&pool, GAME, None, false);
        let budget = Budget::new(&GAME).unwrap();
        let nodes = |time: Duration| time.as_millis() as u64;
        let (hard, longest) = (nodes(budget.hard), nodes(budget.longest));
        assert!(longest > hard + hard / 2, "{budget:?}");
        assert!(!time.must_stop(hard - 1));
        time.set_failing(true);
        assert!(!time.must_stop(hard) && !time.must_stop(longest - 1));
        // another move is better: no reason to wait
        time.set_failing(false);
        assert!(time.is_due(longest - 1) && time.must_stop(longest - 1));
        time.set_failing(true);
        assert!(time.is_due(longest) && time.must_stop(longest));
        // a fixed time per move is used up, and node limits are not time
        for limits in [Limits::nodes(500), per_move(500)] {
            let pool = ThreadPool::new(&control, 1);
            let mut time = TimeManager::new(&pool, limits, None, false);
            time.set_failing(true);
            assert!(!time.must_stop(499) && time.is_due(500) && time.must_stop(500));
        }
    }

    fn per_move(millis: u64) -> Limits {
        Limits {
            clock: Clock::PerMove(Duration::from_millis(millis)),
            ..GAME
        }
    }

    #[test]
    fn the_clock_of_a_game_heeds_how_the_search_goes() {
        // the node count at which a search with such iterations ends
        let ends = |limits: Limits, effort: f64, changes: u32, fall: i32| {
            let control = SearchControl::default();
            let pool = ThreadPool::new(&control, 1);
            let mut time = TimeManager::new(&pool, limits, None, false);
            let ended = (1..60).find(|&depth| {
                let iteration = Iteration {
                    depth,
                    best: Move::NONE,
                    score: -fall * depth as i32,
                    changes,
                    effort,
                    forced: false,
                };
                time.completes(&iteration, u64::from(depth) * 100)
            });
            ended.unwrap()
        };
        let usual = ends(GAME, 0.5, 0, 0);
        assert!(ends(GAME, 0.95, 0, 0) < usual);
        assert!(ends(GAME, 0.1, 0, 0) > usual);
        assert!(ends(GAME, 0.5, 1, 0) > usual);
        assert!(ends(GAME, 0.5, 0, 50) > usual);
        // the time of a single move is used up, however clear the move is
        let limits = per_move(2000);
        assert_eq!(ends(limits, 0.95, 0, 0), 20);
        assert_eq!(ends(limits, 0.1, 2, 50), 20);
    }
}
