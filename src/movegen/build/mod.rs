//! Compiles the move tables when a variant is loaded.

mod attack_maps;
mod attack_origins;
mod attack_paths;
mod doubles;
mod goals;
mod paths;
mod promotion;
mod rules;
mod sets;
mod trace;

use std::sync::Arc;

use self::paths::Earlier;
use self::trace::Tracer;
use super::MoveTables;
use super::entry::{AttackOrigins, Entry, EntryKind, Run, Slide};
use super::move_sets::MoveSets;
use super::path::{Exit, Occupants, Path, PathStep};
use super::rules::RuleTables;
use crate::types::{Bitboard, ByColor, Color, Square, TypeId, TypeSet};
use crate::variant::properties;
use crate::variant::{Condition, Leg, MoveDescriptor, Rights, Royalty, Variant};

impl MoveTables {
    /// Compiles the moves of a variant.
    pub fn new(variant: Arc<Variant>) -> MoveTables {
        let careful = rules::with_careful_royals(&variant);
        let v = &*careful;
        let types = v.pieces.len();
        let mut tables = MoveTables {
            entries: vec![Entry::default(); (types + 1) * 256],
            leaps: Vec::new(),
            slides: Vec::new(),
            paths: Vec::new(),
            steps: Vec::new(),
            sets: MoveSets::new(v),
            attack_origins: vec![AttackOrigins::default(); 256],
            plain_attackers: Box::new([TypeSet::EMPTY; 256]),
            path_types: TypeSet::EMPTY,
            path_reach: vec![Bitboard::EMPTY; (types + 1) * 256],
            promotions: ByColor::from_fn(|color| promotion::by_file(v, color)),
            decides_early: false,
            bare_royals_draw: false,
            orthodox_royals: properties::are_royals_orthodox(v),
            color_bound: properties::color_bound(v),
            royal_kinds: v.by_type(Royalty::None, |id| v.piece(id).royalty),
            royal_groups: properties::royal_groups(v),
            royal_promotion: false,
            has_royals: v.needs_royal(),
            rules: RuleTables::new(v),
            variant: variant.clone(),
        };
        for (id, _) in v.types() {
            for sq in v.squares() {
                let moves = v.moves_at(id, v.shown_file(sq.file()), sq.rank());
                tables.compile(v, id, moves, sq);
            }
        }
        let zones = ByColor::from_fn(|color| v.promotion_zone(color));
        for (id, _) in v.types() {
            for sq in v.squares() {
                tables.note_doubles(id, sq);
                let changes = tables.may_change(id, sq, &zones);
                tables.entries[id.index() << 8 | sq.index()].changes = changes;
            }
        }
        if tables.path_types.is_empty() {
            // never read
            tables.path_reach = Vec::new();
        }
        tables.build_attack_origins(v);
        tables.build_sets();
        let choices = tables.rules.choices.iter().flatten();
        tables.royal_promotion = (tables.promotions.iter().flatten().chain(choices).flatten())
            .any(|choice| v.is_royal(choice.id));
        tables.bare_royals_draw = properties::are_bare_royals_harmless(v);
        tables.decides_early = tables.bare_royals_draw || tables.rules.more_wins;
        tables
    }

    /// Compiles the moves of a type from one square.
    fn compile(&mut self, v: &Variant, id: TypeId, moves: &[MoveDescriptor], from: Square) {
        let tracer = |cylinder| Tracer {
            v,
            id,
            from,
            cylinder,
            within: None,
        };
        let mut reached = Reached::default();
        let legs: Vec<Leg> = moves.iter().filter_map(MoveDescriptor::plain_leg).collect();
        let mut paths = Vec::new();
        let mut entry = self.plain_moves(tracer(false), &legs, &mut paths, &mut reached);
        entry.only_hops = entry.leaps.len() + entry.slides.len() + paths.len() == 0;
        // slides over squares where the piece may not stop attack like other slides
        let with_gaps = paths.len();
        let mut earlier = Earlier::new();
        let by_rank = self.rules.pushes_by_rank(id);
        for m in moves
            .iter()
            .filter(|m| m.plain_leg().is_none())
            .filter(|m| condition_holds(v, id, (m.condition, by_rank), from))
        {
            let path = self.path(tracer(m.cylinder), m, &mut earlier);
            // a hopper may have no room for a path at the edge
            entry.only_hops &= path.is_some() == m.is_hopper();
            paths.extend(path);
        }
        for (zone, m) in v.moves_on_lines(id, v.shown_file(from.file()), from.rank()) {
            let within = Some(zone);
            let tracer = Tracer {
                within,
                ..tracer(m.cylinder)
            };
            let path = self.path(tracer, m, &mut earlier);
            entry.only_hops &= path.is_none() || m.is_hopper();
            paths.extend(path);
        }
        let mut reach = Bitboard::EMPTY;
        for path in &mut paths[with_gaps..] {
            let (duplicates, captures) = self.mark(path, &mut reached);
            entry.duplicates |= duplicates;
            path.reach = captures;
            reach |= captures;
        }
        if !reach.is_empty() {
            self.path_types.insert(id);
            self.path_reach[id.index() << 8 | from.index()] = reach;
        }
        entry.kind = self.kind(v, (id, from), &entry, &paths);
        entry.paths = Run::append(&mut self.paths, &paths);
        self.entries[id.index() << 8 | from.index()] = entry;
    }

