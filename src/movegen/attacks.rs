//! Attack tests: could a side capture on a square?

use super::MoveTables;
use super::path::{Exit, Occupants, Path};
use super::rules::hop_limits::bars_hop;
use super::tables::line;
use crate::board::Position;
use crate::board::position::{Cell, EMPTY, color_bit};
use crate::types::{Color, Square, TypeId, TypeSet};
use crate::variant::{Rights, Royalty};

impl MoveTables {
    /// True if a piece of `by` could capture an enemy on `target`, were one there. En-passant
    /// captures and the mover's own safety do not count.
    pub fn attacked(&self, pos: &Position, target: Square, by: Color) -> bool {
        let mut candidates = self.candidates(pos, target, by);
        while candidates != 0 {
            let slot = candidates.trailing_zeros() as u8;
            candidates &= candidates - 1;
            if self.reaches(pos, color_bit(by) | slot, target) {
                return true;
            }
        }
        !self.special_types.is_empty() && self.attacked_along_path(pos, target, by)
    }

    /// True if a piece captures on a square by a plain move.
    #[inline(never)]
    fn reaches(&self, pos: &Position, cell: Cell, target: Square) -> bool {
        let (from, id) = (pos.cell_square(cell), pos.cell_type(cell));
        let mut approaches = self.approaches(target, from, id);
        let open = |approach: Approach| {
            let mut between = line(target, approach.step, approach.steps - 1);
            between.all(|sq| pos.cell(sq) == EMPTY)
        };
        pos.cell(from) == cell && approaches.any(open)
    }

    /// True if a piece could capture on a square, were an enemy of it there.
    pub(super) fn captures(
        &self,
        pos: &Position,
        (from, id): (Square, TypeId),
        target: Square,
        by: Color,
    ) -> bool {
        self.reaches(pos, pos.cell(from), target)
            || self.special_types.contains(id)
                && self.captures_along_path(pos, (from, id), target, by)
    }

    /// The slots of the pieces of `by` that could capture on `target` by a plain move, whatever is in their
    /// way, and perhaps some more.
    #[inline]
    pub(super) fn candidates(&self, pos: &Position, target: Square, by: Color) -> u64 {
        let mut candidates = 0;
        self.sets.visit_origins(pos, target, by, |from| {
            let difference = usize::from(from.0.wrapping_sub(target.0));
            let (cell, types) = (pos.cell(from), self.approaches.types[difference]);
            // no jump, which would often be guessed wrong
            candidates |= u64::from(types.contains(pos.cell_type(cell))) << (cell & 63);
        });
        candidates
    }

    /// The plain moves by which a piece captures on a square, if nothing is in the way.
    #[inline]
    pub(super) fn approaches(
        &self,
        target: Square,
        from: Square,
        id: TypeId,
    ) -> impl Iterator<Item = Approach> {
        let difference = from.0.wrapping_sub(target.0);
        let origins = &self.attack_origins[target.index()];
        let leads = move |&(step, steps): &(u8, u8)| match steps {
            0 => {
                let mut leaps = origins.leaps.of(&self.leap_origins).iter();
                leaps.any(|origin| origin.sq == from && origin.types.contains(id))
            }
            _ => (origins.rays.of(&self.rays).iter()).any(|ray| {
                let riders = &self.riders[usize::from(ray.kind)][usize::from(steps & 15)];
                ray.step == step && steps <= ray.len && riders.contains(id)
            }),
        };
        let ways = self.approaches.ways[usize::from(difference)].iter();
        ways.filter(move |way| leads(way))
            .map(|&(step, steps)| Approach {
                step,
                steps: steps.max(1),
            })
    }

    /// True if a piece of `by` could capture on `target` by another than a plain move.
    #[inline(never)]
    fn attacked_along_path(&self, pos: &Position, target: Square, by: Color) -> bool {
        self.special_movers(pos, by, target)
            .any(|(from, id)| self.captures_along_path(pos, (from, id), target, by))
    }

