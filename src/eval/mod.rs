//! Static evaluation, derived from the moves of the pieces.
//!
//! Everything is derived from the move tables and the values in the file when a variant is loaded: no piece and no
//! variant is known by name. Each term is built from a `Context` and evaluated with a `Scan` of the board; the weights
//! are in [`params`](crate::variant::params).
//!
//! | module | owns |
//! |---|---|
//! | [`values`] | piece values, with estimates where the file has none |
//! | `context`, `geometry` | the input of the terms |
//! | `scan` | pieces and their attacks |
//! | `psqt` | piece-square tables, game phase |
//! | `mobility`, `threats`, `king_safety`, `among_pawns`, `space`, `color_bound` | terms that are counted on the board |
//! | `pawns`, `passed_pawns` | pawn structure, passed pawns |
//! | `win_progress` | progress towards wins other than mate |
//! | `hands`, `mop_up` | pieces in hand; driving a bare royal to the edge |
//! | `endgame_scale` | scaling of endgame scores by pawns |
//! | [`net`] | NNUE: nets for single variants |
//! | `lazy`, `cache` | lazy evaluation, evaluation cache |

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
// leaves room for an extra piece, and for a pawn that becomes such a piece
const _: () = assert!(MAX_EVAL > 2 * MAX_VALUE);

/// The evaluation of a variant.
#[derive(Debug)]
pub struct Evaluation {
    /// Value of each type in centipawns, by type number: the table that evaluation, move ordering and pruning
    /// share. An absolute royal has value 0.
    pub values: Vec<i32>,
    phase: Phase,
    /// Bonus for the side to move.
    tempo: Score,
    classes: Classes,
    mobility: Mobility,
    threats: Threats,
    color_bound: ColorBound,
    win_progress: WinProgress,
    mop_up: MopUp,
    endgame_scale: EndgameScale,
    maps: AnyMaps,
    /// The net of the variant.
    net: Option<Net>,
}

/// The parts that depend on the size of the board, with bitboards of the smallest size that holds the board.
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
            attacks: AttackMaps::new(ctx.v, ctx.tables, ctx.index, ctx.classes.pieces),
            king_safety: KingSafety::new(ctx),
            space: Space::new(ctx),
            pawns,
        }
    }
}

impl Evaluation {
    /// The incrementally updated weights and the evaluation of a variant, with its net if there is one.
    pub fn new(v: &Variant, tables: &MoveTables) -> (Weights, Evaluation) {
        let (weights, evaluation) = Evaluation::without_net(v, tables);
        match Net::of(v, tables, &evaluation.values) {
            Some(net) => evaluation.with_net(v, weights, net),
            None => (weights, evaluation),
        }
    }

    /// The evaluation with this net, which must belong to the variant.
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

    /// The weights and the hand-made evaluation of a variant, without a net.
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

    /// The net of the variant, if there is one.
    pub fn net(&self) -> Option<&Net> {
        self.net.as_ref()
    }

