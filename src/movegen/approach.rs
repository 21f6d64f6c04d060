//! From where pieces come: the tables that answer questions about attacks.

use std::collections::BTreeSet;

use super::MoveTables;
use super::compile::{append, plain_leg};
use super::tables::{Approach, LeapOrigin, Ray};
use crate::board::Square;
use crate::variant::{LegEnd, MoveDescriptor, MoveShape, Stalemate, Step, Variant};

impl MoveTables {
    /// The tables that tell from where plain moves capture on a square.
    pub(super) fn compile_approaches(&mut self, v: &Variant) {
        let mut ride_steps: Vec<Step> = Vec::new();
        let mut leaps: Vec<(Step, u64)> = Vec::new();
        for (id, piece) in v.types() {
            let bit = 1u64 << id.0;
            let legs = piece.moves.iter().filter_map(plain_leg);
            for leg in legs.filter(|leg| leg.rights.capture) {
                let longest = match leg.end {
                    LegEnd::Steps(n) => usize::from(n),
                    _ => usize::MAX,
                };
                if longest == 1 {
                    match leaps.iter_mut().find(|(step, _)| *step == leg.step) {
                        Some((_, types)) => *types |= bit,
                        None => leaps.push((leg.step, bit)),
                    }
                    continue;
                }
                let known = ride_steps.iter().position(|step| *step == leg.step);
                let kind = known.unwrap_or_else(|| {
                    ride_steps.push(leg.step);
                    self.riders.push([0; 16]);
                    ride_steps.len() - 1
                });
                let reached = self.riders[kind].iter_mut().enumerate().skip(1);
                reached.take(longest).for_each(|(_, types)| *types |= bit);
            }
        }
        leaps.retain(|(step, types)| {
            let kind = ride_steps.iter().position(|ride| ride == step);
            if let Some(kind) = kind {
                self.riders[kind][1] |= types;
            }
            kind.is_none()
        });
        let back = |sq: Square, step: Step| {
            sq.offset(Step::new(-step.files, -step.ranks), v.files, v.ranks, false)
        };
        for target in (0..=255).map(Square) {
            if target.file() >= v.files || target.rank() >= v.ranks {
                continue;
            }
            let mut rays = Vec::new();
            for (kind, &step) in ride_steps.iter().enumerate() {
                let line = std::iter::successors(back(target, step), |&sq| back(sq, step));
                let line: Vec<Square> = line.take(15).collect();
                if let Some(first) = line.first() {
                    rays.push(Ray {
                        step: first.0.wrapping_sub(target.0),
                        len: line.len() as u8,
                        kind: kind as u16,
                    });
                }
            }
            let origins: Vec<LeapOrigin> = leaps
                .iter()
                .filter_map(|&(step, types)| back(target, step).map(|sq| LeapOrigin { sq, types }))
                .collect();
            self.approaches[target.index()] = Approach {
                rays: append(&mut self.rays, &rays),
                leaps: append(&mut self.leap_origins, &origins),
            };
        }
    }
}

/// True if a royal that attacks another one could always be captured by it, so that a position
/// with one royal on each side and nothing else cannot be won by either side. Certain only if
/// all royals capture alike, by plain leaps that go both ways.
pub(super) fn are_bare_royals_harmless(v: &Variant) -> bool {
    let captures = |m: &&MoveDescriptor| match &m.shape {
        MoveShape::Path { legs, .. } => legs.iter().any(|leg| leg.rights.capture),
        MoveShape::MultiPath { rights, .. } => rights.capture,
        MoveShape::Castling { .. } => false,
    };
    let leap = |m: &MoveDescriptor| {
        let leg = plain_leg(m)?;
        (leg.end == LegEnd::Steps(1)).then_some((leg.step.files, leg.step.ranks))
    };
    let royals = v.types().filter(|(_, piece)| piece.royalty.is_royal());
    let kinds: Option<Vec<BTreeSet<(i8, i8)>>> = royals
        .map(|(_, piece)| piece.moves.iter().filter(captures).map(leap).collect())
        .collect();
    let harmless = kinds.is_some_and(|kinds| {
        kinds.iter().all(|steps| {
            *steps == kinds[0] && steps.iter().all(|&(f, r)| steps.contains(&(-f, -r)))
        })
    });
    harmless
        && v.rules.stalemate == Stalemate::Draw
        && v.rules.hill.is_none()
        && !v.rules.bare_king_loses
}
