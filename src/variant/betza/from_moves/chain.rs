//! Moves of several legs, as chains of king steps.

use super::Writer;
use crate::types::Step;
use crate::variant::Over;
use crate::variant::betza::ast::{Atom, Range, Term, TermLeg};
use crate::variant::betza::direction::{Class, compass_step, direction_of};
use crate::variant::betza::loops::{Stretch, comes_back};
use crate::variant::betza::modes::Modes;

/// One leg of a chain: a king step or slide, and the contents of the square where it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    direction: usize,
    slides: bool,
    over: Over,
}

impl Unit {
    /// A king step, or a slide.
    pub(super) fn new(direction: usize, slides: bool, over: Over) -> Unit {
        Unit {
            direction,
            slides,
            over,
        }
    }
}

impl Writer {
    /// A path of several legs; the last square is the target. `collides`: the second leg goes back one step from a
    /// platform.
    pub(super) fn chain(&mut self, units: &[Unit], collides: bool, last: Modes) {
        let stretch = |(index, unit): (usize, &Unit)| Stretch {
            step: compass_step(unit.direction),
            steps: (!unit.slides).then_some(1),
            looked_at: unit.over != Over::ANY && !(collides && index == 1),
        };
        let path: Vec<Stretch> = units.iter().enumerate().map(stretch).collect();
        self.superset |= comes_back(&path, self.cylinder.then_some(self.files));
        let rounds = |unit: &Unit| unit.slides && unit.direction % 4 == 2;
        if self.cylinder && units[1..].iter().any(rounds) {
            // XBoard would slide round an empty rank for ever
            self.failed = true;
            return;
        }
        let mut variants: Vec<Vec<Modes>> = vec![Vec::new()];
        for pair in units.windows(2) {
            let choices = Modes::passing(pair[0].over, pair[0].slides != pair[1].slides);
            let longer = |modes: &Vec<Modes>, choice: &Modes| {
                let next = self.round(*choice);
                modes.iter().copied().chain([next]).collect()
            };
            variants = (variants.iter())
                .flat_map(|modes| choices.iter().map(|choice| longer(modes, choice)))
                .collect();
        }
        let (atom, range) = if units[0].slides {
            (Atom::Slide(Class::Compass), Range::Unlimited)
        } else {
            (Atom::Step(Class::Compass), Range::UpTo(1))
        };
        for modes in variants {
            let mut before = 0;
            let legs = units.iter().zip(modes.into_iter().chain([last]));
            let legs = legs.map(|(unit, modes)| {
                let relative = (unit.direction + 8 - before) % 8;
                before = unit.direction;
                TermLeg::new(1 << relative, modes)
            });
            self.terms.push(Term {
                when: self.when,
                legs: legs.collect(),
                atom,
                range,
            });
        }
    }
}

/// A step as king steps over any squares, first the straight steps and then the diagonal ones; `over` applies to the
/// last square.
pub(super) fn king_steps(step: Step, over: Over) -> Vec<Unit> {
    let (files, ranks) = (step.files, step.ranks);
    let (a, b) = (files.unsigned_abs(), ranks.unsigned_abs());
    let along = if a > b {
        Step::new(files.signum(), 0)
    } else {
        Step::new(0, ranks.signum())
    };
    let across = Step::new(files.signum(), ranks.signum());
    let steps = std::iter::repeat_n(along, usize::from(a.abs_diff(b)))
        .chain(std::iter::repeat_n(across, usize::from(a.min(b))));
    let mut units: Vec<Unit> = steps
        .map(|step| Unit::new(direction_of(step).0, false, Over::ANY))
        .collect();
    if let Some(last) = units.last_mut() {
        last.over = over;
    }
    units
}
