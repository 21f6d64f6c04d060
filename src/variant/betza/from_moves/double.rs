//! Moves that capture on their way.

use super::Writer;
use crate::types::Step;
use crate::variant::betza::ast::{Atom, Range, Term, TermLeg};
use crate::variant::betza::direction::{Class, direction_of};
use crate::variant::betza::modes::Modes;
use crate::variant::{Leg, LegEnd};

impl Writer {
    /// Adds a term of two legs: the first captures, and the second ends the move. Both are straight or diagonal and
    /// equally long.
    pub(super) fn double(&mut self, first: Step, passes: bool, then: Leg) {
        let slides = then.end == LegEnd::Slide;
        let passes = passes && then.step == -first;
        let [(out, short, long), (onward, other, same)] = [first, then.step].map(direction_of);
        let straight = [short, other].iter().all(|short| [0, long].contains(short));
        let atom = match long {
            1 => Atom::Step(Class::Compass),
            _ => Atom::Leap(short, long),
        };
        let ends = slides || then.end == LegEnd::Steps(1);
        // only king steps can become slides
        let known = atom.letter().is_some() && (long == 1 || !slides);
        if !straight || long != same || !ends || !known {
            self.failed = true;
            return;
        }
        // the step before a slide may always end on an empty square
        self.superset |= slides;
        let takes = match (slides, passes) {
            (true, _) => "cy",
            (false, true) => "mc",
            (false, false) => "c",
        };
        self.terms.push(Term {
            when: self.when,
            legs: vec![
                TermLeg::new(1 << out, Modes::of(takes)),
                TermLeg::new(
                    1 << ((onward + 8 - out) % 8),
                    Modes::ending(then.rights, false),
                ),
            ],
            atom,
            range: Range::UpTo(1),
        });
    }
}
