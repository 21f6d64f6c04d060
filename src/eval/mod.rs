//! What a position is worth, worked out from what the pieces of the game can do.
//!
//! Everything is derived at load from the move tables and the values in the file: no piece and no
//! game is known by name. Each term is made for a game from a `Context`, and counts in a `Scan` of
//! the board; what they are worth is in [`params`](crate::variant::params).
//!
//! | module | owns |
//! |---|---|
//! | [`values`] | the one value table, with estimates for what the file leaves open |
//! | `context`, `geometry` | what the terms of a game are made from |
//! | `scan` | where pieces stand and what they attack |
//! | `psqt` | piece-square tables, the phase of the game |
//! | `mobility`, `threats`, `king_safety`, `among_pawns`, `space`, `color_bound` | terms that are counted on the board |
//! | `pawns`, `passed_pawns` | pawn structure, passed pawns |
//! | `win_progress` | what the win conditions of a game add |
//! | `hands`, `mop_up` | pieces in hand, the hunt for a bare royal |
//! | `endgame_scale` | what of an advantage is left in the end game |
//! | [`net`] | what was learnt for one game, added to all that |
//! | `lazy`, `cache` | when not to count the terms |

mod among_pawns;
mod cache;
mod color_bound;
mod context;
mod endgame_scale;
mod geometry;
mod hands;
mod king_safety;
mod lazy;
mod mobility;
mod mop_up;
pub mod net;
mod passed_pawns;
mod pawns;
mod psqt;
mod scan;
mod space;
mod threats;
pub mod values;
mod win_progress;

use crate::board::Position;
use crate::board::layout::Weights;
use crate::movegen::MoveTables;
use crate::movegen::attack_maps::{AttackMaps, LineMemo};
use crate::types::{Color, Score, TypeId};
use crate::variant::{MAX_VALUE, Term, Variant};

pub use cache::EvalCache;

use among_pawns::AmongPawns;
use color_bound::ColorBound;
use context::{Classes, Context};
use endgame_scale::EndgameScale;
use king_safety::KingSafety;
use mobility::Mobility;
use mop_up::MopUp;
use net::{Mode, Net};
use pawns::{PawnEntry, Pawns};
use psqt::Phase;
use scan::Scan;
use space::Space;
use threats::Threats;
use win_progress::WinProgress;

/// Evaluations stay within this many centipawns, so that they never look like mates.
pub const MAX_EVAL: i32 = 28_000;
// a piece more than the other side has, and a pawn that becomes one, can still be told apart
const _: () = assert!(MAX_EVAL > 2 * MAX_VALUE);

/// What the evaluation knows about a game.
#[derive(Debug)]
pub struct Evaluation {
    /// Worth of each type in centipawns, by type number: the one value table that evaluation,
    /// move ordering and pruning share. An absolute royal is worth 0.
    pub values: Vec<i32>,
    phase: Phase,
    /// Bonus in centipawns for having the move.
    tempo: Score,
    classes: Classes,
    mobility: Mobility,
    threats: Threats,
    color_bound: ColorBound,
    win_progress: WinProgress,
    mop_up: MopUp,
    endgame_scale: EndgameScale,
    maps: AnyMaps,
    /// What was learnt for the game.
    net: Option<Net>,
}

/// What depends on the size of the board, on the smallest kind of sets that hold it.
#[derive(Debug)]
enum AnyMaps {
    Small(Maps<1>),
    Middle(Maps<2>),
    Large(Maps<4>),
}

#[derive(Debug)]
struct Maps<const W: usize> {
    attacks: AttackMaps<W>,
    king_safety: KingSafety<W>,
    space: Space<W>,
    pawns: Pawns<W>,
    among_pawns: AmongPawns<W>,
}

impl<const W: usize> Maps<W> {
    fn new(ctx: &Context) -> Maps<W> {
        let pawns = Pawns::new(ctx);
        Maps {
            among_pawns: AmongPawns::new(ctx, |color, number| pawns.targets[color][number].control),
            attacks: AttackMaps::new(ctx.v, ctx.tables, ctx.index, ctx.classes.pieces()),
            king_safety: KingSafety::new(ctx),
            space: Space::new(ctx),
            pawns,
        }
    }
}

impl Evaluation {
    /// Derives what a game needs from its moves: the weights that positions sum up, and the rest; with
    /// the net that was learnt for it, if there is one.
    pub fn new(v: &Variant, tables: &MoveTables) -> (Weights, Evaluation) {
        let (weights, evaluation) = Evaluation::without_net(v, tables);
        match Net::of(v, tables) {
            Some(net) => evaluation.with_net(v, weights, net),
            None => (weights, evaluation),
        }
    }

    /// The same with a net, which has to be one for this game.
    pub fn with_net(
        mut self,
        v: &Variant,
        mut weights: Weights,
        net: Net,
    ) -> (Weights, Evaluation) {
        net.fold(v, &mut weights);
        self.net = Some(net);
        (weights, self)
    }

