//! The program as a process.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

pub const FMAX: &str = env!("CARGO_BIN_EXE_fmax");

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program, isolated from the files of the user who runs the tests.
pub fn program() -> Command {
    let mut command = Command::new(FMAX);
    command.env_remove("RUST_LOG");
    for variable in [
        "HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "LOCALAPPDATA",
        "PROGRAMDATA",
    ] {
        command.env_remove(variable);
    }
    command.env("XDG_DATA_DIRS", "/nonexistent");
    command
}

/// Runs the program with this input until it ends.
pub fn fmax(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    run(program().args(args), input)
}

/// Runs a command with this input until it ends.
pub fn run(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // the program may end without reading its input
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
}

/// The program with these arguments, no input, and its output captured.
pub fn command(args: &[&str]) -> Command {
    let mut command = program();
    command
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Starts a command, sends it a signal as soon as a condition holds, and waits for its end.
#[cfg(unix)]
pub fn broken_off(command: &mut Command, order: &str, until: impl FnMut() -> bool) -> Output {
    let child = command.spawn().unwrap();
    wait_until(until);
    signal(order, &child);
    child.wait_with_output().unwrap()
}

/// Runs a check on each item in parallel, for checks that mostly wait.
pub fn at_once<T: Sync>(things: &[T], look: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for thing in things {
            scope.spawn(|| look(thing));
        }
    });
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Sends a signal to a process; the name is without `SIG`.
#[cfg(unix)]
pub fn signal(name: &str, process: &Child) {
    let status = Command::new("kill")
        .args(["-s", name, &process.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// Waits until a condition holds.
pub fn wait_until(mut is_true: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(5));
    }
}

/// A running engine, with a time stamp for each line it prints.
pub struct Engine {
    pub child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

impl Engine {
    /// Starts the engine in a folder, by default the current folder.
    pub fn start(args: &[&str], folder: Option<&Path>) -> Engine {
        let mut command = program();
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let mut child = command
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        // ends at the first line after the receiver is dropped, which closes the pipe
        thread::spawn(move || {
            for line in output.lines() {
                let line = line.expect("it writes UTF-8");
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        Engine {
            stdin: child.stdin.take(),
            lines,
            child,
        }
    }

    pub fn say(&mut self, bytes: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes.as_ref()).unwrap();
    }

    /// The next line and its time.
    pub fn hear(&mut self) -> (Instant, String) {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    /// Reads lines until one begins with `start`; returns its time and all lines.
    pub fn hear_until(&mut self, start: &str) -> (Instant, Vec<String>) {
        let mut lines = Vec::new();
        loop {
            let heard = self.lines.recv_timeout(PATIENCE);
            let (came, line) =
                heard.unwrap_or_else(|error| panic!("{start} did not come, {error}: {lines:?}"));
            lines.push(line);
            if lines[lines.len() - 1].starts_with(start) {
                return (came, lines);
            }
        }
    }

    /// Sends lines and returns the time until a line begins with `answer`.
    pub fn ask(&mut self, lines: &str, answer: &str) -> Duration {
        let asked = Instant::now();
        self.say(format!("{lines}\n"));
        self.hear_until(answer).0.saturating_duration_since(asked)
    }

    /// Closes the engine's standard input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Closes the reading end of the engine's output.
    pub fn close_output(&mut self) {
        self.lines = mpsc::channel().1;
    }

    /// Waits for the engine to end.
    pub fn end(&mut self) -> ExitStatus {
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < until, "it does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // the engine has already ended, unless the test has failed
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
