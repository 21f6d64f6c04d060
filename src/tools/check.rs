//! `fmax check`: everything that is wrong with a file of games.

use std::io::{self, Write};
use std::path::Path;

use super::findings::Findings;
use crate::variant::{Diagnostic, Library, LoadError, ReadOptions, Severity};

/// What was found in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "tools", derive(serde::Serialize, serde::Deserialize))]
pub struct Checked {
    /// The file.
    pub file: String,
    /// Games in it.
    pub games: usize,
    /// Errors: a game that has one cannot be played.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// All of these, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file and gathers all that is wrong with it.
///
/// # Errors
/// If the file cannot be read.
pub fn check(file: &Path, reading: ReadOptions) -> Result<Checked, LoadError> {
    let (games, mut diagnostics) = match Library::open(file, reading) {
        Ok(library) => (library.entries().len(), library.diagnostics().to_vec()),
        Err(LoadError::Invalid(diagnostics)) => (0, diagnostics),
        Err(error) => return Err(error),
    };
    // in the order of the file; those about another one, with what was learnt, come last
    let name = file.display().to_string();
    diagnostics.sort_by_key(|d| (d.file != name, d.span));
    let count = |severity: Severity| {
        let same = diagnostics.iter().filter(|d| d.severity == severity);
        same.count()
    };
    Ok(Checked {
        file: name,
        games,
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        diagnostics,
    })
}

impl Findings for Checked {
    /// All diagnostics and a summary.
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for diagnostic in &self.diagnostics {
            writeln!(out, "{diagnostic}")?;
        }
        writeln!(
            out,
            "{}: {}, {}, {}",
            self.file,
            plural(self.games, "game"),
            plural(self.errors, "error"),
            plural(self.warnings, "warning")
        )
    }
}

fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
