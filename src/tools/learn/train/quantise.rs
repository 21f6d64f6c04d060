//! Quantisation: from a net in training to the integers of a net in play, and back.

use super::Lesson;
use super::network::Network;
use crate::eval::net::Weights;
use crate::eval::net::weights::{MAX_LINEAR, MAX_OUTPUT, MAX_REACH};
use crate::types::MAX_PIECES;

/// The integer that stands for the activation 1 of a hidden unit.
const ONE: f32 = 255.0;
/// The hidden layer exceeds the reach in one position of this many.
const BEYOND_REACH: usize = 100;

/// The net in integers. Its reach is measured on the positions `held_out`.
pub(super) fn weights<const H: usize>(
    network: &Network<H>,
    lesson: &Lesson,
    held_out: &[usize],
) -> Weights {
    let inputs = lesson.positions.inputs();
    let centipawns = |value: f32| value / lesson.scale;
    let whole = |value: f32, most: i16| {
        let most = f32::from(most);
        value.round().clamp(-most, most) as i16
    };
    let outputs = network.output.as_flattened();
    let largest = outputs.iter().fold(1e-3, |most: f32, w| most.max(w.abs()));
    let grain = f32::from(MAX_OUTPUT) / largest;
    let scale = f64::from(centipawns(1.0)) / f64::from(ONE * ONE * grain) * (1u64 << 40) as f64;
    let units = network.input.as_flattened().iter();
    let mut weights = Weights {
        mode: lesson.settings.mode,
        symmetry: inputs.symmetry(),
        hidden: H,
        reach: reach(network, lesson, held_out),
        bias: whole(centipawns(network.bias), i16::MAX),
        scale: scale.round() as u32,
        input: units.map(|&w| whole(w * ONE, i16::MAX)).collect(),
        biases: (network.biases.iter())
            .map(|&w| whole(w * ONE, i16::MAX))
            .collect(),
        output: (outputs.iter())
            .map(|&w| whole(w * grain, MAX_OUTPUT))
            .collect(),
        linear: (network.linear.iter())
            .map(|&w| whole(centipawns(w), MAX_LINEAR))
            .collect(),
    };
    keep_in_range(&mut weights, inputs.groups());
    weights
}

/// The net in floating point with these integers as weights, to train it further; `scale` is the scale of the scores.
pub(super) fn network<const H: usize>(weights: &Weights, scale: f32) -> Network<H> {
    let grain = weights.scale as f32 / (1u64 << 40) as f32 * ONE * ONE;
    let fill = |to: &mut [f32], from: &[i16], one: f32| {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = f32::from(from) * one;
        }
    };
    let mut network = Network::zero(weights.linear.len());
    let units = network.input.as_flattened_mut();
    fill(units, &weights.input, 1.0 / ONE);
    fill(&mut network.biases, &weights.biases, 1.0 / ONE);
    let outputs = network.output.as_flattened_mut();
    fill(outputs, &weights.output, grain * scale);
    fill(&mut network.linear, &weights.linear, scale);
    network.bias = f32::from(weights.bias) * scale;
    network
}

/// The number of centipawns that the output of the hidden layer hardly ever exceeds.
fn reach<const H: usize>(network: &Network<H>, lesson: &Lesson, held_out: &[usize]) -> u16 {
    let hidden = |&index: &usize| {
        let seen = lesson.positions.seen(index, false);
        network.forward(&seen).hidden.abs() / lesson.scale
    };
    let mut said: Vec<f32> = held_out.iter().map(hidden).collect();
    said.sort_by(f32::total_cmp);
    let at = said.len().saturating_sub(1 + said.len() / BEYOND_REACH);
    said.get(at)
        .map_or(0, |&most| most.ceil() as u16)
        .min(MAX_REACH)
}

/// Scales down the weights of hidden units that could overflow in some position.
pub(super) fn keep_in_range(weights: &mut Weights, groups: &[u16]) {
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
