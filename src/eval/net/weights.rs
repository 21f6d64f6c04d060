//! The numbers of a net, as they are kept in a file.
//!
//! In little-endian order:
//!
//! | what | type | |
//! |---|---|---|
//! | mode | `u8` | 0: added to the evaluation, 1: takes its place |
//! | symmetry | `u8` | how black's view is made like white's: 0 as it is, 1 flipped, 3 half a turn; 4 more where each type is its own counterpart |
//! | hidden units | `u16` | 32, 64 or 128 |
//! | inputs | `u32` | |
//! | reach | `u16` | centipawns that the hidden part hardly ever exceeds |
//! | bias | `i16` | centipawns for the side to move |
//! | scale | `u32` | centipawns, 2^40 of them, for 1 of the sum of the output |
//! | weights | `i16` | for each input those of all units, 255 is 1 |
//! | biases | `i16` | of all units, 255 is 1 |
//! | output | `i8` | of all units as the side to move sees the board, then as the other side does |
//! | linear | `i16` | of each input, centipawns |
//!
//! The value for the side to move is bias + scale * sum of output * clamp(unit, 0, 255)² over both
//! views, and the linear part: the sum over the inputs that it sees minus that over those that the other
//! side sees.

use std::fmt;

use crate::files::Fields;

/// The most hidden units of a net.
pub const MAX_HIDDEN: usize = 128;
/// The numbers of hidden units that nets can have.
pub const HIDDEN: [usize; 3] = [32, 64, MAX_HIDDEN];
/// The largest weight of the output: with 255 times it a product is an `i16`.
pub const MAX_OUTPUT: i16 = 127;
/// The largest linear weight, centipawns.
pub const MAX_LINEAR: i16 = 2000;
/// The largest reach, centipawns.
pub const MAX_REACH: u16 = 5000;

/// What a net is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is added to the evaluation.
    Add,
    /// It takes its place.
    Replace,
}

/// The numbers of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What it is for.
    pub mode: Mode,
    /// How black's view is made like white's.
    pub symmetry: u8,
    /// Hidden units, one of [`HIDDEN`].
    pub hidden: usize,
    /// Centipawns that the hidden part hardly ever exceeds.
    pub reach: u16,
    /// Centipawns for the side to move.
    pub bias: i16,
    /// 2^40 times the centipawns for 1 of the sum of the output.
    pub scale: u32,
    /// For each input those of all units, 255 is 1.
    pub input: Vec<i16>,
    /// Of all units, 255 is 1.
    pub biases: Vec<i16>,
    /// Of all units as the side to move sees the board, then as the other side does.
    pub output: Vec<i16>,
    /// Of each input, centipawns.
    pub linear: Vec<i16>,
}

/// Why a net cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetError {
    /// It is shorter, or longer, than its numbers say.
    Length,
    /// There is no such mode.
    Mode(u8),
    /// A net cannot have so many hidden units.
    Hidden(u16),
    /// Some weights are so large that sums would overflow.
    TooLarge,
    /// It is for a game that tells a net more, or less.
    Inputs {
        /// What the game tells.
        game: usize,
        /// What the net wants to know.
        net: usize,
    },
    /// Black's view is made like white's in another way.
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
    /// Reads the numbers of a net.
    ///
    /// # Errors
    /// If it is not what a net is.
    pub fn read(bytes: &[u8]) -> Result<Weights, NetError> {
        let (mut weights, input) = Weights::read_apart(bytes)?;
        let (pairs, _) = input.as_chunks();
        weights.input = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        Ok(weights)
    }

    /// The same, but the weights of the inputs, which are nearly all of a net, are left in their bytes.
    pub(super) fn read_apart(bytes: &[u8]) -> Result<(Weights, &[u8]), NetError> {
        let mut fields = Fields::new(bytes);
        let short = NetError::Length;
        let mode = match fields.u8().ok_or(short)? {
            0 => Mode::Add,
            1 => Mode::Replace,
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
        let numbers = inputs.checked_mul(hidden).ok_or(short)?;
        let input = fields.bytes(numbers.checked_mul(2).ok_or(short)?);
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

    /// True if the numbers that are limited one by one are within their limits.
    fn are_small(&self) -> bool {
        self.reach <= MAX_REACH
            && (self.output.iter()).all(|w| (-MAX_OUTPUT..=MAX_OUTPUT).contains(w))
            && (self.linear.iter()).all(|w| (-MAX_LINEAR..=MAX_LINEAR).contains(w))
    }

    /// Writes them as [`Weights::read`] reads them.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = vec![self.mode as u8, self.symmetry];
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

    /// By unit: the largest sum there can be of its bias and its weights for the inputs of a position,
    /// and the smallest, whichever is farther from 0. `groups` tells by input what excludes each
    /// other, numbers below 256 are those of squares; at most `pieces` squares are occupied.
    pub fn largest_sums(&self, groups: &[u16], pieces: usize) -> Vec<i64> {
        self.largest_sums_of(groups, pieces, |input, unit| {
            self.input[input * self.hidden + unit]
        })
    }

    /// The same with weights of the inputs from elsewhere, asked for by input and unit.
    pub(super) fn largest_sums_of(
        &self,
        groups: &[u16],
        pieces: usize,
        weight: impl Fn(usize, usize) -> i16,
    ) -> Vec<i64> {
        let numbers = groups.iter().map(|&group| usize::from(group) + 1);
        let mut largest = vec![0u16; numbers.max().unwrap_or(0).max(256)];
        let sum = |unit: usize| {
            largest.fill(0);
            for (input, &group) in groups.iter().enumerate() {
                let most = &mut largest[usize::from(group)];
                *most = weight(input, unit).unsigned_abs().max(*most);
            }
            let (squares, others) = largest.split_at_mut(256);
            squares.sort_unstable_by(|a, b| b.cmp(a));
            let squares = squares.iter().take(pieces);
            let all: i64 = squares.chain(&*others).map(|&w| i64::from(w)).sum();
            all + i64::from(self.biases[unit].unsigned_abs())
        };
        (0..self.hidden).map(sum).collect()
    }
}
