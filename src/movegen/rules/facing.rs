//! Royals that may not face each other on an open file (or rank): each seems to capture along it.

use crate::types::{Square, Step, TypeId};
use crate::variant::{Leg, Rights, Variant};

/// The legs along which royals may not face each other.
pub(in crate::movegen) fn legs(v: &Variant) -> Vec<Leg> {
    let zones = &v.rules.zones;
    let steps = [(0, 1, true), (0, -1, true), (1, 0, false), (-1, 0, false)];
    let looks = |ahead: bool| zones.facing_is_illegal && (ahead || zones.facing_on_ranks);
    let steps = steps.into_iter().filter(|&(.., ahead)| looks(ahead));
    steps
        .map(|(files, ranks, _)| Leg::slide(Step::new(files, ranks), Rights::CAPTURE))
        .collect()
}

/// True if a type would face a royal on a square that some of these steps lead it to.
pub(in crate::movegen) fn faces(v: &Variant, id: TypeId, step: Step, target: Square) -> bool {
    let stops = |id: TypeId| v.may_stop(id, target.file(), target.rank());
    v.piece(id).royalty.is_royal()
        && legs(v).iter().any(|leg| leg.step == step)
        && v.types()
            .any(|(id, piece)| piece.royalty.is_royal() && stops(id))
}
