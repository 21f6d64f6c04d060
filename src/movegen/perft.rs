//! Perft: counting the leaves of the tree of legal moves, the classic check of a move generator.

use super::MoveTables;
use crate::board::Position;
use crate::types::Move;

/// The number of legal move sequences of `depth` plies. With debug assertions, all incrementally updated data of the
/// position is recomputed and compared at every node.
pub fn perft(tables: &MoveTables, pos: &mut Position, depth: u32) -> u64 {
    assert_consistent(pos);
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::with_capacity(64);
    nodes(tables, pos, depth, &mut moves)
}

/// The perft count below each legal move.
pub fn divide(tables: &MoveTables, pos: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    let legal = tables.legal(pos);
    let mut count = |mv| {
        tables.make(pos, mv);
        let nodes = perft(tables, pos, depth.saturating_sub(1));
        pos.unmake();
        (mv, nodes)
    };
    legal.into_iter().map(&mut count).collect()
}

fn assert_consistent(pos: &Position) {
    if cfg!(debug_assertions) {
        let consistent = pos.check_consistency();
        assert!(consistent.is_ok(), "{consistent:?} in {}", pos.fen());
    }
}

fn nodes(tables: &MoveTables, pos: &mut Position, depth: u32, moves: &mut Vec<Move>) -> u64 {
    if depth == 1 {
        return tables.count_legal(pos, moves);
    }
    let first = moves.len();
    let check_info = tables.check_info(pos);
    tables.pseudo_legal(pos, moves);
    let last = moves.len();
    let mut count = 0;
    for i in first..last {
        let mv = moves[i];
        if !tables.is_legal(pos, mv, &check_info) {
            continue;
        }
        tables.make(pos, mv);
        assert_consistent(pos);
        count += nodes(tables, pos, depth - 1, moves);
        pos.unmake();
    }
    moves.truncate(first);
    count
}
