//! The search of one node.

use super::ordering::{Histories, ScoredMove, gain, pick, score_moves};
use super::timer::Timer;
use super::tt::{Entry, TranspositionTable};
use super::tunables as t;
use super::{Bound, MATE, MATE_IN_MAX, MAX_PLY};
use crate::board::{Move, Position};
use crate::eval::Ruleset;
use crate::movegen::{Legality, Verdict};
use crate::variant::{Color, Stalemate, TypeId};

/// The state of a running search.
pub(super) struct Worker<'a> {
    pub rules: &'a Ruleset,
    pub table: &'a TranspositionTable,
    pub histories: &'a mut Histories,
    pub reductions: &'a [[u8; 64]; 64],
    pub pos: Position,
    /// One stack of generated moves for all plies.
    pub moves: Vec<ScoredMove>,
    /// Where moves are generated before they are given a priority.
    pub buffer: Vec<Move>,
    /// The expected line from each ply on.
    pub lines: Vec<Vec<Move>>,
    pub nodes: u64,
    pub selective_depth: usize,
    pub stopped: bool,
    pub timer: Timer<'a>,
    /// Plies without capture or pawn move that draw; 0: never.
    pub move_rule: u32,
}

/// What the caller of a node knows about it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    /// On the expected line: an exact score is wanted.
    Line,
    /// Only whether the score is above beta is wanted.
    Cut,
}

