//! From the moves of a game as data to its move tables.

mod program;

use std::sync::Arc;

use super::MoveTables;
use super::tables::{
    Approach, ByRights, Entry, EntryKind, Program, ProgramKind, PromotionChoice, Run, Slide,
};
use super::trace::{PathStep, trace};
use crate::types::{BEYOND, ByColor, Color, Square, SquareSet, TypeId};
use crate::variant::{
    Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, PromotesTo, Rights, Royalty, Variant,
};

impl MoveTables {
    /// Compiles the moves of a game.
    pub fn new(variant: Arc<Variant>) -> MoveTables {
        let careful = super::goals::with_careful_royals(&variant);
        let v = &*careful;
        let types = v.pieces.len();
        let mut tables = MoveTables {
            entries: vec![Entry::default(); (types + 1) * 256],
            leaps: Vec::new(),
            slides: Vec::new(),
            programs: Vec::new(),
            paths: Vec::new(),
            hops: Vec::new(),
            approaches: vec![Approach::default(); 256],
            rays: Vec::new(),
            leap_origins: Vec::new(),
            riders: Vec::new(),
            odd_types: 0,
            odd_reach: vec![SquareSet::EMPTY; (types + 1) * 256],
            promotions: ByColor::from_fn(|color| promotions(v, color)),
            hill: v.rules.win.hill.map(|id| (id, hill_squares(v))),
            decides_early: false,
            bare_royals_draw: false,
            orthodox_royals: super::traits::are_royals_orthodox(v),
            shade_bound: super::traits::shade_bound(v),
            royal_kinds: std::iter::once(Royalty::None)
                .chain(v.pieces.iter().map(|p| p.royalty))
                .collect(),
            royals_face: v.rules.zones.facing_is_illegal,
            royal_promotion: false,
            gates: !v.rules.gating.types.is_empty(),
            drops: v.rules.drops.is_some(),
            drops_must_not_mate: v.rules.drops.as_ref().is_some_and(|drops| {
                let mut kinds = drops.kinds.iter().flatten();
                kinds.any(|kind| kind.no_mate)
            }),
            has_goals: !v.rules.win.only_royals_decide(),
            has_royals: v.needs_royal(),
            vanishing: (v.rules.win.extinction.clone()).map(|types| {
                let kinds = types.into_iter();
                kinds.map(|id| v.kind(id)).collect()
            }),
            baring: super::goals::baring(v),
            glass: v.has_glass(),
            revised: v.has_glass() || v.rules.has_gates(),
            explodes: v.rules.win.explosion.is_some(),
            compulsory: v.rules.win.compulsory_captures,
            variant: variant.clone(),
        };
        for (id, _) in v.types() {
            for sq in v.squares() {
                let moves = v.moves_at(id, v.shown_file(sq.file()), sq.rank());
                tables.compile(v, id, moves, sq);
            }
        }
        tables.compile_approaches(v);
        tables.royal_promotion = (tables.promotions.iter().flatten().flatten())
            .any(|choice| v.piece(choice.id).royalty.is_royal());
        tables.bare_royals_draw = super::approach::are_bare_royals_harmless(v);
        tables.decides_early = tables.bare_royals_draw || tables.has_goals;
        tables
    }

