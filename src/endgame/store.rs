//! The endings of a game that have been asked for, and all that were solved in this process.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use super::force::{Force, MAX_TABLE_PIECES};
use super::problem::Problem;
use super::solver::{Stopped, solve};
use super::table::Table;
use super::validate;
use crate::ruleset::Ruleset;
use crate::types::{Color, TypeId};
use crate::variant::{MoveDescriptor, Stalemate};

/// The most positions of an ending that is solved, by the number of pieces: one on 16x16, two on
/// 10x10, three that are alike on 8x8; on boards that are no mirrors of themselves less.
const MOST_POSITIONS: [usize; MAX_TABLE_PIECES] = [50_000_000, 50_000_000, 90_000_000];
/// A game keeps so many endings, by the number of pieces.
const KEPT: [usize; MAX_TABLE_PIECES] = [usize::MAX, 4, 1];
/// What all solved endings together may take before those not used for longest are forgotten, bytes. A
/// game that uses one keeps it nevertheless.
static KEPT_BYTES: AtomicUsize = AtomicUsize::new(96 << 20);
/// The same where game after game is played by the same rules: what makruk comes near takes 173 MB, of
/// which three mets, which take seven seconds, are half.
const MANY_GAMES_BYTES: usize = 512 << 20;

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

/// The endings solved so far, that used last at the end. They do not depend on anything but their key.
static SOLVED: Mutex<Vec<(Key, Arc<Table>)>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // nothing is ever left half done under these locks
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An ending of one game.
#[derive(Debug)]
pub(super) struct Ending {
    pub force: Force,
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

    /// True if all that can be known is known.
    pub fn is_solved(&self) -> bool {
        self.table.get().is_some()
    }

