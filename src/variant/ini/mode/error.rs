//! Errors and warnings about the mode of a move.

use std::fmt;

/// Something that makes a move undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeError {
    /// The step (or second step) is 0.
    NullStep,
    /// A step that is longer than any board.
    StepTooLong(i32),
    /// The hopper bit without the toggle that ends the hopping.
    EndlessHopper,
    /// The toggle on hopping without the hopper bit.
    HopToggle,
    /// An initial move that may neither move nor capture.
    InitialRights,
    /// An initial move with a combination of bits that is reserved.
    InitialReserved,
    /// The two steps of a castling point in different directions.
    CastlingDirection,
    /// A multi-path move with reserved bits.
    MultiPathReserved,
    /// A multi-path move that may neither move nor capture.
    MultiPathRights,
    /// A multi-path move one of whose steps is null.
    MultiPathStep,
    /// Steps in turn with the bit that ends the move.
    RepeatedLeap,
    /// Steps in turn of a hopper or a multi-path move.
    RepeatedHop,
    /// Steps in turn with a count, or with bits for a second step that is written out.
    RepeatedBits,
}

impl ModeError {
    /// How to mend the error.
    pub fn hint(self) -> &'static str {
        match self {
            ModeError::NullStep => "+1 is a file to the right, +16 a rank down",
            ModeError::StepTooLong(_) => "a step is files + 16 * ranks, with at most 15 ranks",
            ModeError::EndlessHopper => {
                "set bit 8 in the second digit from the right too, as in BA or F8"
            }
            ModeError::HopToggle => "a hopper has bit 8 in both of the last two digits",
            ModeError::InitialRights => "use 24 (quiet) or 34 (castling, on pawns any move)",
            ModeError::InitialReserved => "24, 34, 64, 74, E4 and F4 are defined",
            ModeError::CastlingDirection => "write both steps with the same sign, as in -1,34,-2",
            ModeError::MultiPathReserved => "the last three digits are 205, 206 or 207",
            ModeError::MultiPathRights => "the last digit is 5, 6 or 7",
            ModeError::MultiPathStep => {
                "the digits above the last three hold the step that is made twice"
            }
            ModeError::RepeatedLeap => "leave out the 4, as in 17,3,15*",
            ModeError::RepeatedHop => {
                "the mode of steps in turn is 1, 2 or 3, with 10, 20 or 30 and 100 added as needed"
            }
            ModeError::RepeatedBits => "write every step as often as it is made: 17,3,17,15*",
        }
    }
}

impl fmt::Display for ModeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ModeError::NullStep => "a step leads nowhere",
            ModeError::StepTooLong(code) => {
                return write!(f, "the step {code} does not fit on any board");
            }
            ModeError::EndlessHopper => "this hopper never stops hopping",
            ModeError::HopToggle => "a toggle on hopping needs a hopper",
            ModeError::InitialRights => "this initial move may neither move nor capture",
            ModeError::InitialReserved => "this kind of initial move is reserved",
            ModeError::CastlingDirection => "this castling goes in two directions",
            ModeError::MultiPathReserved => "this kind of multi-path move is reserved",
            ModeError::MultiPathRights => "this multi-path move may neither move nor capture",
            ModeError::MultiPathStep => "this multi-path move lacks one of its two steps",
            ModeError::RepeatedLeap => "a leap ends the move, so that nothing follows in turn",
            ModeError::RepeatedHop => {
                "hoppers and multi-path leaps do not repeat their steps in turn"
            }
            ModeError::RepeatedBits => "steps in turn have no count and no steps in the mode",
        })
    }
}

impl std::error::Error for ModeError {}

/// Warnings about valid moves.
pub mod warning {
    /// Castling is possible along the rank only; dropped.
    pub const VERTICAL_CASTLING: &str = "castling goes along the rank only; this move is ignored";
    /// The move gives no right to do anything; dropped.
    pub const NO_RIGHTS: &str = "it may neither move nor capture; this move is ignored";
    /// The bits for a second leg have no effect.
    pub const UNREACHED_LEG: &str = "a leaper has no second leg; its toggles are ignored";
    /// The step count has no effect.
    pub const USELESS_COUNT: &str = "a step count without a second leg is ignored";
    /// A first move that jumps and has a count, which the format does not define.
    pub const COUNTED_JUMP: &str = "the format does not say how far a first move jumps; it is read as a jump over this \
         number of further squares";
    /// A multi-path move that is not marked as a leap; it is a leap all the same.
    pub const MULTI_PATH_SLIDER: &str = "a multi-path move is always a leap";
    /// Alternation with a step count is undefined; read as a bent path.
    pub const ALTERNATOR_COUNT: &str =
        "a step count cannot be combined with alternation; it bends once";
    /// After the hop the piece cannot move.
    pub const IDLE_HOP: &str = "after its hop it may neither move nor capture";
    /// All steps that follow each other in turn are the same.
    pub const ONE_STEP_IN_TURN: &str = "a single step repeated in turn is a slide";
}
