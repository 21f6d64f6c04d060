//! `fmax import`: sections of Fairy-Stockfish's `variants.ini` as variants of our ini format, with a message for each
//! rule that cannot be expressed.
//!
//! A section may inherit from an earlier one of the file, or from one of our variants, which is then exported first.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;

use super::fairy::ini::Remark;
pub use super::fairy::sections::Imported;
use super::fairy::{ini, quoted, sections};
use crate::files;
use crate::tools::replacing;
use crate::variant::{Library, Span};

/// Upper bound on the size of a file.
const LARGEST_FILE: u64 = 16 << 20;

/// Upper bound on the sections imported at once, which keeps the time short.
const MOST_SECTIONS: usize = 5000;

/// The options of `fmax import`.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// A file with sections of Fairy-Stockfish.
    pub file: PathBuf,
    /// Import only this section; may be repeated [default: all].
    #[arg(long = "section", value_name = "NAME")]
    pub sections: Vec<String>,
    /// Write the variants to this file [default: to the terminal].
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it is there.
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// Imports all sections of a text.
pub fn import(library: &Library, text: &str) -> Vec<Imported> {
    sections::import(library, &ini::read(text).0, &[])
}

/// Imports a file that a GUI names; returns the text of an ini file with its variants, and the rules that they lack.
///
/// # Errors
/// If the file cannot be read, or no variant of it can be imported.
pub fn read(library: &Library, path: &Path) -> anyhow::Result<(String, Vec<String>)> {
    let mut complaints = Vec::new();
    let (text, _) = load(library, path, &[], &mut complaints)?;
    let complaints = String::from_utf8_lossy(&complaints);
    Ok((text, complaints.lines().map(str::to_owned).collect()))
}

/// Reads a file, writes its variants, and reports on `complaints` the rules that they lack. The exit status is 1 if a
/// section could not be imported.
///
/// # Errors
/// If the file cannot be read or has no section of a given name, or nothing can be written.
pub fn run(
    library: &Library,
    request: &Arguments,
    out: &mut impl Write,
    complaints: &mut impl Write,
) -> anyhow::Result<u8> {
    let (text, complete) = load(library, &request.file, &request.sections, complaints)?;
    match &request.output {
        None => out.write_all(text.as_bytes())?,
        Some(path) => replacing::write(path, text.as_bytes(), request.force)?,
    }
    Ok(u8::from(!complete))
}

/// Imports the sections of these names, or all if there are none. Returns the text of an ini file, and true if no section
/// failed.
fn load(
    library: &Library,
    path: &Path,
    names: &[String],
    complaints: &mut impl Write,
) -> anyhow::Result<(String, bool)> {
    let file = path.display();
    let bytes = files::read(path, LARGEST_FILE).with_context(|| format!("cannot read {file}"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{file} is no text in UTF-8"))?;
    let (sections, wrong) = ini::read(&text);
    let count = sections.len();
    if count == 0 {
        bail!("{file} has no sections: `[name]` begins one");
    }
    let is_missing = |name: &&String| !sections.iter().any(|section| section.name == **name);
    if let Some(name) = names.iter().find(is_missing) {
        bail!("{file} has no section [{}]", quoted(name));
    }
    if names.is_empty() && count > MOST_SECTIONS {
        bail!(
            "{file} has {count} sections, and no more than {MOST_SECTIONS} are imported at once: `fmax import --section \
             NAME` picks some"
        );
    }
    let imported = sections::import(library, &sections, names);
    let mut report = |at: Span, text: &str| {
        // stderr may be closed
        let _ = writeln!(complaints, "{file}:{}:{}: {text}", at.line, at.column);
    };
    for Remark { at, text } in &wrong {
        report(*at, text);
    }
    let mut variants = String::new();
    for one in &imported {
        for Remark { at, text } in &one.losses {
            report(*at, &format!("{}: lost: {text}", one.name));
        }
        match &one.game {
            Ok(text) => {
                for loss in &one.losses {
                    variants += &format!("Not as in Fairy-Stockfish: {}\n", loss.text);
                }
                let gap = if one.losses.is_empty() { "" } else { "\n" };
                variants += &format!("{gap}{text}");
            }
            Err(reason) => report(one.at, &format!("{} is not imported: {reason}", one.name)),
        }
    }
    if variants.is_empty() {
        bail!("no section of {file} could be imported");
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = sections::file_of(&format!(
        "Imported from {} of Fairy-Stockfish by fmax. The worth of pieces is estimated.\n\n{variants}",
        quoted(&name)
    ));
    Ok((text, imported.iter().all(|one| one.game.is_ok())))
}