    /// The same without a net: the hand-made evaluation.
    pub fn without_net(v: &Variant, tables: &MoveTables) -> (Weights, Evaluation) {
        let values = win_progress::values(v, values::table(v, tables));
        let classes = Classes::new(v, &values);
        let index = tables.square_index();
        let ctx = Context {
            v,
            tables,
            params: &v.params,
            values: &values,
            index,
            classes: &classes,
        };
        let (weights, phase) = Phase::new(&ctx);
        let evaluation = Evaluation {
            phase,
            tempo: ctx.score(Term::Tempo),
            mobility: Mobility::new(&ctx),
            threats: Threats::new(&ctx),
            color_bound: ColorBound::new(&ctx),
            win_progress: WinProgress::new(&ctx),
            mop_up: MopUp::new(&ctx),
            endgame_scale: EndgameScale::new(&ctx),
            maps: match index.squares().len() {
                ..=64 => AnyMaps::Small(Maps::new(&ctx)),
                65..=128 => AnyMaps::Middle(Maps::new(&ctx)),
                _ => AnyMaps::Large(Maps::new(&ctx)),
            },
            classes,
            values,
            net: None,
        };
        (weights, evaluation)
    }

    /// The net that was learnt for the game, if there is one.
    pub fn net(&self) -> Option<&Net> {
        self.net.as_ref()
    }

    /// The static evaluation in centipawns, from the point of view of the side to move. The cache
    /// must have served this game only.
    pub fn evaluate(&self, tables: &MoveTables, pos: &Position, cache: &mut EvalCache) -> i32 {
        let key = EvalCache::key(pos);
        let Some(net) = &self.net else {
            return self.whole(pos, pos.score(), self.known_terms(tables, pos, key, cache));
        };
        if !self.is_judged(pos, net) {
            let terms = self.known_terms(tables, pos, key, cache);
            return self.whole(pos, pos.score() - net.folded(pos), terms);
        }
        let learnt = net.evaluate(pos, key, cache.accumulator());
        if net.mode() == Mode::Replace {
            return learnt;
        }
        let terms = self.known_terms(tables, pos, key, cache);
        let value = learnt + self.whole(pos, pos.score(), terms);
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// True if the net has a say. Of what is decided it has learnt nothing: games that one side wins by far were
    /// not played on; and little of the last men, to which few games come. What it corrects is right enough there;
    /// in its place the hand-made evaluation has to do.
    #[inline]
    fn is_judged(&self, pos: &Position, net: &Net) -> bool {
        let unknown = || are_few(pos) || self.is_decided(pos);
        !(is_bare(pos) || net.mode() == Mode::Replace && unknown())
    }

    /// True if a side is far ahead by what stands where. No royal is alone.
    #[inline]
    fn is_decided(&self, pos: &Position) -> bool {
        let score = pos.score();
        let decided = || self.finish(pos, score).abs() > net::DECIDED;
        let most = |score| self.endgame_scale.most(score);
        let more = self.win_progress.counts_men() || Color::ALL.iter().any(|&c| pos.has_hand(c));
        // without more it is a mean of the values for the middle game and the end game, most often small ones
        let doubtful = more || most(score) + most(self.tempo) > net::DECIDED;
        debug_assert!(doubtful || !decided());
        doubtful && decided()
    }

    /// The hand-made evaluation, without a net or a cache.
    pub fn evaluate_once(&self, tables: &MoveTables, pos: &Position) -> i32 {
        let folded = self.net.as_ref().map(|net| net.folded(pos));
        let score = pos.score() - folded.unwrap_or_default();
        let mut lines = LineMemo::default();
        let terms = self.terms(tables, pos, &self.pawns(pos), &mut lines);
        self.whole(pos, score, terms)
    }

    /// Material, piece-square tables and pawns alone, if they are so far outside the window that
    /// the rest could hardly make up for it; with what the net says if they are not that far. The
    /// cache must have served this game only.
    #[inline]
    pub fn lazy(
        &self,
        pos: &Position,
        cache: &mut EvalCache,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let Some(net) = &self.net else {
            let value = self.finish(pos, pos.score() + self.known_pawns(pos, cache).0.score);
            return lazy::is_enough(value, 0, alpha, beta).then_some(value);
        };
        if net.mode() == Mode::Replace || !self.is_judged(pos, net) {
            return None;
        }
        let value = self.finish(pos, pos.score() + self.known_pawns(pos, cache).0.score);
        if lazy::is_enough(value, net.reach(), alpha, beta) {
            return Some(value);
        }
        let value = value + net.evaluate(pos, EvalCache::key(pos), cache.accumulator());
        let value = value.clamp(-MAX_EVAL, MAX_EVAL);
        lazy::is_enough(value, 0, alpha, beta).then_some(value)
    }

    /// The sum of the terms, from the cache if it is there. `key` is that of everything that stands on
    /// the board.
    #[inline]
    fn known_terms(
        &self,
        tables: &MoveTables,
        pos: &Position,
        key: u64,
        cache: &mut EvalCache,
    ) -> Score {
        cache.terms(key).unwrap_or_else(|| {
            let (pawns, lines) = self.known_pawns(pos, cache);
            self.prepare(lines);
            let terms = self.terms(tables, pos, pawns, lines);
            cache.note_terms(key, terms);
            terms
        })
    }

    /// What there is to know about the pawns of a position, from the cache if it is there; and what the
    /// cache remembers of lines.
    #[inline]
    fn known_pawns<'a>(
        &self,
        pos: &Position,
        cache: &'a mut EvalCache,
    ) -> (&'a PawnEntry, &'a mut LineMemo) {
        cache.pawns(pos, || self.pawns(pos))
    }

