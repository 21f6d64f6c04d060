//! Moves of several legs, as chains of king steps.

use super::Writer;
use crate::types::Step;
use crate::variant::Over;
use crate::variant::betza::direction::{compass_step, direction_of};
use crate::variant::betza::term::{Atom, Modes, Range, Term};

/// What may stand on a square that a path passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    Empty,
    Any,
    Piece,
    Friend,
    EmptyOrFriend,
}

impl Pass {
    /// What a leg passes, if there are letters for that.
    pub fn of(over: Over) -> Option<Pass> {
        Some(match over {
            Over::EMPTY => Pass::Empty,
            Over::ANY => Pass::Any,
            Over::PIECE => Pass::Piece,
            Over::FRIEND => Pass::Friend,
            Over {
                empty: true,
                friend: true,
                enemy: false,
            } => Pass::EmptyOrFriend,
            _ => return None,
        })
    }

    /// The modes of a leg that ends on such a square. `toggles`: the next leg leaps where this one
    /// slides, or the other way round. No single letter toggles on any square.
    fn modes(self, toggles: bool) -> &'static [&'static str] {
        match (self, toggles) {
            (Pass::Empty, false) => &[""],
            (Pass::Empty, true) => &["y"],
            (Pass::Any, false) => &["mp"],
            (Pass::Any, true) => &["y", "g"],
            (Pass::Piece, false) => &["p"],
            (Pass::Piece, true) => &["g"],
            (Pass::Friend, false) => &["tp"],
            (Pass::Friend, true) => &["tg"],
            (Pass::EmptyOrFriend, false) => &["mtp"],
            (Pass::EmptyOrFriend, true) => &["y", "tg"],
        }
    }
}

/// One leg of a chain: a king step or a slide, and what must stand where it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub direction: usize,
    pub slides: bool,
    pub pass: Pass,
}

/// Slides are not longer than this on any board.
const LONGEST_SLIDE: i32 = 15;

impl Writer {
    /// True if a path can pass the square where it began, other than by stepping back from a
    /// collision.
    fn comes_home(&self, units: &[Unit], collides: bool) -> bool {
        let wraps = |files: i32| self.cylinder && files % i32::from(self.files) == 0;
        let lengths = |unit: &Unit| if unit.slides { LONGEST_SLIDE } else { 1 };
        (1..=lengths(&units[0])).any(|first| {
            let (mut files, mut ranks) = (0, 0);
            units.iter().enumerate().any(|(index, unit)| {
                let length = if index == 0 { first } else { lengths(unit) };
                let step = compass_step(unit.direction);
                let looked_at = unit.pass != Pass::Any && !(collides && index == 1);
                (1..=length).any(|walked| {
                    files += i32::from(step.files);
                    ranks += i32::from(step.ranks);
                    let last = index + 1 == units.len() && walked == length;
                    looked_at && !last && ranks == 0 && (files == 0 || wraps(files))
                })
            })
        })
    }

    /// A path of several legs; the square of the last one is the target. `collides`: the second
    /// leg goes back one step from a platform.
    pub(super) fn chain(&mut self, units: &[Unit], collides: bool, last: Modes) {
        let Some((end, on_the_way)) = units.split_last() else {
            return;
        };
        self.superset |= self.comes_home(units, collides);
        let rounds = |unit: &&Unit| unit.slides && unit.direction % 4 == 2;
        if self.cylinder && units[1..].iter().any(|unit| rounds(&unit)) {
            // XBoard would slide round an empty rank for ever
            self.failed = true;
            return;
        }
        let mut variants: Vec<Vec<Modes>> = vec![Vec::new()];
        for (unit, next) in on_the_way.iter().zip(&units[1..]) {
            let choices = unit.pass.modes(unit.slides != next.slides);
            variants = (variants.iter())
                .flat_map(|modes| {
                    choices.iter().map(|letters| {
                        let mut longer = modes.clone();
                        longer.push(self.round(Modes::of(letters)));
                        longer
                    })
                })
                .collect();
        }
        let range = if units[0].slides {
            Range::Unlimited
        } else {
            Range::UpTo(1)
        };
        debug_assert!(end.pass == Pass::Empty);
        for modes in variants {
            let mut before = 0;
            let legs = units.iter().zip(modes.into_iter().chain([last]));
            let legs = legs.map(|(unit, modes)| {
                let relative = (unit.direction + 8 - before) % 8;
                before = unit.direction;
                (1 << relative, modes)
            });
            let term = Term {
                when: self.when,
                atom: Atom::King,
                range,
                legs: legs.collect(),
            };
            self.terms.push(term);
        }
    }
}

/// A step as a sequence of king steps, first the straight and then the diagonal ones; what they
/// pass does not matter, `pass` is for the square at the end.
pub(super) fn king_steps(step: Step, pass: Pass) -> Vec<Unit> {
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
        .map(|step| Unit {
            direction: direction_of(step).0,
            slides: false,
            pass: Pass::Any,
        })
        .collect();
    if let Some(last) = units.last_mut() {
        last.pass = pass;
    }
    units
}
