//! What is counted on the board at every evaluation: one scan of what all pieces bear on serves
//! mobility, threats and the danger to the royals.

use std::cell::Cell;

use super::Evaluation;
use super::pawns::PawnEntry;
use crate::board::position::{EMPTY, color_bit};
use crate::board::{Position, Score, Square, SquareSet};
use crate::movegen::MoveTables;
use crate::variant::{Color, TypeId};

/// Attackers of a square that are no pawns: how many there are of each class, four bits for each.
type Attackers = u16;

/// Classes of pieces by worth, from the first: three of pieces, and the royals.
pub(super) const CLASSES: usize = 4;
/// The class of royals.
pub(super) const ROYAL_CLASS: usize = 3;
const ROYALS: Attackers = 0xf << (4 * ROYAL_CLASS);
/// Most targets that are told apart.
pub(super) const MOST_TARGETS: usize = 63;

/// What the pieces bear on.
pub(super) struct Scan<'a> {
    pub pos: &'a Position,
    /// By colour and square.
    attackers: [[Attackers; 256]; 2],
    /// What the pawns attack, by colour.
    strikes: &'a [SquareSet; 2],
    /// The types that each colour has on the board, royals and pawns left out, one bit each.
    types: [u64; 2],
}

impl Scan<'_> {
    /// True if pieces of a colour bear on a square.
    #[inline]
    pub fn is_attacked(&self, sq: Square, by: Color) -> bool {
        self.attackers[by.index()][sq.index()] != 0 || self.strikes[by.index()].contains(sq)
    }
}

impl Evaluation {
    /// The sum of all terms, white's minus black's.
    pub(super) fn terms(&self, tables: &MoveTables, pos: &Position, pawns: &PawnEntry) -> Score {
        let mut scan = Scan {
            pos,
            attackers: [[0; 256]; 2],
            strikes: &pawns.strikes,
            types: [0; 2],
        };
        let mut score = pawns.score;
        score += self.reach(tables, &mut scan, Color::White);
        score -= self.reach(tables, &mut scan, Color::Black);
        score += self.threats(&scan, Color::White);
        score -= self.threats(&scan, Color::Black);
        let lone = Color::ALL.map(|color| lone_royal(pos, color));
        if let [Some(white), Some(black)] = lone {
            score += self.royal(tables, &scan, Color::White, white);
            score -= self.royal(tables, &scan, Color::Black, black);
        } else if Color::ALL.iter().all(|&color| pos.royals(color) != 0) {
            // a side that alone has to care for its royals would seem worse off than it is, so they
            // count only where both have some
            score += self.several_royals(tables, &scan, Color::White);
            score -= self.several_royals(tables, &scan, Color::Black);
        }
        if !pawns.passers().is_empty() {
            score += self.passers(&scan, pawns, lone);
        }
        if let Some(goals) = &self.goals {
            score += goals.score(&scan, Color::White);
            score -= goals.score(&scan, Color::Black);
        }
        for bound in &self.bound {
            score += bound.score(pos, Color::White);
            score -= bound.score(pos, Color::Black);
        }
        score
    }

    /// What the pieces of a side are worth by what they can reach.
    #[inline]
    fn reach(&self, tables: &MoveTables, scan: &mut Scan, color: Color) -> Score {
        let pos = scan.pos;
        let own = color_bit(color);
        let pawn = TypeId::pawn(color);
        let guarded = &scan.strikes[color.other().index()];
        let attackers = &mut scan.attackers[color.index()];
        let mut types = 0;
        let mut score = Score::default();
        for (sq, id) in pos.pieces(color) {
            if id == pawn {
                continue;
            }
            let mark = self.marks[id.index()];
            let mut count = 0;
            let plain = tables.visit_plain(pos, id, sq, |to, cell| {
                attackers[to.index()] = attackers[to.index()].wrapping_add(mark);
                count += usize::from(cell & own == 0 && !guarded.contains(to));
            });
            if !plain {
                count = odd_targets(tables, pos, (color, id, sq), attackers, mark, guarded);
            }
            types |= u64::from(mark & ROYALS == 0) << (id.0 & 63);
            score += self.mobility[id.index()][count & MOST_TARGETS];
        }
        scan.types[color.index()] = types;
        score
    }

    /// What the enemy's attacks on the pieces of a side are worth.
    #[inline]
    fn threats(&self, scan: &Scan, color: Color) -> Score {
        let (us, them) = (color.index(), color.other().index());
        let mut score = Score::default();
        for (sq, id) in scan.pos.pieces(color) {
            let attackers = scan.attackers[them][sq.index()];
            let by_pawn = scan.strikes[them].contains(sq);
            if attackers == 0 && !by_pawn {
                continue;
            }
            let cheapest = if by_pawn {
                0
            } else {
                1 + (attackers.trailing_zeros() >> 2) as usize
            };
            let threats = &self.threats[id.index()];
            score += threats.attacked[cheapest];
            if scan.attackers[us][sq.index()] == 0 && !scan.strikes[us].contains(sq) {
                score += threats.hanging;
            }
        }
        score
    }

    /// What the surroundings of a lone royal are worth to it.
    fn royal(&self, tables: &MoveTables, scan: &Scan, color: Color, sq: Square) -> Score {
        let danger = self.royals.cost(self.danger(tables, scan, color, sq));
        let shelter = shelter(&self.royals.shelter, scan.pos, color, sq);
        Score::new(shelter, 0) - danger
    }

