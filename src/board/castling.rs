//! Castlings that are still possible in a position.

use super::{Castling, Position};

impl Position {
    /// The castlings of the side to move whose pieces have not moved and whose path is empty.
    #[inline]
    pub fn open_castlings(&self) -> impl Iterator<Item = &Castling> {
        let us = self.side();
        let (virgin, occupied) = (self.virgin_numbers(), self.occupancy::<4>());
        let all = (self.layout.castlings[us].iter()).zip(&self.layout.castling_needs[us]);
        all.filter(move |(_, needs)| needs.are_unmoved(virgin) && !needs.empty.meets(&occupied))
            .map(|(castling, _)| castling)
    }

    /// True if neither of the pieces that castle has moved.
    #[inline]
    pub fn may_still_castle(&self, castling: &Castling) -> bool {
        self.is_virgin(castling.from) && self.is_virgin(castling.corner)
    }
}
