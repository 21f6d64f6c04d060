//! Scores without a search: finished games, solved endings, static evaluation.

use super::MATE;
use super::tt::{Entry, NO_EVAL};
use super::tunables as t;
use super::worker::Worker;
use crate::endgame::{ProbeResult, Prober};
use crate::eval::MAX_EVAL;
use crate::movegen::{GameEnd, Recurrence};
use crate::ruleset::Ruleset;

/// The score of a game that the other side loses by repetition, or of a drawn game that a rule awards to one side:
/// more than any evaluation, but less than a mate, since the losing side can still deviate.
const FORFEIT: i32 = MAX_EVAL + 2_000;

impl Worker<'_> {
    /// The score of a game that is over: drawn by repetition or by the move rule, or already won. `None` if the game
    /// goes on.
    #[inline]
    pub fn game_over(&mut self, ply: usize) -> Option<i32> {
        if let Some(score) = self.decided(ply) {
            return Some(score);
        }
        if self.pos.rule_clock() >= 4
            && let Some(plies) = self.pos.repeats_in_search(ply)
            && let Some(score) = self.repeated(plies, ply)
        {
            return Some(score);
        }
        if self.plies_left() == Some(0) {
            // mate by the last move before the move rule counts
            let mated = self.rules.tables.in_check(&self.pos)
                && self.rules.tables.legal(&mut self.pos).is_empty();
            return Some(if mated {
                self.no_moves(true, ply)
            } else {
                self.drawn(FORFEIT, ply)
            });
        }
        None
    }

    /// The score of a position that occurred `plies` plies ago; `None` if the game goes on.
    fn repeated(&mut self, plies: usize, ply: usize) -> Option<i32> {
        match self.rules.tables.recurrence(&mut self.pos, plies) {
            Recurrence::Draw => Some(self.drawn(FORFEIT, ply)),
            Recurrence::MoverForfeits(_) => Some(FORFEIT - ply as i32),
            Recurrence::Open => None,
        }
    }

    /// The score of a game that is decided although there are legal moves.
    #[inline]
    pub fn decided(&self, ply: usize) -> Option<i32> {
        Some(match self.rules.tables.game_end(&self.pos)? {
            GameEnd::Win(winner, _) if winner == self.pos.side() => MATE - ply as i32,
            GameEnd::Win(..) => ply as i32 - MATE,
            GameEnd::Draw(_) => self.drawn(MATE, ply),
        })
    }

    /// The score of a draw: 0, or `won` for the side that wins drawn games.
    #[inline]
    fn drawn(&self, won: i32, ply: usize) -> i32 {
        if !self.draws_may_win {
            return 0;
        }
        match self.rules.tables.wins_draw(&self.pos) {
            None => 0,
            Some(winner) if winner == self.pos.side() => won - ply as i32,
            Some(_) => ply as i32 - won,
        }
    }

    /// The score if there is no legal move.
    pub fn no_moves(&self, in_check: bool, ply: usize) -> i32 {
        match self.rules.tables.no_moves(&self.pos, in_check) {
            None => self.drawn(MATE, ply),
            Some(winner) if winner == self.pos.side() => MATE - ply as i32,
            Some(_) => ply as i32 - MATE,
        }
    }

    /// The static evaluation.
    pub fn evaluate(&mut self) -> i32 {
        let Ruleset {
            evaluation, tables, ..
        } = self.rules;
        let value = evaluation.evaluate(tables, &self.pos, self.cache);
        let value = match self.endings {
            Some(endings) => endings.scaled(&self.pos, value),
            None => value,
        };
        self.scaled_by_move_rule(value)
    }

    /// Shrinks the evaluation towards 0 as the move rule comes nearer: an advantage without progress may end in a
    /// draw.
    #[inline]
    fn scaled_by_move_rule(&self, value: i32) -> i32 {
        let calm = self.move_rule * t::DAMPING_PERCENT / 100;
        let clock = self.pos.rule_clock();
        if self.move_rule == 0 || clock <= calm {
            return value;
        }
        value * self.move_rule.saturating_sub(clock) as i32 / (self.move_rule - calm) as i32
    }

    /// Plies until the move rule or a count draws the game; the last of these plies may still mate. `None`: no such
    /// rule.
    #[inline]
    fn plies_left(&self) -> Option<u32> {
        if self.counting
            && let Some((count, limit)) = self.pos.move_count()
        {
            // a count is over when it exceeds its limit
            return Some((u32::from(limit) + 1).saturating_sub(u32::from(count)));
        }
        (self.move_rule > 0).then(|| self.move_rule.saturating_sub(self.pos.rule_clock()))
    }

    /// The score of a solved ending.
    #[inline(never)]
    pub fn probe_endings(&mut self, endings: &Prober, ply: usize) -> Option<i32> {
        let (sign, plies) = match endings.probe(&mut self.pos)? {
            ProbeResult::Draw => return Some(0),
            ProbeResult::Win(plies) => (1, plies),
            ProbeResult::Loss(plies) => (-1, plies),
        };
        // against best defence, a win that comes too late for the move rule or the count is no win, but the score
        // still leads towards it
        Some(if self.plies_left().is_none_or(|left| plies <= left) {
            sign * (MATE - ply as i32 - plies as i32)
        } else {
            sign * (t::LATE_WIN - plies as i32)
        })
    }

    /// A lazy static evaluation; `None` if it is too near the window.
    #[inline]
    pub fn lazy(&mut self, alpha: i32, beta: i32) -> Option<i32> {
        // near an ending, material does not decide
        if self.endings.is_some() {
            return None;
        }
        let evaluation = &self.rules.evaluation;
        evaluation.lazy(&self.pos, self.cache, alpha, beta)
    }

    /// The static evaluation, from the hash table if possible, uncorrected and corrected.
    #[inline]
    pub fn static_eval(&mut self, tt_entry: Option<Entry>, ply: usize) -> (i32, i32) {
        let raw = match tt_entry {
            Some(entry) if entry.eval != NO_EVAL => entry.eval,
            _ => self.evaluate(),
        };
        (raw, self.corrected(raw, ply))
    }

    /// The corrected static evaluation.
    #[inline]
    fn corrected(&self, eval: i32, ply: usize) -> i32 {
        let correction = self.corrections.get(&self.pos, self.continuations(ply)[0]);
        (eval + correction).clamp(-MAX_EVAL, MAX_EVAL)
    }
}
