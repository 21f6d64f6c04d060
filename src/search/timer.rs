//! The clock of a running search: when it has to end, when it may, and what it is told meanwhile.

use std::time::{Duration, Instant};

use super::clock::Budget;
use super::team::Team;
use super::{Clock, Limits, MAX_PLY};
use crate::types::Move;

/// One thread alone looks at the clock every so many positions, a power of two less one.
const ALONE: u64 = 1023;
/// Several threads tell each other more often how many positions they have searched, so that a
/// limit to all is kept by all.
const TOGETHER: u64 = 63;

/// The limits of a running search, which may change under it.
#[derive(Debug)]
pub(super) struct Timer<'a> {
    team: &'a Team<'a>,
    /// This is the clock of a helper: there are no limits but the end of the search.
    helps: bool,
    /// Between two looks, positions, a power of two less one.
    pace: u64,
    /// Positions of this thread that the others know of.
    told: u64,
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
    pub fn new(team: &'a Team<'a>, limits: Limits, clock_start: Option<Instant>) -> Self {
        let mut timer = Timer::unlimited(team, limits, clock_start);
        timer.set_node_limit();
        timer
    }

    /// The clock of a helper, which heeds none of the limits but the depth.
    pub fn of_helper(team: &'a Team<'a>, limits: Limits) -> Self {
        Timer {
            helps: true,
            ..Timer::unlimited(team, limits, None)
        }
    }

    fn unlimited(team: &'a Team<'a>, limits: Limits, clock_start: Option<Instant>) -> Self {
        let begun = clock_start.unwrap_or_else(Instant::now);
        Timer {
            team,
            helps: false,
            pace: if team.is_alone() { ALONE } else { TOGETHER },
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
        }
    }

    /// True if it is time to look at the clock after so many positions of this thread.
    #[inline]
    pub fn is_due(&self, nodes: u64) -> bool {
        nodes & self.pace == 0 || nodes >= self.node_limit
    }

    /// Looks at the clock and heeds what has been said, after so many positions of this thread;
    /// true if the search has to end.
    pub fn ends(&mut self, own: u64) -> bool {
        self.team.add_nodes(own - self.told);
        self.told = own;
        if self.helps {
            return self.team.dismisses(own);
        }
        let nodes = self.team.nodes();
        self.team.control.note_nodes(nodes);
        if self.team.control.is_signalled() && self.heed(nodes) {
            return true;
        }
        let late = |hard| self.limits.node_rate.is_none() && self.clock_start.elapsed() >= hard;
        nodes >= self.node_limit || self.budget.hard.is_some_and(late)
    }

    fn heed(&mut self, nodes: u64) -> bool {
        let paused = self.team.control.wait(|| false);
        self.begun += paused;
        self.clock_start += paused;
        if self.team.control.is_stopped() {
            return true;
        }
        match self.team.control.take_limits() {
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
        self.team.limit_nodes(self.node_limit);
    }

    /// Positions of all threads, when this one has searched so many.
    pub fn nodes(&self, own: u64) -> u64 {
        self.team.nodes() + own - self.told
    }

    /// The search turns to another move at the root.
    pub fn note_root(&self, depth: u32, left: usize, total: usize, mv: Move) {
        if !self.helps {
            self.team.control.note_root(depth, left, total, mv);
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
        let enough = |soft| thought >= soft * percent / 100;
        settled || self.completed >= self.deepest() || self.budget.soft.is_some_and(enough)
    }
}

/// The time that stands for so many positions.
fn node_time(nodes: u64, rate: u64) -> Duration {
    let micros = u128::from(nodes) * 1_000_000 / u128::from(rate.max(1));
    Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
}
