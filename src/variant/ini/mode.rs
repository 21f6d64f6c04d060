//! The bit encoding of moves in fmax.ini: `STEP,MODE,STEP2` to [`MoveDescriptor`].
//!
//! Only this module knows the mode bits. Equal moves written differently are decoded alike: a range written as "slider that
//! turns into a leaper" becomes one leg with a length, and a second leg that changes nothing disappears.
//!
//! The lowest hexadecimal digit of the mode holds the rights of the first leg (1 capture, 2 quiet, 4 leaper, 8 hopper).
//! The next digit has the bits of the first that the second leg toggles, the third digit has flags and a step count,
//! and the rest is a mask that turns the first step into the second.

mod encode;
mod error;

use super::game_def::MoveDef;
use crate::types::Step;
use crate::variant::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, Platform, Rights};

pub use encode::{Encoded, encode};
pub use error::{ModeError, warning};

/// The facts about piece and file that a mode depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The piece is one of the two pawns.
    pub pawn: bool,
    /// Two different legs alternate for ever, as in Fairy-Max up to 4.8T.
    pub alternators: bool,
}

/// The meaning of one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    /// The moves: none if the move can never be made, two for the double pushes of Wildebeest pawns.
    pub moves: Vec<MoveDescriptor>,
    /// Parts of the move that are probably wrong.
    pub warnings: Vec<&'static str>,
}

/// Decodes a move.
///
/// # Errors
/// If the combination of bits has no meaning, or a step fits on no board.
pub fn decode(def: &MoveDef, context: Context) -> Result<Decoded, ModeError> {
    let mode = Mode::new(def)?;
    if def.repeat {
        return in_turn(def, &mode);
    }
    if mode.bits & 0x200 != 0 {
        return multi_path(&mode);
    }
    match (mode.low(), mode.has(0x80)) {
        (4, _) => initial(&mode, context.pawn),
        (8..=15, true) => hopper(&mode),
        (8..=15, false) => Err(ModeError::EndlessHopper),
        (_, true) => Err(ModeError::HopToggle),
        (_, false) => walk(&mode, context.alternators),
    }
}

/// The fields of a mode, with both steps decoded.
struct Mode {
    bits: u32,
    code: i32,
    step: Step,
    /// The upper bits.
    mask: i32,
}

impl Mode {
    fn new(def: &MoveDef) -> Result<Self, ModeError> {
        let mask = match def.further.first() {
            Some(second) => second ^ def.step,
            // the upper bits are signed
            None => def.mode as i32 >> 12,
        };
        Ok(Mode {
            bits: def.mode,
            code: def.step,
            step: real_step(def.step)?,
            mask,
        })
    }

    fn has(&self, bits: u32) -> bool {
        self.bits & bits == bits
    }

    fn low(&self) -> u32 {
        self.bits & 0xF
    }

    fn toggle(&self) -> u32 {
        self.bits >> 4 & 0xF
    }

    fn count(&self) -> u8 {
        (self.bits >> 10 & 3) as u8
    }

    fn second_step(&self) -> Result<Step, ModeError> {
        real_step(self.code ^ self.mask)
    }

    fn describe(&self, legs: Vec<Leg>) -> MoveDescriptor {
        MoveDescriptor {
            cylinder: self.has(0x100),
            ..MoveDescriptor::path(legs)
        }
    }

    /// A move of this shape that is always possible.
    fn shaped(&self, shape: MoveShape) -> MoveDescriptor {
        MoveDescriptor {
            shape,
            ..self.describe(Vec::new())
        }
    }

    /// The second leg: its step, and the rights of the first leg with the toggle.
    fn second_leg(&self) -> Result<Leg, ModeError> {
        let bits = self.low() ^ self.toggle();
        // a leap or a slide
        let end = if bits & 4 != 0 {
            LegEnd::Steps(1)
        } else {
            LegEnd::Slide
        };
        Ok(leg(self.second_step()?, rights(bits), end))
    }
}

