//! The moves of all pawns of a side at once: steps in one direction are a set of pawns, moved as a whole.

use super::MoveTables;
use super::emit::Sink;
use super::move_sets::{Occupancy, Told, told};
use super::tables::EntryKind;
use crate::board::{Position, SquareIndex};
use crate::types::{Bitboard, Color, Move, Square, TypeId};

/// A step of pawns: by how much numbers of squares grow, modulo the size of a set.
#[derive(Clone, Copy, Debug)]
struct Step<const W: usize> {
    /// Where pawns can begin it.
    from: Bitboard<W, usize>,
    by: u32,
}

/// A step to a square that has to be empty, and another one from there.
#[derive(Clone, Copy, Debug)]
struct DoubleStep<const W: usize> {
    first: Step<W>,
    then: u32,
    /// Only for pawns that have never moved.
    virgin: bool,
}

/// What the pawns of a colour do on a board of up to 64 `W` squares, unless they can capture in passing.
#[derive(Debug, Default)]
pub(super) struct PawnSteps<const W: usize> {
    captures: Vec<Step<W>>,
    quiets: Vec<Step<W>>,
    doubles: Vec<DoubleStep<W>>,
    /// The squares from where steps tell the ways of pawns, and those from where they tell all.
    ways: Bitboard<W, usize>,
    all: Bitboard<W, usize>,
}

impl<const W: usize> PawnSteps<W> {
    /// Those of a colour.
    pub fn new(tables: &MoveTables, index: &SquareIndex, color: Color) -> PawnSteps<W> {
        let mut steps = PawnSteps::default();
        for &from in index.squares() {
            let entry = tables.entry(TypeId::pawn(color), from);
            if entry.kind != EntryKind::Pawn {
                continue;
            }
            let number = index.of(from);
            steps.ways.insert(number);
            if told(tables, entry) == Told::All {
                steps.all.insert(number);
            }
            let by = |from: Square, to: Square| turn::<W>(index.of(from), index.of(to));
            for &to in entry.leaps.captures(&tables.leaps) {
                add(&mut steps.captures, number, by(from, to));
            }
            for &to in entry.leaps.quiets(&tables.leaps) {
                add(&mut steps.quiets, number, by(from, to));
            }
            for path in entry.paths.of(&tables.paths) {
                if let Some([passed, to]) = path.double_step {
                    let double = (by(from, passed), by(passed, to), path.virgin);
                    steps.add_double(number, double);
                }
            }
        }
        steps
    }

    fn add_double(&mut self, from: usize, (by, then, virgin): (u32, u32, bool)) {
        let alike = |step: &&mut DoubleStep<W>| {
            (step.first.by, step.then, step.virgin) == (by, then, virgin)
                && !step.first.from.contains(from)
        };
        if let Some(step) = self.doubles.iter_mut().find(alike) {
            step.first.from.insert(from);
            return;
        }
        let from = Bitboard::EMPTY.with(from);
        self.doubles.push(DoubleStep {
            first: Step { from, by },
            then,
            virgin,
        });
    }

    /// Those of some pawns whose moves steps tell, and nothing else does.
    #[inline]
    pub fn all(&self, pawns: Bitboard<W, usize>) -> Bitboard<W, usize> {
        pawns & self.all
    }

    /// True if steps tell the ways of a pawn on a square.
    #[inline]
    pub fn tell_ways(&self, number: usize) -> bool {
        self.ways.contains(number)
    }

    /// Gives the moves of some pawns.
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
        for step in &self.doubles {
            let able = match step.virgin {
                true => pawns & pos.virgin_numbers(),
                false => pawns,
            };
            let passed = step.first.of(able).without(occupancy.all);
            let targets = passed.turned(step.then).without(occupancy.all);
            let by = step.first.by + step.then;
            moves.push_each(targets, |to| step_to::<W>(index, to, by).pushing());
        }
    }
}

impl<const W: usize> Step<W> {
    /// Where it leads some pawns.
    #[inline]
    fn of(&self, pawns: Bitboard<W, usize>) -> Bitboard<W, usize> {
        (pawns & self.from).turned(self.by)
    }
}

/// Adds a step from a square. Two ways to the same square are two steps.
fn add<const W: usize>(steps: &mut Vec<Step<W>>, from: usize, by: u32) {
    let alike = |step: &&mut Step<W>| step.by == by && !step.from.contains(from);
    match steps.iter_mut().find(alike) {
        Some(step) => step.from.insert(from),
        None => steps.push(Step {
            from: Bitboard::EMPTY.with(from),
            by,
        }),
    }
}

/// By how much numbers grow from one to another, modulo the size of a set.
fn turn<const W: usize>(from: usize, to: usize) -> u32 {
    let size = 64 * W;
    ((to + size - from) % size) as u32
}

/// The move to a square by a step.
#[inline]
fn step_to<const W: usize>(index: &SquareIndex, to: usize, by: u32) -> Move {
    let size = 64 * W;
    let from = to.wrapping_sub(by as usize) & (size - 1);
    Move::new(index.square(from), index.square(to))
}
