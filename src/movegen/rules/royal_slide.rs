//! Royals that may not slide over attacked squares.

use crate::board::Position;
use crate::board::cell::EMPTY;
use crate::movegen::MoveTables;
use crate::types::{Move, Square};
use crate::variant::moves::{LegEnd, Over};
use crate::variant::{Condition, MoveDescriptor, Rights};

impl MoveTables {
    /// True if a royal's move passes attacked squares, and there is no other way to its target. Castling has a rule of
    /// its own.
    #[inline(never)]
    pub(in crate::movegen) fn slides_through_check(&self, pos: &mut Position, mv: Move) -> bool {
        let id = pos.mover(mv);
        let plain = mv.dropped().is_none() && mv.castling().is_none() && mv.via().is_none();
        if !plain || !pos.layout().is_royal(id) {
            return false;
        }
        let from = mv.from();
        let moves = self.variant.moves_from(id, from);
        let ways: Vec<Vec<Square>> = moves.filter_map(|(_, m)| self.way(pos, m, mv)).collect();
        let them = pos.side().other();
        // the royal shields no square behind its origin
        pos.without(from, |pos| {
            let unsafe_way = |way: &Vec<Square>| way.iter().any(|&sq| self.attacked(pos, sq, them));
            !ways.is_empty() && ways.iter().all(unsafe_way)
        })
    }

    /// The empty squares that a move by this descriptor passes on its way to the target, if the descriptor leads
    /// there.
    fn way(&self, pos: &Position, m: &MoveDescriptor, mv: Move) -> Option<Vec<Square>> {
        let legs = m.legs()?;
        let ready = match m.condition {
            Condition::Always => true,
            Condition::Virgin => pos.is_virgin(mv.from()),
            Condition::BeyondStart => false,
        };
        let usable = |rights: Rights| match pos.cell(mv.to()) {
            EMPTY => rights.quiet,
            _ => rights.capture,
        };
        let mut at = mv.from();
        let mut between = Vec::new();
        for leg in legs {
            if matches!(leg.end, LegEnd::Hop { .. }) {
                return None;
            }
            for _ in 0..leg.end.max_steps() {
                at = self.variant.step_from(at, leg.step, m.cylinder)?;
                if at == mv.to() {
                    return (ready && usable(leg.rights)).then_some(between);
                }
                if leg.over != Over::EMPTY || pos.cell(at) != EMPTY {
                    return None;
                }
                between.push(at);
            }
        }
        None
    }
}
