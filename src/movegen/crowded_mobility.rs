//! Betza's crowded board mobility: the expected number of targets on a board with random occupants.

use super::MoveTables;
use super::path::{Exit, Occupants};
use crate::types::{Square, TypeId};
use crate::variant::Rights;

/// Betza's magic number: the chance that a square is empty while many pieces are left.
pub const EMPTY_CHANCE: f64 = 0.69;

impl MoveTables {
    /// Calls back with every target of a type from a square, and the chance that the path to it is open, if each
    /// square in between is empty with the given chance. First moves are left out.
    pub fn visit_crowded(
        &self,
        id: TypeId,
        from: Square,
        empty_chance: f64,
        mut visit: impl FnMut(Square, f64, Rights),
    ) {
        let entry = self.entry(id, from);
        // pieces that need platforms are strong while many pieces are left
        let empty_chance = if entry.only_hops {
            empty_chance.min(EMPTY_CHANCE)
        } else {
            empty_chance
        };
        let piece_chance = (1.0 - empty_chance) / 2.0;
        let shares = [
            (Occupants::EMPTY, empty_chance),
            (Occupants::FRIEND, piece_chance),
            (Occupants::ENEMY, piece_chance),
        ];
        let pass = |chance: f64, _: Square, over: Occupants, exit: Exit| {
            let passed = shares.iter().filter(|(found, _)| over.include(*found));
            Some(
                chance
                    * match exit {
                        Exit::Next => passed.map(|(_, share)| share).sum(),
                        // the platform may have either colour
                        Exit::Hop | Exit::Detour => 1.0 - empty_chance,
                    },
            )
        };
        let arrive = |chance: &mut f64, to: Square, rights: Rights| visit(to, *chance, rights);
        self.walk_all(entry, from, &1.0, &mut (arrive, pass));
    }

    /// The expected number of targets of a type from a square.
    pub fn crowded_mobility(&self, id: TypeId, from: Square, empty_chance: f64) -> f64 {
        let mut sum = 0.0;
        self.visit_crowded(id, from, empty_chance, |_, chance, _| sum += chance);
        sum
    }
}
