//! The hooks of special rules in generation, legality and the end of a game; one file per rule. A variant
//! without a rule pays for a flag only.

mod alice;
mod burning;
mod capture_effects;
mod castling;
mod checking;
mod doubles;
mod draws;
mod drops;
mod explosion;
pub(super) mod facing;
mod flight;
mod gating;
mod goals;
pub(super) mod hop_limits;
mod mating;
mod passing;
mod placement;
pub(super) mod promotion;
mod royal_slide;
mod tables;
mod trading;
mod walls;
mod win_conditions;

pub(super) use alice::{board_of, letter_on_board, only_names_board};
pub(super) use gating::partner_form;
pub(super) use tables::{Choices, Double, RuleTables};
pub use tables::{GoalTable, GoalTarget};

use super::{CheckInfo, GameEnd, MoveTables};
use crate::board::{Castling, Position};
use crate::types::{Color, Move, Square, TypeId};

impl MoveTables {
    /// True if rules may add to the moves of the side to move.
    #[inline]
    pub(super) fn adds_moves(&self, pos: &Position) -> bool {
        self.rules.completes && self.can_gate(pos)
    }

    /// True if rules may add to the moves of the piece on a square; all of its moves are then needed.
    #[inline]
    pub(super) fn adds_to_moves(&self, pos: &Position, from: Square, id: TypeId) -> bool {
        self.adds_moves(pos) && id != TypeId::pawn(pos.side()) && pos.is_virgin(from)
    }

    /// Completes the moves of the piece on a square, from an index on; if asked to, adds further moves derived from
    /// them.
    #[inline(never)]
    pub(super) fn complete_moves(
        &self,
        pos: &Position,
        from: Square,
        (moves, first): (&mut Vec<Move>, usize),
        more: bool,
    ) {
        if self.rules.alice {
            alice::keep_passing(pos, moves, first);
        } else {
            gating::let_in_waiting(pos, from, &mut moves[first..]);
        }
        if more {
            self.add_gating(pos, moves, first);
        }
    }

    /// Adds a castling that is possible on the board of its pieces. Rare, so it is not inlined.
    #[inline(never)]
    fn complete_castling(&self, pos: &Position, castling: &Castling, moves: &mut Vec<Move>) {
        if !self.rules.alice || alice::can_castle(pos, castling) {
            self.add_castling(pos, castling, moves);
        }
    }

    /// Whether a rule makes a move legal or illegal, regardless of the safety of royals.
    #[inline(never)]
    pub(super) fn is_legal_by_rule(
        &self,
        pos: &mut Position,
        mv: Move,
        check_info: &CheckInfo,
    ) -> Option<bool> {
        if mv.is_pass() {
            return Some(self.may_pass(pos, check_info));
        }
        let rules = &self.variant.rules;
        let illegal = self.takes_immune(pos, mv)
            || self.trades(pos, mv)
            || rules.flight_is_illegal && self.runs_away(pos, mv, check_info)
            || rules.royals_slide_safely && self.slides_through_check(pos, mv)
            || check_info.royals_face && self.keeps_facing(pos, mv)
            || self.rules.burns && self.burns_royal(pos, mv);
        illegal.then_some(false)
    }

    /// True if a rule makes a move illegal, regardless of the safety of royals.
    #[inline]
    pub(super) fn is_forbidden(
        &self,
        pos: &mut Position,
        mv: Move,
        check_info: &CheckInfo,
    ) -> bool {
        self.rules.drops_are_tried && self.is_forbidden_drop(pos, mv)
            || self.rules.promotes_in_place && self.disturbs(pos, mv)
            || self.is_forbidden_in_check(pos, mv, check_info)
            || self.rules.alice && alice::is_royal_met(self, pos, mv)
    }

    /// Why the move that led to a position was illegal, regardless of the safety of royals. `answered`: see
    /// [`CheckInfo`].
    #[inline]
    pub(super) fn why_forbidden(&self, pos: &Position, answered: u8) -> Option<&'static str> {
        let checks = self.rules.checks_are_illegal && checking::is_illegal(self, pos, answered);
        checks.then_some("it gives check")
    }

    /// Whether the royals of a colour are safe, if a rule decides this; otherwise `None`.
    #[inline]
    pub(super) fn royals_safe_by_rule(&self, pos: &Position, color: Color) -> Option<bool> {
        if self.rules.burns {
            let by = color.other();
            return Some(self.royals_safe_if(pos, color, |sq| self.attacked_or_burnt(pos, sq, by)));
        }
        let explodes = self.rules.explodes;
        explodes.then(|| self.royals_safe_from_blasts(pos, color))
    }

    /// True if a move that wins `balance` above the threshold still does so after all recaptures; `None` if no rule
    /// decides this.
    #[inline(never)]
    pub(super) fn see_by_rule(
        &self,
        pos: &mut Position,
        mv: Move,
        balance: i32,
        values: &[i32],
    ) -> Option<bool> {
        if self.rules.takes_own && pos.captures_own(mv) {
            // the gain of the promotion is lost
            let lost = values.get(pos.type_on(mv.to()).index()).copied();
            return Some(balance - 2 * lost.unwrap_or(0) >= 0);
        }
        if self.rules.alice {
            return Some(alice::survives(self, pos, mv, balance, values));
        }
        if self.rules.captors_change
            && let Some(gain) = self.captor_gain(pos, mv, values)
        {
            return Some(balance + gain >= 0);
        }
        if !self.rules.doubles.is_empty() && mv.via().is_some() {
            return Some(self.double_survives(pos, mv, balance, values));
        }
        if self.rules.burns
            && let Some(settled) = self.fire_settles(pos, mv, balance, values)
        {
            return Some(settled);
        }
        // an explosion leaves nothing to recapture
        self.rules.explodes.then_some(true)
    }

    /// The end of the game by a rule other than mate.
    #[inline(never)]
    pub(super) fn end_by_rule(&self, pos: &Position) -> Option<GameEnd> {
        (self.checked_or_extinct(pos))
            .or_else(|| self.castled(pos))
            .or_else(|| self.rules.passes.then(|| self.passed_out(pos)).flatten())
            .or_else(|| self.rules.explodes.then(|| self.blown_up(pos)).flatten())
            .or_else(|| self.gets_rid(pos))
            .or_else(|| self.ended_at_goal(pos))
            .or_else(|| self.bares(pos))
            .or_else(|| self.bare_draw(pos))
            .or_else(|| self.needs_no_promotion(pos))
    }
}
