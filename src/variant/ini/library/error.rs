//! Errors of loading a library and finding variants.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::variant::{Diagnostic, Severity};

/// Why a file could not be used.
#[derive(Debug)]
pub enum LoadError {
    /// The file could not be read.
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is not a file of variants.
    Invalid(Vec<Diagnostic>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Io { path, .. } => write!(f, "cannot read {}", path.display()),
            LoadError::Invalid(list) => match list.first() {
                Some(first) => write!(f, "{first}"),
                None => write!(f, "the file is invalid"),
            },
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LoadError::Io { source, .. } => Some(source),
            LoadError::Invalid(_) => None,
        }
    }
}

/// Why a variant was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindError {
    /// No variant has this name.
    Unknown {
        /// The name.
        name: String,
        /// A similar name.
        suggestion: Option<String>,
        /// Only the built-in variants were searched.
        built_in: bool,
    },
    /// The variant has errors.
    Broken {
        /// The name.
        name: String,
        /// The diagnostics of the variant.
        diagnostics: Vec<Diagnostic>,
    },
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindError::Unknown {
                name,
                suggestion,
                built_in,
            } => {
                write!(f, "there is no variant `{name}`")?;
                match suggestion {
                    Some(known) => write!(f, " (perhaps `{known}`)"),
                    None if *built_in => write!(f, " (if it is in a file: --ini FILE)"),
                    None => Ok(()),
                }
            }
            FindError::Broken { name, diagnostics } => {
                write!(f, "the variant `{name}` has errors")?;
                let first = (diagnostics.iter()).find(|d| d.severity == Severity::Error);
                match first {
                    Some(first) => write!(f, ": {first}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for FindError {}
