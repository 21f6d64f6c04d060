//! Variants with a partner: pieces come to the hands from another board, and `holding` reports them.
//!
//! A player without a legal move has not lost while a piece from the other board could give one: the player waits, and
//! the clock runs. A GUI without another board never sends `holding`; then no legal move means mate, as usual.

use super::edit::in_hand;
use super::{Session, State};
use crate::board::Placement;
use crate::types::{ByColor, Color, Instant};

impl Session {
    /// `holding`: sets the hands, and continues the current search. In variants where captures fill the hands, the
    /// hands follow from the moves instead, because the GUI may count a capture that it has not sent yet.
    pub(super) fn hold(&mut self, hands: &ByColor<String>) -> anyhow::Result<()> {
        let variant = self.variant().clone();
        let Some(drops) = variant.rules.drops.as_ref().filter(|d| !d.captures) else {
            log::debug!("the hands are known from the moves");
            return Ok(());
        };
        let mut placement = Placement::from(self.game.position());
        placement.hands.clear();
        for (color, hand) in Color::ALL.into_iter().zip(hands) {
            for letter in hand.chars().filter(|c| c.is_ascii_alphabetic()) {
                let id = in_hand(&variant, letter, color)?;
                placement.hands.push((color, id, 1));
            }
        }
        self.gui.has_partner |= drops.partner;
        let started = match &self.state {
            State::Thinking(search) => Some(search.started),
            State::Waiting => self.play.sits_since,
            _ => None,
        };
        self.break_off();
        let over = self.play.over.take();
        self.set_up(|game| game.set_placement(&placement));
        self.play.over = over;
        if let Some(started) = started
            && self.missing.is_none()
            && !self.sits(started)
        {
            self.search_for_move(started);
        }
        Ok(())
    }

    /// True if the side to move can only wait for a piece; records the time since when it waits.
    pub(super) fn sits(&mut self, since: Instant) -> bool {
        self.play.sits_since = self.awaits_piece().then_some(since);
        self.play.sits_since.is_some()
    }

    /// True if the side to move has no legal move but has not lost, because a piece can come from the other board.
    pub(super) fn awaits_piece(&self) -> bool {
        self.gui.has_partner && self.game.awaits_piece()
    }
}
