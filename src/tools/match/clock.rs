//! Limits of moves, and the clocks of the players.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Clock(Control),
    /// A time control whose clock counts nodes; the number is the nodes that count as a second.
    NodeClock(Control, u64),
    MoveTime(Duration),
    /// The depth of each search in plies.
    Depth(u32),
    Nodes(u64),
}

impl fmt::Display for Limit {
    /// The text of the limit, in the form of the PGN tag `TimeControl` where that tag has a form for it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Clock(control) => control.fmt(f),
            Limit::NodeClock(control, rate) => write!(f, "{control} at {rate} nps"),
            Limit::MoveTime(time) => write!(f, "{}/move", time.as_secs_f64()),
            Limit::Depth(depth) => write!(f, "depth {depth}"),
            Limit::Nodes(nodes) => write!(f, "nodes {nodes}"),
        }
    }
}

impl Limit {
    /// The time control for the game, if there is one.
    pub fn control(&self) -> Option<Control> {
        match self {
            Limit::Clock(control) | Limit::NodeClock(control, _) => Some(*control),
            Limit::MoveTime(_) | Limit::Depth(_) | Limit::Nodes(_) => None,
        }
    }
}

/// A time control for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Moves of each side in a session; 0: the game is one session.
    pub moves: u32,
    pub base: Duration,
    pub increment: Duration,
}

impl Control {
    /// The command `level` of XBoard's protocol. Its base has whole seconds; the exact time is sent by `time`.
    pub fn level(&self) -> String {
        let whole = self.base.as_secs() + u64::from(self.base.subsec_nanos() > 0);
        let (minutes, seconds) = (whole / 60, whole % 60);
        let base = if seconds == 0 {
            minutes.to_string()
        } else {
            format!("{minutes}:{seconds:02}")
        };
        format!(
            "level {} {base} {}",
            self.moves,
            self.increment.as_secs_f64()
        )
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves > 0 {
            write!(f, "{}/", self.moves)?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl FromStr for Control {
    type Err = String;

    /// `BASE`, `BASE+INC` or `MOVES/BASE+INC`; times in seconds, the base also as `M:SS`.
    fn from_str(text: &str) -> Result<Control, String> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves = moves.parse().ok().filter(|&moves| moves > 0);
                (
                    moves.ok_or_else(|| format!("`{text}`: bad number of moves"))?,
                    rest,
                )
            }
            None => (0, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => {
                let minutes: u64 = minutes.parse().map_err(|_| bad_time(minutes))?;
                let minutes = minutes.checked_mul(60).ok_or_else(|| bad_time(base))?;
                (Duration::from_secs(minutes)).checked_add(parse_seconds(seconds)?)
            }
            None => Some(parse_seconds(base)?),
        };
        let base = base.filter(|base| !base.is_zero() && *base < MOST_TIME);
        Ok(Control {
            moves,
            base: base.ok_or_else(|| format!("`{text}`: the time must be positive"))?,
            increment: parse_seconds(increment)?,
        })
    }
}

/// A month: a longer time is a mistake.
const MOST_TIME: Duration = Duration::from_secs(30 * 86_400);

/// Reads a time in seconds that is greater than 0.
pub fn positive_seconds(text: &str) -> Result<Duration, String> {
    match parse_seconds(text)? {
        Duration::ZERO => Err("the time must be positive".to_owned()),
        time => Ok(time),
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.trim().parse().map_err(|_| bad_time(text))?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| *time < MOST_TIME)
        .ok_or_else(|| bad_time(text))
}

fn bad_time(text: &str) -> String {
    format!("`{text}` is no time in seconds")
}

#[derive(Clone, Copy, Debug)]
pub struct PlayerClock {
    limit: Limit,
    remaining: Duration,
    made: u32,
}

impl PlayerClock {
    /// A clock at the start of the game. `made` is the number of moves of the opening that the player has been given: they
    /// count for the session, as they do for an engine that sees them.
    pub fn new(limit: Limit, made: u32) -> PlayerClock {
        let remaining = match limit {
            // without sessions `moves` is 0, and the division gives `None`
            Limit::Clock(Control { moves, base, .. })
            | Limit::NodeClock(Control { moves, base, .. }, _) => {
                base * (made.checked_div(moves).unwrap_or(0) + 1)
            }
            Limit::MoveTime(time) => time,
            Limit::Depth(_) | Limit::Nodes(_) => Duration::ZERO,
        };
        PlayerClock {
            limit,
            remaining,
            made,
        }
    }

    /// The time left that the engine is sent, if its limit is a clock.
    pub fn shown(&self) -> Option<Duration> {
        self.limit.control().map(|_| self.remaining)
    }

