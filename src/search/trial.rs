//! Trying the moves of a node: which are left out, extended, reduced.

use super::negamax::{Node, Site};
use super::picker::{Kind, Picker, gain};
use super::tunables as t;
use super::worker::Worker;
use super::{Bound, MATE, MATE_IN_MAX, MAX_PLY};
use crate::types::Move;

/// What singular extension says about the move from the hash table.
enum Singular {
    /// Plies to search it deeper.
    Extend(i32),
    /// Several moves are good enough: the node need not be searched.
    Cut(i32),
}

impl Worker<'_> {
    /// Tries the moves; returns the best score and move, and what the score is (`None`: there is
    /// no legal move, or nothing worth remembering).
    pub(super) fn search_moves(
        &mut self,
        site: &Site,
        mut alpha: i32,
        beta: i32,
    ) -> (i32, Move, Option<Bound>) {
        let ply = site.ply;
        let rows = self.rows(ply);
        let mut picker = Picker::new(self, site.hash_move, ply, rows);
        let mut quiets = std::mem::take(&mut self.at(ply).quiets);
        let mut captures = std::mem::take(&mut self.at(ply).captures);
        quiets.clear();
        captures.clear();
        let mut best = -MATE;
        let mut best_move = Move::NONE;
        let mut bound = Bound::Upper;
        let mut legal = 0;
        let mut skip_quiets = false;
        let mut cut = None;
        while let Some((mv, kind)) = picker.next(self, skip_quiets) {
            if mv == site.excluded {
                continue;
            }
            let quiet = kind.is_quiet();
            if quiet {
                self.prefetch(mv);
            }
            let history = if quiet {
                self.histories.quiet(&self.pos, mv, rows)
            } else {
                2 * self.histories.capture(&self.pos, mv)
            };
            let table = &self.reductions[site.depth.min(63) as usize];
            let reduction = i32::from(table[(legal as usize + 1).min(63)]);
            if best > -MATE_IN_MAX
                && self.is_hopeless(
                    site,
                    mv,
                    quiet,
                    history,
                    reduction,
                    legal,
                    alpha,
                    &mut skip_quiets,
                )
            {
                continue;
            }
            if !self
                .rules
                .tables
                .is_legal(&mut self.pos, mv, &site.legality)
            {
                continue;
            }
            legal += 1;
            let mut depth = site.depth - 1;
            self.at(ply + 1).doubles = self.stack[ply + super::worker::BEFORE].doubles;
            match self.singular(site, mv, beta) {
                Some(Singular::Extend(plies)) => depth += plies,
                Some(Singular::Cut(score)) => {
                    cut = Some(score);
                    break;
                }
                None => {}
            }
            let reduction = self.reduction(site, kind, reduction, history, legal);
            self.make(mv, ply);
            let score = self.search_child(site, alpha, beta, depth, reduction, legal);
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
                            self.histories
                                .reward_quiet(&self.pos, mv, &quiets, rows, site.depth, ply);
                        }
                        let capture = (!quiet).then_some(mv);
                        self.histories
                            .reward_capture(&self.pos, capture, &captures, site.depth);
                        break;
                    }
                }
            }
            if quiet {
                quiets.push(mv);
            } else {
                captures.push(mv);
            }
        }
        picker.finish(self);
        self.at(ply).quiets = quiets;
        self.at(ply).captures = captures;
        if let Some(score) = cut {
            return (score, Move::NONE, None);
        }
        if legal == 0 {
            if site.excluded != Move::NONE {
                return (alpha, Move::NONE, None);
            }
            return (self.no_moves(site.legality.in_check, ply), Move::NONE, None);
        }
        (best, best_move, Some(bound))
    }

    /// True if a move is not worth trying.
    #[allow(clippy::too_many_arguments)]
    fn is_hopeless(
        &mut self,
        site: &Site,
        mv: Move,
        quiet: bool,
        history: i32,
        reduction: i32,
        legal: i32,
        alpha: i32,
        skip_quiets: &mut bool,
    ) -> bool {
        let depth = site.depth;
        if depth > t::EXCHANGE_DEPTH || self.may_decide(mv) {
            return false;
        }
        if !quiet {
            let gain = gain(&self.pos, &self.rules.evaluation, mv).unwrap_or(0);
            return t::on("see") && !self.wins(mv, gain, -t::EXCHANGE_CAPTURE * depth);
        }
        let reduced = (depth - reduction).max(0);
        let enough = (t::LATE_MOVE_BASE + depth * depth) / if site.improving { 1 } else { 2 };
        let (base, slope) = t::FUTILITY_MARGIN;
        let late = depth <= t::LATE_MOVE_DEPTH && legal >= enough && t::on("lmp");
        let futile = !site.legality.in_check
            && reduced <= t::FUTILITY_DEPTH
            && site.eval + base + slope * reduced <= alpha
            && t::on("futility");
        if late || futile {
            // moves that might decide the game come with the others
            *skip_quiets = !self.decisive_moves;
            return true;
        }
        reduced <= t::HISTORY_DEPTH && history < t::HISTORY_MARGIN * depth && t::on("history")
            || t::on("see") && !self.wins(mv, 0, -t::EXCHANGE_QUIET * reduced * reduced)
    }

    /// Whether the move from the hash table is much better than all others.
    fn singular(&mut self, site: &Site, mv: Move, beta: i32) -> Option<Singular> {
        let entry = site.known?;
        let &Site { depth, ply, .. } = site;
        if depth < t::SINGULAR_DEPTH
            || mv != site.hash_move
            || site.excluded != Move::NONE
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || entry.score.abs() >= MATE_IN_MAX
            || ply >= (2 * self.iteration as usize).min(MAX_PLY - 2)
            || !t::on("singular")
        {
            return None;
        }
        let goal = entry.score - t::SINGULAR_MARGIN * depth;
        self.at(ply).excluded = mv;
        let kind = if site.kind == Node::Line {
            Node::Cut
        } else {
            site.kind
        };
        let score = self.zero_window(kind, goal - 1, (depth - 1) / 2, ply);
        self.at(ply).excluded = Move::NONE;
        if self.stopped {
            return None;
        }
        if score < goal {
            let doubles = self.at(ply).doubles;
            let far = site.kind != Node::Line
                && score < goal - t::DOUBLE_MARGIN
                && doubles < t::MOST_DOUBLE;
            self.at(ply + 1).doubles = doubles + u8::from(far);
            return Some(Singular::Extend(1 + i32::from(far)));
        }
        if goal >= beta && site.kind != Node::Line {
            return Some(Singular::Cut(goal));
        }
        (entry.score >= beta).then_some(Singular::Extend(-1))
    }

    /// By how many plies a move is first searched less deep.
    fn reduction(&self, site: &Site, kind: Kind, table: i32, history: i32, legal: i32) -> i32 {
        let first = if site.kind == Node::Line { 3 } else { 2 };
        if site.depth < t::REDUCTION_DEPTH
            || legal < first
            || kind == Kind::Tactical
            || !t::on("lmr")
        {
            return 0;
        }
        let mut reduction = table - history / t::REDUCTION_HISTORY;
        match site.kind {
            Node::Line => reduction -= 1,
            Node::Cut => reduction += 1,
            Node::All => {}
        }
        if site.improving {
            reduction -= 1;
        }
        if matches!(kind, Kind::Losing | Kind::Refutation) {
            reduction -= 1;
        }
        reduction.clamp(0, site.depth - 2)
    }

    fn search_child(
        &mut self,
        site: &Site,
        alpha: i32,
        beta: i32,
        depth: i32,
        reduction: i32,
        legal: i32,
    ) -> i32 {
        let next = site.ply + 1;
        let line = site.kind == Node::Line;
        let mut score = alpha + 1;
        if reduction > 0 {
            score = -self.zero_window(Node::Cut, -alpha - 1, depth - reduction, next);
            if score > alpha && !self.stopped {
                score = -self.zero_window(site.kind.reply(), -alpha - 1, depth, next);
            }
        } else if !line || legal > 1 {
            score = -self.zero_window(site.kind.reply(), -alpha - 1, depth, next);
        }
        if line && (legal == 1 || score > alpha && score < beta) && !self.stopped {
            score = -self.full_window(-beta, -alpha, depth, next);
        }
        score
    }
}
