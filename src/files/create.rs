//! Files that are written bit by bit.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::kind_of;

/// Makes a file, or empties the one that is there, to be written to bit by bit. A terminal or
/// another device may have the name; to open a pipe would be to wait for its other end.
///
/// # Errors
/// If it cannot be written, or is neither.
pub fn create(path: &Path) -> io::Result<File> {
    if let Ok(there) = fs::metadata(path) {
        let kind = kind_of(&there);
        if !there.is_file() && kind != "a device" {
            let message = format!("it is {kind}, not a regular file");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
    }
    File::create(path)
}
