//! Nets with random weights.

use std::sync::Arc;

use fmax::eval::net::{Inputs, Mode, Net, Weights};
use fmax::ruleset::Ruleset;
use fmax::types::Rng;
use fmax::variant::{EncodedNet, Variant};

/// Random weights; the net's output is at most a few hundred centipawns.
pub fn random_weights(rules: &Ruleset, hidden: usize, seed: u64) -> Weights {
    random_weights_of_zones(rules, hidden, 1, seed)
}

/// Random weights with this number of sets of input weights.
pub fn random_weights_of_zones(rules: &Ruleset, hidden: usize, zones: usize, seed: u64) -> Weights {
    let inputs = inputs(rules);
    let mut rng = Rng::new(seed);
    let mut some = |count: usize, most: usize| -> Vec<i16> {
        (0..count)
            .map(|_| rng.below(2 * most + 1) as i16 - most as i16)
            .collect()
    };
    Weights {
        mode: Mode::Add,
        symmetry: inputs.symmetry(),
        hidden,
        zones,
        reach: 100,
        bias: 3,
        scale: 1 << 19,
        input: some(zones * inputs.count() * hidden, 60),
        biases: some(hidden, 200),
        output: some(2 * hidden, 127),
        linear: some(inputs.count(), 40),
    }
}

/// The features of a net for the variant.
pub fn inputs(rules: &Ruleset) -> Inputs {
    Inputs::new(rules.variant(), &rules.tables)
}

/// The variant with a random net.
pub fn with_random_net(rules: &Ruleset, hidden: usize, seed: u64) -> Arc<Ruleset> {
    let weights = random_weights(rules, hidden, seed);
    let net = Net::new(weights, inputs(rules)).unwrap();
    Arc::new(Ruleset::with_net(rules.variant().clone(), net))
}

/// The variant as it is read from a file, with this net.
pub fn with_net_bytes(variant: &Variant, net: &[u8]) -> Arc<Ruleset> {
    let mut variant = variant.clone();
    variant.net = Some(EncodedNet::new(&variant, net));
    Arc::new(Ruleset::new(Arc::new(variant)))
}
