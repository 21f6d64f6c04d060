//! Trains a net on labelled positions: their targets are the scores of searches and the results of games.
//!
//! Each net is trained by one thread, which sums in a fixed order, so that the same positions, settings and seed make the same
//! net on every machine.
//!
//! | module | owns |
//! |---|---|
//! | [`attempts`] | which settings are tried, and which net is best |
//! | [`positions`] | the positions as features |
//! | [`network`] | the net in training, in floating point, with its gradients |
//! | [`quantise`] | the integers of a net in play, and back |
//! | [`together`] | the shared net, from positions of many variants |

pub mod attempts;
pub mod network;
pub mod positions;
pub mod quantise;
#[cfg(test)]
mod tests;
pub mod together;

use std::sync::Arc;

use anyhow::{Context, anyhow, bail};

use crate::eval::net::{Mode, Net, Weights};
use crate::ruleset::Ruleset;
use crate::tools::lab::statistics::sigmoid;
use crate::types::{Color, Rng};
use crate::variant::describe::has_one_royal;
use network::{Network, Optimiser};
use positions::HELD_OUT;
pub use positions::Positions;

#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Whether the net corrects or replaces the evaluation.
    pub mode: Mode,
    /// Hidden units: one of [`HIDDEN`](crate::eval::net::weights::HIDDEN).
    pub hidden: usize,
    /// Whether there are weights for each [zone](crate::eval::net::inputs::ZONES), if each side has one royal piece.
    pub zones: bool,
    pub epochs: u32,
    pub batch: usize,
    /// The learning rate at the beginning; it falls along a cosine to nearly 0.
    pub rate: f32,
    /// The weight decay.
    pub decay: f32,
    /// The share of the result in the target; the rest is the score of the search. With a large share, little data is
    /// overfitted.
    pub result_share: f32,
    pub seed: u64,
    /// The net to begin with, which has the same shape; `None`: a random net.
    pub begin: Option<Arc<Weights>>,
}

impl Settings {
    /// The learning rate in a step, from 1 to `steps`.
    pub fn rate_at(&self, step: usize, steps: usize) -> f32 {
        let part = step as f32 / steps as f32;
        let falling = 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * part));
        self.rate * (0.02 + 0.98 * falling)
    }
}

/// The progress after each batch.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The attempt, from 1.
    pub attempt: usize,
    /// The epoch, from 1.
    pub epoch: u32,
    /// The share of the work that is done, up to 1.
    pub done: f64,
    /// The mean squared error over the positions of this epoch so far, each measured when it was trained on.
    pub training_loss: f64,
    /// The mean squared error over the held-out positions after the last complete epoch; before the first one ends, the error
    /// of the evaluation without a net.
    pub held_out_loss: f64,
}

#[derive(Clone, Debug)]
pub struct Learnt {
    pub weights: Weights,
    /// The mean squared errors of each epoch: of the training positions during it, and of the held-out positions after it.
    pub epochs: Vec<(f64, f64)>,
    /// The mean squared error over the held-out positions of the evaluation without a net.
    pub before: f64,
    /// The mean squared error over the held-out positions with the quantised net.
    pub quantised: f64,
}

/// Trains a net. `progress` is called after each batch, and stops the training by returning false.
pub fn train(
    rules: &Arc<Ruleset>,
    positions: &Positions,
    settings: &Settings,
    progress: &mut dyn FnMut(&Progress) -> bool,
) -> anyhow::Result<Option<Learnt>> {
    match settings.hidden {
        32 => train_with::<32>(rules, positions, settings, progress),
        64 => train_with::<64>(rules, positions, settings, progress),
        128 => train_with::<128>(rules, positions, settings, progress),
        other => bail!("a net cannot have {other} hidden units"),
    }
}

fn train_with<const H: usize>(
    rules: &Arc<Ruleset>,
    positions: &Positions,
    settings: &Settings,
    progress: &mut dyn FnMut(&Progress) -> bool,
) -> anyhow::Result<Option<Learnt>> {
    let (mut order, held_out) = positions.split();
    if order.is_empty() || held_out.is_empty() {
        return Err(too_few(positions));
    }
    let scale = positions.scale();
    let lesson = Lesson {
        positions,
        scale,
        unit: 1.0,
        settings,
    };
    let mut rng = Rng::new(settings.seed);
    let inputs = positions.inputs().count();
    let mut network = match &settings.begin {
        Some(weights) => quantise::network(weights, scale),
        None => Network::<H>::new(inputs, &mut rng),
    };
    let one_royal = |color| has_one_royal(rules.variant(), color);
    if settings.zones && Color::ALL.into_iter().all(one_royal) {
        network = network.with_zones();
    }
    let mut gradient = network.zeroed();
    let mut optimiser = Optimiser::new(&mut network, [settings.decay; 3]);
    let before = lesson.loss_without(&held_out);
    let (mut least, mut best) = (f64::INFINITY, None);
    let (mut last, mut losses) = (before, Vec::new());
    let batches = order.len().div_ceil(settings.batch.max(1));
    let steps = batches * settings.epochs as usize;
    let mut step = 0;
    for epoch in 1..=settings.epochs {
        shuffle(&mut order, &mut rng);
        let (mut sum, mut seen) = (0.0, 0);
        for batch in order.chunks(settings.batch.max(1)) {
            sum += lesson.learn(&network, batch, &mut rng, &mut gradient);
            step += 1;
            seen += batch.len();
            let rate = settings.rate_at(step, steps);
            optimiser.step(&mut network, &mut gradient, rate);
            let now = Progress {
                attempt: 1,
                epoch,
                done: step as f64 / steps as f64,
                training_loss: sum / seen as f64,
                held_out_loss: last,
            };
            if !progress(&now) {
                return Ok(None);
            }
        }
        last = lesson.loss(&network, &held_out);
        losses.push((sum / seen as f64, last));
        if last < least {
            (least, best) = (last, Some(network.clone()));
        }
    }
    let best = best.context("the loss is no number")?;
    let weights = quantise::weights(&best, &lesson, &held_out);
    let inputs = crate::eval::net::Inputs::new(rules.variant(), &rules.tables);
    let net = Net::new(weights.clone(), inputs)?;
    Ok(Some(Learnt {
        quantised: lesson.loss_of(&net, &held_out),
        weights,
        epochs: losses,
        before,
    }))
}

