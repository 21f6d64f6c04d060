//! Pieces that leave some kinds alone: they neither hop over them nor capture them.

use crate::board::Position;
use crate::movegen::MoveTables;
use crate::movegen::path::Exit;
use crate::types::{Square, TypeId, TypeSet};
use crate::variant::Variant;

/// By type: what it neither hops over nor captures; empty if no type has such limits.
pub(super) fn limits(v: &Variant) -> Vec<TypeSet> {
    let limits = &v.rules.hop_limits;
    let limited = (limits.iter()).fold(TypeSet::EMPTY, |all, limit| all | v.kind(limit.id));
    let barred = |id: TypeId| {
        let own = limits.iter().filter(|limit| v.kind(limit.id).contains(id));
        own.fold(TypeSet::EMPTY, |all, limit| all | v.kinds(&limit.barred))
    };
    if limited.is_empty() {
        return Vec::new();
    }
    let types = v.types().map(|(id, _)| barred(id));
    std::iter::once(TypeSet::EMPTY).chain(types).collect()
}

impl MoveTables {
    /// What a type neither hops over nor captures.
    #[inline]
    pub(in crate::movegen) fn barred_from(&self, id: TypeId) -> TypeSet {
        let limits = &self.rules.hop_limits;
        limits.get(id.index()).copied().unwrap_or(TypeSet::EMPTY)
    }
}

/// True if a walk may not leave a square like this, because it would hop over a piece of some types.
#[inline]
pub(in crate::movegen) fn bars_hop(
    pos: &Position,
    barred: TypeSet,
    sq: Square,
    exit: Exit,
) -> bool {
    exit == Exit::Hop && barred.contains(pos.type_on(sq))
}
