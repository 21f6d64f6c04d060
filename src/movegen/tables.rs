//! Compiled move tables: for every piece type and square what it can do there.
//!
//! Three kinds of moves, so that the fast ones never see the slow ones:
//! plain leaps are lists of target squares; plain slides are a step and the number of squares to
//! the edge; everything else (hoppers, lame, bent, cylinder, initial, multi-path moves) is a
//! *program*, a traced list of squares with what may happen on each. Attacks are answered from
//! tables indexed by the displacement of two squares, and for programs by re-tracing.

use std::sync::Arc;

use super::trace::{PathStep, trace};
use crate::board::position::EMPTY;
use crate::board::{Position, Square, SquareSet};
use crate::variant::{
    Color, Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Platform, Promotion, Rights, Royalty,
    Stalemate, Step, TypeId, Variant,
};

/// A run of entries in a pool.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    pub start: u32,
    pub len: u32,
}

impl Run {
    #[inline]
    pub fn of<T>(self, pool: &[T]) -> &[T] {
        &pool[self.start as usize..(self.start + self.len) as usize]
    }
}

/// Moves of one kind by what they may do: captures and quiet moves, captures only, quiet only.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ByRights {
    pub both: Run,
    pub capture: Run,
    pub quiet: Run,
}

/// An unobstructed ride of up to `len` steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    /// Added to the square's byte, wrapping.
    pub step: u8,
    pub len: u8,
}

/// The form of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProgramKind {
    /// Walk along the path.
    Line,
    /// Walk along the path; at a platform go on with the path of that index in `hops`.
    Hop { friend_only: bool },
    /// The target is the first square of the path; it is reached if one of the three following
    /// pairs of squares is empty.
    MultiPath,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Program {
    pub kind: ProgramKind,
    pub path: Run,
    /// One run of the path pool per square of the path, for hoppers.
    pub hops: Run,
    pub virgin: bool,
    /// A pawn push that leaves en-passant squares behind.
    pub push: bool,
    pub captures: bool,
}

/// What one type can do on one square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub leaps: ByRights,
    pub slides: ByRights,
    pub programs: Run,
    /// Two programs may lead to the same square.
    pub twins: bool,
}

/// Pieces of some types that ride to a displacement by the same step.
#[derive(Clone, Copy, Debug)]
pub(super) struct RideGroup {
    /// Step from the attacker towards the target.
    pub step: u8,
    /// One bit per type.
    pub types: u64,
}

/// The choice of a promotion, with the number of such pieces from which on it is not allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct PromotionChoice {
    pub id: TypeId,
    pub limit: u8,
}

/// The compiled moves of a game.
#[derive(Debug)]
pub struct MoveTables {
    pub(super) variant: Arc<Variant>,
    pub(super) entries: Vec<Entry>,
    pub(super) leaps: Vec<Square>,
    pub(super) slides: Vec<Slide>,
    pub(super) programs: Vec<Program>,
    pub(super) paths: Vec<PathStep>,
    pub(super) hops: Vec<Run>,
    /// Per displacement: types that capture over it by a plain leap or slide, if nothing is in the
    /// way. Almost every question about an attack ends here, so it comes first.
    pub(super) plain_attackers: Box<[u64; 1024]>,
    /// Per displacement: types that capture there by a plain leap.
    pub(super) leap_attackers: Box<[u64; 1024]>,
    /// Per displacement: runs in `ride_groups`.
    pub(super) ride_attackers: Box<[Run; 1024]>,
    pub(super) ride_groups: Vec<RideGroup>,
    /// Types that capture by programs.
    pub(super) odd_types: u64,
    /// Per type and square: where a program may capture, if nothing is in the way.
    pub(super) odd_reach: Vec<SquareSet>,
    /// Per colour and file: what a pawn may become.
    pub(super) promotions: [Vec<Vec<PromotionChoice>>; 2],
    pub(super) hill: Option<(TypeId, SquareSet)>,
    /// The game can be decided while there are legal moves.
    pub(super) decides_early: bool,
    /// Two lone royals can do nothing to each other: the game is drawn.
    pub(super) bare_royals_draw: bool,
    pub(super) royal_kinds: Vec<Royalty>,
}

