//! What it is that has a name: only regular files hold games and positions.

use std::fs::Metadata;
use std::io;
use std::path::Path;

/// What the metadata are of, in words.
pub fn kind_of(metadata: &Metadata) -> &'static str {
    let kind = metadata.file_type();
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        } else if kind.is_socket() {
            return "a socket";
        } else if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
    }
    if kind.is_dir() {
        "a directory"
    } else if kind.is_file() {
        "a regular file"
    } else {
        "something else"
    }
}

/// Refuses what is no regular file.
///
/// # Errors
/// If it is none; the message says what it is.
pub fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let message = format!("it is {}, not a regular file", kind_of(metadata));
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// A name, as that of a game, as a part of the names of files: what cannot be part of them becomes
/// `_`.
pub fn safe_name(name: &str) -> String {
    let safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '+');
    name.chars()
        .map(|c| if safe(c) { c } else { '_' })
        .collect()
}

/// True if a path leads to something, be it a link that leads nowhere.
pub fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}
