//! Alice Chess: every move ends on the same square of the other board.

use crate::board::cell::EMPTY;
use crate::board::{Castling, Position};
use crate::movegen::MoveTables;
use crate::types::{Move, Square, TypeId};

/// Removes moves from index `first` on whose target is occupied on the other board.
#[inline(never)]
pub(super) fn keep_passing(pos: &Position, moves: &mut Vec<Move>, first: usize) {
    let taken = |mv: &mut Move| pos.cell(mv.to().on_other_board()) != EMPTY;
    moves.extract_if(first.., taken).for_each(drop);
}

/// True if the squares of both castling pieces on the other board are empty.
pub(super) fn can_castle(pos: &Position, castling: &Castling) -> bool {
    let squares = [castling.to, castling.partner_to];
    squares
        .iter()
        .all(|sq| pos.cell(sq.on_other_board()) == EMPTY)
}

/// True if a royal that moves could be captured on its target: it must be safe on both boards.
pub(super) fn is_royal_met(tables: &MoveTables, pos: &mut Position, mv: Move) -> bool {
    let them = pos.side().other();
    tables.royal_kinds[pos.type_on(mv.from()).index()].is_royal()
        && pos.without(mv.from(), |pos| tables.attacked(pos, mv.to(), them))
}

/// True if a move that wins `balance` still wins at least 0 if the mover is recaptured, which happens on the other
/// board.
pub(super) fn survives(
    tables: &MoveTables,
    pos: &Position,
    mv: Move,
    balance: i32,
    values: &[i32],
) -> bool {
    let risk = values[pos.type_on(mv.from()).index()];
    let beyond = mv.to().on_other_board();
    balance >= risk || !tables.attacked(pos, beyond, pos.side().other())
}

/// The letter that a move has because of the board where it ends: a GUI that shows both boards in one diagram
/// takes it for a promotion and changes the picture.
pub(in crate::movegen) fn letter_on_board(pos: &Position, mv: Move) -> Option<char> {
    let layout = pos.layout();
    let id = mv.promotion().unwrap_or(pos.type_on(mv.from()));
    layout
        .has_two_boards()
        .then(|| layout.letter_after(mv, layout.variant.piece(id).letter))
}

/// The squares of a diagram on the board of the moving piece.
pub(in crate::movegen) fn board_of(pos: &Position, from: Square, to: Square) -> (Square, Square) {
    match pos.occupied(from) {
        here if here == from => (from, to),
        here => (here, to.on_other_board()),
    }
}

/// True if the letter of a type after a move from a square only says on which board it ends.
pub(in crate::movegen) fn only_names_board(
    pos: &Position,
    from: Square,
    id: Option<TypeId>,
) -> bool {
    pos.layout().has_two_boards() && id == Some(pos.type_on(from))
}
