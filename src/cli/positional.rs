//! Positional arguments as in Fairy-Max: the size of the hash table and the file of variants.

use std::path::PathBuf;

use super::{Cli, ENTRY_BYTES};

/// The sizes of the hash table that are accepted, as powers of two.
const HASH_BITS: std::ops::RangeInclusive<u32> = 10..=36;

/// The meaning of the positional arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positional {
    /// Size of the hash table in bytes.
    pub hash_bytes: Option<usize>,
    /// The file of variants.
    pub ini: Option<PathBuf>,
}

/// An error in the positional arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionalError {
    /// There are two arguments, and the first is not a number.
    NotANumber(String),
    /// The hash table would be too small or too large.
    HashBits(String),
    /// A positional argument precedes a sub-command, which takes none.
    BeforeCommand(String),
    /// The file of variants is named twice.
    TwoFiles,
}

impl std::fmt::Display for PositionalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PositionalError::NotANumber(text) => {
                write!(f, "HASH_BITS must be a number, not `{text}`")
            }
            PositionalError::HashBits(text) => write!(
                f,
                "HASH_BITS must be between {} and {}, not {text}",
                HASH_BITS.start(),
                HASH_BITS.end()
            ),
            PositionalError::BeforeCommand(text) => {
                write!(f, "`{text}` makes no sense together with a command")
            }
            PositionalError::TwoFiles => f.write_str("the file of variants is named twice"),
        }
    }
}

impl std::error::Error for PositionalError {}

impl Cli {
    /// The positional arguments.
    ///
    /// # Errors
    /// If the arguments make no sense.
    pub fn positional(&self) -> Result<Positional, PositionalError> {
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (bits, ini) = match (self.first.as_deref(), self.second.as_deref()) {
            (None, _) => (None, None),
            (Some(first), _) if self.command.is_some() => {
                return Err(PositionalError::BeforeCommand(first.to_owned()));
            }
            (Some(bits), file) if is_number(bits) => (Some(bits), file),
            (Some(file), None) => (None, Some(file)),
            (Some(other), Some(_)) => return Err(PositionalError::NotANumber(other.to_owned())),
        };
        if ini.is_some() && self.source.ini.is_some() {
            return Err(PositionalError::TwoFiles);
        }
        Ok(Positional {
            hash_bytes: bits.map(table_bytes).transpose()?,
            ini: ini.map(PathBuf::from),
        })
    }
}

fn table_bytes(bits: &str) -> Result<usize, PositionalError> {
    let number: Option<u32> = bits.parse().ok().filter(|bits| HASH_BITS.contains(bits));
    number
        .and_then(|bits| ENTRY_BYTES.checked_mul(1usize.checked_shl(bits)?))
        .ok_or_else(|| PositionalError::HashBits(bits.to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    fn positional(args: &[&str]) -> Result<Positional, PositionalError> {
        let all = ["fmax"].iter().chain(args);
        Cli::try_parse_from(all).unwrap().positional()
    }

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn like_fairy_max() {
        let bytes = Some(48 << 20);
        let ini = || Some(PathBuf::from("my.ini"));
        let expect = |hash_bytes, ini| Ok(Positional { hash_bytes, ini });
        assert_eq!(positional(&[]), expect(None, None));
        assert_eq!(positional(&["22"]), expect(bytes, None));
        assert_eq!(positional(&["my.ini"]), expect(None, ini()));
        assert_eq!(positional(&["22", "my.ini"]), expect(bytes, ini()));
    }

    #[test]
    fn nonsensical_arguments_are_refused() {
        for args in [
            &["5"][..],
            &["99"],
            &["99999999999999999999"],
            &["my.ini", "22"],
            &["22", "perft", "3"],
            &["a.ini", "--ini", "b.ini"],
        ] {
            assert!(positional(args).is_err(), "{args:?}");
        }
        assert!(Cli::try_parse_from(["fmax", "1", "2", "3"]).is_err());
        assert!(Cli::try_parse_from(["fmax", "--hash", "0"]).is_err());
        for threads in ["0", "257", "99999999999", "two", ""] {
            let error = Cli::try_parse_from(["fmax", "--threads", threads]).unwrap_err();
            assert!(error.to_string().contains("--threads <N>"), "{error}");
        }
    }

    #[test]
    fn the_hash_size_comes_from_either_argument() {
        let size = |args: &[&str]| {
            let cli = Cli::try_parse_from(["fmax"].iter().chain(args)).unwrap();
            cli.hash.bytes(cli.positional().unwrap().hash_bytes)
        };
        assert_eq!(size(&[]), 48 << 20);
        assert_eq!(size(&["20"]), 12 << 20);
        assert_eq!(size(&["20", "--hash", "100"]), 100 << 20);
        let threads = |args: &[&str]| {
            let cli = Cli::try_parse_from(["fmax"].iter().chain(args));
            cli.unwrap().threads
        };
        assert_eq!(threads(&["20"]), 1);
        assert_eq!(threads(&["20", "my.ini", "--threads", "256"]), 256);
    }
}
