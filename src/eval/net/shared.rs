//! The shared net: one net for all variants without a net of their own.
//!
//! It has weights for [factors](super::factors) instead of inputs: the weights of an input are the sum over its factors, so that
//! the net of a variant is computed when the variant is loaded. Most factors are shared, and some belong to one variant.
//! The net corrects the hand-written evaluation with the weights in its file.
//!
//! In play, only variants that it was learnt from use it. In others, a net that is learnt begins with it.
//!
//! The file, in little-endian order:
//!
//! | what | type | |
//! |---|---|---|
//! | `fmax shared net` and a line feed | 16 bytes | |
//! | hidden units | `u16` | one of [`HIDDEN`] |
//! | factors | `u16` | [`FACTORS`] |
//! | evaluation | text | the weights of the evaluation that the net corrects, as [lines](params_file::lines) |
//! | reach | `u16` | usual upper bound on the hidden part, centipawns |
//! | bias, biases, output | `f32` | one, hidden units, twice the hidden units; an output of 1 is 100 centipawns |
//! | weights | `i16` | by factor: of all units, then the linear weight; 4096 is 1 |
//! | variants | `u16` | |
//! | by variant: its [fingerprint](Variant::net_fingerprint) | `u64` | |
//! | by variant: its own factors | `u16` | [`Factors::own`] |
//! | by variant: weights | `i16` | by own factor, as for shared ones |

use std::sync::OnceLock;

use super::factors::{FACTORS, Factors, Rows};
use super::inputs::Inputs;
use super::quantise::Real;
use super::weights::{HIDDEN, Mode, Weights};
use crate::files::{Fields, put_text};
use crate::movegen::MoveTables;
use crate::variant::ini::params_file;
use crate::variant::{Params, Variant};

const MAGIC: &[u8] = b"fmax shared net\n";
/// The integer that stands for the weight 1.
const GRAIN: f32 = 4096.0;
/// An output of 1 in centipawns.
pub const CENTIPAWNS: f32 = 100.0;

static FILE: &[u8] = include_bytes!("box/shared.bin");

/// The shared net.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedNet {
    /// The weights of the evaluation that the net corrects.
    pub params: Params,
    /// The usual upper bound on the hidden part, centipawns.
    pub reach: u16,
    /// The bias of the output.
    pub bias: f32,
    /// The biases of the units.
    pub biases: Vec<f32>,
    /// The output weights of all units, first from the perspective of the side to move.
    pub output: Vec<f32>,
    /// The weights of the shared factors.
    pub factors: Rows,
    /// The fingerprints of the variants that were learnt from, each with the weights of its own factors.
    pub own: Vec<(u64, Rows)>,
}

fn read_rows(fields: &mut Fields, count: usize, hidden: usize) -> Option<Rows> {
    let numbers = fields.i16s(count.checked_mul(hidden + 1)?)?;
    let mut rows = Rows::default();
    for row in numbers.chunks_exact(hidden + 1) {
        let (linear, units) = row.split_last()?;
        rows.input
            .extend(units.iter().map(|&w| f32::from(w) / GRAIN));
        rows.linear.push(f32::from(*linear) / GRAIN);
    }
    Some(rows)
}

fn write_rows(rows: &Rows, hidden: usize, bytes: &mut Vec<u8>) {
    let whole = |w: f32| ((w * GRAIN).round() as i16).to_le_bytes();
    for (units, &linear) in rows.input.chunks_exact(hidden).zip(&rows.linear) {
        bytes.extend(units.iter().flat_map(|&w| whole(w)));
        bytes.extend(whole(linear));
    }
}

