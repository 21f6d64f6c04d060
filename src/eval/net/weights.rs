//! The quantised weights of a net, and their file format.
//!
//! In little-endian order:
//!
//! | what | type | |
//! |---|---|---|
//! | mode | `u8` | 0: added to the evaluation, 1: replaces it; plus 2 if it has weights for each zone |
//! | symmetry | `u8` | how black's perspective maps to white's: 0 as it is, 1 flipped, 3 rotated by 180 degrees; plus 4 if each type is its own counterpart |
//! | hidden units | `u16` | 32, 64 or 128 |
//! | inputs | `u32` | of a zone |
//! | reach | `u16` | usual upper bound on the hidden part, centipawns |
//! | bias | `i16` | centipawns for the side to move |
//! | scale | `u32` | 2^40 times the centipawns for an output sum of 1 |
//! | weights | `i16` | for each zone: of each input for all units; 255 is 1 |
//! | biases | `i16` | of all units; 255 is 1 |
//! | output | `i8` | of all units from the perspective of the side to move, then from the other perspective |
//! | linear | `i16` | of each input, centipawns |
//!
//! The value for the side to move is bias + scale * sum of output * clamp(unit, 0, 255)² over both
//! perspectives, plus the linear part: the sum over its own inputs minus that over the other side's. If a net has weights for
//! each zone, those of a perspective are chosen by the [zone](super::inputs::ZONES) of its own royal piece.

use std::fmt;

use super::inputs::ZONES;
use crate::files::Fields;

/// The largest size of a hidden layer.
pub const MAX_HIDDEN: usize = 128;
/// The possible sizes of a hidden layer.
pub const HIDDEN: [usize; 3] = [32, 64, MAX_HIDDEN];
/// The largest output weight: 255 times it fits an `i16`.
pub const MAX_OUTPUT: i16 = 127;
/// The largest linear weight, centipawns.
pub const MAX_LINEAR: i16 = 2000;
/// The largest reach, centipawns.
pub const MAX_REACH: u16 = 5000;

/// How a net is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Added to the evaluation.
    Add,
    /// In place of the evaluation.
    Replace,
}

/// The weights of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// How the net is used.
    pub mode: Mode,
    /// How black's perspective maps to white's.
    pub symmetry: u8,
    /// Size of the hidden layer, one of [`HIDDEN`].
    pub hidden: usize,
    /// Sets of input weights: 1, or [`ZONES`] if there is one for each zone of the own royal piece.
    pub zones: usize,
    /// Usual upper bound on the hidden part, centipawns.
    pub reach: u16,
    /// Centipawns for the side to move.
    pub bias: i16,
    /// 2^40 times the centipawns for an output sum of 1.
    pub scale: u32,
    /// By zone: the weights of each input for all units; 255 is 1.
    pub input: Vec<i16>,
    /// The biases of all units; 255 is 1.
    pub biases: Vec<i16>,
    /// The output weights of all units, first from the perspective of the side to move, then from the other
    /// perspective.
    pub output: Vec<i16>,
    /// The linear weight of each input, centipawns.
    pub linear: Vec<i16>,
}

/// Why a net cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetError {
    /// The file is shorter or longer than its numbers say.
    Length,
    /// An unknown mode.
    Mode(u8),
    /// An unsupported size of the hidden layer.
    Hidden(u16),
    /// Weights so large that sums would overflow.
    TooLarge,
    /// The net was made for a variant with other features.
    Inputs {
        /// Inputs of the variant.
        game: usize,
        /// Inputs of the net.
        net: usize,
    },
    /// The perspectives of the net map to each other in another way than the perspectives of the variant.
    Symmetry,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetError::Length => f.write_str("it has not the length that it should have"),
            NetError::Mode(mode) => write!(f, "it has the unknown mode {mode}"),
            NetError::Hidden(hidden) => write!(f, "a net cannot have {hidden} hidden units"),
            NetError::TooLarge => f.write_str("its weights are too large"),
            NetError::Inputs { game, net } => {
                write!(f, "it has {net} inputs, the game needs {game}")
            }
            NetError::Symmetry => f.write_str("it sees the board in another way"),
        }
    }
}

impl std::error::Error for NetError {}

impl Weights {
    /// Reads the weights of a net.
    ///
    /// # Errors
    /// The bytes are not a net.
    pub fn read(bytes: &[u8]) -> Result<Weights, NetError> {
        let (mut weights, input) = Weights::read_apart(bytes)?;
        let (pairs, _) = input.as_chunks();
        weights.input = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        Ok(weights)
    }

