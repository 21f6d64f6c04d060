//! How much of the minutes for a game has gone by, over all interruptions: the same command goes on with
//! what was left, and does not begin them anew.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::files;

/// So often it is written at most: whoever kills us gives so much time away.
const INTERVAL: Duration = Duration::from_secs(5);
/// A larger file is none of ours, bytes.
const MOST_BYTES: u64 = 64;

/// A stopwatch that is kept in a file, as seconds, until all is done.
#[derive(Debug)]
pub(super) struct Stopwatch {
    path: PathBuf,
    before: Duration,
    begun: Instant,
    written: Instant,
}

impl Stopwatch {
    /// Goes on with what the file says; from 0 if there is none.
    pub(super) fn go_on(path: PathBuf) -> Stopwatch {
        let text = files::read(&path, MOST_BYTES).ok();
        let text = text.and_then(|bytes| String::from_utf8(bytes).ok());
        let seconds = text.and_then(|text| text.trim().parse().ok());
        let begun = Instant::now();
        Stopwatch {
            path,
            before: Duration::from_secs(seconds.unwrap_or(0)),
            begun,
            written: begun,
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.before.saturating_add(self.begun.elapsed())
    }

    pub(super) fn tick(&mut self) {
        if self.written.elapsed() >= INTERVAL {
            self.written = Instant::now();
            self.write();
        }
    }

    fn write(&self) {
        let text = format!("{}\n", self.elapsed().as_secs());
        if let Err(error) = files::replace(&self.path, text.as_bytes()) {
            // then the minutes begin anew, and nothing else is lost
            log::debug!("cannot write {}: {error}", self.path.display());
        }
    }

    /// Ends it: `done` if the next command has all of the time again.
    pub(super) fn stop(self, done: bool) {
        match done {
            true => drop(std::fs::remove_file(&self.path)),
            false => self.write(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_on_after_an_interruption() {
        let name = format!("fmax-stopwatch-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, "90\n").unwrap();
        let watch = Stopwatch::go_on(path.clone());
        assert!(watch.elapsed() >= Duration::from_secs(90));
        watch.stop(false);
        let watch = Stopwatch::go_on(path.clone());
        assert!(watch.elapsed() >= Duration::from_secs(90));
        assert!(watch.elapsed() < Duration::from_secs(100));
        watch.stop(true);
        assert!(!path.exists());
        // what is no number, or more than time can be, stops nothing
        for text in ["soon", "18446744073709551615", &"9".repeat(100)] {
            std::fs::write(&path, text).unwrap();
            let mut watch = Stopwatch::go_on(path.clone());
            watch.tick();
            watch.elapsed();
            watch.stop(true);
        }
    }
}
