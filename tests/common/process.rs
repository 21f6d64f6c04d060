//! The program as a process.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

pub const FMAX: &str = env!("CARGO_BIN_EXE_fmax");

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program, with nothing found that belongs to whoever runs the tests.
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

/// Runs the program with some input to its end.
pub fn fmax(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    run(program().args(args), input)
}

/// Runs a command with some input to its end.
pub fn run(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // a program that does not read is no failure of the test
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
}

/// The program with some arguments and no input, with what it says caught.
pub fn command(args: &[&str]) -> Command {
    let mut command = program();
    command
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Begins a command, sends it a signal as soon as something is true, and waits for its end.
#[cfg(unix)]
pub fn broken_off(command: &mut Command, order: &str, until: impl FnMut() -> bool) -> Output {
    let child = command.spawn().unwrap();
    wait_until(until);
    signal(order, &child);
    child.wait_with_output().unwrap()
}

/// Does the same with each of some things at the same time: for what waits more than it works.
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

/// Sends a signal to a process, by its name without `SIG`.
#[cfg(unix)]
pub fn signal(name: &str, process: &Child) {
    let status = Command::new("kill")
        .args(["-s", name, &process.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// Waits until something is true.
pub fn wait_until(mut is_true: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(5));
    }
}

/// A running engine, and its lines as they come, each with the time.
pub struct Engine {
    pub child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

impl Engine {
    /// Starts it in a folder, or else in the current one.
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
        // ends with its first line that nobody wants, which closes the pipe
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

    /// The next line, and when it came.
    pub fn hear(&mut self) -> (Instant, String) {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    /// Listens until a line begins so; returns when that was, and all lines.
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

    /// Sends lines and returns how long it took until a line began so.
    pub fn ask(&mut self, lines: &str, answer: &str) -> Duration {
        let asked = Instant::now();
        self.say(format!("{lines}\n"));
        self.hear_until(answer).0.saturating_duration_since(asked)
    }

    /// From now on nobody speaks to it.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// From now on nobody listens to it.
    pub fn close_output(&mut self) {
        self.lines = mpsc::channel().1;
    }

    /// Waits for its end.
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
        // it has ended already, unless the test has failed
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
