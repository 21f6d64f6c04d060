//! A misplaced word of a command line that may be the name of a variant, which most commands take by an option.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{Reading, Source};
use crate::variant::Library;

/// The variants of the file that the wrong arguments name, or of the default file.
pub fn games(args: &[OsString]) -> Option<Library> {
    let mut args = args.iter();
    let ini = args.find_map(|arg| match arg.to_str()?.strip_prefix("--ini")? {
        "" => Some(None),
        value => value.strip_prefix('=').map(Some),
    });
    let ini = ini.and_then(|value| match value {
        Some(path) => Some(path.into()),
        None => args.next().map(PathBuf::from),
    });
    let reading = Reading::default();
    Source { ini, reading }.library().ok()
}

/// The misplaced word.
pub fn word(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let argument = text(ContextKind::InvalidArg)?;
    match error.kind() {
        ErrorKind::UnknownArgument => Some(argument.clone()),
        ErrorKind::ValueValidation => text(ContextKind::InvalidValue),
        _ => None,
    }
    .filter(|_| !argument.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::super::usage::{Stop, read};
    use super::*;

    fn complaint(line: &str) -> String {
        match read(line.split(' ').map(OsString::from)) {
            Err(Stop::Wrong { message, .. }) => message,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// A word that is no command may be a variant, and is reported as one if the command takes variants by an option.
    #[test]
    fn misplaced_variants_are_reported() {
        let message = |game: &str| format!("if you mean the game: --variant {game}");
        for (line, game) in [
            ("fmax xiangqi", "xiangqi"),
            ("fmax Xiangqi", "Xiangqi"),
            ("fmax xangqi", "xiangqi"),
            ("fmax perft shogi", "shogi"),
            ("fmax export shogi", "shogi"),
            ("fmax show N makruk", "makruk"),
            ("fmax --ini fmax.ini perft 3 knightmat", "knightmate"),
        ] {
            let said = complaint(line);
            assert!(
                said.contains(&format!("; {}", message(game))),
                "{line}: {said}"
            );
        }
        // a variant that is not in the named file, a command that takes no variant, and words that are no variant
        for line in [
            "fmax --ini tests/data/fairy.ini knightmate",
            "fmax --ini=tests/data/fairy.ini perft 3 knightmate",
            "fmax variants shogi",
            "fmax bench shogi",
            "fmax perft gravity",
            "fmax gravity",
            "fmax perft --variant",
            "fmax --hash shogi",
        ] {
            let said = complaint(line);
            assert!(!said.contains("if you mean"), "{line}: {said}");
        }
    }
}
