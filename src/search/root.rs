//! Iterative deepening at the root.

use std::cmp::Reverse;
use std::time::Duration;

use super::node::NodeType;
use super::thread_pool::{Found, skips};
use super::tunables as t;
use super::worker::Worker;
use super::{
    Bound, MATE, MATE_IN_MAX, MultiPv, Report, SearchObserver, SearchResult, SearchSettings, Value,
};
use crate::types::{Move, Rng};

/// Until this time only complete iterations are reported.
const SILENCE: Duration = Duration::from_millis(100);

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Score of the last iteration; moves that were only shown to be worse than the best have
    /// the lowest.
    pub score: i32,
    /// The score before this iteration.
    last: i32,
    pub pv: Vec<Move>,
    /// Root noise: what the wish for variety adds to the score, centipawns.
    noise: i32,
}

/// Searches deeper and deeper until the clock or `control` ends it; returns the last completed
/// depth, plies.
pub(super) fn deepen(
    worker: &mut Worker,
    roots: &mut [RootMove],
    settings: &SearchSettings,
    observer: &mut dyn SearchObserver,
) -> u32 {
    let mut completed = 0;
    let mut stable = 0;
    while completed < worker.time.deepest() {
        let depth = completed + 1;
        let before = roots[0].mv;
        if !iterate(worker, roots, depth as i32, settings, observer) {
            break;
        }
        completed = depth;
        if worker.stopped {
            break;
        }
        stable = if roots[0].mv == before { stable + 1 } else { 0 };
        // a mate within the depth searched cannot become shorter
        let score = roots[0].score.abs();
        let mate = score >= MATE_IN_MAX && MATE - score <= depth as i32;
        let (nodes, forced) = (worker.all_nodes(), roots.len() == 1);
        if (worker.time).completes(depth, nodes, forced, mate, stable) {
            break;
        }
    }
    completed
}

/// What a helper does: the same as the main thread, but for the best line only, and not at all depths.
pub(super) fn help(worker: &mut Worker, settings: &SearchSettings, index: usize) -> Option<Found> {
    let settings = SearchSettings {
        multi_pv: MultiPv::SINGLE,
        ..settings.clone()
    };
    let mut roots = root_moves(worker, &settings);
    let mut found = None;
    for depth in (1..=worker.time.deepest()).filter(|&depth| !skips(index, depth)) {
        if !iterate(worker, &mut roots, depth as i32, &settings, &mut ()) {
            break;
        }
        found = Some(Found {
            depth,
            score: roots[0].score,
            pv: roots[0].pv.clone(),
        });
    }
    found
}

/// What a helper has found, if it got deeper than the main thread and there is something better there.
/// Several lines are the main thread's alone.
pub(super) fn best_of(
    found: Vec<Found>,
    settings: &SearchSettings,
    completed: u32,
    score: i32,
) -> Option<Found> {
    let better = |found: &Found| {
        settings.multi_pv.is_single() && found.depth > completed && found.score > score
    };
    (found.into_iter().filter(better)).max_by_key(|found| (found.depth, found.score))
}

/// Puts the best move that a helper has found to the front.
pub(super) fn adopt(roots: &mut [RootMove], found: Found) {
    let Some(index) = roots.iter().position(|root| root.mv == found.pv[0]) else {
        return;
    };
    roots[..=index].rotate_right(1);
    roots[0].score = found.score;
    roots[0].pv = found.pv;
}

/// What there is to say when no move may be made.
pub(super) fn no_root_moves(worker: &Worker) -> SearchResult {
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
    }
}

/// The best reply to a move as far as the hash table knows, for a line that was cut short.
pub(super) fn expected_reply(worker: &mut Worker, mv: Move) -> Option<Move> {
    worker.rules.tables.make(&mut worker.pos, mv);
    let known = worker.table.probe(worker.pos.key(), 1);
    let legal = worker.rules.tables.legal(&mut worker.pos);
    worker.pos.unmake();
    known.map(|entry| entry.mv).filter(|mv| legal.contains(mv))
}

pub(super) fn root_moves(worker: &mut Worker, settings: &SearchSettings) -> Vec<RootMove> {
    let mut legal = worker.rules.tables.legal(&mut worker.pos);
    legal.retain(|mv| !settings.excluded.contains(mv));
    let mut random = settings.randomise.map(Rng::new);
    let spread = t::RANDOM_SPREAD;
    let mut noise = || {
        (random.as_mut()).map_or(0, |random| {
            random.below(2 * spread as usize + 1) as i32 - spread
        })
    };
    legal
        .into_iter()
        .map(|mv| RootMove {
            mv,
            score: -MATE,
            last: -MATE,
            pv: vec![mv],
            noise: noise(),
        })
        .collect()
}

