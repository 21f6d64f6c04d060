//! The tables of moves that capture twice.

use crate::movegen::rules::Double;
use crate::types::{Square, TypeId};
use crate::variant::{MoveDescriptor, MoveShape, Variant, Zone};

/// By type and square: the double moves; empty if the variant has no such moves.
pub(super) fn build(v: &Variant) -> Vec<Vec<Double>> {
    if !v.has_double_moves() {
        return Vec::new();
    }
    let mut table = vec![Vec::new(); (v.pieces.len() + 1) * 256];
    for (id, _) in v.types() {
        for from in v.squares() {
            let moves = v.moves_from(id, from);
            let doubles = moves.filter_map(|(zone, m)| double(v, id, from, m, zone));
            table[id.index() << 8 | from.index()] = doubles.collect();
        }
    }
    table
}

/// A double move of a type from a square, if the move is possible there.
fn double(
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
    let inside =
        |to: &Square| within.is_none_or(|zone| zone.contains(v.shown_file(to.file()), to.rank()));
    let go = |sq: Square, step| v.step_from(sq, step, false).filter(inside);
    let stops = |sq: Square| v.may_stop(id, sq.file(), sq.rank());
    let via = go(from, first)?;
    let line = std::iter::successors(go(via, then.step), |&sq| go(sq, then.step));
    let squares: Vec<Square> = line.take(then.end.max_steps()).collect();
    let passes = passes && squares.first() == Some(&from) && stops(from);
    // the piece may slide over squares where it may not stop
    let spared = !stops(via) || !squares.iter().any(|&sq| stops(sq));
    (passes || !spared).then_some(Double {
        via,
        spared,
        passes,
        onward: squares,
        rights: then.rights,
    })
}