impl SharedNet {
    /// The net of the program; `None` if it was learnt for other factors.
    pub fn supplied() -> Option<&'static SharedNet> {
        static NET: OnceLock<Option<SharedNet>> = OnceLock::new();
        NET.get_or_init(|| SharedNet::read(FILE)).as_ref()
    }

    /// Reads the format of [`SharedNet::write`]; `None` if the bytes are no net for these factors.
    pub fn read(bytes: &[u8]) -> Option<SharedNet> {
        let mut fields = Fields::new(bytes);
        let hidden = (fields.bytes(MAGIC.len())? == MAGIC).then(|| fields.u16())??;
        let hidden = usize::from(hidden);
        if !HIDDEN.contains(&hidden) || usize::from(fields.u16()?) != FACTORS {
            return None;
        }
        let params = params_file::read_lines(&fields.text()?)?;
        let reach = fields.u16()?;
        let mut reals = |count| -> Option<Vec<f32>> { (0..count).map(|_| fields.f32()).collect() };
        let bias = reals(1)?[0];
        let (biases, output) = (reals(hidden)?, reals(2 * hidden)?);
        let factors = read_rows(&mut fields, FACTORS, hidden)?;
        let variants = fields.u16()?;
        let own = (0..variants).map(|_| {
            let (fingerprint, count) = (fields.u64()?, fields.u16()?);
            let rows = read_rows(&mut fields, usize::from(count), hidden)?;
            Some((fingerprint, rows))
        });
        Some(SharedNet {
            params,
            reach,
            bias,
            biases,
            output,
            factors,
            own: own.collect::<Option<_>>()?,
        })
    }

    /// Writes the file.
    pub fn write(&self) -> Vec<u8> {
        let hidden = self.biases.len();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((hidden as u16).to_le_bytes());
        bytes.extend((FACTORS as u16).to_le_bytes());
        put_text(&params_file::lines(&self.params), &mut bytes);
        bytes.extend(self.reach.to_le_bytes());
        let reals = std::iter::once(&self.bias)
            .chain(&self.biases)
            .chain(&self.output);
        bytes.extend(reals.flat_map(|number| number.to_le_bytes()));
        write_rows(&self.factors, hidden, &mut bytes);
        bytes.extend((self.own.len() as u16).to_le_bytes());
        for (fingerprint, rows) in &self.own {
            bytes.extend(fingerprint.to_le_bytes());
            bytes.extend((rows.linear.len() as u16).to_le_bytes());
            write_rows(rows, hidden, &mut bytes);
        }
        bytes
    }

    /// The weights of a variant's own factors; `None` if the variant was not learnt from.
    pub fn own(&self, v: &Variant) -> Option<&Rows> {
        let fingerprint = v.net_fingerprint();
        let found = self.own.iter().find(|(other, _)| *other == fingerprint);
        found.map(|(_, rows)| rows)
    }

    /// The weights of a variant; `values` are its piece values.
    pub fn weights(
        &self,
        v: &Variant,
        tables: &MoveTables,
        values: &[i32],
        inputs: &Inputs,
    ) -> Weights {
        let factors = Factors::new(v, tables, values, inputs);
        let none = Rows::default();
        let own = self.own(v).unwrap_or(&none);
        let rows = factors.weights(&self.factors, own);
        let real = Real {
            zones: 1,
            input: &rows.input,
            linear: &rows.linear,
            biases: &self.biases,
            output: &self.output,
            bias: self.bias,
            centipawns: CENTIPAWNS,
        };
        real.quantised(Mode::Add, inputs.symmetry(), inputs.groups(), self.reach)
    }
}

/// The shared net for a variant, as it is used in play: `None` if it was not trained on the variant, or with other evaluation
/// weights than those of the variant. `values` are its piece values.
pub fn in_play(v: &Variant, tables: &MoveTables, values: &[i32]) -> Option<(Weights, Inputs)> {
    let net = SharedNet::supplied().filter(|net| v.params == net.params);
    net?.own(v)?;
    to_begin_with(v, tables, values)
}

/// The shared net for any variant, as the start of training; `None` if the program has none.
pub fn to_begin_with(
    v: &Variant,
    tables: &MoveTables,
    values: &[i32],
) -> Option<(Weights, Inputs)> {
    let net = SharedNet::supplied()?;
    let inputs = Inputs::new(v, tables);
    Some((net.weights(v, tables, values, &inputs), inputs))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::eval::net::Net;
    use crate::testing::games::{variants, without_net};
    use crate::variant::Term;

    #[test]
    fn it_is_for_shipped_variants() {
        let net = SharedNet::supplied().expect("learn the net again: the factors have changed");
        let mut known = Vec::new();
        for variant in variants() {
            let rules = without_net(&variant.name);
            let values = &rules.evaluation.values;
            let (weights, inputs) = to_begin_with(&variant, &rules.tables, values).unwrap();
            if let Some(rows) = net.own(&variant) {
                let factors = Factors::new(&variant, &rules.tables, values, &inputs);
                assert_eq!(rows.linear.len(), factors.own(), "{}", variant.name);
                known.push(variant.net_fingerprint());
            }
            Net::new(weights, inputs).unwrap();
        }
        // no weights are shipped in vain; after a change of rules the net has to be learnt again
        for (fingerprint, _) in &net.own {
            assert!(known.contains(fingerprint), "{fingerprint:016x}");
        }
    }

    #[test]
    fn only_variants_that_were_learnt_from_use_it() {
        let uses = |variant: &Variant| {
            let rules = without_net("omega");
            let variant = Net::attach(Arc::new(variant.clone()));
            in_play(&variant, &rules.tables, &rules.evaluation.values).is_some()
        };
        let omega = (**without_net("omega").variant()).clone();
        assert!(uses(&omega));
        let mut other = omega.clone();
        other.params.set(Term::PawnValue, (1.0, 2.0));
        assert!(!uses(&other));
        let mut other = omega;
        other.rules.win.checks += 1;
        assert!(!uses(&other));
    }
}
