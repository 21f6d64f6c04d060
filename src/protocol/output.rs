//! The only way out: every line of the protocol is written and flushed here.

use std::io::{self, Write};

use super::Reply;

/// A writer of complete, flushed lines.
///
/// When the other side has gone, writing fails once; from then on the output is closed and
/// everything is dropped, and it is for the session to end.
pub struct Output {
    sink: Box<dyn Write + Send>,
    closed: bool,
}

impl Output {
    /// Output to a writer.
    pub fn new(sink: Box<dyn Write + Send>) -> Output {
        Output {
            sink,
            closed: false,
        }
    }

    /// Writes a reply as a line and flushes it.
    pub fn send(&mut self, reply: &Reply) {
        if self.closed {
            return;
        }
        let line = single_line(&reply.to_string());
        log::debug!("> {line}");
        if let Err(error) = self.write(&line) {
            log::info!("the output is closed: {error}");
            self.closed = true;
        }
    }

    /// True if nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        self.sink.write_all(line.as_bytes())?;
        self.sink.write_all(b"\n")?;
        self.sink.flush()
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output")
            .field("closed", &self.closed)
            .finish_non_exhaustive()
    }
}

/// Nothing that comes from a file or a GUI may begin a line of its own.
fn single_line(text: &str) -> String {
    let clean = |c: char| if c.is_control() && c != '\t' { ' ' } else { c };
    text.chars().map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(output.is_closed());
        output.send(&Reply::Pong(2));
    }

    #[test]
    fn a_reply_is_one_line() {
        assert_eq!(single_line("a\nmove b\r\0\tc"), "a move b  \tc");
    }
}
