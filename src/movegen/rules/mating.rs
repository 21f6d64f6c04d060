//! Variants in which not every mate counts.

use crate::board::Position;
use crate::movegen::MoveTables;
use crate::types::{Color, Square, TypeSet};

impl MoveTables {
    /// The winner when the side to move is mated; `winner` wins if all mates count.
    #[inline(never)]
    pub(super) fn mate_by_rule(&self, pos: &Position, winner: Color) -> Option<Color> {
        let (weak_types, after) = (self.rules.never_mating, self.rules.mating_after);
        if !weak_types.is_empty() {
            let checkers = self.checkers(pos);
            let weak = checkers.iter().all(|id| weak_types.contains(id));
            if weak && !checkers.is_empty() {
                return Some(winner.other());
            }
        }
        (after.is_empty() || self.is_in_row(pos, after)).then_some(winner)
    }

    /// True if a piece of these types gave one of the checks of the current sequence.
    fn is_in_row(&self, pos: &Position, types: TypeSet) -> bool {
        let mut pos = pos.clone();
        while self.in_check(&pos) {
            if !(self.checkers(&pos) & types).is_empty() {
                return true;
            }
            if pos.ply() < 2 {
                return false;
            }
            pos.unmake();
            pos.unmake();
        }
        false
    }

    /// The types of the pieces that give check to the side to move.
    fn checkers(&self, pos: &Position) -> TypeSet {
        let (us, them) = (pos.side(), pos.side().other());
        let royals: Vec<Square> = (pos.pieces_in(us, pos.royals(us)))
            .map(|(sq, _)| sq)
            .collect();
        let pieces = pos.pieces(them);
        let checking = pieces.filter(|&piece| {
            let mut royals = royals.iter();
            royals.any(|&sq| self.piece_attacks(pos, piece, sq, them))
        });
        checking.map(|(_, id)| id).collect()
    }
}
