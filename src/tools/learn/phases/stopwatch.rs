//! The time that learning a variant has taken over all runs: a resumed command has the rest of its minutes.

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::files;

/// How often the time is written: a killed program loses no more than this.
const INTERVAL: Duration = Duration::from_secs(5);
/// The largest file in bytes.
const MOST_BYTES: u64 = 64;

/// Does work that may have been interrupted before; the work is given the time that it has already taken. The time is kept in
/// a file, in seconds, until the work returns a result: the next command has all of the time again.
pub(super) fn timed<T>(
    path: &Path,
    work: impl FnOnce(Duration) -> anyhow::Result<Option<T>>,
) -> anyhow::Result<Option<T>> {
    let (before, begun) = (known(path), Instant::now());
    let write = || {
        let time = before.saturating_add(begun.elapsed());
        let text = format!("{}\n", time.as_secs());
        if let Err(error) = files::replace(path, text.as_bytes()) {
            // without the file the minutes start again, and nothing else is lost
            log::debug!("cannot write {}: {error}", path.display());
        }
    };
    let done = thread::scope(|scope| {
        let (end, ended) = mpsc::channel::<()>();
        scope.spawn(move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                write();
            }
        });
        let done = work(before);
        drop(end);
        done
    });
    if matches!(done, Ok(Some(_))) {
        drop(std::fs::remove_file(path));
    } else {
        write();
    }
    done
}

/// The time in a file; none if there is no file with a time.
fn known(path: &Path) -> Duration {
    let text = files::read(path, MOST_BYTES).ok();
    let text = text.and_then(|bytes| String::from_utf8(bytes).ok());
    let seconds = text.and_then(|text| text.trim().parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
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
        // work that is interrupted keeps its time
        for _ in 0..2 {
            let interrupted = timed(&path, |gone| {
                assert!((90..100).contains(&gone.as_secs()));
                Ok(None::<()>)
            });
            assert!(interrupted.unwrap().is_none() && path.exists());
        }
        assert_eq!(timed(&path, |_| Ok(Some(1))).unwrap(), Some(1));
        assert!(!path.exists());
        // a file with no number, or with more than a time can be, does not stop the work
        for text in ["soon", "18446744073709551615", &"9".repeat(100)] {
            std::fs::write(&path, text).unwrap();
            assert!(timed(&path, |_| Ok(None::<()>)).unwrap().is_none());
            assert!(timed(&path, |_| Ok(Some(()))).unwrap().is_some());
            assert!(!path.exists());
        }
    }
}
