//! Compiles the tables of attack origins.

use crate::movegen::MoveTables;
use crate::movegen::entry::{AttackOrigins, LeapOrigin, Ray, Run};
use crate::types::{Square, Step, TypeId, TypeSet};
use crate::variant::{Leg, MoveDescriptor, Rights, Variant};

impl MoveTables {
    /// Compiles the tables of the origins from which plain moves capture on a square.
    pub(super) fn build_attack_origins(&mut self, v: &Variant) {
        let mut ride_steps: Vec<Step> = Vec::new();
        let mut leaps: Vec<(Step, TypeSet)> = Vec::new();
        let facing = facing_legs(v);
        for (id, piece) in v.types() {
            let faces = piece.royalty.is_royal().then_some(&facing);
            let legs = v.moves_anywhere(id).filter_map(MoveDescriptor::plain_leg);
            let legs = legs.chain(faces.into_iter().flatten().copied());
            for leg in legs.filter(|leg| leg.rights.capture) {
                let longest = leg.end.max_steps();
                if longest == 1 {
                    match leaps.iter_mut().find(|(step, _)| *step == leg.step) {
                        Some((_, types)) => types.insert(id),
                        None => leaps.push((leg.step, TypeSet::EMPTY.with(id))),
                    }
                    continue;
                }
                let known = ride_steps.iter().position(|step| *step == leg.step);
                let kind = known.unwrap_or_else(|| {
                    ride_steps.push(leg.step);
                    self.riders.push([TypeSet::EMPTY; 16]);
                    ride_steps.len() - 1
                });
                let reached = self.riders[kind].iter_mut().enumerate().skip(1);
                reached
                    .take(longest)
                    .for_each(|(_, types)| types.insert(id));
            }
        }
        leaps.retain(|(step, types)| {
            let kind = ride_steps.iter().position(|ride| ride == step);
            if let Some(kind) = kind {
                self.riders[kind][1] |= *types;
            }
            kind.is_none()
        });
        let back =
            |sq: Square, step: Step| v.step_from(sq, Step::new(-step.files, -step.ranks), false);
        for target in v.squares() {
            let mut rays = Vec::new();
            for (kind, &step) in ride_steps.iter().enumerate() {
                let line = std::iter::successors(back(target, step), |&sq| back(sq, step));
                let line: Vec<Square> = line.take(15).collect();
                if let Some(first) = line.first() {
                    rays.push(Ray {
                        step: first.0.wrapping_sub(target.0),
                        len: line.len() as u8,
                        kind: self.rider_kind(v, kind, step, target, &line),
                    });
                }
            }
            let origins: Vec<LeapOrigin> = leaps
                .iter()
                .filter_map(|&(step, types)| {
                    let sq = back(target, step)?;
                    let types = really_capture(v, types, step, sq, target, 1);
                    (!types.is_empty()).then_some(LeapOrigin { sq, types })
                })
                .collect();
            self.attack_origins[target.index()] = AttackOrigins {
                rays: Run::append(&mut self.rays, &rays),
                leaps: Run::append(&mut self.leap_origins, &origins),
            };
        }
        self.note_plain_attackers(v);
    }

    /// Compiles the tables that are the same for all target squares.
    fn note_plain_attackers(&mut self, v: &Variant) {
        let mut plain_attackers = [TypeSet::EMPTY; 256];
        let mut note = |from: Square, target: Square, types: TypeSet| {
            plain_attackers[usize::from(from.0.wrapping_sub(target.0))] |= types;
        };
        for target in v.squares() {
            let lines = self.lines_to(target).into_iter().flatten();
            for (sq, types) in lines.chain(self.leaps_to(target)) {
                note(sq, target, types);
            }
        }
        *self.plain_attackers = plain_attackers;
    }
}

impl MoveTables {
    /// The kind of rider on a ray to a target: the usual kind, or a separate kind where zones or the rule about facing
    /// royals make a difference. `line` holds the squares of the ray.
    fn rider_kind(
        &mut self,
        v: &Variant,
        usual: usize,
        step: Step,
        target: Square,
        line: &[Square],
    ) -> u16 {
        let mut types = self.riders[usual];
        for ((steps, sq), types) in (1..).zip(line).zip(&mut types[1..]) {
            *types = really_capture(v, *types, step, *sq, target, steps);
        }
        if types == self.riders[usual] {
            return usual as u16;
        }
        let known = self.riders.iter().position(|riders| *riders == types);
        known.unwrap_or_else(|| {
            self.riders.push(types);
            self.riders.len() - 1
        }) as u16
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
