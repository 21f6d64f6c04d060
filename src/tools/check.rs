//! `fmax check`: everything that is wrong with a file of games.

use std::io::Write;
use std::path::Path;

use crate::variant::{Diagnostic, Library, LoadError, ReadOptions, Severity};

/// Writes all diagnostics of a file and a summary; true if there is no error among them.
///
/// # Errors
/// If the file cannot be read, or nothing can be written.
pub fn run(file: &Path, reading: ReadOptions, out: &mut impl Write) -> anyhow::Result<bool> {
    let (games, diagnostics) = match Library::open(file, reading) {
        Ok(library) => (library.entries().len(), library.diagnostics().to_vec()),
        Err(LoadError::Invalid(diagnostics)) => (0, diagnostics),
        Err(error) => return Err(error.into()),
    };
    for diagnostic in &diagnostics {
        writeln!(out, "{diagnostic}")?;
    }
    let errors = count(&diagnostics, Severity::Error);
    let warnings = count(&diagnostics, Severity::Warning);
    writeln!(
        out,
        "{}: {}, {}, {}",
        file.display(),
        plural(games, "game"),
        plural(errors, "error"),
        plural(warnings, "warning")
    )?;
    Ok(errors == 0)
}

fn count(diagnostics: &[Diagnostic], severity: Severity) -> usize {
    let same = diagnostics.iter().filter(|d| d.severity == severity);
    same.count()
}

fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
