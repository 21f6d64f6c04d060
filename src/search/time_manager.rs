//! Time management: how the time there is gets divided, when a running search has to end, when it
//! may, and what it is told meanwhile.

use std::time::{Duration, Instant};

use super::limits::LONG_GAME;
use super::thread_pool::ThreadPool;
use super::{Clock, Limits, MAX_PLY};
use crate::types::Move;

/// One thread alone looks at the clock every so many positions, a power of two less one: several
/// times a millisecond, even where others take half of its time.
const ALONE: u64 = 127;
/// Several threads tell each other more often how many positions they have searched, so that a
/// limit to all is kept by all.
const TOGETHER: u64 = 63;

/// A GUI that counts a fixed time from its own `go` calls the flag at the very end of it. This is
/// kept back at least, and the twentieth part.
const PER_MOVE_RESERVE: Duration = Duration::from_millis(30);
/// ... but not more than this, if no more was asked for.
const MOST_PER_MOVE_RESERVE: Duration = Duration::from_millis(150);
/// A game is taken to last this many more moves when nothing tells.
const HORIZON: u32 = 28;

/// Whatever is put aside, this part of what is left may be used.
const LEAST_SHARE: u32 = 300;

/// A search that has no time at all takes this.
const LEAST: Duration = Duration::from_millis(1);

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
        let (soft, hard) = match limits.clock {
            Clock::Unlimited => return None,
            Clock::PerMove(time) if limits.node_rate.is_some() => (time, time),
            Clock::PerMove(time) => {
                let usual = (PER_MOVE_RESERVE + time / 20).min(MOST_PER_MOVE_RESERVE);
                let reserve = usual.min(time / 4).max(limits.reserve.min(time / 2));
                let time = time.saturating_sub(reserve).max(LEAST);
                (time, time)
            }
            Clock::Game {
                remaining,
                increment,
                moves_to_go,
                costs,
                opponent,
            } => {
                // positions are counted without delay
                let reserve = match limits.node_rate {
                    Some(_) => Duration::ZERO,
                    None => limits.reserve,
                };
                let left = remaining.saturating_sub(reserve);
                let moves = moves_to_go.unwrap_or(HORIZON).clamp(1, 40);
                // what every move loses even if it is made at once has to last for a long game
                let drain = costs.instant.saturating_sub(increment);
                let put_aside = drain * moves_to_go.unwrap_or(LONG_GAME).min(LONG_GAME);
                // when both clocks run down whatever is played, who has more time left wins
                let runs_down = put_aside >= left / 2 && !drain.is_zero();
                let behind = runs_down && opponent.is_some_and(|time| time > remaining);
                let planned = if behind {
                    Duration::ZERO
                } else {
                    left.saturating_sub(put_aside) / moves + increment * 3 / 4
                };
                let share = planned
                    .saturating_sub(costs.overhead)
                    .max(left / LEAST_SHARE);
                let most = if moves == 1 { left * 9 / 10 } else { left / 3 };
                let soft = (share * 6 / 10).max(costs.free * 7 / 10);
                let hard = (share * 3).max(costs.free);
                (soft.min(most).max(LEAST), hard.min(most).max(LEAST))
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
    /// When the clock was last looked at; `None`: there is no clock on the wall to look at.
    last_look: Option<Instant>,
    /// The longest time between two looks.
    stall: Duration,
    /// What had been used when it was decided to end.
    ended: Option<Duration>,
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
            last_look: None,
            stall: Duration::ZERO,
            ended: None,
        };
        if !helps {
            time.set_node_limit();
            time.set_look();
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
        let signalled = self.pool.control.is_signalled() && self.handle_signal(nodes);
        let late = self.look();
        self.ends_if(signalled || late || nodes >= self.node_limit)
    }

    /// Looks at the clock on the wall, if there is one; true if there is no time left.
    fn look(&mut self) -> bool {
        let (Some(last), Some(budget)) = (self.last_look, self.budget) else {
            return false;
        };
        let now = Instant::now();
        self.stall = self.stall.max(now.saturating_duration_since(last));
        self.last_look = Some(now);
        now.saturating_duration_since(self.clock_start) >= budget.hard
    }

    /// Notes when it was decided to end, if it was.
    fn ends_if(&mut self, decided: bool) -> bool {
        if decided && self.ended.is_none() {
            self.ended = self
                .last_look
                .map(|now| now.saturating_duration_since(self.clock_start));
        }
        decided
    }

    /// The clock on the wall begins to count.
    fn set_look(&mut self) {
        let on_the_wall = self.limits.node_rate.is_none() && self.budget.is_some();
        let start = self.clock_start;
        let last = self.last_look.map_or(start, |last| last.max(start));
        self.last_look = on_the_wall.then_some(last);
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
        self.last_look = self.last_look.map(|last| last + paused);
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
        self.set_look();
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

    /// The same, as of when it was decided to end.
    pub fn taken(&self, nodes: u64) -> Duration {
        self.ended.unwrap_or_else(|| self.used(nodes))
    }

    /// The longest time between two looks at the clock on the wall; zero if there is none.
    pub fn stall(&self) -> Duration {
        self.stall
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
        let enough = self.look() || self.has_enough(nodes, percent);
        self.ends_if(enough)
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
    use crate::search::MoveCosts;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// The budget for a move at 5 s and 50 ms a move.
    fn soft(reserve: u64, costs: MoveCosts, opponent: u64) -> Duration {
        let limits = Limits {
            clock: Clock::Game {
                remaining: ms(5000),
                increment: ms(50),
                moves_to_go: None,
                costs,
                opponent: Some(ms(opponent)),
            },
            reserve: ms(reserve),
            ..Limits::UNLIMITED
        };
        Budget::new(&limits).unwrap().soft
    }

    #[test]
    fn costs_beyond_the_increment_are_saved_up_for() {
        let costs = |overhead, instant, free| MoveCosts {
            overhead: ms(overhead),
            instant: ms(instant),
            free: ms(free),
        };
        let increment = Duration::from_micros(37_500);
        // nothing is lost: plan for the whole game, whatever the opponent has
        for opponent in [1000, 9000] {
            let calm = soft(30, costs(0, 0, 0), opponent);
            assert_eq!(calm, (ms(4970) / 28 + increment) * 6 / 10);
        }
        // what a move made at once costs less than the increment is no loss
        let usual = soft(40, costs(20, 50, 0), 9000);
        assert_eq!(usual, (ms(4960) / 28 + increment - ms(20)) * 6 / 10);
        // 100 moves at a loss of 30 ms are 3 s
        let short = soft(110, costs(80, 80, 0), 5000);
        assert_eq!(short, (ms(4890 - 3000) / 28 + increment - ms(80)) * 6 / 10);
        // behind on the clock: the least there is
        assert_eq!(soft(110, costs(80, 80, 0), 5100), ms(4890) / 300 * 6 / 10);
        // ... but what the GUI charges anyway is used
        assert_eq!(soft(30, costs(20, 80, 45), 5100), ms(45) * 7 / 10);
        // a small loss is no reason to hurry
        let slow = soft(30, costs(5, 60, 0), 9000);
        assert_eq!(slow, (ms(4970 - 1000) / 28 + increment - ms(5)) * 6 / 10);
    }

    #[test]
    fn a_fixed_time_leaves_a_reserve() {
        for (given, reserve, used) in [
            (1, 0, 1),
            (100, 0, 75),
            (1000, 30, 920),
            (60_000, 30, 59_850),
            // more was asked for or seen
            (1000, 300, 700),
            (100, 300, 50),
        ] {
            let budget = Budget::new(&Limits {
                clock: Clock::PerMove(ms(given)),
                reserve: ms(reserve),
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
                            costs: MoveCosts {
                                overhead: ms(lag),
                                instant: ms(2 * lag),
                                free: ms(lag),
                            },
                            opponent: None,
                        };
                        let budget = Budget::new(&Limits {
                            clock,
                            reserve: ms(lag),
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
