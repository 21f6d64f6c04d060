//! The last lines that an engine writes to stderr, shown when it fails.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::text::shortened;
use crate::types::lock;

/// Lines that are kept, and the length of each in characters.
const LINES: usize = 10;
const CHARS: usize = 200;
/// How often an engine that fails every time is reported.
const REPORTS: u32 = 3;
/// How long to wait for the last lines of an engine that has just crashed.
const PATIENCE: Duration = Duration::from_millis(100);

/// Reports so far, by engine.
static REPORTED: Mutex<BTreeMap<String, u32>> = Mutex::new(BTreeMap::new());

/// The last lines of one process.
#[derive(Debug, Default)]
pub struct LastLines {
    lines: Mutex<VecDeque<String>>,
    closed: AtomicBool,
}

impl LastLines {
    pub fn add(&self, line: &str) {
        let mut lines = lock(&self.lines);
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back(shortened(line, CHARS));
    }

    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Warns with the lines of an engine that has failed, if there are any.
    pub fn report(&self, engine: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.closed.load(Ordering::Relaxed) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        let lines = lock(&self.lines);
        if lines.is_empty() {
            return;
        }
        let mut reported = lock(&REPORTED);
        let count = reported.entry(engine.to_owned()).or_default();
        *count += 1;
        if *count <= REPORTS {
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            log::warn!(
                "{engine} has failed; the end of its stderr:\n  {}",
                lines.join("\n  ")
            );
        }
    }
}
