//! What can go wrong when a library is loaded or asked for a game.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::variant::{Diagnostic, Severity};

/// Why a file could not be used.
#[derive(Debug)]
pub enum LoadError {
    /// It could not be read.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is not a file of games.
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

/// Why there is no game of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindError {
    /// No game is called so.
    Unknown {
        /// The name.
        name: String,
        /// A game whose name is similar.
        suggestion: Option<String>,
        /// Only the games of the program were looked through.
        built_in: bool,
    },
    /// The game has errors.
    Broken {
        /// The name.
        name: String,
        /// What is wrong with it.
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
                write!(f, "there is no game `{name}`")?;
                match suggestion {
                    Some(known) => write!(f, " (perhaps `{known}`)"),
                    None if *built_in => write!(f, " (if it is in a file: --ini FILE)"),
                    None => Ok(()),
                }
            }
            FindError::Broken { name, diagnostics } => {
                write!(f, "the game `{name}` has errors")?;
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
