//! Files that commands write by name: what is there already is only replaced if the user says so, and
//! refused in the same words by all of them.

use std::path::Path;

use anyhow::bail;

use crate::files;

/// Complains of a file that is there and not to be replaced. A link counts, wherever it leads.
///
/// # Errors
/// If there is one, and `force` is not given.
pub fn refuse(path: &Path, force: bool) -> anyhow::Result<()> {
    if !force && files::is_taken(path) {
        bail!("{}", refusal(path, 0));
    }
    Ok(())
}

/// The refusal of a file that is there, with so many more.
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
