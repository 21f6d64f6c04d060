//! What is counted on the board at every evaluation: mobility, pawns, the royals' surroundings.

use super::Evaluation;
use crate::board::position::color_bit;
use crate::board::{Position, Score, Square};
use crate::movegen::MoveTables;
use crate::variant::{Color, TypeId};

/// A pawn without own pawns on the files beside it, centipawns.
const ISOLATED: Score = Score::new(-9, -12);
/// Each pawn with an own pawn on its file, centipawns.
const DOUBLED: Score = Score::new(-5, -9);
/// A pawn that an own pawn protects, centipawns.
const PROTECTED: Score = Score::new(7, 5);
/// An own pawn one and two ranks in front of the royal, on its file or beside it, centipawns.
const SHELTER: [i32; 2] = [13, 7];
/// Danger from aiming at the squares around a royal: the square of the sum of hits is divided by
/// this, centipawns.
const DANGER_DIVISOR: i32 = 5;
/// The most that danger can cost, centipawns.
const MOST_DANGER: i32 = 350;

/// Where the pawns of a colour are.
#[derive(Clone, Copy)]
struct PawnFiles {
    /// Pawns per file, with a margin of one file on both sides.
    count: [u8; 18],
    lowest: [u8; 18],
    highest: [u8; 18],
}

impl PawnFiles {
    fn new(pos: &Position, color: Color) -> PawnFiles {
        let mut files = PawnFiles {
            count: [0; 18],
            lowest: [u8::MAX; 18],
            highest: [0; 18],
        };
        let pawn = TypeId::pawn(color);
        for (sq, _) in pos.pieces(color).filter(|(_, id)| *id == pawn) {
            let file = usize::from(sq.file()) + 1;
            files.count[file] += 1;
            files.lowest[file] = files.lowest[file].min(sq.rank());
            // ranks from 1, so that 0 means none
            files.highest[file] = files.highest[file].max(sq.rank() + 1);
        }
        files
    }

    /// True if no pawn of these can stop or capture an enemy pawn on its way from `sq`.
    fn let_pass(&self, sq: Square, enemy: Color) -> bool {
        let file = usize::from(sq.file()) + 1;
        (file - 1..=file + 1).all(|f| match enemy {
            Color::White => self.highest[f] <= sq.rank() + 1,
            Color::Black => self.lowest[f] >= sq.rank(),
        })
    }
}

/// Scores of pawn structures, which change less often than anything else on the board.
#[derive(Debug)]
pub struct PawnCache {
    /// Key of the pawns and their score, white's minus black's.
    entries: Vec<(u64, Score)>,
}

impl PawnCache {
    /// Entries, a power of two: 16 bytes each.
    const SIZE: usize = 1 << 14;
}

impl Default for PawnCache {
    fn default() -> PawnCache {
        PawnCache {
            // no pawns have key 0, and no score
            entries: vec![(0, Score::default()); PawnCache::SIZE],
        }
    }
}

impl Evaluation {
    /// The sum of all terms, white's minus black's.
    pub(super) fn terms(
        &self,
        tables: &MoveTables,
        pos: &Position,
        cache: Option<&mut PawnCache>,
    ) -> Score {
        let pawns = match cache {
            None => self.pawns(pos),
            Some(cache) => {
                let key = pos.part_keys()[0];
                let entry = &mut cache.entries[key as usize % PawnCache::SIZE];
                if entry.0 != key {
                    *entry = (key, self.pawns(pos));
                }
                entry.1
            }
        };
        let lone = lone_royals(pos);
        let [white, black] = Color::ALL.map(|color| self.side(tables, pos, color, lone));
        pawns + white - black
    }

    /// What the pawns are worth by how they stand to each other, white's minus black's.
    fn pawns(&self, pos: &Position) -> Score {
        let files = Color::ALL.map(|color| PawnFiles::new(pos, color));
        let mut sum = Score::default();
        for color in Color::ALL {
            let pawn = TypeId::pawn(color);
            for (sq, _) in pos.pieces(color).filter(|&(_, id)| id == pawn) {
                let score = self.pawn(pos, color, sq, &files);
                sum += if color == Color::White { score } else { -score };
            }
        }
        sum
    }