    fn compile(&mut self, v: &Variant, id: TypeId, moves: &[MoveDescriptor], from: Square) {
        let mut entry = Entry::default();
        let kinds = [
            Rights::BOTH,
            Rights {
                capture: true,
                quiet: false,
            },
            Rights {
                capture: false,
                quiet: true,
            },
        ];
        let plain = |m: &MoveDescriptor| plain_leg(m);
        let mut reached = [SquareSet::EMPTY; 2];
        let (mut targets, mut slides) = (Vec::new(), Vec::new());
        let mut programs = Vec::new();
        let mut counts = [[0u16; 3]; 2];
        for (i, rights) in kinds.into_iter().enumerate() {
            let legs = moves
                .iter()
                .filter_map(plain)
                .filter(|leg| leg.rights == rights);
            for leg in legs {
                let mut path = trace(v, &[leg], false, false, from, from);
                bar(v, id, &mut path);
                for step in &path {
                    entry.twins |= reach(&mut reached, *step);
                }
                let stops = |step: &PathStep| step.captures() || step.quiet();
                path.truncate(path.iter().rposition(stops).map_or(0, |last| last + 1));
                if !path.iter().all(stops) {
                    programs.push(Program {
                        path: append(&mut self.paths, &path),
                        ..Program::new(ProgramKind::Line)
                    });
                    continue;
                }
                match path.len() {
                    0 => {}
                    1 => {
                        targets.push(path[0].sq);
                        counts[0][i] += 1;
                    }
                    len => {
                        slides.push(Slide {
                            step: path[0].sq.0.wrapping_sub(from.0),
                            len: len as u8,
                        });
                        counts[1][i] += 1;
                    }
                }
            }
        }
        let by_rights = |run: Run, [both, capture, quiet]: [u16; 3]| ByRights {
            start: run.start,
            both,
            capture,
            quiet,
        };
        entry.leaps = by_rights(append(&mut self.leaps, &targets), counts[0]);
        entry.slides = by_rights(append(&mut self.slides, &slides), counts[1]);
        // slides over squares where the piece may not stop: they are looked for like other slides,
        // see `compile_approaches`
        let with_gaps = programs.len();
        let mut lines: Vec<(bool, Vec<PathStep>)> = Vec::new();
        for m in moves.iter().filter(|m| plain(m).is_none()) {
            if !condition_holds(v, id, m.condition, from) {
                continue;
            }
            programs.extend(self.program(v, id, m, from, &mut lines));
        }
        for program in &mut programs[with_gaps..] {
            let path = program.path.of(&self.paths);
            let path = if program.kind == ProgramKind::MultiPath {
                &path[..1]
            } else {
                path
            };
            let hops = program
                .hops
                .of(&self.hops)
                .iter()
                .flat_map(|run| run.of(&self.paths));
            program.picky = hops.clone().any(|step| step.is_picky());
            // one walk may come to a square twice: round a cylinder, or back from a platform
            let second = program.hops.of(&self.hops).iter().enumerate();
            for (i, run) in second {
                let mut walk = [SquareSet::EMPTY; 2];
                for step in path[..=i].iter().chain(run.of(&self.paths)) {
                    entry.twins |= reach(&mut walk, *step);
                }
            }
            if program.hops.len == 0 {
                let mut walk = [SquareSet::EMPTY; 2];
                for step in path {
                    entry.twins |= reach(&mut walk, *step);
                }
            }
            let mut own = [SquareSet::EMPTY; 2];
            for step in path.iter().chain(hops) {
                // squares reached twice by one hopper (over different platforms) are not twins:
                // only one platform can be used
                if !twice(&own, *step) {
                    entry.twins |= reach(&mut reached, *step);
                    reach(&mut own, *step);
                }
                if step.captures() {
                    program.reach.insert(step.sq);
                    self.odd_reach[id.index() << 8 | from.index()].insert(step.sq);
                    self.odd_types |= 1 << id.0;
                }
            }
        }
        let pawn = id.is_pawn();
        let is_push = |p: &Program| matches!(p.kind, ProgramKind::Push { .. });
        entry.kind =
            if !pawn && entry.leaps.is_plain() && entry.slides.is_plain() && programs.is_empty() {
                EntryKind::Plain
            } else if pawn
                && entry.leaps.both == 0
                && entry.slides.of(&self.slides).is_empty()
                && programs.iter().all(is_push)
                && !targets.iter().any(|&to| promotes(v, id, to))
                && !programs
                    .iter()
                    .any(|p| matches!(p.kind, ProgramKind::Push { to, .. } if promotes(v, id, to)))
            {
                EntryKind::Pawn
            } else {
                EntryKind::General
            };
        entry.programs = append(&mut self.programs, &programs);
        self.entries[id.index() << 8 | from.index()] = entry;
    }
}

