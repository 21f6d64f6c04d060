//! Traces the legs of a move from an origin to the squares that it can visit.

use std::collections::HashSet;

use crate::movegen::path::PathStep;
use crate::types::{Square, Step, TypeId};
use crate::variant::{Leg, LegEnd, Variant, Zone};

/// The mover and the board for which legs are traced.
#[derive(Clone, Copy)]
pub(super) struct Tracer<'a> {
    pub v: &'a Variant,
    /// The type of the mover, which may not stop on some squares.
    pub id: TypeId,
    /// The mover's own square, which it cannot pass.
    pub from: Square,
    pub cylinder: bool,
    /// The zone that the path must not leave.
    pub within: Option<&'a Zone>,
}

impl Tracer<'_> {
    /// The square that a step leads to.
    pub fn go(&self, from: Square, step: Step) -> Option<Square> {
        let to = self.v.step_from(from, step, self.cylinder)?;
        let shown = self.v.shown_file(to.file());
        let inside = self
            .within
            .is_none_or(|zone| zone.contains(shown, to.rank()));
        inside.then_some(to)
    }

    /// The squares of consecutive legs from `origin`, up to the edge, to the mover's own square or
    /// until the path would repeat itself.
    pub fn trace(&self, legs: &[Leg], repeat: bool, origin: Square) -> Vec<PathStep> {
        let mut path = Vec::new();
        let mut visited = HashSet::new();
        let mut sq = origin;
        // repeated legs reach a square at most once in each phase before they return to the origin
        let phases = |leg: &Leg| match leg.end {
            LegEnd::Steps(n) => usize::from(n),
            LegEnd::Slide | LegEnd::Hop { .. } => 1,
        };
        let longest = 256 * legs.iter().map(phases).sum::<usize>();
        loop {
            for (i, leg) in legs.iter().enumerate() {
                let steps = leg.end.max_steps();
                let once = matches!(
                    leg.end,
                    LegEnd::Hop {
                        immediate: true,
                        ..
                    }
                );
                for _ in 0..steps {
                    let Some(next) = self.go(sq, leg.step) else {
                        return path;
                    };
                    let again = !visited.insert((i, next)) && steps == usize::MAX;
                    if next == self.from || again || path.len() >= longest {
                        return path;
                    }
                    path.push(self.step(next, leg));
                    sq = next;
                    if once {
                        return path;
                    }
                }
            }
            if !repeat {
                return path;
            }
        }
    }

    fn step(&self, sq: Square, leg: &Leg) -> PathStep {
        let step = PathStep::new(sq, leg.rights, leg.over.into());
        let rules = &self.v.rules;
        let limited = !rules.zones.confined.is_empty() || rules.grid.is_some();
        if !limited || self.v.may_go(self.id, self.from, sq) {
            step
        } else {
            step.without_rights()
        }
    }
}
