use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use super::*;
use crate::testing::files::Folder;

#[test]
fn a_failure_at_any_step_leaves_the_old_file() {
    let folder = Folder::new();
    let path = folder.path().join("a.hash");
    let steps = [Step::Create, Step::Write, Step::Sync, Step::Rename];
    for failing in steps {
        fs::write(&path, "old").unwrap();
        let mut seen = Vec::new();
        let result = replace_watched(&path, b"new", &mut |step| {
            // this is what a kill would leave behind
            assert_eq!(fs::read(&path).unwrap(), b"old");
            seen.push(step);
            if step == failing {
                return Err(io::ErrorKind::StorageFull.into());
            }
            Ok(())
        });
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(seen.last(), Some(&failing));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(folder.names(), ["a.hash"], "no litter");
    }
    replace_watched(&path, b"new", &mut |step| {
        let expected: &[u8] = if step == Step::SyncFolder {
            b"new"
        } else {
            b"old"
        };
        assert_eq!(fs::read(&path).unwrap(), expected);
        Ok(())
    })
    .unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    // a directory that is not there
    assert!(replace(&folder.path().join("no/a.hash"), b"x").is_err());
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let (target, link) = (
        folder.path().join("target"),
        folder.path().join("link.hash"),
    );
    fs::write(&target, "old").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    replace(&link, b"new").unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(
        fs::metadata(&target).unwrap().permissions().mode() & 0o777,
        0o640
    );
}

#[test]
fn what_was_left_behind_is_swept() {
    let folder = Folder::new();
    let path = folder.path().join("a.hash");
    let old = SystemTime::now() - Duration::from_secs(3600);
    // temporary files: of a killed writer, of a writer that is still writing, for another file, of another program
    let names = [
        ".a.hash.12.0.tmp",
        ".a.hash.13.0.tmp",
        ".b.hash.12.0.tmp",
        ".a.hash.x.0.tmp",
        ".a.hash.tmp",
    ];
    let mut files = Vec::new();
    for name in names {
        let file = File::create(folder.path().join(name)).unwrap();
        file.set_modified(old).unwrap();
        files.push(file);
    }
    files[1].lock().unwrap();
    // a temporary file that has only just been made may not have been locked yet
    fs::write(folder.path().join(".a.hash.14.0.tmp"), "").unwrap();
    replace(&path, b"new").unwrap();
    let mut left = names[1..].to_vec();
    left.extend([".a.hash.14.0.tmp", "a.hash"]);
    left.sort();
    assert_eq!(folder.names(), left);
}

#[test]
fn what_is_no_regular_file_is_not_replaced() {
    let folder = Folder::new();
    let error = replace(folder.path(), b"x").unwrap_err();
    assert_eq!(error.to_string(), "it is a directory, not a regular file");
    if cfg!(unix) {
        assert!(replace(Path::new("/dev/null"), b"x").is_err());
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions.clone()).unwrap();
    let error = replace(&path, b"new").unwrap_err();
    assert_eq!(error.to_string(), "it is write-protected");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    // otherwise some systems could not remove the folder
    #[allow(clippy::permissions_set_readonly_false)]
    permissions.set_readonly(false);
    fs::set_permissions(&path, permissions).unwrap();
}

#[test]
fn nobody_changes_a_file_while_another_does() {
    let folder = Folder::new();
    let path = folder.path().join("a");
    let (writers, lines) = (4, 25);
    thread::scope(|scope| {
        for writer in 0..writers {
            let path = &path;
            scope.spawn(move || {
                for line in 0..lines {
                    let add = |mut bytes: Vec<u8>| {
                        bytes.extend_from_slice(format!("{writer} {line}\n").as_bytes());
                        Ok(bytes)
                    };
                    update(path, 1 << 20, add).unwrap();
                }
            });
        }
    });
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), writers * lines);
    if cfg!(unix) {
        assert_eq!(folder.names(), ["a"]);
    }
}

#[test]
fn a_change_that_fails_changes_nothing() {
    let folder = Folder::new();
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    assert!(update(&path, 9, |_| Err(io::ErrorKind::InvalidData.into())).is_err());
    assert!(update(&path, 2, Ok).is_err());
    assert_eq!(fs::read(&path).unwrap(), b"old");
}

#[test]
fn a_lock_that_is_not_given_back_is_not_waited_for_long() {
    let folder = Folder::new();
    let path = folder.path().join("a");
    let held = Lock::new(&path).unwrap();
    let error = update(&path, 9, Ok).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    assert!(!path.exists());
    drop(held);
    update(&path, 9, Ok).unwrap();
}
