//! Replacing a file so that at any moment there is either the old one or the new one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What is done, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A file of another name is made in the same directory.
    Create,
    /// It is filled.
    Write,
    /// Its contents are on the disk for good.
    Sync,
    /// It takes the place of the old file.
    Rename,
    /// The directory is on the disk for good.
    SyncFolder,
}

/// Writes a file, or replaces what is there.
///
/// # Errors
/// If anything fails; what was there is still there then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_watched(path, bytes, &mut |_| Ok(()))
}

/// The same; `before` is asked before each step, and its error takes the place of the step's.
///
/// # Errors
/// Likewise.
pub fn replace_watched(
    path: &Path,
    bytes: &[u8],
    before: &mut dyn FnMut(Step) -> io::Result<()>,
) -> io::Result<()> {
    // a link stays a link
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = temporary_path(&path)?;
    let done = fill(&temporary, &path, bytes, before);
    if done.is_err() {
        // if it was never made, or has been renamed, there is nothing to remove
        let _ = fs::remove_file(&temporary);
    }
    done
}

fn fill(
    temporary: &Path,
    path: &Path,
    bytes: &[u8],
    before: &mut dyn FnMut(Step) -> io::Result<()>,
) -> io::Result<()> {
    before(Step::Create)?;
    let mut file = File::create(temporary)?;
    if let Ok(old) = fs::metadata(path) {
        file.set_permissions(old.permissions())?;
    }
    before(Step::Write)?;
    file.write_all(bytes)?;
    before(Step::Sync)?;
    file.sync_all()?;
    drop(file);
    before(Step::Rename)?;
    fs::rename(temporary, path)?;
    before(Step::SyncFolder)?;
    sync_folder(path);
    Ok(())
}

/// A name in the same directory that nobody else uses.
fn temporary_path(path: &Path) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    let name = format!(".{}.{process}.{number}.tmp", name.to_string_lossy());
    Ok(path.with_file_name(name))
}

/// Not every system can do that, and the file is whole without it.
fn sync_folder(path: &Path) {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if let Err(error) = File::open(folder).and_then(|folder| folder.sync_all()) {
        log::debug!("cannot sync {}: {error}", folder.display());
    }
}
