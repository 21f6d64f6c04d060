//! Quiescence: at the leaves, captures are played out before the position is judged.

use super::negamax::{Worker, cuts};
use super::ordering::{ScoredMove, gain, pick};
use super::tt::Entry;
use super::tunables::DELTA;
use super::{Bound, MATE, MATE_IN_MAX, MAX_PLY};
use crate::board::Move;

impl Worker<'_> {
    /// The value of the position with only captures and promotions to come, or all evasions when
    /// in check.
    pub(super) fn quiescence(&mut self, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.count_node(ply);
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.game_over(ply) {
            return score;
        }
        let key = self.pos.key();
        let entry = self.table.probe(key, ply);
        if let Some(entry) = entry
            && beta - alpha == 1
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let known = self.rules.tables.legality(&self.pos);
        if ply >= MAX_PLY - 1 {
            return self.evaluate();
        }
        let mut best = if known.in_check {
            ply as i32 - MATE
        } else {
            self.static_evaluation(entry, alpha, beta)
        };
        if best >= beta {
            return best;
        }
        let original_alpha = alpha;
        let mut best_move = Move::NONE;
        let stand_pat = best;
        alpha = alpha.max(best);
        let first = self.moves.len();
        if known.in_check {
            self.generate_all(first, entry.map_or(Move::NONE, |entry| entry.mv), ply);
        } else {
            self.generate_captures(first);
        }
        let mut i = first;
        while i < self.moves.len() {
            let mv = pick(&mut self.moves, i).mv;
            i += 1;
            if !known.in_check && self.is_futile(mv, stand_pat, alpha) {
                continue;
            }
            if !self.rules.tables.is_legal(&mut self.pos, mv, &known) {
                continue;
            }
            self.pos.make(mv);
            let score = -self.quiescence(-beta, -alpha, ply + 1);
            self.pos.unmake();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(first);
        if !self.stopped && best.abs() < MATE_IN_MAX {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.store(
                key,
                ply,
                Entry {
                    mv: best_move,
                    score: best,
                    depth: 0,
                    bound,
                },
            );
        }
        best
    }

    /// True if a capture cannot be expected to raise alpha: it brings too little, or it loses the
    /// capturing piece for less than it is worth.
    fn is_futile(&mut self, mv: Move, stand_pat: i32, alpha: i32) -> bool {
        let eval = &self.rules.evaluation;
        let gain = gain(&self.pos, eval, mv).unwrap_or(0);
        if stand_pat + gain + DELTA <= alpha {
            return true;
        }
        let risked = mv.promotion().unwrap_or(self.pos.type_on(mv.from()));
        let loss = eval.value(risked) - gain;
        loss > 50
            && self
                .rules
                .tables
                .attacked(&self.pos, mv.to(), self.pos.side().other())
    }

    /// Generates and orders the captures, most gain first.
    fn generate_captures(&mut self, first: usize) {
        self.buffer.clear();
        self.rules
            .tables
            .pseudo_captures(&self.pos, &mut self.buffer);
        let eval = &self.rules.evaluation;
        for &mv in &self.buffer {
            let gain = gain(&self.pos, eval, mv).unwrap_or(0);
            if gain < 0 {
                continue;
            }
            let attacker = eval.value(self.pos.type_on(mv.from()));
            self.moves.push(ScoredMove {
                mv,
                score: 16 * gain - attacker,
            });
        }
        debug_assert!(self.moves.len() >= first);
    }
}
