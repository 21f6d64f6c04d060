//! The pair of values of a tapered evaluation.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of values in centipawns: for the middle game and for the end game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Middle game.
    pub mg: i32,
    /// End game.
    pub eg: i32,
}

impl Score {
    /// A pair.
    pub const fn new(mg: i32, eg: i32) -> Score {
        Score { mg, eg }
    }
}

impl Add for Score {
    type Output = Score;
    fn add(self, o: Score) -> Score {
        Score::new(self.mg + o.mg, self.eg + o.eg)
    }
}

impl Sub for Score {
    type Output = Score;
    fn sub(self, o: Score) -> Score {
        Score::new(self.mg - o.mg, self.eg - o.eg)
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, o: Score) {
        *self = *self + o;
    }
}

impl SubAssign for Score {
    fn sub_assign(&mut self, o: Score) {
        *self = *self - o;
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    fn mul(self, times: i32) -> Score {
        Score::new(self.mg * times, self.eg * times)
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score::new(-self.mg, -self.eg)
    }
}
