//! Attack queries: could a side, or a piece, capture on a square?
//!
//! | query | answer | cost |
//! |---|---|---|
//! | `attacked` | does any piece of a side attack the square | an AND per attack path of each candidate; walks only where a variant has paths |
//! | `piece_attacks` | does one piece attack it | the same for one piece |
//! | `plain_attackers` | pieces of a set that may attack it by a plain move (for static exchange evaluation) | a table look-up per piece; what stands between is not tested |
//! | `visit_attack_paths` | every attack path to it, with the pieces that block the path: pins and discovered checks | an AND per attack path, also of blocked ones |
//! | `path_attackers` | hoppers, lame and bent pieces that may attack it | a table look-up per piece; `attacks_along_path` walks |
//!
//! An attack path is cheap to test with bitboards. Hoppers, lame and bent pieces are walked.

use super::MoveTables;
use super::attack_paths::Obstacle;
use super::move_sets::{SetTables, with_sets};
use super::path::{Exit, Occupants, Path};
use super::rules::hop_limits::bars_hop;
use crate::board::Position;
use crate::board::cell::color_bit;
use crate::types::{Bitboard, Color, Square, TypeId, TypeSet};
use crate::variant::{Rights, Royalty};

impl MoveTables {
    /// True if a piece of `by` could capture an enemy on `target`. En passant captures and the mover's own
    /// safety do not count.
    pub fn attacked(&self, pos: &Position, target: Square, by: Color) -> bool {
        if with_sets!(self.sets, sets => sets.attacked(self, pos, target, by)) {
            return true;
        }
        !self.path_types.is_empty() && self.attacked_along_path(pos, target, by)
    }

    /// True if one piece could capture an enemy on a square.
    pub(super) fn piece_attacks(
        &self,
        pos: &Position,
        (from, id): (Square, TypeId),
        target: Square,
        by: Color,
    ) -> bool {
        let index = self.square_index();
        let plainly = with_sets!(self.sets, sets => {
            let paths = sets.attack_paths.to(index.of(target));
            paths.is_open(index.of(from), id, &pos.occupancy())
        });
        plainly
            || self.path_types.contains(id) && self.attacks_along_path(pos, (from, id), target, by)
    }

    /// False if pieces of a type never capture by a plain move over this difference of squares.
    #[inline]
    pub(super) fn may_attack(&self, from: Square, target: Square, id: TypeId) -> bool {
        self.plain_attackers[usize::from(from.0.wrapping_sub(target.0))].contains(id)
    }

    /// The slots of pieces that may be able to capture on a square by a plain move.
    #[inline]
    pub(super) fn plain_attackers<'a, const W: usize>(
        &'a self,
        pos: &'a Position,
        target: Square,
        pieces: Bitboard<W, usize>,
    ) -> impl Iterator<Item = (usize, TypeId)> + use<'a, W> {
        let index = self.square_index();
        pieces.iter().filter_map(move |number| {
            let from = index.square(number);
            let id = pos.type_on(from);
            (self.may_attack(from, target, id)).then_some((number, id))
        })
    }

    /// Calls `see` for each attack path of a colour's pieces to a square, with the pieces on the path.
    #[inline]
    pub(super) fn visit_attack_paths(
        &self,
        pos: &Position,
        target: Square,
        by: Color,
        see: impl FnMut(Square, Obstacle),
    ) {
        with_sets!(self.sets, sets => sets.visit_attack_paths(self, pos, target, by, see));
    }

    /// True if a piece of `by` could capture on `target` other than by a plain move.
    #[inline(never)]
    fn attacked_along_path(&self, pos: &Position, target: Square, by: Color) -> bool {
        self.path_attackers(pos, by, target)
            .any(|(from, id)| self.attacks_along_path(pos, (from, id), target, by))
    }

    /// The pieces of a colour that could capture on a square along paths of an empty board.
    #[inline]
    pub(super) fn path_attackers<'a>(
        &'a self,
        pos: &'a Position,
        color: Color,
        target: Square,
    ) -> impl Iterator<Item = (Square, TypeId)> + 'a {
        pos.pieces(color).filter(move |&(from, id)| {
            self.path_types.contains(id)
                && self.path_reach[id.index() << 8 | from.index()].contains(target)
        })
    }

    /// True if a piece could capture an enemy on `target` along a path.
    pub(super) fn attacks_along_path(
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
        !self.rules.doubles.is_empty() && self.attacks_by_double_move(pos, (from, id), target, by)
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

    /// True if the other side cannot win at once by capturing royals of this colour.
    pub fn royals_safe(&self, pos: &Position, color: Color) -> bool {
        if let Some(safe) = self.royals_safe_by_rule(pos, color) {
            return safe;
        }
        self.royals_safe_if(pos, color, |sq| self.attacked(pos, sq, color.other()))
    }

    /// The same as [`MoveTables::royals_safe`], given a test for attacked squares.
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

    /// True if a colour has only one royal of this type and its equivalents.
    pub(super) fn is_last_royal(&self, pos: &Position, color: Color, id: TypeId) -> bool {
        let group = self.royal_groups[id.index()].iter();
        group.map(|id| u32::from(pos.count(color, id))).sum::<u32>() == 1
    }

    /// True if the side to move is in check.
    pub fn in_check(&self, pos: &Position) -> bool {
        !self.royals_safe(pos, pos.side())
    }
}

impl<const W: usize> SetTables<W> {
    #[inline]
    fn attacked(&self, tables: &MoveTables, pos: &Position, target: Square, by: Color) -> bool {
        let occupied = pos.occupancy();
        let paths = self.attack_paths.to(tables.square_index().of(target));
        let mut plain_attackers = tables.plain_attackers(pos, target, paths.candidates(pos, by));
        plain_attackers.any(|(from, id)| paths.is_open(from, id, &occupied))
    }

    #[inline]
    fn visit_attack_paths(
        &self,
        tables: &MoveTables,
        pos: &Position,
        target: Square,
        by: Color,
        mut see: impl FnMut(Square, Obstacle),
    ) {
        let (index, occupied) = (tables.square_index(), pos.occupancy());
        let paths = self.attack_paths.to(index.of(target));
        for (from, id) in tables.plain_attackers(pos, target, paths.candidates(pos, by)) {
            for between in paths.between(from, id) {
                see(index.square(from), Obstacle::on(between, occupied, index));
            }
        }
    }
}

/// The occupants that a piece of `by` meets on a square, if an enemy stands on `target`.
#[inline]
pub(super) fn occupant_if(pos: &Position, sq: Square, target: Square, by: Color) -> Occupants {
    if sq == target {
        Occupants::ENEMY
    } else {
        Occupants::of(pos.cell(sq), color_bit(by))
    }
}
