//! Trains the shared net on games of many variants at once, see [`shared`](crate::eval::net::shared).
//!
//! A batch has positions of one variant. The weights of its inputs are computed from the weights of their factors before the
//! batch, and their gradients are handed back to the factors after it.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::attempts::MORE;
use super::network::{Network, Optimiser};
use super::positions::Positions;
use super::quantise::reach_of;
use super::{Lesson, Settings, shuffle};
use crate::eval::net::factors::{FACTORS, Factors, Rows};
use crate::eval::net::shared::{CENTIPAWNS, SharedNet};
use crate::eval::net::{Mode, Net};
use crate::ruleset::Ruleset;
use crate::tools::lab::interrupt;
use crate::tools::lab::progress::Bar;
use crate::tools::lab::shards::Collection;
use crate::tools::replacing;
use crate::types::Rng;
use crate::variant::Params;

/// Hidden units.
const HIDDEN: usize = 32;
/// How the weights of the shared factors are learnt.
const SETTINGS: Settings = Settings {
    mode: Mode::Add,
    hidden: HIDDEN,
    zones: false,
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
/// The learning rate of the weights of own factors, as a multiple of that of the shared ones, and their weight decay.
const OF_OWN: (f32, f32) = (3.0, 1.0);
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
    /// The weights of the variant's own factors.
    own: Network<HIDDEN>,
    optimiser: Optimiser,
}

/// A variant with the mean squared errors over its held-out positions.
pub(super) struct Judged<'p> {
    pub pupil: &'p Pupil,
    pub without: f64,
    pub with: f64,
}

impl Pupil {
    pub fn new(rules: Arc<Ruleset>, positions: Positions) -> Pupil {
        let values = &rules.evaluation.values;
        let factors = Factors::new(rules.variant(), &rules.tables, values, positions.inputs());
        let mut own = Network::zero(factors.own());
        let (order, held_out) = positions.split();
        Pupil {
            scale: positions.scale(),
            order,
            held_out,
            optimiser: Optimiser::new(&mut own, [OF_OWN.1; 3]),
            own,
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
        shared.with_rows(self.factors.weights(&shared.rows(), &self.own.rows()))
    }

    /// The gradients for the shared factors and for the own ones, from that of the variant's net.
    fn hand_back(&self, gradient: &Network<HIDDEN>) -> [Network<HIDDEN>; 2] {
        let from = gradient.rows();
        let mut shared = Rows::zero(FACTORS, HIDDEN);
        let mut own = Rows::zero(self.factors.own(), HIDDEN);
        for (input, row) in self.factors.rows().iter().enumerate() {
            for &(factor, times) in row {
                let factor = usize::from(factor);
                match factor.checked_sub(FACTORS) {
                    None => shared.add(factor, times, &from, input),
                    Some(number) => own.add(number, times, &from, input),
                }
            }
        }
        // the output is shared
        [gradient.with_rows(shared), Network::zero(0).with_rows(own)]
    }

    pub fn judged(&self, shared: &Network<HIDDEN>) -> Judged<'_> {
        let lesson = self.lesson(&SETTINGS);
        Judged {
            pupil: self,
            without: lesson.loss_without(&self.held_out),
            with: lesson.loss(&self.network(shared), &self.held_out),
        }
    }

    /// The mean squared error over the held-out positions with the net as it is in play.
    #[cfg(test)]
    pub fn loss_in_play(&self, shared: &SharedNet) -> f64 {
        let rules = &self.rules;
        let inputs = || crate::eval::net::Inputs::new(rules.variant(), &rules.tables);
        let values = &rules.evaluation.values;
        let weights = shared.weights(rules.variant(), &rules.tables, values, &inputs());
        let net = Net::new(weights, inputs()).unwrap();
        self.lesson(&SETTINGS).loss_of(&net, &self.held_out)
    }
}

