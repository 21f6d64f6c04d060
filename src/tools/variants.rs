//! `fmax variants`: a table of the games.

use std::io::{self, Write};

use crate::variant::Library;

/// Writes a line for every game: name, size of the board, description.
pub fn list(library: &Library, out: &mut impl Write) -> io::Result<()> {
    let entries = library.entries();
    let width = |name: &str| name.chars().count();
    let widest = entries.iter().map(|entry| width(&entry.name)).max();
    let widest = widest.unwrap_or(0);
    for entry in entries {
        let size = format!("{}x{}", entry.files, entry.ranks);
        let mut text = entry.description.clone();
        if entry.unnamed && text.is_empty() {
            text.push_str("The default game of the file");
        }
        if entry.variant.is_err() {
            text.insert_str(0, "(has errors) ");
        }
        if !entry.aliases.is_empty() {
            text = format!("{text} [also {}]", entry.aliases.join(", "));
        }
        let line = format!("{:widest$}  {size:>5}  {text}", entry.name);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