    /// The table, solving the ending if need be and `stop` does not say on the way that nobody
    /// wants it any more.
    pub fn solved(
        &self,
        endgames: &Endgames,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<&Arc<Table>>, Stopped> {
        if !self.is_solved() {
            let table = endgames.solve(&self.force, stop)?;
            // if somebody else has solved it meanwhile, it is the same
            let _ = self.table.set(table);
        }
        Ok(self.table())
    }
}

/// The endings of a game that have been asked for.
#[derive(Debug)]
pub struct Endgames {
    pub(super) rules: Arc<Ruleset>,
    /// They are solved for their own sake and not for a search: whatever the rules are, whatever it
    /// takes, and also where one of the pieces could do it alone. This colour has the pieces, and so
    /// many endings with two pieces are kept.
    pub(super) exhaustive: Option<(Color, usize)>,
    asked: Mutex<Vec<Arc<Ending>>>,
    work: Mutex<Work>,
    /// How often other endings were wanted.
    changes: AtomicU64,
}

/// What is solved in the background.
#[derive(Debug, Default)]
struct Work {
    /// The endings that are wanted and not solved yet, in this order; the first one is under way.
    wanted: Vec<Arc<Ending>>,
    /// There is a thread for it.
    running: bool,
}

impl Endgames {
    /// Those of a game, none of them solved yet.
    pub fn new(rules: Arc<Ruleset>) -> Endgames {
        Endgames {
            rules,
            exhaustive: None,
            asked: Mutex::default(),
            work: Mutex::default(),
            changes: AtomicU64::new(0),
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
        let kept = match self.exhaustive {
            Some((_, pairs)) if pieces == 2 => pairs,
            _ => KEPT.get(pieces.wrapping_sub(1)).copied().unwrap_or(1),
        };
        if asked.iter().filter(|e| alike(e)).count() >= kept {
            let oldest = asked.iter().position(alike);
            oldest.map(|index| asked.remove(index));
        }
        let ending = Arc::new(Ending {
            force,
            table: OnceLock::new(),
        });
        asked.push(ending.clone());
        ending
    }

    fn solve(&self, force: &Force, stop: &dyn Fn() -> bool) -> Result<Option<Arc<Table>>, Stopped> {
        let rules = &*self.rules;
        let Some(mut problem) = self.problem(force) else {
            return Ok(None);
        };
        if !self.add_lesser(force, &mut problem, stop)? {
            return Ok(None);
        }
        let strong = self.exhaustive.map(|(strong, _)| strong);
        let table = match strong {
            Some(_) => Arc::new(solve(&problem, stop)?),
            None => {
                let key = Key::new(rules, force);
                match known(&key) {
                    Some(table) => table,
                    None => {
                        let table = Arc::new(solve(&problem, stop)?);
                        keep(key, &table);
                        table
                    }
                }
            }
        };
        if !validate::agrees(rules, force, &table, &problem.homes, strong) {
            log::warn!(
                "{}: the ending {force:?} is not what its table says",
                rules.variant().name
            );
            return Ok(None);
        }
        Ok(Some(table))
    }

    /// The ending as the solver takes it, if it is one that is to be solved.
    pub(super) fn problem(&self, force: &Force) -> Option<Problem> {
        let rules = &*self.rules;
        let v = rules.variant();
        let is_piece = |&id: &TypeId| !id.is_pawn() && !v.piece(id).royalty.is_royal();
        let count = force.pieces.len();
        if count > MAX_TABLE_PIECES || !force.pieces.iter().all(is_piece) {
            return None;
        }
        if let Some((strong, _)) = self.exhaustive {
            return Problem::new(rules, force, Some(strong));
        }
        if count == 0 || !rules.tables.hunts_royals_only() {
            return None;
        }
        let problem = Problem::new(rules, force, None)?;
        (problem.positions() <= MOST_POSITIONS[count - 1]).then_some(problem)
    }

    /// Adds what is left when one of the pieces has gone. False if that is not known, or makes the
    /// ending one that no search needs.
    fn add_lesser(
        &self,
        force: &Force,
        problem: &mut Problem,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, Stopped> {
        let solved = |force| -> Result<Option<Arc<Table>>, Stopped> {
            Ok(self.ending(force).solved(self, stop)?.cloned())
        };
        let exhaustive = self.exhaustive.is_some();
        // singles are solved soonest
        if force.pieces.len() > 2 && !exhaustive {
            for &id in &force.pieces {
                let single = solved(Force::new(force.royal, &[id], force.bare))?;
                if single.is_some_and(|table| table.mates()) {
                    return Ok(false);
                }
            }
        }
        for i in 0..force.pieces.len() {
            let left = force.without(i);
            problem.less.push(if left.pieces.is_empty() && !exhaustive {
                // two lone royals that can do nothing to each other
                None
            } else {
                let Some(table) = solved(left)? else {
                    return Ok(false);
                };
                Some(table)
            });
        }
        let mates = |table: &Arc<Table>| table.mates();
        Ok(exhaustive || !problem.less.iter().flatten().any(mates))
    }

    /// From now on these endings are solved in the background, in this order, and no others: what
    /// is under way and not among them is given up. False if there is no thread for it.
    pub(super) fn want(self: &Arc<Self>, endings: &[Arc<Ending>]) -> bool {
        let mut work = lock(&self.work);
        work.wanted = endings.to_vec();
        work.wanted.retain(|ending| !ending.is_solved());
        self.changes.fetch_add(1, Relaxed);
        if work.wanted.is_empty() || work.running {
            return true;
        }
        let endgames = self.clone();
        let thread = thread::Builder::new().name("endings".to_owned());
        match thread.spawn(move || endgames.work_off()) {
            Ok(_) => work.running = true,
            Err(error) => log::warn!("no thread to solve endings on: {error}"),
        }
        work.running
    }

    /// No endings are wanted any more.
    pub(crate) fn give_up(&self) {
        lock(&self.work).wanted.clear();
        self.changes.fetch_add(1, Relaxed);
    }

    /// Solves what is wanted.
    fn work_off(&self) {
        let _end = WorkEnd(self);
        loop {
            let (ending, seen) = {
                let mut work = lock(&self.work);
                work.wanted.retain(|ending| !ending.is_solved());
                let Some(ending) = work.wanted.first() else {
                    // said under the lock, or an order could come to a thread that has gone
                    work.running = false;
                    return;
                };
                (ending.clone(), self.changes.load(Relaxed))
            };
            let seen = AtomicU64::new(seen);
            let unwanted = || {
                let changes = self.changes.load(Relaxed);
                if changes == seen.swap(changes, Relaxed) {
                    return false;
                }
                let work = lock(&self.work);
                !work
                    .wanted
                    .iter()
                    .any(|wanted| Arc::ptr_eq(wanted, &ending))
            };
            if ending.solved(self, &unwanted).is_err() {
                log::debug!("{:?} is not wanted any more", ending.force);
            }
        }
    }
}

/// Says that the thread has gone, also when it has failed.
struct WorkEnd<'a>(&'a Endgames);

impl Drop for WorkEnd<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let mut work = lock(&self.0.work);
            for ending in std::mem::take(&mut work.wanted) {
                // nobody shall wait for what is not there, or try again
                let _ = ending.table.set(None);
            }
            work.running = false;
        }
    }
}

