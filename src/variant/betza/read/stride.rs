//! The repeated step of a leg, written out as legs of a path.

use super::Modes;
use crate::types::Step;
use crate::variant::{Leg, LegEnd, Over, Rights};

/// The repeated step of a leg with what lies in its middle, if that matters.
#[derive(Clone, Copy)]
pub(super) struct Stride {
    pub(super) half: Option<(Step, Over)>,
    pub(super) rest: Step,
    pub(super) whole: Step,
}

/// The step with the square in its middle, if something is demanded of that.
pub(super) fn stride(whole: Step, modes: Modes, long: i8) -> Stride {
    let half = Step::new(whole.files / 2, whole.ranks / 2);
    let over = match (long, modes.has(b'n'), modes.has(b'j')) {
        (2.., true, _) => Some(Over::EMPTY),
        (2.., _, true) => Some(Over::PIECE),
        _ => None,
    };
    let rest = match over {
        Some(_) => Step::new(whole.files - half.files, whole.ranks - half.ranks),
        None => whole,
    };
    Stride {
        half: over.map(|over| (half, over)),
        rest,
        whole,
    }
}

/// How many squares are skipped, whatever stands there.
pub(super) fn skipped(modes: Modes, stride: Stride) -> u8 {
    if stride.half.is_some() {
        0
    } else {
        modes.jumps
    }
}

pub(super) fn skip_leg(stride: Stride, skip: u8) -> Option<Leg> {
    (skip > 0).then(|| Leg {
        end: LegEnd::Steps(skip),
        over: Over::ANY,
        ..Leg::leap(stride.whole, Rights::NONE)
    })
}

/// Some steps of which none ends the move, over squares that hold what is said.
pub(super) fn walk(legs: &mut Vec<Leg>, stride: Stride, steps: u8, over: Over) {
    if steps == 0 {
        return;
    }
    if stride.half.is_none() {
        if let Some(last) = legs.last_mut()
            && (last.step, last.over) == (stride.whole, over)
            && let LegEnd::Steps(before) = &mut last.end
        {
            *before += steps;
            return;
        }
        legs.push(Leg {
            end: LegEnd::Steps(steps),
            over,
            ..Leg::leap(stride.whole, Rights::NONE)
        });
        return;
    }
    for _ in 0..steps {
        half(legs, stride);
        legs.push(Leg {
            over,
            ..Leg::leap(stride.rest, Rights::NONE)
        });
    }
}

fn half(legs: &mut Vec<Leg>, stride: Stride) {
    legs.extend(stride.half.map(|(step, over)| Leg {
        over,
        ..Leg::leap(step, Rights::NONE)
    }));
}

/// The steps that end the move, at most `reach`; `most` are possible on the board.
pub(super) fn ride(
    legs: &mut Vec<Leg>,
    stride: Stride,
    rights: Rights,
    reach: Option<u8>,
    most: u8,
) {
    if stride.half.is_none() {
        let end = reach.map_or(LegEnd::Slide, LegEnd::Steps);
        legs.push(Leg {
            end,
            ..Leg::leap(stride.whole, rights)
        });
        return;
    }
    for _ in 0..reach.unwrap_or(u8::MAX).min(most.max(1)) {
        half(legs, stride);
        legs.push(Leg::leap(stride.rest, rights));
    }
}

/// The same path with steps over squares that may hold anything taken together with the step after
/// them, where both lead away from the beginning: a leap.
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

/// A leg over anything and the next one as one leap; only to the next one's first square, unless
/// nothing is asked of that either.
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

/// True if no move ends on the leg, and nothing is asked of the squares on it.
fn passes_anything(leg: &Leg) -> bool {
    leg.over == Over::ANY && !leg.rights.any()
}

/// True if a path passes the square where it begins.
pub(super) fn comes_home(legs: &[Leg]) -> bool {
    // how long the approach of a hopper is depends on the board
    match legs.first() {
        Some(Leg {
            end: LegEnd::Hop {
                collide, immediate, ..
            },
            step,
            ..
        }) => (1..if *immediate { 2 } else { FAR }).any(|length| {
            let length = i32::from(length - u8::from(*collide));
            let platform = (
                i32::from(step.files) * length,
                i32::from(step.ranks) * length,
            );
            passes_home(&legs[1..], platform)
        }),
        _ => passes_home(legs, (0, 0)),
    }
}

/// No slide is longer.
const FAR: u8 = 16;

/// True if a path from somewhere else leads over the square with the coordinates 0.
fn passes_home(legs: &[Leg], (mut files, mut ranks): (i32, i32)) -> bool {
    for (index, leg) in legs.iter().enumerate() {
        let last = index + 1 == legs.len();
        let steps = match leg.end {
            LegEnd::Steps(n) => n,
            LegEnd::Slide | LegEnd::Hop { .. } => FAR,
        };
        for step in 1..=steps {
            files += i32::from(leg.step.files);
            ranks += i32::from(leg.step.ranks);
            let end = last && step == steps;
            if (files, ranks) == (0, 0) && !end {
                return true;
            }
        }
    }
    false
}
