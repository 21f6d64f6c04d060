//! An engine as a process: commands go in, messages come out with the time at which they were read.
//!
//! An engine may be broken or hostile. It may read nothing, write without end, start other processes or refuse to quit.
//! None of this may block fmax, fill its memory or outlive the match.

use std::io::{self, BufReader, Read, Write};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::stderr::LastLines;
use super::text::{printable, shortened};
use super::{EngineCommand, Fault, Message};
use crate::protocol::input::read_line;
use crate::tools::lab::interrupt;
use crate::types::lock;

/// The longest line in bytes; the rest is dropped.
const LONGEST_LINE: usize = 1 << 14;
/// The most messages in the queue; an engine that writes more is broken.
const MOST_WAITING: usize = 4096;
/// With more messages in the queue than this, further search reports are dropped.
const MOST_THOUGHTS: usize = MOST_WAITING / 4;
/// The most that an engine may write between two commands, in bytes: hours of output for the most talkative engines.
const MOST_BYTES: u64 = 128 << 20;
/// How many lines of an engine's output are logged between two commands, and how many characters of each.
const LOGGED_LINES: u64 = 10_000;
const LOGGED_CHARS: usize = 1000;
/// How long an engine may take to read a command.
const READING: Duration = Duration::from_secs(5);
/// How long an engine may take to quit, and the system to kill the engine.
const LAST_WORDS: Duration = Duration::from_millis(1000);
/// How often to check for an interrupt.
const GLANCE: Duration = Duration::from_millis(50);

/// A message of an engine, and when it was read.
pub type Heard = (Instant, Message);

/// A process with its children. A thread other than the one that started it may kill it.
type Group = Mutex<Box<dyn ChildWrapper>>;

/// The engines that are running.
static RUNNING: Mutex<Vec<Weak<Group>>> = Mutex::new(Vec::new());

#[derive(Debug)]
pub struct Process {
    group: Arc<Group>,
    /// The sender of commands; `None` after `quit`, or when the engine did not read a command.
    orders: Option<Sender<String>>,
    /// When each command was read by the engine, or buffered by the system.
    read: Receiver<io::Result<Instant>>,
    heard: Receiver<Heard>,
    meter: Arc<Meter>,
    stderr: Arc<LastLines>,
    label: String,
}

/// Parses a line of a protocol.
pub type Reader = fn(&str) -> Message;

/// Counts the output of an engine.
#[derive(Debug, Default)]
struct Meter {
    /// Bytes since the last command.
    bytes: AtomicU64,
    lines: AtomicU64,
    waiting: AtomicUsize,
    flooded: AtomicBool,
}

/// A stream of an engine that ends when the engine has written too much.
struct Metered<R> {
    stream: R,
    meter: Arc<Meter>,
}

