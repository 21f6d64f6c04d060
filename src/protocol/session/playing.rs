//! The course of a game: moves, take-backs, positions, excluded moves, results.

use std::fmt;
use std::sync::Arc;

use anyhow::bail;

use super::terminal::moves_in;
use super::{Judgement, Session, State};
use crate::board::Placement;
use crate::game::Game;
use crate::movegen::GameEnd;
use crate::movegen::notation::MoveError;
use crate::protocol::{Reply, xboard};
use crate::types::{Color, Instant, Move};
use crate::variant::Variant;

/// The engine's part in the game on the board.
#[derive(Debug)]
pub(super) struct Play {
    /// The side the engine plays, or played last.
    pub us: Color,
    /// The result and its reason, if the game is over.
    pub over: Option<String>,
    /// The reply expected in the position with this key.
    pub expected: Option<(u64, Move)>,
    /// Moves excluded from the search of the position on the board.
    pub excluded: Vec<Move>,
    /// The other variant that the GUI may mean, until a position is set up.
    pub other_variant: Option<Arc<Variant>>,
    /// Since when the engine, without a legal move, has waited for a piece from another board.
    pub sits_since: Option<Instant>,
    /// The opponent has offered a draw, which the result of the search decides.
    pub draw_offered: bool,
}

impl Default for Play {
    /// The engine plays Black.
    fn default() -> Play {
        Play {
            us: Color::Black,
            over: None,
            expected: None,
            excluded: Vec::new(),
            other_variant: None,
            sits_since: None,
            draw_offered: false,
        }
    }
}

impl Session {
    /// `new`: starts a game of the default variant, with the engine as Black. An analysis continues.
    pub(super) fn new_game(&mut self) {
        self.break_off();
        if !matches!(self.state, State::Analysing(_)) {
            self.state = State::Waiting;
        }
        self.play.us = Color::Black;
        self.options.random = false;
        self.gui.opponent_computes = false;
        self.gui.has_partner = false;
        self.gui.has_begun = true;
        self.clear_hash();
        self.begin_default_game();
        self.clock.restart(0);
    }

    /// `force`: plays neither side.
    pub(super) fn force(&mut self) {
        self.break_off();
        self.state = State::Observing;
    }

    /// `go`: plays the side to move.
    pub(super) fn go(&mut self) -> anyhow::Result<()> {
        if matches!(self.state, State::Thinking(_)) {
            return Ok(());
        }
        if self.play.over.is_some() {
            bail!("the game is over");
        }
        if self.all_excluded() {
            bail!("all moves are excluded");
        }
        self.break_off();
        self.respond();
        Ok(())
    }

    /// `playother`: plays the side that is not to move.
    pub(super) fn play_other(&mut self) {
        self.break_off();
        self.play.us = self.game.position().side().other();
        self.state = State::Waiting;
        self.ponder(self.expected_move());
    }

    /// The obsolete `white` and `black`: sets the side to move; the engine plays the other side.
    pub(super) fn set_side_to_move(&mut self, color: Color) {
        self.break_off();
        self.play.us = color.other();
        self.state = State::Waiting;
        if self.game.position().side() != color {
            let mut placement = Placement::from(self.game.position());
            placement.forget_last_move();
            placement.side = color;
            self.set_up(|game| game.set_placement(&placement));
        }
    }

    /// The opponent's move, or any moves in force mode and analysis. If one line has several moves, all but the last
    /// are made for both sides. If one of the moves is refused, none is made.
    pub(super) fn user_moves(&mut self, line: &str) {
        let texts = moves_in(line);
        let (last, earlier) = texts.split_last().unwrap_or((&line, &[]));
        for (made, text) in earlier.iter().enumerate() {
            let Some(mv) = self.accept(text) else {
                return self.unmake(made);
            };
            self.break_off();
            self.play(mv);
        }
        match self.accept(last) {
            Some(mv) => self.user_move(mv),
            None => self.unmake(earlier.len()),
        }
    }

    fn unmake(&mut self, moves: usize) {
        for _ in 0..moves {
            self.game.undo();
        }
    }

    /// Reads a move that can be made now.
    fn acceptable(&mut self, text: &str) -> anyhow::Result<Move> {
        let late = self.comes_too_late(text);
        if matches!(self.state, State::Thinking(_)) {
            bail!("it is not your turn");
        }
        if late {
            bail!("it was meant for another position");
        }
        let mv = self.read_move(text)?;
        self.complete(text, mv)?;
        Ok(mv)
    }

    /// Reads a move that can be made now; refuses any other move.
    fn accept(&mut self, text: &str) -> Option<Move> {
        match self.acceptable(text) {
            Ok(mv) => Some(mv),
            Err(_) if matches!(self.state, State::Waiting) && self.leaves_result_to_loser() => {
                self.claim_result();
                None
            }
            Err(refusal) => {
                let reply = Reply::IllegalMove {
                    reason: refusal.to_string(),
                    text: text.to_owned(),
                };
                self.refuse_move(reply, text);
                if matches!(refusal.downcast_ref(), Some(MoveError::Malformed)) {
                    self.advise_on_moves();
                }
                None
            }
        }
    }

    /// Makes a move of the user, and lets the engine answer it.
    fn user_move(&mut self, mv: Move) {
        self.searches.cancel_hint();
        let state = std::mem::replace(&mut self.state, State::Waiting);
        match state {
            State::Pondering(ponder) if ponder.expected == Some(mv) => {
                self.play(mv);
                self.ponder_hit(ponder);
                return;
            }
            state => self.state = state,
        }
        self.break_off();
        self.play(mv);
        match self.state {
            // another move means that the game goes on
            State::Observing | State::Analysing(_) => self.play.over = None,
            _ if self.play.over.is_none() => self.respond(),
            _ => {}
        }
    }

