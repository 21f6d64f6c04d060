//! What a position is worth, worked out from what the pieces of the game can do.
//!
//! Everything is derived at load from the move tables and the values in the file: no piece and no
//! game is known by name.
//!
//! | module | owns |
//! |---|---|
//! | [`values`] | the one value table, with estimates for what the file leaves open |
//! | `weights` | from both and the tables of a game to what is looked up during play |
//! | `sights` | where plain pieces bear on, as sets of squares |
//! | `terms` | the scan of the board: mobility, threats, passed pawns |
//! | `danger` | the danger to royals |
//! | `cache` | what is remembered of pawns and positions |
//! | `pawns`, `royals`, `bound` | pawns among themselves, weights of danger, colour-bound pieces |

pub(crate) mod bits;
mod bound;
mod cache;
mod danger;
mod goals;
mod pawns;
mod royals;
mod sights;
mod terms;
pub mod values;
mod weights;

use crate::board::Position;
use crate::board::layout::Weights;
use crate::movegen::MoveTables;
use crate::types::{Color, Score, TypeId, TypeSet};
use crate::variant::Variant;

pub use cache::EvalCache;

/// Evaluations stay within this many centipawns, so that they never look like mates.
pub const MAX_EVAL: i32 = 28_000;
/// What a piece in hand is worth, as a share of its value.
const HAND_PERCENT: i32 = 90;
/// The same where it can be put on any empty square.
const DROP_PERCENT: i32 = 110;
/// How much the terms counted on the board are taken to amount to at most, centipawns.
const LAZY_MARGIN: i32 = 230;

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
    tempo: Score,
    /// What driving a bare royal to the edge is worth, per square.
    edge: Vec<i32>,
    /// Per type and number of targets: what they are worth.
    mobility: Vec<[Score; terms::MOST_TARGETS + 1]>,
    /// Where plain pieces bear on.
    sights: sights::AnySights,
    /// Per type: its class.
    class: Vec<u8>,
    /// Per class: its types.
    class_types: [TypeSet; terms::CLASSES],
    /// Per type: what being attacked is worth.
    threats: Vec<Threats>,
    pawns: pawns::Pawns,
    royals: royals::Royals,
    /// Colour-bound types.
    bound: Vec<bound::Bound>,
    /// What having only one piece besides the royal is worth, where a bare royal loses.
    bare: Option<Score>,
    /// What being near a goal is worth, in games with other goals than mate.
    goals: Option<goals::Goals>,
    /// A capture blows up what stands around it.
    pub captures_explode: bool,
    /// What a check given is worth, by how many are left to give; none where they do not count.
    checks: Vec<i32>,
}

/// What it is worth to a piece to be attacked.
#[derive(Clone, Copy, Debug, Default)]
struct Threats {
    /// By the cheapest attacker: a pawn, or a piece of each class.
    attacked: [Score; 1 + terms::CLASSES],
    /// Nothing protects it.
    hanging: Score,
}

impl Evaluation {
    /// Derives what a game needs from its moves: the weights that positions sum up, and the rest.
    pub fn new(v: &Variant, tables: &MoveTables) -> (Weights, Evaluation) {
        let values = goals::values(v, values::table(v, tables));
        weights::derive(v, tables, values, &v.params)
    }

    /// The static evaluation in centipawns, from the point of view of the side to move. The cache
    /// must have served this game only.
    pub fn evaluate(&self, tables: &MoveTables, pos: &Position, cache: &mut EvalCache) -> i32 {
        let terms = self.known_terms(tables, pos, cache);
        self.finish(pos, pos.score() + terms + self.vanishing(pos))
    }

    /// The same without a cache.
    pub fn evaluate_once(&self, tables: &MoveTables, pos: &Position) -> i32 {
        let terms = self.terms(tables, pos, &self.pawns.entry(pos));
        self.finish(pos, pos.score() + terms + self.vanishing(pos))
    }

    /// What both sides have left of types that must not die out, white's minus black's. Pieces in
    /// hand count, of which the cache knows nothing, so that this is no part of what it keeps.
    #[inline]
    fn vanishing(&self, pos: &Position) -> Score {
        self.goals.as_ref().map_or(Score::default(), |goals| {
            goals.vanishing(pos, Color::White) - goals.vanishing(pos, Color::Black)
        })
    }

    /// Material, piece-square weights and pawns alone, if they are so far outside the window that
    /// the rest could hardly make up for it. The cache must have served this game only.
    #[inline]
    pub fn rough(
        &self,
        pos: &Position,
        cache: &mut EvalCache,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let pawns = self.pawns(pos, cache).score;
        let rough = self.finish(pos, pos.score() + pawns);
        (rough + LAZY_MARGIN <= alpha || rough - LAZY_MARGIN >= beta).then_some(rough)
    }

    /// From white's pair of values to the evaluation for the side to move.
    fn finish(&self, pos: &Position, mut score: Score) -> i32 {
        if let Some(bare) = self.bare {
            score += bare_danger(bare, pos, Color::White) - bare_danger(bare, pos, Color::Black);
        }
        if pos.side() == Color::White {
            score += self.tempo;
        } else {
            score -= self.tempo;
        }
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
        if !self.checks.is_empty() {
            let [white, black] = Color::ALL.map(|c| self.checks[usize::from(pos.checks_left(c))]);
            value += white - black;
        }
        let value = if pos.side() == Color::White {
            value
        } else {
            -value
        };
        value.clamp(-MAX_EVAL, MAX_EVAL)
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
        for &id in &layout.variant.rules.gating.types {
            let count = usize::from(pos.in_hand(color, id)).min(places);
            places -= count;
            sum += count as i32 * self.value(id) * HAND_PERCENT / 100;
        }
        for &(_, id) in layout.gates(color) {
            // what is in hand there still waits
            sum += i32::from(pos.in_hand(color, id)) * self.value(id) * HAND_PERCENT / 100;
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
        self.edge[bare.index()] + 4 * (16 - bare.distance(hunter))
    }
}

/// What it is worth to a side to have so few pieces left where a bare royal loses.
fn bare_danger(worth: Score, pos: &Position, color: Color) -> Score {
    let royals = pos.royals(color).count_ones();
    let left = (pos.live(color).count_ones() - royals).clamp(1, 100) as i32;
    let square = left * left;
    Score::new(worth.mg / square, worth.eg / square)
}
