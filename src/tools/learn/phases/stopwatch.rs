//! The time that learning a variant has taken over all runs: a resumed command has the rest of its minutes.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::files;

/// How often the time is written: a killed program loses no more than this.
const INTERVAL: Duration = Duration::from_secs(5);
/// The largest file in bytes.
const MOST_BYTES: u64 = 64;

/// Does work that may have been interrupted before; the work is given the time that it has already taken. The time is kept in
/// a file, in seconds, until the work returns a result.
pub(super) fn timed<T>(
    path: PathBuf,
    work: impl FnOnce(Duration) -> anyhow::Result<Option<T>>,
) -> anyhow::Result<Option<T>> {
    let watch = Stopwatch::go_on(path);
    let done = thread::scope(|scope| {
        let (end, ended) = mpsc::channel::<()>();
        let watch = &watch;
        scope.spawn(move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                watch.write();
            }
        });
        let done = work(watch.elapsed());
        drop(end);
        done
    });
    watch.stop(matches!(done, Ok(Some(_))));
    done
}

#[derive(Debug)]
struct Stopwatch {
    path: PathBuf,
    before: Duration,
    begun: Instant,
}

impl Stopwatch {
    /// Starts the stopwatch at the time in the file, or at 0.
    fn go_on(path: PathBuf) -> Stopwatch {
        let text = files::read(&path, MOST_BYTES).ok();
        let text = text.and_then(|bytes| String::from_utf8(bytes).ok());
        let seconds = text.and_then(|text| text.trim().parse().ok());
        Stopwatch {
            path,
            before: Duration::from_secs(seconds.unwrap_or(0)),
            begun: Instant::now(),
        }
    }

    fn elapsed(&self) -> Duration {
        self.before.saturating_add(self.begun.elapsed())
    }

    fn write(&self) {
        let text = format!("{}\n", self.elapsed().as_secs());
        if let Err(error) = files::replace(&self.path, text.as_bytes()) {
            // without the file the minutes start again, and nothing else is lost
            log::debug!("cannot write {}: {error}", self.path.display());
        }
    }

    /// Stops the stopwatch. If the work is `done`, the file is removed, so that the next command has all of the time again.
    fn stop(self, done: bool) {
        if done {
            drop(std::fs::remove_file(&self.path));
        } else {
            self.write();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::files::Folder;

    #[test]
    fn it_goes_on_after_an_interruption() {
        let folder = Folder::new();
        let path = folder.path().join("x.seconds");
        std::fs::write(&path, "90\n").unwrap();
        let watch = Stopwatch::go_on(path.clone());
        assert!(watch.elapsed() >= Duration::from_secs(90));
        watch.stop(false);
        let watch = Stopwatch::go_on(path.clone());
        assert!(watch.elapsed() >= Duration::from_secs(90));
        assert!(watch.elapsed() < Duration::from_secs(100));
        watch.stop(true);
        assert!(!path.exists());
        // work that is interrupted keeps its time
        std::fs::write(&path, "90\n").unwrap();
        let interrupted = timed(path.clone(), |gone| {
            assert!(gone >= Duration::from_secs(90));
            Ok(None::<()>)
        });
        assert!(interrupted.unwrap().is_none() && path.exists());
        assert_eq!(timed(path.clone(), |_| Ok(Some(1))).unwrap(), Some(1));
        assert!(!path.exists());
        // a file with no number, or with more than a time can be, does not stop the work
        for text in ["soon", "18446744073709551615", &"9".repeat(100)] {
            std::fs::write(&path, text).unwrap();
            let watch = Stopwatch::go_on(path.clone());
            watch.write();
            watch.elapsed();
            watch.stop(true);
        }
    }
}
