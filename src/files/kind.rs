//! The kind of a file: only regular files hold variants and positions.

use std::fs::Metadata;
use std::io;
use std::path::Path;

/// The kind of a file in words.
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

/// Refuses all but regular files.
///
/// # Errors
/// If the file is of another kind, which the message names.
pub fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let message = format!("it is {}, not a regular file", kind_of(metadata));
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Turns a name, such as that of a variant, into a name for a file: characters other than letters, digits, `-`, `_` and
/// `+` become `_`.
pub fn safe_name(name: &str) -> String {
    let unsafe_sign = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '+');
    name.replace(unsafe_sign, "_")
}

/// True if a path exists, even as a dangling link.
pub fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}
