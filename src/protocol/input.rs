//! Splits the input into lines; any bytes are accepted.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::Sender;

use super::Event;
use crate::types::Instant;

/// Longest line, in bytes.
pub const MAX_LINE: usize = 1 << 20;
/// Bytes of a longer line that are kept for the error message.
const KEPT: usize = 60;

/// Sends the lines of a reader as events, until it ends or the receiver is gone.
pub fn forward(mut reader: impl BufRead, events: &Sender<Event>) {
    loop {
        let event = match read_line(&mut reader, MAX_LINE) {
            Ok(Some((mut line, true))) => {
                line.truncate(KEPT);
                Event::Overlong(String::from_utf8_lossy(&line).into_owned())
            }
            Ok(Some((line, false))) => Event::Input {
                at: Instant::now(),
                line: String::from_utf8_lossy(&line).into_owned(),
            },
            Ok(None) => Event::EndOfInput,
            Err(error) => {
                log::warn!("cannot read the input: {error}");
                Event::EndOfInput
            }
        };
        let last = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || last {
            return;
        }
    }
}

/// Reads one line without its line end, which the last line may lack, and whether the line was cut to `longest` bytes.
/// `None` at the end of the input.
///
/// # Errors
/// If the reader fails.
pub fn read_line(reader: &mut impl BufRead, longest: usize) -> io::Result<Option<(Vec<u8>, bool)>> {
    let mut line = Vec::new();
    let mut start = reader.by_ref().take(longest as u64 + 1);
    if start.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let ended = line.pop_if(|byte| *byte == b'\n').is_some();
    let overlong = !ended && line.len() > longest;
    if overlong {
        line.truncate(longest);
        reader.skip_until(b'\n')?;
    } else {
        line.pop_if(|byte| *byte == b'\r');
    }
    Ok(Some((line, overlong)))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn events(bytes: &[u8]) -> Vec<String> {
        let (sender, receiver) = mpsc::channel();
        forward(io::BufReader::with_capacity(7, bytes), &sender);
        drop(sender);
        let text = |event| match event {
            Event::Input { line, .. } => line,
            Event::Overlong(line) => format!("CUT {}", line.len()),
            Event::EndOfInput => "END".to_owned(),
            other => panic!("{other:?}"),
        };
        receiver.into_iter().map(text).collect()
    }

    #[test]
    fn lines_end_anywhere_and_may_be_no_text() {
        assert_eq!(events(b""), ["END"]);
        assert_eq!(events(b"\n"), ["", "END"]);
        assert_eq!(
            events(b"xboard\r\nprotover 2\nquit"),
            ["xboard", "protover 2", "quit", "END"]
        );
        assert_eq!(events(b"a\xFFb\n"), ["a\u{FFFD}b", "END"]);
    }

    #[test]
    fn lines_that_are_too_long_are_cut() {
        let mut text = vec![b'x'; MAX_LINE];
        text.extend_from_slice(b"\nnew\n");
        assert_eq!(events(&text)[1..], ["new", "END"]);
        assert_eq!(events(&text)[0].len(), MAX_LINE);
        text.insert(0, b'x');
        assert_eq!(events(&text), ["CUT 60", "new", "END"]);
    }
}
