//! The requested endings of a variant, and all endings solved in this process.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use super::force::{Force, MAX_TABLE_PIECES};
use super::problem::Problem;
use super::solver::{Stopped, solve};
use super::table::Table;
use super::validate;
use crate::ruleset::Ruleset;
use crate::types::{Color, TypeId, lock};
use crate::variant::{MoveDescriptor, Stalemate};

/// The largest number of positions of a solved ending, by number of pieces: enough for one piece on 16x16, two on
/// 10x10, and three of one type on 8x8, on boards with mirror symmetry.
const MOST_POSITIONS: [usize; MAX_TABLE_PIECES] = [50_000_000, 50_000_000, 90_000_000];
/// Number of endings that a variant keeps, by number of pieces.
const KEPT: [usize; MAX_TABLE_PIECES] = [usize::MAX, 4, 1];
/// Memory limit of the cache of solved endings, in bytes. The least recently used endings are dropped from the cache,
/// but variants that still use them keep them.
static KEPT_BYTES: AtomicUsize = AtomicUsize::new(96 << 20);
/// The memory limit when many games of a variant are played. The endings of makruk take 173 MB; the ending with three
/// mets is half of that and takes seven seconds to solve.
const MANY_GAMES_BYTES: usize = 512 << 20;

/// Everything that an ending depends on. Two variants with the same key share a table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    size: (u8, u8),
    pawn_rank: u8,
    stalemate: Stalemate,
    /// The moves of the royal, of the pieces and of the bare royal.
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

/// The cache of solved endings, the most recently used last.
static SOLVED: Mutex<Vec<(Key, Arc<Table>)>> = Mutex::new(Vec::new());

/// An ending of a variant.
#[derive(Debug)]
pub(super) struct Ending {
    pub force: Force,
    /// The table, once the ending is settled. `Some(None)`: there is no table, because it would be too large, the
    /// analysis does not support a rule, or one of the pieces mates alone.
    table: OnceLock<Option<Arc<Table>>>,
}

impl Ending {
    /// The table, if it is solved.
    #[inline]
    pub fn table(&self) -> Option<&Arc<Table>> {
        self.table.get()?.as_ref()
    }

    /// True if the table is solved or will never exist.
    pub fn is_solved(&self) -> bool {
        self.table.get().is_some()
    }

    /// The table. Solves the ending first if necessary, until `stop` returns true.
    pub fn solved(
        &self,
        endgames: &Endgames,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<&Arc<Table>>, Stopped> {
        if !self.is_solved() {
            let table = endgames.solve(&self.force, stop)?;
            // another thread may have set the same table
            let _ = self.table.set(table);
        }
        Ok(self.table())
    }
}

/// The requested endings of a variant.
#[derive(Debug)]
pub struct Endgames {
    pub(super) rules: Arc<Ruleset>,
    /// Set if all endings are solved, not only those that a search needs: under any rules, of any size, also if one of
    /// the pieces mates alone. The colour has the pieces; the number is that of the endings with two pieces that are
    /// kept.
    pub(super) exhaustive: Option<(Color, usize)>,
    requested: Mutex<Vec<Arc<Ending>>>,
    work: Mutex<Work>,
    /// Number of changes of the wanted endings.
    changes: AtomicU64,
}

/// The work of the background thread.
#[derive(Debug, Default)]
struct Work {
    /// The endings to solve, in order; the first one is being solved.
    wanted: Vec<Arc<Ending>>,
    /// The thread is running.
    running: bool,
}

impl Endgames {
    /// The endings of a variant; at first none is solved.
    pub fn new(rules: Arc<Ruleset>) -> Endgames {
        Endgames {
            rules,
            exhaustive: None,
            requested: Mutex::default(),
            work: Mutex::default(),
            changes: AtomicU64::new(0),
        }
    }

    /// The ending of a force, perhaps not solved yet.
    pub(super) fn ending(&self, force: Force) -> Arc<Ending> {
        let mut requested = lock(&self.requested);
        if let Some(known) = requested.iter().find(|ending| ending.force == force) {
            return known.clone();
        }
        let pieces = force.pieces.len();
        let same_size = |ending: &Arc<Ending>| ending.force.pieces.len() == pieces;
        let kept = match self.exhaustive {
            Some((_, pairs)) if pieces == 2 => pairs,
            _ => KEPT.get(pieces.wrapping_sub(1)).copied().unwrap_or(1),
        };
        if requested.iter().filter(|ending| same_size(ending)).count() >= kept
            && let Some(oldest) = requested.iter().position(same_size)
        {
            requested.remove(oldest);
        }
        let ending = Arc::new(Ending {
            force,
            table: OnceLock::new(),
        });
        requested.push(ending.clone());
        ending
    }

    fn solve(&self, force: &Force, stop: &dyn Fn() -> bool) -> Result<Option<Arc<Table>>, Stopped> {
        let rules = &*self.rules;
        let Some(mut problem) = self.problem(force) else {
            return Ok(None);
        };
        if !self.add_smaller(force, &mut problem, stop)? {
            return Ok(None);
        }
        let strong = self.exhaustive.map(|(strong, _)| strong);
        let key = strong.is_none().then(|| Key::new(rules, force));
        let table = match key.as_ref().and_then(cached) {
            Some(table) => table,
            None => {
                let table = Arc::new(solve(&problem, stop)?);
                if let Some(key) = key {
                    cache(key, &table);
                }
                table
            }
        };
        if !validate::agrees(rules, force, &table, &problem.homes, strong) {
            let name = &rules.variant().name;
            log::warn!("{name}: the table of {force:?} contradicts the legal moves");
            return Ok(None);
        }
        Ok(Some(table))
    }

