//! Games that programs know by a name, but not as the same game: courier begins from its array in
//! XBoard, and in cutechess from what traditional first moves lead to, with other endings. Neither
//! tells what it takes for granted.
//!
//! So a game can name another one of its file that is meant by its name elsewhere (`Elsewhere:`). A
//! GUI that is seen to conduct matches only is taken to mean that one. Where it is not known who is
//! there, the moves tell: one that is illegal here, but legal in the other game after all moves made
//! so far, is taken for a move of that game. XBoard is known to mean ours, and so does a person.

use std::sync::Arc;

use super::Session;
use crate::game::Game;
use crate::movegen::notation::MoveError;
use crate::protocol::Reply;
use crate::types::Move;
use crate::variant::Variant;

impl Session {
    /// What the GUI means by the name of a game, and what it may mean instead.
    pub(super) fn as_meant(
        &mut self,
        variant: Arc<Variant>,
    ) -> (Arc<Variant>, Option<Arc<Variant>>) {
        let Some(name) = variant.elsewhere.as_deref() else {
            return (variant, None);
        };
        let Ok(other) = self.variants.library.find(name, &self.options.selections) else {
            log::warn!("{}: there is no game {name}", variant.name);
            return (variant, None);
        };
        if !self.gui.conducts_matches {
            return (variant, Some(other));
        }
        let text = format!("{} is taken for {name}, as in cutechess", variant.name);
        self.output.send(&Reply::Comment(text));
        (other, Some(variant))
    }

    /// Finds the legal move that a text means, perhaps in the other game that the GUI may mean, which
    /// is then the one on the board.
    ///
    /// # Errors
    /// If it means none; why.
    pub(super) fn read_move(&mut self, text: &str) -> Result<Move, MoveError> {
        let read = self.game.parse_text(text);
        if read.is_ok() || self.gui.is_xboard || self.gui.is_person {
            return read;
        }
        let other = self.play.other_game.clone();
        let Some((other, game)) =
            other.and_then(|other| Some((other.clone(), self.retold(other)?)))
        else {
            return read;
        };
        let Ok(mv) = game.parse_move(text) else {
            return read;
        };
        self.break_off();
        let message = format!("The moves are those of {}, which is played now", other.name);
        self.output.send(&Reply::TellUser(message));
        self.play.other_game = Some(self.variant().clone());
        self.game = game;
        self.fit_table();
        self.recall();
        self.play.expected = None;
        self.play.excluded.clear();
        Ok(mv)
    }

    /// The game on the board as it would be in another one, if all moves made so far are legal there.
    fn retold(&mut self, other: Arc<Variant>) -> Option<Game> {
        let rules = self.variants.compile(other, self.options.learned);
        let mut game = Game::new(rules, self.options.claim_draw_after);
        self.options.apply(&mut game);
        for text in moves_made(&self.game) {
            let mv = game.parse_move(&text).ok()?;
            game.play(mv);
        }
        Some(game)
    }
}

/// The moves of a game since it began.
fn moves_made(game: &Game) -> Vec<String> {
    let mut game = game.clone();
    let mut texts = Vec::new();
    while let Some(mv) = game.position().last_move() {
        game.undo();
        texts.push(game.format(mv));
    }
    texts.reverse();
    texts
}
