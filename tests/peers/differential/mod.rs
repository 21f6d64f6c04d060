//! Our legal moves against those of the original, Fairy-Max 5.0b, in every variant of the fmax.ini in the
//! Debian package.
//!
//! Random games are played in both programs at once; we choose all moves. Compared are:
//! - after every ply the whole board, piece type by piece type, as the original's command `p`
//!   shows it (types that move alike count as one);
//! - at sampled positions every legal move of ours, gating included: the original must accept it;
//! - at the same positions every pair of board squares that starts at a piece of the side to move
//!   and is not a legal move of ours: the original must refuse it. The pairs that start at any other
//!   square are divided among a few successive samples;
//! - for every promoting move at those positions every letter of the game's pieces as a suffix:
//!   the original must accept exactly what [`Game::parse_move`] accepts.
//!
//! Not compared: en-passant squares and virginity as such (only the moves they allow), draws, announcements of
//! results, and pairs that end on the mover's own royal. The original takes such a pair as a notation: it makes the
//! royal's move towards the origin without checking what stands there, and then puts the piece from the royal's old
//! square there.
//!
//! The original judges legality by a search that trusts its hash table, whose keys do not include
//! everything (virginity, gated pieces). Such an accident depends on the size of the table, so a
//! difference counts only if two fresh processes with tables of other sizes show it too.
//! [`exceptions`] lists the differences that remain, all of them defects of the original.

mod duel;
mod exceptions;
mod original;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use fmax::ruleset::Ruleset;
use fmax::variant::{Library, ReadOptions};

use duel::{Counts, Duel};

const INI: &str = "/usr/share/games/fairymax/fmax.ini";
/// Games of each kind, plies per game, and the number of plies between full comparisons. The environment variables
/// `DIFFERENTIAL_GAMES`, `_PLIES` and `_EVERY` replace these numbers.
const GAMES: u64 = 2;
const PLIES: u64 = 80;
const EVERY: u64 = 27;

fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(format!("DIFFERENTIAL_{name}"));
    text.map_or(default, |text| text.parse().unwrap())
}

struct Report {
    counts: Counts,
    /// The exceptions met, with their counts.
    excused: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

impl Report {
    fn print(&self, name: &str) {
        let mut text = format!("{:26} {}", format!("{name}:"), self.counts);
        for (reason, times) in &self.excused {
            text += &format!("\n    {times} x {reason}");
        }
        for wrong in &self.wrong {
            text += &format!("\n    WRONG {wrong}");
        }
        println!("{text}");
    }
}

fn compare(name: &str, rules: &Arc<Ruleset>) -> Report {
    let mut duel = Duel::new(name, rules.clone());
    for seed in 0..setting("GAMES", GAMES) {
        duel.play(seed, setting("PLIES", PLIES), setting("EVERY", EVERY));
    }
    let mut report = Report {
        counts: duel.counts,
        excused: BTreeMap::new(),
        wrong: Vec::new(),
    };
    for difference in &duel.differences {
        match exceptions::reason(rules.variant(), difference) {
            Some(reason) => *report.excused.entry(reason).or_default() += 1,
            None => report.wrong.push(difference.to_string()),
        }
    }
    report
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn same_moves_as_the_original() {
    let library = Library::open(Path::new(INI), ReadOptions::default()).unwrap();
    let only = std::env::var("DIFFERENTIAL_ONLY").ok();
    let games: Vec<(String, Arc<Ruleset>)> = library
        .entries()
        .iter()
        .map(|entry| {
            // the original uses an empty name for its unnamed variant
            let name = if entry.unnamed { "" } else { &entry.name };
            let variant = entry.variant.clone().unwrap();
            (name.to_owned(), Arc::new(Ruleset::new(variant)))
        })
        .filter(|(name, _)| only.as_ref().is_none_or(|only| name == only))
        .collect();
    println!("game: plies, positions, moves, promotion suffixes, refusals");
    let next = AtomicUsize::new(0);
    let reports = Mutex::new(BTreeMap::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((name, rules)) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let report = compare(name, rules);
                    report.print(name);
                    reports.lock().unwrap().insert(name.clone(), report);
                }
            });
        }
    });
    let reports = reports.into_inner().unwrap();
    assert_eq!(reports.len(), games.len());
    let mut wrong = Vec::new();
    for (name, report) in &reports {
        wrong.extend(report.wrong.iter().map(|text| format!("{name}: {text}")));
    }
    assert!(only.is_some() || reports.len() == 44, "{}", reports.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
