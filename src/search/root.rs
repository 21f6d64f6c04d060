//! Iterative deepening at the root.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::negamax::Node;
use super::timer::Timer;
use super::tunables as t;
use super::worker::{Experience, Worker};
use super::{
    Bound, KnownPositions, Limits, MATE, MATE_IN_MAX, Report, SearchControl, SearchObserver,
    SearchResult, TranspositionTable, Value,
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
    /// Which moves besides the best get a line of their own.
    pub multi_pv: MultiPv,
    /// Moves that are not considered at the root.
    pub excluded: Vec<Move>,
}

impl SearchSettings {
    /// No rule, no whim, one line and all moves.
    pub const DEFAULT: SearchSettings = SearchSettings {
        move_rule_plies: 0,
        randomise: None,
        clock_start: None,
        multi_pv: MultiPv::SINGLE,
        excluded: Vec::new(),
    };
}

/// How many moves get a line of their own. A move is searched for its exact score if it is among
/// the best `lines`, or within the margin of the best; the other ones only as far as it takes to
/// see that they are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

impl Default for MultiPv {
    fn default() -> MultiPv {
        MultiPv::SINGLE
    }
}

/// Searches positions of one game.
#[derive(Debug)]
pub struct Searcher {
    rules: Arc<Ruleset>,
    table: Arc<TranspositionTable>,
    experience: Experience,
    reductions: Box<[[u8; 64]; 64]>,
    known: Arc<KnownPositions>,
}

/// A move at the root.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    /// Score of the last iteration; moves that were only shown to be worse than the best have
    /// the lowest.
    score: i32,
    /// The score before this iteration.
    last: i32,
    line: Vec<Move>,
    /// What the wish for variety adds to the score, centipawns.
    whim: i32,
}

impl Searcher {
    /// A searcher for a game, with the hash table to use.
    pub fn new(rules: Arc<Ruleset>, table: Arc<TranspositionTable>) -> Searcher {
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (moves, cell) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (moves as f64).ln();
                *cell = (t::REDUCTION.0 + product / t::REDUCTION.1) as u8;
            }
        }
        Searcher {
            experience: Experience::new(&rules),
            rules,
            table,
            reductions,
            known: Arc::default(),
        }
    }

    /// From now on these scores are given. What the table holds was found without them.
    pub fn set_known(&mut self, known: &Arc<KnownPositions>) {
        if self.known != *known {
            self.known = known.clone();
            self.table.clear();
        }
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
        let mut worker = Worker::new(
            &self.rules,
            &self.table,
            &self.known,
            &mut self.experience,
            &self.reductions,
            position.clone(),
            Timer::new(control, *limits, settings.clock_start),
            settings.move_rule_plies,
        );
        let mut roots = root_moves(&mut worker, settings);
        if roots.is_empty() {
            return no_root_moves(&worker);
        }
        let mut completed = 0;
        let mut stable = 0;
        while completed < worker.timer.deepest() {
            let depth = completed + 1;
            let before = roots[0].mv;
            if !iterate(&mut worker, &mut roots, depth as i32, settings, observer) {
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
            let (nodes, forced) = (worker.nodes, roots.len() == 1);
            if (worker.timer).completes(depth, nodes, forced, mate, stable) {
                break;
            }
        }
        let best = &roots[0];
        let (mv, value) = (best.mv, Value::from_score(best.score));
        let expected = best.line.get(1).copied();
        SearchResult {
            best: Some(mv),
            ponder: expected.or_else(|| expected_reply(&mut worker, mv)),
            value,
            depth: completed,
            nodes: worker.nodes,
            time: worker.timer.used(worker.nodes),
        }
    }
}

/// What there is to say when no move may be made.
fn no_root_moves(worker: &Worker) -> SearchResult {
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
fn expected_reply(worker: &mut Worker, mv: Move) -> Option<Move> {
    worker.pos.make(mv);
    let known = worker.table.probe(worker.pos.key(), 1);
    let legal = worker.rules.tables.legal(&mut worker.pos);
    worker.pos.unmake();
    known.map(|entry| entry.mv).filter(|mv| legal.contains(mv))
}

fn root_moves(worker: &mut Worker, settings: &SearchSettings) -> Vec<RootMove> {
    let mut legal = worker.rules.tables.legal(&mut worker.pos);
    legal.retain(|mv| !settings.excluded.contains(mv));
    let mut seed = settings.randomise;
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
            last: -MATE,
            line: vec![mv],
            whim: whim(),
        })
        .collect()
}

/// One iteration, line by line: the second line is the best one without the first move, and so
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
        let RootMove { mv, whim, .. } = roots[i];
        let control = worker.timer.control;
        control.note_root(depth as u32, total - i - 1, total, mv);
        worker.make(mv, 0);
        // the whim shifts the window instead of the score
        let (low, high) = (alpha - whim, beta - whim);
        let mut score = if i == rank {
            -worker.full_window(-high, -low, depth - 1, 1)
        } else {
            -worker.zero_window(Node::Cut, -low - 1, depth - 1, 1)
        };
        if i > rank && score > low && !worker.stopped {
            score = -worker.full_window(-high, -low, depth - 1, 1);
        }
        worker.pos.unmake();
        if worker.stopped {
            return best;
        }
        if score.abs() < MATE_IN_MAX {
            score += whim;
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
            worker.set_line(0, mv);
            roots[i].line.clone_from(&worker.lines[0]);
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
    if worker.timer.elapsed() >= SILENCE {
        observer.report(&report(worker, roots, rank, depth, bound));
    }
}

fn report(worker: &Worker, roots: &[RootMove], rank: usize, depth: i32, bound: Bound) -> Report {
    let best = &roots[rank];
    Report {
        rank: rank as u32,
        depth: depth as u32,
        selective_depth: worker.selective_depth as u32,
        value: Value::from_score(best.score),
        bound,
        time: worker.timer.elapsed(),
        nodes: worker.nodes,
        line: best.line.clone(),
    }
}
