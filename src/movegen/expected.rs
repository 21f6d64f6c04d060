//! What a piece can expect to reach on a board on which nobody knows who stands where: Betza's
//! crowded-board mobility.

use super::MoveTables;
use super::scan::Means;
use super::tables::{Program, ProgramKind};
use super::trace::{EMPTY_SQUARE, ENEMY, FRIEND, PathStep};
use crate::types::{Square, TypeId};

/// The chance that a square is empty while many pieces are left: Betza's magic number.
pub const EMPTY_CHANCE: f64 = 0.69;

impl MoveTables {
    /// Shows every target of a type from a square with the chance that its way there is free, if
    /// each square on the way is empty with the given chance. Moves for virgin pieces are left out.
    pub fn visit_expected(
        &self,
        id: TypeId,
        from: Square,
        empty_chance: f64,
        mut visit: impl FnMut(Square, f64, Means),
    ) {
        let entry = self.entry(id, from);
        let leaps = entry.leaps.parts(&self.leaps);
        let slides = entry.slides.parts(&self.slides);
        for (i, means) in Means::KINDS.into_iter().enumerate() {
            leaps[i].iter().for_each(|&to| visit(to, 1.0, means));
            for slide in slides[i] {
                let (mut to, mut chance) = (from, 1.0);
                for _ in 0..slide.len {
                    to = Square(to.0.wrapping_add(slide.step));
                    visit(to, chance, means);
                    chance *= empty_chance;
                }
            }
        }
        let programs = entry.programs.of(&self.programs);
        // who can do nothing without a platform has its time while many pieces are left
        let hops =
            |program: &Program| program.kind != ProgramKind::MultiPath && program.hops.len > 0;
        let walks =
            leaps.iter().any(|some| !some.is_empty()) || slides.iter().any(|some| !some.is_empty());
        let empty_chance = if walks || !programs.iter().all(hops) {
            empty_chance
        } else {
            empty_chance.min(EMPTY_CHANCE)
        };
        for program in programs.iter().filter(|program| !program.virgin) {
            let path = program.path.of(&self.paths);
            if program.kind == ProgramKind::MultiPath {
                let chance = 1.0 - (1.0 - empty_chance * empty_chance).powi(3);
                visit(path[0].sq, chance, Means::of(path[0]));
                continue;
            }
            let hops = program.hops.of(&self.hops);
            let mut chance = 1.0;
            for (i, &step) in path.iter().enumerate() {
                if step.captures() || step.quiet() {
                    visit(step.sq, chance, Means::of(step));
                }
                if let Some(run) = hops.get(i) {
                    // the platform stands here
                    let over = chance * (1.0 - empty_chance);
                    walk(run.of(&self.paths), over, empty_chance, &mut visit);
                }
                chance *= passing_chance(step, empty_chance);
            }
        }
    }

    /// How many targets a type can expect from a square.
    pub fn expected_targets(&self, id: TypeId, from: Square, empty_chance: f64) -> f64 {
        let mut sum = 0.0;
        self.visit_expected(id, from, empty_chance, |_, chance, _| sum += chance);
        sum
    }
}

fn walk(
    path: &[PathStep],
    mut chance: f64,
    empty_chance: f64,
    visit: &mut impl FnMut(Square, f64, Means),
) {
    for &step in path {
        if step.captures() || step.quiet() {
            visit(step.sq, chance, Means::of(step));
        }
        chance *= passing_chance(step, empty_chance);
    }
}

/// The chance that a walk can go on over a square.
fn passing_chance(step: PathStep, empty_chance: f64) -> f64 {
    let piece_chance = (1.0 - empty_chance) / 2.0;
    let shares = [
        (EMPTY_SQUARE, empty_chance),
        (FRIEND, piece_chance),
        (ENEMY, piece_chance),
    ];
    let passed = shares.iter().filter(|(occupant, _)| step.passes(*occupant));
    passed.map(|(_, share)| share).sum()
}
