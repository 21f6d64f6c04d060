//! A word that has no place in a command line, and may be the name of a game: to most commands that is told by an option.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{Reading, Source};
use crate::variant::Library;

/// The games that arguments which make no sense are about: those of the file that they name, or of the usual one.
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
    Source { ini, reading }.library(None).ok()
}

/// The word that has no place among the arguments.
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
            Err(Stop::Wrong(error)) => error.message,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// A word that is no command may be a game, and is told as one where the command takes games by an option.
    #[test]
    fn games_in_the_wrong_place_are_told_of() {
        let told = |game: &str| format!("if you mean the game: --variant {game}");
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
                said.contains(&format!("; {}", told(game))),
                "{line}: {said}"
            );
        }
        // one that is not in the file that is named, a command that takes no game, and what is no game
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