    /// Makes a move on the board.
    pub(super) fn play(&mut self, mv: Move) {
        self.game.play(mv);
        self.play.excluded.clear();
    }

    /// Thinks about the next move, unless the game is over.
    fn respond(&mut self) {
        self.play.us = self.game.position().side();
        self.state = State::Waiting;
        if !self.claim_result() && !self.sits(self.read_at) {
            self.begin_thinking();
        }
    }

    /// Claims the result if the position on the board ends the game.
    pub(super) fn claim_result(&mut self) -> bool {
        let Some(outcome) = self.game.outcome() else {
            return false;
        };
        if !outcome.may_be_claimed() || self.leaves_draw_to_gui(&outcome) || self.awaits_piece() {
            return false;
        }
        self.play.over = Some(outcome.to_string());
        self.output.send(&Reply::Result(outcome));
        true
    }

    /// True if the GUI must declare the draw. A match manager ends games by its own rules, which may differ from ours
    /// (its move rule may allow more moves, or repetition may not be a draw). A claim that its rules do not support
    /// would lose the game.
    fn leaves_draw_to_gui(&self, outcome: &GameEnd) -> bool {
        let draw = matches!(outcome, GameEnd::Draw(_));
        draw && self.gui.conducts_matches && !self.game.legal_moves().is_empty()
    }

    /// True if the engine has won in a way that XBoard may not know. When two programs play, XBoard checks a winner's
    /// claim against its own rules and treats an unknown kind of win as a false claim. It believes the loser, and with
    /// pieces in hand it believes every claim. If the loser plays on, the engine claims its win after all.
    pub(super) fn leaves_result_to_loser(&self) -> bool {
        let rules = &self.variant().rules;
        let Some(GameEnd::Win(winner, reason)) = self.game.outcome() else {
            return false;
        };
        let checked = self.gui.is_xboard && self.gui.opponent_computes && !rules.has_hands();
        checked && winner == self.play.us && !xboard::knows_win(rules, reason)
    }

    /// `undo` and `remove`: takes back moves.
    pub(super) fn take_back(&mut self, moves: usize) -> anyhow::Result<()> {
        if self.game.position().ply() < moves {
            bail!("no move to take back");
        }
        self.break_off();
        self.unmake(moves);
        self.play.excluded.clear();
        self.play.over = None;
        self.advise_on_turn();
        Ok(())
    }

    /// `setboard`.
    pub(super) fn set_board(&mut self, fen: &str) {
        self.break_off();
        self.set_up(|game| game.set_gui_fen(fen));
        self.advise_on_turn();
    }

    /// `result`: the GUI declares the game over.
    pub(super) fn game_ended(&mut self, text: &str) {
        self.break_off();
        self.state = State::Observing;
        // `*`: the game may continue later
        let over = !text.is_empty() && !text.starts_with('*');
        self.play.over = over.then(|| text.to_owned());
    }

    /// Sets up a position, or refuses it.
    pub(super) fn set_up<E: fmt::Display>(
        &mut self,
        change: impl FnOnce(&mut Game) -> Result<(), E>,
    ) {
        let mut game = self.game.clone();
        let refusal = match change(&mut game) {
            Err(error) => Some(error.to_string()),
            Ok(()) => game.wrong_turn(),
        };
        match refusal {
            Some(reason) => self.lose_position(&reason),
            None => self.adopt(game),
        }
    }

    /// Continues with another game or position.
    pub(super) fn adopt(&mut self, game: Game) {
        self.game = game;
        self.missing = None;
        self.options.apply(&mut self.game);
        self.fit_table();
        self.play = Play {
            us: self.play.us,
            ..Play::default()
        };
        self.judgement = Judgement::default();
        let made = self.game.position().moves_made(self.play.us);
        self.clock.restart_count(made);
    }

    /// `exclude MOVE` and `exclude all`.
    pub(super) fn exclude(&mut self, text: &str) -> anyhow::Result<()> {
        for mv in self.chosen(text)? {
            if !self.play.excluded.contains(&mv) {
                self.play.excluded.push(mv);
            }
        }
        self.restart_search();
        Ok(())
    }

    /// `include MOVE` and `include all`.
    pub(super) fn include(&mut self, text: &str) -> anyhow::Result<()> {
        let included = self.chosen(text)?;
        self.play.excluded.retain(|mv| !included.contains(mv));
        self.restart_search();
        Ok(())
    }

    fn chosen(&self, text: &str) -> anyhow::Result<Vec<Move>> {
        if text == "all" {
            return Ok(self.game.legal_moves());
        }
        Ok(vec![self.game.parse_text(text)?])
    }

    /// True if there are legal moves and all are excluded.
    pub(super) fn all_excluded(&self) -> bool {
        let legal = self.game.legal_moves();
        !legal.is_empty() && legal.iter().all(|mv| self.play.excluded.contains(mv))
    }

    /// Restarts an analysis after a change of options.
    pub(super) fn restart_analysis(&mut self) {
        if matches!(self.state, State::Analysing(_)) {
            self.break_off();
        }
    }

    /// Restarts a search after a change of the excluded moves, on the same clock.
    fn restart_search(&mut self) {
        match &self.state {
            State::Analysing(_) => self.break_off(),
            // without a move to search, the old search continues until a move is included
            State::Thinking(search) if !self.all_excluded() => {
                let started = search.started;
                search.control.stop();
                self.search_for_move(started);
            }
            _ => {}
        }
    }
}
