//! Attack tests: could a side capture on a square?

use super::MoveTables;
use super::path::{Exit, Occupants, Path};
use super::tables::{Ray, line};
use crate::board::Position;
use crate::board::position::{Cell, EMPTY, color_bit};
use crate::types::{Color, Square, TypeId, TypeSet};
use crate::variant::{Rights, Royalty};

impl MoveTables {
    /// True if a piece of `by` could capture an enemy on `target`, were one there. En-passant
    /// captures and the mover's own safety do not count.
    #[inline]
    pub fn attacked(&self, pos: &Position, target: Square, by: Color) -> bool {
        let their = color_bit(by);
        let origins = &self.attack_origins[target.index()];
        for ray in origins.rays.of(&self.rays) {
            let (cell, steps) = first_on_ray(pos, target, ray);
            if cell & their != 0
                && self.riders[usize::from(ray.kind)][steps & 15].contains(pos.cell_type(cell))
            {
                return true;
            }
        }
        for origin in origins.leaps.of(&self.leap_origins) {
            let cell = pos.cell(origin.sq);
            if cell & their != 0 && origin.types.contains(pos.cell_type(cell)) {
                return true;
            }
        }
        !self.special_types.is_empty() && self.attacked_along_path(pos, target, by)
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
        let pass = |arrived: bool, sq: Square, over: Occupants, _: Exit| {
            let found = occupant_if(pos, sq, target, by);
            (!arrived && over.include(found)).then_some(false)
        };
        for path in self.paths_to(pos, from, id, target) {
            let arrive = |arrived: &mut bool, sq: Square, rights: Rights| {
                *arrived = sq == target && rights.capture;
                hit |= *arrived;
            };
            self.walk(path, false, &mut (arrive, pass));
            if hit {
                return true;
            }
        }
        false
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
        let by = color.other();
        let royals = pos.royals(color);
        if royals.count_ones() == 1 {
            return pos
                .pieces_in(color, royals)
                .all(|(sq, _)| !self.attacked(pos, sq, by));
        }
        let mut seen = TypeSet::EMPTY;
        for (sq, id) in pos.pieces_in(color, royals) {
            if !self.attacked(pos, sq, by) {
                continue;
            }
            let last = match self.royal_kinds[id.index()] {
                Royalty::None => false,
                Royalty::Absolute => true,
                Royalty::Extinction { duple } => {
                    pos.count(color, id) == 1 || duple && seen.contains(id)
                }
            };
            if last {
                return false;
            }
            seen.insert(id);
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
fn first_on_ray(pos: &Position, target: Square, ray: &Ray) -> (Cell, usize) {
    let cells = line(target, ray.step, ray.len).map(|sq| pos.cell(sq));
    let mut occupied = cells.zip(1..).filter(|(cell, _)| *cell != EMPTY);
    occupied.next().unwrap_or((EMPTY, 0))
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
