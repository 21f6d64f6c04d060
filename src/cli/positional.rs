//! Positional arguments as in Fairy-Max: the size of the hash table and the file of variants.

use std::ops::RangeInclusive;

use super::{Cli, ENTRY_BYTES};

/// The sizes of the hash table that are accepted, as powers of two.
const HASH_BITS: RangeInclusive<u32> = 10..=36;

impl Cli {
    /// Moves the positional arguments to the options that they stand for.
    ///
    /// # Errors
    /// If the arguments make no sense.
    pub(super) fn settle_positional(&mut self) -> Result<(), String> {
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (bits, ini) = match (self.first.take(), self.second.take()) {
            (None, _) => (None, None),
            (Some(first), _) if self.command.is_some() => {
                return Err(format!("`{first}` makes no sense together with a command"));
            }
            (Some(bits), file) if is_number(&bits) => (Some(bits), file),
            (Some(file), None) => (None, Some(file)),
            (Some(other), Some(_)) => {
                return Err(format!("HASH_BITS must be a number, not `{other}`"));
            }
        };
        if let Some(file) = ini
            && self.source.ini.replace(file.into()).is_some()
        {
            return Err("the file of variants is named twice".to_owned());
        }
        self.hash.positional = bits.as_deref().map(table_bytes).transpose()?;
        Ok(())
    }
}

fn table_bytes(bits: &str) -> Result<usize, String> {
    let number: Option<u32> = bits.parse().ok().filter(|bits| HASH_BITS.contains(bits));
    number
        .and_then(|bits| ENTRY_BYTES.checked_mul(1usize.checked_shl(bits)?))
        .ok_or_else(|| {
            let (least, most) = HASH_BITS.into_inner();
            format!("HASH_BITS must be between {least} and {most}, not {bits}")
        })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use clap::{CommandFactory, Parser};

    use super::*;

    fn settled(args: &[&str]) -> Result<Cli, String> {
        let mut cli = Cli::try_parse_from(["fmax"].iter().chain(args)).unwrap();
        cli.settle_positional().map(|()| cli)
    }

    #[test]
    fn the_definition_of_the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn like_fairy_max() {
        let ini = || Some(PathBuf::from("my.ini"));
        for (args, bytes, file) in [
            (&[][..], 48 << 20, None),
            (&["20"], 12 << 20, None),
            (&["my.ini"], 48 << 20, ini()),
            (&["20", "my.ini"], 12 << 20, ini()),
        ] {
            let cli = settled(args).unwrap();
            assert_eq!((cli.hash.bytes(), cli.source.ini), (bytes, file));
        }
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
            assert!(settled(args).is_err(), "{args:?}");
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
        let size = |args: &[&str]| settled(args).unwrap().hash.bytes();
        assert_eq!(size(&[]), 48 << 20);
        assert_eq!(size(&["20"]), 12 << 20);
        assert_eq!(size(&["20", "--hash", "100"]), 100 << 20);
        let threads = |args: &[&str]| settled(args).unwrap().threads;
        assert_eq!(threads(&["20"]), 1);
        assert_eq!(threads(&["20", "my.ini", "--threads", "256"]), 256);
    }
}
