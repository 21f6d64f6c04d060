//! Time management: how the time there is gets divided, when a running search has to end, when it
//! may, and what it is told meanwhile.

use std::time::{Duration, Instant};

use super::limits::LONG_GAME;
use super::thread_pool::ThreadPool;
use super::{Clock, Limits, MAX_PLY};
use crate::types::Move;

/// One thread alone looks at the clock every so many positions, a power of two less one.
const ALONE: u64 = 1023;
/// Several threads tell each other more often how many positions they have searched, so that a
/// limit to all is kept by all.
const TOGETHER: u64 = 63;

/// What is kept back for the way of the move to the GUI, on a machine that may be busy.
const LAG: Duration = Duration::from_millis(30);
/// A game is taken to last this many more moves when nothing tells.
const HORIZON: u32 = 28;

/// Whatever is put aside, this part of what is left may be used.
const LEAST_SHARE: u32 = 300;

/// How far the GUI's figures may be off: it tells hundredths of a second.
const CLOCK_ERROR: Duration = Duration::from_millis(15);

/// The two times a search works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// No new iteration begins after this.
    pub soft: Duration,
    /// The search is broken off here.
    pub hard: Duration,
}

impl Budget {
    /// Divides the time there is; `None`: there is no end of it.
    pub fn new(limits: &Limits) -> Option<Budget> {
        let least = Duration::from_millis(1);
        // positions are counted without delay and without error
        let (lag, clock_error) = match limits.node_rate {
            Some(_) => (Duration::ZERO, Duration::ZERO),
            None => (LAG, CLOCK_ERROR),
        };
        let (soft, hard) = match limits.clock {
            Clock::Unlimited => return None,
            Clock::PerMove(time) if limits.node_rate.is_some() => (time, time),
            Clock::PerMove(time) => {
                // a GUI that counts from its own `go` calls the flag at the very end of the time
                let reserve = (LAG + time / 20)
                    .min(Duration::from_millis(150))
                    .min(time / 4);
                let time = time.saturating_sub(reserve).max(least);
                (time, time)
            }
            Clock::Game {
                remaining,
                increment,
                moves_to_go,
                overhead,
                least_cost,
                opponent,
            } => {
                let moves = moves_to_go.unwrap_or(HORIZON).clamp(1, 40);
                // what every move loses even if it is made at once has to last for a long game
                let drain = least_cost.saturating_sub(increment);
                let reserve = drain * moves_to_go.unwrap_or(LONG_GAME).min(LONG_GAME);
                let left = remaining.saturating_sub(lag + overhead);
                // when both clocks run down whatever is played, who has more time left wins
                let behind = !drain.is_zero() && opponent.is_some_and(|time| time > remaining);
                let planned = if behind {
                    Duration::ZERO
                } else {
                    left.saturating_sub(reserve) / moves + increment * 3 / 4
                };
                let share = planned.saturating_sub(overhead).max(left / LEAST_SHARE);
                let free = least_cost.saturating_sub(overhead + clock_error);
                let most = if moves == 1 { left * 9 / 10 } else { left / 3 };
                let soft = (share * 6 / 10).max(free * 7 / 10).min(most).max(least);
                let hard = (share * 3).max(free).min(most).max(least);
                (soft, hard)
            }
        };
        Some(Budget { soft, hard })
    }
}

/// The limits of a running search, which may change under it.
#[derive(Debug)]
pub(super) struct TimeManager<'a> {
    pool: &'a ThreadPool<'a>,
    /// This is the clock of a helper: there are no limits but the end of the search.
    helps: bool,
    /// Between two looks, positions, a power of two less one.
    pace: u64,
    /// Positions of this thread that the others know of.
    told: u64,
    limits: Limits,
    budget: Option<Budget>,
    /// When the search began, pauses not counted.
    begun: Instant,
    /// When the clock of the limits began to run: later than that if the limits came later.
    clock_start: Instant,
    /// How many positions had been searched then.
    clock_nodes: u64,
    node_limit: u64,
    /// The last complete iteration, plies.
    completed: u32,
    /// There is but one move.
    forced: bool,
    /// The score is a mate that cannot become shorter.
    mate: bool,
}

