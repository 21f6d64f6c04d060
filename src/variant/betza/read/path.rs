//! The moves of one term: every path through its legs, written out.
//!
//! A leg on the way that slides may turn at each of its squares, so it stands for as many paths;
//! the exception is the approach of a hopper from where the piece stands, for which there is a kind
//! of leg of its own.

use super::super::direction::{self, Class};
use super::check::{castling, check};
use super::stride::{Stride, skip_leg, skipped, stride, walk};
use super::{BetzaError, Context, LegText, MOST_MOVES, Problem, Reading, TermText, When};
use crate::types::Step;
use crate::variant::{Leg, LegEnd, Over, Platform, Rights};

/// No term branches more often.
const MOST_BRANCHES: usize = 100_000;
/// Where a leg on the way goes if it does not say it: not back, and with an atom of four directions
/// not halfway between two of them. Relative to the leg before.
const ONWARD: [u8; 2] = [0x45, 0xEF];
/// Straight back, relative to the leg before.
const BACK: u8 = 0x10;

/// What is known where a leg begins.
#[derive(Clone)]
pub(super) struct State {
    /// The legs so far; none of them can end the move.
    pub(super) passed: Vec<Leg>,
    atom: u8,
    /// The number behind the atom.
    range: Option<u8>,
    /// The direction of the leg before.
    angle: u32,
    /// How long the last ride was.
    ridden: Option<u8>,
}

/// Follows the legs of a term.
pub(super) struct Collector<'a> {
    pub(super) term: &'a TermText,
    pub(super) context: Context,
    pub(super) cylinder: bool,
    branches: usize,
    /// Some move was found, perhaps a known one.
    pub(super) found: bool,
    pub(super) reading: &'a mut Reading,
}

/// Adds the moves of a term to what has been read; false if it names none.
pub(super) fn collect(
    text: &[u8],
    term: &TermText,
    context: Context,
    reading: &mut Reading,
) -> Result<bool, BetzaError> {
    if term.when == When::Beyond && !context.pawn {
        return Err(Problem::NoPawnBeyond.at(term.at));
    }
    if term.atom == b'O' {
        return castling(term, reading).map(|()| true);
    }
    let last = term.legs.len() - 1;
    for (index, leg) in term.legs.iter().enumerate() {
        check(text, leg, index == last, sides(term.atom).1, context)?;
    }
    let round = |leg: &LegText| leg.modes.has(b'o');
    let cylinder = term.legs.iter().any(round);
    if let Some(flat) = term.legs.iter().find(|leg| cylinder && !round(leg)) {
        return Err(Problem::HalfCylinder.at(flat.at));
    }
    let start = State {
        passed: Vec::new(),
        atom: term.atom,
        range: term.range,
        angle: 0,
        ridden: None,
    };
    let mut collector = Collector {
        term,
        context,
        cylinder,
        branches: 0,
        found: false,
        reading,
    };
    collector.leg(0, &start)?;
    Ok(collector.found)
}

/// How far an atom goes along its shorter and its longer side.
fn sides(atom: u8) -> (i8, i8) {
    match atom {
        b'N' => (1, 2),
        b'C' => (1, 3),
        b'Z' => (2, 3),
        b'D' | b'A' => (0, 2),
        b'H' | b'G' => (0, 3),
        _ => (0, 1),
    }
}

/// Sliders for leapers, and leapers for sliders. Other leapers become riders by their range.
fn toggled(atom: u8) -> u8 {
    match atom {
        b'W' => b'R',
        b'F' => b'B',
        b'K' => b'Q',
        b'R' => b'W',
        b'B' => b'F',
        b'Q' => b'K',
        other => other,
    }
}

