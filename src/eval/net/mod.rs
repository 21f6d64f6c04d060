//! A small net that was learnt for one game and corrects the evaluation there.
//!
//! What it is told are facts of a position (see [`inputs`]), each as both sides see it. They are added
//! up in a few hidden units per view, whose squares make the value; what each fact is worth by itself,
//! the linear part, is folded into the piece-square weights as far as it is about pieces, and costs
//! nothing there. All sums are of integers, so that a net says the same on all machines.
//!
//! | module | owns |
//! |---|---|
//! | [`inputs`], `symmetry` | what a net is told, and how black's view is made like white's |
//! | [`weights`] | the numbers of a net and how they are written |
//! | `accumulator` | what the hidden units add up, brought up to date at each evaluation |
//! | `units`, `eight` | their numbers, in groups and eight at once, and what they say |
//! | `supplied` | the nets that are part of the program |

mod accumulator;
mod eight;
pub mod inputs;
mod supplied;
mod symmetry;
mod units;
pub mod weights;

use std::sync::Arc;

use crate::board::Position;
use crate::board::layout;
use crate::movegen::MoveTables;
use crate::types::{Color, MAX_PIECES, Score, Square};
use crate::variant::{Params, Variant};

pub use accumulator::Accumulator;
pub use inputs::{Fact, Inputs};
pub use weights::{MAX_HIDDEN, Mode, NetError, Weights};

use super::MAX_EVAL;
use inputs::piece_fact;
use units::{GROUP, Units, output};

/// What a unit counts at most; the activation of a unit is the square of its sum, clamped to this.
const FULL: i16 = 255;
/// Positions that a search thinks so much of are decided, centipawns: nothing is learnt from them, and a net in place of
/// the evaluation does not judge where material and squares alone say so.
pub const DECIDED: i32 = 1500;
/// With so many men, royals among them, a net in place of the evaluation does not judge either. In chess a search of six
/// plies says 280 to 300 centipawns of a queen against a rook with one that has learnt from ten million positions, and 564 with
/// the evaluation.
pub const FEW_MEN: u32 = 4;
/// The most groups of hidden units.
const MOST_GROUPS: usize = MAX_HIDDEN / GROUP;
/// Binary digits behind the point of the scale of a net.
const SCALE_BITS: u32 = 40;

/// A net for one game.
#[derive(Debug)]
pub struct Net {
    inputs: Inputs,
    mode: Mode,
    hidden: usize,
    reach: i32,
    bias: i32,
    scale: i64,
    /// By input and group.
    weights: Vec<Units>,
    biases: Vec<Units>,
    /// By view and group.
    output: Vec<Units>,
    linear: Vec<i16>,
    /// By fact: what it is worth to white, unless that is in the piece-square weights. Nothing if all of
    /// it is.
    kept: Vec<i32>,
}

impl Net {
    /// The net of a game: its own, or one that is part of the program; none if there is none, or if it
    /// cannot be used, which is told in the log.
    pub(super) fn of(v: &Variant, tables: &MoveTables) -> Option<Net> {
        let net = Net::read(&Net::bytes_of(v)?, v, tables);
        net.inspect_err(|error| log::warn!("the net for `{}` is not used: {error}", v.name))
            .ok()
    }

    /// The game as its net knows it: one that is part of the program corrects an evaluation that counts as it
    /// did when that net was learnt.
    pub fn as_learnt(v: Arc<Variant>) -> Arc<Variant> {
        let then = Params::of_nets();
        let is_usual = v.params == Params::default() && v.net.is_none();
        if !is_usual || !supplied::is_there(v.fingerprint_with(&then)) {
            return v;
        }
        Arc::new(Variant {
            params: then,
            ..(*v).clone()
        })
    }

    /// What is read for a game: the net beside its file, or one that is part of the program; none if
    /// there is none.
    pub fn bytes_of(v: &Variant) -> Option<Arc<[u8]>> {
        let own = v.net.as_ref().map(|net| net.0.clone());
        own.or_else(|| supplied::find(v.evaluation_fingerprint()))
    }

    /// Reads a net.
    ///
    /// # Errors
    /// If it is none, or none for this game, see [`Net::new`].
    pub fn read(bytes: &[u8], v: &Variant, tables: &MoveTables) -> Result<Net, NetError> {
        let (weights, input) = Weights::read_apart(bytes)?;
        Net::assemble(weights, Units::of_bytes(input), Inputs::new(v, tables))
    }

    /// A net of these numbers.
    ///
    /// No sum can overflow then:
    /// - that of a unit is an `i16` for every position, which is checked here;
    /// - 255 times a weight of the output is one, since that is 127 at most;
    /// - the sum over all units of both views is an `i32`: 2 * 128 * 255² * 127 < 2^31;
    /// - times the scale it is an `i64`: 2 * 128 * 255² * 127 * 2^32 + 2^39 < 2^63;
    /// - a linear part is 2,000 at most, so that the sum of all is an `i32`.
    ///
    /// # Errors
    /// If the numbers are too large, or are not for this game.
    pub fn new(weights: Weights, inputs: Inputs) -> Result<Net, NetError> {
        let input = Units::of(&weights.input);
        Net::assemble(weights, input, inputs)
    }

