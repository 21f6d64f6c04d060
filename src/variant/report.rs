//! Gathering complaints about one file.
//!
//! The reader and the builder both complain in several places without giving up; a [`Report`]
//! knows the name of the file and keeps the complaints in order, so that neither has to.

use super::{Diagnostic, Severity, Span};

/// The complaints about one file, in the order in which they were made.
#[derive(Clone, Debug)]
pub struct Report {
    file: String,
    list: Vec<Diagnostic>,
}

impl Report {
    /// An empty report on the file of that name.
    pub fn new(file: &str) -> Self {
        Report {
            file: file.to_owned(),
            list: Vec::new(),
        }
    }

    /// Goes on with what was found already.
    pub fn resume(file: &str, list: Vec<Diagnostic>) -> Self {
        Report {
            file: file.to_owned(),
            list,
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
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Everything noted so far.
    pub fn into_list(self) -> Vec<Diagnostic> {
        self.list
    }

    fn add(&mut self, span: Span, severity: Severity, message: String, hint: Option<String>) {
        self.list.push(Diagnostic {
            file: self.file.clone(),
            span,
            severity,
            message,
            hint,
        });
    }
}