impl Collector<'_> {
    /// One leg in all its directions, and what follows.
    fn leg(&mut self, index: usize, state: &State) -> Result<(), BetzaError> {
        let term = self.term;
        let text = &term.legs[index];
        let (short, long) = sides(state.atom);
        let class = super::class(state.atom);
        let eight = matches!(class, Class::Compass | Class::Oblique);
        let set = if index == 0 {
            text.directions.unwrap_or(class.all())
        } else {
            let onward = ONWARD[usize::from(eight)];
            text.directions.unwrap_or(onward).rotate_left(state.angle)
        };
        for direction in (0..8).filter(|d| set >> d & 1 != 0) {
            let oblique = index == 0 && class == Class::Oblique;
            let short = match direction % 2 {
                _ if oblique => short,
                0 => 0,
                _ => long,
            };
            let step = direction::step(direction, short, long);
            let stride = stride(step, text.modes, long);
            if index + 1 == term.legs.len() {
                self.last(text, state, stride)?;
            } else {
                self.on_the_way(index, state, stride, direction as u32)?;
            }
        }
        Ok(())
    }

    /// How many steps a leg can have; `None`: no limit.
    pub(super) fn reach(state: &State) -> Option<u8> {
        match state.range {
            Some(0) => None,
            Some(n) => Some(n),
            None if matches!(state.atom, b'B' | b'R' | b'Q') => None,
            None => Some(1),
        }
    }

    /// How often a step can be made on this board at all.
    pub(super) fn most_steps(&self, stride: Stride) -> u8 {
        let step = stride.whole;
        let long = step.files.unsigned_abs().max(step.ranks.unsigned_abs());
        if self.cylinder {
            self.context.side
        } else {
            (self.context.side - 1) / long.max(1)
        }
    }

    pub(super) fn branch(&mut self) -> Result<(), BetzaError> {
        self.branches += 1;
        if self.branches > MOST_BRANCHES || self.reading.moves.len() > MOST_MOVES {
            return Err(Problem::TooMany(MOST_MOVES).at(self.term.at));
        }
        Ok(())
    }

    /// A leg after which the piece goes on, from every square where it can.
    fn on_the_way(
        &mut self,
        index: usize,
        state: &State,
        stride: Stride,
        direction: u32,
    ) -> Result<(), BetzaError> {
        let text = &self.term.legs[index];
        let modes = text.modes;
        let hops = modes.has(b'p') || modes.has(b'g');
        let over = Over::new(modes.has(b'm') || !hops, hops, hops && !modes.has(b't'));
        let reach = Self::reach(state);
        let toggles = modes.has(b'g') || modes.has(b'y');
        let next = State {
            atom: if toggles {
                toggled(state.atom)
            } else {
                state.atom
            },
            range: match toggles {
                true => (reach == Some(1)).then_some(0),
                false => state.range,
            },
            angle: direction,
            ..state.clone()
        };
        let skip = skipped(modes, stride);
        let later = &self.term.legs[index + 1..];
        let by_length = text.same_length || later.iter().any(|leg| leg.same_length);
        let reaches = matches!(reach, None | Some(1));
        let free = state.passed.is_empty() && reaches && skip == 0 && !by_length;
        if free && !over.empty && stride.half.is_none() {
            return self.approach(index, &next, stride.whole, over, reach.is_some());
        }
        let length = self.length(text, state)?;
        let most = reach.unwrap_or(u8::MAX).min(self.most_steps(stride));
        for steps in 1 + skip..=most {
            if length.is_some_and(|length| length != steps) {
                continue;
            }
            self.branch()?;
            let mut after = next.clone();
            after.passed.extend(skip_leg(stride, skip));
            walk(&mut after.passed, stride, steps - skip - 1, Over::EMPTY);
            walk(&mut after.passed, stride, 1, over);
            if reach != Some(1) {
                after.ridden = Some(steps);
            }
            self.leg(index + 1, &after)?;
        }
        Ok(())
    }

    /// The approach of a hopper, up to the first piece on the way, or to the first square.
    fn approach(
        &mut self,
        index: usize,
        next: &State,
        step: Step,
        over: Over,
        immediate: bool,
    ) -> Result<(), BetzaError> {
        let platform = if over.enemy {
            Platform::Any
        } else {
            Platform::Friend
        };
        // one step back from the platform is to stop before it
        let after = &self.term.legs[index + 1];
        let plain = !(after.modes.has(b'p') || after.modes.has(b'g')) && after.modes.jumps == 0;
        // the legs after an oblique leap are straight, none of them leads back
        let returns = step.files == 0 || step.ranks == 0 || step.files.abs() == step.ranks.abs();
        let collide = index + 2 < self.term.legs.len()
            && returns
            && after.directions == Some(BACK)
            && Self::reach(next) == Some(1)
            && plain
            && !after.same_length;
        self.branch()?;
        let mut state = next.clone();
        state.passed.push(Leg {
            end: LegEnd::Hop {
                platform,
                immediate,
                collide,
            },
            ..Leg::leap(step, Rights::NONE)
        });
        if !collide {
            return self.leg(index + 1, &state);
        }
        if after.modes.has(b'y') {
            state.atom = toggled(state.atom);
            state.range = Some(0);
        }
        state.angle = (state.angle + 4) % 8;
        self.leg(index + 2, &state)
    }

    /// The length of a leg that is as long as the ride before it.
    pub(super) fn length(&self, text: &LegText, state: &State) -> Result<Option<u8>, BetzaError> {
        match (text.same_length, state.ridden) {
            (false, _) => Ok(None),
            (true, Some(length)) => Ok(Some(length)),
            (true, None) => Err(Problem::Misplaced('i').at(text.at)),
        }
    }
}
