//! The move loop of a node: pruning, extensions, reductions (steps 10 to 16).

use super::move_picker::{MoveKind, MovePicker, Quiets};
use super::node::{NodeResult, NodeState, NodeType};
use super::stack::{STACK_OFFSET, TriedMoves};
use super::tunables as t;
use super::worker::Worker;
use super::{Bound, MATE, MATE_IN_MAX, MAX_PLY};
use crate::movegen::CheckSquares;
use crate::types::Move;

/// The result of a singular extension search.
enum Singular {
    /// Extend the hash move by this many plies.
    Extend(i32),
    /// Multi-cut: several moves are good enough, so the node fails high.
    Cut(i32),
}

/// A move that may be searched.
struct Candidate {
    mv: Move,
    kind: MoveKind,
    /// The history of the move.
    history: i32,
    /// The move gives check and is not the first move.
    checks: bool,
    /// The reduction in plies by move number and depth alone.
    reduction: i32,
}

/// How deep a move is searched, in plies.
#[derive(Clone, Copy, Debug)]
struct Plies {
    depth: i32,
    /// The reduction of the first search.
    reduction: i32,
}

impl Worker<'_> {
    /// Searches the moves of a node.
    pub(super) fn search_moves(&mut self, node: &NodeState, alpha: i32, beta: i32) -> NodeResult {
        let ply = node.ply;
        let mut tried = std::mem::replace(&mut self.at(ply).tried, TriedMoves::NONE);
        tried.quiets.clear();
        tried.captures.clear();
        let picker = MovePicker::new(self, node.hash_move, ply, self.continuations(ply));
        let result = self.with_moves(picker, |worker, picker| {
            worker.move_loop(node, alpha, beta, picker, &mut tried)
        });
        self.at(ply).tried = tried;
        result
    }

    #[inline]
    fn move_loop(
        &mut self,
        node: &NodeState,
        mut alpha: i32,
        beta: i32,
        mut picker: MovePicker,
        tried: &mut TriedMoves,
    ) -> NodeResult {
        let ply = node.ply;
        let mut best = NodeResult {
            score: -MATE,
            best: Move::NONE,
            bound: Some(Bound::Upper),
        };
        let mut legal = 0;
        let mut skip_quiets = false;
        let mut checks = None;
        // Step 10. Loop through the moves until none is left or one fails high.
        loop {
            let quiets = match (skip_quiets, &checks) {
                (false, _) => Quiets::All,
                (true, Some(squares)) => Quiets::Checks(squares),
                (true, None) => Quiets::None,
            };
            let Some((mv, kind)) = picker.next(self, quiets) else {
                break;
            };
            if mv == node.excluded {
                continue;
            }
            let candidate = self.candidate(node, mv, kind, legal, &mut checks);
            if best.score > -MATE_IN_MAX
                && self.can_be_pruned(node, &candidate, legal, alpha, &mut skip_quiets)
            {
                continue;
            }
            if kind.is_quiet() {
                // the move picker has already prefetched captures
                self.prefetch(mv);
            }
            if !self.is_legal(mv, &node.check_info) {
                continue;
            }
            legal += 1;
            let mut depth = node.depth - 1;
            self.at(ply + 1).double_extensions = self.stack[ply + STACK_OFFSET].double_extensions;
            match self.singular(node, mv, beta) {
                Some(Singular::Extend(plies)) => depth += plies,
                Some(Singular::Cut(score)) => return NodeResult::without_move(score),
                None => {}
            }
            if self.stopped {
                break;
            }
            let reduction = self.reduction(node, &candidate, legal);
            self.make(mv, ply, legal);
            let plies = Plies { depth, reduction };
            let score = self.search_child(node, (alpha, beta), plies, legal, best.score);
            self.pos.unmake();
            if self.stopped {
                break;
            }
            // Step 15. Record a new best move.
            if score > best.score {
                best.score = score;
                if score > alpha {
                    alpha = score;
                    best.best = mv;
                    best.bound = Some(Bound::Exact);
                    self.update_pv(ply, mv);
                    if score >= beta {
                        best.bound = Some(Bound::Lower);
                        self.learn_cutoff(node, mv, kind.is_quiet(), score - beta, tried);
                        break;
                    }
                }
            }
            tried.push(mv, kind.is_quiet());
        }
        // Step 16. Detect mate and stalemate.
        match legal {
            0 if node.excluded != Move::NONE => NodeResult::without_move(alpha),
            0 => NodeResult::without_move(self.no_moves(node.check_info.in_check, ply)),
            _ => best,
        }
    }

    /// Facts about a move, computed before it is made. `check_squares` are computed for the first move that
    /// could be pruned or reduced.
    #[inline]
    fn candidate(
        &self,
        node: &NodeState,
        mv: Move,
        kind: MoveKind,
        legal: i32,
        check_squares: &mut Option<CheckSquares>,
    ) -> Candidate {
        let history = if kind.is_quiet() {
            (self.histories).quiet(&self.pos, mv, self.continuations(node.ply))
        } else {
            2 * self.histories.capture(&self.pos, mv)
        };
        let tables = &self.rules.tables;
        let checks = legal > 0 && {
            let check_squares =
                check_squares.get_or_insert_with(|| tables.check_squares(&self.pos));
            tables.gives_check(&self.pos, mv, check_squares)
        };
        let table = &self.reductions[node.depth.min(63) as usize];
        Candidate {
            mv,
            kind,
            history,
            checks,
            reduction: i32::from(table[(legal as usize + 1).min(63)]),
        }
    }

    /// Step 11. Pruning at low depth: true if a move is not searched because it loses too much, comes too late, has
    /// failed too often, or cannot raise the score to alpha.
    fn can_be_pruned(
        &mut self,
        node: &NodeState,
        candidate: &Candidate,
        legal: i32,
        alpha: i32,
        skip_quiets: &mut bool,
    ) -> bool {
        let &Candidate {
            mv,
            kind,
            history,
            checks,
            ..
        } = candidate;
        let depth = node.depth;
        if depth > t::see_depth() || self.may_end_game(mv) {
            return false;
        }
        if !kind.is_quiet() {
            // the picker has already tested that the other captures lose little
            debug_assert!(
                kind == MoveKind::Losing || self.capture_wins(mv, -t::good_capture_margin()),
                "{mv:?}"
            );
            return kind == MoveKind::Losing && !self.capture_wins(mv, -t::see_capture() * depth);
        }
        // checks are pruned by SEE only
        let reduced = (depth - candidate.reduction + i32::from(checks)).max(0);
        let enough = (t::lmp_base() + depth * depth) / if node.improving { 1 } else { 2 };
        let late = !checks && depth <= t::lmp_depth() && legal >= enough;
        let futile = !checks
            && !node.check_info.in_check
            && reduced <= t::futility_depth()
            && node.eval + t::futility_base() + t::futility_slope() * reduced <= alpha;
        if late || futile {
            // moves that might decide the game can be quiet too
            *skip_quiets = !self.decisive_moves;
            return true;
        }
        !checks
            && reduced <= t::history_pruning_depth()
            && history < -t::history_pruning_margin() * depth
            || !self.see_ge(mv, 0, -t::see_quiet() * reduced * reduced)
    }

    /// True if a capture or promotion wins at least `threshold` centipawns.
    fn capture_wins(&mut self, mv: Move, threshold: i32) -> bool {
        let gain = self.gain(mv).unwrap_or(0);
        self.see_ge(mv, gain, threshold)
    }

    /// Lines of this length may still be searched deeper. Otherwise a line without end is possible: where each capture
    /// is forced and the evaluation of all positions differs much, each move of it can be a surprise.
    fn may_extend(&self, ply: usize) -> bool {
        ply < (2 * self.iteration as usize).min(MAX_PLY - 2)
    }

    /// Step 12. Singular extension: tests whether the hash move is much better than all other moves. If another move
    /// reaches beta too, a single move suffices for a cutoff (multi-cut).
    fn singular(&mut self, node: &NodeState, mv: Move, beta: i32) -> Option<Singular> {
        let entry = node.tt_entry?;
        let &NodeState { depth, ply, .. } = node;
        if depth < t::singular_depth()
            || mv != node.hash_move
            || node.excluded != Move::NONE
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || entry.score.abs() >= MATE_IN_MAX
            || !self.may_extend(ply)
        {
            return None;
        }
        let goal = entry.score - t::singular_margin() * depth / 100;
        self.at(ply).excluded = mv;
        let kind = if node.node_type == NodeType::Pv {
            NodeType::Cut
        } else {
            node.node_type
        };
        let score = self.zero_window(kind, goal - 1, (depth - 1) / 2, ply);
        self.at(ply).excluded = Move::NONE;
        if self.stopped {
            return None;
        }
        if score < goal {
            let double_extensions = self.at(ply).double_extensions;
            let far = node.node_type != NodeType::Pv
                && score < goal - t::double_extension_margin()
                && double_extensions < t::MAX_DOUBLE_EXTENSIONS;
            self.at(ply + 1).double_extensions = double_extensions + u8::from(far);
            return Some(Singular::Extend(1 + i32::from(far)));
        }
        if goal >= beta && node.node_type != NodeType::Pv {
            return Some(Singular::Cut(goal));
        }
        (entry.score >= beta).then_some(Singular::Extend(-1))
    }

    /// Step 13. Late move reductions: the number of plies by which the first search of a late move is reduced, since a
    /// good move would have come earlier.
    fn reduction(&self, node: &NodeState, candidate: &Candidate, legal: i32) -> i32 {
        let &Candidate { kind, history, .. } = candidate;
        let pv = node.node_type == NodeType::Pv;
        let first = if pv { 3 } else { 2 };
        let tactical = kind == MoveKind::Tactical;
        if node.depth < t::lmr_depth() || legal < first || pv && tactical {
            return 0;
        }
        let mut reduction = candidate.reduction - history / t::lmr_history();
        reduction -= i32::from(tactical) + i32::from(candidate.checks);
        match node.node_type {
            NodeType::Pv => reduction -= 1,
            NodeType::Cut => reduction += 1,
            NodeType::All => {}
        }
        if node.improving {
            reduction -= 1;
        }
        if matches!(kind, MoveKind::Losing | MoveKind::Refutation) {
            reduction -= 1;
        }
        reduction.clamp(0, node.depth - 2)
    }

    /// The reduction of a root move that comes after `after` other moves. The whole tree depends on the root move, so
    /// it is reduced less than elsewhere, and the first moves are not reduced.
    pub(super) fn root_reduction(
        &self,
        node: &NodeState,
        (mv, kind): (Move, MoveKind),
        after: usize,
        checks: &mut Option<CheckSquares>,
    ) -> i32 {
        if after < t::root_lmr_first() as usize {
            return 0;
        }
        let legal = after as i32;
        let candidate = self.candidate(node, mv, kind, legal, checks);
        let reduction = self.reduction(node, &candidate, legal + 1) - t::root_lmr_less();
        reduction.max(0)
    }

    /// Step 14. Principal variation search: first a zero window, reduced and then at full depth; the full window only
    /// on the principal variation.
    fn search_child(
        &mut self,
        node: &NodeState,
        (alpha, beta): (i32, i32),
        plies: Plies,
        legal: i32,
        best: i32,
    ) -> i32 {
        let next = node.ply + 1;
        let pv = node.node_type == NodeType::Pv;
        let Plies {
            mut depth,
            reduction,
        } = plies;
        let mut score = alpha + 1;
        if reduction > 0 {
            score = -self.zero_window(NodeType::Cut, -alpha - 1, depth - reduction, next);
            if score > alpha && !self.stopped {
                let surprising = score > best + t::deeper_margin();
                depth += i32::from(surprising && self.may_extend(node.ply));
                depth -= i32::from(score < best + t::shallower_margin());
                score = -self.zero_window(node.node_type.reply(), -alpha - 1, depth, next);
                if !self.stopped {
                    self.learn_second_search(node.ply, depth, score > alpha);
                }
            }
        } else if !pv || legal > 1 {
            score = -self.zero_window(node.node_type.reply(), -alpha - 1, depth, next);
        }
        if pv && (legal == 1 || score > alpha && score < beta) && !self.stopped {
            score = -self.full_window(-beta, -alpha, depth, next);
        }
        score
    }
}
