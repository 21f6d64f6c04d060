//! Replays the corpora of the fuzz targets, including every input that once failed.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../fuzz/checks/mod.rs"]
mod checks;

/// All inputs of a target, with their paths.
fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(target);
    let entries = fs::read_dir(&folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() > 20, "few inputs in {}", folder.display());
    let read = |path: PathBuf| (path.clone(), fs::read(path).unwrap());
    paths.into_iter().map(read).collect()
}

fn replay(target: &str, check: impl Fn(&[u8]) + std::panic::RefUnwindSafe) {
    let mut failed = Vec::new();
    for (path, data) in corpus(target) {
        if std::panic::catch_unwind(|| check(&data)).is_err() {
            failed.push(path);
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn variants_files() {
    replay("ini", checks::ini::check);
}

#[test]
fn betza_notation() {
    replay("betza", checks::betza::check);
}

#[test]
fn positions() {
    replay("fen", checks::fen::check);
}

#[test]
fn files_next_to_a_variants_file() {
    replay("files", checks::files::check);
}

#[test]
fn nets() {
    replay("nets", checks::nets::check);
}

#[test]
fn conversations() {
    replay("session", checks::session::check);
}

#[test]
fn conversations_over_uci() {
    replay("uci", checks::uci::check);
}