impl<'a> TimeManager<'a> {
    /// The clock of a search that begins now, although its clock may be running already. That of
    /// a helper heeds none of the limits but the depth.
    pub fn new(
        pool: &'a ThreadPool<'a>,
        limits: Limits,
        clock_start: Option<Instant>,
        helps: bool,
    ) -> Self {
        let begun = clock_start.unwrap_or_else(Instant::now);
        let mut time = TimeManager {
            pool,
            helps,
            pace: if pool.is_alone() { ALONE } else { TOGETHER },
            told: 0,
            limits,
            budget: Budget::new(&limits),
            begun,
            clock_start: begun,
            clock_nodes: 0,
            node_limit: u64::MAX,
            completed: 0,
            forced: false,
            mate: false,
        };
        if !helps {
            time.set_node_limit();
        }
        time
    }

    /// True if it is time to look at the clock after so many positions of this thread.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes & self.pace == 0 || nodes >= self.node_limit
    }

    /// Looks at the clock and heeds what has been said, after so many positions of this thread;
    /// true if the search has to end.
    pub fn must_stop(&mut self, own: u64) -> bool {
        self.pool.add_nodes(own - self.told);
        self.told = own;
        if self.helps {
            return self.pool.must_stop(own);
        }
        let nodes = self.pool.nodes();
        self.pool.control.note_nodes(nodes);
        if self.pool.control.is_signalled() && self.handle_signal(nodes) {
            return true;
        }
        let by_clock = self.budget.filter(|_| self.limits.node_rate.is_none());
        let late = |budget: Budget| self.clock_start.elapsed() >= budget.hard;
        nodes >= self.node_limit || by_clock.is_some_and(late)
    }

    /// Before the first position: whether what is to be found out beforehand can be waited for any
    /// longer. Half of the time is for the search.
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
        if self.pool.control.is_stopped() {
            return true;
        }
        match self.pool.control.take_limits() {
            Some((limits, clock_start)) => {
                self.set_limits(limits, clock_start, nodes);
                // perhaps the time before was all that the move needed
                self.completed > 0 && self.has_enough(nodes, 100)
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
    }

    fn set_node_limit(&mut self) {
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        let of_clock = match (self.limits.node_rate, self.budget) {
            (Some(rate), Some(Budget { hard, .. })) => {
                let nodes = hard.as_micros().saturating_mul(u128::from(rate)) / 1_000_000;
                let nodes = u64::try_from(nodes).unwrap_or(u64::MAX).max(1);
                self.clock_nodes.saturating_add(nodes)
            }
            _ => u64::MAX,
        };
        self.node_limit = nodes.min(of_clock);
        self.pool.limit_nodes(self.node_limit);
    }

    /// Positions of all threads, when this one has searched so many.
    pub fn nodes(&self, own: u64) -> u64 {
        self.pool.nodes() + own - self.told
    }

    /// The search turns to another move at the root.
    pub fn note_root(&self, depth: u32, left: usize, total: usize, mv: Move) {
        if !self.helps {
            self.pool.control.note_root(depth, left, total, mv);
        }
    }

    /// Time since the search began, for reports.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// What the search has used up of the time that its limits speak of.
    pub fn used(&self, nodes: u64) -> Duration {
        match self.limits.node_rate {
            Some(rate) => node_time(nodes - self.clock_nodes, rate),
            None => self.clock_start.elapsed(),
        }
    }

    /// No iteration goes deeper, plies.
    pub fn deepest(&self) -> u32 {
        let asked = self.limits.depth.unwrap_or(u32::MAX);
        asked.clamp(1, MAX_PLY as u32 / 2)
    }

    /// An iteration is complete; true if another one is not worth beginning. `forced`: there is
    /// but one move; `mate`: the score is a mate that cannot become shorter; `stable`: so many
    /// iterations agree on the move.
    pub fn completes(
        &mut self,
        depth: u32,
        nodes: u64,
        forced: bool,
        mate: bool,
        stable: u32,
    ) -> bool {
        self.completed = depth;
        let per_move = matches!(self.limits.clock, Clock::PerMove(_));
        (self.forced, self.mate) = (forced, mate);
        // a move that has been best for long needs less time
        let percent = match stable {
            _ if per_move => 100,
            0 => 140,
            1..=2 => 100,
            3..=5 => 85,
            _ => 70,
        };
        self.has_enough(nodes, percent)
    }

    fn has_enough(&self, nodes: u64, percent: u32) -> bool {
        let settled = match self.limits.clock {
            Clock::Unlimited => false,
            Clock::PerMove(_) => self.mate,
            Clock::Game { .. } => self.mate || self.forced,
        };
        // time for one move is there to be used; of a game's time, what was thought before its
        // clock began to run need not be thought again
        let thought = match (self.limits.clock, self.limits.node_rate) {
            (Clock::PerMove(_), _) => self.used(nodes),
            (_, Some(rate)) => node_time(nodes, rate),
            (_, None) => self.elapsed(),
        };
        let enough = |budget: Budget| thought >= budget.soft * percent / 100;
        settled || self.completed >= self.deepest() || self.budget.is_some_and(enough)
    }
}

