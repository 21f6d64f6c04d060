//! Measured delays: the time that a move costs besides the search. Causes are the transfer to the GUI and back, a GUI
//! that draws before it reads, and other processes on the machine. Time is planned with the mean delay and reserved by
//! the spread of the delays.

use std::collections::VecDeque;
use std::time::Duration;

use crate::search::{MoveCosts, SearchResult};

/// The times of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// The time from the command to the written move.
    pub whole: Duration,
    /// The time until the search ended.
    pub thought: Duration,
    /// The longest time between two checks of the clock.
    pub stall: Duration,
}

impl Timing {
    /// The times of a move that took `whole`. `None`: the search of the move failed.
    pub fn of(result: Option<&SearchResult>, whole: Duration) -> Timing {
        Timing {
            whole,
            thought: result.map_or(whole, |result| result.time),
            stall: result.map_or(Duration::ZERO, |result| result.stall),
        }
    }
}

/// The delays of the last moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delays {
    /// The delays, latest first, at most [`MEMORY`].
    moves: VecDeque<Delay>,
}

/// The delay of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Delay {
    timing: Timing,
    /// Time on the clock besides the search.
    beyond: Duration,
}

/// Number of moves remembered: one or two games, so that their largest delay is a good bound.
const MEMORY: usize = 64;
/// Number of moves in the mean.
const RECENT: usize = 16;
/// Safety factor for the largest delay, as a fraction.
const MARGIN: (u32, u32) = (3, 2);
/// Until this number of moves has been measured, the reserve is at least [`UNKNOWN`].
const LEARNING: usize = 8;
/// The reserve while delays are little known: more than the delays on a machine with one busy process per processor.
const UNKNOWN: Duration = Duration::from_millis(30);
/// A larger difference between our clock and the GUI's means that somebody set the GUI's clock.
const MOST: Duration = Duration::from_secs(1);
/// Precision of the GUI's clock, which counts hundredths of a second.
const CLOCK_ERROR: Duration = Duration::from_millis(15);

impl Delays {
    /// Records a move, with the delay that we measured ourselves.
    pub fn note(&mut self, mut timing: Timing) {
        // the program may have been suspended
        timing.stall = timing.stall.min(MOST);
        // part of the search may have used the opponent's time
        timing.thought = timing.thought.min(timing.whole);
        let beyond = (timing.whole - timing.thought).min(MOST);
        self.moves.truncate(MEMORY - 1);
        self.moves.push_front(Delay { timing, beyond });
    }

    /// Records the cost of the last move on the GUI's clock, if it is more than we measured.
    pub fn correct(&mut self, cost: Duration) {
        let Some(last) = self.moves.front_mut() else {
            return;
        };
        let beyond = cost.saturating_sub(last.timing.thought);
        if beyond < MOST {
            last.beyond = last.beyond.max(beyond);
        }
    }

    /// The mean delays.
    pub fn costs(&self) -> MoveCosts {
        let mut recent: Vec<Delay> = self.moves.iter().take(RECENT).copied().collect();
        let overhead = mean(&recent);
        // short searches resemble instant moves
        recent.sort_by_key(|delay| delay.timing.thought);
        recent.truncate(recent.len().div_ceil(2));
        let instant = mean(&recent);
        let least = self.moves.iter().map(|delay| delay.beyond).min();
        MoveCosts {
            overhead,
            instant,
            free: instant.saturating_sub(least.unwrap_or_default() + CLOCK_ERROR),
        }
    }

    /// The time to reserve on the clock: the longest stall of the search and the largest delay so far, with a margin.
    pub fn reserve(&self) -> Duration {
        let peak = |of: fn(&Delay) -> Duration| self.moves.iter().map(of).max().unwrap_or_default();
        let worst = peak(|delay| delay.beyond) + peak(|delay| delay.timing.stall);
        let least = if self.moves.len() < LEARNING {
            UNKNOWN
        } else {
            Duration::ZERO
        };
        (worst * MARGIN.0 / MARGIN.1).max(least)
    }
}

fn mean(delays: &[Delay]) -> Duration {
    let sum: Duration = delays.iter().map(|delay| delay.beyond).sum();
    sum / delays.len().max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn timing(thought: u64, stall: u64) -> Timing {
        Timing {
            whole: ms(thought),
            thought: ms(thought),
            stall: ms(stall),
        }
    }

    #[test]
    fn the_mean_and_the_spread_of_delays() {
        let mut delays = Delays::default();
        assert_eq!(delays.costs(), MoveCosts::default());
        assert_eq!(delays.reserve(), UNKNOWN);
        // a GUI that lets a move wait for 90 ms while it draws, and for 20 ms afterwards
        for (thought, cost) in [(200, 220), (100, 120), (10, 90), (30, 90)] {
            delays.note(timing(thought, 3));
            delays.correct(ms(cost));
        }
        let costs = delays.costs();
        assert_eq!(costs.overhead, ms((20 + 20 + 80 + 60) / 4));
        assert_eq!(costs.instant, ms((80 + 60) / 2));
        assert_eq!(costs.free, ms(70 - 20 - 15));
        assert_eq!(delays.reserve(), ms(80 + 3) * 3 / 2);
        // a long search is no sign of a slow GUI
        for _ in 0..MEMORY {
            delays.note(timing(5000, 0));
            delays.correct(ms(5001));
        }
        assert_eq!(
            (delays.costs().instant, delays.costs().free),
            (ms(1), ms(0))
        );
        // the worst of the moves remembered counts
        delays.note(timing(7, 12));
        for _ in 1..MEMORY {
            delays.note(timing(7, 1));
        }
        assert_eq!(delays.reserve(), ms(18));
        delays.note(timing(7, 1));
        assert_eq!(delays.reserve(), Duration::from_micros(1500));
    }

    #[test]
    fn clocks_that_were_set_are_no_delay() {
        let mut delays = Delays::default();
        delays.correct(ms(50));
        assert_eq!(delays, Delays::default());
        for _ in 0..LEARNING {
            delays.note(timing(40, 2));
        }
        let known = delays.clone();
        // the clock was set by hand, or the cost is less than we know of, because the GUI's clock is coarse
        for cost in [5000, 30, 40, 0] {
            delays.correct(ms(cost));
            assert_eq!(delays, known, "{cost}");
        }
        // a search on the opponent's time
        delays.note(Timing {
            whole: ms(1),
            thought: ms(9000),
            stall: ms(0),
        });
        delays.correct(ms(11));
        assert_eq!(delays.reserve(), ms(10 + 2) * 3 / 2);
        // the program was stopped for an hour
        delays.note(timing(3_600_000, 3_600_000));
        assert!(delays.reserve() <= MOST * 2);
    }
}