    /// Reads the weights of a net, but leaves the input weights, which are nearly all of a net, as bytes.
    pub(super) fn read_apart(bytes: &[u8]) -> Result<(Weights, &[u8]), NetError> {
        let mut fields = Fields::new(bytes);
        let short = NetError::Length;
        let (mode, zones) = match fields.u8().ok_or(short)? {
            0 => (Mode::Add, 1),
            1 => (Mode::Replace, 1),
            2 => (Mode::Add, ZONES),
            3 => (Mode::Replace, ZONES),
            other => return Err(NetError::Mode(other)),
        };
        let symmetry = fields.u8().ok_or(short)?;
        let units = fields.u16().ok_or(short)?;
        let hidden = usize::from(units);
        if !HIDDEN.contains(&hidden) {
            return Err(NetError::Hidden(units));
        }
        let inputs = fields.u32().ok_or(short)? as usize;
        let reach = fields.u16().ok_or(short)?;
        let bias = fields.i16s(1).ok_or(short)?[0];
        let scale = fields.u32().ok_or(short)?;
        let numbers = inputs.checked_mul(2 * zones * hidden).ok_or(short)?;
        let input = fields.bytes(numbers);
        let input = input.ok_or(short)?;
        let biases = fields.i16s(hidden).ok_or(short)?;
        let output = fields.bytes(2 * hidden).ok_or(short)?;
        let output = output.iter().map(|&byte| i16::from(byte as i8)).collect();
        let linear = fields.i16s(inputs).ok_or(short)?;
        if !fields.rest().is_empty() {
            return Err(NetError::Length);
        }
        let weights = Weights {
            mode,
            symmetry,
            hidden,
            zones,
            reach,
            bias,
            scale,
            input: Vec::new(),
            biases,
            output,
            linear,
        };
        if weights.are_small() {
            Ok((weights, input))
        } else {
            Err(NetError::TooLarge)
        }
    }

    /// True if all weights that have a limit of their own are within it.
    fn are_small(&self) -> bool {
        self.reach <= MAX_REACH
            && (self.output.iter()).all(|w| (-MAX_OUTPUT..=MAX_OUTPUT).contains(w))
            && (self.linear.iter()).all(|w| (-MAX_LINEAR..=MAX_LINEAR).contains(w))
    }

    /// Writes the format that [`Weights::read`] reads.
    pub fn write(&self) -> Vec<u8> {
        let by_zone = u8::from(self.zones > 1) << 1;
        let mut bytes = vec![self.mode as u8 | by_zone, self.symmetry];
        bytes.extend((self.hidden as u16).to_le_bytes());
        bytes.extend((self.linear.len() as u32).to_le_bytes());
        bytes.extend(self.reach.to_le_bytes());
        bytes.extend(self.bias.to_le_bytes());
        bytes.extend(self.scale.to_le_bytes());
        let mut put = |numbers: &[i16]| {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        put(&self.input);
        put(&self.biases);
        bytes.extend(self.output.iter().map(|&w| w as i8 as u8));
        bytes.extend(self.linear.iter().flat_map(|w| w.to_le_bytes()));
        bytes
    }

    /// Per unit: the largest or smallest possible sum of its bias and its weights in a position, whichever is
    /// farther from 0. `groups` gives the inputs that exclude each other, numbers below 256 for squares; at
    /// most `pieces` squares are occupied.
    pub fn largest_sums(&self, groups: &[u16], pieces: usize) -> Vec<i64> {
        self.largest_sums_of(groups, pieces, |input, unit| {
            self.input[input * self.hidden + unit]
        })
    }

    /// The largest sums, with input weights from elsewhere: a function gives them by row and unit.
    pub(super) fn largest_sums_of(
        &self,
        groups: &[u16],
        pieces: usize,
        weight: impl Fn(usize, usize) -> i16,
    ) -> Vec<i64> {
        let numbers = groups.iter().map(|&group| usize::from(group) + 1);
        let mut largest = vec![0u16; numbers.max().unwrap_or(0).max(256)];
        let mut sum = |zone: usize, unit: usize| {
            largest.fill(0);
            for (input, &group) in groups.iter().enumerate() {
                let most = &mut largest[usize::from(group)];
                let row = zone * groups.len() + input;
                *most = weight(row, unit).unsigned_abs().max(*most);
            }
            let (squares, others) = largest.split_at_mut(256);
            squares.sort_unstable_by(|a, b| b.cmp(a));
            let squares = squares.iter().take(pieces);
            let all: i64 = squares.chain(&*others).map(|&w| i64::from(w)).sum();
            all + i64::from(self.biases[unit].unsigned_abs())
        };
        let mut most = |unit| (0..self.zones).map(|zone| sum(zone, unit)).max();
        (0..self.hidden)
            .map(|unit| most(unit).unwrap_or(0))
            .collect()
    }
}
