//! Files that are written bit by bit.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::{kind_of, require_regular};

/// Makes or empties a file. The name may be that of a terminal or another device, but not of a pipe, which would block
/// until its other end is opened.
///
/// # Errors
/// If the file cannot be written, or is neither a regular file nor a device.
pub fn create(path: &Path) -> io::Result<File> {
    require_no_wait(path)?;
    File::create(path)
}

/// Opens a file to append to it. Like [`create`], it does not block.
///
/// # Errors
/// If the file cannot be written, or is neither a regular file nor a device.
pub fn append(path: &Path) -> io::Result<File> {
    require_no_wait(path)?;
    File::options().append(true).create(true).open(path)
}

fn require_no_wait(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if kind_of(&there) != "a device" => require_regular(&there),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::files::Folder;
    use std::io::Write;

    #[test]
    fn existing_files_are_kept_or_emptied() {
        let folder = Folder::new();
        let path = folder.path().join("a");
        for text in ["1", "2"] {
            append(&path).unwrap().write_all(text.as_bytes()).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), b"12");
        drop(create(&path).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"");
    }

    #[cfg(unix)]
    #[test]
    fn no_pipe_is_waited_for() {
        let folder = Folder::new();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        for open in [create, append] {
            let error = open(&pipe).unwrap_err();
            assert_eq!(error.to_string(), "it is a pipe, not a regular file");
        }
    }
}
