//! `fmax check`: the errors and warnings of a file of variants.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::findings::Findings;
use crate::protocol::xboard;
#[cfg(feature = "tools")]
use crate::variant::Variant;
use crate::variant::describe::counted;
use crate::variant::{Diagnostic, Library, LoadError, ReadOptions, Selections, Severity};

/// The diagnostics of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize))]
pub struct Checked {
    /// The file.
    pub file: String,
    /// Number of variants.
    pub games: usize,
    /// Number of errors: a variant with an error cannot be played.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
    /// The diagnostics, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file and collects all diagnostics.
///
/// # Errors
/// The file cannot be read.
pub fn check(file: &Path, reading: ReadOptions) -> Result<Checked, LoadError> {
    let (games, mut diagnostics) = match Library::open(file, reading.with_slips()) {
        Ok(library) => everything(&library, &file.display().to_string()),
        Err(LoadError::Invalid(diagnostics)) => (0, diagnostics),
        Err(error) => return Err(error),
    };
    // in the order of the file; those about companion files come last
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

/// Checks a text that will be written to a file: returns the number of variants, and the diagnostics.
///
/// # Errors
/// If the text is not a file of variants; the error says why.
pub fn check_text(
    name: &str,
    text: &[u8],
    reading: ReadOptions,
) -> Result<(usize, Vec<Diagnostic>), Vec<Diagnostic>> {
    let library = Library::parse(name, text, reading.with_slips())?;
    Ok(everything(&library, name))
}

/// The number of variants of a library, and all diagnostics.
fn everything(library: &Library, file: &str) -> (usize, Vec<Diagnostic>) {
    let mut diagnostics = library.diagnostics().to_vec();
    diagnostics.extend(limits_of_xboard(library, file));
    #[cfg(feature = "tools")]
    for entry in library.entries() {
        if let Ok(variant) = &entry.variant
            && !variant.pictures.is_empty()
        {
            let mut variant = Variant::clone(variant);
            diagnostics.extend(super::show::drawn::load(library, &mut variant));
        }
    }
    (library.entries().len(), diagnostics)
}

/// Warnings for variants that XBoard cannot select by one of their names, or cannot display.
fn limits_of_xboard(library: &Library, file: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for entry in library.entries().iter().filter(|entry| entry.listed) {
        let mut warn = |message: String, hint: String| {
            found.push(Diagnostic {
                file: file.to_owned(),
                span: entry.place,
                severity: Severity::Warning,
                message,
                hint: Some(hint),
            });
        };
        let own = std::iter::once(&entry.name).filter(|_| !entry.unnamed);
        for name in own.chain(&entry.aliases) {
            let Some(sent) = xboard::sent_for(name) else {
                continue;
            };
            let meant = library.find(sent, &Selections::default());
            let same = |variant| matches!(&entry.variant, Ok(own) if Arc::ptr_eq(own, variant));
            if !meant.as_ref().is_ok_and(same) {
                let message = format!("XBoard takes the name `{name}` for its own game {sent}");
                warn(
                    message,
                    format!("a name without `{sent}` in it or in front"),
                );
            }
        }
        if let Some(limit) = xboard::too_tall(entry.ranks) {
            warn(limit, "other GUIs may show more".to_owned());
        }
    }
    found
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
            counted(self.games, "game"),
            counted(self.errors, "error"),
            counted(self.warnings, "warning")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games::{library, read};

    fn warnings(games: &str) -> Vec<String> {
        let text = format!("version 4.8(w)\n\n{games}");
        let found = limits_of_xboard(&read(&text), "mine.ini");
        found.iter().map(Diagnostic::to_string).collect()
    }

    #[test]
    fn the_shipped_games_have_names_that_xboard_leaves_alone() {
        let found = limits_of_xboard(library(), "fmax.ini");
        let [tall, further, anders] = &found[..] else {
            panic!("{found:#?}");
        };
        assert!(tall.message.contains("from rank 16"), "{tall}");
        // names by which Fairy-Stockfish knows variants; XBoard uses another name for the first one
        assert!(further.message.contains("`nocheckatomic`"), "{further}");
        assert!(anders.message.contains("`andersgiveaway`"), "{anders}");
    }

    #[test]
    fn warns_about_names_and_boards_that_xboard_cannot_take() {
        let pieces = "3 5\n3 5\np:74 -16,7\np:74 16,7\nk:-1 1,7 -1,7 16,7 -16,7\nn:259 -31,7\nR:444 1,3 -1,3\n";
        let game = |name: &str, size: &str| format!("Game: {name}\n{size}\n{pieces}\n");
        let games =
            game("great-shatranj", "2x8") + &game("shatranj", "2x8") + &game("mine", "2x15");
        let hijacked = "mine.ini:3:7: warning: XBoard takes the name `great-shatranj` for its own game \
                        shatranj (hint: a name without `shatranj` in it or in front)";
        assert_eq!(warnings(&games), [hijacked]);
        let tall = warnings(&game("mine", "2x16"));
        assert!(
            tall[0].starts_with("mine.ini:3:7: warning: XBoard reads moves from rank 16 as drops")
        );
        // an alias counts too
        let named = game("mine", "2x8").trim_end().to_owned() + "\nAlias: fairy-mine other\n";
        assert!(warnings(&named)[0].contains("`fairy-mine`"));
    }
}
