//! The files beside a file of games: remembered positions (`.hash`) if the first byte is even,
//! worths of the evaluation (`.eval`) if it is odd.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use fmax::game::Game;
use fmax::protocol::position_files::{HashFile, Record};
use fmax::ruleset::Ruleset;
use fmax::search::Value;
use fmax::variant::{Library, ReadOptions};

use super::course::{self, Numbers};
use super::folder::Folder;
use super::games::read;
use super::ini::is_in;

/// The game that the files are about.
const GAMES: &str = "version 4.8(w)\n\nGame: normal\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n\
    p:74 fmWfceFifmnD\np:74 fmWfceFifmnD\nk:-1 KisO2\nn:259 N\nb:296 B\nR:444 R\nQ:851 Q\n";

pub fn check(data: &[u8]) {
    let Some((&kind, text)) = data.split_first() else {
        return;
    };
    let folder = Folder::new();
    let ini = folder.path().join("test.ini");
    let _ = fs::write(&ini, GAMES);
    if kind % 2 == 0 {
        positions(&folder, text);
    } else {
        worths(&ini, text);
    }
}

fn worths(ini: &PathBuf, text: &[u8]) {
    fs::write(ini.with_extension("eval"), text).unwrap();
    let Ok(library) = Library::open(ini, ReadOptions::default()) else {
        return;
    };
    library
        .diagnostics()
        .iter()
        .for_each(|complaint| is_in(text, complaint));
    let variant = library.default_game().unwrap();
    let rules = Arc::new(Ruleset::new(variant));
    course::play(Game::new(rules, 50), &mut Numbers::of(text), 6, 300);
}

/// Adding a position keeps the rest of the file.
fn positions(folder: &Folder, text: &[u8]) {
    let rules = Arc::new(Ruleset::new(read(GAMES).default_game().unwrap()));
    let path = folder.path().join("normal.hash");
    fs::write(&path, text).unwrap();
    let read = || {
        let (file, complaints) = HashFile::read(&path, &rules).unwrap();
        let records = file.records().map(|record| format!("{record:?}"));
        (records.collect::<Vec<String>>(), complaints)
    };
    let (before, complaints) = read();
    for complaint in complaints {
        is_in(text, &complaint);
    }
    let added = Record::new(
        &Game::new(rules.clone(), 0),
        Value::Centipawns(7),
        None,
        None,
    );
    let words = format!("{added:?}");
    HashFile::keep(&path, &rules, added.clone()).unwrap();
    let (after, _) = read();
    assert!(
        after.contains(&words) || before.len() == after.len(),
        "{after:?}"
    );
    let gone = before.iter().filter(|record| !after.contains(record));
    let replaced = usize::from(before.len() == after.len());
    assert!(gone.count() <= replaced, "{before:?} {after:?}");
}
