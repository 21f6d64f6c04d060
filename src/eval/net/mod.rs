//! Efficiently updatable nets (NNUE) that correct or replace the evaluation of a variant.
//!
//! The features of a position (see [`inputs`]) are summed in a small hidden layer from both perspectives,
//! with SCReLU activation. Each feature also has a linear weight; those of pieces are folded into the
//! piece-square tables at no cost. All sums are of integers, so that a net evaluates the same on all
//! machines.
//!
//! | module | owns |
//! |---|---|
//! | [`inputs`], `symmetry` | features and inputs; how black's perspective maps to white's |
//! | [`weights`] | the quantised weights and their file format |
//! | `accumulator` | the sums of the hidden layer, updated at each evaluation |
//! | `units` | vectors of hidden units, SIMD |
//! | [`supplied`] | the built-in nets |
//! | [`factors`] | what the inputs of different variants have in common |
//! | [`shared`] | the net of all variants without a net of their own |
//! | [`quantise`] | from floating point to the integers of a net |

mod accumulator;
pub mod factors;
pub mod inputs;
pub mod quantise;
pub mod shared;
pub mod supplied;
mod symmetry;
mod units;
pub mod weights;

use std::sync::Arc;

use crate::board::Position;
use crate::board::layout;
use crate::movegen::MoveTables;
use crate::types::{ByColor, Color, MAX_PIECES, Score, Square};
use crate::variant::{Params, Variant};

use accumulator::Accumulator;
pub use accumulator::Accumulators;
pub use inputs::{Feature, Inputs};
pub use weights::{MAX_HIDDEN, Mode, NetError, Weights};

use super::MAX_EVAL;
use inputs::piece_feature;
use shared::SharedNet;
use units::{GROUP, Units, output};

/// The clipping bound of a hidden unit: its activation is the square of its sum, after clamping the sum to 0 up to
/// this bound (SCReLU).
const FULL: i16 = 255;
/// Positions with a search score beyond this are decided, centipawns: nothing is learnt from them, and a net that
/// replaces the evaluation is not used where material and piece-square tables alone exceed this.
pub const DECIDED: i32 = 1500;
/// With at most this number of pieces, royals included, a net that replaces the evaluation is not used
/// either. In chess a search of six plies scores queen against rook 280 to 300 centipawns with a net that has
/// learnt from ten million positions, and 564 with the evaluation.
pub const FEW_MEN: u32 = 4;
/// The largest number of groups of hidden units.
const MOST_GROUPS: usize = MAX_HIDDEN / GROUP;
/// Fraction bits of the scale of a net.
const SCALE_BITS: u32 = 40;

/// A net for one variant.
#[derive(Debug)]
pub struct Net {
    inputs: Inputs,
    /// Whether the net corrects or replaces the evaluation.
    pub mode: Mode,
    hidden: usize,
    /// Sets of input weights, see [`Weights::zones`].
    zones: usize,
    /// Usual upper bound on the hidden part, centipawns.
    pub(super) reach: i32,
    bias: i32,
    scale: i64,
    /// The input weights, by zone, input and group.
    weights: Vec<Units>,
    biases: Vec<Units>,
    /// The output weights, by perspective and group.
    output: Vec<Units>,
    linear: Vec<i16>,
    /// By feature: its linear weight for White, unless the weight is in the piece-square tables. Empty if all weights
    /// are there.
    kept: Vec<i32>,
}

impl Net {
    /// The net of a variant, or the shared net if that was learnt from the variant; `values` are its piece values. `None` if
    /// there is no net, or if the net cannot be used, which is logged.
    pub(super) fn of(v: &Variant, tables: &MoveTables, values: &[i32]) -> Option<Net> {
        let net = match &v.net {
            Some(net) => Net::read(&net.bytes, v, tables),
            None => {
                let (weights, inputs) = shared::in_play(v, tables, values)?;
                Net::new(weights, inputs)
            }
        };
        net.inspect_err(|error| log::warn!("the net for `{}` is not used: {error}", v.name))
            .ok()
    }

    /// Attaches the built-in net to a variant without a net and without evaluation weights of its own, and sets the weights to
    /// those that its net, or the shared net, was trained with.
    pub fn attach(v: Arc<Variant>) -> Arc<Variant> {
        if v.net.is_none() && v.params != Params::default() {
            return v;
        }
        let net = v.net.clone().or_else(|| supplied::find(&v));
        let shared = || SharedNet::supplied().filter(|net| net.own(&v).is_some());
        let params = match &net {
            Some(net) => &net.params,
            None => shared().map_or(&v.params, |net| &net.params),
        };
        Arc::new(Variant {
            params: params.clone(),
            net,
            ..(*v).clone()
        })
    }

