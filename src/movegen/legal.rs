//! Which pseudo-legal moves are legal.

use super::MoveTables;
use super::attack::occupant_if;
use super::tables::ProgramKind;
use super::trace::{EMPTY_SQUARE, ENEMY, PathStep};
use crate::board::position::{Cell, EMPTY, color_bit};
use crate::board::{Move, Position, Square, SquareSet};
use crate::variant::TypeId;

/// What is known about a position that settles the legality of most moves without trying them.
///
/// For a side with one royal: where it stands, which pieces are pinned to it, and in check which
/// squares a move must go to. The lines of plain moves are enough for that. An enemy piece with
/// other moves (hoppers, lame and bent pieces) adds pieces that may not leave their square untested
/// and squares that may not be entered untested; if it gives check, everything is tested.
#[derive(Clone, Copy, Debug)]
pub struct Legality {
    /// The side to move is in check.
    pub in_check: bool,
    /// Where the only royal stands; `None`: every move has to be tried.
    royal: Option<Square>,
    /// A piece checks by other than plain moves, so that no set of evasions is known.
    odd_check: bool,
    /// Own slots whose piece, by leaving its square, may open a way to the royal.
    pinned: u64,
    /// In check by plain moves: where a piece other than the royal has to go.
    evasions: SquareSet,
    /// Squares where a piece may become the platform of a hopper that aims at the royal.
    platforms: SquareSet,
    /// There are such squares.
    odd_danger: bool,
    /// There is no royal to be careful of.
    harmless: bool,
    /// Only captures are legal.
    pub must_capture: bool,
}

impl MoveTables {
    /// Looks at the royals of the side to move once, for all its moves.
    pub fn legality(&self, pos: &Position) -> Legality {
        let mut known = self.dangers(pos);
        if self.compulsory {
            known.must_capture = self.must_capture(pos, &known);
        }
        known
    }

    fn dangers(&self, pos: &Position) -> Legality {
        let us = pos.side();
        let royals = pos.royals(us);
        let mut known = Legality {
            in_check: false,
            royal: None,
            odd_check: false,
            pinned: 0,
            evasions: SquareSet::EMPTY,
            platforms: SquareSet::EMPTY,
            odd_danger: false,
            harmless: false,
            must_capture: false,
        };
        if royals.count_ones() != 1 || self.explodes || self.glass {
            known.in_check = !self.royals_safe(pos, us);
            let blown_up = self.explodes && self.has_royals[us.index()];
            known.harmless = royals == 0 && !self.royal_promotion && !blown_up;
            return known;
        }
        let royal = pos.cell_square(color_bit(us) | royals.trailing_zeros() as u8);
        known.royal = Some(royal);
        self.note_plain(pos, royal, &mut known);
        if self.odd_types != 0 {
            for (from, id) in pos.pieces(us.other()) {
                if self.odd_types >> id.0 & 1 != 0
                    && self.odd_reach[id.index() << 8 | from.index()].contains(royal)
                {
                    self.note_odd(pos, from, royal, id, &mut known);
                }
            }
        }
        known
    }

    /// Notes checks and pins by plain moves.
    #[inline]
    fn note_plain(&self, pos: &Position, royal: Square, known: &mut Legality) {
        let (own, their) = (color_bit(pos.side()), color_bit(pos.side().other()));
        let approach = &self.approaches[royal.index()];
        for ray in approach.rays.of(&self.rays) {
            let riders = &self.riders[usize::from(ray.kind)];
            let mut sq = royal;
            let mut blocker = EMPTY;
            for steps in 1..usize::from(ray.len) + 1 {
                sq = Square(sq.0.wrapping_add(ray.step));
                let cell = pos.cell(sq);
                if cell == EMPTY {
                    continue;
                }
                if cell & own != 0 && blocker == EMPTY {
                    blocker = cell;
                    continue;
                }
                if cell & their != 0 && riders[steps & 15] >> pos.cell_type(cell).0 & 1 != 0 {
                    if blocker == EMPTY {
                        known.check_along(royal, ray.step, steps);
                    } else {
                        known.pinned |= 1 << (blocker & 63);
                    }
                }
                break;
            }
        }
        for origin in approach.leaps.of(&self.leap_origins) {
            let cell = pos.cell(origin.sq);
            if cell & their != 0 && origin.types >> pos.cell_type(cell).0 & 1 != 0 {
                known.check_along(royal, origin.sq.0.wrapping_sub(royal.0), 1);
            }
        }
    }

