//! The repeated step of a leg, written out as legs of a path.

use crate::types::Step;
use crate::variant::betza::loops::{Stretch, comes_back};
use crate::variant::betza::modes::Modes;
use crate::variant::{Leg, LegEnd, Over, Rights};

/// The repeated step of a leg, with the square in its middle if it matters.
#[derive(Clone, Copy)]
pub(super) struct Stride {
    pub(super) half: Option<(Step, Over)>,
    rest: Step,
    pub(super) whole: Step,
    /// Number of squares that the leg skips first, whatever is on them.
    pub(super) skipped: u8,
}

impl Stride {
    /// The step, with the square in its middle if that square has a requirement. `long`: the length of the step along
    /// its longer side.
    pub(super) fn new(whole: Step, modes: Modes, long: i8) -> Stride {
        let half = Step::new(whole.files / 2, whole.ranks / 2);
        let over = match (long, modes.has("n"), modes.has("j")) {
            (2.., true, _) => Some(Over::EMPTY),
            (2.., _, true) => Some(Over::PIECE),
            _ => None,
        };
        Stride {
            half: over.map(|over| (half, over)),
            rest: Step::new(whole.files - half.files, whole.ranks - half.ranks),
            whole,
            skipped: if over.is_some() { 0 } else { modes.jumps() },
        }
    }

    /// Adds the squares that are skipped.
    pub(super) fn skip(self, legs: &mut Vec<Leg>) {
        if self.skipped > 0 {
            legs.push(passing(self.whole, self.skipped, Over::ANY));
        }
    }

    /// Adds steps that cannot end the move, over squares with these contents.
    pub(super) fn walk(self, legs: &mut Vec<Leg>, steps: u8, over: Over) {
        if self.half.is_some() {
            for _ in 0..steps {
                self.halfway(legs);
                legs.push(passing(self.rest, 1, over));
            }
            return;
        }
        match legs.last_mut() {
            _ if steps == 0 => {}
            Some(Leg {
                step,
                over: before,
                end: LegEnd::Steps(count),
                ..
            }) if (*step, *before) == (self.whole, over) => *count += steps,
            _ => legs.push(passing(self.whole, steps, over)),
        }
    }

    fn halfway(self, legs: &mut Vec<Leg>) {
        legs.extend(self.half.map(|(step, over)| passing(step, 1, over)));
    }

    /// Adds the steps that end the move, at most `reach`; `most` are possible on the board.
    pub(super) fn ride(self, legs: &mut Vec<Leg>, rights: Rights, reach: Option<u8>, most: u8) {
        if self.half.is_none() {
            legs.push(Leg {
                end: reach.map_or(LegEnd::Slide, LegEnd::Steps),
                ..Leg::leap(self.whole, rights)
            });
            return;
        }
        for _ in 0..reach.unwrap_or(u8::MAX).min(most.max(1)) {
            self.halfway(legs);
            legs.push(Leg::leap(self.rest, rights));
        }
    }
}

/// A leg that only passes.
fn passing(step: Step, steps: u8, over: Over) -> Leg {
    Leg {
        end: LegEnd::Steps(steps),
        over,
        ..Leg::leap(step, Rights::NONE)
    }
}

/// The same path, with each step over any squares merged with the next step into a leap where both lead away from the
/// start.
pub(super) fn leaps(legs: &[Leg]) -> Vec<Leg> {
    let mut merged: Vec<Leg> = Vec::with_capacity(legs.len());
    for leg in legs {
        let Some((before, leap)) = merged.last_mut().and_then(|before| {
            let leap = leap(before, leg)?;
            Some((before, leap))
        }) else {
            merged.push(*leg);
            continue;
        };
        *before = leap;
        if let LegEnd::Steps(steps @ 2..) = leg.end
            && !passes_anything(leg)
        {
            merged.push(Leg {
                end: LegEnd::Steps(steps - 1),
                ..*leg
            });
        }
    }
    merged
}

/// A leg over any squares and the next leg as one leap. The leap ends on the next leg's first square, unless this
/// square may also have any contents.
fn leap(before: &Leg, leg: &Leg) -> Option<Leg> {
    let (LegEnd::Steps(first), LegEnd::Steps(steps)) = (before.end, leg.end) else {
        return None;
    };
    if !passes_anything(before) {
        return None;
    }
    let then = if passes_anything(leg) { steps } else { 1 };
    let sum = |a: i8, b: i8| {
        let (a, b) = (
            i32::from(a) * i32::from(first),
            i32::from(b) * i32::from(then),
        );
        let near = (a + b).unsigned_abs() < 16;
        (a * b >= 0 && near).then_some((a + b) as i8)
    };
    let files = sum(before.step.files, leg.step.files)?;
    let ranks = sum(before.step.ranks, leg.step.ranks)?;
    Some(Leg {
        step: Step::new(files, ranks),
        end: LegEnd::Steps(1),
        ..*leg
    })
}

/// True if no move ends on the leg and its squares may have any contents.
fn passes_anything(leg: &Leg) -> bool {
    leg.over == Over::ANY && !leg.rights.any()
}

/// True if a path crosses its start square.
pub(super) fn comes_home(legs: &[Leg]) -> bool {
    let mut path = Vec::with_capacity(legs.len() + 1);
    for leg in legs {
        let steps = match leg.end {
            LegEnd::Steps(steps) => Some(steps),
            LegEnd::Hop {
                immediate: true, ..
            } => Some(1),
            LegEnd::Slide | LegEnd::Hop { .. } => None,
        };
        let there = Stretch {
            step: leg.step,
            steps,
            looked_at: true,
        };
        path.push(there);
        if matches!(leg.end, LegEnd::Hop { collide: true, .. }) {
            path.push(Stretch {
                step: -leg.step,
                steps: Some(1),
                looked_at: false,
            });
        }
    }
    comes_back(&path, None)
}
