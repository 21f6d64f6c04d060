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
        /// What each move costs on top of the thinking: a slow connection.
        overhead: Duration,
        /// What even a move made at once costs: a GUI that draws before it reads the answer. Less
        /// thinking than this saves nothing.
        least_cost: Duration,
        /// What is left on the opponent's clock, if that is known.
        opponent: Option<Duration>,
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
    /// Time is counted in positions, so many for a second; `None`: by the clock on the wall.
    pub node_rate: Option<u64>,
}

impl Limits {
    /// No limit at all.
    pub const UNLIMITED: Limits = Limits {
        clock: Clock::Unlimited,
        depth: None,
        nodes: None,
        node_rate: None,
    };

    /// True if it depends on the clock on the wall how far the search gets, be it that somebody
    /// will end it. A clock with plenty of time is none beside another limit.
    pub(super) fn is_timed(&self) -> bool {
        let counted = self.depth.is_some() || self.nodes.is_some();
        let plenty = match self.clock {
            Clock::Unlimited => true,
            Clock::PerMove(time) => time >= PLENTY,
            Clock::Game { remaining, .. } => remaining >= PLENTY * LONG_GAME,
        };
        self.node_rate.is_none() && !(counted && plenty)
    }

    /// A fixed depth in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::UNLIMITED
        }
    }

    /// A number of positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::UNLIMITED
        }
    }
}

/// What is kept back for the way of the move to the GUI, on a machine that may be busy.
const LAG: Duration = Duration::from_millis(30);
/// Nobody who limits a search by depth or nodes waits so long for a move.
const PLENTY: Duration = Duration::from_secs(60);
/// A game is taken to last this many more moves when nothing tells.
const HORIZON: u32 = 28;

/// For so many moves what each loses by itself is put aside.
const LONG_GAME: u32 = 100;
/// Whatever is put aside, this part of what is left may be used.
const LEAST_SHARE: u32 = 300;

/// How far the GUI's figures may be off: it tells hundredths of a second.
const CLOCK_ERROR: Duration = Duration::from_millis(15);

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
    pub fn new(limits: &Limits) -> Budget {
        let least = Duration::from_millis(1);
        // positions are counted without delay and without error
        let (lag, clock_error) = match limits.node_rate {
            Some(_) => (Duration::ZERO, Duration::ZERO),
            None => (LAG, CLOCK_ERROR),
        };
        match limits.clock {
            Clock::PerMove(time) if limits.node_rate.is_some() => Budget {
                soft: Some(time),
                hard: Some(time),
            },
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
        let soft = |clock| budget(clock).soft.unwrap();
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
                            overhead: ms(lag),
                            least_cost: ms(2 * lag),
                            opponent: None,
                        };
                        let budget = Budget::new(&Limits {
                            clock,
                            ..Limits::UNLIMITED
                        });
                        let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                        assert!(soft <= hard, "{clock:?} {budget:?}");
                        assert!(hard <= ms(remaining.max(1)), "{clock:?} {budget:?}");
                    }
                }
            }
        }
    }
}