    /// Notes checks by a piece whose other moves could lead to the royal, and what keeps them from
    /// it now: own pieces that are in the way, and squares that lack a platform.
    #[inline(never)]
    fn note_odd(
        &self,
        pos: &Position,
        from: Square,
        royal: Square,
        id: TypeId,
        known: &mut Legality,
    ) {
        let them = pos.side().other();
        let programs = self.entry(id, from).programs.of(&self.programs);
        for program in programs.iter().filter(|p| p.reach.contains(royal)) {
            if self.hits(pos, program, from, royal, them) {
                known.in_check = true;
                known.odd_check = true;
                return;
            }
            let path = program.path.of(&self.paths);
            match program.kind {
                ProgramKind::MultiPath => {
                    for pair in path[1..].chunks_exact(2) {
                        known.pin(pos, Obstacle::on(pos, pair));
                    }
                }
                ProgramKind::Line | ProgramKind::Push { .. } => {
                    known.note_line(pos, path, royal);
                }
                ProgramKind::Hop { .. } if program.picky => known.test_all(),
                ProgramKind::Hop { .. } => {
                    let hops = program.hops.of(&self.hops);
                    let way = |i: usize| obstacle_before(pos, hops[i].of(&self.paths), royal);
                    known.note_hops(pos, path, royal, way);
                }
            }
        }
    }

    /// True if a pseudo-legal move is legal.
    #[inline]
    pub fn is_legal(&self, pos: &mut Position, mv: Move, known: &Legality) -> bool {
        if known.must_capture && !pos.is_capture(mv) {
            return false;
        }
        let Some(royal) = known.royal else {
            return known.harmless || self.survives(pos, mv, known);
        };
        if mv.from() == royal {
            if mv.is_special() {
                return self.survives(pos, mv, known);
            }
            let them = pos.side().other();
            return pos.without(royal, |pos| !self.attacked(pos, mv.to(), them));
        }
        if mv.is_special() && self.has_to_be_tried(mv) {
            return self.survives(pos, mv, known);
        }
        if known.in_check && !known.odd_check && !known.evasions.contains(mv.to()) {
            return false;
        }
        let pinned = known.pinned >> (pos.cell(mv.from()) & 63) & 1 != 0;
        let uncertain = known.odd_check || known.odd_danger && known.platforms.contains(mv.to());
        !pinned && !uncertain || self.survives(pos, mv, known)
    }

    /// True for moves that no general knowledge of the position settles.
    #[inline]
    fn has_to_be_tried(&self, mv: Move) -> bool {
        mv.is_en_passant()
            || mv.castling().is_some()
            || self.makes_royal(mv)
            || self.drops_must_not_mate && mv.dropped().is_some()
    }

    #[inline]
    fn makes_royal(&self, mv: Move) -> bool {
        self.royal_promotion
            && mv
                .promotion()
                .is_some_and(|id| self.royal_kinds[id.index()].is_royal())
    }

    /// Tries the move: true if it is legal.
    #[inline(never)]
    fn survives(&self, pos: &mut Position, mv: Move, known: &Legality) -> bool {
        let us = pos.side();
        if self.drops_must_not_mate && self.is_forbidden_mate(pos, mv) {
            return false;
        }
        if mv.is_first_move()
            && known.in_check
            && self.variant.rules.no_royal_leap_in_check
            && self.royal_kinds[pos.type_on(mv.from()).index()].is_royal()
        {
            return false;
        }
        if let Some(castling) = pos.layout().castling(us, mv) {
            let mut safe = castling.safe.iter();
            if pos.royals(us) != 0 && safe.any(|&sq| self.attacked(pos, sq, us.other())) {
                return false;
            }
        }
        // a royal must be safe where it arrives, and beyond the glass as well
        let from = mv.from();
        if self.glass
            && self.royal_kinds[pos.type_on(from).index()].is_royal()
            && pos.without(from, |pos| self.attacked(pos, mv.to(), us.other()))
        {
            return false;
        }
        pos.make(mv);
        let legal = self.royals_safe(pos, us);
        pos.unmake();
        legal
    }

