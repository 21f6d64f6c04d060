//! Moves that capture on the way and go on: hit-and-run captures, as of the lion.

use crate::board::Position;
use crate::board::cell::{Cell, EMPTY, color_bit, is_piece};
use crate::movegen::MoveTables;
use crate::movegen::rules::Double;
use crate::types::{Bitboard, Color, Move, Square, TypeId, TypeSet};

/// The piece that makes double moves: its type, its square, and the types that it must not capture.
struct Mover<'a> {
    tables: &'a MoveTables,
    pos: &'a Position,
    id: TypeId,
    from: Square,
    own: Cell,
    barred: TypeSet,
}

impl<'a> Mover<'a> {
    fn new(
        tables: &'a MoveTables,
        pos: &'a Position,
        (from, id): (Square, TypeId),
        color: Color,
    ) -> Mover<'a> {
        Mover {
            tables,
            pos,
            id,
            from,
            own: color_bit(color),
            barred: tables.barred_from(id),
        }
    }

    /// True if the piece could capture the occupant of a cell.
    fn takes(&self, cell: Cell) -> bool {
        is_piece(cell) && cell & self.own == 0 && !self.barred.contains(self.pos.cell_type(cell))
    }

    /// Calls `end` with the targets of a double move whose first step captures. `asked`: a square assumed to hold
    /// something that the piece captures.
    fn ends(&self, double: &Double, asked: Option<Square>, mut end: impl FnMut(Square)) {
        let v = &self.tables.variant;
        for &sq in &double.onward {
            let cell = self.pos.cell(sq);
            let taken = asked == Some(sq);
            let free = !taken && (cell == EMPTY || sq == self.from);
            let wanted = if free {
                double.rights.quiet
            } else {
                double.rights.capture && (taken || self.takes(cell))
            };
            if wanted && v.may_stop(self.id, sq.file(), sq.rank()) {
                end(sq);
            }
            if !free {
                return;
            }
        }
    }
}

impl MoveTables {
    /// Adds the double moves of a piece. Moves that capture nothing and pass the turn are quiet; one such move is
    /// enough.
    #[inline(never)]
    pub(in crate::movegen) fn add_doubles<const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        from: Square,
        id: TypeId,
        moves: &mut Vec<Move>,
    ) {
        let mover = Mover::new(self, pos, (from, id), pos.side());
        let first = moves.len();
        let mut passed = !Q;
        for double in self.rules.doubles(id, from) {
            let cell = pos.cell(double.via);
            if cell == EMPTY && double.passes && double.rights.quiet && !passed {
                moves.push(Move::new(from, from).over(double.via));
                passed = true;
            }
            if !C || double.spared || !mover.takes(cell) {
                continue;
            }
            mover.ends(double, None, |to| {
                let mv = Move::new(from, to).over(double.via);
                // two ways may lead to the same target
                let plain = |other: &Move| (other.via(), other.to()) == (Some(double.via), to);
                if !moves[first..].iter().any(plain) {
                    self.complete_double(pos, id, mv, moves);
                }
            });
        }
    }

    /// True if a piece could capture an enemy on `target` by a double move.
    #[inline(never)]
    pub(in crate::movegen) fn attacks_by_double_move(
        &self,
        pos: &Position,
        piece: (Square, TypeId),
        target: Square,
        by: Color,
    ) -> bool {
        let mover = Mover::new(self, pos, piece, by);
        // no enemy stands on the square of the piece itself
        target != piece.0
            && (self.rules.doubles(piece.1, piece.0).iter()).any(|double| {
                let mut hit = false;
                if double.spared {
                    return false;
                }
                if double.via == target {
                    mover.ends(double, None, |_| hit = true);
                } else if mover.takes(pos.cell(double.via)) {
                    mover.ends(double, Some(target), |to| hit |= to == target);
                }
                hit
            })
    }

    /// The squares on which a type may capture by double moves, and their targets.
    pub(in crate::movegen) fn double_reach(
        &self,
        id: TypeId,
        from: Square,
    ) -> (Bitboard, Bitboard) {
        let (mut captures, mut ends) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for double in self.rules.doubles(id, from) {
            let onward: Bitboard = double.onward.iter().copied().collect();
            ends |= onward;
            captures.insert(double.via);
            if double.rights.capture {
                captures |= onward;
            }
        }
        (captures, ends)
    }

    /// True if a double move that wins `balance` above the threshold does so after all recaptures.
    #[inline(never)]
    pub(super) fn double_survives(
        &self,
        pos: &mut Position,
        mv: Move,
        balance: i32,
        values: &[i32],
    ) -> bool {
        let side = pos.side();
        let mover = pos.arriving(mv);
        let balance = self.loss(pos, side, mover, values) - balance;
        if balance <= 0 || pos.goes_out_and_back(mv) {
            return true;
        }
        pos.make(mv);
        let survives = self.exchange(pos, mv.to(), side, balance, values);
        pos.unmake();
        survives
    }
}
