//! The time budget of one move.

use std::time::Duration;

use crate::search::limits::LONG_GAME;
use crate::search::tunables as t;
use crate::search::{Clock, Limits};

/// Time kept back from a fixed time per move, at least; a twentieth of the time is added. A GUI that measures the time
/// from its `go` calls the flag at the very end.
const PER_MOVE_RESERVE: Duration = Duration::from_millis(30);
/// Upper bound on the time kept back, unless a larger reserve is set.
const MOST_PER_MOVE_RESERVE: Duration = Duration::from_millis(150);
/// Number of further moves that a game without a move count is expected to last at least.
const LEAST_HORIZON: u32 = 12;

/// At least the remaining time divided by this may be used, whatever is put aside.
const LEAST_SHARE: u32 = 300;

/// A best move that fails low gets extra time only from the time beyond this multiple of the reserve.
const SAFE: u32 = 16;

/// The time of a search that has no time left.
const LEAST: Duration = Duration::from_millis(1);

/// The times of a search, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Budget {
    /// No new iteration begins after this time.
    pub soft: Duration,
    /// The search is broken off at this time.
    pub hard: Duration,
    /// ... or at this time, if its best move has just failed low.
    pub longest: Duration,
}

impl Budget {
    /// The budget for these limits; `None`: unlimited.
    pub fn new(limits: &Limits) -> Option<Budget> {
        let (soft, hard, longest) = match limits.clock {
            Clock::Unlimited => return None,
            Clock::PerMove(time) if limits.node_rate.is_some() => (time, time, time),
            Clock::PerMove(time) => {
                let usual = (PER_MOVE_RESERVE + time / 20).min(MOST_PER_MOVE_RESERVE);
                let reserve = usual.min(time / 4).max(limits.reserve.min(time / 2));
                let time = time.saturating_sub(reserve).max(LEAST);
                (time, time, time)
            }
            Clock::Game {
                remaining,
                increment,
                moves_to_go,
                made,
                costs,
                opponent,
            } => {
                // nodes are counted without delay
                let reserve = match limits.node_rate {
                    Some(_) => Duration::ZERO,
                    None => limits.reserve,
                };
                let left = remaining.saturating_sub(reserve);
                let moves = moves_to_go.map_or_else(|| horizon(made), |moves| moves.clamp(1, 40));
                // the time that every move loses, even a move made at once, for a long game
                let drain = costs.instant.saturating_sub(increment);
                let put_aside = drain * moves_to_go.unwrap_or(LONG_GAME).min(LONG_GAME);
                // when both clocks run down whatever the players do, the side with more time wins
                let runs_down = put_aside >= left / 2 && !drain.is_zero();
                let behind = runs_down && opponent.is_some_and(|time| time > remaining);
                let planned = if behind {
                    Duration::ZERO
                } else {
                    left.saturating_sub(put_aside) / moves + percent(increment, t::time_increment())
                };
                let share = planned
                    .saturating_sub(costs.overhead)
                    .max(left / LEAST_SHARE);
                let most = if moves == 1 { left * 9 / 10 } else { left / 3 };
                let soft = percent(share, t::time_soft()).max(costs.free * 7 / 10);
                let hard = (share * 3).max(costs.free);
                // keep the time that later moves need
                let spare = left.saturating_sub(reserve * SAFE);
                let longest = (share * t::TIME_FAIL_LOW).min(spare).max(hard);
                let within = |time: Duration| time.min(most).max(LEAST);
                (within(soft), within(hard), within(longest))
            }
        };
        Some(Budget {
            soft,
            hard,
            longest,
        })
    }
}

/// Number of further moves that a game without a move count is expected to last, after this number of moves of the side.
fn horizon(made: u32) -> u32 {
    let gone = made.saturating_mul(t::time_horizon_fall() as u32) / 100;
    (t::time_horizon() as u32)
        .saturating_sub(gone)
        .max(LEAST_HORIZON)
}

fn percent(time: Duration, percent: i32) -> Duration {
    time * percent as u32 / 100
}

