//! Iterative deepening at the root, with aspiration windows and several principal variations.

mod order;
mod reports;

use std::cmp::Reverse;
use std::time::Duration;

use super::move_picker::MoveKind;
use super::thread_pool::{HelperResult, skips};
use super::time_manager::Iteration;
use super::tunables as t;
use super::worker::Worker;
use super::{
    Bound, MATE, MATE_IN_MAX, MultiPv, Noise, Report, SearchObserver, SearchResult, SearchSettings,
    Value,
};
use crate::types::{Move, Rng};

/// A root move.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    /// The kind of the move, for reductions.
    kind: MoveKind,
    /// Score in the last iteration; moves that were only refuted have the lowest score.
    score: i32,
    /// Score before this iteration.
    last: i32,
    pv: Vec<Move>,
    /// Nodes in the subtree of the move.
    nodes: u64,
    /// Noise added to the score, centipawns.
    noise: i32,
}

/// The search of the root position by one thread.
pub(super) struct RootSearch<'a, 'o> {
    worker: Worker<'a>,
    moves: Vec<RootMove>,
    multi_pv: MultiPv,
    observer: &'o mut dyn SearchObserver,
    /// The last report of the best line.
    last_report: Option<Report>,
    /// Changes of the best move in this iteration.
    changes: u32,
    /// Depth of the current iteration, and the lines reported at this depth.
    reported: (u32, Vec<reports::Line>),
}

impl<'a, 'o> RootSearch<'a, 'o> {
    pub fn new(
        mut worker: Worker<'a>,
        settings: &SearchSettings,
        observer: &'o mut dyn SearchObserver,
    ) -> RootSearch<'a, 'o> {
        let mut legal = worker.rules.tables.legal(&mut worker.pos);
        legal.retain(|mv| !settings.excluded.contains(mv));
        let mut random = (settings.noise)
            .map(|Noise { seed, spread }| (Rng::new(seed), spread.min(Noise::MOST) as i32));
        let mut noise = || {
            (random.as_mut()).map_or(0, |(random, spread)| {
                random.below(2 * *spread as usize + 1) as i32 - *spread
            })
        };
        let root_move = |mv| RootMove {
            mv,
            kind: MoveKind::Quiet,
            score: -MATE,
            last: -MATE,
            pv: vec![mv],
            nodes: 0,
            noise: noise(),
        };
        RootSearch {
            moves: legal.into_iter().map(root_move).collect(),
            worker,
            multi_pv: settings.multi_pv,
            observer,
            last_report: None,
            changes: 0,
            reported: (0, Vec::new()),
        }
    }

    /// Searches deeper and deeper until the clock or a command stops it; returns the last completed depth, in
    /// plies.
    pub fn iterative_deepening(&mut self) -> u32 {
        let mut completed = 0;
        while completed < self.worker.time.deepest() && !self.moves.is_empty() {
            let depth = completed + 1;
            if !self.iterate(depth) {
                break;
            }
            completed = depth;
            let (iteration, nodes) = (self.iteration(depth), self.worker.all_nodes());
            if self.worker.stopped || self.worker.time.completes(&iteration, nodes) {
                break;
            }
        }
        completed
    }

    /// The result of the last iteration.
    fn iteration(&self, depth: u32) -> Iteration {
        let best = &self.moves[0];
        Iteration {
            depth,
            best: best.mv,
            score: best.score,
            changes: self.changes,
            effort: best.nodes as f64 / self.worker.nodes.max(1) as f64,
            forced: self.moves.len() == 1,
        }
    }

    /// Iterative deepening of a helper thread: searches only the best line, and only some depths.
    pub fn run_helper(mut self, index: usize) -> Option<HelperResult> {
        self.multi_pv = MultiPv::SINGLE;
        let mut found = None;
        for depth in (1..=self.worker.time.deepest()).filter(|&depth| !skips(index, depth)) {
            if !self.iterate(depth) {
                break;
            }
            found = Some(HelperResult {
                depth,
                score: self.moves[0].score,
                pv: self.moves[0].pv.clone(),
            });
        }
        found
    }