impl Worker<'_> {
    /// The value of the position to the side to move, `depth` plies deep, searched with the full
    /// window.
    pub fn full_window(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        self.node(Node::Line, alpha, beta, depth, ply)
    }

    /// The same, but only whether it is above `alpha`.
    pub fn zero_window(&mut self, alpha: i32, depth: i32, ply: usize) -> i32 {
        self.node(Node::Cut, alpha, alpha + 1, depth, ply)
    }

    fn node(&mut self, kind: Node, mut alpha: i32, mut beta: i32, depth: i32, ply: usize) -> i32 {
        debug_assert!(alpha < beta);
        self.lines[ply].clear();
        if depth <= 0 {
            return self.quiescence(alpha, beta, ply);
        }
        self.count_node(ply);
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.game_over(ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate();
        }
        // no line from here can be better than mating at once, or worse than being mated
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        let key = self.pos.key();
        let known = self.table.probe(key, ply);
        if let Some(entry) = known
            && kind == Node::Cut
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let hash_move = known.map_or(Move::NONE, |entry| entry.mv);
        let legality = self.rules.tables.legality(&self.pos);
        let mut depth = depth;
        if legality.in_check {
            depth += 1;
        } else if depth >= t::ITERATIVE_REDUCTION_DEPTH && hash_move == Move::NONE {
            depth -= 1;
        }
        let eval = self.static_evaluation(known, alpha, beta);
        if kind == Node::Cut
            && !legality.in_check
            && let Some(score) = self.prune_node(alpha, beta, depth, ply, eval)
        {
            return score;
        }
        let (best, best_move, bound) =
            self.search_moves(kind, alpha, beta, depth, ply, eval, hash_move, &legality);
        if self.stopped {
            return 0;
        }
        if let Some(bound) = bound {
            self.table.store(
                key,
                ply,
                Entry {
                    mv: best_move,
                    score: best,
                    depth,
                    bound,
                },
            );
        }
        best
    }

    /// Cuts that look at no move of this side: the position is so good that it need not be
    /// searched, or even passing the turn leaves it good enough.
    fn prune_node(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        eval: i32,
    ) -> Option<i32> {
        if beta.abs() >= MATE_IN_MAX {
            return None;
        }
        if depth <= t::REVERSE_FUTILITY_DEPTH && eval - t::REVERSE_FUTILITY_MARGIN * depth >= beta {
            return Some(eval);
        }
        let passed = self.pos.last_move() == Some(Move::NONE);
        if depth < t::NULL_DEPTH || eval < beta || passed || !self.may_pass() {
            return None;
        }
        let reduction = t::NULL_REDUCTION + depth / 4 + ((eval - beta) / 200).min(3);
        self.pos.make_null();
        let score = -self.zero_window(-beta, depth - reduction, ply + 1);
        self.pos.unmake();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score >= MATE_IN_MAX { beta } else { score };
        if depth < t::NULL_VERIFY_DEPTH {
            return Some(score);
        }
        // far from the leaves a zugzwang would be costly: check with a search without passing
        let verified = self.search_without_null(alpha, beta, depth - reduction, ply);
        (verified >= beta && !self.stopped).then_some(score)
    }

    fn search_without_null(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let legality = self.rules.tables.legality(&self.pos);
        let hash_move = self
            .table
            .probe(self.pos.key(), ply)
            .map_or(Move::NONE, |e| e.mv);
        let depth = depth.max(1);
        let eval = self.evaluate();
        self.search_moves(
            Node::Cut,
            alpha,
            beta,
            depth,
            ply,
            eval,
            hash_move,
            &legality,
        )
        .0
    }

    /// True if the side to move has pieces that make zugzwang unlikely, and both sides have more
    /// than a bare royal.
    fn may_pass(&self) -> bool {
        let pieces = |color: Color| {
            let all = self.pos.live(color).count_ones();
            let pawns = u32::from(self.pos.count(color, TypeId::pawn(color)));
            all - pawns - self.pos.royals(color).count_ones()
        };
        let us = self.pos.side();
        let stalemate_loses = self.rules.variant().rules.stalemate == Stalemate::Loss;
        let enough = if stalemate_loses { 2 } else { 1 };
        pieces(us) >= enough && self.pos.live(us.other()).count_ones() > 1
    }

    /// Tries the moves; returns the best score and move, and what the score is (`None`: there is
    /// no legal move, or nothing worth remembering).
    #[allow(clippy::too_many_arguments)]
    fn search_moves(
        &mut self,
        kind: Node,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        eval: i32,
        hash_move: Move,
        legality: &Legality,
    ) -> (i32, Move, Option<Bound>) {
        let first = self.moves.len();
        self.generate_all(first, hash_move, ply);
        let mut best = -MATE;
        let mut best_move = Move::NONE;
        let mut bound = Bound::Upper;
        let mut legal = 0;
        let mut tried: Vec<Move> = Vec::new();
        let mut i = first;
        while i < self.moves.len() {
            let ScoredMove {
                mv,
                score: priority,
            } = pick(&mut self.moves[..], i);
            i += 1;
            let quiet = gain(&self.pos, &self.rules.evaluation, mv).is_none();
            let prunable = quiet && !legality.in_check && best > -MATE_IN_MAX && !self.may_win(mv);
            if prunable && kind == Node::Cut && self.skip_quiet(depth, legal, eval, alpha) {
                continue;
            }
            if !self.rules.tables.is_legal(&mut self.pos, mv, legality) {
                continue;
            }
            legal += 1;
            let reduction = if prunable || quiet && legal > 1 {
                self.reduction(kind, depth, legal, priority)
            } else {
                0
            };
            self.pos.make(mv);
            let score = self.search_child(kind, alpha, beta, depth - 1, reduction, legal, ply);
            self.pos.unmake();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    alpha = score;
                    bound = Bound::Exact;
                    self.set_line(ply, mv);
                    if score >= beta {
                        bound = Bound::Lower;
                        if quiet {
                            self.histories.reward(&self.pos, mv, &tried, depth, ply);
                        }
                        break;
                    }
                }
            }
            if quiet {
                tried.push(mv);
            }
        }
        self.moves.truncate(first);
        if legal == 0 {
            return (self.no_moves(legality.in_check, ply), Move::NONE, None);
        }
        (best, best_move, Some(bound))
    }

    #[allow(clippy::too_many_arguments)]
    fn search_child(
        &mut self,
        kind: Node,
        alpha: i32,
        beta: i32,
        depth: i32,
        reduction: i32,
        legal: usize,
        ply: usize,
    ) -> i32 {
        if kind == Node::Line && legal == 1 {
            return -self.full_window(-beta, -alpha, depth, ply + 1);
        }
        let mut score = -self.zero_window(-alpha - 1, depth - reduction, ply + 1);
        if score > alpha && reduction > 0 && !self.stopped {
            score = -self.zero_window(-alpha - 1, depth, ply + 1);
        }
        if kind == Node::Line && score > alpha && score < beta && !self.stopped {
            score = -self.full_window(-beta, -alpha, depth, ply + 1);
        }
        score
    }

    /// True if a quiet move so late, or from so far below alpha, need not be looked at.
    fn skip_quiet(&self, depth: i32, legal: usize, eval: i32, alpha: i32) -> bool {
        let late = depth <= t::LATE_MOVE_DEPTH && legal as i32 > 3 + depth * depth;
        let (base, slope) = t::FUTILITY_MARGIN;
        let hopeless =
            depth <= t::FUTILITY_DEPTH && legal > 0 && eval + base + slope * depth <= alpha;
        late || hopeless
    }

    fn reduction(&self, kind: Node, depth: i32, legal: usize, priority: i32) -> i32 {
        let first_reduced = if kind == Node::Line { 4 } else { 3 };
        if depth < t::REDUCTION_DEPTH || legal < first_reduced {
            return 0;
        }
        let row = &self.reductions[depth.min(63) as usize];
        let mut reduction = i32::from(row[legal.min(63)]);
        if kind == Node::Line {
            reduction -= 1;
        }
        if priority > t::HISTORY_LIMIT {
            // killers and counter moves
            reduction -= 1;
        } else {
            reduction -= priority / (t::HISTORY_LIMIT / 2);
        }
        reduction.clamp(0, depth - 2)
    }

    /// True if the move may win the game by reaching its goal, so that it must not be pruned.
    fn may_win(&self, mv: Move) -> bool {
        self.rules.tables.reaches_goal(&self.pos, mv)
    }

    /// Generates all pseudo-legal moves and orders them.
    pub fn generate_all(&mut self, first: usize, hash_move: Move, ply: usize) {
        self.buffer.clear();
        self.rules.tables.pseudo_legal(&self.pos, &mut self.buffer);
        self.moves
            .extend(self.buffer.iter().map(|&mv| ScoredMove { mv, score: 0 }));
        score_moves(
            &mut self.moves[first..],
            &self.pos,
            &self.rules.evaluation,
            self.histories,
            hash_move,
            ply,
        );
    }

    /// Draws by repetition and by the move rule, and games already won: the score if it is over.
    pub fn game_over(&mut self, ply: usize) -> Option<i32> {
        if let Some(score) = self.decided(ply) {
            return Some(score);
        }
        if self.pos.repeats_in_search(ply) {
            return Some(0);
        }
        if self.move_rule > 0 && self.pos.rule_clock() >= self.move_rule {
            // mate on the last move counts
            let mated = self.rules.tables.in_check(&self.pos)
                && self.rules.tables.legal(&mut self.pos).is_empty();
            return Some(if mated { ply as i32 - MATE } else { 0 });
        }
        None
    }

    /// The score of a game that is decided although there are moves.
    pub fn decided(&self, ply: usize) -> Option<i32> {
        self.rules
            .tables
            .verdict(&self.pos)
            .map(|verdict| match verdict {
                Verdict::Won(_) => MATE - ply as i32,
                Verdict::Lost(_) => ply as i32 - MATE,
                Verdict::Draw(_) => 0,
            })
    }

    /// The score of having no legal move.
    pub fn no_moves(&self, in_check: bool, ply: usize) -> i32 {
        let lost = in_check || self.rules.variant().rules.stalemate == Stalemate::Loss;
        if lost { ply as i32 - MATE } else { 0 }
    }

    /// The static evaluation.
    pub fn evaluate(&self) -> i32 {
        self.rules.evaluate(&self.pos)
    }

    /// The static evaluation, corrected by the score in the hash table where that says more.
    pub fn static_evaluation(&self, known: Option<Entry>, alpha: i32, beta: i32) -> i32 {
        let eval = self.rules.evaluate_within(&self.pos, alpha, beta);
        match known {
            Some(entry) if entry.score.abs() < MATE_IN_MAX => match entry.bound {
                Bound::Exact => entry.score,
                Bound::Lower => eval.max(entry.score),
                Bound::Upper => eval.min(entry.score),
            },
            _ => eval,
        }
    }

    /// Counts a node and looks at the limits now and then.
    #[inline]
    pub fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.timer.is_due(self.nodes) && self.timer.ends(self.nodes) {
            self.stopped = true;
        }
    }

    /// The line from this ply is this move and then the line of the next ply.
    pub fn set_line(&mut self, ply: usize, mv: Move) {
        let (now, next) = self.lines.split_at_mut(ply + 1);
        now[ply].clear();
        now[ply].push(mv);
        now[ply].extend_from_slice(&next[0]);
    }
}

/// True if a score from the table settles the node.
pub(super) fn cuts(entry: Entry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}
