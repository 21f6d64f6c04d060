//! [`Searcher`]: the state that outlives a search, and the start of its threads.

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

/// Settings besides the limits. By default there are no rules and no noise, and the search reports one line and
/// considers all moves.
#[derive(Clone, Debug, Default)]
pub struct SearchSettings {
    /// Plies without capture or pawn move that draw; 0: never.
    pub move_rule_plies: u32,
    /// The counting rules of the variant are in force.
    pub counting: bool,
    /// Varies the choice among nearly equal moves; `None`: always the best move.
    pub noise: Option<Noise>,
    /// When the clock began to run; `None`: at the start of the search.
    pub clock_start: Option<Instant>,
    /// Principal variations to report.
    pub multi_pv: MultiPv,
    /// Moves not searched at the root.
    pub excluded: Vec<Move>,
}

/// Random errors in the scores of the root moves. Mates are exempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// The seed: the same seed makes the same errors.
    pub seed: u64,
    /// Each error is uniform between minus and plus this many centipawns, at most [`Noise::MOST`].
    pub spread: u32,
}

impl Noise {
    /// The spread that varies games between equals.
    pub const VARIETY: u32 = t::RANDOM_SPREAD;
    /// Upper bound of the spread: beyond it, noise would decide more than the search.
    pub const MOST: u32 = 1000;
}

/// The number of principal variations. A move gets an exact score if it is among the best `lines` or within
/// the margin of the best; other moves are only refuted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MultiPv {
    /// The least number of lines, if there are enough moves; 0 means 1.
    pub lines: u32,
    /// All moves that are at most this many centipawns worse than the best are lines too; 0: no additional lines.
    pub margin: u32,
}

impl MultiPv {
    /// Only the best line.
    pub const SINGLE: MultiPv = MultiPv {
        lines: 1,
        margin: 0,
    };

    /// True for a single line.
    pub fn is_single(self) -> bool {
        self.lines <= 1 && self.margin == 0
    }
}

/// Searches positions of one variant.
#[derive(Debug)]
pub struct Searcher {
    rules: Arc<Ruleset>,
    table: Arc<TranspositionTable>,
    endgames: Arc<Endgames>,
    /// Histories of the calling thread.
    own: ThreadHistories,
    /// Histories of the helpers.
    helpers: Vec<ThreadHistories>,
    threads: usize,
    reductions: Box<[[u8; 64]; 64]>,
    fixed_scores: Arc<FixedScores>,
}

impl Searcher {
    /// A searcher for a variant with this hash table.
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

    /// Replaces the fixed scores, and clears the hash table, because its scores depend on them.
    pub fn set_fixed_scores(&mut self, fixed: &Arc<FixedScores>) {
        if self.fixed_scores != *fixed {
            self.fixed_scores = fixed.clone();
            self.table.clear();
        }
    }

    /// Clears the histories and the hash table. The next search equals that of a new searcher, but starts
    /// faster.
    pub fn forget(&mut self) {
        self.table.clear();
        self.own.forget(&self.rules);
        self.helpers.clear();
        self.endgames.give_up();
        self.endgames = Arc::new(Endgames::new(self.rules.clone()));
    }

    /// Sets the number of threads, at most [`MAX_THREADS`]; 0 means 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MAX_THREADS);
        self.helpers.truncate(self.threads - 1);
    }

    /// Upper bound on the memory that a thread needs for its histories, in bytes.
    pub fn bytes_per_thread(rules: &Ruleset) -> usize {
        ThreadHistories::bytes(rules)
    }

    /// Searches until a limit is reached or `control` stops it. Even if the search is stopped before the first
    /// iteration is complete, the result has a move, if a move is legal and not excluded.
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
        // without threads no ending can be solved in the background
        let in_background = limits.is_timed() && cfg!(not(target_arch = "wasm32"));
        let endings = if in_background {
            Prober::new(&self.endgames, position)
        } else {
            // a short search does not wait for an ending that takes much longer to solve
            let most = limits.nodes.map_or(usize::MAX, solved_beside);
            Prober::when_solved(&self.endgames, position, most, || !time.can_wait())
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
            let time = TimeManager::new(&pool, *limits, None, true);
            let spawn = &spawn;
            move || RootSearch::new(spawn(histories, time), settings, &mut ()).run_helper(index)
        });
        let (completed, found) = pool.run(helpers, || root.iterative_deepening());
        root.result(completed, found)
    }
}

/// Most positions of an ending that is solved before a search of this number of nodes. Two pieces on 8x8 have up to
/// 8.4 million; three have up to 90 million, which take half a minute.
fn solved_beside(nodes: u64) -> usize {
    let most = nodes.saturating_mul(20_000).max(10_000_000);
    usize::try_from(most).unwrap_or(usize::MAX)
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.endgames.give_up();
    }
}
