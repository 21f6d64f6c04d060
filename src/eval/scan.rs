//! The scan of the board at every evaluation: where pieces stand and what they attack, found once
//! for all terms.

use super::context::{CLASSES, Classes, KINDS, ROYAL_CLASS};
use super::mobility::Mobility;
use super::pawns::PawnEntry;
use crate::board::Position;
use crate::board::cell::EMPTY;
use crate::movegen::MoveTables;
use crate::movegen::attack_maps::{AttackMaps, LineMemo};
use crate::types::{Bitboard, ByColor, Color, Score, Square, TypeId, TypeSet};

/// What stands on the board, and what it attacks.
pub(super) struct Scan<'a, const W: usize> {
    pub pos: &'a Position,
    pub tables: &'a MoveTables,
    pub maps: &'a AttackMaps<W>,
    pub classes: &'a Classes,
    /// What is found out about each side.
    pub sides: ByColor<Side<W>>,
    /// The royal of a side that has only one.
    pub lone_royal: ByColor<Option<Square>>,
    /// Squares with walls.
    pub walls: Bitboard<W, usize>,
}

/// Where the pieces of a side stand, and what they attack.
pub(super) struct Side<const W: usize> {
    pub occupied: Bitboard<W, usize>,
    pub pawns: Bitboard<W, usize>,
    pub pawn_attacks: Bitboard<W, usize>,
    /// What the pieces of each class attack.
    pub attacks: [Bitboard<W, usize>; CLASSES],
    /// What the pieces of each kind attack, royals left out.
    pub by_kind: [Bitboard<W, usize>; KINDS],
    /// What anything of the side attacks.
    pub all_attacks: Bitboard<W, usize>,
    /// What pieces attack that something else attacks too.
    pub twice: Bitboard<W, usize>,
    /// The types on the board, royals and pawns left out.
    pub types: TypeSet,
    /// How often its pieces of each class attack the zone of the enemy's lone royal.
    pub zone_attacks: [i32; CLASSES],
    /// How many of its pieces do, royals left out.
    pub zone_attackers: i32,
    /// What the squares are worth that its pieces can go to, and the pawns that they hit.
    pub mobility: Score,
}

impl<const W: usize> Side<W> {
    /// What is known of a side in a position of which the pawns are known.
    #[inline]
    fn new(pos: &Position, color: Color, entry: &PawnEntry) -> Side<W> {
        Side {
            occupied: pos.occupied_by(color),
            pawns: pos.pawn_squares(color),
            pawn_attacks: entry.attacks(color),
            attacks: [Bitboard::EMPTY; CLASSES],
            by_kind: [Bitboard::EMPTY; KINDS],
            all_attacks: entry.attacks(color),
            twice: Bitboard::EMPTY,
            types: TypeSet::EMPTY,
            zone_attacks: [0; CLASSES],
            zone_attackers: 0,
            mobility: Score::default(),
        }
    }

    /// What anything but royals attacks.
    #[inline]
    pub fn defended(&self) -> Bitboard<W, usize> {
        let classes = self.attacks[..ROYAL_CLASS].iter();
        classes.fold(self.pawn_attacks, |all, &class| all | class)
    }

    /// What it protects well against attacks of the enemy: by a pawn, or twice if those are fewer.
    #[inline]
    pub fn well_protected(&self, enemy: &Side<W>) -> Bitboard<W, usize> {
        self.pawn_attacks | self.twice.without(enemy.twice)
    }
}

