//! Pieces that neither hop over nor capture some types.

use crate::board::Position;
use crate::movegen::MoveTables;
use crate::movegen::path::Exit;
use crate::types::{Square, TypeId, TypeSet};

impl MoveTables {
    /// The types that a type neither hops over nor captures.
    #[inline]
    pub(in crate::movegen) fn barred_from(&self, id: TypeId) -> TypeSet {
        let limits = &self.rules.hop_limits;
        limits.get(id.index()).copied().unwrap_or(TypeSet::EMPTY)
    }
}

/// True if a walk may not leave this square in this way, because it would hop over such a type.
#[inline]
pub(in crate::movegen) fn bars_hop(
    pos: &Position,
    barred: TypeSet,
    sq: Square,
    exit: Exit,
) -> bool {
    exit == Exit::Hop && barred.contains(pos.type_on(sq))
}
