//! What one look from a royal tells: who gives check, which pieces are pinned, and where something
//! could become a platform.

use super::MoveTables;
use super::attack::occupant_if;
use super::legal::Legality;
use super::tables::ProgramKind;
use super::trace::{EMPTY_SQUARE, ENEMY, PathStep};
use crate::board::Position;
use crate::board::position::{Cell, EMPTY, color_bit};
use crate::types::{Square, SquareSet, TypeId};

impl MoveTables {
    /// Looks at the royals of the side to move, whether captures are compulsory or not.
    pub(super) fn dangers(&self, pos: &Position) -> Legality {
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
            let blown_up = self.explodes && self.has_royals[us];
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
    /// Where a new piece may be put without a look at the royal: anywhere (`None` inside) or only
    /// on some squares. `None`: each has to be tried.
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
