//! Quiescence: at the leaves, captures are played out before the position is judged.

use super::negamax::Node;
use super::picker::{Kind, Picker, gain};
use super::tt::{Entry, NO_EVAL};
use super::tunables::{DELTA, MOST_FORCED};
use super::worker::{Worker, cuts, refined};
use super::{Bound, MATE, MATE_IN_MAX, MAX_PLY};
use crate::types::Move;

impl Worker<'_> {
    /// The value of the position with only captures and promotions to come, or all evasions when
    /// in check.
    pub(super) fn quiescence(&mut self, kind: Node, mut alpha: i32, beta: i32, ply: usize) -> i32 {
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
        if ply >= MAX_PLY - 1 {
            return self.evaluate();
        }
        let key = self.pos.key();
        if let Some((score, _)) = self.given.probe(key, 0, ply) {
            return score;
        }
        let known = self.table.probe(key, ply);
        if let Some(entry) = known
            && kind != Node::Line
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let legality = self.rules.tables.check_info(&self.pos);
        // who must capture cannot stand still, and where losing wins no capture is bad; but such
        // captures have no end
        let endless = legality.must_capture || self.losing_wins;
        if endless && ply as i32 >= self.iteration + MOST_FORCED {
            return self.evaluate();
        }
        let in_check = legality.in_check || legality.must_capture;
        let mut raw = NO_EVAL;
        let mut best = ply as i32 - MATE;
        let mut futile = best;
        if !in_check && (self.wins_by_check(&legality) || self.wins_by_goal(&legality)) {
            return MATE - 1 - ply as i32;
        }
        if !in_check {
            let eval = match known {
                Some(entry) if entry.eval != NO_EVAL => {
                    raw = entry.eval;
                    self.corrected(raw, ply)
                }
                _ => match self.rough(alpha, beta) {
                    Some(rough) => rough,
                    None => {
                        raw = self.evaluate();
                        self.corrected(raw, ply)
                    }
                },
            };
            best = refined(eval, known);
            futile = eval + DELTA;
        }
        if best >= beta {
            if known.is_none() && !in_check {
                let entry = Entry {
                    mv: Move::NONE,
                    score: best,
                    depth: 0,
                    bound: Bound::Lower,
                    eval: raw,
                };
                self.table.store(key, ply, entry);
            }
            return best;
        }
        let original_alpha = alpha;
        alpha = alpha.max(best);
        let hash_move = self.known_move(known);
        let mut picker = if in_check {
            Picker::new(self, hash_move, ply, self.rows(ply))
        } else {
            Picker::tactical(self, hash_move, 0)
        };
        let mut best_move = Move::NONE;
        let mut moves = false;
        loop {
            if !in_check {
                picker.futile = alpha - futile;
            }
            let Some((mv, found)) = picker.next(self, in_check && best > -MATE_IN_MAX) else {
                break;
            };
            if best > -MATE_IN_MAX && !self.may_decide(mv) {
                if found == Kind::Losing {
                    break;
                }
                let gain = gain(&self.pos, &self.rules.evaluation, mv).unwrap_or(0);
                if !in_check && futile + gain <= alpha {
                    best = best.max(futile + gain);
                    continue;
                }
            }
            if !self.rules.tables.is_legal(&mut self.pos, mv, &legality) {
                continue;
            }
            moves = true;
            self.make(mv, ply);
            let score = -self.quiescence(kind, -beta, -alpha, ply + 1);
            self.pos.unmake();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    alpha = score;
                    self.set_line(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        picker.finish(self);
        if in_check && !moves && !self.stopped {
            return self.no_moves(legality.in_check, ply);
        }
        if !self.stopped && best.abs() < MATE_IN_MAX {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry {
                mv: best_move,
                score: best,
                depth: 0,
                bound,
                eval: raw,
            };
            self.table.store(key, ply, entry);
        }
        best
    }
}
