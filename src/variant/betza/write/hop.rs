//! Hoppers: moves that need a platform.

use super::Writer;
use super::chain::{Pass, Unit, king_steps};
use crate::variant::betza::direction::direction_of;
use crate::variant::betza::term::Range;
use crate::variant::{Leg, LegEnd, Platform};

impl Writer {
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
        let pass = match platform {
            // what could be captured is a platform only if it is an enemy, which cannot be said
            Platform::Any if approach.rights.capture => {
                self.superset = true;
                Pass::Piece
            }
            Platform::Any => Pass::Piece,
            // what ends on the first piece met goes on only over a friend in longer paths
            Platform::Friend if approach.rights.capture => {
                self.failed |= self.cylinder || after.len() > 1;
                return;
            }
            Platform::Friend => Pass::Friend,
        };
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
        if straight_on && pass == Pass::Piece {
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
        self.bent_hop(approach, pass, between, second);
    }

    fn bent_hop(&mut self, approach: Leg, pass: Pass, between: &[Leg], second: &Leg) {
        let LegEnd::Hop {
            immediate, collide, ..
        } = approach.end
        else {
            return;
        };
        let (direction, _, long) = direction_of(approach.step);
        let (onward, _, onward_long) = direction_of(second.step);
        let slides = second.end == LegEnd::Slide;
        if long != 1 || slides && onward_long != 1 {
            // a platform beyond knight leaps, or riders that leap on from one
            self.failed = true;
            return;
        }
        let mut units = vec![Unit {
            direction,
            slides: !immediate,
            pass,
        }];
        if collide {
            // back to the square before the platform, which is empty or the mover's own
            units.push(Unit {
                direction: (direction + 4) % 8,
                slides: false,
                pass: Pass::Empty,
            });
        }
        for leg in between {
            let (LegEnd::Steps(steps), Some(pass)) = (leg.end, Pass::of(leg.over)) else {
                self.failed = true;
                return;
            };
            for _ in 0..steps {
                units.extend(king_steps(leg.step, pass));
            }
        }
        if slides {
            units.push(Unit {
                direction: onward,
                slides: true,
                pass: Pass::Empty,
            });
        } else {
            units.extend(king_steps(second.step, Pass::Empty));
        }
        let modes = self.last_modes(second.rights);
        self.chain(&units, collide, modes);
    }
}
