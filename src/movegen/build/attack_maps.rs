//! Compiles the attack maps of the evaluation from the move tables.

use std::sync::Arc;

use crate::board::SquareIndex;
use crate::movegen::attack_maps::{AttackMaps, LameLeapers, Origins, PieceAttacks, Riders};
use crate::movegen::lines::{LinePool, Lines};
use crate::movegen::{MoveTables, SymmetricMoves};
use crate::types::{Bitboard, Square, TypeId, TypeSet};
use crate::variant::Variant;

impl<const W: usize> AttackMaps<W> {
    /// For a board of up to 64 `W` squares. [`checking_squares`] only answers for the types `sought`.
    ///
    /// [`checking_squares`]: AttackMaps::checking_squares
    pub fn new(
        v: &Variant,
        tables: &MoveTables,
        index: &Arc<SquareIndex>,
        sought: TypeSet,
    ) -> AttackMaps<W> {
        let count = index.squares().len();
        let mut maps = AttackMaps {
            index: index.clone(),
            attacks: vec![PieceAttacks::default(); (v.pieces.len() + 1) * count],
            pool: LinePool::default(),
            lame_leaps: Vec::new(),
            origins: Vec::new(),
        };
        for &sq in index.squares() {
            let origins = maps.origins_of(tables, sq, sought);
            maps.origins.push(origins);
        }
        for (id, _) in v.types() {
            for (number, &from) in index.squares().iter().enumerate() {
                if let Some(moves) = tables.symmetric_moves(id, from) {
                    if sought.contains(id) {
                        maps.add_lame_leaper(id, number, &moves.lame_leaps);
                    }
                    maps.attacks[id.index() * count + number] = maps.piece_attacks(moves);
                }
            }
        }
        maps
    }

    /// Adds the leaps of lame leapers of a type from a square, given by number.
    fn add_lame_leaper(&mut self, id: TypeId, from: usize, leaps: &[(Vec<Square>, Square)]) {
        let index = self.index.clone();
        let types = TypeSet::EMPTY.with(id);
        for (over, to) in leaps {
            let way = (index.set(over.iter().copied()), from);
            let known = &mut self.origins[index.of(*to)].lame;
            match known.iter_mut().find(|other| other.types == types) {
                Some(others) => others.ways.push(way),
                None => known.push(LameLeapers {
                    types,
                    ways: vec![way],
                }),
            }
        }
    }

    fn piece_attacks(&mut self, moves: SymmetricMoves) -> PieceAttacks<W> {
        let first = self.lame_leaps.len();
        for (over, to) in moves.lame_leaps {
            let over = self.index.set(over);
            let to = self.index.of(to);
            // leaps with the same condition are merged
            let later = &mut self.lame_leaps[first..];
            match later.iter_mut().find(|(other, _)| *other == over) {
                Some((_, targets)) => *targets = targets.with(to),
                None => self.lame_leaps.push((over, Bitboard::EMPTY.with(to))),
            }
        }
        PieceAttacks {
            leaps: self.index.set(moves.leaps.iter().copied()),
            lame: (first as u32, (self.lame_leaps.len() - first) as u16),
            lines: self.pool.add(&self.index, moves.slides),
            complete: true,
        }
    }

    /// The origins of plain pieces of the types `sought` for a square. Lines with the same types are scanned
    /// together, so that no line is scanned twice.
    fn origins_of(&mut self, tables: &MoveTables, target: Square, sought: TypeSet) -> Origins<W> {
        let mut riders: Vec<Riders<W>> = Vec::new();
        let mut lines: Vec<Vec<Vec<Square>>> = Vec::new();
        let mut leapers: Vec<(TypeSet, Bitboard<W, usize>)> = Vec::new();
        let origins = tables.origins_to(target);
        for line in &origins.lines {
            for part in line.chunk_by(|a, b| a.1 & sought == b.1 & sought) {
                let (types, near) = (part[0].1 & sought, line[0].1 & sought);
                if types.is_empty() {
                    continue;
                }
                // in a grid, pieces next to the square that are in the same cell cannot reach it
                let near = if near.is_empty() { types } else { near };
                let alike = |other: &Riders<W>| other.types == types && other.near == near;
                let at = riders.iter().position(alike).unwrap_or(riders.len());
                if at == riders.len() {
                    lines.push(Vec::new());
                    riders.push(Riders {
                        types,
                        near,
                        lines: Lines::default(),
                        part: Bitboard::EMPTY,
                    });
                }
                lines[at].push(line.iter().map(|&(sq, _)| sq).collect());
                let part = self.index.set(part.iter().map(|&(sq, _)| sq));
                riders[at].part |= part;
            }
        }
        for (riders, lines) in riders.iter_mut().zip(lines) {
            riders.lines = self.pool.add(&self.index, lines);
        }
        for &(sq, types) in &origins.leaps {
            let (number, types) = (self.index.of(sq), types & sought);
            match leapers.iter_mut().find(|(other, _)| *other == types) {
                _ if types.is_empty() => {}
                Some((_, squares)) => *squares = squares.with(number),
                None => leapers.push((types, Bitboard::EMPTY.with(number))),
            }
        }
        Origins {
            riders,
            leapers,
            lame: Vec::new(),
        }
    }
}
