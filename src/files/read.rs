//! Reading an unknown file.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::require_regular;

/// Reads a regular file of at most `most` bytes.
///
/// The kind of the file is checked before opening, since opening a pipe blocks, and again afterwards, since it may have been
/// replaced.
///
/// # Errors
/// If the file does not exist, is no regular file, is larger ([`io::ErrorKind::FileTooLarge`]), or cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    require_regular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    require_regular(&metadata)?;
    let mut bytes = Vec::new();
    if metadata.len() <= most {
        // the file may grow meanwhile
        file.take(most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 <= most {
            return Ok(bytes);
        }
    }
    Err(too_large("it is", most))
}

/// Says that a file is, or would be, too large.
pub(super) fn too_large(it_is: &str, most: u64) -> io::Error {
    let message = format!("{it_is} larger than {}", size(most));
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

/// A size in words.
fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..0x10_0000 => format!("{} kB", bytes >> 10),
        _ => format!("{} MB", bytes >> 20),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::files::Folder;

    #[test]
    fn up_to_a_size() {
        let folder = Folder::new();
        let path = folder.path().join("a");
        fs::write(&path, "1234").unwrap();
        assert_eq!(read(&path, 4).unwrap(), b"1234");
        let error = read(&path, 3).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it is larger than 3 bytes");
        let error = read(&folder.path().join("none"), 3).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn sizes_in_words() {
        assert_eq!(size(1023), "1023 bytes");
        assert_eq!(size(512 << 10), "512 kB");
        assert_eq!(size(64 << 20), "64 MB");
    }

    #[test]
    fn directories_are_refused() {
        let folder = Folder::new();
        let error = read(folder.path(), 9).unwrap_err();
        assert_eq!(error.to_string(), "it is a directory, not a regular file");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_waited_for() {
        let folder = Folder::new();
        let (pipe, socket) = (folder.path().join("pipe"), folder.path().join("socket"));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let _bound = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for (path, kind) in [
            (pipe.as_path(), "a pipe"),
            (&socket, "a socket"),
            (Path::new("/dev/zero"), "a device"),
        ] {
            let error = read(path, 9).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
            let message = format!("it is {kind}, not a regular file");
            assert_eq!(error.to_string(), message);
        }
    }
}