    /// The real time for the next move; `None`: no limit.
    pub fn allowance(&self) -> Option<Duration> {
        match self.limit {
            Limit::Clock(_) | Limit::MoveTime(_) => Some(self.remaining),
            Limit::NodeClock(..) | Limit::Depth(_) | Limit::Nodes(_) => None,
        }
    }

    /// The time that a move takes on this clock, given its real time and its nodes.
    pub fn cost(&self, time: Duration, nodes: u64) -> Duration {
        match self.limit {
            Limit::NodeClock(_, rate) => {
                let micros = u128::from(nodes) * 1_000_000 / u128::from(rate.max(1));
                Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
            }
            _ => time,
        }
    }

    /// True if the time of a move exceeds the time left on the clock by more than `grace`.
    pub fn runs_out(&self, cost: Duration, grace: Duration) -> bool {
        match self.limit {
            Limit::Depth(_) | Limit::Nodes(_) => false,
            _ => cost > self.remaining + grace,
        }
    }

    pub fn increment(&self) -> Duration {
        let control = self.limit.control();
        control.map_or(Duration::ZERO, |control| control.increment)
    }

    /// The moves until time is added to the clock; `None` if no time is added.
    pub fn moves_to_go(&self) -> Option<u32> {
        let moves = self.limit.control()?.moves;
        Some(moves - self.made.checked_rem(moves)?)
    }

    /// Takes the time of a move off the clock.
    pub fn spend(&mut self, time: Duration) {
        self.made += 1;
        if let Some(control) = self.limit.control() {
            self.remaining = self.remaining.saturating_sub(time) + control.increment;
            if control.moves > 0 && self.made.is_multiple_of(control.moves) {
                self.remaining += control.base;
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

    fn control(text: &str) -> Control {
        text.parse().unwrap()
    }

    #[test]
    fn time_controls_are_read_and_sent_on() {
        for (text, moves, base, increment, level) in [
            ("5+0.05", 0, 5000, 50, "level 0 0:05 0.05"),
            ("0.5", 0, 500, 0, "level 0 0:01 0"),
            ("40/5:00", 40, 300_000, 0, "level 40 5 0"),
            ("40/1:30+1", 40, 90_000, 1000, "level 40 1:30 1"),
        ] {
            let expected = Control {
                moves,
                base: ms(base),
                increment: ms(increment),
            };
            assert_eq!(control(text), expected, "{text}");
            assert_eq!(expected.level(), level);
        }
        assert_eq!(control("40/90+1").to_string(), "40/90+1");
        for bad in [
            "",
            "x",
            "0",
            "-1",
            "5+",
            "5+-1",
            "0/5",
            "/5",
            "1e99",
            "nan",
            "5+inf",
            "1:x",
            "99999999999999999999:0",
        ] {
            assert!(bad.parse::<Control>().is_err(), "{bad}");
        }
    }

    #[test]
    fn clocks_count_down_and_gain_increments() {
        let mut clock = PlayerClock::new(Limit::Clock(control("2/1+0.1")), 3);
        assert_eq!(clock.shown(), Some(ms(2000)));
        assert_eq!((clock.moves_to_go(), clock.increment()), (Some(1), ms(100)));
        clock.spend(ms(300));
        assert_eq!(clock.allowance(), Some(ms(2800)));
        clock.spend(ms(9000));
        assert_eq!(clock.allowance(), Some(ms(100)));
        let mut clock = PlayerClock::new(Limit::MoveTime(ms(50)), 0);
        clock.spend(ms(49));
        assert_eq!((clock.shown(), clock.allowance()), (None, Some(ms(50))));
        assert_eq!(PlayerClock::new(Limit::Nodes(9), 0).allowance(), None);
    }

    #[test]
    fn a_clock_may_count_positions() {
        let limit = Limit::NodeClock(control("2/1+0.1"), 1000);
        assert_eq!(limit.to_string(), "2/1+0.1 at 1000 nps");
        let mut clock = PlayerClock::new(limit, 0);
        // the time on the wall does not matter to a clock that counts nodes
        assert_eq!((clock.shown(), clock.allowance()), (Some(ms(1000)), None));
        for (nodes, left) in [(300, 800), (0, 1900), (1901, 100)] {
            let cost = clock.cost(ms(70_000), nodes);
            assert_eq!(cost, ms(nodes));
            assert_eq!(clock.runs_out(cost, ms(0)), nodes > 1900);
            assert!(!clock.runs_out(cost, ms(1)));
            clock.spend(cost);
            assert_eq!(clock.shown(), Some(ms(left)));
        }
        let usual = PlayerClock::new(Limit::Clock(control("1")), 0);
        assert_eq!(usual.cost(ms(70), 9), ms(70));
        assert!(usual.runs_out(ms(1021), ms(20)) && !usual.runs_out(ms(1020), ms(20)));
        assert!(!PlayerClock::new(Limit::Depth(1), 0).runs_out(ms(9000), ms(0)));
    }
}