    /// The result: `completed` is the last depth of the main thread, `found` are the results of its helpers.
    pub fn result(mut self, mut completed: u32, found: Vec<HelperResult>) -> SearchResult {
        if self.moves.is_empty() {
            return self.no_moves();
        }
        if let Some(better) = self.best_of(found, completed) {
            completed = completed.max(better.depth);
            self.adopt(better);
            self.report(0, completed, Bound::Exact);
        } else if self.multi_pv.is_single() && self.has_unreported_best() {
            // a new best move found in an unfinished iteration has not been reported yet
            self.report(0, completed + 1, Bound::Lower);
        }
        self.report_final_nodes();
        let best = &self.moves[0];
        let (mv, value) = (best.mv, Value::from_score(best.score));
        let expected = best.pv.get(1).copied();
        let nodes = self.worker.all_nodes();
        SearchResult {
            best: Some(mv),
            ponder: expected.or_else(|| self.expected_reply(mv)),
            value,
            depth: completed,
            nodes,
            time: self.worker.time.taken(nodes),
            stall: self.worker.time.stall,
        }
    }

    fn has_unreported_best(&self) -> bool {
        let last = self
            .last_report
            .as_ref()
            .and_then(|report| report.pv.first());
        last.is_some_and(|&mv| mv != self.moves[0].mv)
    }

    /// A helper's result, if it is better than the result of the main thread. With several lines only the main thread
    /// counts.
    fn best_of(&self, found: Vec<HelperResult>, completed: u32) -> Option<HelperResult> {
        let single = self.multi_pv.is_single();
        let score = self.moves[0].score;
        HelperResult::best_of(found, completed, score).filter(|_| single)
    }

    /// Moves the best move of a helper to the front.
    fn adopt(&mut self, found: HelperResult) {
        if let Some(index) = self.moves.iter().position(|root| root.mv == found.pv[0]) {
            self.moves[..=index].rotate_right(1);
            self.moves[0].score = found.score;
            self.moves[0].pv = found.pv;
        }
    }

    /// The result if there is no move.
    fn no_moves(&self) -> SearchResult {
        let worker = &self.worker;
        let in_check = worker.rules.tables.in_check(&worker.pos);
        let decided = worker.decided(0);
        let score = decided.unwrap_or_else(|| worker.no_moves(in_check, 0));
        SearchResult {
            best: None,
            ponder: None,
            value: Value::from_score(score),
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            stall: Duration::ZERO,
        }
    }

    /// The best reply according to the hash table, for a line that was cut short.
    fn expected_reply(&mut self, mv: Move) -> Option<Move> {
        let worker = &mut self.worker;
        worker.rules.tables.make(&mut worker.pos, mv);
        let known = worker.table.probe(worker.pos.key(), 1);
        let legal = worker.rules.tables.legal(&mut worker.pos);
        worker.pos.unmake();
        known.map(|entry| entry.mv).filter(|mv| legal.contains(mv))
    }

    /// One iteration, line by line: the second line is the best line without the first move, and so on. False if the
    /// search stopped before the best line was complete.
    fn iterate(&mut self, depth: u32) -> bool {
        let MultiPv { lines, margin } = self.multi_pv;
        self.worker.iteration = depth as i32;
        self.changes = 0;
        for root in &mut self.moves {
            root.last = root.score;
        }
        self.order_moves();
        let mut rank = 0;
        while rank < self.moves.len() {
            let within = match rank {
                _ if rank < lines.max(1) as usize => None,
                _ if margin > 0 => Some(self.moves[0].score.saturating_sub_unsigned(margin)),
                _ => break,
            };
            let found = self.aspirate(rank, within);
            if self.worker.stopped || !found {
                break;
            }
            self.report(rank, depth, Bound::Exact);
            rank += 1;
        }
        // a later line may score higher than an earlier line
        self.moves[..rank].sort_by_key(|root| Reverse(root.score));
        rank > 0
    }

