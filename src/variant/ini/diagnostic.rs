//! Where something stands in a text file, what is wrong with it there, and the [`Report`] that
//! gathers all of that: reading and resolving go on after a complaint, so that one run finds as many
//! as possible.

use std::fmt::{self, Write as _};

use super::limits::MAX_COMPLAINTS;

/// A place in a text: line and column (in characters), both counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "tools", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// Line, from 1; 0 when the matter concerns the file as a whole.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A value together with the place where the file says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What is said.
    pub value: T,
    /// Where.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value and its place.
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "tools", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "tools", serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Playable, but probably not what the author meant.
    Warning,
    /// The game (or the whole file) cannot be used.
    Error,
}

/// One complaint about a file, printed as `FILE:LINE:COLUMN: error: MESSAGE (hint: HINT)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "tools", derive(serde::Serialize, serde::Deserialize))]
pub struct Diagnostic {
    /// The name of the file, as the user knows it.
    pub file: String,
    /// Where in the file.
    #[cfg_attr(feature = "tools", serde(flatten))]
    pub span: Span,
    /// How bad.
    pub severity: Severity,
    /// What is wrong, a short lower-case phrase.
    pub message: String,
    /// What could be done about it, if that is known.
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

/// A text of a file whose control characters are written as escapes, such as `\t`: a tab looks like
/// a blank, and others could do anything to a terminal.
struct Visible<'a>(&'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c.is_control() {
            true => write!(f, "{}", c.escape_default()),
            false => f.write_char(c),
        })
    }
}

impl std::error::Error for Diagnostic {}

/// The complaints about one file or a game of it, in the order in which they were made. After
/// some only their number is kept.
#[derive(Clone, Debug)]
pub struct Report {
    file: String,
    /// How many complaints are kept.
    most: usize,
    list: Vec<Diagnostic>,
    /// The first of those that are not in the list, and how many they are.
    more: Option<(Diagnostic, usize)>,
}

impl Report {
    /// An empty report on the file of that name.
    pub fn new(file: &str) -> Self {
        Report {
            file: file.to_owned(),
            most: MAX_COMPLAINTS,
            list: Vec::new(),
            more: None,
        }
    }

    /// An empty report that keeps the first `most` complaints.
    pub fn brief(file: &str, most: usize) -> Self {
        Report {
            most,
            ..Report::new(file)
        }
    }

    /// Goes on with what was found already.
    pub fn resume(file: &str, list: Vec<Diagnostic>) -> Self {
        Report {
            file: file.to_owned(),
            most: MAX_COMPLAINTS,
            list,
            more: None,
        }
    }

    /// Notes an error.
    pub fn error(&mut self, span: Span, message: impl Into<String>, hint: Option<String>) {
        self.add(span, Severity::Error, message.into(), hint);
    }

    /// Notes a warning.
    pub fn warning(&mut self, span: Span, message: impl Into<String>, hint: Option<String>) {
        self.add(span, Severity::Warning, message.into(), hint);
    }

    /// True if an error was noted.
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// How many errors were noted; those that are only counted are one.
    pub fn errors(&self) -> usize {
        let more = self.more.iter().map(|(first, _)| first);
        let all = self.list.iter().chain(more);
        all.filter(|d| d.severity == Severity::Error).count()
    }

    /// True if further complaints are only counted.
    pub fn is_full(&self) -> bool {
        self.list.len() >= self.most
    }

    /// Everything noted so far.
    pub fn into_list(mut self) -> Vec<Diagnostic> {
        if let Some((mut first, count)) = self.more {
            if count > 1 {
                first.message = format!("{count} more complaints from here on");
                first.hint = None;
            }
            self.list.push(first);
        }
        self.list
    }

    fn add(&mut self, span: Span, severity: Severity, message: String, hint: Option<String>) {
        let full = self.is_full();
        match &mut self.more {
            Some((first, count)) => {
                first.severity = first.severity.max(severity);
                *count += 1;
            }
            more => {
                let diagnostic = Diagnostic {
                    file: self.file.clone(),
                    span,
                    severity,
                    message,
                    hint,
                };
                if full {
                    *more = Some((diagnostic, 1));
                } else {
                    self.list.push(diagnostic);
                }
            }
        }
    }
}
