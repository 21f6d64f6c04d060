//! The endings of a game that have been asked for, and all that were solved in this process.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use super::force::{Force, MAX_TABLE_PIECES};
use super::solver::{Problem, solve};
use super::table::Table;
use super::validate;
use crate::ruleset::Ruleset;
use crate::types::TypeId;
use crate::variant::{MoveDescriptor, Stalemate};

/// The most positions of an ending that is solved, by the number of pieces: one on 16x16, two on
/// 10x10, three that are alike on 8x8; on boards that are no mirrors of themselves less.
const MOST_POSITIONS: [usize; MAX_TABLE_PIECES] = [50_000_000, 50_000_000, 90_000_000];
/// A game keeps so many endings, by the number of pieces.
const KEPT: [usize; MAX_TABLE_PIECES] = [usize::MAX, 4, 1];
/// What all solved endings together may take before the oldest are forgotten, bytes. A game that
/// uses one keeps it nevertheless.
const KEPT_BYTES: usize = 96 << 20;

/// What an ending depends on. Two games in which this is the same share a table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    size: (u8, u8),
    pawn_rank: u8,
    stalemate: Stalemate,
    /// How the men move: the royal, the pieces, the lone royal.
    moves: Vec<Vec<MoveDescriptor>>,
}

impl Key {
    fn new(rules: &Ruleset, force: &Force) -> Key {
        let v = rules.variant();
        Key {
            size: (v.files, v.ranks),
            pawn_rank: v.rules.pawn_rank,
            stalemate: v.rules.win.stalemate,
            moves: (force.men().chain([force.bare]))
                .map(|id| v.piece(id).moves.clone())
                .collect(),
        }
    }
}

/// The endings solved so far, the oldest first. They do not depend on anything but their key.
static SOLVED: Mutex<Vec<(Key, Arc<Table>)>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // nothing is ever left half done under these locks
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An ending of one game.
#[derive(Debug)]
pub(super) struct Ending {
    pub force: Force,
    asked: AtomicBool,
    /// `None` inside: there is no table, because it would be too large, or the game has rules that
    /// the analysis does not know, or there is no need since one of the pieces alone can mate.
    table: OnceLock<Option<Arc<Table>>>,
}

impl Ending {
    /// The table, if it is there.
    #[inline]
    pub fn table(&self) -> Option<&Arc<Table>> {
        self.table.get()?.as_ref()
    }

    /// The table, solving the ending if need be.
    pub fn solved(&self, endgames: &Endgames) -> Option<&Arc<Table>> {
        self.table
            .get_or_init(|| endgames.solve(&self.force))
            .as_ref()
    }
}

/// The endings of a game that have been asked for.
#[derive(Debug)]
pub struct Endgames {
    pub(super) rules: Arc<Ruleset>,
    asked: Mutex<Vec<Arc<Ending>>>,
}

impl Endgames {
    /// Those of a game, none of them solved yet.
    pub fn new(rules: Arc<Ruleset>) -> Endgames {
        Endgames {
            rules,
            asked: Mutex::default(),
        }
    }

    /// The ending of a force, perhaps not solved yet.
    pub(super) fn ending(&self, force: Force) -> Arc<Ending> {
        let mut asked = lock(&self.asked);
        if let Some(known) = asked.iter().find(|ending| ending.force == force) {
            return known.clone();
        }
        let pieces = force.pieces.len();
        let alike = |ending: &Arc<Ending>| ending.force.pieces.len() == pieces;
        let kept = KEPT.get(pieces.wrapping_sub(1)).copied().unwrap_or(1);
        if asked.iter().filter(|e| alike(e)).count() >= kept {
            let oldest = asked.iter().position(alike);
            oldest.map(|index| asked.remove(index));
        }
        let ending = Arc::new(Ending {
            force,
            asked: AtomicBool::new(false),
            table: OnceLock::new(),
        });
        asked.push(ending.clone());
        ending
    }

    fn solve(&self, force: &Force) -> Option<Arc<Table>> {
        let rules = &*self.rules;
        let v = rules.variant();
        let is_piece = |&id: &TypeId| !id.is_pawn() && !v.piece(id).royalty.is_royal();
        if !rules.tables.hunts_royals_only()
            || !(1..=MAX_TABLE_PIECES).contains(&force.pieces.len())
            || !force.pieces.iter().all(is_piece)
        {
            return None;
        }
        let mut problem = Problem::new(rules, force)?;
        let positions = problem.placements.count.saturating_mul(problem.squares);
        if positions > MOST_POSITIONS[force.pieces.len() - 1] {
            return None;
        }
        let solved = |force| self.ending(force).solved(self).cloned();
        // singles are solved soonest
        if force.pieces.len() > 2 {
            let single = |&id: &TypeId| solved(Force::new(force.royal, &[id], force.bare));
            if force
                .pieces
                .iter()
                .filter_map(single)
                .any(|table| table.mates())
            {
                return None;
            }
        }
        for i in 0..force.pieces.len() {
            let left = force.without(i);
            problem.less.push(if left.pieces.is_empty() {
                // two lone royals that can do nothing to each other
                None
            } else {
                Some(solved(left)?)
            });
        }
        if problem.less.iter().flatten().any(|table| table.mates()) {
            return None;
        }
        let key = Key::new(rules, force);
        let known = lock(&SOLVED).iter().find(|(k, _)| *k == key).cloned();
        let table = match known {
            Some((_, table)) => table,
            None => {
                let table = Arc::new(solve(&problem));
                keep(key, &table);
                table
            }
        };
        if !validate::agrees(rules, force, &table) {
            log::warn!(
                "{}: the ending {force:?} is not what its table says",
                v.name
            );
            return None;
        }
        Some(table)
    }
}

/// Sees to it that the endings will be solved on another thread, in this order.
pub(super) fn solve_in_background(endgames: &Arc<Endgames>, endings: &[Arc<Ending>]) {
    let mut todo = endings.to_vec();
    todo.retain(|ending| ending.table.get().is_none() && !ending.asked.swap(true, Relaxed));
    if todo.is_empty() {
        return;
    }
    let endgames = endgames.clone();
    let work = move || {
        for ending in todo {
            ending.solved(&endgames);
        }
    };
    if let Err(error) = thread::Builder::new()
        .name("endings".to_owned())
        .spawn(work)
    {
        log::warn!("no thread to solve endings on: {error}");
    }
}

fn keep(key: Key, table: &Arc<Table>) {
    let mut solved = lock(&SOLVED);
    if solved.iter().any(|(known, _)| *known == key) {
        return;
    }
    solved.push((key, table.clone()));
    let mut bytes: usize = solved.iter().map(|(_, table)| table.bytes()).sum();
    while bytes > KEPT_BYTES && solved.len() > 1 {
        bytes -= solved.remove(0).1.bytes();
    }
}