    /// All legal moves.
    pub fn legal(&self, pos: &mut Position) -> Vec<Move> {
        let known = self.legality(pos);
        let mut moves = Vec::new();
        self.pseudo_legal(pos, &mut moves);
        moves.retain(|&mv| self.is_legal(pos, mv, &known));
        moves
    }

    /// The number of legal moves. As [`MoveTables::legal`], but most moves are not even written
    /// down; `buffer` is room for the others.
    #[inline(never)]
    pub fn count_legal(&self, pos: &mut Position, buffer: &mut Vec<Move>) -> u64 {
        if self
            .verdict(pos)
            .is_some_and(|verdict| verdict.is_decisive())
        {
            return 0;
        }
        let us = pos.side();
        let known = self.legality(pos);
        let first = buffer.len();
        let mut count = Count(0);
        let free =
            known.royal.is_some() && !known.in_check && !known.odd_danger && !known.must_capture;
        let slots = pos.live(us);
        let certain = if free && !(self.gates && pos.has_hand(us)) {
            slots & !known.pinned & !pos.royals(us)
        } else {
            0
        };
        // a capture in passing opens two squares at once, and a new royal may be in danger
        let pawns_too = pos.en_passant().is_useless() && !self.royal_promotion;
        let unlisted = if pawns_too {
            TypeId(0)
        } else {
            TypeId::pawn(us)
        };
        for (from, id) in pos.pieces_in(us, certain) {
            let entry = self.entry(id, from);
            if entry.twins || id == unlisted {
                self.piece_moves::<true, true>(pos, from, id, buffer);
            } else {
                self.emit::<_, true, true>(pos, from, id, entry, &mut count);
            }
        }
        for (from, id) in pos.pieces_in(us, slots & !certain) {
            self.piece_moves::<true, true>(pos, from, id, buffer);
        }
        self.castling_moves(pos, us, buffer);
        // a drop captures nothing
        if self.drops && !known.must_capture {
            count.0 += self.count_drops(pos, &known, buffer);
        }
        for &mv in &buffer[first..] {
            count.0 += u64::from(self.is_legal(pos, mv, &known));
        }
        buffer.truncate(first);
        count.0
    }
}

/// What is in the way of a walk.
#[derive(Clone, Copy)]
enum Obstacle {
    Nothing,
    /// One piece.
    Single(Cell),
    /// More than one move can remove.
    Several,
}

impl Obstacle {
    /// The obstacle that pieces on these squares make, where they cannot be jumped.
    fn on(pos: &Position, path: &[PathStep]) -> Obstacle {
        let mut obstacle = Obstacle::Nothing;
        for step in path {
            let cell = pos.cell(step.sq);
            // platforms are looked at elsewhere
            if cell == EMPTY || !step.walks() {
                continue;
            }
            obstacle = match obstacle {
                Obstacle::Nothing => Obstacle::Single(cell),
                Obstacle::Single(same) if same == cell => continue,
                _ => return Obstacle::Several,
            };
        }
        obstacle
    }
}

/// What is in the way of a walk along the path to a capture on the royal's square; `None` if the
/// path does not lead there.
fn obstacle_before(pos: &Position, path: &[PathStep], royal: Square) -> Option<Obstacle> {
    let arrives = |step: &PathStep| step.sq == royal && step.captures();
    let end = path.iter().position(arrives)?;
    Some(Obstacle::on(pos, &path[..end]))
}

