//! How long a search may take.

use std::time::Duration;

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// No limit (analysis, or a limit of depth or nodes only).
    Unlimited,
    /// Exactly this time for the move.
    PerMove(Duration),
    /// A game clock.
    Game {
        /// What is left on our clock.
        remaining: Duration,
        /// What each move adds.
        increment: Duration,
        /// Moves until more time is added; `None`: the rest of the game.
        moves_to_go: Option<u32>,
        /// What each move is known to cost on top of the thinking: a slow connection, a GUI
        /// that is late to stop the clock.
        lag: Duration,
    },
}

/// When a search has to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time.
    pub clock: Clock,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
}

impl Limits {
    /// No limit at all.
    pub const UNLIMITED: Limits = Limits {
        clock: Clock::Unlimited,
        depth: None,
        nodes: None,
    };

    /// A fixed depth in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::UNLIMITED
        }
    }
}

/// What is kept back for the way of the move to the GUI, on a machine that may be busy.
const LAG: Duration = Duration::from_millis(30);
/// A game is taken to last this many more moves when nothing tells.
const HORIZON: u32 = 28;

/// The two times a search works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// No new iteration begins after this.
    pub soft: Option<Duration>,
    /// The search is broken off here.
    pub hard: Option<Duration>,
}

impl Budget {
    /// Divides the time there is.
    pub fn new(clock: Clock) -> Budget {
        let least = Duration::from_millis(1);
        match clock {
            Clock::Unlimited => Budget {
                soft: None,
                hard: None,
            },
            Clock::PerMove(time) => {
                // a GUI that counts from its own `go` calls the flag at the very end of the time
                let reserve = (LAG + time / 20)
                    .min(Duration::from_millis(150))
                    .min(time / 4);
                let time = time.saturating_sub(reserve).max(least);
                Budget {
                    soft: Some(time),
                    hard: Some(time),
                }
            }
            Clock::Game {
                remaining,
                increment,
                moves_to_go,
                lag,
            } => {
                let usable = remaining.saturating_sub(LAG + lag);
                let moves = moves_to_go.unwrap_or(HORIZON).clamp(1, 40);
                let share = (usable / moves + increment * 3 / 4).saturating_sub(lag);
                let most = if moves == 1 {
                    usable * 9 / 10
                } else {
                    usable / 3
                };
                let soft = (share * 6 / 10).min(most).max(least);
                let hard = (share * 3).min(most).max(least);
                Budget {
                    soft: Some(soft),
                    hard: Some(hard),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_fixed_time_leaves_a_reserve() {
        for (given, used) in [(1, 1), (100, 75), (1000, 920), (60_000, 59_850)] {
            let budget = Budget::new(Clock::PerMove(ms(given)));
            assert_eq!((budget.soft, budget.hard), (Some(ms(used)), Some(ms(used))));
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
                            lag: ms(lag),
                        };
                        let budget = Budget::new(clock);
                        let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                        assert!(soft <= hard, "{clock:?} {budget:?}");
                        assert!(hard <= ms(remaining.max(1)), "{clock:?} {budget:?}");
                    }
                }
            }
        }
    }
}
