//! A game: its legal moves as text, taking moves back, and the result.

use std::sync::Arc;

use crate::board::{FenError, Placement, PlacementError, Position};
use crate::movegen::notation::{MoveError, format_move};
use crate::movegen::{DrawReason, GameEnd, Recurrence, WinReason};
use crate::ruleset::Ruleset;
use crate::search::SearchSettings;
use crate::types::{ByColor, Move};

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<Ruleset>,
    position: Position,
    /// Plies without capture or pawn move after which the game is drawn; 0: never.
    move_rule: u32,
    /// The counting rules of the variant are in force.
    counting: bool,
}

impl Game {
    /// A new game from the start position. `move_rule` is the number of moves of each side without capture or pawn
    /// move after which the game is drawn; 0 turns the rule off. A variant that sets this number itself uses its own
    /// number instead.
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

    /// A new game from shuffled back ranks: `numbers` are the numbers of White's and Black's arrangement (see
    /// [`Variant::arrangement`](crate::variant::Variant::arrangement)). [`Game::new`] starts from the variant's own
    /// back ranks.
    pub fn shuffled(rules: Arc<Ruleset>, move_rule: u32, numbers: ByColor<u64>) -> Game {
        Game::new(rules, move_rule).reshuffled(numbers)
    }

    /// The same game, restarted from the back ranks with these numbers.
    pub fn reshuffled(&self, numbers: ByColor<u64>) -> Game {
        let layout = Arc::new(self.rules.layout.shuffled(numbers));
        Game {
            position: Position::start(layout),
            ..self.clone()
        }
    }

    /// The compiled variant.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The position on the board, with its history.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The plies without capture or pawn move after which the game is drawn, in the current position; 0: never.
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

    /// Sets the move rule, in moves of each side; 0 turns it off. This has no effect in a variant that sets the number
    /// itself.
    pub fn set_move_rule(&mut self, moves: u32) {
        let own = self.rules.variant().rules.move_rule.limit;
        self.move_rule = 2 * own.unwrap_or(moves);
    }

    /// Turns the counting rules of the variant on or off.
    pub fn set_counting(&mut self, counting: bool) {
        self.counting = counting;
    }

    /// True if counting rules are in force. While a side counts, they replace the move rule.
    pub fn counts(&self) -> bool {
        self.counting && self.rules.variant().rules.counting.is_some()
    }

    /// The settings of a search from the current position.
    pub fn search_settings(&self) -> SearchSettings {
        SearchSettings {
            move_rule_plies: self.move_rule_plies(),
            counting: self.counts(),
            ..SearchSettings::default()
        }
    }

    /// Continues from a position that a GUI gives as FEN (see [`Position::from_gui_fen`]). On an error the
    /// game is unchanged.
    pub fn set_gui_fen(&mut self, fen: &str) -> Result<(), FenError> {
        self.position = Position::from_gui_fen(&self.rules.layout, fen)?;
        Ok(())
    }

    /// Continues from a FEN. On an error the game is unchanged.
    pub fn set_fen(&mut self, fen: &str) -> Result<(), FenError> {
        self.position = Position::from_fen(&self.rules.layout, fen)?;
        Ok(())
    }

    /// Continues from a list of pieces. On an error the game is unchanged.
    pub fn set_placement(&mut self, placement: &Placement) -> Result<(), PlacementError> {
        let layout = self.position.layout().fitting_placement(placement);
        self.position = Position::new(layout, placement)?;
        Ok(())
    }

    /// Why this position cannot be played, if the side that is not to move is in check.
    pub fn wrong_turn(&self) -> Option<String> {
        let waiting = self.position.side().other();
        let safe = self.rules.tables.royals_safe(&self.position, waiting);
        (!safe).then(|| format!("{waiting} is in check, but it is not {waiting}'s turn"))
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.rules.tables.legal(&mut self.position.clone())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.rules.tables.make(&mut self.position, mv);
    }

    /// Takes back the last move; false if there is no move to take back.
    pub fn undo(&mut self) -> bool {
        let any = self.position.ply() > 0;
        self.position.unmake();
        any
    }