/// Learns the shared net from games of these variants, and writes it. It learns further from `begin`, if that is given.
pub fn learn(
    variants: &[Arc<Ruleset>],
    mut collections: HashMap<String, Collection>,
    begin: Option<&SharedNet>,
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
    let settings = Settings {
        seed,
        rate: begin.map_or(SETTINGS.rate, |_| MORE.1),
        ..SETTINGS
    };
    let Some(shared) = train(&mut pupils, begin, &settings) else {
        return Ok(());
    };
    let judged: Vec<Judged> = pupils.iter().map(|pupil| pupil.judged(&shared)).collect();
    for Judged {
        pupil,
        without,
        with,
    } in &judged
    {
        let (name, count) = (&pupil.rules.variant().name, pupil.order.len());
        writeln!(
            out,
            "{name}: {count} positions, loss held out {with:.5}, without a net {without:.5}"
        )?;
    }
    replacing::replace(path, &finished(&judged, &shared).write())
}

/// `None` after Ctrl-C.
pub(super) fn train(
    pupils: &mut [Pupil],
    begin: Option<&SharedNet>,
    settings: &Settings,
) -> Option<Network<HIDDEN>> {
    let mut rng = Rng::new(settings.seed);
    let mut shared = Network::<HIDDEN>::new(FACTORS, &mut rng);
    if let Some(known) = begin.filter(|known| known.biases.len() == HIDDEN) {
        shared = shared.with_rows(known.factors.clone());
        shared.biases.copy_from_slice(&known.biases);
        (shared.output.as_flattened_mut()).copy_from_slice(&known.output);
        shared.bias = known.bias;
        for pupil in &mut *pupils {
            let own = known.own(pupil.rules.variant());
            if let Some(own) = own.filter(|own| own.linear.len() == pupil.factors.own()) {
                pupil.own = pupil.own.with_rows(own.clone());
            }
        }
    }
    let mut optimiser = Optimiser::new(&mut shared, [settings.decay, OUTPUT_DECAY, settings.decay]);
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
            let network = pupil.network(&shared);
            let mut gradient = Network::zero(network.input.len());
            if let Some(batch) = pupil.order.chunks(settings.batch).nth(batch) {
                let lesson = pupil.lesson(settings);
                lesson.learn(&network, batch, &mut rng, &mut gradient);
            }
            let [mut of_shared, mut of_own] = pupil.hand_back(&gradient);
            step += 1;
            let rate = settings.rate_at(step, steps);
            optimiser.step(&mut shared, &mut of_shared, rate);
            let rate = OF_OWN.0 * rate;
            pupil.optimiser.step(&mut pupil.own, &mut of_own, rate);
            if interrupt::status().is_some() {
                return None;
            }
            bar.show(step as f64 / steps as f64, &format!("epoch {epoch}"));
        }
    }
    bar.clear();
    Some(shared)
}

pub(super) fn finished(judged: &[Judged], shared: &Network<HIDDEN>) -> SharedNet {
    let mut said = Vec::new();
    for Judged { pupil, .. } in judged {
        let network = pupil.network(shared);
        let indices = pupil.held_out.iter().take(FOR_REACH);
        let hidden = |&index: &usize| {
            let seen = pupil.positions.seen(index, false);
            CENTIPAWNS * network.forward(&seen).hidden.abs()
        };
        said.extend(indices.map(hidden));
    }
    // the others do without the net, or have one of their own
    let used = judged.iter().filter(|judged| {
        let variant = Net::attach(judged.pupil.rules.variant().clone());
        judged.with < judged.without && variant.net.is_none()
    });
    let own = used.map(|judged| {
        let fingerprint = judged.pupil.rules.variant().net_fingerprint();
        (fingerprint, judged.pupil.own.rows())
    });
    SharedNet {
        params: Params::default(),
        reach: reach_of(said),
        bias: shared.bias,
        biases: shared.biases.to_vec(),
        output: shared.output.as_flattened().to_vec(),
        factors: shared.rows(),
        own: own.collect(),
    }
}
