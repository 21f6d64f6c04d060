//! The reference's trading rule.

use std::collections::BTreeSet;

use fmax::types::{Color, TypeId};

use super::model::{Model, Place, RefMove};

impl Model<'_> {
    /// The types of all captured pieces, first the type captured on the way.
    fn victims(&self, mv: RefMove) -> Vec<TypeId> {
        let mut squares = vec![mv.via];
        if mv.en_passant {
            squares.push(Some(self.victim));
        } else if mv.from != mv.to && mv.castling.is_none() && mv.dropped.is_none() {
            squares.push(Some(mv.to));
        }
        let there = |sq: Option<Place>| self.at(sq?).map(|(_, id)| id);
        squares.into_iter().filter_map(there).collect()
    }

    fn is_listed(&self, id: TypeId) -> bool {
        let trading = self.v.rules.trading.as_ref();
        trading.is_some_and(|trading| trading.types.contains(&id))
    }

    /// True if a piece of another kind captures a piece that must not be traded.
    pub(super) fn captures_listed(&self, mv: RefMove) -> bool {
        let mover = self.at(mv.from).map(|(_, id)| id);
        let taken = !mv.pass && self.victims(mv).into_iter().any(|id| self.is_listed(id));
        taken && mover.is_some_and(|id| !self.is_listed(id))
    }

    /// True if a side has a piece that must not be traded.
    pub(super) fn has_listed(&self, color: Color) -> bool {
        let types = self.v.types().map(|(id, _)| id);
        let mut listed = types.filter(|&id| self.is_listed(id));
        listed.any(|id| self.count(color, id) > 0)
    }

    /// True if a move is a forbidden trade.
    pub(super) fn trades(&self, mv: RefMove) -> bool {
        let Some(trading) = &self.v.rules.trading else {
            return false;
        };
        let victims = self.victims(mv);
        if self.shielded && victims.iter().any(|&id| self.is_listed(id)) {
            return true;
        }
        let lion = |sq: Place| self.at(sq).is_some_and(|(_, id)| self.is_listed(id));
        let far = (mv.from.0 - mv.to.0).abs().max((mv.from.1 - mv.to.1).abs()) > 1;
        let bridge = mv.via.and_then(|sq| self.at(sq));
        let bridged = bridge.is_some_and(|(_, id)| !trading.cheap.contains(&id));
        if !far || bridged || !lion(mv.from) || !lion(mv.to) || mv.castling.is_some() {
            return false;
        }
        self.after(mv)
            .attacked_without(mv.to, self.side.other(), &trading.aside)
    }

    /// True if a side could capture on a square without using the types in `aside`.
    fn attacked_without(&self, sq: Place, by: Color, aside: &[TypeId]) -> bool {
        let mut model = self.clone();
        model.threatening = true;
        model.passed.clear();
        let mut moves = BTreeSet::new();
        for from in model.places() {
            if let Some((color, id)) = model.at(from)
                && color == by
                && !aside.contains(&id)
            {
                model.moves_from(from, id, &mut moves);
            }
        }
        let taken = |mv: &RefMove| mv.to == sq && mv.castling.is_none() || mv.via == Some(sq);
        moves.iter().any(taken)
            || !aside.iter().any(|id| self.v.piece(*id).royalty.is_royal()) && self.faced(sq, by)
    }
}
