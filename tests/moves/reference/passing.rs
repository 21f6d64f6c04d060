//! The reference's passes, and facing royals as an offer to end the game.

use fmax::variant::rules::passing::Pass;

use super::model::{Model, RefMove};

impl Model<'_> {
    /// True if royals face each other in a variant where that offers to end the game.
    pub fn end_is_offered(&self) -> bool {
        let them = self.side.other();
        let royals = self.places().into_iter().filter(|&sq| {
            let own = self.at(sq).filter(|(color, _)| *color == self.side);
            own.is_some_and(|(_, id)| self.v.piece(id).royalty.is_royal())
        });
        let mut royals = royals.filter(|&sq| self.sees_royal(sq, them));
        self.v.rules.zones.facing_offers_end && royals.next().is_some()
    }

    /// A pass, encoded as the first royal (from the bottom left), or the first piece, staying where it is.
    pub fn pass(&self) -> Option<RefMove> {
        if self.v.rules.passing[self.side] == Pass::Never && !self.end_is_offered() {
            return None;
        }
        let royal = |(_, id)| self.v.piece(id).royalty.is_royal();
        let own = |&sq: &(i32, i32)| self.at(sq).is_some_and(|(color, _)| color == self.side);
        let places: Vec<_> = self.places().into_iter().filter(own).collect();
        let first = places.iter().find(|&&sq| self.at(sq).is_some_and(royal));
        first.or(places.first()).map(|&sq| RefMove {
            pass: true,
            ..RefMove::plain(sq, sq)
        })
    }

    /// True if passes have ended the game.
    pub fn passed_out(&self) -> bool {
        self.passes > 1 || self.passes == 1 && self.end_is_offered()
    }

    pub fn may_pass(&self) -> bool {
        if self.end_is_offered() {
            return true;
        }
        if !self.royals_safe(self.side) {
            return false;
        }
        match self.v.rules.passing[self.side] {
            Pass::Never => false,
            Pass::Always => true,
            Pass::Stuck => {
                let others = self.pseudo().into_iter().filter(|mv| !mv.pass);
                let legal = others.filter(|&mv| self.is_legal(mv)).collect();
                self.after_duty(legal).is_empty()
            }
        }
    }
}
