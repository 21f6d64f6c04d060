//! Attack tests: could a side capture on a square?

use super::MoveTables;
use super::attack_paths::Obstacle;
use super::move_sets::{SetTables, with_sets};
use super::path::{Exit, Occupants, Path};
use super::rules::hop_limits::bars_hop;
use crate::board::cell::color_bit;
use crate::board::{Position, SquareIndex};
use crate::types::{Bitboard, Color, Square, TypeId, TypeSet};
use crate::variant::{Rights, Royalty};

impl MoveTables {
    /// True if a piece of `by` could capture an enemy on `target`, were one there. En-passant
    /// captures and the mover's own safety do not count.
    pub fn attacked(&self, pos: &Position, target: Square, by: Color) -> bool {
        if with_sets!(self.sets, sets => sets.attacked(self, pos, target, by)) {
            return true;
        }
        !self.special_types.is_empty() && self.attacked_along_path(pos, target, by)
    }

    /// True if a piece could capture on a square, were an enemy of it there.
    pub(super) fn captures(
        &self,
        pos: &Position,
        (from, id): (Square, TypeId),
        target: Square,
        by: Color,
    ) -> bool {
        with_sets!(self.sets, sets => sets.captures(&self.sets.index, pos, (from, id), target))
            || self.special_types.contains(id)
                && self.captures_along_path(pos, (from, id), target, by)
    }

    /// False if no piece of a type captures from one square on another by a plain move, for reasons that
    /// are the same all over the board.
    #[inline]
    pub(super) fn may_capture(&self, from: Square, target: Square, id: TypeId) -> bool {
        self.capturers[usize::from(from.0.wrapping_sub(target.0))].contains(id)
    }

    /// Those of some pieces, by number, that may be able to capture on a square by a plain move.
    #[inline]
    pub(super) fn capturers<'a, const W: usize>(
        &'a self,
        pos: &'a Position,
        target: Square,
        pieces: Bitboard<W, usize>,
    ) -> impl Iterator<Item = (usize, TypeId)> + use<'a, W> {
        let index = self.square_index();
        pieces.iter().filter_map(move |number| {
            let from = index.square(number);
            let id = pos.type_on(from);
            (self.may_capture(from, target, id)).then_some((number, id))
        })
    }

    /// Shows the pieces of a colour that could capture on a square by a plain move, for each of their ways
    /// with what is on it.
    #[inline]
    pub(super) fn each_approach(
        &self,
        pos: &Position,
        target: Square,
        by: Color,
        see: impl FnMut(Square, Obstacle),
    ) {
        with_sets!(self.sets, sets => sets.each_approach(self, pos, target, by, see));
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

impl<const W: usize> SetTables<W> {
    #[inline]
    fn attacked(&self, tables: &MoveTables, pos: &Position, target: Square, by: Color) -> bool {
        let occupied = pos.occupancy();
        let paths = self.attack_paths.to(tables.square_index().of(target));
        let mut capturers = tables.capturers(pos, target, paths.candidates(pos, by));
        capturers.any(|(from, id)| paths.is_open(from, id, &occupied))
    }

    fn captures(
        &self,
        index: &SquareIndex,
        pos: &Position,
        (from, id): (Square, TypeId),
        target: Square,
    ) -> bool {
        let paths = self.attack_paths.to(index.of(target));
        paths.is_open(index.of(from), id, &pos.occupancy())
    }

    #[inline]
    fn each_approach(
        &self,
        tables: &MoveTables,
        pos: &Position,
        target: Square,
        by: Color,
        mut see: impl FnMut(Square, Obstacle),
    ) {
        let (index, occupied) = (tables.square_index(), pos.occupancy());
        let paths = self.attack_paths.to(index.of(target));
        for (from, id) in tables.capturers(pos, target, paths.candidates(pos, by)) {
            for between in paths.between(from, id) {
                see(index.square(from), Obstacle::on(between, occupied, index));
            }
        }
    }
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