impl Process {
    /// Starts an engine, whose lines are parsed by `meaning`; `label` names the engine in the log.
    pub fn start(command: &EngineCommand, label: &str, meaning: Reader) -> io::Result<Process> {
        let mut wrap = CommandWrap::with_new(&command.program, |process| {
            process
                .args(&command.arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
        });
        #[cfg(unix)]
        wrap.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrap.wrap(process_wrap::std::JobObject);
        let mut child = wrap.spawn()?;
        let streams = (
            child.stdin().take(),
            child.stdout().take(),
            child.stderr().take(),
        );
        let (orders, to_write) = mpsc::channel();
        let (written, read) = mpsc::channel();
        let (sender, heard) = mpsc::channel();
        let group = Arc::new(Mutex::new(child));
        lock(&RUNNING).push(Arc::downgrade(&group));
        let process = Process {
            group,
            orders: Some(orders),
            read,
            heard,
            meter: Arc::default(),
            stderr: Arc::default(),
            label: label.to_owned(),
        };
        // these threads end when the streams end, at the latest when the process is killed
        if let Some(stdin) = streams.0 {
            thread::Builder::new().spawn(move || write_orders(stdin, &to_write, &written))?;
        }
        if let Some(stdout) = streams.1 {
            let (label, meter) = (label.to_owned(), process.meter.clone());
            let forward = move |line: &[u8]| meter.forward(&label, line, meaning, &sender);
            process.read_lines(stdout, forward, || {})?;
        }
        if let Some(stderr) = streams.2 {
            let (label, meter) = (label.to_owned(), process.meter.clone());
            let (last, closed) = (process.stderr.clone(), process.stderr.clone());
            let keep = move |line: &[u8]| {
                let text = printable(line);
                meter.log(log::Level::Info, &label, '!', &text);
                last.add(&text);
                true
            };
            process.read_lines(stderr, keep, move || closed.close())?;
        }
        Ok(process)
    }

    fn read_lines(
        &self,
        stream: impl Read + Send + 'static,
        each: impl FnMut(&[u8]) -> bool + Send + 'static,
        at_end: impl FnOnce() + Send + 'static,
    ) -> io::Result<()> {
        let meter = self.meter.clone();
        let stream = Metered { stream, meter };
        thread::Builder::new().spawn(move || {
            for_each_line(stream, each);
            at_end();
        })?;
        Ok(())
    }

    /// The last lines that the engine has written to stderr.
    pub fn last_lines(&self) -> &LastLines {
        &self.stderr
    }

    /// Sends lines together; returns the time at which they had arrived.
    pub fn send(&mut self, lines: &[impl AsRef<str>]) -> Result<Instant, Fault> {
        let mut text = String::new();
        for line in lines.iter().map(AsRef::as_ref) {
            log::debug!("{} < {line}", self.label);
            text.push_str(line);
            text.push('\n');
        }
        self.meter.bytes.store(0, Ordering::Relaxed);
        self.meter.lines.store(0, Ordering::Relaxed);
        let orders = self.orders.as_ref().ok_or(Fault::Stall)?;
        orders.send(text).map_err(|_| Fault::Crash)?;
        match self.read.recv_timeout(READING) {
            Ok(Ok(at)) => Ok(at),
            Err(RecvTimeoutError::Timeout) => {
                self.orders = None;
                Err(Fault::Stall)
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.silenced()),
        }
    }

    /// The next message that comes until `deadline`.
    pub fn receive(&mut self, deadline: Instant) -> Result<Heard, Fault> {
        loop {
            let patience = deadline.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(patience.min(GLANCE)) {
                Ok((at, message)) => {
                    self.meter.waiting.fetch_sub(1, Ordering::Relaxed);
                    // an engine that writes all the time has not answered in time either
                    return if at > deadline {
                        Err(Fault::Stall)
                    } else {
                        Ok((at, message))
                    };
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.silenced()),
                Err(RecvTimeoutError::Timeout) => {
                    if patience <= GLANCE || interrupt::status().is_some() {
                        return Err(Fault::Stall);
                    }
                }
            }
        }
    }

    /// The fault of an engine that no longer reads or writes.
    fn silenced(&self) -> Fault {
        if self.meter.flooded.load(Ordering::Relaxed) {
            Fault::Flood
        } else {
            Fault::Crash
        }
    }

    /// True if the engine ends within this time.
    fn ends_within(&self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        loop {
            // not the whole group: only the process that fmax has started can be waited for
            if !matches!(lock(&self.group).inner_mut().try_wait(), Ok(None)) {
                return true;
            }
            if Instant::now() > deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    /// Asks the engine to quit; kills it if it does not, and all processes that it has started.
    fn drop(&mut self) {
        if let Some(orders) = self.orders.take() {
            log::debug!("{} < quit", self.label);
            // the engine may have crashed
            let _ = orders.send("quit\n".to_owned());
        }
        if !self.ends_within(LAST_WORDS) {
            log::info!("{} does not quit and is ended", self.label);
        }
        kill(&self.group);
        if !self.ends_within(LAST_WORDS) {
            log::warn!("{} cannot be ended", self.label);
        }
        let mut running = lock(&RUNNING);
        running.retain(|group| !std::ptr::eq(group.as_ptr(), &raw const *self.group));
    }
}

impl Meter {
    /// Reads a line and hands on the message in it; false if there are too many messages.
    fn forward(&self, label: &str, line: &[u8], read: Reader, sender: &Sender<Heard>) -> bool {
        let at = Instant::now();
        let text = printable(line);
        self.log(log::Level::Debug, label, '>', &text);
        let message = read(&text);
        let most = match message {
            Message::Other => return true,
            Message::Thinks { .. } => MOST_THOUGHTS,
            _ => MOST_WAITING,
        };
        if self.waiting.load(Ordering::Relaxed) < most {
            self.waiting.fetch_add(1, Ordering::Relaxed);
            return sender.send((at, message)).is_ok();
        }
        let flooded = most == MOST_WAITING;
        self.flooded.fetch_or(flooded, Ordering::Relaxed);
        !flooded
    }

    fn log(&self, level: log::Level, label: &str, mark: char, text: &str) {
        match self.lines.fetch_add(1, Ordering::Relaxed) {
            ..LOGGED_LINES => log::log!(level, "{label} {mark} {}", shortened(text, LOGGED_CHARS)),
            LOGGED_LINES => log::log!(level, "{label} {mark} ... and more until the next command"),
            _ => {}
        }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        let before = (self.meter.bytes).fetch_add(count as u64, Ordering::Relaxed);
        if before > MOST_BYTES {
            self.meter.flooded.store(true, Ordering::Relaxed);
            return Ok(0);
        }
        Ok(count)
    }
}

/// Calls `each` with every line until it returns false.
fn for_each_line(stream: impl Read, mut each: impl FnMut(&[u8]) -> bool) {
    let mut stream = BufReader::new(stream);
    while let Ok(Some((line, _))) = read_line(&mut stream, LONGEST_LINE) {
        if !each(&line) {
            return;
        }
    }
}

/// Writes commands, and reports when each was written.
fn write_orders(
    mut stdin: impl Write,
    orders: &Receiver<String>,
    written: &Sender<io::Result<Instant>>,
) {
    for order in orders {
        let result = stdin.write_all(order.as_bytes());
        let result = result.and_then(|()| stdin.flush());
        let failed = result.is_err();
        if written.send(result.map(|()| Instant::now())).is_err() || failed {
            return;
        }
    }
}

/// Kills all engines and their children, for a program that ends at once.
pub fn kill_all() {
    let groups: Vec<Arc<Group>> = (lock(&RUNNING).iter()).filter_map(Weak::upgrade).collect();
    groups.iter().for_each(|group| kill(group));
}

fn kill(group: &Group) {
    let mut child = lock(group);
    // the process has usually ended already
    let _ = child.start_kill();
    // in case the process has left its group
    let _ = child.inner_mut().start_kill();
}

#[cfg(test)]
mod tests {
    use super::super::cecp::message as cecp;
    use super::*;

    #[test]
    fn lines_of_any_kind() {
        let mut text = b"one\r\n\n\xff\n".to_vec();
        text.extend(vec![b'x'; 3 * LONGEST_LINE]);
        text.extend(b"\nlast");
        let mut lines = Vec::new();
        for_each_line(&text[..], |line| {
            lines.push(line.to_vec());
            true
        });
        assert_eq!(lines[..3], [&b"one"[..], b"", b"\xff"]);
        assert_eq!(lines[3].len(), LONGEST_LINE);
        assert_eq!(lines[4..], [b"last"]);
    }

    #[test]
    fn a_stream_without_end_is_cut() {
        let meter = Arc::new(Meter::default());
        let stream = Metered {
            stream: io::repeat(b'x'),
            meter: meter.clone(),
        };
        for_each_line(stream, |_| true);
        assert!(meter.flooded.load(Ordering::Relaxed));
    }

    #[test]
    fn search_reports_are_dropped_first() {
        let (meter, (sender, heard)) = (Meter::default(), mpsc::channel());
        let say = |text: &str| meter.forward("x", text.as_bytes(), cecp::read, &sender);
        for _ in 0..2 * MOST_WAITING {
            assert!(say("# chatter"));
            assert!(say("5 10 20 30 e2e4"));
        }
        assert!(say("move e2e4"));
        let last = heard.try_iter().last().map(|(_, message)| message);
        assert_eq!(last, Some(Message::Move("e2e4".into())));
        // no message has been taken from the queue
        let said = (0..2 * MOST_WAITING).take_while(|_| say("move e2e4"));
        assert_eq!(said.count(), MOST_WAITING - MOST_THOUGHTS - 1);
        assert!(meter.flooded.load(Ordering::Relaxed));
    }

    #[test]
    fn no_such_program() {
        let command = "/no/such/engine".parse().unwrap();
        assert!(Process::start(&command, "x", cecp::read).is_err());
    }
}
