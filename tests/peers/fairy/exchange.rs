//! Variants exported to Fairy-Stockfish, and imported from it, must have the same moves in both programs.
//!
//! Exported variants are given to `pyffish` as a file. The imported variants are the sections of the file that
//! `FAIRY_VARIANTS` names, and all variants built into the module, each as a section that inherits from the built-in
//! variant and changes nothing.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;

use fmax::ruleset::Ruleset;
use fmax::tools::exchange::import::import;
use fmax::tools::exchange::{Target, export};

use super::{as_there, compare, walks_in};
use crate::files::Folder;
use crate::games::{find, library, read, variant};

/// Minimum number of shipped variants whose export is equal.
const EXPORTED: usize = 130;
/// Minimum number of Fairy-Stockfish's variants whose import is equal: of the built-in variants, and of these together
/// with the variants of its file.
const IMPORTED: [usize; 2] = [85, 190];

/// Variants that differ without a reported loss, because one program has a bug or reads the rule differently.
const DIFFERENT: [(&str, &str); 4] = [
    ("atlantis", "there no square is sunk to answer a check"),
    (
        "atomiczh",
        "there what is blown up goes to the other side's hand",
    ),
    (
        "janggihouse",
        "it inherits palaces of both sides here, and so advisors can be dropped in either",
    ),
    (
        "Shouse",
        "there a pinned piece stays where it is even if what it lets in would stand in the way",
    ),
];

#[test]
#[ignore = "needs python3 with pyffish; takes minutes"]
fn exported_games_are_the_same_there() {
    let (mut games, mut text, mut lossy) = (BTreeMap::new(), String::new(), BTreeMap::new());
    let mut refused = 0;
    for entry in library().entries() {
        let variant = variant(&entry.name);
        let name = format!("fmax{}", games.len());
        match export(&variant, Target::VariantsIni, Some(&name)) {
            Ok(written) => {
                text += &written.text;
                // positions of the renamed variant use other letters
                let renamed = written
                    .notes
                    .iter()
                    .any(|note| note.contains("has the letter"));
                lossy.insert(name.clone(), (entry.name.clone(), written.losses, renamed));
                games.insert(name, Arc::new(Ruleset::without_net(as_there(variant))));
            }
            Err(reason) => {
                refused += 1;
                println!("{} is refused: {reason}", entry.name);
            }
        }
    }
    let folder = Folder::new();
    let file = folder.write("exported.ini", &text);
    let text = walks_in(&games, Some(&file));
    let found = compare(&games, &text);
    let mut wrong = Vec::new();
    let (mut equal, mut without_loss) = (0, 0);
    for (name, (positions, differences)) in found {
        let (game, losses, renamed) = &lossy[name];
        // a variant with other letters can only be compared at the start
        let differences: Vec<&String> = (differences.iter())
            .filter(|text| !renamed || !text.contains("no piece"))
            .filter(|text| games[name].variant().ranks != 10 || !in_passing(text))
            .collect();
        println!(
            "{game:24} {positions:3} {:3} {}",
            differences.len(),
            losses.join("; ")
        );
        match (differences.first(), losses.is_empty()) {
            (None, exact) => {
                equal += 1;
                without_loss += usize::from(exact);
            }
            (Some(_), false) => {}
            (Some(_), true) if is_known(game) => {}
            (Some(first), true) => wrong.push(format!("{game}: {first}")),
        }
    }
    println!(
        "{equal} of {} games are equal, {without_loss} of them without a loss, {refused} are refused",
        games.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        without_loss >= EXPORTED,
        "only {without_loss} games were compared"
    );
}

/// True if a position has an en-passant square: on boards of ten ranks the two programs number ranks differently, one
/// of them from 0 as XBoard does.
fn in_passing(difference: &str) -> bool {
    let field = difference.split_whitespace().nth(3);
    field.is_some_and(|field| field.starts_with(|c: char| c.is_ascii_lowercase()))
}

fn is_known(game: &str) -> bool {
    (DIFFERENT.iter()).any(|(name, _)| name.eq_ignore_ascii_case(game))
}

/// The names of the variants built into the module.
fn built_in() -> Vec<String> {
    let program = "import pyffish\nprint(*pyffish.variants())";
    let output = Command::new("python3")
        .args(["-c", program])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let names = String::from_utf8(output.stdout).unwrap();
    names.split_whitespace().map(str::to_owned).collect()
}

#[test]
#[ignore = "needs python3 with pyffish; takes minutes"]
fn imported_games_are_those_of_fairy_stockfish() {
    let further = std::env::var("FAIRY_VARIANTS").ok();
    let mut text = further
        .as_ref()
        .map_or(String::new(), |path| std::fs::read_to_string(path).unwrap());
    for name in built_in() {
        text += &format!("\n[same-{name}:{name}]\n");
    }
    let mut games = BTreeMap::new();
    let mut losses = BTreeMap::new();
    for game in import(library(), &text) {
        match game.game {
            Ok(own) => {
                let own = format!("version 4.8(w)\n\n{own}");
                let variant = find(&read(&own), &game.name);
                games.insert(
                    game.name.clone(),
                    Arc::new(Ruleset::without_net(as_there(variant))),
                );
                // without effect on moves
                let lost = game.losses.into_iter().map(|remark| remark.text);
                let lost: Vec<String> = lost
                    .filter(|text| {
                        !text.starts_with("a repetition") && !text.starts_with("a draw by")
                    })
                    .collect();
                losses.insert(game.name, lost);
            }
            Err(reason) => println!("{} is not imported: {reason}", game.name),
        }
    }
    let folder = Folder::new();
    let file = folder.write("sections.ini", &text);
    let text = walks_in(&games, Some(&file));
    let mut wrong = Vec::new();
    let mut equal = 0;
    for (name, (positions, differences)) in compare(&games, &text) {
        let lost = losses[name].join("; ");
        println!("{name:32} {positions:3} {:3} {lost}", differences.len());
        let ten = games[name].variant().ranks == 10;
        let differences = differences.iter().filter(|text| !(ten && in_passing(text)));
        match differences.collect::<Vec<_>>().first() {
            None => equal += 1,
            Some(_) if is_known(name.trim_start_matches("same-")) => {}
            Some(first) if lost.is_empty() => wrong.push(format!("{name}: {first}")),
            Some(_) => {}
        }
    }
    println!("{equal} of {} sections are equal", games.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let least = IMPORTED[usize::from(further.is_some())];
    assert!(equal >= least, "only {equal} sections were compared");
}
