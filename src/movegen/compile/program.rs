//! Moves that are neither plain leaps nor plain slides: their traced paths.

use super::{append, bar};
use crate::movegen::MoveTables;
use crate::movegen::tables::{Program, ProgramKind};
use crate::movegen::trace::{PathStep, trace};
use crate::types::{Square, Step, TypeId};
use crate::variant::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Platform, Variant};

impl MoveTables {
    /// The program of a move from a square; `lines` are the paths of the piece's other moves there,
    /// each with whether it needs virginity.
    pub(super) fn program(
        &mut self,
        v: &Variant,
        id: TypeId,
        m: &MoveDescriptor,
        from: Square,
        lines: &mut Vec<(bool, Vec<PathStep>)>,
    ) -> Option<Program> {
        let mut program = Program {
            virgin: m.condition == Condition::Virgin,
            push: m.en_passant,
            ..Program::new(ProgramKind::Line)
        };
        match &m.shape {
            MoveShape::Castling { .. } => return None,
            MoveShape::MultiPath {
                twice,
                once,
                rights,
            } => {
                program.kind = ProgramKind::MultiPath;
                let go = |sq: Square, step| v.step_from(sq, step, m.cylinder);
                let walk = |steps: [_; 2]| {
                    let first = go(from, steps[0])?;
                    Some([first, go(first, steps[1])?])
                };
                let orders = [[*twice, *twice], [*twice, *once], [*once, *twice]];
                // the target does not depend on intermediate squares being on the board
                let sum = Step::new(2 * twice.files + once.files, 2 * twice.ranks + once.ranks);
                let to = go(from, sum).filter(|&to| to != from)?;
                if !v.may_stop(id, to.file(), to.rank()) {
                    return None;
                }
                let leg = Leg::leap(*once, *rights);
                let mut path = vec![PathStep::new(to, &leg)];
                // an order that leaves the board is no path: its squares are the mover's own,
                // which is never empty
                for pair in orders.map(|order| walk(order).unwrap_or([from, from])) {
                    path.extend(pair.map(|sq| PathStep::new(sq, &leg)));
                }
                program.path = append(&mut self.paths, &path);
            }
            MoveShape::Path { legs, repeat } => {
                let hop = legs
                    .iter()
                    .position(|leg| matches!(leg.end, LegEnd::Hop { .. }));
                let first = &legs[..hop.map_or(legs.len(), |i| i + 1)];
                let mut path = trace(v, first, *repeat, m.cylinder, from, from);
                bar(v, id, &mut path);
                if let Some(i) = hop
                    && let LegEnd::Hop {
                        platform, collide, ..
                    } = legs[i].end
                {
                    program.kind = ProgramKind::Hop {
                        friend_only: platform == Platform::Friend,
                    };
                    let mut runs = Vec::new();
                    let mut before = from;
                    for step in &path {
                        let start = if collide { before } else { step.sq };
                        let mut second = trace(v, &legs[i + 1..], false, m.cylinder, start, from);
                        bar(v, id, &mut second);
                        runs.push(append(&mut self.paths, &second));
                        before = step.sq;
                    }
                    program.hops = append(&mut self.hops, &runs);
                } else {
                    if path.is_empty() {
                        return None;
                    }
                    let key = (program.virgin, path.clone());
                    share_prefix(&mut path, program.virgin, lines);
                    lines.push(key);
                }
                if program.push
                    && program.kind == ProgramKind::Line
                    && let [over, to] = path[..]
                    && !over.captures()
                    && !over.quiet()
                    && over.walks()
                    && !to.captures()
                    && to.quiet()
                {
                    program.kind = ProgramKind::Push {
                        over: over.sq,
                        to: to.sq,
                    };
                }
                program.path = append(&mut self.paths, &path);
            }
        }
        Some(program)
    }
}

/// Takes the rights from the beginning of a path that an earlier one has already: the two branches
/// of a bent slider share their first squares.
fn share_prefix(path: &mut [PathStep], virgin: bool, lines: &[(bool, Vec<PathStep>)]) {
    let common = |other: &[PathStep]| path.iter().zip(other).take_while(|(a, b)| a == b).count();
    let shared = lines
        .iter()
        .filter(|(v, _)| *v == virgin)
        .map(|(_, line)| common(line))
        .max();
    for step in &mut path[..shared.unwrap_or(0)] {
        *step = step.without_rights();
    }
}
