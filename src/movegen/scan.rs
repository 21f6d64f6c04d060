//! Where pieces bear on: what the evaluation asks of the move tables.

use super::MoveTables;
use super::tables::{ProgramKind, Ray};
use super::trace::{PathStep, occupant};
use crate::board::Position;
use crate::board::position::{Cell, EMPTY, color_bit};
use crate::types::{Color, Square, SquareSet, TypeId};

/// What a piece may do on a square that it comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// It could capture there.
    pub capture: bool,
    /// It could go there, were the square empty.
    pub quiet: bool,
}

impl Means {
    const BOTH: Means = Means {
        capture: true,
        quiet: true,
    };
    const CAPTURE: Means = Means {
        capture: true,
        quiet: false,
    };
    const QUIET: Means = Means {
        capture: false,
        quiet: true,
    };
    /// In the order of the parts of a [`super::tables::ByRights`].
    pub(super) const KINDS: [Means; 3] = [Means::BOTH, Means::CAPTURE, Means::QUIET];

    pub(super) fn of(step: PathStep) -> Means {
        Means {
            capture: step.captures(),
            quiet: step.quiet(),
        }
    }
}

/// Paths of so many squares are told as lame leaps.
const LAME: usize = 3;

/// What a piece does that goes and captures alike.
#[derive(Clone, Debug)]
pub struct EvenMoves<'a> {
    /// Where it leaps to.
    pub leaps: &'a [Square],
    /// Where it slides, along each line from the nearest square to the farthest.
    pub slides: Vec<Vec<Square>>,
    /// Leaps for which some squares must be empty, these first.
    pub lame_leaps: Vec<(Vec<Square>, Square)>,
}