    /// Searches the root moves from `rank` on with aspiration windows around the last score of the move at `rank`.
    /// False if no move scores `within` or more.
    fn aspirate(&mut self, rank: usize, within: Option<i32>) -> bool {
        let lowest = within.map_or(-MATE, |score| (score - 1).max(-MATE));
        let last = self.moves[rank].last;
        let mut width = t::aspiration_window();
        let (mut alpha, mut beta) = (lowest, MATE);
        if self.worker.iteration >= t::aspiration_depth() && last.abs() < MATE_IN_MAX {
            alpha = (last - width).max(lowest);
            beta = (last + width).max(alpha + 1);
        }
        loop {
            let score = self.search_moves(rank, alpha, beta);
            if self.worker.stopped {
                return false;
            }
            if rank == 0 {
                self.worker.time.set_failing(score <= alpha);
            }
            width *= 3;
            if score <= alpha && alpha > lowest {
                self.announce(rank, Bound::Upper);
                alpha = match width {
                    1001.. => lowest,
                    _ => (score - width).max(lowest),
                };
            } else if score >= beta && beta < MATE {
                self.announce(rank, Bound::Lower);
                beta = match width {
                    1001.. => MATE,
                    _ => (score + width).min(MATE),
                };
            } else {
                return score > alpha || within.is_none();
            }
        }
    }

    /// Searches the root moves from `rank` on with one window and sorts them; returns the best score.
    fn search_moves(&mut self, rank: usize, mut alpha: i32, beta: i32) -> i32 {
        let depth = self.worker.iteration;
        let mut best = -MATE;
        let total = self.moves.len();
        let node = self.worker.root_node(depth);
        let mut checks = None;
        for i in rank..total {
            let RootMove {
                mv, kind, noise, ..
            } = self.moves[i];
            (self.worker.time).note_root(depth as u32, total - i - 1, total, mv);
            let before = self.worker.nodes;
            let reduction = self
                .worker
                .root_reduction(&node, (mv, kind), i - rank, &mut checks);
            self.worker.make(mv, 0, 0);
            // the noise shifts the window instead of the score
            let (low, high) = (without(noise, alpha), without(noise, beta - 1) + 1);
            let mut score = if i == rank {
                -self.worker.full_window(-high, -low, depth - 1, 1)
            } else {
                self.search_late_move(reduction, low)
            };
            if i > rank && score > low && !self.worker.stopped {
                score = -self.worker.full_window(-high, -low, depth - 1, 1);
            }
            self.worker.pos.unmake();
            self.moves[i].nodes += self.worker.nodes - before;
            if self.worker.stopped {
                return best;
            }
            if score.abs() < MATE_IN_MAX {
                score = (score + noise).clamp(1 - MATE_IN_MAX, MATE_IN_MAX - 1);
            }
            self.moves[i].score = if i == rank || score > alpha {
                score
            } else {
                -MATE
            };
            if i == 0 && score <= alpha {
                self.worker.time.set_failing(true);
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                self.worker.update_pv(0, mv);
                self.moves[i].pv.clone_from(&self.worker.pv[0]);
                // the new best move goes to the front, the other moves keep their order
                self.moves[rank..=i].rotate_right(1);
                alpha = score;
                if rank == 0 && i > 0 {
                    self.worker.time.set_failing(false);
                    self.changes += 1;
                }
                if i > rank && score < beta && depth > 1 {
                    self.announce(rank, Bound::Exact);
                }
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// The bound to exceed without noise, so that the score with noise exceeds `bound`. Mates have no noise: a
/// window beyond the shortest mate would accept any move.
fn without(noise: i32, bound: i32) -> i32 {
    if bound.abs() < MATE_IN_MAX {
        (bound - noise).clamp(-MATE_IN_MAX, MATE_IN_MAX - 1)
    } else {
        bound
    }
}
