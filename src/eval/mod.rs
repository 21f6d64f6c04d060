//! What a position is worth, worked out from what the pieces of the game can do.
//!
//! Everything is derived at load from the move tables and the values in the file: no piece and no
//! game is known by name.

mod ruleset;
mod terms;
mod weights;

use crate::board::{Position, Score, Square};
use crate::movegen::MoveTables;
use crate::variant::{Color, TypeId};

pub use ruleset::Ruleset;
pub use terms::PawnCache;

/// Evaluations stay within this many centipawns, so that they never look like mates.
pub const MAX_EVAL: i32 = 28_000;
/// What a piece in hand is worth, as a share of its value.
const HAND_PERCENT: i32 = 90;
/// The same where it can be put on any empty square.
const DROP_PERCENT: i32 = 110;
/// How much the terms counted on the board are taken to amount to at most, centipawns.
const LAZY_MARGIN: i32 = 300;

/// What the evaluation knows about a game.
#[derive(Debug)]
pub struct Evaluation {
    /// Worth of each type in centipawns, by type number: the one value table that evaluation,
    /// move ordering and pruning share. An absolute royal is worth 0.
    pub values: Vec<i32>,
    /// The phase of the start position; 0 in a game of kings and pawns only.
    full_phase: i32,
    /// Captured pieces change sides, so that the end game never comes.
    refilling: bool,
    /// Bonus in centipawns for having the move.
    tempo: i32,
    /// What driving a bare royal to the edge is worth, per square.
    edge: Vec<i32>,
    /// Per type: what its targets are worth.
    mobility: Vec<Mobility>,
    /// Per type: what its aiming at a square beside a royal counts.
    hit: Vec<i32>,
    /// What a passed pawn is worth, by colour and rank.
    passed: [[Score; 16]; 2],
    /// Pawns go straight ahead and capture diagonally ahead.
    orthodox_pawns: bool,
}

/// What the targets of a type are worth.
#[derive(Clone, Copy, Debug, Default)]
struct Mobility {
    /// The number of targets that is worth nothing, in sixteenths.
    norm: i32,
    /// What one more is worth, in sixteenths of a centipawn.
    weight: Score,
}

impl Evaluation {
    /// The static evaluation in centipawns, from the point of view of the side to move. The cache
    /// must have served this game only.
    pub fn evaluate(
        &self,
        tables: &MoveTables,
        pos: &Position,
        cache: Option<&mut PawnCache>,
    ) -> i32 {
        self.finish(pos, pos.score() + self.terms(tables, pos, cache))
    }

    /// Material and piece-square weights alone, if they are so far outside the window that the rest
    /// could hardly make up for it.
    #[inline]
    pub fn rough(&self, pos: &Position, alpha: i32, beta: i32) -> Option<i32> {
        let rough = self.finish(pos, pos.score());
        (rough + LAZY_MARGIN <= alpha || rough - LAZY_MARGIN >= beta).then_some(rough)
    }

    /// From white's pair of values to the evaluation for the side to move.
    fn finish(&self, pos: &Position, score: Score) -> i32 {
        // where captured pieces come back, there is no end game
        let phase = if self.refilling {
            self.full_phase
        } else {
            pos.phase().clamp(0, self.full_phase)
        };
        let mut value = if self.full_phase > 0 {
            (score.mg * phase + score.eg * (self.full_phase - phase)) / self.full_phase
        } else {
            score.eg
        };
        for color in Color::ALL {
            if pos.has_hand(color) {
                let hand = if pos.layout().drops.is_some() {
                    self.droppable(pos, color)
                } else {
                    self.hand(pos, color)
                };
                value += if color == Color::White { hand } else { -hand };
            }
            if pos.live(color).count_ones() == 1 && !pos.has_hand(color) {
                let drive = self.drive_bare_royal(pos, color);
                value += if color == Color::White { -drive } else { drive };
            }
        }
        let value = if pos.side() == Color::White {
            value
        } else {
            -value
        };
        (value + self.tempo).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What the pieces in hand are worth if they can be dropped: more than on the board, since they
    /// are at once wherever they are needed.
    #[inline(never)]
    fn droppable(&self, pos: &Position, color: Color) -> i32 {
        let types = pos.layout().variant.types();
        let sum: i32 = types
            .map(|(id, _)| i32::from(pos.in_hand(color, id)) * self.value(id))
            .sum();
        sum * DROP_PERCENT / 100
    }

    /// What the pieces in hand are worth: nearly as much as on the board, as long as there are
    /// pieces left that can let them in.
    #[inline(never)]
    fn hand(&self, pos: &Position, color: Color) -> i32 {
        let layout = pos.layout();
        let gates = layout.gate_squares(color).intersection(pos.virgins());
        let mut places = gates.iter().count();
        let mut sum = 0;
        for &id in &layout.variant.rules.gating {
            let count = usize::from(pos.in_hand(color, id)).min(places);
            places -= count;
            sum += count as i32 * self.value(id) * HAND_PERCENT / 100;
        }
        sum
    }

    /// The worth of the type.
    #[inline]
    pub fn value(&self, id: TypeId) -> i32 {
        self.values[id.index()]
    }

    /// What it is worth for the other side that the bare royal of `color` stands near the edge
    /// and the other side's royal near it.
    fn drive_bare_royal(&self, pos: &Position, color: Color) -> i32 {
        let royal = |c: Color| pos.pieces_in(c, pos.royals(c)).next().map(|(sq, _)| sq);
        let (Some(bare), Some(hunter)) = (royal(color), royal(color.other())) else {
            return 0;
        };
        self.edge[bare.index()] + 4 * (16 - distance(bare, hunter))
    }
}

/// The number of king steps between two squares.
pub fn distance(a: Square, b: Square) -> i32 {
    let files = i32::from(a.file()) - i32::from(b.file());
    let ranks = i32::from(a.rank()) - i32::from(b.rank());
    files.abs().max(ranks.abs())
}