/// The time that stands for so many positions.
fn node_time(nodes: u64, rate: u64) -> Duration {
    let micros = u128::from(nodes) * 1_000_000 / u128::from(rate.max(1));
    Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn costs_beyond_the_increment_are_saved_up_for() {
        let clock = |overhead, least_cost, opponent| Clock::Game {
            remaining: ms(5000),
            increment: ms(50),
            moves_to_go: None,
            overhead: ms(overhead),
            least_cost: ms(least_cost),
            opponent: Some(ms(opponent)),
        };
        let budget = |clock| {
            Budget::new(&Limits {
                clock,
                ..Limits::UNLIMITED
            })
        };
        let soft = |clock| budget(clock).unwrap().soft;
        // nothing is lost: plan for the whole game
        let calm = soft(clock(0, 0, 9000));
        assert_eq!(
            calm,
            (ms(4970) / 28 + Duration::from_micros(37_500)) * 6 / 10
        );
        // 100 moves at a loss of 30 ms are 3 s
        let short = soft(clock(80, 80, 5000));
        assert_eq!(
            short,
            (ms(4890 - 3000) / 28 + Duration::from_micros(37_500) - ms(80)) * 6 / 10
        );
        // behind on the clock: the least there is
        assert_eq!(soft(clock(80, 80, 5100)), ms(4890) / 300 * 6 / 10);
        // ... but what the GUI charges anyway is used
        assert_eq!(soft(clock(0, 80, 5100)), ms(80 - 15) * 7 / 10);
    }

    #[test]
    fn a_fixed_time_leaves_a_reserve() {
        for (given, used) in [(1, 1), (100, 75), (1000, 920), (60_000, 59_850)] {
            let clock = Clock::PerMove(ms(given));
            let budget = Budget::new(&Limits {
                clock,
                ..Limits::UNLIMITED
            });
            assert_eq!(
                budget,
                Some(Budget {
                    soft: ms(used),
                    hard: ms(used)
                })
            );
        }
    }

    #[test]
    fn never_more_than_there_is() {
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 3_600_000] {
            for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1000)] {
                for increment in [0, 50, 10_000] {
                    for lag in [0, 10, 1000] {
                        let clock = Clock::Game {
                            remaining: ms(remaining),
                            increment: ms(increment),
                            moves_to_go,
                            overhead: ms(lag),
                            least_cost: ms(2 * lag),
                            opponent: None,
                        };
                        let budget = Budget::new(&Limits {
                            clock,
                            ..Limits::UNLIMITED
                        });
                        let Budget { soft, hard } = budget.unwrap();
                        assert!(soft <= hard, "{clock:?} {budget:?}");
                        assert!(hard <= ms(remaining.max(1)), "{clock:?} {budget:?}");
                    }
                }
            }
        }
    }
}
