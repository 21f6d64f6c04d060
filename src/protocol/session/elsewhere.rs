//! Variant names that mean something else in other programs: in XBoard courier starts from its array, in cutechess from
//! the position after the traditional first moves, with other rules for the end of the game. The protocol does not say
//! which variant a GUI means.
//!
//! So a variant can name another variant of its file that other programs mean (`Elsewhere:`). A GUI that behaves like a
//! match manager gets the other variant. XBoard and people get ours. If we do not know who is at the other end, the
//! moves decide: if a move is illegal in our variant, but this move and all moves before it are legal in the other
//! variant, the game continues in that variant.

use std::sync::Arc;

use super::Session;
use crate::game::Game;
use crate::movegen::notation::MoveError;
use crate::protocol::Reply;
use crate::types::Move;
use crate::variant::Variant;

impl Session {
    /// The variant that the GUI means by a name, and the other variant that it may mean.
    pub(super) fn as_meant(
        &mut self,
        variant: Arc<Variant>,
    ) -> (Arc<Variant>, Option<Arc<Variant>>) {
        let Some(name) = variant.elsewhere.as_deref() else {
            return (variant, None);
        };
        let Ok(other) = self.variants.library.find(name, &self.options.selections) else {
            log::warn!("{}: there is no variant {name}", variant.name);
            return (variant, None);
        };
        if !self.gui.conducts_matches {
            return (variant, Some(other));
        }
        let text = format!("{} means {name} here, as in cutechess", variant.name);
        self.output.send(&Reply::Comment(text));
        (other, Some(variant))
    }

    /// Reads a legal move. If it is legal only in the other variant that the GUI may mean, switches to that variant.
    ///
    /// # Errors
    /// If the move is legal in neither variant.
    pub(super) fn read_move(&mut self, text: &str) -> Result<Move, MoveError> {
        let read = self.game.parse_text(text);
        if read.is_ok() || self.gui.is_xboard || self.gui.is_person {
            return read;
        }
        let Some(other) = self.play.other_variant.clone() else {
            return read;
        };
        let name = other.name.clone();
        let Some(game) = self.replayed(other) else {
            return read;
        };
        let Ok(mv) = game.parse_move(text) else {
            return read;
        };
        self.break_off();
        let message = format!("These are moves of {name}: the game continues as {name}");
        self.output.send(&Reply::TellUser(message));
        self.play.other_variant = Some(self.variant().clone());
        self.game = game;
        self.fit_table();
        self.recall();
        self.play.expected = None;
        self.play.excluded.clear();
        Ok(mv)
    }

    /// The game on the board, replayed in another variant; `None` if a move is illegal there.
    fn replayed(&mut self, other: Arc<Variant>) -> Option<Game> {
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

/// The moves of a game.
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
