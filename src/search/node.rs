//! The search of one node: steps 1 to 9, before any move is searched, and step 17, which stores the result.
//! The moves are steps 10 to 16 in [`move_loop`](super::move_loop). Quiescence shares steps 1, 2 and 4.

use super::move_picker::{MoveKind, MovePicker, Quiets};
use super::stack::STACK_OFFSET;
use super::tt::{Entry, NO_EVAL};
use super::tunables as t;
use super::worker::{Worker, refined};
use super::{Bound, MATE, MATE_IN_MAX, MAX_PLY};
use crate::movegen::CheckInfo;
use crate::types::Move;

/// The kind of a node, as its parent expects it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeType {
    /// A node on the principal variation: an exact score is needed.
    Pv,
    /// A node that is expected to fail high.
    Cut,
    /// A node that is expected to fail low.
    All,
}

impl NodeType {
    /// The expected kind of the child nodes after all moves except the first.
    pub fn reply(self) -> NodeType {
        if self == NodeType::Cut {
            NodeType::All
        } else {
            NodeType::Cut
        }
    }
}

/// Facts about a node, computed before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeState {
    pub node_type: NodeType,
    /// Remaining depth, in plies.
    pub depth: i32,
    pub ply: usize,
    pub check_info: CheckInfo,
    /// The corrected static evaluation; [`NO_EVAL`] in check.
    pub eval: i32,
    /// The evaluation is better than two plies ago.
    pub improving: bool,
    pub tt_entry: Option<Entry>,
    pub hash_move: Move,
    /// A move that is not searched (singular extension).
    pub excluded: Move,
}

/// The result of searching the moves of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeResult {
    pub score: i32,
    /// The best move; [`Move::NONE`] if no move is above alpha.
    pub best: Move,
    /// The kind of the score; `None`: it is not stored.
    pub bound: Option<Bound>,
}

impl NodeResult {
    /// A score without a move, which is not stored.
    pub const fn without_move(score: i32) -> NodeResult {
        NodeResult {
            score,
            best: Move::NONE,
            bound: None,
        }
    }
}

