//! An engine as a process: lines go in, lines come out with the moment they were read.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{EngineCommand, Fault};
use crate::protocol::input::read_line;

/// The rest of a longer line is dropped.
const LONGEST_LINE: usize = 1 << 16;
/// So many lines may wait to be looked at before the engine has to wait in its turn.
const WAITING_LINES: usize = 4096;
/// How long an engine has to end by itself when told to quit.
const LAST_WORDS: Duration = Duration::from_millis(1000);

/// A line of an engine: when it was read, and its text without the end of line.
pub type Line = (Instant, String);

/// A running engine.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// `None` when the engine has been told to quit.
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    label: String,
}

impl Process {
    /// Starts an engine; `label` names it in the log.
    pub fn start(command: &EngineCommand, label: &str) -> io::Result<Process> {
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        // these threads end with the streams, at the latest when the process is killed
        if let Some(stdout) = child.stdout.take() {
            let label = label.to_owned();
            let forward = move |text| {
                let at = Instant::now();
                log::debug!("{label} > {text}");
                sender.send((at, text)).is_ok()
            };
            thread::Builder::new().spawn(move || for_each_line(stdout, forward))?;
        }
        if let Some(stderr) = child.stderr.take() {
            let label = label.to_owned();
            let note = move |text| {
                log::info!("{label} ! {text}");
                true
            };
            thread::Builder::new().spawn(move || for_each_line(stderr, note))?;
        }
        Ok(Process {
            stdin: child.stdin.take(),
            child,
            lines,
            label: label.to_owned(),
        })
    }

    /// Sends lines, which arrive together.
    pub fn send(&mut self, lines: &[impl AsRef<str>]) -> Result<(), Fault> {
        let mut text = String::new();
        for line in lines.iter().map(AsRef::as_ref) {
            log::debug!("{} < {line}", self.label);
            text.push_str(line);
            text.push('\n');
        }
        let stdin = self.stdin.as_mut().ok_or(Fault::Crash)?;
        (stdin
            .write_all(text.as_bytes())
            .and_then(|()| stdin.flush()))
        .map_err(|_| Fault::Crash)
    }

    /// The next line, waited for until `deadline`.
    pub fn receive(&mut self, deadline: Instant) -> Result<Line, Fault> {
        let patience = deadline.saturating_duration_since(Instant::now());
        self.lines
            .recv_timeout(patience)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault::Stall,
                RecvTimeoutError::Disconnected => Fault::Crash,
            })
    }
}

impl Drop for Process {
    /// Asks the engine to quit, and ends it if it does not.
    fn drop(&mut self) {
        let _ = self.send(&["quit"]);
        self.stdin = None;
        let deadline = Instant::now() + LAST_WORDS;
        while Instant::now() < deadline {
            // whatever it still says must not keep it from ending
            while self.lines.try_recv().is_ok() {}
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        log::info!("{} does not quit and is ended", self.label);
        // nothing can be done about a failure: the process is gone or cannot be stopped
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands on each line until there are no more, or nobody wants them.
fn for_each_line(stream: impl Read, mut each: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    while let Ok(Some((line, _))) = read_line(&mut stream, LONGEST_LINE) {
        if !each(String::from_utf8_lossy(&line).into_owned()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_kind() {
        let mut text = b"one\r\n\n\xff\n".to_vec();
        text.extend(vec![b'x'; 3 * LONGEST_LINE]);
        text.extend(b"\nlast");
        let mut lines = Vec::new();
        for_each_line(&text[..], |line| {
            lines.push(line);
            true
        });
        assert_eq!(lines[..3], ["one", "", "\u{fffd}"]);
        assert_eq!(lines[3].len(), LONGEST_LINE);
        assert_eq!(lines[4..], ["last"]);
    }

    #[test]
    fn no_such_program() {
        let command = "/no/such/engine".parse().unwrap();
        assert!(Process::start(&command, "x").is_err());
    }
}
