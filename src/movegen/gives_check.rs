//! Which moves give check, found out without making them.

use super::MoveTables;
use super::tables::{LeapOrigin, Ray, line};
use crate::board::Position;
use crate::board::position::{EMPTY, color_bit};
use crate::types::{Bitboard, Move, Square, TypeId};

/// From where the side to move attacks the only royal of the other side, and which of its pieces
/// stand in the way of another that would.
///
/// Exact for plain moves of pieces. Checks along paths (hoppers, lame and bent pieces) are seen if the
/// piece that moves gives them and stands on no square of its new path; what a rook checks in castling
/// and what a capture in passing uncovers is not seen. Where a move changes more than that, on a second
/// board or by an explosion, and against several royals, nothing is said to be a check.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// Where the royal stands; `None`: nothing is known to give check.
    royal: Option<Square>,
    /// Squares from which a plain move of some type could capture there.
    near: Bitboard,
    /// Slots of pieces that uncover an attack by leaving `lines`.
    blockers: u64,
    /// The lines on which such pieces stand.
    lines: Bitboard,
}

impl MoveTables {
    /// Looks at the royal of the side that is not to move once, for all moves of the other.
    pub fn check_squares(&self, pos: &Position) -> CheckSquares {
        let (us, them) = (pos.side(), pos.side().other());
        let mut found = CheckSquares {
            royal: None,
            near: Bitboard::EMPTY,
            blockers: 0,
            lines: Bitboard::EMPTY,
        };
        let royals = pos.royals(them);
        if royals.count_ones() != 1 || self.rules.tries_all {
            return found;
        }
        let royal = pos.cell_square(color_bit(them) | royals.trailing_zeros() as u8);
        found.royal = Some(royal);
        let own = color_bit(us);
        let origins = &self.attack_origins[royal.index()];
        for ray in origins.rays.of(&self.rays) {
            let riders = &self.riders[usize::from(ray.kind)];
            let mut blocker = EMPTY;
            let mut way = Bitboard::EMPTY;
            for (sq, steps) in line(royal, ray.step, ray.len).zip(1usize..) {
                way.insert(sq);
                if blocker == EMPTY {
                    found.near.insert(sq);
                }
                let cell = pos.cell(sq);
                if cell == EMPTY {
                    continue;
                }
                if blocker == EMPTY {
                    if cell & own == 0 {
                        break;
                    }
                    blocker = cell;
                    continue;
                }
                if cell & own != 0 && riders[steps & 15].contains(pos.cell_type(cell)) {
                    found.blockers |= 1 << (blocker & 63);
                    found.lines |= way;
                }
                break;
            }
        }
        for origin in origins.leaps.of(&self.leap_origins) {
            found.near.insert(origin.sq);
        }
        found
    }

    /// True if a move of the side to move gives check.
    #[inline]
    pub fn gives_check(&self, pos: &Position, mv: Move, known: &CheckSquares) -> bool {
        let Some(royal) = known.royal else {
            return false;
        };
        let (from, to) = (mv.from(), mv.to());
        if mv.dropped().is_none()
            && known.blockers >> (pos.cell(from) & 63) & 1 != 0
            && !known.lines.contains(to)
        {
            return true;
        }
        let id = mv.promotion().unwrap_or(pos.mover(mv));
        if known.near.contains(to) && self.checks_plainly(pos, (from, to), id, royal) {
            return true;
        }
        self.special_types.contains(id)
            && self.special_reach[id.index() << 8 | to.index()].contains(royal)
            && self.captures_along_path(pos, (to, id), royal, pos.side())
    }

    /// True if a piece that has come from one square to another could capture a royal by a plain move.
    fn checks_plainly(
        &self,
        pos: &Position,
        (from, to): (Square, Square),
        id: TypeId,
        royal: Square,
    ) -> bool {
        let origins = &self.attack_origins[royal.index()];
        let by_leap = |origin: &LeapOrigin| origin.sq == to && origin.types.contains(id);
        let by_ride = |ray: &Ray| {
            let riders = &self.riders[usize::from(ray.kind)];
            for (sq, steps) in line(royal, ray.step, ray.len).zip(1usize..) {
                if sq == to {
                    return riders[steps & 15].contains(id);
                }
                if sq != from && pos.cell(sq) != EMPTY {
                    return false;
                }
            }
            false
        };
        origins.leaps.of(&self.leap_origins).iter().any(by_leap)
            || origins.rays.of(&self.rays).iter().any(by_ride)
    }
}
