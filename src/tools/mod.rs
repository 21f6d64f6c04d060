//! The sub-commands of the program. Each writes its output to a writer that it is given.
//!
//! Sub-commands that need more crates than the engine are behind the feature `tools`. Those of them that the page for browsers
//! has too are behind the feature `workshop`, which `tools` includes.

pub(crate) mod bench;
pub(crate) mod check;
pub mod exchange;
pub(crate) mod findings;
pub(crate) mod format;
#[cfg(feature = "tools")]
pub(crate) mod generate;
#[cfg(feature = "workshop")]
pub(crate) mod lab;
#[cfg(feature = "tools")]
pub(crate) mod learn;
#[cfg(feature = "tools")]
pub(crate) mod r#match;
#[cfg(feature = "tools")]
pub(crate) mod mates;
#[cfg(feature = "tools")]
pub(crate) mod measure;
#[cfg(feature = "workshop")]
pub(crate) mod new;
pub(crate) mod perft;
#[cfg(feature = "workshop")]
pub(crate) mod playtest;
pub(crate) mod replacing;
#[cfg(feature = "workshop")]
pub(crate) mod report;
pub(crate) mod show;
#[cfg(feature = "tools")]
pub(crate) mod suite;
pub(crate) mod table;
#[cfg(feature = "tools")]
pub(crate) mod tune;
pub(crate) mod values;
pub(crate) mod variants;

#[cfg(feature = "workshop")]
use std::io::IsTerminal;
use std::io::{self, Write};
#[cfg(feature = "tools")]
use std::path::{Path, PathBuf};
#[cfg(feature = "tools")]
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};

use crate::search::STACK_BYTES;
#[cfg(feature = "workshop")]
use crate::types::MAX_SIDE;
#[cfg(feature = "tools")]
use crate::variant::{FindError, Library, Selections, Variant};

/// Runs a function on a thread with the stack of a search.
pub(crate) fn on_search_thread<T: Send>(work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, work);
        let thread = thread.context("no thread to search on")?;
        thread.join().map_err(|_| anyhow!("a search has failed"))
    })
}

/// The path to which to write a file that is read with a file of variants. It is the path that the user names, or else the
/// usual path, in a folder that is made if it is one of fmax.
///
/// # Errors
/// If there is no such path, or the folder cannot be made.
#[cfg(feature = "tools")]
fn companion(library: &Library, named: Option<&Path>, extension: &str) -> anyhow::Result<PathBuf> {
    if let Some(path) = named {
        return Ok(path.to_owned());
    }
    let path = library.companion(extension);
    let path =
        path.context("name the file of variants with --ini, or the file to write with --output")?;
    let made = library.places().make_folder_of(&path);
    made.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// The variants that the user names, each once, with the name; `all` stands for the variants of the public list.
///
/// # Errors
/// If there is no variant with one of the names.
#[cfg(feature = "tools")]
fn named_variants(
    library: &Library,
    names: &[String],
) -> Result<Vec<(String, Arc<Variant>)>, FindError> {
    let mut variants: Vec<(String, Arc<Variant>)> = Vec::new();
    for name in names {
        let all = if name == "all" {
            library.public_names()
        } else {
            vec![&**name]
        };
        for name in all {
            let variant = library.find(name, &Selections::default())?;
            if variants
                .iter()
                .all(|(_, known)| !Arc::ptr_eq(known, &variant))
            {
                variants.push((name.to_owned(), variant));
            }
        }
    }
    Ok(variants)
}

/// Reads a board size such as `10x8`.
#[cfg(feature = "workshop")]
pub(crate) fn board_size(text: &str) -> Result<(u8, u8), String> {
    let sides = text.split_once(['x', 'X']);
    let sides = sides.and_then(|(files, ranks)| Some((files.parse().ok()?, ranks.parse().ok()?)));
    sides
        .filter(|&(files, ranks)| {
            (2..=MAX_SIDE).contains(&files) && (1..=MAX_SIDE).contains(&ranks)
        })
        .ok_or_else(|| format!("files x ranks, 2x1 to {MAX_SIDE}x{MAX_SIDE}, as in 10x8"))
}

/// A hint on how to name a variant, if a misplaced word is the name of one.
pub fn game_hint(name: &str) -> String {
    format!("if you mean the game: --variant {name}")
}

/// Writes the last line of commands that count nodes.
fn write_speed(out: &mut impl Write, nodes: u64, time: Duration) -> io::Result<()> {
    let seconds = time.as_secs_f64();
    let rate = nodes as f64 / seconds.max(1e-9);
    writeln!(out, "nodes {nodes}  time {seconds:.3}  nps {rate:.0}")
}

/// Overwrites the line on the terminal, if there is one.
#[cfg(feature = "workshop")]
fn show_progress(line: &str) {
    let mut stderr = io::stderr();
    if stderr.is_terminal() {
        // stderr may be closed
        let _ = write!(stderr, "\r{line}\x1b[K").and_then(|()| stderr.flush());
    }
}
