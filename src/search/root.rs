//! Iterative deepening at the root.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::clock::Budget;
use super::negamax::Worker;
use super::ordering::Histories;
use super::tunables as t;
use super::{
    Bound, Clock, Limits, MATE, MATE_IN_MAX, MAX_PLY, Report, SearchObserver, SearchResult,
    TranspositionTable, Value,
};
use crate::board::{Move, Position};
use crate::eval::Ruleset;

/// Until this time only complete iterations are reported.
const SILENCE: Duration = Duration::from_millis(100);

/// Settings of a search that do not limit it.
#[derive(Clone, Debug, Default)]
pub struct SearchSettings {
    /// Plies without capture or pawn move that draw; 0: never.
    pub move_rule_plies: u32,
    /// Seed for varying the choice among nearly equal moves; `None`: always the best.
    pub randomise: Option<u64>,
    /// When the clock began to run; `None`: when the search begins.
    pub clock_start: Option<Instant>,
}

/// Searches positions of one game.
#[derive(Debug)]
pub struct Searcher {
    rules: Arc<Ruleset>,
    table: Arc<TranspositionTable>,
    histories: Histories,
    reductions: Box<[[u8; 64]; 64]>,
}

/// A move at the root.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    /// Score of the last iteration; moves that were only shown to be worse than the best have
    /// the lowest.
    score: i32,
    line: Vec<Move>,
    /// What the wish for variety adds to the score, centipawns.
    whim: i32,
}

impl Searcher {
    /// A searcher for a game, with the hash table to use.
    pub fn new(rules: Arc<Ruleset>, table: Arc<TranspositionTable>) -> Searcher {
        let types = rules.variant().pieces.len();
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (moves, cell) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (moves as f64).ln();
                *cell = (t::REDUCTION.0 + product / t::REDUCTION.1) as u8;
            }
        }
        Searcher {
            rules,
            table,
            histories: Histories::new(types),
            reductions,
        }
    }

    /// Searches until a limit is reached or `stop` is set. Stopped before the first iteration is
    /// complete, it still answers with a legal move if there is one.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        settings: &SearchSettings,
        stop: &AtomicBool,
        observer: &mut dyn SearchObserver,
    ) -> SearchResult {
        let start = settings.clock_start.unwrap_or_else(Instant::now);
        let budget = Budget::new(limits.clock);
        self.table.new_search();
        self.histories.new_search();
        let mut worker = Worker {
            rules: &self.rules,
            table: &self.table,
            histories: &mut self.histories,
            reductions: &self.reductions,
            pos: position.clone(),
            moves: Vec::with_capacity(4096),
            buffer: Vec::with_capacity(512),
            lines: vec![Vec::new(); MAX_PLY + 1],
            nodes: 0,
            selective_depth: 0,
            stopped: false,
            stop,
            start,
            hard: budget.hard,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            move_rule: settings.move_rule_plies,
        };
        let mut roots = root_moves(&mut worker, settings.randomise);
        let mut completed = 0;
        let mut stable = 0;
        if roots.is_empty() {
            let in_check = self.rules.tables.in_check(position);
            let score = worker
                .decided(0)
                .unwrap_or_else(|| worker.no_moves(in_check, 0));
            let value = Value::from_score(score);
            return SearchResult {
                best: None,
                ponder: None,
                value,
                depth: 0,
                nodes: 0,
            };
        }
        let deepest = limits
            .depth
            .unwrap_or(u32::MAX)
            .clamp(1, MAX_PLY as u32 / 2) as i32;
        for depth in 1..=deepest {
            let before = roots[0].mv;
            aspirate(&mut worker, &mut roots, depth, observer);
            if worker.stopped {
                break;
            }
            completed = depth;
            stable = if roots[0].mv == before { stable + 1 } else { 0 };
            observer.report(&report(&worker, &roots[0], depth, Bound::Exact));
            if enough(&worker, &roots, budget, limits, depth, stable) {
                break;
            }
        }
        let best = &roots[0];
        SearchResult {
            best: Some(best.mv),
            ponder: best.line.get(1).copied(),
            value: Value::from_score(best.score),
            depth: completed as u32,
            nodes: worker.nodes,
        }
    }
}

