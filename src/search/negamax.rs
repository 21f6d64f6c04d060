//! The search of one node: what is known of it, and whether it can be cut before any move is tried.

use super::picker::Picker;
use super::tt::{Entry, NO_EVAL};
use super::tunables as t;
use super::worker::{BEFORE, Worker, cuts, refined};
use super::{Bound, MATE, MATE_IN_MAX, MAX_PLY};
use crate::eval::MAX_EVAL;
use crate::movegen::CheckInfo;
use crate::types::Move;

/// What the caller of a node knows about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// On the expected line: an exact score is wanted.
    Line,
    /// Expected to be too good for the opponent to allow it.
    Cut,
    /// Expected to have no move that is good enough.
    All,
}

impl Node {
    /// What the nodes after the first move of this one are expected to be.
    pub fn reply(self) -> Node {
        if self == Node::Cut {
            Node::All
        } else {
            Node::Cut
        }
    }
}

/// What is known about a node before its moves are tried.
#[derive(Debug)]
pub(super) struct Site {
    pub kind: Node,
    /// Plies to go.
    pub depth: i32,
    pub ply: usize,
    pub legality: CheckInfo,
    /// The corrected static evaluation; [`NO_EVAL`] in check.
    pub eval: i32,
    /// The side to move stands better than two plies ago.
    pub improving: bool,
    pub known: Option<Entry>,
    pub hash_move: Move,
    /// A move that shall not be tried.
    pub excluded: Move,
}

