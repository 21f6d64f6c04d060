//! A game in progress: legal moves by name, taking back, and how it ends.

mod input;
mod outcome;

use std::sync::Arc;

use crate::board::{FenError, Placement, PlacementError, Position};
use crate::movegen::notation::format_move;
use crate::ruleset::Ruleset;
use crate::types::{ByColor, Move};

pub use input::MoveError;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<Ruleset>,
    position: Position,
    /// Plies without capture or pawn move after which the game is drawn; 0: never.
    move_rule: u32,
    /// The counting rules of the game are in force.
    counting: bool,
}

impl Game {
    /// A new game from the start position. `move_rule` is the number of moves of each side
    /// without capture or pawn move that make a draw; 0 turns the rule off. A game with a number of
    /// its own has that instead.
    pub fn new(rules: Arc<Ruleset>, move_rule: u32) -> Game {
        let position = rules.start();
        let mut game = Game {
            rules,
            position,
            move_rule: 0,
            counting: false,
        };
        game.set_move_rule(move_rule);
        game
    }

    /// A new game with the back ranks of these numbers, white's and black's (see
    /// [`Variant::arrangement`](crate::variant::Variant::arrangement)); [`Game::new`] begins with
    /// the usual ones.
    pub fn shuffled(rules: Arc<Ruleset>, move_rule: u32, numbers: ByColor<u64>) -> Game {
        let position = Position::start(Arc::new(rules.layout.shuffled(numbers)));
        Game {
            position,
            ..Game::new(rules, move_rule)
        }
    }

    /// The same game with the back ranks of these numbers, from its start.
    pub fn reshuffled(&self, numbers: ByColor<u64>) -> Game {
        let layout = Arc::new(self.rules.layout.shuffled(numbers));
        Game {
            position: Position::start(layout),
            ..self.clone()
        }
    }

    /// What is played.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The position on the board, with its history.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The plies without capture or pawn move after which the game is drawn, as it has gone so far;
    /// 0: never.
    pub fn move_rule_plies(&self) -> u32 {
        let mut limit = self.move_rule;
        let clock = self.position.rule_clock();
        if limit > 0 && clock >= limit && self.rules.variant().rules.move_rule.without_checks {
            let tables = &self.rules.tables;
            let counted = tables.plies_without_checks(&mut self.position.clone());
            limit += clock - counted;
        }
        limit
    }

    /// Changes the move rule, in moves of each side; 0 turns it off. Nothing changes in a game with
    /// a number of its own.
    pub fn set_move_rule(&mut self, moves: u32) {
        let own = self.rules.variant().rules.move_rule.limit;
        self.move_rule = 2 * own.unwrap_or(moves);
    }

    /// Plays by the counting rules of the game, if it has any, or not.
    pub fn set_counting(&mut self, counting: bool) {
        self.counting = counting;
    }

    /// True if counting rules are in force. While a side counts, that takes the place of the move
    /// rule.
    pub fn counts(&self) -> bool {
        self.counting && self.rules.variant().rules.counting.is_some()
    }

    /// Goes on from a position that a GUI gives as FEN (see [`Position::from_gui_fen`]). On an
    /// error the game stays as it is.
    pub fn set_gui_fen(&mut self, fen: &str) -> Result<(), FenError> {
        self.position = Position::from_gui_fen(&self.rules.layout, fen)?;
        Ok(())
    }

    /// Goes on from a position given as FEN. On an error the game stays as it is.
    pub fn set_fen(&mut self, fen: &str) -> Result<(), FenError> {
        self.position = Position::from_fen(&self.rules.layout, fen)?;
        Ok(())
    }

    /// Goes on from a position given as a list of pieces. On an error the game stays as it is.
    pub fn set_placement(&mut self, placement: &Placement) -> Result<(), PlacementError> {
        let layout = self.position.layout().fitting_placement(placement);
        self.position = Position::new(layout, placement)?;
        Ok(())
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.rules.tables.legal(&mut self.position.clone())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.position.make(mv);
    }

    /// Takes back the last move; false if there is none.
    pub fn undo(&mut self) -> bool {
        let any = self.position.ply() > 0;
        self.position.unmake();
        any
    }

    /// Writes a move of the side to move as the protocol does.
    pub fn format(&self, mv: Move) -> String {
        self.format_at(&self.position, mv)
    }

    /// Writes a move of a position of this game.
    fn format_at(&self, position: &Position, mv: Move) -> String {
        let text = format_move(position.layout(), mv, position.side());
        match self.letter_beyond(position, mv) {
            // castling in words has no piece
            Some(letter) if !text.starts_with('O') => {
                text[..text.len() - usize::from(mv.promotion().is_some())].to_owned() + &letter
            }
            _ => text,
        }
    }

    /// What the piece of a move is called on the board where it ends, in a game with two boards: a
    /// GUI that shows both in one diagram takes it for a promotion and changes the picture.
    fn letter_beyond(&self, position: &Position, mv: Move) -> Option<String> {
        let variant = self.rules.variant();
        if !variant.has_glass() {
            return None;
        }
        let id = mv.promotion().unwrap_or(position.type_on(mv.from()));
        let file = mv.to().through_glass().file();
        let letter = variant.letter_on(variant.piece(id).letter, file);
        Some(letter.to_ascii_lowercase().to_string())
    }

    /// Writes a sequence of legal moves that begins here.
    pub fn format_line(&self, moves: &[Move]) -> Vec<String> {
        if self.rules.layout.has_glass() {
            // the piece that moves decides how its move is written
            let mut position = self.position.clone();
            let write = |&mv: &Move| {
                let text = self.format_at(&position, mv);
                position.make(mv);
                text
            };
            return moves.iter().map(write).collect();
        }
        let colors = [self.position.side(), self.position.side().other()];
        let mut line = Vec::with_capacity(moves.len());
        for (&mv, color) in moves.iter().zip(colors.into_iter().cycle()) {
            line.push(format_move(self.position.layout(), mv, color));
        }
        line
    }
}
