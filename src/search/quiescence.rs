//! Quiescence: at the leaves, captures are played out before the position is judged. Steps 1, 2 and
//! 4 are those of [`node`](super::node).

use super::move_picker::{Kind, MovePicker, gain};
use super::node::{NodeResult, NodeType};
use super::tt::{Entry, NO_EVAL};
use super::tunables::{DELTA, MOST_FORCED};
use super::worker::{Worker, refined};
use super::{Bound, MATE, MATE_IN_MAX};
use crate::movegen::CheckInfo;
use crate::types::Move;

/// What is known about a node of quiescence before its moves are tried.
struct Leaf {
    kind: NodeType,
    ply: usize,
    check_info: CheckInfo,
    /// There is no choice to stand still: in check, or where captures are compulsory.
    forced: bool,
    /// The static evaluation before it is corrected; [`NO_EVAL`] if it was not made.
    raw: i32,
    /// What standing still is worth, and what a capture adds its gain to, to be worth trying.
    stand_pat: i32,
    futile: i32,
}

impl Worker<'_> {
    /// The value of the position with only captures and promotions to come, or all evasions when
    /// in check.
    pub(super) fn quiescence(&mut self, kind: NodeType, alpha: i32, beta: i32, ply: usize) -> i32 {
        if let Some(score) = self.settled(0, ply) {
            return score;
        }
        let known = match self.probe_table(kind, alpha, beta, 0, ply) {
            Ok(known) => known,
            Err(score) => return score,
        };
        let check_info = self.rules.tables.check_info(&self.pos);
        // who must capture cannot stand still, and where losing wins no capture is bad; but such
        // captures have no end
        let endless = check_info.must_capture || self.losing_wins;
        if endless && ply as i32 >= self.iteration + MOST_FORCED {
            return self.evaluate();
        }
        let forced = check_info.in_check || check_info.must_capture;
        if !forced && (self.wins_by_check(&check_info) || self.wins_by_goal(&check_info)) {
            return MATE - 1 - ply as i32;
        }
        // Step 5. Stand pat. Nobody has to capture who is better off without.
        let mut leaf = Leaf {
            kind,
            ply,
            check_info,
            forced,
            raw: NO_EVAL,
            stand_pat: ply as i32 - MATE,
            futile: ply as i32 - MATE,
        };
        if !forced {
            let eval = self.leaf_eval(known, alpha, beta, &mut leaf);
            leaf.stand_pat = refined(eval, known);
            leaf.futile = eval + DELTA;
        }
        if leaf.stand_pat >= beta {
            if known.is_none() && !forced {
                self.store_leaf(&leaf, Move::NONE, leaf.stand_pat, Bound::Lower);
            }
            return leaf.stand_pat;
        }
        let hash_move = self.known_move(known);
        let picker = if forced {
            MovePicker::new(self, hash_move, ply, self.continuations(ply))
        } else {
            MovePicker::tactical(self, hash_move, 0)
        };
        let found = self.with_moves(picker, |worker, picker| {
            worker.capture_loop(&leaf, alpha, beta, picker)
        });
        if let Some(bound) = found.bound
            && !self.stopped
            && found.score.abs() < MATE_IN_MAX
        {
            self.store_leaf(&leaf, found.best, found.score, bound);
        }
        found.score
    }

    /// The static evaluation, only a lazy one if that is far enough from the window.
    #[inline]
    fn leaf_eval(&mut self, known: Option<Entry>, alpha: i32, beta: i32, leaf: &mut Leaf) -> i32 {
        if known.is_none_or(|entry| entry.eval == NO_EVAL)
            && let Some(lazy) = self.lazy(alpha, beta)
        {
            return lazy;
        }
        let (raw, eval) = self.static_eval(known, leaf.ply);
        leaf.raw = raw;
        eval
    }

    fn store_leaf(&self, leaf: &Leaf, mv: Move, score: i32, bound: Bound) {
        let entry = Entry {
            mv,
            score,
            depth: 0,
            bound,
            eval: leaf.raw,
        };
        self.table.store(self.pos.key(), leaf.ply, entry);
    }

    #[inline]
    fn capture_loop(
        &mut self,
        leaf: &Leaf,
        alpha: i32,
        beta: i32,
        mut picker: MovePicker,
    ) -> NodeResult {
        let &Leaf { ply, forced, .. } = leaf;
        let original_alpha = alpha;
        let mut alpha = alpha.max(leaf.stand_pat);
        let (mut best, mut best_move) = (leaf.stand_pat, Move::NONE);
        let mut moves = false;
        // Step 6. Loop through the captures, or all moves where there is no choice.
        loop {
            if !forced {
                picker.futile = alpha - leaf.futile;
            }
            let Some((mv, found)) = picker.next(self, forced && best > -MATE_IN_MAX) else {
                break;
            };
            // Step 7. Pruning: captures that lose, and those that gain too little to matter.
            if best > -MATE_IN_MAX && !self.may_decide(mv) {
                if found == Kind::Losing {
                    break;
                }
                let gain = gain(&self.pos, &self.rules.evaluation, mv).unwrap_or(0);
                if !forced && leaf.futile + gain <= alpha {
                    best = best.max(leaf.futile + gain);
                    continue;
                }
            }
            if !self.is_legal(mv, &leaf.check_info) {
                continue;
            }
            moves = true;
            self.make(mv, ply);
            let score = -self.quiescence(leaf.kind, -beta, -alpha, ply + 1);
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
        if forced && !moves && !self.stopped {
            return NodeResult::settled(self.no_moves(leaf.check_info.in_check, ply));
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