impl Worker<'_> {
    /// The value of the position to the side to move, `depth` plies deep, searched with the full
    /// window.
    pub fn full_window(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        self.node(Node::Line, alpha, beta, depth, ply)
    }

    /// The same, but only whether it is above `alpha`.
    pub fn zero_window(&mut self, kind: Node, alpha: i32, depth: i32, ply: usize) -> i32 {
        self.node(kind, alpha, alpha + 1, depth, ply)
    }

    fn node(
        &mut self,
        mut kind: Node,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        debug_assert!(alpha < beta);
        if depth <= 0 {
            return self.quiescence(kind, alpha, beta, ply);
        }
        self.lines[ply].clear();
        self.count_node(ply);
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.game_over(ply) {
            return score;
        }
        if let Some(endings) = self.endings
            && let Some(score) = self.look_up(endings, ply)
        {
            return score;
        }
        if let Some((score, best)) = self.given.probe(self.pos.key(), depth, ply) {
            self.lines[ply].extend((best != Move::NONE).then_some(best));
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
        if kind == Node::Line && beta - alpha == 1 {
            kind = Node::Cut;
        }

        let excluded = self.at(ply).excluded;
        let key = self.pos.key();
        let known = match excluded {
            Move::NONE => self.table.probe(key, ply),
            _ => None,
        };
        if let Some(entry) = known
            && kind != Node::Line
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let legality = self.rules.tables.check_info(&self.pos);
        let raw = match known {
            _ if legality.in_check => NO_EVAL,
            Some(entry) if entry.eval != NO_EVAL => entry.eval,
            _ => self.evaluate(),
        };
        let eval = if legality.in_check {
            NO_EVAL
        } else {
            self.corrected(raw, ply)
        };
        self.at(ply).eval = eval;
        self.at(ply + 1).excluded = Move::NONE;
        self.histories.forget_killers(ply);
        let mut site = Site {
            kind,
            depth,
            ply,
            legality,
            eval,
            improving: self.is_improving(eval, ply),
            known,
            hash_move: self.known_move(known),
            excluded,
        };
        if legality.in_check {
            site.depth += 1;
        } else if depth >= t::ITERATIVE_REDUCTION_DEPTH
            && site.hash_move == Move::NONE
            && excluded == Move::NONE
            && t::on("iir")
        {
            site.depth -= 1;
        }
        if kind != Node::Line
            && !legality.in_check
            && excluded == Move::NONE
            && let Some(score) = self.prune_node(&site, alpha, beta)
        {
            return score;
        }
        let (best, best_move, bound) = self.search_moves(&site, alpha, beta);
        if self.stopped {
            return 0;
        }
        if let Some(bound) = bound
            && excluded == Move::NONE
        {
            let entry = Entry {
                mv: best_move,
                score: best,
                depth: site.depth,
                bound,
                eval: raw,
            };
            self.table.store(key, ply, entry);
            self.learn(&site, raw, best, best_move, bound);
        }
        best
    }

    /// Lets the correction of the evaluation learn from a result that captures do not explain.
    fn learn(&mut self, site: &Site, raw: i32, score: i32, best_move: Move, bound: Bound) {
        let tactical = best_move != Move::NONE
            && super::picker::gain(&self.pos, &self.rules.evaluation, best_move).is_some();
        let says_nothing = match bound {
            Bound::Exact => false,
            Bound::Lower => score <= site.eval,
            Bound::Upper => score >= site.eval,
        };
        if site.legality.in_check || tactical || says_nothing || score.abs() > MAX_EVAL {
            return;
        }
        let last = self.rows(site.ply)[0];
        self.corrections
            .learn(&self.pos, last, site.depth, score - raw);
    }

    fn is_improving(&self, eval: i32, ply: usize) -> bool {
        if eval == NO_EVAL {
            return false;
        }
        let earlier = [2, 4].map(|plies| self.stack[ply + BEFORE - plies].eval);
        let known = earlier.into_iter().find(|&eval| eval != NO_EVAL);
        known.is_none_or(|earlier| eval > earlier)
    }

    /// Cuts that look at no quiet move of this side: the position is so good that it need not be
    /// searched, or so bad that only captures could help, or even passing the turn leaves it good
    /// enough, or a capture is so good that a shallow search says enough.
    fn prune_node(&mut self, site: &Site, alpha: i32, beta: i32) -> Option<i32> {
        let &Site { depth, ply, .. } = site;
        if beta.abs() >= MATE_IN_MAX || self.losing_wins {
            return None;
        }
        let estimate = refined(site.eval, site.known);
        let margin = t::REVERSE_FUTILITY_MARGIN * (depth - i32::from(site.improving));
        if depth <= t::REVERSE_FUTILITY_DEPTH && estimate - margin >= beta && t::on("rfp") {
            return Some(beta + (estimate - beta) / 3);
        }
        if depth <= t::RAZOR_DEPTH && estimate + t::RAZOR_MARGIN * depth <= alpha && t::on("razor")
        {
            let score = self.quiescence(site.kind, alpha, alpha + 1, ply);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        if let Some(score) = self.pass_the_turn(site, estimate, beta) {
            return Some(score);
        }
        if depth >= t::PROBCUT_DEPTH && t::on("probcut") {
            return self.probcut(site, beta);
        }
        None
    }

    fn pass_the_turn(&mut self, site: &Site, estimate: i32, beta: i32) -> Option<i32> {
        let &Site { depth, ply, .. } = site;
        let passed = self.pos.last_move() == Some(Move::NONE);
        if depth < t::NULL_DEPTH || estimate < beta || passed || !self.may_pass() || !t::on("null")
        {
            return None;
        }
        let reduction = t::NULL_REDUCTION
            + depth / t::NULL_PER_DEPTH
            + ((estimate - beta) / t::NULL_PER_SCORE).min(3);
        self.make_null(ply);
        let score = -self.zero_window(Node::All, -beta, depth - reduction, ply + 1);
        self.pos.unmake();
        if self.stopped || score < beta {
            return None;
        }
        let score = if score >= MATE_IN_MAX { beta } else { score };
        if depth < t::NULL_VERIFY_DEPTH {
            return Some(score);
        }
        // far from the leaves a zugzwang would be costly: check with a search without passing
        let verifying = Site {
            depth: (depth - reduction).max(1),
            known: None,
            ..*site
        };
        let (verified, ..) = self.search_moves(&verifying, beta - 1, beta);
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// A capture that stays far above beta in a shallow search would stay above beta in a deep one.
    fn probcut(&mut self, site: &Site, beta: i32) -> Option<i32> {
        let &Site { depth, ply, .. } = site;
        let goal = beta + t::PROBCUT_MARGIN;
        let shallow = depth - t::PROBCUT_REDUCTION;
        let hopeless = |entry: Entry| {
            entry.depth >= shallow && entry.score < goal && entry.bound != Bound::Lower
        };
        if goal >= MATE_IN_MAX || site.known.is_some_and(hopeless) {
            return None;
        }
        let mut picker = Picker::tactical(self, site.hash_move, goal - site.eval);
        let mut found = None;
        while let Some((mv, kind)) = picker.next(self, true) {
            if kind == super::picker::Kind::Losing {
                break;
            }
            if !self
                .rules
                .tables
                .is_legal(&mut self.pos, mv, &site.legality)
            {
                continue;
            }
            self.make(mv, ply);
            let mut score = -self.quiescence(Node::Cut, -goal, -goal + 1, ply + 1);
            if score >= goal && shallow > 1 && !self.stopped {
                score = -self.zero_window(site.kind.reply(), -goal, shallow - 1, ply + 1);
            }
            self.pos.unmake();
            if self.stopped {
                break;
            }
            if score >= goal {
                let entry = Entry {
                    mv,
                    score,
                    depth: shallow,
                    bound: Bound::Lower,
                    eval: NO_EVAL,
                };
                self.table.store(self.pos.key(), ply, entry);
                found = Some(score);
                break;
            }
        }
        picker.finish(self);
        found
    }
}