    /// The static evaluation in centipawns, for the side to move. The cache must have been used for this
    /// variant only.
    pub fn evaluate(&self, tables: &MoveTables, pos: &Position, cache: &mut EvalCache) -> i32 {
        let key = EvalCache::key(pos);
        let Some(net) = &self.net else {
            return self.whole(pos, pos.score(), self.known_terms(tables, pos, key, cache));
        };
        if !self.is_judged(pos, net) {
            let terms = self.known_terms(tables, pos, key, cache);
            return self.whole(pos, pos.score() - net.folded(pos), terms);
        }
        let learnt = net.evaluate(pos, key, &mut cache.accumulators);
        if net.mode == Mode::Replace {
            return learnt;
        }
        let terms = self.known_terms(tables, pos, key, cache);
        let value = learnt + self.whole(pos, pos.score(), terms);
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// True if the net is used in this position. A net knows nothing of decided positions, because won games were not
    /// played on, and little of positions with few pieces. A net that corrects the evaluation is good enough there; a
    /// net that replaces the evaluation leaves such positions to the hand-made evaluation.
    #[inline]
    fn is_judged(&self, pos: &Position, net: &Net) -> bool {
        !(is_bare(pos) || net.mode == Mode::Replace && (are_few(pos) || self.is_decided(pos)))
    }

    /// True if a side is far ahead in material and piece-square values. No royal is bare.
    #[inline]
    fn is_decided(&self, pos: &Position) -> bool {
        let score = pos.score();
        let decided = || self.finish(pos, score).abs() > net::DECIDED;
        let most = |score| self.endgame_scale.most(score);
        let more = self.win_progress.counts_men() || Color::ALL.iter().any(|&c| pos.has_hand(c));
        // otherwise the score is a mean of the middlegame and endgame values, which are usually small
        let doubtful = more || most(score) + most(self.tempo) > net::DECIDED;
        debug_assert!(doubtful || !decided());
        doubtful && decided()
    }

    /// The hand-made evaluation, without net and cache.
    pub fn evaluate_once(&self, tables: &MoveTables, pos: &Position) -> i32 {
        let folded = self.net.as_ref().map(|net| net.folded(pos));
        let score = pos.score() - folded.unwrap_or_default();
        let mut lines = LineMemo::default();
        let terms = self.terms(tables, pos, &self.pawns(pos), &mut lines);
        self.whole(pos, score, terms)
    }

    /// An evaluation by material, piece-square tables and pawns alone, if it is far enough outside the window; if it
    /// is not, the net is added and the test repeated. The cache must have been used for this variant only.
    #[inline]
    pub fn lazy(
        &self,
        pos: &Position,
        cache: &mut EvalCache,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let net = self.net.as_ref();
        if net.is_some_and(|net| net.mode == Mode::Replace || !self.is_judged(pos, net)) {
            return None;
        }
        let (pawns, _) = cache.pawns(pos, || self.pawns(pos));
        let value = self.finish(pos, pos.score() + pawns.score);
        if lazy::is_enough(value, net.map_or(0, |net| net.reach), alpha, beta) {
            return Some(value);
        }
        let net = net?;
        let value = value + net.evaluate(pos, EvalCache::key(pos), &mut cache.accumulators);
        let value = value.clamp(-MAX_EVAL, MAX_EVAL);
        lazy::is_enough(value, 0, alpha, beta).then_some(value)
    }

    /// The sum of the terms, from the cache if possible. `key` is the key of the pieces on the board.
    #[inline]
    fn known_terms(
        &self,
        tables: &MoveTables,
        pos: &Position,
        key: u64,
        cache: &mut EvalCache,
    ) -> Score {
        cache.terms(key).unwrap_or_else(|| {
            let (pawns, lines) = cache.pawns(pos, || self.pawns(pos));
            self.prepare(lines);
            let terms = self.terms(tables, pos, pawns, lines);
            cache.note_terms(key, terms);
            terms
        })
    }

    /// Allocates the cache of line scans.
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

    /// The value of the type.
    #[inline]
    pub fn value(&self, id: TypeId) -> i32 {
        self.values[id.index()]
    }

    /// The sum of all terms that only depend on the pieces on the board, from white's point of view.
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

    /// The evaluation: material with piece-square tables (`score`) and the sum of the terms.
    fn whole(&self, pos: &Position, score: Score, terms: Score) -> i32 {
        self.finish(pos, score + terms + self.win_progress.vanishing(pos))
    }

    /// The evaluation for the side to move, from the score for White.
    fn finish(&self, pos: &Position, mut score: Score) -> i32 {
        score += self.win_progress.bare(pos) + pos.side().for_white(self.tempo);
        let score = self.endgame_scale.scaled(pos, score);
        let value = self.phase.taper(pos, score)
            + hands::score(&self.values, pos)
            + self.mop_up.score(pos)
            + self.win_progress.checks(pos);
        pos.side().for_white(value).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

/// True if at most [`net::FEW_MEN`] pieces are on the board and none in hand.
#[inline]
fn are_few(pos: &Position) -> bool {
    let men = |&color: &Color| pos.live(color).count_ones();
    Color::ALL.iter().map(men).sum::<u32>() <= net::FEW_MEN
        && !Color::ALL.iter().any(|&color| pos.has_hand(color))
}

/// True if a side has only its royal. Then no net is used, since the games from which a net learns do not show how to
/// mate a bare royal.
#[inline]
pub fn is_bare(pos: &Position) -> bool {
    Color::ALL.iter().any(|&color| pos.is_bare(color))
}
