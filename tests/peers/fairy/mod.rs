//! Our legal moves against those of Fairy-Stockfish, through its Python module `pyffish`, in every variant that both
//! programs know by the same name: the variants of `fmax.ini`, and those of `tests/data/fairy.ini`, which defines
//! further variants of Fairy-Stockfish in our format.
//!
//! `walks.py` plays random games and counts the legal moves and the sequences of two moves in their positions; we
//! count them in the same positions here. Most of the variants are not in the module but in the file `variants.ini` of
//! Fairy-Stockfish's source, which the environment variable `FAIRY_VARIANTS` has to name; without it only the variants
//! of the module are compared. `FAIRY_GAMES` restricts the test to a comma-separated list of variants.
//!
//! Not compared: draws, the side to move at the end, and how a game has ended.

mod exchange;

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use fmax::board::Position;
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;
use fmax::variant::{Library, ReadOptions, Selections, Variant};

use crate::games::library;

/// Variants whose rules differ between the programs, or where one program has a bug. They are compared all the same,
/// so that an entry that no longer differs is noticed.
const DIFFERENT: [(&str, &str); 4] = [
    (
        "atomiczh",
        "there what is blown up goes to the other side's hand",
    ),
    (
        "cambodian",
        "there the first leap of the neang does not capture, as in our ouk-chaktrang",
    ),
    (
        "elgam",
        "there lame camels have no moves, and soldiers promote in a second way",
    ),
    ("karouk", "as in cambodian"),
];

/// Minimum number of equal variants with `variants.ini`, and without it.
const AT_LEAST: [usize; 2] = [200, 80];

/// The variants by name and alias.
fn games() -> BTreeMap<String, Arc<Ruleset>> {
    let further = include_bytes!("../../data/fairy.ini");
    let further = Library::parse("fairy.ini", further, ReadOptions::default()).unwrap();
    let mut games = BTreeMap::new();
    for library in [&further, library()] {
        for entry in library.entries() {
            let found = library.find(&entry.name, &Selections::default());
            let rules = Arc::new(Ruleset::without_net(as_there(found.unwrap())));
            for name in std::iter::once(&entry.name).chain(&entry.aliases) {
                games.insert(name.clone(), rules.clone());
            }
        }
    }
    games
}

/// The variant with the moves that Fairy-Stockfish counts: a mate by a dropped pawn counts as a move there, although
/// it loses, and is illegal here.
fn as_there(variant: Arc<Variant>) -> Arc<Variant> {
    let mut variant = Arc::unwrap_or_clone(variant);
    let drops = variant.rules.drops.iter_mut();
    for kind in drops.flat_map(|drops| drops.kinds.iter_mut().flatten()) {
        kind.no_mate = false;
    }
    Arc::new(variant)
}

/// The counts of Fairy-Stockfish as `walks.py` prints them, with a process per processor. `file` replaces the file of
/// variants that `FAIRY_VARIANTS` names.
fn walks_in(games: &BTreeMap<String, Arc<Ruleset>>, file: Option<&str>) -> String {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let start = |first: usize| {
        let mut command = Command::new("python3");
        if let Some(file) = file {
            command.env("FAIRY_VARIANTS", file);
        }
        command
            .args(["-c", include_str!("walks.py")])
            .args(games.keys().skip(first).step_by(workers))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let started: Vec<_> = (0..workers).map(start).collect();
    // reads one process while the others go on
    let readers = started.into_iter().map(|child| {
        thread::spawn(move || {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", output.status);
            String::from_utf8(output.stdout).unwrap()
        })
    });
    let readers: Vec<_> = readers.collect();
    readers
        .into_iter()
        .map(|reader| reader.join().unwrap())
        .collect()
}

/// The number of positions compared for each variant, and the differences.
fn compare<'a>(
    games: &BTreeMap<String, Arc<Ruleset>>,
    text: &'a str,
) -> BTreeMap<&'a str, (usize, Vec<String>)> {
    let mut table: BTreeMap<&str, (usize, Vec<String>)> = BTreeMap::new();
    for line in text.lines() {
        if let Some(name) = line.strip_suffix(" known") {
            table.entry(name).or_default();
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, fen, one, two] = fields[..] else {
            panic!("{line}");
        };
        let known = [(1, one), (2, two)].into_iter().filter(|(_, n)| *n != "-");
        let (depths, expected): (Vec<u32>, Vec<u64>) = known
            .map(|(depth, n)| (depth, n.parse::<u64>().unwrap()))
            .unzip();
        let (positions, differences) = table.get_mut(name).unwrap();
        *positions += 1;
        match count(&games[name], fen, &depths) {
            Ok(found) if found == expected => {}
            found => differences.push(format!("{fen}: {found:?} instead of {expected:?}")),
        }
    }
    table
}

/// Our perft counts at these depths.
fn count(rules: &Ruleset, fen: &str, depths: &[u32]) -> Result<Vec<u64>, String> {
    let mut pos = Position::from_fen(&rules.layout, fen).map_err(|error| error.to_string())?;
    let counts = depths
        .iter()
        .map(|&depth| perft(&rules.tables, &mut pos, depth));
    Ok(counts.collect())
}

#[test]
#[ignore = "needs python3 with pyffish; takes minutes"]
fn legal_moves_are_those_of_fairy_stockfish() {
    let mut games = games();
    if let Ok(only) = std::env::var("FAIRY_GAMES") {
        games.retain(|name, _| only.split(',').any(|other| other == name));
    }
    let text = walks_in(&games, None);
    let table = compare(&games, &text);
    let mut equal = 0;
    let mut wrong = Vec::new();
    println!("game, positions, different ones");
    for (name, (positions, differences)) in &table {
        let known = DIFFERENT.iter().find(|(other, _)| other == name);
        let why = known.map_or("", |(_, why)| why);
        println!("{name:24} {positions:3} {:3} {why}", differences.len());
        assert!(*positions > 0, "{name}");
        match (known, differences.first()) {
            (None, None) => equal += 1,
            (None, Some(first)) => wrong.push(format!("{name}: {first}")),
            (Some(_), None) => println!("    does not differ here any more"),
            (Some(_), Some(_)) => {}
        }
    }
    println!("{equal} of {} games are equal", table.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if std::env::var_os("FAIRY_GAMES").is_some() {
        return;
    }
    let least = AT_LEAST[usize::from(std::env::var_os("FAIRY_VARIANTS").is_none())];
    assert!(equal >= least, "only {equal} games were compared");
}