    /// What the other pieces of a side are worth by what they can reach, and its pawns by how they
    /// shelter its royal. `lone`: each side has one royal.
    fn side(&self, tables: &MoveTables, pos: &Position, color: Color, lone: bool) -> Score {
        let own = color_bit(color);
        let pawn = TypeId::pawn(color);
        let target = if lone {
            royal(pos, color.other())
        } else {
            None
        };
        let mut score = Score::default();
        let mut hits = 0;
        let mut attackers = 0;
        for (sq, id) in pos.pieces(color) {
            let mobility = self.mobility[id.index()];
            if id == pawn || mobility.norm == 0 {
                continue;
            }
            let (targets, near) = match target {
                Some(royal) => tables.count_plain(pos, id, sq, own, |to| beside(to, royal)),
                None => tables.count_plain(pos, id, sq, own, |_| false),
            };
            let more = 16 * targets - mobility.norm;
            score += Score::new(
                mobility.weight.mg * more / 256,
                mobility.weight.eg * more / 256,
            );
            if near > 0 {
                attackers += 1;
                hits += near * self.hit[id.index()];
            }
        }
        if attackers > 1 {
            score.mg += (hits * hits / DANGER_DIVISOR).min(MOST_DANGER);
        }
        if lone {
            score.mg += shelter(pos, color);
        }
        score
    }

    fn pawn(&self, pos: &Position, color: Color, sq: Square, pawns: &[PawnFiles; 2]) -> Score {
        let mut score = Score::default();
        if protected(pos, color, sq) {
            score += PROTECTED;
        }
        if !self.orthodox_pawns {
            return score;
        }
        let own = &pawns[color.index()];
        let file = usize::from(sq.file()) + 1;
        if own.count[file - 1] == 0 && own.count[file + 1] == 0 {
            score += ISOLATED;
        }
        if own.count[file] > 1 {
            score += DOUBLED;
        }
        if pawns[color.other().index()].let_pass(sq, color) {
            score += self.passed[color.index()][usize::from(sq.rank())];
        }
        score
    }
}

/// One bit per difference of squares that a king's step or no step makes, counted from 17 below.
const BESIDE: u64 = 0b111 | 0b111 << 16 | 0b111 << 32;

/// True if the squares are the same or a king's step apart. On a board of 16 files the two ends of
/// adjacent ranks count as well, which does no harm here.
#[inline]
fn beside(a: Square, b: Square) -> bool {
    let difference = a.0.wrapping_sub(b.0).wrapping_add(17);
    difference < 64 && BESIDE >> difference & 1 != 0
}

/// True if an own pawn could recapture on the square.
fn protected(pos: &Position, color: Color, sq: Square) -> bool {
    let pawn = TypeId::pawn(color);
    let own = |&from: &Square| pos.cell(from) & color_bit(color) != 0 && pos.type_on(from) == pawn;
    pos.layout()
        .pawn_capture_origins(color, sq)
        .is_some_and(|list| list.iter().any(own))
}

/// True if each side has one royal. A side with several need not fear for one, and a side that
/// alone has to care for its royal would seem worse off than it is; so royals count only in pairs.
fn lone_royals(pos: &Position) -> bool {
    Color::ALL
        .iter()
        .all(|&color| pos.royals(color).count_ones() == 1)
}

fn royal(pos: &Position, color: Color) -> Option<Square> {
    pos.pieces_in(color, pos.royals(color))
        .next()
        .map(|(sq, _)| sq)
}

/// What the pawns in front of a lone royal are worth in the middle game.
fn shelter(pos: &Position, color: Color) -> i32 {
    let Some(royal) = royal(pos, color) else {
        return 0;
    };
    let pawn = TypeId::pawn(color);
    let layout = pos.layout();
    let mut sum = 0;
    for (distance, worth) in (1..).zip(SHELTER) {
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
