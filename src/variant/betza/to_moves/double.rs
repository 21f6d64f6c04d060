//! Terms that capture on the way: double moves.

use super::stride::Stride;
use super::{Collector, Reading, State};
use crate::types::Step;
use crate::variant::betza::direction;
use crate::variant::betza::error::{BetzaError, BetzaWarning};
use crate::variant::{Leg, LegEnd, MoveDescriptor, MoveShape, Over, Rights};

impl Collector<'_> {
    /// Adds a move whose first leg is one step with a capture, with its second leg. If the step may also be to an empty
    /// square, the move is an ordinary one there, unless it comes back.
    pub(super) fn double(
        &mut self,
        stride: Stride,
        direction: u32,
        state: &State,
    ) -> Result<(), BetzaError> {
        let [takes, ends] = [0, 1].map(|index| self.term.legs[index]);
        let first = stride.whole;
        let mut after = state.clone();
        if takes.modes.toggles() {
            after.toggle();
        }
        let empty = takes.modes.has("m") || takes.modes.toggles();
        let long = state.atom.sides().1;
        let set = ends.directions.rotate_left(direction);
        for direction in (0..8).filter(|d| set >> d & 1 != 0) {
            let short = if direction % 2 == 0 { 0 } else { long };
            let step = direction::step(direction, short, long);
            let then = Leg {
                end: after.reach().map_or(LegEnd::Slide, LegEnd::Steps),
                ..Leg::leap(step, ends.modes.rights())
            };
            let back = step == Step::new(-first.files, -first.ranks);
            self.branch()?;
            self.found = true;
            let double = MoveDescriptor {
                shape: MoveShape::Double {
                    first,
                    passes: empty && back && then.rights.quiet,
                    then,
                },
                ..MoveDescriptor::path(Vec::new())
            };
            if !self.reading.moves.contains(&double) {
                self.reading.moves.push(double);
            }
            if empty && !back {
                let over = Leg {
                    over: Over::EMPTY,
                    ..Leg::leap(first, Rights::NONE)
                };
                self.add(vec![over, then])?;
            }
        }
        Ok(())
    }
}

/// Lets pieces pass the turn if a separate term allows it (`mabK` beside `cabK`).
pub(super) fn pass_over_empty_squares(reading: &mut Reading) {
    let moves = std::mem::take(&mut reading.moves);
    let (out_and_back, mut others): (Vec<_>, Vec<_>) = moves
        .into_iter()
        .partition(|m| goes_out_and_back(m).is_some());
    for m in out_and_back {
        let step = goes_out_and_back(&m);
        let same = others.iter_mut().find_map(|m| match &mut m.shape {
            MoveShape::Double {
                first,
                passes,
                then,
            } if Some(*first) == step && then.step == -*first && then.rights.quiet => Some(passes),
            _ => None,
        });
        match same {
            Some(passes) => {
                *passes = true;
                reading
                    .warnings
                    .retain(|(_, kind)| *kind != BetzaWarning::ComesHome);
            }
            None => others.push(m),
        }
    }
    reading.moves = others;
}

/// The step of a quiet move to a neighbouring empty square and back.
fn goes_out_and_back(m: &MoveDescriptor) -> Option<Step> {
    let MoveShape::Path { legs, .. } = &m.shape else {
        return None;
    };
    let [out, back] = legs.as_slice() else {
        return None;
    };
    let plain = *out
        == Leg {
            over: Over::EMPTY,
            ..Leg::leap(out.step, Rights::NONE)
        };
    (plain && back.step == -out.step && back.rights.quiet).then_some(out.step)
}
