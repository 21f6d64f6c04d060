//! The searcher: what outlives a search, and how its threads are set to work.

use std::sync::Arc;

use super::root::RootSearch;
use super::thread_pool::ThreadPool;
use super::time_manager::TimeManager;
use super::tunables as t;
use super::worker::{ThreadHistories, Worker};
use super::{
    FixedScores, Limits, MAX_THREADS, SearchControl, SearchObserver, SearchResult,
    TranspositionTable,
};
use crate::board::Position;
use crate::endgame::{Endgames, Prober};
use crate::ruleset::Ruleset;
use crate::types::{Instant, Move};

/// Settings of a search that do not limit it; by default no rule, no noise, one line and all moves.
#[derive(Clone, Debug, Default)]
pub struct SearchSettings {
    /// Plies without capture or pawn move that draw; 0: never.
    pub move_rule_plies: u32,
    /// The counting rules of the game are in force.
    pub counting: bool,
    /// What varies the choice among nearly equal moves; `None`: always the best.
    pub noise: Option<Noise>,
    /// When the clock began to run; `None`: when the search begins.
    pub clock_start: Option<Instant>,
    /// Which moves besides the best get a line of their own.
    pub multi_pv: MultiPv,
    /// Moves that are not considered at the root.
    pub excluded: Vec<Move>,
}

/// Errors about the worth of the moves at the root. Mates are not mistaken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// The same seed errs in the same way.
    pub seed: u64,
    /// Up to so many centipawns are added or taken off, all equally likely; at most
    /// [`Noise::MOST`].
    pub spread: u32,
}

impl Noise {
    /// The spread that is enough to vary games between equals.
    pub const VARIETY: u32 = t::RANDOM_SPREAD;
    /// More would decide more than the search does.
    pub const MOST: u32 = 1000;
}

/// How many moves get a line of their own. A move is searched for its exact score if it is among
/// the best `lines`, or within the margin of the best; the other ones only as far as it takes to
/// see that they are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MultiPv {
    /// So many lines at least, as far as there are moves; 0 means 1.
    pub lines: u32,
    /// And all moves that are at most so many centipawns worse than the best; 0: no further ones.
    pub margin: u32,
}

impl MultiPv {
    /// Only the best line.
    pub const SINGLE: MultiPv = MultiPv {
        lines: 1,
        margin: 0,
    };

    /// Whether only the best line is wanted.
    pub fn is_single(self) -> bool {
        self.lines <= 1 && self.margin == 0
    }
}

/// Searches positions of one game.
#[derive(Debug)]
pub struct Searcher {
    rules: Arc<Ruleset>,
    table: Arc<TranspositionTable>,
    endgames: Arc<Endgames>,
    /// What the thread has learnt that calls the search.
    own: ThreadHistories,
    /// What the others have.
    helpers: Vec<ThreadHistories>,
    threads: usize,
    reductions: Box<[[u8; 64]; 64]>,
    fixed_scores: Arc<FixedScores>,
}

impl Searcher {
    /// A searcher for a game, with the hash table to use.
    pub fn new(rules: Arc<Ruleset>, table: Arc<TranspositionTable>) -> Searcher {
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (moves, cell) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (moves as f64).ln();
                *cell = (f64::from(t::lmr_base()) / 100.0
                    + product * 100.0 / f64::from(t::lmr_divisor())) as u8;
            }
        }
        Searcher {
            own: ThreadHistories::new(&rules),
            helpers: Vec::new(),
            endgames: Arc::new(Endgames::new(rules.clone())),
            threads: 1,
            rules,
            table,
            reductions,
            fixed_scores: Arc::default(),
        }
    }

    /// From now on these scores are given. What the table holds was found without them.
    pub fn set_fixed_scores(&mut self, fixed: &Arc<FixedScores>) {
        if self.fixed_scores != *fixed {
            self.fixed_scores = fixed.clone();
            self.table.clear();
        }
    }

    /// Forgets what it has learnt and what the table holds: as a new one it searches, but has less to
    /// make ready.
    pub fn forget(&mut self) {
        self.table.clear();
        self.own.forget(&self.rules);
        self.helpers.clear();
        self.endgames.give_up();
        self.endgames = Arc::new(Endgames::new(self.rules.clone()));
    }

    /// From now on searches use so many threads, but at most [`MAX_THREADS`]; 0 means 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MAX_THREADS);
        self.helpers.truncate(self.threads - 1);
    }

    /// What each thread takes to remember what it learns of a game, bytes at most.
    pub fn bytes_per_thread(rules: &Ruleset) -> usize {
        ThreadHistories::bytes(rules)
    }

    /// Searches until a limit is reached or `control` stops it. Stopped before the first iteration
    /// is complete, it still answers with a move if there is one that is legal and not excluded.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        settings: &SearchSettings,
        control: &SearchControl,
        observer: &mut dyn SearchObserver,
    ) -> SearchResult {
        self.table.new_search();
        (self.helpers).resize_with(self.threads - 1, || ThreadHistories::new(&self.rules));
        let pool = ThreadPool::new(control, self.threads);
        let (rules, table, fixed) = (&*self.rules, &*self.table, &*self.fixed_scores);
        let reductions = &self.reductions;
        let mut time = TimeManager::new(&pool, *limits, settings.clock_start, false);
        // without threads nothing can be solved in the background
        let in_background = limits.is_timed() && cfg!(not(target_arch = "wasm32"));
        let endings = if in_background {
            Prober::new(&self.endgames, position)
        } else {
            Prober::when_solved(&self.endgames, position, || !time.can_wait())
        };
        let spawn = |histories, time| {
            let position = position.clone();
            let mut worker = Worker::new(
                rules, table, fixed, histories, reductions, position, time, settings,
            );
            worker.endings = endings.as_ref();
            worker
        };
        let mut root = RootSearch::new(spawn(&mut self.own, time), settings, observer);
        let helpers = (self.helpers.iter_mut().enumerate()).map(|(index, histories)| {
            let spawn = &spawn;
            let time = TimeManager::new(&pool, *limits, None, true);
            move || RootSearch::new(spawn(histories, time), settings, &mut ()).run_helper(index)
        });
        let (completed, found) = pool.run(helpers, || root.iterative_deepening());
        root.result(completed, found)
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.endgames.give_up();
    }
}