    /// The input of the solver; `None` if the ending cannot or need not be solved.
    pub(super) fn problem(&self, force: &Force) -> Option<Problem> {
        let rules = &*self.rules;
        let v = rules.variant();
        let is_piece = |&id: &TypeId| !id.is_pawn() && !v.is_royal(id);
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

    /// Number of positions of an ending that is to be solved; 0 if the ending is not solved at all.
    pub(super) fn positions(&self, force: &Force) -> usize {
        self.problem(force).map_or(0, |problem| problem.positions())
    }

    /// Adds the endings with one piece less. False if one of these endings is unknown, or mates, so that no search
    /// needs the larger ending.
    fn add_smaller(
        &self,
        force: &Force,
        problem: &mut Problem,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, Stopped> {
        let solved = |force| -> Result<Option<Arc<Table>>, Stopped> {
            Ok(self.ending(force).solved(self, stop)?.cloned())
        };
        let exhaustive = self.exhaustive.is_some();
        // endings with one piece are solved fastest
        if force.pieces.len() > 2 && !exhaustive {
            for &id in &force.pieces {
                let single = solved(Force::new(force.royal, &[id], force.bare))?;
                if single.is_some_and(|table| table.mates()) {
                    return Ok(false);
                }
            }
        }
        for i in 0..force.pieces.len() {
            let rest = force.without(i);
            if rest.pieces.is_empty() && !exhaustive {
                // two bare royals draw
                problem.smaller.push(None);
                continue;
            }
            let Some(table) = solved(rest)? else {
                return Ok(false);
            };
            problem.smaller.push(Some(table));
        }
        let mut smaller = problem.smaller.iter().flatten();
        Ok(exhaustive || !smaller.any(|table| table.mates()))
    }

    /// Solves these endings in the background, in this order, and stops solving any other endings. False if no thread
    /// is available.
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
            Err(error) => log::warn!("cannot create a thread to solve endings: {error}"),
        }
        work.running
    }

    /// Stops solving endings in the background.
    pub(crate) fn give_up(&self) {
        lock(&self.work).wanted.clear();
        self.changes.fetch_add(1, Relaxed);
    }

    /// Solves the wanted endings.
    fn work_off(&self) {
        let _end = WorkEnd(self);
        loop {
            let (ending, seen) = {
                let mut work = lock(&self.work);
                work.wanted.retain(|ending| !ending.is_solved());
                let Some(ending) = work.wanted.first() else {
                    // set under the lock, so that no request relies on a thread that has ended
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
                (work.wanted.iter()).all(|wanted| !Arc::ptr_eq(wanted, &ending))
            };
            if ending.solved(self, &unwanted).is_err() {
                log::debug!("stopped solving {:?}", ending.force);
            }
        }
    }
}

/// Cleans up if the thread panics.
struct WorkEnd<'a>(&'a Endgames);

impl Drop for WorkEnd<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let mut work = lock(&self.0.work);
            for ending in std::mem::take(&mut work.wanted) {
                // settles the ending without a table, so that no search waits for it or tries again
                let _ = ending.table.set(None);
            }
            work.running = false;
        }
    }
}

/// Enlarges the cache for many games of a variant: solving its endings again and again would take longer.
pub fn expect_many_games() {
    KEPT_BYTES.fetch_max(MANY_GAMES_BYTES, Relaxed);
}

/// A table in the cache.
fn cached(key: &Key) -> Option<Arc<Table>> {
    let mut solved = lock(&SOLVED);
    let index = solved.iter().position(|(known, _)| known == key)?;
    solved[index..].rotate_left(1);
    solved.last().map(|(_, table)| table.clone())
}

/// Puts a table into the cache.
fn cache(key: Key, table: &Arc<Table>) {
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
    use crate::testing::games::rules;
    use crate::types::Color;

    fn force(rules: &Ruleset, letters: &str) -> Force {
        let id = |letter, color| rules.variant().type_by_letter(letter, color).unwrap();
        let pieces: Vec<TypeId> = letters.chars().map(|c| id(c, Color::White)).collect();
        Force::new(id('K', Color::White), &pieces, id('K', Color::Black))
    }

    #[test]
    fn the_most_recently_used_table_is_last() {
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

    /// The solver calls `stop` for every placement, and ends at once.
    #[test]
    fn the_solver_stops_at_once() {
        let rules = rules("normal");
        let problem = || {
            let mut problem = Problem::new(&rules, &force(&rules, "R"), None).unwrap();
            problem.smaller.push(None);
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
    fn unwanted_endings_are_abandoned() {
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
        // the ending is still wanted, after another ending
        let quick = endgames.ending(quick);
        assert!(endgames.want(&[quick.clone(), slow.clone()]));
        endgames.give_up();
        wait_for_end();
        assert!(!slow.is_solved());
        // the ending can be requested again
        assert!(endgames.want(std::slice::from_ref(&quick)));
        wait_for_end();
        assert!(quick.table().is_some());
    }
}
