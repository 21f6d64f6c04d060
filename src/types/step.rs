//! Displacements on the board.

use std::fmt;
use std::ops::Neg;

/// A displacement on the board: files to the right and ranks up.
///
/// "Up" is away from rank 1, so a white pawn steps `(0, 1)`. The file writes steps as one number
/// on a board 16 wide that counts ranks downwards; [`Step::from_code`] translates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Files to the right (towards the h-file); negative is to the left.
    pub files: i8,
    /// Ranks up (towards black's side); negative is down.
    pub ranks: i8,
}

impl Step {
    /// A step of `files` to the right and `ranks` up.
    pub const fn new(files: i8, ranks: i8) -> Self {
        Step { files, ranks }
    }

    /// Decodes a step of the file format: +1 is one file to the right, +16 one rank *down*.
    ///
    /// A step that could be read in two ways (8 files to one side or one rank plus 8 files to the
    /// other) is read with the fewest ranks. Returns `None` for a step longer than any board.
    pub fn from_code(code: i32) -> Option<Self> {
        // round to the nearest rank, ties towards zero ranks
        let mut down = code / 16;
        let mut files = code % 16;
        if files > 8 {
            files -= 16;
            down += 1;
        } else if files < -8 {
            files += 16;
            down -= 1;
        }
        if !(-15..=15).contains(&down) {
            return None;
        }
        Some(Step::new(files as i8, -down as i8))
    }

    /// The step as the file format writes it.
    pub fn code(self) -> i32 {
        i32::from(self.files) - 16 * i32::from(self.ranks)
    }

    /// True for the step that goes nowhere.
    pub fn is_null(self) -> bool {
        self.files == 0 && self.ranks == 0
    }
}

impl Neg for Step {
    type Output = Step;

    /// The opposite step.
    fn neg(self) -> Step {
        Step::new(-self.files, -self.ranks)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:+},{:+})", self.files, self.ranks)
    }
}
