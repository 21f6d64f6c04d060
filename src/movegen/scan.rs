//! Where pieces bear on: what the evaluation asks of the move tables.

use super::MoveTables;
use super::tables::{EntryKind, ProgramKind};
use super::trace::{PathStep, occupant};
use crate::board::position::{Cell, EMPTY, color_bit};
use crate::board::{Position, Square, SquareSet};
use crate::variant::{Color, TypeId};

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

impl MoveTables {
    /// Shows every square that a piece bears on, with what stands there: those it could go to or
    /// capture on, and those it protects. Only for a piece that does the same everywhere by plain
    /// moves; false if it is none, and then nothing is shown.
    #[inline]
    pub fn visit_plain(
        &self,
        pos: &Position,
        id: TypeId,
        from: Square,
        mut visit: impl FnMut(Square, Cell),
    ) -> bool {
        let entry = self.entry(id, from);
        if entry.kind != EntryKind::Plain {
            return false;
        }
        for &to in entry.leaps.of(&self.leaps) {
            visit(to, pos.cell(to));
        }
        for slide in entry.slides.of(&self.slides) {
            let mut to = from;
            for _ in 0..slide.len {
                to = Square(to.0.wrapping_add(slide.step));
                let cell = pos.cell(to);
                visit(to, cell);
                if cell != EMPTY {
                    break;
                }
            }
        }
        true
    }

    /// The same for any piece, with what it may do on each square. First moves and castling do not
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

    /// Shows the empty squares from which plain riders among `types` (one bit per type) could
    /// capture on a square, with the number of the kind of line (see [`MoveTables::riders_of`]),
    /// and those from which leapers among them could, with their types.
    #[inline]
    pub fn visit_approaches(
        &self,
        pos: &Position,
        target: Square,
        types: u64,
        mut on_line: impl FnMut(Square, usize),
        mut by_leap: impl FnMut(Square, u64),
    ) {
        let approach = &self.approaches[target.index()];
        for ray in approach.rays.of(&self.rays) {
            let riders = &self.riders[usize::from(ray.kind)];
            if riders[1] & types == 0 {
                continue;
            }
            let mut sq = target;
            for steps in 1..usize::from(ray.len) + 1 {
                sq = Square(sq.0.wrapping_add(ray.step));
                if pos.cell(sq) != EMPTY || riders[steps & 15] & types == 0 {
                    break;
                }
                on_line(sq, usize::from(ray.kind));
            }
        }
        for origin in approach.leaps.of(&self.leap_origins) {
            if origin.types & types != 0 && pos.cell(origin.sq) == EMPTY {
                by_leap(origin.sq, origin.types & types);
            }
        }
    }

    /// The types that capture along each kind of line, one bit per type.
    pub fn riders_of(&self) -> impl Iterator<Item = u64> {
        self.riders.iter().map(|riders| riders[1])
    }
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