impl Worker<'_> {
    /// The score of the position for the side to move, searched `depth` plies deep with the full window.
    pub fn full_window(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        self.node(NodeType::Pv, alpha, beta, depth, ply)
    }

    /// The score with a zero window, which shows whether it is above `alpha`.
    pub fn zero_window(&mut self, node_type: NodeType, alpha: i32, depth: i32, ply: usize) -> i32 {
        self.node(node_type, alpha, alpha + 1, depth, ply)
    }

    fn node(
        &mut self,
        mut node_type: NodeType,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        debug_assert!(alpha < beta);
        if depth <= 0 {
            return self.quiescence(node_type, alpha, beta, ply);
        }
        if let Some(score) = self.enter_node(depth, ply) {
            return score;
        }
        // Step 3. Mate distance pruning. No line from here is better than mating at once, or worse than being
        // mated.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        if node_type == NodeType::Pv && beta - alpha == 1 {
            node_type = NodeType::Cut;
        }
        // with a move excluded, a hash entry about all moves is of no use
        let excluded = self.at(ply).excluded;
        let tt_entry = match excluded {
            Move::NONE => match self.probe_table(node_type, alpha, beta, depth, ply) {
                Ok(entry) => entry,
                Err(entry) => {
                    self.learn_from_table(entry, beta, depth, ply);
                    return entry.score;
                }
            },
            _ => None,
        };
        let (node, raw) = self.node_state(node_type, depth, ply, tt_entry, excluded);
        let quiet_position = !node.check_info.in_check && excluded == Move::NONE;
        if node_type != NodeType::Pv
            && quiet_position
            && let Some(score) = self.prune_node(&node, beta)
        {
            return score;
        }
        let result = self.search_moves(&node, alpha, beta);
        if self.stopped {
            return 0;
        }
        // Step 17. Store the result in the hash table, and the error of the static evaluation in its
        // correction.
        if let Some(bound) = result.bound
            && excluded == Move::NONE
        {
            let entry = Entry {
                mv: result.best,
                score: result.score,
                depth: node.depth,
                bound,
                eval: raw,
            };
            self.table.store(self.pos.key(), ply, entry);
            self.learn_correction(&node, entry);
            if bound == Bound::Upper {
                self.reward_previous_move(&node);
            }
        }
        result.score
    }

    /// Takes the first steps, which are common to all nodes; `depth` is 0 in quiescence. Returns a score if the node
    /// needs no search, or if time is up.
    #[inline]
    pub(super) fn enter_node(&mut self, depth: i32, ply: usize) -> Option<i32> {
        // Step 1. Limits.
        self.pv[ply].clear();
        self.count_node(ply);
        if self.stopped {
            return Some(0);
        }
        // Step 2. Draws and decided games, solved endings, fixed scores, and the end of the stack.
        if let Some(score) = self.game_over(ply) {
            return Some(score);
        }
        if let Some(endings) = self.endings
            && let Some(score) = self.probe_endings(endings, ply)
        {
            return Some(score);
        }
        if let Some(fixed) = self.fixed.get(&self.pos.key())
            && let Some((score, best)) = fixed.at(depth, ply)
        {
            self.pv[ply].extend((depth > 0 && best != Move::NONE).then_some(best));
            return Some(score);
        }
        (ply >= MAX_PLY - 1).then(|| self.evaluate())
    }

    /// The hash entry of the position. If the entry settles the node, its score is returned as the error.
    #[inline]
    pub(super) fn probe_table(
        &self,
        node_type: NodeType,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Result<Option<Entry>, Entry> {
        // Step 4. Transposition table. No cutoffs on the principal variation, so that its moves are complete.
        match self.table.probe(self.pos.key(), ply) {
            Some(entry)
                if node_type != NodeType::Pv && entry.depth >= depth && entry.cuts(alpha, beta) =>
            {
                Err(entry)
            }
            entry => Ok(entry),
        }
    }

    /// Facts about a node, and its uncorrected evaluation.
    #[inline]
    fn node_state(
        &mut self,
        node_type: NodeType,
        depth: i32,
        ply: usize,
        tt_entry: Option<Entry>,
        excluded: Move,
    ) -> (NodeState, i32) {
        // Step 5. Static evaluation, unless in check.
        let check_info = self.rules.tables.check_info(&self.pos);
        let (raw, eval) = if check_info.in_check {
            (NO_EVAL, NO_EVAL)
        } else {
            self.static_eval(tt_entry, ply)
        };
        self.at(ply).eval = eval;
        self.at(ply + 1).excluded = Move::NONE;
        self.histories.forget_killers(ply);
        let improving = self.is_improving(eval, ply);
        let hash_move = self.hash_move(tt_entry);
        // Step 6. Check extension and internal iterative reduction: without a hash move, a deep search costs
        // more than it is worth.
        let extension = if check_info.in_check {
            1
        } else if depth >= t::iir_depth() && hash_move == Move::NONE && excluded == Move::NONE {
            -1
        } else {
            0
        };
        let node = NodeState {
            node_type,
            depth: depth + extension,
            ply,
            check_info,
            eval,
            improving,
            tt_entry,
            hash_move,
            excluded,
        };
        (node, raw)
    }

    /// Facts about the root: its depth is that of the iteration, and it counts as improving, because no position came
    /// before.
    pub(super) fn root_node(&mut self, depth: i32) -> NodeState {
        let (node, _) = self.node_state(NodeType::Pv, depth, 0, None, Move::NONE);
        NodeState {
            depth,
            improving: true,
            ..node
        }
    }

    fn is_improving(&self, eval: i32, ply: usize) -> bool {
        if eval == NO_EVAL {
            return false;
        }
        let earlier = [2, 4].map(|plies| self.stack[ply + STACK_OFFSET - plies].eval);
        let last = earlier.into_iter().find(|&eval| eval != NO_EVAL);
        last.is_none_or(|last| eval > last)
    }

    /// Cutoffs before the quiet moves: the static evaluation is far above beta, or a null move or a shallow search of
    /// a capture stays above beta. A search that has to stop is cut off as well.
    fn prune_node(&mut self, node: &NodeState, beta: i32) -> Option<i32> {
        let depth = node.depth;
        if beta.abs() >= MATE_IN_MAX || self.losing_wins {
            return None;
        }
        // Step 7. Reverse futility pruning. The position is so good that the opponent would hardly have
        // allowed it.
        let estimate = refined(node.eval, node.tt_entry);
        let margin = t::reverse_futility_margin() * (depth - i32::from(node.improving));
        if depth <= t::reverse_futility_depth() && estimate - margin >= beta {
            return Some(beta + (estimate - beta) / 3);
        }
        if let Some(score) = self.null_move(node, estimate, beta) {
            return Some(score);
        }
        if depth >= t::probcut_depth() {
            return self.probcut(node, beta);
        }
        None
    }

    /// Step 8. Null move search. If passing stays above beta, a move would stay above beta too.
    fn null_move(&mut self, node: &NodeState, estimate: i32, beta: i32) -> Option<i32> {
        let &NodeState { depth, ply, .. } = node;
        let passed = self.pos.last_move() == Some(Move::NONE);
        if depth < t::null_move_depth() || estimate < beta || passed || !self.may_null_move() {
            return None;
        }
        let reduction = t::null_move_reduction()
            + depth / t::null_move_per_depth()
            + ((estimate - beta) / t::null_move_per_score()).min(3);
        self.make_null(ply);
        let score = -self.zero_window(NodeType::All, -beta, depth - reduction, ply + 1);
        self.pos.unmake();
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= MATE_IN_MAX { beta } else { score };
        if depth < t::null_move_verify_depth() {
            return Some(score);
        }
        // zugzwang would be costly far from the leaves: verify with a search without null moves
        let verifying = NodeState {
            depth: (depth - reduction).max(1),
            tt_entry: None,
            ..*node
        };
        let verified = self.search_moves(&verifying, beta - 1, beta).score;
        (verified >= beta || self.stopped).then_some(score)
    }

    /// Step 9. ProbCut. A capture that stays far above beta in a shallow search would stay above beta in a
    /// deep one.
    fn probcut(&mut self, node: &NodeState, beta: i32) -> Option<i32> {
        let &NodeState { depth, ply, .. } = node;
        let goal = beta + t::probcut_margin();
        let shallow = depth - t::probcut_reduction();
        let hopeless = |entry: Entry| {
            entry.depth >= shallow && entry.score < goal && entry.bound != Bound::Lower
        };
        if goal >= MATE_IN_MAX || node.tt_entry.is_some_and(hopeless) {
            return None;
        }
        let picker = MovePicker::tactical(self, node.hash_move, goal - node.eval);
        self.with_moves(picker, |worker, mut picker| {
            while let Some((mv, kind)) = picker.next(worker, Quiets::None) {
                if kind == MoveKind::Losing {
                    break;
                }
                if !worker.is_legal(mv, &node.check_info) {
                    continue;
                }
                worker.make(mv, ply, 1);
                let mut score = -worker.quiescence(NodeType::Cut, -goal, -goal + 1, ply + 1);
                if score >= goal && shallow > 1 && !worker.stopped {
                    score =
                        -worker.zero_window(node.node_type.reply(), -goal, shallow - 1, ply + 1);
                }
                worker.pos.unmake();
                if worker.stopped {
                    return Some(0);
                }
                if score >= goal {
                    let entry = Entry {
                        mv,
                        score,
                        depth: shallow,
                        bound: Bound::Lower,
                        eval: NO_EVAL,
                    };
                    worker.table.store(worker.pos.key(), ply, entry);
                    return Some(score);
                }
            }
            None
        })
    }
}