fn real_step(code: i32) -> Result<Step, ModeError> {
    let step = Step::from_code(code).ok_or(ModeError::StepTooLong(code))?;
    if step.is_null() {
        return Err(ModeError::NullStep);
    }
    Ok(step)
}

fn rights(bits: u32) -> Rights {
    Rights {
        capture: bits & 1 != 0,
        quiet: bits & 2 != 0,
        ..Rights::NONE
    }
}

fn leg(step: Step, rights: Rights, end: LegEnd) -> Leg {
    Leg {
        step,
        rights,
        end,
        over: Over::EMPTY,
    }
}

fn one(descriptor: MoveDescriptor, warning: Option<&'static str>) -> Result<Decoded, ModeError> {
    Ok(Decoded {
        moves: vec![descriptor],
        warnings: warning.into_iter().collect(),
    })
}

fn none(warning: &'static str) -> Result<Decoded, ModeError> {
    Ok(Decoded {
        moves: Vec::new(),
        warnings: vec![warning],
    })
}

/// Leapers, sliders, limited ranges, lame leapers, bent paths and alternators.
fn walk(mode: &Mode, alternators: bool) -> Result<Decoded, ModeError> {
    let first = rights(mode.low());
    let bends = mode.toggle() != 0 || mode.mask != 0;
    if mode.low() & 4 != 0 {
        let unused = bends || mode.count() != 0;
        let leap = mode.describe(vec![Leg::leap(mode.step, first)]);
        return one(leap, unused.then_some(warning::UNREACHED_LEG));
    }
    if !bends {
        if !first.any() {
            return none(warning::NO_RIGHTS);
        }
        let slide = mode.describe(vec![Leg::slide(mode.step, first)]);
        return one(slide, (mode.count() != 0).then_some(warning::USELESS_COUNT));
    }
    let second = mode.second_leg()?;
    let alternates = alternators && second.end == LegEnd::Slide;
    if alternates && mode.count() == 0 {
        return alternation(mode, first, second);
    }
    let head = mode.count() + 1;
    let legs = if !second.rights.any() {
        if !first.any() {
            return none(warning::NO_RIGHTS);
        }
        vec![leg(mode.step, first, LegEnd::Steps(head))]
    } else if second.rights == first && second.step == mode.step {
        // only the leaper bit changes: a limited range
        vec![leg(mode.step, first, LegEnd::Steps(head + 1))]
    } else {
        vec![leg(mode.step, first, LegEnd::Steps(head)), second]
    };
    one(
        mode.describe(legs),
        alternates.then_some(warning::ALTERNATOR_COUNT),
    )
}

/// Two legs of one step each that alternate for ever.
fn alternation(mode: &Mode, first: Rights, second: Leg) -> Result<Decoded, ModeError> {
    if !first.any() && !second.rights.any() {
        return none(warning::NO_RIGHTS);
    }
    let second = Leg::leap(second.step, second.rights);
    let legs = vec![Leg::leap(mode.step, first), second];
    one(mode.shaped(MoveShape::Path { legs, repeat: true }), None)
}

/// Steps that alternate for ever. The toggle applies to all steps except the first.
fn in_turn(def: &MoveDef, mode: &Mode) -> Result<Decoded, ModeError> {
    let upper = def.mode >> 12 != 0;
    if mode.low() & 4 != 0 || mode.toggle() & 4 != 0 {
        return Err(ModeError::RepeatedLeap);
    }
    if mode.low() & 8 != 0 || mode.toggle() & 8 != 0 || mode.has(0x200) {
        return Err(ModeError::RepeatedHop);
    }
    if mode.count() != 0 || upper && !def.further.is_empty() {
        return Err(ModeError::RepeatedBits);
    }
    let (first, other) = (rights(mode.low()), rights(mode.low() ^ mode.toggle()));
    let mut legs = vec![Leg::leap(mode.step, first)];
    for &code in &def.further {
        legs.push(Leg::leap(real_step(code)?, other));
    }
    if def.further.is_empty() && (upper || other != first) {
        legs.push(Leg::leap(mode.second_step()?, other));
    }
    if !legs.iter().any(|leg| leg.rights.any()) {
        return none(warning::NO_RIGHTS);
    }
    if legs.iter().all(|leg| *leg == legs[0]) {
        let slide = mode.describe(vec![Leg::slide(mode.step, first)]);
        return one(slide, Some(warning::ONE_STEP_IN_TURN));
    }
    one(mode.shaped(MoveShape::Path { legs, repeat: true }), None)
}