    /// The same with the weights of the inputs apart.
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
        net.kept = (0..net.inputs.facts_end())
            .map(|fact| match net.mode {
                Mode::Add if inputs::is_piece(fact) => 0,
                _ => net.linear(fact),
            })
            .collect();
        if net.kept.iter().all(|&worth| worth == 0) {
            net.kept = Vec::new();
        }
        Ok(net)
    }

    /// What it is for.
    #[inline]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Centipawns that the hidden part hardly ever exceeds.
    #[inline]
    pub(super) fn reach(&self) -> i32 {
        self.reach
    }

    /// What a fact is worth to white by itself, centipawns.
    fn linear(&self, fact: Fact) -> i32 {
        let seen = |view: Color| {
            let weight = self.linear.get(self.inputs.of(view, fact));
            weight.map_or(0, |&weight| i32::from(weight))
        };
        seen(Color::White) - seen(Color::Black)
    }

    /// True if anything is not in the piece-square weights.
    #[inline]
    fn keeps_linear(&self) -> bool {
        !self.kept.is_empty()
    }

    /// What of a fact's worth to white is not in the piece-square weights.
    #[inline]
    fn kept_linear(&self, fact: Fact) -> i32 {
        self.kept.get(usize::from(fact)).map_or(0, |&worth| worth)
    }

    /// Adds the linear part to the piece-square weights of a game, if that is where it belongs.
    pub(super) fn fold(&self, v: &Variant, weights: &mut layout::Weights) {
        if self.mode != Mode::Add {
            return;
        }
        for (id, _) in v.types() {
            for color in Color::ALL {
                for sq in v.squares() {
                    let white = self.linear(piece_fact(color, id, sq));
                    let own = if color == Color::White { white } else { -white };
                    let index = layout::Weights::index(color, id, sq);
                    weights.square[index] += Score::new(own, own);
                }
            }
        }
    }

    /// What of the piece-square weights of a position is the linear part, white's minus black's.
    pub(super) fn folded(&self, pos: &Position) -> Score {
        if self.mode != Mode::Add {
            return Score::default();
        }
        let worth = |(color, (sq, id))| self.linear(piece_fact(color, id, sq));
        let pieces = |color| {
            pos.pieces(color)
                .map(move |piece: (Square, _)| (color, piece))
        };
        let sum = Color::ALL.into_iter().flat_map(pieces).map(worth).sum();
        Score::new(sum, sum)
    }

    /// What it says of a position that has these facts, for the side to move, centipawns: with the whole
    /// linear part, and worked out from scratch.
    pub fn evaluate_facts(&self, facts: &[Fact], side: Color) -> i32 {
        let linear: i32 = facts.iter().map(|&fact| self.linear(fact)).sum();
        let linear = if side == Color::White {
            linear
        } else {
            -linear
        };
        let mut sum = 0;
        let views = [side, side.other()].into_iter();
        let groups = self.hidden / GROUP;
        for (view, output) in views.zip(self.output.chunks_exact(groups)) {
            let rows = facts.iter().filter_map(|&fact| {
                let first = self.inputs.of(view, fact) * groups;
                self.weights.get(first..first + groups)
            });
            let units = sums(&self.biases, rows);
            for (unit, weight) in units.into_iter().zip(numbers(output)) {
                let active = unit.clamp(0, i32::from(FULL));
                sum += active * active * weight;
            }
        }
        self.value(sum) + linear
    }

    /// The hidden part with the bias, from the sum of the output.
    #[inline]
    fn value(&self, sum: i32) -> i32 {
        let hidden = (i64::from(sum) * self.scale + (1 << (SCALE_BITS - 1))) >> SCALE_BITS;
        let most = i64::from(MAX_EVAL);
        hidden.clamp(-most, most) as i32 + self.bias
    }

    /// What it says of a position, for the side to move, centipawns; without what is in the piece-square
    /// weights. `key` is that of everything that stands on the board.
    #[inline]
    pub(super) fn evaluate(&self, pos: &Position, key: u64, accumulator: &mut Accumulator) -> i32 {
        match self.hidden / GROUP {
            1 => self.evaluate_with::<1>(pos, key, accumulator),
            2 => self.evaluate_with::<2>(pos, key, accumulator),
            _ => self.evaluate_with::<MOST_GROUPS>(pos, key, accumulator),
        }
    }

    /// The same with so many groups of units.
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
        let views = [us, us.other()].map(|view| accumulator.sums(view).first_chunk::<N>());
        let linear = match us {
            Color::White => accumulator.linear(),
            Color::Black => -accumulator.linear(),
        };
        let mut sum = 0;
        for (units, weights) in views.into_iter().zip(self.output.as_chunks::<N>().0) {
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

/// The sums of all units, from scratch.
fn sums<'a>(biases: &[Units], rows: impl Iterator<Item = &'a [Units]>) -> Vec<i32> {
    let mut sums: Vec<i32> = numbers(biases).collect();
    for row in rows {
        for (sum, weight) in sums.iter_mut().zip(numbers(row)) {
            *sum += weight;
        }
    }
    sums
}
