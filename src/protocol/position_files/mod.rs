//! Positions remembered from one session to the next, in files that people can read and edit.
//!
//! The positions of variant NAME are in `NAME.hash` (characters that file names cannot have become `_`), one per line as
//! [EPD](epd): the first four fields of a FEN, then operations, each ended by a semicolon.
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
//! | `dm N` | the side to move mates in N moves; with -N it is mated in N moves; overrides `ce` |
//! | `acd N` | the depth in plies at which the score was found, for information |
//! | `bm MOVE` | the best move, as the protocol writes it |
//!
//! A line needs `ce` or `dm`. The counters of a FEN may follow the four fields. Other operations, empty lines, comments,
//! and unreadable lines stay in the file as they are. If a position occurs twice, the last line counts.

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

/// Size limit. The file is read at the start of every game, while the session does not answer.
const MAX_BYTES: u64 = 1 << 20;
/// Most errors of a file that are listed; the rest are counted.
const LISTED: usize = 5;

/// The name of the file with the positions of a variant.
pub fn file_name(variant: &str) -> String {
    files::safe_name(variant) + ".hash"
}

/// Reads the files of a variant: records and diagnostics. If several records have the same position, the last one
/// counts.
pub fn recall(library: &Library, rules: &Arc<Ruleset>) -> (Vec<Record>, Vec<Diagnostic>) {
    let (mut records, mut problems) = (Vec::new(), Vec::new());
    let name = file_name(&rules.variant().name);
    for folder in library.places().positions(library.file()) {
        let path = folder.join(&name);
        match HashFile::read(&path, rules) {
            Ok((file, diagnostics)) => {
                problems.extend(diagnostics);
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

/// A line of the file.
#[derive(Debug)]
struct Line {
    bytes: Vec<u8>,
    record: Option<Record>,
}

impl HashFile {
    /// Reads a file, with diagnostics about its lines. A file that does not exist is empty.
    ///
    /// # Errors
    /// If the file cannot be read, is not a regular file or is too large.
    pub fn read(path: &Path, rules: &Arc<Ruleset>) -> io::Result<(HashFile, Vec<Diagnostic>)> {
        let bytes = match files::read(path, MAX_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            other => other?,
        };
        Ok(HashFile::parse(path, &bytes, rules))
    }

    fn parse(path: &Path, bytes: &[u8], rules: &Arc<Ruleset>) -> (HashFile, Vec<Diagnostic>) {
        let mut lines = Vec::new();
        let mut report = Report::brief(&path.display().to_string(), LISTED);
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
                format!("{count} lines with keys that only Fairy-Max can read; they are ignored");
            report.warning(Span { line, column: 1 }, message, None);
        }
        (HashFile { lines }, report.into_list())
    }

    /// The positions, in the order of the file.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.lines.iter().filter_map(|line| line.record.as_ref())
    }

    /// Replaces the record of the same position, or adds the record at the end.
    fn put(&mut self, mut record: Record) {
        let same = |line: &Line| line.record.as_ref().is_some_and(|r| r.key == record.key);
        let index = self.lines.iter().rposition(same);
        if let Some(old) = index.and_then(|index| self.lines[index].record.take()) {
            record.other = old.other;
        }
        let line = Line {
            bytes: record.to_string().into_bytes(),
            record: Some(record),
        };
        match index {
            Some(index) => self.lines[index] = line,
            None => self.lines.push(line),
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

    /// Saves a position in a file. Other programs may write to the file, so it is read again and replaced as a whole.
    ///
    /// # Errors
    /// If the file cannot be read or written; the old file stays.
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
