//! Trains the shared net on games of many variants at once, see [`shared`](crate::eval::net::shared).
//!
//! A batch has positions of one variant. The weights of its inputs are computed from the weights of factors and kinds before the
//! batch, and their gradients are handed back to factors and kinds after it.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::network::{Network, Optimiser};
use super::positions::Positions;
use super::quantise::reach_of;
use super::{Lesson, Settings, shuffle};
use crate::eval::net::factors::{FACTORS, Factors};
use crate::eval::net::shared::{CENTIPAWNS, Rows, SharedNet};
use crate::eval::net::{Mode, Net};
use crate::files;
use crate::ruleset::Ruleset;
use crate::tools::lab::interrupt;
use crate::tools::lab::progress::Bar;
use crate::tools::lab::shards::Collection;
use crate::types::Rng;

/// Hidden units.
const HIDDEN: usize = 32;
/// How the weights of factors are learnt.
const SETTINGS: Settings = Settings {
    mode: Mode::Add,
    hidden: HIDDEN,
    epochs: 10,
    batch: 1024,
    rate: 0.001,
    decay: 1.0,
    result_share: 0.1,
    seed: 1,
    begin: None,
};
/// The weight decay of the output: with that of the factors the mean loss, relative to that without a net, is 0.916 instead of 0.905.
const OUTPUT_DECAY: f32 = 0.2;
/// The learning rate of the weights of kinds, as a multiple of that of factors, and their weight decay.
const OF_KINDS: (f32, f32) = (3.0, 1.0);
/// Positions with which the reach is measured, by variant.
const FOR_REACH: usize = 1000;

/// A variant that is learnt from.
pub(super) struct Pupil {
    rules: Arc<Ruleset>,
    positions: Positions,
    factors: Factors,
    scale: f32,
    order: Vec<usize>,
    held_out: Vec<usize>,
    kinds: Network<HIDDEN>,
    optimiser: Optimiser,
}

impl Pupil {
    pub fn new(rules: Arc<Ruleset>, positions: Positions) -> Pupil {
        let values = &rules.evaluation.values;
        let factors = Factors::new(rules.variant(), &rules.tables, values, positions.inputs());
        let mut kinds = Network::zero(factors.count());
        let (order, held_out) = positions.split();
        Pupil {
            scale: positions.scale(),
            order,
            held_out,
            optimiser: Optimiser::new(&mut kinds, [OF_KINDS.1; 3]),
            kinds,
            factors,
            positions,
            rules,
        }
    }

    fn lesson<'l>(&'l self, settings: &'l Settings) -> Lesson<'l> {
        Lesson {
            positions: &self.positions,
            scale: self.scale,
            unit: self.scale * CENTIPAWNS,
            settings,
        }
    }

    /// The net of the variant.
    fn network(&self, shared: &Network<HIDDEN>) -> Network<HIDDEN> {
        let mut network = Network::zero(self.positions.inputs().count());
        network.biases = shared.biases;
        network.output = shared.output;
        network.bias = shared.bias;
        for (input, row) in self.factors.rows().iter().enumerate() {
            let kind =
                self.factors.kinds()[input].map(|kind| (&self.kinds, usize::from(kind), 1.0));
            let factors = row
                .iter()
                .map(|&(factor, times)| (shared, usize::from(factor), times));
            for (from, index, times) in factors.chain(kind) {
                for (sum, weight) in network.input[input].iter_mut().zip(&from.input[index]) {
                    *sum += times * weight;
                }
                network.linear[input] += times * from.linear[index];
            }
        }
        network
    }

    /// Hands the gradient of the variant's net back to the factors and, in the result, to its kinds.
    fn hand_back(
        &self,
        gradient: &Network<HIDDEN>,
        shared: &mut Network<HIDDEN>,
    ) -> Network<HIDDEN> {
        let mut kinds = Network::zero(self.factors.count());
        shared.biases = gradient.biases;
        shared.output = gradient.output;
        shared.bias = gradient.bias;
        for (input, row) in self.factors.rows().iter().enumerate() {
            let add = |to: &mut Network<HIDDEN>, index: usize, times: f32| {
                for (sum, by) in to.input[index].iter_mut().zip(&gradient.input[input]) {
                    *sum += times * by;
                }
                to.linear[index] += times * gradient.linear[input];
            };
            for &(factor, times) in row {
                add(shared, usize::from(factor), times);
            }
            if let Some(kind) = self.factors.kinds()[input] {
                add(&mut kinds, usize::from(kind), 1.0);
            }
        }
        kinds
    }

    /// The mean squared error over the held-out positions, without and with the net.
    pub fn losses(&self, shared: &Network<HIDDEN>) -> (f64, f64) {
        let lesson = self.lesson(&SETTINGS);
        (
            lesson.loss_without(&self.held_out),
            lesson.loss(&self.network(shared), &self.held_out),
        )
    }
}

