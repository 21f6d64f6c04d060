//! Compiles the tables of attack origins.

use crate::movegen::MoveTables;
use crate::movegen::entry::AttackOrigins;
use crate::types::{MAX_SIDE, Square, Step, TypeId, TypeSet};
use crate::variant::{Leg, MoveDescriptor, Rights, Variant};

/// The largest number of steps on a line.
const MOST_STEPS: usize = MAX_SIDE as usize - 1;

impl MoveTables {
    /// Compiles the tables of the origins from which plain moves capture on a square.
    pub(super) fn build_attack_origins(&mut self, v: &Variant) {
        // by step, and by the number of steps: the types that capture over this distance
        let mut reach: Vec<(Step, [TypeSet; MOST_STEPS])> = Vec::new();
        let facing = facing_legs(v);
        for (id, piece) in v.types() {
            let faces = piece.royalty.is_royal().then_some(&facing);
            let legs = v.moves_anywhere(id).filter_map(MoveDescriptor::plain_leg);
            let legs = legs.chain(faces.into_iter().flatten().copied());
            for leg in legs.filter(|leg| leg.rights.capture) {
                let known = reach.iter().position(|(step, _)| *step == leg.step);
                let index = known.unwrap_or_else(|| {
                    reach.push((leg.step, [TypeSet::EMPTY; MOST_STEPS]));
                    reach.len() - 1
                });
                let reached = reach[index].1.iter_mut().take(leg.end.max_steps());
                reached.for_each(|types| types.insert(id));
            }
        }
        for target in v.squares() {
            let mut origins = AttackOrigins::default();
            for &(step, reached) in &reach {
                let back = |sq: &Square| v.step_from(*sq, -step, false);
                let line = std::iter::successors(back(&target), back).zip(reached);
                let line = (line.zip(1..)).map(|((sq, types), steps)| {
                    (sq, really_capture(v, types, step, sq, target, steps))
                });
                if reached[1].is_empty() {
                    let leap = line.take(1).filter(|(_, types)| !types.is_empty());
                    origins.leaps.extend(leap);
                } else {
                    origins.lines.push(line.collect());
                }
            }
            for &(sq, types) in origins.lines.iter().flatten().chain(&origins.leaps) {
                self.plain_attackers[usize::from(sq.0.wrapping_sub(target.0))] |= types;
            }
            self.attack_origins[target.index()] = origins;
        }
    }
}

/// The types that capture on `target` from `origin`, `steps` steps away.
fn really_capture(
    v: &Variant,
    types: TypeSet,
    step: Step,
    origin: Square,
    target: Square,
    steps: u8,
) -> TypeSet {
    let zones = &v.rules.zones;
    if zones.is_plain() && v.rules.grid.is_none() && !zones.facing_is_illegal {
        return types;
    }
    let captures = |id: TypeId| {
        let moves = v.moves_at(id, origin.file(), origin.rank()).iter();
        let mut legs = moves
            .filter_map(MoveDescriptor::plain_leg)
            .filter(|leg| leg.rights.capture);
        v.may_go(id, origin, target)
            && legs.any(|leg| leg.step == step && usize::from(steps) <= leg.end.max_steps())
    };
    v.types()
        .map(|(id, _)| id)
        .filter(|&id| types.contains(id) && (captures(id) || faces(v, id, step, target)))
        .collect()
}

/// The legs along which royals may not face each other.
fn facing_legs(v: &Variant) -> Vec<Leg> {
    let zones = &v.rules.zones;
    let steps = [(0, 1, true), (0, -1, true), (1, 0, false), (-1, 0, false)];
    let looks = |ahead: bool| zones.facing_is_illegal && (ahead || zones.facing_on_ranks);
    let steps = steps.into_iter().filter(|&(.., ahead)| looks(ahead));
    steps
        .map(|(files, ranks, _)| Leg::slide(Step::new(files, ranks), Rights::CAPTURE))
        .collect()
}

/// True if a type would face a royal on a square that these steps reach.
fn faces(v: &Variant, id: TypeId, step: Step, target: Square) -> bool {
    v.is_royal(id)
        && facing_legs(v).iter().any(|leg| leg.step == step)
        && v.types().any(|(id, piece)| {
            piece.royalty.is_royal() && v.may_stop(id, target.file(), target.rank())
        })
}
