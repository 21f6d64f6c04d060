//! Positions remembered from one session to the next, in files that people can read and edit.
//!
//! The positions of the variant NAME are in `NAME.hash` (characters that a file name cannot have become `_`), one to a
//! line of [EPD](epd): the first four fields of a FEN, then operations, each with a semicolon at its end.
//!
//! ```text
//! // krk, white to move
//! 8/8/8/4k3/8/8/8/R3K3 w - - dm 11; acd 20; bm e1e2;
//! rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - ce 35; acd 14;
//! ```
//!
//! | operation | meaning |
//! |---|---|
//! | `ce N` | the score in centipawns for the side to move |
//! | `dm N` | the side to move mates in N moves; with -N it is mated in N moves; goes before `ce` |
//! | `acd N` | the depth in plies at which the score was found; nothing depends on it |
//! | `bm MOVE` | the best move, as the protocol writes it |
//!
//! A line needs one of `ce` and `dm`. The counters of a FEN may follow the four fields. Other operations, empty lines,
//! comments, and lines that cannot be read stay in the file as they are. Of two lines with the same position the last
//! one counts.

pub mod epd;
mod record;

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::files;
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Diagnostic, Library, Severity, Span};

pub use record::Record;
use record::is_raw_key;

/// A larger file is not read: it is read again for every game, and the session waits for it.
const MAX_BYTES: u64 = 1 << 20;
/// The number of broken lines that are reported; the others are counted.
const REPORTED: usize = 5;

/// The name of the file with the positions of a game.
pub fn file_name(game: &str) -> String {
    files::safe_name(game) + ".hash"
}

/// The positions that the files of a variant hold, and what is wrong with these. Of several records of a
/// position the last one counts.
pub fn recall(library: &Library, rules: &Arc<Ruleset>) -> (Vec<Record>, Vec<Diagnostic>) {
    let (mut records, mut problems) = (Vec::new(), Vec::new());
    let name = file_name(&rules.variant().name);
    for folder in library.places().positions(library.file()) {
        let path = folder.join(&name);
        match HashFile::read(&path, rules) {
            Ok((file, complaints)) => {
                problems.extend(complaints);
                records.extend(file.records().cloned());
            }
            Err(error) => problems.push(Diagnostic {
                file: path.display().to_string(),
                span: Span::default(),
                severity: Severity::Error,
                message: format!("cannot be read: {error}"),
                hint: None,
            }),
        }
    }
    (records, problems)
}

/// The positions of one file.
#[derive(Debug)]
pub struct HashFile {
    lines: Vec<Line>,
}

/// A line as it is in the file.
#[derive(Debug)]
struct Line {
    bytes: Vec<u8>,
    record: Option<Record>,
}

impl HashFile {
    /// Reads a file; one that does not exist is empty. What is wrong with its lines comes back
    /// with it.
    ///
    /// # Errors
    /// If the file cannot be read, is no regular file or far too large.
    pub fn read(path: &Path, rules: &Arc<Ruleset>) -> io::Result<(HashFile, Vec<Diagnostic>)> {
        let bytes = match files::read(path, MAX_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            other => other?,
        };
        Ok(HashFile::parse(path, &bytes, rules))
    }

    fn parse(path: &Path, bytes: &[u8], rules: &Arc<Ruleset>) -> (HashFile, Vec<Diagnostic>) {
        let mut lines = Vec::new();
        let mut report = Report::brief(&path.display().to_string(), REPORTED);
        let mut raw = Vec::new();
        let mut game = Game::new(rules.clone(), 0);
        let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let texts = body.split(|&byte| byte == b'\n');
        for (line, bytes) in (1..).zip(texts).take_while(|_| !body.is_empty()) {
            let text = String::from_utf8_lossy(bytes);
            let text = text.trim_end();
            let record = if is_raw_key(text) {
                raw.push(line);
                None
            } else {
                Record::read(&mut game, text, line).unwrap_or_else(|(span, message)| {
                    report.error(span, message, None);
                    None
                })
            };
            let bytes = bytes.to_vec();
            lines.push(Line { bytes, record });
        }
        if let Some(&line) = raw.first() {
            let count = raw.len();
            let message =
                format!("{count} lines of Fairy-Max, whose keys mean nothing to another program");
            report.warning(Span { line, column: 1 }, message, None);
        }
        (HashFile { lines }, report.into_list())
    }

    /// The positions, in the order of the file.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.lines.iter().filter_map(|line| line.record.as_ref())
    }

    /// Puts a position into the file's place for it, or at its end.
    fn put(&mut self, mut record: Record) {
        let same = |line: &&mut Line| line.record.as_ref().is_some_and(|r| r.key == record.key);
        match self.lines.iter_mut().rfind(same) {
            Some(line) => {
                if let Some(old) = line.record.take() {
                    record.other = old.other;
                }
                line.bytes = record.to_string().into_bytes();
                line.record = Some(record);
            }
            None => self.lines.push(Line {
                bytes: record.to_string().into_bytes(),
                record: Some(record),
            }),
        }
    }

    /// The text of the file.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for line in &self.lines {
            bytes.extend_from_slice(&line.bytes);
            bytes.push(b'\n');
        }
        bytes
    }

    /// Puts a position into a file, with all that is in the file by then: other programs may write
    /// to it. Whatever happens meanwhile, there is either the old file or the new one.
    ///
    /// # Errors
    /// If it cannot be read or written; the old file is still there then.
    pub fn keep(path: &Path, rules: &Arc<Ruleset>, record: Record) -> io::Result<()> {
        files::update(path, MAX_BYTES, |old| {
            let (mut file, _) = HashFile::parse(path, &old, rules);
            file.put(record);
            Ok(file.bytes())
        })
    }
}

#[cfg(test)]
mod tests;