    /// Reads a net.
    ///
    /// # Errors
    /// The bytes are not a net, or not a net for this variant, see [`Net::new`].
    pub fn read(bytes: &[u8], v: &Variant, tables: &MoveTables) -> Result<Net, NetError> {
        let (weights, input) = Weights::read_apart(bytes)?;
        Net::assemble(weights, Units::of_bytes(input), Inputs::new(v, tables))
    }

    /// A net with these weights.
    ///
    /// No sum can overflow:
    /// - the sum of a unit is an `i16` for every position, which is checked here;
    /// - 255 times an output weight is an `i16`, since weights are at most 127;
    /// - the sum over all units of both perspectives is an `i32`: 2 * 128 * 255² * 127 < 2^31;
    /// - times the scale it is an `i64`: 2 * 128 * 255² * 127 * 2^32 + 2^39 < 2^63;
    /// - a linear part is at most 2,000, so that the sum of all is an `i32`.
    ///
    /// # Errors
    /// The weights are too large, or not for this variant.
    pub fn new(weights: Weights, inputs: Inputs) -> Result<Net, NetError> {
        let input = Units::of(&weights.input);
        Net::assemble(weights, input, inputs)
    }

    /// Makes a net from weights whose input weights are given separately.
    fn assemble(weights: Weights, input: Vec<Units>, inputs: Inputs) -> Result<Net, NetError> {
        let (game, net) = (inputs.count(), weights.linear.len());
        if game != net {
            return Err(NetError::Inputs { game, net });
        }
        if weights.symmetry != inputs.symmetry() {
            return Err(NetError::Symmetry);
        }
        let groups = weights.hidden / GROUP;
        let weight = |row: usize, unit: usize| {
            let group = input.get(row * groups + unit / GROUP);
            group.map_or(0, |group| group.number(unit % GROUP))
        };
        let sums = weights.largest_sums_of(inputs.groups(), 2 * MAX_PIECES, weight);
        if sums.iter().any(|&sum| sum > i64::from(i16::MAX)) {
            return Err(NetError::TooLarge);
        }
        let mut net = Net {
            mode: weights.mode,
            hidden: weights.hidden,
            zones: weights.zones,
            reach: i32::from(weights.reach),
            bias: i32::from(weights.bias),
            scale: i64::from(weights.scale),
            weights: input,
            biases: Units::of(&weights.biases),
            output: Units::of(&weights.output),
            linear: weights.linear,
            kept: Vec::new(),
            inputs: inputs.for_play(),
        };
        net.kept = (0..inputs::FEATURES as Feature)
            .map(|feature| match net.mode {
                Mode::Add if inputs::is_piece(feature) => 0,
                _ => net.linear(feature),
            })
            .collect();
        if net.kept.iter().all(|&worth| worth == 0) {
            net.kept = Vec::new();
        }
        Ok(net)
    }

    /// The linear weight of a feature for white, centipawns.
    fn linear(&self, feature: Feature) -> i32 {
        let seen = |perspective: Color| {
            let weight = self.linear.get(self.inputs.of(perspective, feature));
            weight.map_or(0, |&weight| i32::from(weight))
        };
        seen(Color::White) - seen(Color::Black)
    }

    /// True if part of the linear weights is outside of the piece-square tables.
    #[inline]
    fn keeps_linear(&self) -> bool {
        !self.kept.is_empty()
    }

    /// The linear weight of a feature for white, unless it is in the piece-square tables.
    #[inline]
    fn kept_linear(&self, feature: Feature) -> i32 {
        self.kept
            .get(usize::from(feature))
            .map_or(0, |&worth| worth)
    }

    /// Adds the linear weights to the piece-square tables of a variant, if they belong there.
    pub(super) fn fold(&self, v: &Variant, weights: &mut layout::Weights) {
        if self.mode != Mode::Add {
            return;
        }
        for (id, _) in v.types() {
            for color in Color::ALL {
                for sq in v.squares() {
                    let white = self.linear(piece_feature(color, id, sq));
                    let own = color.for_white(white);
                    let index = layout::Weights::index(color, id, sq);
                    weights.square[index] += Score::new(own, own);
                }
            }
        }
    }