    /// What the surroundings of the royals are worth to a side that may have several. Where each of
    /// them has to be kept the one in most danger counts, and where one of them is enough the one in
    /// least danger.
    #[inline(never)]
    fn several_royals(&self, tables: &MoveTables, scan: &Scan, color: Color) -> Score {
        let pos = scan.pos;
        if let Some(sq) = lone_royal(pos, color) {
            return self.royal(tables, scan, color, sq);
        }
        let royals = || pos.pieces_in(color, pos.royals(color));
        let units = royals().map(|(sq, _)| self.danger(tables, scan, color, sq));
        let units = if royals().any(|(_, id)| self.royals.is_absolute(id)) {
            units.max()
        } else {
            units.min()
        };
        units.map_or(Score::default(), |units| -self.royals.cost(units))
    }

    /// The signs of danger around a royal, in eighths of a unit.
    fn danger(&self, tables: &MoveTables, scan: &Scan, color: Color, sq: Square) -> i32 {
        let (us, them) = (color.index(), color.other().index());
        let (own, enemy) = (&scan.attackers[us], &scan.attackers[them]);
        let royal = &self.royals;
        let unprotected =
            |sq: Square| own[sq.index()] & !ROYALS == 0 && !scan.strikes[us].contains(sq);
        let mut units = royal.base;
        let id = scan.pos.type_on(sq);
        // counts of two classes each, in the two halves
        let (mut even, mut odd) = (0u16, 0u16);
        for &near in royal.zone(id, sq) {
            let attackers = enemy[near.index()];
            let by_pawn = scan.strikes[them].contains(near);
            if attackers == 0 && !by_pawn {
                continue;
            }
            even += attackers & 0x0f0f;
            odd += attackers >> 4 & 0x0f0f;
            units += royal.pawn * i32::from(by_pawn);
            units += royal.weak * i32::from(unprotected(near));
        }
        units += i32::from(even & 0xff) * royal.hits[0]
            + i32::from(odd & 0xff) * royal.hits[1]
            + i32::from(even >> 8) * royal.hits[2];
        let (open, checks) = (Cell::new(0), Cell::new(0));
        let look = |from: Square, marks: Attackers| {
            open.set(open.get() + 1);
            if enemy[from.index()] & marks != 0 && unprotected(from) {
                checks.set(checks.get() + 1);
            }
        };
        tables.visit_approaches(
            scan.pos,
            sq,
            scan.types[them],
            |from, kind| look(from, self.line_marks[kind]),
            |from, types| look(from, self.class_marks(types)),
        );
        units + open.get() * royal.open + checks.get() * royal.check
    }

    /// The marks of all classes that occur among some types.
    #[inline]
    pub(super) fn class_marks(&self, types: u64) -> Attackers {
        let of = |class: usize| {
            let occurs = types & self.class_types[class] != 0;
            (0xf * Attackers::from(occurs)) << (4 * class)
        };
        of(0) | of(1) | of(2)
    }

    /// What passed pawns are worth by what else stands on the board, white's minus black's.
    #[inline(never)]
    fn passers(&self, scan: &Scan, pawns: &PawnEntry, lone: [Option<Square>; 2]) -> Score {
        let mut sum = Score::default();
        for &sq in pawns.passers() {
            let Some((color, _)) = scan.pos.piece_on(sq) else {
                continue;
            };
            let (us, them) = (color.index(), color.other().index());
            let rank = usize::from(sq.rank());
            let (mut blocked, mut free, mut supported) = (true, false, false);
            let mut near = None;
            let mut score = Score::default();
            for next in self.pawns.steps(color, sq).iter() {
                if scan.pos.cell(next) == EMPTY {
                    blocked = false;
                    free |= !scan.is_attacked(next, color.other());
                }
                supported |= scan.is_attacked(next, color);
                if let [Some(white), Some(black)] = lone {
                    let to = [white, black].map(|royal| super::distance(royal, next).min(6));
                    let more = to[them] - to[us];
                    near = Some(near.map_or(more, |best: i32| best.max(more)));
                }
            }
            if let Some(more) = near {
                let worth = self.pawns.royal[us][rank];
                score += Score::new(worth.mg * more / 16, worth.eg * more / 16);
            }
            if blocked {
                score += self.pawns.blocked[us][rank];
            }
            if free {
                score += self.pawns.free[us][rank];
            }
            if supported {
                score += self.pawns.supported[us][rank];
            }
            sum += if color == Color::White { score } else { -score };
        }
        sum
    }
}

/// Marks what a piece attacks by moves of any kind, and counts what it can reach.
#[inline(never)]
fn odd_targets(
    tables: &MoveTables,
    pos: &Position,
    (color, id, from): (Color, TypeId, Square),
    attackers: &mut [Attackers; 256],
    mark: Attackers,
    guarded: &SquareSet,
) -> usize {
    let own = color_bit(color);
    let mut count = 0;
    tables.visit_any(pos, color, id, from, &mut |to, cell, means| {
        if means.capture {
            attackers[to.index()] = attackers[to.index()].wrapping_add(mark);
        }
        let free = if cell == EMPTY {
            means.quiet
        } else {
            means.capture && cell & own == 0
        };
        count += usize::from(free && !guarded.contains(to));
    });
    count
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

/// What the pawns in front of a lone royal are worth in the middle game.
#[inline]
fn shelter(worth: &[i32; 2], pos: &Position, color: Color, royal: Square) -> i32 {
    let pawn = TypeId::pawn(color);
    let layout = pos.layout();
    let mut sum = 0;
    for (distance, worth) in (1..).zip(worth) {
        let rank = match color {
            Color::White => royal.rank() + distance,
            Color::Black => royal.rank().wrapping_sub(distance),
        };
        if rank >= layout.ranks {
            continue;
        }
        let first = royal.file().saturating_sub(1);
        for file in first..=(royal.file() + 1).min(layout.files - 1) {
            let sq = Square::at(file, rank);
            if pos.cell(sq) & color_bit(color) != 0 && pos.type_on(sq) == pawn {
                sum += worth;
            }
        }
    }
    sum
}
