//! The scan of the board at each evaluation: pieces and attacks, computed once for all terms.

use super::among_pawns::{AmongPawns, PawnSquares};
use super::context::{CLASSES, Classes, KINDS, ROYAL_CLASS};
use super::mobility::Mobility;
use super::pawns::PawnEntry;
use crate::board::Position;
use crate::board::cell::EMPTY;
use crate::movegen::MoveTables;
use crate::movegen::attack_maps::{AttackMaps, LineMemo};
use crate::types::{Bitboard, ByColor, Color, Score, Square, TypeId, TypeSet};

/// The pieces on the board and their attacks.
pub(super) struct Scan<'a, const W: usize> {
    pub pos: &'a Position,
    pub tables: &'a MoveTables,
    pub maps: &'a AttackMaps<W>,
    pub classes: &'a Classes,
    /// The pieces and attacks of each side.
    pub sides: ByColor<Side<W>>,
    /// The royal of each side that has only one royal.
    pub lone_royal: ByColor<Option<Square>>,
    /// Squares with walls.
    pub walls: Bitboard<W, usize>,
}

/// The pieces of a side and their attacks.
pub(super) struct Side<const W: usize> {
    pub occupied: Bitboard<W, usize>,
    pub pawns: Bitboard<W, usize>,
    pub pawn_attacks: Bitboard<W, usize>,
    /// Squares attacked by the pieces of each class.
    pub attacks: [Bitboard<W, usize>; CLASSES],
    /// Squares attacked by the pieces of each kind, without royals.
    pub by_kind: [Bitboard<W, usize>; KINDS],
    /// Targets of pieces without attack maps.
    pub walked: Bitboard<W, usize>,
    /// Squares attacked by any piece.
    pub all_attacks: Bitboard<W, usize>,
    /// Squares attacked by a piece and by another piece or a pawn.
    pub twice: Bitboard<W, usize>,
    /// The types on the board, without royals and pawns.
    pub types: TypeSet,
    /// Attacks on the zone of the enemy's lone royal, by class.
    pub zone_attacks: [i32; CLASSES],
    /// The number of pieces that attack the zone, without royals.
    pub zone_attackers: i32,
    /// Mobility, and attacks on pawns.
    pub mobility: Score,
    /// The score of pieces among pawns.
    pub among_pawns: Score,
}

impl<const W: usize> Side<W> {
    /// A side before its pieces are scanned; its pawns are known.
    #[inline]
    fn new(pos: &Position, color: Color, entry: &PawnEntry) -> Side<W> {
        Side {
            occupied: pos.occupied_by(color),
            pawns: pos.pawn_squares(color),
            pawn_attacks: entry.attacks(color),
            attacks: [Bitboard::EMPTY; CLASSES],
            by_kind: [Bitboard::EMPTY; KINDS],
            walked: Bitboard::EMPTY,
            all_attacks: entry.attacks(color),
            twice: Bitboard::EMPTY,
            types: TypeSet::EMPTY,
            zone_attacks: [0; CLASSES],
            zone_attackers: 0,
            mobility: Score::default(),
            among_pawns: Score::default(),
        }
    }

    /// Squares attacked by pieces other than royals.
    #[inline]
    pub fn defended(&self) -> Bitboard<W, usize> {
        let classes = self.attacks[..ROYAL_CLASS].iter();
        classes.fold(self.pawn_attacks, |all, &class| all | class)
    }

    /// Squares protected well against the enemy: by a pawn, or twice if fewer than two enemies attack them.
    #[inline]
    pub fn well_protected(&self, enemy: &Side<W>) -> Bitboard<W, usize> {
        self.pawn_attacks | self.twice.without(enemy.twice)
    }
}

impl<'a, const W: usize> Scan<'a, W> {
    /// Scans a position whose pawns are known.
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

    /// Finds all attacks. `zone` gives the king zone of a lone royal; attacks on this zone are counted. `mobility`
    /// holds the scores of targets.
    #[inline]
    pub fn find_attacks(
        &mut self,
        mobility: &Mobility,
        among_pawns: &AmongPawns<W>,
        lines: &mut LineMemo,
        zone: impl Fn(TypeId, usize) -> [Bitboard<W, usize>; 2],
    ) {
        for color in Color::ALL {
            let royal = self.lone_royal[color.other()];
            let zone = royal.map_or([Bitboard::EMPTY; 2], |sq| {
                zone(self.pos.type_on(sq), self.maps.index.of(sq))
            });
            self.find_attacks_of(color, zone, (mobility, among_pawns), lines);
        }
    }

