//! A net in training: its weights and their gradients, in floating point.
//!
//! The output is the argument of the logistic curve, where a centipawn is a few thousandths.

use super::positions::Seen;
use crate::eval::net::factors::Rows;
use crate::tools::lab::adam::Adam;
use crate::types::Rng;

/// The bound on the weights of the hidden units and of the output.
const CLIP: f32 = 1.98;
/// The bound on the other weights.
const WIDE_CLIP: f32 = 10.0;

/// The weights of a net, or their gradients.
#[derive(Clone, Debug)]
pub struct Network<const H: usize> {
    pub input: Vec<[f32; H]>,
    pub biases: [f32; H],
    /// The output weights for the perspective of the side to move, and for the other perspective.
    pub output: [[f32; H]; 2],
    pub bias: f32,
    pub linear: Vec<f32>,
}

/// The result of a forward pass.
pub struct Forward<const H: usize> {
    units: [[f32; H]; 2],
    pub hidden: f32,
    pub value: f32,
}

impl<const H: usize> Network<H> {
    /// A net whose weights are all 0.
    pub fn zero(inputs: usize) -> Network<H> {
        Network {
            input: vec![[0.0; H]; inputs],
            biases: [0.0; H],
            output: [[0.0; H]; 2],
            bias: 0.0,
            linear: vec![0.0; inputs],
        }
    }

    /// A net with small random weights.
    pub fn new(inputs: usize, rng: &mut Rng) -> Network<H> {
        let mut unit = || (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32;
        let mut network = Network::zero(inputs);
        for row in &mut network.input {
            row.fill_with(|| (unit() - 0.5) * 0.2);
        }
        network.biases.fill_with(|| unit() * 0.4);
        for perspective in &mut network.output {
            perspective.fill_with(|| (unit() - 0.5) * 0.05);
        }
        network
    }

    /// The weights of the inputs.
    pub fn rows(&self) -> Rows {
        Rows {
            input: self.input.as_flattened().to_vec(),
            linear: self.linear.clone(),
        }
    }

    /// A net with these weights of inputs, and the output of this one.
    pub fn with_rows(&self, rows: Rows) -> Network<H> {
        Network {
            input: rows.input.as_chunks().0.to_vec(),
            linear: rows.linear,
            biases: self.biases,
            output: self.output,
            bias: self.bias,
        }
    }

    /// All weights in groups: hidden, output, linear, biases of the hidden units, bias of the output.
    fn groups(&mut self) -> [&mut [f32]; 5] {
        [
            self.input.as_flattened_mut(),
            self.output.as_flattened_mut(),
            &mut self.linear,
            &mut self.biases,
            std::slice::from_mut(&mut self.bias),
        ]
    }

    pub fn forward(&self, seen: &Seen) -> Forward<H> {
        let mut units = [self.biases; 2];
        let mut linear = [0.0; 2];
        for perspective in 0..2 {
            let units = &mut units[perspective];
            for input in seen.by(perspective) {
                for (unit, weight) in units.iter_mut().zip(&self.input[input]) {
                    *unit += weight;
                }
                linear[perspective] += self.linear[input];
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

    /// Adds the gradient for an `error` of the output (back-propagation).
    pub fn backward(&self, seen: &Seen, forward: &Forward<H>, error: f32, gradient: &mut Self) {
        gradient.bias += error;
        for perspective in 0..2 {
            let mut delta = [0.0; H];
            let (units, output) = (&forward.units[perspective], &self.output[perspective]);
            for i in 0..H {
                let active = units[i].clamp(0.0, 1.0);
                gradient.output[perspective][i] += error * active * active;
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
            let sign = if perspective == 0 { error } else { -error };
            for input in seen.by(perspective) {
                for (sum, delta) in gradient.input[input].iter_mut().zip(&delta) {
                    *sum += delta;
                }
                gradient.linear[input] += sign;
            }
        }
    }
}

/// The optimiser of a net: weights of the hidden units and of the output stay within [`CLIP`], and biases do not decay.
#[derive(Debug)]
pub struct Optimiser([Adam; 5]);

impl Optimiser {
    /// An optimiser with these weight decays: of hidden, output and linear weights.
    pub fn new<const H: usize>(network: &mut Network<H>, decays: [f32; 3]) -> Optimiser {
        let [hidden, output, linear] = decays;
        let lengths = network.groups().map(|group| group.len());
        let limits = [
            (hidden, CLIP),
            (output, CLIP),
            (linear, WIDE_CLIP),
            (0.0, WIDE_CLIP),
            (0.0, WIDE_CLIP),
        ];
        Optimiser(std::array::from_fn(|i| {
            Adam::new(lengths[i], limits[i].0, limits[i].1)
        }))
    }

    /// Moves the weights along a gradient, and sets the gradient to 0.
    pub fn step<const H: usize>(
        &mut self,
        weights: &mut Network<H>,
        gradient: &mut Network<H>,
        rate: f32,
    ) {
        let groups = weights.groups().into_iter().zip(gradient.groups());
        for (adam, (weights, gradient)) in self.0.iter_mut().zip(groups) {
            adam.step(weights, gradient, rate);
        }
    }
}
