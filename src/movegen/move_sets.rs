//! Plain moves as bitboards: the targets of a piece follow from the occupied squares, without scanning square
//! by square.

use std::sync::Arc;

use super::attack_paths::AttackPaths;
use super::lines::{LinePool, Lines};
use super::pawn_steps::PawnSteps;
use super::sink::{Occupancy, Sink};
use crate::board::cell::color_bit;
use crate::board::{Position, SquareIndex};
use crate::types::{Bitboard, ByColor, Move, Square, TypeId};

/// Which moves of a piece are in its bitboards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SetCoverage {
    #[default]
    None,
    /// All targets, but rules add, change or remove moves.
    Targets,
    Complete,
}

/// The moves of a type from a square, unless it is a pawn of the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PieceSets<const W: usize> {
    pub leaps: Bitboard<W, usize>,
    pub lines: Lines,
    pub coverage: SetCoverage,
}

/// The bitboards of a variant on a board of up to 64 `W` squares.
#[derive(Debug, Default)]
pub(super) struct SetTables<const W: usize> {
    /// By type and square number.
    pub pieces: Vec<PieceSets<W>>,
    pub pawns: ByColor<PawnSteps<W>>,
    pub pool: LinePool<W>,
    /// The origins of captures.
    pub attack_paths: AttackPaths<W>,
}

/// The bitboards of a variant, of the smallest size that holds the board.
#[derive(Debug)]
pub(super) enum AnySets {
    Small(SetTables<1>),
    Middle(SetTables<2>),
    Large(SetTables<4>),
}

/// The plain moves of a variant as bitboards.
#[derive(Debug)]
pub(super) struct MoveSets {
    pub index: Arc<SquareIndex>,
    pub sets: AnySets,
}

/// Evaluates an expression with the bitboards of a variant, for any size.
macro_rules! with_sets {
    ($moves:expr, $sets:ident => $answer:expr) => {
        match &$moves.sets {
            $crate::movegen::move_sets::AnySets::Small($sets) => $answer,
            $crate::movegen::move_sets::AnySets::Middle($sets) => $answer,
            $crate::movegen::move_sets::AnySets::Large($sets) => $answer,
        }
    };
}
pub(super) use with_sets;

impl MoveSets {
    /// Generates the moves of all pieces of the side to move whose moves no rule changes; returns the slots of the
    /// other pieces.
    #[inline]
    pub fn emit<S: Sink, const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        slots: u64,
        moves: &mut S,
    ) -> u64 {
        with_sets!(self, sets => sets.emit::<S, C, Q>(&self.index, pos, slots, moves))
    }

    /// Generates the moves of one piece of the side to move; false if the bitboards do not contain all of its moves.
    #[inline]
    pub fn emit_one<S: Sink, const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        piece: (Square, TypeId),
        moves: &mut S,
    ) -> bool {
        with_sets!(self, sets => sets.emit_one::<S, C, Q>(&self.index, pos, piece, moves))
    }
}

impl<const W: usize> SetTables<W> {
    #[inline]
    fn piece(&self, index: &SquareIndex, from: Square, id: TypeId) -> &PieceSets<W> {
        &self.pieces[id.index() * index.squares().len() + index.of(from)]
    }

    #[inline]
    fn emit<S: Sink, const C: bool, const Q: bool>(
        &self,
        index: &SquareIndex,
        pos: &Position,
        slots: u64,
        moves: &mut S,
    ) -> u64 {
        let occupancy = Occupancy::of(pos);
        let us = pos.side();
        let pawns = slots & pos.pawns(us);
        let mut left = 0;
        each(slots & !pawns, |slot| {
            let cell = color_bit(us) | slot;
            let (from, id) = (pos.cell_square(cell), pos.cell_type(cell));
            let piece = self.piece(index, from, id);
            if piece.coverage == SetCoverage::Complete {
                let targets = self.piece_targets::<C, Q>(piece, &occupancy);
                moves.push_each(targets, |number| Move::new(from, index.square(number)));
            } else {
                left |= 1 << slot;
            }
        });
        if !pos.en_passant().is_useless() {
            return left | pawns;
        }
        let mut squares = pos.pawn_squares(us);
        each(pos.pawns(us) & !pawns, |slot| {
            squares.remove(index.of(pos.cell_square(color_bit(us) | slot)));
        });
        let steps = &self.pawns[us];
        let complete = squares & steps.complete;
        steps.emit::<S, C, Q>(index, pos, complete, &occupancy, moves);
        for number in squares.without(complete).iter() {
            left |= 1 << (pos.cell(index.square(number)) & 63);
        }
        left
    }

    fn emit_one<S: Sink, const C: bool, const Q: bool>(
        &self,
        index: &SquareIndex,
        pos: &Position,
        (from, id): (Square, TypeId),
        moves: &mut S,
    ) -> bool {
        let us = pos.side();
        if id == TypeId::pawn(us) {
            let (number, steps) = (index.of(from), &self.pawns[us]);
            let covered = steps.targets.contains(number) && pos.en_passant().is_useless();
            if covered {
                let occupancy = &Occupancy::of(pos);
                let pawn = Bitboard::EMPTY.with(number);
                steps.emit::<S, C, Q>(index, pos, pawn, occupancy, moves);
            }
            return covered;
        }
        let piece = self.piece(index, from, id);
        if piece.coverage == SetCoverage::None {
            return false;
        }
        let targets = self.piece_targets::<C, Q>(piece, &Occupancy::of(pos));
        moves.push_each(targets, |number| Move::new(from, index.square(number)));
        true
    }

    #[inline(always)]
    fn piece_targets<const C: bool, const Q: bool>(
        &self,
        piece: &PieceSets<W>,
        occupancy: &Occupancy<W>,
    ) -> Bitboard<W, usize> {
        let mut reached = piece.leaps;
        if !piece.lines.is_empty() {
            reached |= self.pool.reached(piece.lines, occupancy.all);
        }
        match (C, Q) {
            (true, true) => reached.without(occupancy.barred),
            (true, false) => reached & occupancy.enemies,
            (false, _) => reached.without(occupancy.all),
        }
    }
}

/// Calls `see` with each slot of a set.
#[inline]
fn each(mut slots: u64, mut see: impl FnMut(u8)) {
    while slots != 0 {
        see(slots.trailing_zeros() as u8);
        slots &= slots - 1;
    }
}
