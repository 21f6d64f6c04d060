//! Diagnostics with their places in a text file, and the [`Report`] that collects them. Reading continues after an error,
//! so that one run finds as many as possible.

use std::fmt::{self, Write as _};

use super::limits::MAX_DIAGNOSTICS;

/// A place in a text: line and column (in characters), both counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// Line, from 1; 0 for the whole file.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A value with its place in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value and its place.
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "workshop", serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Playable, but probably not what the author meant.
    Warning,
    /// The variant (or the whole file) cannot be used.
    Error,
}

/// A diagnostic about a file, printed as `FILE:LINE:COLUMN: error: MESSAGE (hint: HINT)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize, serde::Deserialize))]
pub struct Diagnostic {
    /// The name of the file, as the user knows it.
    pub file: String,
    /// The place in the file.
    #[cfg_attr(feature = "workshop", serde(flatten))]
    pub span: Span,
    /// The severity.
    pub severity: Severity,
    /// A short lower-case phrase.
    pub message: String,
    /// How to mend it, if known.
    pub hint: Option<String>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        if self.span.line > 0 {
            write!(f, "{}:{}:", self.span.line, self.span.column)?;
        }
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, " {severity}: {}", Visible(&self.message))?;
        if let Some(hint) = &self.hint {
            write!(f, " (hint: {})", Visible(hint))?;
        }
        Ok(())
    }
}

/// A text of a file with control characters shown as escapes such as `\t`: a tab looks like a blank, and other control
/// characters could affect the terminal.
struct Visible<'a>(&'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| {
            if c.is_control() {
                write!(f, "{}", c.escape_default())
            } else {
                f.write_char(c)
            }
        })
    }
}

impl std::error::Error for Diagnostic {}

/// A hint: a text, or perhaps one.
pub trait Hint {
    /// The text.
    fn into_text(self) -> Option<String>;
}

impl Hint for &str {
    fn into_text(self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl Hint for String {
    fn into_text(self) -> Option<String> {
        Some(self)
    }
}

impl Hint for Option<String> {
    fn into_text(self) -> Option<String> {
        self
    }
}

/// The diagnostics about a file or a variant in it, in order. Diagnostics beyond a limit are only counted.
#[derive(Clone, Debug)]
pub struct Report {
    file: String,
    /// Number of diagnostics kept.
    most: usize,
    /// The diagnostics kept. If there are more, one more is added, and stands for all the rest.
    list: Vec<Diagnostic>,
    /// Number of diagnostics that are not in the list.
    more: usize,
}

impl Report {
    /// An empty report on the file of that name.
    pub fn new(file: &str) -> Self {
        Report {
            file: file.to_owned(),
            most: MAX_DIAGNOSTICS,
            list: Vec::new(),
            more: 0,
        }
    }

    /// An empty report that keeps the first `most` diagnostics.
    pub fn brief(file: &str, most: usize) -> Self {
        Report {
            most,
            ..Report::new(file)
        }
    }

    /// A report that starts with earlier diagnostics.
    pub fn resume(file: &str, list: Vec<Diagnostic>) -> Self {
        Report {
            most: MAX_DIAGNOSTICS.max(list.len()),
            list,
            ..Report::new(file)
        }
    }

    /// Adds an error.
    pub fn error(&mut self, span: Span, message: impl Into<String>, hint: impl Hint) {
        self.add(span, Severity::Error, message.into(), hint.into_text());
    }

    /// Adds a warning.
    pub fn warning(&mut self, span: Span, message: impl Into<String>, hint: impl Hint) {
        self.add(span, Severity::Warning, message.into(), hint.into_text());
    }

    /// True if there is an error.
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// Number of errors; all errors that are only counted count as one.
    pub fn errors(&self) -> usize {
        let errors = self.list.iter().filter(|d| d.severity == Severity::Error);
        errors.count()
    }

    /// True if further diagnostics are only counted.
    pub fn is_full(&self) -> bool {
        self.list.len() >= self.most
    }

    /// All diagnostics.
    pub fn into_list(mut self) -> Vec<Diagnostic> {
        if self.more > 0
            && let Some(last) = self.list.last_mut()
        {
            last.message = format!("{} more errors and warnings from here on", self.more + 1);
            last.hint = None;
        }
        self.list
    }

    fn add(&mut self, span: Span, severity: Severity, message: String, hint: Option<String>) {
        if self.list.len() <= self.most {
            self.list.push(Diagnostic {
                file: self.file.clone(),
                span,
                severity,
                message,
                hint,
            });
        } else if let Some(last) = self.list.last_mut() {
            last.severity = last.severity.max(severity);
            self.more += 1;
        }
    }
}
