//! Hoppers: moves that need a platform.

use super::chain::{Unit, king_steps};
use super::{Writer, steps_over};
use crate::types::Step;
use crate::variant::betza::ast::Range;
use crate::variant::betza::direction::direction_of;
use crate::variant::betza::modes::Modes;
use crate::variant::{Leg, LegEnd, Over, Platform};

impl Writer {
    /// Adds a path that starts with the approach of a hopper.
    pub(super) fn hopper(&mut self, legs: &[Leg]) {
        let LegEnd::Hop {
            platform,
            immediate,
            collide,
        } = legs[0].end
        else {
            return;
        };
        let (approach, after) = (legs[0], &legs[1..]);
        if approach.rights.any() {
            let range = if immediate {
                Range::UpTo(1)
            } else {
                Range::Unlimited
            };
            let modes = self.last_modes(approach.rights);
            if !self.ride(approach.step, range, modes) {
                self.failed = true;
            }
        }
        let over = match platform {
            // in longer paths a leg that ends on the first piece continues only over a friend
            Platform::Friend if approach.rights.capture => {
                self.failed |= self.cylinder || after.len() > 1;
                return;
            }
            Platform::Friend => Over::FRIEND,
            Platform::Any => Over::PIECE,
        };
        // a piece that could be captured is a platform only if it is an enemy, which cannot be expressed
        self.superset |= approach.rights.capture;
        let Some((second, between)) = after.split_last() else {
            self.failed = true;
            return;
        };
        if between.iter().any(|leg| leg.rights.any()) {
            self.failed = true;
            return;
        }
        if !second.rights.any() {
            return;
        }
        let straight_on =
            between.is_empty() && second.step == approach.step && !immediate && !collide;
        if straight_on && over == Over::PIECE {
            let letter = if second.end == LegEnd::Slide {
                "p"
            } else {
                "g"
            };
            let modes = self.last_modes(second.rights).and(letter);
            // on an empty rank of a cylinder the hopper would hop over itself
            self.superset |= self.cylinder && second.step.ranks == 0;
            if self.ride(second.step, Range::Unlimited, modes) {
                return;
            }
        }
        self.bent_hop(approach, over, between, second);
    }

    /// Adds a hopper as a chain. `between`: the legs on the way; `second`: the leg that ends the move.
    fn bent_hop(&mut self, approach: Leg, over: Over, between: &[Leg], second: &Leg) {
        let LegEnd::Hop {
            immediate, collide, ..
        } = approach.end
        else {
            return;
        };
        let (direction, _, long) = direction_of(approach.step);
        let (onward, _, onward_long) = direction_of(second.step);
        let slides = second.end == LegEnd::Slide;
        let mut passed: Vec<(Step, Over)> = Vec::new();
        for leg in between {
            let known = !Modes::passing(leg.over, false).is_empty();
            let (LegEnd::Steps(steps), true) = (leg.end, known) else {
                self.failed = true;
                return;
            };
            passed.extend((0..steps).map(|_| (leg.step, leg.over)));
        }
        if long != 1 || slides && onward_long != 1 {
            // the platform is beyond knight leaps, or a rider leaps on from the platform
            self.failed = true;
            return;
        }
        let mut units = vec![Unit::new(direction, !immediate, over)];
        if collide {
            // back to the square before the platform, which is empty or the mover's own square
            units.push(Unit::new((direction + 4) % 8, false, Over::EMPTY));
        }
        units.extend(steps_over(&passed));
        if slides {
            units.push(Unit::new(onward, true, Over::EMPTY));
        } else {
            units.extend(king_steps(second.step, Over::EMPTY));
        }
        let modes = self.last_modes(second.rights);
        self.chain(&units, collide, modes);
    }
}
