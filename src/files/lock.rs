//! Several programs that change one file.
//!
//! A program that changes a file holds a lock from before reading it until it has been replaced. The lock is on another
//! file beside it, `.NAME.lock`, because the file itself is replaced. That file exists only while the lock is held, on
//! systems where it can be removed without a race.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::read::too_large;
use super::{read, replace};

/// Time after which a lock is not waited for: a program that is stopped while it holds a lock must not stop others.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often to look whether the lock is free.
const INTERVAL: Duration = Duration::from_millis(2);

/// The right to change a file. It ends with this value, or with the program, however that ends.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// `None`: the file system knows no locks.
    file: Option<File>,
}

impl Lock {
    /// Waits for the right to change a file, though not for long.
    ///
    /// # Errors
    /// If another program does not give it back, or nothing can be made in the folder.
    pub fn new(path: &Path) -> io::Result<Lock> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let path = path.with_file_name(format!(".{}.lock", name.to_string_lossy()));
        let begun = Instant::now();
        loop {
            let file = File::options().append(true).create(true).open(&path)?;
            match file.try_lock() {
                Ok(()) if is_still(&file, &path) => {
                    let file = Some(file);
                    return Ok(Lock { path, file });
                }
                // the previous holder has removed the file
                Ok(()) => continue,
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => {
                    log::debug!("no lock for {}: {error}", path.display());
                    return Ok(Lock { path, file: None });
                }
            }
            if begun.elapsed() > PATIENCE {
                let message = "another program is writing it";
                return Err(io::Error::new(io::ErrorKind::TimedOut, message));
            }
            thread::sleep(INTERVAL);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if cfg!(unix) || self.file.is_none() {
            // a program that waits for it sees that it is gone, and makes another
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// True if a file of that name can be made: its folder exists, and the user may change it. It is tested by locking the
/// file, which may wait, and except on Unix leaves the lock's file behind.
pub fn can_be_made(path: &Path) -> bool {
    use io::ErrorKind::{NotFound, PermissionDenied, ReadOnlyFilesystem};
    match Lock::new(path) {
        Ok(_) => true,
        Err(error) => !matches!(
            error.kind(),
            NotFound | PermissionDenied | ReadOnlyFilesystem
        ),
    }
}

/// True if the open file is the one of that name.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => id(open) == id(named),
        _ => false,
    }
}

/// Elsewhere the file is never taken away.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}

/// Reads a file of at most `most` bytes, and replaces it by what `change` makes of it, while no other
/// program does the same. One that does not exist is empty.
///
/// # Errors
/// If it cannot be read or written, would become larger, or `change` fails; then the file is unchanged.
pub fn update(
    path: &Path,
    most: u64,
    change: impl FnOnce(Vec<u8>) -> io::Result<Vec<u8>>,
) -> io::Result<()> {
    let _lock = Lock::new(path)?;
    let old = match read(path, most) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        other => other?,
    };
    let new = change(old)?;
    if new.len() as u64 > most {
        // it could not be read again
        return Err(too_large("it would be", most));
    }
    replace(path, &new)
}