impl Limits {
    /// The longest time of a search until it is broken off, by the clock of the limits; `None`: unlimited.
    pub fn longest(&self) -> Option<Duration> {
        Budget::new(self).map(|budget| budget.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::MoveCosts;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// The soft limit at 5 s and 50 ms a move.
    fn soft(reserve: u64, costs: MoveCosts, opponent: u64) -> Duration {
        let limits = Limits {
            clock: Clock::Game {
                remaining: ms(5000),
                increment: ms(50),
                moves_to_go: None,
                made: 0,
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
        let increment = percent(ms(50), t::time_increment());
        let planned = |left: u64, overhead: u64| {
            percent(
                ms(left) / horizon(0) + increment - ms(overhead),
                t::time_soft(),
            )
        };
        // no loss: plan for the whole game, whatever the opponent has
        for opponent in [1000, 9000] {
            let calm = soft(30, costs(0, 0, 0), opponent);
            assert_eq!(calm, planned(4970, 0));
        }
        // no loss if a move made at once costs less than the increment
        let usual = soft(40, costs(20, 50, 0), 9000);
        assert_eq!(usual, planned(4960, 20));
        // 100 moves with a loss of 30 ms are 3 s
        let short = soft(110, costs(80, 80, 0), 5000);
        assert_eq!(
            short,
            planned(4890 - 3000, 80).max(percent(ms(4890) / 300, t::time_soft()))
        );
        // behind on the clock: the minimum
        assert_eq!(
            soft(110, costs(80, 80, 0), 5100),
            percent(ms(4890) / 300, t::time_soft())
        );
        // ... but time that the GUI charges in any case is used
        assert_eq!(soft(30, costs(20, 80, 45), 5100), ms(45) * 7 / 10);
        // no hurry because of a small loss
        let slow = soft(30, costs(5, 60, 0), 9000);
        assert_eq!(slow, planned(4970 - 1000, 5));
    }

    #[test]
    fn a_game_that_has_lasted_long_is_expected_to_end_sooner() {
        assert!(horizon(0) > horizon(20) && horizon(20) > horizon(40));
        assert_eq!(horizon(1000), LEAST_HORIZON);
        assert_eq!(horizon(u32::MAX), LEAST_HORIZON);
    }

    #[test]
    fn only_spare_time_is_spent_on_a_move_that_fails_low() {
        let budget = |remaining: u64| {
            let limits = Limits {
                clock: Clock::Game {
                    remaining: ms(remaining),
                    increment: ms(0),
                    moves_to_go: None,
                    made: 0,
                    costs: MoveCosts::default(),
                    opponent: None,
                },
                reserve: ms(50),
                ..Limits::UNLIMITED
            };
            Budget::new(&limits).unwrap()
        };
        let share = ms(60_000 - 50) / horizon(0);
        let rich = budget(60_000);
        assert_eq!((rich.hard, rich.longest), (share * 3, share * 5));
        let some = budget(50 + 16 * 50 + 80);
        assert!(some.longest == ms(80) && some.hard < ms(80), "{some:?}");
        let poor = budget(900);
        assert_eq!(poor.hard, poor.longest);
    }

    #[test]
    fn a_fixed_time_leaves_a_reserve() {
        for (given, reserve, used) in [
            (1, 0, 1),
            (100, 0, 75),
            (1000, 30, 920),
            (60_000, 30, 59_850),
            // a larger reserve was set or measured
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
                    hard: ms(used),
                    longest: ms(used),
                })
            );
        }
    }

    #[test]
    fn never_spends_more_than_the_clock_has() {
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 3_600_000] {
            for (moves_to_go, made) in [
                (None, 0),
                (None, 30),
                (None, u32::MAX),
                (Some(0), 5),
                (Some(1), 0),
                (Some(2), 0),
                (Some(40), 0),
                (Some(1000), 0),
            ] {
                for increment in [0, 50, 10_000] {
                    for lag in [0, 10, 1000] {
                        let clock = Clock::Game {
                            remaining: ms(remaining),
                            increment: ms(increment),
                            moves_to_go,
                            made,
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
                        let Budget {
                            soft,
                            hard,
                            longest,
                        } = budget.unwrap();
                        assert!(soft <= hard && hard <= longest, "{clock:?} {budget:?}");
                        assert!(longest <= ms(remaining.max(1)), "{clock:?} {budget:?}");
                    }
                }
            }
        }
    }
}