/// True if another iteration is not worth beginning.
fn enough(
    worker: &Worker,
    roots: &[RootMove],
    budget: Budget,
    limits: &Limits,
    depth: i32,
    stable: i32,
) -> bool {
    let score = roots[0].score;
    let timed = limits.clock != Clock::Unlimited;
    if timed && roots.len() == 1 && !matches!(limits.clock, Clock::PerMove(_)) {
        return true;
    }
    // a mate within the depth searched cannot become shorter
    let mate_in = MATE - score.abs();
    if timed && score.abs() >= MATE_IN_MAX && mate_in <= depth {
        return true;
    }
    budget.soft.is_some_and(|soft| {
        // a move that has been best for long needs less time
        let percent = match (limits.clock, stable) {
            (Clock::PerMove(_), _) => 100,
            (_, 0) => 140,
            (_, 1..=2) => 100,
            (_, 3..=5) => 85,
            _ => 70,
        };
        worker.start.elapsed() >= soft * percent / 100
    })
}

fn root_moves(worker: &mut Worker, randomise: Option<u64>) -> Vec<RootMove> {
    let legal = worker.rules.tables.legal(&mut worker.pos);
    let mut seed = randomise;
    let mut whim = || {
        let Some(state) = seed.as_mut() else { return 0 };
        // a linear congruential step (Knuth's MMIX constants) is random enough for a whim
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as i32 % (2 * t::RANDOM_SPREAD + 1) - t::RANDOM_SPREAD
    };
    legal
        .into_iter()
        .map(|mv| RootMove {
            mv,
            score: -MATE,
            line: vec![mv],
            whim: whim(),
        })
        .collect()
}

/// One iteration, with a window around the last score that is widened as needed.
fn aspirate(
    worker: &mut Worker,
    roots: &mut [RootMove],
    depth: i32,
    observer: &mut dyn SearchObserver,
) {
    let last = roots[0].score;
    let mut width = t::ASPIRATION;
    let (mut alpha, mut beta) = if depth >= t::ASPIRATION_DEPTH && last.abs() < MATE_IN_MAX {
        (last - width, last + width)
    } else {
        (-MATE, MATE)
    };
    loop {
        let score = search_roots(worker, roots, alpha, beta, depth, observer);
        if worker.stopped {
            return;
        }
        width *= 3;
        if score <= alpha && alpha > -MATE {
            announce(worker, &roots[0], depth, Bound::Upper, observer);
            alpha = if width > 1000 {
                -MATE
            } else {
                (score - width).max(-MATE)
            };
        } else if score >= beta && beta < MATE {
            announce(worker, &roots[0], depth, Bound::Lower, observer);
            beta = if width > 1000 {
                MATE
            } else {
                (score + width).min(MATE)
            };
        } else {
            return;
        }
    }
}

/// Searches all root moves with one window and puts them in order; returns the best score.
fn search_roots(
    worker: &mut Worker,
    roots: &mut [RootMove],
    mut alpha: i32,
    beta: i32,
    depth: i32,
    observer: &mut dyn SearchObserver,
) -> i32 {
    let mut best = -MATE;
    for i in 0..roots.len() {
        let RootMove { mv, whim, .. } = roots[i];
        worker.pos.make(mv);
        // the whim shifts the window instead of the score
        let (low, high) = (alpha - whim, beta - whim);
        let mut score = if i == 0 {
            -worker.full_window(-high, -low, depth - 1, 1)
        } else {
            -worker.zero_window(-low - 1, depth - 1, 1)
        };
        if i > 0 && score > low && !worker.stopped {
            score = -worker.full_window(-high, -low, depth - 1, 1);
        }
        worker.pos.unmake();
        if worker.stopped {
            return best;
        }
        if score.abs() < MATE_IN_MAX {
            score += whim;
        }
        roots[i].score = if i == 0 || score > alpha {
            score
        } else {
            -MATE
        };
        if score > best {
            best = score;
        }
        if score > alpha {
            worker.set_line(0, mv);
            roots[i].line.clone_from(&worker.lines[0]);
            let moved = i > 0;
            // the new best move goes to the front, the others keep their order
            roots[..=i].rotate_right(1);
            alpha = score;
            if moved && score < beta && depth > 1 {
                announce(worker, &roots[0], depth, Bound::Exact, observer);
            }
            if score >= beta {
                break;
            }
        }
    }
    best
}

/// Reports in the middle of an iteration, unless the search has only just begun: nobody could read
/// that fast, and a GUI that has to show it all falls behind.
fn announce(
    worker: &Worker,
    best: &RootMove,
    depth: i32,
    bound: Bound,
    observer: &mut dyn SearchObserver,
) {
    if worker.start.elapsed() >= SILENCE {
        observer.report(&report(worker, best, depth, bound));
    }
}

fn report(worker: &Worker, best: &RootMove, depth: i32, bound: Bound) -> Report {
    Report {
        depth: depth as u32,
        selective_depth: worker.selective_depth as u32,
        value: Value::from_score(best.score),
        bound,
        time: worker.start.elapsed(),
        nodes: worker.nodes,
        line: best.line.clone(),
    }
}
