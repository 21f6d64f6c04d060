//! Searching a position and collecting the reports.

use std::sync::Arc;
use std::time::Duration;

use fmax::game::Game;
use fmax::search::{
    Clock, Limits, Report, SearchControl, SearchObserver, SearchResult, SearchSettings, Searcher,
    TranspositionTable,
};

pub fn searcher(game: &Game, threads: usize) -> Searcher {
    let table = Arc::new(TranspositionTable::new(4 << 20));
    let mut searcher = Searcher::new(game.rules().clone(), table);
    searcher.set_threads(threads);
    searcher
}

/// All reports of a search.
#[derive(Default)]
pub struct Reports(pub Vec<Report>);

impl SearchObserver for Reports {
    fn report(&mut self, report: &Report) {
        self.0.push(report.clone());
    }
}

/// A search on one thread with empty tables.
pub fn search_with(game: &Game, limits: Limits, settings: &SearchSettings) -> SearchResult {
    let control = SearchControl::default();
    searcher(game, 1).search(game.position(), &limits, settings, &control, &mut ())
}

/// A search to a fixed depth, on one thread with empty tables and default settings.
pub fn search(game: &Game, depth: u32) -> SearchResult {
    search_with(game, Limits::depth(depth), &SearchSettings::default())
}

/// The best move as text.
pub fn best(game: &Game, found: &SearchResult) -> String {
    found.best.map_or("none".to_owned(), |mv| game.format(mv))
}

pub fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::UNLIMITED
    }
}

pub fn per_move(millis: u64) -> Limits {
    Limits {
        clock: Clock::PerMove(Duration::from_millis(millis)),
        ..Limits::UNLIMITED
    }
}
