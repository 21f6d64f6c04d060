//! Quiescence search: captures only, until the position is quiet. Steps 1, 2 and 4 are those of
//! [`node`](super::node).

use super::move_picker::{MoveKind, MovePicker, Quiets};
use super::node::{NodeResult, NodeType};
use super::tt::{Entry, NO_EVAL};
use super::tunables::{self as t, MAX_FORCED_PLIES};
use super::worker::{Worker, refined};
use super::{Bound, MATE, MATE_IN_MAX};
use crate::movegen::CheckInfo;
use crate::types::Move;

/// Facts about a node of quiescence.
struct QNode {
    node_type: NodeType,
    ply: usize,
    check_info: CheckInfo,
    /// The side to move cannot stand pat: it is in check, or captures are compulsory.
    forced: bool,
    /// The uncorrected evaluation; [`NO_EVAL`] if there is none.
    raw: i32,
    /// The stand pat score. Delta pruning adds the gain of a capture to it.
    stand_pat: i32,
    futile: i32,
}

impl Worker<'_> {
    /// The score of the position with only captures and promotions, or all evasions in check.
    pub(super) fn quiescence(
        &mut self,
        node_type: NodeType,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if let Some(score) = self.enter_node(0, ply) {
            return score;
        }
        let tt_entry = match self.probe_table(node_type, alpha, beta, 0, ply) {
            Ok(entry) => entry,
            Err(entry) => return entry.score,
        };
        let check_info = self.rules.tables.check_info(&self.pos);
        // compulsory captures rule out standing pat, and in variants where losing wins no capture is bad; but the
        // sequence of captures must end somewhere
        let endless = check_info.must_capture || self.losing_wins;
        if endless && ply as i32 >= self.iteration + MAX_FORCED_PLIES {
            return self.evaluate();
        }
        let forced = check_info.in_check || check_info.must_capture;
        if !forced && (self.wins_by_check(&check_info) || self.wins_by_goal(&check_info)) {
            return MATE - 1 - ply as i32;
        }
        // Step 5. Stand pat. A side that is better off without a capture need not capture.
        let mut node = QNode {
            node_type,
            ply,
            check_info,
            forced,
            raw: NO_EVAL,
            stand_pat: ply as i32 - MATE,
            futile: ply as i32 - MATE,
        };
        if !forced {
            let eval = self.stand_pat_eval(tt_entry, alpha, beta, &mut node);
            node.stand_pat = refined(eval, tt_entry);
            node.futile = eval + t::delta_margin();
        }
        if node.stand_pat >= beta {
            if tt_entry.is_none() && !forced {
                self.store_node(&node, Move::NONE, node.stand_pat, Bound::Lower);
            }
            return node.stand_pat;
        }
        let hash_move = self.hash_move(tt_entry);
        let picker = if forced {
            MovePicker::new(self, hash_move, ply, self.continuations(ply))
        } else {
            MovePicker::tactical(self, hash_move, -t::quiescence_margin())
        };
        let found = self.with_moves(picker, |worker, picker| {
            worker.capture_loop(&node, alpha, beta, picker)
        });
        if let Some(bound) = found.bound
            && !self.stopped
            && found.score.abs() < MATE_IN_MAX
        {
            self.store_node(&node, found.best, found.score, bound);
        }
        found.score
    }

    /// The static evaluation; if it is far from the window, only a lazy evaluation.
    #[inline]
    fn stand_pat_eval(
        &mut self,
        tt_entry: Option<Entry>,
        alpha: i32,
        beta: i32,
        node: &mut QNode,
    ) -> i32 {
        if tt_entry.is_none_or(|entry| entry.eval == NO_EVAL)
            && let Some(lazy) = self.lazy(alpha, beta)
        {
            return lazy;
        }
        let (raw, eval) = self.static_eval(tt_entry, node.ply);
        node.raw = raw;
        eval
    }

    fn store_node(&self, node: &QNode, mv: Move, score: i32, bound: Bound) {
        let entry = Entry {
            mv,
            score,
            depth: 0,
            bound,
            eval: node.raw,
        };
        self.table.store(self.pos.key(), node.ply, entry);
    }

    #[inline]
    fn capture_loop(
        &mut self,
        node: &QNode,
        alpha: i32,
        beta: i32,
        mut picker: MovePicker,
    ) -> NodeResult {
        let &QNode { ply, forced, .. } = node;
        let original_alpha = alpha;
        let mut alpha = alpha.max(node.stand_pat);
        let (mut best, mut best_move) = (node.stand_pat, Move::NONE);
        let mut moves = 0;
        let last_target = self
            .pos
            .last_move()
            .filter(|&mv| mv != Move::NONE)
            .map(|mv| mv.to());
        // In variants with counted checks, a side with two checks to go searches all checks: each side once
        // per line.
        let check_squares = (!forced && self.checks_to_give() == Some(2))
            .then(|| self.rules.tables.check_squares(&self.pos));
        // Step 6. Loop through the captures and perhaps the checks, or all moves if there is no stand pat.
        loop {
            if !forced {
                picker.futile = alpha - node.futile;
            }
            // in check one legal quiet evasion rules out mate
            let quiets = match &check_squares {
                Some(squares) => Quiets::Checks(squares),
                None if forced && best <= -MATE_IN_MAX => Quiets::All,
                None => Quiets::None,
            };
            let Some((mv, found)) = picker.next(self, quiets) else {
                break;
            };
            // Step 7. Pruning: captures that lose or gain too little. Checks gain nothing at once.
            let prunable = forced || !found.is_quiet();
            if best > -MATE_IN_MAX && prunable && !self.may_end_game(mv) {
                let late = !forced && moves >= t::quiescence_moves();
                if found == MoveKind::Losing {
                    break;
                }
                if late && Some(mv.to()) != last_target {
                    continue;
                }
                let gain = self.gain(mv).unwrap_or(0);
                if !forced && node.futile + gain <= alpha {
                    best = best.max(node.futile + gain);
                    continue;
                }
            }
            if !self.is_legal(mv, &node.check_info) {
                continue;
            }
            moves += 1;
            self.make(mv, ply, 1);
            let score = -self.quiescence(node.node_type, -beta, -alpha, ply + 1);
            self.pos.unmake();
            if self.stopped {
                break;
            }
            // Step 8. A new best move.
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    alpha = score;
                    self.update_pv(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        // Step 9. Mate and stalemate.
        if forced && moves == 0 && !self.stopped {
            return NodeResult::without_move(self.no_moves(node.check_info.in_check, ply));
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        NodeResult {
            score: best,
            best: best_move,
            bound: Some(bound),
        }
    }
}
