//! Order and reductions of the root moves.

use std::collections::HashMap;

use super::RootSearch;
use crate::search::MATE;
use crate::search::move_picker::{MoveKind, MovePicker, Quiets};
use crate::search::node::NodeType;
use crate::types::Move;

impl RootSearch<'_, '_> {
    /// Sorts the moves that have only been refuted: the move picker orders them by the current histories. The other
    /// moves keep their places.
    pub(super) fn order_moves(&mut self) {
        let worker = &mut self.worker;
        let picker = MovePicker::new(worker, Move::NONE, 0, worker.continuations(0));
        let order: HashMap<Move, (usize, MoveKind)> =
            worker.with_moves(picker, |worker, mut picker| {
                let moves = std::iter::from_fn(|| picker.next(worker, Quiets::All));
                moves
                    .enumerate()
                    .map(|(place, (mv, kind))| (mv, (place, kind)))
                    .collect()
            });
        for root in &mut self.moves {
            root.kind = order.get(&root.mv).map_or(MoveKind::Quiet, |found| found.1);
        }
        let judged = self.moves.iter().take_while(|root| root.score > -MATE);
        let known = judged.count();
        self.moves[known..].sort_by_cached_key(|root| order.get(&root.mv).map(|found| found.0));
    }

    /// Zero window search of the last move made: true if its score is above `low`. The first search is reduced; if its
    /// score is above `low`, the move is searched again at full depth.
    pub(super) fn search_late_move(&mut self, reduction: i32, low: i32) -> i32 {
        let worker = &mut self.worker;
        let depth = worker.iteration;
        let score = -worker.zero_window(NodeType::Cut, -low - 1, depth - 1 - reduction, 1);
        if reduction == 0 || score <= low || worker.stopped {
            return score;
        }
        -worker.zero_window(NodeType::Cut, -low - 1, depth - 1, 1)
    }
}
