//! Requests to the search thread: searches and preparations.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use super::Event;
use super::search_thread::{Preparation, SearchThread, Task};
use crate::game::Game;
use crate::movegen::GameEnd;
use crate::search::{
    FixedScore, FixedScores, Limits, Report, SearchControl, SearchResult, SearchSettings,
};
use crate::types::{Instant, Move};

/// Time before a search sends its first report. A GUI may need longer to show ten lines of thinking than a short search
/// to find them, and that time runs on the engine's clock.
pub const FIRST_REPORT: Duration = Duration::from_millis(20);

/// The requests to the search thread.
#[derive(Debug)]
pub struct Searches {
    thread: SearchThread,
    /// Number of search threads.
    pub threads: usize,
    /// Remembered scores.
    pub fixed_scores: Arc<FixedScores>,
    /// Number of searches so far.
    count: u64,
    /// A search for a hint, which runs in a state that has no search of its own.
    pub hint: Option<Search>,
    /// Preparations that are not finished yet.
    pending: usize,
    /// The pause, if there is one: meanwhile the events of searches wait.
    pub pause: Option<Pause>,
}

/// A pause.
#[derive(Debug)]
pub struct Pause {
    /// When the pause began.
    pub since: Instant,
    /// Events of the search thread since the pause began.
    pub held: Vec<Event>,
}

/// Number of threads for a search when this number is allowed: at most one per processor.
pub fn usable_threads(allowed: u32) -> usize {
    let processors = available_parallelism().map_or(1, NonZero::get);
    processors.min(allowed as usize)
}

impl Searches {
    pub fn new(thread: SearchThread, threads: usize) -> Searches {
        Searches {
            thread,
            threads,
            fixed_scores: Arc::default(),
            count: 0,
            hint: None,
            pending: 0,
            pause: None,
        }
    }

    /// Starts a search of the position of a game.
    pub fn begin(&mut self, game: &Game, limits: Limits, mut settings: SearchSettings) -> Search {
        self.count += 1;
        let control: Arc<SearchControl> = Arc::default();
        let started = *settings.clock_start.get_or_insert_with(Instant::now);
        self.thread.search(Task {
            id: self.count,
            rules: game.rules().clone(),
            position: game.position().clone(),
            limits,
            settings,
            control: control.clone(),
            threads: self.threads,
            fixed_scores: self.fixed_scores.clone(),
        });
        Search {
            id: self.count,
            control,
            started,
            line: Vec::new(),
            unsent: Vec::new(),
            hint_due: false,
        }
    }

    /// Fixes the score of the position with this key.
    pub fn fix_score(&mut self, key: u64, score: FixedScore) {
        Arc::make_mut(&mut self.fixed_scores).insert(key, score);
    }

    /// Requests a preparation.
    pub fn prepare(&mut self, preparation: Preparation) {
        self.pending += 1;
        self.thread.prepare(preparation);
    }

    /// Notes that a preparation is finished.
    pub fn prepared(&mut self) {
        self.pending = self.pending.saturating_sub(1);
    }

    /// True while a hint is searched or a preparation is pending.
    pub fn is_busy(&self) -> bool {
        self.hint.is_some() || self.pending > 0
    }

    /// Stops the search for a hint.
    pub fn cancel_hint(&mut self) {
        if let Some(search) = self.hint.take() {
            search.control.stop();
        }
    }

    /// True between `pause` and `resume`.
    pub fn is_paused(&self) -> bool {
        self.pause.is_some()
    }

    /// Keeps an event until the pause is over.
    pub fn hold(&mut self, event: Event) {
        if let Some(pause) = &mut self.pause {
            pause.held.push(event);
        }
    }
}

/// A running search.
#[derive(Debug)]
pub struct Search {
    /// The number of the search, which all its events carry.
    pub id: u64,
    /// Stops the search and changes its limits.
    pub control: Arc<SearchControl>,
    /// When the clock of the search started.
    pub started: Instant,
    /// The best line so far.
    pub line: Vec<Move>,
    /// Reports that are not sent yet.
    pub unsent: Vec<Report>,
    /// The user asked for a hint before the search had a line.
    pub hint_due: bool,
}

impl Search {
    /// Keeps a report for sending. The report replaces all unsent reports except those of the same depth with another
    /// first move: the search does not repeat a line that becomes the second best.
    pub fn note(&mut self, report: &Report) {
        if report.rank == 0 {
            self.line.clone_from(&report.pv);
        }
        (self.unsent)
            .retain(|old| old.depth == report.depth && old.pv.first() != report.pv.first());
        self.unsent.push(report.clone());
    }
}

/// The move to play after a search: the best move found, or any legal move if the search failed. `None` if no move is
/// legal.
pub fn move_to_play(game: &Game, result: Option<&SearchResult>) -> Option<Move> {
    let legal = game.legal_moves();
    let best = result.and_then(|result| result.best);
    best.filter(|mv| legal.contains(mv)).or_else(|| {
        let fen = game.position().fen();
        log::error!("the search has no legal move in {fen}");
        legal.first().copied()
    })
}

/// The outcome of a game that cannot go on; a game drawn by repetition or by the move rule can go on.
pub fn final_outcome(game: &Game) -> Option<GameEnd> {
    let outcome = game.outcome()?;
    (matches!(outcome, GameEnd::Win(..)) || game.legal_moves().is_empty()).then_some(outcome)
}
