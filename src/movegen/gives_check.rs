//! Finds out which moves give check, without making them.

use super::MoveTables;
use super::attack_paths::Obstacle;
use super::move_sets::{SetTables, with_sets};
use crate::board::Position;
use crate::board::cell::color_bit;
use crate::types::{Bitboard, Move, Square, TypeId};

/// The only royal of the other side, and the pieces of the side to move that block attacks on it.
///
/// Exact for plain moves, including castling and en passant captures. Checks along paths (hoppers, lame and bent
/// pieces) are found if the moved piece gives the check and its old square is not on the path. Moves with other
/// effects, such as a second board or an explosion, and moves against several royals are never reported as checks.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckSquares {
    /// Square of the royal; `None`: no move is reported as a check.
    royal: Option<Square>,
    /// Slots of pieces whose moves may discover an attack.
    blockers: u64,
}

impl CheckSquares {
    /// False if no move is reported as a check.
    pub fn possible(&self) -> bool {
        self.royal.is_some()
    }
}

impl MoveTables {
    /// The check squares for all moves of the side to move.
    pub fn check_squares(&self, pos: &Position) -> CheckSquares {
        let (us, them) = (pos.side(), pos.side().other());
        let royals = pos.royals(them);
        if royals.count_ones() != 1 || self.rules.tries_all {
            return CheckSquares::default();
        }
        let royal = pos.cell_square(color_bit(them) | royals.trailing_zeros() as u8);
        let mut blockers = 0;
        self.visit_attack_paths(pos, royal, us, |_, obstacle| {
            if let Obstacle::One(sq) = obstacle
                && pos.cell(sq) & color_bit(us) != 0
            {
                blockers |= 1 << (pos.cell(sq) & 63);
            }
        });
        CheckSquares {
            royal: Some(royal),
            blockers,
        }
    }

    /// True if a move of the side to move gives check.
    #[inline(always)]
    pub fn gives_check(&self, pos: &Position, mv: Move, check_squares: &CheckSquares) -> bool {
        let Some(royal) = check_squares.royal else {
            return false;
        };
        if mv.is_special() {
            self.special_gives_check(pos, mv, royal, check_squares.blockers)
        } else {
            self.moves_into_check(
                pos,
                mv,
                pos.type_on(mv.from()),
                royal,
                check_squares.blockers,
            )
        }
    }

    /// True if a special move gives check.
    #[inline(never)]
    fn special_gives_check(&self, pos: &Position, mv: Move, royal: Square, blockers: u64) -> bool {
        let id = pos.arriving(mv);
        if mv.castling().is_some() || mv.is_en_passant() {
            self.gives_check_by_more(pos, mv, id, royal)
        } else {
            self.moves_into_check(pos, mv, id, royal, blockers)
        }
    }

    /// True if a move that only changes its origin and its target gives check with a piece of the type on the
    /// target.
    #[inline(always)]
    fn moves_into_check(
        &self,
        pos: &Position,
        mv: Move,
        id: TypeId,
        royal: Square,
        blockers: u64,
    ) -> bool {
        // a few table look-ups decide most moves
        let uncovers = blockers >> (pos.cell(mv.from()) & 63) & 1 != 0;
        let reaches = self.may_attack(mv.to(), royal, id);
        let special = self.path_types.contains(id);
        (uncovers || reaches || special)
            && self.gives_check_somehow(pos, mv, id, royal, (uncovers, reaches, special))
    }

    /// True if a move that changes more squares gives check: castling, and en passant captures.
    fn gives_check_by_more(&self, pos: &Position, mv: Move, id: TypeId, royal: Square) -> bool {
        let to = mv.to();
        let (vacated, partner) = match pos.layout().castling(pos.side(), mv) {
            Some(castling) => {
                let partner = pos.type_on(castling.corner);
                (castling.corner, Some((castling.partner_to, partner)))
            }
            None => (pos.captured_square(mv), None),
        };
        let (left, come) = ([mv.from(), vacated], [Some((to, id)), partner]);
        with_sets!(self.sets, sets => sets.checks_after(pos, left, come, royal))
            || self.checks_along_path(pos, to, id, royal)
    }

    /// True if a piece that has moved to a square could capture a royal from there along a path.
    fn checks_along_path(&self, pos: &Position, to: Square, id: TypeId, royal: Square) -> bool {
        self.path_types.contains(id)
            && self.path_reach[id.index() << 8 | to.index()].contains(royal)
            && self.attacks_along_path(pos, (to, id), royal, pos.side())
    }

    /// Tests whether a move gives check where the tables do not rule it out.
    #[inline(never)]
    fn gives_check_somehow(
        &self,
        pos: &Position,
        mv: Move,
        id: TypeId,
        royal: Square,
        (uncovers, reaches, special): (bool, bool, bool),
    ) -> bool {
        let (from, to) = (mv.from(), mv.to());
        // a drop has no origin, and a pass discovers nothing
        uncovers
            && from != to
            && with_sets!(self.sets, sets => sets.uncovers(pos, (from, to), royal))
            || reaches
                && with_sets!(self.sets, sets => sets.checks_plainly(pos, (from, to), id, royal))
            || special && self.checks_along_path(pos, to, id, royal)
    }
}

impl<const W: usize> SetTables<W> {
    /// True if the side to move could capture a royal by a plain move after some squares are vacated and others filled.
    fn checks_after(
        &self,
        pos: &Position,
        left: [Square; 2],
        come: [Option<(Square, TypeId)>; 2],
        royal: Square,
    ) -> bool {
        let index = &pos.layout().index;
        let come = come.into_iter().flatten();
        let come = come.map(|(sq, id)| (index.of(sq), id));
        let (left, royal) = (index.set(left), index.of(royal));
        let occupied = pos.occupancy().without(left) | come.clone().map(|(to, _)| to).collect();
        let paths = self.attack_paths.to(royal);
        let stay = paths.candidates(pos, pos.side()).without(left);
        let stay = stay
            .iter()
            .map(|number| (number, pos.type_on(index.square(number))));
        (stay.chain(come)).any(|(from, id)| paths.is_open(from, id, &occupied))
    }

    /// True if a move discovers an attack: the moved piece was the only blocker.
    fn uncovers(&self, pos: &Position, (from, to): (Square, Square), royal: Square) -> bool {
        let index = &pos.layout().index;
        let (from, to, royal) = (index.of(from), index.of(to), index.of(royal));
        let left = Bitboard::EMPTY.with(from);
        let occupied = pos.occupancy().without(left).with(to);
        let paths = self.attack_paths.to(royal);
        let candidates = paths.candidates(pos, pos.side()).without(left);
        candidates.iter().any(|origin| {
            let id = pos.type_on(index.square(origin));
            let mut paths = paths.between(origin, id);
            paths.any(|between| between.contains(from) && !between.meets(&occupied))
        })
    }

    /// True if a piece that has moved to a new square could capture a royal by a plain move.
    fn checks_plainly(
        &self,
        pos: &Position,
        (from, to): (Square, Square),
        id: TypeId,
        royal: Square,
    ) -> bool {
        let index = &pos.layout().index;
        let mut occupied = pos.occupancy();
        // a drop has no origin
        if pos.cell(from) & color_bit(pos.side()) != 0 {
            occupied.remove(index.of(from));
        }
        let (to, royal) = (index.of(to), index.of(royal));
        self.attack_paths.to(royal).is_open(to, id, &occupied)
    }
}
