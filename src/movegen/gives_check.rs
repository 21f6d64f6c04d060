//! Which moves give check, found out without making them.

use super::MoveTables;
use super::attacks::Approach;
use super::tables::line;
use crate::board::Position;
use crate::board::position::{EMPTY, color_bit};
use crate::types::{Move, Square, TypeId};

/// The only royal of the other side, and which pieces of the side to move stand in the way of
/// another that would attack it.
///
/// Exact for plain moves of pieces. Checks along paths (hoppers, lame and bent pieces) are seen if the
/// piece that moves gives them and stands on no square of its new path; what a rook checks in castling
/// and what a capture in passing uncovers is not seen. Where a move changes more than that, on a second
/// board or by an explosion, and against several royals, nothing is said to be a check.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// Where the royal stands; `None`: nothing is known to give check.
    royal: Option<Square>,
    /// Slots of pieces that may uncover an attack.
    blockers: u64,
}

impl CheckSquares {
    /// False if nothing is known to give check.
    pub fn possible(&self) -> bool {
        self.royal.is_some()
    }
}

impl MoveTables {
    /// Looks at the royal of the side that is not to move once, for all moves of the other.
    pub fn check_squares(&self, pos: &Position) -> CheckSquares {
        let (us, them) = (pos.side(), pos.side().other());
        let royals = pos.royals(them);
        if royals.count_ones() != 1 || self.rules.tries_all {
            return CheckSquares {
                royal: None,
                blockers: 0,
            };
        }
        let royal = pos.cell_square(color_bit(them) | royals.trailing_zeros() as u8);
        let mut blockers = 0;
        self.each_approach(pos, royal, |approach| {
            let cells = line(royal, approach.step, approach.steps - 1).map(|sq| pos.cell(sq));
            let mut men = cells.filter(|&cell| cell != EMPTY);
            if let (Some(cell), None) = (men.next(), men.next())
                && cell & color_bit(us) != 0
            {
                blockers |= 1 << (cell & 63);
            }
        });
        CheckSquares {
            royal: Some(royal),
            blockers,
        }
    }

    /// The ways by which pieces of the side to move would attack a square if nothing were on them,
    /// but those without a square between.
    #[inline]
    fn each_approach(&self, pos: &Position, royal: Square, mut see: impl FnMut(Approach)) {
        let own = color_bit(pos.side());
        let mut candidates = self.candidates(pos, royal, pos.side());
        while candidates != 0 {
            let cell = own | candidates.trailing_zeros() as u8;
            candidates &= candidates - 1;
            let (from, id) = (pos.cell_square(cell), pos.cell_type(cell));
            self.approaches(royal, from, id)
                .filter(|approach| approach.steps > 1)
                .for_each(&mut see);
        }
    }

    /// True if a move of the side to move gives check.
    #[inline(always)]
    pub fn gives_check(&self, pos: &Position, mv: Move, known: &CheckSquares) -> bool {
        let Some(royal) = known.royal else {
            return false;
        };
        // three looks at tables settle it for most moves
        let id = mv.promotion().unwrap_or(pos.mover(mv));
        let uncovers = known.blockers >> (pos.cell(mv.from()) & 63) & 1 != 0;
        let difference = usize::from(mv.to().0.wrapping_sub(royal.0));
        let reaches = self.approaches.types[difference].contains(id);
        let special = self.special_types.contains(id);
        (uncovers || reaches || special)
            && self.gives_check_somehow(pos, mv, id, royal, (uncovers, reaches, special))
    }

    /// True if a move gives check in one of the ways that the tables do not rule out.
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
        // what is dropped comes from nowhere, and what goes nowhere uncovers nothing
        uncovers && from != to && self.uncovers(pos, (from, to), royal)
            || reaches && self.checks_plainly(pos, (from, to), id, royal)
            || special
                && self.special_reach[id.index() << 8 | to.index()].contains(royal)
                && self.captures_along_path(pos, (to, id), royal, pos.side())
    }

    /// True if a piece that goes from one square to another was the only one in the way of an attack.
    #[inline]
    fn uncovers(&self, pos: &Position, (from, to): (Square, Square), royal: Square) -> bool {
        let mut found = false;
        self.each_approach(pos, royal, |approach| {
            let way = || line(royal, approach.step, approach.steps - 1);
            found |= way().any(|sq| sq == from)
                && way().all(|sq| sq == from || sq != to && pos.cell(sq) == EMPTY);
        });
        found
    }

    /// True if a piece that has come from one square to another could capture a royal by a plain move.
    #[inline]
    fn checks_plainly(
        &self,
        pos: &Position,
        (from, to): (Square, Square),
        id: TypeId,
        royal: Square,
    ) -> bool {
        let open = |approach: Approach| {
            let mut between = line(royal, approach.step, approach.steps - 1);
            between.all(|sq| sq == from || pos.cell(sq) == EMPTY)
        };
        self.approaches(royal, to, id).any(open)
    }
}
