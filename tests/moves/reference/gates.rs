//! The reference's gates: pieces that wait behind unmoved pieces.

use std::collections::BTreeSet;

use fmax::types::{Color, TypeId};
use fmax::variant::Royalty;
use fmax::variant::rules::gating::Gate;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::drops;
use super::model::{Model, Place, RefMove};
use super::odd_rights::keep_common_rights;
use crate::random_games::Scene;

impl Model<'_> {
    /// The squares in front of a colour's gates, and the pieces that wait behind them.
    fn own_gates(&self, color: Color) -> Vec<(Place, TypeId)> {
        let rank = match color {
            Color::White => 0,
            Color::Black => i32::from(self.v.ranks) - 1,
        };
        let gates = self.v.rules.gating.gates[color].iter();
        gates
            .map(|gate| ((i32::from(gate.file), rank), gate.id))
            .collect()
    }

    /// The piece that is gated when a piece of the side to move leaves a square.
    fn waits_behind(&self, place: Place) -> Option<(TypeId, Place)> {
        let gates = self.own_gates(self.side).into_iter();
        let mut here = gates.filter(|&(sq, id)| {
            sq == place && self.holds(self.side, id) && self.virgin.contains(&sq)
        });
        here.next().map(|(sq, id)| (id, sq))
    }

    /// The moves, each with all pieces that it gates.
    pub(super) fn through_gates(&self, moves: BTreeSet<RefMove>) -> BTreeSet<RefMove> {
        if !self.v.rules.gating.has_gates() {
            return moves;
        }
        let complete = |mv: RefMove| {
            let left =
                |place: &Place| *place != mv.to && mv.castling.is_none_or(|(_, to)| *place != to);
            let places = [
                Some(mv.from).filter(|_| mv.dropped.is_none()),
                mv.castling.map(|(corner, _)| corner),
            ];
            let places = places.into_iter().flatten().filter(left);
            let mut come = places.filter_map(|place| self.waits_behind(place));
            RefMove {
                gated: come.next(),
                second: come.next(),
                ..mv
            }
        };
        moves.into_iter().map(complete).collect()
    }

    /// Empties the gates whose front piece is gone after a move.
    pub(super) fn empty_gates(&mut self) {
        for color in Color::ALL {
            for (sq, id) in self.own_gates(color) {
                let stands = self.virgin.contains(&sq)
                    && self.at(sq).is_some_and(|(owner, _)| owner == color);
                if !stands {
                    self.hands[color].retain(|&other| other != id);
                }
            }
        }
    }
}

/// A random game, with drops, gates or neither.
pub fn scene() -> impl Strategy<Value = Scene> {
    let gates = prop::option::weighted(0.3, vec((any::<Index>(), any::<Index>()), 1..5));
    (drops::scene(), gates, any::<bool>()).prop_map(|(mut scene, gates, both)| {
        let rules = &scene.variant.rules;
        let other = scene.variant.has_two_boards()
            || rules.drops.is_some()
            || rules.promotion.promotes_pieces()
            || !rules.gating.types.is_empty()
            || rules.castling.leap_aim.is_some();
        for (file, id) in gates.filter(|_| !other).into_iter().flatten() {
            add(&mut scene, file, id, both);
        }
        if scene.variant.rules.gating.has_gates() {
            // a waiting piece is not gated by captures on the way
            for piece in &mut scene.variant.pieces {
                piece.moves.retain(|m| !m.is_double());
            }
        }
        keep_common_rights(&mut scene.variant);
        scene
    })
}

/// Adds a gate for White, and a gate for Black if it fits there.
fn add(scene: &mut Scene, file: Index, id: Index, both: bool) {
    let v = &mut scene.variant;
    let file = file.index(usize::from(v.files)) as u8;
    let id = TypeId(3 + id.index(v.pieces.len() - 2) as u8);
    if v.piece(id).royalty != Royalty::None {
        return;
    }
    let start = v.start_pieces();
    for color in Color::ALL.into_iter().take(if both { 2 } else { 1 }) {
        let rank = match color {
            Color::White => 0,
            Color::Black => v.ranks - 1,
        };
        let mut front = start.iter();
        let fits = front.any(|p| (p.color, p.file, p.rank) == (color, file, rank))
            && v.may_stop(id, file, rank);
        let own = &mut v.rules.gating.gates[color];
        if fits && own.iter().all(|gate| gate.file != file && gate.id != id) {
            own.push(Gate { file, id });
            v.rules.hand[color].push((id, 1));
        }
    }
}
