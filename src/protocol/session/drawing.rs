//! Draws by agreement: offers received and made.

use super::{Session, State};
use crate::movegen::{DrawReason, GameEnd};
use crate::protocol::Reply;
use crate::types::Move;

impl Session {
    /// `draw`: the opponent offers one. While the engine thinks, the result of that decides.
    pub(super) fn receive_draw_offer(&mut self) {
        if matches!(self.state, State::Thinking(_)) {
            self.draw_offered = true;
        } else if self.judgement.accepts_draw() {
            self.output.send(&Reply::OfferDraw);
        }
    }

    /// True if the engine's move should come with the words `offer draw`: it makes a draw that
    /// can be claimed, a draw has been offered and suits, or the game leads nowhere.
    pub(super) fn wants_draw(&mut self, mv: Move) -> bool {
        let offered = std::mem::take(&mut self.draw_offered);
        let progress = self.game.position().rule_clock();
        let offers = (self.judgement).offers_draw(progress, self.opponent_computes);
        self.draws(mv) || offered && self.judgement.accepts_draw() || offers
    }

    /// True if the game can be claimed as a draw after this move.
    fn draws(&self, mv: Move) -> bool {
        let mut game = self.game.clone();
        game.play(mv);
        matches!(
            game.outcome(),
            Some(GameEnd::Draw(
                DrawReason::Repetition | DrawReason::MoveRule(_)
            ))
        )
    }
}