pub(super) fn append<T: Copy>(pool: &mut Vec<T>, items: &[T]) -> Run {
    let start = pool.len() as u32;
    pool.extend_from_slice(items);
    Run {
        start,
        len: items.len() as u32,
    }
}

/// The leg of a plain leap or slide.
pub(super) fn plain_leg(m: &MoveDescriptor) -> Option<Leg> {
    match &m.shape {
        MoveShape::Path {
            legs,
            repeat: false,
        } if legs.len() == 1
            && !m.cylinder
            && m.condition == Condition::Always
            && legs[0].over == Over::EMPTY
            && !matches!(legs[0].end, LegEnd::Hop { .. }) =>
        {
            Some(legs[0])
        }
        _ => None,
    }
}

/// Takes the rights on squares where the piece may not stop.
fn bar(v: &Variant, id: TypeId, path: &mut [PathStep]) {
    if v.rules.zones.confined.is_empty() {
        return;
    }
    for step in path {
        if !v.may_stop(id, step.sq.file(), step.sq.rank()) {
            *step = step.without_rights();
        }
    }
}

/// Marks the square as reached; true if it was reached before by the same kind of move.
fn reach(reached: &mut [SquareSet; 2], step: PathStep) -> bool {
    let again = twice(reached, step);
    if step.captures() {
        reached[0].insert(step.sq);
    }
    if step.quiet() {
        reached[1].insert(step.sq);
    }
    again
}

fn twice(reached: &[SquareSet; 2], step: PathStep) -> bool {
    step.captures() && reached[0].contains(step.sq) || step.quiet() && reached[1].contains(step.sq)
}

fn condition_holds(v: &Variant, id: TypeId, condition: Condition, from: Square) -> bool {
    match condition {
        Condition::Always | Condition::Virgin => true,
        Condition::BeyondStart => {
            let (start, rank) = if id == TypeId::BLACK_PAWN {
                let start = v.pawn_rank(Color::Black);
                (start, start.wrapping_sub(1))
            } else {
                let start = v.pawn_rank(Color::White);
                (start, start + 1)
            };
            from.rank() == rank && !v.is_hole(from.file(), start)
        }
    }
}

/// True if a pawn of this type could be promoted there, whichever colour it has.
fn promotes(v: &Variant, id: TypeId, sq: Square) -> bool {
    (Color::ALL.iter()).any(|&c| v.is_pawn(id, c) && v.promotes_at(c, sq.file(), sq.rank()))
}

fn hill_squares(v: &Variant) -> SquareSet {
    let middle = |n: u8| [(n - 1) / 2, n / 2];
    let mut set = SquareSet::EMPTY;
    for rank in middle(v.ranks) {
        let files = middle(v.files).into_iter();
        let files = files.filter(|&file| !v.is_hole(file, rank));
        files.for_each(|file| set.insert(Square::at(file, rank)));
    }
    set
}

fn promotions(v: &Variant, color: Color) -> Vec<Vec<PromotionChoice>> {
    let start_count = |id: TypeId| {
        v.start_pieces()
            .iter()
            .filter(|piece| piece.color == color && piece.id == id)
            .count() as u8
    };
    let choice = |id: TypeId| PromotionChoice {
        id,
        limit: if v.rules.promotion.captured || v.piece(id).royalty.is_royal() {
            start_count(id)
        } else {
            u8::MAX
        },
    };
    let by_file = |file: usize| -> Vec<PromotionChoice> {
        match &v.rules.promotion.to {
            PromotesTo::Choice(choices) => choices[color]
                .distinct
                .iter()
                .map(|&id| choice(id))
                .collect(),
            PromotesTo::ByFile(files) => files[color]
                .get(file)
                .copied()
                .flatten()
                .map(choice)
                .into_iter()
                .collect(),
        }
    };
    let files = 0..if v.has_glass() { 2 * BEYOND } else { v.files };
    files
        .map(|file| by_file(usize::from(v.shown_file(file))))
        .collect()
}