impl MoveTables {
    /// What a piece does from a square, first moves and castling left out, if it goes and captures
    /// everywhere alike, over empty squares or over anything; `None` if there is anything else that
    /// it does there, or a path too long to be told as lame leaps.
    pub fn even_moves(&self, id: TypeId, from: Square) -> Option<EvenMoves<'_>> {
        let entry = self.entry(id, from);
        if !entry.leaps.is_plain() || !entry.slides.is_plain() {
            return None;
        }
        let slides = entry.slides.of(&self.slides).iter();
        let mut moves = EvenMoves {
            leaps: entry.leaps.of(&self.leaps),
            slides: slides
                .map(|slide| along(from, slide.step, slide.len))
                .collect(),
            lame_leaps: Vec::new(),
        };
        let programs = entry.programs.of(&self.programs).iter();
        for program in programs.filter(|program| !program.virgin) {
            let path = program.path.of(&self.paths);
            let even = |step: &PathStep| step.captures() == step.quiet();
            match program.kind {
                ProgramKind::MultiPath if even(&path[0]) => {
                    for pair in path[1..].chunks_exact(2) {
                        let way = pair.iter().map(|step| step.sq).collect();
                        moves.lame_leaps.push((way, path[0].sq));
                    }
                }
                ProgramKind::Line if path.iter().all(even) && path.len() <= LAME => {
                    let mut way = Vec::new();
                    for step in path {
                        if step.captures() {
                            moves.lame_leaps.push((way.clone(), step.sq));
                        }
                        if step.walks() {
                            way.push(step.sq);
                        } else if !step.passes_all() {
                            return None;
                        }
                    }
                }
                _ => return None,
            }
        }
        Some(moves)
    }

    /// Shows every square that a piece bears on, with what stands there and what it may do there:
    /// those it could go to or capture on, and those it protects. First moves and castling do not
    /// count, and a square may be shown twice if two paths lead to it.
    #[inline(never)]
    pub fn visit_any(
        &self,
        pos: &Position,
        color: Color,
        id: TypeId,
        from: Square,
        visit: &mut impl FnMut(Square, Cell, Means),
    ) {
        let entry = self.entry(id, from);
        let parts = entry.leaps.parts(&self.leaps);
        for (leaps, means) in parts.into_iter().zip(Means::KINDS) {
            for &to in leaps {
                visit(to, pos.cell(to), means);
            }
        }
        let parts = entry.slides.parts(&self.slides);
        for (slides, means) in parts.into_iter().zip(Means::KINDS) {
            for slide in slides {
                let mut to = from;
                for _ in 0..slide.len {
                    to = Square(to.0.wrapping_add(slide.step));
                    let cell = pos.cell(to);
                    visit(to, cell, means);
                    if cell != EMPTY {
                        break;
                    }
                }
            }
        }
        let own = color_bit(color);
        for program in entry.programs.of(&self.programs) {
            if program.virgin {
                continue;
            }
            let path = program.path.of(&self.paths);
            match program.kind {
                ProgramKind::MultiPath => {
                    let open = |pair: &[PathStep]| pair.iter().all(|s| pos.cell(s.sq) == EMPTY);
                    if path[1..].chunks_exact(2).any(open) {
                        show(pos, path[0], visit);
                    }
                }
                ProgramKind::Line | ProgramKind::Push { .. } => visit_line(pos, own, path, visit),
                ProgramKind::Hop { friend_only } => {
                    for (i, &step) in path.iter().enumerate() {
                        show(pos, step, visit);
                        let cell = pos.cell(step.sq);
                        if cell == EMPTY {
                            continue;
                        }
                        let friend = cell & own != 0;
                        if friend && !step.ends_at_friends() || !friend && !friend_only {
                            let second = program.hops.of(&self.hops)[i];
                            visit_line(pos, own, second.of(&self.paths), visit);
                        }
                        break;
                    }
                }
            }
        }
    }

    /// The squares that a type can come to from a square in one move without capture if nothing
    /// is in the way, first moves left out.
    pub fn steps(&self, id: TypeId, from: Square) -> SquareSet {
        self.open_targets(id, from, |means| means.quiet)
    }

    /// The squares on which a type can capture from a square if nothing is in the way.
    pub fn strikes(&self, id: TypeId, from: Square) -> SquareSet {
        self.open_targets(id, from, |means| means.capture)
    }

    /// The squares to which a hopper could come beyond some platform.
    pub fn hop_targets(&self, id: TypeId, from: Square) -> SquareSet {
        let programs = self.entry(id, from).programs.of(&self.programs);
        let runs = programs.iter().filter(|program| !program.virgin);
        let runs = runs.flat_map(|program| program.hops.of(&self.hops));
        let steps = runs.flat_map(|run| run.of(&self.paths));
        let ends = steps.filter(|step| step.captures() || step.quiet());
        ends.map(|step| step.sq).collect()
    }

    fn open_targets(&self, id: TypeId, from: Square, wanted: impl Fn(Means) -> bool) -> SquareSet {
        let entry = self.entry(id, from);
        let mut set = SquareSet::EMPTY;
        let leaps = entry.leaps.parts(&self.leaps);
        let slides = entry.slides.parts(&self.slides);
        for (i, means) in Means::KINDS.into_iter().enumerate() {
            if !wanted(means) {
                continue;
            }
            leaps[i].iter().for_each(|&to| set.insert(to));
            for slide in slides[i] {
                let mut to = from;
                for _ in 0..slide.len {
                    to = Square(to.0.wrapping_add(slide.step));
                    set.insert(to);
                }
            }
        }
        for program in entry.programs.of(&self.programs) {
            let path = program.path.of(&self.paths);
            let path = match program.kind {
                ProgramKind::MultiPath => &path[..1],
                _ => path,
            };
            if !program.virgin {
                let fits = |step: &&PathStep| wanted(Means::of(**step));
                path.iter()
                    .filter(fits)
                    .for_each(|step| set.insert(step.sq));
            }
        }
        set
    }

    /// The lines on which plain riders could come to capture on a square: their squares, from the
    /// nearest to the farthest, each with the types that could come from there, one bit per type.
    pub fn lines_to(&self, target: Square) -> Vec<Vec<(Square, u64)>> {
        let rays = self.approaches[target.index()].rays.of(&self.rays).iter();
        let line = |ray: &Ray| {
            let riders = &self.riders[usize::from(ray.kind)];
            let squares = along(target, ray.step, ray.len).into_iter();
            squares.zip(riders[1..].iter().copied()).collect()
        };
        rays.map(line).collect()
    }

    /// The squares from which plain leapers could capture on a square, with their types, one bit per
    /// type; but for those on the lines of riders that go the same way.
    pub fn leaps_to(&self, target: Square) -> impl Iterator<Item = (Square, u64)> {
        let origins = self.approaches[target.index()].leaps.of(&self.leap_origins);
        origins.iter().map(|origin| (origin.sq, origin.types))
    }
}

/// So many squares from one on, which does not count.
fn along(from: Square, step: u8, len: u8) -> Vec<Square> {
    let next = |sq: &Square| Some(Square(sq.0.wrapping_add(step)));
    let squares = std::iter::successors(Some(from), next);
    squares.skip(1).take(usize::from(len)).collect()
}

#[inline]
fn show(pos: &Position, step: PathStep, visit: &mut impl FnMut(Square, Cell, Means)) {
    if step.captures() || step.quiet() {
        visit(step.sq, pos.cell(step.sq), Means::of(step));
    }
}

fn visit_line(
    pos: &Position,
    own: u8,
    path: &[PathStep],
    visit: &mut impl FnMut(Square, Cell, Means),
) {
    for &step in path {
        show(pos, step, visit);
        if !step.passes(occupant(pos.cell(step.sq), own)) {
            return;
        }
    }
}