impl Legality {
    /// Where a new piece may be put without a look at the royal: anywhere (`None` inside) or only on
    /// some squares. `None`: each has to be tried.
    pub(super) fn answers(&self) -> Option<Option<SquareSet>> {
        let known = self.royal.is_some() && !self.odd_check && !self.odd_danger;
        known.then_some(self.in_check.then_some(self.evasions))
    }

    /// Notes that the piece which alone is in the way must not leave untested, if it is an own one.
    fn pin(&mut self, pos: &Position, obstacle: Obstacle) {
        if let Obstacle::Single(cell) = obstacle
            && cell & color_bit(pos.side()) != 0
        {
            self.pinned |= 1 << (cell & 63);
        }
    }

    /// Has every move tested.
    fn test_all(&mut self) {
        self.odd_check = true;
        self.odd_danger = true;
    }

    /// Notes what keeps a walk from the royal, if one move can mend it: an own piece that is in the
    /// way, or a square without the platform that the walk needs there.
    fn note_line(&mut self, pos: &Position, path: &[PathStep], royal: Square) {
        let them = pos.side().other();
        let arrives = |step: &PathStep| step.sq == royal && step.captures();
        let Some(end) = path.iter().position(arrives) else {
            return;
        };
        let (mut blocker, mut gap) = (None, None);
        for step in &path[..end] {
            let found = occupant_if(pos, step.sq, royal, them);
            if step.passes(found) {
                continue;
            }
            let slot = if found == ENEMY && step.passes(EMPTY_SQUARE) {
                &mut blocker
            } else if found != ENEMY && step.passes(ENEMY) {
                &mut gap
            } else {
                return;
            };
            if slot.is_some_and(|sq| sq != step.sq) {
                return;
            }
            *slot = Some(step.sq);
        }
        match (blocker, gap) {
            (Some(sq), _) => self.pinned |= 1 << (pos.cell(sq) & 63),
            (None, Some(sq)) => {
                self.platforms.insert(sq);
                self.odd_danger = true;
            }
            (None, None) => {}
        }
    }

    /// Notes what keeps a hopper on its path from the royal. `way` tells for a platform on each
    /// square of the path what is then between it and the royal.
    fn note_hops(
        &mut self,
        pos: &Position,
        path: &[PathStep],
        royal: Square,
        way: impl Fn(usize) -> Option<Obstacle>,
    ) {
        let open = |i| matches!(way(i), Some(Obstacle::Nothing | Obstacle::Single(_)));
        let occupied = |from: usize| {
            let rest = path.iter().skip(from);
            let found = rest.take_while(|step| pos.cell(step.sq) == EMPTY).count();
            from + found
        };
        let first = occupied(0);
        for (i, step) in path.iter().enumerate().take(first + 1) {
            // a piece that arrives is a platform, or changes the colour of the one there
            if open(i) {
                self.platforms.insert(step.sq);
                self.odd_danger = true;
            }
        }
        let Some(platform) = path.get(first) else {
            return;
        };
        if let Some(obstacle) = way(first) {
            self.pin(pos, obstacle);
        }
        // without the platform the next piece is one, or wherever the platform goes
        let next = occupied(first + 1);
        let rest = path.iter().enumerate().take(next + 1).skip(first + 1);
        if rest
            .into_iter()
            .any(|(i, step)| step.sq == royal || way(i).is_some())
        {
            self.pin(pos, Obstacle::Single(pos.cell(platform.sq)));
        }
    }

    /// Notes a check from some steps away: it has to be answered on one of these squares.
    #[inline(never)]
    fn check_along(&mut self, royal: Square, step: u8, steps: usize) {
        let next = |sq: &Square| Some(Square(sq.0.wrapping_add(step)));
        let line = std::iter::successors(next(&royal), next);
        let answers: SquareSet = line.take(steps).collect();
        // against two checks at once only what answers both will do
        self.evasions = if self.in_check && !self.odd_check {
            self.evasions.intersection(answers)
        } else {
            answers
        };
        self.in_check = true;
    }
}

/// A sink that only counts.
struct Count(u64);

impl super::emit::Sink for Count {
    #[inline]
    fn push(&mut self, _mv: Move) {
        self.0 += 1;
    }
}
