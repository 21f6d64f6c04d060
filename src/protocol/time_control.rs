//! The clocks as the GUI describes them, and what they allow for the next move.

use std::time::Duration;

use crate::search::{Clock, Limits};

/// How long the engine may think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl {
    mode: Mode,
    /// A limit of depth besides that of time, plies.
    pub depth: Option<u32>,
    /// So many positions stand for a second; `None`: time is what clocks on the wall show.
    node_rate: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Mode {
    PerMove(Duration),
    Game(Box<GameClock>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct GameClock {
    /// Moves of a session; 0: the game is one session.
    moves: u32,
    base: Duration,
    increment: Duration,
    remaining: Duration,
    /// How many moves the engine's side had made when the session count began.
    counted_from: u32,
    /// What the last moves cost on the GUI's clock, and how long they were thought about.
    recent: [Option<Cost>; RECENT],
    /// The time the GUI told last.
    told: Option<Duration>,
    /// How long the move since then was thought about.
    thought: Option<Duration>,
    /// What is left on the opponent's clock, if the GUI has said.
    opponent: Option<Duration>,
}

/// What a move cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cost {
    clock: Duration,
    thought: Duration,
}

/// So many moves back the clocks are compared.
const RECENT: usize = 8;
/// A larger difference between the clocks is no overhead: somebody has set the GUI's clock.
const MOST_OVERHEAD: Duration = Duration::from_secs(1);

impl Default for TimeControl {
    /// 40 moves in 5 minutes, as long as nobody says anything else.
    fn default() -> TimeControl {
        let mut control = TimeControl {
            mode: Mode::PerMove(Duration::ZERO),
            depth: None,
            node_rate: None,
        };
        control.set_level(40, Duration::from_secs(300), Duration::ZERO, 0);
        control
    }
}

impl TimeControl {
    /// A game clock. `made` is the number of moves made so far: the count begins now.
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

    /// The same time for every move.
    pub fn set_move_time(&mut self, time: Duration) {
        self.mode = Mode::PerMove(time);
    }

    /// Counts time in positions from now on, so many for a second. 0 asks for processor time,
    /// which is what the clock on the wall shows to a search that has a processor of its own.
    pub fn set_node_rate(&mut self, rate: u64) {
        self.node_rate = (rate > 0).then_some(rate);
    }

    /// True if time is counted in positions.
    pub fn counts_nodes(&self) -> bool {
        self.node_rate.is_some()
    }

    /// What is left on the engine's clock.
    pub fn set_remaining(&mut self, time: Duration) {
        if let Mode::Game(clock) = &mut self.mode {
            clock.compare(time);
            clock.remaining = time;
        }
    }

    /// What is left on the opponent's clock.
    pub fn set_opponent(&mut self, time: Duration) {
        if let Mode::Game(clock) = &mut self.mode {
            clock.opponent = Some(time);
        }
    }

    /// Another position has been set up, in which so many moves are counted as made: only moves
    /// from here on count for the session.
    pub fn restart_count(&mut self, made: u32) {
        if let Mode::Game(clock) = &mut self.mode {
            clock.counted_from = made;
        }
    }

    /// A new game begins under the same time control.
    pub fn restart(&mut self, made: u32) {
        self.depth = None;
        self.node_rate = None;
        if let Mode::Game(clock) = &mut self.mode {
            clock.remaining = clock.base;
            clock.counted_from = made;
            (clock.opponent, clock.told, clock.thought) = (None, None, None);
        }
    }

    /// Keeps the engine's clock itself after a move, for GUIs that do not tell. `made` counts
    /// that move.
    pub fn spend(&mut self, time: Duration, made: u32) {
        if let Mode::Game(clock) = &mut self.mode {
            clock.remaining = clock.remaining.saturating_sub(time) + clock.increment;
            let count = made.saturating_sub(clock.counted_from);
            if clock.moves > 0 && count > 0 && count % clock.moves == 0 {
                clock.remaining += clock.base;
            }
            clock.thought = Some(time);
        }
    }

    /// The limits for the next move of a side that has made so many moves.
    pub fn limits(&self, made: u32) -> Limits {
        let clock = match &self.mode {
            Mode::PerMove(time) => Clock::PerMove(*time),
            Mode::Game(clock) => Clock::Game {
                remaining: clock.remaining,
                increment: clock.increment,
                moves_to_go: clock.moves_to_go(made),
                overhead: clock.overhead(),
                least_cost: clock.least_cost(),
                opponent: clock.opponent,
            },
        };
        Limits {
            clock,
            depth: self.depth,
            nodes: None,
            node_rate: self.node_rate,
        }
    }
}

impl GameClock {
    /// The GUI tells its clock: what has the last move cost?
    fn compare(&mut self, now: Duration) {
        let told = self.told.replace(now);
        let (Some(told), Some(thought)) = (told, self.thought.take()) else {
            return;
        };
        let clock = (told + self.increment).saturating_sub(now);
        if clock < thought + MOST_OVERHEAD {
            self.recent.rotate_right(1);
            self.recent[0] = Some(Cost { clock, thought });
        }
    }

    /// What comes on top of the thinking, however long that is.
    fn overhead(&self) -> Duration {
        let over = |cost: &Cost| cost.clock.saturating_sub(cost.thought);
        self.recent
            .iter()
            .flatten()
            .map(over)
            .min()
            .unwrap_or_default()
    }

    /// What even the cheapest move has cost.
    fn least_cost(&self) -> Duration {
        let costs = self.recent.iter().flatten().map(|cost| cost.clock);
        costs.min().unwrap_or_default()
    }

    fn moves_to_go(&self, made: u32) -> Option<u32> {
        let count = made.saturating_sub(self.counted_from);
        (self.moves > 0).then(|| self.moves - count % self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        control.spend(Duration::from_secs(10), 11);
        assert_eq!(game(&control, 11), (50_000, Some(2)));
        control.spend(Duration::from_secs(10), 13);
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
            Clock::Game {
                overhead,
                least_cost,
                ..
            } => (overhead.as_millis(), least_cost.as_millis()),
            other => panic!("{other:?}"),
        };
        let mut control = TimeControl::default();
        control.set_level(0, ms(5000), ms(50), 0);
        control.set_remaining(ms(5000));
        assert_eq!(costs(&control), (0, 0));
        // a long thought costs its time and 20 ms, a short one is charged 90 ms all the same
        control.spend(ms(200), 1);
        control.set_remaining(ms(4830));
        assert_eq!(costs(&control), (20, 220));
        control.spend(ms(5), 2);
        control.set_remaining(ms(4790));
        assert_eq!(costs(&control), (20, 90));
        // told again without a move, and a clock that was set by hand
        control.set_remaining(ms(4000));
        control.spend(ms(5), 3);
        control.set_remaining(ms(1000));
        assert_eq!(costs(&control), (20, 90));
        // after some moves only the newer ones count
        for n in 0..RECENT as u64 {
            control.spend(ms(10), 4);
            control.set_remaining(ms(1000 + 40 * (n + 1)));
        }
        assert_eq!(costs(&control), (0, 10));
    }

    #[test]
    fn whole_games_and_single_moves() {
        let mut control = TimeControl::default();
        control.set_level(0, Duration::from_secs(1), Duration::from_secs(2), 0);
        control.spend(Duration::from_secs(5), 1);
        assert_eq!(game(&control, 1), (2_000, None));
        control.depth = Some(4);
        control.set_move_time(Duration::from_secs(7));
        control.set_remaining(Duration::from_secs(1));
        let limits = control.limits(1);
        assert_eq!(limits.clock, Clock::PerMove(Duration::from_secs(7)));
        assert_eq!(limits.depth, Some(4));
    }
}
