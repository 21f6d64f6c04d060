//! From a net in training to a net in play, and back.

use super::Lesson;
use super::network::Network;
use crate::eval::net::Weights;
use crate::eval::net::inputs::ZONES;
use crate::eval::net::quantise::{ONE, Real};
use crate::eval::net::weights::MAX_REACH;

/// The hidden layer exceeds the reach in one position of this many.
const BEYOND_REACH: usize = 100;

/// The net in integers. Its reach is measured on the positions `held_out`.
pub(super) fn weights<const H: usize>(
    network: &Network<H>,
    lesson: &Lesson,
    held_out: &[usize],
) -> Weights {
    let inputs = lesson.positions.inputs();
    let (common, by_zone) = network.input.split_at(network.linear.len());
    let (common, by_zone) = (common.as_flattened(), by_zone.as_flattened());
    let sums = by_zone.iter().zip(common.iter().cycle());
    let sums: Vec<f32> = sums.map(|(own, common)| own + common).collect();
    let real = Real {
        zones: if sums.is_empty() { 1 } else { ZONES },
        input: if sums.is_empty() { common } else { &sums },
        linear: &network.linear,
        biases: &network.biases,
        output: network.output.as_flattened(),
        bias: network.bias,
        centipawns: 1.0 / lesson.scale,
    };
    let reach = reach(network, lesson, held_out);
    let mode = lesson.settings.mode;
    real.quantised(mode, inputs.symmetry(), inputs.groups(), reach)
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
    if weights.zones > 1 {
        network = network.with_zones();
    }
    let units = network.input.as_flattened_mut();
    let (common, by_zone) = units.split_at_mut(H * weights.linear.len());
    if by_zone.is_empty() {
        fill(common, &weights.input, 1.0 / ONE);
    } else {
        fill(by_zone, &weights.input, 1.0 / ONE);
        // what zones have in common is their mean
        let count = common.len();
        for (at, mean) in common.iter_mut().enumerate() {
            let zones = || (at..by_zone.len()).step_by(count);
            *mean = zones().map(|zone| by_zone[zone]).sum::<f32>() / weights.zones as f32;
            zones().for_each(|zone| by_zone[zone] -= *mean);
        }
    }
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
    reach_of(held_out.iter().map(hidden).collect())
}

/// The reach, from outputs of the hidden layer in centipawns.
pub fn reach_of(mut said: Vec<f32>) -> u16 {
    said.sort_by(f32::total_cmp);
    let at = said.len().saturating_sub(1 + said.len() / BEYOND_REACH);
    said.get(at)
        .map_or(0, |&most| most.ceil() as u16)
        .min(MAX_REACH)
}
