//! The last leg of a term: on it moves end, and with it they are complete.

use super::path::{Collector, State};
use super::stride::{Stride, comes_home, leaps, ride, skip_leg, skipped, walk};
use super::{BetzaError, Doubt, LegText, Problem, When};
use crate::variant::moves::MAX_PASSED;
use crate::variant::{Condition, Leg, LegEnd, MoveDescriptor, Over, Platform, Rights};

impl Collector<'_> {
    /// The leg on which moves end.
    pub(super) fn last(
        &mut self,
        text: &LegText,
        state: &State,
        stride: Stride,
    ) -> Result<(), BetzaError> {
        let modes = text.modes;
        let written = ["m", "c"].map(|letter| modes.has(letter.as_bytes()[0]));
        let rights = match written {
            [false, false] => Rights::BOTH,
            [quiet, capture] => Rights { capture, quiet },
        };
        self.reading.en_passant[0] |= modes.has(b'e');
        self.reading.en_passant[1] |= rights.capture && !modes.has(b'e');
        let skip = skipped(modes, stride);
        let reach = Self::reach(state);
        if reach.is_some_and(|reach| reach <= skip) {
            return Ok(());
        }
        let reach = reach.map(|reach| reach - skip);
        let mut passed = state.passed.clone();
        passed.extend(skip_leg(stride, skip));
        if let Some(length) = self.length(text, state)? {
            if length <= skip || reach.is_some_and(|reach| reach < length - skip) {
                return Ok(());
            }
            walk(&mut passed, stride, length - skip - 1, Over::EMPTY);
            ride(&mut passed, stride, rights, Some(1), 1);
            return self.add(passed);
        }
        if modes.has(b'p') || modes.has(b'g') {
            return self.hopper(passed, stride, rights, reach, modes.has(b'g'));
        }
        let first_move = self.term.when != When::Always;
        let single = stride.half.is_some() || !passed.is_empty();
        if self.context.pawn && first_move && rights.quiet && !rights.capture && !single {
            return self.pushes(stride, rights, reach);
        }
        let most = self.most_steps(stride);
        ride(&mut passed, stride, rights, reach, most);
        self.add(passed)
    }

    /// First moves of a pawn, one for each length, because of the squares they pass.
    fn pushes(
        &mut self,
        stride: Stride,
        rights: Rights,
        reach: Option<u8>,
    ) -> Result<(), BetzaError> {
        let most = reach.unwrap_or(u8::MAX).min(self.most_steps(stride));
        if usize::from(most) > MAX_PASSED + 1 {
            return Err(Problem::LongPush(MAX_PASSED).at(self.term.atom_at));
        }
        for steps in 1..=most {
            let mut legs = Vec::new();
            walk(&mut legs, stride, steps - 1, Over::EMPTY);
            ride(&mut legs, stride, rights, Some(1), 1);
            self.add(legs)?;
        }
        Ok(())
    }

    /// A last leg over exactly one piece. `leap`: to the square behind it.
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
            ride(&mut legs, stride, rights, onward(None), most);
            return self.add(legs);
        }
        for platform in 1..reach.unwrap_or(u8::MAX).min(most) {
            let mut legs = passed.clone();
            walk(&mut legs, stride, platform - 1, Over::EMPTY);
            walk(&mut legs, stride, 1, Over::PIECE);
            let left = reach.map(|reach| reach - platform);
            ride(&mut legs, stride, rights, onward(left), most);
            self.add(legs)?;
        }
        Ok(())
    }

    /// Adds a move along these legs.
    fn add(&mut self, mut legs: Vec<Leg>) -> Result<(), BetzaError> {
        self.branch()?;
        self.found = true;
        legs = leaps(&legs);
        if comes_home(&legs) {
            let doubt = (self.term.at, Doubt::ComesHome);
            if !self.reading.doubts.contains(&doubt) {
                self.reading.doubts.push(doubt);
            }
        }
        let condition = match self.term.when {
            When::Always => Condition::Always,
            When::Virgin => Condition::Virgin,
            When::Beyond => Condition::BeyondStart,
        };
        let pushes = match legs.split_last() {
            Some((last, passing)) => {
                let only_quiet = last.rights.quiet && !last.rights.capture;
                let walks = |leg: &Leg| {
                    matches!(leg.end, LegEnd::Steps(_))
                        && leg.over == Over::EMPTY
                        && !leg.rights.any()
                };
                only_quiet
                    && last.end == LegEnd::Steps(1)
                    && !passing.is_empty()
                    && passing.iter().all(walks)
            }
            None => false,
        };
        let descriptor = MoveDescriptor {
            condition,
            cylinder: self.cylinder,
            en_passant: pushes && self.context.pawn && condition != Condition::Always,
            ..MoveDescriptor::path(legs)
        };
        if !self.reading.moves.contains(&descriptor) {
            self.reading.moves.push(descriptor);
        }
        Ok(())
    }
}