/// Many games are going to be played: solving an ending again and again would take longer than they do.
pub fn expect_many_games() {
    KEPT_BYTES.fetch_max(MANY_GAMES_BYTES, Relaxed);
}

/// The table of an ending that was solved before.
fn known(key: &Key) -> Option<Arc<Table>> {
    let mut solved = lock(&SOLVED);
    let index = solved.iter().position(|(known, _)| known == key)?;
    solved[index..].rotate_left(1);
    solved.last().map(|(_, table)| table.clone())
}

/// Keeps a table for those who ask for it later.
fn keep(key: Key, table: &Arc<Table>) {
    let mut solved = lock(&SOLVED);
    if solved.iter().any(|(known, _)| *known == key) {
        return;
    }
    solved.push((key, table.clone()));
    let mut bytes: usize = solved.iter().map(|(_, table)| table.bytes()).sum();
    while bytes > KEPT_BYTES.load(Relaxed) && solved.len() > 1 {
        bytes -= solved.remove(0).1.bytes();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::types::Color;
    use crate::variant::{Library, ReadOptions, Selections};

    fn rules(name: &str) -> Arc<Ruleset> {
        let library = Library::builtin(ReadOptions::default());
        let variant = library.find(name, &Selections::default()).unwrap();
        Arc::new(Ruleset::new(variant))
    }

    fn force(rules: &Ruleset, letters: &str) -> Force {
        let id = |letter, color| rules.variant().type_by_letter(letter, color).unwrap();
        let pieces: Vec<TypeId> = letters.chars().map(|c| id(c, Color::White)).collect();
        Force::new(id('K', Color::White), &pieces, id('K', Color::Black))
    }

    #[test]
    fn what_was_used_last_is_kept() {
        // other tests solve endings too
        expect_many_games();
        let rules = rules("knightmate");
        let solved = |letter: &str| {
            let force = force(&rules, letter);
            let endgames = Endgames::new(rules.clone());
            let table = endgames.solve(&force, &|| false).unwrap().unwrap();
            (Key::new(&rules, &force), table)
        };
        let place = |key: &Key| lock(&SOLVED).iter().position(|(known, _)| known == key);
        let (rook, first) = solved("R");
        let (queen, _) = solved("Q");
        assert!(place(&rook) < place(&queen));
        let (_, again) = solved("R");
        assert!(Arc::ptr_eq(&first, &again));
        assert!(place(&rook) > place(&queen));
    }

    /// Whoever waits is heard whenever a placement is looked at, and then nothing more is done.
    #[test]
    fn the_solver_looks_up_often() {
        let rules = rules("normal");
        let problem = || {
            let mut problem = Problem::new(&rules, &force(&rules, "R"), None).unwrap();
            problem.less.push(None);
            problem
        };
        let looks = Cell::new(0);
        let count = |most: usize| {
            looks.set(0);
            let stop = || {
                looks.set(looks.get() + 1);
                looks.get() > most
            };
            solve(&problem(), &stop).is_err()
        };
        assert!(!count(usize::MAX));
        let all = looks.get();
        assert!(all > 2 * problem().placements.count, "{all}");
        for most in (0..all).step_by(all / 50) {
            assert!(count(most));
            assert_eq!(looks.get(), most + 1);
        }
    }

    #[test]
    fn what_nobody_wants_any_more_is_given_up() {
        let rules = rules("normal");
        let endgames = Arc::new(Endgames::new(rules.clone()));
        let is_running = || lock(&endgames.work).running;
        let wait_for_end = || {
            let begun = Instant::now();
            while is_running() {
                assert!(begun.elapsed() < Duration::from_secs(60));
                thread::sleep(Duration::from_millis(1));
            }
        };
        let (slow, quick) = (force(&rules, "NNN"), force(&rules, "B"));
        let slow = endgames.ending(slow);
        assert!(endgames.want(std::slice::from_ref(&slow)));
        assert!(is_running());
        // somebody else still wants it, and something before it
        let quick = endgames.ending(quick);
        assert!(endgames.want(&[quick.clone(), slow.clone()]));
        endgames.give_up();
        wait_for_end();
        assert!(!slow.is_solved());
        // it can be asked for again
        assert!(endgames.want(std::slice::from_ref(&quick)));
        wait_for_end();
        assert!(quick.table().is_some());
    }
}
