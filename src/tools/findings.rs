//! Results of tools, printed as text or JSON.

use std::io::{self, Write};

/// Serialisable results, if JSON is built in.
#[cfg(feature = "workshop")]
pub use serde::Serialize as Portable;
/// A placeholder without the feature `workshop`.
#[cfg(not(feature = "workshop"))]
pub trait Portable {}
#[cfg(not(feature = "workshop"))]
impl<T> Portable for T {}

/// The form of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Lines of text.
    #[default]
    Text,
    /// One line of JSON.
    #[cfg(feature = "workshop")]
    Json,
}

/// The results of a tool. The fields are those of the JSON, which `docs/src/json.md` describes: their names
/// must not change.
pub trait Findings: Portable {
    /// Writes the results as text.
    ///
    /// # Errors
    /// If the results cannot be written.
    fn write_text(&self, out: &mut impl Write) -> io::Result<()>;

    /// Writes the results in this form.
    ///
    /// # Errors
    /// If the results cannot be written.
    fn write(&self, style: Style, out: &mut impl Write) -> anyhow::Result<()> {
        match style {
            Style::Text => self.write_text(out)?,
            #[cfg(feature = "workshop")]
            Style::Json => writeln!(out, "{}", serde_json::to_string(self)?)?,
        }
        Ok(())
    }
}

/// The number rounded to hundredths.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
