//! Adam with decoupled weight decay (Loshchilov, Hutter: Decoupled weight decay regularization, 2019).

/// Decay of the running means: of the gradients, and of their squares.
const MEANS: (f32, f32) = (0.9, 0.999);
const EPSILON: f32 = 1e-8;

/// The optimiser of one group of weights.
#[derive(Clone, Debug)]
pub struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    /// Bias corrections of the means, which started at 0.
    lacking: (f32, f32),
    decay: f32,
    clip: f32,
}

impl Adam {
    pub fn new(weights: usize, decay: f32, clip: f32) -> Adam {
        Adam {
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
            lacking: (1.0, 1.0),
            decay,
            clip,
        }
    }

    /// Moves the weights along a gradient, which is set to 0.
    pub fn step(&mut self, weights: &mut [f32], gradient: &mut [f32], rate: f32) {
        self.lacking = (self.lacking.0 * MEANS.0, self.lacking.1 * MEANS.1);
        let correction = (1.0 - self.lacking.0, 1.0 - self.lacking.1);
        let means = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, by), (mean, square)) in weights.iter_mut().zip(gradient).zip(means) {
            *mean = MEANS.0 * *mean + (1.0 - MEANS.0) * *by;
            *square = MEANS.1 * *square + (1.0 - MEANS.1) * *by * *by;
            let size = (*square / correction.1).sqrt() + EPSILON;
            let up = *mean / correction.0 / size;
            let change = rate * (up + self.decay * *weight);
            *weight = (*weight - change).clamp(-self.clip, self.clip);
            *by = 0.0;
        }
    }
}
