//! The last leg of a term, on which its moves end.

use super::stride::{Stride, comes_home, leaps};
use super::{Collector, State};
use crate::variant::betza::error::{BetzaError, BetzaErrorKind, BetzaWarning};
use crate::variant::betza::modes::Modes;
use crate::variant::moves::MAX_PASSED;
use crate::variant::{Condition, Leg, LegEnd, MoveDescriptor, Over, Platform, Rights};

impl Collector<'_> {
    /// Adds the moves that end on the leg.
    pub(super) fn last(
        &mut self,
        modes: Modes,
        state: &State,
        stride: Stride,
    ) -> Result<(), BetzaError> {
        let rights = modes.rights();
        self.reading.en_passant[0] |= modes.has("e");
        self.reading.en_passant[1] |= rights.capture && !modes.has("e");
        let skip = stride.skipped;
        let reach = state.reach();
        if reach.is_some_and(|reach| reach <= skip) {
            return Ok(());
        }
        let reach = reach.map(|reach| reach - skip);
        let mut passed = state.passed.clone();
        stride.skip(&mut passed);
        if let Some(length) = self.length(self.term.legs.len() - 1, state)? {
            if length <= skip || reach.is_some_and(|reach| reach < length - skip) {
                return Ok(());
            }
            stride.walk(&mut passed, length - skip - 1, Over::EMPTY);
            stride.ride(&mut passed, rights, Some(1), 1);
            return self.add(passed);
        }
        if modes.hops() {
            return self.hopper(passed, stride, rights, reach, modes.has("g"));
        }
        let first_move = self.term.when != Condition::Always;
        let single = stride.half.is_some() || !passed.is_empty();
        if self.context.pawn && first_move && rights.quiet && !rights.capture && !single {
            return self.pushes(stride, rights, reach);
        }
        stride.ride(&mut passed, rights, reach, self.most_steps(stride));
        self.add(passed)
    }

    /// Adds first moves of a pawn, one for each length, because the passed squares matter.
    fn pushes(
        &mut self,
        stride: Stride,
        rights: Rights,
        reach: Option<u8>,
    ) -> Result<(), BetzaError> {
        let most = reach.unwrap_or(u8::MAX).min(self.most_steps(stride));
        if usize::from(most) > MAX_PASSED + 1 {
            return Err(BetzaErrorKind::LongPush(MAX_PASSED).at(self.located.atom_at));
        }
        for steps in 1..=most {
            let mut legs = Vec::new();
            stride.walk(&mut legs, steps - 1, Over::EMPTY);
            stride.ride(&mut legs, rights, Some(1), 1);
            self.add(legs)?;
        }
        Ok(())
    }

    /// Adds a last leg over exactly one piece. `leap`: only to the square after the piece.
    fn hopper(
        &mut self,
        passed: Vec<Leg>,
        stride: Stride,
        rights: Rights,
        reach: Option<u8>,
        leap: bool,
    ) -> Result<(), BetzaError> {
        let most = self.most_steps(stride);
        let onward = |left: Option<u8>| if leap { Some(1) } else { left };
        if passed.is_empty() && reach.is_none() && stride.half.is_none() {
            let end = LegEnd::Hop {
                platform: Platform::Any,
                immediate: false,
                collide: false,
            };
            let mut legs = vec![Leg {
                end,
                ..Leg::leap(stride.whole, Rights::NONE)
            }];
            stride.ride(&mut legs, rights, onward(None), most);
            return self.add(legs);
        }
        for platform in 1..reach.unwrap_or(u8::MAX).min(most) {
            let mut legs = passed.clone();
            stride.walk(&mut legs, platform - 1, Over::EMPTY);
            stride.walk(&mut legs, 1, Over::PIECE);
            let left = reach.map(|reach| reach - platform);
            stride.ride(&mut legs, rights, onward(left), most);
            self.add(legs)?;
        }
        Ok(())
    }

    /// Adds a move along these legs.
    pub(super) fn add(&mut self, legs: Vec<Leg>) -> Result<(), BetzaError> {
        self.branch()?;
        self.found = true;
        let legs = leaps(&legs);
        let warning = (self.located.at, BetzaWarning::ComesHome);
        if comes_home(&legs) && !self.reading.warnings.contains(&warning) {
            self.reading.warnings.push(warning);
        }
        let condition = self.term.when;
        let first_move = self.context.pawn && condition != Condition::Always;
        let descriptor = MoveDescriptor {
            condition,
            cylinder: self.cylinder,
            en_passant: first_move && is_push(&legs),
            ..MoveDescriptor::path(legs)
        };
        if !self.reading.moves.contains(&descriptor) {
            self.reading.moves.push(descriptor);
        }
        Ok(())
    }
}

/// True for a quiet move over empty squares only.
fn is_push(legs: &[Leg]) -> bool {
    let walks = |leg: &Leg| {
        matches!(leg.end, LegEnd::Steps(_)) && leg.over == Over::EMPTY && !leg.rights.any()
    };
    match legs.split_last() {
        None | Some((_, [])) => false,
        Some((last, passing)) => {
            let quiet = last.rights.quiet && !last.rights.capture;
            quiet && last.end == LegEnd::Steps(1) && passing.iter().all(walks)
        }
    }
}
