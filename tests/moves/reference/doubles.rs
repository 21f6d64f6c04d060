//! The reference's double moves: the piece captures, the captured piece is removed, and the piece moves on.

use std::collections::BTreeSet;

use fmax::types::{Step, TypeId};
use fmax::variant::{Leg, LegEnd};

use super::model::{Model, Place, RefMove};

impl Model<'_> {
    pub(super) fn double(
        &self,
        from: Place,
        id: TypeId,
        (first, passes, then): (Step, bool, Leg),
        moves: &mut BTreeSet<RefMove>,
    ) {
        let Some(via) = self.go(from, first, false) else {
            return;
        };
        let over = |to: Place| RefMove {
            via: Some(via),
            ..RefMove::plain(from, to)
        };
        let Some((color, _)) = self.at(via) else {
            let back = self.go(via, then.step, false) == Some(from) && then.rights.quiet;
            let known = |mv: &RefMove| {
                mv.via.is_some_and(|via| self.at(via).is_none()) && (mv.from, mv.to) == (from, from)
            };
            // the piece's own square does not matter: the piece leaves this square and may return
            if passes && back && !self.is_barred(id, from) && !moves.iter().any(known) {
                moves.insert(over(from));
            }
            return;
        };
        if color == self.side || self.is_barred(id, via) || self.spares(id, via) {
            return;
        }
        let mut lifted = self.clone();
        lifted.has_taken = true;
        lifted.passed.clear();
        lifted.put(via, None);
        lifted.put(from, None);
        let (mut sq, mut steps) = (via, 0u8);
        loop {
            let Some(next) = self.go(sq, then.step, false) else {
                return;
            };
            let mut ends = BTreeSet::new();
            lifted.arrive(from, id, next, then.rights, &mut ends);
            moves.extend(ends.into_iter().map(|mv| RefMove {
                via: Some(via),
                ..mv
            }));
            (sq, steps) = (next, steps + 1);
            if lifted.at(sq).is_some() || then.end == LegEnd::Steps(steps) {
                return;
            }
        }
    }
}