/// The error if no position is held out, or all are.
fn too_few(positions: &Positions) -> anyhow::Error {
    let (count, games, others) = (positions.count(), positions.games(), positions.left_out);
    anyhow!(
        "too few to learn from: {games} games with {count} positions, and {others} others that are left out, because the best \
         move is a capture or a promotion, there is check, or one side is far ahead or has only its royal piece; one game of \
         {HELD_OUT} is held out to judge by, so that {HELD_OUT} are the least (--games {}, half of them for each round), and a \
         net that is worth having needs some hundred thousand positions",
        2 * HELD_OUT
    )
}

/// What a net learns: the positions of a variant with their targets.
pub(super) struct Lesson<'l> {
    pub positions: &'l Positions,
    /// A centipawn in the units of the logistic curve.
    pub scale: f32,
    /// An output of 1 in the units of the logistic curve.
    pub unit: f32,
    pub settings: &'l Settings,
}

impl Lesson<'_> {
    /// The target for the net's output in a position, as a chance to win.
    fn target(&self, index: usize) -> f32 {
        let sample = self.positions.sample(index);
        let score = sigmoid(self.scale * f32::from(sample.score));
        let result = f32::from(sample.result) / 2.0;
        let share = self.settings.result_share;
        (1.0 - share) * score + share * result
    }

    /// The evaluation that the net is added to, in the units of the logistic curve.
    fn base(&self, index: usize) -> f32 {
        match self.settings.mode {
            Mode::Add => self.scale * f32::from(self.positions.sample(index).hand),
            Mode::Replace => 0.0,
        }
    }

    /// Adds the mean gradient of a batch of positions, some of them mirrored at random, to `gradient`. Returns the sum of the
    /// squared errors.
    pub fn learn<const H: usize>(
        &self,
        network: &Network<H>,
        batch: &[usize],
        rng: &mut Rng,
        gradient: &mut Network<H>,
    ) -> f64 {
        let mut sum = 0.0;
        for &index in batch {
            let mirror = rng.next_u64() & 1 == 1;
            let seen = self.positions.seen(index, mirror);
            let forward = network.forward(&seen);
            let error = sigmoid(self.base(index) + self.unit * forward.value) - self.target(index);
            // the gradient of the cross entropy
            let slope = self.unit * error / batch.len() as f32;
            network.backward(&seen, &forward, slope, gradient);
            sum += f64::from(error * error);
        }
        sum
    }

    fn mean(&self, indices: &[usize], value: impl Fn(usize) -> f32) -> f64 {
        let error = |&index: &usize| {
            let error = sigmoid(value(index)) - self.target(index);
            f64::from(error * error)
        };
        indices.iter().map(error).sum::<f64>() / indices.len().max(1) as f64
    }

    /// The mean squared error with a net in training.
    pub fn loss<const H: usize>(&self, network: &Network<H>, indices: &[usize]) -> f64 {
        self.mean(indices, |index| {
            let seen = self.positions.seen(index, false);
            self.base(index) + self.unit * network.forward(&seen).value
        })
    }

    /// The mean squared error with the quantised net, as it is used in play.
    fn loss_of(&self, net: &Net, indices: &[usize]) -> f64 {
        self.mean(indices, |index| {
            let sample = self.positions.sample(index);
            let features = self.positions.features(index);
            let value = net.evaluate_features(features, sample.side);
            self.base(index) + self.scale * value as f32
        })
    }

    pub fn loss_without(&self, indices: &[usize]) -> f64 {
        self.mean(indices, |index| {
            self.scale * f32::from(self.positions.sample(index).hand)
        })
    }
}

/// A random order (Fisher and Yates).
pub(super) fn shuffle<T>(order: &mut [T], rng: &mut Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last + 1));
    }
}