/// Learns the shared net from games of these variants, and writes it.
pub fn learn(
    variants: &[Arc<Ruleset>],
    mut collections: HashMap<String, Collection>,
    seed: u64,
    path: &Path,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut pupils = Vec::new();
    let mut bar = Bar::new("reading".to_owned());
    for (number, rules) in variants.iter().enumerate() {
        let name = &rules.variant().name;
        let games = collections.remove(name).context("no games")?;
        bar.show(number as f64 / variants.len() as f64, name);
        let mut positions = Positions::new(rules);
        games.samples(rules, |pos, sample| positions.add(rules, pos, sample))?;
        let pupil = Pupil::new(rules.clone(), positions);
        if !pupil.order.is_empty() && !pupil.held_out.is_empty() {
            pupils.push(pupil);
        }
    }
    bar.clear();
    if pupils.is_empty() {
        bail!("there are too few games to learn from");
    }
    let Some(shared) = train(&mut pupils, &Settings { seed, ..SETTINGS }) else {
        return Ok(());
    };
    for pupil in &pupils {
        let (without, with) = pupil.losses(&shared);
        let (name, count) = (&pupil.rules.variant().name, pupil.order.len());
        writeln!(
            out,
            "{name}: {count} positions, loss held out {with:.5}, without a net {without:.5}"
        )?;
    }
    files::replace(path, &finished(&pupils, &shared).write())
        .with_context(|| format!("cannot write {}", path.display()))
}

/// `None` after Ctrl-C.
pub(super) fn train(pupils: &mut [Pupil], settings: &Settings) -> Option<Network<HIDDEN>> {
    let mut rng = Rng::new(settings.seed);
    let mut shared = Network::<HIDDEN>::new(FACTORS, &mut rng);
    let mut optimiser = Optimiser::new(&mut shared, [settings.decay, OUTPUT_DECAY, settings.decay]);
    let mut handed = Network::<HIDDEN>::zero(FACTORS);
    let batches = |pupil: &Pupil| pupil.order.len().div_ceil(settings.batch);
    let steps = settings.epochs as usize * pupils.iter().map(batches).sum::<usize>();
    let mut bar = Bar::new("learning".to_owned());
    let mut step = 0;
    for epoch in 1..=settings.epochs {
        let mut jobs = Vec::new();
        for (number, pupil) in pupils.iter_mut().enumerate() {
            shuffle(&mut pupil.order, &mut rng);
            jobs.extend((0..batches(pupil)).map(|batch| (number, batch)));
        }
        shuffle(&mut jobs, &mut rng);
        for (number, batch) in jobs {
            let pupil = &mut pupils[number];
            let first = batch * settings.batch;
            let last = (first + settings.batch).min(pupil.order.len());
            let network = pupil.network(&shared);
            let mut gradient = Network::zero(network.input.len());
            let lesson = pupil.lesson(settings);
            for &index in &pupil.order[first..last] {
                let mirror = rng.next_u64() & 1 == 1;
                lesson.learn(&network, index, mirror, last - first, &mut gradient);
            }
            let mut of_kinds = pupil.hand_back(&gradient, &mut handed);
            step += 1;
            let rate = settings.rate_at(step, steps);
            optimiser.step(&mut shared, &mut handed, rate);
            let rate = OF_KINDS.0 * rate;
            pupil.optimiser.step(&mut pupil.kinds, &mut of_kinds, rate);
            if interrupt::status().is_some() {
                return None;
            }
            bar.show(step as f64 / steps as f64, &format!("epoch {epoch}"));
        }
    }
    bar.clear();
    Some(shared)
}

pub(super) fn finished(pupils: &[Pupil], shared: &Network<HIDDEN>) -> SharedNet {
    let rows = |network: &Network<HIDDEN>| Rows {
        input: network.input.as_flattened().to_vec(),
        linear: network.linear.clone(),
    };
    let mut said = Vec::new();
    for pupil in pupils {
        let network = pupil.network(shared);
        let indices = pupil.held_out.iter().take(FOR_REACH);
        let hidden = |&index: &usize| {
            let seen = pupil.positions.seen(index, false);
            CENTIPAWNS * network.forward(&seen).hidden.abs()
        };
        said.extend(indices.map(hidden));
    }
    // the others do without the net, or have one of their own
    let used = pupils.iter().filter(|pupil| {
        let (without, with) = pupil.losses(shared);
        let variant = Net::as_learnt(pupil.rules.variant().clone());
        with < without && Net::bytes_of(&variant).is_none()
    });
    let kinds = used.map(|pupil| {
        let fingerprint = pupil.rules.variant().evaluation_fingerprint();
        (fingerprint, rows(&pupil.kinds))
    });
    SharedNet {
        reach: reach_of(said),
        bias: shared.bias,
        biases: shared.biases.to_vec(),
        output: shared.output.as_flattened().to_vec(),
        factors: rows(shared),
        kinds: kinds.collect(),
    }
}
