//! `holding`: what the players have in hand, where that comes from another board.

use super::{Refusal, Session};
use crate::board::Placement;
use crate::types::{ByColor, Color, TypeId};
use crate::variant::{Drops, Variant};

impl Session {
    /// Sets the hands in games where captures do not fill them. In all others they follow from the
    /// moves, and the GUI may speak of a capture that it has not told yet.
    pub(super) fn hold(&mut self, hands: &ByColor<String>) -> Result<(), Refusal> {
        let variant = self.variant().clone();
        let refills = |drops: &Drops| drops.captures;
        if variant.rules.drops.as_ref().is_none_or(refills) {
            log::debug!("the hands are known from the moves");
            return Ok(());
        }
        let mut placement = Placement::from(self.game.position());
        placement.hands.clear();
        for (color, hand) in Color::ALL.into_iter().zip(hands) {
            for letter in hand.chars().filter(|c| c.is_ascii_alphabetic()) {
                let id = in_hand(&variant, letter, color)?;
                placement.hands.push((color, id, 1));
            }
        }
        self.break_off();
        self.set_up(|game| game.set_placement(&placement));
        Ok(())
    }
}

/// The type of a letter, if a player can have it in hand.
pub(super) fn in_hand(variant: &Variant, letter: char, color: Color) -> Result<TypeId, Refusal> {
    let id = variant.type_by_letter(letter, color);
    let id = id.filter(|id| variant.rules.can_hold(color, *id));
    id.ok_or(Refusal::NotInHand(letter))
}