    /// Writes a move of the side to move as the protocol does.
    pub fn format(&self, mv: Move) -> String {
        format_move(&self.position, mv)
    }

    /// Writes a legal move in SAN; `None` if SAN has no text for it.
    pub fn san(&self, mv: Move) -> Option<String> {
        self.rules.tables.san(&self.position, mv)
    }

    /// Writes a sequence of legal moves from the current position.
    pub fn format_line(&self, moves: &[Move]) -> Vec<String> {
        let mut position = self.position.clone();
        let write = |&mv: &Move| {
            let text = format_move(&position, mv);
            self.rules.tables.make(&mut position, mv);
            text
        };
        moves.iter().map(write).collect()
    }

    /// Finds the legal move that a text means.
    ///
    /// # Errors
    /// The text means no legal move; the error says why.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.rules.tables.parse_move(&self.position, text)
    }

    /// Reads a legal move in coordinates or SAN.
    ///
    /// # Errors
    /// If the text is not a legal move; for text in coordinates, why that move is illegal.
    pub fn parse_text(&self, text: &str) -> Result<Move, MoveError> {
        let san = || self.rules.tables.parse_san(&self.position, text);
        match self.parse_move(text) {
            Err(MoveError::Malformed) => san(),
            Err(error) => san().map_err(|_| error),
            found => found,
        }
    }

    /// True if the side to move has no legal move, but would have one with a piece that its partner can still
    /// send.
    pub fn awaits_piece(&self) -> bool {
        let drops = &self.rules.variant().rules.drops;
        let Some(drops) = drops.as_ref().filter(|drops| drops.partner) else {
            return false;
        };
        if !self.legal_moves().is_empty() {
            return false;
        }
        let us = self.position.side();
        let mut placement = Placement::from(&self.position);
        let kinds = drops.kinds[us].iter();
        placement.hands = kinds.map(|kind| (us, kind.id, 1)).collect();
        let saved = Position::new(self.position.layout().clone(), &placement);
        saved.is_ok_and(|mut pos| !self.rules.tables.legal(&mut pos).is_empty())
    }

    /// The result, if the game is over by the rules.
    pub fn outcome(&self) -> Option<GameEnd> {
        let end = self.end_but_for_draws()?;
        Some(self.rules.tables.settled(&self.position, end))
    }

    /// The result before draw odds and points are applied.
    fn end_but_for_draws(&self) -> Option<GameEnd> {
        let pos = &self.position;
        let side = pos.side();
        let end = self.rules.tables.game_end(pos);
        if end.is_some() {
            return end;
        }
        if let Some(loser) = self.rules.tables.without_royal(pos) {
            return Some(GameEnd::Win(loser.other(), WinReason::RoyalTaken));
        }
        if self.legal_moves().is_empty() {
            let in_check = self.rules.tables.in_check(pos);
            let winner = self.rules.tables.no_moves(pos, in_check);
            return Some(match winner {
                None if in_check => GameEnd::Draw(DrawReason::Mate),
                None => GameEnd::Draw(DrawReason::Stalemate),
                Some(winner) if !in_check => GameEnd::Win(winner, WinReason::Stalemate),
                Some(winner) if winner == side => GameEnd::Win(winner, WinReason::BeingMated),
                Some(winner) => GameEnd::Win(winner, WinReason::Checkmate),
            });
        }
        if let Some(plies) = pos.recurs_after(2) {
            match self.rules.tables.recurrence(&mut pos.clone(), plies) {
                Recurrence::Draw => return Some(GameEnd::Draw(DrawReason::Repetition)),
                Recurrence::MoverForfeits(how) => {
                    return Some(GameEnd::Win(side, WinReason::Perpetual(how)));
                }
                Recurrence::Open => {}
            }
        }
        if self.counts() && pos.move_count().is_some() {
            return (pos.is_counted_out()).then_some(GameEnd::Draw(DrawReason::Counting));
        }
        let move_rule = self.move_rule_plies();
        if move_rule > 0 && pos.rule_clock() >= move_rule {
            return Some(GameEnd::Draw(DrawReason::MoveRule(self.move_rule / 2)));
        }
        None
    }
}