    /// The pieces of a colour that could capture on a square along paths, were nothing in the way.
    #[inline]
    pub(super) fn special_movers<'a>(
        &'a self,
        pos: &'a Position,
        color: Color,
        target: Square,
    ) -> impl Iterator<Item = (Square, TypeId)> + 'a {
        pos.pieces(color).filter(move |&(from, id)| {
            self.special_types.contains(id)
                && self.special_reach[id.index() << 8 | from.index()].contains(target)
        })
    }

    /// True if a piece could capture on `target` along a path, were an enemy there.
    pub(super) fn captures_along_path(
        &self,
        pos: &Position,
        (from, id): (Square, TypeId),
        target: Square,
        by: Color,
    ) -> bool {
        let mut hit = false;
        let barred = self.barred_from(id);
        let pass = |arrived: bool, sq: Square, over: Occupants, exit: Exit| {
            let found = occupant_if(pos, sq, target, by);
            let bars = !barred.is_empty() && sq != target && bars_hop(pos, barred, sq, exit);
            (!arrived && !bars && over.include(found)).then_some(false)
        };
        for path in self.paths_to(pos, from, id, target) {
            let arrive = |arrived: &mut bool, sq: Square, rights: Rights| {
                *arrived = sq == target && rights.attacks();
                hit |= *arrived;
            };
            self.walk(path, false, &mut (arrive, pass));
            if hit {
                return true;
            }
        }
        self.rules.doubles.is_some() && self.captures_by_double(pos, (from, id), target, by)
    }

    /// The paths that may lead a piece to a capture on a square.
    pub(super) fn paths_to<'a>(
        &'a self,
        pos: &'a Position,
        from: Square,
        id: TypeId,
        target: Square,
    ) -> impl Iterator<Item = &'a Path> {
        let paths = self.entry(id, from).paths.of(&self.paths).iter();
        paths.filter(move |path| {
            path.reach.contains(target) && (!path.virgin || pos.is_virgin(from))
        })
    }

    /// True if the royals of a colour are where the rules of the game let the other side not win
    /// at once: nothing that may not be lost is attacked.
    pub fn royals_safe(&self, pos: &Position, color: Color) -> bool {
        if let Some(safe) = self.royals_safe_by_rule(pos, color) {
            return safe;
        }
        self.royals_safe_if(pos, color, |sq| self.attacked(pos, sq, color.other()))
    }

    /// The same, by what attacks a square.
    #[inline]
    pub(super) fn royals_safe_if(
        &self,
        pos: &Position,
        color: Color,
        attacked: impl Fn(Square) -> bool,
    ) -> bool {
        let royals = pos.royals(color);
        if royals.count_ones() == 1 {
            return pos.pieces_in(color, royals).all(|(sq, _)| !attacked(sq));
        }
        let mut seen = TypeSet::EMPTY;
        for (sq, id) in pos.pieces_in(color, royals) {
            if !attacked(sq) {
                continue;
            }
            let last = match self.royal_kinds[id.index()] {
                Royalty::None => false,
                Royalty::Absolute => true,
                Royalty::Extinction { duple } => {
                    self.is_last_royal(pos, color, id)
                        || duple && seen.meets(self.royal_groups[id.index()])
                }
            };
            if last {
                return false;
            }
            seen.insert(id);
        }
        true
    }

    /// True if a colour has one piece of the type, or of those that stand in for it.
    pub(super) fn is_last_royal(&self, pos: &Position, color: Color, id: TypeId) -> bool {
        let group = self.royal_groups[id.index()].iter();
        group.map(|id| u32::from(pos.count(color, id))).sum::<u32>() == 1
    }

    /// True if the side to move has to do something about its royals.
    pub fn in_check(&self, pos: &Position) -> bool {
        !self.royals_safe(pos, pos.side())
    }
}

/// A plain move towards a square, seen from there.
#[derive(Clone, Copy)]
pub(super) struct Approach {
    /// Outward, added to the square's byte, wrapping.
    pub step: u8,
    /// So many steps away the piece stands.
    pub steps: u8,
}

/// What a piece of `by` finds on a square, if there is an enemy on `target`.
#[inline]
pub(super) fn occupant_if(pos: &Position, sq: Square, target: Square, by: Color) -> Occupants {
    if sq == target {
        Occupants::ENEMY
    } else {
        Occupants::of(pos.cell(sq), color_bit(by))
    }
}