impl MoveTables {
    /// Compiles the moves of a game.
    pub fn new(variant: Arc<Variant>) -> MoveTables {
        let v = &*variant;
        let types = v.pieces.len();
        let mut tables = MoveTables {
            entries: vec![Entry::default(); (types + 1) * 256],
            leaps: Vec::new(),
            slides: Vec::new(),
            programs: Vec::new(),
            paths: Vec::new(),
            hops: Vec::new(),
            plain_attackers: Box::new([0; 1024]),
            leap_attackers: Box::new([0; 1024]),
            ride_attackers: Box::new([Run::default(); 1024]),
            ride_groups: Vec::new(),
            odd_types: 0,
            odd_reach: vec![SquareSet::EMPTY; (types + 1) * 256],
            promotions: Color::ALL.map(|color| promotions(v, color)),
            hill: v.rules.hill.map(|id| (id, hill_squares(v))),
            decides_early: false,
            bare_royals_draw: false,
            royal_kinds: std::iter::once(Royalty::None)
                .chain(v.pieces.iter().map(|p| p.royalty))
                .collect(),
            variant: variant.clone(),
        };
        for (id, piece) in v.types() {
            for rank in 0..v.ranks {
                for file in 0..v.files {
                    tables.compile(v, id, &piece.moves, Square::at(file, rank));
                }
            }
        }
        tables.compile_attackers(v);
        tables.bare_royals_draw = tables.are_bare_royals_harmless(v);
        tables.decides_early =
            tables.bare_royals_draw || v.rules.hill.is_some() || v.rules.bare_king_loses;
        tables
    }

    /// The game.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    #[inline]
    pub(super) fn entry(&self, id: TypeId, sq: Square) -> &Entry {
        &self.entries[id.index() << 8 | sq.index()]
    }

    /// How many squares a type could move to or capture on from a square of the empty board.
    pub fn empty_board_targets(&self, id: TypeId, from: Square) -> usize {
        let entry = self.entry(id, from);
        let mut set = SquareSet::EMPTY;
        for run in [entry.leaps.both, entry.leaps.capture, entry.leaps.quiet] {
            run.of(&self.leaps).iter().for_each(|&sq| set.insert(sq));
        }
        for run in [entry.slides.both, entry.slides.capture, entry.slides.quiet] {
            for slide in run.of(&self.slides) {
                let mut sq = from;
                for _ in 0..slide.len {
                    sq = Square(sq.0.wrapping_add(slide.step));
                    set.insert(sq);
                }
            }
        }
        for program in entry
            .programs
            .of(&self.programs)
            .iter()
            .filter(|p| !p.virgin)
        {
            let path = program.path.of(&self.paths);
            let path = if program.kind == ProgramKind::MultiPath {
                &path[..1]
            } else {
                path
            };
            path.iter()
                .filter(|step| step.captures() || step.quiet())
                .for_each(|step| set.insert(step.sq));
        }
        set.iter().count()
    }

    /// How many plain moves a type can expect from a square of a board on which each square on the
    /// way is empty with the given chance: the crowded-board mobility of Betza.
    pub fn expected_plain(&self, id: TypeId, from: Square, empty_chance: f64) -> f64 {
        let entry = self.entry(id, from);
        let leaps = [entry.leaps.both, entry.leaps.capture, entry.leaps.quiet];
        let mut sum: f64 = leaps.iter().map(|run| f64::from(run.len)).sum();
        for run in [entry.slides.both, entry.slides.capture, entry.slides.quiet] {
            let slides = run.of(&self.slides).iter();
            sum += slides
                .map(|s| chance_series(empty_chance, i32::from(s.len)))
                .sum::<f64>();
        }
        sum
    }

    /// The same for all other moves. Moves only for virgin pieces do not count.
    pub fn expected_odd(&self, id: TypeId, from: Square, empty_chance: f64) -> f64 {
        let entry = self.entry(id, from);
        let mut sum = 0.0;
        for program in entry
            .programs
            .of(&self.programs)
            .iter()
            .filter(|p| !p.virgin)
        {
            let path = program.path.of(&self.paths);
            if program.kind == ProgramKind::MultiPath {
                sum += 1.0 - (1.0 - empty_chance * empty_chance).powi(3);
                continue;
            }
            let mut chance = 1.0;
            let hops = program.hops.of(&self.hops);
            for (i, step) in path.iter().enumerate() {
                if step.captures() || step.quiet() {
                    sum += chance;
                }
                if let Some(run) = hops.get(i) {
                    // the platform stands here
                    let second = chance_series(empty_chance, run.of(&self.paths).len() as i32);
                    sum += chance * (1.0 - empty_chance) * second;
                }
                if !step.jumps() {
                    chance *= empty_chance;
                }
            }
        }
        sum
    }

