//! The moves of all pawns of a side at once: steps in one direction are a set of pawns, moved as a whole.

use super::sink::{Occupancy, Sink};
use crate::board::{Position, SquareIndex};
use crate::types::{Bitboard, Move};

/// A step of pawns: the difference of square numbers, modulo the size of a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<const W: usize> {
    /// The squares from which pawns can make the step.
    pub from: Bitboard<W, usize>,
    pub by: u32,
}

/// A step to a square that must be empty, and a second step from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoubleStep<const W: usize> {
    pub first: Step<W>,
    pub then: u32,
    /// The double step is only for pawns that have never moved.
    pub virgin: bool,
}

/// The moves of a colour's pawns on a board of up to 64 `W` squares, except en passant captures.
#[derive(Debug, Default)]
pub(super) struct PawnSteps<const W: usize> {
    pub captures: Vec<Step<W>>,
    pub quiets: Vec<Step<W>>,
    pub double_steps: Vec<DoubleStep<W>>,
    /// The squares where these steps include all targets of a pawn.
    pub targets: Bitboard<W, usize>,
    /// The squares where these steps are all moves of a pawn.
    pub complete: Bitboard<W, usize>,
}

impl<const W: usize> PawnSteps<W> {
    /// Generates the moves of some pawns.
    #[inline(always)]
    pub fn emit<S: Sink, const C: bool, const Q: bool>(
        &self,
        index: &SquareIndex,
        pos: &Position,
        pawns: Bitboard<W, usize>,
        occupancy: &Occupancy<W>,
        moves: &mut S,
    ) {
        if C {
            for step in &self.captures {
                let targets = step.of(pawns) & occupancy.enemies;
                moves.push_each(targets, |to| step_to::<W>(index, to, step.by));
            }
        }
        if !Q {
            return;
        }
        for step in &self.quiets {
            let targets = step.of(pawns).without(occupancy.all);
            moves.push_each(targets, |to| step_to::<W>(index, to, step.by));
        }
        for step in &self.double_steps {
            let able = if step.virgin {
                pawns & pos.virgin_numbers()
            } else {
                pawns
            };
            let passed = step.first.of(able).without(occupancy.all);
            let targets = passed.turned(step.then).without(occupancy.all);
            let by = step.first.by + step.then;
            moves.push_each(targets, |to| step_to::<W>(index, to, by).pushing());
        }
    }
}

impl<const W: usize> Step<W> {
    /// The targets of the step for some pawns.
    #[inline]
    fn of(&self, pawns: Bitboard<W, usize>) -> Bitboard<W, usize> {
        (pawns & self.from).turned(self.by)
    }
}

/// The move that reaches a square by a step.
#[inline]
fn step_to<const W: usize>(index: &SquareIndex, to: usize, by: u32) -> Move {
    let size = 64 * W;
    let from = to.wrapping_sub(by as usize) & (size - 1);
    Move::new(index.square(from), index.square(to))
}
