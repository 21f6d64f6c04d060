//! The reference's placement before play, and promotion of pawns in place.

use std::collections::BTreeSet;

use fmax::types::TypeId;

use super::model::{Model, Place, RefMove};

impl Model<'_> {
    /// True if the drop makes it impossible to have half of some pieces on squares of each colour.
    pub(super) fn spoils_colors(&self, id: TypeId, to: Place) -> bool {
        let us = self.side;
        let dark = |sq: &Place| (sq.0 + sq.1) % 2 == 0;
        let opposite = &self.v.rules.placement.opposite[us];
        opposite.iter().any(|&of| {
            let held = self.numbers[us]
                .iter()
                .filter(|other| **other == of)
                .count();
            if held == 0 {
                return false;
            }
            let all = self.count(us, of) + held;
            let standing = |here: bool| {
                let own = |sq: &Place| dark(sq) == here && self.at(*sq) == Some((us, of));
                self.places().iter().filter(|sq| own(sq)).count()
            };
            if of == id {
                return standing(dark(&to)) + 1 > all - all / 2;
            }
            let open: Vec<Place> = self.places_for(of);
            let room = |here: bool| {
                let free = |sq: &Place| dark(sq) == here && *sq != to;
                standing(here) + open.iter().filter(|sq| free(sq)).count()
            };
            room(true) < all / 2 || room(false) < all / 2
        })
    }

    /// The squares where board, ranks and zones let a type be dropped.
    fn places_for(&self, id: TypeId) -> Vec<Place> {
        let drops = self.v.rules.drops.iter();
        let mut kinds = drops.flat_map(|drops| &drops.kinds[self.side]);
        let Some(kind) = kinds.find(|kind| kind.id == id) else {
            return Vec::new();
        };
        let mut places = self.places();
        places.retain(|&to| self.is_open_to(kind, to));
        places
    }

    /// True if another piece has to be placed before this move.
    pub(super) fn waits_for_placement(&self, mv: RefMove) -> bool {
        let first = &self.v.rules.placement.first[self.side];
        let places = |mv: &RefMove| mv.dropped.is_some_and(|id| first.contains(&id));
        if first.is_empty() || places(&mv) {
            return false;
        }
        let mut drops = BTreeSet::new();
        self.add_drops(&mut drops);
        (drops.iter()).any(|drop| places(drop) && self.is_legal(*drop))
    }

    /// Promotions of a pawn in place.
    pub(super) fn add_turns(&self, from: Place, id: TypeId, moves: &mut BTreeSet<RefMove>) {
        let us = self.side;
        let pawn = TypeId::pawn(us);
        let allowed = self.is_in_zone(us, from) || self.count(us, pawn) == 1;
        if !self.v.rules.promotion.in_place || id != pawn || !allowed {
            return;
        }
        for id in self.promotions(us, from.0) {
            let mut as_other = self.clone();
            as_other.passed.clear();
            as_other.virgin.remove(&from);
            as_other.put(from, Some((us, id)));
            let mut there = BTreeSet::from([from]);
            let mut found = BTreeSet::new();
            as_other.moves_from(from, id, &mut found);
            let quiet = |mv: &RefMove| {
                mv.castling.is_none() && mv.via.is_none() && self.at(mv.to).is_none()
            };
            there.extend(found.into_iter().filter(quiet).map(|mv| mv.to));
            there.retain(|&to| !self.is_dead_end(id, to));
            moves.extend(there.into_iter().map(|to| RefMove {
                promotion: Some(id),
                ..RefMove::plain(from, to)
            }));
        }
    }

    /// True if a promotion in place attacks something or gives check.
    pub(super) fn disturbs(&self, mv: RefMove) -> bool {
        let pawn = self.at(mv.from) == Some((self.side, TypeId::pawn(self.side)));
        let turns = pawn && self.v.rules.promotion.in_place;
        let Some(id) = mv.promotion.filter(|_| turns) else {
            return false;
        };
        let mut after = self.after(mv);
        if !after.royals_safe(after.side) {
            return true;
        }
        after.side = self.side;
        after.threatening = true;
        after.virgin.remove(&mv.to);
        let mut found = BTreeSet::new();
        after.moves_from(mv.to, id, &mut found);
        // pieces that it may not capture do not count as attacked
        let takes = |sq: Place| after.at(sq).is_some() && !after.spares(id, sq);
        found.iter().any(|mv| takes(mv.via.unwrap_or(mv.to)))
    }
}
