//! Output: every line of a protocol is written and flushed here.
//!
//! All lines of one event are written at once. A GUI that wakes up for each line may draw its board in between:
//! XBoard took 19 ms of the engine's clock for a thinking line that was sent before the move.

use std::fmt::Display;
use std::io::Write;

/// A writer of complete lines, flushed by [`Output::flush`] or when it is dropped.
///
/// After the first failed write the output is closed and drops everything; the session should then end.
pub struct Output {
    sink: Box<dyn Write + Send>,
    lines: Vec<u8>,
    closed: bool,
}

impl Output {
    /// Writes to `sink`.
    pub fn new(sink: Box<dyn Write + Send>) -> Output {
        Output {
            sink,
            lines: Vec::new(),
            closed: false,
        }
    }

    /// Adds a reply to the text that the next [`Output::flush`] writes.
    pub fn send(&mut self, reply: &impl Display) {
        let line = single_line(&reply.to_string());
        log::debug!("> {line}");
        self.lines.extend_from_slice(line.as_bytes());
        self.lines.push(b'\n');
    }

    /// Drops the replies sent since the last [`Output::flush`].
    pub fn discard(&mut self) {
        self.lines.clear();
    }

    /// Writes everything sent since the last flush.
    pub fn flush(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        if self.closed || lines.is_empty() {
            return;
        }
        let written = self.sink.write_all(&lines);
        if let Err(error) = written.and_then(|()| self.sink.flush()) {
            log::info!("the output is closed: {error}");
            self.closed = true;
        }
    }

    /// True if the program at the other end has stopped reading.
    pub fn is_closed(&self) -> bool {
        self.closed
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.flush();
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output")
            .field("closed", &self.closed)
            .finish_non_exhaustive()
    }
}

/// The first `longest` characters of a text; `...` marks that the text was cut.
pub fn shortened(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Replaces line ends and other control characters, so that quoted text cannot start a line.
fn single_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() && c != '\t' { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::protocol::Reply;

    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn closes_when_nobody_reads() {
        let mut output = Output::new(Box::new(Gone));
        assert!(!output.is_closed());
        output.send(&Reply::Pong(1));
        output.flush();
        assert!(output.is_closed());
        output.send(&Reply::Pong(2));
        output.flush();
    }

    /// A writer that notes the length of each write.
    struct Counter(std::sync::Arc<std::sync::Mutex<Vec<usize>>>);

    impl Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().push(bytes.len());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_leave_together() {
        let writes = std::sync::Arc::default();
        let mut output = Output::new(Box::new(Counter(std::sync::Arc::clone(&writes))));
        output.send(&Reply::Pong(1));
        output.send(&Reply::Pong(2));
        output.flush();
        output.flush();
        output.send(&Reply::Pong(3));
        drop(output);
        assert_eq!(*writes.lock().unwrap(), [14, 7]);
    }

    #[test]
    fn a_reply_is_one_line() {
        assert_eq!(single_line("a\nmove b\r\0\tc"), "a move b  \tc");
    }
}
