//! What a tool has found out, told to people or to programs.

use std::io::{self, Write};

/// What can become JSON, where that is built in.
#[cfg(feature = "tools")]
pub use serde::Serialize as Portable;
/// What can become JSON; without the feature `tools` nothing does.
#[cfg(not(feature = "tools"))]
pub trait Portable {}
#[cfg(not(feature = "tools"))]
impl<T> Portable for T {}

/// How a tool tells what it has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// In lines for people.
    #[default]
    Text,
    /// As one line of JSON.
    #[cfg(feature = "tools")]
    Json,
}

/// What a tool has found out. Its fields are those of the JSON, which `docs/src/json.md` tells: a name that
/// was once given to one stays.
pub trait Findings: Portable {
    /// Writes it for people.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write_text(&self, out: &mut impl Write) -> io::Result<()>;

    /// Writes it in some style.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&self, style: Style, out: &mut impl Write) -> anyhow::Result<()> {
        match style {
            Style::Text => self.write_text(out)?,
            #[cfg(feature = "tools")]
            Style::Json => writeln!(out, "{}", serde_json::to_string(self)?)?,
        }
        Ok(())
    }
}

/// So many hundredths at most: more digits say nothing.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
