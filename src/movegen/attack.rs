//! Attack tests: could a side capture on a square?

use super::MoveTables;
use super::tables::{Program, ProgramKind};
use crate::board::position::{EMPTY, color_bit};
use crate::board::{Position, Square};
use crate::variant::{Color, Royalty};

impl MoveTables {
    /// True if a piece of `by` could capture an enemy on `target`, were one there. En-passant
    /// captures and the mover's own safety do not count.
    pub fn attacked(&self, pos: &Position, target: Square, by: Color) -> bool {
        for (from, id) in pos.pieces(by) {
            let index = from.displacement(target);
            let bit = 1u64 << id.0;
            if self.plain_attackers[index] & bit != 0
                && self.plain_hits(pos, from, target, index, bit)
            {
                return true;
            }
            if self.odd_types & bit != 0
                && self.odd_reach[id.index() << 8 | from.index()].contains(target)
            {
                let entry = self.entry(id, from);
                let programs = entry.programs.of(&self.programs);
                if programs
                    .iter()
                    .any(|program| self.hits(pos, program, from, target, by))
                {
                    return true;
                }
            }
        }
        false
    }

    /// True if a piece whose plain moves connect the two squares has a free way.
    fn plain_hits(
        &self,
        pos: &Position,
        from: Square,
        target: Square,
        index: usize,
        bit: u64,
    ) -> bool {
        self.leap_attackers[index] & bit != 0
            || self.ride_attackers[index]
                .of(&self.ride_groups)
                .iter()
                .any(|group| group.types & bit != 0 && clear_between(pos, from, target, group.step))
    }

    /// True if a program of the piece on `from` could capture on `target`.
    fn hits(
        &self,
        pos: &Position,
        program: &Program,
        from: Square,
        target: Square,
        by: Color,
    ) -> bool {
        if !program.captures || program.virgin && !pos.is_virgin(from) {
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
            ProgramKind::Line => line_hits(pos, path, target),
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
                    let platform = friend && !step.captures() || !friend && !friend_only;
                    let second = program.hops.of(&self.hops)[i];
                    return platform && line_hits(pos, second.of(&self.paths), target);
                }
                false
            }
        }
    }

    /// True if the royals of a colour are where the rules of the game let the other side not win
    /// at once: nothing that may not be lost is attacked.
    pub fn royals_safe(&self, pos: &Position, color: Color) -> bool {
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

/// True if all squares strictly between two squares in line are empty.
#[inline]
fn clear_between(pos: &Position, from: Square, target: Square, step: u8) -> bool {
    let mut sq = Square(from.0.wrapping_add(step));
    while sq != target {
        if pos.cell(sq) != EMPTY {
            return false;
        }
        sq = Square(sq.0.wrapping_add(step));
    }
    true
}

fn line_hits(pos: &Position, path: &[super::trace::PathStep], target: Square) -> bool {
    for step in path {
        if step.sq == target && step.captures() {
            return true;
        }
        if (pos.cell(step.sq) != EMPTY || step.sq == target) && !step.jumps() {
            return false;
        }
    }
    false
}