/// One iteration, line by pv: the second line is the best one without the first move, and so
/// on. False if it was broken off before the best line was complete.
fn iterate(
    worker: &mut Worker,
    roots: &mut [RootMove],
    depth: i32,
    settings: &SearchSettings,
    observer: &mut dyn SearchObserver,
) -> bool {
    let MultiPv { lines, margin } = settings.multi_pv;
    worker.iteration = depth;
    for root in roots.iter_mut() {
        root.last = root.score;
    }
    let mut rank = 0;
    while rank < roots.len() {
        let within = match rank {
            _ if rank < lines.max(1) as usize => None,
            _ if margin > 0 => Some(roots[0].score.saturating_sub_unsigned(margin)),
            _ => break,
        };
        let found = aspirate(worker, roots, rank, depth, within, observer);
        if worker.stopped || !found {
            break;
        }
        observer.report(&report(worker, roots, rank, depth, Bound::Exact));
        rank += 1;
    }
    // a later line may turn out to be better than an earlier one
    roots[..rank].sort_by_key(|root| Reverse(root.score));
    rank > 0
}

/// Searches the root moves from `rank` on, with a window around the last score of the first of
/// them that is widened as needed. False if none of them is worth `within` or more.
fn aspirate(
    worker: &mut Worker,
    roots: &mut [RootMove],
    rank: usize,
    depth: i32,
    within: Option<i32>,
    observer: &mut dyn SearchObserver,
) -> bool {
    let lowest = within.map_or(-MATE, |score| (score - 1).max(-MATE));
    let last = roots[rank].last;
    let mut width = t::ASPIRATION;
    let (mut alpha, mut beta) = if depth >= t::ASPIRATION_DEPTH && last.abs() < MATE_IN_MAX {
        let alpha = (last - width).max(lowest);
        (alpha, (last + width).max(alpha + 1))
    } else {
        (lowest, MATE)
    };
    loop {
        let score = search_roots(worker, roots, rank, alpha, beta, depth, observer);
        if worker.stopped {
            return false;
        }
        width *= 3;
        if score <= alpha && alpha > lowest {
            announce(worker, roots, rank, depth, Bound::Upper, observer);
            alpha = if width > 1000 {
                lowest
            } else {
                (score - width).max(lowest)
            };
        } else if score >= beta && beta < MATE {
            announce(worker, roots, rank, depth, Bound::Lower, observer);
            beta = if width > 1000 {
                MATE
            } else {
                (score + width).min(MATE)
            };
        } else {
            return score > alpha || within.is_none();
        }
    }
}

/// Searches the root moves from `rank` on with one window and puts them in order; returns the best
/// score.
fn search_roots(
    worker: &mut Worker,
    roots: &mut [RootMove],
    rank: usize,
    mut alpha: i32,
    beta: i32,
    depth: i32,
    observer: &mut dyn SearchObserver,
) -> i32 {
    let mut best = -MATE;
    let total = roots.len();
    for i in rank..total {
        let RootMove { mv, noise, .. } = roots[i];
        (worker.time).note_root(depth as u32, total - i - 1, total, mv);
        worker.make(mv, 0);
        // the noise shifts the window instead of the score
        let (low, high) = (alpha - noise, beta - noise);
        let mut score = if i == rank {
            -worker.full_window(-high, -low, depth - 1, 1)
        } else {
            -worker.zero_window(NodeType::Cut, -low - 1, depth - 1, 1)
        };
        if i > rank && score > low && !worker.stopped {
            score = -worker.full_window(-high, -low, depth - 1, 1);
        }
        worker.pos.unmake();
        if worker.stopped {
            return best;
        }
        if score.abs() < MATE_IN_MAX {
            score += noise;
        }
        roots[i].score = if i == rank || score > alpha {
            score
        } else {
            -MATE
        };
        if score > best {
            best = score;
        }
        if score > alpha {
            worker.update_pv(0, mv);
            roots[i].pv.clone_from(&worker.pv[0]);
            // the new best move goes to the front, the others keep their order
            roots[rank..=i].rotate_right(1);
            alpha = score;
            if i > rank && score < beta && depth > 1 {
                announce(worker, roots, rank, depth, Bound::Exact, observer);
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
    roots: &[RootMove],
    rank: usize,
    depth: i32,
    bound: Bound,
    observer: &mut dyn SearchObserver,
) {
    if worker.time.elapsed() >= SILENCE {
        observer.report(&report(worker, roots, rank, depth, bound));
    }
}

pub(super) fn report(
    worker: &Worker,
    roots: &[RootMove],
    rank: usize,
    depth: i32,
    bound: Bound,
) -> Report {
    let best = &roots[rank];
    Report {
        rank: rank as u32,
        depth: depth as u32,
        selective_depth: worker.selective_depth as u32,
        value: Value::from_score(best.score),
        bound,
        time: worker.time.elapsed(),
        nodes: worker.all_nodes(),
        pv: best.pv.clone(),
    }
}
