//! Compiles the attack paths from the tables of attack origins.

use crate::board::SquareIndex;
use crate::movegen::MoveTables;
use crate::movegen::attack_paths::{AttackPath, AttackPaths, Target};
use crate::types::{Bitboard, ByColor, Color, TypeId, TypeSet};

impl<const W: usize> AttackPaths<W> {
    pub(super) fn new(tables: &MoveTables, index: &SquareIndex) -> AttackPaths<W> {
        let mut paths = AttackPaths::default();
        for &target in index.squares() {
            let mut found = Vec::new();
            let origins = tables.origins_to(target);
            for line in &origins.lines {
                let mut between = Bitboard::EMPTY;
                for &(sq, types) in line {
                    found.push((index.of(sq), types, between));
                    between = between.with(index.of(sq));
                }
            }
            for &(sq, types) in &origins.leaps {
                found.push((index.of(sq), types, Bitboard::EMPTY));
            }
            found.retain(|(_, types, _)| !types.is_empty());
            found.sort_by_key(|&(origin, ..)| origin);
            paths.add(&found);
        }
        paths
    }

    /// Adds the paths to the next target, in the order of their origins.
    fn add(&mut self, found: &[(usize, TypeSet, Bitboard<W, usize>)]) {
        let pawn_origins = |color: Color| {
            (found.iter())
                .filter(|(_, types, _)| types.contains(TypeId::pawn(color)))
                .map(|&(origin, ..)| origin)
                .collect()
        };
        self.targets.push(Target {
            origins: found.iter().map(|&(origin, ..)| origin).collect(),
            pawn_origins: ByColor::from_fn(pawn_origins),
            start: self.paths.len() as u32,
        });
        for alike in found.chunk_by(|a, b| a.0 == b.0) {
            let mut next = 0;
            for (i, &(_, types, between)) in alike.iter().enumerate() {
                let path = AttackPath {
                    types,
                    between,
                    next,
                };
                if i + 1 < alike.len() {
                    self.alternatives.push(path);
                    next = self.alternatives.len() as u32;
                } else {
                    self.paths.push(path);
                }
            }
        }
    }
}
