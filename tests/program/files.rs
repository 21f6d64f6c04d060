//! Unusual input files, and files that several processes write at the same time.

use std::fs;
use std::process::Command;

use crate::common::files::Folder;
use crate::common::process::{Engine, fmax, stderr, stdout};

const INI: &str = include_str!("../../fmax.ini");
const REFUSAL: &str = "it is a pipe, not a regular file";

#[cfg(unix)]
fn pipe(folder: &Folder, name: &str) -> String {
    let path = folder.file(name);
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    path
}

/// Opening a pipe blocks until its other end is opened.
#[cfg(unix)]
#[test]
fn pipes_are_refused_and_not_waited_for() {
    let folder = Folder::new();
    let pipe = pipe(&folder, "games.ini");
    for args in [
        &["--ini", &pipe][..],
        &["--ini", &pipe, "variants"],
        &["check", &pipe],
        &["--log", &pipe],
    ] {
        let output = fmax(args, "quit\n");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = stdout(&output) + &stderr(&output);
        assert!(said.contains(REFUSAL), "{args:?}: {said}");
    }
    let output = fmax(&["--ini", "/dev/zero"], "quit\n");
    assert!(stdout(&output).contains("it is a device, not a regular file"));
    let output = fmax(&[], format!("option Ini File={pipe}\nping 1\nquit\n"));
    let said = stdout(&output);
    assert!(
        said.contains(REFUSAL) && said.ends_with("pong 1\n"),
        "{said}"
    );
    // files read in addition to the variants
    let ini = folder.write("other.ini", INI);
    self::pipe(&folder, "other.eval");
    let output = fmax(&["--ini", &ini], "quit\n");
    assert!(stdout(&output).contains(REFUSAL), "{}", stdout(&output));
}

/// A terminal is not a regular file, but a log may be written to it.
#[cfg(unix)]
#[test]
fn a_log_may_go_to_a_device() {
    let output = fmax(&["--log", "/dev/null"], "ping 1\nquit\n");
    assert_eq!(stdout(&output), "pong 1\n");
}

/// A file that is far too large is not read to its end.
#[test]
fn huge_files_are_refused_at_once() {
    let folder = Folder::new();
    let path = folder.write("huge.ini", "version 4.8(w)\n");
    // a sparse file, which takes no disk space
    let file = fs::File::options().append(true).open(&path).unwrap();
    file.set_len(1 << 40).unwrap();
    let output = fmax(&["--ini", &path], "quit\n");
    let said = stdout(&output);
    assert!(said.contains("it is larger than 1 MB"), "{said}");
}

/// Lines with remembered positions, distinct for each writer.
fn positions(writer: usize, count: usize) -> String {
    let position = |i: usize| {
        let (piece, place) = (["N", "B", "R", "Q"][writer], i % 32);
        let (file, rank) = (place % 8, place / 8);
        let mut ranks = ["8"; 4].map(str::to_owned);
        let gap = |n: usize| if n > 0 { n.to_string() } else { String::new() };
        ranks[rank] = gap(file) + piece + &gap(7 - file);
        let fen = format!("4k3/{}/8/8/4K3 b - - 0 1", ranks.join("/"));
        format!("setboard {fen}\nremember {i}\n")
    };
    let all: String = (0..count).map(position).collect();
    format!("new\nforce\n{all}ping 1\n")
}

/// The number of remembered positions. Every line of the file must be complete.
fn remembered(folder: &Folder) -> usize {
    let text = folder.read("normal.hash");
    let whole = |line: &str| line.starts_with("4k3/") && line.ends_with(';');
    assert!(text.lines().all(whole) && text.ends_with('\n'), "{text}");
    text.lines().count()
}

#[test]
fn several_engines_in_one_folder_lose_no_position() {
    let folder = Folder::new();
    let mut engines: Vec<Engine> = (0..4)
        .map(|_| Engine::start(&["--hash", "1"], Some(folder.path())))
        .collect();
    for (writer, engine) in engines.iter_mut().enumerate() {
        engine.say(positions(writer, 24));
    }
    for engine in &mut engines {
        let (_, said) = engine.hear_until("pong 1");
        let written = |line: &&String| line.starts_with("telluser ") && line.contains(" written: ");
        assert_eq!(said.iter().filter(written).count(), 24, "{said:?}");
        engine.say("quit\n");
        assert!(engine.end().success());
    }
    assert_eq!(remembered(&folder), 4 * 24);
    // no temporary files are left
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert!(left == 1 || !cfg!(unix), "{left}");
}

/// A killed engine leaves a complete file and no lock.
#[test]
fn engines_that_are_killed_leave_a_whole_file() {
    let folder = Folder::new();
    let mut known = 0;
    for round in 0..12 {
        let start = || Engine::start(&["--hash", "1"], Some(folder.path()));
        let (mut killed, mut other) = (start(), start());
        killed.say(positions(round % 3, 32));
        killed.hear_until("telluser ");
        std::thread::sleep(std::time::Duration::from_millis(3 * round as u64));
        killed.child.kill().unwrap();
        killed.child.wait().unwrap();
        let now = remembered(&folder);
        assert!(now >= known, "{now}");
        other.say(positions(3, 2));
        let (_, said) = other.hear_until("pong 1");
        assert!(
            said.iter().all(|line| !line.starts_with("tellusererror")),
            "{said:?}"
        );
        known = remembered(&folder);
        assert!(known >= now);
    }
}

/// When the disk is full, the old file stays and the user is informed.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = Folder::new();
    let line = "4k3/8/8/8/8/8/8/R3K3 b - - ce 5;\n";
    let old = format!("// mine\n{}", line.repeat(100));
    fs::write(folder.file("normal.hash"), &old).unwrap();
    // a limit of at most 1024 bytes per file stands in for a full disk
    let fmax = crate::common::process::FMAX;
    let script = format!(
        "trap '' XFSZ; cd '{}'; ulimit -f 1; exec {fmax} --hash 1",
        folder.path().display()
    );
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    use std::io::Write;
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"remember 7\nping 1\nquit\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let said = stdout(&output);
    assert!(
        said.starts_with("tellusererror cannot write ") && said.contains("too large"),
        "{said}"
    );
    assert!(said.ends_with("pong 1\n"), "{said}");
    assert_eq!(folder.read("normal.hash"), old);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