    /// Adds the squares where a type may capture by double moves.
    fn note_doubles(&mut self, id: TypeId, from: Square) {
        let (captures, _) = self.double_reach(id, from);
        if !captures.is_empty() {
            self.path_types.insert(id);
            self.path_reach[id.index() << 8 | from.index()] |= captures;
        }
    }

    /// The plain leaps and slides of a piece, sorted by rights (move, capture or both). A slide over squares where the piece
    /// may not stop becomes a path.
    fn plain_moves(
        &mut self,
        tracer: Tracer,
        legs: &[Leg],
        paths: &mut Vec<Path>,
        reached: &mut Reached,
    ) -> Entry {
        let mut entry = Entry::default();
        let (mut targets, mut slides) = (Vec::new(), Vec::new());
        for rights in [Rights::BOTH, Rights::CAPTURE, Rights::QUIET] {
            let (leaps_before, slides_before) = (targets.len(), slides.len());
            for leg in legs.iter().filter(|leg| leg.rights == rights) {
                let mut path = tracer.trace(&[*leg], false, tracer.from);
                for step in &path {
                    entry.duplicates |= reached.add(step.sq, step.rights);
                }
                let stops = |step: &PathStep| step.rights.any();
                path.truncate(path.iter().rposition(stops).map_or(0, |last| last + 1));
                match path[..] {
                    [] => {}
                    [to] => targets.push(to.sq),
                    [first, ..] if path.iter().all(stops) => slides.push(Slide {
                        step: first.sq.0.wrapping_sub(tracer.from.0),
                        len: path.len() as u8,
                    }),
                    _ => paths.extend(self.add_steps(path).map(Path::new)),
                }
            }
            entry.leaps.count(rights, targets.len() - leaps_before);
            entry.slides.count(rights, slides.len() - slides_before);
        }
        entry.leaps.start = Run::append(&mut self.leaps, &targets).start;
        entry.slides.start = Run::append(&mut self.slides, &slides).start;
        entry
    }

    /// Whether a path reaches a square that was reached before with the same rights; and all squares that it
    /// may attack.
    fn mark(&self, path: &Path, reached: &mut Reached) -> (bool, Bitboard) {
        let (mut duplicates, mut own) = (false, Reached::default());
        let arrive = |way: &mut Reached, sq: Square, rights: Rights| {
            // a path may reach a square twice: around a cylinder, or back from a platform
            duplicates |= way.add(sq, rights);
            // a hopper that reaches a square over different platforms makes no duplicates: only one of the platforms
            // can be used
            let again = own.add(sq, rights);
            duplicates |= reached.add(sq, rights) && !again;
        };
        let pass = |way: Reached, _: Square, _: Occupants, exit: Exit| match exit {
            Exit::Detour => Some(Reached::default()),
            Exit::Next | Exit::Hop => Some(way),
        };
        self.walk(path, Reached::default(), &mut (arrive, pass));
        (duplicates, own.attacks)
    }

    /// The kind of tables that generate these moves.
    fn kind(
        &self,
        v: &Variant,
        (id, from): (TypeId, Square),
        entry: &Entry,
        paths: &[Path],
    ) -> EntryKind {
        let pawn = id.is_pawn();
        let (leaps, slides) = (entry.leaps, entry.slides);
        if !self.barred_from(id).is_empty() {
            return EntryKind::General;
        }
        if !pawn {
            return if leaps.is_plain() && slides.is_plain() && paths.is_empty() {
                EntryKind::Plain
            } else {
                EntryKind::General
            };
        }
        let mut targets: Vec<Square> = leaps.of(&self.leaps).to_vec();
        for path in paths {
            match path.double_step {
                Some([_, to]) => targets.push(to),
                None => return EntryKind::General,
            }
        }
        let leaving = v.rules.promotion.leaving && promotion::promotes(v, id, from);
        let special = |&to: &Square| promotion::promotes(v, id, to) || self.is_dead_end(id, to);
        let promoting = leaving || targets.iter().any(special);
        if leaps.both == 0 && slides.of(&self.slides).is_empty() && !promoting {
            EntryKind::Pawn
        } else {
            EntryKind::General
        }
    }
}

/// The targets of moves by their rights.
#[derive(Clone, Copy, Default)]
struct Reached {
    captures: Bitboard,
    /// The targets of captures that attack royals.
    attacks: Bitboard,
    quiets: Bitboard,
    own: Bitboard,
}

impl Reached {
    /// Adds a square; true if the square was reached before with the same rights.
    #[inline]
    fn add(&mut self, sq: Square, rights: Rights) -> bool {
        let again = rights.capture && self.captures.contains(sq)
            || rights.quiet && self.quiets.contains(sq)
            || rights.own && self.own.contains(sq);
        if rights.own {
            self.own.insert(sq);
        }
        if rights.capture {
            self.captures.insert(sq);
        }
        if rights.attacks() {
            self.attacks.insert(sq);
        }
        if rights.quiet {
            self.quiets.insert(sq);
        }
        again
    }
}

fn condition_holds(
    v: &Variant,
    id: TypeId,
    (condition, by_rank): (Condition, bool),
    from: Square,
) -> bool {
    let color = match id {
        TypeId::BLACK_PAWN => Color::Black,
        _ => Color::White,
    };
    match condition {
        Condition::Virgin if by_rank => from.file() < v.files && v.pushes_from(color, from.rank()),
        Condition::Always | Condition::Virgin => true,
        Condition::BeyondStart => {
            from.rank() == v.rank_beyond_start(color) && !v.is_hole(from.file(), v.pawn_rank(color))
        }
    }
}
