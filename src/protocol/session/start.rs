//! From which start a game begins that programs know by its name but not from the same position:
//! courier has its array in XBoard, and in cutechess what traditional first moves lead to. Neither
//! sends what it takes for granted.
//!
//! So a game can have another start besides its own (`Other-Start:` in its file). A GUI that is seen
//! to conduct matches only is taken to begin from that one. Where it is not known who is there, the
//! moves tell: one that is illegal here, but legal from the other start after all moves made so far,
//! is taken for a move of that game. XBoard is known to have our own start, and a person types what
//! he means.

use super::Session;
use crate::game::Game;
use crate::movegen::notation::MoveError;
use crate::protocol::Reply;
use crate::types::Move;

/// One of the starts of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// That of the back ranks, or of the line `Start:`.
    Own,
    /// That of the line `Other-Start:`.
    Other,
}

impl Session {
    /// Begins a game from the start that the GUI gives it; `game` is at its own.
    pub(super) fn begin_from_start(&mut self, game: Game) {
        let other = self.gui.conducts_matches.then(|| from_other_start(&game));
        match other.flatten() {
            Some(other) => {
                let fen = other.position().fen();
                let text = format!("the game is taken to begin from {fen}, as in cutechess");
                self.output.send(&Reply::Comment(text));
                self.adopt(other);
                self.play.start = Some(Start::Other);
            }
            None => {
                self.adopt(game);
                self.play.start = Some(Start::Own);
            }
        }
    }

    /// Finds the legal move that a text means, perhaps in a game that has begun from the other start,
    /// which is then the one on the board.
    ///
    /// # Errors
    /// If it means none; why.
    pub(super) fn read_move(&mut self, text: &str) -> Result<Move, MoveError> {
        let error = match self.game.parse_move(text) {
            Ok(mv) => return Ok(mv),
            Err(error) => error,
        };
        let other = self.with_other_start();
        let Some((start, game, mv)) = other.and_then(|(start, game)| {
            let mv = game.parse_move(text).ok()?;
            Some((start, game, mv))
        }) else {
            return Err(error);
        };
        self.break_off();
        let fen = moves_made(&game).0.position().fen();
        let text = format!("The moves are those of a game that has begun from {fen}");
        self.output.send(&Reply::TellUser(text));
        self.game = game;
        self.play.start = Some(start);
        self.play.expected = None;
        self.play.excluded.clear();
        Ok(mv)
    }

    /// The game on the board as it would be from the other start, if the GUI may have begun it there
    /// and all moves made so far are legal.
    fn with_other_start(&self) -> Option<(Start, Game)> {
        if self.gui.is_xboard || self.gui.is_person {
            return None;
        }
        let mut own = Game::new(self.game.rules().clone(), self.options.claim_draw_after);
        self.options.apply(&mut own);
        let (start, mut game) = match self.play.start? {
            Start::Own => (Start::Other, from_other_start(&own)?),
            Start::Other => (Start::Own, own),
        };
        for text in moves_made(&self.game).1 {
            let mv = game.parse_move(&text).ok()?;
            game.play(mv);
        }
        Some((start, game))
    }
}

/// A game as it began, and the moves made since.
fn moves_made(game: &Game) -> (Game, Vec<String>) {
    let mut game = game.clone();
    let mut texts = Vec::new();
    while let Some(mv) = game.position().last_move() {
        game.undo();
        texts.push(game.format(mv));
    }
    texts.reverse();
    (game, texts)
}

/// The game at its other start, if it has one.
fn from_other_start(game: &Game) -> Option<Game> {
    let fen = game.rules().variant().other_start.as_deref()?;
    let mut other = game.clone();
    if let Err(error) = other.set_fen(fen) {
        log::error!("{fen}: {error}");
        return None;
    }
    Some(other)
}
