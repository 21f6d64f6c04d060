//! Attack tests: could a side capture on a square?

use super::MoveTables;
use super::tables::{Program, ProgramKind, Ray};
use super::trace::{ENEMY, PathStep, occupant};
use crate::board::Position;
use crate::board::position::{Cell, EMPTY, color_bit};
use crate::types::{Color, Square};
use crate::variant::Royalty;

impl MoveTables {
    /// True if a piece of `by` could capture an enemy on `target`, were one there. En-passant
    /// captures and the mover's own safety do not count.
    #[inline]
    pub fn attacked(&self, pos: &Position, target: Square, by: Color) -> bool {
        let their = color_bit(by);
        let approach = &self.approaches[target.index()];
        for ray in approach.rays.of(&self.rays) {
            let (cell, steps) = first_on_ray(pos, target, ray);
            if cell & their != 0
                && self.riders[usize::from(ray.kind)][steps & 15] >> pos.cell_type(cell).0 & 1 != 0
            {
                return true;
            }
        }
        for origin in approach.leaps.of(&self.leap_origins) {
            let cell = pos.cell(origin.sq);
            if cell & their != 0 && origin.types >> pos.cell_type(cell).0 & 1 != 0 {
                return true;
            }
        }
        self.odd_types != 0 && self.attacked_oddly(pos, target, by)
    }

    /// True if a piece of `by` could capture on `target` by another than a plain move.
    #[inline(never)]
    fn attacked_oddly(&self, pos: &Position, target: Square, by: Color) -> bool {
        pos.pieces(by).any(|(from, id)| {
            self.odd_types >> id.0 & 1 != 0
                && self.odd_reach[id.index() << 8 | from.index()].contains(target)
                && {
                    let programs = self.entry(id, from).programs.of(&self.programs);
                    programs
                        .iter()
                        .any(|program| self.hits(pos, program, from, target, by))
                }
        })
    }

    /// True if a program of the piece on `from` could capture on `target`.
    pub(super) fn hits(
        &self,
        pos: &Position,
        program: &Program,
        from: Square,
        target: Square,
        by: Color,
    ) -> bool {
        if !program.reach.contains(target) || program.virgin && !pos.is_virgin(from) {
            return false;
        }
        let path = program.path.of(&self.paths);
        match program.kind {
            ProgramKind::MultiPath => {
                path[0].sq == target
                    && path[1..].chunks_exact(2).any(|pair| {
                        pair.iter()
                            .all(|step| pos.cell(step.sq) == EMPTY && step.sq != target)
                    })
            }
            ProgramKind::Line | ProgramKind::Push { .. } => line_hits(pos, path, target, by),
            ProgramKind::Hop { friend_only } => {
                for (i, step) in path.iter().enumerate() {
                    if step.sq == target && step.captures() {
                        return true;
                    }
                    let cell = pos.cell(step.sq);
                    // the enemy on the target may be the platform, and be hit from there
                    if cell == EMPTY && step.sq != target {
                        continue;
                    }
                    let friend = cell & color_bit(by) != 0 && step.sq != target;
                    let platform = friend && !step.ends_at_friends() || !friend && !friend_only;
                    let second = program.hops.of(&self.hops)[i];
                    return platform && line_hits(pos, second.of(&self.paths), target, by);
                }
                false
            }
        }
    }

    /// True if the royals of a colour are where the rules of the game let the other side not win
    /// at once: nothing that may not be lost is attacked.
    pub fn royals_safe(&self, pos: &Position, color: Color) -> bool {
        if self.explodes {
            return self.royals_safe_from_blasts(pos, color);
        }
        let by = color.other();
        let royals = pos.royals(color);
        if royals.count_ones() == 1 {
            return pos
                .pieces_in(color, royals)
                .all(|(sq, _)| !self.attacked(pos, sq, by));
        }
        let mut seen = 0u64;
        for (sq, id) in pos.pieces_in(color, royals) {
            if !self.attacked(pos, sq, by) {
                continue;
            }
            let last = match self.royal_kinds[id.index()] {
                Royalty::None => false,
                Royalty::Absolute => true,
                Royalty::Extinction { duple } => {
                    pos.count(color, id) == 1 || duple && seen >> id.0 & 1 != 0
                }
            };
            if last {
                return false;
            }
            seen |= 1 << id.0;
        }
        true
    }

    /// True if the side to move has to do something about its royals.
    pub fn in_check(&self, pos: &Position) -> bool {
        !self.royals_safe(pos, pos.side())
    }
}

/// The first piece on a ray and how many steps away it is; the empty cell if there is none.
#[inline]
pub(super) fn first_on_ray(pos: &Position, target: Square, ray: &Ray) -> (Cell, usize) {
    let mut sq = target;
    for steps in 1..usize::from(ray.len) + 1 {
        sq = Square(sq.0.wrapping_add(ray.step));
        let cell = pos.cell(sq);
        if cell != EMPTY {
            return (cell, steps);
        }
    }
    (EMPTY, 0)
}

fn line_hits(pos: &Position, path: &[PathStep], target: Square, by: Color) -> bool {
    for step in path {
        if step.sq == target && step.captures() {
            return true;
        }
        if !step.passes(occupant_if(pos, step.sq, target, by)) {
            return false;
        }
    }
    false
}

/// What a piece of `by` finds on a square, if there is an enemy on `target`.
#[inline]
pub(super) fn occupant_if(pos: &Position, sq: Square, target: Square, by: Color) -> u8 {
    if sq == target {
        ENEMY
    } else {
        occupant(pos.cell(sq), color_bit(by))
    }
}
