//! Labelled positions, stored as features.

use crate::board::Position;
use crate::eval::is_bare;
use crate::eval::net::{DECIDED, Feature, Inputs};
use crate::ruleset::Ruleset;
use crate::tools::lab::shards::Sample;
use crate::tools::lab::statistics::sigmoid;
use crate::types::Color;

/// One game in this many is held out.
pub const HELD_OUT: u32 = 10;
/// The largest number of positions to which the scale is fitted.
const SCALE_POSITIONS: usize = 100_000;
/// The smallest and the largest scale that are tried.
const SCALES: [f32; 2] = [0.001, 0.015];
/// Each scale is this much larger than the one before.
const SCALE_STEP: f32 = 1.02;

#[derive(Clone, Copy, Debug)]
pub struct Known {
    start: usize,
    /// The number of the position's game, in the order of reading.
    game: u32,
    features: u16,
    /// The score of a search in centipawns.
    pub score: i16,
    /// The hand-written evaluation in centipawns.
    pub hand: i16,
    /// The result of the game: 0 lost, 1 drawn, 2 won.
    pub result: i8,
    /// The side to move. All values are from the point of view of this side.
    pub side: Color,
}

/// The active features of a position from both perspectives, the perspective of the side to move first.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'p> {
    features: &'p [Feature],
    inputs: &'p Inputs,
    side: Color,
    mirror: bool,
}

impl Seen<'_> {
    /// The features of a perspective: 0 is the side to move, 1 the other side.
    pub fn by(&self, perspective: usize) -> impl Iterator<Item = usize> + '_ {
        let color = self.color(perspective);
        let input = move |feature| self.inputs.of(color, feature);
        let count = self.inputs.count();
        (self.features().map(input)).filter(move |&input| input < count)
    }

    /// The zone of the perspective's own royal piece.
    pub fn zone(&self, perspective: usize) -> usize {
        (self.inputs).zone_of(self.features(), self.color(perspective))
    }

    fn color(&self, perspective: usize) -> Color {
        match perspective {
            0 => self.side,
            _ => self.side.other(),
        }
    }

    fn features(&self) -> impl Iterator<Item = Feature> + '_ {
        self.features.iter().map(|&feature| {
            let mirrored = self.mirror.then(|| self.inputs.mirrored(feature)).flatten();
            mirrored.unwrap_or(feature)
        })
    }
}

#[derive(Debug)]
pub struct Positions {
    inputs: Inputs,
    features: Vec<Feature>,
    all: Vec<Known>,
    game: u32,
    /// The ply of the last position that was added.
    ply: usize,
    /// The number of positions from which nothing can be learnt.
    pub left_out: usize,
}

impl Positions {
    pub fn new(rules: &Ruleset) -> Positions {
        Positions {
            inputs: Inputs::new(rules.variant(), &rules.tables)
                .with_mirror(rules.variant(), &rules.tables),
            features: Vec::new(),
            all: Vec::new(),
            game: 0,
            ply: 0,
            left_out: 0,
        }
    }

    /// Adds a position if it is quiet and not decided. The positions of a game come in order, and all have the same `rules`.
    pub fn add(&mut self, rules: &Ruleset, pos: &Position, sample: Sample) {
        if pos.ply() <= self.ply {
            self.game += 1;
        }
        self.ply = pos.ply();
        if !sample.quiet || i32::from(sample.score).abs() >= DECIDED || is_bare(pos) {
            self.left_out += 1;
            return;
        }
        let start = self.features.len();
        self.inputs.features(pos, &mut self.features);
        self.all.push(Known {
            start,
            game: self.game,
            features: (self.features.len() - start) as u16,
            score: sample.score,
            hand: rules.evaluate(pos).clamp(-6000, 6000) as i16,
            result: sample.result,
            side: pos.side(),
        });
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    pub fn games(&self) -> usize {
        self.all.chunk_by(|a, b| a.game == b.game).count()
    }

    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    pub fn sample(&self, index: usize) -> &Known {
        &self.all[index]
    }

    pub fn features(&self, index: usize) -> &[Feature] {
        let Known {
            start, features, ..
        } = self.all[index];
        &self.features[start..start + usize::from(features)]
    }

    /// The features of a position, or of its mirror image if `mirror` is set and pieces move alike in the mirror image.
    pub fn seen(&self, index: usize, mirror: bool) -> Seen<'_> {
        Seen {
            features: self.features(index),
            inputs: &self.inputs,
            side: self.all[index].side,
            mirror,
        }
    }

    /// The indices of the positions to train on, and of those held out. Whole games are held out, because the positions
    /// of a game are similar.
    pub fn split(&self) -> (Vec<usize>, Vec<usize>) {
        let (held_out, order) =
            (0..self.all.len()).partition(|index| self.all[*index].game % HELD_OUT == HELD_OUT - 1);
        (order, held_out)
    }

    /// The scale of the logistic curve, per centipawn, with which the scores best predict the results.
    pub fn scale(&self) -> f32 {
        let stride = self.all.len().div_ceil(SCALE_POSITIONS).max(1);
        let some = self.all.iter().step_by(stride);
        let pairs: Vec<(i16, u8)> = some
            .map(|known| (known.score, known.result as u8))
            .collect();
        fitted_scale(&pairs)
    }
}

/// The scale of the logistic curve, per centipawn, at which scores predict results with the least squared error. Each pair is a
/// score and the half points of the same side.
pub fn fitted_scale(pairs: &[(i16, u8)]) -> f32 {
    let error = |scale: f32| -> f64 {
        let error = |&(score, result): &(i16, u8)| {
            let chance = sigmoid(scale * f32::from(score));
            let error = chance - f32::from(result) / 2.0;
            f64::from(error * error)
        };
        pairs.iter().map(error).sum()
    };
    let [first, last] = SCALES;
    let scales = std::iter::successors(Some(first), |scale| Some(scale * SCALE_STEP));
    let errors = scales
        .take_while(|&scale| scale <= last)
        .map(|scale| (scale, error(scale)));
    let best = errors.min_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(first, |(scale, _)| scale)
}
