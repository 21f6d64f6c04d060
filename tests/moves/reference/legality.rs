//! The reference's legality: the effect of a move on the board, and which moves are legal.

use std::collections::BTreeSet;

use fmax::types::{Color, TypeId};
use fmax::variant::moves::{LegEnd, Over};
use fmax::variant::{Condition, MoveDescriptor, MoveShape, Royalty};

use super::model::{Model, Place, RefMove};

impl<'a> Model<'a> {
    /// The board after a move.
    pub fn after(&self, mv: RefMove) -> Model<'a> {
        let mut next = self.clone();
        next.passed.clear();
        next.side = self.side.other();
        next.passes = if mv.pass { self.passes + 1 } else { 0 };
        next.shielded = false;
        if mv.pass {
            next.count_check(self.side);
            return next;
        }
        if let Some(id) = mv.dropped {
            next.put(mv.to, Some((self.side, id)));
            return next;
        }
        let piece = self
            .at(mv.from)
            .map(|(color, id)| (color, mv.promotion.unwrap_or(id)));
        next.put(mv.from, None);
        let partner = mv.castling.map(|(corner, to)| (to, self.at(corner)));
        if let Some((corner, _)) = mv.castling {
            next.put(corner, None);
        }
        if mv.en_passant {
            next.put(self.victim, None);
        }
        if let Some(via) = mv.via {
            next.put(via, None);
            next.virgin.remove(&via);
        }
        next.put(mv.to, piece);
        if let Some((to, partner)) = partner {
            next.put(to, partner);
        }
        for (id, place) in mv.gated.into_iter().chain(mv.second) {
            next.put(place, Some((self.side, id)));
        }
        for gone in [
            mv.from,
            mv.to,
            mv.castling.map_or(mv.from, |(corner, _)| corner),
        ] {
            next.virgin.remove(&gone);
        }
        next.passed.clear();
        next.side = self.side.other();
        if self.v.has_two_boards() {
            let arrivals = [Some(mv.to), mv.castling.map(|(_, to)| to)];
            for (f, r) in arrivals.into_iter().flatten() {
                let piece = next.at((f, r));
                next.put((f, r), None);
                next.put((f ^ 8, r), piece);
            }
        }
        if self.captures(mv) {
            next.explode(mv.to);
        }
        next.shielded = self.captures_listed(mv) && next.has_listed(self.side);
        next.empty_gates();
        next.count_check(self.side);
        next
    }

    /// Counts a check given by the side that has just moved.
    fn count_check(&mut self, by: Color) {
        if self.v.rules.win.checks > 0 && !self.royals_safe(by.other()) {
            let left = &mut self.checks[by];
            *left = left.saturating_sub(1);
        }
    }

    /// True if `by` could capture an enemy piece on that square.
    pub fn attacked(&self, sq: Place, by: Color) -> bool {
        let mut model = self.clone();
        model.side = by;
        model.threatening = true;
        model.passed.clear();
        // a pawn does not win by standing on this square
        model.put(sq, Some((by.other(), TypeId::pawn(by.other()))));
        model.virgin.remove(&sq);
        let mut moves = BTreeSet::new();
        for from in model.places() {
            if let Some((color, id)) = model.at(from)
                && color == by
            {
                model.moves_from(from, id, &mut moves);
            }
        }
        let taken = |mv: &RefMove| mv.to == sq && mv.castling.is_none() || mv.via == Some(sq);
        moves.iter().any(taken) || self.faced(sq, by)
    }

    pub(super) fn royals_safe(&self, color: Color) -> bool {
        if self.v.rules.win.explosion.is_some() {
            return self.safe_from_blasts(color);
        }
        self.v.types().all(|(id, piece)| {
            let places = self.places();
            let mut attacked = places
                .into_iter()
                .filter(|sq| self.at(*sq) == Some((color, id)))
                .filter(|&sq| self.attacked(sq, color.other()));
            match piece.royalty {
                Royalty::None => true,
                Royalty::Absolute => attacked.next().is_none(),
                Royalty::Extinction { duple } => {
                    let hit = attacked.count();
                    !(hit > 0 && self.count(color, id) == 1 || duple && hit > 1)
                }
            }
        })
    }

    /// True if a royal of the side to move is attacked.
    fn is_checked(&self) -> bool {
        let mut pieces = self.places().into_iter().filter_map(|sq| self.at(sq));
        pieces.any(|(color, id)| color == self.side && self.v.piece(id).royalty.is_royal())
            && !self.royals_safe(self.side)
    }

    pub(super) fn has_legal_move(&self) -> bool {
        self.pseudo().into_iter().any(|mv| self.is_legal(mv))
    }

    /// True if every path of a royal to its target crosses squares that are attacked once it has left.
    fn slides_through_check(&self, mv: RefMove) -> bool {
        let mover = self
            .at(mv.from)
            .filter(|_| mv.dropped.is_none() && mv.via.is_none());
        let Some((_, id)) = mover.filter(|_| mv.castling.is_none()) else {
            return false;
        };
        if !self.v.piece(id).royalty.is_royal() {
            return false;
        }
        let mut left = self.clone();
        left.put(mv.from, None);
        let (file, rank) = (mv.from.0 as u8, mv.from.1 as u8);
        let lines = self.v.moves_on_lines(id, file, rank).map(|(_, m)| m);
        let ways: Vec<bool> = (self.v.moves_at(id, file, rank).iter().chain(lines))
            .filter(|m| match m.condition {
                Condition::Always => true,
                Condition::Virgin => self.virgin.contains(&mv.from),
                Condition::BeyondStart => false,
            })
            .filter_map(|m| self.way(m, mv))
            .map(|way| way.iter().all(|&sq| !left.attacked(sq, self.side.other())))
            .collect();
        !ways.is_empty() && !ways.contains(&true)
    }

    /// The empty squares that a royal passes on its way, by a descriptor.
    fn way(&self, m: &MoveDescriptor, mv: RefMove) -> Option<Vec<Place>> {
        let MoveShape::Path {
            legs,
            repeat: false,
        } = &m.shape
        else {
            return None;
        };
        let capture = self.at(mv.to).is_some();
        let mut passed = Vec::new();
        let mut sq = mv.from;
        for leg in legs {
            let longest = match leg.end {
                LegEnd::Steps(steps) => steps,
                LegEnd::Slide => u8::MAX,
                LegEnd::Hop { .. } => return None,
            };
            for _ in 0..longest {
                sq = self.go(sq, leg.step, m.cylinder)?;
                let rights = leg.rights;
                match sq == mv.to {
                    true if capture && rights.capture || !capture && rights.quiet => {
                        return Some(passed);
                    }
                    true => return None,
                    false if leg.over == Over::EMPTY && self.at(sq).is_none() => passed.push(sq),
                    false => return None,
                }
            }
        }
        None
    }

    /// True if a royal in check does anything but capture the only piece that gives check.
    fn runs_away(&self, mv: RefMove) -> bool {
        let mover = self.at(mv.from).filter(|_| mv.dropped.is_none());
        let royal = mover.is_some_and(|(_, id)| self.v.piece(id).royalty.is_royal());
        if !royal || self.royals_safe(self.side) {
            return false;
        }
        !self.captures(mv) || self.after(mv).attacked(mv.from, self.side.other())
    }

    pub fn is_legal(&self, mv: RefMove) -> bool {
        if mv.pass {
            return self.may_pass() && !self.waits_for_placement(mv);
        }
        let royal = |id: TypeId| self.v.piece(id).royalty.is_royal();
        let own = self.places().into_iter().filter_map(|sq| self.at(sq));
        let careful = own
            .into_iter()
            .any(|(color, id)| color == self.side && royal(id));
        if mv.castling.is_some() && careful {
            let way = mv.from.0.min(mv.to.0)..=mv.from.0.max(mv.to.0);
            if way
                .into_iter()
                .any(|f| self.attacked((f, mv.from.1), self.side.other()))
            {
                return false;
            }
        }
        if self.waits_for_placement(mv) || self.disturbs(mv) || self.trades(mv) {
            return false;
        }
        if self.v.rules.flight_is_illegal && self.runs_away(mv) {
            return false;
        }
        if self.v.rules.royals_slide_safely && self.slides_through_check(mv) {
            return false;
        }
        // a king must be safe on the board where it moves before it changes boards
        let mover = self.at(mv.from).map(|(_, id)| id);
        if self.v.has_two_boards() && mover.is_some_and(royal) {
            let mut there = self.clone();
            there.put(mv.from, None);
            if there.attacked(mv.to, self.side.other()) {
                return false;
            }
        }
        let after = self.after(mv);
        let checks = self.v.rules.checks_are_illegal && after.is_checked();
        let still_faces = self.end_is_offered() && after.end_is_offered();
        after.royals_safe(self.side) && !checks && !still_faces && !self.is_forbidden_drop(mv)
    }
}