    #[inline]
    fn find_attacks_of(
        &mut self,
        color: Color,
        [zone, ring]: [Bitboard<W, usize>; 2],
        (mobility, among_pawns): (&Mobility, &AmongPawns<W>),
        lines: &mut LineMemo,
    ) {
        let occupied = self.occupied();
        let pieces = self.pieces(color);
        let (side, other) = self.sides.split_mut(color);
        let barred = side.occupied | other.pawn_attacks | self.walls;
        let pawns = PawnSquares {
            own: side.pawns,
            enemy: other.pawns,
            attacks: side.pawn_attacks,
        };
        for (from, id) in pieces {
            let class = self.classes.of(id);
            let number = self.maps.index.of(from);
            let (attacks, goes) = match self.maps.attacks(id, number, occupied, lines) {
                Some(attacks) => (attacks, attacks),
                None => {
                    let [attacks, goes] =
                        walked(self.tables, self.pos, self.maps, color, (from, id));
                    side.walked |= goes;
                    (attacks, goes)
                }
            };
            let targets = goes.without(barred).len();
            side.attacks[class] |= attacks;
            side.twice |= side.all_attacks & attacks;
            side.all_attacks |= attacks;
            side.types.insert(id);
            let near = attacks & zone;
            if !near.is_empty() {
                side.zone_attacks[class] += near.len() as i32;
            }
            side.mobility += mobility.worth(id, targets);
            let sets = [attacks, side.occupied];
            side.among_pawns += among_pawns.score(self.maps, color, (number, id), sets, &pawns);
            if class != ROYAL_CLASS {
                side.zone_attackers += i32::from(attacks.meets(&ring));
                side.by_kind[self.classes.kind(id)] |= attacks;
                side.mobility += mobility.on_pawns(attacks, [side.pawns, other.pawns]);
            }
        }
        side.types = side.types & self.classes.pieces;
    }

    /// The pieces of a side other than pawns.
    #[inline]
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, TypeId)> + use<'a, W> {
        let pos = self.pos;
        pos.pieces_in(color, pos.live(color) & !pos.pawns(color))
    }

    /// The occupied squares.
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

    /// The squares attacked from a square by a type without attack maps.
    pub fn walked_attacks(&self, color: Color, sq: Square, id: TypeId) -> Bitboard<W, usize> {
        walked(self.tables, self.pos, self.maps, color, (sq, id))[0]
    }

    /// Attacks of a side on a king zone by class, and the number of pieces other than royals that attack the
    /// king ring.
    pub fn attacks_on(
        &self,
        [zone, ring]: [Bitboard<W, usize>; 2],
        color: Color,
        lines: &mut LineMemo,
    ) -> ([i32; CLASSES], i32) {
        let (mut count, mut attackers) = ([0; CLASSES], 0);
        for (from, id) in self.pieces(color) {
            let number = self.maps.index.of(from);
            let attacks = (self.maps).attacks(id, number, self.occupied(), lines);
            let attacks = attacks.unwrap_or_else(|| self.walked_attacks(color, from, id));
            let class = self.classes.of(id);
            count[class] += (attacks & zone).len() as i32;
            attackers += i32::from(class != ROYAL_CLASS && attacks.meets(&ring));
        }
        (count, attackers)
    }
}

/// The attacks and targets of a piece without attack maps.
#[inline(never)]
fn walked<const W: usize>(
    tables: &MoveTables,
    pos: &Position,
    maps: &AttackMaps<W>,
    color: Color,
    (from, id): (Square, TypeId),
) -> [Bitboard<W, usize>; 2] {
    let [mut attacks, mut goes] = [Bitboard::EMPTY; 2];
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
        if free {
            goes = goes.with(to);
        }
    });
    [attacks, goes]
}

/// The royal of a side, if the side has only one royal.
#[inline]
fn lone_royal(pos: &Position, color: Color) -> Option<Square> {
    let slots = pos.royals(color);
    if slots.count_ones() != 1 {
        return None;
    }
    pos.pieces_in(color, slots).next().map(|(sq, _)| sq)
}
