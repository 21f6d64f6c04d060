//! Moves that are neither plain leaps nor plain slides: their compiled paths.

use super::trace::Tracer;
use crate::movegen::MoveTables;
use crate::movegen::path::{Exit, Occupants, Path, PathStep};
use crate::types::{Square, Step};
use crate::variant::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Platform, Rights};

/// The paths of a piece's earlier moves from the same square, each with a flag for first moves.
pub(super) type Earlier = Vec<(bool, Vec<PathStep>)>;

impl MoveTables {
    /// The path of a move from this square; `None` if the move has no path there.
    pub(super) fn path(
        &mut self,
        tracer: Tracer,
        m: &MoveDescriptor,
        earlier: &mut Earlier,
    ) -> Option<Path> {
        let virgin = m.condition == Condition::Virgin && !self.rules.pushes_by_rank(tracer.id);
        let mut push = false;
        let start = match &m.shape {
            MoveShape::Castling { .. } | MoveShape::Double { .. } => return None,
            MoveShape::MultiPath {
                twice,
                once,
                rights,
            } => self.multi_path(tracer, *twice, *once, *rights)?,
            MoveShape::Path { legs, .. } if m.is_hopper() => self.hops(tracer, legs)?,
            MoveShape::Path { legs, repeat } => {
                push = m.en_passant;
                let mut path = tracer.trace(legs, *repeat, tracer.from);
                let whole = (virgin, path.clone());
                share_prefix(&mut path, virgin, earlier);
                earlier.push(whole);
                self.add_steps(path)?
            }
        };
        Some(Path {
            virgin,
            push,
            double_step: self.double_step(start).filter(|_| push),
            ..Path::new(start)
        })
    }

    /// The squares of a path that only makes a quiet move over one empty square. If this is a push, it is the orthodox
    /// pawn's double step.
    fn double_step(&self, start: u32) -> Option<[Square; 2]> {
        let [over, to] = *self.steps.get(start as usize..)?.first_chunk()?;
        let empty = PathStep::new(over.sq, Rights::NONE, Occupants::EMPTY);
        let last = PathStep::new(to.sq, Rights::QUIET, Occupants::NONE);
        ([over, to] == [empty, last]).then_some([over.sq, to.sq])
    }

    /// Adds the squares of a path to the tables; `None` if the path has no squares.
    pub(super) fn add_steps(&mut self, mut path: Vec<PathStep>) -> Option<u32> {
        let start = self.steps.len() as u32;
        let last = path.last_mut()?;
        *last = last.ending();
        self.steps.append(&mut path);
        Some(start)
    }

    /// Three paths over two squares to the same target, tried in turn.
    fn multi_path(
        &mut self,
        tracer: Tracer,
        twice: Step,
        once: Step,
        rights: Rights,
    ) -> Option<u32> {
        let Tracer { v, id, from, .. } = tracer;
        let go = |sq: Square, step| tracer.go(sq, step);
        // the target does not depend on intermediate squares being on the board
        let sum = Step::new(2 * twice.files + once.files, 2 * twice.ranks + once.ranks);
        let to = go(from, sum).filter(|&to| to != from)?;
        if !v.may_go(id, from, to) {
            return None;
        }
        let start = self.steps.len() as u32;
        for (first, second) in [(twice, twice), (twice, once), (once, twice)] {
            let way = go(from, first).and_then(|sq| Some([sq, go(sq, second)?]));
            // a path that leaves the board is blocked: its squares are replaced by the mover's own square, which is
            // never empty
            let next = self.steps.len() as u32 + 3;
            for sq in way.unwrap_or([from, from]) {
                let step = PathStep::new(sq, Rights::NONE, Occupants::EMPTY);
                self.steps.push(if next < start + 9 {
                    step.branching(Occupants::PIECE, Exit::Detour, next)
                } else {
                    step
                });
            }
            self.steps.push(PathStep::new(to, rights, Occupants::NONE));
        }
        Some(start)
    }

    /// The approach of a hopper, with a branch beyond a platform on each of its squares.
    fn hops(&mut self, tracer: Tracer, legs: &[Leg]) -> Option<u32> {
        let (approach, beyond) = legs.split_first()?;
        let LegEnd::Hop {
            platform, collide, ..
        } = approach.end
        else {
            return None;
        };
        let mut platforms = Occupants::PIECE;
        if platform == Platform::Friend {
            platforms = platforms.without(Occupants::ENEMY);
        }
        // a piece of the same side ends a leg that may capture
        if approach.rights.capture {
            platforms = platforms.without(Occupants::FRIEND);
        }
        let mut path = tracer.trace(&[*approach], false, tracer.from);
        let mut before = tracer.from;
        for step in &mut path {
            let start = if collide { before } else { step.sq };
            before = step.sq;
            let beyond = tracer.trace(beyond, false, start);
            if let Some(branch) = self.add_steps(beyond) {
                *step = step.branching(platforms, Exit::Hop, branch);
            }
        }
        self.add_steps(path)
    }
}

/// Removes the rights from the start of a path where an earlier path already has these rights: the two branches of a
/// bent slider share their first squares.
fn share_prefix(path: &mut [PathStep], virgin: bool, earlier: &Earlier) {
    let common = |other: &[PathStep]| path.iter().zip(other).take_while(|(a, b)| a == b).count();
    let same = earlier.iter().filter(|(other, _)| *other == virgin);
    let shared = same.map(|(_, line)| common(line)).max().unwrap_or(0);
    for step in &mut path[..shared] {
        *step = step.without_rights();
    }
}
