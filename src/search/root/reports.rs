//! Reports of a running search.

use std::time::Duration;

use super::RootSearch;
use crate::search::{Bound, Report, Value};
use crate::types::Move;

/// Before this time, only complete iterations are reported.
const SILENCE: Duration = Duration::from_millis(100);

/// A reported line. Within an iteration, a report is new if it differs in one of these values.
pub(super) type Line = (i32, Bound, Vec<Move>);

impl RootSearch<'_, '_> {
    /// Repeats the last report at the end of the search with the final node count, if time is counted in nodes: a GUI
    /// charges the nodes of the last report.
    pub(super) fn report_final_nodes(&mut self) {
        let nodes = self.worker.all_nodes();
        if let Some(mut report) = self.last_report.take()
            && self.worker.time.counts_nodes()
            && report.nodes < nodes
        {
            report.nodes = nodes;
            report.time = self.worker.time.elapsed();
            self.observer.report(&report);
        }
    }

    /// Reports a line in the middle of an iteration, but not in the first moments: such reports would be unreadable,
    /// and slow down a GUI.
    pub(super) fn announce(&mut self, rank: usize, bound: Bound) {
        if self.observer.hears_all() || self.worker.time.elapsed() >= SILENCE {
            self.report(rank, self.worker.iteration as u32, bound);
        }
    }

    /// Reports a line, unless it has been reported at this depth. A new best move is reported as soon as it is found,
    /// and the same line may still be the best when the iteration is complete, or become the second line.
    pub(super) fn report(&mut self, rank: usize, depth: u32, bound: Bound) {
        let best = &self.moves[rank];
        let mut report = Report {
            rank: rank as u32,
            depth,
            selective_depth: self.worker.selective_depth as u32,
            value: Value::from_score(best.score),
            bound,
            time: self.worker.time.elapsed(),
            nodes: self.worker.all_nodes(),
            pv: best.pv.clone(),
        };
        let (of, reported) = &mut self.reported;
        if *of != depth {
            *of = depth;
            reported.clear();
        }
        let line = (best.score, bound, best.pv.clone());
        if reported.contains(&line) {
            report.nodes = self.last_report.as_ref().map_or(0, |last| last.nodes);
        } else {
            reported.push(line);
            self.observer.report(&report);
        }
        if rank == 0 {
            self.last_report = Some(report);
        }
    }
}
