//! A net in training: its weights and their gradients, in floating point.
//!
//! The output is the argument of the logistic curve, where a centipawn is a few thousandths.
//!
//! If a net has weights for each [zone](crate::eval::net::inputs::ZONES), the weight of an input is the sum of one for all zones
//! and one for the zone, so that what is alike in all zones is learnt from all positions.

use super::positions::Seen;
use crate::eval::net::factors::Rows;
use crate::eval::net::inputs::ZONES;
use crate::tools::lab::adam::Adam;
use crate::types::Rng;

/// The bound on the weights of the hidden units and of the output.
const CLIP: f32 = 1.98;
/// The bound on the other weights.
const WIDE_CLIP: f32 = 10.0;

/// The weight decay of the weights for each zone. With four million positions of chess, about two thirds of them quiet, decays
/// of 0.3 and 2 leave a loss of 0.00864 and 0.00842, and a net without such weights 0.00870.
const ZONE_DECAY: f32 = 2.0;

/// The weights of a net, or their gradients.
#[derive(Clone, Debug)]
pub struct Network<const H: usize> {
    /// The weights of all inputs, and after them perhaps those of each zone.
    pub input: Vec<[f32; H]>,
    pub biases: [f32; H],
    /// The output weights for the perspective of the side to move, and for the other perspective.
    pub output: [[f32; H]; 2],
    pub bias: f32,
    pub linear: Vec<f32>,
}

/// The result of a forward pass.
pub struct Forward<const H: usize> {
    /// By perspective: the first row of the weights for its zone.
    zones: [Option<usize>; 2],
    units: [[f32; H]; 2],
    pub hidden: f32,
    pub value: f32,
}

/// The rows that are summed for an input: that for all zones, and that for the zone whose rows start at `zone`.
fn rows(input: usize, zone: Option<usize>) -> impl Iterator<Item = usize> {
    std::iter::once(input).chain(zone.map(|first| first + input))
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

    /// A net of the same shape whose weights are all 0.
    pub fn zeroed(&self) -> Network<H> {
        Network {
            input: vec![[0.0; H]; self.input.len()],
            ..Network::zero(self.linear.len())
        }
    }

    /// The net with weights for each zone, which are 0, unless it has them.
    pub fn with_zones(mut self) -> Network<H> {
        (self.input).resize((1 + ZONES) * self.linear.len(), [0.0; H]);
        self
    }

    /// The first row of the weights for the zone of a perspective, if there are such weights.
    fn zone(&self, seen: &Seen, perspective: usize) -> Option<usize> {
        let inputs = self.linear.len();
        (self.input.len() > inputs).then(|| (1 + seen.zone(perspective)) * inputs)
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

    /// All weights in groups: hidden, hidden by zone, output, linear, biases of the hidden units, bias of the output.
    fn groups(&mut self) -> [&mut [f32]; 6] {
        let (input, zones) = self.input.split_at_mut(self.linear.len());
        [
            input.as_flattened_mut(),
            zones.as_flattened_mut(),
            self.output.as_flattened_mut(),
            &mut self.linear,
            &mut self.biases,
            std::slice::from_mut(&mut self.bias),
        ]
    }

    pub fn forward(&self, seen: &Seen) -> Forward<H> {
        let mut units = [self.biases; 2];
        let mut linear = [0.0; 2];
        let zones = [0, 1].map(|perspective| self.zone(seen, perspective));
        for perspective in 0..2 {
            let units = &mut units[perspective];
            let zone = zones[perspective];
            for input in seen.by(perspective) {
                for row in rows(input, zone) {
                    for (unit, weight) in units.iter_mut().zip(&self.input[row]) {
                        *unit += weight;
                    }
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
            zones,
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
                for row in rows(input, forward.zones[perspective]) {
                    for (sum, delta) in gradient.input[row].iter_mut().zip(&delta) {
                        *sum += delta;
                    }
                }
                gradient.linear[input] += sign;
            }
        }
    }
}

/// The optimiser of a net: weights of the hidden units and of the output stay within [`CLIP`], and biases do not decay.
#[derive(Debug)]
pub struct Optimiser([Adam; 6]);

impl Optimiser {
    /// An optimiser with these weight decays: of hidden, output and linear weights.
    pub fn new<const H: usize>(network: &mut Network<H>, decays: [f32; 3]) -> Optimiser {
        let [hidden, output, linear] = decays;
        let lengths = network.groups().map(|group| group.len());
        let limits = [
            (hidden, CLIP),
            (ZONE_DECAY, CLIP),
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
