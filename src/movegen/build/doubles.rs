//! The tables of moves that capture twice.

use crate::movegen::entry::Run;
use crate::movegen::rules::{Double, DoubleTables};
use crate::types::{Square, TypeId};
use crate::variant::{MoveDescriptor, MoveShape, Variant, Zone};

/// The tables of double moves; `None` if the variant has no such moves.
pub(super) fn build(v: &Variant) -> Option<Box<DoubleTables>> {
    if !v.has_double_moves() {
        return None;
    }
    let mut tables = DoubleTables {
        entries: vec![Run::default(); (v.pieces.len() + 1) * 256],
        doubles: Vec::new(),
        squares: Vec::new(),
    };
    for (id, _) in v.types() {
        for from in v.squares() {
            let mut here = Vec::new();
            for (zone, m) in v.moves_from(id, from) {
                here.extend(tables.compile(v, id, from, m, zone));
            }
            let entry = Run::append(&mut tables.doubles, &here);
            tables.entries[id.index() << 8 | from.index()] = entry;
        }
    }
    Some(Box::new(tables))
}

impl DoubleTables {
    /// A double move of a type from a square, if the move is possible there.
    fn compile(
        &mut self,
        v: &Variant,
        id: TypeId,
        from: Square,
        m: &MoveDescriptor,
        within: Option<&Zone>,
    ) -> Option<Double> {
        let MoveShape::Double {
            first,
            passes,
            then,
        } = m.shape
        else {
            return None;
        };
        let inside = |to: &Square| {
            within.is_none_or(|zone| zone.contains(v.shown_file(to.file()), to.rank()))
        };
        let go = |sq: Square, step| v.step_from(sq, step, false).filter(inside);
        let stops = |sq: Square| v.may_stop(id, sq.file(), sq.rank());
        let via = go(from, first)?;
        let line = std::iter::successors(go(via, then.step), |&sq| go(sq, then.step));
        let squares: Vec<Square> = line.take(then.end.max_steps()).collect();
        let passes = passes && squares.first() == Some(&from) && stops(from);
        // the piece may slide over squares where it may not stop
        let spared = !stops(via) || !squares.iter().any(|&sq| stops(sq));
        (passes || !spared).then(|| Double {
            via,
            spared,
            passes,
            onward: Run::append(&mut self.squares, &squares),
            rights: then.rights,
        })
    }
}