    /// Makes room for what lines reach.
    #[inline]
    fn prepare(&self, lines: &mut LineMemo) {
        match &self.maps {
            AnyMaps::Small(maps) => maps.attacks.prepare(lines),
            AnyMaps::Middle(maps) => maps.attacks.prepare(lines),
            AnyMaps::Large(maps) => maps.attacks.prepare(lines),
        }
    }

    #[inline(never)]
    fn pawns(&self, pos: &Position) -> PawnEntry {
        match &self.maps {
            AnyMaps::Small(maps) => maps.pawns.entry(pos),
            AnyMaps::Middle(maps) => maps.pawns.entry(pos),
            AnyMaps::Large(maps) => maps.pawns.entry(pos),
        }
    }

    /// The worth of the type.
    #[inline]
    pub fn value(&self, id: TypeId) -> i32 {
        self.values[id.index()]
    }

    /// The sum of all terms that depend on nothing but what stands on the board, white's minus
    /// black's.
    fn terms(
        &self,
        tables: &MoveTables,
        pos: &Position,
        pawns: &PawnEntry,
        lines: &mut LineMemo,
    ) -> Score {
        match &self.maps {
            AnyMaps::Small(maps) => self.terms_on(maps, tables, pos, pawns, lines),
            AnyMaps::Middle(maps) => self.terms_on(maps, tables, pos, pawns, lines),
            AnyMaps::Large(maps) => self.terms_on(maps, tables, pos, pawns, lines),
        }
    }

    fn terms_on<const W: usize>(
        &self,
        maps: &Maps<W>,
        tables: &MoveTables,
        pos: &Position,
        pawns: &PawnEntry,
        lines: &mut LineMemo,
    ) -> Score {
        let around = &maps.king_safety;
        let mut scan = Scan::new(pos, tables, &maps.attacks, &self.classes, pawns);
        scan.find_attacks(&self.mobility, &maps.among_pawns, lines, |id, number| {
            [around.zone(id, number), around.ring(id, number)]
        });
        let mut side = |color| {
            scan.sides[color].mobility
                + scan.sides[color].among_pawns
                + self.threats.score(&scan, color)
                + self.threats.pushes(&scan, &maps.pawns, color)
                + self.threats.weak(&scan, color)
                + maps.space.score(&scan, color)
                + maps.king_safety.score(&scan, color, lines)
                + self.color_bound.score(&scan, color)
                + self.win_progress.score(&scan, color)
        };
        let passed = maps.pawns.passed(&scan, pawns);
        pawns.score + passed + side(Color::White) - side(Color::Black)
    }

    /// From material with the piece-square tables and the sum of the terms to the evaluation.
    fn whole(&self, pos: &Position, score: Score, terms: Score) -> i32 {
        self.finish(pos, score + terms + self.win_progress.vanishing(pos))
    }

    /// From white's pair of values to the evaluation for the side to move.
    fn finish(&self, pos: &Position, mut score: Score) -> i32 {
        score += self.win_progress.bare(pos) + self.tempo.of(pos.side());
        let score = self.endgame_scale.scaled(pos, score);
        let value = self.phase.taper(pos, score)
            + hands::score(&self.values, pos)
            + self.mop_up.score(pos)
            + self.win_progress.checks(pos);
        let value = if pos.side() == Color::White {
            value
        } else {
            -value
        };
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

/// True if there are no more than [`net::FEW_MEN`] men, and none in a hand.
#[inline]
fn are_few(pos: &Position) -> bool {
    let men = |&color: &Color| pos.live(color).count_ones();
    Color::ALL.iter().map(men).sum::<u32>() <= net::FEW_MEN
        && !Color::ALL.iter().any(|&color| pos.has_hand(color))
}

/// True if a side has nothing but its royal: no net counts then. No game that was learnt from has taught
/// how to mate it.
#[inline]
pub fn is_bare(pos: &Position) -> bool {
    Color::ALL
        .iter()
        .any(|&color| pos.live(color) == pos.royals(color) && !pos.has_hand(color))
}
