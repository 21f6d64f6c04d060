//! Updates of the histories and of the correction history.

use super::Bound;
use super::histories::bonus;
use super::node::{NodeState, NodeType};
use super::stack::{STACK_OFFSET, TriedMoves};
use super::tt::Entry;
use super::tunables as t;
use super::worker::Worker;
use crate::eval::MAX_EVAL;
use crate::types::Move;

impl Worker<'_> {
    /// Learns from a move that has failed high, `above` centipawns above beta, and from the moves tried before it,
    /// which have not. If the opponent's last move was among the first moves of its node, it is punished.
    pub(super) fn learn_cutoff(
        &mut self,
        node: &NodeState,
        mv: Move,
        quiet: bool,
        above: i32,
        tried: &TriedMoves,
    ) {
        let more = above > t::history_clear_cutoff();
        let depth = node.depth + i32::from(more);
        let continuations = self.continuations(node.ply);
        if quiet {
            (self.histories).reward_quiet(
                &self.pos,
                mv,
                &tried.quiets,
                continuations,
                depth,
                node.ply,
            );
        }
        let capture = (!quiet).then_some(mv);
        (self.histories).reward_capture(&self.pos, capture, &tried.captures, depth);
        if node.excluded == Move::NONE {
            self.punish_previous_move(node.ply, node.depth, t::HISTORY_BLAMED_AFTER_SEARCH);
        }
    }

    /// Rewards the opponent's last move after all moves of a node have failed low.
    pub(super) fn reward_previous_move(&mut self, node: &NodeState) {
        if node.depth >= t::history_credit_depth() || node.node_type == NodeType::Pv {
            self.learn_previous_move(node.ply, bonus(node.depth));
        }
    }

    /// Learns from a node that the hash table has settled: like a search, the bound of its entry updates the histories
    /// of the entry's move and of the move before.
    pub(super) fn learn_from_table(&mut self, entry: Entry, beta: i32, depth: i32, ply: usize) {
        let mv = self.hash_move(Some(entry));
        if mv == Move::NONE {
            return;
        }
        let quiet = self.gain(mv).is_none();
        let continuations = self.continuations(ply);
        if entry.score >= beta {
            if quiet {
                (self.histories).reward_quiet(&self.pos, mv, &[], continuations, depth, ply);
            }
            self.punish_previous_move(ply, depth, t::HISTORY_BLAMED_AFTER_TABLE);
        } else if quiet {
            (self.histories).learn_quiet(&self.pos, mv, continuations, -bonus(depth));
        }
    }

    /// A reduced quiet move was searched again: rewards or punishes it by the result.
    pub(super) fn learn_second_search(&mut self, ply: usize, depth: i32, good: bool) {
        let made = self.at(ply).made;
        if made.quiet {
            let bonus = if good { bonus(depth) } else { -bonus(depth) };
            let continuations = self.continuations(ply);
            (self.histories).learn_continuation((made.id, made.to), continuations, bonus);
        }
    }

    /// Punishes the move that led to a refuted node, if it was one of the `first` moves of its own node.
    fn punish_previous_move(&mut self, ply: usize, depth: i32, first: i32) {
        if self.stack[ply + STACK_OFFSET - 1].made.number <= first {
            self.learn_previous_move(ply, -bonus(depth + 1));
        }
    }

    /// Updates the histories of the move that led to a ply, if it was quiet.
    fn learn_previous_move(&mut self, ply: usize, bonus: i32) {
        let made = self.stack[ply + STACK_OFFSET - 1].made;
        if ply > 0 && made.quiet {
            let continuations = self.continuations(ply - 1);
            (self.histories).learn_continuation((made.id, made.to), continuations, bonus);
        }
    }

    /// Learns the difference between search result and evaluation, unless a capture explains it.
    pub(super) fn learn_correction(&mut self, node: &NodeState, found: Entry) {
        let tactical = found.mv != Move::NONE && self.gain(found.mv).is_some();
        let says_nothing = match found.bound {
            Bound::Exact => false,
            Bound::Lower => found.score <= node.eval,
            Bound::Upper => found.score >= node.eval,
        };
        if node.check_info.in_check || tactical || says_nothing || found.score.abs() > MAX_EVAL {
            return;
        }
        let last = self.continuations(node.ply)[0];
        (self.corrections).learn(&self.pos, last, node.depth, found.score - node.eval);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::with_worker;
    use super::*;

    /// The history of a move of chess, the `number`th move of its node, after `learn` has updated empty histories with
    /// a result of the position after the move.
    fn learnt(name: &str, number: i32, learn: impl FnOnce(&mut Worker, &NodeState)) -> i32 {
        let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        with_worker("normal", fen, |worker| {
            let mv = legal(worker, name);
            worker.make(mv, 0, number);
            let node = NodeState {
                node_type: NodeType::Cut,
                ply: 1,
                hash_move: Move::NONE,
                ..worker.root_node(5)
            };
            learn(worker, &node);
            worker.pos.unmake();
            said(worker, mv, 0)
        })
    }

    /// The history of a move at a ply.
    fn said(worker: &Worker, mv: Move, ply: usize) -> i32 {
        (worker.histories).quiet(&worker.pos, mv, worker.continuations(ply))
    }

    fn legal(worker: &mut Worker, name: &str) -> Move {
        let layout = worker.pos.layout().clone();
        let squares = |mv: &Move| layout.square_name(mv.from()) + &layout.square_name(mv.to());
        let moves = worker.rules.tables.legal(&mut worker.pos);
        moves.into_iter().find(|mv| squares(mv) == name).unwrap()
    }

    /// The answer, a capture, has refuted the move.
    fn cut(answer: &str) -> impl FnOnce(&mut Worker, &NodeState) {
        move |worker, node| {
            let answer = legal(worker, answer);
            worker.learn_cutoff(node, answer, false, 0, &TriedMoves::NONE);
        }
    }

    #[test]
    fn a_first_move_that_is_refuted_is_blamed() {
        assert!(learnt("d2d3", 1, cut("d5e4")) < 0);
        // at the root any move is punished, elsewhere only the first move of a node
        assert!(learnt("d2d3", 0, cut("d5e4")) < 0);
        assert_eq!(learnt("d2d3", 2, cut("d5e4")), 0);
        // captures have a separate history
        assert_eq!(learnt("e4d5", 1, cut("d8d5")), 0);
    }

    #[test]
    fn a_clear_cutoff_teaches_more() {
        let answer_after = |above: i32| {
            let mut answer = 0;
            learnt("d2d3", 2, |worker, node| {
                let mv = legal(worker, "g8f6");
                worker.learn_cutoff(node, mv, true, above, &TriedMoves::NONE);
                answer = said(worker, mv, 1);
            });
            answer
        };
        let (narrow, clear) = (answer_after(0), answer_after(t::history_clear_cutoff() + 1));
        assert!(0 < narrow && narrow < clear, "{narrow} {clear}");
        assert_eq!(answer_after(t::history_clear_cutoff()), narrow);
    }

    #[test]
    fn a_move_that_all_answers_fail_against_is_credited() {
        let fails = |depth: i32| {
            move |worker: &mut Worker, node: &NodeState| {
                worker.reward_previous_move(&NodeState { depth, ..*node });
            }
        };
        assert!(learnt("d2d3", 9, fails(t::history_credit_depth())) > 0);
        assert!(learnt("d2d3", 9, fails(8)) > learnt("d2d3", 9, fails(4)));
        assert_eq!(learnt("d2d3", 9, fails(t::history_credit_depth() - 1)), 0);
    }

    #[test]
    fn the_hash_table_teaches_as_a_search_does() {
        let settled = |bound: Bound, score: i32| {
            move |worker: &mut Worker, _: &NodeState| {
                let entry = Entry {
                    mv: legal(worker, "g8f6"),
                    score,
                    depth: 6,
                    bound,
                    eval: 0,
                };
                worker.learn_from_table(entry, 50, 5, 1);
                let said = said(worker, entry.mv, 1);
                assert_eq!((said > 0, said != 0), (score >= 50, true), "{said}");
            }
        };
        // a fail high punishes the move before, if it was among the first two moves of its node
        assert!(learnt("d2d3", 2, settled(Bound::Lower, 60)) < 0);
        assert_eq!(learnt("d2d3", 3, settled(Bound::Lower, 60)), 0);
        assert_eq!(learnt("d2d3", 1, settled(Bound::Upper, 10)), 0);
    }

    #[test]
    fn a_second_search_updates_the_histories() {
        for good in [false, true] {
            let learn = |worker: &mut Worker, _: &NodeState| worker.learn_second_search(0, 5, good);
            let learnt = learnt("d2d3", 7, learn);
            assert_eq!((learnt > 0, learnt != 0), (good, true));
        }
    }
}
