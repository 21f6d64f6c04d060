//! Files that commands write: an existing file is only replaced if the user asks for it.

use std::path::Path;

use anyhow::{Context, bail};

use crate::files;

/// Refuses to replace an existing file or link.
///
/// # Errors
/// If the path exists, and `force` is not set.
pub fn refuse(path: &Path, force: bool) -> anyhow::Result<()> {
    if !force && files::is_taken(path) {
        bail!("{} is there already (--force replaces it)", path.display());
    }
    Ok(())
}

/// Writes a file. A file that exists is replaced only with `force`.
///
/// # Errors
/// If the file exists and `force` is not set, or if it cannot be written.
pub fn write(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    refuse(path, force)?;
    replace(path, bytes)
}

/// Creates or replaces a file.
///
/// # Errors
/// If the file cannot be written. The error names it.
pub fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::replace(path, bytes).with_context(|| format!("cannot write {}", path.display()))
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
    }
}
