//! A progress line on the terminal, with the time that is left. Without a terminal, as under `nohup`, a line is written to
//! stderr every 30 seconds.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::tools::show_progress;

/// The width of the bar in characters.
const WIDTH: usize = 24;
/// The shortest time between two lines on a terminal.
const INTERVAL: Duration = Duration::from_millis(200);
/// The shortest time between two lines where lines stay, as in a file. A shorter run writes none.
const PLAIN_INTERVAL: Duration = Duration::from_secs(30);

/// The progress of one piece of work.
#[derive(Debug)]
pub struct Bar {
    label: String,
    begun: Instant,
    /// The share of the work that was done when the bar began, 0 to 1.
    first: Option<f64>,
    shown: Option<Instant>,
    terminal: bool,
}

impl Bar {
    pub fn new(label: impl Into<String>) -> Bar {
        Bar {
            label: label.into(),
            begun: Instant::now(),
            first: None,
            shown: None,
            terminal: io::stderr().is_terminal(),
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Shows the share of the work that is done, 0 to 1, and the text `more`.
    pub fn show(&mut self, done: f64, more: &str) {
        let first = *self.first.get_or_insert(done);
        let now = Instant::now();
        if !self.is_due(now) {
            return;
        }
        self.shown = Some(now);
        let left = left(first, done, self.begun.elapsed());
        let left = left.map_or(String::new(), |left| format!(", {} left", in_words(left)));
        let label = &self.label;
        if self.terminal {
            return show_progress(&format!("{label}  {}  {more}{left}", bar(done)));
        }
        // a progress line that cannot be written does not matter
        let _ = writeln!(
            io::stderr(),
            "fmax: {label}: {}, {more}{left}",
            percent(done).trim_start()
        );
    }

    /// True if the next line is due.
    fn is_due(&self, now: Instant) -> bool {
        match (self.terminal, self.shown) {
            (true, None) => true,
            (true, Some(shown)) => now.duration_since(shown) >= INTERVAL,
            (false, shown) => now.duration_since(shown.unwrap_or(self.begun)) >= PLAIN_INTERVAL,
        }
    }

    pub fn clear(&self) {
        show_progress("");
    }
}

/// The time left at the present rate; `None` if it is not known yet.
fn left(first: f64, done: f64, elapsed: Duration) -> Option<Duration> {
    let rate = (done - first) / elapsed.as_secs_f64().max(1e-9);
    let seconds = (1.0 - done).max(0.0) / rate;
    (elapsed >= Duration::from_secs(1) && rate > 0.0 && seconds < 1e8)
        .then(|| Duration::from_secs_f64(seconds))
}

/// `[######......]  50 %`
fn bar(done: f64) -> String {
    let done = done.clamp(0.0, 1.0);
    let full = (done * WIDTH as f64) as usize;
    let (full_part, rest) = ("#".repeat(full), ".".repeat(WIDTH - full));
    format!("[{full_part}{rest}] {}", percent(done))
}

/// ` 50 %`
fn percent(done: f64) -> String {
    format!("{:3.0} %", (100.0 * done.clamp(0.0, 1.0)).floor())
}

/// A time in words, with one or two units.
pub fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_and_times() {
        assert_eq!(bar(0.0), "[........................]   0 %");
        assert_eq!(bar(0.5), "[############............]  50 %");
        assert_eq!(bar(0.999), "[#######################.]  99 %");
        assert_eq!(bar(7.0), "[########################] 100 %");
        let words = |seconds| in_words(Duration::from_secs(seconds));
        assert_eq!(
            [words(59), words(61), words(3700)],
            ["59 s", "1 min 1 s", "1 h 1 min"]
        );
    }

    /// A terminal shows progress at once and often; a file gets a line only when the work has taken some time.
    #[test]
    fn lines_that_stay_are_few() {
        let due = |terminal, seconds: &[u64]| {
            let mut bar = Bar::new("x");
            bar.terminal = terminal;
            let at = |&second: &u64| bar.begun + Duration::from_secs(second);
            let times: Vec<Instant> = seconds.iter().map(at).collect();
            let mut due = Vec::new();
            for (&second, &now) in seconds.iter().zip(&times) {
                if bar.is_due(now) {
                    bar.shown = Some(now);
                    due.push(second);
                }
            }
            due
        };
        let seconds = [0, 1, 29, 30, 31, 59, 61, 90, 92];
        assert_eq!(due(true, &seconds), seconds);
        assert_eq!(due(false, &seconds), [30, 61, 92]);
    }

    #[test]
    fn earlier_work_does_not_count_for_the_rate() {
        let ten = Duration::from_secs(10);
        assert_eq!(left(0.0, 0.5, ten), Some(ten));
        let late = left(0.75, 0.875, ten);
        assert_eq!(late, Some(ten));
        assert_eq!(left(0.5, 0.5, ten), None);
        assert_eq!(left(0.0, 0.5, Duration::ZERO), None);
    }
}
