//! A search worker in one line, for unit tests.

use super::thread_pool::ThreadPool;
use super::time_manager::TimeManager;
use super::worker::{ThreadHistories, Worker};
use super::{FixedScores, Limits, SearchControl, SearchSettings, TranspositionTable};
use crate::board::Position;
use crate::testing::games::rules;

/// Runs a test with a worker in a position of a built-in variant; its tables and histories are empty.
pub(super) fn with_worker<T>(variant: &str, fen: &str, test: impl FnOnce(&mut Worker) -> T) -> T {
    let rules = rules(variant);
    let table = TranspositionTable::new(1 << 10);
    let (fixed, control) = (FixedScores::default(), SearchControl::default());
    let pool = ThreadPool::new(&control, 1);
    let time = TimeManager::new(&pool, Limits::UNLIMITED, None, false);
    let mut histories = ThreadHistories::new(&rules);
    let pos = Position::from_fen(&rules.layout, fen).unwrap();
    let (settings, reductions) = (SearchSettings::default(), [[0; 64]; 64]);
    test(&mut Worker::new(
        &rules,
        &table,
        &fixed,
        &mut histories,
        &reductions,
        pos,
        time,
        &settings,
    ))
}