    /// The linear part within a position's piece-square score, from white's point of view.
    pub(super) fn folded(&self, pos: &Position) -> Score {
        if self.mode != Mode::Add {
            return Score::default();
        }
        let worth = |(color, (sq, id))| self.linear(piece_feature(color, id, sq));
        let pieces = |color| {
            pos.pieces(color)
                .map(move |piece: (Square, _)| (color, piece))
        };
        let sum = Color::ALL.into_iter().flat_map(pieces).map(worth).sum();
        Score::new(sum, sum)
    }

    /// The output for these features, for the side to move, centipawns: with the whole linear part, computed
    /// from scratch.
    pub fn evaluate_features(&self, features: &[Feature], side: Color) -> i32 {
        let linear: i32 = features.iter().map(|&feature| self.linear(feature)).sum();
        let mut sum = 0;
        let perspectives = [side, side.other()].into_iter();
        for (perspective, output) in perspectives.zip(self.output.chunks_exact(self.biases.len())) {
            let units = self.sums(perspective, features);
            for (unit, weight) in numbers(&units).zip(numbers(output)) {
                let active = unit.clamp(0, i32::from(FULL));
                sum += active * active * weight;
            }
        }
        self.value(sum) + side.for_white(linear)
    }

    /// The sums of all units from a perspective, computed from scratch.
    fn sums(&self, perspective: Color, features: &[Feature]) -> Vec<Units> {
        let zone = match self.zones {
            1 => 0,
            _ => (self.inputs).zone_of(features.iter().copied(), perspective),
        };
        let mut sums = self.biases.clone();
        let size = self.inputs.count() * sums.len();
        let rows = self.weights.get(zone * size..(zone + 1) * size);
        let rows = rows.unwrap_or_default();
        for &feature in features {
            let first = self.inputs.of(perspective, feature) * sums.len();
            let row = rows.get(first..).unwrap_or_default();
            sums.iter_mut().zip(row).for_each(|(sum, row)| sum.add(row));
        }
        sums
    }

    /// The hidden part with the bias, from the output sum.
    #[inline]
    fn value(&self, sum: i32) -> i32 {
        let hidden = (i64::from(sum) * self.scale + (1 << (SCALE_BITS - 1))) >> SCALE_BITS;
        let most = i64::from(MAX_EVAL);
        hidden.clamp(-most, most) as i32 + self.bias
    }

    /// The output for a position, for the side to move, centipawns, without the part in the piece-square tables. `key`
    /// is the key of the pieces on the board.
    #[inline]
    pub(super) fn evaluate(
        &self,
        pos: &Position,
        key: u64,
        accumulators: &mut Accumulators,
    ) -> i32 {
        let zones = match self.zones {
            1 => ByColor::both(0),
            _ => ByColor::from_fn(|color| self.inputs.zone(pos, color)),
        };
        let accumulator = accumulators.of(zones);
        match self.hidden / GROUP {
            1 => self.evaluate_with::<1>(pos, key, accumulator),
            2 => self.evaluate_with::<2>(pos, key, accumulator),
            _ => self.evaluate_with::<MOST_GROUPS>(pos, key, accumulator),
        }
    }

    /// The output for nets with `N` groups of units.
    #[inline(never)]
    fn evaluate_with<const N: usize>(
        &self,
        pos: &Position,
        key: u64,
        accumulator: &mut Accumulator,
    ) -> i32 {
        accumulator.update::<N>(self, pos, key);
        debug_assert!(accumulator.is_right::<N>(self, pos));
        let us = pos.side();
        if let Some((side, value)) = accumulator.value
            && side == us
        {
            return value;
        }
        let perspectives =
            [us, us.other()].map(|perspective| accumulator.sums[perspective].first_chunk::<N>());
        let linear = us.for_white(accumulator.linear);
        let mut sum = 0;
        for (units, weights) in perspectives.into_iter().zip(self.output.as_chunks::<N>().0) {
            sum += units.map_or(0, |units| output(units, weights));
        }
        let value = (self.value(sum) + linear).clamp(-MAX_EVAL, MAX_EVAL);
        accumulator.value = Some((us, value));
        value
    }
}

/// The numbers of some groups.
fn numbers(units: &[Units]) -> impl Iterator<Item = i32> + '_ {
    units
        .iter()
        .flat_map(|group| group.numbers())
        .map(i32::from)
}
