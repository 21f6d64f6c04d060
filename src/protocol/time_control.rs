//! The clocks and the limits for the next move.

use std::time::Duration;

use super::delays::{Delays, Timing};
use crate::search::{Clock, Limits, MoveCosts};

/// The time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl {
    mode: Mode,
    /// Depth limit in plies.
    pub depth: Option<u32>,
    /// Time kept in reserve besides the measured delays.
    pub move_overhead: Duration,
    /// Nodes that count as a second; `None`: real time.
    node_rate: Option<u64>,
    /// Measured delays. They depend on the machine and the GUI, so they are kept for the next game.
    delays: Delays,
}

/// Longest time on a clock; larger values are cut, so that clock arithmetic cannot overflow.
pub const LONGEST: Duration = Duration::from_secs(10_000_000);
/// Default time kept in reserve on every clock.
pub const MOVE_OVERHEAD: Duration = Duration::from_millis(30);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Mode {
    PerMove(Duration),
    Game(Box<GameClock>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct GameClock {
    /// Number of moves in a session; 0: the game is one session.
    moves: u32,
    base: Duration,
    increment: Duration,
    remaining: Duration,
    /// Moves of the engine's side when the count of the session began.
    counted_from: u32,
    /// The last time on the engine's clock that the GUI sent.
    sent: Option<Duration>,
    /// A move was made since the GUI sent the time.
    moved: bool,
    /// Time left on the opponent's clock, if known.
    opponent: Option<Duration>,
}

impl Default for TimeControl {
    /// 40 moves in 5 minutes.
    fn default() -> TimeControl {
        let mut control = TimeControl {
            mode: Mode::PerMove(Duration::ZERO),
            depth: None,
            move_overhead: MOVE_OVERHEAD,
            node_rate: None,
            delays: Delays::default(),
        };
        control.set_level(40, Duration::from_secs(300), Duration::ZERO, 0);
        control
    }
}

impl TimeControl {
    /// Sets a game clock. `made` is the number of moves made so far: the moves of a session are counted from now.
    pub fn set_level(&mut self, moves: u32, base: Duration, increment: Duration, made: u32) {
        self.mode = Mode::Game(Box::new(GameClock {
            moves,
            base,
            increment,
            remaining: base,
            counted_from: made,
            ..GameClock::default()
        }));
    }

    /// Sets the clocks before a move, for a protocol that sends them with every search. `made` is the number of moves made
    /// so far.
    pub fn set_clock(
        &mut self,
        remaining: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        made: u32,
        opponent: Option<Duration>,
    ) {
        let known = match &self.mode {
            Mode::Game(clock) => **clock,
            Mode::PerMove(_) => GameClock::default(),
        };
        self.mode = Mode::Game(Box::new(GameClock {
            moves: moves_to_go.unwrap_or(0),
            base: known.base.max(remaining),
            increment,
            counted_from: made,
            opponent,
            ..known
        }));
        self.set_remaining(remaining);
    }

    /// Forgets the clock.
    pub fn forget(&mut self) {
        self.mode = Mode::PerMove(Duration::ZERO);
    }

    /// Sets a fixed time per move.
    pub fn set_move_time(&mut self, time: Duration) {
        self.mode = Mode::PerMove(time);
    }

    /// Counts time in nodes, `rate` per second. 0 means processor time, for which we use real time.
    pub fn set_node_rate(&mut self, rate: u64) {
        self.node_rate = (rate > 0).then_some(rate);
    }

    /// True if time is counted in nodes.
    pub fn counts_nodes(&self) -> bool {
        self.node_rate.is_some()
    }

    /// Sets the engine's clock.
    pub fn set_remaining(&mut self, time: Duration) {
        if let Mode::Game(clock) = &mut self.mode {
            match clock.compare(time) {
                Some(cost) if self.node_rate.is_none() => self.delays.correct(cost),
                _ => {}
            }
            clock.remaining = time;
        }
    }

    /// Sets the opponent's clock.
    pub fn set_opponent(&mut self, time: Duration) {
        if let Mode::Game(clock) = &mut self.mode {
            clock.opponent = Some(time);
        }
    }

    /// Restarts the count of moves after a position was set up before which `made` moves were made.
    pub fn restart_count(&mut self, made: u32) {
        if let Mode::Game(clock) = &mut self.mode {
            clock.counted_from = made;
        }
    }

    /// Starts a new game under the same time control.
    pub fn restart(&mut self, made: u32) {
        self.depth = None;
        self.node_rate = None;
        if let Mode::Game(clock) = &mut self.mode {
            clock.remaining = clock.base;
            clock.counted_from = made;
            (clock.opponent, clock.sent, clock.moved) = (None, None, false);
        }
    }

    /// Updates the engine's clock after a move, for GUIs that do not send the time. `made` includes that move.
    pub fn spend(&mut self, timing: Timing, made: u32) {
        if let Mode::Game(clock) = &mut self.mode {
            clock.remaining = clock.remaining.saturating_sub(timing.whole) + clock.increment;
            let count = made.saturating_sub(clock.counted_from);
            if clock.moves > 0 && count > 0 && count % clock.moves == 0 {
                clock.remaining += clock.base;
            }
            clock.moved = true;
        }
        if self.node_rate.is_none() {
            self.delays.note(timing);
        }
    }

    /// The limits for the next move of a side that has made `made` moves.
    pub fn limits(&self, made: u32) -> Limits {
        // leave some time whatever the delays
        let most_reserve = match &self.mode {
            Mode::PerMove(time) => *time / 4,
            Mode::Game(clock) => clock.base / 4 + clock.increment * 10,
        };
        let clock = match &self.mode {
            Mode::PerMove(time) => Clock::PerMove(*time),
            Mode::Game(clock) => Clock::Game {
                remaining: clock.remaining,
                increment: clock.increment,
                moves_to_go: clock.moves_to_go(made),
                made,
                costs: match self.node_rate {
                    Some(_) => MoveCosts::default(),
                    None => self.delays.costs(),
                },
                opponent: clock.opponent,
            },
        };
        Limits {
            clock,
            depth: self.depth,
            nodes: None,
            node_rate: self.node_rate,
            reserve: self.move_overhead + self.delays.reserve().min(most_reserve),
        }
    }
}

impl GameClock {
    /// The cost of the last move on the GUI's clock; `None` if no move was made since the GUI last sent the time, or if
    /// the clock was set.
    fn compare(&mut self, now: Duration) -> Option<Duration> {
        let before = self.sent.replace(now)?;
        let moved = std::mem::take(&mut self.moved);
        (before + self.increment).checked_sub(now).filter(|_| moved)
    }

    fn moves_to_go(&self, made: u32) -> Option<u32> {
        let count = made.saturating_sub(self.counted_from);
        (self.moves > 0).then(|| self.moves - count % self.moves)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::types::Rng;

    /// The times of a move that took this number of milliseconds.
    fn whole(millis: u64) -> Timing {
        let time = Duration::from_millis(millis);
        Timing {
            whole: time,
            thought: time,
            stall: Duration::ZERO,
        }
    }

    fn game(control: &TimeControl, made: u32) -> (u128, Option<u32>) {
        match control.limits(made).clock {
            Clock::Game {
                remaining,
                moves_to_go,
                ..
            } => (remaining.as_millis(), moves_to_go),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_moves_of_a_session_are_counted_down() {
        let mut control = TimeControl::default();
        control.set_level(3, Duration::from_secs(60), Duration::ZERO, 10);
        assert_eq!(game(&control, 10), (60_000, Some(3)));
        assert_eq!(game(&control, 12), (60_000, Some(1)));
        assert_eq!(game(&control, 13), (60_000, Some(3)));
        // moves taken back
        assert_eq!(game(&control, 8), (60_000, Some(3)));
        control.spend(whole(10_000), 11);
        assert_eq!(game(&control, 11), (50_000, Some(2)));
        control.spend(whole(10_000), 13);
        assert_eq!(game(&control, 13), (100_000, Some(3)));
        control.set_remaining(Duration::from_millis(70));
        assert_eq!(game(&control, 13), (70, Some(3)));
        control.restart(0);
        assert_eq!(game(&control, 0), (60_000, Some(3)));
    }

    #[test]
    fn the_cost_of_moves_is_learned() {
        let ms = Duration::from_millis;
        let costs = |control: &TimeControl| match control.limits(0).clock {
            Clock::Game { costs, .. } => (costs.overhead.as_millis(), costs.instant.as_millis()),
            other => panic!("{other:?}"),
        };
        let mut control = TimeControl::default();
        control.set_level(0, ms(5000), ms(50), 0);
        control.set_remaining(ms(5000));
        assert_eq!(costs(&control), (0, 0));
        // a long search costs its time and 20 ms, a short search still costs 90 ms
        control.spend(whole(200), 1);
        control.set_remaining(ms(4830));
        assert_eq!(costs(&control), (20, 20));
        control.spend(whole(10), 2);
        control.set_remaining(ms(4790));
        assert_eq!(costs(&control), (50, 80));
        // the time is sent again without a move: somebody has set the clock
        control.set_remaining(ms(4000));
        assert_eq!(costs(&control), (50, 80));
        // a session of moves ends and brings new time
        control.spend(whole(50), 3);
        control.set_remaining(ms(9000));
        assert_eq!(costs(&control), (100 / 3, 40));
        // the measured delays serve the next game
        control.restart(0);
        control.set_level(0, ms(1000), ms(10), 0);
        assert_eq!(costs(&control), (100 / 3, 40));
        // when time is counted in nodes, none is lost
        control.set_node_rate(1000);
        assert_eq!(costs(&control), (0, 0));
        control.spend(whole(900), 4);
        control.set_node_rate(0);
        assert_eq!(costs(&control), (100 / 3, 40));
    }

    #[test]
    fn clocks_sent_with_every_search_show_the_cost_of_moves() {
        let ms = Duration::from_millis;
        let mut control = TimeControl::default();
        control.set_move_time(Duration::ZERO);
        control.set_clock(ms(5000), ms(50), Some(7), 12, None);
        assert_eq!(game(&control, 12), (5000, Some(7)));
        control.spend(whole(200), 0);
        control.set_clock(ms(4830), ms(50), None, 13, Some(ms(900)));
        assert_eq!(game(&control, 0), (4830, None));
        match control.limits(0).clock {
            Clock::Game {
                costs, opponent, ..
            } => assert_eq!((costs.overhead, opponent), (ms(20), Some(ms(900)))),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_kept_back_leaves_time_to_play() {
        let ms = Duration::from_millis;
        let mut control = TimeControl::default();
        control.set_level(0, ms(1000), ms(10), 0);
        let unknown = control.limits(0).reserve;
        assert!(unknown >= MOVE_OVERHEAD + ms(20));
        for _ in 0..20 {
            control.spend(whole(20), 1);
        }
        assert_eq!(control.limits(0).reserve, MOVE_OVERHEAD);
        control.move_overhead = ms(500);
        assert_eq!(control.limits(0).reserve, ms(500));
        control.spend(
            Timing {
                stall: ms(900),
                ..whole(900)
            },
            1,
        );
        assert_eq!(control.limits(0).reserve, ms(500 + 1000 / 4 + 100));
    }

    /// Plays a game in which every search takes all its time. Each move has two delays, in microseconds: how late its
    /// search ends, and the transfer of the move. Returns the smallest time on the clock.
    fn least_clock(base: u64, increment: u64, delays: &[(u64, u64)]) -> i64 {
        let micros = Duration::from_micros;
        let (base, increment) = (micros(base), micros(increment));
        let mut control = TimeControl::default();
        control.set_level(0, base, increment, 0);
        let mut clock = base.as_micros() as i64;
        let mut least = clock;
        for (made, &(late, way)) in (0..).zip(delays) {
            // the protocol counts hundredths of a second
            let sent = clock.max(0) as u64 / 10_000 * 10_000;
            control.set_remaining(micros(sent));
            let thought = control.limits(made).longest().unwrap() + micros(late);
            let whole = thought + micros(way / 2);
            clock -= (thought + micros(way)).as_micros() as i64;
            least = least.min(clock);
            clock += increment.as_micros() as i64;
            let stall = micros(late);
            control.spend(
                Timing {
                    whole,
                    thought,
                    stall,
                },
                made + 1,
            );
        }
        least
    }

    proptest! {
        /// No flag falls as long as delays are no longer than earlier delays: each move loses up to half the increment
        /// on average, and now and then a move comes as late as the latest move before it.
        #[test]
        fn no_flag_falls_within_the_spread_seen(
            base in 1_000_000u64..6_000_000,
            increment in 10_000u64..50_000,
            jitter in (0f64..0.5, 0f64..0.5),
            (most_late, most_way) in (0u64..80_000, 0u64..80_000),
            seed in any::<u64>(),
        ) {
            let mut random = Rng::new(seed);
            let mut delay = |part: f64| random.below((part * increment as f64) as usize + 1) as u64;
            let mut delays: Vec<_> =
                (0..250).map(|_| (delay(jitter.0), delay(jitter.1))).collect();
            for spike in delays.iter_mut().skip(7).step_by(50) {
                *spike = (spike.0.max(most_late), spike.1.max(most_way));
            }
            let least = least_clock(base, increment, &delays);
            prop_assert!(least >= 0, "{least} us");
        }
    }

    #[test]
    fn a_calm_machine_uses_the_time() {
        let least = least_clock(1_000_000, 10_000, &[(100, 300); 250]);
        assert!((0..60_000).contains(&least), "{least} us");
        let least = least_clock(60_000_000, 0, &[(100, 300); 60]);
        assert!((0..20_000_000).contains(&least), "{least} us");
    }

    #[test]
    fn a_game_that_has_lasted_long_gives_a_move_more_time() {
        let mut control = TimeControl::default();
        control.set_level(0, Duration::from_secs(60), Duration::ZERO, 0);
        assert!(control.limits(30).longest() > control.limits(0).longest());
    }

    #[test]
    fn whole_games_and_single_moves() {
        let mut control = TimeControl::default();
        control.set_level(0, Duration::from_secs(1), Duration::from_secs(2), 0);
        control.spend(whole(5_000), 1);
        assert_eq!(game(&control, 1), (2_000, None));
        control.depth = Some(4);
        control.set_move_time(Duration::from_secs(7));
        control.set_remaining(Duration::from_secs(1));
        let limits = control.limits(1);
        assert_eq!(limits.clock, Clock::PerMove(Duration::from_secs(7)));
        assert_eq!(limits.depth, Some(4));
    }
}