    /// Calls `visit` for every square where a piece on `from` could go or capture by a plain move,
    /// squares of its own pieces left out.
    #[inline]
    pub fn visit_plain(
        &self,
        pos: &Position,
        id: TypeId,
        from: Square,
        own: u8,
        mut visit: impl FnMut(Square),
    ) {
        let entry = self.entry(id, from);
        for run in [entry.leaps.both, entry.leaps.capture, entry.leaps.quiet] {
            for &to in run.of(&self.leaps) {
                if pos.cell(to) & own == 0 {
                    visit(to);
                }
            }
        }
        for run in [entry.slides.both, entry.slides.capture, entry.slides.quiet] {
            for slide in run.of(&self.slides) {
                let mut to = from;
                for _ in 0..slide.len {
                    to = Square(to.0.wrapping_add(slide.step));
                    let cell = pos.cell(to);
                    if cell & own == 0 {
                        visit(to);
                    }
                    if cell != EMPTY {
                        break;
                    }
                }
            }
        }
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
        for (i, rights) in kinds.into_iter().enumerate() {
            let legs: Vec<Leg> = moves
                .iter()
                .filter_map(plain)
                .filter(|leg| leg.rights == rights)
                .collect();
            let mut targets = Vec::new();
            let mut slides = Vec::new();
            for leg in legs {
                let path = trace(v, &[leg], false, false, from, from);
                for step in &path {
                    entry.twins |= reach(&mut reached, *step);
                }
                match path.len() {
                    0 => {}
                    1 => targets.push(path[0].sq),
                    len => slides.push(Slide {
                        step: path[0].sq.0.wrapping_sub(from.0),
                        len: len as u8,
                    }),
                }
            }
            let leaps = append(&mut self.leaps, &targets);
            let slides = append(&mut self.slides, &slides);
            let (l, s) = (&mut entry.leaps, &mut entry.slides);
            let slot = match i {
                0 => (&mut l.both, &mut s.both),
                1 => (&mut l.capture, &mut s.capture),
                _ => (&mut l.quiet, &mut s.quiet),
            };
            (*slot.0, *slot.1) = (leaps, slides);
        }
        let mut programs = Vec::new();
        let mut lines: Vec<(bool, Vec<PathStep>)> = Vec::new();
        for m in moves.iter().filter(|m| plain(m).is_none()) {
            if !condition_holds(v, id, m.condition, from) {
                continue;
            }
            programs.extend(self.program(v, m, from, &mut lines));
        }
        for program in &programs {
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
                    self.odd_reach[id.index() << 8 | from.index()].insert(step.sq);
                    self.odd_types |= 1 << id.0;
                }
            }
        }
        entry.programs = append(&mut self.programs, &programs);
        self.entries[id.index() << 8 | from.index()] = entry;
    }

    fn program(
        &mut self,
        v: &Variant,
        m: &MoveDescriptor,
        from: Square,
        lines: &mut Vec<(bool, Vec<PathStep>)>,
    ) -> Option<Program> {
        let mut program = Program {
            kind: ProgramKind::Line,
            path: Run::default(),
            hops: Run::default(),
            virgin: m.condition == Condition::Virgin,
            push: m.en_passant,
            captures: false,
        };
        let mut captures = false;
        match &m.shape {
            MoveShape::Castling { .. } => return None,
            MoveShape::MultiPath {
                twice,
                once,
                rights,
            } => {
                program.kind = ProgramKind::MultiPath;
                let go = |sq: Square, step| sq.offset(step, v.files, v.ranks, m.cylinder);
                let walk = |steps: [_; 2]| {
                    let first = go(from, steps[0])?;
                    Some([first, go(first, steps[1])?])
                };
                let orders = [[*twice, *twice], [*twice, *once], [*once, *twice]];
                // the target does not depend on intermediate squares being on the board
                let sum = Step::new(2 * twice.files + once.files, 2 * twice.ranks + once.ranks);
                let to = go(from, sum).filter(|&to| to != from)?;
                let leg = Leg::leap(*once, *rights);
                let mut path = vec![PathStep::new(to, &leg)];
                // an order that leaves the board is no path: its squares are the mover's own,
                // which is never empty
                for pair in orders.map(|order| walk(order).unwrap_or([from, from])) {
                    path.extend(pair.map(|sq| PathStep::new(sq, &leg)));
                }
                captures = rights.capture;
                program.path = append(&mut self.paths, &path);
            }
            MoveShape::Path { legs, repeat } => {
                let hop = legs
                    .iter()
                    .position(|leg| matches!(leg.end, LegEnd::Hop { .. }));
                let first = &legs[..hop.map_or(legs.len(), |i| i + 1)];
                let mut path = trace(v, first, *repeat, m.cylinder, from, from);
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
                        let second = trace(v, &legs[i + 1..], false, m.cylinder, start, from);
                        captures |= second.iter().any(|s| s.captures());
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
                captures |= path.iter().any(|s| s.captures());
                program.path = append(&mut self.paths, &path);
            }
        }
        program.captures = captures;
        Some(program)
    }

    /// True if a royal that attacks another one could always be captured by it, so that a position
    /// with one royal on each side and nothing else cannot be won by either side. Certain only if
    /// all royals capture alike, by plain leaps that go both ways.
    fn are_bare_royals_harmless(&self, v: &Variant) -> bool {
        let royals = v.types().filter(|(_, piece)| piece.royalty.is_royal());
        let mask = royals.fold(0, |mask, (id, _)| mask | (1u64 << id.0));
        let alike = |bits: u64| bits & mask == 0 || bits & mask == mask;
        let leaps = &self.leap_attackers;
        let both_ways = (1..1024).all(|d| leaps[d] & mask == leaps[1024 - d] & mask);
        let plain = self.odd_types & mask == 0
            && self.ride_groups.iter().all(|group| group.types & mask == 0);
        v.rules.stalemate == Stalemate::Draw
            && v.rules.hill.is_none()
            && !v.rules.bare_king_loses
            && plain
            && both_ways
            && leaps.iter().all(|&bits| alike(bits))
    }

    /// The tables that tell from a displacement who may capture over it.
    fn compile_attackers(&mut self, v: &Variant) {
        let mut groups: Vec<Vec<RideGroup>> = vec![Vec::new(); 1024];
        let center = Square::at(0, 0);
        for (id, piece) in v.types() {
            for leg in piece
                .moves
                .iter()
                .filter_map(plain_leg)
                .filter(|leg| leg.rights.capture)
            {
                let longest = match leg.end {
                    LegEnd::Steps(n) => i32::from(n),
                    _ => 15,
                };
                let (df, dr) = (i32::from(leg.step.files), i32::from(leg.step.ranks));
                for n in 1..=longest {
                    let (f, r) = (df * n, dr * n);
                    if f.abs() > 15 || r.abs() > 15 {
                        break;
                    }
                    let index = (center.displacement(center) as i32 + r * 32 + f) as usize;
                    self.plain_attackers[index] |= 1 << id.0;
                    if longest == 1 {
                        self.leap_attackers[index] |= 1 << id.0;
                        continue;
                    }
                    let step = (leg.step.ranks as u8)
                        .wrapping_mul(16)
                        .wrapping_add(leg.step.files as u8);
                    match groups[index].iter_mut().find(|group| group.step == step) {
                        Some(group) => group.types |= 1 << id.0,
                        None => groups[index].push(RideGroup {
                            step,
                            types: 1 << id.0,
                        }),
                    }
                }
            }
        }
        for (index, groups) in groups.iter().enumerate() {
            self.ride_attackers[index] = append(&mut self.ride_groups, groups);
        }
    }
}

