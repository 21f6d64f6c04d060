//! A net while it learns: its weights and what changes them, in floating point.
//!
//! The units are those of the chance to win, of which a centipawn is a few thousandths.

use super::positions::Seen;
use crate::types::Rng;

/// Weights of the hidden units stay within this, and so do those of the output.
const CLIP: f32 = 1.98;
/// The other ones.
const WIDE_CLIP: f32 = 10.0;
/// Decay of the means of gradients and of their squares (Kingma, Ba: Adam, 2015).
const MEANS: (f32, f32) = (0.9, 0.999);
const EPSILON: f32 = 1e-8;

/// The weights of a net, or their gradients.
#[derive(Clone, Debug)]
pub struct Network<const H: usize> {
    /// By input.
    pub input: Vec<[f32; H]>,
    /// Of the units.
    pub biases: [f32; H],
    /// As the side to move sees it, and as the other one does.
    pub output: [[f32; H]; 2],
    /// Of the output.
    pub bias: f32,
    /// By input.
    pub linear: Vec<f32>,
}

/// What a net makes of a position.
pub struct Forward<const H: usize> {
    units: [[f32; H]; 2],
    /// The hidden part with its bias.
    pub hidden: f32,
    /// All of it.
    pub value: f32,
}

impl<const H: usize> Network<H> {
    /// All weights are 0.
    pub fn zero(inputs: usize) -> Network<H> {
        Network {
            input: vec![[0.0; H]; inputs],
            biases: [0.0; H],
            output: [[0.0; H]; 2],
            bias: 0.0,
            linear: vec![0.0; inputs],
        }
    }

    /// One that knows nothing, and says next to nothing.
    pub fn new(inputs: usize, rng: &mut Rng) -> Network<H> {
        let mut unit = || (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32;
        let mut network = Network::zero(inputs);
        for row in &mut network.input {
            row.fill_with(|| (unit() - 0.5) * 0.2);
        }
        network.biases.fill_with(|| unit() * 0.4);
        for view in &mut network.output {
            view.fill_with(|| (unit() - 0.5) * 0.05);
        }
        network
    }

    /// What it makes of a position.
    pub fn forward(&self, seen: &Seen) -> Forward<H> {
        let mut units = [self.biases; 2];
        let mut linear = [0.0; 2];
        for view in 0..2 {
            let units = &mut units[view];
            for input in seen.by(view) {
                for (unit, weight) in units.iter_mut().zip(&self.input[input]) {
                    *unit += weight;
                }
                linear[view] += self.linear[input];
            }
        }
        let mut hidden = self.bias;
        for (units, output) in units.iter().zip(&self.output) {
            for (unit, weight) in units.iter().zip(output) {
                let active = unit.clamp(0.0, 1.0);
                hidden += active * active * weight;
            }
        }
        Forward {
            units,
            hidden,
            value: hidden + linear[0] - linear[1],
        }
    }

    /// Adds to a gradient what an error of the value makes of it.
    pub fn backward(&self, seen: &Seen, forward: &Forward<H>, error: f32, gradient: &mut Self) {
        gradient.bias += error;
        for view in 0..2 {
            let mut delta = [0.0; H];
            let (units, output) = (&forward.units[view], &self.output[view]);
            for i in 0..H {
                let active = units[i].clamp(0.0, 1.0);
                gradient.output[view][i] += error * active * active;
                let inside = units[i] > 0.0 && units[i] < 1.0;
                delta[i] = if inside {
                    error * output[i] * 2.0 * active
                } else {
                    0.0
                };
            }
            for (sum, delta) in gradient.biases.iter_mut().zip(&delta) {
                *sum += delta;
            }
            let sign = if view == 0 { error } else { -error };
            for input in seen.by(view) {
                for (sum, delta) in gradient.input[input].iter_mut().zip(&delta) {
                    *sum += delta;
                }
                gradient.linear[input] += sign;
            }
        }
    }
}

/// Adam with decoupled weight decay (Loshchilov, Hutter: Decoupled weight decay regularization, 2019).
#[derive(Debug)]
pub struct Adam<const H: usize> {
    mean: Network<H>,
    square: Network<H>,
    /// What the means still lack because they began with 0.
    lacking: (f32, f32),
}

/// One step of it.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    decay: f32,
    clip: f32,
    correction: (f32, f32),
}

impl<const H: usize> Adam<H> {
    /// At the start.
    pub fn new(network: &Network<H>) -> Adam<H> {
        let inputs = network.linear.len();
        Adam {
            mean: Network::zero(inputs),
            square: Network::zero(inputs),
            lacking: (1.0, 1.0),
        }
    }

    /// Changes the weights along a gradient, which is 0 then.
    pub fn step(&mut self, weights: &mut Network<H>, by: &mut Network<H>, rate: f32, decay: f32) {
        self.lacking = (self.lacking.0 * MEANS.0, self.lacking.1 * MEANS.1);
        let step = |decay: f32, clip: f32| Step {
            rate,
            decay,
            clip,
            correction: (1.0 - self.lacking.0, 1.0 - self.lacking.1),
        };
        let (mean, square) = (&mut self.mean, &mut self.square);
        step(decay, CLIP).apply(
            weights.input.as_flattened_mut(),
            by.input.as_flattened_mut(),
            mean.input.as_flattened_mut(),
            square.input.as_flattened_mut(),
        );
        step(decay, CLIP).apply(
            weights.output.as_flattened_mut(),
            by.output.as_flattened_mut(),
            mean.output.as_flattened_mut(),
            square.output.as_flattened_mut(),
        );
        step(decay, WIDE_CLIP).apply(
            &mut weights.linear,
            &mut by.linear,
            &mut mean.linear,
            &mut square.linear,
        );
        step(0.0, WIDE_CLIP).apply(
            &mut weights.biases,
            &mut by.biases,
            &mut mean.biases,
            &mut square.biases,
        );
        step(0.0, WIDE_CLIP).apply(
            std::slice::from_mut(&mut weights.bias),
            std::slice::from_mut(&mut by.bias),
            std::slice::from_mut(&mut mean.bias),
            std::slice::from_mut(&mut square.bias),
        );
    }
}

impl Step {
    fn apply(self, weights: &mut [f32], by: &mut [f32], mean: &mut [f32], square: &mut [f32]) {
        let means = mean.iter_mut().zip(square);
        for ((weight, by), (mean, square)) in weights.iter_mut().zip(by).zip(means) {
            *mean = MEANS.0 * *mean + (1.0 - MEANS.0) * *by;
            *square = MEANS.1 * *square + (1.0 - MEANS.1) * *by * *by;
            let size = (*square / self.correction.1).sqrt() + EPSILON;
            let up = *mean / self.correction.0 / size;
            let change = self.rate * (up + self.decay * *weight);
            *weight = (*weight - change).clamp(-self.clip, self.clip);
            *by = 0.0;
        }
    }
}