impl<'a, const W: usize> Scan<'a, W> {
    /// Finds out where everything stands in a position of which the pawns are known.
    #[inline]
    pub fn new(
        pos: &'a Position,
        tables: &'a MoveTables,
        maps: &'a AttackMaps<W>,
        classes: &'a Classes,
        pawns: &PawnEntry,
    ) -> Scan<'a, W> {
        Scan {
            pos,
            tables,
            maps,
            classes,
            sides: ByColor::from_fn(|color| Side::new(pos, color, pawns)),
            lone_royal: ByColor::from_fn(|color| lone_royal(pos, color)),
            walls: pos.walls_by_number(),
        }
    }

    /// Finds out what is attacked. Attacks on the zone of a lone royal are counted: the square of
    /// that royal and those beside it, which `zone` tells. `mobility` says what the squares are worth
    /// that pieces can go to.
    #[inline]
    pub fn find_attacks(
        &mut self,
        mobility: &Mobility,
        lines: &mut LineMemo,
        zone: impl Fn(TypeId, usize) -> [Bitboard<W, usize>; 2],
    ) {
        for color in Color::ALL {
            let royal = self.lone_royal[color.other()];
            let zone = royal.map_or([Bitboard::EMPTY; 2], |sq| {
                zone(self.pos.type_on(sq), self.maps.index.of(sq))
            });
            self.find_attacks_of(color, zone, mobility, lines);
        }
    }

    #[inline]
    fn find_attacks_of(
        &mut self,
        color: Color,
        [zone, ring]: [Bitboard<W, usize>; 2],
        mobility: &Mobility,
        lines: &mut LineMemo,
    ) {
        let occupied = self.occupied();
        let pieces = self.pieces(color);
        let (side, other) = self.sides.split_mut(color);
        let barred = side.occupied | other.pawn_attacks | self.walls;
        for (from, id) in pieces {
            let class = self.classes.of(id);
            let number = self.maps.index.of(from);
            let (attacks, targets) = match self.maps.attacks(id, number, occupied, lines) {
                Some(attacks) => (attacks, attacks.without(barred).len()),
                None => walked_attacks(self.tables, self.pos, self.maps, color, (from, id), barred),
            };
            side.attacks[class] |= attacks;
            side.twice |= side.all_attacks & attacks;
            side.all_attacks |= attacks;
            side.types.insert(id);
            let near = attacks & zone;
            if !near.is_empty() {
                side.zone_attacks[class] += near.len() as i32;
            }
            side.mobility += mobility.worth(id, targets);
            if class != ROYAL_CLASS {
                side.zone_attackers += i32::from(attacks.meets(&ring));
                side.by_kind[self.classes.kind(id)] |= attacks;
                side.mobility += mobility.on_pawns(attacks, [side.pawns, other.pawns]);
            }
        }
        side.types = side.types & self.classes.pieces();
    }

    /// The pieces of a side that are no pawns.
    #[inline]
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, TypeId)> + use<'a, W> {
        let pos = self.pos;
        pos.pieces_in(color, pos.live(color) & !pos.pawns(color))
    }

    /// What stands on the board.
    #[inline]
    pub fn occupied(&self) -> Bitboard<W, usize> {
        let [white, black] = Color::ALL.map(|color| self.sides[color].occupied);
        white | black | self.walls
    }

    /// True if pieces of a colour attack a square.
    #[inline]
    pub fn is_attacked(&self, sq: Square, by: Color) -> bool {
        self.sides[by].all_attacks.contains(self.maps.index.of(sq))
    }

    /// How often the pieces of a side attack some squares, by class.
    pub fn attacks_on(
        &self,
        zone: Bitboard<W, usize>,
        color: Color,
        lines: &mut LineMemo,
    ) -> [i32; CLASSES] {
        let mut count = [0; CLASSES];
        for (from, id) in self.pieces(color) {
            let number = self.maps.index.of(from);
            let attacks = (self.maps).attacks(id, number, self.occupied(), lines);
            let attacks = attacks.unwrap_or_else(|| {
                let barred = Bitboard::EMPTY;
                walked_attacks(self.tables, self.pos, self.maps, color, (from, id), barred).0
            });
            count[self.classes.of(id)] += (attacks & zone).len() as i32;
        }
        count
    }
}

/// What a piece attacks by moves of any kind, and how many squares it can go to that are not barred.
#[inline(never)]
fn walked_attacks<const W: usize>(
    tables: &MoveTables,
    pos: &Position,
    maps: &AttackMaps<W>,
    color: Color,
    (from, id): (Square, TypeId),
    barred: Bitboard<W, usize>,
) -> (Bitboard<W, usize>, usize) {
    let mut attacks = Bitboard::EMPTY;
    let mut mobility = 0;
    tables.visit_targets(pos, color, id, from, &mut |to, cell, rights| {
        let to = maps.index.of(to);
        if rights.capture {
            attacks = attacks.with(to);
        }
        let free = if cell == EMPTY {
            rights.quiet
        } else {
            rights.capture
        };
        mobility += usize::from(free && !barred.contains(to));
    });
    (attacks, mobility)
}

/// The royal of a side that has only one.
#[inline]
fn lone_royal(pos: &Position, color: Color) -> Option<Square> {
    let slots = pos.royals(color);
    if slots.count_ones() != 1 {
        return None;
    }
    pos.pieces_in(color, slots).next().map(|(sq, _)| sq)
}