fn hopper(mode: &Mode) -> Result<Decoded, ModeError> {
    let platform = if mode.has(0x800) {
        Platform::Friend
    } else {
        Platform::Any
    };
    let end = LegEnd::Hop {
        platform,
        immediate: mode.has(4),
        collide: mode.has(0x400),
    };
    let second = mode.second_leg()?;
    let idle = (!second.rights.any()).then_some(warning::IDLE_HOP);
    let approach = leg(mode.step, rights(mode.low()), end);
    one(mode.describe(vec![approach, second]), idle)
}

/// Moves of a piece that has never moved: double pushes, initial jumps and castling.
fn initial(mode: &Mode, pawn: bool) -> Result<Decoded, ModeError> {
    let target = rights(mode.toggle());
    let plain = mode.has(0x40);
    if !target.any() {
        return Err(ModeError::InitialRights);
    }
    if mode.has(0x80) && !plain {
        return Err(ModeError::InitialReserved);
    }
    if !pawn && mode.toggle() == 3 {
        return castling(mode);
    }
    let second = mode.second_step()?;
    let push = |passed: u8, condition: Condition| MoveDescriptor {
        condition,
        en_passant: pawn && !plain,
        ..mode.describe(vec![
            Leg {
                over: if mode.has(0xC0) {
                    Over::ANY
                } else {
                    Over::EMPTY
                },
                ..leg(mode.step, Rights::NONE, LegEnd::Steps(passed))
            },
            Leg::leap(second, target),
        ])
    };
    let counted = mode.has(0xC0) && mode.count() > 0;
    let warning = counted.then_some(warning::COUNTED_JUMP);
    if pawn && mode.count() == 3 {
        return Ok(Decoded {
            moves: vec![push(2, Condition::Virgin), push(1, Condition::BeyondStart)],
            warnings: warning.into_iter().collect(),
        });
    }
    one(push(mode.count() + 1, Condition::Virgin), warning)
}

fn castling(mode: &Mode) -> Result<Decoded, ModeError> {
    let second = mode.second_step()?;
    if mode.step.ranks != 0 || second.ranks != 0 {
        return none(warning::VERTICAL_CASTLING);
    }
    if mode.bits & 0xF00 != 0 {
        return Err(ModeError::InitialReserved);
    }
    if mode.step.files.signum() != second.files.signum() {
        return Err(ModeError::CastlingDirection);
    }
    let shape = MoveShape::Castling {
        files: mode.step.files + second.files,
        inset: 0,
    };
    let descriptor = MoveDescriptor {
        condition: Condition::Virgin,
        ..mode.shaped(shape)
    };
    one(descriptor, None)
}

fn multi_path(mode: &Mode) -> Result<Decoded, ModeError> {
    if mode.bits & 0xCF8 != 0 {
        return Err(ModeError::MultiPathReserved);
    }
    let rights = rights(mode.low());
    if !rights.any() {
        return Err(ModeError::MultiPathRights);
    }
    let step = |code: i32| {
        real_step(code).map_err(|error| match error {
            ModeError::NullStep => ModeError::MultiPathStep,
            other => other,
        })
    };
    let twice = step(mode.mask)?;
    let once = step(mode.code - 2 * mode.mask)?;
    let shape = MoveShape::MultiPath {
        twice,
        once,
        rights,
    };
    let warning = (!mode.has(4)).then_some(warning::MULTI_PATH_SLIDER);
    one(mode.shaped(shape), warning)
}

#[cfg(test)]
mod tests;
