//! Quantisation: from weights in floating point to the integers of a net in play.

use super::weights::{MAX_LINEAR, MAX_OUTPUT, Mode, Weights};
use crate::types::MAX_PIECES;

/// The integer that stands for the activation 1 of a hidden unit.
pub const ONE: f32 = 255.0;

/// A net in floating point.
#[derive(Clone, Copy, Debug)]
pub struct Real<'r> {
    /// Sets of hidden weights, see [`Weights::zones`].
    pub zones: usize,
    /// By zone: the hidden weights of each input for all units.
    pub input: &'r [f32],
    /// The linear weight of each input.
    pub linear: &'r [f32],
    /// The biases of all units.
    pub biases: &'r [f32],
    /// The output weights of all units, first from the perspective of the side to move.
    pub output: &'r [f32],
    /// The bias of the output.
    pub bias: f32,
    /// An output of 1 in centipawns.
    pub centipawns: f32,
}

impl Real<'_> {
    /// The net in integers; weights of units that could overflow are scaled down. `symmetry` and `groups` are those of the
    /// [inputs](super::Inputs), and `reach` is in centipawns.
    pub fn quantised(self, mode: Mode, symmetry: u8, groups: &[u16], reach: u16) -> Weights {
        let whole = |value: f32, most: i16| {
            let most = f32::from(most);
            value.round().clamp(-most, most) as i16
        };
        let units = |numbers: &[f32]| {
            let numbers = numbers.iter();
            numbers.map(|&w| whole(w * ONE, i16::MAX)).collect()
        };
        let largest = (self.output.iter()).fold(1e-3, |most: f32, w| most.max(w.abs()));
        let grain = f32::from(MAX_OUTPUT) / largest;
        let scale = f64::from(self.centipawns) / f64::from(ONE * ONE * grain) * (1u64 << 40) as f64;
        let mut weights = Weights {
            mode,
            symmetry,
            hidden: self.biases.len(),
            zones: self.zones,
            reach,
            bias: whole(self.centipawns * self.bias, i16::MAX),
            scale: scale.round() as u32,
            input: units(self.input),
            biases: units(self.biases),
            output: (self.output.iter())
                .map(|&w| whole(w * grain, MAX_OUTPUT))
                .collect(),
            linear: (self.linear.iter())
                .map(|&w| whole(self.centipawns * w, MAX_LINEAR))
                .collect(),
        };
        keep_in_range(&mut weights, groups);
        weights
    }
}

/// Scales down the weights of hidden units that could overflow in some position.
pub fn keep_in_range(weights: &mut Weights, groups: &[u16]) {
    let most = i64::from(i16::MAX);
    let sums = weights.largest_sums(groups, 2 * MAX_PIECES);
    for (unit, sum) in sums.into_iter().enumerate().filter(|&(_, sum)| sum > most) {
        // rounds towards 0, so that the sum does not grow
        let smaller = |weight: &mut i16| *weight = (i64::from(*weight) * most / sum) as i16;
        let hidden = weights.hidden;
        weights
            .input
            .iter_mut()
            .skip(unit)
            .step_by(hidden)
            .for_each(smaller);
        smaller(&mut weights.biases[unit]);
    }
}
