//! Files that commands write: an existing file is only replaced if the user asks for it.

use std::path::Path;

use anyhow::{Context, bail};

use crate::files;

/// Refuses to replace an existing file or link.
///
/// # Errors
/// If there is one, and `force` is not given.
pub fn refuse(path: &Path, force: bool) -> anyhow::Result<()> {
    if !force && files::is_taken(path) {
        bail!("{}", refusal(path, 0));
    }
    Ok(())
}

/// Writes a file. One that is there is replaced only with `force`.
///
/// # Errors
/// If it is there, or cannot be written.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    refuse(path, force)?;
    files::replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// The refusal to replace a file, and `more` others.
pub fn refusal(path: &Path, more: usize) -> String {
    let path = path.display();
    match more {
        0 => format!("{path} is there already (--force replaces it)"),
        _ => format!("{path} and {more} more are there already (--force replaces them)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_force_replaces_a_file() {
        let here = Path::new("Cargo.toml");
        let message = refuse(here, false).unwrap_err().to_string();
        assert_eq!(message, "Cargo.toml is there already (--force replaces it)");
        assert!(refuse(here, true).is_ok());
        assert!(refuse(Path::new("no/such/file"), false).is_ok());
        assert!(refusal(here, 2).contains("and 2 more are there"));
    }
}
