//! Measuring: the same work again and again, and the fastest and the middle of its times.
//!
//! A library for this would bring statistics of its own and thirty dependencies; the loops here are
//! long and always the same, so that the fastest run says nearly everything.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use fmax::types::Move;

/// A work is repeated for so long, and at least so often.
const PATIENCE: Duration = Duration::from_millis(300);
const LEAST_RUNS: usize = 5;

/// What has been done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How often.
    pub operations: u64,
    /// A sum over the results: the same for the same work.
    pub sum: u64,
}

impl Work {
    /// Counts an operation with its result.
    pub fn add(&mut self, result: u64) {
        self.operations += 1;
        self.sum = self.sum.wrapping_add(result);
    }

    /// Counts moves. Their order does not matter.
    pub fn add_all(&mut self, moves: &[Move]) {
        self.operations += moves.len() as u64;
        for mv in moves {
            self.sum = self.sum.wrapping_add(u64::from(mv.bits()));
        }
    }
}

/// What to measure, and how.
#[derive(Clone, Debug, Default)]
pub struct Harness {
    once: bool,
    words: Vec<String>,
}

impl Harness {
    /// From the arguments of the program; cargo adds `--bench` to them.
    pub fn from_args(args: impl Iterator<Item = String>) -> Result<Harness, String> {
        let mut harness = Harness::default();
        for arg in args {
            match arg.as_str() {
                "--bench" => {}
                "--once" => harness.once = true,
                other if other.starts_with('-') => {
                    return Err(format!("unknown option {other}; there is --once"));
                }
                _ => harness.words.push(arg),
            }
        }
        Ok(harness)
    }

    /// Measures a work, if it is one of those to be measured.
    ///
    /// # Panics
    /// If the work is not the same each time.
    pub fn run(&self, what: &str, game: &str, unit: &str, mut work: impl FnMut() -> Work) {
        let name = format!("{what}/{game}");
        if !self.words.is_empty() && !self.words.iter().any(|word| name.contains(word)) {
            return;
        }
        let first = measured(&mut work);
        assert!(first.operations > 0, "{name} does nothing");
        let text = if self.once {
            format!("{name:<26} {:>9} {unit}s", first.operations)
        } else {
            let times = sample(&name, first, &mut work);
            let each = |time: Duration| time.as_nanos() as f64 / first.operations as f64;
            let (fastest, middle) = (each(times[0]), each(times[times.len() / 2]));
            format!(
                "{name:<26} {fastest:>9.2} {middle:>9.2} ns/{unit:<8} {:>9}",
                first.operations
            )
        };
        // the reader may have closed the output
        let _ = writeln!(io::stdout(), "{text:<70} {:016x}", first.sum);
    }
}

/// Times of many runs, sorted.
fn sample(name: &str, first: Work, work: &mut impl FnMut() -> Work) -> Vec<Duration> {
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < LEAST_RUNS || begin.elapsed() < PATIENCE {
        let start = Instant::now();
        let done = measured(work);
        times.push(start.elapsed());
        assert_eq!(done, first, "{name} is not the same each time");
    }
    times.sort_unstable();
    times
}

/// Everything that counts happens in here: `callgrind --toggle-collect='*measured*'` leaves out
/// what prepares it.
#[inline(never)]
pub fn measured(work: &mut impl FnMut() -> Work) -> Work {
    black_box(work())
}
