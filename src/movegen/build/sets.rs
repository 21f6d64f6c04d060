//! Compiles the sets of plain moves and the steps of pawns from the lists of the move tables.

use std::sync::Arc;

use crate::board::SquareIndex;
use crate::movegen::MoveTables;
use crate::movegen::attack_paths::AttackPaths;
use crate::movegen::entry::EntryKind;
use crate::movegen::move_sets::{AnySets, MoveSets, PieceSets, SetCoverage, SetTables};
use crate::movegen::pawn_steps::{DoubleStep, PawnSteps, Step};
use crate::types::{Bitboard, ByColor, Color, Square, TypeId};
use crate::variant::Variant;

impl MoveTables {
    /// Compiles the sets of all entries, and the attack paths.
    pub(super) fn build_sets(&mut self) {
        let index = &self.sets.index;
        self.sets.sets = match index.squares().len() {
            ..=64 => AnySets::Small(SetTables::new(self, index)),
            65..=128 => AnySets::Middle(SetTables::new(self, index)),
            _ => AnySets::Large(SetTables::new(self, index)),
        };
    }
}

impl MoveSets {
    /// The numbering of a board's squares, with empty sets.
    pub(super) fn new(v: &Variant) -> MoveSets {
        MoveSets {
            index: Arc::new(SquareIndex::new(v)),
            sets: AnySets::Small(SetTables::default()),
        }
    }
}

impl<const W: usize> SetTables<W> {
    fn new(tables: &MoveTables, index: &SquareIndex) -> SetTables<W> {
        let mut sets = SetTables::default();
        for id in 0..=tables.variant.pieces.len() {
            for &from in index.squares() {
                let piece = sets.piece_sets(tables, index, (TypeId(id as u8), from));
                sets.pieces.push(piece);
            }
        }
        sets.pawns = ByColor::from_fn(|color| PawnSteps::new(tables, index, color));
        sets.attack_paths = AttackPaths::new(tables, index);
        sets
    }

    fn piece_sets(
        &mut self,
        tables: &MoveTables,
        index: &SquareIndex,
        (id, from): (TypeId, Square),
    ) -> PieceSets<W> {
        let entry = tables.entry(id, from);
        if entry.kind != EntryKind::Plain {
            return PieceSets::default();
        }
        let leaps = entry.leaps.of(&tables.leaps).iter();
        let slides = entry.slides.of(&tables.slides).iter();
        let lines = slides.map(|slide| slide.squares(from).collect());
        PieceSets {
            leaps: index.set(leaps.copied()),
            lines: self.pool.add(index, lines.collect()),
            coverage: if tables.has_only_own_moves(entry) {
                SetCoverage::Complete
            } else {
                SetCoverage::Targets
            },
        }
    }
}

impl<const W: usize> PawnSteps<W> {
    fn new(tables: &MoveTables, index: &SquareIndex, color: Color) -> PawnSteps<W> {
        let mut steps = PawnSteps::default();
        for &from in index.squares() {
            let entry = tables.entry(TypeId::pawn(color), from);
            if entry.kind != EntryKind::Pawn {
                continue;
            }
            let number = index.of(from);
            steps.targets.insert(number);
            if tables.has_only_own_moves(entry) {
                steps.complete.insert(number);
            }
            let by = |from: Square, to: Square| difference::<W>(index.of(from), index.of(to));
            let [_, (_, captures), (_, quiets)] = entry.leaps.parts(&tables.leaps);
            for &to in captures {
                add_step(&mut steps.captures, number, by(from, to));
            }
            for &to in quiets {
                add_step(&mut steps.quiets, number, by(from, to));
            }
            for path in entry.paths.of(&tables.paths) {
                if let Some([passed, to]) = path.double_step {
                    steps.add_double_step(number, (by(from, passed), by(passed, to), path.virgin));
                }
            }
        }
        steps
    }

    fn add_double_step(&mut self, from: usize, (by, then, virgin): (u32, u32, bool)) {
        let alike = |step: &&mut DoubleStep<W>| {
            (step.first.by, step.then, step.virgin) == (by, then, virgin)
                && !step.first.from.contains(from)
        };
        if let Some(step) = self.double_steps.iter_mut().find(alike) {
            step.first.from.insert(from);
            return;
        }
        let from = Bitboard::EMPTY.with(from);
        self.double_steps.push(DoubleStep {
            first: Step { from, by },
            then,
            virgin,
        });
    }
}

/// Adds a step from a square. If two steps from a square lead to the same target, both are kept.
fn add_step<const W: usize>(steps: &mut Vec<Step<W>>, from: usize, by: u32) {
    let alike = |step: &&mut Step<W>| step.by == by && !step.from.contains(from);
    match steps.iter_mut().find(alike) {
        Some(step) => step.from.insert(from),
        None => steps.push(Step {
            from: Bitboard::EMPTY.with(from),
            by,
        }),
    }
}

/// The difference of two square numbers, modulo the size of a set.
fn difference<const W: usize>(from: usize, to: usize) -> u32 {
    let size = 64 * W;
    ((to + size - from) % size) as u32
}
