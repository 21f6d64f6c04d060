//! Replacing a file so that at any moment there is either the old one or the new one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::places::folder_of;
use super::require_regular;

/// A temporary file that is not locked and this old was left behind by a program that was killed.
const ABANDONED: Duration = Duration::from_secs(60);
/// Names tried for a temporary file: one may have been left behind by a process with the same number.
const NAMES: usize = 16;

/// The steps of replacing a file, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A file of another name is made in the same directory.
    Create,
    /// The new file is filled.
    Write,
    /// The contents of the new file are on the disk for good.
    Sync,
    /// The new file takes the place of the old one.
    Rename,
    /// The directory is on the disk for good.
    SyncFolder,
}

/// Writes or replaces a file. Removes temporary files that killed programs have left behind for it.
///
/// # Errors
/// If anything fails, or the old file is no regular file or write-protected; then the old file is unchanged.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_watched(path, bytes, &mut |_| Ok(()))
}

/// Replaces a file as `replace` does; calls `before` before each step, and fails with its error.
///
/// # Errors
/// If `replace` would fail, or `before` fails.
pub fn replace_watched(
    path: &Path,
    bytes: &[u8],
    before: &mut dyn FnMut(Step) -> io::Result<()>,
) -> io::Result<()> {
    // a link stays a link
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&path).ok();
    if let Some(old) = &old {
        // renaming would remove a device, and ignores write protection
        require_regular(old)?;
        if old.permissions().readonly() {
            let message = "it is write-protected";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
    }
    sweep(&path);
    before(Step::Create)?;
    let (file, temporary) = create_beside(&path)?;
    let permissions = old.map(|old| old.permissions());
    let done = fill(file, permissions, bytes, before).and_then(|()| {
        before(Step::Rename)?;
        fs::rename(&temporary, &path)
    });
    if let Err(error) = done {
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    before(Step::SyncFolder)?;
    sync_folder(&path);
    Ok(())
}

fn fill(
    mut file: File,
    permissions: Option<fs::Permissions>,
    bytes: &[u8],
    before: &mut dyn FnMut(Step) -> io::Result<()>,
) -> io::Result<()> {
    // the lock, or without locks the age, shows other programs that the temporary file is in use
    let _ = file.try_lock();
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    before(Step::Write)?;
    file.write_all(bytes)?;
    before(Step::Sync)?;
    file.sync_all()
}

/// The beginning of the names of the temporary files for a file.
fn prefix(path: &Path) -> io::Result<String> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Ok(format!(".{}.", name.to_string_lossy()))
}

const SUFFIX: &str = ".tmp";

/// A new file in the same directory with an unused name.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let prefix = prefix(path)?;
    let process = std::process::id();
    let mut tries = 0..NAMES;
    loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = path.with_file_name(format!("{prefix}{process}.{number}{SUFFIX}"));
        let file = (File::options().write(true).create_new(true)).open(&temporary);
        match file {
            Err(error)
                if error.kind() == io::ErrorKind::AlreadyExists && tries.next().is_some() => {}
            other => return Ok((other?, temporary)),
        }
    }
}

/// Removes the temporary files that were left behind.
fn sweep(path: &Path) {
    let (Ok(prefix), Ok(entries)) = (prefix(path), fs::read_dir(folder_of(path))) else {
        return;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_ours = |name: &str| {
        let numbers = name.strip_prefix(&prefix)?.strip_suffix(SUFFIX)?;
        let (process, number) = numbers.split_once('.')?;
        Some(is_number(process) && is_number(number))
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_str().and_then(is_ours) == Some(true) && is_abandoned(&entry.path()) {
            log::info!("{} was left behind", entry.path().display());
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_abandoned(path: &Path) -> bool {
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return false;
    };
    let age = metadata
        .modified()
        .ok()
        .and_then(|time| time.elapsed().ok());
    let open = || File::options().append(true).open(path);
    metadata.is_file()
        && age.is_some_and(|age| age >= ABANDONED)
        && open().is_ok_and(|file| file.try_lock().is_ok())
}

/// Puts the directory on the disk for good. Not all systems can do this, and the file is complete without it.
fn sync_folder(path: &Path) {
    let folder = folder_of(path);
    if let Err(error) = File::open(folder).and_then(|folder| folder.sync_all()) {
        log::debug!("cannot sync {}: {error}", folder.display());
    }
}