/// 1 + p + p^2 + ..., `len` terms: the squares a slider can expect to reach.
fn chance_series(p: f64, len: i32) -> f64 {
    (1.0 - p.powi(len)) / (1.0 - p)
}

fn append<T: Copy>(pool: &mut Vec<T>, items: &[T]) -> Run {
    let start = pool.len() as u32;
    pool.extend_from_slice(items);
    Run {
        start,
        len: items.len() as u32,
    }
}

/// The leg of a plain leap or slide.
fn plain_leg(m: &MoveDescriptor) -> Option<Leg> {
    match &m.shape {
        MoveShape::Path {
            legs,
            repeat: false,
        } if legs.len() == 1
            && !m.cylinder
            && m.condition == Condition::Always
            && !legs[0].jumps
            && !matches!(legs[0].end, LegEnd::Hop { .. }) =>
        {
            Some(legs[0])
        }
        _ => None,
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

fn condition_holds(v: &Variant, id: TypeId, condition: Condition, from: Square) -> bool {
    match condition {
        Condition::Always | Condition::Virgin => true,
        Condition::BeyondStart => {
            let rank = if id == TypeId::BLACK_PAWN {
                v.pawn_rank(Color::Black).wrapping_sub(1)
            } else {
                v.pawn_rank(Color::White) + 1
            };
            from.rank() == rank
        }
    }
}

fn hill_squares(v: &Variant) -> SquareSet {
    let middle = |n: u8| [(n - 1) / 2, n / 2];
    let mut set = SquareSet::EMPTY;
    for rank in middle(v.ranks) {
        middle(v.files)
            .into_iter()
            .for_each(|file| set.insert(Square::at(file, rank)));
    }
    set
}

fn promotions(v: &Variant, color: Color) -> Vec<Vec<PromotionChoice>> {
    let start_count = |id: TypeId| {
        v.back_rank[color.index()]
            .iter()
            .filter(|other| **other == Some(id))
            .count() as u8
    };
    let choice = |id: TypeId| PromotionChoice {
        id,
        limit: if v.piece(id).royalty.is_royal() {
            start_count(id)
        } else {
            u8::MAX
        },
    };
    let by_file = |file: usize| -> Vec<PromotionChoice> {
        match &v.rules.promotion {
            Promotion::Choice(choices) => choices[color.index()]
                .distinct
                .iter()
                .map(|&id| choice(id))
                .collect(),
            Promotion::ByFile(files) => files[color.index()]
                .get(file)
                .copied()
                .flatten()
                .map(choice)
                .into_iter()
                .collect(),
        }
    };
    (0..usize::from(v.files)).map(by_file).collect()
}
