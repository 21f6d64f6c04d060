//! Several programs that change one file.
//!
//! A program that changes a file holds a lock from before reading it until the file has been replaced. The lock is on
//! another file beside it, `.NAME.lock`, because the file itself is replaced. The lock file exists only while the lock is
//! held, on systems where it can be removed without a race.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::read::too_large;
use super::{read, replace};

/// The longest wait for a lock: a program that was stopped while it held a lock must not stop others.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often to look whether the lock is free.
const INTERVAL: Duration = Duration::from_millis(2);

/// The right to change a file. The right ends with this value, or when the program ends, for whatever reason.
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
    /// If another program keeps the right for too long, or no file can be made in the folder.
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
            // a program that waits for the lock file sees that it is gone, and makes another
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// True if a file can be made at this path: its folder exists, and the user may change it. The test locks the
/// file, so it may wait, and except on Unix it leaves the lock file behind.
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

/// True if the open file is the one that has this path now.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => id(open) == id(named),
        _ => false,
    }
}

/// On other systems a lock file is never removed.
#[cfg(not(unix))]
fn is_still(_: &File, _: &Path) -> bool {
    true
}

/// Reads a file of at most `most` bytes, and replaces its contents by what `change` makes of them, while no other
/// program does the same. A file that does not exist counts as empty.
///
/// # Errors
/// If the file cannot be read or written, would become larger than that, or `change` fails; then the file is unchanged.
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
        // a larger file could not be read again
        return Err(too_large("it would be", most));
    }
    replace(path, &new)
}
