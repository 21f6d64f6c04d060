//! What moves cost beyond their thinking, as measured: the way of a move to the GUI and back, a GUI
//! that draws before it reads, a machine that lets others run first. The mean tells what to plan
//! with, the spread what has to be kept back.

use std::collections::VecDeque;
use std::time::Duration;

use crate::search::MoveCosts;

/// What is known of a move that has been made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// From the order to think until the move was written.
    pub whole: Duration,
    /// Until it was decided to move.
    pub thought: Duration,
    /// The longest that the search could not look at the clock.
    pub stall: Duration,
}

/// What the last moves cost beyond their thinking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delays {
    /// The last one in front, [`MEMORY`] at most.
    moves: VecDeque<Delay>,
}

/// What one move cost beyond its thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Delay {
    timing: Timing,
    /// The time on the clock that was not thought.
    beyond: Duration,
}

/// So many moves are remembered: a game or two, so that the worst of them is the worst to expect.
const MEMORY: usize = 64;
/// So many of them tell what the next one costs on average.
const RECENT: usize = 16;
/// How much worse than the worst so far it may become, as a fraction: a half more.
const MARGIN: (u32, u32) = (3, 2);
/// Before so many moves the worst has not been seen, and this is kept back at least.
const LEARNING: usize = 8;
/// ... which is more than a machine with one busy process on each processor takes.
const UNKNOWN: Duration = Duration::from_millis(30);
/// A larger difference between the clocks is no delay: somebody has set the GUI's clock.
const MOST: Duration = Duration::from_secs(1);
/// How far the GUI's figures may be off: it tells hundredths of a second.
const CLOCK_ERROR: Duration = Duration::from_millis(15);

impl Delays {
    /// A move has been written. Until the GUI tells more, it cost what we know of.
    pub fn note(&mut self, mut timing: Timing) {
        // who stops a program for an hour does not do so at every move
        timing.stall = timing.stall.min(MOST);
        // part of the thought may have been the opponent's time
        timing.thought = timing.thought.min(timing.whole);
        let beyond = (timing.whole - timing.thought).min(MOST);
        self.moves.truncate(MEMORY - 1);
        self.moves.push_front(Delay { timing, beyond });
    }

    /// The GUI has told what the last move cost on its clock. It cannot be less than we know of.
    pub fn correct(&mut self, cost: Duration) {
        let Some(last) = self.moves.front_mut() else {
            return;
        };
        let beyond = cost.saturating_sub(last.timing.thought);
        if beyond < MOST {
            last.beyond = last.beyond.max(beyond);
        }
    }

    /// What to plan with.
    pub fn costs(&self) -> MoveCosts {
        let mut recent: Vec<Delay> = self.moves.iter().take(RECENT).copied().collect();
        let overhead = mean(&recent);
        // the less was thought, the nearer to a move made at once
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

    /// What to keep back, so that no flag falls as long as delays stay within the spread seen: the
    /// search may be kept from the clock when it has to end, and the move on its way, each for as
    /// long as that has been seen, and half as long again.
    pub fn reserve(&self) -> Duration {
        let peak = |of: fn(&Delay) -> Duration| self.moves.iter().map(of).max().unwrap_or_default();
        let worst = peak(|delay| delay.beyond) + peak(|delay| delay.timing.stall);
        let learnt = self.moves.len() >= LEARNING;
        let least = if learnt { Duration::ZERO } else { UNKNOWN };
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
        // long thoughts are no sign of a slow GUI
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
        // by hand, or less than we know of: the GUI's clock is coarse
        for cost in [5000, 30, 40, 0] {
            delays.correct(ms(cost));
            assert_eq!(delays, known, "{cost}");
        }
        // thought on the opponent's time
        delays.note(Timing {
            whole: ms(1),
            thought: ms(9000),
            stall: ms(0),
        });
        delays.correct(ms(11));
        assert_eq!(delays.reserve(), ms(10 + 2) * 3 / 2);
        // stopped for an hour
        delays.note(timing(3_600_000, 3_600_000));
        assert!(delays.reserve() <= MOST * 2);
    }
}
