//! The clock of a running search: when it has to end, when it may, and what it is told meanwhile.

use std::time::{Duration, Instant};

use super::clock::Budget;
use super::{Clock, Limits, MAX_PLY, SearchControl};

/// The limits of a running search, which may change under it.
#[derive(Debug)]
pub(super) struct Timer<'a> {
    pub control: &'a SearchControl,
    limits: Limits,
    budget: Budget,
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

impl<'a> Timer<'a> {
    /// The clock of a search that begins now, although its clock may be running already.
    pub fn new(control: &'a SearchControl, limits: Limits, clock_start: Option<Instant>) -> Self {
        let begun = clock_start.unwrap_or_else(Instant::now);
        let mut timer = Timer {
            control,
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
        timer.set_node_limit();
        timer
    }

    /// True if it is time to look at the clock.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes & 1023 == 0 || nodes >= self.node_limit
    }

    /// Looks at the clock and heeds what has been said; true if the search has to end.
    pub fn ends(&mut self, nodes: u64) -> bool {
        self.control.note_nodes(nodes);
        if self.control.is_signalled() && self.heed(nodes) {
            return true;
        }
        let late = |hard| self.limits.node_rate.is_none() && self.clock_start.elapsed() >= hard;
        nodes >= self.node_limit || self.budget.hard.is_some_and(late)
    }

    fn heed(&mut self, nodes: u64) -> bool {
        let paused = self.control.wait();
        self.begun += paused;
        self.clock_start += paused;
        if self.control.is_stopped() {
            return true;
        }
        match self.control.take_limits() {
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
        let of_clock = match (self.limits.node_rate, self.budget.hard) {
            (Some(rate), Some(hard)) => {
                let nodes = hard.as_micros().saturating_mul(u128::from(rate)) / 1_000_000;
                let nodes = u64::try_from(nodes).unwrap_or(u64::MAX).max(1);
                self.clock_nodes.saturating_add(nodes)
            }
            _ => u64::MAX,
        };
        self.node_limit = nodes.min(of_clock);
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
        let enough = |soft| thought >= soft * percent / 100;
        settled || self.completed >= self.deepest() || self.budget.soft.is_some_and(enough)
    }
}

/// The time that stands for so many positions.
fn node_time(nodes: u64, rate: u64) -> Duration {
    let micros = u128::from(nodes) * 1_000_000 / u128::from(rate.max(1));
    Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
}
